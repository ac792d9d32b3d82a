//! Counters that are too narrow, for each operation and width.

use super::{
    ADD, ALL, ARGMAX, ARGMIN, CONCAT, DIV, EXPAND, EXPDIF, Kernel, LARGER, LARGEST, MUL, PROD, REPEAT, ROW_ADD, ROW_ARGMAX, ROW_ARGMIN,
    ROW_DIV, ROW_EXPDIF, ROW_LARGER, ROW_LARGEST, ROW_MUL, ROW_PROD, ROW_SMALLER, ROW_SMALLEST, ROW_SUB, ROW_SUM, SMALLER, SMALLEST, SUB,
    SUM, mutant, physical, valid,
};
use ptoconf_models::{Decisions, Element, Site};
use ptoconf_schemas::{BLayout, DType, Tile};

macro_rules! widths {
    (@ [$op:ident]) => { &[$op] };
    (@ $ops:ident) => { $ops };
    ($what:literal, $field:ident: $($name:literal $ops:tt $count:ident $($bits:literal)*;)*) => {
        &[$($(mutant(
            concat!($name, "_", $bits, "_bits"),
            widths!(@ $ops),
            concat!($what, " is kept in ", $bits, " bits."),
            |d| d.$field = $count::<{ (1 << $bits) - 1 }>,
        ),)*)*]
    };
}

const SUMS: &[&str] = &[SUM];
const EXPANDS: &[&str] = &[EXPAND];
const ADDS: &[&str] = &[ADD];
const SUBS: &[&str] = &[SUB];
const MULS: &[&str] = &[MUL];
const LARGERS: &[&str] = &[LARGER];
const SMALLERS: &[&str] = &[SMALLER];
const LARGESTS: &[&str] = &[LARGEST];
const SMALLESTS: &[&str] = &[SMALLEST];
const REPEATS_OF_COLUMN: &[&str] = &[REPEAT];
const CONCATS: &[&str] = &[CONCAT];

/// Every operation by itself: of 12 bits where the memory holds as many rows.
pub(super) const ROWS: &[Kernel] = widths! { "The number of rows", rows:
    "sum_rows" [SUM] rows 9 10 11 12;
    "expand_rows" [EXPAND] rows 9 10 11 12;
    "add_rows" [ADD] rows 9 10 11;
    "sub_rows" [SUB] rows 9 10 11;
    "mul_rows" [MUL] rows 9 11;
    "div_rows" [DIV] rows 9 11;
    "expdif_rows" [EXPDIF] rows 9 11;
    "larger_rows" [LARGER] rows 9 11;
    "smaller_rows" [SMALLER] rows 10 11;
    "largest_rows" [LARGEST] rows 9 12;
    "smallest_rows" [SMALLEST] rows 10 12;
    "prod_rows" [PROD] rows 11 12;
    "argmax_rows" [ARGMAX] rows 10 12;
    "argmin_rows" [ARGMIN] rows 9 12;
    "concat_rows" [CONCAT] rows 9 10 11;
    "row_expand_rows" [REPEAT] rows 9 10 11;
    "row_add_rows" [ROW_ADD] rows 9 11;
    "row_sub_rows" [ROW_SUB] rows 10 11;
    "row_mul_rows" [ROW_MUL] rows 9 11;
    "row_div_rows" [ROW_DIV] rows 10 11;
    "row_expdif_rows" [ROW_EXPDIF] rows 9 11;
    "row_larger_rows" [ROW_LARGER] rows 10 11;
    "row_smaller_rows" [ROW_SMALLER] rows 9 11;
    "row_sum_rows" [ROW_SUM] rows 9 11;
    "row_prod_rows" [ROW_PROD] rows 10 11;
    "row_largest_rows" [ROW_LARGEST] rows 9 11;
    "row_smallest_rows" [ROW_SMALLEST] rows 10 11;
    "row_argmax_rows" [ROW_ARGMAX] rows 9 11;
    "row_argmin_rows" [ROW_ARGMIN] rows 10 11;
    "tree_rows" [SUM] rows_of_tree 9 10 11;
    "indexed_rows" [CONCAT] rows_of_indexed 9 10 11;
};

pub(super) const COLUMNS: &[Kernel] = widths! { "The number of columns", columns:
    "columns" ALL columns 12;
    "sum_columns" SUMS columns 11;
    "expand_columns" EXPANDS columns 11;
    "add_columns" ADDS columns 11;
    "sub_columns" SUBS columns 11;
    "mul_columns" MULS columns 11;
    "largest_columns" LARGESTS columns 11;
    "smallest_columns" SMALLESTS columns 11;
    "row_expand_columns" REPEATS_OF_COLUMN columns 11;
    "concat_columns" CONCATS columns 11;
};

pub(super) const BLOCKS: &[Kernel] = widths! { "The number of 32-byte blocks of a row", columns:
    "sum_blocks" SUMS blocks 8 9;
    "expand_blocks" EXPANDS blocks 8 9;
    "add_blocks" ADDS blocks 8;
    "sub_blocks" SUBS blocks 8;
    "mul_blocks" MULS blocks 8;
    "larger_blocks" LARGERS blocks 8;
    "smaller_blocks" SMALLERS blocks 8;
    "largest_blocks" LARGESTS blocks 8;
    "row_expand_blocks" REPEATS_OF_COLUMN blocks 8;
    "concat_blocks" CONCATS blocks 8;
};

pub(super) const VECTORS: &[Kernel] = widths! { "The number of 256-byte vectors of a row", columns:
    "vectors" ALL vectors 6 8;
};

pub(super) const REPEATS: &[Kernel] = &[
    mutant("expand_repeats_8_bits", EXPANDS, "A tile without padding is written by 8 bits of repeats.", |d| {
        d.written_as = Some(repeats::<0xff>)
    }),
    mutant("expand_repeats_9_bits", EXPANDS, "A tile without padding is written by 9 bits of repeats.", |d| {
        d.written_as = Some(repeats::<0x1ff>)
    }),
    mutant("add_repeats_8_bits", ADDS, "A tile without padding is written by 8 bits of repeats.", |d| d.written_as = Some(repeats::<0xff>)),
    mutant("sub_repeats_8_bits", SUBS, "A tile without padding is written by 8 bits of repeats.", |d| d.written_as = Some(repeats::<0xff>)),
    mutant("mul_repeats_8_bits", MULS, "A tile without padding is written by 8 bits of repeats.", |d| d.written_as = Some(repeats::<0xff>)),
    mutant("row_expand_repeats_8_bits", REPEATS_OF_COLUMN, "A tile without padding is written by 8 bits of repeats.", |d| {
        d.written_as = Some(repeats::<0xff>)
    }),
    mutant("concat_repeats_8_bits", CONCATS, "A tile without padding is written by 8 bits of repeats.", |d| {
        d.written_as = Some(repeats::<0xff>)
    }),
    mutant(
        "repeats_limited_to_255",
        &[EXPAND, ADD, SUB, MUL, LARGER, SMALLER, REPEAT, CONCAT],
        "A tile without padding is written by at most 255 repeats.",
        |d| d.written_as = Some(|s, e| if vector_of(s, e).is_some_and(|[at, _]| at >= 255) { None } else { Some(e.bits) }),
    ),
    mutant("sum_src_stride_blocks_8_bits", SUMS, "The row stride of src is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src")
    }),
    mutant("tmp_stride_blocks_8_bits", SUMS, "The row stride of tmp is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "tmp")
    }),
    mutant("expand_dst_stride_blocks_8_bits", EXPANDS, "The row stride of dst is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "dst")
    }),
    mutant("add_dst_stride_blocks_8_bits", ADDS, "The row stride of dst is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "dst")
    }),
    mutant("add_src0_stride_blocks_8_bits", ADDS, "The row stride of src0 is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src0")
    }),
    mutant("sub_dst_stride_blocks_8_bits", SUBS, "The row stride of dst is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "dst")
    }),
    mutant("sub_src0_stride_blocks_8_bits", SUBS, "The row stride of src0 is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src0")
    }),
    mutant("mul_src0_stride_blocks_8_bits", MULS, "The row stride of src0 is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src0")
    }),
    mutant("largest_src_stride_blocks_8_bits", LARGESTS, "The row stride of src is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src")
    }),
    mutant("row_expand_dst_stride_blocks_8_bits", REPEATS_OF_COLUMN, "The row stride of dst is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "dst")
    }),
    mutant("concat_dst_stride_blocks_8_bits", CONCATS, "The row stride of dst is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "dst")
    }),
    mutant("concat_src0_stride_blocks_8_bits", CONCATS, "The row stride of src0 is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src0")
    }),
    mutant("concat_src1_stride_blocks_8_bits", CONCATS, "The row stride of src1 is kept in 8 bits, in blocks.", |d| {
        d.strides = |s, name, tile| narrow(s, name, tile, "src1")
    }),
];

fn rows<const MASK: usize>(_: &Site, n: usize) -> usize {
    n & MASK
}

fn rows_of_tree<const MASK: usize>(site: &Site, n: usize) -> usize {
    if site.tuple.flag("isBinary") { n & MASK } else { n }
}

fn rows_of_indexed<const MASK: usize>(site: &Site, n: usize) -> usize {
    if site.tuple.form == "basic" { n } else { n & MASK }
}

fn columns<const MASK: usize>(_: &Site, _: DType, n: usize) -> usize {
    n & MASK
}

fn blocks<const MASK: usize>(_: &Site, dtype: DType, n: usize) -> usize {
    let block = dtype.block() as usize;
    ((n / block) & MASK) * block + n % block
}

fn vectors<const MASK: usize>(_: &Site, dtype: DType, n: usize) -> usize {
    let vector = dtype.vector() as usize;
    ((n / vector) & MASK) * vector + n % vector
}

/// The vector that holds an element of dst, and how many there are, where rows follow one another without padding.
fn vector_of(site: &Site, element: &Element) -> Option<[usize; 2]> {
    let ([rows, cols], [_, all]) = (valid(site.tuple, "dst")?, physical(site.tuple, "dst")?);
    let lanes = element.dtype.vector() as usize;
    let [row, col] = element.at;
    (element.operand == "dst" && cols == all).then(|| [(row * cols + col) / lanes, (rows * cols).div_ceil(lanes)])
}

fn repeats<const MASK: usize>(site: &Site, element: &Element) -> Option<u64> {
    let lost = vector_of(site, element).is_some_and(|[at, of]| at >= of & MASK && at < of);
    (!lost).then_some(element.bits)
}

/// The row stride of an operand in 8 bits, in blocks.
fn narrow(site: &Site, name: &str, tile: &Tile, operand: &str) -> [usize; 2] {
    let block = tile.dtype.block();
    if name == operand && tile.blayout == BLayout::RowMajor {
        [(((tile.cols() / block) & 0xff) * block) as usize, 1]
    } else {
        (Decisions::RIGHT.strides)(site, name, tile)
    }
}
