//! TROWEXPAND.

use crate::case::{Case, column, model, nd};
use ptoconf_schemas::{DType, Outcome, Tile};

const F32: DType = DType::F32;
const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];

/// Bits that a copy must not change, and others in the columns that do not count.
fn case(dst: Tile, src: Tile) -> Case {
    let bits = [0x7f80_0001, 0x8000_0000, 1, 0xffc1_2345u32];
    Case::new("trowexpand", "plain").out("dst", dst).input("src", src, move |row, col| if col == 0 { bits[row as usize % 4] } else { 77 })
}

#[test]
fn the_first_column_is_copied_along_the_rows() {
    for target in TARGETS {
        let run = case(nd(F32, [5, 136], [4, 131]), nd(F32, [4, 8], [4, 3])).run(&model(target));
        for (row, bits) in [0x7f80_0001, 0x8000_0000, 1, 0xffc1_2345u32].into_iter().enumerate() {
            assert_eq!(run.row::<u32>("dst", row, 0..131), [bits; 131], "{target}");
            assert!(run.untouched("dst", row, 131..136), "{target}");
        }
        assert!(run.untouched("dst", 4, 0..136) && run.touched().is_empty(), "{target}");
    }
}

#[test]
fn elements_of_one_and_eight_bytes() {
    let of = |dtype| {
        Case::new("trowexpand", "plain").out("dst", nd(dtype, [2, 32], [2, 5])).operand(
            "src",
            ptoconf_schemas::Role::In,
            nd(dtype, [2, 32], [2, 1]),
            (0..64 * dtype.bytes()).map(|i| i as u8).collect(),
        )
    };
    for target in TARGETS {
        assert_eq!(of(DType::U8).run(&model(target)).row::<u8>("dst", 1, 0..5), [32; 5], "{target}");
    }
    assert_eq!(of(DType::I64).run(&model("a5")).row::<i64>("dst", 0, 0..2), [0x0706_0504_0302_0100; 2]);
    assert!(of(DType::I64).run(&model("a2a3")).message().contains("a2a3 has no trowexpand for i64"));
}

#[test]
fn a_destination_in_place_keeps_its_first_column() {
    for target in TARGETS {
        let run =
            case(nd(F32, [4, 8], [4, 8]), nd(F32, [4, 8], [4, 8])).change("dst", |t| t.same_as = Some("src".into())).run(&model(target));
        assert_eq!(run.row::<u32>("dst", 3, 0..8), [0xffc1_2345; 8], "{target}");
    }
}

#[test]
fn a_column_of_the_cpu_may_be_a_tile_of_its_own() {
    let tall = case(nd(F32, [8, 8], [8, 3]), column(F32, 8, 8));
    assert_eq!(tall.run(&model("cpu")).row::<u32>("dst", 5, 0..3), [0x8000_0000; 3]);
    assert!(tall.run(&model("a5")).message().contains("src has to be row-major"));
}

#[test]
fn rows_are_those_of_dst_except_on_a5() {
    let case = case(nd(F32, [4, 8], [4, 8]), nd(F32, [4, 8], [2, 8]));
    for target in ["a2a3", "cpu"] {
        assert_eq!(case.run(&model(target)).row::<u32>("dst", 1, 0..8), [0x8000_0000; 8], "{target}");
    }
    assert!(case.run(&model("a5")).message().contains("valid rows of src (2) and dst (4) have to be equal"));
}

#[test]
fn empty_tiles() {
    for target in TARGETS {
        let run = case(nd(F32, [2, 8], [2, 0]), nd(F32, [2, 8], [2, 8])).run(&model(target));
        assert!(run.untouched("dst", 0, 0..8) && run.untouched("dst", 1, 0..8), "{target}: no columns in dst");
    }
    let empty = case(nd(F32, [2, 8], [2, 8]), nd(F32, [2, 8], [2, 0]));
    assert!(empty.run(&model("a2a3")).untouched("dst", 0, 0..8), "it returns early");
    assert_eq!(empty.run(&model("cpu")).outcome(), Outcome::Ok, "it looks at dst alone");
    assert!(empty.run(&model("a5")).message().contains("rows and columns have to be above 0"));
    let no_rows = case(nd(F32, [2, 8], [0, 8]), nd(F32, [2, 8], [0, 8]));
    assert_eq!(TARGETS.map(|t| no_rows.run(&model(t)).outcome()), [Outcome::Ok, Outcome::Rejected, Outcome::Ok]);
}
