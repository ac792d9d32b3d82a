//! TCOLARGMAX and TCOLARGMIN.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

/// Bases of both forms: the rows of 16 x 16 floats.
fn bases(op: &str) -> [Base; 2] {
    let shared = [("dstIdx", Tile::nd(DType::U32, 1, 16)), ("src", Tile::nd(DType::F32, 16, 16)), ("tmp", Tile::nd(DType::F32, 1, 16))];
    let values = [&[("dstVal", Tile::nd(DType::F32, 1, 16))][..], &shared].concat();
    [base(op, "index", "numbers", &shared), base(op, "value-index", "numbers", &values)]
}

pub fn cases() -> Vec<Case> {
    let of = |op| {
        let [index, values] = bases(op);
        let own = [both(&index), both(&values), of_values(&values), dtypes(&index, &values), index_dtypes(&index, &values)];
        own.into_iter().chain([tmp(&index, &values)]).flatten()
    };
    ["tcolargmax", "tcolargmin"].into_iter().flat_map(of).collect()
}

/// What holds for either form.
fn both(base: &Base) -> Vec<Case> {
    const BOXED: [&str; 4] = ["open tile/vec-not-boxed + illegal src-not-boxed"; 4];
    vec![
        base.legal("the base"),
        base.case("src is column-major", [""; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("src has boxes", BOXED, |c| c.tile("src").slayout = SLayout::RowMajor),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("dstIdx is not Vec", ["illegal vec"; 4], |c| c.tile("dstIdx").loc = Location::Mat),
        base.case("dstIdx is column-major", ["illegal dst-nd-layout"; 4], |c| {
            *c.tile("dstIdx") = Tile { blayout: BLayout::ColMajor, valid: [1, 16], ..Tile::nd(DType::U32, 8, 16) };
        }),
        base.case("dstIdx has two rows", ["illegal dst-one-row"; 4], |c| *c.tile("dstIdx") = Tile::nd(DType::U32, 2, 16)),
        base.case("dstIdx has no row", ["illegal dst-one-row"; 4], |c| none(c.tile("dstIdx"), 0)),
        base.case("dstIdx has fewer columns", ["illegal cols-equal"; 4], |c| c.tile("dstIdx").valid[1] = 15),
        base.case("src has fewer columns", ["illegal cols-equal"; 4], |c| c.tile("src").valid[1] = 15),
        base.case("src has no rows", ["illegal src-not-empty"; 4], |c| none(c.tile("src"), 0)),
        base.case("src has one row", [""; 4], |c| c.tile("src").valid[0] = 1),
    ]
}

fn of_values(base: &Base) -> Vec<Case> {
    vec![
        base.case("dstVal is not Vec", ["illegal vec"; 4], |c| c.tile("dstVal").loc = Location::Mat),
        base.case("dstVal has another type", ["illegal value-dtype"; 4], |c| c.tile("dstVal").dtype = DType::I32),
        base.case("dstVal has two rows", ["illegal dst-one-row"; 4], |c| *c.tile("dstVal") = Tile::nd(DType::F32, 2, 16)),
        base.case("dstVal has fewer columns", ["illegal cols-equal"; 4], |c| c.tile("dstVal").valid[1] = 15),
        base.case("dstVal is column-major", ["illegal dst-nd-layout"; 4], |c| {
            *c.tile("dstVal") = Tile { blayout: BLayout::ColMajor, valid: [1, 16], ..Tile::nd(DType::F32, 8, 16) };
        }),
    ]
}

/// Changes the type of the elements; places get one that all take, where there is one.
fn retyped(base: &Base, what: &'static str, dtype: DType, want: [&str; 4]) -> Case {
    base.case(what, want, |c| {
        c.tile("tmp").shape[1] = 64;
        c.tiles(&["src", "tmp"], |t| {
            t.dtype = dtype;
            t.shape[1] = t.shape[1].next_multiple_of(32);
        });
        if c.has("dstVal") {
            let valid = [1, 16];
            *c.tile("dstVal") = Tile { valid, ..Tile::nd(dtype, 1, 32) };
        }
    })
}

fn dtypes(index: &Base, values: &Base) -> Vec<Case> {
    const ILLEGAL: &str = "illegal dtype-supported";
    const OPEN: &str = "open dtype-supported";
    let lists: [(&[DType], [&str; 4]); 4] = [
        (&[DType::F16, DType::U16, DType::U32], [""; 4]),
        (&[DType::I16, DType::I32], [OPEN, OPEN, ILLEGAL, ""]),
        (&[DType::I8, DType::U8], [OPEN, OPEN, ILLEGAL, ""]),
        (&[DType::I64, DType::U64, DType::Bf16], [OPEN, OPEN, ILLEGAL, ILLEGAL]),
    ];
    let mut cases: Vec<Case> = lists
        .into_iter()
        .flat_map(|(dtypes, want)| dtypes.iter().map(move |dtype| (*dtype, want)))
        .map(|(dtype, want)| retyped(index, dtype.name(), dtype, want))
        .collect();
    let bytes = "open dtype-supported + open no-bytes-with-values";
    let on_devices = ["illegal dtype-supported + illegal no-bytes-with-values", "illegal no-bytes-with-values"];
    cases.push(retyped(values, "values of a byte", DType::U8, [bytes, bytes, on_devices[0], on_devices[1]]));
    cases
}

fn index_dtypes(index: &Base, values: &Base) -> Vec<Case> {
    const ILLEGAL: [&str; 4] = ["illegal index-dtype"; 4];
    let places = |base: &Base, what, dtype: DType, want| {
        base.case(what, want, move |c| *c.tile("dstIdx") = Tile { valid: [1, 16], ..Tile::nd(dtype, 1, 32) })
    };
    let of_halves = |what, dtype: DType, want: [&str; 4]| {
        values.case(what, want, move |c| {
            *c.tile("dstIdx") = Tile { valid: [1, 16], ..Tile::nd(dtype, 1, 32) };
            c.tiles(&["dstVal", "src", "tmp"], |t| t.dtype = DType::F16);
        })
    };
    let short = ["open index-dtype", "illegal index-dtype", "", ""];
    let long = ["open index-dtype", "", "illegal index-dtype", "illegal index-dtype"];
    vec![
        places(index, "i32 places", DType::I32, [""; 4]),
        places(index, "i16 places", DType::I16, ILLEGAL),
        places(index, "f32 places", DType::F32, ILLEGAL),
        places(values, "u64 places of floats", DType::U64, ILLEGAL),
        places(values, "u16 places of floats", DType::U16, ILLEGAL),
        of_halves("u16 places of halves", DType::U16, short),
        of_halves("i16 places of halves", DType::I16, short),
        of_halves("u32 places of halves", DType::U32, long),
    ]
}

/// Regions of tmp, worked out by hand from the page.
fn tmp(index: &Base, values: &Base) -> Vec<Case> {
    const SMALL: [&str; 4] = ["open tmp-size"; 4];
    let typed = ["open tmp-same-dtype", "open tmp-same-dtype", "illegal tmp-same-dtype", "open tmp-same-dtype"];
    let sized = |base: &Base, what, dtype: DType, cols: u32, tmp: u32, want| {
        base.case(what, want, move |c| {
            let physical = cols.next_multiple_of(16);
            *c.tile("src") = Tile { valid: [16, cols], ..Tile::nd(dtype, 16, physical) };
            *c.tile("dstIdx") = Tile { valid: [1, cols], ..Tile::nd(DType::I32, 1, physical) };
            *c.tile("tmp") = Tile::nd(dtype, 1, tmp);
            if c.has("dstVal") {
                *c.tile("dstVal") = Tile { valid: [1, cols], ..Tile::nd(dtype, 1, physical) };
            }
        })
    };
    vec![
        index.case("tmp is not Vec", ["open tmp-vec"; 4], |c| c.tile("tmp").loc = Location::Mat),
        index.case("tmp is column-major", ["open tmp-layout"; 4], |c| {
            *c.tile("tmp") = Tile { blayout: BLayout::ColMajor, ..Tile::nd(DType::F32, 8, 16) };
        }),
        index.case("tmp has another type", typed, |c| c.tile("tmp").dtype = DType::I32),
        // Floats: one region, of two blocks or of a vector.
        sized(index, "nine floats", DType::F32, 9, 16, [""; 4]),
        sized(index, "nine floats, a block less", DType::F32, 9, 8, SMALL),
        sized(values, "a hundred floats", DType::F32, 100, 64, [""; 4]),
        sized(values, "a hundred floats, a block less", DType::F32, 100, 56, SMALL),
        // Halves without values: three regions.
        sized(index, "17 halves", DType::F16, 17, 96, [""; 4]),
        sized(index, "17 halves, a block less", DType::F16, 17, 80, SMALL),
        sized(index, "300 halves", DType::F16, 300, 384, [""; 4]),
        sized(index, "300 halves, a block less", DType::F16, 300, 368, SMALL),
    ]
}
