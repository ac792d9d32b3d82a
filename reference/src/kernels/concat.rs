//! Joining rows side by side, bit for bit, with fixed or counted numbers of columns.

use super::{Input, Slot, View};
use crate::operation::{Kernel, MaskKernel};
use ptoconf_schemas::{CANARY, DType};

/// What an index value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Elements.
    Elements,
    /// Bytes of elements of this size; rounded down to whole elements.
    Bytes(u32),
}

impl Unit {
    /// How much of a value one element is.
    pub fn bytes(self) -> u32 {
        match self {
            Unit::Elements => 1,
            Unit::Bytes(size) => size,
        }
    }
}

/// Where the numbers of columns of a row come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Operands with the numbers for the first and the second source, row by row in column 0.
    pub operands: [&'static str; 2],
    /// What a value counts.
    pub unit: Unit,
    /// Columns of the destination: the first number is cut to it, the second to the rest.
    pub limit: u32,
}

impl Counts {
    /// The numbers of columns of a row, before and after the cut.
    fn of(&self, slot: &Slot, row: u32) -> ([u64; 2], [u64; 2]) {
        let raw = self.operands.map(|name| count(slot.input(name), row, self.unit));
        let limit = u64::from(self.limit);
        let first = raw[0].min(limit);
        (raw, [first, raw[1].min(limit - first)])
    }
}

/// An index value as a number of elements. Negative values count as unsigned ones of their width.
fn count(input: &Input, row: u32, unit: Unit) -> u64 {
    let value = input.bits(row, 0);
    match unit {
        Unit::Elements => value,
        Unit::Bytes(size) => value / u64::from(size),
    }
}

/// Each row of the view: `first` columns of the left operand, then the columns of the right one.
///
/// Shapes: the view has `first` columns or more; the right operand has the rest; both have its rows.
pub fn concatenate(left: &'static str, right: &'static str, first: u32) -> Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let first = u64::from(first).min(out.cols as u64);
        for row in 0..out.rows {
            let rest = out.cols as u64 - first;
            join(slot, [left, right], [first, rest], out, row);
        }
    })
}

/// Each row of the view: as many columns of each source as the counts say; other columns keep the canary.
pub fn concatenate_counted(left: &'static str, right: &'static str, counts: Counts) -> Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        out.data.fill(CANARY);
        for row in 0..out.rows {
            let (_, cut) = counts.of(slot, row as u32);
            join(slot, [left, right], cut, out, row);
        }
    })
}

fn join(slot: &Slot, sources: [&str; 2], counts: [u64; 2], out: &mut View, row: usize) {
    let size = slot.input(sources[0]).tile.dtype.bytes();
    let start = row * out.cols * size;
    let target = &mut out.data[start..start + out.cols * size];
    let mut at = 0;
    for (name, count) in sources.into_iter().zip(counts) {
        let source = slot.input(name);
        let width = source.tile.cols() as usize * size;
        let bytes = count as usize * size;
        let readable = bytes.min(width);
        target[at..at + readable].copy_from_slice(&source.data[row * width..row * width + readable]);
        at += bytes;
    }
}

/// The elements that the sources' valid columns define (beyond them a source holds anything), and
/// the columns after both where `tail`.
pub fn count_mask(valid: [u32; 2], counts: Counts, cols: u32, tail: bool) -> MaskKernel {
    Box::new(move |slot: &Slot, mask: &mut [u8]| {
        mask.fill(0);
        for (row, line) in mask.chunks_exact_mut(cols.max(1) as usize).enumerate() {
            let (_, cut) = counts.of(slot, row as u32);
            let mut at = 0;
            for (count, valid) in cut.into_iter().zip(valid) {
                let defined = count.min(u64::from(valid)) as usize;
                line[at..at + defined].fill(1);
                at += count as usize;
            }
            line[at..].fill(u8::from(tail));
        }
    })
}

/// Where the counts of the rows are written.
///
/// Row i of the source goes to column i where `along_row`, else to row i; the value is the cut sum
/// in bytes of the index dtype where `cut_bytes`, else the sum of the two values as they stand.
pub fn counts_output(counts: Counts, dtype: DType, along_row: bool, cut_bytes: bool) -> Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let number = if along_row { out.cols } else { out.rows };
        for i in 0..number {
            let (raw, cut) = counts.of(slot, i as u32);
            let value = if cut_bytes {
                let total = raw[0].saturating_add(raw[1]).min(u64::from(counts.limit));
                debug_assert_eq!(total, cut[0] + cut[1]);
                total * dtype.bytes() as u64
            } else {
                let [a, b] = counts.operands.map(|name| slot.input(name).bits(i as u32, 0));
                a.wrapping_add(b)
            };
            dtype.write(out.data, i, value & dtype.mask());
        }
    })
}
