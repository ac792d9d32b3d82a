//! TROWEXPAND: column 0 of the source in every column of the destination.

use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::moves::Mover;
use ptoconf_schemas::{SLayout, Tile, Tuple};

const BOTH: [&str; 2] = ["dst", "src"];

/// The operation.
pub struct Expand;

impl Operation for Expand {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src)) = (tuple.tile("dst"), tuple.tile("src")) else { return };
        checks.settled("trowexpand/vec", each(tuple, &BOTH, is_vec));
        checks.settled("trowexpand/dst-nd-layout", is_nd(dst));
        let layouts = [("nd", is_nd(src), Judged), ("nd-or-dn", src.slayout == SLayout::NoneBox, Judged)];
        checks.by_option("trowexpand/src-layout", "trowexpand/source-layout", &layouts);
        checks.either("trowexpand/same-dtype", "trowexpand/mixed-dtypes", same_dtype(tuple, &BOTH), "equal", ("unchecked", Anything));
        let sizes = [("nine", dst.dtype.bytes() <= 4, Judged), ("eleven", true, Judged)];
        checks.by_option("trowexpand/dtype-supported", "trowexpand/dtypes", &sizes);
        let rows = src.valid_rows() == dst.valid_rows();
        checks.either("trowexpand/rows-equal", "trowexpand/rows", rows, "equal", ("iterate-dst", Judged));
        let cols = [("any", true, Judged), ("one-if-static", is_one_if_static(src), Judged)];
        checks.by_option("trowexpand/src-static-cols", "trowexpand/source-cols", &cols);
        let empty = [("no-effect", Returns), ("rejected", Rejects), ("dst-only", Anything)];
        checks.open("trowexpand/src-not-empty", "trowexpand/empty-src", is_not_empty(src), &empty);
        checks.either("trowexpand/dst-not-empty", "trowexpand/empty-dst", is_not_empty(dst), "rejected", ("no-effect", Returns));
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let [rows, cols] = dst.tile.valid;
        let mut mover = Mover::new(dst.tile.dtype);
        for row in 0..rows {
            if src.is_valid(row, 0) {
                let value = mover.copy(src.get(row, 0), ask)?;
                (0..cols).for_each(|col| dst.put(row, col, value));
            } else {
                (0..cols).for_each(|col| dst.spill(row, col));
            }
        }
        dst.pad(rows, cols, ask)
    }
}

fn is_one_if_static(tile: &Tile) -> bool {
    tile.dynamic[1] || tile.valid_cols() == 1
}
