//! TCOLEXPAND, and TCOLEXPANDADD and its siblings.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, Tile};

fn f32(rows: u32) -> Tile {
    Tile::nd(DType::F32, rows, 16)
}

/// Operations whose element types the readings of profiles treat alike, but for u8 in products.
const LIKE_ADD: [&str; 4] = ["tcolexpandadd", "tcolexpandmax", "tcolexpandmin", "tcolexpandmul"];

fn pair(op: &str) -> Base {
    let class = if matches!(op, "tcolexpandmax" | "tcolexpandmin") { "numbers" } else { "exact-window" };
    base(op, "plain", class, &[("dst", f32(16)), ("src0", f32(16)), ("src1", f32(1))])
}

pub fn cases() -> Vec<Case> {
    let mut cases = copy();
    cases.extend(LIKE_ADD.into_iter().chain(["tcolexpandsub", "tcolexpanddiv", "tcolexpandexpdif"]).flat_map(family));
    cases.extend(LIKE_ADD.into_iter().flat_map(like_add));
    cases.extend(sub());
    cases.extend(div());
    cases.extend(DType::ALL.iter().map(|dtype| {
        let legal = matches!(dtype, DType::F16 | DType::F32);
        retyped("tcolexpandexpdif", *dtype, if legal { [""; 4] } else { [REJECTED; 4] })
    }));
    cases
}

const QUESTION: &str = "open dtype-supported";
const REJECTED: &str = "illegal dtype-supported";

/// The same operation of another element type.
fn retyped(op: &str, dtype: DType, want: [&str; 4]) -> Case {
    pair(op).case(dtype.name(), want, move |c| {
        c.tiles(&["dst", "src0", "src1"], |t| {
            t.dtype = dtype;
            t.shape[1] = 32;
        });
    })
}

fn like_add(op: &str) -> Vec<Case> {
    let cpu_u8 = if op == "tcolexpandmul" { QUESTION } else { REJECTED };
    let mut cases = vec![retyped(op, DType::U8, [QUESTION, cpu_u8, REJECTED, QUESTION])];
    let lists: [(&[DType], [&str; 4]); 4] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::U16, DType::U32], [QUESTION, "", QUESTION, ""]),
        (&[DType::Bf16, DType::I8], [QUESTION, REJECTED, REJECTED, QUESTION]),
        (&[DType::I64, DType::U64], [REJECTED; 4]),
    ];
    for (dtypes, want) in lists {
        cases.extend(dtypes.iter().map(|dtype| retyped(op, *dtype, want)));
    }
    cases
}

fn sub() -> Vec<Case> {
    let lists: [(&[DType], [&str; 4]); 4] = [
        (&[DType::F16], [""; 4]),
        (&[DType::I16, DType::I32], [QUESTION, REJECTED, QUESTION, QUESTION]),
        (&[DType::Bf16, DType::U16, DType::U32, DType::I8, DType::U8], [QUESTION, REJECTED, REJECTED, QUESTION]),
        (&[DType::I64, DType::U64], [REJECTED; 4]),
    ];
    lists.into_iter().flat_map(|(dtypes, want)| dtypes.iter().map(move |dtype| retyped("tcolexpandsub", *dtype, want))).collect()
}

/// A2A3's header has floats alone, and the page integers, too. Zeros are a question of the profile's.
fn div() -> Vec<Case> {
    let lists: [(&[DType], [&str; 4]); 5] = [
        (&[DType::F16], [""; 4]),
        (&[DType::I16, DType::I32], [QUESTION, "", QUESTION, ""]),
        (&[DType::U16, DType::U32], [QUESTION, "", QUESTION, ""]),
        (&[DType::Bf16, DType::I8, DType::U8], [QUESTION, REJECTED, REJECTED, QUESTION]),
        (&[DType::I64, DType::U64], [REJECTED; 4]),
    ];
    let of = |(dtypes, want): (&[DType], [&str; 4])| -> Vec<Case> {
        dtypes.iter().map(|dtype| retyped("tcolexpanddiv", *dtype, want)).collect()
    };
    let mut cases: Vec<Case> = lists.into_iter().flat_map(of).collect();
    let by_zero = ["open no-zero-divisor", "open no-zero-divisor", "told no-zero-divisor", "told no-zero-divisor"];
    cases.push(pair("tcolexpanddiv").with_class("zero-divisor", by_zero));
    let integers = |t: &mut Tile| t.dtype = DType::I32;
    let base = base("tcolexpanddiv", "plain", "zero-divisor", &[("dst", f32(16)), ("src0", f32(16)), ("src1", f32(1))]);
    let with_type = "open dtype-supported + open no-integer-zero-divisor";
    let alone = "open no-integer-zero-divisor";
    cases.push(base.case("integers over zero", [with_type, alone, with_type, alone], |c| c.tiles(&["dst", "src0", "src1"], integers)));
    cases
}

fn copy() -> Vec<Case> {
    let base = base("tcolexpand", "plain", "bits", &[("dst", f32(16)), ("src", f32(16))]);
    let wide = |c: &mut super::Change| c.tiles(&["dst", "src"], |t| t.dtype = DType::I64);
    vec![
        base.case("src is not Vec", ["open vec", "open vec", "illegal vec", "illegal vec"], |c| c.tile("src").loc = Location::Mat),
        base.case("dst is column-major", ["open nd-layout", "open nd-layout", "illegal nd-layout", "illegal nd-layout"], |c| {
            c.tile("dst").blayout = BLayout::ColMajor;
        }),
        base.case("another type", ["open same-dtype", "open same-dtype", "illegal same-dtype", "illegal same-dtype"], |c| {
            c.tile("src").dtype = DType::I32;
        }),
        base.case("64 bits", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], wide),
        base.case("src has fewer columns", ["open cols-equal"; 4], |c| c.tile("src").valid[1] = 15),
        base.case("src has one row", [""; 4], |c| *c.tile("src") = f32(1)),
        base.case("src has no rows", ["open src-not-empty"; 4], |c| none(c.tile("src"), 0)),
        base.case("src has boxes", [BOXED, BOXED, SETTLED, SETTLED], |c| c.tile("src").slayout = ptoconf_schemas::SLayout::RowMajor),
        base.case("nothing at all", ["open src-not-empty + open dst-not-empty"; 4], |c| c.tiles(&["dst", "src"], |t| none(t, 0))),
        base.case("dst has no rows", ["open dst-not-empty"; 4], |c| none(c.tile("dst"), 0)),
    ]
}

const UNLISTED: &str = "open src1-dtype-supported + open same-dtype";
const NOT_LISTED: &str = "illegal src1-dtype-supported + open same-dtype";
const BOXED: &str = "open tile/vec-not-boxed + open nd-layout";
const SETTLED: &str = "open tile/vec-not-boxed + illegal nd-layout";

fn family(op: &'static str) -> Vec<Case> {
    let base = pair(op);
    vec![
        base.case("dst is column-major", ["illegal dst-row-major"; 4], |c| c.tile("dst").blayout = BLayout::ColMajor),
        base.case("src0 is column-major", ["open sources-row-major"; 4], |c| c.tile("src0").blayout = BLayout::ColMajor),
        base.case("src1 is not Vec", ["open vec"; 4], |c| c.tile("src1").loc = Location::Mat),
        base.case("src0 has another type", ["open same-dtype"; 4], |c| c.tile("src0").dtype = DType::I32),
        base.case("src1 has another type that is listed", ["open same-dtype"; 4], |c| c.tile("src1").dtype = DType::F16),
        base.case("src1 has a type that is not", [UNLISTED, NOT_LISTED, UNLISTED, UNLISTED], |c| c.tile("src1").dtype = DType::I64),
        base.case(
            "src1 has fewer columns",
            ["open src1-covers-cols", "illegal src1-covers-cols", "open src1-covers-cols", "open src1-covers-cols"],
            |c| {
                c.tile("src1").valid[1] = 15;
            },
        ),
        base.case("src1 has more columns", ["open src1-cols-exact"; 4], |c| *c.tile("src1") = Tile::nd(DType::F32, 1, 24)),
        base.case("src1 has more rows", [""; 4], |c| *c.tile("src1") = f32(5)),
        base.case("src0 has fewer rows", ["open src0-like-dst"; 4], |c| c.tile("src0").valid[0] = 15),
        base.case(
            "src1 has no rows",
            ["open src1-not-empty", "illegal src1-not-empty", "open src1-not-empty", "open src1-not-empty"],
            |c| {
                none(c.tile("src1"), 0);
            },
        ),
        base.case("dst has no rows", ["open not-empty"; 4], |c| c.tiles(&["dst", "src0"], |t| none(t, 0))),
    ]
}
