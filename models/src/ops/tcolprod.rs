//! TCOLPROD: `dst[0, j]` is the product of column `j` of src.
//!
//! The models differ in the order of the multiplications. Every step is rounded to the element type.

use super::column_extreme as columns;
use super::column_fold as fold;
use crate::legality::{Check, same_dtype};
use crate::machine::arith::Op;
use crate::machine::decisions::Order;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::Operation;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::Stage;

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolprod",
    forms: columns::FORMS,
    checks: &[
        Check { name: "tcolprod/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
        Check { name: "tcolprod/columns-equal", stage: Stage::Shape, run: fold::columns_equal },
        Check { name: "tcolprod/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src"]) },
        Check { name: "tcolprod/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    matches!(dtype, F16 | F32 | I16 | I32) || target.kind != Kind::A2a3 && matches!(dtype, U16 | U32 | Bf16)
}

/// Only row 0 of dst is written; nothing where there is nothing to multiply, or no such row.
fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    if src.rows == 0 || src.cols == 0 || dst.rows == 0 {
        fold::of_nothing(unit, &dst, &src);
        return Ok(());
    }
    let rows = unit.rows(src.rows);
    if let Some(product) = unit.decisions.column_sum
        && fold::by_columns(unit, &dst, &src, rows, product)
    {
        return Ok(());
    }
    let right = match unit.target.kind {
        Kind::Cpu => Order::FoldFromOne,
        Kind::A2a3 => Order::LeftFold,
        Kind::A5 => Order::Pairs,
    };
    match (unit.decisions.order)(&unit.site, right) {
        Order::FoldFromOne => from_one(unit, &dst, &src, rows),
        _ if rows == 0 => {}
        Order::Pairs => fold::pairs(unit, Op::Mul, &dst, &src, rows),
        _ => fold::left_fold(unit, Op::Mul, &dst, &src, rows)?,
    }
    Ok(())
}

/// CPU: every row, the first too, is multiplied into a product that starts at one.
fn from_one(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    let twice = 1usize.saturating_sub(fold::second_row(unit));
    let skipped = fold::second_row(unit).saturating_sub(1);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let seeded = (unit.decisions.seeded)(&unit.site);
        let mut acc = if seeded { ones(unit, src.dtype, chunk) } else { unit.load(dst, 0, chunk) };
        for row in (0..twice).chain(skipped.min(rows)..rows) {
            unit.combine(Op::Mul, src.dtype, &mut acc, &unit.load(src, fold::visited(unit, row, rows), chunk));
        }
        fold::store(unit, dst, src, chunk, &acc);
    }
}

/// A register of ones.
pub(crate) fn ones(unit: &Unit, dtype: DType, chunk: Chunk) -> Register {
    let bits = match dtype {
        F32 => 0x3F80_0000,
        F16 => 0x3C00,
        Bf16 => 0x3F80,
        _ => 1,
    };
    unit.filled(dtype, chunk, bits)
}
