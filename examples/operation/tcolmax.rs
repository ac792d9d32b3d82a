//! TCOLMAX, as an example of a new operation: the largest element of each column, of integers.
//!
//! `dst[0, j] = max over i of src[i, j]` for `0 <= j < C`, R and C being src's valid extents.

use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{Location, Stage, Tile};

const PAGE: &str = "TCOLMAX page";

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Reduce each column to its largest element.",
        forms: vec![
            Form::new("plain", "TCOLMAX(dst, src)", Combine::None, &[Class::BITS])
                .output("dst", [Extent::FixedOrMore(1), Extent::Dim("C")])
                .input("src", [Extent::Dim("R"), Extent::Dim("C")]),
        ],
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
            rule("cols-equal", Stage::Shape, "src has as many valid columns as dst.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src")[1] == q.valid("dst")[1]),
            rule("not-empty", Stage::Shape, "src and dst have a valid row and a valid column.")
                .source(PAGE, "Constraints")
                .holds(|q| !q.empty("src") && !q.empty("dst")),
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
    let [rows, cols] = q.valid("src");
    let value = OutputValue::Bits(Box::new(move |slot, out| largest(slot, rows, out)));
    Behaviour::only(vec![Output::new("dst", "value", [1, cols], value)])
}

fn largest(slot: &Slot, rows: u32, out: &mut View) {
    let src = slot.input("src");
    let (dtype, size) = (src.tile.dtype, src.tile.dtype.bytes());
    // Two's complement in order: signed numbers move up by half their range.
    let bias = if dtype.is_signed() { dtype.mask() / 2 + 1 } else { 0 };
    for col in 0..out.cols as u32 {
        let top = (0..rows).map(|row| src.bits(row, col)).max_by_key(|bits| bits ^ bias).unwrap_or(0);
        dtype.write(&mut out.data[col as usize * size..], 0, top);
    }
}
