//! Batches of tuples, worked on in parallel and handed on in the order of the set.

use super::compiler::failed;
use crate::run::RunError;
use ptoconf_schemas::TupleLine;
use ptoconf_vectors::OperationReader;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// A batch has at most this many tuples, and at least as many where there are so many: fewer are not
/// worth the start of a compiler.
const BATCH_TUPLES: std::ops::RangeInclusive<usize> = 64..=512;
/// A batch ends before its arrays take more than this many bytes.
const BATCH_BYTES: u64 = 16 << 20;

/// Some tuples in the order of the set, each with the number of its operation.
pub(super) type Batch<'a> = Vec<(usize, &'a TupleLine)>;

/// Every tuple, in the order of the set, with the number of its operation.
pub(super) fn every(readers: &[(String, OperationReader)]) -> impl Iterator<Item = (usize, &TupleLine)> {
    readers.iter().enumerate().flat_map(|(number, (_, reader))| reader.tuples.iter().map(move |line| (number, line)))
}

/// Cuts the tuples of all operations into batches, some for each of a few workers.
pub(super) fn batches(readers: &[(String, OperationReader)]) -> Vec<Batch<'_>> {
    let total: usize = readers.iter().map(|(_, reader)| reader.tuples.len()).sum();
    let most = (total / 4).clamp(*BATCH_TUPLES.start(), *BATCH_TUPLES.end());
    let (mut batches, mut batch, mut bytes) = (Vec::new(), Vec::new(), 0u64);
    for (number, line) in every(readers) {
        let size = size(line);
        bytes = bytes.saturating_add(size);
        if !batch.is_empty() && (bytes > BATCH_BYTES || batch.len() == most) {
            batches.push(std::mem::take(&mut batch));
            bytes = size;
        }
        batch.push((number, line));
    }
    batches.push(batch);
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
pub(super) fn in_order<B: Sync, T: Send>(
    batches: &[B],
    workers: usize,
    work: impl Fn(&B) -> Result<T, RunError> + Sync,
    mut consume: impl FnMut(&B, T) -> Result<(), RunError>,
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
