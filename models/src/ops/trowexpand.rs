//! TROWEXPAND: every column of dst is column 0 of src, bit for bit.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit};
use crate::operation::{Form, Operation};
use ptoconf_schemas::{DType, Stage};

pub(crate) const OPERATION: Operation = Operation {
    name: "trowexpand",
    forms: &[Form { name: "plain", operands: &["dst", "src"] }],
    checks: &[
        Check { name: "trowexpand/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
        Check { name: "trowexpand/rows-equal", stage: Stage::Shape, run: rows_equal },
        Check { name: "trowexpand/src-not-empty", stage: Stage::Shape, run: src_not_empty },
        Check { name: "trowexpand/dst-row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst"]) },
        Check { name: "trowexpand/src-row-major", stage: Stage::Layout, run: src_row_major },
        Check { name: "trowexpand/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind != Kind::A2a3 || dtype.bytes() <= 4
}

/// Only A5 compares the rows; the others iterate over those of dst.
fn rows_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    let equal = s.equal(dst.valid_rows().into(), src.valid_rows().into());
    ensure(s.target.kind != Kind::A5 || equal, || {
        format!("valid rows of src ({}) and dst ({}) have to be equal", src.valid_rows(), dst.valid_rows())
    })
}

/// Only A5 asks for elements; A2A3 returns early without any, and the CPU looks at dst alone.
fn src_not_empty(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let has = src.valid.iter().all(|&n| s.at_most(1, n.into(), 1));
    ensure(s.target.kind != Kind::A5 || has, || format!("valid shape {:?} of src: rows and columns have to be above 0", src.valid))
}

fn src_row_major(s: &Subject) -> Result<(), String> {
    if s.target.kind == Kind::Cpu { Ok(()) } else { s.row_major(&["src"]) }
}

fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    let looks_at_src = unit.target.kind == Kind::A2a3;
    if dst.rows == 0 || dst.cols == 0 || (looks_at_src && (src.rows == 0 || src.cols == 0)) {
        return Ok(());
    }
    for row in 0..unit.rows(dst.rows) {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            let mut lanes = unit.load_repeated(&src, row, chunk, dst.dtype);
            unit.spoil_copy(dst.dtype, &mut lanes);
            unit.store(&dst, row, chunk, &lanes);
        }
    }
    Ok(())
}
