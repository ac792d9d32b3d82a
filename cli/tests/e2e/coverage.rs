//! What a standard set covers, and that the embedded implementations conform to their profiles.

use crate::common::{open, report, tuples};
use crate::whole::whole;
use ptoconf_schemas::{DType, Duty, Expectation, OperationInfo, Report, RuleReach, Suite};
use ptoconf_vectors::SetReader;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a rule is hit on both sides. Where the profile's reading runs what breaks the wording
/// there need be no legal twin.
fn hit(reach: &RuleReach) -> bool {
    reach.told > 0 || (reach.at_limit > 0 && (reach.illegal > 0 || reach.open > 0))
}

fn every_rule_is_hit(operation: &OperationInfo) {
    let ids: BTreeSet<&String> = operation.rules.iter().map(|r| &r.id).collect();
    assert_eq!(ids, operation.reach.keys().collect(), "{}: rules and their reach", operation.name);
    for rule in &operation.rules {
        let reach = &operation.reach[&rule.id];
        match &reach.unreachable {
            Some(reason) => {
                assert!(reason.split_whitespace().count() >= 4, "{}: `{reason}` is no reason", rule.id);
            }
            None => assert!(hit(reach), "{} {}: {reach:?}", operation.name, rule.id),
        }
    }
}

/// A tuple that one rule alone keeps from being plainly legal is open only where that rule may be enforced or not; and
/// rules with a reason why nothing reaches them have no such tuple.
fn only_questions_are_open(set: &SetReader) {
    let rules: BTreeMap<&str, &Duty> = set.suite().operations.iter().flat_map(|o| &o.rules).map(|r| (r.id.as_str(), &r.duty)).collect();
    let mut alone = 0;
    for (line, answer) in tuples(set) {
        if let [contest] = &answer.contests[..] {
            let operation = set.suite().operations.iter().find(|o| o.name == line.tuple.op).unwrap();
            let reason = &operation.reach[contest.rule.as_str()].unreachable;
            assert!(reason.is_none(), "{}: {} is reached, and not to be reached: {reason:?}", line.id(), contest.rule);
        }
        if let (Expectation::Either { .. }, [contest]) = (&answer.expect, &answer.contests[..]) {
            let duty = rules[contest.rule.as_str()];
            assert!(matches!(duty, Duty::Either { .. } | Duty::Limit { .. }), "{}: {} {duty:?}", line.id(), contest.rule);
            alone += 1;
        }
    }
    assert!(alone > 100, "{alone}");
}

fn every_pair_is_covered(operation: &OperationInfo) {
    for form in &operation.forms {
        let coverage = &form.coverage;
        assert!(coverage.parameters >= 10 && coverage.pairs > 1000, "{} {}: {coverage:?}", operation.name, form.name);
        assert_eq!(coverage.pairs_covered, coverage.pairs, "{} {}: {coverage:?}", operation.name, form.name);
        assert!(coverage.triples_covered > 0 && coverage.triples_covered <= coverage.triples);
    }
}

/// Dtypes of the first output that the profile's operations are documented to have.
fn legal(profile: &str, op: &str, form: &str) -> BTreeSet<DType> {
    use DType::{Bf16, F16, F32, I8, I16, I32, I64, U8, U16, U32, U64};
    let four: &[DType] = &[F16, F32, I16, I32];
    let nine: &[DType] = &[F16, F32, Bf16, I8, U8, I16, U16, I32, U32];
    let list: &[DType] = match (op, profile) {
        ("tcolsum" | "tcolmax" | "tcolmin", "a5") | ("tconcat" | "trowexpand", _) => nine,
        ("tcolsum" | "tcolmax" | "tcolmin", _) => four,
        ("tcolexpand", "a5") => &[F16, F32, Bf16, I8, U8, I16, U16, I32, U32, I64, U64],
        ("tcolexpand", _) => nine,
        _ if form == "index" => &[I32, U32],
        ("trowargmax" | "trowargmin", _) => &[F16, F32],
        ("tcolargmax" | "tcolargmin", "a5") => &[F16, F32, I16, U16, I32, U32],
        ("tcolargmax" | "tcolargmin", _) => &[F16, F32, U16, U32],
        ("trowmax" | "trowmin", "a5") => &[F16, F32, I16, I32, I64, U64, I8, U8],
        ("trowmax" | "trowmin", _) => four,
        ("trowsum", "a5") => &[F16, F32, I16, I32, I64, U64],
        ("trowsum" | "trowprod", _) => four,
        ("tcolprod", "a5") => &[F16, F32, Bf16, I16, U16, I32, U32],
        ("tcolprod", _) => four,
        // On targets the page's list and the newer page's are both admitted: their common part is legal.
        ("tcolexpandsub" | "tcolexpandexpdif" | "trowexpandexpdif", _) | ("tcolexpanddiv" | "trowexpanddiv", "a2a3") => &[F16, F32],
        (op, "a2a3") if op.starts_with("tcolexpand") || op.starts_with("trowexpand") => four,
        (op, _) if op.starts_with("tcolexpand") || op.starts_with("trowexpand") => &[F16, F32, I16, I32, U16, U32],
        _ => panic!("say which dtypes {op} has"),
    };
    list.iter().copied().collect()
}

fn every_dtype_is_there(suite: &Suite, operation: &OperationInfo) {
    assert_eq!(operation.counts.len(), operation.forms.len(), "{}: forms with cases", operation.name);
    for (form, counts) in &operation.counts {
        for dtype in legal(&suite.profile.name, &operation.name, form) {
            let cases = counts.get(dtype.name()).copied().unwrap_or(0);
            assert!(cases >= 10, "{} {form} {dtype}: {cases} cases", operation.name);
        }
    }
    let counted: u64 = operation.counts.values().flat_map(|c| c.values()).sum();
    assert_eq!(counted, operation.cases, "{}", operation.name);
}

fn covers(suite: &Suite) {
    let names: Vec<&str> = suite.operations.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ptoconf_reference::ops::all().iter().map(|o| o.name).collect::<Vec<_>>());
    for operation in &suite.operations {
        every_rule_is_hit(operation);
        every_pair_is_covered(operation);
        every_dtype_is_there(suite, operation);
    }
}

/// The report repeats the set's numbers, and every rule that the set hits was judged.
fn adds_up(report: &Report, suite: &Suite) {
    assert!(report.totals.add_up(), "{:?}", report.totals);
    assert_eq!((report.totals.cases, report.totals.judged, report.totals.failed), (suite.cases(), suite.cases(), 0));
    let sum = |f: fn(&ptoconf_schemas::Totals) -> u64| report.operations.iter().map(|o| f(&o.totals)).sum::<u64>();
    assert_eq!((sum(|t| t.cases), sum(|t| t.passed)), (report.totals.cases, report.totals.passed));
    for (judged, info) in report.operations.iter().zip(&suite.operations) {
        assert_eq!((&judged.name, judged.totals.cases), (&info.name, info.cases));
        let forms: u64 = judged.forms.iter().map(|f| f.totals.cases).sum();
        assert_eq!(forms, info.cases, "{}", info.name);
        for form in &judged.forms {
            assert_eq!(info.counts[&form.form][&form.dtype], form.totals.cases, "{} {}", form.form, form.dtype);
        }
        for rule in &judged.rules {
            let reach = &info.reach[&rule.rule];
            assert_eq!(rule.at_limit, [reach.at_limit; 2], "{}", rule.rule);
            assert_eq!(rule.illegal, [reach.illegal; 2], "{}", rule.rule);
            assert_eq!(rule.open, [reach.open; 2], "{}", rule.rule);
        }
    }
}

fn conforms(name: &str) {
    let dir = whole(name);
    let report = report(&dir.join(format!("{name}.json")));
    let set = open(&dir.join("vectors"));
    covers(set.suite());
    only_questions_are_open(&set);
    adds_up(&report, set.suite());
    assert!(report.conforms && report.exit_code == 0 && report.failures.is_empty() && report.extra.is_empty());
    assert_eq!(report.implementation.name, format!("builtin:{name}"));
    assert_eq!(report.set.suite, set.digest());
    let astray: Vec<_> = report.readings.iter().filter(|r| !r.conforms || r.evidence == 0 || r.follows.is_empty()).collect();
    assert!(astray.is_empty(), "{astray:#?}");
}

#[test]
fn a2a3_conforms_to_its_profile() {
    conforms("a2a3");
}

#[test]
fn a5_conforms_to_its_profile() {
    conforms("a5");
}

#[test]
fn cpu_conforms_to_its_profile() {
    conforms("cpu");
}

/// Portable is a meet: whoever conforms to another profile conforms to it.
#[test]
fn every_embedded_model_conforms_to_portable() {
    for model in ["a2a3", "a5", "cpu"] {
        let report = report(&whole("portable").join(format!("{model}.json")));
        assert!(report.conforms && report.scope.whole, "{model}: {:?}", report.scope);
        assert_eq!((report.set.profile.as_str(), report.totals.failed), ("portable", 0), "{model}");
    }
}

#[test]
fn a_portable_set_covers_everything() {
    let set = open(&whole("portable").join("vectors"));
    assert_eq!(set.suite().profile.name, "portable");
    covers(set.suite());
    only_questions_are_open(&set);
}
