//! Single elements: which special value they are, and how they are shown.

use ptoconf_schemas::DType;

/// The bit of the special byte of an enclosure that `bits` needs; 0 for a finite value.
pub fn special_bit(dtype: DType, bits: u64) -> u8 {
    let Some((sign, infinity, _)) = dtype.float_masks() else { return 0 };
    let magnitude = bits & (sign - 1);
    if magnitude < infinity {
        0
    } else if magnitude > infinity {
        ptoconf_schemas::SPECIAL_NAN
    } else if bits & sign == 0 {
        ptoconf_schemas::SPECIAL_INF
    } else {
        ptoconf_schemas::SPECIAL_NEG_INF
    }
}

/// The value of a float, which every float type has in binary64.
pub fn finite(dtype: DType, bits: u64) -> f64 {
    match dtype {
        DType::F16 => half::f16::from_bits(bits as u16).to_f64(),
        DType::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        _ => f32::from_bits(bits as u32).into(),
    }
}

/// The value as a decimal, without its bits.
pub fn decimal(dtype: DType, bits: u64) -> String {
    let unused = 64 - dtype.bits();
    match dtype {
        DType::F16 => format!("{:?}", half::f16::from_bits(bits as u16).to_f32()),
        DType::Bf16 => format!("{:?}", half::bf16::from_bits(bits as u16).to_f32()),
        DType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ if dtype.is_signed() => format!("{}", ((bits << unused) as i64) >> unused),
        _ => format!("{bits}"),
    }
}

/// The value as a decimal and its bits: `1.5 (0x3e00)`.
pub fn show(dtype: DType, bits: u64) -> String {
    format!("{} (0x{:0width$x})", decimal(dtype, bits), bits, width = dtype.bytes() * 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

    #[test]
    fn specials_are_told_apart() {
        let cases =
            [(0x7C00, SPECIAL_INF), (0xFC00, SPECIAL_NEG_INF), (0x7C01, SPECIAL_NAN), (0xFE00, SPECIAL_NAN), (0x7BFF, 0), (0x8000, 0)];
        for (bits, want) in cases {
            assert_eq!(special_bit(DType::F16, bits), want, "{bits:#x}");
        }
        assert_eq!(special_bit(DType::U16, 0x7C00), 0);
    }

    #[test]
    fn values_show_decimal_and_bits() {
        assert_eq!(show(DType::F16, 0x3E00), "1.5 (0x3e00)");
        assert_eq!(show(DType::Bf16, 0x8000), "-0.0 (0x8000)");
        assert_eq!(show(DType::F32, 0x7FC0_0000), "NaN (0x7fc00000)");
        assert_eq!(show(DType::I8, 0xFF), "-1 (0xff)");
        assert_eq!(show(DType::U64, u64::MAX), "18446744073709551615 (0xffffffffffffffff)");
    }
}
