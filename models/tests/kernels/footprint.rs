//! What is written outside the valid region, and what the guards see.

use crate::case::{Case, column, model, nd};
use ptoconf_models::Change;
use ptoconf_schemas::DType;

const F32: DType = DType::F32;

fn sum(binary: bool) -> Case {
    Case::new("tcolsum", "tmp")
        .out("dst", nd(F32, [2, 16], [1, 5]))
        .input("src", nd(F32, [2, 16], [2, 5]), |row, col| (row * 100 + col) as f32)
        .scratch("tmp", nd(F32, [1, 16], [1, 16]))
        .binary(binary)
}

#[test]
fn a2a3_fills_the_last_block_of_a_sum_with_padding() {
    // Columns 5 to 7 get the padding of src row 0; the additions do not reach it.
    let run = sum(false).run(&model("a2a3"));
    assert_eq!(run.row::<f32>("dst", 0, 4..8), [108.0, 5.0, 6.0, 7.0]);
    assert!(run.untouched("dst", 0, 8..16) && run.untouched("dst", 1, 0..16));
    // With the tree it is the padding of tmp row 0, which still is canary.
    let run = sum(true).run(&model("a2a3"));
    assert!(run.untouched("dst", 0, 5..16));
}

#[test]
fn a5_and_cpu_write_exactly() {
    for target in ["a5", "cpu"] {
        for binary in [false, true] {
            let run = sum(binary).run(&model(target));
            assert_eq!(run.row::<f32>("dst", 0, 4..5), [108.0]);
            assert!(run.untouched("dst", 0, 5..16) && run.untouched("dst", 1, 0..16));
        }
    }
}

#[test]
fn expand_fills_the_block_on_a2a3_only() {
    let case =
        Case::new("tcolexpand", "plain").out("dst", nd(F32, [2, 16], [2, 3])).input("src", nd(F32, [1, 8], [1, 3]), |_, col| col as f32);
    let run = case.run(&model("a2a3"));
    assert_eq!(run.row::<f32>("dst", 1, 3..8), [3.0, 4.0, 5.0, 6.0, 7.0]);
    assert!(run.untouched("dst", 1, 8..16));
    assert!(case.run(&model("a5")).untouched("dst", 1, 3..16));
}

#[test]
fn concat_padding_depends_on_where_the_second_source_begins() {
    let case = |c0, c1| {
        Case::new("tconcat", "basic")
            .out("dst", nd(F32, [1, 24], [1, c0 + c1]))
            .input("src0", nd(F32, [1, 8], [1, c0]), |_, col| col as f32)
            .input("src1", nd(F32, [1, 8], [1, c1]), |_, col| 10.0 + col as f32)
    };
    // At a block: src1 in whole blocks, padding and all.
    let run = case(8, 2).run(&model("a2a3"));
    assert_eq!(run.row::<f32>("dst", 0, 8..16), [10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0]);
    assert!(run.untouched("dst", 0, 16..24));
    // Not at a block: element by element, and the padding of src0 stays behind.
    let run = case(3, 2).run(&model("a2a3"));
    assert_eq!(run.row::<f32>("dst", 0, 0..8), [0.0, 1.0, 2.0, 10.0, 11.0, 5.0, 6.0, 7.0]);
    assert!(run.untouched("dst", 0, 8..24));
    for (c0, c1) in [(8, 2), (3, 2)] {
        let end = (c0 + c1) as usize;
        assert!(case(c0, c1).run(&model("a5")).untouched("dst", 0, end..24));
    }
}

#[test]
fn writes_past_a_tile_are_seen() {
    let case =
        Case::new("tcolexpand", "plain").out("dst", nd(F32, [2, 8], [2, 8])).input("src", nd(F32, [1, 8], [1, 8]), |_, col| col as f32);
    let wrong = model("a5").changed(Change::decisions("extra_row", |d| d.rows = |_, n| n + 1));
    assert_eq!(case.run(&wrong).touched(), ["dst"]);
}

#[test]
fn a_changed_input_is_seen() {
    let wrong = |target| model(target).changed(Change::decisions("source_overwritten", |d| d.accumulator = |_| "src"));
    for target in ["a2a3", "a5", "cpu"] {
        assert_eq!(sum(false).run(&wrong(target)).touched(), ["src"], "{target}");
        assert!(sum(false).run(&model(target)).touched().is_empty());
    }
}

#[test]
fn an_unused_scratch_tile_must_stay() {
    let wrong = model("a5").changed(Change::decisions("is_binary_always", |d| d.is_binary = |_, _| true));
    assert_eq!(sum(false).run(&wrong).touched(), ["tmp"]);
    assert!(sum(true).run(&wrong).touched().is_empty());
}

#[test]
fn fixed_addresses_move_nothing_in_the_results() {
    let case = Case::new("tconcat", "indexed")
        .out("dst", nd(F32, [2, 8], [2, 3]))
        .input("src0", nd(F32, [2, 8], [2, 8]), |row, _| row as f32)
        .input("src1", nd(F32, [2, 8], [2, 8]), |row, _| 7.0 + row as f32)
        .input("src0Idx", column(DType::U8, 32, 2), |row, _| row as u8)
        .input("src1Idx", column(DType::U8, 32, 2), |_, _| 1u8);
    let addressed = case.clone().change("dst", |t| t.address = Some(0x2000)).change("src1", |t| t.address = Some(0x1000));
    for target in ["a2a3", "a5", "cpu"] {
        let (plain, fixed) = (case.run(&model(target)), addressed.run(&model(target)));
        assert_eq!(plain.results, fixed.results, "{target}");
        assert_eq!(plain.row::<f32>("dst", 1, 0..2), [1.0, 8.0]);
    }
}
