//! What TCOLEXPANDADD, -SUB, -MUL, -DIV, -MAX, -MIN and -EXPDIF share: a matrix, a row that is broadcast, one operation.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U8, U16, U32};
use ptoconf_schemas::Stage;

pub(crate) const FORMS: &[Form] = &[Form { name: "plain", operands: &["dst", "src0", "src1"] }];

const SAME_DTYPE: Check = Check { name: "expand/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src0", "src1"]) };
const SRC0_SHAPE: Check = Check { name: "expand/src0-shape", stage: Stage::Shape, run: src0_shape };
const SRC1_COLUMNS: Check = Check { name: "expand/src1-columns", stage: Stage::Shape, run: src1_columns };
const SRC1_ROWS: Check = Check { name: "expand/src1-rows", stage: Stage::Shape, run: src1_rows };
const DST_ROW_MAJOR: Check = Check { name: "expand/dst-row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst"]) };
const SOURCES_ROW_MAJOR: Check = Check { name: "expand/sources-row-major", stage: Stage::Layout, run: sources_row_major };

/// The checks of an operation that supports what its last one says.
pub(crate) const fn checks(dtype: Check) -> [Check; 7] {
    [SAME_DTYPE, SRC0_SHAPE, SRC1_COLUMNS, SRC1_ROWS, DST_ROW_MAJOR, SOURCES_ROW_MAJOR, dtype]
}

/// Dtypes of A2A3 and A5: the same for all of them.
pub(crate) fn device_supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::A5 => dtype.bytes() <= 4,
        _ => matches!(dtype, F16 | F32 | I16 | I32),
    }
}

/// Dtypes of TCOLEXPANDADD, and of the maximum and the minimum.
pub(crate) fn add_supports(target: &Target, dtype: DType) -> bool {
    let more_on_cpu = target.kind == Kind::Cpu && matches!(dtype, U16 | U32);
    more_on_cpu || device_supports(target, dtype)
}

/// Dtypes of TCOLEXPANDMUL: the CPU also has it for u8.
pub(crate) fn mul_supports(target: &Target, dtype: DType) -> bool {
    (target.kind == Kind::Cpu && dtype == U8) || add_supports(target, dtype)
}

/// Dtypes of divisions: A2A3 has no integers.
pub(crate) fn div_supports(target: &Target, dtype: DType) -> bool {
    add_supports(target, dtype) && (target.kind != Kind::A2a3 || dtype.is_float())
}

/// Dtypes of exponentials: floats of every target.
pub(crate) fn exp_supports(_: &Target, dtype: DType) -> bool {
    matches!(dtype, F16 | F32)
}

fn src0_shape(s: &Subject) -> Result<(), String> {
    let [dst, src0] = s.tiles(["dst", "src0"])?;
    let same = (0..2).all(|i| s.equal(src0.valid[i].into(), dst.valid[i].into()));
    ensure(same, || format!("valid shapes of src0 {:?} and dst {:?} have to be equal", src0.valid, dst.valid))
}

fn src1_columns(s: &Subject) -> Result<(), String> {
    let [dst, src1] = s.tiles(["dst", "src1"])?;
    ensure(s.at_most(dst.valid_cols().into(), src1.valid_cols().into(), 1), || {
        format!("src1 has to give one value for each of {} columns, and has {} valid ones", dst.valid_cols(), src1.valid_cols())
    })
}

fn src1_rows(s: &Subject) -> Result<(), String> {
    let [dst, src1] = s.tiles(["dst", "src1"])?;
    let empty = dst.valid.contains(&0);
    ensure(empty || s.at_most(1, src1.valid_rows().into(), 1), || "src1 has to have a valid row".to_owned())
}

fn sources_row_major(s: &Subject) -> Result<(), String> {
    if s.target.kind == Kind::Cpu { Ok(()) } else { s.row_major(&["src0", "src1"]) }
}

/// `dst[i, j] = src0[i, j] op src1[0, j]`. Exactly the valid region of dst is written.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (dst, src0, src1) = (unit.view("dst")?, unit.view("src0")?, unit.view("src1")?);
    if dst.rows == 0 || dst.cols == 0 {
        return Ok(());
    }
    for row in 0..unit.rows(dst.rows) {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            let mut left = unit.load(&src0, row, chunk);
            let mut right = unit.load_vector(&src1, row, chunk);
            if (unit.decisions.swapped)(&unit.site, op) {
                std::mem::swap(&mut left, &mut right);
            }
            unit.combine(op, dst.dtype, &mut left, &right);
            unit.store(&dst, row, chunk, &left);
        }
    }
    Ok(())
}
