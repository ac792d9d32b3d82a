//! An operation that is added: one value of the type `Operation`, and nothing else changes.
//!
//! The operation of this test is in no registry. It is planned, written and judged with the same
//! code as the others, beside one of them whose cases stay what they are.

use crate::common::{files, folder, open};
use ptoconf_checker::{Options, check};
use ptoconf_generator::{Filter, Request, operation_info, plan};
use ptoconf_reference::kernels::View;
use ptoconf_reference::{Behaviour, Class, Combine, Contract, Extent, Form, Operation, Output, OutputValue, Profile, Query};
use ptoconf_reference::{ops, rule, shared_reading_infos};
use ptoconf_schemas::{
    Array, BaseProfile, CANARY, Implementation, Outcome, ProfileInfo, ResultLine, ResultsHeader, Role, SET_FORMAT, Stage, Suite, Tier,
};
use ptoconf_vectors::{ResultsReader, ResultsWriter, SetWriter};
use std::path::Path;

/// dst = src, element by element.
fn dummy() -> Operation {
    Operation {
        name: "tdummymove",
        page: "no page",
        summary: "Copy a tile.",
        forms: vec![
            Form::new("plain", "TDUMMYMOVE(dst, src)", Combine::None, Class::MOVE)
                .output("dst", [Extent::Dim("R"), Extent::Dim("C")])
                .input("src", [Extent::Dim("R"), Extent::Dim("C")]),
        ],
        rules: vec![
            rule("tdummymove/same-dtype", Stage::Type, "dst and src have one element type.")
                .source("no page", "Constraints")
                .holds(|q| q.dtype("dst") == q.dtype("src")),
            rule("tdummymove/same-valid", Stage::Shape, "dst and src have one valid region.")
                .source("no page", "Constraints")
                .holds(|q| q.valid("dst") == q.valid("src")),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![],
        meaning,
    }
}

fn meaning(q: &Query) -> Vec<Behaviour> {
    let copy = |slot: &ptoconf_reference::kernels::Slot, out: &mut View| {
        let input = slot.input("src");
        for row in 0..out.rows {
            for col in 0..out.cols {
                let bits = input.bits(row as u32, col as u32);
                input.tile.dtype.write(out.data, row * out.cols + col, bits);
            }
        }
    };
    Behaviour::only(vec![Output::new("dst", "value", q.valid("dst"), OutputValue::Bits(Box::new(copy)))])
}

/// Writes a set of these operations.
fn write(operations: &[&Operation], dir: &Path) {
    let profile = Profile::builtin(BaseProfile::Portable);
    let mut writer = SetWriter::create(dir, false).unwrap();
    let mut infos = vec![];
    for operation in operations {
        let contract = Contract::new(operation, &profile);
        let plan = plan(&contract, &Request { seed: 0, tier: Tier::Smoke, filter: Filter::default() });
        infos.push(operation_info(&plan));
        writer.operation(operation.name).unwrap();
        plan.run(1, |stack| writer.put(stack).map(|_| ())).unwrap();
    }
    let info = ProfileInfo {
        name: profile.name.clone(),
        base: profile.base.name().to_owned(),
        beyond_base: vec![],
        limits: profile.limits,
        max_unsupported: profile.max_unsupported,
        requires_observed: profile.requires_observed.clone(),
        operations: operations.iter().map(|o| o.name.to_owned()).collect(),
        dtypes: profile.dtypes.clone(),
        forms: profile.forms.clone(),
        readings: shared_reading_infos(&profile),
        file: (!profile.is_builtin()).then(|| profile.file()),
    };
    let suite = Suite {
        format: SET_FORMAT.to_owned(),
        version: "0".to_owned(),
        seed: 0,
        tier: Tier::Smoke,
        filters: vec![],
        canary: CANARY,
        blind: false,
        profile: info,
        operations: infos,
        files: vec![],
    };
    writer.finish(suite).unwrap();
}

#[test]
fn an_operation_that_is_added_changes_no_case_of_another() {
    let (dir, dummy) = (folder(), dummy());
    let other = &ops::all()[0];
    write(&[other], &dir.path().join("before"));
    write(&[&dummy, other], &dir.path().join("after"));
    let (before, after) = (files(&dir.path().join("before")), files(&dir.path().join("after")));
    let own: Vec<&String> = before.keys().filter(|k| *k != "suite.json").collect();
    assert!(own.len() >= 5);
    for name in own {
        assert!(before[name] == after[name], "{name}");
    }
    assert!(after.keys().any(|k| k.starts_with("tdummymove/")));
}

#[test]
fn an_operation_that_is_added_is_generated_and_judged_like_the_others() {
    let (dir, dummy) = (folder(), dummy());
    let set = dir.path().join("set");
    write(&[&dummy], &set);
    let set = open(&set);
    let info = &set.suite().operations[0];
    for rule in ["tdummymove/same-dtype", "tdummymove/same-valid", "tile/rows-positive", "tile/no-alias"] {
        let reach = &info.reach[rule];
        assert!(reach.at_limit > 0 && reach.illegal + reach.open > 0, "{rule}: {reach:?}");
    }
    for (wrong, exit) in [(false, 0), (true, 1)] {
        let out = dir.path().join(format!("results-{wrong}"));
        answer(&set, &out, wrong);
        let report = check(&set, &ResultsReader::open(&out).unwrap(), &Options::default(), None).unwrap();
        assert_eq!(report.exit_code, exit, "{:#?}", report.failures);
    }
}

/// An implementation of it: it rejects what the contract rejects, and copies; or copies wrongly.
fn answer(set: &ptoconf_vectors::SetReader, out: &Path, wrong: bool) {
    let implementation = Implementation { name: "test".into(), ..Implementation::default() };
    let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: set.digest().into(), part: None, implementation };
    let mut writer = ResultsWriter::create(out, &header, false).unwrap();
    let (dummy, profile) = (dummy(), Profile::builtin(BaseProfile::Portable));
    let contract = Contract::new(&dummy, &profile);
    let reader = set.operation(dummy.name).unwrap();
    for (line, answer) in reader.tuples.iter().zip(reader.answers().unwrap()) {
        let legal = contract.legality(&line.tuple, &answer.class).is_legal();
        let outcome = if legal { Outcome::Ok } else { Outcome::Rejected };
        let result =
            |slot| ResultLine { case: format!("{}/{slot}", line.id()), outcome, stage: None, rule: None, message: None, touched: vec![] };
        writer.lines(&(0..line.cases).map(result).collect::<Vec<_>>()).unwrap();
        if legal {
            writer.outputs(dummy.name, &[copied(&reader, line, wrong)]).unwrap();
        }
    }
    writer.finish().unwrap();
}

fn copied(reader: &ptoconf_vectors::OperationReader, line: &ptoconf_schemas::TupleLine, wrong: bool) -> Array {
    let (dst, src) = (line.tuple.tile("dst").unwrap(), line.tuple.with_role(Role::In).next().unwrap());
    let mut input = vec![];
    reader.inputs(line, &src.name, &mut input).unwrap();
    let shape = vec![line.cases.into(), dst.rows().into(), dst.cols().into()];
    let mut data = vec![CANARY; (u64::from(line.cases) * dst.bytes()) as usize];
    for case in 0..u64::from(line.cases) {
        for row in 0..dst.valid_rows() {
            for col in 0..dst.valid_cols() {
                let at = |t: &ptoconf_schemas::Tile, c: u32| (case * t.elements()) as usize + (row * t.cols() + c) as usize;
                let from = if wrong { 0 } else { col };
                dst.dtype.write(&mut data, at(dst, col), dst.dtype.read(&input, at(&src.tile, from)));
            }
        }
    }
    Array { name: line.member("dst"), dtype: dst.dtype, shape, data }
}
