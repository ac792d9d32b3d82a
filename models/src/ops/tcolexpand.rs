//! TCOLEXPAND: every row of dst is row 0 of src, bit for bit.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit};
use crate::operation::{Form, Operation};
use ptoconf_schemas::{DType, Stage};

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolexpand",
    forms: &[Form { name: "plain", operands: &["dst", "src"] }],
    checks: &[
        Check { name: "tcolexpand/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
        Check { name: "tcolexpand/columns-equal", stage: Stage::Shape, run: columns_equal },
        Check { name: "tcolexpand/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src"]) },
        Check { name: "tcolexpand/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

fn supports(target: &Target, dtype: DType) -> bool {
    target.kind != Kind::A2a3 || dtype.bytes() <= 4
}

fn columns_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    ensure(s.equal(dst.valid_cols().into(), src.valid_cols().into()), || {
        format!("valid columns of src ({}) and dst ({}) have to be equal", src.valid_cols(), dst.valid_cols())
    })
}

fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    if src.rows == 0 || src.cols == 0 || dst.rows == 0 || dst.cols == 0 {
        return Ok(());
    }
    // A2A3 copies whole blocks: the padding of src row 0 goes along. Lane by lane on the others.
    let whole_blocks = unit.whole_blocks();
    let cols = if whole_blocks { dst.cols.next_multiple_of(dst.dtype.block() as usize) } else { dst.cols };
    for row in 0..unit.rows(dst.rows) {
        for chunk in unit.chunks(cols, dst.dtype) {
            let mut lanes = unit.load_vector(&src, row, chunk);
            unit.spoil_copy(dst.dtype, &mut lanes);
            unit.store(&dst, row, chunk, &lanes);
        }
    }
    Ok(())
}
