//! Counts for operations that are steered by index tiles.

use super::Target;
use crate::rng::Stream;
use ptoconf_reference::{Class, DataKind, Fill, Form, Query};
use ptoconf_schemas::{DType, Role, Tile};

/// The row from which on counts beyond an end walk along a list of every edge, and rows enough for the longest list: a
/// case walks along it twice, for the first source and for the last.
const WALK: u32 = 24;
pub(crate) const EDGE_ROWS: u32 = 232;

/// What limits the counts of a tuple.
struct Limits {
    /// Index units of one column.
    scale: u64,
    /// The most that these are under any admitted reading: what is past the end has to be so under all.
    largest: u64,
    /// The largest value that every index tile can hold, where they differ in type.
    max: u64,
    /// Valid columns of each counted source, in the order of the index inputs.
    sources: Vec<u64>,
    /// Valid columns of the destination.
    dst: u64,
}

impl Limits {
    fn of(form: &Form, query: &Query) -> Option<Limits> {
        let counted: Vec<&str> = form.operands.iter().filter_map(|o| o.counts).collect();
        let indices = form.operands.iter().filter(|o| o.kind == DataKind::Index);
        let max = indices.filter_map(|o| query.tuple.tile(o.name)).map(|tile| largest(tile.dtype)).min()?;
        let cols = |name: &str| query.tuple.tile(name).map_or(0, |t| u64::from(t.valid_cols()));
        Some(Limits {
            scale: u64::from((form.index_scale.0)(query)),
            largest: u64::from((form.largest_index_scale.0)(query)),
            max,
            sources: counted.iter().map(|n| cols(n)).collect(),
            dst: query.tuple.with_role(Role::Out).next().map_or(0, |o| u64::from(o.tile.valid_cols())),
        })
    }

    /// A count that with those of the other sources is beyond the destination's columns, whatever it counts.
    fn past_end(&self, others: u64, more: u64) -> u64 {
        let others = if self.largest == self.scale { others } else { 0 };
        (self.dst - others + 1 + more) * self.largest
    }

    /// A value at an edge, of the first or of the last source. Row 0 is past the end in every case; which edge it and
    /// the others have changes from row to row and from case to case. No two values add up to more than the type holds.
    fn edge(&self, row: u64, slot: u64, place: usize, full: &[u64]) -> u64 {
        let (scale, dst, first) = (self.scale, self.dst * self.scale, full[0] * self.scale);
        let past = self.past_end(full[..full.len() - 1].iter().sum(), row % 3);
        let alone = self.past_end(0, row % 3);
        let beyond = |value: u64| if value / self.largest > self.dst { value } else { alone };
        let half = beyond(self.max / 2 + 1);
        // What a counter of 16 bits takes for no more than a column.
        let wide = if self.max > 1 << 17 { (1 << 16) + (row / 2 + slot) % 2 * scale } else { alone };
        // Every power of two that is past the end and that the type holds, in one tuple or another.
        let (low, high) = ((self.dst * self.largest).max(1).ilog2() + 1, self.max.ilog2() + 1);
        let turn = row + 3 * slot + full[0] + self.dst;
        let power = if low < high { beyond(1 << (low + (turn % u64::from(high - low)) as u32)) } else { alone };
        let past_end = [
            (first, past),
            (power, 0),
            (0, self.max),
            (half, 0),
            (0, power),
            (0, half),
            (0, wide),
            (self.max, 0),
            (wide, 0),
            (0, beyond(half - 1)),
        ];
        let within = [
            (dst, 0),
            (0, dst),
            (dst.saturating_sub(scale), scale),
            (scale, dst.saturating_sub(scale)),
            (scale, 0),
            (0, 0),
            (0, dst + scale),
        ];
        let number = (row / 2 + slot) as usize;
        let pair = if row.is_multiple_of(2) { past_end[number % past_end.len()] } else { within[number % within.len()] };
        match place {
            0 => pair.0,
            _ if place + 1 == full.len() => pair.1,
            _ => 0,
        }
    }

    /// Every value at an edge: the smallest ones and the largest, each power of two and the destination's columns, all with one
    /// more and one less, and the columns in their unit.
    fn edges(&self) -> Vec<u64> {
        let powers = (0..=self.max.ilog2()).flat_map(|bit| around(1 << bit));
        let scaled = around(self.dst).map(|columns| columns * self.scale);
        let ends = [0, self.max - 1, self.max];
        let mut edges: Vec<u64> = powers.chain(around(self.dst)).chain(scaled).chain(ends).filter(|&n| n <= self.max).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Every negative value at an edge, without its sign: the smallest one, too.
    fn negative_edges(&self) -> Vec<u64> {
        (0..=self.max.ilog2() + 1).map(|bit| 1 << bit).collect()
    }

    /// The next one of a list, by turns for the first source and for the last, whose types and lists may differ; nothing of the
    /// others.
    fn walk(edges: &[u64], at: u64, place: usize, sources: usize) -> u64 {
        let own = if at.is_multiple_of(2) { 0 } else { sources - 1 };
        if place == own { edges[(at / 2 % edges.len() as u64) as usize] } else { 0 }
    }

    /// A value of a count that ends at an edge of the sources or of the destination, and no row is past the end; `room`
    /// says how many columns of each source follow in its memory. Beyond its valid ones nothing is judged.
    fn within(&self, row: u64, slot: u64, place: usize, full: &[u64], room: &[u64]) -> u64 {
        let last = full.len() - 1;
        let alone = |at: usize| if self.dst <= room[at] && self.dst * self.scale <= self.max { self.dst } else { full[at] };
        let pairs = [
            (alone(0), 0),
            (0, alone(last)),
            (full[0], full[last]),
            (full[0].saturating_sub(1), full[last]),
            (full[0], full[last].saturating_sub(1)),
            (1.min(full[0]), 0),
            (0, 1.min(full[last])),
            (0, 0),
        ];
        // The largest value of the type, where it counts columns as any other does: in every other of these rows, or cases.
        let largest = self.max / self.scale;
        let counts = |at: usize| largest <= self.sources[at].min(self.dst) && largest * self.scale == self.max;
        let pair = match (row / 4 + slot).is_multiple_of(2) {
            true if counts(0) => (largest, 0),
            true if counts(last) => (0, largest),
            _ => pairs[((row / 4 + slot + self.dst) % pairs.len() as u64) as usize],
        };
        let columns = if place == 0 { pair.0 } else { pair.1 };
        if place == 0 || place == last { columns * self.scale } else { 0 }
    }

    /// A value one byte off the destination's columns, which are taken by one source alone. Of a destination without
    /// columns it is any: nothing is taken.
    fn one_byte_off(&self, row: u64, place: usize, last: usize, room: &[u64]) -> Option<u64> {
        let whole = self.dst * self.scale;
        let own = [0, last][(row / 4 % 2) as usize];
        let fits = self.dst < room[own] && whole < self.max;
        let below = (row / 8).is_multiple_of(2) && whole > 0;
        let off = if below { whole - 1 } else { whole + 1 };
        fits.then_some(if place == own { off } else { 0 })
    }

    /// The most columns of each source: at most its valid columns, together at most the destination's,
    /// and in index units together at most what the index type holds.
    fn full(&self) -> Vec<u64> {
        let mut room = self.dst.min(self.max / self.scale);
        let share = room.div_ceil(self.sources.len().max(1) as u64);
        let mut counts = vec![];
        for (i, &source) in self.sources.iter().enumerate() {
            let last = i + 1 == self.sources.len();
            let count = source.min(if last { room } else { share.max(room.saturating_sub(self.sources[i + 1..].iter().sum())) });
            room -= count;
            counts.push(count);
        }
        counts
    }
}

/// A number with one less and one more.
fn around(number: u64) -> [u64; 3] {
    [number.saturating_sub(1), number, number + 1]
}

fn largest(dtype: DType) -> u64 {
    if dtype.is_signed() { dtype.mask() >> 1 } else { dtype.mask() }
}

/// Whether the class's property can be had: counts past the end must fit the index type together,
/// and ragged byte counts need elements of several bytes.
pub(super) fn supports(form: &Form, query: &Query, class: Class) -> bool {
    let Some(limits) = Limits::of(form, query) else { return false };
    match class.fill {
        Fill::IndexPastEnd => (limits.dst + 4) * limits.largest <= limits.max,
        Fill::IndexRagged => limits.scale > 1 && limits.full().iter().all(|n| (n + 1) * limits.scale * 2 <= limits.max),
        _ => true,
    }
}

/// Writes the counts to column 0, row by row, and other numbers of the same kind elsewhere.
pub(super) fn fill(target: &mut Target, form: &Form, query: &Query, name: &str, class: Class, stream: &mut Stream) {
    let Some(limits) = Limits::of(form, query) else { return };
    let place = form.operands.iter().filter(|o| o.counts.is_some()).position(|o| o.name == name).unwrap_or(0);
    let full = limits.full();
    let last = place + 1 == full.len();
    let (mask, slot) = (target.dtype().mask(), u64::from(target.slot));
    let (edges, negative) = (limits.edges(), limits.negative_edges());
    let rows = u64::from(target.tile.valid_rows()).saturating_sub(WALK.into());
    let counted: Vec<&Tile> = form.operands.iter().filter_map(|o| o.counts).filter_map(|name| query.tuple.tile(name)).collect();
    target.each(|row, col| {
        let most = full[place];
        let random = stream.below(most + 1);
        let room: Vec<u64> = counted.iter().map(|t| u64::from(t.rows().saturating_sub(row)) * u64::from(t.cols())).collect();
        let off = || limits.one_byte_off(row.into(), place, full.len() - 1, &room);
        let walk = |edges: &[u64]| Limits::walk(edges, slot * rows + u64::from(row - WALK), place, full.len());
        let value = match class.fill {
            _ if col > 0 => random * limits.scale,
            Fill::IndexPastEnd if row >= WALK => walk(&edges),
            Fill::IndexNegative if row >= WALK => walk(&negative).wrapping_neg(),
            Fill::IndexVarying if row % 4 == 3 => limits.within(row.into(), slot, place, &full, &room),
            Fill::IndexRagged if row % 4 == 3 && off().is_some() => off().unwrap_or_default(),
            Fill::IndexVarying if u64::from(row) % 4 == place as u64 => 0,
            Fill::IndexVarying => (1 + stream.below(most)).min(most) * limits.scale,
            Fill::IndexPastEnd => limits.edge(u64::from(row), slot, place, &full),
            Fill::IndexRagged => random * limits.scale + 1 + stream.below(limits.scale - 1),
            Fill::IndexNegative if last || row % 3 == 2 => (1 + stream.below(limits.max)).wrapping_neg(),
            _ => most * limits.scale,
        };
        value & mask
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_counts_respect_every_limit() {
        for (sources, dst, max, scale) in
            [([16, 16], 32, 127, 1), ([16, 16], 31, 1 << 31, 4), ([300, 200], 500, 255, 1), ([5, 0], 5, 127, 2)]
        {
            let limits = Limits { scale, largest: scale, max, sources: sources.to_vec(), dst };
            let full = limits.full();
            let total: u64 = full.iter().sum();
            assert!(full[0] <= sources[0] && full[1] <= sources[1] && total <= dst && total * scale <= max, "{full:?}");
            assert!(total == dst || total == sources.iter().sum::<u64>() || (total + 1) * scale > max || full[0] > 0, "{full:?}");
        }
    }
}
