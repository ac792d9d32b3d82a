//! TCOLEXPANDEXPDIF: `dst[i, j] = exp(src0[i, j] - src1[0, j])`.

use super::expand_arith as shared;
use crate::legality::Check;
use crate::machine::arith::Op;
use crate::operation::Operation;
use ptoconf_schemas::Stage;

pub(crate) const OPERATION: Operation = Operation {
    name: "tcolexpandexpdif",
    forms: shared::FORMS,
    checks: &shared::checks(Check {
        name: "tcolexpandexpdif/dtype",
        stage: Stage::Profile,
        run: |s| s.supports("dst", shared::exp_supports),
    }),
    scratch_used: |_, _| false,
    run: |unit| shared::run(unit, Op::ExpDif),
};
