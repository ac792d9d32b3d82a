//! TROWPROD: the product of each row.
//!
//! `dst[i, 0] = product over j of src[i, j]` for `0 <= i < R`, R and C being src's valid extents.

mod sentences;

use crate::families::product::{Product, levels};
use crate::families::row_reduction as family;
use crate::kernels::ProductOrder;
use crate::{Behaviour, Class, Meet, Operation, Query, Reading, reading};
use ptoconf_numeric::orders::Line;
use ptoconf_schemas::Scope;

const PAGE: &str = "TROWPROD page";

pub(super) fn operation() -> Operation {
    let family = family::arithmetic(PAGE, sentences::ALL, None);
    Operation {
        summary: "Reduce each row by multiplying across columns.",
        forms: vec![family::form("TROWPROD(dst, src, tmp)", Meet::Product, Class::PRODUCT)],
        readings: [dtypes(), order()].into_iter().chain(family.readings.into_iter().map(of_this_page)).collect(),
        meaning,
        ..family
    }
}

fn dtypes() -> Reading {
    reading("dtypes", &["R4", "G7"], "Which element types are supported?")
        .option("ten", "Every one but bf16.", "CPU simulator")
        .option("six", "f16 f32 i16 i32 u16 u32.", "assembler")
        .option("four", "f16 f32 i16 i32.", "the page, Constraints, for A2A3 and A5; A2A3; A5")
        .admit(&["four", "ten"], &["ten", "four"], &["four"], &["four"])
}

/// The page says of A2A3 that blocks are multiplied into tmp and its lanes by the scalar unit, and of A5 that it is a tree.
fn order() -> Reading {
    const ANY_ORDER: &[&str] = &["left-fold-from-one", "a2a3-lanes", "a5-halves", "left-fold", "carry-tree", "exact", "wide", "any-tree"];
    let named = reading("order", &["R13"], "In which order are a row's elements multiplied, and in which type?")
        .scope(Scope::FormDtype)
        .option(
            "a2a3-lanes",
            "Each lane of a block from one, block after block; then lane after lane: of f16 in f32, rounded once.",
            "the page, Temporary Space, for A2A3; A2A3",
        )
        .option(
            "a5-halves",
            "Each lane of a vector from one, vector after vector; then the upper half of the lanes with the lower, until one is left.",
            "the page, Temporary Space, for A5; A5",
        )
        .option("left-fold-from-one", "acc = 1; acc = acc * x_j.", "CPU simulator; formal specification")
        .option("left-fold", "acc = x_0; acc = acc * x_j.", "no page")
        .option("carry-tree", "Neighbours over the whole row, level by level; an odd one waits.", "no page");
    levels(named).admit(ANY_ORDER, ANY_ORDER, &["a2a3-lanes"], &["a5-halves"])
}

/// This page alone says of A2A3 which element type tmp has to have. The block that it asks for any tile has.
fn of_this_page(reading: Reading) -> Reading {
    if reading.id == "tmp-dtype" { family::tmp_dtype_of_page() } else { reading }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    Product { line: Line::Row, dst_rows: 1, orders: ProductOrder::OF_ROWS }.behaviours(q)
}
