//! TROWSUM: the sum of each row.
//!
//! `dst[i, 0] = sum over j of src[i, j]` for `0 <= i < R`, R and C being src's valid extents.

mod sentences;

use crate::families::row_reduction as family;
use crate::families::sum::{F32_LEVELS, Sum};
use crate::kernels::Order;
use crate::{Behaviour, Class, Meet, Operation, Query, Reading, reading};
use ptoconf_numeric::orders::{BLOCK_SUMS, Line};
use ptoconf_schemas::{BLayout, DType, ONE_LOW_TREE, ONE_TREE, Scope};

const PAGE: &str = "TROWSUM page";

pub(super) fn operation() -> Operation {
    let family = family::arithmetic(PAGE, sentences::ALL, Some(least_tmp));
    Operation {
        summary: "Reduce each row by summing across columns.",
        forms: vec![family::form("TROWSUM(dst, src, tmp)", Meet::Sum, Class::SUM).singular(&BLOCK_SUMS)],
        readings: [vec![dtypes(), order(), reductions()], family.readings].into_iter().flatten().collect(),
        meaning,
        ..family
    }
}

fn dtypes() -> Reading {
    reading("dtypes", &["R1", "G7"], "Which element types are supported?")
        .option("four-and-64-bit", "f16 f32 i16 i32 i64 u64.", "the page, Constraints, for A5; A5")
        .option("six", "f16 f32 i16 i32 u16 u32.", "assembler")
        .option("four", "f16 f32 i16 i32.", "the page, Constraints, for A2A3; A2A3; CPU simulator")
        .admit(&["four", "four-and-64-bit"], &["four", "four-and-64-bit"], &["four"], &["four-and-64-bit"])
}

/// Every one, for who adds as the compiler has it: the CPU simulator's own is the first.
const ANY_ORDER: [&str; 11] = [
    "f32",
    "a2a3-chunks",
    "a5-chunks",
    "left-fold-from-zero",
    "left-fold",
    "carry-tree",
    "exact",
    ONE_LOW_TREE,
    "low-tree",
    ONE_TREE,
    "any-tree",
];

/// The page says "binary-tree reduction" of floats on A2A3 and names an instruction on A5. What that instruction does inside
/// is said in the vendor's manuals.
fn order() -> Reading {
    reading("order", &["R10", "R11", "R14"], "In which order are a row's elements added, and in which type?")
        .scope(Scope::FormDtype)
        .option(
            "a2a3-chunks",
            "Vectors of 256 bytes two by two, lane by lane; the one that is left is reduced, neighbours first. Of f32, four static \
             shapes reduce blocks first. Of integers, each lane of a block from zero, then lane after lane.",
            "A2A3; vendor's manuals",
        )
        .option("a5-chunks", "acc = +0; acc = acc + the reduced vector, in turn; neighbours first within it.", "A5; vendor's manuals")
        .option("left-fold-from-zero", "acc = +0; acc = acc + x_j. -0 becomes +0.", "formal specification")
        .option("left-fold", "acc = x_0; acc = acc + x_j. -0 stays.", "no page")
        .option("carry-tree", "Neighbours over the whole row, level by level; an odd one waits.", "no page")
        .option("exact", "Any order; the exact sum is rounded once.", "no page")
        .option("f32", "Summed in f32 in any order, rounded once.", "CPU simulator")
        .option(
            ONE_LOW_TREE,
            "One tree of additions in the element type for each number of columns C, of height at most 2 floor(log2 C).",
            "the page, Temporary Space: binary-tree reduction",
        )
        .option(
            "low-tree",
            "A tree of additions in the element type of height at most 2 floor(log2 C) for C columns, another one for each sum.",
            "no page",
        )
        .option(ONE_TREE, "One tree of additions in the element type for each number of columns.", "no page")
        .option("any-tree", "Any tree of additions in the element type.", "CPU simulator, as the compiler makes it")
        .admit(&ANY_ORDER, &ANY_ORDER, &["a2a3-chunks"], &["a5-chunks"])
}

fn reductions() -> Reading {
    const BOTH: &[&str] = &["infinity", "largest"];
    reading("reduction-overflow", &["R12"], "What becomes of an f16 sum beyond the largest number inside a reduction instruction?")
        .option("infinity", "It is infinite.", "manual, type-system page: IEEE 754")
        .option("largest", "It stays the largest number of its sign.", "vendor's manuals")
        .admit(BOTH, &["infinity"], BOTH, BOTH)
}

/// What A2A3 needs of tmp: a block for integers; of floats nothing for a row of one vector, a vector for less than two, and
/// beyond that a row of sums of two vectors each for every row.
fn least_tmp(q: &Query) -> [u32; 2] {
    let ([rows, cols], dtype) = (q.valid("src"), q.dtype("src"));
    let vector = dtype.vector();
    match cols / vector {
        _ if dtype.is_int() => [1, dtype.block()],
        0 => [0, 0],
        1 if cols == vector => [0, 0],
        1 => [1, vector],
        vectors => [rows, vectors / 2 * vector],
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let orders = if sums_blocks(q) { Order::OF_BLOCK_SUMS } else { Order::OF_ROWS };
    let (line, order_reading, levels, reductions) = (Line::Row, "order", F32_LEVELS, Some("reduction-overflow"));
    Sum { line, dst_rows: 1, order_reading, orders, levels, reductions }.behaviours(q)
}

/// Whether A2A3 sums up blocks of 32 bytes first: rows of f32 of four shapes, all of it static, to one column.
fn sums_blocks(q: &Query) -> bool {
    let (src, dst) = (q.tile("src"), q.tile("dst"));
    let whole = src.valid == src.shape && src.dynamic == [false; 2] && BLOCK_SUMS.contains(&src.shape);
    whole && src.dtype == DType::F32 && dst.blayout == BLayout::ColMajor && dst.valid_cols() == 1 && !dst.dynamic[1]
}
