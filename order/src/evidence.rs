//! What is known of one sum: columns and what an implementation made of them.
//!
//! Where rows are summed up, a column is a row of the tile, and its rows are the tile's columns.

use ptoconf_numeric::orders::{Layout, Line, Probe};
use ptoconf_schemas::DType;

/// A column with its sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The rows' values.
    pub rows: Vec<f64>,
    /// The sum that was returned.
    pub sum: f64,
    /// Which 256-byte vector of its row it stands in.
    pub lane: u32,
    /// What it holds, where it belongs to a layout.
    pub probe: Option<Probe>,
}

impl Column {
    /// Whether `sum` is what was returned: the same number with the same sign, or both NaN.
    pub fn is(&self, sum: f64) -> bool {
        self.sum.to_bits() == sum.to_bits() || (self.sum.is_nan() && sum.is_nan())
    }
}

/// All columns of sums of one dtype, of so many rows, at one place.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What is summed up.
    pub line: Line,
    /// Element type.
    pub dtype: DType,
    /// Number of rows.
    pub rows: u32,
    /// Columns of [`Layout::probes`].
    pub probes: Vec<Column>,
    /// Columns of [`Layout::pairs`]; may be empty.
    pub pairs: Vec<Column>,
    /// Columns of the rounding classes: one order has to give all of them.
    pub rounding: Vec<Column>,
}

impl Evidence {
    /// What a function that sums columns gives on a tile with every probe in two vectors and a tail,
    /// and on all pairs of up to 40 rows. For implementations at hand.
    pub fn of(line: Line, dtype: DType, rows: u32, mut sum: impl FnMut(&[f64], u32) -> f64) -> Evidence {
        let mut columns = |layout: &Layout| -> Vec<Column> {
            let width = layout.widths()[0];
            let column = |col: u32| {
                let rows: Vec<f64> = (0..rows).map(|row| ptoconf_numeric::rounding::value(dtype, layout.bits(row, col))).collect();
                let lane = col / dtype.vector();
                Column { sum: sum(&rows, lane), rows, lane, probe: Some(layout.at(col)) }
            };
            (0..width).map(column).collect()
        };
        let probes = columns(&Layout::probes(line, dtype, rows));
        let pairs = if rows <= 40 { columns(&Layout::pairs(line, dtype, rows)) } else { vec![] };
        Evidence { line, dtype, rows, probes, pairs, rounding: vec![] }
    }
}
