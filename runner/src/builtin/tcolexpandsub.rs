//! TCOLEXPANDSUB: `dst[i, j] = src0[i, j] - src1[0, j]`.

use super::arith::Op;
use super::expand_arith as shared;
use super::legality::Check;
use super::operation::Operation;
use super::target::{Kind, Target};
use ptoconf_schemas::{DType, Stage};

pub(super) const OPERATION: Operation = Operation {
    name: "tcolexpandsub",
    forms: shared::FORMS,
    checks: &[
        shared::SAME_DTYPE,
        shared::SRC0_SHAPE,
        shared::SRC1_COLUMNS,
        shared::SRC1_ROWS,
        shared::DST_ROW_MAJOR,
        shared::SOURCES_ROW_MAJOR,
        Check { name: "tcolexpandsub/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Sub),
};

fn supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::Cpu => matches!(dtype, DType::F16 | DType::F32),
        _ => shared::device_supports(target, dtype),
    }
}
