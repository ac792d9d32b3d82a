//! TCOLSUM: `dst[0, j]` is the sum of column `j` of src.
//!
//! The models differ in the order of the additions. Every step is rounded to the element type.

use super::column_fold as fold;
use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::decisions::{Level, Order};
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit, View};
use crate::operation::{Form, Operation};
use ptoconf_schemas::DType::{F16, F32, I16, I32};
use ptoconf_schemas::{DType, Stage};

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolsum",
    forms: &[Form { name: "plain", operands: &["dst", "src"] }, Form { name: "tmp", operands: &["dst", "src", "tmp"] }],
    checks: &[
        Check { name: "tcolsum/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src", "tmp"]) },
        Check { name: "tcolsum/columns-equal", stage: Stage::Shape, run: fold::columns_equal },
        Check { name: "tcolsum/tmp-columns", stage: Stage::Shape, run: tmp_columns },
        Check { name: "tcolsum/tmp-rows", stage: Stage::Shape, run: tmp_rows },
        Check { name: "tcolsum/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src", "tmp"]) },
        Check { name: "tcolsum/no-alias", stage: Stage::Layout, run: no_alias },
        Check { name: "tcolsum/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, tuple| tuple.flag("isBinary"),
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind == Kind::A5 || matches!(dtype, F16 | F32 | I16 | I32)
}

/// The devices look at tmp's width only where they use it, the CPU always.
fn tmp_columns(s: &Subject) -> Result<(), String> {
    let looks = s.tuple.flag("isBinary") || s.target.kind == Kind::Cpu;
    let (Some(tmp), true) = (s.tuple.tile("tmp"), looks) else { return Ok(()) };
    let [src] = s.tiles(["src"])?;
    ensure(s.at_most(src.valid_cols().into(), tmp.cols().into(), 1), || {
        format!("a row of tmp ({} columns) has to hold the valid columns of src ({})", tmp.cols(), src.valid_cols())
    })
}

fn tmp_rows(s: &Subject) -> Result<(), String> {
    let (Some(tmp), true) = (s.tuple.tile("tmp"), s.tuple.flag("isBinary")) else { return Ok(()) };
    let [src] = s.tiles(["src"])?;
    let needed = (src.valid_rows() / 2).max(1);
    ensure(s.at_most(needed.into(), tmp.rows().into(), 1), || format!("tmp has to have {needed} rows for the tree, and has {}", tmp.rows()))
}

fn no_alias(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    let shared = dst.same_as.as_deref() == Some("src") || src.same_as.as_deref() == Some("dst");
    let both = dst.same_as.is_some() && dst.same_as == src.same_as;
    ensure(!shared && !both, || "dst must not share the memory of src".to_owned())
}

fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    if src.rows == 0 || src.cols == 0 || dst.rows == 0 {
        fold::of_nothing(unit, &dst, &src);
        return Ok(());
    }
    let rows = unit.rows(src.rows);
    if let Some(sum) = unit.decisions.column_sum
        && fold::by_columns(unit, &dst, &src, rows, sum)
    {
        return Ok(());
    }
    let right = match (unit.target.kind, unit.is_binary()) {
        (_, true) => Order::Tree,
        (Kind::Cpu, _) => Order::FoldFromZero,
        (Kind::A2a3, _) => Order::LeftFold,
        (Kind::A5, _) => Order::Pairs,
    };
    match (unit.decisions.order)(&unit.site, right) {
        Order::FoldFromZero => fold_from_zero(unit, &dst, &src, rows),
        _ if rows == 0 => {}
        Order::LeftFold => fold::left_fold(unit, Op::Add, &dst, &src, rows)?,
        Order::Pairs => fold::pairs(unit, Op::Add, &dst, &src, rows),
        // Orders of a row are none of a column.
        Order::Tree | Order::Vectors | Order::VectorByVector | Order::Block | Order::Halves | Order::FoldFromOne => {
            binary(unit, &dst, &src, rows)?;
        }
    }
    Ok(())
}

/// CPU: every row, the first too, is added to a sum that starts at +0.
fn fold_from_zero(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    let twice = 1usize.saturating_sub(fold::second_row(unit));
    let skipped = fold::second_row(unit).saturating_sub(1);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let seeded = (unit.decisions.seeded)(&unit.site);
        let mut acc = if seeded { unit.zero(src.dtype, chunk) } else { unit.load(dst, 0, chunk) };
        for row in (0..twice).chain(skipped.min(rows)..rows) {
            unit.combine(Op::Add, src.dtype, &mut acc, &unit.load(src, fold::visited(unit, row, rows), chunk));
        }
        fold::store(unit, dst, src, chunk, &acc);
    }
}

/// The tree in tmp, and its row 0 to dst.
fn binary(unit: &mut Unit, dst: &View, src: &View, rows: usize) -> Result<(), MissingOperand> {
    let tmp = unit.view("tmp")?;
    if rows == 1 {
        lone_row(unit, dst, &tmp, src);
    } else {
        tree(unit, &tmp, src, rows, src.cols);
        let whole_blocks = unit.whole_blocks();
        unit.copy_row((dst, 0, 0), (&tmp, 0, 0), src.cols, whole_blocks);
    }
    Ok(())
}

/// A tree over one row: A2A3 and the CPU copy it, A5 adds +0 by way of tmp.
fn lone_row(unit: &mut Unit, dst: &View, tmp: &View, src: &View) {
    if unit.target.kind != Kind::A5 {
        let whole_blocks = unit.whole_blocks();
        unit.copy_row((dst, 0, 0), (src, 0, 0), src.cols, whole_blocks);
        return;
    }
    for chunk in unit.chunks(src.cols, src.dtype) {
        let mut sum = unit.load(src, 0, chunk);
        unit.combine(Op::Add, src.dtype, &mut sum, &unit.zero(src.dtype, chunk));
        unit.store(tmp, 0, chunk, &sum);
        unit.store(dst, 0, chunk, &sum);
    }
}

/// Adds neighbours level by level into tmp, until its row 0 is the sum.
///
/// An odd row at the end of a level is added to the first row of the next level on A2A3, and to
/// the last one on A5.
fn tree(unit: &mut Unit, tmp: &View, src: &View, rows: usize, cols: usize) {
    let (mut from, mut n) = (src, rows);
    while n > 1 {
        let half = n / 2;
        let level = Level { rows: n, first: n == rows };
        for out in 0..half {
            let [a, b] = (unit.decisions.tree_pair)(&unit.site, &level, out);
            unit.combine_rows(Op::Add, (tmp, out), (from, a), (from, b), cols);
        }
        let right = if unit.target.kind == Kind::A5 { half - 1 } else { 0 };
        if n % 2 == 1
            && let Some(out) = (unit.decisions.tree_odd)(&unit.site, &level, right)
        {
            unit.combine_rows(Op::Add, (tmp, out), (tmp, out), (from, n - 1), cols);
        }
        (from, n) = (tmp, half);
    }
    if fold::second_row(unit) == 0 {
        unit.combine_rows(Op::Add, (tmp, 0), (tmp, 0), (src, 0), cols);
    }
}
