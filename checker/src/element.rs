//! Single elements: their order, and how they are shown.

use ptoconf_schemas::{DType, Kind};

/// A number that orders the values of `dtype` as enclosures do.
///
/// A float pattern with the sign clear counts as its magnitude m, one with the sign set as
/// -1 - m, so -0 lies just below +0. Integers have their own order.
pub fn order_key(dtype: DType, bits: u64) -> i64 {
    let unused = 64 - dtype.bits();
    let signed = ((bits << unused) as i64) >> unused;
    match dtype.kind() {
        Kind::Signed => signed,
        Kind::Unsigned => (bits ^ (1 << 63)) as i64,
        // Under a sign bit the magnitude counts downwards.
        Kind::Float { .. } => signed ^ ((signed >> 63) & (dtype.mask() >> 1) as i64),
    }
}

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
    fn the_order_of_f16_is_that_of_its_values() {
        let mut finite: Vec<u64> = (0..=0xFFFF).filter(|&b| special_bit(DType::F16, b) == 0).collect();
        finite.sort_by_key(|&b| order_key(DType::F16, b));
        assert_eq!(finite.len(), 65536 - 2 * 1024);
        for pair in finite.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|b| half::f16::from_bits(b as u16).to_f32());
            let zeros = pair[0] == 0x8000 && pair[1] == 0;
            assert!(a < b || zeros, "{:#x} before {:#x}", pair[0], pair[1]);
            assert_eq!(order_key(DType::F16, pair[0]) + 1, order_key(DType::F16, pair[1]), "neighbours are one apart");
        }
    }

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
    fn integers_keep_their_order() {
        assert!(order_key(DType::I8, 0x80) < order_key(DType::I8, 0xFF));
        assert!(order_key(DType::I8, 0xFF) < order_key(DType::I8, 0));
        let middle = 1 << 63;
        let ordered = [0, 1, middle - 1, middle, u64::MAX].map(|bits| order_key(DType::U64, bits));
        assert!(ordered.is_sorted_by(|a, b| a < b), "{ordered:?}");
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
