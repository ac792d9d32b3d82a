//! TROWMAX and TROWMIN: the largest or the smallest of every row.

use super::tcolexpandop::FOUR;
use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{self, Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::pick::Picker;
use ptoconf_schemas::DType::{self, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64};
use ptoconf_schemas::{SLayout, Tile, Tuple};

const BOTH: [&str; 2] = ["dst", "src"];
pub const SIX: &[DType] = &[F16, F32, I16, I32, U16, U32];
const EIGHT: &[DType] = &[F16, F32, I16, I32, I64, U64, I8, U8];
const TEN: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, I64, U64];

/// Either operation.
pub struct Extreme {
    /// Whether it is the largest.
    pub largest: bool,
}

impl Operation for Extreme {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src), Some(tmp)) = (tuple.tile("dst"), tuple.tile("src"), tuple.tile("tmp")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        check_operands(checks, tuple, dst, src);
        let lists = [("ten", TEN), ("eight", EIGHT), ("six", SIX), ("four", FOUR)];
        let lists = lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged));
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &lists);
        checks.settled(&id("src-not-empty"), is_not_empty(src));
        check_tmp(checks, tuple, src, tmp);
        let room = tmp.rows() >= src.valid_rows() && tmp.cols() >= src.valid_cols();
        checks.open(&id("tmp-holds-src"), &id("small-tmp"), room, &OF_TMP);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let ([rows, cols], mut picker) = (src.tile.valid, Picker::new(dst.tile.dtype, self.largest));
        for row in 0..rows {
            let line: Vec<u64> = (0..cols).map(|col| src.get(row, col)).collect();
            let picked = picker.pick(&line, ask)?;
            dst.put(row, 0, picked);
        }
        dst.pad(rows, 1, ask)
    }
}

/// What options make of a tmp that is not as the assembler wants it.
const OF_TMP: [(&str, Effect); 3] = [("checked", Rejects), ("unchecked", Anything), ("ignored", Judged)];

/// What reductions of rows ask of dst and src, but for element types and emptiness.
pub fn check_operands(checks: &mut Checks<'_>, tuple: &Tuple, dst: &Tile, src: &Tile) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    checks.settled(&id("vec"), each(tuple, &BOTH, is_vec));
    checks.settled(&id("src-nd-layout"), is_nd(src));
    let column = dst.slayout == SLayout::NoneBox && dst.cols() == 1;
    checks.settled(&id("dst-layout"), is_nd(dst) || column);
    checks.settled(&id("same-dtype"), same_dtype(tuple, &BOTH));
    checks.settled(&id("rows-equal"), src.valid_rows() == dst.valid_rows());
    let none = [("src", Anything), ("dst", Returns), ("rejected", Rejects)];
    checks.open(&id("dst-has-col"), &id("dst-has-col"), dst.valid_cols() > 0, &none);
    checks.either(&id("dst-one-col"), &id("dst-cols"), dst.valid_cols() <= 1, "one", ("first-column", Judged));
}

/// What they ask of tmp, but for its size.
pub fn check_tmp(checks: &mut Checks<'_>, tuple: &Tuple, src: &Tile, tmp: &Tile) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    let of_tmp = [
        ("tmp-vec", "tmp-location", is_vec(tmp)),
        ("tmp-nd-layout", "tmp-layout", is_nd(tmp)),
        ("tmp-same-dtype", "tmp-dtype", tmp.dtype == src.dtype),
        ("tmp-like-src", "tmp-shape", tmp.valid == src.valid),
    ];
    for (rule, reading, holds) in of_tmp {
        checks.open(&id(rule), &id(reading), holds, &OF_TMP);
    }
}
