//! TCOLEXPANDSUB: `dst[i, j] = src0[i, j] - src1[0, j]`.

use super::expand_arith as shared;
use crate::legality::Check;
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::operation::Operation;
use ptoconf_schemas::{DType, Stage};

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolexpandsub",
    forms: shared::FORMS,
    checks: &shared::checks(Check { name: "tcolexpandsub/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) }),
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Sub),
};

fn supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::Cpu => matches!(dtype, DType::F16 | DType::F32),
        _ => shared::device_supports(target, dtype),
    }
}
