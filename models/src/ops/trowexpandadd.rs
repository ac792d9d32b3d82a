//! TROWEXPANDADD: `dst[i, j] = src0[i, j] + src1[i, j]`, one source expanded along the rows.

use super::row_expand_arith as shared;
use crate::machine::arith::Op;
use crate::operation::Operation;

pub(crate) const OPERATION: Operation = Operation {
    name: "trowexpandadd",
    forms: shared::FORMS,
    checks: shared::CHECKS,
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Add),
};
