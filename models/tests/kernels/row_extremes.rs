//! TROWMAX and TROWMIN: what is picked of a row, and what is written.

use crate::case::{Case, Value, column, model, nd};
use half::f16;
use ptoconf_schemas::{DType, Tile};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];
const NAN: u32 = 0x7fc0_0001;
const ONE: u32 = 0x3f80_0000;
const MINUS_ZERO: u32 = 0x8000_0000;

/// Of one row; a second one holds the same element everywhere.
fn case<T: Value>(op: &str, dst: Tile, dtype: DType, line: &[T]) -> Case {
    let cols = line.len() as u32;
    let tile = || nd(dtype, [2, cols.next_multiple_of(dtype.block())], [2, cols]);
    let at = |row: u32, col: u32| if row == 0 { line[(col as usize).min(line.len() - 1)] } else { line[0] };
    Case::new(op, "plain").out("dst", dst).input("src", tile(), at).scratch("tmp", tile())
}

fn row<T: Value>(op: &str, target: &str, dtype: DType, line: &[T]) -> T {
    let run = case(op, nd(dtype, [2, dtype.block()], [2, 1]), dtype, line).run(&model(target));
    assert!(run.touched().is_empty() && run.untouched("dst", 0, 1..dtype.block() as usize), "{target}");
    assert_eq!(run.row::<T>("dst", 1, 0..1)[0].bytes(), line[0].bytes(), "{target}: the second row");
    run.row("dst", 0, 0..1)[0]
}

#[test]
fn the_largest_and_the_smallest_wherever_they_are() {
    // One block, one vector and a tail, three vectors and a tail.
    for (target, length) in TARGETS.iter().flat_map(|t| [5, 141, 400].map(|n| (t, n))) {
        for [high, low] in [[0, length - 1], [length - 1, 0], [length / 2, 1], [2, length / 2 + 1]] {
            let mut line = vec![7i16; length];
            (line[high], line[low]) = (30_000, -30_000);
            assert_eq!(row("trowmax", target, DType::I16, &line), 30_000, "{target} {length} {high}");
            assert_eq!(row("trowmin", target, DType::I16, &line), -30_000, "{target} {length} {low}");
            let floats: Vec<f16> = line.iter().map(|v| f16::from_f32(f32::from(*v))).collect();
            assert_eq!(row("trowmax", target, DType::F16, &floats), f16::from_f32(30_000.0), "{target} {length} {high}");
        }
    }
}

#[test]
fn a_column_takes_the_results_of_all_rows() {
    for target in TARGETS {
        let run = case("trowmax", column(DType::F32, 8, 2), DType::F32, &[1.0f32, 4.0, 2.0]).run(&model(target));
        assert_eq!([0, 1].map(|row| run.row::<f32>("dst", row, 0..1)[0]), [4.0, 1.0], "{target}");
        assert!((2..8).all(|row| run.untouched("dst", row, 0..1)), "{target}");
    }
}

#[test]
fn nan_and_zeros_are_picked_as_in_columns() {
    for target in TARGETS {
        let device = target != "cpu";
        let late = row("trowmax", target, DType::F32, &[ONE, ONE, NAN, ONE]);
        assert_eq!(late, if device { NAN } else { ONE }, "{target}");
        assert_eq!(row("trowmin", target, DType::F32, &[NAN, ONE, ONE]), NAN, "{target}");
        let zeros = [MINUS_ZERO, 0];
        assert_eq!(row("trowmax", target, DType::F32, &zeros), if device { 0 } else { MINUS_ZERO }, "{target}");
        assert_eq!(row("trowmin", target, DType::F32, &zeros), MINUS_ZERO, "{target}");
    }
}

#[test]
fn unsigned_and_wide_elements() {
    assert_eq!(row("trowmax", "a5", DType::U8, &[1u8, 0x80, 2]), 0x80);
    assert_eq!(row("trowmin", "a5", DType::I64, &[i64::MAX, -1, 3]), -1);
    assert_eq!(row("trowmax", "cpu", DType::U32, &[1u32, 1 << 31]), 1 << 31);
}
