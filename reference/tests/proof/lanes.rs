//! Float lanes against `rustc_apfloat`.

use crate::common::{Op, Rng, by_lane, format, normal, quick_add};
use crate::soft::{self, FLOATS, same};
use half::{bf16, f16};
use ptoconf_numeric::{Lane, Policy};
use ptoconf_schemas::DType;

fn compare(dtype: DType, a: &[u64], b: &[u64]) {
    for policy in soft::policies() {
        for op in Op::ALL {
            let got = by_lane(dtype, a, b, op, policy);
            for i in 0..a.len() {
                let want = soft::op(dtype, a[i], b[i], op, policy);
                assert!(same(dtype, got[i], want), "{dtype} {policy:?}: {:x} {op:?} {:x} = {:x}, not {want:x}", a[i], b[i], got[i]);
            }
        }
    }
    for i in 0..a.len() {
        let (quick, want) = (quick_add(dtype, a[i], b[i]), soft::add(dtype, a[i], b[i]));
        assert!(same(dtype, quick, want), "{dtype} quick: {:x} + {:x}", a[i], b[i]);
    }
}

/// A pair near a tie, a cancellation, a limit of the range, or anything.
fn pair(dtype: DType, rng: &mut Rng) -> [u64; 2] {
    let (sign, infinity, mantissa) = dtype.float_masks().expect("a float");
    let (p, bias) = format(dtype);
    let exponent = rng.below(2 * bias as u64) as i64 + 1 - bias;
    let a = normal(dtype, exponent, rng.next());
    let near = |bits: u64, rng: &mut Rng| (bits + rng.below(7)).saturating_sub(3);
    let [a, b] = match rng.below(12) {
        0 => [rng.next() & dtype.mask(), rng.next() & dtype.mask()],
        1 => {
            let tail = rng.pick(&[0, 1, mantissa, mantissa / 2, mantissa / 2 + 1]);
            [a, normal(dtype, exponent - p - 2 + rng.below(5) as i64, tail)]
        }
        2 => [a, near(a, rng) ^ sign],
        3 => [a, near(normal(dtype, exponent - rng.below(p as u64 + 3) as i64, rng.next()), rng) ^ sign],
        4 => [near(infinity - 1, rng), near(normal(dtype, bias - p - 1 + rng.below(4) as i64, rng.pick(&[0, mantissa])), rng)],
        5 => [rng.below(3 * (mantissa + 1)), rng.below(3 * (mantissa + 1))],
        6 => [near(mantissa + 1, rng), near(rng.pick(&[3, mantissa + 1, mantissa / 2]), rng)],
        7 => {
            // A product near the smallest numbers or near the largest.
            let ends = [1 - bias, 1 - bias - p, bias];
            [a, near(normal(dtype, rng.pick(&ends) - exponent + rng.below(3) as i64 - 1, rng.next()), rng)]
        }
        8 => {
            // A product of p + 1 bits, which lies halfway.
            let bits = 2 + rng.below(p as u64 - 2) as i64;
            let odd = |bits: i64, rng: &mut Rng| normal(dtype, 0, (rng.next() << (p - bits)) | 1 << (p - bits));
            [odd(bits, rng), odd(p + 1 - bits, rng)]
        }
        9 => {
            // A quotient near the smallest numbers or near the largest.
            let ends = [1 - bias, 1 - bias - p, bias];
            let b = normal(dtype, rng.below(bias as u64) as i64 - bias / 2, rng.next());
            let exponent = (b >> (p - 1)) as i64 - bias;
            [near(normal(dtype, (rng.pick(&ends) + exponent).clamp(1 - bias, bias), rng.next()), rng), near(b, rng)]
        }
        10 => [near(normal(dtype, 0, rng.next()), rng), near(normal(dtype, 0, rng.pick(&[0, mantissa, mantissa - 1, 1, 2])), rng)],
        _ => {
            let specials = [0, 1, mantissa + 1, infinity - 1, infinity, infinity + 1, infinity | mantissa, a];
            [rng.pick(&specials), rng.pick(&specials)]
        }
    };
    let flips = rng.next();
    let sign_of = |bit: u64| if flips >> bit & 1 == 1 { sign } else { 0 };
    [(a & dtype.mask()) ^ sign_of(0), (b & dtype.mask()) ^ sign_of(if flips & 4 == 0 { 0 } else { 1 })]
}

#[test]
fn float_lanes_agree_on_critical_pairs() {
    let mut rng = Rng(1);
    for dtype in FLOATS {
        for _ in 0..400 {
            let (a, b): (Vec<u64>, Vec<u64>) = (0..1003).map(|_| pair(dtype, &mut rng).into()).unzip();
            compare(dtype, &a, &b);
        }
    }
}

/// `cargo test --release -p ptoconf-reference --test proof thirty_million -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn additions_agree_on_thirty_million_pairs() {
    let mut rng = Rng(3);
    for dtype in FLOATS {
        for _ in 0..10_000 {
            let (a, b): (Vec<u64>, Vec<u64>) = (0..1003).map(|_| pair(dtype, &mut rng).into()).unzip();
            let got = by_lane(dtype, &a, &b, Op::Add, Policy::default());
            for i in 0..a.len() {
                let want = soft::add(dtype, a[i], b[i]);
                assert!(same(dtype, got[i], want), "{dtype}: {:x} + {:x} = {:x}, not {want:x}", a[i], b[i], got[i]);
            }
        }
    }
}

#[test]
fn every_16_bit_value_meets_a_sample() {
    let mut rng = Rng(2);
    for dtype in [DType::F16, DType::Bf16] {
        let all: Vec<u64> = (0..1 << 16).collect();
        for round in 0..10 {
            let partner = |a: &u64, rng: &mut Rng| match round {
                0 => a ^ 0x8000,
                1 => *a,
                _ => pair(dtype, rng)[1],
            };
            let others: Vec<u64> = all.iter().map(|a| partner(a, &mut rng)).collect();
            compare(dtype, &all, &others);
        }
    }
}

fn conversions<T: Lane<Acc = f32>>(dtype: DType, of: fn(u16) -> T, bits: fn(T) -> u16) {
    for value in 0..=u16::MAX {
        let (mut wide, mut back) = ([0f32], [of(0)]);
        T::widen(&[of(value)], &mut wide);
        assert!(same(DType::F32, u64::from(wide[0].to_bits()), u64::from(soft::to_f32(dtype, u64::from(value)))), "{dtype} {value:x}");
        T::narrow(&wide, &mut back);
        assert!(same(dtype, u64::from(bits(back[0])), u64::from(value)), "{dtype} {value:x}");
    }
}

#[test]
fn every_16_bit_value_widens_exactly_and_comes_back() {
    conversions::<f16>(DType::F16, f16::from_bits, f16::to_bits);
    conversions::<bf16>(DType::Bf16, bf16::from_bits, bf16::to_bits);
}

/// What the type's lane makes of an f32 sum.
fn rounding<T: Lane<Acc = f32>>(dtype: DType, bits: fn(T) -> u16, of: fn(u16) -> T) {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    for value in 0..infinity {
        let low = soft::to_f32(dtype, value);
        // The number after the largest is the one that the format would have had next.
        let step = if value + 1 == infinity { low - soft::to_f32(dtype, value - 1) } else { soft::to_f32(dtype, value + 1) - low };
        let middle = f64::from(f32::from_bits(low)) / 2.0 + f64::from(f32::from_bits(low + step)) / 2.0;
        let middle = if value + 1 == infinity && dtype == DType::Bf16 { low + step / 2 } else { (middle as f32).to_bits() };
        for wide in [low, low + 1, middle - 1, middle, middle + 1, low + step - 1].into_iter().flat_map(|w| [w, w | 1 << 31]) {
            let (mut acc, mut out) = ([f32::from_bits(wide)], [of(0)]);
            T::add(&mut acc, &[-0.0], Policy::default());
            T::narrow(&acc, &mut out);
            let want = soft::round_f32(dtype, wide);
            assert_eq!(u64::from(bits(out[0])), want, "{dtype} {wide:x} above {value:x} (sign {sign:x})");
        }
    }
}

#[test]
fn every_gap_between_16_bit_values_rounds_to_nearest_even() {
    rounding::<f16>(DType::F16, f16::to_bits, f16::from_bits);
    rounding::<bf16>(DType::Bf16, bf16::to_bits, bf16::from_bits);
}

/// What the processor divides, and the quotient of a type that fits twice into the next one, rounded once more.
#[test]
fn quotients_agree_with_the_processor() {
    let mut rng = Rng(5);
    for dtype in FLOATS {
        let (a, b): (Vec<u64>, Vec<u64>) = (0..400_000).map(|_| pair(dtype, &mut rng).into()).unzip();
        let got = by_lane(dtype, &a, &b, Op::Div, Policy::default());
        for i in 0..a.len() {
            let [x, y] = [a[i], b[i]].map(|bits| f64::from(crate::common::to_f32(dtype, bits)));
            let want = match dtype {
                DType::F32 => u64::from((x as f32 / y as f32).to_bits()),
                // 53 bits are at least 2p + 2, and hold every subnormal quotient as far as it matters.
                _ => soft::round_f64(dtype, x / y),
            };
            assert!(same(dtype, got[i], want), "{dtype}: {:x} / {:x} = {:x}, not {want:x}", a[i], b[i], got[i]);
        }
    }
}
