//! TCONCAT.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, Tile};

const DATA: [&str; 3] = ["dst", "src0", "src1"];
const INDICES: [&str; 2] = ["src0Idx", "src1Idx"];

fn f32(cols: u32, valid: u32) -> Tile {
    Tile { valid: [16, valid], ..Tile::nd(DType::F32, 16, cols) }
}

fn index(valid: [u32; 2]) -> Tile {
    Tile { valid, ..Tile::nd(DType::I32, valid[0], valid[1].next_multiple_of(8)) }
}

fn indexed() -> Base {
    let (half, column) = (f32(64, 32), index([16, 1]));
    let tiles = [("dst", f32(64, 64)), ("src0", half.clone()), ("src1", half), ("src0Idx", column.clone()), ("src1Idx", column)];
    base("tconcat", "indexed", "index-full", &tiles)
}

fn counted(dst_index: Tile) -> Base {
    let (half, column) = (f32(64, 32), index([16, 1]));
    let mut tiles = vec![("dst", f32(64, 64)), ("src0", half.clone()), ("src1", half), ("dstIdx", dst_index)];
    tiles.extend([("src0Idx", column.clone()), ("src1Idx", column)]);
    base("tconcat", "indexed-count", "index-full", &tiles)
}

pub fn cases() -> Vec<Case> {
    [basic(), by_index(), of_counts()].into_iter().flatten().collect()
}

fn basic() -> Vec<Case> {
    let base = base("tconcat", "basic", "bits", &[("dst", f32(32, 32)), ("src0", f32(32, 16)), ("src1", f32(32, 16))]);
    let all = |what, dtype: DType, want| base.case(what, want, move |c| c.tiles(&DATA, |t| t.dtype = dtype));
    let mut cases = vec![
        base.case("src0 is not Vec", ["open vec", "illegal vec", "illegal vec", "open vec"], |c| c.tile("src0").loc = Location::Mat),
        base.case("src0 is column-major", ["open row-major", "illegal row-major", "open row-major", "illegal row-major"], |c| {
            c.tile("src0").blayout = BLayout::ColMajor;
        }),
        base.case("dst has another type", ["illegal same-dtype"; 4], |c| c.tile("dst").dtype = DType::I32),
        all("i64", DType::I64, ["illegal dtype-supported"; 4]),
        base.case("src0 has fewer rows", ["illegal valid-rows-equal"; 4], |c| c.tile("src0").valid[0] = 15),
        base.case(
            "dst has fewer columns",
            ["open valid-cols-add-up", "illegal valid-cols-add-up", "open valid-cols-add-up", "illegal valid-cols-add-up"],
            |c| {
                c.tile("dst").valid[1] = 31;
            },
        ),
        base.case("dst has no room", ["illegal valid-cols-add-up"; 4], |c| *c.tile("dst") = f32(24, 24)),
        base.case("src0 has no columns", ["open has-cols"; 4], |c| {
            none(c.tile("src0"), 1);
            c.tile("dst").valid[1] = 16;
        }),
        base.case("nothing has rows", ["open has-rows"; 4], |c| c.tiles(&["dst", "src0", "src1"], |t| none(t, 0))),
    ];
    for dtype in [DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32, DType::F16, DType::Bf16, DType::F32] {
        cases.push(all(dtype.name(), dtype, [""; 4]));
    }
    cases
}

fn by_index() -> Vec<Case> {
    let base = indexed();
    let mut cases = vec![
        base.legal("index tiles of a whole block"),
        base.case("the page's row-major 16 x 1 index tiles", [LINE, LINE, SHORT, SHORT], |c| c.tiles(&INDICES, |t| t.shape[1] = 1)),
        base.case("column-major N x 1 index tiles", ["open index-row-major"; 4], |c| {
            c.tiles(&INDICES, |t| {
                t.shape[1] = 1;
                t.blayout = BLayout::ColMajor;
            });
        }),
        base.case("src0Idx is not Vec", ["open index-vec", "illegal index-vec", "open index-vec", "open index-vec"], |c| {
            c.tile("src0Idx").loc = Location::Mat;
        }),
        base.case("index tiles of floats", ["illegal index-dtype"; 4], |c| c.tiles(&INDICES, |t| t.dtype = DType::F32)),
        base.case("index tiles of i64", ["illegal index-dtype"; 4], |c| c.tiles(&INDICES, |t| t.dtype = DType::I64)),
        base.case("index tiles of two types", [TYPES, TYPES, TYPE, TYPE], |c| c.tile("src1Idx").dtype = DType::U32),
        base.case("src0 is Mat", ["illegal indexed-vec"; 4], |c| c.tile("src0").loc = Location::Mat),
        base.case("src0 is column-major", [MAJOR, ROW_MAJOR, MAJOR, MAJOR], |c| c.tile("src0").blayout = BLayout::ColMajor),
        base.case("src0Idx has no columns", ["open index-has-column"; 4], |c| none(c.tile("src0Idx"), 1)),
        base.case("dst has fewer columns than both", ["open indexed-cols-add-up"; 4], |c| c.tile("dst").valid[1] = 63),
        base.case("src0Idx has fewer rows", ["open index-covers-rows"; 4], |c| c.tile("src0Idx").valid[0] = 15),
        base.case("src1 has fewer rows", ["illegal valid-rows-equal"; 4], |c| c.tile("src1").valid[0] = 15),
        base.with_class(
            "index-negative",
            ["open index-not-negative", "open index-not-negative", "told index-not-negative", "told index-not-negative"],
        ),
        base.with_class("index-ragged", ["told index-whole-elements"; 4]),
        base.with_class(
            "index-past-end",
            ["open index-within-dst", "open index-within-dst", "told index-within-dst", "told index-within-dst"],
        ),
    ];
    for dtype in [DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32] {
        cases.push(base.case(dtype.name(), [""; 4], move |c| {
            c.tiles(&INDICES, |t| {
                t.dtype = dtype;
                t.shape[1] = 32;
            });
        }));
    }
    cases
}

fn of_counts() -> Vec<Case> {
    let (shape, wrong) = ("open dst-index-shape", "illegal dst-index-shape");
    let rows = "open dst-index-covers-rows";
    let both = "open dst-index-shape + open dst-index-covers-rows";
    vec![
        counted(index([1, 16])).case("dstIdx has one row", [shape, "", shape, shape], |_| {}),
        counted(index([16, 1])).case("dstIdx has one column", [shape, wrong, shape, shape], |_| {}),
        counted(index([1, 15])).case("dstIdx has too few columns", [both, rows, both, both], |_| {}),
        counted(index([15, 1])).case("dstIdx has too few rows", [both, SHORT_COLUMN, both, both], |_| {}),
        counted(index([1, 1])).case("dstIdx has one element", [rows; 4], |_| {}),
        counted(index([4, 4])).case("dstIdx has rows and columns", [wrong; 4], |_| {}),
    ]
}

const SHORT_COLUMN: &str = "illegal dst-index-shape + open dst-index-covers-rows";
const LINE: &str = "open tile/line-aligned";
const SHORT: &str = "illegal tile/line-aligned";
const TYPES: &str = "open index-same-dtype";
const TYPE: &str = "illegal index-same-dtype";
const MAJOR: &str = "open indexed-row-major";
const ROW_MAJOR: &str = "illegal indexed-row-major";
