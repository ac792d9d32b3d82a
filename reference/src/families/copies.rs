//! Known behaviours of a move: every bit is kept, or what the type-system page allows.

use crate::kernels::{Slot, View};
use crate::operation::Kernel;
use crate::{Behaviour, Class, Fill, Output, Query};
use ptoconf_schemas::DType;

/// What becomes of each element that is moved.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Reading and option that it follows; none where there is no question.
    reading: Option<(&'static str, &'static str)>,
    change: fn(DType, u64) -> u64,
}

const KEPT: Way = Way { reading: None, change: |_, bits| bits };
const NANS: &[Way] =
    &[Way { reading: Some(("tile/copied-nan", "kept")), ..KEPT }, Way { reading: Some(("tile/copied-nan", "quiet")), change: quiet }];
const SUBNORMALS: &[Way] = &[
    Way { reading: Some(("tile/copied-subnormals", "kept")), ..KEPT },
    Way { reading: Some(("tile/copied-subnormals", "flushed")), change: flushed },
];

/// The ways that the data of the class tell apart: data of the other classes have neither signalling
/// NaNs nor subnormal numbers.
pub(crate) fn ways(q: &Query) -> &'static [Way] {
    match Class::parse(q.class).map(|c| c.fill) {
        Some(Fill::NanPayloads) => NANS,
        Some(Fill::Subnormal) => SUBNORMALS,
        _ => &[KEPT],
    }
}

impl Way {
    /// Name of the values.
    pub fn variant(&self) -> &'static str {
        self.reading.map_or("value", |(_, option)| option)
    }

    /// A kernel that moves elements of this dtype, in this way.
    pub fn of(&self, dtype: DType, kernel: Kernel) -> Kernel {
        let change = self.change;
        if self.variant() == "value" || self.variant() == "kept" {
            return kernel;
        }
        Box::new(move |slot: &Slot, out: &mut View| {
            kernel(slot, out);
            for at in 0..out.data.len() / dtype.bytes() {
                dtype.write(out.data, at, change(dtype, dtype.read(out.data, at)));
            }
        })
    }

    /// The behaviour with these outputs.
    pub fn behaviour(&self, outputs: Vec<Output>) -> Behaviour {
        match self.reading {
            Some((reading, option)) => Behaviour::reading(reading, option, outputs),
            None => Behaviour { name: "value".to_owned(), readings: vec![], outputs, costly: false },
        }
    }
}

/// Sets the quiet bit of a NaN.
fn quiet(dtype: DType, bits: u64) -> u64 {
    match dtype.float_masks() {
        Some((_, infinity, mantissa)) if bits & infinity == infinity && bits & mantissa != 0 => bits | (mantissa + 1) >> 1,
        _ => bits,
    }
}

/// Makes a subnormal number a zero of its sign.
fn flushed(dtype: DType, bits: u64) -> u64 {
    match dtype.float_masks() {
        Some((sign, infinity, _)) if bits & infinity == 0 => bits & sign,
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::CANARY;

    #[test]
    fn only_what_is_asked_changes() {
        assert_eq!([0x7C01, 0xFE01, 0x7C00, 0x0001].map(|b| quiet(DType::F16, b)), [0x7E01, 0xFE01, 0x7C00, 0x0001]);
        assert_eq!([0x8001, 0x03FF, 0x0400, 0x7C01].map(|b| flushed(DType::F16, b)), [0x8000, 0, 0x0400, 0x7C01]);
        assert_eq!(quiet(DType::F32, 0x7F80_0001), 0x7FC0_0001);
        assert_eq!(quiet(DType::Bf16, 0xFF81), 0xFFC1);
        // What nobody writes stays as it is.
        for dtype in [DType::F16, DType::Bf16, DType::F32] {
            let canary = dtype.read(&[CANARY; 8], 0);
            assert_eq!([quiet(dtype, canary), flushed(dtype, canary)], [canary; 2]);
        }
    }
}
