//! TCOLEXPAND, TCOLEXPANDADD, TCOLEXPANDSUB, TCOLEXPANDMUL and TCOLEXPANDDIV.

use crate::case::{Case, column, model, nd};
use half::f16;
use ptoconf_schemas::{BLayout, DType, Tile};

const F32: DType = DType::F32;
const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];

#[test]
fn expand_copies_bits() {
    let bits = [0x7f80_0001, 0x8000_0000, 1, 0xffc1_2345, 0x3f80_0000];
    for target in TARGETS {
        let run = Case::new("tcolexpand", "plain")
            .out("dst", nd(F32, [4, 8], [3, 5]))
            .input("src", nd(F32, [2, 16], [2, 5]), |row, col| if row == 0 && col < 5 { bits[col as usize] } else { 77u32 })
            .run(&model(target));
        for row in 0..3 {
            assert_eq!(run.row::<u32>("dst", row, 0..5), bits, "{target}");
        }
        assert!(run.untouched("dst", 3, 0..8), "{target}");
        assert!(run.touched().is_empty());
    }
}

#[test]
fn expand_of_eight_byte_elements() {
    let case = Case::new("tcolexpand", "plain").out("dst", nd(DType::I64, [2, 4], [2, 3])).input(
        "src",
        nd(DType::I64, [1, 4], [1, 3]),
        |_, col| i64::MIN + i64::from(col),
    );
    assert_eq!(case.run(&model("a5")).row::<i64>("dst", 1, 0..3), [i64::MIN, i64::MIN + 1, i64::MIN + 2]);
    assert!(case.run(&model("a2a3")).message().contains("a2a3 has no tcolexpand for i64"));
}

fn arith(op: &str, dst: Tile, src0: Tile, src1: Tile) -> Case {
    Case::new(op, "plain")
        .out("dst", dst)
        .input("src0", src0, |row, col| (10 * row + col) as f32)
        .input("src1", src1, |row, col| if row == 0 { 100.0 * (col + 1) as f32 } else { -1.0 })
}

#[test]
fn one_value_per_column() {
    let tiles = || (nd(F32, [3, 8], [2, 3]), nd(F32, [4, 16], [2, 3]), nd(F32, [2, 8], [1, 4]));
    for target in TARGETS {
        let (dst, src0, src1) = tiles();
        let run = arith("tcolexpandadd", dst, src0, src1).run(&model(target));
        assert_eq!(run.row::<f32>("dst", 0, 0..3), [100.0, 201.0, 302.0]);
        assert_eq!(run.row::<f32>("dst", 1, 0..3), [110.0, 211.0, 312.0]);
        assert!(run.untouched("dst", 0, 3..8) && run.untouched("dst", 2, 0..8), "{target}: exactly the valid region");
        let (dst, src0, src1) = tiles();
        let run = arith("tcolexpandsub", dst, src0, src1).run(&model(target));
        assert_eq!(run.row::<f32>("dst", 1, 0..3), [-90.0, -189.0, -288.0]);
        assert!(run.touched().is_empty());
    }
}

#[test]
fn long_rows_take_several_vectors() {
    let run =
        arith("tcolexpandadd", nd(F32, [2, 136], [2, 131]), nd(F32, [2, 136], [2, 131]), nd(F32, [1, 136], [1, 131])).run(&model("a2a3"));
    let expected: Vec<f32> = (0..131).map(|col| (10 + col + 100 * (col + 1)) as f32).collect();
    assert_eq!(run.row::<f32>("dst", 1, 0..131), expected);
}

#[test]
fn aliases_read_the_old_values() {
    let full = || nd(F32, [3, 8], [3, 8]);
    for target in TARGETS {
        // dst is src0: in place.
        let run = arith("tcolexpandsub", full(), full(), full()).change("dst", |t| t.same_as = Some("src0".into())).run(&model(target));
        assert_eq!(run.row::<f32>("dst", 2, 0..2), [-80.0, -179.0]);
        assert!(run.touched().is_empty(), "src0 may change");
        // dst is src1: row 0 of src1 is overwritten by the first row of the result.
        let run = arith("tcolexpandadd", full(), full(), full()).change("src1", |t| t.same_as = Some("dst".into())).run(&model(target));
        assert_eq!(run.row::<f32>("dst", 2, 0..2), [120.0, 221.0]);
    }
}

#[test]
fn the_cpu_takes_column_major_sources() {
    let col_major = |rows, cols, valid| Tile { blayout: BLayout::ColMajor, ..nd(F32, [rows, cols], valid) };
    let case = arith("tcolexpandsub", nd(F32, [8, 8], [2, 3]), col_major(8, 3, [2, 3]), nd(F32, [1, 8], [1, 8]));
    assert_eq!(case.run(&model("cpu")).row::<f32>("dst", 1, 0..3), [-90.0, -189.0, -288.0]);
    assert!(case.run(&model("a5")).message().contains("src0 has to be row-major"));
    let one_column = arith("tcolexpandadd", nd(F32, [8, 8], [8, 1]), nd(F32, [8, 8], [8, 1]), column(F32, 8, 1));
    assert_eq!(one_column.run(&model("cpu")).row::<f32>("dst", 7, 0..1), [170.0]);
}

#[test]
fn subtraction_rounds_once_and_flushes() {
    let f16_case = |a: f16, b: f16| {
        Case::new("tcolexpandsub", "plain")
            .out("dst", nd(DType::F16, [1, 16], [1, 1]))
            .input("src0", nd(DType::F16, [1, 16], [1, 1]), move |_, _| a)
            .input("src1", nd(DType::F16, [1, 16], [1, 1]), move |_, _| b)
    };
    let value = |target, a: f32, b: f32| f16_case(f16::from_f32(a), f16::from_f32(b)).run(&model(target)).row::<f16>("dst", 0, 0..1)[0];
    assert_eq!(value("a5", 2048.0, -1.0), f16::from_f32(2048.0));
    assert_eq!(value("a5", 2050.0, -1.0), f16::from_f32(2052.0));
    let tiny = 2f32.powi(-14) * 1.5;
    assert_eq!(value("a2a3", tiny, 2f32.powi(-14)).to_bits(), 0);
    assert_eq!(value("cpu", tiny, 2f32.powi(-14)), f16::from_f32(2f32.powi(-15)));
}

#[test]
fn integers_wrap_and_a5_has_small_ones() {
    let run = Case::new("tcolexpandsub", "plain")
        .out("dst", nd(DType::U8, [1, 32], [1, 2]))
        .input("src0", nd(DType::U8, [1, 32], [1, 2]), |_, col| col as u8)
        .input("src1", nd(DType::U8, [1, 32], [1, 2]), |_, _| 1u8)
        .run(&model("a5"));
    assert_eq!(run.row::<u8>("dst", 0, 0..2), [255, 0]);
}

#[test]
fn multiplication_rounds_once_and_flushes() {
    let f16_case = |a: u16, b: u16| {
        Case::new("tcolexpandmul", "plain")
            .out("dst", nd(DType::F16, [1, 16], [1, 1]))
            .input("src0", nd(DType::F16, [1, 16], [1, 1]), move |_, _| a)
            .input("src1", nd(DType::F16, [1, 16], [1, 1]), move |_, _| b)
    };
    let value = |target, a, b| f16_case(a, b).run(&model(target)).row::<u16>("dst", 0, 0..1)[0];
    for target in TARGETS {
        assert_eq!(value(target, 0x3c01, 0x3e00), 0x3e02, "{target}: a tie, to even");
        assert_eq!(value(target, 0x7bff, 0xc000), 0xfc00, "{target}: overflow");
        assert!(f16::from_bits(value(target, 0x7c00, 0x8000)).is_nan(), "{target}: infinity * 0");
        assert_eq!(value(target, 0x3c00, 0x8000), 0x8000, "{target}: 1 * -0");
    }
    assert_eq!(["a2a3", "a5", "cpu"].map(|target| value(target, 0x0400, 0xb800)), [0x8000, 0x8000, 0x8200]);
}

#[test]
fn products_of_integers_keep_their_low_bits() {
    let of = |target, dtype: DType, a: u32, b: u32| {
        let tile = || nd(dtype, [1, dtype.block()], [1, dtype.block()]);
        let data = |x: u32| x.to_le_bytes()[..dtype.bytes()].repeat(dtype.block() as usize);
        let input = ptoconf_schemas::Role::In;
        let case = Case::new("tcolexpandmul", "plain").out("dst", tile()).operand("src0", input, tile(), data(a));
        case.operand("src1", input, tile(), data(b)).run(&model(target)).bytes("dst")[..dtype.bytes()].to_vec()
    };
    for target in TARGETS {
        assert_eq!(of(target, DType::I16, 300, 300), 24464i16.to_le_bytes(), "{target}");
        assert_eq!(of(target, DType::I32, 0xffff_fffe, 3), (-6i32).to_le_bytes(), "{target}");
    }
    assert_eq!([of("a5", DType::I8, 0x90, 2), of("cpu", DType::U8, 0x90, 2)], [[0x20], [0x20]]);
}

#[test]
fn division_rounds_once_and_knows_zeros() {
    let f16_case = |a: u16, b: u16| {
        Case::new("tcolexpanddiv", "plain")
            .out("dst", nd(DType::F16, [1, 16], [1, 1]))
            .input("src0", nd(DType::F16, [1, 16], [1, 1]), move |_, _| a)
            .input("src1", nd(DType::F16, [1, 16], [1, 1]), move |_, _| b)
    };
    let value = |target, a, b| f16_case(a, b).run(&model(target)).row::<u16>("dst", 0, 0..1)[0];
    for target in TARGETS {
        assert_eq!(value(target, 0x3c00, 0x4200), 0x3555, "{target}: 1 / 3");
        assert_eq!([value(target, 0xc000, 0), value(target, 0x3c00, 0x8000)], [0xfc00; 2], "{target}: by zero");
        assert_eq!([value(target, 0x8000, 0x3c00), value(target, 0xc000, 0x7c00)], [0x8000; 2], "{target}: a zero");
        for [a, b] in [[0, 0x8000], [0x7c00, 0xfc00]] {
            assert!(f16::from_bits(value(target, a, b)).is_nan(), "{target}: {a:x} / {b:x}");
        }
    }
    assert_eq!(["a2a3", "a5", "cpu"].map(|target| value(target, 0x0400, 0xc000)), [0x8000, 0x8000, 0x8200]);
}

#[test]
fn a5_alone_fuses_the_difference_of_f32() {
    let value = |target, a: f32, b: f32| {
        Case::new("tcolexpandexpdif", "plain")
            .out("dst", nd(DType::F32, [1, 8], [1, 1]))
            .input("src0", nd(DType::F32, [1, 8], [1, 1]), move |_, _| a)
            .input("src1", nd(DType::F32, [1, 8], [1, 1]), move |_, _| b)
            .run(&model(target))
            .row::<f32>("dst", 0, 0..1)[0]
    };
    for target in TARGETS {
        assert_eq!([value(target, 7.0, 7.0), value(target, 1.0, 0.0), value(target, 0.0, 200.0)], [1.0, 2.718_281_7, 0.0], "{target}");
        assert!(value(target, f32::INFINITY, f32::INFINITY).is_nan() && value(target, 100.0, 0.0).is_infinite(), "{target}");
    }
    let [a2a3, a5, cpu] = ["a2a3", "a5", "cpu"].map(|target| value(target, 64.0, 1.9e-6));
    assert!(a2a3 == cpu && a5 < cpu, "{a2a3} {a5} {cpu}");
    assert_eq!(["a2a3", "a5", "cpu"].map(|target| value(target, -90.0, 0.0) == 0.0), [true, true, false], "a subnormal result");
}

#[test]
fn integers_are_divided_toward_zero() {
    let of = |target, a: i32, b: i32| {
        let tile = || nd(DType::I32, [1, 8], [1, 1]);
        let case = Case::new("tcolexpanddiv", "plain").out("dst", tile()).input("src0", tile(), move |_, _| a);
        case.input("src1", tile(), move |_, _| b).run(&model(target)).row::<i32>("dst", 0, 0..1)[0]
    };
    for target in ["a5", "cpu"] {
        assert_eq!([of(target, 7, 2), of(target, -7, 2), of(target, 7, -2), of(target, -7, -2)], [3, -3, -3, 3], "{target}");
        assert_eq!(of(target, i32::MIN, -1), i32::MIN, "{target}");
    }
}

#[test]
fn empty_destinations_stay() {
    for target in TARGETS {
        for valid in [[0, 8], [2, 0]] {
            let tile = || nd(F32, [2, 8], valid);
            let run = arith("tcolexpandadd", tile(), tile(), nd(F32, [1, 8], [0, 8])).run(&model(target));
            assert!(run.untouched("dst", 0, 0..8) && run.untouched("dst", 1, 0..8));
            let run = Case::new("tcolexpand", "plain").out("dst", tile()).input("src", tile(), |_, _| 1f32).run(&model(target));
            assert!(run.untouched("dst", 0, 0..8) && run.untouched("dst", 1, 0..8));
        }
    }
}
