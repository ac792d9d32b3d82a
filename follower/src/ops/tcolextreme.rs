//! TCOLMAX and TCOLMIN: the largest or the smallest of every column.

use super::{Call, Operation, each, is_nd, is_not_empty, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::pick::Picker;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::Tuple;

const BOTH: [&str; 2] = ["dst", "src"];
const NINE: &[DType] = &[F16, F32, I8, U8, I16, U16, I32, U32, Bf16];
const FOUR: &[DType] = &[F16, F32, I16, I32];

/// Either operation.
pub struct Extreme {
    /// Whether it is the largest.
    pub largest: bool,
}

impl Operation for Extreme {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src)) = (tuple.tile("dst"), tuple.tile("src")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        checks.settled(&id("vec"), each(tuple, &BOTH, is_vec));
        checks.settled(&id("nd-layout"), each(tuple, &BOTH, is_nd));
        checks.settled(&id("same-dtype"), same_dtype(tuple, &BOTH));
        let lists = [("eleven", true, Judged), ("nine", NINE.contains(&src.dtype), Judged), ("four", FOUR.contains(&src.dtype), Judged)];
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &lists);
        checks.settled(&id("valid-cols-equal"), src.valid_cols() == dst.valid_cols());
        checks.either(&id("src-not-empty"), &id("empty-src"), is_not_empty(src), "rejected", ("no-effect", Returns));
        let domain = [("dst", Returns), ("src", Anything), ("rejected", Rejects)];
        checks.open(&id("dst-has-row"), &id("domain"), dst.valid_rows() > 0, &domain);
        let rows = [("first-row", Judged), ("every-row", Judged), ("rejected", Rejects)];
        checks.open(&id("dst-one-row"), &id("dst-rows"), dst.valid_rows() <= 1, &rows);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src), [dst]) = (call.input("src"), outputs) else { return Ok(()) };
        let ([rows, cols], mut picker) = (src.tile.valid, Picker::new(dst.tile.dtype, self.largest));
        for col in 0..cols {
            let column: Vec<u64> = (0..rows).map(|row| src.get(row, col)).collect();
            let picked = picker.pick(&column, ask)?;
            dst.put(0, col, picked);
        }
        let mut own = 1;
        let reading = format!("{}/dst-rows", call.tuple.op);
        if dst.tile.valid_rows() > 1 && ask.option(&reading).is_some_and(|o| o == "every-row") {
            own = dst.tile.valid_rows();
            (1..own).for_each(|row| (0..cols).for_each(|col| dst.spill(row, col)));
        }
        dst.pad(own, cols, ask)
    }
}
