//! Batches of tuples, in the order of the set.

use ptoconf_schemas::TupleLine;
use ptoconf_vectors::OperationReader;

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
