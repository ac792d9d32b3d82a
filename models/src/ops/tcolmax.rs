//! TCOLMAX: `dst[0, j]` is the largest element of column `j` of src.

use super::column_extreme as shared;
use crate::machine::arith::Op;
use crate::operation::Operation;

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolmax",
    forms: shared::FORMS,
    checks: shared::CHECKS,
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Max),
};
