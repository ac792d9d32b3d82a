//! TCOLEXPAND: row 0 of the source in every row of the destination.

use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::moves::Mover;
use ptoconf_schemas::Tuple;

const BOTH: [&str; 2] = ["dst", "src"];

/// The operation.
pub struct Expand;

impl Operation for Expand {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src)) = (tuple.tile("dst"), tuple.tile("src")) else { return };
        let unchecked = ("unchecked", Anything);
        checks.either("tcolexpand/vec", "tcolexpand/location", each(tuple, &BOTH, is_vec), "vec", unchecked);
        checks.either("tcolexpand/nd-layout", "tcolexpand/layout", each(tuple, &BOTH, is_nd), "nd", unchecked);
        checks.either("tcolexpand/same-dtype", "tcolexpand/mixed-dtypes", same_dtype(tuple, &BOTH), "equal", unchecked);
        let up_to = |bytes: usize| dst.dtype.bytes() <= bytes;
        let sizes = [("up-to-8-bytes", up_to(8), Judged), ("up-to-4-bytes", up_to(4), Judged)];
        checks.by_option("tcolexpand/dtype-supported", "tcolexpand/wide-dtypes", &sizes);
        let cols = src.valid_cols() == dst.valid_cols();
        checks.either("tcolexpand/cols-equal", "tcolexpand/cols", cols, "equal", ("iterate-dst", Judged));
        let empty = [("no-effect", Returns), ("rejected", Rejects), ("dst-only", Anything)];
        checks.open("tcolexpand/src-not-empty", "tcolexpand/empty-src", is_not_empty(src), &empty);
        checks.either("tcolexpand/dst-not-empty", "tcolexpand/empty-dst", is_not_empty(dst), "rejected", ("no-effect", Returns));
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let [rows, cols] = dst.tile.valid;
        let mut mover = Mover::new(dst.tile.dtype);
        for col in 0..cols {
            if src.is_valid(0, col) {
                let value = mover.copy(src.get(0, col), ask)?;
                (0..rows).for_each(|row| dst.put(row, col, value));
            } else {
                (0..rows).for_each(|row| dst.spill(row, col));
            }
        }
        dst.pad(rows, cols, ask)
    }
}
