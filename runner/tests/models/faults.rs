//! Every fault changes something that can be seen, and nothing where it does not apply.

use crate::case::{Case, column, model, nd};
use half::f16;
use ptoconf_runner::{Faults, builtin_names};
use ptoconf_schemas::DType;

/// Small cases that together show every fault.
fn pool(target: &str) -> Vec<Case> {
    // Rows of different scale and sign, so that every addition is inexact.
    let odd = |row: u32, col: u32| {
        let fraction = (row * row * 37 + col * 11) as f32 / 1024.0;
        f16::from_f32((1.0 + fraction) * (-8f32).powi(row as i32))
    };
    let edge = |_: u32, col: u32| f16::from_bits([0x8000, 0x7e01, 0x0001, 0x3c01, 0x0000, 0x8001][col as usize % 6]);
    let f16_tile = |shape, valid| nd(DType::F16, shape, valid);
    let sum = |src: Case| src.scratch("tmp", f16_tile([3, 16], [3, 16]));
    let head = |form| Case::new("tcolsum", form).out("dst", f16_tile([1, 16], [1, 10]));
    let expand = |op: &str, src0: fn(u32, u32) -> f16| {
        Case::new(op, "plain").out("dst", f16_tile([3, 16], [3, 10])).input("src0", f16_tile([4, 32], [3, 10]), src0)
    };
    let vector = f16_tile([4, 16], [1, 10]);
    let small = |row: u32, col: u32| f16::from_bits(0x0203 + (row * 7 + col) as u16);
    let i16_tile = || nd(DType::I16, [4, 16], [3, 16]);
    vec![
        sum(head("tmp").input("src", f16_tile([6, 32], [5, 10]), odd)).binary(true),
        sum(head("tmp").input("src", f16_tile([6, 32], [5, 10]), odd)).binary(false),
        head("plain").input("src", f16_tile([2, 32], [1, 10]), edge),
        head("plain").input("src", f16_tile([2, 32], [0, 10]), odd),
        Case::new("tcolsum", "plain").out("dst", i16_tile()).input("src", i16_tile(), |_, _| 30_000i16),
        Case::new("tcolexpand", "plain").out("dst", f16_tile([3, 16], [3, 10])).input("src", f16_tile([4, 16], [1, 10]), edge),
        expand("tcolexpandadd", |row, _| f16::from_bits(0x0101 + row as u16)).input("src1", vector.clone(), small),
        expand("tcolexpandsub", |_, _| f16::from_f32(2.5)).input("src1", vector, odd),
        Case::new("tcolexpandadd", "plain")
            .out("dst", i16_tile())
            .input("src0", i16_tile(), |row, _| row as i16 + 1)
            .input("src1", i16_tile(), |_, col| col as i16 + 1)
            .change("src1", |t| t.same_as = Some("dst".into())),
        concat(target, [8, 4]),
        concat(target, [3, 4]),
        concat(target, [4, 4]),
        concat(target, [-1, 3]),
    ]
}

fn concat(target: &str, values: [i8; 2]) -> Case {
    let counts = if target == "cpu" { nd(DType::I16, [1, 16], [1, 2]) } else { column(DType::I16, 16, 2) };
    Case::new("tconcat", "indexed-count")
        .out("dst", nd(DType::F16, [2, 32], [2, 10]))
        .input("src0", nd(DType::F16, [2, 16], [2, 7]), |row, col| f16::from_bits(0x4000 + (row * 16 + col) as u16))
        .input("src1", nd(DType::F16, [2, 16], [2, 7]), |row, col| f16::from_bits(0x5000 + (row * 16 + col) as u16))
        .out("dstIdx", counts)
        .input("src0Idx", column(DType::I16, 16, 2), move |row, _| i16::from(values[0]) + 2 * row as i16)
        .input("src1Idx", column(DType::I16, 16, 2), move |_, _| i16::from(values[1]))
}

fn differs(target: &str, name: &str) -> bool {
    let wrong = model(target).with_faults(Faults::kernel(name).unwrap());
    pool(target).iter().any(|case| case.run(&wrong).results != case.run(&model(target)).results)
}

#[test]
fn every_fault_shows() {
    for (name, meaning) in Faults::KERNEL {
        let shown: Vec<&str> = builtin_names().filter(|target| differs(target, name)).collect();
        assert!(!shown.is_empty(), "{name}: {meaning}");
        if !matches!(*name, "is_binary_ignored" | "is_binary_always") {
            assert_eq!(shown.len(), 3, "{name} shows on {shown:?} only");
        }
    }
}

#[test]
fn faults_have_names() {
    assert!(Faults::kernel("no_such_fault").is_none());
    assert_eq!(Faults::kernel("sub_swapped").unwrap().names(), ["sub_swapped"]);
    let named = model("a5").with_faults(Faults::without_check("tile/capacity")).implementation();
    assert_eq!(named.details["faults"], "without tile/capacity");
    assert!(model("a5").implementation().details.is_empty());
}

#[test]
fn a_fault_of_one_operation_leaves_the_others_alone() {
    let wrong = model("a2a3").with_faults(Faults { sub_swapped: true, ..Faults::default() });
    for case in pool("a2a3").iter().filter(|c| c.tuple.op != "tcolexpandsub") {
        assert_eq!(case.run(&wrong).results, case.run(&model("a2a3")).results);
    }
}
