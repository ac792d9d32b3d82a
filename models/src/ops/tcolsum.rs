//! TCOLSUM: `dst[0, j]` is the sum of column `j` of src.
//!
//! The models differ in the order of the additions. Every step is rounded to the element type.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::decisions::{ColumnSum, Level, Order};
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::{Form, Operation};
use ptoconf_schemas::DType::{F16, F32, I16, I32};
use ptoconf_schemas::{DType, Stage};

pub(crate) const OPERATION: Operation = Operation {
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
    scratch_used: |_, tuple| tuple.flag("isBinary"),
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind == Kind::A5 || matches!(dtype, F16 | F32 | I16 | I32)
}

fn columns_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    ensure(s.equal(dst.valid_cols().into(), src.valid_cols().into()), || {
        format!("valid columns of src ({}) and dst ({}) have to be equal", src.valid_cols(), dst.valid_cols())
    })
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
        sum_of_nothing(unit, &dst, &src);
        return Ok(());
    }
    let rows = unit.rows(src.rows);
    if let Some(sum) = unit.decisions.column_sum
        && sum_by_columns(unit, &dst, &src, rows, sum)
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
        Order::LeftFold => left_fold(unit, &dst, &src, rows)?,
        Order::Pairs => pairs(unit, &dst, &src, rows),
        Order::Tree => binary(unit, &dst, &src, rows)?,
    }
    Ok(())
}

/// No rows or no columns: nothing is written.
fn sum_of_nothing(unit: &mut Unit, dst: &View, src: &View) {
    if (unit.decisions.empty_sum)(&unit.site) && src.rows == 0 && dst.rows > 0 {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            unit.store(dst, 0, chunk, &unit.zero(dst.dtype, chunk));
        }
    }
}

/// Column by column, as a function of the elements; false where that function leaves it to others.
fn sum_by_columns(unit: &mut Unit, dst: &View, src: &View, rows: usize, sum: ColumnSum) -> bool {
    for col in 0..src.cols {
        let column: Vec<u64> = (0..rows).map(|row| unit.element(src, row, col)).collect();
        let Some(total) = sum(&unit.site, src.dtype, &column) else { return false };
        unit.set_element(dst, 0, col, total);
    }
    true
}

/// The row that a sequential sum takes as its row `row`.
fn visited(unit: &Unit, row: usize, rows: usize) -> usize {
    (unit.decisions.visited)(&unit.site, row, rows)
}

/// The row at which the additions begin, after row 0 was copied.
fn second_row(unit: &Unit) -> usize {
    (unit.decisions.second_row)(&unit.site)
}

/// A2A3: row 0 is copied in whole blocks, then every row is added to dst in memory.
fn left_fold(unit: &mut Unit, dst: &View, src: &View, rows: usize) -> Result<(), MissingOperand> {
    let acc = unit.view((unit.decisions.accumulator)(&unit.site))?;
    let whole_blocks = unit.whole_blocks();
    if (unit.decisions.seeded)(&unit.site) {
        unit.copy_row((&acc, 0, 0), (src, visited(unit, 0, rows), 0), src.cols, whole_blocks);
    }
    for row in second_row(unit)..rows {
        unit.add_rows((&acc, 0), (&acc, 0), (src, visited(unit, row, rows)), src.cols);
    }
    if acc.name != dst.name {
        unit.copy_row((dst, 0, 0), (&acc, 0, 0), src.cols, false);
    }
    Ok(())
}

/// A5: the sum stays in a register, and two rows at a time are added to each other first.
fn pairs(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    for chunk in unit.chunks(src.cols, src.dtype) {
        let seeded = (unit.decisions.seeded)(&unit.site);
        let mut acc = if seeded { unit.load(src, visited(unit, 0, rows), chunk) } else { unit.load(dst, 0, chunk) };
        if rows == 1 {
            unit.spoil_copy(src.dtype, &mut acc);
        }
        let mut row = second_row(unit);
        while row < rows {
            let mut next = unit.load(src, visited(unit, row, rows), chunk);
            if row + 1 < rows {
                unit.combine(Op::Add, src.dtype, &mut next, &unit.load(src, visited(unit, row + 1, rows), chunk));
            }
            unit.combine(Op::Add, src.dtype, &mut acc, &next);
            row += 2;
        }
        store_sum(unit, dst, src, chunk, &acc);
    }
}

/// CPU: every row, the first too, is added to a sum that starts at +0.
fn fold_from_zero(unit: &mut Unit, dst: &View, src: &View, rows: usize) {
    let twice = 1usize.saturating_sub(second_row(unit));
    let skipped = second_row(unit).saturating_sub(1);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let seeded = (unit.decisions.seeded)(&unit.site);
        let mut acc = if seeded { unit.zero(src.dtype, chunk) } else { unit.load(dst, 0, chunk) };
        for row in (0..twice).chain(skipped.min(rows)..rows) {
            unit.combine(Op::Add, src.dtype, &mut acc, &unit.load(src, visited(unit, row, rows), chunk));
        }
        store_sum(unit, dst, src, chunk, &acc);
    }
}

/// Stores a sum in dst, and in src too where that is what was accumulated in.
fn store_sum(unit: &mut Unit, dst: &View, src: &View, chunk: Chunk, sum: &Register) {
    if (unit.decisions.accumulator)(&unit.site) == src.name {
        unit.store(src, 0, chunk, sum);
    }
    unit.store(dst, 0, chunk, sum);
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
            unit.add_rows((tmp, out), (from, a), (from, b), cols);
        }
        let right = if unit.target.kind == Kind::A5 { half - 1 } else { 0 };
        if n % 2 == 1
            && let Some(out) = (unit.decisions.tree_odd)(&unit.site, &level, right)
        {
            unit.add_rows((tmp, out), (tmp, out), (from, n - 1), cols);
        }
        (from, n) = (tmp, half);
    }
    if second_row(unit) == 0 {
        unit.add_rows((tmp, 0), (tmp, 0), (src, 0), cols);
    }
}
