//! Index values of a concatenation that mean something else: signs, marks, limits, bytes.

use super::{CONCAT, Kernel, mutant};
use ptoconf_models::Site;
use ptoconf_schemas::DType::{self, I8, I16, I32, U8, U16, U32};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("index_u8_negative", &[CONCAT], "An index value of u8 from 0x80 on counts as zero.", |d| {
        d.index_value = |_, t, bits, right| if t == U8 && bits >= 0x80 { 0 } else { right }
    }),
    mutant("index_u16_negative", &[CONCAT], "A byte count of u16 from 0x8000 on counts as zero.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && t == U16 && bits >= 0x8000 { 0 } else { right }
    }),
    mutant("index_u32_negative", &[CONCAT], "A byte count of u32 above 2^31 counts as zero.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && t == U32 && bits > 1 << 31 { 0 } else { right }
    }),
    mutant("index_u8_255_is_none", &[CONCAT], "An index value of 255 in u8 stands for none.", |d| {
        d.index_value = |_, t, bits, right| if t == U8 && bits == 0xff { 0 } else { right }
    }),
    mutant("index_i8_127_is_none", &[CONCAT], "An index value of 127 in i8 stands for none.", |d| {
        d.index_value = |_, t, bits, right| if t == I8 && bits == 0x7f { 0 } else { right }
    }),
    mutant("index_unsigned_largest_is_none", &[CONCAT], "The largest byte count of u16 and u32 stands for none.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && matches!(t, U16 | U32) && bits == t.mask() { 0 } else { right }
    }),
    mutant("index_signed_largest_is_none", &[CONCAT], "The largest byte count of i16 and i32 stands for none.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && matches!(t, I16 | I32) && bits == t.mask() >> 1 { 0 } else { right }
    }),
    mutant("index_i16_low_byte_signed", &[CONCAT], "An i16 index value is negative, and zero, where bit 7 is set.", |d| {
        d.index_value = |_, t, bits, right| if t == I16 && bits & 0x80 != 0 { 0 } else { right }
    }),
    mutant("index_i32_low_half_signed", &[CONCAT], "A byte count of i32 is negative, and zero, where bit 15 is set.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && t == I32 && bits & 0x8000 != 0 { 0 } else { right }
    }),
    mutant("index_i32_16_bits", &[CONCAT], "A byte count of i32 is kept in 16 bits.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && t == I32 { unit(s, t, bits & 0xffff) } else { right }
    }),
    mutant("index_u32_16_bits", &[CONCAT], "A byte count of u32 is kept in 16 bits.", |d| {
        d.index_value = |s, t, bits, right| if bytes(s) && t == U32 { unit(s, t, bits & 0xffff) } else { right }
    }),
    mutant(
        "index_first_whole_row_is_none",
        &[CONCAT],
        "Where the first count is all columns of dst, nothing is taken of the first source.",
        |d| {
            d.clamp = |_, c| {
                let first = if c.asked[0] == c.limit { 0 } else { c.asked[0].min(c.limit) };
                [first, c.asked[1].min(c.limit - first)]
            }
        },
    ),
    mutant(
        "index_second_whole_row_is_none",
        &[CONCAT],
        "Where the second count is all columns of dst, nothing is taken of the second source.",
        |d| {
            d.clamp = |_, c| {
                let first = c.asked[0].min(c.limit);
                [first, if c.asked[1] == c.limit { 0 } else { c.asked[1].min(c.limit - first) }]
            }
        },
    ),
    mutant("index_first_almost_full_is_full", &[CONCAT], "A first count of one less than its source has is taken for all of it.", |d| {
        d.clamp = |_, c| {
            let first = (c.asked[0] + u64::from(c.asked[0] + 1 == c.valid[0])).min(c.limit);
            [first, c.asked[1].min(c.limit - first)]
        }
    }),
    mutant("index_second_almost_full_one_short", &[CONCAT], "A second count of one less than its source has loses one more.", |d| {
        d.clamp = |_, c| {
            let first = c.asked[0].min(c.limit);
            [first, (c.asked[1].saturating_sub(u64::from(c.asked[1] + 1 == c.valid[1]))).min(c.limit - first)]
        }
    }),
    mutant("index_one_past_source_is_none", &[CONCAT], "A first count of one more than its source has counts as zero.", |d| {
        d.clamp = |_, c| {
            let first = if c.asked[0] == c.valid[0] + 1 { 0 } else { c.asked[0].min(c.limit) };
            [first, c.asked[1].min(c.limit - first)]
        }
    }),
    mutant("index_row_zero_from_row_8", &[CONCAT], "From row 8 on, the index values of row 0 serve.", |d| {
        d.index_at = |_, row| if row < 8 { [row, 0] } else { [0, 0] }
    }),
    mutant("index_row_of_eight", &[CONCAT], "The index values of one row serve for eight rows.", |d| d.index_at = |_, row| [row & !7, 0]),
    mutant("index_row_8_bits", &[CONCAT], "The row of an index value is kept in 8 bits.", |d| d.index_at = |_, row| [row & 0xff, 0]),
    mutant("index_row_zero_for_second", &[CONCAT], "Row 0 of the second index tile serves for every row.", |d| {
        d.read_at = |_, name, [row, col]| if name == "src1Idx" { [0, col] } else { [row, col] }
    }),
    mutant("index_one_byte_over_is_none", &[CONCAT], "A byte count of one byte more than whole elements counts as zero.", |d| {
        d.index_value = |s, t, bits, right| if off(s, t, bits) == Some(1) { 0 } else { right }
    }),
    mutant("index_one_byte_under_is_whole", &[CONCAT], "A byte count of 4-byte indices that lacks one byte is rounded up.", |d| {
        d.index_value = |s, t, bits, right| if off(s, t, bits) == Some(3) { right + 1 } else { right }
    }),
    mutant("dst_index_full_is_zero", &[CONCAT], "The index output of a row that is full is zero.", |d| {
        d.count = |_, c, right| Some(if c.asked[0] + c.asked[1] == c.limit { 0 } else { right })
    }),
    mutant("dst_index_zero_not_written", &[CONCAT], "An index output of zero is not written.", |d| {
        d.count = |_, _, right| (right != 0).then_some(right)
    }),
    mutant("dst_index_of_odd_rows_missing", &[CONCAT], "The index outputs of odd rows are not written.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dstIdx" || (e.at[0] + e.at[1]) % 2 == 0).then_some(e.bits))
    }),
];

/// Whether index values are bytes.
fn bytes(site: &Site) -> bool {
    site.target != "cpu"
}

/// A value in the unit of the target.
fn unit(site: &Site, dtype: DType, value: u64) -> u64 {
    if bytes(site) { value / dtype.bytes() as u64 } else { value }
}

/// By how many bytes a byte count exceeds whole elements; none where it is none.
fn off(site: &Site, dtype: DType, bits: u64) -> Option<u64> {
    let over = bits % dtype.bytes() as u64;
    (bytes(site) && over > 0).then_some(over)
}
