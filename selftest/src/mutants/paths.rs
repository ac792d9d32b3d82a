//! A path that is chosen by the wrong operand's descriptor: static and dynamic extents, pad values.

use super::{ALL, BROADCASTS, CONCAT, EXPAND, Kernel, PAIRS, REDUCTIONS, SUM, mutant, physical, source, valid};
use ptoconf_models::{Element, Site};
use ptoconf_schemas::{DType, Pad};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant(
        "static_dst_sums_physical_rows",
        REDUCTIONS,
        "Where dst is static and src is not, a reduction takes every physical row of src.",
        |d| d.rows = |s, n| if !any(s, "dst") && rows(s, "src") { physical(s.tuple, "src").map_or(n, |p| p[0]) } else { n },
    ),
    mutant(
        "dynamic_dst_sums_own_rows",
        REDUCTIONS,
        "Where dst has dynamic rows and src has not, a reduction takes the rows of dst.",
        |d| d.rows = |s, n| if rows(s, "dst") && !rows(s, "src") { valid(s.tuple, "dst").map_or(n, |v| v[0]) } else { n },
    ),
    mutant(
        "static_columns_whole_vectors",
        ALL,
        "Where dst has static columns and the source dynamic ones, only whole vectors are worked on.",
        |d| d.columns = |s, t, n| if !columns(s, "dst") && columns(s, source(s.tuple)) { n - n % t.vector() as usize } else { n },
    ),
    mutant(
        "dynamic_columns_whole_vectors",
        ALL,
        "Where dst has dynamic columns and the source static ones, only whole vectors are worked on.",
        |d| d.columns = |s, t, n| if columns(s, "dst") && !columns(s, source(s.tuple)) { n - n % t.vector() as usize } else { n },
    ),
    mutant(
        "static_dst_source_stride_from_valid",
        ALL,
        "Where dst is static and the source has dynamic columns, rows of the source follow its valid columns.",
        |d| {
            d.read_at = |s, name, [row, col]| {
                let chosen = name == source(s.tuple) && !any(s, "dst") && columns(s, name);
                let (Some([_, cols]), Some([_, all])) = (valid(s.tuple, name), physical(s.tuple, name)) else { return [row, col] };
                let element = row * cols + col;
                if chosen && all > 0 { [element / all, element % all] } else { [row, col] }
            }
        },
    ),
    mutant(
        "mixed_rows_broadcast_follows",
        BROADCASTS,
        "Where dst has dynamic rows and the row to be broadcast a static number, its rows are taken in turn.",
        |d| {
            d.vector_row = |s, row| {
                let vector = if source(s.tuple) == "src" { "src" } else { "src1" };
                let several = valid(s.tuple, vector).is_some_and(|v| v[0] > 1);
                if rows(s, "dst") && !rows(s, vector) && several { row } else { 0 }
            }
        },
    ),
    mutant("dynamic_src1_broadcasts_last_row", PAIRS, "Where src1 alone has dynamic rows, its last row is broadcast.", |d| {
        d.vector_row =
            |s, _| if rows(s, "src1") && !rows(s, "dst") { valid(s.tuple, "src1").map_or(0, |v| v[0].saturating_sub(1)) } else { 0 }
    }),
    mutant(
        "concat_static_first_at_physical",
        &[CONCAT],
        "Where dst has dynamic columns and src0 static ones, src1 begins after the physical columns of src0.",
        |d| {
            d.second_at = |s, _, first| {
                if columns(s, "dst") && !columns(s, "src0") { physical(s.tuple, "src0").map_or(first, |p| p[1]) } else { first }
            }
        },
    ),
    mutant(
        "concat_static_dst_at_valid_difference",
        &[CONCAT],
        "Where dst has static columns and src1 dynamic ones, src1 ends with the physical columns of dst.",
        |d| {
            d.second_at = |s, _, first| {
                let (Some([_, all]), Some([_, second])) = (physical(s.tuple, "dst"), valid(s.tuple, "src1")) else { return first };
                if s.tuple.form == "basic" && !columns(s, "dst") && columns(s, "src1") { all - second.min(all) } else { first }
            }
        },
    ),
    mutant(
        "concat_static_index_row_zero",
        &[CONCAT],
        "Where src0Idx has a static number of rows and dst a dynamic one, row 0 of both index tiles serves for all.",
        |d| d.index_at = |s, row| if rows(s, "dst") && !rows(s, "src0Idx") { [0, 0] } else { [row, 0] },
    ),
    mutant("concat_pad_of_first_over_second", &[CONCAT], "Where src0 has a pad value, the rest of its last block in dst holds it.", |d| {
        d.written_as = Some(|s, e| {
            let cols = valid(s.tuple, "src0").map_or(0, |v| v[1]);
            let rest = e.at[1] >= cols && e.at[1] < cols.next_multiple_of(e.dtype.block() as usize);
            Some(if e.operand == "dst" && s.tuple.form == "basic" && rest { padded(s, "src0", e) } else { e.bits })
        })
    }),
    mutant(
        "expand_pads_with_source",
        &[EXPAND],
        "Where src has a pad value and dst another, the last valid column holds that of src.",
        |d| {
            d.written_as = Some(|s, e| {
                let last = valid(s.tuple, "dst").is_some_and(|v| e.at[1] + 1 == v[1]);
                let other = s.tuple.tile("src").map(|t| t.pad) != s.tuple.tile("dst").map(|t| t.pad);
                Some(if last && other { padded(s, "src", e) } else { e.bits })
            })
        },
    ),
    mutant("sum_pads_odd_rows_with_dst", &[SUM], "An odd number of rows is made even by a row of the pad value of dst.", |d| {
        d.rows = |s, n| if n % 2 == 1 && s.tuple.tile("dst").is_some_and(|t| t.pad != Pad::Null) { n + 1 } else { n };
        d.read_as = Some(|s, e| {
            let past = e.operand == "src" && valid(s.tuple, "src").is_some_and(|v| e.at[0] >= v[0]);
            if past { padded(s, "dst", e) } else { e.bits }
        });
    }),
    mutant(
        "sum_of_padded_source_padded",
        &[SUM],
        "Where src asks for the largest value as padding and dst does not, its last row is padding.",
        |d| {
            d.read_as = Some(|s, e| {
                let asks = |name: &str| s.tuple.tile(name).is_some_and(|t| t.pad == Pad::Max);
                let last = e.operand == "src" && valid(s.tuple, "src").is_some_and(|v| e.at[0] + 1 == v[0]);
                if last && asks("src") && !asks("dst") { padded(s, "src", e) } else { e.bits }
            });
        },
    ),
];

fn rows(site: &Site, operand: &str) -> bool {
    site.tuple.tile(operand).is_some_and(|t| t.dynamic[0])
}

fn columns(site: &Site, operand: &str) -> bool {
    site.tuple.tile(operand).is_some_and(|t| t.dynamic[1])
}

fn any(site: &Site, operand: &str) -> bool {
    rows(site, operand) || columns(site, operand)
}

/// The pad value that an operand asks for; the element itself where it asks for none.
fn padded(site: &Site, operand: &str, element: &Element) -> u64 {
    let pad = site.tuple.tile(operand).map_or(Pad::Null, |t| t.pad);
    let dtype: DType = element.dtype;
    let top = 1 << (dtype.bits() - 1);
    match (pad, dtype.float_masks()) {
        (Pad::Null, _) => element.bits,
        (Pad::Zero, _) => 0,
        (Pad::Max, Some((_, infinity, _))) => infinity,
        (Pad::Min, Some((sign, infinity, _))) => sign | infinity,
        (Pad::Max, None) if dtype.is_signed() => top - 1,
        (Pad::Max, None) => dtype.mask(),
        (Pad::Min, None) if dtype.is_signed() => top,
        (Pad::Min, None) => 0,
    }
}
