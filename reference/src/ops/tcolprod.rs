//! TCOLPROD: the product of each column.
//!
//! `dst[0, j] = product over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents.

mod sentences;

use crate::families::column_reduction as family;
use crate::families::product::{Product, levels};
use crate::kernels::ProductOrder;
use crate::{Behaviour, Class, Effect, Meet, Operation, Query, Reading, reading};
use ptoconf_numeric::orders::Line;
use ptoconf_schemas::Scope;

const PAGE: &str = "TCOLPROD page";

pub(super) fn operation() -> Operation {
    Operation {
        summary: "Reduce each column by multiplying across rows.",
        forms: vec![family::form("plain", "TCOLPROD(dst, src)", Meet::Product, Class::PRODUCT)],
        readings: vec![dtypes(), order(), empty_src(), family::domain(), family::dst_rows()],
        meaning,
        ..family::operation(PAGE, sentences::ALL)
    }
}

fn dtypes() -> Reading {
    reading("dtypes", &["R3", "R4", "G7"], "Which element types are supported?")
        .option("ten", "Every one but bf16.", "CPU simulator")
        .option("seven", "f16 f32 i16 i32 u16 u32 bf16.", "the page, Constraints; A5")
        .option("six", "f16 f32 i16 i32 u16 u32.", "assembler for A2A3")
        .option("four", "f16 f32 i16 i32.", "the page, Target-Profile Restrictions, for A2/A3; A2A3")
        .admit(&["four", "seven"], &["seven", "four"], &["four"], &["seven"])
}

/// The page names no order.
fn order() -> Reading {
    const ANY_ORDER: &[&str] = &["left-fold-from-one", "left-fold", "a5-pairs", "carry-tree", "exact", "wide", "any-tree"];
    let named = reading("order", &[], "In which order are a column's elements multiplied, and in which type?")
        .scope(Scope::FormDtype)
        .option("left-fold", "acc = r0 (bits copied); acc = acc * r_i.", "A2A3")
        .option("left-fold-from-one", "acc = 1; acc = acc * r_i.", "CPU simulator; formal specification")
        .option("a5-pairs", "acc = r0; acc = acc * (r_i * r_(i+1)); an odd last row by itself.", "A5")
        .option("carry-tree", "Neighbours level by level; an odd row waits.", "no page");
    levels(named).admit(ANY_ORDER, ANY_ORDER, &["left-fold"], &["a5-pairs"])
}

fn empty_src() -> Reading {
    reading("empty-src", &["R5", "G2"], "What does a source without valid elements mean?")
        .with("no-effect", Effect::NoEffect, "It returns early; dst keeps its content.", "the page, Target-Profile Restrictions; A2A3; A5")
        .with("rejected", Effect::Rejects, "It is illegal.", "manual, family page; formal specification")
        .with("ones", Effect::Judged, "The product of no rows is one.", "the page's formula, taken literally; CPU simulator")
        .admit_everywhere(&["no-effect", "rejected"])
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    Product { line: Line::Column, dst_rows: family::written_rows(q), orders: ProductOrder::OF_COLUMNS }.behaviours(q)
}
