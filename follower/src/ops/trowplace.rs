//! TROWARGMAX and TROWARGMIN: where the largest or the smallest of every row is.

use super::{Call, Operation, each, is_nd, is_not_empty, is_vec};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects, Returns};
use crate::choice::{Ask, Unfollowable};
use crate::memory::Canvas;
use crate::moves::Mover;
use crate::place::Finder;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::{BLayout, SLayout, Tile, Tuple};

const OUTPUTS: [&str; 2] = ["dstVal", "dstIdx"];
const TWO: &[DType] = &[F16, F32];
const FOUR: &[DType] = &[F16, F32, I16, I32];
const SIX: &[DType] = &[F16, F32, I16, I32, U16, U32];

/// Either operation.
pub struct Place {
    /// Whether it is the largest.
    pub largest: bool,
}

impl Operation for Place {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(index), Some(src), Some(tmp)) = (tuple.tile("dstIdx"), tuple.tile("src"), tuple.tile("tmp")) else { return };
        let id = |name: &str| format!("{}/{name}", tuple.op);
        let values = tuple.tile("dstVal");
        checks.settled(&id("vec"), each(tuple, &OUTPUTS, is_vec) && is_vec(src));
        checks.settled(&id("src-nd-layout"), is_nd(src));
        checks.settled(&id("dst-layout"), each(tuple, &OUTPUTS, |t| is_nd(t) || t.slayout == SLayout::NoneBox && t.cols() == 1));
        let lists = [("two", TWO), ("four", FOUR), ("six", SIX), ("any", DType::ALL)];
        let lists = lists.map(|(name, list)| (name, list.contains(&src.dtype), Judged));
        checks.by_option(&id("dtype-supported"), &id("dtypes"), &lists);
        checks.settled(&id("value-dtype"), values.is_none_or(|t| t.dtype == src.dtype));
        let wide = [I32, U32].contains(&index.dtype);
        let short = values.is_some() && src.dtype.bytes() == 2 && [I16, U16].contains(&index.dtype);
        let widths = [("four-bytes", wide, Judged), ("by-size", wide || short, Judged)];
        checks.by_option(&id("index-dtype"), &id("index-dtypes"), &widths);
        checks.settled(&id("src-not-empty"), is_not_empty(src));
        checks.settled(&id("rows-equal"), each(tuple, &OUTPUTS, |t| t.valid_rows() == src.valid_rows()));
        let none = [("src", Anything), ("dst", Returns), ("rejected", Rejects)];
        checks.open(&id("dst-has-col"), &id("dst-has-col"), each(tuple, &OUTPUTS, |t| t.valid_cols() > 0), &none);
        let one = each(tuple, &OUTPUTS, |t| t.valid_cols() <= 1);
        checks.either(&id("dst-one-col"), &id("dst-cols"), one, "one", ("first-column", Judged));
        check_tmp(checks, tuple, src, tmp);
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let Some(src) = call.input("src") else { return Ok(()) };
        let [rows, cols] = src.tile.valid;
        let finder = Finder { op: &call.tuple.op, dtype: src.tile.dtype, largest: self.largest };
        let mut mover = Mover::new(src.tile.dtype);
        for row in 0..rows {
            let line: Vec<u64> = (0..cols).map(|col| src.get(row, col)).collect();
            write(outputs, [row, 0], &line, &finder, &mut mover, ask)?;
        }
        outputs.iter_mut().try_for_each(|output| output.pad(rows, 1, ask))
    }
}

/// Writes where the element of a line is, the last output, and what it is, where there is one before.
pub fn write(
    outputs: &mut [Canvas<'_>],
    [row, col]: [u32; 2],
    line: &[u64],
    finder: &Finder<'_>,
    mover: &mut Mover,
    ask: &mut dyn Ask,
) -> Result<(), Unfollowable> {
    let at = finder.find(line, ask)?;
    let Some((index, values)) = outputs.split_last_mut() else { return Ok(()) };
    index.put(row, col, at as u64);
    if let Some(values) = values.first_mut() {
        let is_nan = finder.dtype.is_nan(line[at]);
        values.put(row, col, if is_nan { line[at] } else { mover.copy(line[at], ask)? });
    }
    Ok(())
}

fn check_tmp(checks: &mut Checks<'_>, tuple: &Tuple, src: &Tile, tmp: &Tile) {
    let id = |name: &str| format!("{}/{name}", tuple.op);
    let values = tuple.tile("dstVal").is_some();
    let column = tmp.slayout == SLayout::NoneBox && tmp.blayout == BLayout::ColMajor && tmp.cols() == 1;
    let one_vector = src.valid_cols() as usize * src.dtype.bytes() <= 256;
    let of_tmp = [
        ("tmp-vec", "tmp-location", is_vec(tmp)),
        ("tmp-layout", "tmp-layout", is_nd(tmp) || values && one_vector && column),
        ("tmp-same-dtype", "tmp-dtype", tmp.dtype == src.dtype),
        ("tmp-size", "small-tmp", is_enough(values, src, tmp, column)),
    ];
    for (rule, reading, holds) in of_tmp {
        checks.open(&id(rule), &id(reading), holds, &[("checked", Rejects), ("unchecked", Anything), ("ignored", Judged)]);
    }
}

/// Whether tmp is as large as the page asks for on A2A3.
fn is_enough(values: bool, src: &Tile, tmp: &Tile, column: bool) -> bool {
    let [rows, cols] = src.valid.map(u64::from);
    let (lanes, block) = (256 / src.dtype.bytes() as u64, 32 / src.dtype.bytes() as u64);
    let up = |n: u64| n.div_ceil(block) * block;
    let one = cols.div_ceil(lanes);
    let two = one.div_ceil(lanes);
    let needed = match (one, two) {
        (0..=1, _) if !values => return true,
        (0..=1, _) if column => return u64::from(tmp.rows()) >= 2 * rows,
        (0..=1, _) => 2,
        (_, 0..=1) => up(2 * one) + up(one),
        _ => up(2 * one).max(up(one) + up(2 * two)) + 2,
    };
    u64::from(tmp.rows()) >= rows && u64::from(tmp.cols()) >= needed
}
