//! TADDS, as an example of an operand that is a scalar of the element type.
//!
//! `dst[i, j] = src[i, j] + scalar` for `0 <= i < R` and `0 <= j < C`, R and C being dst's valid extents.

use crate::families::broadcast;
use crate::kernels::{Broadcast, Operands, Repeat};
use crate::{Class, Combine, Extent, Form, Meet, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{DType, Stage};

const PAGE: &str = "TADDS page";
const TILES: [&str; 2] = ["dst", "src"];

pub(super) fn operation() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let form = Form::new("plain", "TADDS(dst, src, scalar)", Combine::PairWithScalar(Meet::Sum), Class::ADD);
    Operation {
        name: "",
        page: PAGE,
        summary: "Add a scalar to each element.",
        forms: vec![form.output("dst", matrix).input("src", matrix).scalar("scalar")],
        rules: vec![
            rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&TILES)),
            rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.are_nd(&TILES)),
            rule("dtype", Stage::Type, "The element type is f16, f32, i16 or i32.")
                .source(PAGE, "Constraints")
                .holds(|q| [DType::F16, DType::F32, DType::I16, DType::I32].contains(&q.dtype("src"))),
            rule("same-dtype", Stage::Type, "dst, src and the scalar have the same element type.")
                .source(PAGE, "Constraints")
                .holds(|q| ["src", "scalar"].iter().all(|o| q.dtype(o) == q.dtype("dst"))),
            rule("same-region", Stage::Shape, "src has dst's valid region.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src") == q.valid("dst")),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning: |q| broadcast::arithmetic(q, Broadcast::Add, sum),
    }
}

/// The output, given how a value is computed of the operands.
fn sum(q: &Query, variant: &str, value: &dyn Fn(Operands) -> OutputValue) -> Output {
    let operands = Operands { left: ("src", Repeat::No), right: ("scalar", Repeat::Scalar) };
    Output::new("dst", variant, q.valid("dst"), value(operands))
}
