//! What TROWARGMAX and TROWARGMIN share: `dstIdx[i, 0]` is the column of the best element of row `i` of src, and
//! `dstVal[i, 0]` that element.
//!
//! None of the models needs tmp: A2A3 keeps in registers what the device keeps there.

use super::places::{Best, Outputs, better, lanes};
use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit, View};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::{BLayout, Stage, Tile};

pub(crate) const FORMS: &[Form] = &[
    Form { name: "index", operands: &["dstIdx", "src", "tmp"] },
    Form { name: "value-index", operands: &["dstVal", "dstIdx", "src", "tmp"] },
];

pub(crate) const CHECKS: &[Check] = &[
    Check { name: "rowplace/value-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dstVal", "src"]) },
    Check { name: "rowplace/index-dtype", stage: Stage::Type, run: index_dtype },
    Check { name: "rowplace/rows-equal", stage: Stage::Shape, run: rows_equal },
    Check { name: "rowplace/src-not-empty", stage: Stage::Shape, run: src_not_empty },
    Check { name: "rowplace/src-row-major", stage: Stage::Layout, run: |s| s.row_major(&["src"]) },
    Check { name: "rowplace/dst-layout", stage: Stage::Layout, run: dst_layout },
    Check { name: "rowplace/dtype", stage: Stage::Profile, run: |s| s.supports("src", supports) },
];

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind != Kind::A2a3 || matches!(dtype, F16 | F32 | I16 | I32)
}

/// The outputs that the form has, with their names.
fn outputs<'a>(s: &Subject<'a>) -> impl Iterator<Item = (&'static str, &'a Tile)> {
    let tuple = s.tuple;
    ["dstVal", "dstIdx"].into_iter().filter_map(|name| Some((name, tuple.tile(name)?)))
}

/// Places of four bytes; on the devices of two as well, beside values of two.
fn index_dtype(s: &Subject) -> Result<(), String> {
    let [index, src] = s.tiles(["dstIdx", "src"])?;
    let short = s.target.kind != Kind::Cpu && s.tuple.tile("dstVal").is_some() && src.dtype.bytes() == 2;
    let is_one = matches!(index.dtype, I32 | U32) || short && matches!(index.dtype, I16 | U16);
    ensure(is_one, || format!("dstIdx cannot hold the places of {} as {}", src.dtype, index.dtype))
}

fn rows_equal(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let unequal = outputs(s).find(|(_, tile)| !s.equal(tile.valid_rows().into(), src.valid_rows().into()));
    match unequal {
        Some((name, tile)) => Err(format!("valid rows of src ({}) and {name} ({}) have to be equal", src.valid_rows(), tile.valid_rows())),
        None => Ok(()),
    }
}

fn src_not_empty(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let has = src.valid.iter().all(|&n| s.at_most(1, n.into(), 1));
    ensure(has, || format!("valid shape {:?} of src: rows and columns have to be above 0", src.valid))
}

/// A column is one column and nothing else.
fn dst_layout(s: &Subject) -> Result<(), String> {
    let wide = outputs(s).find(|(_, tile)| tile.blayout != BLayout::RowMajor && !s.at_most(tile.cols().into(), 1, 1));
    match wide {
        Some((name, tile)) => Err(format!("{name} is column-major and has {} columns in place of one", tile.cols())),
        None => Ok(()),
    }
}

/// One element of each row of each output is written, and nothing else.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (src, outputs) = (unit.view("src")?, Outputs::of(unit)?);
    for row in 0..unit.rows(src.rows) {
        let best = match unit.target.kind {
            Kind::Cpu => one_by_one(unit, op, &src, row),
            Kind::A2a3 | Kind::A5 => vector_by_vector(unit, op, &src, row),
        };
        if let Some(best) = best {
            outputs.write(unit, src.dtype, [row, 0], best);
        }
    }
    Ok(())
}

/// Every element is compared with the best one so far.
fn one_by_one(unit: &Unit, op: Op, src: &View, row: usize) -> Option<Best> {
    let mut best = None;
    for chunk in unit.chunks(src.cols, src.dtype) {
        for next in lanes(src.dtype, &unit.load(src, row, chunk), chunk.first) {
            best = better(unit, op, src.dtype, best, next);
        }
    }
    best
}

/// The best lane of each vector is compared with the best one of the vectors before.
fn vector_by_vector(unit: &Unit, op: Op, src: &View, row: usize) -> Option<Best> {
    let mut best = None;
    for chunk in unit.chunks(src.cols, src.dtype) {
        if let Some(next) = halved(unit, op, src.dtype, lanes(src.dtype, &unit.load(src, row, chunk), chunk.first)) {
            best = better(unit, op, src.dtype, best, next);
        }
    }
    best
}

/// The best of some lanes: the upper half meets the lower until one is left.
fn halved(unit: &Unit, op: Op, dtype: DType, mut lanes: Vec<Best>) -> Option<Best> {
    while lanes.len() > 1 {
        let upper = lanes.split_off(lanes.len().div_ceil(2));
        for (lower, next) in lanes.iter_mut().zip(upper) {
            *lower = better(unit, op, dtype, Some(*lower), next).unwrap_or(next);
        }
    }
    lanes.pop()
}
