//! TCOLSUM: the order of the additions, numerics, and shapes without effect.

use crate::case::{Case, Value, model, nd};
use half::{bf16, f16};
use ptoconf_schemas::{DType, Outcome};

/// Sums of one column each, on rows of one block.
fn sum<T: Value>(target: &str, dtype: DType, form: &str, binary: bool, column: &[T]) -> T {
    let rows = column.len() as u32;
    let cols = dtype.block();
    let mut case =
        Case::new("tcolsum", form)
            .out("dst", nd(dtype, [1, cols], [1, 1]))
            .input("src", nd(dtype, [rows, cols], [rows, 1]), |row, _| column[row as usize]);
    if form == "tmp" {
        case = case.scratch("tmp", nd(dtype, [rows, cols], [rows, cols])).binary(binary);
    }
    let run = case.run(&model(target));
    assert!(run.touched().is_empty(), "{:?}", run.touched());
    run.row("dst", 0, 0..1)[0]
}

fn f32_sum(target: &str, form: &str, binary: bool, column: &[f32]) -> f32 {
    sum(target, DType::F32, form, binary, column)
}

const BIG: f32 = 16777216.0; // 2^24: adding 1 is lost.

#[test]
fn sequential_orders() {
    // left fold: ((big + 1) + 1) loses both; a pair is added first on A5: big + (1 + 1).
    assert_eq!(f32_sum("a2a3", "plain", false, &[BIG, 1.0, 1.0]), BIG);
    assert_eq!(f32_sum("a5", "plain", false, &[BIG, 1.0, 1.0]), BIG + 2.0);
    assert_eq!(f32_sum("cpu", "plain", false, &[BIG, 1.0, 1.0]), BIG);
    // (big + (1 + 1)) + 1, with the last row alone.
    assert_eq!(f32_sum("a5", "plain", false, &[BIG, 1.0, 1.0, 1.0]), BIG + 4.0); // A tie, to even.
    assert_eq!(f32_sum("a5", "tmp", false, &[BIG, 1.0, 1.0, 1.0, 1.0]), BIG + 4.0);
    assert_eq!(f32_sum("a2a3", "tmp", false, &[BIG, 1.0, 1.0, 1.0, 1.0]), BIG);
}

#[test]
fn trees() {
    // (r0 + r1) + (r2 + r3)
    let four = [BIG, 1.0, 1.0, 1.0];
    assert_eq!(f32_sum("a2a3", "tmp", true, &four), BIG + 2.0);
    assert_eq!(f32_sum("a5", "tmp", true, &four), BIG + 2.0);
    assert_eq!(f32_sum("cpu", "tmp", true, &four), BIG + 2.0); // As the page has it, not the simulator.
    // A2A3: ((r0 + r1) + r4) + (r2 + r3); A5: (r0 + r1) + (r4 + (r2 + r3)).
    let five = [BIG, 0.0, 2.0, 0.0, 1.0];
    assert_eq!(f32_sum("a2a3", "tmp", true, &five), BIG + 2.0);
    assert_eq!(f32_sum("a5", "tmp", true, &five), BIG + 4.0); // 3 above 2^24 is a tie: to even.
    // Six: (P0 + P1) + P2 on both.
    for target in ["a2a3", "a5"] {
        assert_eq!(f32_sum(target, "tmp", true, &[BIG, 0.0, 1.0, 0.0, 1.0, 0.0]), BIG);
    }
}

#[test]
fn tree_of_seven_rows_puts_the_odd_row_first_or_last() {
    // A2A3 ((P0 + r6) + P1) + P2; A5 (r6 + P2) + (P0 + P1).
    let seven = [BIG, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0];
    assert_eq!(f32_sum("a2a3", "tmp", true, &seven), BIG);
    assert_eq!(f32_sum("a5", "tmp", true, &seven), BIG + 2.0);
}

#[test]
fn negative_zeros() {
    let bits = |target, form, binary, rows: usize| f32_sum(target, form, binary, &vec![-0.0; rows]).to_bits();
    let negative = (-0f32).to_bits();
    for rows in [1, 2, 3] {
        assert_eq!(bits("a2a3", "plain", false, rows), negative);
        assert_eq!(bits("a5", "plain", false, rows), negative);
        assert_eq!(bits("a2a3", "tmp", true, rows), negative);
        assert_eq!(bits("cpu", "plain", false, rows), 0);
    }
    assert_eq!(bits("a5", "tmp", true, 1), 0);
    assert_eq!(bits("a5", "tmp", true, 2), negative);
}

#[test]
fn subnormals() {
    let tiny = f32::from_bits(1);
    let column = [f32::MIN_POSITIVE, tiny];
    assert_eq!(f32_sum("a2a3", "plain", false, &column), f32::MIN_POSITIVE);
    assert_eq!(f32_sum("a5", "plain", false, &column), f32::MIN_POSITIVE);
    assert_eq!(f32_sum("cpu", "plain", false, &column).to_bits(), 0x0080_0001);
    // A result below the smallest normal number is flushed too, and keeps its sign.
    let column = [f32::MIN_POSITIVE * 1.5, f32::MIN_POSITIVE * -2.0];
    assert_eq!(f32_sum("a5", "plain", false, &column).to_bits(), (-0f32).to_bits());
    // One row is copied: a subnormal survives, except where +0 is added.
    assert_eq!(f32_sum("a2a3", "plain", false, &[tiny]).to_bits(), 1);
    assert_eq!(f32_sum("a5", "tmp", true, &[tiny]).to_bits(), 0);
    let half = |target| sum(target, DType::F16, "plain", false, &[f16::from_bits(0x0400), f16::from_bits(0x8001)]).to_bits();
    assert_eq!((half("a2a3"), half("cpu")), (0x0400, 0x03ff));
}

#[test]
fn two_byte_floats_are_rounded_at_every_step() {
    // 2048 + 1 is a tie in f16 and goes to even; in one rounding 2048 + 1 + 1 would be 2050.
    let column = [2048.0, 1.0, 1.0].map(f16::from_f32);
    assert_eq!(sum("a2a3", DType::F16, "plain", false, &column), f16::from_f32(2048.0));
    assert_eq!(sum("a5", DType::F16, "plain", false, &column), f16::from_f32(2050.0));
    let column = [256.0, 1.0, 1.0].map(bf16::from_f32);
    assert_eq!(sum("a5", DType::Bf16, "plain", false, &column), bf16::from_f32(258.0));
    let overflow = [f16::MAX, f16::MAX, f16::MIN];
    assert_eq!(sum("a2a3", DType::F16, "plain", false, &overflow), f16::INFINITY);
}

#[test]
fn integers_wrap() {
    assert_eq!(sum("a2a3", DType::I16, "plain", false, &[i16::MAX, 1, 1]), i16::MIN + 1);
    assert_eq!(sum("a5", DType::I8, "plain", false, &[127i8, 127, 127]), 125);
    assert_eq!(sum("a5", DType::U8, "tmp", true, &[255u8, 255, 255]), 253);
    assert_eq!(sum("a5", DType::I64, "tmp", true, &[i64::MAX, 1, 5, -7, 2]), i64::MIN);
    assert_eq!(sum("cpu", DType::I32, "plain", false, &[i32::MIN, -1]), i32::MAX);
}

#[test]
fn every_column_of_several_vectors() {
    // 70 columns of f32: one vector of 64 and a tail.
    for target in ["a2a3", "a5", "cpu"] {
        for binary in [false, true] {
            let run = Case::new("tcolsum", "tmp")
                .out("dst", nd(DType::F32, [2, 72], [1, 70]))
                .input("src", nd(DType::F32, [8, 80], [5, 70]), |row, col| (row * 100 + col) as f32)
                .scratch("tmp", nd(DType::F32, [2, 72], [2, 72]))
                .binary(binary)
                .run(&model(target));
            let expected: Vec<f32> = (0..70).map(|col| (1000 + 5 * col) as f32).collect();
            assert_eq!(run.row::<f32>("dst", 0, 0..70), expected, "{target}");
            assert!(run.untouched("dst", 1, 0..72), "{target}");
            assert!(run.touched().is_empty());
        }
    }
}

#[test]
fn nothing_to_sum_is_no_effect() {
    let dtype = DType::F32;
    let shapes = [([0, 8], [1, 8]), ([4, 0], [1, 0]), ([4, 8], [0, 8])];
    for (src, dst) in shapes {
        for target in ["a2a3", "a5", "cpu"] {
            let run = Case::new("tcolsum", "plain")
                .out("dst", nd(dtype, [1, 8], dst))
                .input("src", nd(dtype, [4, 8], src), |_, _| 1f32)
                .run(&model(target));
            assert_eq!(run.outcome(), Outcome::Ok);
            assert!(run.untouched("dst", 0, 0..8), "{target} {src:?} {dst:?}");
        }
    }
}
