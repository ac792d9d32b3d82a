//! TNOT, as an example of a new operation: every bit of integers is turned.
//!
//! `dst[i, j] = ~src[i, j]` for `0 <= i < R` and `0 <= j < C`, R and C being dst's valid extents.

use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{Location, Stage, Tile};

const PAGE: &str = "TNOT page";

pub(super) fn operation() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    Operation {
        name: "",
        page: PAGE,
        summary: "Turn every bit of each element.",
        forms: vec![Form::new("plain", "TNOT(dst, src)", Combine::None, &[Class::BITS]).output("dst", matrix).input("src", matrix)],
        // One for each sentence of the page that a tuple can break.
        rules: vec![
            rule("vec", Stage::Layout, "dst and src are Vec tiles.")
                .source(PAGE, "Constraints")
                .holds(|q| q.tiles(&["dst", "src"]).all(|t| t.loc == Location::Vec)),
            rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.tiles(&["dst", "src"]).all(Tile::is_nd)),
            rule("integers", Stage::Type, "The element type is an integer.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("src").float_masks().is_none()),
            rule("same-dtype", Stage::Type, "dst and src have the same element type.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("dst") == q.dtype("src")),
            rule("same-region", Stage::Shape, "src has dst's valid region.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src") == q.valid("dst")),
        ],
        // Questions that the page leaves open, with the options that each profile admits.
        readings: vec![],
        // Sentences that no case can test, and rules that no tuple can break, each with its reason.
        sentences: &[],
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning,
    }
}

/// What the outputs hold: kernels that are shared, or as here a function over one case.
fn meaning(q: &Query) -> Vec<Behaviour> {
    Behaviour::only(vec![Output::new("dst", "value", q.valid("dst"), OutputValue::Bits(Box::new(turned)))])
}

fn turned(slot: &Slot, out: &mut View) {
    let src = slot.input("src");
    let dtype = src.tile.dtype;
    for at in 0..out.rows * out.cols {
        let [row, col] = [at / out.cols, at % out.cols].map(|n| n as u32);
        dtype.write(out.data, at, !src.bits(row, col) & dtype.mask());
    }
}
