//! TROWEXPANDADD and its siblings: a value or a block for each row.

use crate::case::{Case, column, model, nd};
use ptoconf_schemas::{DType, Outcome, Tile};

const F32: DType = DType::F32;
const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];

/// src0[i, j] = 100 i + j, 3 x 70 of it valid, and src1 as given.
fn case(op: &str, src1: Tile, value: fn(u32, u32) -> f32) -> Case {
    Case::new(op, "plain")
        .out("dst", nd(F32, [8, 80], [3, 70]))
        .input("src0", nd(F32, [8, 72], [3, 70]), |row, col| (100 * row + col) as f32)
        .input("src1", src1, value)
}

#[test]
fn a_column_has_a_value_for_each_row() {
    // Elements [1, 69] and [2, 69] are 169 and 269, the values of their rows 3 and 4.
    let wanted = [
        ("add", [172.0, 273.0]),
        ("sub", [166.0, 265.0]),
        ("mul", [507.0, 1076.0]),
        ("div", [56.333_332, 67.25]),
        ("max", [169.0, 269.0]),
        ("min", [3.0, 4.0]),
    ];
    for target in TARGETS {
        for (op, want) in wanted {
            let run = case(&format!("trowexpand{op}"), column(F32, 8, 3), |row, _| row as f32 + 2.0).run(&model(target));
            assert_eq!([1, 2].map(|row| run.row::<f32>("dst", row, 69..70)[0]), want, "{target} {op}");
            assert!(run.untouched("dst", 0, 70..80) && run.untouched("dst", 3, 0..80) && run.touched().is_empty(), "{target} {op}");
        }
    }
}

#[test]
fn a_block_is_repeated_along_its_row() {
    for target in TARGETS {
        // Of 24 physical columns only the first block counts; column 69 is element 5 of it.
        let run = case("trowexpandsub", nd(F32, [3, 24], [3, 8]), |row, col| (1000 * row + col) as f32).run(&model(target));
        assert_eq!(run.row::<f32>("dst", 2, 7..9), [200.0 + 7.0 - 2007.0, 200.0 + 8.0 - 2000.0], "{target}");
        assert_eq!(run.row::<f32>("dst", 1, 69..70), [100.0 + 69.0 - 1005.0], "{target}");
    }
}

#[test]
fn an_expanded_first_source_keeps_its_place() {
    for target in TARGETS {
        let run = Case::new("trowexpanddiv", "plain")
            .out("dst", nd(F32, [2, 8], [2, 5]))
            .input("src0", column(F32, 8, 2), |row, _| row as f32 + 1.0)
            .input("src1", nd(F32, [2, 8], [2, 5]), |_, col| f32::from(1u8 << col))
            .run(&model(target));
        assert_eq!(run.row::<f32>("dst", 1, 0..5), [2.0, 1.0, 0.5, 0.25, 0.125], "{target}");
        let run = Case::new("trowexpandsub", "plain")
            .out("dst", nd(F32, [2, 8], [2, 5]))
            .input("src0", column(F32, 8, 2), |row, _| row as f32)
            .input("src1", nd(F32, [2, 8], [2, 5]), |row, col| (10 * row + col) as f32)
            .run(&model(target));
        assert_eq!(run.row::<f32>("dst", 1, 0..5), [-9.0, -10.0, -11.0, -12.0, -13.0], "{target}");
    }
}

#[test]
fn exponentials_are_of_the_difference_to_the_row() {
    for target in TARGETS {
        let run = Case::new("trowexpandexpdif", "plain")
            .out("dst", nd(F32, [2, 8], [2, 4]))
            .input("src0", nd(F32, [2, 8], [2, 4]), |row, col| (10 * row + col) as f32)
            .input("src1", column(F32, 8, 2), |row, _| 9.0 * row as f32)
            .run(&model(target));
        let e = [1.0, 2.718_281_7, 7.389_056, 20.085_537, 54.598_15];
        assert_eq!([run.row::<f32>("dst", 0, 0..4), run.row::<f32>("dst", 1, 0..4)], [&e[..4], &e[1..]], "{target}");
        // The other way round: e to -1.
        let run = Case::new("trowexpandexpdif", "plain")
            .out("dst", nd(F32, [1, 8], [1, 3]))
            .input("src0", column(F32, 8, 1), |_, _| 0.0)
            .input("src1", nd(F32, [1, 8], [1, 3]), |_, col| col as f32)
            .run(&model(target));
        assert_eq!(run.row::<f32>("dst", 0, 0..3), [1.0, 0.367_879_45, 0.135_335_28], "{target}");
    }
}

#[test]
fn only_a2a3_looks_at_tmp() {
    let with_tmp = |tmp: Tile| case("trowexpandadd", column(F32, 8, 3), |_, _| 1.0).scratch("tmp", tmp);
    let of = |mut case: Case| {
        case.tuple.form = "tmp".into();
        TARGETS.map(|target| case.run(&model(target)).outcome())
    };
    assert_eq!(of(with_tmp(nd(F32, [8, 8], [8, 8]))), [Outcome::Ok; 3]);
    assert_eq!(of(with_tmp(nd(F32, [7, 8], [7, 8]))), [Outcome::Rejected, Outcome::Ok, Outcome::Ok]);
    let blocks = case("trowexpandadd", nd(F32, [3, 8], [3, 8]), |_, _| 1.0).scratch("tmp", nd(F32, [8, 8], [8, 8]));
    assert_eq!(of(blocks), [Outcome::Rejected, Outcome::Ok, Outcome::Ok]);
}
