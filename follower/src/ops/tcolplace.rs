//! TCOLARGMAX and TCOLARGMIN: where the largest or the smallest of every column is.

use super::trowplace::write;
use super::{Call, Operation, each, is_nd, is_not_empty, is_vec};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::moves::Mover;
use crate::place::Finder;
use ptoconf_schemas::DType::{self, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{SLayout, Tile, Tuple};

const OUTPUTS: [&str; 2] = ["dstVal", "dstIdx"];
const TWO: &[DType] = &[F16, F32];
const APRIL: &[DType] = &[F16, F32, I16, I32];
const UNSIGNED: &[DType] = &[F16, F32, U16, U32];
const EIGHT: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32];

/// Either operation.
pub struct Place {
    /// Whether it is the largest.
    pub largest: bool,
}

impl Operation for Place {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(index), Some(src), Some(tmp)) = (tuple.tile("dstIdx"), tuple.tile("src"), tuple.tile("tmp")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        checks.settled(&id("vec"), each(tuple, &OUTPUTS, is_vec) && is_vec(src));
        checks.settled(&id("src-not-boxed"), src.slayout == SLayout::NoneBox);
        checks.settled(&id("dst-nd-layout"), each(tuple, &OUTPUTS, is_nd));
        let lists = [("any", DType::ALL), ("eight", EIGHT), ("unsigned", UNSIGNED), ("april", APRIL), ("two", TWO)];
        let lists = lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged));
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &lists);
        check_values(checks, tuple, index, src);
        checks.settled(&id("src-not-empty"), is_not_empty(src));
        checks.settled(&id("dst-one-row"), each(tuple, &OUTPUTS, |t| t.valid_rows() == 1));
        checks.settled(&id("cols-equal"), each(tuple, &OUTPUTS, |t| t.valid_cols() == src.valid_cols()));
        check_tmp(checks, tuple, src, tmp);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let Some(src) = call.input("src") else { return Ok(()) };
        let [rows, cols] = src.tile.valid;
        let finder = Finder { op: &call.tuple.op, dtype: src.tile.dtype, largest: self.largest };
        let mut mover = Mover::new(src.tile.dtype);
        for col in 0..cols {
            let column: Vec<u64> = (0..rows).map(|row| src.get(row, col)).collect();
            write(outputs, [0, col], &column, &finder, &mut mover, ask)?;
        }
        outputs.iter_mut().try_for_each(|output| output.pad(1, cols, ask))
    }
}

/// The types of what is given.
fn check_values(checks: &mut Checks<'_>, tuple: &Tuple, index: &Tile, src: &Tile) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    let values = tuple.tile("dstVal");
    let bytes = values.is_none() || src.dtype.bytes() != 1;
    checks.either(&id("no-bytes-with-values"), &id("byte-values"), bytes, "no", ("yes", Judged));
    checks.settled(&id("value-dtype"), values.is_none_or(|t| t.dtype == src.dtype));
    let [wide, short] = [[I32, U32], [I16, U16]].map(|types| types.contains(&index.dtype));
    let by_size = if values.is_some() && src.dtype.bytes() == 2 { short } else { wide };
    checks.by_option(&id("index-dtype"), &id("index-dtypes"), &[("by-size", by_size, Judged), ("four-bytes", wide, Judged)]);
}

fn check_tmp(checks: &mut Checks<'_>, tuple: &Tuple, src: &Tile, tmp: &Tile) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    let size = src.dtype.bytes() as u64;
    // In bytes: whole blocks of the columns, or a vector.
    let region = (u64::from(src.valid_cols()) * size).div_ceil(32).clamp(1, 8) * 32;
    let regions = if tuple.tile("dstVal").is_none() && size == 2 { 3 } else { 1 };
    let of_tmp = [
        ("tmp-vec", "tmp-location", is_vec(tmp)),
        ("tmp-layout", "tmp-layout", is_nd(tmp)),
        ("tmp-same-dtype", "tmp-dtype", tmp.dtype == src.dtype),
        ("tmp-size", "small-tmp", tmp.rows() > 0 && u64::from(tmp.cols()) * size >= regions * region),
    ];
    for (rule, reading, holds) in of_tmp {
        checks.open(&id(rule), &id(reading), holds, &[("checked", Rejects), ("unchecked", Anything), ("ignored", Judged)]);
    }
}
