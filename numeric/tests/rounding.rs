//! Roundings against an independent implementation of the formats.

use ptoconf_numeric::rounding::{Format, Rounding, element, value};
use ptoconf_schemas::DType;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

const FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// A small generator of its own: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
    }
}

/// Their sum in type `F`.
fn sum<F: Float>(a: u64, b: u64, rounding: Rounding) -> u64 {
    F::from_bits(a.into()).add_r(F::from_bits(b.into()), round(rounding)).value.to_bits() as u64
}

fn expected(dtype: DType, a: u64, b: u64, rounding: Rounding) -> u64 {
    match dtype {
        DType::F16 => sum::<Half>(a, b, rounding),
        DType::Bf16 => sum::<BFloat>(a, b, rounding),
        _ => sum::<Single>(a, b, rounding),
    }
}

/// Pairs of any patterns, and as often pairs of neighbouring exponents, where rounding is hard.
fn pair(dtype: DType, random: &mut Random) -> [u64; 2] {
    let (sign, infinity, mantissa) = dtype.float_masks().unwrap();
    let a = random.next() & dtype.mask();
    let free = random.next() & dtype.mask();
    let shift = random.next() % u64::from(2 * mantissa.count_ones());
    let near = (a & infinity).saturating_sub(shift << mantissa.count_ones());
    let b = if random.next() & 1 == 0 { free } else { near | free & (mantissa | sign) };
    [a, b]
}

#[test]
fn additions_round_as_the_format_says() {
    let mut random = Random(1);
    for dtype in FLOATS {
        let format = Format::of(dtype).unwrap();
        for _ in 0..100_000 {
            let [a, b] = pair(dtype, &mut random);
            for rounding in Rounding::ALL {
                let own = format.add(value(dtype, a), value(dtype, b), rounding);
                let expected = expected(dtype, a, b, rounding);
                let same = element(dtype, own) == expected || (own.is_nan() && dtype.is_nan(expected));
                assert!(same, "{dtype} {a:#x} + {b:#x} {rounding:?}: {:#x}, expected {expected:#x}", element(dtype, own));
            }
        }
    }
}

#[test]
fn binary64_additions_round_in_every_direction() {
    let mut random = Random(2);
    for _ in 0..100_000 {
        let [a, b] = pair(DType::F32, &mut random);
        let (a, b) = (value(DType::F32, a), value(DType::F32, b) * 1.000_000_001);
        if !a.is_finite() || !b.is_finite() {
            continue;
        }
        for rounding in Rounding::ALL {
            let own = Format::F64.add(a, b, rounding).to_bits();
            assert_eq!(own, sum::<Double>(a.to_bits(), b.to_bits(), rounding), "{a:e} + {b:e} {rounding:?}");
        }
    }
}

#[test]
fn conversions_round_in_every_direction() {
    fn narrowed<F: Float>(x: f64, rounding: Rounding) -> u64
    where
        Double: FloatConvert<F>,
    {
        let mut exact = false;
        let wide = Double::from_bits(x.to_bits().into());
        wide.convert_r(round(rounding), &mut exact).value.to_bits() as u64
    }
    let mut random = Random(3);
    for dtype in FLOATS {
        for _ in 0..100_000 {
            // Any mantissa, over all exponents of the type and beyond both ends.
            let exponent = 1023 - 160 + random.next() % 300;
            let x = f64::from_bits(exponent << 52 | random.next() & ((1 << 52) - 1) | random.next() << 63);
            for rounding in Rounding::ALL {
                let own = element(dtype, Format::of(dtype).unwrap().round(x, rounding));
                let expected = match dtype {
                    DType::F16 => narrowed::<Half>(x, rounding),
                    DType::Bf16 => narrowed::<BFloat>(x, rounding),
                    _ => narrowed::<Single>(x, rounding),
                };
                assert_eq!(own, expected, "{dtype} {x:e} {rounding:?}");
            }
        }
    }
}

#[test]
fn every_pattern_of_two_bytes_has_its_value() {
    for bits in 0..=u16::MAX {
        let pairs = [(DType::F16, half::f16::from_bits(bits).to_f64()), (DType::Bf16, half::bf16::from_bits(bits).to_f64())];
        for (dtype, expected) in pairs {
            let found = value(dtype, bits.into());
            assert!(found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()), "{dtype} {bits:#06x}");
        }
    }
}
