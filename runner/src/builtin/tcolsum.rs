//! TCOLSUM: `dst[0, j]` is the sum of column `j` of src.
//!
//! The models differ in the order of the additions. Every step is rounded to the element type.

use super::arith::Op;
use super::legality::{Check, Subject, ensure, same_dtype};
use super::operation::{Form, Operation};
use super::target::{Kind, Target};
use super::unit::{MissingOperand, Unit, View};
use ptoconf_schemas::DType::{F16, F32, I16, I32};
use ptoconf_schemas::{DType, Stage};

pub(super) const OPERATION: Operation = Operation {
    name: "tcolsum",
    forms: &[Form { name: "plain", operands: &["dst", "src"] }, Form { name: "tmp", operands: &["dst", "src", "tmp"] }],
    checks: &[
        Check { name: "tcolsum/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src", "tmp"]) },
        Check { name: "tcolsum/columns-equal", stage: Stage::Shape, run: columns_equal },
        Check { name: "tcolsum/tmp-columns", stage: Stage::Shape, run: tmp_columns },
        Check { name: "tcolsum/tmp-rows", stage: Stage::Shape, run: tmp_rows },
        Check { name: "tcolsum/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src", "tmp"]) },
        Check { name: "tcolsum/no-alias", stage: Stage::Layout, run: no_alias },
        Check { name: "tcolsum/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |target, tuple| target.kind != Kind::Cpu && tuple.flag("isBinary"),
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind == Kind::A5 || matches!(dtype, F16 | F32 | I16 | I32)
}

fn columns_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    ensure(dst.valid_cols() == src.valid_cols(), || {
        format!("valid columns of src ({}) and dst ({}) have to be equal", src.valid_cols(), dst.valid_cols())
    })
}

/// The devices look at tmp's width only where they use it, the CPU always.
fn tmp_columns(s: &Subject) -> Result<(), String> {
    let looks = s.tuple.flag("isBinary") || s.target.kind == Kind::Cpu;
    let (Some(tmp), true) = (s.tuple.tile("tmp"), looks) else { return Ok(()) };
    let [src] = s.tiles(["src"])?;
    ensure(src.valid_cols() <= tmp.cols(), || {
        format!("a row of tmp ({} columns) has to hold the valid columns of src ({})", tmp.cols(), src.valid_cols())
    })
}

fn tmp_rows(s: &Subject) -> Result<(), String> {
    let (Some(tmp), true) = (s.tuple.tile("tmp"), s.tuple.flag("isBinary")) else { return Ok(()) };
    let [src] = s.tiles(["src"])?;
    let needed = (src.valid_rows() / 2).max(1);
    ensure(tmp.rows() >= needed, || format!("tmp has to have {needed} rows for the tree, and has {}", tmp.rows()))
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
        return sum_of_nothing(unit, &dst, &src);
    }
    let (rows, cols) = (unit.rows(src.rows), src.cols);
    match (unit.target.kind, unit.is_binary()) {
        (Kind::Cpu, _) => fold_from_zero(unit, &dst, &src, rows),
        (_, true) if rows > 0 => {
            let tmp = unit.view("tmp")?;
            if rows == 1 {
                lone_row(unit, &dst, &tmp, &src);
            } else {
                tree(unit, &tmp, &src, rows, cols);
                unit.copy_row((&dst, 0, 0), (&tmp, 0), cols, unit.target.whole_blocks);
            }
        }
        (Kind::A2a3, _) => left_fold(unit, &dst, &src, rows),
        (Kind::A5, _) => pairs(unit, &dst, &src, rows),
    }
    Ok(())
}

/// No rows or no columns: nothing is written.
fn sum_of_nothing(unit: &mut Unit, dst: &View, src: &View) -> Result<(), MissingOperand> {
    if unit.faults().empty_sum_zero && src.rows == 0 && dst.rows > 0 {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            unit.store(dst, 0, chunk, &unit.zero(dst.dtype, chunk));
        }
    }
    Ok(())
}

/// The row at which the additions begin, after row 0 was copied.
fn second_row(unit: &Unit) -> usize {
    if unit.faults().first_row_twice { 0 } else { 1 }
}

/// A2A3: row 0 is copied in whole blocks, then every row is added to dst in memory.
fn left_fold(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    if rows == 0 {
        return;
    }
    let acc = if unit.faults().source_overwritten { src } else { dst };
    unit.copy_row((dst, 0, 0), (src, 0), src.cols, unit.target.whole_blocks);
    for row in second_row(unit)..rows {
        unit.add_rows((acc, 0), (acc, 0), (src, row), src.cols);
    }
    if unit.faults().source_overwritten {
        unit.copy_row((dst, 0, 0), (acc, 0), src.cols, false);
    }
}

/// A5: the sum stays in a register, and two rows at a time are added to each other first.
fn pairs(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    if rows == 0 {
        return;
    }
    for chunk in unit.chunks(src.cols, src.dtype) {
        let mut acc = unit.load(src, 0, chunk);
        if rows == 1 {
            unit.spoil_copy(src.dtype, &mut acc);
        }
        let mut row = second_row(unit);
        while row < rows {
            let mut next = unit.load(src, row, chunk);
            if row + 1 < rows {
                unit.combine(Op::Add, src.dtype, &mut next, &unit.load(src, row + 1, chunk));
            }
            unit.combine(Op::Add, src.dtype, &mut acc, &next);
            row += 2;
        }
        let out = if unit.faults().source_overwritten { src } else { dst };
        unit.store(out, 0, chunk, &acc);
        unit.store(dst, 0, chunk, &acc);
    }
}

/// CPU: every row, the first too, is added to a sum that starts at +0.
fn fold_from_zero(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    let counted_twice = usize::from(unit.faults().first_row_twice);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let mut acc = unit.zero(src.dtype, chunk);
        for row in (0..counted_twice).chain(0..rows) {
            unit.combine(Op::Add, src.dtype, &mut acc, &unit.load(src, row, chunk));
        }
        let out = if unit.faults().source_overwritten { src } else { dst };
        unit.store(out, 0, chunk, &acc);
        unit.store(dst, 0, chunk, &acc);
    }
}

/// A tree over one row: A2A3 copies it, A5 adds +0 by way of tmp.
fn lone_row(unit: &mut Unit, dst: &View, tmp: &View, src: &View) {
    if unit.target.kind == Kind::A2a3 {
        unit.copy_row((dst, 0, 0), (src, 0), src.cols, true);
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
    let (mut level, mut n) = (src, rows);
    while n > 1 {
        let half = n / 2;
        for out in 0..half {
            unit.add_rows((tmp, out), (level, 2 * out), (level, 2 * out + 1), cols);
        }
        if n % 2 == 1 {
            let out = if unit.target.kind == Kind::A2a3 { 0 } else { half - 1 };
            unit.add_rows((tmp, out), (tmp, out), (level, n - 1), cols);
        }
        (level, n) = (tmp, half);
    }
    if unit.faults().first_row_twice {
        unit.add_rows((tmp, 0), (tmp, 0), (src, 0), cols);
    }
}
