//! TROWEXPANDEXPDIF: `dst[i, j] = exp(src0[i, j] - src1[i, j])`, one source expanded along the rows.

use super::expand_arith::exp_supports;
use super::row_expand_arith as shared;
use crate::legality::Check;
use crate::machine::arith::Op;
use crate::operation::Operation;
use ptoconf_schemas::Stage;

pub(crate) const OPERATION: Operation = Operation {
    name: "trowexpandexpdif",
    forms: shared::FORMS,
    checks: &shared::checks(Check { name: "trowexpandexpdif/dtype", stage: Stage::Profile, run: |s| s.supports("dst", exp_supports) }),
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::ExpDif),
};
