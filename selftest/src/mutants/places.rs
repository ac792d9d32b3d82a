//! Places of the largest and the smallest element: another one of them, another number for it, and the two outputs.

use super::extremes::magnitude;
use super::numbers::{integer, is_infinite, is_zero, range, value};
use super::{Kernel, PLACES, ROW_PLACES, mutant, valid};
use half::{bf16, f16};
use ptoconf_models::{Candidate, Op, Scene};
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U16, U32};

/// The wrong element.
pub(super) const ELEMENTS: &[Kernel] = &[
    mutant("place_of_the_other_end", PLACES, "The smallest is sought for the largest, and the largest for the smallest.", |d| {
        d.replaces = |_, c| by(c, |c, x| -number(c, x))
    }),
    mutant("place_last_of_equal", PLACES, "Of equal elements the last is taken.", |d| {
        d.replaces = |_, c| if equal(c) { c.at[1] > c.at[0] } else { c.right }
    }),
    mutant("place_never_changes", PLACES, "The first element stays.", |d| d.replaces = |_, c| c.at[1] < c.at[0]),
    mutant("place_always_changes", PLACES, "The last element is taken.", |d| d.replaces = |_, c| c.at[1] > c.at[0]),
    mutant("place_by_magnitude", PLACES, "Magnitudes are compared.", |d| d.replaces = |_, c| by(c, |c, x| magnitude(c.dtype, x))),
    mutant("place_signed_as_unsigned", PLACES, "Signed integers are compared as unsigned ones.", |d| {
        d.replaces = |_, c| if c.dtype.is_signed() { by(c, |_, x| x.into()) } else { c.right }
    }),
    mutant("place_unsigned_as_signed", PLACES, "Unsigned integers are compared as signed ones.", |d| {
        d.replaces = |_, c| if c.dtype.is_int() && !c.dtype.is_signed() { by(c, signed) } else { c.right }
    }),
    mutant("place_u16_as_f16", PLACES, "u16 is compared as f16.", |d| {
        d.replaces = |_, c| if c.dtype == U16 { as_float(c, F16) } else { c.right }
    }),
    mutant("place_u32_as_f32", PLACES, "u32 is compared as f32.", |d| {
        d.replaces = |_, c| if c.dtype == U32 { as_float(c, F32) } else { c.right }
    }),
    mutant("place_i16_as_f16", PLACES, "i16 is compared as f16.", |d| {
        d.replaces = |_, c| if c.dtype == I16 { as_float(c, F16) } else { c.right }
    }),
    mutant("place_i32_in_f32", PLACES, "i32 is compared after it was converted to f32.", |d| {
        d.replaces = |_, c| if c.dtype == I32 { by(c, |c, x| integer(c.dtype, x) as f32 as i128) } else { c.right }
    }),
    mutant("place_i32_in_high_half", PLACES, "i32 is compared by its upper half.", |d| {
        d.replaces = |_, c| if c.dtype == I32 { by(c, |c, x| integer(c.dtype, x) >> 16) } else { c.right }
    }),
    mutant("place_f16_as_i16", PLACES, "f16 is compared as 16-bit integers.", |d| {
        d.replaces = |_, c| if c.dtype == F16 { by(c, signed) } else { c.right }
    }),
    mutant("place_f32_as_i32", PLACES, "f32 is compared as 32-bit integers.", |d| {
        d.replaces = |_, c| if c.dtype == F32 { by(c, signed) } else { c.right }
    }),
    mutant("place_f32_in_bf16", PLACES, "f32 is compared by its upper half.", |d| {
        d.replaces = |_, c| if c.dtype == F32 { by(c, |c, x| number(c, x) >> 16) } else { c.right }
    }),
    mutant("place_f16_in_low_bits", PLACES, "The last bit of f16 does not count.", |d| {
        d.replaces = |_, c| if c.dtype == F16 { by(c, |c, x| number(c, x & !1)) } else { c.right }
    }),
    mutant(
        "place_nan_then_any",
        PLACES,
        "No comparison with a NaN holds, and what does not stay is taken: NaN, and what follows it.",
        |d| d.replaces = |_, c| if nan(c) != [false; 2] { c.at[1] > c.at[0] } else { c.right },
    ),
    mutant("place_nan_by_its_sign", PLACES, "NaN is compared as if it were beyond infinity, by its sign.", |d| {
        d.replaces = |_, c| if nan(c) != [false; 2] { by_key(c, number) } else { c.right }
    }),
    mutant("place_minus_zero_above", PLACES, "-0 is larger than +0.", |d| {
        d.replaces = |_, c| {
            let zeros = is_zero(c.dtype, c.best) && is_zero(c.dtype, c.next) && c.best != c.next;
            if zeros { (c.next != 0) == (c.op == Op::Max) } else { c.right }
        }
    }),
    mutant("place_infinity_ignored", PLACES, "An infinite element loses against any number.", |d| {
        d.replaces = |_, c| match [c.best, c.next].map(|x| is_infinite(c.dtype, x)) {
            [true, false] if !c.dtype.is_nan(c.next) => true,
            [false, true] if !c.dtype.is_nan(c.best) => false,
            _ => c.right,
        }
    }),
    mutant("place_limit_ignored", PLACES, "The integer at the end of the range counts as missing.", |d| {
        d.replaces = |_, c| {
            let end = range(c.dtype)[usize::from(c.op == Op::Max)];
            let missing = |x| c.dtype.is_int() && integer(c.dtype, x) == end;
            if missing(c.next) { false } else { c.right || missing(c.best) }
        }
    }),
    mutant("place_only_of_positive", PLACES, "The search begins with zero at place 0.", |d| {
        d.replaces = |_, c| {
            let beats_zero = |x| if c.op == Op::Max { value(c.dtype, x) > 0.0 } else { value(c.dtype, x) < 0.0 };
            c.right && (beats_zero(c.next) || !c.dtype.is_float())
        }
    }),
];

/// The wrong number for a place.
pub(super) const NUMBERS: &[Kernel] = &[
    mutant("place_from_one", PLACES, "Places are counted from one.", |d| d.place = |_, _, at| at as u64 + 1),
    mutant("place_is_zero", PLACES, "Every place is 0.", |d| d.place = |_, _, _| 0),
    mutant("place_from_the_end", PLACES, "Places are counted from the end.", |d| {
        d.place = |s, _, at| (length(s.tuple).saturating_sub(1 + at)) as u64
    }),
    mutant("place_in_its_vector", ROW_PLACES, "Places are counted from the start of their vector.", |d| {
        d.place = |_, t, at| at as u64 % u64::from(t.vector())
    }),
    mutant("place_in_its_block", ROW_PLACES, "Places are counted from the start of their block.", |d| {
        d.place = |_, t, at| at as u64 % u64::from(t.block())
    }),
    mutant("place_of_its_vector", ROW_PLACES, "The number of the vector is given for the place.", |d| {
        d.place = |_, t, at| at as u64 / u64::from(t.vector())
    }),
    mutant("place_in_vectors_of_f32", ROW_PLACES, "Vectors are counted as if they had the lanes of f32.", |d| {
        d.place = |_, t, at| (at / t.vector() as usize * 64 + at % t.vector() as usize) as u64
    }),
    mutant("place_in_bytes", PLACES, "Places are in bytes.", |d| d.place = |_, t, at| (at * t.bytes()) as u64),
    mutant("place_in_f16", PLACES, "Places go through f16, which has every number up to 2048.", |d| {
        d.place = |_, _, at| f16::from_f64(at as f64).to_f64() as u64
    }),
    mutant("place_in_f16_of_halves", PLACES, "Places of elements of two bytes go through f16.", |d| {
        d.place = |_, t, at| if t.bytes() == 2 { f16::from_f64(at as f64).to_f64() as u64 } else { at as u64 }
    }),
    mutant("place_in_bf16", PLACES, "Places go through bf16.", |d| d.place = |_, _, at| bf16::from_f64(at as f64).to_f64() as u64),
    mutant("place_7_bits", PLACES, "Places are kept in 7 bits.", |d| d.place = |_, _, at| at as u64 & 0x7f),
    mutant("place_8_bits", PLACES, "Places are kept in 8 bits.", |d| d.place = |_, _, at| at as u64 & 0xff),
    mutant("place_10_bits", PLACES, "Places are kept in 10 bits.", |d| d.place = |_, _, at| at as u64 & 0x3ff),
    mutant("place_11_bits", PLACES, "Places are kept in 11 bits.", |d| d.place = |_, _, at| at as u64 & 0x7ff),
    mutant("place_last_is_length", PLACES, "The last place is one too many.", |d| {
        d.place = |s, _, at| if at > 0 && at + 1 == length(s.tuple) { at as u64 + 1 } else { at as u64 }
    }),
    mutant("place_at_power_of_two", PLACES, "A place that is a power of two from 512 on is one too few.", |d| {
        d.place = |_, _, at| if at >= 512 && at.is_power_of_two() { at as u64 - 1 } else { at as u64 }
    }),
];

/// What two outputs, and tmp, have to be wrong in.
pub(super) const OUTPUTS: &[Kernel] = &[
    mutant("index_not_written", PLACES, "The index output is not written.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dstIdx").then_some(e.bits))
    }),
    mutant("value_not_written", PLACES, "The value output is not written.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dstVal").then_some(e.bits))
    }),
    mutant("index_of_first_line_alone", PLACES, "Only the first line has its index.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dstIdx" || e.at == [0, 0]).then_some(e.bits))
    }),
    mutant("value_of_first_line_alone", PLACES, "Only the first line has its value.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dstVal" || e.at == [0, 0]).then_some(e.bits))
    }),
    mutant("index_without_upper_half", PLACES, "Of an index of four bytes the upper two are not written.", |d| {
        d.written_as = Some(|_, e| {
            let half = e.operand == "dstIdx" && e.dtype.bytes() == 4;
            Some(if half { e.bits & 0xffff | 0xa5a5_0000 } else { e.bits })
        })
    }),
    mutant("index_is_a_float", PLACES, "The index is written as the bits of a float of its width.", |d| {
        d.written_as = Some(|_, e| match (e.operand, e.dtype.bytes()) {
            ("dstIdx", 4) => Some((e.bits as f32).to_bits().into()),
            ("dstIdx", _) => Some(f16::from_f64(e.bits as f64).to_bits().into()),
            _ => Some(e.bits),
        })
    }),
    mutant("value_in_bf16", PLACES, "A value of f32 is cut to its upper half.", |d| {
        d.written_as = Some(|_, e| Some(if e.operand == "dstVal" && e.dtype == F32 { e.bits & 0xffff_0000 } else { e.bits }))
    }),
    mutant("value_nan_is_zero", PLACES, "NaN for a value becomes zero.", |d| {
        d.written_as = Some(|_, e| Some(if e.operand == "dstVal" && e.dtype.is_nan(e.bits) { 0 } else { e.bits }))
    }),
    mutant("value_zero_is_positive", PLACES, "A zero for a value loses its sign.", |d| {
        d.written_as = Some(|_, e| Some(if e.operand == "dstVal" && is_zero(e.dtype, e.bits) { 0 } else { e.bits }))
    }),
    mutant("value_infinity_is_largest", PLACES, "An infinity for a value becomes the largest number.", |d| {
        d.written_as = Some(|_, e| Some(if e.operand == "dstVal" && is_infinite(e.dtype, e.bits) { e.bits - 1 } else { e.bits }))
    }),
    mutant("index_stride_of_values", PLACES, "Indices are written with the row stride of the values.", |d| {
        d.strides = |s, name, tile| match s.tuple.tile("dstVal") {
            Some(values) if name == "dstIdx" => strides(values),
            _ => strides(tile),
        }
    }),
    mutant("value_stride_of_indices", PLACES, "Values are written with the row stride of the indices.", |d| {
        d.strides = |s, name, tile| match s.tuple.tile("dstIdx") {
            Some(indices) if name == "dstVal" => strides(indices),
            _ => strides(tile),
        }
    }),
    mutant("outputs_contiguous", ROW_PLACES, "Results are written one after another.", |d| {
        d.strides = |_, name, tile| if name.starts_with("dst") { [1, tile.rows() as usize] } else { strides(tile) }
    }),
    mutant("outputs_one_late", PLACES, "Results are written one line too far.", |d| {
        d.write_at = |s, name, [row, col]| match (name.starts_with("dst"), s.tuple.op.starts_with("trow")) {
            (true, true) => [row + 1, col],
            (true, false) => [row, col + 1],
            _ => [row, col],
        }
    }),
    mutant("byte_before_index", PLACES, "The byte before the index output is written.", |d| {
        d.after = Some(|scene| scene.flip("dstIdx", -1, 1))
    }),
    mutant("byte_after_index", PLACES, "The byte after the index output is written.", |d| d.after = Some(|scene| end(scene, "dstIdx"))),
    mutant("byte_before_value", PLACES, "The byte before the value output is written.", |d| {
        d.after = Some(|scene| scene.flip("dstVal", -1, 1))
    }),
    mutant("byte_after_value", PLACES, "The byte after the value output is written.", |d| d.after = Some(|scene| end(scene, "dstVal"))),
    mutant("byte_after_tmp", PLACES, "The byte after tmp is written.", |d| d.after = Some(|scene| end(scene, "tmp"))),
    mutant("index_zeroed_first", PLACES, "The whole index output is set to zero first.", |d| {
        d.before = Some(|scene| clear(scene, "dstIdx"))
    }),
    mutant("value_zeroed_first", PLACES, "The whole value output is set to zero first.", |d| {
        d.before = Some(|scene| clear(scene, "dstVal"))
    }),
];

fn strides(tile: &ptoconf_schemas::Tile) -> [usize; 2] {
    match tile.blayout {
        ptoconf_schemas::BLayout::RowMajor => [tile.cols() as usize, 1],
        ptoconf_schemas::BLayout::ColMajor => [1, tile.rows() as usize],
    }
}

/// The elements of a line.
fn length(tuple: &ptoconf_schemas::Tuple) -> usize {
    let axis = usize::from(tuple.op.starts_with("trow"));
    valid(tuple, "src").map_or(0, |v| v[axis])
}

/// Changes the byte after an operand; nothing where the tuple does not have it.
fn end(scene: &mut Scene, operand: &str) {
    let bytes = scene.bytes(operand).len() as isize;
    scene.flip(operand, bytes, 1);
}

fn clear(scene: &mut Scene, operand: &str) {
    let zeros = vec![0; scene.bytes(operand).len()];
    scene.write(operand, 0, &zeros);
}

fn nan(c: &Candidate) -> [bool; 2] {
    [c.best, c.next].map(|x| c.dtype.is_nan(x))
}

fn equal(c: &Candidate) -> bool {
    nan(c) == [false; 2] && (c.best == c.next || is_zero(c.dtype, c.best) && is_zero(c.dtype, c.next))
}

/// Compared in another order, where neither is NaN; of equal elements the first stays.
fn by(c: &Candidate, key: fn(&Candidate, u64) -> i128) -> bool {
    if nan(c) == [false; 2] { by_key(c, key) } else { c.right }
}

fn by_key(c: &Candidate, key: fn(&Candidate, u64) -> i128) -> bool {
    let [best, next] = [c.best, c.next].map(|x| key(c, x) * if c.op == Op::Max { 1 } else { -1 });
    next > best || next == best && c.at[1] < c.at[0]
}

/// The place of a number in the order of its type; NaN beyond infinity, zeros alike.
fn number(c: &Candidate, bits: u64) -> i128 {
    match c.dtype.float_masks() {
        Some((sign, ..)) if bits & sign != 0 => -i128::from(bits & !sign),
        Some(_) => bits.into(),
        None => integer(c.dtype, bits),
    }
}

fn signed(c: &Candidate, bits: u64) -> i128 {
    let sign = 1i128 << (c.dtype.bits() - 1);
    (i128::from(bits) ^ sign) - sign
}

/// Compared as floating-point numbers of another type; no comparison with what is NaN there holds.
fn as_float(c: &Candidate, like: DType) -> bool {
    let (best, next) = (value(like, c.best), value(like, c.next));
    let better = if c.op == Op::Max { next > best } else { next < best };
    better || next == best && c.at[1] < c.at[0]
}
