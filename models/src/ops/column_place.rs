//! What TCOLARGMAX and TCOLARGMIN share: `dstIdx[0, j]` is the row of the best element of column `j` of src, and
//! `dstVal[0, j]` that element.
//!
//! None of the models needs tmp: A2A3 keeps in registers what the device keeps there, but looks at its type.

use super::places::{Best, Outputs, better, lanes};
use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, I64, U16, U32, U64};
use ptoconf_schemas::{Stage, Tile};

pub(crate) const FORMS: &[Form] = &[
    Form { name: "index", operands: &["dstIdx", "src", "tmp"] },
    Form { name: "value-index", operands: &["dstVal", "dstIdx", "src", "tmp"] },
];

pub(crate) const CHECKS: &[Check] = &[
    Check { name: "colplace/value-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dstVal", "src"]) },
    Check { name: "colplace/index-dtype", stage: Stage::Type, run: index_dtype },
    Check { name: "colplace/tmp-dtype", stage: Stage::Type, run: tmp_dtype },
    Check { name: "colplace/columns-equal", stage: Stage::Shape, run: columns_equal },
    Check { name: "colplace/one-row", stage: Stage::Shape, run: one_row },
    Check { name: "colplace/src-not-empty", stage: Stage::Shape, run: src_not_empty },
    Check { name: "colplace/dst-row-major", stage: Stage::Layout, run: |s| s.row_major(&["dstVal", "dstIdx"]) },
    Check { name: "colplace/bytes", stage: Stage::Profile, run: bytes },
    Check { name: "colplace/dtype", stage: Stage::Profile, run: |s| s.supports("src", supports) },
];

fn supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::A2a3 => matches!(dtype, F16 | F32 | U16 | U32),
        Kind::A5 => !matches!(dtype, Bf16 | I64 | U64),
        Kind::Cpu => true,
    }
}

/// The outputs that the form has, with their names.
fn outputs<'a>(s: &Subject<'a>) -> impl Iterator<Item = (&'static str, &'a Tile)> {
    let tuple = s.tuple;
    ["dstVal", "dstIdx"].into_iter().filter_map(|name| Some((name, tuple.tile(name)?)))
}

/// Places of four bytes; on the devices of two beside values of two.
fn index_dtype(s: &Subject) -> Result<(), String> {
    let [index, src] = s.tiles(["dstIdx", "src"])?;
    let short = s.target.kind != Kind::Cpu && s.tuple.tile("dstVal").is_some() && src.dtype.bytes() == 2;
    let is_one = if short { matches!(index.dtype, I16 | U16) } else { matches!(index.dtype, I32 | U32) };
    ensure(is_one, || format!("dstIdx cannot hold the places of {} as {}", src.dtype, index.dtype))
}

fn tmp_dtype(s: &Subject) -> Result<(), String> {
    if s.target.kind == Kind::A2a3 { same_dtype(s, &["src", "tmp"]) } else { Ok(()) }
}

fn columns_equal(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    match outputs(s).find(|(_, tile)| !s.equal(tile.valid_cols().into(), src.valid_cols().into())) {
        Some((name, tile)) => {
            Err(format!("valid columns of src ({}) and {name} ({}) have to be equal", src.valid_cols(), tile.valid_cols()))
        }
        None => Ok(()),
    }
}

fn one_row(s: &Subject) -> Result<(), String> {
    match outputs(s).find(|(_, tile)| !s.equal(tile.valid_rows().into(), 1)) {
        Some((name, tile)) => Err(format!("{name} has {} valid rows in place of one", tile.valid_rows())),
        None => Ok(()),
    }
}

fn src_not_empty(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let has = src.valid.iter().all(|&n| s.at_most(1, n.into(), 1));
    ensure(has, || format!("valid shape {:?} of src: rows and columns have to be above 0", src.valid))
}

/// The devices give no values of one byte.
fn bytes(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let given = s.target.kind != Kind::Cpu && s.tuple.tile("dstVal").is_some();
    ensure(!given || src.dtype.bytes() > 1, || format!("there are no values of {}", src.dtype))
}

/// One element of each column of each output is written, and nothing else.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (src, outputs) = (unit.view("src")?, Outputs::of(unit)?);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let mut best: Vec<Option<Best>> = vec![None; chunk.count];
        for row in 0..unit.rows(src.rows) {
            // The place of an element is its row.
            let elements = lanes(src.dtype, &unit.load(&src, row, chunk), row);
            for (best, next) in best.iter_mut().zip(elements) {
                *best = better(unit, op, src.dtype, *best, Best { at: row, ..next });
            }
        }
        for (col, best) in (chunk.first..).zip(best) {
            if let Some(best) = best {
                outputs.write(unit, src.dtype, [0, col], best);
            }
        }
    }
    Ok(())
}
