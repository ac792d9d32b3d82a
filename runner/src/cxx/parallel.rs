//! Batches of tuples, worked on in parallel and handed on in the order of the set.

use super::compiler::failed;
use crate::run::RunError;
use ptoconf_schemas::TupleLine;
use ptoconf_vectors::OperationReader;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// A batch ends before it has more tuples than this.
const BATCH_TUPLES: usize = 256;
/// A batch ends before its arrays take more than this many bytes.
const BATCH_BYTES: u64 = 16 << 20;

/// Some tuples of an operation: its number, and theirs.
pub(super) type Batch = (usize, Range<usize>);

/// Cuts the tuples of all operations into batches: at least one tuple each.
pub(super) fn batches(readers: &[(String, OperationReader)]) -> Vec<Batch> {
    let mut batches = Vec::new();
    for (operation, (_, reader)) in readers.iter().enumerate() {
        let (mut start, mut bytes) = (0, 0u64);
        for (i, line) in reader.tuples.iter().enumerate() {
            let size = size(line);
            bytes = bytes.saturating_add(size);
            if i > start && (bytes > BATCH_BYTES || i - start == BATCH_TUPLES) {
                batches.push((operation, start..i));
                (start, bytes) = (i, size);
            }
        }
        if start < reader.tuples.len() {
            batches.push((operation, start..reader.tuples.len()));
        }
    }
    batches
}

fn size(line: &TupleLine) -> u64 {
    let tiles = line.tuple.operands.iter().map(|o| o.tile.bytes());
    tiles.fold(0, u64::saturating_add).saturating_mul(line.cases.into())
}

/// Works on batches with some workers, and hands on what they find in the order of the batches.
///
/// # Errors
/// The first error in that order, or that of `consume`; no batch is begun after it.
pub(super) fn in_order<T: Send>(
    batches: &[Batch],
    workers: usize,
    work: impl Fn(&Batch) -> Result<T, RunError> + Sync,
    mut consume: impl FnMut(&Batch, T) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(workers);
        for _ in 0..workers {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = batches.get(number) else { return };
                    if send.send((number, work(batch))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut take = || {
            for (number, batch) in batches.iter().enumerate() {
                while !waiting.contains_key(&number) {
                    let (other, found) = receive.recv().map_err(|_| failed("a worker ended without its results"))?;
                    waiting.insert(other, found);
                }
                if let Some(found) = waiting.remove(&number) {
                    consume(batch, found?)?;
                }
            }
            Ok(())
        };
        let taken = take();
        stop.store(true, Ordering::Relaxed);
        drop(receive);
        taken
    })
}
