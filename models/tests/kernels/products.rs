//! TCOLPROD and TROWPROD: the order of the multiplications, numerics, and what is written.

use crate::case::{Case, Value, column, model, nd};
use half::{bf16, f16};
use ptoconf_schemas::{DType, Outcome};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];
const TOP: f32 = f32::from_bits(0x7F00_0000); // 2^127: twice that is infinite.

/// The product of one column.
fn product<T: Value>(target: &str, dtype: DType, elements: &[T]) -> T {
    let (rows, cols) = (elements.len() as u32, dtype.block());
    let src = nd(dtype, [rows, cols], [rows, 1]);
    let case = Case::new("tcolprod", "plain").out("dst", nd(dtype, [1, cols], [1, 1])).input("src", src, |row, _| elements[row as usize]);
    let run = case.run(&model(target));
    assert!(run.touched().is_empty(), "{:?}", run.touched());
    run.row("dst", 0, 0..1)[0]
}

/// The product of one row, with a row above it that holds the same.
fn row_product<T: Value>(target: &str, dtype: DType, elements: &[T]) -> T {
    let cols = elements.len() as u32;
    let tile = || nd(dtype, [2, cols.next_multiple_of(dtype.block())], [2, cols]);
    let dst = nd(dtype, [2, dtype.block()], [2, 1]);
    let at = |_, col: u32| elements[(col as usize).min(elements.len() - 1)];
    let run = Case::new("trowprod", "plain").out("dst", dst).input("src", tile(), at).scratch("tmp", tile()).run(&model(target));
    assert!(run.touched().is_empty() && run.untouched("dst", 0, 1..dtype.block() as usize), "{target}");
    assert_eq!(run.row::<T>("dst", 0, 0..1)[0].bytes(), run.row::<T>("dst", 1, 0..1)[0].bytes(), "{target}");
    run.row("dst", 1, 0..1)[0]
}

/// So many ones but for these.
fn sparse(terms: usize, elements: &[(usize, f32)]) -> Vec<f32> {
    let mut line = vec![1.0; terms];
    elements.iter().for_each(|(at, value)| line[*at] = *value);
    line
}

#[test]
fn columns_are_multiplied_row_by_row_or_in_pairs() {
    let finite = |elements: &[f32]| TARGETS.map(|t| product(t, DType::F32, elements).is_finite());
    // (2^127 * 4) / 8 against 2^127 * (4 / 8).
    assert_eq!(finite(&[TOP, 4.0, 0.125]), [false, true, false]);
    assert_eq!(finite(&[4.0, 0.125, TOP]), [true, true, true]);
    assert_eq!(finite(&[0.125, 4.0, TOP]), [true, false, true]);
    assert_eq!(product("a5", DType::F32, &[3.0, 5.0, 7.0, -2.0]), -210.0);
    assert_eq!(TARGETS.map(|t| product(t, DType::F32, &[1.5f32])), [1.5; 3]);
}

#[test]
fn rows_are_multiplied_by_lanes_by_halves_or_in_turn() {
    let finite = |terms, elements: &[(usize, f32)]| TARGETS.map(|t| row_product(t, DType::F32, &sparse(terms, elements)).is_finite());
    // Elements 0 and 8 are in one lane of a block; of a vector, 16 apart meet before those.
    assert_eq!(finite(17, &[(0, TOP), (16, 4.0), (8, 0.125)]), [true, false, true]);
    assert_eq!(finite(17, &[(0, TOP), (1, 4.0), (8, 0.125)]), [true, true, false]);
    assert_eq!(finite(72, &[(0, TOP), (8, 4.0), (64, 0.125)]), [false, true, false]);
    // After the lanes of a block one lane after another, of a vector neighbours last.
    assert_eq!(finite(3, &[(0, TOP), (1, 4.0), (2, 0.125)]), [false, true, false]);
    let column =
        Case::new("trowprod", "plain")
            .out("dst", column(DType::F32, 8, 8))
            .input("src", nd(DType::F32, [8, 8], [8, 3]), |row, _| row as f32);
    let run = column.scratch("tmp", nd(DType::F32, [8, 8], [8, 8])).run(&model("a2a3"));
    assert_eq!((0..8).map(|row| run.row::<f32>("dst", row, 0..1)[0]).collect::<Vec<_>>(), [0.0, 1.0, 8.0, 27.0, 64.0, 125.0, 216.0, 343.0]);
}

#[test]
fn a2a3_multiplies_lanes_of_f16_in_f32() {
    let of = |elements: &[f32]| {
        let elements: Vec<f16> = elements.iter().map(|&x| f16::from_f32(x)).collect();
        TARGETS.map(|t| row_product(t, DType::F16, &elements).to_f32())
    };
    // 2^15 * 4 / 8 leaves the range of f16 alone.
    assert_eq!(of(&[32768.0, 4.0, 0.125]), [16384.0, 16384.0, f32::INFINITY]);
    assert_eq!(of(&[32768.0, 0.125, 4.0, 4.0]), [f32::INFINITY, f32::INFINITY, f32::INFINITY]);
    assert_eq!(of(&[32768.0, 1.0, 4.0, 0.125]), [16384.0, f32::INFINITY, f32::INFINITY]);
    // Three odd factors: rounded once or twice.
    assert_eq!(of(&[33.0, 65.0, 3.0]), [6436.0, 6436.0, 6432.0]);
}

#[test]
fn types_round_wrap_and_flush() {
    assert_eq!(
        ["a5", "cpu"].map(|t| product(t, DType::Bf16, &[1.0078125, 1.0078125, 3.0].map(bf16::from_f32)).to_f32()),
        [3.0625, 3.046875]
    );
    for target in TARGETS {
        assert_eq!(product(target, DType::I16, &[i16::MAX, 3, -1]), -32_765);
        assert_eq!(row_product(target, DType::I32, &[65_536, 65_536, 3]), 0);
        assert_eq!(row_product(target, DType::I16, &(1..9).collect::<Vec<i16>>()), 40_320u16 as i16);
    }
    // A single subnormal number is copied in a column, and multiplied by one in a row.
    let small = f32::from_bits(5);
    assert_eq!(TARGETS.map(|t| product(t, DType::F32, &[small]).to_bits()), [5, 5, 5]);
    assert_eq!(TARGETS.map(|t| row_product(t, DType::F32, &[small]).to_bits()), [0, 0, 5]);
    let zeros = TARGETS.map(|t| row_product(t, DType::F32, &[0.0, -1.0]).is_sign_negative());
    assert_eq!(zeros, [true; 3]);
}

#[test]
fn nothing_is_written_for_a_column_without_rows() {
    for target in TARGETS {
        let case = Case::new("tcolprod", "plain").out("dst", nd(DType::F32, [1, 8], [1, 8]));
        let run = case.input("src", nd(DType::F32, [2, 8], [0, 8]), |_, _| 2f32).run(&model(target));
        assert!(run.outcome() == Outcome::Ok && run.untouched("dst", 0, 0..8), "{target}");
    }
}
