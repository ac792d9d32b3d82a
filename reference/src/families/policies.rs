//! Policies that the pages leave open for every addition, as options of shared readings.

use crate::OutputValue;
use crate::kernels::{Slot, View};
use crate::operation::Kernel;
use ptoconf_numeric::{Flush, canonical_nans};
use ptoconf_schemas::DType;

/// Reading of subnormal numbers.
pub(crate) const SUBNORMALS: &str = "tile/subnormals";
/// Reading of integer overflow.
pub(crate) const INT_OVERFLOW: &str = "tile/int-overflow";
/// Reading of overflow of integer products.
pub(crate) const PRODUCT_OVERFLOW: &str = "tile/product-overflow";
/// Reading of overflow of integer quotients.
pub(crate) const QUOTIENT_OVERFLOW: &str = "tile/quotient-overflow";
/// Reading of integer quotients that are no whole numbers.
pub(crate) const FRACTIONS: &str = "tile/quotient-fractions";
/// Reading of float overflow.
pub(crate) const FLOAT_OVERFLOW: &str = "tile/float-overflow";
/// Reading of NaN results.
pub(crate) const NAN: &str = "tile/nan";

/// The ways to treat subnormal numbers, as options of `tile/subnormals`.
pub(crate) const FLUSHES: [(&str, Flush); 4] = [
    ("kept", Flush { inputs: false, results: false }),
    ("flush-results", Flush { inputs: false, results: true }),
    ("flush-inputs", Flush { inputs: true, results: false }),
    ("flush-both", Flush { inputs: true, results: true }),
];

/// A value computed with additions: bit for bit, but any NaN stands for any NaN.
pub(crate) fn value(dtype: DType, kernel: Kernel) -> OutputValue {
    if dtype.is_float() { OutputValue::Value(kernel) } else { OutputValue::Bits(kernel) }
}

/// The same with every NaN canonical: quiet, with a clear sign and no payload.
pub(crate) fn canonical(dtype: DType, kernel: Kernel) -> Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        kernel(slot, out);
        canonical_nans(dtype, out.data);
    })
}
