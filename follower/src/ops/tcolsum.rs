//! TCOLSUM: the sum of every column.

use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::arithmetic::Arithmetic;
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{Tile, Tuple};

const BOTH: [&str; 2] = ["dst", "src"];
const NINE: &[DType] = &[F16, F32, I16, I32, I8, U8, U16, U32, Bf16];
const FOUR: &[DType] = &[F16, F32, I16, I32];

/// The operation.
pub struct Sum;

impl Operation for Sum {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src)) = (tuple.tile("dst"), tuple.tile("src")) else { return };
        checks.settled("tcolsum/vec", each(tuple, &BOTH, is_vec));
        checks.settled("tcolsum/nd-layout", each(tuple, &BOTH, is_nd));
        checks.settled("tcolsum/same-dtype", same_dtype(tuple, &BOTH));
        let lists = [("eleven", true, Judged), ("nine", NINE.contains(&src.dtype), Judged), ("four", FOUR.contains(&src.dtype), Judged)];
        checks.by_option("tcolsum/dtype-supported", "tcolsum/dtypes", &lists);
        checks.settled("tcolsum/valid-cols-equal", src.valid_cols() == dst.valid_cols());
        let empty = [("no-effect", Returns), ("rejected", Rejects), ("zeros", Judged)];
        checks.open("tcolsum/src-not-empty", "tcolsum/empty-src", is_not_empty(src), &empty);
        let domain = [("dst", Returns), ("src", Anything), ("rejected", Rejects)];
        checks.open("tcolsum/dst-has-row", "tcolsum/domain", dst.valid_rows() > 0, &domain);
        let rows = [("first-row", Judged), ("every-row", Judged), ("rejected", Rejects)];
        checks.open("tcolsum/dst-one-row", "tcolsum/dst-rows", dst.valid_rows() <= 1, &rows);
        match tuple.tile("tmp") {
            Some(tmp) => check_tmp(checks, src, tmp, tuple.flag("isBinary")),
            None => checks.either("tcolsum/two-operands", "tcolsum/two-operands", false, "tmp-required", ("exists", Judged)),
        }
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let reading = if call.tuple.flag("isBinary") { "tcolsum/tree-order" } else { "tcolsum/sequential-order" };
        let ([rows, cols], mut arithmetic) = (src.tile.valid, Arithmetic::new(dst.tile.dtype));
        for col in 0..cols {
            let column: Vec<u64> = (0..rows).map(|row| src.get(row, col)).collect();
            let sum = if rows == 0 { 0 } else { arithmetic.sum(&column, col, reading, ask)? };
            dst.put(0, col, sum);
        }
        let mut own = 1;
        if dst.tile.valid_rows() > 1 && ask.option("tcolsum/dst-rows").is_some_and(|o| o == "every-row") {
            own = dst.tile.valid_rows();
            (1..own).for_each(|row| (0..cols).for_each(|col| dst.spill(row, col)));
        }
        dst.pad(own, cols, ask)
    }
}

fn check_tmp(checks: &mut Checks<'_>, src: &Tile, tmp: &Tile, binary: bool) {
    let stride = u64::from(tmp.cols()) * tmp.dtype.bytes() as u64 / src.dtype.bytes() as u64;
    let fits = u64::from(src.valid_cols()) <= stride;
    let conditions = [("always", fits, Judged), ("binary-only", !binary || fits, Judged)];
    checks.by_option("tcolsum/cols-within-tmp-stride", "tcolsum/tmp-stride", &conditions);
    let has = |rows: u32| !binary || tmp.rows() >= rows;
    let rows = src.valid_rows();
    let conditions = [("half-up", has(rows.div_ceil(2)), Judged), ("half-down", has(rows / 2), Judged), ("any", true, Anything)];
    checks.by_option("tcolsum/tmp-rows", "tcolsum/tmp-rows", &conditions);
    let unchecked = ("unchecked", Anything);
    checks.either("tcolsum/tmp-vec", "tcolsum/tmp-location", is_vec(tmp), "vec", unchecked);
    checks.either("tcolsum/tmp-nd-layout", "tcolsum/tmp-layout", is_nd(tmp), "nd", unchecked);
    checks.either("tcolsum/tmp-same-dtype", "tcolsum/tmp-dtype", tmp.dtype == src.dtype, "equal", ("unchecked", Judged));
}
