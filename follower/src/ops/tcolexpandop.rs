//! TCOLEXPANDADD, -SUB, -MUL, -DIV, -MAX, -MIN and -EXPDIF: a matrix and a vector, column by column.

use super::pair::{Calculator, Op, check_divisors};
use super::{Call, Operation, each, is_not_empty, is_row_major, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::Tuple;

const ALL: [&str; 3] = ["dst", "src0", "src1"];
pub(super) const NINE: &[DType] = &[F16, F32, Bf16, I8, U8, I16, U16, I32, U32];
const SEVEN: &[DType] = &[F16, F32, I16, I32, U16, U32, U8];
pub(super) const SIX: &[DType] = &[F16, F32, I16, I32, U16, U32];
pub(super) const FOUR: &[DType] = &[F16, F32, I16, I32];
const TWO: &[DType] = &[F16, F32];

/// Any of the operations.
pub struct ExpandOp(pub Op);

impl Op {
    /// The lists of dtypes that its readings name, beside that of all.
    pub(super) fn lists(self) -> &'static [(&'static str, &'static [DType])] {
        match self {
            Op::Sub => &[("nine", NINE), ("two", TWO), ("four", FOUR)],
            Op::Mul => &[("nine", NINE), ("seven", SEVEN), ("six", SIX), ("four", FOUR)],
            Op::Div => &[("nine", NINE), ("six", SIX), ("four", FOUR), ("two", TWO)],
            Op::ExpDif => &[("two", TWO)],
            Op::Add | Op::Max | Op::Min => &[("nine", NINE), ("six", SIX), ("four", FOUR)],
        }
    }
}

impl Operation for ExpandOp {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src0), Some(src1)) = (tuple.tile("dst"), tuple.tile("src0"), tuple.tile("src1")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        let unchecked = ("unchecked", Anything);
        let lists = self.0.lists();
        let mut dtypes = vec![("eleven", true, Judged)];
        dtypes.extend(lists.iter().map(|&(name, list)| (name, list.contains(&dst.dtype), Judged)));
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &dtypes);
        let mut of_src1 = vec![("unchecked", true, Judged)];
        of_src1.extend(lists.iter().map(|&(name, list)| (name, src1.dtype == dst.dtype || list.contains(&src1.dtype), Judged)));
        checks.by_option(&id("src1-dtype-supported"), &id("src1-dtypes"), &of_src1);
        checks.settled(&id("dst-row-major"), is_row_major(dst));
        let sources = [("dst-only", Judged), ("all", Rejects), ("stride", Anything)];
        let row_major = is_row_major(src0) && is_row_major(src1);
        checks.open(&id("sources-row-major"), &id("source-layout"), row_major, &sources);
        checks.either(&id("vec"), &id("location"), each(tuple, &ALL, is_vec), "vec", unchecked);
        checks.either(&id("same-dtype"), &id("mixed-dtypes"), same_dtype(tuple, &ALL), "equal", unchecked);
        let (own, vector) = (dst.valid_cols(), src1.valid_cols());
        checks.either(&id("src1-covers-cols"), &id("narrow-src1"), vector >= own, "covers", unchecked);
        checks.either(&id("src1-cols-exact"), &id("wide-src1"), vector <= own, "exact", ("covers", Judged));
        let roles = [("src1-vector", Judged), ("by-shape", Judged), ("equal", Rejects)];
        checks.open(&id("src0-like-dst"), &id("role"), src0.valid == dst.valid, &roles);
        checks.either(&id("src1-not-empty"), &id("empty-src1"), is_not_empty(src1), "rejected", unchecked);
        checks.either(&id("not-empty"), &id("empty-dst"), is_not_empty(dst), "rejected", ("no-effect", Returns));
    }

    fn check_values(&self, checks: &mut Checks<'_>, call: &Call<'_>) -> Result<(), Unfollowable> {
        let (Op::Div, Some(src1), Some(dst)) = (self.0, call.input("src1"), call.tuple.tile("dst")) else { return Ok(()) };
        // Row 0 divides whatever the roles are; what the other rows have is no other question.
        let row = (0..dst.valid_cols()).filter(|&col| dst.valid_rows() > 0 && src1.is_valid(0, col)).map(|col| src1.get(0, col));
        check_divisors(checks, call.tuple, src1.tile.dtype, row);
        Ok(())
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src0), Some(src1), [dst]) = (call.input("src0"), call.input("src1"), outputs) else { return Ok(()) };
        let [rows, cols] = dst.tile.valid;
        let reading = format!("{}/role", call.tuple.op);
        let turned = src0.tile.valid != dst.tile.valid && ask.option(&reading).is_some_and(|o| o == "by-shape");
        let mut calculator = Calculator::new(self.0, dst.tile.dtype, call.tuple);
        for row in 0..rows {
            let (row0, row1) = if turned { (0, row) } else { (row, 0) };
            for col in 0..cols {
                if src0.is_valid(row0, col) && src1.is_valid(row1, col) {
                    let value = calculator.pair(src0.get(row0, col), src1.get(row1, col), ask)?;
                    dst.put(row, col, value);
                } else {
                    dst.spill(row, col);
                }
            }
        }
        dst.pad(rows, cols, ask)
    }
}
