//! TROWPROD: the product of every row.

use super::tcolexpandop::FOUR;
use super::tcolprod::TEN;
use super::trowextreme::{SIX, check_operands, check_tmp};
use super::{Call, Operation, is_not_empty};
use crate::arithmetic::{Arithmetic, Line};
use crate::checks::Checks;
use crate::checks::Effect::{Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use ptoconf_schemas::Tuple;

/// The operation.
pub struct Product;

impl Operation for Product {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src), Some(tmp)) = (tuple.tile("dst"), tuple.tile("src"), tuple.tile("tmp")) else { return };
        check_operands(checks, tuple, dst, src);
        let lists = [("ten", TEN), ("six", SIX), ("four", FOUR)];
        checks.by_option(
            "trowprod/dtype-supported",
            "trowprod/dtypes",
            &lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged)),
        );
        let empty = [("rejected", Rejects), ("identity", Judged), ("no-effect", Returns)];
        checks.open("trowprod/src-not-empty", "trowprod/empty-src", is_not_empty(src), &empty);
        check_tmp(checks, tuple, src, tmp);
        let room = tmp.rows() >= src.valid_rows() && tmp.cols() >= src.valid_cols();
        checks.either("trowprod/tmp-holds-src", "trowprod/small-tmp", room, "checked", ("ignored", Judged));
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let ([rows, cols], mut arithmetic) = (src.tile.valid, Arithmetic::new(dst.tile.dtype));
        let [vector, block] = [256, 32].map(|bytes| bytes / src.tile.dtype.bytes());
        for number in 0..rows {
            let elements: Vec<u64> = (0..cols).map(|col| src.get(number, col)).collect();
            let line = Line { number, order: "trowprod/order", block, vector };
            let product = arithmetic.line_product(&elements, &line, ask)?;
            dst.put(number, 0, product);
        }
        dst.pad(rows, 1, ask)
    }
}
