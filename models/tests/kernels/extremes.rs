//! TCOLMAX, TCOLMIN, TCOLEXPANDMAX and TCOLEXPANDMIN: what is picked, and what is written.

use crate::case::{Case, Value, model, nd};
use half::f16;
use ptoconf_schemas::{DType, Outcome};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];
const NAN: u32 = 0x7fc0_0001;
const ONE: u32 = 0x3f80_0000;
const MINUS_ZERO: u32 = 0x8000_0000;

/// Of one column, on rows of one block.
fn column<T: Value>(op: &str, target: &str, dtype: DType, column: &[T]) -> T {
    let (rows, cols) = (column.len() as u32, dtype.block());
    let run = Case::new(op, "plain")
        .out("dst", nd(dtype, [2, cols], [1, 1]))
        .input("src", nd(dtype, [rows, cols], [rows, 1]), |row, _| column[row as usize])
        .run(&model(target));
    assert!(run.touched().is_empty() && run.untouched("dst", 1, 0..cols as usize), "{target}");
    run.row("dst", 0, 0..1)[0]
}

/// Of one element and one value per column.
fn pair<T: Value>(op: &str, target: &str, dtype: DType, [a, b]: [T; 2]) -> T {
    let tile = || nd(dtype, [1, dtype.block()], [1, 1]);
    let case = Case::new(op, "plain").out("dst", tile()).input("src0", tile(), |_, _| a).input("src1", tile(), |_, _| b);
    case.run(&model(target)).row("dst", 0, 0..1)[0]
}

#[test]
fn the_largest_and_the_smallest_wherever_they_are() {
    for target in TARGETS {
        for at in 0..7 {
            let mut values = [3i16, -4, 0, 1, -2, 2, -1];
            values.rotate_right(at);
            assert_eq!(column("tcolmax", target, DType::I16, &values), 3, "{target} {at}");
            assert_eq!(column("tcolmin", target, DType::I16, &values), -4, "{target} {at}");
            let floats = values.map(|v| f16::from_f32(f32::from(v) - 5.0));
            assert_eq!(column("tcolmax", target, DType::F16, &floats), f16::from_f32(-2.0), "{target} {at}");
            assert_eq!(column("tcolmin", target, DType::F16, &floats), f16::from_f32(-9.0), "{target} {at}");
        }
        assert_eq!(column("tcolmin", target, DType::I32, &[i32::MAX]), i32::MAX);
    }
}

#[test]
fn unsigned_elements_are_compared_as_such() {
    assert_eq!(column("tcolmax", "a5", DType::U8, &[1u8, 0x80, 2]), 0x80);
    assert_eq!(column("tcolmin", "a5", DType::U32, &[u32::MAX, 1 << 31, 1]), 1);
    assert_eq!(column("tcolmax", "a5", DType::I64, &[i64::MIN, -1, -2]), -1);
    assert_eq!(pair("tcolexpandmax", "cpu", DType::U16, [1u16, 0x8000]), 0x8000);
    assert_eq!(pair("tcolexpandmin", "a5", DType::I8, [1i8, -128]), -128);
}

#[test]
fn nan_stays_on_devices_and_where_it_is_first_on_the_cpu() {
    for (column_op, pair_op) in [("tcolmax", "tcolexpandmax"), ("tcolmin", "tcolexpandmin")] {
        for target in TARGETS {
            let lost = if target == "cpu" { ONE } else { NAN };
            assert_eq!(column(column_op, target, DType::F32, &[NAN, ONE, ONE, ONE]), NAN, "{target}");
            for at in 1..4 {
                let mut values = [ONE; 4];
                values[at] = NAN;
                assert_eq!(column(column_op, target, DType::F32, &values), lost, "{target} {at}");
            }
            assert_eq!(pair(pair_op, target, DType::F32, [NAN, ONE]), NAN, "{target}");
            assert_eq!(pair(pair_op, target, DType::F32, [ONE, NAN]), lost, "{target}");
        }
    }
}

#[test]
fn zeros_are_ordered_on_devices_and_equal_on_the_cpu() {
    let both = |target, values: [u32; 2]| {
        let [max, min] = ["tcolmax", "tcolmin"].map(|op| column(op, target, DType::F32, &values));
        assert_eq!([max, min], ["tcolexpandmax", "tcolexpandmin"].map(|op| pair(op, target, DType::F32, values)), "{target}");
        [max, min]
    };
    for target in ["a2a3", "a5"] {
        assert_eq!([both(target, [0, MINUS_ZERO]), both(target, [MINUS_ZERO, 0])], [[0, MINUS_ZERO]; 2], "{target}");
    }
    assert_eq!([both("cpu", [0, MINUS_ZERO]), both("cpu", [MINUS_ZERO, 0])], [[0; 2], [MINUS_ZERO; 2]]);
}

#[test]
fn subnormals_are_compared_and_kept() {
    for target in TARGETS {
        let tiny = [1u16, 3, 2].map(f16::from_bits);
        assert_eq!(column("tcolmax", target, DType::F16, &tiny).to_bits(), 3, "{target}");
        assert_eq!(column("tcolmin", target, DType::F16, &tiny).to_bits(), 1, "{target}");
        assert_eq!(pair("tcolexpandmin", target, DType::F32, [1u32, 0x8000_0001]), 0x8000_0001, "{target}");
    }
}

#[test]
fn every_column_of_several_vectors() {
    for target in TARGETS {
        let run = Case::new("tcolmax", "plain")
            .out("dst", nd(DType::F32, [3, 80], [2, 70]))
            .input("src", nd(DType::F32, [8, 72], [5, 70]), |row, col| if row == col % 5 { col as f32 } else { -1000.0 })
            .run(&model(target));
        let expected: Vec<f32> = (0..70).map(|col| col as f32).collect();
        assert_eq!(run.row::<f32>("dst", 0, 0..70), expected, "{target}");
        assert!(run.untouched("dst", 1, 0..80) && run.untouched("dst", 0, 72..80), "{target}");
        assert_eq!(run.untouched("dst", 0, 70..72), target != "a2a3", "the padding of row 0 of src, in whole blocks");
    }
}

#[test]
fn nothing_to_compare_is_no_effect() {
    for (src, dst) in [([0, 8], [1, 8]), ([4, 0], [1, 0]), ([4, 8], [0, 8])] {
        for target in TARGETS {
            let run = Case::new("tcolmin", "plain")
                .out("dst", nd(DType::F32, [1, 8], dst))
                .input("src", nd(DType::F32, [4, 8], src), |_, _| 1f32)
                .run(&model(target));
            assert_eq!(run.outcome(), Outcome::Ok);
            assert!(run.untouched("dst", 0, 0..8), "{target} {src:?} {dst:?}");
        }
    }
}

#[test]
fn a_value_per_column_for_every_row() {
    let tile = |rows, valid| nd(DType::I32, [rows, 8], [valid, 3]);
    for target in TARGETS {
        let case = |op| {
            Case::new(op, "plain")
                .out("dst", tile(3, 2))
                .input("src0", tile(2, 2), |row, col| (10 * row + col) as i32)
                .input("src1", tile(2, 2), |row, col| if row == 0 { 11 - 5 * col as i32 } else { 99 })
                .run(&model(target))
        };
        let max = case("tcolexpandmax");
        assert_eq!([max.row::<i32>("dst", 0, 0..3), max.row("dst", 1, 0..3)], [[11, 6, 2], [11, 11, 12]], "{target}");
        let min = case("tcolexpandmin");
        assert_eq!([min.row::<i32>("dst", 0, 0..3), min.row("dst", 1, 0..3)], [[0, 1, 1], [10, 6, 1]], "{target}");
        assert!(min.untouched("dst", 0, 3..8) && min.untouched("dst", 2, 0..8), "{target}: exactly the valid region");
    }
}
