//! Exponentials: of another base, another difference, off by a little, or with wrong special values.

use super::numbers::{is_finite, is_infinite, is_zero, nearest, value};
use super::{EXPDIFS, Kernel, mutant};
use half::f16;
use ptoconf_models::{Lane, Op, Site, exp};
use ptoconf_schemas::DType::{self, F16, F32};
use std::f64::consts::{LN_2, LN_10};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("exp_swapped", EXPDIFS, "The operands of a difference change places.", |d| d.swapped = |_, op| op == Op::ExpDif),
    mutant("exp_of_base_2", EXPDIFS, "2 is raised to the difference.", |d| d.combined = Some(|s, l| of(l, exp(difference(s, l) * LN_2)))),
    mutant("exp_of_base_10", EXPDIFS, "10 is raised to the difference.", |d| {
        d.combined = Some(|s, l| of(l, exp(difference(s, l) * LN_10)))
    }),
    mutant("exp_is_difference", EXPDIFS, "The difference is the result.", |d| d.combined = Some(|s, l| of(l, difference(s, l)))),
    mutant("exp_of_sum", EXPDIFS, "e is raised to the sum.", |d| d.combined = Some(|_, l| of(l, exp(a(l) + b(l))))),
    mutant("exp_of_first", EXPDIFS, "Nothing is subtracted.", |d| d.combined = Some(|_, l| of(l, exp(a(l))))),
    mutant("exp_of_magnitude", EXPDIFS, "The sign of the difference is lost.", |d| {
        d.combined = Some(|s, l| of(l, exp(difference(s, l).abs())))
    }),
    mutant("exp_of_no_more_than_zero", EXPDIFS, "A difference above zero counts as zero, as if the largest was subtracted.", |d| {
        d.combined = Some(|s, l| of(l, exp(difference(s, l).min(0.0))))
    }),
    mutant("exp_clamped", EXPDIFS, "Differences end at 64 in f32, and at 8 in f16.", |d| {
        d.combined = Some(|s, l| {
            let end = if l.dtype == F32 { 64.0 } else { 8.0 };
            of(l, exp(difference(s, l).clamp(-end, end)))
        })
    }),
    mutant("exp_less_one", EXPDIFS, "One is subtracted from the exponential.", |d| {
        d.combined = Some(|s, l| of(l, exp(difference(s, l)) - 1.0))
    }),
    mutant("exp_f32_as_f16", EXPDIFS, "Exponentials of f32 are rounded to f16 first.", |d| {
        d.combined = Some(|_, l| if l.dtype == F32 { of(l, f16::from_f64(value(F32, l.right)).to_f64()) } else { l.right })
    }),
    mutant("exp_f32_of_f16", EXPDIFS, "Operands of f32 are rounded to f16 first.", |d| {
        d.combined = Some(|_, l| {
            let [x, y] = [a(l), b(l)].map(|v| f16::from_f64(v).to_f64());
            if l.dtype == F32 { of(l, exp(x - y)) } else { l.right }
        })
    }),
    mutant("exp_f32_difference_in_f16", EXPDIFS, "Differences of f32 are rounded to f16.", |d| {
        d.combined = Some(|s, l| if l.dtype == F32 { of(l, exp(f16::from_f64(difference(s, l)).to_f64())) } else { l.right })
    }),
    mutant("exp_f16_fused", EXPDIFS, "Differences of f16 are not rounded.", |d| {
        d.combined = Some(|_, l| if l.dtype == F16 { of(l, exp(a(l) - b(l))) } else { l.right })
    }),
    mutant("exp_f32_fused", EXPDIFS, "Differences of f32 are not rounded.", |d| d.fuses = |_, dtype, right| right || dtype == F32),
    mutant(
        "exp_f32_by_base_2",
        EXPDIFS,
        "In f32, the difference is multiplied by a rounded logarithm, and 2 raised to the rounded product.",
        |d| {
            d.combined = Some(|s, l| {
                let product = difference(s, l) as f32 * std::f32::consts::LOG2_E;
                if l.dtype == F32 { of(l, exp(f64::from(product) * LN_2)) } else { l.right }
            })
        },
    ),
    mutant("exp_f32_reduced_by_rounded_logarithm", EXPDIFS, "In f32, multiples of a rounded logarithm of 2 are subtracted.", |d| {
        d.combined = Some(|s, l| {
            let (x, part) = (difference(s, l), f64::from(std::f32::consts::LN_2));
            let whole = (x / LN_2).round();
            if l.dtype == F32 { of(l, exp(x - whole * part + whole * LN_2)) } else { l.right }
        })
    }),
    mutant("exp_f32_by_short_series", EXPDIFS, "In f32, the series is cut off after five terms.", |d| {
        d.combined = Some(|s, l| {
            let x = difference(s, l);
            let whole = (x / LN_2).round() * LN_2;
            let rest = x - whole;
            let series = (1..=5).rev().fold(1.0, |sum, i| 1.0 + rest * sum / f64::from(i));
            if l.dtype == F32 { of(l, exp(whole) * series) } else { l.right }
        })
    }),
    mutant("exp_f16_by_short_series", EXPDIFS, "In f16, the series is cut off after two terms.", |d| {
        d.combined = Some(|s, l| {
            let x = difference(s, l);
            let whole = (x / LN_2).round() * LN_2;
            let rest = x - whole;
            if l.dtype == F16 { of(l, exp(whole) * (1.0 + rest + rest * rest / 2.0)) } else { l.right }
        })
    }),
    mutant("exp_small_is_one", EXPDIFS, "Of a difference below 1/256 in f32, 1/64 in f16, the exponential is 1.", |d| {
        d.combined = Some(|s, l| {
            let end = if l.dtype == F32 { 256.0 } else { 64.0 };
            if difference(s, l).abs() < 1.0 / end { of(l, 1.0) } else { l.right }
        })
    }),
    mutant("exp_small_is_linear", EXPDIFS, "Of a difference below 1/8, the exponential is one more than it is.", |d| {
        d.combined = Some(|s, l| {
            let x = difference(s, l);
            if x.abs() < 0.125 { of(l, 1.0 + x) } else { l.right }
        })
    }),
    mutant("exp_f32_off_by_five", EXPDIFS, "Exponentials of f32 are five units in the last place too large.", |d| {
        d.combined = Some(|_, l| off(l, F32, |_| true, 5))
    }),
    mutant("exp_f16_off_by_five", EXPDIFS, "Exponentials of f16 are five units in the last place too small.", |d| {
        d.combined = Some(|_, l| off(l, F16, |_| true, -5))
    }),
    mutant("exp_f32_off_by_five_now_and_then", EXPDIFS, "One of 64 exponentials of f32 is five units in the last place too small.", |d| {
        d.combined = Some(|_, l| off(l, F32, |l| l.right % 64 == 17, -5))
    }),
    mutant("exp_f16_off_by_five_now_and_then", EXPDIFS, "One of 64 exponentials of f16 is five units in the last place too large.", |d| {
        d.combined = Some(|_, l| off(l, F16, |l| l.right % 64 == 17, 5))
    }),
    mutant("exp_below_one_off", EXPDIFS, "Exponentials below one are six units in the last place too small.", |d| {
        d.combined = Some(|_, l| off(l, l.dtype, |l| value(l.dtype, l.right) < 1.0, -6))
    }),
    mutant("exp_large_off", EXPDIFS, "The largest exponentials are eight units in the last place too small.", |d| {
        d.combined = Some(|_, l| off(l, l.dtype, |l| value(l.dtype, l.right) > largest(l.dtype) / 16.0, -8))
    }),
    mutant("exp_of_zero_off", EXPDIFS, "Of a difference of zero, the exponential is next to 1.", |d| {
        d.combined = Some(|_, l| if l.right == nearest(l.dtype, 1.0) { l.right + 1 } else { l.right })
    }),
    mutant("exp_of_zero_is_zero", EXPDIFS, "Of equal operands, the exponential is zero.", |d| {
        d.combined = Some(|_, l| if l.a == l.b && is_finite(l.dtype, l.a) { 0 } else { l.right })
    }),
    mutant("exp_overflow_is_largest", EXPDIFS, "An exponential of a number beyond the largest is the largest.", |d| {
        d.combined = Some(|_, l| if numbers(l) && is_infinite(l.dtype, l.right) { l.right - 1 } else { l.right })
    }),
    mutant("exp_overflow_is_zero", EXPDIFS, "An exponential of a number beyond the largest is zero.", |d| {
        d.combined = Some(|_, l| if numbers(l) && is_infinite(l.dtype, l.right) { 0 } else { l.right })
    }),
    mutant("exp_overflow_early", EXPDIFS, "From a quarter of the largest number on, exponentials are infinite.", |d| {
        d.combined = Some(|_, l| {
            let beyond = value(l.dtype, l.right) > largest(l.dtype) / 4.0;
            if numbers(l) && beyond { of(l, f64::INFINITY) } else { l.right }
        })
    }),
    mutant("exp_underflow_early", EXPDIFS, "Below 16 times the smallest normal number, exponentials are zero.", |d| {
        d.combined = Some(|_, l| if value(l.dtype, l.right) < 16.0 * smallest(l.dtype) { 0 } else { l.right })
    }),
    mutant("exp_underflow_is_smallest", EXPDIFS, "An exponential of a number is the smallest normal number at least.", |d| {
        d.combined = Some(|_, l| {
            let below = numbers(l) && value(l.dtype, l.right) < smallest(l.dtype);
            if below { of(l, smallest(l.dtype)) } else { l.right }
        })
    }),
    mutant("exp_zero_is_negative", EXPDIFS, "An exponential that is zero is -0.", |d| {
        d.combined = Some(|_, l| match l.dtype.float_masks() {
            Some((sign, ..)) if is_zero(l.dtype, l.right) => sign,
            _ => l.right,
        })
    }),
    mutant("exp_infinity_is_largest", EXPDIFS, "An exponential of +infinity is the largest number.", |d| {
        d.combined = Some(|_, l| if !numbers(l) && is_infinite(l.dtype, l.right) { l.right - 1 } else { l.right })
    }),
    mutant("exp_minus_infinity_is_smallest", EXPDIFS, "An exponential of -infinity is the smallest normal number.", |d| {
        d.combined = Some(|_, l| if !numbers(l) && is_zero(l.dtype, l.right) { of(l, smallest(l.dtype)) } else { l.right })
    }),
    mutant("exp_minus_infinity_is_nan", EXPDIFS, "An exponential of -infinity is NaN.", |d| {
        d.combined = Some(|_, l| if !numbers(l) && is_zero(l.dtype, l.right) { of(l, f64::NAN) } else { l.right })
    }),
    mutant("exp_infinity_less_infinity_is_one", EXPDIFS, "Of equal infinities, the exponential is 1.", |d| {
        d.combined = Some(|_, l| if l.a == l.b && is_infinite(l.dtype, l.a) { of(l, 1.0) } else { l.right })
    }),
    mutant("exp_nan_is_one", EXPDIFS, "Of a NaN, the exponential is 1.", |d| {
        d.combined = Some(|_, l| if [l.a, l.b].iter().any(|x| l.dtype.is_nan(*x)) { of(l, 1.0) } else { l.right })
    }),
    mutant("exp_nan_is_infinite", EXPDIFS, "An exponential that is NaN is infinite.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { of(l, f64::INFINITY) } else { l.right })
    }),
];

fn a(lane: &Lane) -> f64 {
    value(lane.dtype, lane.a)
}

fn b(lane: &Lane) -> f64 {
    value(lane.dtype, lane.b)
}

/// The difference as the target makes it: A5 does not round that of f32.
fn difference(site: &Site, lane: &Lane) -> f64 {
    let exact = a(lane) - b(lane);
    if site.target == "a5" && lane.dtype == F32 { exact } else { value(lane.dtype, nearest(lane.dtype, exact)) }
}

/// The element that is nearest to another result; where the right one is NaN, that stays.
fn of(lane: &Lane, result: f64) -> u64 {
    match lane.dtype {
        F16 | F32 if !lane.dtype.is_nan(lane.right) => nearest(lane.dtype, result),
        F16 | F32 if !result.is_nan() && result.fract() == 0.0 || result.is_infinite() => nearest(lane.dtype, result),
        _ => lane.right,
    }
}

/// The right result, moved by so many numbers in one type, where it is a normal number and chosen.
fn off(lane: &Lane, dtype: DType, chosen: fn(&Lane) -> bool, steps: i64) -> u64 {
    let normal = lane.dtype == dtype && (smallest(dtype)..largest(dtype)).contains(&value(dtype, lane.right));
    let one = lane.right == nearest(dtype, 1.0);
    if normal && !one && chosen(lane) { lane.right.wrapping_add_signed(steps) } else { lane.right }
}

/// The smallest normal number.
fn smallest(dtype: DType) -> f64 {
    dtype.float_masks().map_or(0.0, |(_, _, mantissa)| value(dtype, mantissa + 1))
}

/// The largest number.
fn largest(dtype: DType) -> f64 {
    dtype.float_masks().map_or(0.0, |(_, infinity, _)| value(dtype, infinity - 1))
}

/// Whether both operands are finite.
fn numbers(lane: &Lane) -> bool {
    is_finite(lane.dtype, lane.a) && is_finite(lane.dtype, lane.b)
}
