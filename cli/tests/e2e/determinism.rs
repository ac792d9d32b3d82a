//! The same command writes the same bytes; filters change no case that they keep.

use crate::common::{files, folder, open, ptoconf, smoke_run};
use ptoconf_schemas::{AnswerLine, DType, Judgement, Role, TupleLine};
use ptoconf_vectors::{OperationReader, SetReader};
use std::collections::BTreeMap;

#[test]
fn threads_change_no_byte() {
    let dir = folder();
    let digest = |out: &str| {
        let ran = ptoconf(dir.path(), &format!("verify {out}")).expect(0, &[]);
        ran.out.trim().rsplit(' ').next().unwrap_or_default().to_owned()
    };
    for threads in [1, 2] {
        ptoconf(dir.path(), &format!("gen --tier smoke --profile a2a3 --threads {threads} --out t{threads}")).expect(0, &[]);
        let run =
            format!("run --impl builtin:a2a3 --vectors t{threads} --threads {threads} --out r{threads} --report json=r{threads}.json");
        ptoconf(dir.path(), &run).expect(0, &[]);
    }
    assert_eq!(digest("t1").len(), 64);
    assert_eq!(digest("t1"), digest("t2"));
    for (one, two) in [("t1", "t2"), ("r1/results", "r2/results")] {
        let (one, two) = (files(&dir.path().join(one)), files(&dir.path().join(two)));
        assert!(one.len() > 5 && one == two, "{:?}", one.keys().filter(|k| one.get(*k) != two.get(*k)).collect::<Vec<_>>());
    }
    let report = |n: u32| std::fs::read(dir.path().join(format!("r{n}.json"))).unwrap();
    assert_eq!(report(1), report(2));
}

#[test]
fn seeds_change_data_and_no_tuple() {
    let dir = folder();
    for seed in [0, 7] {
        ptoconf(dir.path(), &format!("gen --op tcolsum --tier smoke --seed {seed} --out s{seed}")).expect(0, &[]);
    }
    let read = |out: &str| files(&dir.path().join(out));
    let (a, b) = (read("s0"), read("s7"));
    assert_eq!(a["tcolsum/tuples.jsonl"], b["tcolsum/tuples.jsonl"]);
    assert_ne!(a["tcolsum/inputs-000.npz"], b["tcolsum/inputs-000.npz"]);
}

#[test]
fn filters_change_no_case_that_they_keep() {
    let dir = folder();
    let whole = open(&smoke_run("a2a3").join("vectors"));
    let filters = [
        "--op tcolsum --form tmp",
        "--op tcolsum,tconcat --dtype f16,i32",
        "--op tcolexpandadd --class subnormal,ties",
        "--op tconcat --rule tconcat/valid-rows-equal,tile/no-alias",
        "--op tconcat --form indexed-count --cases 5",
        "--case tcolsum/plain-f4543d37f8/0,tcolexpand/plain-1cc73dde99",
    ];
    for (i, filter) in filters.iter().enumerate() {
        ptoconf(dir.path(), &format!("gen --profile a2a3 --tier smoke {filter} --out f{i}")).expect(0, &[]);
        let set = open(&dir.path().join(format!("f{i}")));
        assert!(set.suite().cases() < whole.suite().cases() / 2 && !set.suite().filters.is_empty(), "{filter}");
        same_cases(&whole, &set);
    }
}

/// Every tuple of `part` is in `whole`, with the same arrays.
fn same_cases(whole: &SetReader, part: &SetReader) {
    for info in &part.suite().operations {
        let (all, own) = (whole.operation(&info.name).unwrap(), part.operation(&info.name).unwrap());
        assert!(!own.tuples.is_empty());
        for (i, line) in own.tuples.iter().enumerate() {
            let at = all.index_of(&line.name).unwrap_or_else(|| panic!("{} is not in the whole", line.id()));
            let (own, whole) = (content(&own, i), content(&all, at));
            // A limit on the number of cases may leave only the first ones of a tuple.
            assert_eq!((TupleLine { cases: whole.0.cases, ..own.0 }, own.1), (whole.0, whole.1), "{}", line.id());
            assert_eq!(own.2.keys().collect::<Vec<_>>(), whole.2.keys().collect::<Vec<_>>(), "{}", line.id());
            assert!(own.2.iter().all(|(name, bytes)| whole.2[name].starts_with(bytes)), "{}", line.id());
        }
    }
}

/// Everything that a set says of a tuple, but for the names of the containers.
fn content(operation: &OperationReader, at: usize) -> (TupleLine, AnswerLine, BTreeMap<String, Vec<u8>>) {
    let (line, answer) = (&operation.tuples[at], &operation.answers().unwrap()[at]);
    let mut arrays = BTreeMap::new();
    for operand in line.tuple.with_role(Role::In).filter(|_| line.inputs.is_some()) {
        let data = arrays.entry(operand.name.to_string()).or_default();
        operation.inputs(line, &operand.name, data).unwrap();
    }
    for (operand, output) in answer.alternatives.iter().flat_map(|a| &a.outputs) {
        let dtype = line.tuple.tile(operand).unwrap().dtype;
        let shape = [line.cases.into(), output.region[0].into(), output.region[1].into()];
        for (member, dtype) in members(&output.judge, dtype).into_iter().chain(output.mask.iter().map(|m| (m, DType::U8))) {
            let data = arrays.entry(member.clone()).or_default();
            operation.answer_array(answer, member, dtype, &shape, data).unwrap();
        }
    }
    (TupleLine { inputs: None, ..line.clone() }, AnswerLine { file: None, ..answer.clone() }, arrays)
}

fn members(judge: &Judgement, dtype: DType) -> Vec<(&String, DType)> {
    match judge {
        Judgement::Bits { member } | Judgement::Value { member } => vec![(member, dtype)],
        Judgement::Within { lowest, highest, special } => vec![(lowest, dtype), (highest, dtype), (special, DType::U8)],
        Judgement::Ulps { nearest, ulps } => vec![(nearest, dtype), (ulps, DType::U8)],
        Judgement::Unchanged | Judgement::Unspecified => vec![],
    }
}
