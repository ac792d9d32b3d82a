//! Exponentials against another implementation: of every f16 number, and of very many f32 numbers.

use ptoconf_numeric::rounding::{Format, Rounding, element, value};
use ptoconf_numeric::{Difference, ExponentialPolicy, Flush, exponential};
use ptoconf_schemas::DType::{self, F16, F32};

const PLAIN: ExponentialPolicy =
    ExponentialPolicy { difference: Difference::Rounded, flush: Flush { inputs: false, results: false }, saturates: false };

/// e to a number, of bits.
fn of(dtype: DType, bits: u64) -> u64 {
    exponential(dtype, bits, 0, PLAIN).nearest
}

#[test]
fn every_f16_number_agrees_with_the_other_implementation() {
    let format = Format::of(F16).expect("a float");
    for bits in 0..1u64 << 16 {
        let wide = pxfm::f_exp(value(F16, bits));
        let expected = if wide.is_nan() { 0x7E00 } else { element(F16, format.round(wide, Rounding::NearestEven)) };
        // Binary64 tells on which side of the middle of two numbers it is: none is so close.
        let nudged = [wide.next_up().next_up(), wide.next_down().next_down()].map(|x| element(F16, format.round(x, Rounding::NearestEven)));
        let is_far = !(1e-300..1e300).contains(&wide);
        assert!(is_far || wide == 1.0 || nudged.iter().all(|n| *n == expected), "{bits:x} is close");
        assert_eq!(of(F16, bits), expected, "{bits:x}");
    }
}

/// Every so many numbers, and all of those next to the ends of the range.
fn compare_f32(step: usize) -> usize {
    let bits = (0..=u32::MAX).step_by(step);
    let near = |x: f32| (x.to_bits() - 20_000)..(x.to_bits() + 20_000);
    let ends = near(88.722_84).chain(near(-87.336_55)).chain(near(-103.278_93)).chain(near(-103.972_08));
    let mut count = 0;
    for bits in bits.chain(ends) {
        let x = f32::from_bits(bits);
        if x.is_nan() {
            continue;
        }
        assert_eq!(of(F32, bits.into()), u64::from(pxfm::f_expf(x).to_bits()), "{x:e}");
        count += 1;
    }
    count
}

#[test]
fn many_f32_numbers_agree_with_the_other_implementation() {
    assert!(compare_f32(997) > 4_000_000);
}

#[test]
#[ignore = "ten seconds"]
fn sixty_million_f32_numbers_agree_with_the_other_implementation() {
    assert!(compare_f32(67) > 60_000_000);
}

/// The difference of two numbers, exactly: binary64 has most of them, and a second one the rest.
#[test]
fn fused_differences_are_not_rounded() {
    let fused = |a: f32, b: f32| {
        exponential(F32, a.to_bits().into(), b.to_bits().into(), ExponentialPolicy { difference: Difference::Fused, ..PLAIN }).nearest
    };
    let rounded = |a: f32, b: f32| exponential(F32, a.to_bits().into(), b.to_bits().into(), PLAIN).nearest;
    let mut apart = 0;
    for i in 0..200_000u32 {
        let a = f32::from_bits(0x4200_0000 + i * 37) * if i % 2 == 0 { 1.0 } else { -1.0 };
        let b = f32::from_bits(0x4080_0001 + i * 41);
        let exact = f64::from(a) - f64::from(b);
        let wide = pxfm::f_exp(exact);
        if (wide * (1.0 + 1e-15)) as f32 == (wide * (1.0 - 1e-15)) as f32 {
            assert_eq!(fused(a, b), u64::from((wide as f32).to_bits()), "{a} - {b}");
        }
        assert_eq!(rounded(a, b), u64::from(pxfm::f_expf(a - b).to_bits()), "{a} - {b}");
        apart += u32::from(fused(a, b) != rounded(a, b));
    }
    assert!(apart > 50_000, "{apart}");
    // What binary64 does not hold: one is left and nothing else.
    assert_eq!(fused(1e-40, -1e-3), fused(0.0, -1e-3));
}

#[test]
fn what_has_no_room_has_none() {
    let all = |dtype: DType, a: u64, b: u64| {
        let e = exponential(dtype, a, b, PLAIN);
        (e.nearest, [0, 1, 4, 255].map(|level| e.room.ulps(level)))
    };
    let (zero, one, infinity, nan) = (0, 0x3C00, 0x7C00, 0x7E00);
    assert_eq!(all(F16, 0x4321, 0x4321), (one, [0; 4]), "a difference of zero");
    assert_eq!(all(F16, 0x0001, 0), (one, [0, 1, 4, 255]), "and nearly that");
    assert_eq!([all(F16, 0x7C00, 0x4000), all(F16, 0, 0xFC00)], [(infinity, [0; 4]); 2]);
    assert_eq!([all(F16, 0xFC00, 0x4000), all(F16, 0, 0x7C00)], [(zero, [0; 4]); 2]);
    assert_eq!([all(F16, 0x7C00, 0x7C00), all(F16, 0x7D01, 0), all(F16, 0, 0xFE01)], [(nan, [0; 4]); 3]);
    assert_eq!([all(F16, 0x7BFF, 0), all(F16, 0xFBFF, 0)], [(infinity, [0; 4]), (zero, [0; 4])], "far out of the range");
    // 11.09375 gives 65760, three past the place of infinity. -17.5 and -18: 2^-24 times 0.42 and 0.26; -18.5: times 0.15.
    assert_eq!(all(F16, 0x498C, 0), (infinity, [0, 0, 1, 255 - 3]));
    assert_eq!([all(F16, 0xCC60, 0), all(F16, 0xCC80, 0), all(F16, 0xCCA0, 0)], [(0, [0, 1, 1, 1]), (0, [0, 1, 1, 1]), (0, [0; 4])]);
}

#[test]
fn policies_change_results_at_the_ends_alone() {
    let of = |a: u64, policy| {
        let e = exponential(F16, a, 0, policy);
        (e.nearest, e.room.ulps(4))
    };
    let flushed = ExponentialPolicy { flush: Flush { inputs: false, results: true }, ..PLAIN };
    let saturated = ExponentialPolicy { saturates: true, ..PLAIN };
    assert_eq!([of(0xC900, PLAIN), of(0xC900, flushed)], [(762, 4), (0, 0)], "-10");
    assert_eq!([of(0x4A00, PLAIN), of(0x4A00, saturated)], [(0x7C00, 0), (0x7BFF, 0)], "12");
    assert_eq!([of(0x7C00, saturated), of(0x4900, flushed)], [(0x7C00, 0), of(0x4900, PLAIN)]);
    assert_eq!(value(F16, of(0x4900, PLAIN).0), 22032.0, "10");
}
