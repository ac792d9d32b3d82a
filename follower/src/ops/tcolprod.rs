//! TCOLPROD: the product of every column.

use super::tcolexpandop::FOUR;
use super::trowextreme::SIX;
use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::arithmetic::{Arithmetic, Line};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64};
use ptoconf_schemas::Tuple;

const BOTH: [&str; 2] = ["dst", "src"];
const SEVEN: &[DType] = &[F16, F32, Bf16, I16, U16, I32, U32];
pub const TEN: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, I64, U64];

/// The operation.
pub struct Product;

impl Operation for Product {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src)) = (tuple.tile("dst"), tuple.tile("src")) else { return };
        checks.settled("tcolprod/vec", each(tuple, &BOTH, is_vec));
        checks.settled("tcolprod/nd-layout", each(tuple, &BOTH, is_nd));
        checks.settled("tcolprod/same-dtype", same_dtype(tuple, &BOTH));
        let lists = [("ten", TEN), ("seven", SEVEN), ("six", SIX), ("four", FOUR)];
        checks.by_option(
            "tcolprod/dtype-supported",
            "tcolprod/dtypes",
            &lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged)),
        );
        checks.settled("tcolprod/valid-cols-equal", src.valid_cols() == dst.valid_cols());
        let empty = [("no-effect", Returns), ("rejected", Rejects), ("ones", Judged)];
        checks.open("tcolprod/src-not-empty", "tcolprod/empty-src", is_not_empty(src), &empty);
        let domain = [("dst", Returns), ("src", Anything), ("rejected", Rejects)];
        checks.open("tcolprod/dst-has-row", "tcolprod/domain", dst.valid_rows() > 0, &domain);
        let rows = [("first-row", Judged), ("every-row", Judged), ("rejected", Rejects)];
        checks.open("tcolprod/dst-one-row", "tcolprod/dst-rows", dst.valid_rows() <= 1, &rows);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let ([rows, cols], mut arithmetic) = (src.tile.valid, Arithmetic::new(dst.tile.dtype));
        for number in 0..cols {
            let column: Vec<u64> = (0..rows).map(|row| src.get(row, number)).collect();
            let line = Line { number, order: "tcolprod/order", block: 1, vector: 1 };
            let product = arithmetic.line_product(&column, &line, ask)?;
            dst.put(0, number, product);
        }
        let mut own = 1;
        if dst.tile.valid_rows() > 1 && ask.option("tcolprod/dst-rows").is_some_and(|o| o == "every-row") {
            own = dst.tile.valid_rows();
            (1..own).for_each(|row| (0..cols).for_each(|col| dst.spill(row, col)));
        }
        dst.pad(own, cols, ask)
    }
}
