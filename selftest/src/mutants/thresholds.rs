//! Floating point at its thresholds: overflow, powers of two, the smallest normal number, operands far apart.

use super::numbers::{is_finite, nearest, value};
use super::{ADD, ADDITIVE, CONCAT, COPIES, EXPAND, Kernel, SUB, SUM, mutant};
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType::{self, Bf16, F16, F32};

macro_rules! everywhere {
    ($what:literal, $name:literal $wrong:ident) => {
        &[
            mutant(concat!("f32_", $name), ADDITIVE, concat!($what, ": f32."), |d| d.combined = Some(|_, l| of(F32, l, $wrong))),
            mutant(concat!("f16_", $name), ADDITIVE, concat!($what, ": f16."), |d| d.combined = Some(|_, l| of(F16, l, $wrong))),
            mutant(concat!("bf16_", $name), ADDITIVE, concat!($what, ": bf16."), |d| d.combined = Some(|_, l| of(Bf16, l, $wrong))),
            mutant(concat!("sum_", $name), &[SUM], concat!($what, ": sums."), |d| d.combined = Some(|_, l| float(l, $wrong))),
            mutant(concat!("add_", $name), &[ADD], concat!($what, ": additions."), |d| d.combined = Some(|_, l| float(l, $wrong))),
            mutant(concat!("sub_", $name), &[SUB], concat!($what, ": subtractions."), |d| d.combined = Some(|_, l| float(l, $wrong))),
        ]
    };
}

pub(super) const OVERFLOW: &[Kernel] =
    everywhere!("A sum past the largest number that rounds to it is infinite", "overflow_before_rounding" overflow_before_rounding);
pub(super) const TIES: &[Kernel] =
    everywhere!("A sum half a unit past the largest number is the largest number", "overflow_tie_to_largest" overflow_tie_to_largest);
pub(super) const LARGEST: &[Kernel] =
    everywhere!("A result that is the largest number becomes infinite", "largest_is_infinite" largest_is_infinite);
pub(super) const OTHERS: &[Kernel] = &[
    mutant("f32_dropped_at_precision", ADDITIVE, "An operand of f32 is dropped that is half a unit of the other.", |d| {
        d.combined = Some(|_, l| of(F32, l, |l| if l.distance() == l.precision() { l.larger() } else { l.right() }))
    }),
    mutant("f16_dropped_at_precision", ADDITIVE, "An operand of f16 is dropped that is half a unit of the other.", |d| {
        d.combined = Some(|_, l| of(F16, l, |l| if l.distance() == l.precision() { l.larger() } else { l.right() }))
    }),
    mutant("bf16_dropped_at_precision", ADDITIVE, "An operand of bf16 is dropped that is half a unit of the other.", |d| {
        d.combined = Some(|_, l| of(Bf16, l, |l| if l.distance() == l.precision() { l.larger() } else { l.right() }))
    }),
    mutant("dropped_past_precision", ADDITIVE, "An operand is dropped that is a quarter of a unit of the other.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.distance() == l.precision() + 1 { l.larger() } else { l.right() }))
    }),
    mutant("sticky_lost_at_precision", ADDITIVE, "Only the first bit counts of an operand that is half a unit of the other.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.distance() == l.precision() { l.with_smaller_cut(1) } else { l.right() }))
    }),
    mutant("power_of_two_carry_lost", ADDITIVE, "A carry that makes an exact power of two is lost.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.power_of_two() && l.same_signs() && l.error() == 0.0 { l.halved() } else { l.right() }))
    }),
    mutant("power_of_two_rounding_carry_lost", ADDITIVE, "A carry of the rounding that makes a power of two is lost.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.power_of_two() && l.error() > 0.0 { l.halved() } else { l.right() }))
    }),
    mutant("power_of_two_cancelled_wrong", ADDITIVE, "A difference that is a power of two is half of that.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.power_of_two() && !l.same_signs() && l.cancels(1) { l.halved() } else { l.right() }))
    }),
    mutant("largest_subnormal_is_normal", ADDITIVE, "The largest subnormal result becomes the smallest normal number.", |d| {
        d.combined = Some(|_, l| {
            float(l, |l| {
                let unflushed = nearest(l.lane.dtype, l.exact[0]);
                if unflushed & !l.sign == l.mantissa { (unflushed & l.sign) | (l.mantissa + 1) } else { l.right() }
            })
        })
    }),
    mutant("smallest_normal_is_subnormal", ADDITIVE, "A result that is the smallest normal number becomes the largest subnormal.", |d| {
        d.combined = Some(|_, l| float(l, |l| if l.right() & !l.sign == l.mantissa + 1 { l.right() - 1 } else { l.right() }))
    }),
    mutant("smallest_normal_operand_flushed", ADDITIVE, "A second operand that is the smallest normal number counts as zero.", |d| {
        d.combined =
            Some(|_, l| float(l, |l| if l.lane.b & !l.sign == l.mantissa + 1 && l.lane.a & l.infinity != 0 { l.lane.a } else { l.right() }))
    }),
    mutant("cancellation_loses_unit", ADDITIVE, "A difference of neighbouring magnitudes is one unit too small.", |d| {
        d.combined = Some(|_, l| {
            float(l, |l| {
                let near = !l.same_signs() && l.distance() <= 1 && l.cancels(2) && l.exponent(l.right()) > 1;
                if near { l.right() - 1 } else { l.right() }
            })
        })
    }),
    mutant("last_bit_cancelled_to_zero", ADDITIVE, "Operands that differ in the last bit alone cancel.", |d| {
        d.combined = Some(|_, l| {
            float(l, |l| {
                let one_apart = (l.lane.a & !l.sign).abs_diff(l.lane.b & !l.sign) == 1;
                if !l.same_signs() && one_apart && l.distance() == 0 && l.exponent(l.right()) > 1 { 0 } else { l.right() }
            })
        })
    }),
    mutant("subtraction_truncates", ADDITIVE, "A sum of numbers of opposite signs is rounded toward zero.", |d| {
        d.combined = Some(|_, l| float(l, |l| if !l.same_signs() && l.error() > 0.0 { l.right() - 1 } else { l.right() }))
    }),
    mutant(
        "difference_at_distance_one",
        ADDITIVE,
        "Where exponents differ by one and signs do, the last bit of the smaller operand is lost.",
        |d| {
            d.combined = Some(|_, l| {
                float(l, |l| if !l.same_signs() && l.distance() == 1 && l.is_safe() { l.with_smaller_cut(0) } else { l.right() })
            })
        },
    ),
    mutant(
        "sum_at_distance_one",
        ADDITIVE,
        "Where exponents differ by one and signs do not, the last bit of the smaller operand is lost.",
        |d| {
            d.combined = Some(|_, l| {
                float(l, |l| if l.same_signs() && l.distance() == 1 && l.is_safe() { l.with_smaller_cut(0) } else { l.right() })
            })
        },
    ),
    mutant("copy_changes_largest_f32", COPIES, "A copy turns the largest f32 into infinity.", |d| {
        d.copied = Some(|_, t, bits| largest_to_infinity(F32, t, bits))
    }),
    mutant("copy_changes_largest_f16", COPIES, "A copy turns the largest f16 into infinity.", |d| {
        d.copied = Some(|_, t, bits| largest_to_infinity(F16, t, bits))
    }),
    mutant("copy_changes_largest_bf16", COPIES, "A copy turns the largest bf16 into infinity.", |d| {
        d.copied = Some(|_, t, bits| largest_to_infinity(Bf16, t, bits))
    }),
    mutant("expand_changes_largest_f32", &[EXPAND], "A broadcast turns the largest f32 into infinity.", |d| {
        d.copied = Some(|_, t, bits| largest_to_infinity(F32, t, bits))
    }),
    mutant("concat_changes_largest_f32", &[CONCAT], "A concatenation turns the largest f32 into infinity.", |d| {
        d.copied = Some(|_, t, bits| largest_to_infinity(F32, t, bits))
    }),
];

/// A lane of finite floating-point operands, and what is to be known of it.
struct Sum<'a> {
    lane: &'a Lane,
    /// The exact result: the sum of both.
    exact: [f64; 2],
    sign: u64,
    infinity: u64,
    mantissa: u64,
}

fn of(dtype: DType, lane: &Lane, wrong: fn(&Sum) -> u64) -> u64 {
    if lane.dtype == dtype { float(lane, wrong) } else { lane.right }
}

/// What `wrong` gives where both operands are finite and not subnormal, else what is right.
fn float(lane: &Lane, wrong: fn(&Sum) -> u64) -> u64 {
    let Some((sign, infinity, mantissa)) = lane.dtype.float_masks() else { return lane.right };
    if !is_finite(lane.dtype, lane.a) || !is_finite(lane.dtype, lane.b) || lane.a & infinity == 0 || lane.b & infinity == 0 {
        return lane.right;
    }
    let (x, y) = (value(lane.dtype, lane.a), value(lane.dtype, lane.b) * if lane.op == Op::Add { 1.0 } else { -1.0 });
    // The rounding error of a sum of two numbers is itself a number.
    let sum = x + y;
    let part = sum - x;
    let exact = [sum, (x - (sum - part)) + (y - part)];
    wrong(&Sum { lane, exact, sign, infinity, mantissa })
}

impl Sum<'_> {
    fn right(&self) -> u64 {
        self.lane.right
    }

    fn precision(&self) -> u64 {
        u64::from(self.mantissa.count_ones()) + 1
    }

    fn exponent(&self, bits: u64) -> u64 {
        (bits & self.infinity) >> self.mantissa.count_ones()
    }

    /// By how much the exponents of the operands differ.
    fn distance(&self) -> u64 {
        self.exponent(self.lane.a).abs_diff(self.exponent(self.lane.b))
    }

    /// Whether the numbers that are added have one sign.
    fn same_signs(&self) -> bool {
        ((self.lane.a ^ self.lane.b) & self.sign == 0) == (self.lane.op == Op::Add)
    }

    /// The operand with the larger exponent, with the sign that it has in the sum.
    fn larger(&self) -> u64 {
        if self.exponent(self.lane.a) > self.exponent(self.lane.b) { self.lane.a } else { self.second() }
    }

    fn second(&self) -> u64 {
        if self.lane.op == Op::Add { self.lane.b } else { self.lane.b ^ self.sign }
    }

    /// The sum where the smaller operand is cut off so many bits past the last one of the larger.
    fn with_smaller_cut(&self, bits: u64) -> u64 {
        let by = self.distance().saturating_sub(bits);
        let (a, b) = (self.lane.a, self.second());
        let cut = |x: u64| if by > u64::from(self.mantissa.count_ones()) { x & (self.sign | self.infinity) } else { x & !((1 << by) - 1) };
        let (a, b) = if self.exponent(a) > self.exponent(b) { (a, cut(b)) } else { (cut(a), b) };
        if self.is_safe() { nearest(self.lane.dtype, value(self.lane.dtype, a) + value(self.lane.dtype, b)) } else { self.right() }
    }

    /// Whether nothing can become subnormal.
    fn is_safe(&self) -> bool {
        self.exponent(self.lane.a).max(self.exponent(self.lane.b)) > self.precision() + 2
    }

    /// By how much the result exceeds the exact one in magnitude.
    fn error(&self) -> f64 {
        let result = value(self.lane.dtype, self.right());
        if is_finite(self.lane.dtype, self.right()) { ((result - self.exact[0]) - self.exact[1]) * result.signum() } else { 0.0 }
    }

    /// Whether the result has a smaller exponent than the operands, by at least so much.
    fn cancels(&self, by: u64) -> bool {
        let largest = self.exponent(self.lane.a).max(self.exponent(self.lane.b));
        self.exponent(self.right()) > 0 && self.exponent(self.right()) + by <= largest
    }

    /// Whether the result is a power of two with another exponent than the larger operand, and not the smallest.
    fn power_of_two(&self) -> bool {
        let exponent = self.exponent(self.right());
        let between = exponent == self.exponent(self.lane.a).max(self.exponent(self.lane.b));
        self.right() & self.mantissa == 0 && self.right() & self.infinity != self.infinity && exponent > 1 && !between
    }

    fn halved(&self) -> u64 {
        self.right() - (self.mantissa + 1)
    }

    /// The magnitude of the exact result against the largest number and so many half units.
    fn beyond_largest(&self, halves: f64) -> std::cmp::Ordering {
        let largest = value(self.lane.dtype, self.infinity - 1);
        let half = (largest - value(self.lane.dtype, self.infinity - 2)) / 2.0;
        let [high, low] = if self.exact[0] < 0.0 { self.exact.map(|x| -x) } else { self.exact };
        high.total_cmp(&(largest + halves * half)).then(low.partial_cmp(&0.0).unwrap_or(std::cmp::Ordering::Equal))
    }
}

fn overflow_before_rounding(sum: &Sum) -> u64 {
    let finite = is_finite(sum.lane.dtype, sum.right());
    if finite && sum.beyond_largest(0.0).is_gt() { (sum.right() & sum.sign) | sum.infinity } else { sum.right() }
}

fn overflow_tie_to_largest(sum: &Sum) -> u64 {
    if sum.beyond_largest(1.0).is_eq() { sum.right() - 1 } else { sum.right() }
}

fn largest_is_infinite(sum: &Sum) -> u64 {
    if sum.right() & !sum.sign == sum.infinity - 1 { sum.right() + 1 } else { sum.right() }
}

fn largest_to_infinity(own: DType, dtype: DType, bits: u64) -> u64 {
    match dtype.float_masks() {
        Some((sign, infinity, _)) if dtype == own && bits & !sign == infinity - 1 => bits + 1,
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_models::{Decisions, Site};
    use ptoconf_schemas::{Names, Tuple};

    fn changed(name: &str, dtype: DType, op: Op, [a, b, right]: [u64; 3]) -> u64 {
        let all = OVERFLOW.iter().chain(TIES).chain(LARGEST).chain(OTHERS);
        let mutant = all.clone().find(|m| m.name == name).unwrap_or_else(|| panic!("there is no {name}"));
        let mut decisions = Decisions::RIGHT;
        (mutant.change)(&mut decisions);
        let tuple = Tuple { op: "".into(), form: "".into(), attributes: Names::default(), operands: Vec::new() };
        let site = Site { target: "cpu", tuple: &tuple, slot: 0 };
        decisions.combined.map_or(right, |wrong| wrong(&site, &Lane { op, dtype, a, b, right }))
    }

    #[test]
    fn the_end_of_the_range_is_met_exactly() {
        let [largest, infinity] = [0x7f7f_ffff, 0x7f80_0000];
        let [under_half, half] = [0x72ff_ffff, 0x7300_0000];
        let early = |b, right| changed("f32_overflow_before_rounding", F32, Op::Add, [largest, b, right]);
        assert_eq!(early(under_half, largest), infinity, "a sum past the largest number");
        assert_eq!(early(0x8080_0000, largest), largest, "a sum just below it");
        let late = |b, right| changed("f32_overflow_tie_to_largest", F32, Op::Add, [largest, b, right]);
        assert_eq!([late(half, infinity), late(half + 1, infinity), late(under_half, largest)], [largest, infinity, largest]);
        let minus = |name, b, right| changed(name, F16, Op::Sub, [0xfbff, b, right]);
        assert_eq!(minus("f16_overflow_tie_to_largest", 0x4c00, 0xfc00), 0xfbff, "-65504 - 16");
        assert_eq!(minus("sub_overflow_before_rounding", 0x4b00, 0xfbff), 0xfc00, "-65504 - 14");
        assert_eq!(changed("add_largest_is_infinite", Bf16, Op::Add, [0x7f7e, 0x7b00, 0x7f7f]), 0x7f80);
    }

    #[test]
    fn operands_are_cut_at_the_precision() {
        let one = |name, op, b, right| changed(name, F16, op, [0x3c00, b, right]);
        assert_eq!(one("f16_dropped_at_precision", Op::Add, 0x1200, 0x3c01), 0x3c00, "1 + three quarters of a unit");
        assert_eq!(one("sticky_lost_at_precision", Op::Add, 0x1200, 0x3c01), 0x3c00, "as if half a unit");
        assert_eq!(one("dropped_past_precision", Op::Sub, 0x0e00, 0x3bff), 0x3c00, "1 - three eighths of a unit");
        assert_eq!(one("difference_at_distance_one", Op::Sub, 0x3801, 0x37ff), 0x3800, "the last bit of 0.5 and a bit");
        assert_eq!(one("power_of_two_carry_lost", Op::Add, 0x3c00, 0x4000), 0x3c00, "1 + 1");
        assert_eq!(one("last_bit_cancelled_to_zero", Op::Sub, 0x3c01, 0x9400), 0);
    }
}
