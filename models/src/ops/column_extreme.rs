//! What TCOLMAX and TCOLMIN share: `dst[0, j]` is the largest or the smallest element of column `j` of src.
//!
//! The models differ in what they make of NaN and of zeros.

use super::column_fold as fold;
use crate::legality::{Check, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32};
use ptoconf_schemas::Stage;

pub(crate) const FORMS: &[Form] = &[Form { name: "plain", operands: &["dst", "src"] }];

pub(crate) const CHECKS: &[Check] = &[
    Check { name: "extreme/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
    Check { name: "extreme/columns-equal", stage: Stage::Shape, run: fold::columns_equal },
    Check { name: "extreme/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src"]) },
    Check { name: "extreme/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
];

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind == Kind::A5 || matches!(dtype, F16 | F32 | I16 | I32)
}

/// Only row 0 of dst is written; nothing where there is nothing to compare, or no such row.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    if src.rows == 0 || src.cols == 0 || dst.rows == 0 {
        fold::of_nothing(unit, &dst, &src);
        return Ok(());
    }
    let rows = unit.rows(src.rows);
    if let Some(of) = unit.decisions.column_sum
        && fold::by_columns(unit, &dst, &src, rows, of)
    {
        return Ok(());
    }
    match unit.target.kind {
        _ if rows == 0 => {}
        Kind::Cpu => fold::row_by_row(unit, op, &dst, &src, rows),
        Kind::A2a3 => fold::left_fold(unit, op, &dst, &src, rows)?,
        Kind::A5 => fold::pairs(unit, op, &dst, &src, rows),
    }
    Ok(())
}
