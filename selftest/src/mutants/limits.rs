//! Integers at the ends of their range: copies and sums.

use super::numbers::{apply_integers, integer, range};
use super::{ADDITIVE, ARITHMETIC, CONCAT, COPIES, EXPAND, Kernel, REPEAT, mutant, valid};
use ptoconf_models::Lane;
use ptoconf_schemas::DType::{self, I8, I16, I32, I64};

macro_rules! lowest_copied {
    ($($name:literal $dtype:ident;)*) => {
        &[$(mutant(concat!("copy_of_lowest_", $name), COPIES, concat!("A copy turns the lowest ", $name, " into zero."), |d| {
            d.copied = Some(|_, t, bits| if t == $dtype && bits == lowest(t) { 0 } else { bits })
        }),)*]
    };
}

macro_rules! reached {
    ($($name:literal $dtype:ident;)*) => {
        &[$(mutant(concat!("sum_to_lowest_", $name), ARITHMETIC, concat!("A result that is the lowest ", $name, " becomes zero."), |d| {
            d.combined = Some(|_, l| if l.dtype == $dtype && exact(l) == range($dtype)[0] { 0 } else { l.right })
        }),
        mutant(concat!("sum_to_highest_", $name), ARITHMETIC, concat!("A result that is the highest ", $name, " becomes the lowest."), |d| {
            d.combined = Some(|_, l| if l.dtype == $dtype && exact(l) == range($dtype)[1] { lowest($dtype) } else { l.right })
        }),)*]
    };
}

pub(super) const COPIED: &[Kernel] = lowest_copied! { "i8" I8; "i16" I16; "i32" I32; "i64" I64; };

pub(super) const REACHED: &[Kernel] = reached! { "i8" I8; "i16" I16; "i32" I32; };

pub(super) const OTHERS: &[Kernel] = &[
    mutant("copy_of_lowest_raised", COPIES, "A copy limits signed integers to a range that is symmetric.", |d| {
        d.copied = Some(|_, t, bits| if t.is_signed() && bits == lowest(t) { bits + 1 } else { bits })
    }),
    mutant("copy_of_all_ones_lowered", COPIES, "A copy turns the highest unsigned integer into the one below.", |d| {
        d.copied = Some(|_, t, bits| if t.is_int() && !t.is_signed() && bits == t.mask() { bits - 1 } else { bits })
    }),
    mutant("copy_of_unsigned_saturates_signed", COPIES, "A copy limits unsigned integers of 32 bits to the range of signed ones.", |d| {
        d.copied = Some(|_, t, bits| if t == DType::U32 { bits.min(lowest(t) - 1) } else { bits })
    }),
    mutant("tail_byte_of_0x80", &[EXPAND, REPEAT, CONCAT], "0x80 in the block at the end of a row of bytes becomes 0x7f.", |d| {
        d.written_as = Some(|s, e| {
            let cols = valid(s.tuple, "dst").map_or(0, |v| v[1]);
            let tail = e.operand == "dst" && e.dtype.bytes() == 1 && e.at[1] >= cols - cols % 32 && e.at[1] < cols;
            Some(if tail && e.bits == 0x80 { 0x7f } else { e.bits })
        })
    }),
    mutant("saturates_at_lowest_only", ARITHMETIC, "Signed integers saturate at the lowest value, and wrap at the highest.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_signed() && exact(l) < range(l.dtype)[0] { lowest(l.dtype) } else { l.right })
    }),
    mutant("saturates_at_highest_only", ARITHMETIC, "Signed integers saturate at the highest value, and wrap at the lowest.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_signed() && exact(l) > range(l.dtype)[1] { lowest(l.dtype) - 1 } else { l.right })
    }),
    mutant("lowest_operand_is_zero", ADDITIVE, "A second operand that is the lowest signed integer counts as zero.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_signed() && l.b == lowest(l.dtype) { l.a } else { l.right })
    }),
];

fn lowest(dtype: DType) -> u64 {
    1 << (dtype.bits() - 1)
}

fn exact(lane: &Lane) -> i128 {
    apply_integers(lane.op, integer(lane.dtype, lane.a), integer(lane.dtype, lane.b))
}
