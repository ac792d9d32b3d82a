//! Hypotheses on a sum, and their replay.

use crate::evidence::Column;
use ptoconf_numeric::exact;
use ptoconf_numeric::orders::Tree;
use ptoconf_numeric::rounding::{Format, Rounding, element};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

/// What holds a sum between two additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Accumulator {
    /// The element type.
    Same,
    /// binary32; rounded to the element type at the end.
    F32,
    /// binary64; rounded to the element type at the end.
    Binary64,
    /// Anything that loses nothing; rounded to the element type at the end.
    Exact,
}

impl Accumulator {
    /// Name, as in reports.
    pub const fn name(self, dtype: DType) -> &'static str {
        match self {
            Accumulator::Same => dtype.name(),
            Accumulator::F32 => "f32",
            Accumulator::Binary64 => "binary64",
            Accumulator::Exact => "exact",
        }
    }

    /// The accumulators that round between additions.
    pub const fn rounding(dtype: DType) -> &'static [Accumulator] {
        match dtype {
            DType::F32 => &[Accumulator::Same, Accumulator::Binary64],
            _ => &[Accumulator::Same, Accumulator::F32, Accumulator::Binary64],
        }
    }
}

/// One way to add rows. `tree` is an index of the trees that are replayed, and means nothing for exact
/// sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypothesis {
    /// Which tree.
    pub tree: usize,
    /// Precision between additions.
    pub accumulator: Accumulator,
    /// Of every addition, and of the last conversion.
    pub rounding: Rounding,
    /// Whether the sum starts from +0.
    pub zero_seed: bool,
}

impl Hypothesis {
    /// Whether both add in the same way: they may differ in a zero in front alone.
    pub fn adds_like(&self, other: &Hypothesis) -> bool {
        (self.tree, self.accumulator, self.rounding) == (other.tree, other.accumulator, other.rounding)
    }

    /// Everything that can be made of so many trees.
    pub fn all(dtype: DType, trees: usize) -> Vec<Hypothesis> {
        let mut all = vec![];
        for tree in 0..trees {
            for &accumulator in Accumulator::rounding(dtype) {
                for rounding in Rounding::ALL {
                    all.extend([false, true].map(|zero_seed| Hypothesis { tree, accumulator, rounding, zero_seed }));
                }
            }
        }
        let exact = |zero_seed| Hypothesis { tree: 0, accumulator: Accumulator::Exact, rounding: Rounding::NearestEven, zero_seed };
        all.extend([false, true].map(exact));
        all
    }
}

/// Columns that are looked at one by one.
const ALONE: usize = 4;
/// Columns that are then added up at once.
const LANES: usize = 8;

/// Replays hypotheses on columns of one dtype.
pub struct Replay<'a> {
    dtype: DType,
    format: Format,
    trees: &'a [Tree],
    nodes: Vec<f64>,
}

impl<'a> Replay<'a> {
    /// Replays of these trees; none where the dtype is no float.
    pub fn new(dtype: DType, trees: &'a [Tree]) -> Option<Replay<'a>> {
        Some(Replay { dtype, format: Format::of(dtype)?, trees, nodes: vec![] })
    }

    /// Whether a hypothesis gives every one of these sums, bit for bit.
    pub fn fits<'c>(&mut self, hypothesis: &Hypothesis, mut columns: impl Iterator<Item = &'c Column>) -> bool {
        if hypothesis.accumulator == Accumulator::Exact {
            return columns.all(|column| is_exact(self.dtype, column, hypothesis.zero_seed));
        }
        // What does not fit mostly shows in the first columns; many that fit are added up side by side.
        let mut alone = |column: &Column| column.is(self.sum(hypothesis, &column.rows));
        if !columns.by_ref().take(ALONE).all(&mut alone) {
            return false;
        }
        let mut some: Vec<&Column> = Vec::with_capacity(LANES);
        loop {
            some.clear();
            some.extend(columns.by_ref().take(LANES));
            let Ok(lanes) = <[&Column; LANES]>::try_from(some.as_slice()) else {
                return some.iter().all(|column| column.is(self.sum(hypothesis, &column.rows)));
            };
            let wholes = self.wholes(hypothesis, lanes.map(|column| column.rows.as_slice()));
            if !lanes.iter().zip(wholes).all(|(column, whole)| column.is(self.rounded(hypothesis, whole))) {
                return false;
            }
        }
    }

    /// The sum of a column.
    pub fn sum(&mut self, hypothesis: &Hypothesis, rows: &[f64]) -> f64 {
        let whole = self.whole(hypothesis, rows);
        self.rounded(hypothesis, whole)
    }

    /// The same before a zero is added and it is rounded to the element type.
    pub fn whole(&mut self, hypothesis: &Hypothesis, rows: &[f64]) -> f64 {
        let [whole] = self.wholes(hypothesis, [rows]);
        whole
    }

    /// From there to the sum.
    pub fn rounded(&self, hypothesis: &Hypothesis, whole: f64) -> f64 {
        let (format, rounding) = (self.accumulating(hypothesis), hypothesis.rounding);
        // A zero added first or last is the same: it changes nothing but a sum of -0.
        self.format.round(if hypothesis.zero_seed { format.add(0.0, whole, rounding) } else { whole }, rounding)
    }

    fn accumulating(&self, hypothesis: &Hypothesis) -> Format {
        match hypothesis.accumulator {
            Accumulator::Same => self.format,
            Accumulator::F32 => Format::F32,
            _ => Format::F64,
        }
    }

    /// Several columns of as many rows. An addition has to wait for the one before it: those of several columns wait together.
    fn wholes<const N: usize>(&mut self, hypothesis: &Hypothesis, columns: [&[f64]; N]) -> [f64; N] {
        let (format, rounding) = (self.accumulating(hypothesis), hypothesis.rounding);
        let (sums, rows) = (self.trees[hypothesis.tree].sums(), columns[0].len());
        // Every node is written before it is read.
        self.nodes.resize((rows + sums.len()) * N, 0.0);
        let (nodes, _) = self.nodes.as_chunks_mut::<N>();
        for (row, node) in nodes[..rows].iter_mut().enumerate() {
            *node = columns.map(|column| column[row]);
        }
        // What is added how is decided once, and not for each addition.
        match (rounding, format) {
            (Rounding::NearestEven, Format::F64) => add_up(nodes, sums, |a, b| a + b),
            (Rounding::NearestEven, Format::F32) => add_up(nodes, sums, |a, b| f64::from((a + b) as f32)),
            (Rounding::NearestEven, _) => add_up(nodes, sums, |a, b| format.add(a, b, Rounding::NearestEven)),
            _ => add_up(nodes, sums, |a, b| format.add(a, b, rounding)),
        }
        nodes.last().copied().unwrap_or([0.0; N])
    }
}

/// Puts the sums of a tree after its leaves.
fn add_up<const N: usize>(nodes: &mut [[f64; N]], sums: &[[usize; 2]], add: impl Fn(f64, f64) -> f64) {
    let leaves = nodes.len() - sums.len();
    for (at, &[a, b]) in sums.iter().enumerate() {
        let (a, b) = (nodes[a], nodes[b]);
        nodes[leaves + at] = std::array::from_fn(|lane| add(a[lane], b[lane]));
    }
}

/// Whether a sum is the exact one rounded once; -0 only where all rows are and nothing is added.
fn is_exact(dtype: DType, column: &Column, zero_seed: bool) -> bool {
    let bits: Vec<u64> = column.rows.iter().map(|&x| element(dtype, x)).collect();
    let interval = exact(dtype, &bits);
    let special = |flag: u8| interval.special & flag != 0;
    if column.sum.is_nan() {
        return special(SPECIAL_NAN);
    }
    if column.sum.is_infinite() {
        return special(if column.sum > 0.0 { SPECIAL_INF } else { SPECIAL_NEG_INF });
    }
    if column.sum == 0.0 && column.rows.iter().all(|&x| x == 0.0) {
        let negative = !zero_seed && column.rows.iter().all(|x| x.is_sign_negative());
        return column.sum.is_sign_negative() == negative;
    }
    let [lowest, highest] = [interval.lowest, interval.highest].map(|b| ptoconf_numeric::rounding::value(dtype, b));
    interval.special == 0 && lowest <= column.sum && column.sum <= highest
}
