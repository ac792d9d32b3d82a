//! TROWMAX and TROWMIN; what other reductions of rows ask of their operands is the same.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

const OPERANDS: [&str; 3] = ["dst", "src", "tmp"];

/// A column of so many rows.
pub fn column(dtype: DType, rows: u32) -> Tile {
    Tile { blayout: BLayout::ColMajor, ..Tile::nd(dtype, rows, 1) }
}

pub fn cases() -> Vec<Case> {
    let square = Tile::nd(DType::F32, 16, 16);
    let tiles = [("dst", column(DType::F32, 16)), ("src", square.clone()), ("tmp", square)];
    let example = |op| base(op, "plain", "numbers", &tiles);
    let of = |op| [operands(&example(op)), dtypes(&example(op)), extents(&example(op)), tmp(&example(op))].into_iter().flatten();
    ["trowmax", "trowmin"].into_iter().flat_map(of).collect()
}

/// A row-major destination of 16 rows and so many valid columns.
pub fn rows(cols: u32) -> Tile {
    Tile { valid: [16, cols], ..Tile::nd(DType::F32, 16, 8) }
}

pub fn operands(base: &Base) -> Vec<Case> {
    vec![
        base.case("dst is row-major", [""; 4], |c| *c.tile("dst") = rows(1)),
        base.case("dst is not Vec", ["illegal vec"; 4], |c| c.tile("dst").loc = Location::Mat),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("src is column-major", ["illegal src-nd-layout"; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("src has boxes", ["open tile/vec-not-boxed + illegal src-nd-layout"; 4], |c| c.tile("src").slayout = SLayout::RowMajor),
        base.case("dst is column-major with two columns", ["illegal dst-layout"; 4], |c| c.tile("dst").shape[1] = 2),
        base.case("dst has another type", ["illegal same-dtype"; 4], |c| c.tile("dst").dtype = DType::I32),
    ]
}

fn dtypes(base: &Base) -> Vec<Case> {
    const OPEN: &str = "open dtype-supported";
    const ILLEGAL: &str = "illegal dtype-supported";
    let lists: [(&[DType], [&str; 4]); 4] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::I8, DType::U8, DType::I64, DType::U64], [OPEN, OPEN, ILLEGAL, ""]),
        (&[DType::U16, DType::U32], [OPEN, OPEN, ILLEGAL, ILLEGAL]),
        (&[DType::Bf16], [ILLEGAL; 4]),
    ];
    retyped(base, &lists)
}

/// The tuple in other element types, a list of types for each expectation.
pub fn retyped(base: &Base, lists: &[(&[DType], [&str; 4])]) -> Vec<Case> {
    let retyped = |dtype: DType, want| {
        base.case(dtype.name(), want, move |c| {
            *c.tile("dst") = column(dtype, 32);
            c.tile("dst").valid = [16, 1];
            c.tiles(&["src", "tmp"], |t| {
                t.dtype = dtype;
                t.shape[1] = 32;
            });
        })
    };
    lists.iter().flat_map(|(dtypes, want)| dtypes.iter().map(move |dtype| retyped(*dtype, *want))).collect()
}

fn extents(base: &Base) -> Vec<Case> {
    vec![
        base.case("dst has fewer rows", ["illegal rows-equal"; 4], |c| c.tile("dst").valid[0] = 15),
        base.case("nothing has rows", ["illegal src-not-empty"; 4], |c| c.tiles(&OPERANDS, |t| none(t, 0))),
        base.case("src has no columns", ["illegal src-not-empty"; 4], |c| c.tiles(&["src", "tmp"], |t| none(t, 1))),
        base.case("dst has no column", ["open dst-has-col"; 4], |c| none(c.tile("dst"), 1)),
        base.case("dst has three columns", ["open dst-one-col"; 4], |c| *c.tile("dst") = rows(3)),
        base.case("src has one column", [""; 4], |c| c.tiles(&["src", "tmp"], |t| t.valid[1] = 1)),
    ]
}

fn tmp(base: &Base) -> Vec<Case> {
    vec![
        base.case("tmp is not Vec", ["open tmp-vec"; 4], |c| c.tile("tmp").loc = Location::Mat),
        base.case("tmp is column-major", ["open tmp-nd-layout"; 4], |c| c.tile("tmp").blayout = BLayout::ColMajor),
        base.case("tmp has another type", ["open tmp-same-dtype"; 4], |c| c.tile("tmp").dtype = DType::I32),
        base.case("tmp is larger", ["open tmp-like-src"; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 17, 16)),
        base.case("tmp is a block", ["open tmp-holds-src + open tmp-like-src"; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 1, 8)),
    ]
}
