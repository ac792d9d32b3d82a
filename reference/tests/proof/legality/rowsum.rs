//! TROWSUM.

use super::rowextreme::{column, operands, retyped, rows};
use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, Tile};

const OPERANDS: [&str; 3] = ["dst", "src", "tmp"];
/// A tmp that is too small for src, and one that is too small for A2A3 as well.
const SMALL: &str = "open tmp-holds-src + open tmp-like-src";
const TOO_SMALL: &str = "open tmp-holds-src + open tmp-like-src + open tmp-is-enough";

pub fn cases() -> Vec<Case> {
    let square = Tile::nd(DType::F32, 16, 16);
    let tiles = [("dst", column(DType::F32, 16)), ("src", square.clone()), ("tmp", square)];
    let example = || base("trowsum", "plain", "uniform", &tiles);
    [operands(&example()), dtypes(&example()), extents(&example()), tmp(&example()), sizes()].into_iter().flatten().collect()
}

fn dtypes(base: &Base) -> Vec<Case> {
    const OPEN: &str = "open dtype-supported";
    const ILLEGAL: &str = "illegal dtype-supported";
    let lists: [(&[DType], [&str; 4]); 3] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::I64, DType::U64], [OPEN, OPEN, ILLEGAL, ""]),
        (&[DType::I8, DType::U8, DType::U16, DType::U32, DType::Bf16], [ILLEGAL; 4]),
    ];
    // Integers have classes of their own: of these none is as wide as the tuple's.
    retyped(base, &lists)
}

pub fn extents(base: &Base) -> Vec<Case> {
    vec![
        base.case("dst has fewer rows", ["illegal rows-equal"; 4], |c| c.tile("dst").valid[0] = 15),
        base.case("nothing has rows", ["illegal src-not-empty"; 4], |c| c.tiles(&OPERANDS, |t| none(t, 0))),
        base.case("src has no columns", ["illegal src-not-empty"; 4], |c| c.tiles(&["src", "tmp"], |t| none(t, 1))),
        base.case("dst has no column", ["open dst-has-col"; 4], |c| none(c.tile("dst"), 1)),
        base.case("dst has three columns", ["open dst-one-col"; 4], |c| *c.tile("dst") = rows(3)),
        base.case("src has one column", [""; 4], |c| c.tiles(&["src", "tmp"], |t| t.valid[1] = 1)),
    ]
}

pub fn tmp(base: &Base) -> Vec<Case> {
    vec![
        base.case("tmp is not Vec", ["open tmp-vec"; 4], |c| c.tile("tmp").loc = Location::Mat),
        base.case("tmp is column-major", ["open tmp-nd-layout"; 4], |c| c.tile("tmp").blayout = BLayout::ColMajor),
        base.case("tmp has another type", ["open tmp-same-dtype"; 4], |c| c.tile("tmp").dtype = DType::I32),
        base.case("tmp is larger", ["open tmp-like-src"; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 17, 16)),
        base.case("tmp is a block, and a row one vector at most", [SMALL; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 1, 8)),
    ]
}

/// Rows of f32 and a tmp of so many rows and columns.
fn of(dtype: DType, cols: u32, [tmp_rows, tmp_cols]: [u32; 2]) -> Base {
    let tiles = [
        ("dst", Tile { valid: [4, 1], ..column(dtype, 32) }),
        ("src", Tile { valid: [4, cols], ..Tile::nd(dtype, 4, cols.next_multiple_of(32)) }),
        ("tmp", Tile::nd(dtype, tmp_rows, tmp_cols)),
    ];
    base("trowsum", "plain", if dtype.is_float() { "uniform" } else { "wrap" }, &tiles)
}

/// What is enough for A2A3, and one less: a vector of 64 elements from 65 columns on, rows of pairs of vectors from 128 on.
fn sizes() -> Vec<Case> {
    let case = |dtype, cols, tmp, what, want| of(dtype, cols, tmp).case(what, [want; 4], |_| {});
    vec![
        case(DType::F32, 64, [1, 8], "a row of one vector", SMALL),
        case(DType::F32, 65, [1, 64], "more than one vector, and a vector", SMALL),
        case(DType::F32, 65, [1, 56], "more than one vector, and less than a vector", TOO_SMALL),
        case(DType::F32, 127, [8, 56], "less than two vectors, and less than a vector", TOO_SMALL),
        case(DType::F32, 128, [4, 64], "two vectors, and a vector for each row", SMALL),
        case(DType::F32, 128, [3, 64], "two vectors, and a vector for all rows but one", TOO_SMALL),
        case(DType::F32, 300, [4, 128], "four vectors and some, and two for each row", SMALL),
        case(DType::F32, 300, [4, 120], "four vectors and some, and less than two for each row", TOO_SMALL),
        case(DType::I32, 300, [1, 8], "integers, and a block", SMALL),
    ]
}
