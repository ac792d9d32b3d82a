//! Faults that need several things at once: a type, a number of rows, a place, a value.

use super::numbers::value;
use super::{
    ADD, ALL, CONCAT, COPIES, DIV, EXPAND, EXPDIF, Kernel, LARGER, LARGEST, MUL, PROD, REPEAT, ROW_ADD, ROW_DIV, ROW_MUL, ROW_SUB, SMALLER,
    SMALLEST, SUB, SUM, mutant, reduces, source, valid,
};
use ptoconf_models::{Element, Site};
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};

macro_rules! last_row {
    ($($op:ident $op_name:literal: $($dtype:ident $name:literal $rows:literal)*;)*) => {
        &[$($(mutant(
            concat!($op_name, "_last_of_", $rows, "_rows_", $name),
            &[$op],
            concat!("The last of ", $rows, " rows of ", $name, " is not visited."),
            |d| d.rows = |s, n| if n == $rows && dtype(s) == $dtype { n - 1 } else { n },
        ),)*)*]
    };
}

pub(super) const LAST_ROWS: &[Kernel] = last_row! {
    SUM "sum": F16 "f16" 12 F16 "f16" 33 F16 "f16" 127 F16 "f16" 256 I32 "i32" 12 I32 "i32" 33 I32 "i32" 127 I32 "i32" 256;
    PROD "product": F16 "f16" 33 F32 "f32" 127 I16 "i16" 12 I32 "i32" 256;
    EXPAND "expand": F16 "f16" 12 F16 "f16" 256 I32 "i32" 33 I32 "i32" 127;
    ADD "add": F16 "f16" 33 F16 "f16" 127 I32 "i32" 12 I32 "i32" 256;
    SUB "sub": F16 "f16" 12 F16 "f16" 256;
    MUL "mul": F16 "f16" 33 I32 "i32" 127;
    DIV "div": F16 "f16" 127 F32 "f32" 33;
    EXPDIF "expdif": F16 "f16" 33 F32 "f32" 127;
    LARGER "larger": F16 "f16" 127 I32 "i32" 12;
    SMALLER "smaller": F16 "f16" 256 I32 "i32" 33;
    LARGEST "largest": F16 "f16" 12 F16 "f16" 127 I32 "i32" 33 I32 "i32" 256;
    SMALLEST "smallest": F16 "f16" 33 F16 "f16" 256 I32 "i32" 12 I32 "i32" 127;
    REPEAT "row_expand": F16 "f16" 33 F16 "f16" 256 I32 "i32" 12 I32 "i32" 127;
    CONCAT "concat": F16 "f16" 33 F16 "f16" 256 I32 "i32" 12 I32 "i32" 127;
};

pub(super) const PLACES: &[Kernel] = &[
    mutant("f32_127_rows_two_vectors", ALL, "With f32, 127 rows and two vectors of columns, the last element is wrong.", |d| {
        d.written_as = Some(|s, e| {
            let [rows, cols] = extents(s);
            let wrong = dtype(s) == F32 && rows == 127 && (65..=128).contains(&cols) && is_last(s, e);
            Some(spoiled_if(wrong, e))
        })
    }),
    mutant("f16_31_rows_two_vectors", ALL, "With f16, 31 rows and two vectors of columns, the last element is wrong.", |d| {
        d.written_as = Some(|s, e| {
            let [rows, cols] = extents(s);
            let wrong = dtype(s) == F16 && rows == 31 && (129..=256).contains(&cols) && is_last(s, e);
            Some(spoiled_if(wrong, e))
        })
    }),
    mutant("i16_tree_of_odd_rows", &[SUM], "A tree over an odd number of rows of i16 is wrong in its first column.", |d| {
        d.written_as = Some(|s, e| {
            let wrong = dtype(s) == I16 && s.tuple.flag("isBinary") && extents(s)[0] % 2 == 1;
            Some(spoiled_if(wrong && e.operand == "dst" && e.at == [0, 0], e))
        })
    }),
    mutant("i32_tree_of_even_rows", &[SUM], "A tree over an even number of rows of i32 is wrong in its last column.", |d| {
        d.written_as = Some(|s, e| {
            let [rows, cols] = extents(s);
            let wrong = dtype(s) == I32 && s.tuple.flag("isBinary") && rows % 2 == 0;
            Some(spoiled_if(wrong && e.operand == "dst" && e.at == [0, cols.saturating_sub(1)], e))
        })
    }),
    mutant(
        "f32_sequential_with_tmp_of_even_rows",
        &[SUM],
        "A sequential sum of f32 with a tmp over an even number of rows is wrong in its first column.",
        |d| {
            d.written_as = Some(|s, e| {
                let chosen = s.tuple.form == "tmp" && !s.tuple.flag("isBinary") && dtype(s) == F32 && extents(s)[0].is_multiple_of(2);
                Some(spoiled_if(chosen && e.operand == "dst" && e.at == [0, 0], e))
            })
        },
    ),
    mutant("f16_tree_of_rows_by_four_and_three", &[SUM], "A tree of f16 over a number of rows that leaves three by four is wrong.", |d| {
        d.written_as = Some(|s, e| {
            let chosen = s.tuple.flag("isBinary") && dtype(s) == F16 && extents(s)[0] % 4 == 3;
            Some(spoiled_if(chosen && e.operand == "dst" && e.at == [0, 0], e))
        })
    }),
    mutant("lane_63_dead", ALL, "Lane 63 of every vector is not written.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dst" || e.at[1] % e.dtype.vector() as usize != 63).then_some(e.bits))
    }),
    mutant("block_3_of_later_vectors_dead", ALL, "The fourth block of every vector but the first is not written.", |d| {
        d.written_as = Some(|_, e| {
            let block = e.at[1] / e.dtype.block() as usize;
            (e.operand != "dst" || block < 8 || block % 8 != 3).then_some(e.bits)
        })
    }),
    mutant("block_255_dead", ALL, "The block 255 of a row is not written.", |d| {
        d.written_as = Some(|_, e| (e.operand != "dst" || e.at[1] / e.dtype.block() as usize != 255).then_some(e.bits))
    }),
    mutant(
        "odd_rows_lack_last_block",
        &[EXPAND, ADD, SUB, MUL, DIV, EXPDIF, LARGER, SMALLER, REPEAT, CONCAT],
        "Odd rows lack the last block where it is full.",
        |d| {
            d.written_as = Some(|s, e| {
                let (cols, block) = (valid(s.tuple, "dst").map_or(0, |v| v[1]), e.dtype.block() as usize);
                let lost = e.operand == "dst" && e.at[0] % 2 == 1 && cols % block == 0 && e.at[1] + block >= cols;
                (!lost).then_some(e.bits)
            })
        },
    ),
    mutant("even_rows_of_bf16_lack_second_vector", ALL, "Even rows of bf16 but the first lack their second vector.", |d| {
        d.written_as = Some(|_, e| {
            let lost = e.operand == "dst" && e.dtype == Bf16 && e.at[0] % 2 == 0 && e.at[0] > 0 && e.at[1] / 128 == 1;
            (!lost).then_some(e.bits)
        })
    }),
    mutant("u8_odd_rows_in_third_vector", ALL, "Odd rows of u8 are read one column late in their third vector.", |d| {
        d.read_at = |s, name, [row, col]| {
            let wrong = name.starts_with("src") && !name.ends_with("Idx") && dtype(s) == U8 && row % 2 == 1 && col / 256 == 2;
            if wrong { [row, col + 1] } else { [row, col] }
        }
    }),
    mutant("u16_sum_only_of_31_rows", &[SUM], "A sum of u16 is zero, but for 31 rows of one column.", |d| {
        d.column_sum = Some(|s, t, _| (t == U16 && extents(s) != [31, 1]).then_some(0))
    }),
    mutant("row_255_read_as_254", ALL, "Row 255 of a source is read as row 254.", |d| {
        d.read_at = |_, name, [row, col]| {
            let wrong = name.starts_with("src") && !name.ends_with("Idx") && row == 255;
            if wrong { [254, col] } else { [row, col] }
        }
    }),
];

pub(super) const VALUES: &[Kernel] = &[
    mutant("copy_of_0x8000_in_u16", COPIES, "A copy turns a u16 of 0x8000 into zero.", |d| {
        d.copied = Some(|_, t, bits| if t == U16 && bits == 0x8000 { 0 } else { bits })
    }),
    mutant("copy_of_0x80_in_u8", COPIES, "A copy turns a u8 of 0x80 into zero.", |d| {
        d.copied = Some(|_, t, bits| if t == U8 && bits == 0x80 { 0 } else { bits })
    }),
    mutant("copy_of_2_to_31_in_u32", COPIES, "A copy turns a u32 of 2^31 into zero.", |d| {
        d.copied = Some(|_, t, bits| if t == U32 && bits == 1 << 31 { 0 } else { bits })
    }),
    mutant("operand_of_0x8000", &[SUM, ADD, SUB], "An operand of 16-bit integers that is 0x8000 counts as zero.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_int() && l.dtype.bytes() == 2 && l.b == 0x8000 { l.a } else { l.right })
    }),
    mutant("one_in_last_row_lost", &[SUM], "An element of 1.0 in the last row counts as zero.", |d| {
        d.read_as = Some(|s, e| if is_one(e) && e.operand == "src" && in_last_row(s, e) { 0 } else { e.bits })
    }),
    mutant(
        "one_in_last_row_doubled",
        &[ADD, SUB, MUL, DIV, ROW_ADD, ROW_SUB, ROW_MUL, ROW_DIV],
        "An element of 1.0 in the last row of src0 counts twice.",
        |d| {
            d.read_as = Some(|s, e| match e.dtype.float_masks() {
                Some((_, _, mantissa)) if is_one(e) && e.operand == "src0" && in_last_row(s, e) => e.bits + mantissa + 1,
                _ => e.bits,
            })
        },
    ),
    mutant("copy_of_nan_of_all_ones", COPIES, "A copy turns a NaN of which every bit is set into the default one.", |d| {
        d.copied = Some(|_, t, bits| match t.float_masks() {
            Some((_, infinity, mantissa)) if bits == t.mask() => infinity | mantissa.div_ceil(2),
            _ => bits,
        })
    }),
    mutant("copy_of_quiet_nan_with_one", COPIES, "A copy loses the payload of a quiet NaN where it is 1.", |d| {
        d.copied = Some(|_, t, bits| match t.float_masks() {
            Some((_, _, mantissa)) if t.is_nan(bits) && bits & mantissa == mantissa.div_ceil(2) + 1 => bits - 1,
            _ => bits,
        })
    }),
    mutant("nan_of_all_ones_is_number", &[ADD, SUB, SUM], "An operand of which every bit is set is no NaN but zero.", |d| {
        d.combined = Some(|_, l| if l.dtype.is_float() && l.b == l.dtype.mask() && !l.dtype.is_nan(l.a) { l.a } else { l.right })
    }),
    mutant("i8_sum_of_minus_one", &[SUM, ADD, SUB, MUL], "A result of -1 in i8 becomes 127.", |d| {
        d.combined = Some(|_, l| if l.dtype == I8 && l.right == 0xff { 0x7f } else { l.right })
    }),
];

/// The type of the elements.
fn dtype(site: &Site) -> DType {
    site.tuple.tile("dst").map_or(DType::F32, |t| t.dtype)
}

/// Rows that are visited, and valid columns: of src for a reduction, of dst else.
fn extents(site: &Site) -> [usize; 2] {
    valid(site.tuple, if reduces(site.tuple) { "src" } else { "dst" }).unwrap_or_default()
}

/// Whether an element is the last of dst.
fn is_last(site: &Site, element: &Element) -> bool {
    let [rows, cols] = extents(site);
    let row = if reduces(site.tuple) { 0 } else { rows.saturating_sub(1) };
    element.operand == "dst" && element.at == [row, cols.saturating_sub(1)]
}

fn in_last_row(site: &Site, element: &Element) -> bool {
    valid(site.tuple, source(site.tuple)).is_some_and(|v| element.at[0] + 1 == v[0])
}

fn is_one(element: &Element) -> bool {
    element.dtype.is_float() && value(element.dtype, element.bits) == 1.0
}

/// Zero for anything else, and something else for zero: stored twice, it stays wrong.
fn spoiled_if(wrong: bool, element: &Element) -> u64 {
    match (wrong, element.bits) {
        (false, bits) => bits,
        (true, 0) => 1 << (element.dtype.bits() - 2),
        (true, _) => 0,
    }
}
