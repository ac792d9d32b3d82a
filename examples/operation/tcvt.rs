//! TCVT, as an example of a result of another type, rounded as an attribute says.
//!
//! `dst[i, j]` is `src[i, j]` as a number of dst's type for `0 <= i < R` and `0 <= j < C`, R and C being dst's valid extents: RINT
//! gives the nearest number, of two the even one, FLOOR the next lower one, CEIL the next greater one, TRUNC the next one towards
//! zero. Integers saturate, and a NaN becomes the integer 0.

use crate::families::policies::value;
use crate::kernels::{Slot, View};
use crate::{Behaviour, Class, Combine, Extent, Form, Meet, Operation, Output, Query, rule};
use ptoconf_numeric::rounding::{self, Format, Rounding};
use ptoconf_schemas::{DType, Stage};

const PAGE: &str = "TCVT page";
const TILES: [&str; 2] = ["dst", "src"];
const DTYPES: [DType; 4] = [DType::F16, DType::F32, DType::I16, DType::I32];
const MODES: &[&str] = &["RINT", "FLOOR", "CEIL", "TRUNC"];

pub(super) fn operation() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let form = Form::new("plain", "TCVT(dst, src, RoundMode::mode)", Combine::One(Meet::Conversion), Class::CONVERT);
    Operation {
        name: "",
        page: PAGE,
        summary: "Convert each element to another type.",
        forms: vec![form.result("dst", DType::F16, matrix).input("src", matrix).choice("mode", MODES)],
        rules: vec![
            rule("vec", Stage::Layout, "dst and src are Vec tiles.").source(PAGE, "Constraints").holds(|q| q.are_vec(&TILES)),
            rule("nd-layout", Stage::Layout, "dst and src are row-major without boxes.")
                .source(PAGE, "Constraints")
                .holds(|q| q.are_nd(&TILES)),
            rule("dtype", Stage::Type, "dst and src hold f16, f32, i16 or i32.")
                .source(PAGE, "Constraints")
                .holds(|q| TILES.iter().all(|o| DTYPES.contains(&q.dtype(o)))),
            rule("other-dtype", Stage::Type, "dst has another element type than src.")
                .source(PAGE, "Constraints")
                .holds(|q| q.dtype("dst") != q.dtype("src")),
            rule("same-region", Stage::Shape, "src has dst's valid region.")
                .source(PAGE, "Constraints")
                .holds(|q| q.valid("src") == q.valid("dst")),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![
            ("tile/vec-not-boxed", "the page asks for tiles without boxes"),
            ("tile/no-alias", "dst has another type than src"),
        ],
        meaning,
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let rounding = match q.word("mode") {
        "RINT" => Rounding::NearestEven,
        "FLOOR" => Rounding::Down,
        "CEIL" => Rounding::Up,
        _ => Rounding::TowardZero,
    };
    let to = q.dtype("dst");
    let kernel = move |slot: &Slot, out: &mut View| {
        let src = slot.input("src");
        for at in 0..out.rows * out.cols {
            let bits = src.bits((at / out.cols) as u32, (at % out.cols) as u32);
            let number =
                if src.tile.dtype.is_float() { rounding::value(src.tile.dtype, bits) } else { src.tile.dtype.order_key(bits) as f64 };
            to.write(out.data, at, converted(to, number, rounding));
        }
    };
    Behaviour::only(vec![Output::new("dst", "value", q.valid("dst"), value(to, Box::new(kernel)))])
}

/// The bits of a number in a type.
fn converted(to: DType, number: f64, rounding: Rounding) -> u64 {
    if let Some(format) = Format::of(to) {
        return rounding::element(to, format.round(number, rounding));
    }
    let whole = match rounding {
        Rounding::NearestEven => number.round_ties_even(),
        Rounding::Down => number.floor(),
        Rounding::Up => number.ceil(),
        Rounding::TowardZero => number.trunc(),
    };
    let largest = (to.mask() >> 1) as i64;
    (whole as i64).clamp(-largest - 1, largest) as u64 & to.mask()
}
