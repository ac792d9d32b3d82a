//! Columns whose sums show the order of additions, the precision between them, a zero in front, and
//! the rounding.
//!
//! Of sums of rows, read column as row and row as column throughout: a layout is of lines with so many elements.
//!
//! Where each column stands depends on dtype and number of rows alone. The columns start anew in each
//! vector of 256 bytes where they fit into one, so that an order that depends on the lane is seen.
//! Every number is a multiple of the smallest normal one, so that no sum is subnormal: what becomes of
//! subnormal numbers is another question.

use super::tree::SmallestSums;
use super::{Line, Tree};
use ptoconf_schemas::{DType, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// What one column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// Random signs and full mantissas over about the exponents that the element type's precision spans.
    Reveal(u32),
    /// The same over more exponents than a wider accumulator keeps.
    RevealWide(u32),
    /// The same again, with two rows that cancel: what wider accumulators lose is not hidden by the last
    /// rounding.
    RevealCancel(u32),
    /// A huge number M in the first row, -M in the second one, and units elsewhere, which any sum with
    /// one of the two absorbs: the result counts the units outside the smallest sum with both. Where an
    /// f32 accumulator would not absorb so many units, only the rows of a block have them: the third
    /// number.
    Mask(u32, u32, u32),
    /// -0 only.
    NegativeZeros,
    /// The largest number in the first half of the rows, the smallest one in the others.
    Overflow,
    /// A power of two, its 2^-k th part, its negative, and zeros: what is left shows the precision of the accumulator.
    Precision(u32),
    /// Nothing of the layout's: free for a number that only one case has.
    Free,
}

/// Reveal columns of each kind.
const REVEAL: u32 = 14;
/// Most mask columns.
const MASKS: usize = 4;

/// Which column holds what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    line: Line,
    dtype: DType,
    rows: u32,
    probes: Vec<Probe>,
}

impl Layout {
    /// The columns that tell named orders, precisions, zeros in front and roundings apart.
    pub fn probes(line: Line, dtype: DType, rows: u32) -> Layout {
        let mut probes: Vec<Probe> = (0..REVEAL).flat_map(|i| [Probe::Reveal(i), Probe::RevealWide(i), Probe::RevealCancel(i)]).collect();
        let format = Format::of(dtype);
        let blocks = rows.div_ceil(format.block(rows));
        // Of a row of blocks, the first and the last: more would leave no room in a vector.
        let ends: BTreeSet<u32> = [0, blocks.saturating_sub(1)].into();
        probes.extend(
            separating_masks(line, dtype, rows as usize).iter().flat_map(|&[i, j]| ends.iter().map(move |&block| Probe::Mask(i, j, block))),
        );
        probes.extend([Probe::NegativeZeros, Probe::Overflow]);
        let near = |k: u32| [k - 1, k, k + 1];
        let precisions: BTreeSet<u32> = [near(format.precision - 1), near(23), near(52)].concat().into_iter().collect();
        let normal = |k: &u32| format.base() - i64::from(*k) > -format.bias;
        probes.extend(precisions.into_iter().filter(normal).map(Probe::Precision));
        probes.push(Probe::Free);
        Layout { line, dtype, rows, probes }
    }

    /// A mask for each pair of rows and block: from them any tree can be recovered.
    pub fn pairs(line: Line, dtype: DType, rows: u32) -> Layout {
        let blocks = rows.div_ceil(Format::of(dtype).block(rows)).max(1);
        let pairs = (0..rows).flat_map(|i| (i + 1..rows).map(move |j| [i, j]));
        let mut probes: Vec<Probe> = pairs.flat_map(|[i, j]| (0..blocks).map(move |block| Probe::Mask(i, j, block))).collect();
        if !probes.is_empty() {
            probes.push(Probe::Free);
        }
        Layout { line, dtype, rows, probes }
    }

    /// The rows that have units in a block of masks; but for the two with M and -M.
    pub fn block(&self, block: u32) -> std::ops::Range<u32> {
        let size = Format::of(self.dtype).block(self.rows);
        block * size..((block + 1) * size).min(self.rows)
    }

    /// Number of different columns.
    pub fn len(&self) -> u32 {
        self.probes.len() as u32
    }

    /// Whether there is no column: pairs of a single row.
    pub fn is_empty(&self) -> bool {
        self.probes.is_empty()
    }

    /// Whether all columns fit into one vector, and so start anew in each.
    pub fn fits_a_vector(&self) -> bool {
        self.len() <= self.dtype.vector()
    }

    /// Widths of a tile worth having, best first: two vectors and a tail with every column, one and a
    /// tail, every column once.
    pub fn widths(&self) -> Vec<u32> {
        let vector = self.dtype.vector();
        if self.fits_a_vector() { [2, 1, 0].map(|n| n * vector + self.len()).to_vec() } else { vec![self.len()] }
    }

    /// What a column holds.
    pub fn at(&self, col: u32) -> Probe {
        let within = if self.fits_a_vector() { col % self.dtype.vector() } else { col };
        self.probes[(within % self.len().max(1)) as usize]
    }

    /// The element of a row and column.
    pub fn bits(&self, row: u32, col: u32) -> u64 {
        let format = Format::of(self.dtype);
        match self.at(col) {
            Probe::Reveal(i) => format.random(self.reveal_exponents(&format), noise([self.rows, 3 * i, row, format.precision])),
            Probe::RevealWide(i) => format.random(self.wide_exponents(&format), noise([self.rows, 3 * i + 1, row, format.precision])),
            Probe::RevealCancel(i) => self.cancelling(&format, i, row),
            Probe::Mask(i, ..) if row == i => format.normal(format.bias, 0),
            Probe::Mask(_, j, _) if row == j => format.normal(format.bias, 0) | format.sign,
            Probe::Mask(_, _, block) => {
                if self.block(block).contains(&row) {
                    format.unit()
                } else {
                    0
                }
            }
            Probe::NegativeZeros => format.sign,
            Probe::Overflow => format.largest() | if row < self.rows.div_ceil(2) { 0 } else { format.sign },
            Probe::Precision(k) => match row {
                0 => format.normal(format.base(), 0),
                1 => format.normal(format.base() - i64::from(k), 0),
                2 => format.normal(format.base(), 0) | format.sign,
                _ => 0,
            },
            Probe::Free => 0,
        }
    }

    /// The unit that masks count.
    pub fn unit(&self) -> u64 {
        Format::of(self.dtype).unit()
    }

    /// Two rows hold a large number and its negative.
    fn cancelling(&self, format: &Format, i: u32, row: u32) -> u64 {
        let noise_of = |row: u32| noise([self.rows, 3 * i + 2, row, format.precision]);
        let whole = noise_of(u32::MAX);
        let first = (whole >> 32) as u32 % self.rows.max(1);
        let second = (first + 1 + (whole as u32 >> 8) % self.rows.saturating_sub(1).max(1)) % self.rows.max(1);
        let [low, high] = [self.wide_exponents(format)[0], 30.min(format.bias - 1)];
        // As far below the two rows as the element type, f32 or binary64 just keeps.
        let gap = [i64::from(format.precision) - 2, 21, 48][i as usize % 3].min(high - low);
        match row {
            _ if row == first => format.normal(high, whole),
            _ if row == second => format.normal(high, whole) | format.sign,
            _ => format.random([(high - gap - 10).max(low), high - gap], noise_of(row)),
        }
    }

    /// Exponents around zero, low enough that no sum overflows, high enough that none is subnormal.
    fn reveal_exponents(&self, format: &Format) -> [i64; 2] {
        let half = i64::from(format.precision) / 2;
        [-half, half.min(self.top(format))]
    }

    /// As far as the type goes, but no further than beyond what binary64 keeps.
    fn wide_exponents(&self, format: &Format) -> [i64; 2] {
        [(-30).max(1 - format.bias), 30.min(self.top(format))]
    }

    fn top(&self, format: &Format) -> i64 {
        format.bias - 2 - i64::from(self.rows.max(1).next_power_of_two().ilog2())
    }
}

/// Pairs of rows that masks have.
type Masks = Arc<Vec<[u32; 2]>>;

/// Pairs of rows such that the size of the smallest sum with both differs between any two named orders
/// that differ at all: the pair that separates most orders first. They are looked for once for each number of rows:
/// a check asks for them for every form, attribute and dtype.
fn separating_masks(line: Line, dtype: DType, rows: usize) -> Masks {
    static FOUND: Mutex<BTreeMap<(Line, u32, usize), Masks>> = Mutex::new(BTreeMap::new());
    // Orders of a column do not depend on the type.
    let key = (line, if line == Line::Row { dtype.vector() } else { 0 }, rows);
    let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(masks) = known().get(&key) {
        return Arc::clone(masks);
    }
    let masks = Arc::new(find_separating_masks(line, dtype, rows));
    known().insert(key, Arc::clone(&masks));
    masks
}

fn find_separating_masks(line: Line, dtype: DType, rows: usize) -> Vec<[u32; 2]> {
    let trees: Vec<Tree> = line.names().iter().filter_map(|name| line.named(name, dtype, rows)).collect();
    let trees: Vec<SmallestSums<'_>> = trees.iter().map(SmallestSums::new).collect();
    let mut left: Vec<[usize; 2]> = (0..trees.len()).flat_map(|a| (a + 1..trees.len()).map(move |b| [a, b])).collect();
    let (mut masks, mut sizes) = (vec![], vec![vec![1; rows]; trees.len()]);
    while masks.len() < MASKS {
        let Some((best, of_best)) = most_separating(&trees, &left, &mut sizes, rows) else { break };
        left.retain(|[a, b]| of_best[*a] == of_best[*b]);
        masks.push(best);
    }
    masks
}

/// The pair of rows that separates the most of some pairs of trees, the first of several; with what it says of every tree of
/// theirs. None where none separates any.
fn most_separating(trees: &[SmallestSums<'_>], pairs: &[[usize; 2]], sizes: &mut [Vec<u32>], rows: usize) -> Option<([u32; 2], Vec<u32>)> {
    let (mut best, mut most) = (None, 0);
    let asked: Vec<usize> = (0..trees.len()).filter(|tree| pairs.iter().flatten().any(|own| own == tree)).collect();
    for i in 0..rows {
        asked.iter().for_each(|&tree| trees[tree].with(i, &mut sizes[tree]));
        let mut separated = vec![0_u32; rows];
        for &[a, b] in pairs {
            let both = sizes[a].iter().zip(&sizes[b]);
            separated.iter_mut().zip(both).for_each(|(count, (a, b))| *count += u32::from(a != b));
        }
        for (j, &count) in separated.iter().enumerate().skip(i + 1).filter(|(_, count)| **count > 0) {
            if count > most {
                most = count;
                best = Some(([i as u32, j as u32], sizes.iter().map(|sizes| sizes[j]).collect()));
            }
        }
    }
    best
}

/// The fields of a float type.
struct Format {
    precision: u32,
    bias: i64,
    sign: u64,
    infinity: u64,
    mantissa: u64,
}

impl Format {
    fn of(dtype: DType) -> Format {
        let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or((1, 1, 0));
        let (precision, bias) = match dtype.kind() {
            Kind::Float { precision, exponent_bits } => (precision, (1 << (exponent_bits - 1)) - 1),
            _ => (1, 0),
        };
        Format { precision, bias, sign, infinity, mantissa }
    }

    fn largest(&self) -> u64 {
        self.infinity - 1
    }

    fn normal(&self, exponent: i64, mantissa: u64) -> u64 {
        ((exponent + self.bias) as u64) << (self.precision - 1) | (mantissa & self.mantissa)
    }

    /// Whether the range is so narrow that numbers have to start at one end of it.
    fn narrow(&self) -> bool {
        self.bias < 64
    }

    /// Exponent of the power of two of precision columns.
    fn base(&self) -> i64 {
        if self.narrow() { self.bias } else { 0 }
    }

    /// What the largest power of two absorbs: one, or in a narrow type its smallest normal number.
    fn unit(&self) -> u64 {
        if self.narrow() { self.mantissa + 1 } else { self.normal(0, 0) }
    }

    /// Number of rows whose units an f32 accumulator absorbs together into the largest power of two: of
    /// f16, 2^-14 into 2^15, whose lower neighbour is 2^-9 away.
    fn block(&self, rows: u32) -> u32 {
        if self.narrow() && rows > 18 { 16 } else { rows.max(1) }
    }

    /// A random sign, exponent and mantissa, without what is no multiple of the smallest normal number.
    fn random(&self, [low, high]: [i64; 2], noise: u64) -> u64 {
        let exponent = low + (noise >> 32) as i64 % (high - low + 1).max(1);
        let sign = if noise >> 31 & 1 == 1 { self.sign } else { 0 };
        let below = (i64::from(self.precision) - self.bias - exponent).clamp(0, i64::from(self.precision) - 1);
        self.normal(exponent, noise >> below << below) | sign
    }
}

/// Mixed bits that depend on the numbers alone: the finalizer of SplitMix64 over each.
fn noise(parts: [u32; 4]) -> u64 {
    parts.into_iter().fold(0x0070_726F_6265_0001, |state: u64, part| {
        let mut z = (state ^ u64::from(part)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

    #[test]
    fn columns_fit_a_vector_and_masks_separate_all_orders() {
        for (line, dtype) in [Line::Column, Line::Row].into_iter().flat_map(|line| FLOATS.map(|dtype| (line, dtype))) {
            for rows in [2, 3, 5, 8, 13, 33, 64, 256] {
                let sizes: Vec<_> = line.names().iter().map(|n| line.named(n, dtype, rows).unwrap().sizes()).collect();
                let masks = separating_masks(line, dtype, rows);
                for (a, b) in sizes.iter().flat_map(|a| sizes.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
                    let seen = |[i, j]: &[u32; 2]| a[*i as usize * rows + *j as usize] != b[*i as usize * rows + *j as usize];
                    assert!(masks.iter().any(seen), "{line:?} {dtype} {rows}");
                }
                assert!(Layout::probes(line, dtype, rows as u32).fits_a_vector(), "{line:?} {dtype} {rows}");
            }
        }
    }

    #[test]
    fn columns_hold_what_they_are_named_after() {
        let layout = Layout::probes(Line::Column, DType::F16, 5);
        let column = |wanted: Probe| {
            let col = (0..layout.len()).find(|&c| layout.at(c) == wanted).unwrap();
            (0..5).map(|row| layout.bits(row, col)).collect::<Vec<_>>()
        };
        assert_eq!(column(Probe::Precision(11)), [0x7800, 0x4C00, 0xF800, 0, 0]);
        assert_eq!(column(Probe::NegativeZeros), [0x8000; 5]);
        assert_eq!(column(Probe::Overflow), [0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF, 0xFBFF]);
        let pairs = Layout::pairs(Line::Column, DType::F16, 3);
        assert_eq!((0..3).map(|row| pairs.bits(row, 1)).collect::<Vec<_>>(), [0x7800, 0x0400, 0xF800]);
        assert_eq!((layout.at(3), layout.at(3 + 128), layout.at(3 + 256)), (layout.at(3), layout.at(3), layout.at(3)));
    }
}
