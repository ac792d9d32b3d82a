//! TROWARGMAX, TROWARGMIN, TCOLARGMAX and TCOLARGMIN: which element is taken, and what is written for it.

use crate::case::{Case, Run, Value, column, model, nd};
use half::f16;
use ptoconf_schemas::{BLayout, DType, Tile};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];
const NAN: u32 = 0x7fc0_0001;
const ONE: u32 = 0x3f80_0000;
const TWO: u32 = 0x4000_0000;
const MINUS_ZERO: u32 = 0x8000_0000;

/// Of one line, which is a row or a column; a second one holds its first element everywhere.
fn case<T: Value>(op: &str, form: &str, index: DType, dtype: DType, line: &[T]) -> Case {
    let length = line.len() as u32;
    let by_row = op.starts_with("trow");
    let valid = if by_row { [2, length] } else { [length, 2] };
    let tile = |valid: [u32; 2]| nd(dtype, [valid[0], valid[1].next_multiple_of(dtype.block())], valid);
    let out = |dtype: DType| if by_row { nd(dtype, [2, dtype.block()], [2, 1]) } else { nd(dtype, [1, dtype.block()], [1, 2]) };
    let at = |row: u32, col: u32| {
        let [own, other] = if by_row { [col, row] } else { [row, col] };
        if other == 0 { line[(own as usize).min(line.len() - 1)] } else { line[0] }
    };
    let case = Case::new(op, form);
    let case = if form == "index" { case } else { case.out("dstVal", out(dtype)) };
    case.out("dstIdx", out(index)).input("src", tile(valid), at).scratch("tmp", tile(valid))
}

fn first<T: Value>(run: &Run, name: &str) -> T {
    run.row(name, 0, 0..1)[0]
}

/// Place and bits of what is taken; the form without values gives the same place.
fn taken<T: Value>(op: &str, target: &str, dtype: DType, line: &[T]) -> (u32, Vec<u8>) {
    let index = case(op, "index", DType::U32, dtype, line).run(&model(target));
    let short = dtype.bytes() == 2 && target != "cpu" && op.starts_with("tcol");
    let both = case(op, "value-index", if short { DType::U16 } else { DType::U32 }, dtype, line).run(&model(target));
    assert!(index.touched().is_empty() && both.touched().is_empty(), "{target}");
    let place = first::<u32>(&index, "dstIdx");
    assert_eq!(place, if short { first::<u16>(&both, "dstIdx").into() } else { first::<u32>(&both, "dstIdx") }, "{target} {op}");
    (place, first::<T>(&both, "dstVal").bytes())
}

#[test]
fn ends_are_found_wherever_they_are() {
    // One block, one vector and a tail, three vectors and a tail, and more than f16 counts.
    for (target, length) in TARGETS.iter().flat_map(|t| [5, 141, 400, 2050].map(|n| (t, n))) {
        for [high, low] in [[0, length - 1], [length - 1, 0], [length / 2, 1], [2, length / 2 + 1]] {
            let mut line = vec![f16::ONE; length];
            (line[high], line[low]) = (f16::from_f32(3.0), f16::from_f32(-3.0));
            for by in ["trow", "tcol"] {
                let found = |end: &str| taken(&format!("{by}arg{end}"), target, DType::F16, &line);
                assert_eq!(found("max"), (high as u32, line[high].bytes()), "{target} {by} {length}");
                assert_eq!(found("min"), (low as u32, line[low].bytes()), "{target} {by} {length}");
            }
        }
    }
}

#[test]
fn the_first_of_equal_elements_is_taken() {
    for target in TARGETS {
        for by in ["trow", "tcol"] {
            for places in [[1, 2], [0, 199], [63, 64], [3, 131]] {
                let mut line = vec![1f32; 200];
                places.iter().for_each(|&at| line[at] = 5.0);
                assert_eq!(taken(&format!("{by}argmax"), target, DType::F32, &line).0, places[0] as u32, "{target} {by}");
            }
            assert_eq!(taken(&format!("{by}argmin"), target, DType::F32, &[MINUS_ZERO, 0]), (0, MINUS_ZERO.bytes()));
            assert_eq!(taken(&format!("{by}argmin"), target, DType::F32, &[0, MINUS_ZERO]), (0, 0u32.bytes()));
        }
    }
}

#[test]
fn nan_is_taken_as_the_target_takes_it() {
    for by in ["trow", "tcol"] {
        let op = format!("{by}argmax");
        let of = |line: &[u32]| TARGETS.map(|target| taken(&op, target, DType::F32, line).0);
        assert_eq!(of(&[ONE, NAN, TWO, NAN]), [1, 2, 2], "{op}");
        assert_eq!(of(&[NAN, ONE, TWO]), [0, 2, 0], "{op}");
        assert_eq!(of(&[NAN, NAN, NAN]), [0; 3], "{op}");
    }
}

#[test]
fn types_have_their_own_order() {
    for by in ["trow", "tcol"] {
        assert_eq!(taken(&format!("{by}argmax"), "a5", DType::U16, &[1u16, 0x8000, 0x7fff]).0, 1);
        assert_eq!(taken(&format!("{by}argmin"), "cpu", DType::U32, &[1 << 31, 7u32, 0x7fc0_0000]).0, 1);
        assert_eq!(taken(&format!("{by}argmax"), "a5", DType::I32, &[-1i32, 3, i32::MIN]).0, 1);
    }
    assert_eq!(taken("tcolargmax", "a2a3", DType::U32, &[1u32, 0xffff_0000, 1 << 31]).0, 1);
    assert_eq!(taken("trowargmin", "cpu", DType::I64, &[5i64, i64::MIN, 0]).0, 1);
}

#[test]
fn columns_of_outputs_and_column_major_sources() {
    for target in TARGETS {
        let tile = || nd(DType::F32, [2, 8], [2, 3]);
        let at = |row: u32, col: u32| (row * 10 + col * (1 - row)) as f32;
        let rows = Case::new("trowargmax", "value-index").out("dstVal", column(DType::F32, 8, 2)).out("dstIdx", column(DType::I32, 8, 2));
        let run = rows.input("src", tile(), at).scratch("tmp", tile()).run(&model(target));
        assert_eq!([0, 1].map(|row| run.row::<i32>("dstIdx", row, 0..1)[0]), [2, 0], "{target}");
        assert_eq!([0, 1].map(|row| run.row::<f32>("dstVal", row, 0..1)[0]), [2.0, 10.0], "{target}");
        let untouched = |name| (2..8).all(|row| run.untouched(name, row, 0..1));
        assert!(untouched("dstVal") && untouched("dstIdx"), "{target}");
        let turned = Tile { blayout: BLayout::ColMajor, ..nd(DType::F32, [8, 3], [2, 3]) };
        let columns = Case::new("tcolargmax", "index").out("dstIdx", nd(DType::I32, [1, 8], [1, 3]));
        // `input` lays elements out by row: a model finds them by column again.
        let run = columns.input("src", turned, at).scratch("tmp", nd(DType::F32, [1, 8], [1, 3])).run(&model(target));
        assert_eq!(run.row::<i32>("dstIdx", 0, 0..3), [1, 1, 1], "{target}");
    }
}
