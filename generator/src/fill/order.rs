//! Columns that show the order of additions; what they hold is the reference's to say.

use super::{Target, nonce};
use crate::rng::Stream;
use ptoconf_numeric::orders::{Layout, Line, Probe};
use ptoconf_reference::{Class, Fill};
use ptoconf_schemas::Tile;

/// The layout of the columns of a class that shows an order of such lines; none for other classes and types.
pub(super) fn layout(class: Class, line: Line, tile: &Tile) -> Option<Layout> {
    let shows = tile.dtype.is_float() && tile.valid_rows() > 0 && Class::ORDER.contains(&class);
    let make = if class.fill == Fill::OrderPairs { Layout::pairs } else { Layout::probes };
    shows.then(|| make(line, tile.dtype, tile.valid_rows()))
}

pub(super) fn fill(target: &mut Target, layout: &Layout, stream: &mut Stream) {
    if !layout.is_empty() {
        target.each(|row, col| layout.bits(row, col));
        let free = (0..target.tile.valid_cols()).filter(|&col| layout.at(col) == Probe::Free);
        free.for_each(|col| nonce::fill(target, col, stream));
    }
}
