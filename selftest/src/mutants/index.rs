//! What the index tiles of a concatenation mean.

use super::{CONCAT, Kernel, mutant, physical, valid};
use ptoconf_models::{Decisions, Site};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("index_row_zero", &[CONCAT], "Row 0 of the index tiles serves for every row.", |d| d.index_at = |_, _| [0, 0]),
    mutant("index_row_before", &[CONCAT], "The index value of the row before is taken.", |d| {
        d.index_at = |_, row| [row.saturating_sub(1), 0]
    }),
    mutant("index_row_after", &[CONCAT], "The index value of the row after is taken.", |d| d.index_at = |_, row| [row + 1, 0]),
    mutant("index_transposed", &[CONCAT], "Index values are taken along row 0.", |d| d.index_at = |_, row| [0, row]),
    mutant("index_unit_swapped", &[CONCAT], "Index values are counts where they are bytes, and bytes where they are counts.", |d| {
        d.index_value = |s, dtype, bits, _| if s.target == "cpu" { bits / dtype.bytes() as u64 } else { bits }
    }),
    mutant("index_unit_of_data", &[CONCAT], "Index values are bytes of the data.", |d| {
        d.index_value = |s, _, bits, _| bits / s.tuple.tile("dst").map_or(1, |t| t.dtype.bytes() as u64)
    }),
    mutant("index_unit_4_bytes", &[CONCAT], "Index values are in units of 4 bytes, whatever the index type.", |d| {
        d.index_value = |_, _, bits, _| bits / 4
    }),
    mutant("index_rounded_up", &[CONCAT], "Bytes that are no multiple of the index type are rounded up.", |d| {
        d.index_value = |s, dtype, bits, right| if s.target == "cpu" { right } else { bits.div_ceil(dtype.bytes() as u64) }
    }),
    mutant("index_signed", &[CONCAT], "A negative index value counts as zero.", |d| {
        d.index_value = |_, dtype, bits, right| if dtype.is_signed() && bits >> (dtype.bits() - 1) == 1 { 0 } else { right }
    }),
    mutant("index_unsigned_as_signed", &[CONCAT], "An unsigned index value with its highest bit set counts as zero.", |d| {
        d.index_value = |_, dtype, bits, right| if !dtype.is_signed() && bits >> (dtype.bits() - 1) == 1 { 0 } else { right }
    }),
    mutant("index_8_bits", &[CONCAT], "Index values are kept in 8 bits.", |d| {
        d.index_value = |s, t, bits, _| unit(s, t.bytes(), bits & 0xff)
    }),
    mutant("index_7_bits", &[CONCAT], "Index values are kept in 7 bits.", |d| {
        d.index_value = |s, t, bits, _| unit(s, t.bytes(), bits & 0x7f)
    }),
    mutant("index_16_bits", &[CONCAT], "Index values are kept in 16 bits.", |d| {
        d.index_value = |s, t, bits, _| unit(s, t.bytes(), bits & 0xffff)
    }),
    mutant("index_one_more", &[CONCAT], "An index value is the last column, not the number of columns.", |d| {
        d.index_value = |_, _, _, right| right + 1
    }),
    mutant("index_one_less", &[CONCAT], "One column too few is taken.", |d| d.index_value = |_, _, _, right| right.saturating_sub(1)),
    mutant("index_of_first_for_both", &[CONCAT], "The index of the first source serves for the second.", |d| {
        d.clamp = |_, c| {
            let first = c.asked[0].min(c.limit);
            [first, c.asked[0].min(c.limit - first)]
        }
    }),
    mutant("index_ignored", &[CONCAT], "The index tiles have no effect on the data.", |d| {
        d.clamp = |_, c| {
            let first = c.valid[0].min(c.limit);
            [first, c.valid[1].min(c.limit - first)]
        }
    }),
    mutant("index_not_clamped", &[CONCAT], "Index values are limited one 32-byte block too late, and the index output not at all.", |d| {
        d.clamp = |_, c| {
            let limit = c.limit + u64::from(c.dtype.block());
            let first = c.asked[0].min(limit);
            [first, c.asked[1].min(limit - first)]
        };
        d.count = |s, c, right| Some(if s.target == "cpu" { right } else { (c.asked[0] + c.asked[1]) * count_unit(s) });
    }),
    mutant("clamp_one_short", &[CONCAT], "Index values are limited to one column less than dst has.", |d| {
        d.clamp = |_, c| {
            let limit = c.limit.saturating_sub(1);
            let first = c.asked[0].min(limit);
            [first, c.asked[1].min(limit - first)]
        }
    }),
    mutant("clamp_one_late", &[CONCAT], "Index values are limited to one column more than dst has.", |d| {
        d.clamp = |_, c| {
            let first = c.asked[0].min(c.limit + 1);
            [first, c.asked[1].min(c.limit + 1 - first)]
        }
    }),
    mutant("clamp_each", &[CONCAT], "Each index value is limited to the columns of dst, and not their sum.", |d| {
        d.clamp = |_, c| c.asked.map(|n| n.min(c.limit))
    }),
    mutant("clamp_physical", &[CONCAT], "Index values are limited to the physical columns of dst.", |d| {
        d.clamp = |s, c| {
            let limit = physical(s.tuple, "dst").map_or(c.limit, |p| p[1] as u64);
            let first = c.asked[0].min(limit);
            [first, c.asked[1].min(limit - first)]
        }
    }),
    mutant("clamp_second_first", &[CONCAT], "The second source is limited first, and the first has what is left.", |d| {
        d.clamp = |_, c| {
            let second = c.asked[1].min(c.limit);
            [c.asked[0].min(c.limit - second), second]
        }
    }),
    mutant("clamp_drops_second", &[CONCAT], "Where the sum is too large, the second source is left out.", |d| {
        d.clamp = |_, c| if c.asked[0] + c.asked[1] > c.limit { [c.asked[0].min(c.limit), 0] } else { c.asked }
    }),
    mutant("clamp_to_sources", &[CONCAT], "Index values are limited to the valid columns of the sources.", |d| {
        d.clamp = |_, c| {
            let first = c.asked[0].min(c.valid[0]).min(c.limit);
            [first, c.asked[1].min(c.valid[1]).min(c.limit - first)]
        }
    }),
    mutant("empty_first_ends_row", &[CONCAT], "Where nothing is taken of the first source, nothing is taken of the second.", |d| {
        d.clamp = |s, c| if c.asked[0] == 0 { [0, 0] } else { (Decisions::RIGHT.clamp)(s, c) }
    }),
    mutant("dst_index_skipped", &[CONCAT], "The index output is not written.", |d| d.count = |_, _, _| None),
    mutant(
        "dst_index_unit_swapped",
        &[CONCAT],
        "The index output is a count where it is in bytes, and in bytes where it is a count.",
        |d| d.count = |s, _, right| Some(if s.target == "cpu" { right * index_bytes(s) } else { right / index_bytes(s) }),
    ),
    mutant("dst_index_clamp_swapped", &[CONCAT], "The index output is limited where it is not, and not where it is.", |d| {
        d.count = |s, c, _| {
            let asked = c.asked[0] + c.asked[1];
            Some(if s.target == "cpu" { asked.min(c.limit) } else { asked.wrapping_mul(index_bytes(s)) })
        }
    }),
    mutant("dst_index_of_first", &[CONCAT], "The index output counts the first source only.", |d| {
        d.count = |s, c, right| Some(right.min(c.asked[0].wrapping_mul(count_unit(s))))
    }),
    mutant("dst_index_of_second", &[CONCAT], "The index output counts the second source only.", |d| {
        d.count = |s, c, right| Some(right.min(c.asked[1].wrapping_mul(count_unit(s))))
    }),
    mutant("dst_index_of_valid", &[CONCAT], "The index output counts the valid columns of the sources.", |d| {
        d.count = |s, c, _| Some((c.valid[0] + c.valid[1]).wrapping_mul(count_unit(s)))
    }),
    mutant("dst_index_of_data_type", &[CONCAT], "The index output is in bytes of the data.", |d| {
        d.count = |s, c, right| Some(right / count_unit(s) * c.dtype.bytes() as u64)
    }),
    mutant("dst_index_8_bits", &[CONCAT], "The index output is kept in 8 bits.", |d| d.count = |_, _, right| Some(right & 0xff)),
    mutant("dst_index_transposed", &[CONCAT], "The index output is a row where it is a column, and a column where it is a row.", |d| {
        d.count_at = |_, [row, col]| [col, row]
    }),
    mutant("dst_index_row_zero", &[CONCAT], "The index output of every row is written to the first place.", |d| d.count_at = |_, _| [0, 0]),
    mutant("dst_index_one_late", &[CONCAT], "The index output is written one row too far.", |d| {
        d.count_at = |s, [row, col]| if s.target == "cpu" { [row, col + 1] } else { [row + 1, col] }
    }),
    mutant("dst_index_last_row_missing", &[CONCAT], "The index output of the last row is not written.", |d| {
        d.count_at = |s, at| {
            let rows = valid(s.tuple, "dst").map_or(0, |v| v[0]);
            // To where nobody looks: the place of the row before.
            if at[0].max(at[1]) + 1 == rows && rows > 1 { [at[0].saturating_sub(1), at[1].saturating_sub(1)] } else { at }
        };
    }),
];

/// A value in the unit of the target.
fn unit(site: &Site, bytes: usize, value: u64) -> u64 {
    if site.target == "cpu" { value } else { value / bytes as u64 }
}

fn index_bytes(site: &Site) -> u64 {
    site.tuple.tile("dstIdx").map_or(1, |t| t.dtype.bytes() as u64)
}

/// What a column counts in the index output of the target.
fn count_unit(site: &Site) -> u64 {
    if site.target == "cpu" { 1 } else { index_bytes(site) }
}
