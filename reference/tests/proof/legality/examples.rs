//! The pages' own examples: legal, where the tile class allows them (the index tiles of TCONCAT's are
//! no tiles, see `tconcat`), but for TROWEXPAND's, whose source has more static columns than A5 takes.

use super::rowextreme::column;
use super::{Base, Case, base};
use ptoconf_schemas::{DType, Tile};

fn at(tile: Tile, address: u64) -> Tile {
    Tile { address: Some(address), ..tile }
}

/// With and without addresses, on pages whose examples are alike.
fn alike() -> Vec<Case> {
    let f32 = |rows| Tile::nd(DType::F32, rows, 16);
    let expand = |op, class| {
        let free = [("dst", f32(16)), ("src0", f32(16)), ("src1", f32(1))];
        let fixed = [("dst", at(f32(16), 0x2000)), ("src0", at(f32(16), 0x1000)), ("src1", at(f32(1), 0x3000))];
        [base(op, "plain", class, &free).legal("auto"), base(op, "plain", class, &fixed).legal("manual")]
    };
    let unary = |op, class, rows: u32| {
        let fixed = [("dst", at(f32(rows), 0x2000)), ("src", at(f32(16), 0x1000))];
        [("auto", base(op, "plain", class, &[("dst", f32(rows)), ("src", f32(16))])), ("manual", base(op, "plain", class, &fixed))]
    };
    let legal = |(what, base): (&'static str, Base)| base.legal(what);
    let columns = ["open src-static-cols", "", "", "open src-static-cols"];
    let mut cases = vec![];
    cases.extend(["tcolexpanddiv", "tcolexpandexpdif", "tcolexpandmul"].iter().flat_map(|op| expand(op, "uniform")));
    cases.extend(["tcolexpandmax", "tcolexpandmin"].iter().flat_map(|op| expand(op, "numbers")));
    cases.extend(["tcolmax", "tcolmin"].iter().flat_map(|op| unary(op, "numbers", 1)).map(legal));
    cases.extend(unary("tcolprod", "exact-window", 1).map(legal));
    cases.extend(unary("trowexpand", "bits", 16).map(|(what, base)| base.case(what, columns, |_| {})));
    cases
}

/// With and without addresses, on the pages of rows: 16 x 16 floats, in two pages halves, and a column of 16.
fn by_row() -> Vec<Case> {
    let square = |dtype| Tile::nd(dtype, 16, 16);
    let mut cases = vec![];
    for (op, class, dtype) in [
        ("add", "uniform", DType::F32),
        ("sub", "uniform", DType::F16),
        ("mul", "uniform", DType::F16),
        ("div", "uniform", DType::F16),
        ("expdif", "uniform", DType::F32),
        ("max", "numbers", DType::F32),
        ("min", "numbers", DType::F32),
    ] {
        let op = format!("trowexpand{op}");
        let expanded = Tile { dynamic: [dtype == DType::F16, false], ..column(dtype, 16) };
        let free = [("dst", square(dtype)), ("src0", square(dtype)), ("src1", expanded.clone())];
        let fixed = [("dst", at(square(dtype), 0x2000)), ("src0", at(square(dtype), 0x1000)), ("src1", at(expanded, 0x3000))];
        cases.extend([base(&op, "plain", class, &free).legal("auto"), base(&op, "plain", class, &fixed).legal("manual")]);
    }
    for (op, class) in [("trowmax", "numbers"), ("trowmin", "numbers"), ("trowprod", "reveal"), ("trowsum", "uniform")] {
        let f32 = square(DType::F32);
        let free = [("dst", column(DType::F32, 16)), ("src", f32.clone()), ("tmp", f32.clone())];
        let fixed = [("dst", at(column(DType::F32, 16), 0x2000)), ("src", at(f32.clone(), 0x1000)), ("tmp", at(f32, 0x3000))];
        cases.extend([base(op, "plain", class, &free).legal("auto"), base(op, "plain", class, &fixed).legal("manual")]);
    }
    cases
}

/// A column of 16 places, and of values, from 16 x 16 floats.
fn places_of_rows() -> Vec<Case> {
    let (index, value) = (column(DType::U32, 16), column(DType::F32, 16));
    let square = Tile::nd(DType::F32, 16, 16);
    let mut cases = vec![];
    for op in ["trowargmax", "trowargmin"] {
        let free = [("dstIdx", index.clone()), ("src", square.clone()), ("tmp", square.clone())];
        let src = at(square.clone(), 0x1000);
        let fixed = [("dstIdx", at(index.clone(), 0x2000)), ("src", src), ("tmp", at(square.clone(), 0x4000))];
        let values = |tile: Tile, rest: &[(&'static str, Tile)]| [&[("dstVal", tile)][..], rest].concat();
        cases.extend([base(op, "index", "numbers", &free).legal("auto"), base(op, "index", "numbers", &fixed).legal("manual")]);
        cases.push(base(op, "value-index", "numbers", &values(value.clone(), &free)).legal("auto"));
        cases.push(base(op, "value-index", "numbers", &values(at(value.clone(), 0x3000), &fixed)).legal("manual"));
    }
    cases
}

/// 255 places, and values, of 16 rows. The examples' tmp is half as large as their pages ask for on A2A3.
fn places_of_columns() -> Vec<Case> {
    let row = |dtype, rows| Tile { valid: [rows, 255], dynamic: [true; 2], ..Tile::nd(dtype, rows, 256) };
    let tmp = Tile { dynamic: [true; 2], ..Tile::nd(DType::F32, 1, 32) };
    let small = |base: Base, what| base.case(what, ["open tmp-size"; 4], |_| {});
    let mut cases = vec![];
    for op in ["tcolargmax", "tcolargmin"] {
        let free = [("dstIdx", row(DType::U32, 1)), ("src", row(DType::F32, 16)), ("tmp", tmp.clone())];
        let src = at(row(DType::F32, 16), 0);
        let fixed = [("dstIdx", at(row(DType::U32, 1), 0x4000)), ("src", src.clone()), ("tmp", at(tmp.clone(), 0x5000))];
        cases.push(small(base(op, "index", "numbers", &free), "auto"));
        cases.push(small(base(op, "index", "numbers", &fixed), "manual"));
        let free = [("dstVal", row(DType::F32, 1)), ("dstIdx", row(DType::I32, 1)), ("src", row(DType::F32, 16)), ("tmp", tmp.clone())];
        let fixed = [
            ("dstVal", at(row(DType::F32, 1), 0x4000)),
            ("dstIdx", at(row(DType::I32, 1), 0x5000)),
            ("src", src),
            ("tmp", at(tmp.clone(), 0x6000)),
        ];
        cases.push(small(base(op, "value-index", "numbers", &free), "auto with values"));
        cases.push(small(base(op, "value-index", "numbers", &fixed), "manual with values"));
    }
    cases
}

pub fn cases() -> Vec<Case> {
    let mut cases = alike();
    cases.extend(by_row());
    cases.extend(places_of_rows());
    cases.extend(places_of_columns());
    cases.extend(own());
    cases
}

fn own() -> Vec<Case> {
    let f32 = |rows| Tile::nd(DType::F32, rows, 16);
    let dynamic = |dtype, cols: u32, valid: u32| Tile { valid: [16, valid], dynamic: [true, true], ..Tile::nd(dtype, 16, cols) };
    let half = |valid| dynamic(DType::F16, 64, valid);
    vec![
        base("tcolsum", "tmp", "uniform", &[("dst", f32(1)), ("src", f32(16)), ("tmp", f32(16))]).legal("auto"),
        base("tcolsum", "tmp", "uniform", &[("dst", at(f32(1), 0x2000)), ("src", at(f32(16), 0x1000)), ("tmp", at(f32(16), 0x3000))])
            .legal("manual"),
        base("tcolexpand", "plain", "bits", &[("dst", f32(16)), ("src", f32(16))]).legal("the example"),
        base("tcolexpandsub", "plain", "uniform", &[("dst", f32(16)), ("src0", f32(16)), ("src1", f32(1))]).legal("auto"),
        base(
            "tcolexpandsub",
            "plain",
            "uniform",
            &[("dst", at(f32(16), 0x2000)), ("src0", at(f32(16), 0x1000)), ("src1", at(f32(1), 0x3000))],
        )
        .legal("manual"),
        base(
            "tconcat",
            "basic",
            "bits",
            &[("dst", dynamic(DType::F32, 32, 32)), ("src0", dynamic(DType::F32, 32, 16)), ("src1", dynamic(DType::F32, 32, 16))],
        )
        .legal("auto"),
        base("tconcat", "basic", "bits", &[("dst", at(half(64), 0x3000)), ("src0", at(half(32), 0x1000)), ("src1", at(half(32), 0x2000))])
            .legal("manual"),
    ]
}
