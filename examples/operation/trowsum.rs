//! TROWSUM, as an example of a new operation: the sum of each row, of integers.
//!
//! `dst[i, 0] = sum over j of src[i, j]`, of which the low bits count, for `0 <= i < R`, R and C being src's valid extents.

use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{Location, Stage, Tile};

const PAGE: &str = "TROWSUM page";

pub(super) fn operation() -> Operation {
    Operation {
        name: "",
        page: PAGE,
        summary: "Reduce each row by summing across columns.",
        forms: vec![
            Form::new("plain", "TROWSUM(dst, src)", Combine::None, &[Class::BITS])
                .output("dst", [Extent::Dim("R"), Extent::FixedOrMore(1)])
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
            rule("rows-equal", Stage::Shape, "src has as many valid rows as dst.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src")[0] == q.valid("dst")[0]),
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
    let value = OutputValue::Bits(Box::new(move |slot, out| sums(slot, cols, out)));
    Behaviour::only(vec![Output::new("dst", "value", [rows, 1], value)])
}

fn sums(slot: &Slot, cols: u32, out: &mut View) {
    let src = slot.input("src");
    let (dtype, size) = (src.tile.dtype, src.tile.dtype.bytes());
    for row in 0..out.rows as u32 {
        // Two's complement: the low bits of a sum are the same for signed and unsigned numbers.
        let sum = (0..cols).fold(0u64, |sum, col| sum.wrapping_add(src.bits(row, col)));
        dtype.write(&mut out.data[row as usize * size..], 0, sum & dtype.mask());
    }
}
