//! TROWEXPANDADD, -SUB, -MUL, -DIV, -MAX, -MIN and -EXPDIF: a matrix, and a value or a block for each of its rows.

use super::pair::{Calculator, Op, check_divisors};
use super::{Call, Operation, each, is_not_empty, is_row_major, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::{Canvas, View};
use ptoconf_schemas::{Tile, Tuple};

const ALL: [&str; 3] = ["dst", "src0", "src1"];

/// Any of the operations.
pub struct ExpandOp(pub Op);

/// Whether src0 is the source that is expanded, where no option is asked for.
fn is_turned(dst: &Tile, src0: &Tile, src1: &Tile) -> bool {
    src0.valid != dst.valid && src1.valid == dst.valid
}

impl Operation for ExpandOp {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src0), Some(src1)) = (tuple.tile("dst"), tuple.tile("src0"), tuple.tile("src1")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        let listed = |list: &[_]| list.contains(&dst.dtype);
        let mut dtypes = vec![("eleven", true, Judged)];
        // The pages by row list the same types for products as for sums.
        let lists = if matches!(self.0, Op::Div | Op::ExpDif) { self.0 } else { Op::Add }.lists();
        dtypes.extend(lists.iter().map(|&(name, list)| (name, listed(list), Judged)));
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &dtypes);
        checks.settled(&id("same-dtype"), same_dtype(tuple, &ALL));
        checks.settled(&id("dst-row-major"), is_row_major(dst));
        checks.either(&id("vec"), &id("location"), each(tuple, &ALL, is_vec), "vec", ("unchecked", Anything));
        let same = [src0, src1].map(|t| t.valid == dst.valid);
        checks.settled(&id("one-full"), same != [false; 2]);
        let both = [("src0", Judged), ("longer-rows", Judged), ("illegal", Rejects)];
        checks.open(&id("not-both-full"), &id("both-full"), same != [true; 2], &both);
        checks.either(&id("src1-expanded"), &id("role"), same != [false, true], "src1-only", ("either", Judged));
        // Each option of the reading has its own matrix.
        let longer = if same == [true; 2] && tuple.form == "plain" { has_longer_rows(src1, src0) } else { is_turned(dst, src0, src1) };
        let turned = [("src0", is_turned(dst, src0, src1)), ("longer-rows", longer), ("illegal", is_turned(dst, src0, src1))];
        let full = turned.map(|(option, turned)| (option, is_row_major(if turned { src1 } else { src0 }), Judged));
        checks.by_option(&id("full-row-major"), &id("both-full"), &full);
        let shapes = turned.map(|(option, turned)| (option, is_expandable(if turned { src0 } else { src1 }, dst), Judged));
        checks.by_option(&id("expanded-shape"), &id("both-full"), &shapes);
        checks.either(&id("not-empty"), &id("empty-dst"), is_not_empty(dst), "rejected", ("no-effect", Returns));
        if let Some(tmp) = tuple.tile("tmp") {
            let options = [("checked", Rejects), ("unchecked", Anything), ("ignored", Judged)];
            let by_value = !is_row_major(if is_turned(dst, src0, src1) { src0 } else { src1 });
            checks.either(&id("tmp-mode-1"), &id("tmp-mode"), by_value, "checked", ("ignored", Judged));
            let rows = u64::from(dst.valid_rows());
            let least = if rows < 256 { rows.div_ceil(8) * 256 } else { 7680 };
            checks.open(&id("tmp-size"), &id("tmp-size"), !by_value || tmp.bytes() >= least, &options);
            checks.open(&id("tmp-vec"), &id("tmp-location"), is_vec(tmp), &options);
            checks.open(&id("tmp-same-dtype"), &id("tmp-dtype"), tmp.dtype == dst.dtype, &options);
        }
    }

    fn check_values(&self, checks: &mut Checks<'_>, call: &Call<'_>) -> Result<(), Unfollowable> {
        let (Op::Div, Some(src1), Some(dst)) = (self.0, call.input("src1"), call.tuple.tile("dst")) else { return Ok(()) };
        // Whether it is the matrix, a column or blocks, its first rows and columns divide.
        let places = (0..dst.valid_rows()).flat_map(|row| (0..dst.valid_cols()).map(move |col| (row, col)));
        let divisors = places.filter(|&(row, col)| src1.is_valid(row, col)).map(|(row, col)| src1.get(row, col));
        check_divisors(checks, call.tuple, src1.tile.dtype, divisors);
        Ok(())
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src0), Some(src1), [dst]) = (call.input("src0"), call.input("src1"), outputs) else { return Ok(()) };
        let [rows, cols] = dst.tile.valid;
        let both = src0.tile.valid == dst.tile.valid && src1.tile.valid == dst.tile.valid;
        let by_rows = both && by_longer_rows(ask, call.tuple, src0.tile, src1.tile);
        let turned = is_turned(dst.tile, src0.tile, src1.tile) || by_rows;
        let mut calculator = Calculator::new(self.0, dst.tile.dtype, call.tuple);
        for row in 0..rows {
            for col in 0..cols {
                let [a, b] = [(&src0, turned), (&src1, !turned)].map(|(source, is_expanded)| element(source, is_expanded, row, col));
                let value = calculator.pair(a, b, ask)?;
                dst.put(row, col, value);
            }
        }
        dst.pad(rows, cols, ask)
    }
}

/// What stands at a place of the matrix that a source is or stands for.
fn element(source: &View<'_>, is_expanded: bool, row: u32, col: u32) -> u64 {
    match (is_expanded, is_row_major(source.tile)) {
        (false, _) => source.get(row, col),
        (true, false) => source.get(row, 0),
        (true, true) => source.get(row, col % source.tile.dtype.block()),
    }
}

fn is_expandable(tile: &Tile, dst: &Tile) -> bool {
    tile.valid == [dst.valid_rows(), if is_row_major(tile) { tile.dtype.block() } else { 1 }]
}

fn has_longer_rows(tile: &Tile, other: &Tile) -> bool {
    let stride = |tile: &Tile| if is_row_major(tile) { tile.cols() } else { 1 };
    stride(tile) > stride(other)
}

/// Of two sources of dst's valid shape, whether the choice makes src1 the matrix.
fn by_longer_rows(ask: &mut dyn Ask, tuple: &Tuple, src0: &Tile, src1: &Tile) -> bool {
    let reading = format!("{}/both-full", tuple.op);
    tuple.form == "plain" && has_longer_rows(src1, src0) && ask.option(&reading).is_some_and(|o| o == "longer-rows")
}
