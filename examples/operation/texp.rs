//! TEXP, as an example of results that are right within so many units in the last place.
//!
//! `dst[i, j] = exp(src[i, j])` for `0 <= i < R` and `0 <= j < C`, R and C being dst's valid extents.

use crate::families::exponential;
use crate::kernels::{Operands, Repeat};
use crate::{Class, Combine, Extent, Form, Meet, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{DType, Stage};

const PAGE: &str = "TEXP page";
const TILES: [&str; 2] = ["dst", "src"];

pub(super) fn operation() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let form = Form::new("plain", "TEXP(dst, src)", Combine::One(Meet::Exponential), Class::EXP);
    Operation {
        name: "",
        page: PAGE,
        summary: "Raise e to each element.",
        forms: vec![form.output("dst", matrix).input("src", matrix)],
        rules: vec![
            rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&TILES)),
            rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.are_nd(&TILES)),
            rule("dtype", Stage::Type, "The element type is f16 or f32.")
                .source(PAGE, "Constraints")
                .holds(|q| [DType::F16, DType::F32].contains(&q.dtype("src"))),
            rule("same-dtype", Stage::Type, "dst and src have the same element type.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("dst") == q.dtype("src")),
            rule("same-region", Stage::Shape, "src has dst's valid region.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src") == q.valid("dst")),
        ],
        readings: vec![exponential::accuracy()],
        sentences: &[],
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning: |q| exponential::behaviours(q, power),
    }
}

/// The output, given how a value is computed of two operands, the second of which is subtracted.
fn power(q: &Query, variant: &str, value: &dyn Fn(Operands) -> OutputValue) -> Output {
    let operands = Operands { left: ("src", Repeat::No), right: ("src", Repeat::Zero) };
    Output::new("dst", variant, q.valid("dst"), value(operands))
}
