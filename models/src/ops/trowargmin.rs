//! TROWARGMIN: `dstIdx[i, 0]` is the column of the smallest element of row `i` of src, and `dstVal[i, 0]` that element.

use super::row_place as shared;
use crate::machine::arith::Op;
use crate::operation::Operation;

pub(crate) const OPERATION: Operation = Operation {
    name: "trowargmin",
    forms: shared::FORMS,
    checks: shared::CHECKS,
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Min),
};
