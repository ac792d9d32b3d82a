//! Columns that show the order of additions; what they hold is the reference's to say.

use super::{Target, nonce};
use crate::rng::Stream;
use ptoconf_reference::Fill;
use ptoconf_reference::orders::{Layout, Probe};

pub(super) fn fill(target: &mut Target, fill: Fill, stream: &mut Stream) {
    let (dtype, rows) = (target.dtype(), target.tile.valid_rows());
    let layout = if fill == Fill::OrderPairs { Layout::pairs(dtype, rows) } else { Layout::probes(dtype, rows) };
    if !layout.is_empty() {
        target.each(|row, col| layout.bits(row, col));
        let free = (0..target.tile.valid_cols()).filter(|&col| layout.at(col) == Probe::Free);
        free.for_each(|col| nonce::fill(target, col, stream));
    }
}
