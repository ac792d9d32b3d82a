//! TROWSUM: the sum of every row.

use super::tcolexpandop::FOUR;
use super::trowextreme::{SIX, check_operands, check_tmp};
use super::{Call, Operation, is_not_empty};
use crate::arithmetic::{Arithmetic, Row};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::rows::Machine;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, I64, U64};
use ptoconf_schemas::{BLayout, Tile, Tuple};

const WITH_64_BIT: &[DType] = &[F16, F32, I16, I32, I64, U64];

/// The operation.
pub struct Sum;

impl Operation for Sum {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src), Some(tmp)) = (tuple.tile("dst"), tuple.tile("src"), tuple.tile("tmp")) else { return };
        check_operands(checks, tuple, dst, src);
        let lists = [("four-and-64-bit", WITH_64_BIT), ("six", SIX), ("four", FOUR)];
        checks.by_option("trowsum/dtype-supported", "trowsum/dtypes", &lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged)));
        let empty = [("rejected", Rejects), ("identity", Judged), ("no-effect", Returns)];
        checks.open("trowsum/src-not-empty", "trowsum/empty-src", is_not_empty(src), &empty);
        check_tmp(checks, tuple, src, tmp);
        let room = tmp.rows() >= src.valid_rows() && tmp.cols() >= src.valid_cols();
        checks.either("trowsum/tmp-holds-src", "trowsum/small-tmp", room, "checked", ("ignored", Judged));
        let least = [("checked", Rejects), ("unchecked", Anything), ("ignored", Judged)];
        checks.open("trowsum/tmp-is-enough", "trowsum/least-tmp", is_enough(tmp, src), &least);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let ([rows, cols], mut arithmetic) = (src.tile.valid, Arithmetic::new(dst.tile.dtype));
        let (dtype, blocks_first) = (src.tile.dtype, goes_by_blocks(src.tile, dst.tile));
        let [vector, block] = [256, 32].map(|bytes| bytes / dtype.bytes());
        let machine = Machine { vector, block, in_a_block: dtype.is_int(), blocks_first };
        for number in 0..rows {
            let elements: Vec<u64> = (0..cols).map(|col| src.get(number, col)).collect();
            let row = Row { number, machine, order: "trowsum/order", reductions: "trowsum/reduction-overflow" };
            let sum = if cols == 0 { 0 } else { arithmetic.row_sum(&elements, &row, ask)? };
            dst.put(number, 0, sum);
        }
        dst.pad(rows, 1, ask)
    }
}

/// What A2A3 keeps in tmp: the sums of a block, or of pairs of vectors, or a vector.
fn is_enough(tmp: &Tile, src: &Tile) -> bool {
    let [vector, block] = [256, 32].map(|bytes| bytes / src.dtype.bytes() as u32);
    let (cols, has) = (src.valid_cols(), |rows: u32, cols: u32| tmp.rows() >= rows && tmp.cols() >= cols);
    if src.dtype.is_int() {
        has(1, block)
    } else if cols <= vector {
        true
    } else if cols < 2 * vector {
        has(1, vector)
    } else {
        has(src.valid_rows(), cols / vector / 2 * vector)
    }
}

/// The four shapes of f32 that A2A3 knows while it is compiled.
fn goes_by_blocks(src: &Tile, dst: &Tile) -> bool {
    let known = [[64, 128], [32, 256], [16, 512], [8, 1024]].contains(&src.shape) && src.valid == src.shape;
    let compiled = src.dynamic == [false, false] && !dst.dynamic[1];
    known && compiled && src.dtype == F32 && dst.blayout == BLayout::ColMajor && dst.valid_cols() == 1
}
