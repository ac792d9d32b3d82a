//! TROWSUM: the order of the additions, numerics, and what is written.

use crate::case::{Case, Value, column, model, nd};
use half::f16;
use ptoconf_schemas::{DType, Tile};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];
const BIG: f32 = 16_777_216.0; // 2^24: adding 1 is lost.

/// Of one row; a second one holds its first element and zeros.
fn case<T: Value>(dst: Tile, dtype: DType, line: &[T], zero: T) -> Case {
    let cols = line.len() as u32;
    let tile = || nd(dtype, [2, cols.next_multiple_of(dtype.block())], [2, cols]);
    let at = |row: u32, col: u32| match (row, col as usize) {
        (0, col) => line[col.min(line.len() - 1)],
        (_, 0) => line[0],
        _ => zero,
    };
    Case::new("trowsum", "plain").out("dst", dst).input("src", tile(), at).scratch("tmp", tile())
}

fn sum<T: Value>(target: &str, dtype: DType, line: &[T], zero: T) -> T {
    let run = case(nd(dtype, [2, dtype.block()], [2, 1]), dtype, line, zero).run(&model(target));
    assert!(run.touched().is_empty() && run.untouched("dst", 0, 1..dtype.block() as usize), "{target}");
    assert_eq!(run.row::<T>("dst", 1, 0..1)[0].bytes(), line[0].bytes(), "{target}: the second row");
    run.row("dst", 0, 0..1)[0]
}

/// So many columns of zeros but for these.
fn sparse(cols: usize, elements: &[(usize, f32)]) -> Vec<f32> {
    let mut line = vec![0.0; cols];
    elements.iter().for_each(|(col, value)| line[*col] = *value);
    line
}

#[test]
fn neighbours_meet_first_within_a_vector() {
    // (big + 0) + (1 + 1), against one after another.
    let line = sparse(4, &[(0, BIG), (2, 1.0), (3, 1.0)]);
    assert_eq!(["a2a3", "a5", "cpu"].map(|t| sum(t, DType::F32, &line, 0.0)), [BIG + 2.0, BIG + 2.0, BIG]);
    // Three: the odd one waits.
    assert_eq!(["a2a3", "a5"].map(|t| sum(t, DType::F32, &[1.0, 1.0, BIG], 0.0)), [BIG + 2.0; 2]);
}

#[test]
fn vectors_meet_lane_by_lane_or_one_after_another() {
    // A2A3: lane 0 of both vectors first. A5: each vector by itself.
    let line = sparse(128, &[(0, 1.0), (64, 1.0), (1, BIG)]);
    assert_eq!(["a2a3", "a5"].map(|t| sum(t, DType::F32, &line, 0.0)), [BIG + 2.0, BIG]);
    let line = sparse(128, &[(64, 1.0), (65, 1.0), (0, BIG)]);
    assert_eq!(["a2a3", "a5"].map(|t| sum(t, DType::F32, &line, 0.0)), [BIG, BIG + 2.0]);
}

/// Seven vectors and one element: sums of pairs 0 to 2; to the first go vector 6 and the rest, to what 0 and 1 give goes 2.
#[test]
fn odd_vectors_have_their_places() {
    let cols = 7 * 64 + 1;
    // Lane 0 of the first sum loses each by itself; with the other it would not.
    for place in [6 * 64, 7 * 64] {
        let line = sparse(cols, &[(0, BIG), (place, 1.0)]);
        assert_eq!(sum("a2a3", DType::F32, &line, 0.0), BIG);
    }
    let both = sparse(cols, &[(0, BIG), (6 * 64, 1.0), (7 * 64, 1.0)]);
    assert_eq!(sum("a2a3", DType::F32, &both, 0.0), BIG, "one after another");
    // Vectors 4 and 5 are added to each other before they come to the first.
    let pair = sparse(cols, &[(0, BIG), (4 * 64, 1.0), (5 * 64, 1.0)]);
    assert_eq!(sum("a2a3", DType::F32, &pair, 0.0), BIG + 2.0);
}

/// 64 x 128 in one column: blocks 0 and 8 meet after their own elements.
#[test]
fn four_shapes_sum_up_blocks_first() {
    let of = |rows: u32, cols: u32, dst: Tile, elements: &[(usize, f32)]| {
        let line = sparse(cols as usize, elements);
        let tile = || nd(DType::F32, [rows, cols], [rows, cols]);
        let case = Case::new("trowsum", "plain").out("dst", dst).input("src", tile(), |_, col| line[col as usize]);
        case.scratch("tmp", tile()).run(&model("a2a3")).row::<f32>("dst", 0, 0..1)[0]
    };
    // Lanes 0 of both vectors first, or the block of each.
    let elements = [(0, BIG), (64, 1.0), (65, 1.0)];
    assert_eq!(of(64, 128, column(DType::F32, 64, 64), &elements), BIG + 2.0);
    assert_eq!(of(64, 128, nd(DType::F32, [64, 8], [64, 1]), &elements), BIG, "a row-major dst");
    assert_eq!(of(32, 128, column(DType::F32, 32, 32), &elements), BIG, "another shape");
    for [rows, cols] in [[32, 256], [16, 512], [8, 1024]] {
        let ones: Vec<(usize, f32)> = (0..cols as usize).map(|col| (col, 1.0)).collect();
        assert_eq!(of(rows, cols, column(DType::F32, rows, rows), &ones), cols as f32);
        assert_eq!(of(rows, cols, column(DType::F32, rows, rows), &elements), BIG + 2.0, "{cols}");
    }
}

#[test]
fn the_cpu_adds_f16_in_f32() {
    let mut line = vec![f16::ONE; 64];
    line[0] = f16::from_f32(2048.0);
    let sums = TARGETS.map(|t| sum(t, DType::F16, &line, f16::ZERO).to_f32());
    // Neighbours: 2048 + 1 is lost once, everything else is exact.
    assert_eq!(sums, [2110.0, 2110.0, 2112.0]);
}

#[test]
fn integers_wrap_and_minus_zero_depends_on_the_seed() {
    for target in TARGETS {
        assert_eq!(sum(target, DType::I16, &[i16::MAX, 1, 1], 0), i16::MIN + 1, "{target}");
        let long: Vec<i32> = (0..300).collect();
        assert_eq!(sum(target, DType::I32, &long, 0), 44_850, "{target}");
    }
    let zeros = TARGETS.map(|target| {
        let tile = || nd(DType::F32, [1, 8], [1, 3]);
        let case = Case::new("trowsum", "plain").out("dst", nd(DType::F32, [1, 8], [1, 1])).input("src", tile(), |_, _| -0.0f32);
        case.scratch("tmp", tile()).run(&model(target)).row::<f32>("dst", 0, 0..1)[0].is_sign_negative()
    });
    assert_eq!(zeros, [true, false, false]);
}
