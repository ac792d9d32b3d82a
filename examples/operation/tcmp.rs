//! TCMP, as an example of an attribute that is a word, and of a result that is packed to bits.
//!
//! Bit `j % 8` of `dst[i, j / 8]` is `src0[i, j] <mode> src1[i, j]` for `0 <= i < R` and `0 <= j < C`, R and C being src0's valid
//! extents; bits of dst's last column that stand for no element are 0. Nothing is equal to, less or greater than a NaN.

use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Meet, Operation, Output, OutputValue, Query, Size, rule};
use ptoconf_numeric::rounding::value;
use ptoconf_schemas::{DType, Stage};
use std::cmp::Ordering::{self, Equal, Greater, Less};

const PAGE: &str = "TCMP page";
const TILES: [&str; 3] = ["dst", "src0", "src1"];
const MODES: &[&str] = &["EQ", "NE", "LT", "GT", "LE", "GE"];
const CLASSES: &[Class] = &[Class::NUMBERS, Class::ZEROS, Class::SPECIAL];

pub(super) fn operation() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let mask = [Extent::Dim("R"), Extent::Of("C", Size(|cols, _| cols.div_ceil(8)))];
    let form = Form::new("plain", "TCMP(dst, src0, src1, CmpMode::mode)", Combine::Pair(Meet::Extreme), CLASSES);
    Operation {
        name: "",
        page: PAGE,
        summary: "Compare two tiles element by element, and pack what is true to bits.",
        forms: vec![form.result("dst", DType::U8, mask).input("src0", matrix).input("src1", matrix).choice("mode", MODES)],
        rules: vec![
            rule("vec", Stage::Layout, "The operands are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&TILES)),
            rule("nd-layout", Stage::Layout, "The operands are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.are_nd(&TILES)),
            rule("mask-dtype", Stage::Type, "dst holds u8.").source(PAGE, "Constraints").holds(|q| q.dtype("dst") == DType::U8),
            rule("dtype", Stage::Type, "The sources hold f16, f32, i16 or i32; integers are compared with EQ alone.")
                .source(PAGE, "Constraints")
                .holds(|q| match q.dtype("src0") {
                    DType::F16 | DType::F32 => true,
                    DType::I16 | DType::I32 => q.word("mode") == "EQ",
                    _ => false,
                }),
            rule("same-dtype", Stage::Type, "The sources have the same element type.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("src0") == q.dtype("src1")),
            rule("same-region", Stage::Shape, "The sources have the same valid region.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src0") == q.valid("src1")),
            rule("mask-region", Stage::Shape, "dst has the sources' valid rows, and a valid column for eight of theirs.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("dst") == [q.valid("src0")[0], q.valid("src0")[1].div_ceil(8)]),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![
            ("tile/vec-not-boxed", "the page asks for tiles without boxes"),
            ("tile/no-alias", "dst has another type than the sources"),
        ],
        meaning,
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let is_true: fn(Option<Ordering>) -> bool = match q.word("mode") {
        "EQ" => |order| order == Some(Equal),
        "NE" => |order| order != Some(Equal),
        "LT" => |order| order == Some(Less),
        "GT" => |order| order == Some(Greater),
        "LE" => |order| matches!(order, Some(Less | Equal)),
        _ => |order| matches!(order, Some(Greater | Equal)),
    };
    let cols = q.valid("src0")[1] as usize;
    let mask = move |slot: &Slot, out: &mut View| {
        let [src0, src1] = ["src0", "src1"].map(|name| slot.input(name));
        for (at, byte) in out.data.iter_mut().enumerate() {
            let (row, first) = (at / out.cols, at % out.cols * 8);
            let is_set = |&col: &usize| {
                let [a, b] = [src0, src1].map(|src| src.bits(row as u32, col as u32));
                is_true(order(src0.tile.dtype, a, b))
            };
            *byte = (first..cols.min(first + 8)).filter(is_set).map(|col| 1 << (col - first)).sum();
        }
    };
    Behaviour::only(vec![Output::new("dst", "value", q.valid("dst"), OutputValue::Bits(Box::new(mask)))])
}

/// Which of two elements is the greater; none where one is a NaN.
fn order(dtype: DType, a: u64, b: u64) -> Option<Ordering> {
    match dtype.is_float() {
        true => value(dtype, a).partial_cmp(&value(dtype, b)),
        false => dtype.order_key(a).partial_cmp(&dtype.order_key(b)),
    }
}
