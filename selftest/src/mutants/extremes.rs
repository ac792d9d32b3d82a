//! Maxima and minima: compared as another type, begun with the wrong number, NaN and zeros.

use super::numbers::{integer, is_infinite, is_subnormal, is_zero, nearest, negated, range, sum, value};
use super::{
    ALL_EXTREMES, EXTREMES, Kernel, LARGER, LARGEST, PICKS, ROW_LARGER, ROW_LARGEST, ROW_SMALLER, ROW_SMALLEST, SMALLER, SMALLEST, mutant,
};
use half::{bf16, f16};
use ptoconf_models::{Lane, Op};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, I64, U64};

pub(super) const PICKED: &[Kernel] =
    &[
        mutant("max_is_min", &[LARGER, LARGEST, ROW_LARGER, ROW_LARGEST], "The smaller one is picked for the larger.", |d| {
            d.combined = Some(|_, l| other(l))
        }),
        mutant("min_is_max", &[SMALLER, SMALLEST, ROW_SMALLER, ROW_SMALLEST], "The larger one is picked for the smaller.", |d| {
            d.combined = Some(|_, l| other(l))
        }),
        mutant("pick_is_sum", PICKS, "Both are added.", |d| d.combined = Some(|_, l| sum(l.dtype, l.a, l.b))),
        mutant("pick_second", PICKS, "The second one is always picked.", |d| d.combined = Some(|_, l| l.b)),
        mutant("picked_by_magnitude", PICKS, "Magnitudes are compared.", |d| d.combined = Some(|_, l| by(l, |l, x| magnitude(l.dtype, x)))),
        mutant("signed_compared_as_unsigned", PICKS, "Signed integers are compared as unsigned ones.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_signed() { by(l, |_, x| x.into()) } else { l.right })
        }),
        mutant("i16_compared_as_unsigned", PICKS, "i16 is compared as u16.", |d| {
            d.combined = Some(|_, l| if l.dtype == I16 { by(l, |_, x| x.into()) } else { l.right })
        }),
        mutant("unsigned_compared_as_signed", PICKS, "Unsigned integers are compared as signed ones.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_int() && !l.dtype.is_signed() { by(l, signed) } else { l.right })
        }),
        mutant("i64_compared_in_low_half", ALL_EXTREMES, "Integers of 64 bits are compared by their lower halves.", |d| {
            d.combined = Some(|_, l| if matches!(l.dtype, I64 | U64) { by(l, |_, x| (x & 0xffff_ffff).into()) } else { l.right })
        }),
        mutant("i64_compared_in_high_half", ALL_EXTREMES, "Integers of 64 bits are compared by their upper halves.", |d| {
            d.combined = Some(|_, l| if matches!(l.dtype, I64 | U64) { by(l, |l, x| integer(l.dtype, x) >> 32) } else { l.right })
        }),
        mutant("i32_compared_in_low_half", PICKS, "i32 is compared by its lower half.", |d| {
            d.combined = Some(|_, l| if l.dtype == I32 { by(l, |_, x| ((x & 0xffff) as i16).into()) } else { l.right })
        }),
        mutant("i32_compared_in_high_half", PICKS, "i32 is compared by its upper half.", |d| {
            d.combined = Some(|_, l| if l.dtype == I32 { by(l, |l, x| integer(l.dtype, x) >> 16) } else { l.right })
        }),
        mutant("i16_compared_in_high_byte", PICKS, "i16 is compared by its upper byte.", |d| {
            d.combined = Some(|_, l| if l.dtype == I16 { by(l, |l, x| integer(l.dtype, x) >> 8) } else { l.right })
        }),
        mutant("f16_compared_as_i16", PICKS, "f16 is compared as 16-bit integers.", |d| {
            d.combined = Some(|_, l| if l.dtype == F16 { by(l, signed) } else { l.right })
        }),
        mutant("bf16_compared_as_i16", PICKS, "bf16 is compared as 16-bit integers.", |d| {
            d.combined = Some(|_, l| if l.dtype == Bf16 { by(l, signed) } else { l.right })
        }),
        mutant("f32_compared_as_i32", PICKS, "f32 is compared as 32-bit integers.", |d| {
            d.combined = Some(|_, l| if l.dtype == F32 { by(l, signed) } else { l.right })
        }),
        mutant("floats_compared_as_unsigned", PICKS, "Floating-point numbers are compared as unsigned integers.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_float() { by(l, |_, x| x.into()) } else { l.right })
        }),
        mutant("i16_compared_as_f16", PICKS, "i16 is compared as f16.", |d| {
            d.combined = Some(|_, l| if l.dtype == I16 { as_float(l, F16) } else { l.right })
        }),
        mutant("i32_compared_as_f32", PICKS, "i32 is compared as f32.", |d| {
            d.combined = Some(|_, l| if l.dtype == I32 { as_float(l, F32) } else { l.right })
        }),
        mutant("bf16_compared_as_f16", PICKS, "bf16 is compared as f16: large numbers are NaN, and lose.", |d| {
            d.combined = Some(|_, l| if l.dtype == Bf16 { as_float(l, F16) } else { l.right })
        }),
        mutant("i32_compared_in_f32", PICKS, "i32 is compared after it was converted to f32.", |d| {
            d.combined = Some(|_, l| if l.dtype == I32 { by(l, |l, x| integer(l.dtype, x) as f32 as i128) } else { l.right })
        }),
        mutant("f32_compared_in_bf16", PICKS, "f32 is compared by its upper half.", |d| {
            d.combined = Some(|_, l| if l.dtype == F32 { by(l, |l, x| ordered(l.dtype, x) >> 16) } else { l.right })
        }),
        mutant("picked_in_bf16", PICKS, "The f32 that is picked is rounded to bf16.", |d| {
            d.combined = Some(|_, l| {
                if l.dtype == F32 && !F32.is_nan(l.right) { nearest(F32, bf16::from_f64(value(F32, l.right)).to_f64()) } else { l.right }
            })
        }),
        mutant("picked_in_f16", PICKS, "The bf16 that is picked is rounded to f16.", |d| {
            d.combined = Some(|_, l| {
                if l.dtype == Bf16 && !Bf16.is_nan(l.right) { nearest(Bf16, f16::from_f64(value(Bf16, l.right)).to_f64()) } else { l.right }
            })
        }),
        mutant("picked_through_f32", PICKS, "The i32 that is picked goes through f32.", |d| {
            d.combined = Some(|_, l| if l.dtype == I32 { integer(I32, l.right) as f32 as i32 as u32 as u64 } else { l.right })
        }),
        mutant("compared_by_difference", PICKS, "Signed integers are compared by the sign of their difference, which may wrap.", |d| {
            d.combined = Some(|_, l| {
                let difference = sum(l.dtype, l.b, negated(l.dtype, l.a));
                let larger = integer(l.dtype, difference) > 0;
                if l.dtype.is_signed() { if larger == (l.op == Op::Max) { l.b } else { l.a } } else { l.right }
            })
        }),
        mutant("compared_subnormals_as_zeros", PICKS, "Subnormals are compared as if they were zeros.", |d| {
            d.combined = Some(|_, l| {
                let close = |x| is_subnormal(l.dtype, x) || is_zero(l.dtype, x);
                if close(l.a) && close(l.b) && (is_subnormal(l.dtype, l.a) || is_subnormal(l.dtype, l.b)) { l.a } else { l.right }
            })
        }),
        mutant("picked_subnormal_is_plus_zero", PICKS, "A subnormal that is picked becomes +0.", |d| {
            d.combined = Some(|_, l| if is_subnormal(l.dtype, l.right) { 0 } else { l.right })
        }),
        mutant("smallest_normal_picked_as_zero", PICKS, "The smallest normal number that is picked becomes a zero of its sign.", |d| {
            d.combined = Some(|_, l| match l.dtype.float_masks() {
                Some((sign, _, mantissa)) if l.right & !sign == mantissa + 1 => l.right & sign,
                _ => l.right,
            })
        }),
        mutant("last_nan_decides", PICKS, "A NaN is replaced by what comes after it, and replaces what came before.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_nan(l.a) || l.dtype.is_nan(l.b) { l.b } else { l.right })
        }),
        mutant("nan_by_its_sign", PICKS, "NaN is compared as if it were beyond infinity, by its sign.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_float() { by(l, |l, x| ordered(l.dtype, x)) } else { l.right })
        }),
        mutant("picked_nan_is_infinity", PICKS, "NaN for a result becomes infinity.", |d| {
            d.combined = Some(|_, l| match l.dtype.float_masks() {
                Some((_, infinity, _)) if l.dtype.is_nan(l.right) => infinity,
                _ => l.right,
            })
        }),
        mutant("picked_nan_is_zero", PICKS, "NaN for a result becomes zero.", |d| {
            d.combined = Some(|_, l| if l.dtype.is_nan(l.right) { 0 } else { l.right })
        }),
        mutant("infinity_ignored", PICKS, "An infinite operand loses against any number.", |d| {
            d.combined = Some(|_, l| match [l.a, l.b].map(|x| is_infinite(l.dtype, x)) {
                [true, false] if !l.dtype.is_nan(l.b) => l.b,
                [false, true] if !l.dtype.is_nan(l.a) => l.a,
                _ => l.right,
            })
        }),
        mutant("picked_infinity_is_largest", PICKS, "An infinity that is picked becomes the largest number.", |d| {
            d.combined = Some(|_, l| if is_infinite(l.dtype, l.right) { l.right - 1 } else { l.right })
        }),
        mutant("zeros_the_other_way", PICKS, "-0 is larger than +0.", |d| {
            d.combined = Some(|_, l| {
                let zeros = is_zero(l.dtype, l.a) && is_zero(l.dtype, l.b) && l.a != l.b;
                if zeros { if l.op == Op::Max { l.a.max(l.b) } else { 0 } } else { l.right }
            })
        }),
        mutant("picked_zero_is_positive", PICKS, "A zero that is picked loses its sign.", |d| {
            d.combined = Some(|_, l| if is_zero(l.dtype, l.right) { 0 } else { l.right })
        }),
        mutant("highest_never_picked", PICKS, "The highest integer counts as missing.", |d| {
            d.combined = Some(|_, l| without(l, range(l.dtype)[1]))
        }),
        mutant("lowest_never_picked", PICKS, "The lowest integer counts as missing.", |d| {
            d.combined = Some(|_, l| without(l, range(l.dtype)[0]))
        }),
    ];

pub(super) const COLUMNS: &[Kernel] = &[
    mutant("extreme_from_zero", ALL_EXTREMES, "A largest or smallest element begins with zero.", |d| d.initial = Some(|_, _, _| 0)),
    mutant("extreme_from_largest_number", ALL_EXTREMES, "It begins with the last number before the infinity that all exceed.", |d| {
        d.initial = Some(|_, op, t| t.float_masks().map_or_else(|| far_end(op, t), |(sign, infinity, _)| worst(op, sign, infinity - 1)))
    }),
    mutant(
        "largest_from_smallest_normal",
        &[LARGEST, ROW_LARGEST],
        "A largest element of floating point begins with the smallest normal number.",
        |d| d.initial = Some(|_, op, t| t.float_masks().map_or_else(|| far_end(op, t), |(_, _, mantissa)| mantissa + 1)),
    ),
    mutant("extreme_from_wrong_infinity", ALL_EXTREMES, "It begins with the infinity that no number exceeds.", |d| {
        d.initial = Some(|_, op, t| match t.float_masks() {
            Some((sign, infinity, _)) if op == Op::Min => sign | infinity,
            Some((_, infinity, _)) => infinity,
            None => far_end(op, t),
        })
    }),
    mutant("extreme_from_limit_of_i16", ALL_EXTREMES, "That of i32 begins with the limit of i16.", |d| {
        d.initial = Some(|_, op, t| match t {
            I32 => far_end(op, I16) | if op == Op::Max { 0xffff_0000 } else { 0 },
            _ => beyond(op, t),
        })
    }),
    mutant(
        "smallest_unsigned_from_signed_limit",
        &[SMALLEST, ROW_SMALLEST],
        "A smallest element of unsigned integers begins with the signed limit.",
        |d| d.initial = Some(|_, op, t| if t.is_int() && !t.is_signed() { t.mask() >> 1 } else { beyond(op, t) }),
    ),
    mutant(
        "largest_signed_from_unsigned_limit",
        &[LARGEST, ROW_LARGEST],
        "A largest element of signed integers begins with 0, the lowest unsigned one.",
        |d| d.initial = Some(|_, op, t| if t.is_int() { 0 } else { beyond(op, t) }),
    ),
    mutant("empty_extreme_is_zero", EXTREMES, "The largest or smallest of no rows is zero.", |d| d.empty_sum = |_| true),
    mutant("extreme_is_first_row", EXTREMES, "The first row is the result.", |d| {
        d.column_sum = Some(|_, _, column| column.first().copied())
    }),
    mutant("extreme_is_last_row", EXTREMES, "The last row is the result.", |d| d.column_sum = Some(|_, _, column| column.last().copied())),
    mutant("extreme_is_column_sum", EXTREMES, "The rows are added.", |d| {
        d.column_sum = Some(|_, t, column| column.iter().copied().reduce(|a, b| sum(t, a, b)))
    }),
    mutant("extreme_is_row_number", EXTREMES, "The row of the largest or smallest integer is the result.", |d| {
        d.column_sum = Some(|s, t, column| {
            let order = |row: &usize| integer(t, column[*row]) * if s.tuple.op == LARGEST { -1 } else { 1 };
            if t.is_int() { (0..column.len()).min_by_key(order).map(|row| row as u64) } else { None }
        })
    }),
    mutant("extreme_stops_at_turn", EXTREMES, "The search of an integer ends with the first row that is not better.", |d| {
        d.column_sum = Some(|s, t, column| {
            let better = |a, b| if s.tuple.op == LARGEST { integer(t, b) > integer(t, a) } else { integer(t, b) < integer(t, a) };
            let turn = column.windows(2).position(|w| !better(w[0], w[1])).unwrap_or(column.len().saturating_sub(1));
            if t.is_int() { column.get(turn).copied() } else { None }
        })
    }),
    mutant("extreme_of_even_rows", EXTREMES, "The odd rows are not looked at, where there are more than two.", |d| {
        d.visited = |_, row, rows| if rows > 2 { row & !1 } else { row }
    }),
    mutant("extreme_of_first_256_rows", EXTREMES, "Rows from 256 on are not looked at.", |d| d.rows = |_, n| n.min(256)),
];

/// The operand that was not picked.
fn other(lane: &Lane) -> u64 {
    if lane.right == lane.a { lane.b } else { lane.a }
}

/// Picked by another order; the first one stays where both are equal.
fn by(lane: &Lane, key: fn(&Lane, u64) -> i128) -> u64 {
    let (a, b) = (key(lane, lane.a), key(lane, lane.b));
    if if lane.op == Op::Max { b > a } else { b < a } { lane.b } else { lane.a }
}

fn signed(lane: &Lane, bits: u64) -> i128 {
    let sign = 1i128 << (lane.dtype.bits() - 1);
    (i128::from(bits) ^ sign) - sign
}

/// The order of floating-point numbers, with NaN beyond infinity.
fn ordered(dtype: DType, bits: u64) -> i128 {
    let sign = 1u64 << (dtype.bits() - 1);
    if bits & sign == 0 { bits.into() } else { -i128::from(bits & !sign) - 1 }
}

pub(super) fn magnitude(dtype: DType, bits: u64) -> i128 {
    dtype.float_masks().map_or_else(|| integer(dtype, bits).abs(), |(sign, ..)| (bits & !sign).into())
}

/// Picked as floating-point numbers of another type; what is NaN there stays where it is first, and else loses.
fn as_float(lane: &Lane, like: DType) -> u64 {
    let (a, b) = (value(like, lane.a), value(like, lane.b));
    if if lane.op == Op::Max { b > a } else { b < a } { lane.b } else { lane.a }
}

/// Picked as if a value were not there.
fn without(lane: &Lane, missing: i128) -> u64 {
    if !lane.dtype.is_int() {
        return lane.right;
    }
    match [lane.a, lane.b].map(|x| integer(lane.dtype, x) == missing) {
        [true, false] => lane.b,
        [false, true] => lane.a,
        _ => lane.right,
    }
}

/// A number that a maximum or minimum of floating point leaves behind: negative for a maximum.
fn worst(op: Op, sign: u64, magnitude: u64) -> u64 {
    if op == Op::Max { sign | magnitude } else { magnitude }
}

/// The integer that any other leaves behind.
fn far_end(op: Op, dtype: DType) -> u64 {
    let [lowest, highest] = range(dtype);
    (if op == Op::Max { lowest } else { highest }) as u64 & dtype.mask()
}

/// What any number leaves behind: an infinity, or the end of the range.
pub(super) fn beyond(op: Op, dtype: DType) -> u64 {
    dtype.float_masks().map_or_else(|| far_end(op, dtype), |(sign, infinity, _)| worst(op, sign, infinity))
}
