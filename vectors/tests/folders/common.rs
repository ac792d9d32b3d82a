//! A small set to write, break and read.

use ptoconf_schemas::{
    Alternative, AnswerLine, Array, DType, Expectation, Judgement, Limits, Names, Operand, OperationInfo, OutputAnswer, ProfileInfo, Role,
    SET_FORMAT, SmolStr, Stack, Suite, Tier, Tile, Tuple, TupleLine,
};
use ptoconf_vectors::SetWriter;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A tuple of `cases` copies of one row of 16 f16; element i of the input of slot s is s * 16 + i.
pub fn stack(op: &str, name: &str, cases: u32) -> Stack {
    let operand = |name: &str, role| Operand { name: name.into(), role, tile: Tile::nd(DType::F16, 1, 16) };
    let operands = vec![operand("dst", Role::Out), operand("src0Idx", Role::In)];
    let tuple = Tuple { op: op.into(), form: "plain".into(), attributes: Names::default(), operands };
    let line = TupleLine { name: name.into(), tuple, cases, inputs: None };
    let data: Vec<u8> = (0..cases as u16 * 16).flat_map(u16::to_le_bytes).collect();
    let array = |name: String| Array { name, dtype: DType::F16, shape: vec![cases.into(), 1, 16], data: data.clone() };
    let member = format!("{name}/dst@copy.npy");
    let judge = Judgement::Bits { member: member.clone() };
    let outputs = Names::from_iter([("dst".to_owned(), OutputAnswer { region: [1, 16], judge, mask: None })]);
    let copy = Alternative { name: "copy".into(), when: Arc::default(), rejects: false, outputs };
    let expect = Expectation::Accept { boundary_of: Vec::new() };
    let [class, strategy, why] = ["random", "cover", "test"].map(SmolStr::from);
    let answer =
        AnswerLine { tuple: name.into(), class, strategy, why, expect, contests: Arc::default(), file: None, alternatives: vec![copy] };
    Stack { inputs: vec![array(line.member("src0Idx"))], answers: vec![array(member)], line, answer }
}

/// A tuple without data.
pub fn bare(op: &str, name: &str) -> Stack {
    let mut stack = stack(op, name, 1);
    stack.inputs.clear();
    stack.answers.clear();
    stack.answer.alternatives.clear();
    stack
}

/// A head that says (operation, tuples, cases).
pub fn suite(operations: &[(&str, u64, u64)]) -> Suite {
    let limits = Limits { ub_bytes: 1 << 18, max_rows: 4095, max_cols: 4095 };
    let (dtypes, forms, readings, names) = (BTreeMap::new(), BTreeMap::new(), Vec::new(), Vec::new());
    let (name, base) = ("a5".into(), "a5".into());
    let profile = ProfileInfo {
        name,
        base,
        beyond_base: vec![],
        limits,
        max_unsupported: 10,
        requires_observed: vec![],
        operations: names,
        dtypes,
        forms,
        readings,
        file: None,
    };
    let info = |&(name, tuples, cases): &(&str, u64, u64)| OperationInfo {
        name: name.into(),
        page: name.into(),
        tuples,
        cases,
        counts: BTreeMap::new(),
        forms: Vec::new(),
        rules: Vec::new(),
        reach: BTreeMap::new(),
        readings: Vec::new(),
    };
    Suite {
        format: SET_FORMAT.into(),
        version: "0".into(),
        seed: 1,
        tier: Tier::Smoke,
        filters: Vec::new(),
        canary: 0xA5,
        blind: false,
        profile,
        operations: operations.iter().map(info).collect(),
        files: Vec::new(),
    }
}

/// Writes a set of two operations, `ta` with three tuples and `tb` with one; returns its digest.
pub fn write_set(dir: &Path) -> String {
    let mut writer = SetWriter::create(dir, false).unwrap();
    writer.operation("ta").unwrap();
    for stack in [stack("ta", "plain-cover-0", 3), bare("ta", "plain-perturb-0"), stack("ta", "plain-cover-1", 2)] {
        writer.put(stack).unwrap();
    }
    writer.operation("tb").unwrap();
    writer.put(stack("tb", "plain-cover-0", 1)).unwrap();
    writer.finish(suite(&[("ta", 3, 6), ("tb", 1, 1)])).unwrap()
}

/// Names in a folder, sorted.
pub fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
