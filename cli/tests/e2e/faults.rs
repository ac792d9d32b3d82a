//! Models with one thing wrong: the standard tier finds it, or the test says why it is no fault.

use crate::common::{folder, open, shared};
use ptoconf_checker::{Options, check};
use ptoconf_runner::{Faults, Model, Run, builtin};
use ptoconf_schemas::{Expectation, FailureKind, TupleLine};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The operation on which to try a kernel fault first; the others follow.
const TRY_FIRST: &[(&str, &str)] = &[
    ("sub_", "tcolexpandsub"),
    ("vector_", "tcolexpand"),
    ("nan_", "tcolexpand"),
    ("snapshot_", "tcolexpandadd"),
    ("concat_", "tconcat"),
    ("index_", "tconcat"),
    ("dst_index_", "tconcat"),
];

/// What conforms although it is a fault of the model, each with the reason.
const ADMITTED: &[(&str, &str)] = &[
    ("subnormals_swapped", "tile/subnormals admits `kept`, which the model then follows throughout"),
    ("snapshot_missing", "tile/alias admits `unspecified`: no page says what operands that share memory mean"),
    ("index_signed", "tconcat/negative-index admits `unspecified`: no page says what a negative value means"),
    ("tcolsum/no-alias", "tile/alias admits `snapshot` and `unspecified`"),
    ("tcolexpand/columns-equal", "tcolexpand/cols admits `iterate-dst`: the page is silent"),
    ("tconcat/index-extent", "tconcat/index-rows admits `unchecked`: missing counts have no meaning"),
    ("expand/sources-row-major", "source-layout admits `stride`: kernels take rows with one stride"),
    ("tile/box-rows", "it never decides alone: Vec tiles are exempt, and other locations are rejected before"),
];

type Select<'a> = &'a (dyn Fn(&TupleLine, u32) -> bool + Sync);

/// The standard sets of the operations.
fn sets() -> &'static BTreeMap<&'static str, SetReader> {
    static SETS: OnceLock<BTreeMap<&str, SetReader>> = OnceLock::new();
    SETS.get_or_init(|| {
        let make = |name: &'static str| {
            let dir = shared(&format!("op-{name}"), &format!("gen --op {name} --profile a2a3 --out vectors"));
            (name, open(&dir.join("vectors")))
        };
        ptoconf_reference::ops::all().iter().map(|o| make(o.name)).collect()
    })
}

fn a2a3() -> Model {
    builtin("a2a3").expect("there is a model of A2A3")
}

/// The kinds of failure of a model on the selected cases.
fn failures(model: &Model, set: &SetReader, select: Select) -> BTreeSet<FailureKind> {
    let dir = folder();
    let out = dir.path().join("results");
    model.run(&Run { set, out: &out, force: false, threads: 1, select, progress: None }).unwrap_or_else(|e| panic!("{e}"));
    let results = ResultsReader::open(&out).unwrap_or_else(|e| panic!("{e}"));
    let options = Options { filter: Box::new(|line, slot| select(line, slot)), details: 0, ..Options::default() };
    let report = check(set, &results, &options, None).unwrap_or_else(|e| panic!("{e}"));
    crate::common::kinds(&report).into_keys().collect()
}

/// Whether a model is caught: on a part first that costs little, then on everything.
fn caught(model: &Model, set: &SetReader, part: Select) -> bool {
    !failures(model, set, part).is_empty() || !failures(model, set, &|_, _| true).is_empty()
}

fn try_order(fault: &str) -> Vec<&'static str> {
    let first = TRY_FIRST.iter().find(|(start, _)| fault.starts_with(start)).map_or("tcolsum", |(_, op)| op);
    std::iter::once(first).chain(sets().keys().copied().filter(|op| *op != first)).collect()
}

#[test]
fn every_fault_of_a_kernel_is_caught() {
    let mut wrong = vec![];
    for (name, meaning) in Faults::KERNEL {
        let model = a2a3().with_faults(Faults::kernel(name).expect("it has a name"));
        let first_slots: Select = &|_, slot| slot == 0;
        let found = try_order(name).iter().any(|op| caught(&model, &sets()[op], first_slots));
        wrong.extend(verdict(name, found).map(|v| format!("{v}: {meaning}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is wrong with the list above, if something is.
fn verdict(name: &str, found: bool) -> Option<String> {
    match (found, ADMITTED.iter().find(|(admitted, _)| *admitted == name)) {
        (false, None) => Some(format!("{name} survives")),
        (true, Some((_, reason))) => Some(format!("{name} is caught, although {reason}")),
        _ => None,
    }
}

/// Tuples that the model treats differently without the check, and the twins that decide whether
/// a rejection counts.
fn concerned(model: &Model, set: &SetReader) -> BTreeSet<String> {
    let right = a2a3();
    let mut ids = BTreeSet::new();
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name).unwrap_or_else(|e| panic!("{e}"));
        let answers = reader.answers().unwrap_or_else(|e| panic!("{e}"));
        for (line, answer) in reader.tuples.iter().zip(answers) {
            if right.accepts(&line.tuple).is_ok() == model.accepts(&line.tuple).is_ok() {
                continue;
            }
            ids.insert(line.id());
            if let Expectation::Reject { twin, .. } | Expectation::Either { twin, .. } = &answer.expect {
                ids.insert(format!("{}/{twin}", operation.name));
            }
        }
    }
    ids
}

#[test]
fn every_legality_check_that_is_left_out_is_caught() {
    let mut wrong = vec![];
    for name in a2a3().legality_checks() {
        let model = a2a3().with_faults(Faults::without_check(name));
        let mut touched = false;
        let found = sets().values().any(|set| {
            let ids = concerned(&model, set);
            touched |= !ids.is_empty();
            !ids.is_empty() && caught(&model, set, &|line, _| ids.contains(&line.id()))
        });
        wrong.extend(verdict(name, found).map(|v| format!("{v}; it decides alone on some tuple: {touched}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_models_without_faults_are_not_caught() {
    for (op, set) in sets() {
        assert!(failures(&a2a3(), set, &|_, _| true).is_empty(), "{op}");
    }
}
