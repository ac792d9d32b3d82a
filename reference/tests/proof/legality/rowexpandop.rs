//! The operations with a source that is expanded along the rows: TROWEXPANDADD, -SUB, -MUL, -DIV, -EXPDIF, -MAX and -MIN.

use super::rowextreme::column;
use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, Tile};

const F32: DType = DType::F32;

pub fn cases() -> Vec<Case> {
    let ops = [("add", "uniform"), ("sub", "uniform"), ("mul", "uniform"), ("div", "uniform"), ("max", "numbers"), ("min", "numbers")];
    let mut cases: Vec<Case> = ops.into_iter().flat_map(|(op, class)| of(&format!("trowexpand{op}"), class)).collect();
    cases.extend(by_zero());
    cases.extend(expdif());
    cases
}

/// Zeros that divide, floats and integers.
fn by_zero() -> [Case; 3] {
    const TYPE: &str = "open dtype-supported + open no-integer-zero-divisor";
    const ALONE: &str = "open no-integer-zero-divisor";
    let base = base("trowexpanddiv", "plain", "zero-divisor", &[("dst", matrix()), ("src0", matrix()), ("src1", column(F32, 16))]);
    let floats = ["open no-zero-divisor", "open no-zero-divisor", "told no-zero-divisor", "told no-zero-divisor"];
    [
        base.case("floats over zero", floats, |_| {}),
        base.case("integers over zero", [TYPE, ALONE, TYPE, ALONE], |c| c.tiles(&["dst", "src0", "src1"], |t| t.dtype = DType::I32)),
        base.case("nothing over zero", ["open not-empty"; 4], |c| c.tiles(&["dst", "src0"], |t| none(t, 1))),
    ]
}

/// Exponentials are of two types, and src1 is expanded where both sources have dst's shape.
fn expdif() -> Vec<Case> {
    const ILLEGAL: [&str; 4] = ["illegal dtype-supported"; 4];
    // By src0's own columns there is no matrix; by A2A3's longer rows, src1 is it.
    const OPEN: &str = "open full-row-major + told not-both-full + open expanded-shape";
    const NONE: &str = "illegal full-row-major + told not-both-full + illegal expanded-shape";
    let [plain, with_tmp] = bases("trowexpandexpdif", "uniform");
    let retyped = |dtype: DType, want| {
        plain.case(dtype.name(), want, move |c| {
            c.tiles(&["dst", "src0"], |t| (t.dtype, t.shape[1]) = (dtype, 32));
            *c.tile("src1") = Tile { valid: [16, 1], ..column(dtype, 32) };
        })
    };
    let others = DType::ALL.iter().filter(|dtype| !matches!(dtype, DType::F16 | DType::F32));
    let mut cases: Vec<Case> = others.map(|dtype| retyped(*dtype, ILLEGAL)).collect();
    cases.push(retyped(DType::F16, [""; 4]));
    cases.extend(tiles(&plain));
    cases.extend(either(&plain));
    cases.push(plain.case("both have dst's shape", ["told not-both-full"; 4], |c| {
        c.tiles(&["dst", "src0"], |t| t.valid[1] = 8);
        *c.tile("src1") = blocks(8);
    }));
    cases.push(plain.case("all have a single column, src0 by columns", [OPEN, NONE, OPEN, NONE], single_columns));
    cases.extend([extents(&plain), tmp(&with_tmp)].into_iter().flatten());
    cases
}

fn of(op: &str, class: &'static str) -> Vec<Case> {
    let [plain, with_tmp] = bases(op, class);
    [operands(&plain), sources(&plain), extents(&plain), tmp(&with_tmp)].into_iter().flatten().collect()
}

fn bases(op: &str, class: &'static str) -> [Base; 2] {
    let tiles = [("dst", matrix()), ("src0", matrix()), ("src1", column(F32, 16))];
    let with_tmp = [&tiles[..], &[("tmp", Tile::nd(F32, 16, 8))]].concat();
    [base(op, "plain", class, &tiles), base(op, "tmp", class, &with_tmp)]
}

fn matrix() -> Tile {
    Tile::nd(F32, 16, 16)
}

/// A block of 32 bytes for each of 16 rows, in a tile with so many columns.
fn blocks(cols: u32) -> Tile {
    Tile { valid: [16, 8], ..Tile::nd(F32, 16, cols) }
}

fn operands(base: &Base) -> Vec<Case> {
    const MORE: [&str; 4] = ["open dtype-supported", "", "open dtype-supported", ""];
    const NINE: [&str; 4] = ["open dtype-supported", "illegal dtype-supported", "illegal dtype-supported", "open dtype-supported"];
    let retyped = |dtype: DType, want| {
        base.case(dtype.name(), want, move |c| {
            c.tiles(&["dst", "src0"], |t| (t.dtype, t.shape[1]) = (dtype, 32));
            *c.tile("src1") = Tile { valid: [16, 1], ..column(dtype, 32) };
        })
    };
    let mut cases = vec![retyped(DType::U32, MORE), retyped(DType::Bf16, NINE), retyped(DType::I64, ["illegal dtype-supported"; 4])];
    cases.extend(tiles(base));
    cases
}

fn tiles(base: &Base) -> Vec<Case> {
    vec![
        base.case("src1 has another type", ["illegal same-dtype"; 4], |c| c.tile("src1").dtype = DType::I32),
        base.case("dst is column-major", ["illegal dst-row-major"; 4], |c| c.tile("dst").blayout = BLayout::ColMajor),
        base.case("src0 is column-major", ["illegal full-row-major"; 4], |c| c.tile("src0").blayout = BLayout::ColMajor),
        base.case("dst is not Vec", ["open vec"; 4], |c| c.tile("dst").loc = Location::Mat),
    ]
}

fn sources(base: &Base) -> Vec<Case> {
    const BOTH: [&str; 4] = ["open not-both-full"; 4];
    // Both have a single column; only by its longer rows src1 is the matrix, and then src0 may be a column.
    const OPEN: &str = "open full-row-major + open not-both-full + open expanded-shape";
    const ILLEGAL: &str = "illegal full-row-major + open not-both-full + illegal expanded-shape";
    let mut cases = either(base);
    cases.push(base.case("both have dst's shape", BOTH, |c| {
        c.tiles(&["dst", "src0"], |t| t.valid[1] = 8);
        *c.tile("src1") = blocks(8);
    }));
    cases.push(base.case("all have a single column, src0 by columns", [OPEN, ILLEGAL, OPEN, ILLEGAL], single_columns));
    cases
}

fn single_columns(c: &mut super::Change) {
    c.tile("dst").valid[1] = 1;
    *c.tile("src0") = column(F32, 16);
    *c.tile("src1") = Tile { valid: [16, 1], ..Tile::nd(F32, 16, 8) };
}

/// Which source is expanded, where one of them has dst's shape.
fn either(base: &Base) -> Vec<Case> {
    vec![
        base.legal("a column"),
        base.case("blocks", [""; 4], |c| *c.tile("src1") = blocks(8)),
        base.case("blocks in wider rows", [""; 4], |c| *c.tile("src1") = blocks(24)),
        base.case("src0 is the column", ["open src1-expanded"; 4], |c| {
            *c.tile("src0") = column(F32, 16);
            *c.tile("src1") = matrix();
        }),
    ]
}

fn extents(base: &Base) -> Vec<Case> {
    vec![
        base.case("neither source has dst's shape", ["illegal one-full"; 4], |c| c.tile("src0").valid[1] = 15),
        base.case("src1 has fewer rows", ["illegal expanded-shape"; 4], |c| c.tile("src1").valid[0] = 5),
        base.case("src1 is row-major with one column", ["illegal expanded-shape"; 4], |c| {
            *c.tile("src1") = Tile { valid: [16, 1], ..Tile::nd(F32, 16, 8) };
        }),
        base.case("blocks are a column short", ["illegal expanded-shape"; 4], |c| {
            *c.tile("src1") = blocks(8);
            c.tile("src1").valid[1] = 7;
        }),
        base.case("nothing has columns", ["open not-empty"; 4], |c| c.tiles(&["dst", "src0"], |t| none(t, 1))),
    ]
}

fn tmp(base: &Base) -> Vec<Case> {
    const CHECKED: [&str; 4] = ["open tmp-mode-1", "open tmp-mode-1", "illegal tmp-mode-1", "open tmp-mode-1"];
    vec![
        base.legal("with the least tmp"),
        base.case("tmp is a row short", ["open tmp-size"; 4], |c| *c.tile("tmp") = Tile::nd(F32, 15, 8)),
        base.case("tmp with blocks", CHECKED, |c| *c.tile("src1") = blocks(8)),
        base.case("tmp is not Vec", ["open tmp-vec"; 4], |c| c.tile("tmp").loc = Location::Mat),
        base.case("tmp has another type", ["open tmp-same-dtype"; 4], |c| c.tile("tmp").dtype = DType::I32),
        base.case("300 rows", [""; 4], |c| {
            c.tiles(&["dst", "src0"], |t| *t = Tile::nd(F32, 300, 8));
            *c.tile("src1") = Tile { valid: [300, 1], ..column(F32, 304) };
            *c.tile("tmp") = Tile::nd(F32, 240, 8);
        }),
    ]
}
