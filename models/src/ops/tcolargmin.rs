//! TCOLARGMIN: `dstIdx[0, j]` is the row of the smallest element of column `j` of src, and `dstVal[0, j]` that element.

use super::column_place as shared;
use crate::machine::arith::Op;
use crate::operation::Operation;

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolargmin",
    forms: shared::FORMS,
    checks: shared::CHECKS,
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Min),
};
