//! TROWARGMAX and TROWARGMIN.

use super::rowextreme::column;
use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

/// Bases of both forms: a column of 16 from 16 x 16 floats.
fn bases(op: &str) -> [Base; 2] {
    let square = Tile::nd(DType::F32, 16, 16);
    let shared = [("dstIdx", column(DType::U32, 16)), ("src", square.clone()), ("tmp", square)];
    let values = [&[("dstVal", column(DType::F32, 16))][..], &shared].concat();
    [base(op, "index", "numbers", &shared), base(op, "value-index", "numbers", &values)]
}

pub fn cases() -> Vec<Case> {
    let of = |op| {
        let [index, values] = bases(op);
        let own = [both(&index), both(&values), of_values(&values), dtypes(&index), index_dtypes(&index, &values)];
        own.into_iter().chain([tmp(&index), tmp_sizes(&index, &values)]).flatten()
    };
    ["trowargmax", "trowargmin"].into_iter().flat_map(of).collect()
}

/// A row-major output of 16 rows and so many valid columns.
fn rows(dtype: DType, cols: u32) -> Tile {
    Tile { valid: [16, cols], ..Tile::nd(dtype, 16, 8) }
}

/// What holds for either form.
fn both(base: &Base) -> Vec<Case> {
    const COLS: [&str; 4] = ["open dst-one-col"; 4];
    vec![
        base.legal("the base"),
        base.case("dstIdx is row-major", [""; 4], |c| *c.tile("dstIdx") = rows(DType::I32, 1)),
        base.case("dstIdx has three columns", COLS, |c| *c.tile("dstIdx") = rows(DType::I32, 3)),
        base.case("dstIdx has no column", ["open dst-has-col"; 4], |c| none(c.tile("dstIdx"), 1)),
        base.case("dstIdx is not Vec", ["illegal vec"; 4], |c| c.tile("dstIdx").loc = Location::Mat),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("src is column-major", ["illegal src-nd-layout"; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("src has boxes", ["open tile/vec-not-boxed + illegal src-nd-layout"; 4], |c| c.tile("src").slayout = SLayout::RowMajor),
        base.case("dstIdx is column-major with two columns", ["illegal dst-layout"; 4], |c| c.tile("dstIdx").shape[1] = 2),
        base.case("dstIdx has fewer rows", ["illegal rows-equal"; 4], |c| c.tile("dstIdx").valid[0] = 15),
        base.case("src has fewer rows", ["illegal rows-equal"; 4], |c| c.tile("src").valid[0] = 15),
        base.case("src has no columns", ["illegal src-not-empty"; 4], |c| none(c.tile("src"), 1)),
        base.case("src has one column", [""; 4], |c| c.tile("src").valid[1] = 1),
    ]
}

fn of_values(base: &Base) -> Vec<Case> {
    vec![
        base.case("dstVal alone is row-major", [""; 4], |c| *c.tile("dstVal") = rows(DType::F32, 1)),
        base.case("dstVal has three columns", ["open dst-one-col"; 4], |c| *c.tile("dstVal") = rows(DType::F32, 3)),
        base.case("dstVal has no column", ["open dst-has-col"; 4], |c| none(c.tile("dstVal"), 1)),
        base.case("dstVal is not Vec", ["illegal vec"; 4], |c| c.tile("dstVal").loc = Location::Mat),
        base.case("dstVal has another type", ["illegal value-dtype"; 4], |c| c.tile("dstVal").dtype = DType::I32),
        base.case("dstVal has fewer rows", ["illegal rows-equal"; 4], |c| c.tile("dstVal").valid[0] = 15),
        base.case("dstVal is column-major with two columns", ["illegal dst-layout"; 4], |c| c.tile("dstVal").shape[1] = 2),
    ]
}

fn dtypes(base: &Base) -> Vec<Case> {
    const OPEN: &str = "open dtype-supported";
    let retyped = |dtype: DType, want| {
        base.case(dtype.name(), want, move |c| {
            c.tiles(&["src", "tmp"], |t| {
                t.dtype = dtype;
                t.shape[1] = 32;
            });
        })
    };
    let lists: [(&[DType], [&str; 4]); 3] = [
        (&[DType::F16], [""; 4]),
        (&[DType::I16, DType::I32], [OPEN; 4]),
        (
            &[DType::I8, DType::U8, DType::U16, DType::U32, DType::I64, DType::U64, DType::Bf16],
            [OPEN, OPEN, "illegal dtype-supported", OPEN],
        ),
    ];
    lists.into_iter().flat_map(|(dtypes, want)| dtypes.iter().map(move |dtype| retyped(*dtype, want))).collect()
}

fn index_dtypes(index: &Base, values: &Base) -> Vec<Case> {
    let as_index = |base: &Base, what, dtype: DType, src: DType, want| {
        base.case(what, want, move |c| {
            *c.tile("dstIdx") = Tile { valid: [16, 1], ..column(dtype, 32) };
            for name in ["dstVal", "src", "tmp"] {
                if name != "dstVal" || c.has("dstVal") {
                    c.tile(name).dtype = src;
                }
            }
        })
    };
    const ILLEGAL: [&str; 4] = ["illegal index-dtype"; 4];
    let short = ["open index-dtype", "illegal index-dtype", "open index-dtype", "open index-dtype"];
    vec![
        as_index(index, "i32 places", DType::I32, DType::F32, [""; 4]),
        as_index(index, "i16 places", DType::I16, DType::F16, ILLEGAL),
        as_index(index, "i64 places", DType::I64, DType::F32, ILLEGAL),
        as_index(index, "f32 places", DType::F32, DType::F32, ILLEGAL),
        as_index(values, "i16 places of halves", DType::I16, DType::F16, short),
        as_index(values, "u16 places of halves", DType::U16, DType::F16, short),
        as_index(values, "u32 places of halves", DType::U32, DType::F16, [""; 4]),
        as_index(values, "u16 places of floats", DType::U16, DType::F32, ILLEGAL),
        as_index(values, "u8 places of halves", DType::U8, DType::F16, ILLEGAL),
    ]
}

fn tmp(base: &Base) -> Vec<Case> {
    vec![
        base.case("tmp is not Vec", ["open tmp-vec"; 4], |c| c.tile("tmp").loc = Location::Mat),
        base.case("tmp is column-major", ["open tmp-layout"; 4], |c| c.tile("tmp").blayout = BLayout::ColMajor),
        base.case("tmp has another type", ["open tmp-same-dtype"; 4], |c| c.tile("tmp").dtype = DType::I32),
        base.case("tmp is larger", [""; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 17, 16)),
        base.case("tmp is a block", [""; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 1, 8)),
    ]
}

/// Columns of src, and the least columns of tmp: worked out by hand from the page.
fn tmp_sizes(index: &Base, values: &Base) -> Vec<Case> {
    const SMALL: [&str; 4] = ["open tmp-size"; 4];
    let sized = |base: &Base, what, dtype: DType, cols: u32, tmp: u32, want| {
        base.case(what, want, move |c| {
            c.tiles(&["src", "tmp"], |t| *t = Tile { valid: [16, cols], ..Tile::nd(dtype, 16, cols.next_multiple_of(dtype.block())) });
            *c.tile("tmp") = Tile::nd(dtype, 16, tmp);
            if c.has("dstVal") {
                *c.tile("dstVal") = column(dtype, 16);
            }
        })
    };
    vec![
        // Two vectors: two values with their indices, 4 elements in a block of 8; two indices in another one.
        sized(index, "two vectors of floats", DType::F32, 65, 16, [""; 4]),
        sized(index, "two vectors of floats, a block less", DType::F32, 65, 8, SMALL),
        // Five vectors of 128: 10 in a block of 16, and 5 in another one.
        sized(values, "five vectors of halves", DType::F16, 513, 32, [""; 4]),
        sized(values, "five vectors of halves, a block less", DType::F16, 513, 16, SMALL),
        // 33 vectors: 66 in 72, and 33 in 40.
        sized(values, "33 vectors of floats", DType::F32, 2112, 112, [""; 4]),
        sized(values, "33 vectors of floats, a block less", DType::F32, 2112, 104, SMALL),
        values.case("a column of twice the rows", [""; 4], |c| *c.tile("tmp") = column(DType::F32, 32)),
        values.case("a column of fewer rows", SMALL, |c| *c.tile("tmp") = column(DType::F32, 24)),
        values.case("one row less", SMALL, |c| *c.tile("tmp") = Tile::nd(DType::F32, 15, 8)),
        index.case("a column without values", ["open tmp-layout"; 4], |c| *c.tile("tmp") = column(DType::F32, 32)),
    ]
}
