//! TROWARGABS, as an example of a reduction along rows with two outputs of different types.
//!
//! `dstIdx[i, 0]` is the first j at which the magnitude of `src[i, j]` is largest, and `dstVal[i, 0]` that element, for
//! `0 <= i < R` and `0 <= j < C`, R and C being src's valid extents.

use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Meet, Operation, Output, OutputValue, Query, rule};
use ptoconf_schemas::{DType, Stage};
use std::cmp::Reverse;

const PAGE: &str = "TROWARGABS page";
const TILES: [&str; 3] = ["dstVal", "dstIdx", "src"];
const CLASSES: &[Class] = &[Class::PEAK, Class::NUMBERS, Class::EQUALS];

pub(super) fn operation() -> Operation {
    let [matrix, column] = [[Extent::Dim("R"), Extent::Dim("C")], [Extent::Dim("R"), Extent::Fixed(1)]];
    let form = Form::new("plain", "TROWARGABS(dstVal, dstIdx, src)", Combine::Cols(Meet::Place), CLASSES);
    Operation {
        name: "",
        page: PAGE,
        summary: "Get the element of the largest magnitude of each row, and its column.",
        forms: vec![form.output("dstVal", column).index_output("dstIdx", column).input("src", matrix)],
        rules: vec![
            rule("vec", Stage::Layout, "The operands are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&TILES)),
            rule("nd-layout", Stage::Layout, "The operands are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.are_nd(&TILES)),
            rule("dtype", Stage::Type, "src and dstVal hold f16, f32, i16 or i32.")
                .source(PAGE, "Constraints")
                .holds(|q| [DType::F16, DType::F32, DType::I16, DType::I32].contains(&q.dtype("src"))),
            rule("same-dtype", Stage::Type, "dstVal has src's element type.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("dstVal") == q.dtype("src")),
            rule("index-dtype", Stage::Type, "dstIdx holds u32 or i32.")
                .source(PAGE, "Constraints")
                .holds(|q| matches!(q.dtype("dstIdx"), DType::U32 | DType::I32)),
            rule("outputs-are-columns", Stage::Shape, "The outputs have src's valid rows, and one valid column.")
                .source(PAGE, "Constraints")
                .holds(|q| ["dstVal", "dstIdx"].iter().all(|o| q.valid(o) == [q.valid("src")[0], 1])),
            rule("has-col", Stage::Shape, "src has a valid column.").source(PAGE, "Constraints").holds(|q| q.valid("src")[1] > 0),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![("tile/vec-not-boxed", "the page asks for tiles without boxes")],
        meaning,
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let cols = q.valid("src")[1];
    let output = |name: &'static str, element: fn(&Slot, u32, u32) -> u64| {
        let dtype = q.dtype(name);
        let kernel = move |slot: &Slot, out: &mut View| {
            for row in 0..out.rows {
                let col = (0..cols).max_by_key(|&col| (magnitude(slot, row as u32, col), Reverse(col))).unwrap_or(0);
                dtype.write(out.data, row, element(slot, row as u32, col));
            }
        };
        Output::new(name, "value", q.valid(name), OutputValue::Bits(Box::new(kernel)))
    };
    let values = output("dstVal", |slot, row, col| slot.input("src").bits(row, col));
    Behaviour::only(vec![values, output("dstIdx", |_, _, col| col.into())])
}

/// What magnitudes are compared by: of floats their bits without the sign.
fn magnitude(slot: &Slot, row: u32, col: u32) -> u64 {
    let src = slot.input("src");
    let (dtype, bits) = (src.tile.dtype, src.bits(row, col));
    if dtype.is_float() { bits & (dtype.mask() >> 1) } else { dtype.order_key(bits).unsigned_abs() }
}
