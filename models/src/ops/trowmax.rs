//! TROWMAX: `dst[i, 0]` is the largest element of row `i` of src.

use super::row_extreme as shared;
use crate::machine::arith::Op;
use crate::operation::Operation;

pub(crate) const OPERATION: Operation = Operation {
    name: "trowmax",
    forms: shared::FORMS,
    checks: shared::CHECKS,
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::Max),
};
