//! Results that were not computed: each is found out, under the right name.

use crate::common::{folder, groups, kinds, open, ptoconf, report, shared, smoke_run, tuples};
use crate::results::{Results, check};
use ptoconf_models::builtin;
use ptoconf_schemas::{
    Alternative, AnswerLine, Array, Binding, DType, Expectation, FailureKind, Implementation, Judgement, Judges, Outcome, OutputAnswer,
    Report, ResultLine, ResultsHeader, Role, TupleLine,
};
use ptoconf_vectors::{OperationReader, ResultsWriter};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn honest() -> (PathBuf, Results) {
    let run = smoke_run("a2a3");
    let results = Results::of(&run);
    (run.join("vectors"), results)
}

/// Cases of the smoke set that have to be rejected.
fn illegal(set: &Path) -> u64 {
    let illegal = |e: &Expectation| matches!(e, Expectation::Reject { .. });
    tuples(&open(set)).iter().filter(|(_, a)| illegal(&a.expect)).map(|(l, _)| u64::from(l.cases)).sum()
}

/// Every form of every operation has a failure of this kind.
#[track_caller]
fn everywhere(report: &Report, kind: FailureKind) {
    let found: BTreeSet<(&str, &str)> = groups(report, kind).map(|g| (g.op.as_str(), g.form.as_str())).collect();
    let all = ptoconf_reference::ops::all().iter().flat_map(|o| o.forms.iter().map(move |f| (o.name, f.name)));
    assert_eq!(found, all.collect(), "{kind}");
}

fn canary(set: &Path) -> Results {
    let (_, mut results) = honest();
    let canary = open(set).suite().canary;
    results.arrays.clear();
    for (line, _) in tuples(&open(set)) {
        for operand in line.tuple.with_role(Role::Out) {
            let (tile, n) = (&operand.tile, u64::from(line.cases));
            let shape = vec![n, tile.rows().into(), tile.cols().into()];
            let data = vec![canary; (n * tile.bytes()) as usize];
            let array = Array { name: line.member(&operand.name), dtype: tile.dtype, shape, data };
            // A tile that breaks the rule of at least one row and column has no elements to return.
            if !array.data.is_empty() {
                results.arrays.entry(line.tuple.op.to_string()).or_default().push(array);
            }
        }
    }
    results
}

#[test]
fn honest_results_pass() {
    let (set, results) = honest();
    let (ran, report) = results.check(&set);
    ran.expect(0, &[]);
    assert!(report.is_some_and(|r| r.conforms && r.totals.passed == r.totals.cases));
}

#[test]
fn rejecting_everything_scores_nothing() {
    let (set, mut results) = honest();
    results.arrays.clear();
    let report = results.all(Outcome::Rejected).fails(&set);
    assert_eq!(report.totals.passed, 0);
    assert_eq!(kinds(&report).into_keys().collect::<Vec<_>>(), [FailureKind::RejectedLegal, FailureKind::TwinRejected]);
    everywhere(&report, FailureKind::RejectedLegal);
    everywhere(&report, FailureKind::TwinRejected);
}

#[test]
fn accepting_everything_fails_every_illegal_case() {
    let (set, honest) = honest();
    let mut results = canary(&set).all(Outcome::Ok);
    for (op, arrays) in &mut results.arrays {
        for array in arrays {
            let own = honest.arrays[op].iter().find(|a| a.name == array.name);
            array.data = own.map_or(array.data.clone(), |a| a.data.clone());
        }
    }
    let report = results.fails(&set);
    assert!(kinds(&report)[&FailureKind::AcceptedIllegal] >= illegal(&set));
    everywhere(&report, FailureKind::AcceptedIllegal);
    let rules = report.operations.iter().flat_map(|o| &o.rules);
    assert!(rules.clone().all(|r| r.illegal[1] == 0) && rules.clone().any(|r| r.illegal[0] > 0));
}

/// Tells by a tuple and its place whether it is legal.
type Way<'a> = dyn Fn(&TupleLine, usize) -> bool + 'a;

/// Whoever tells legality by anything but the descriptors fails, in open and blind sets.
#[test]
fn legality_is_not_told_by_what_is_seen() {
    let dir = folder();
    ptoconf(dir.path(), "gen --profile a2a3 --tier smoke --blind --out blind").expect(0, &[]);
    let (open_set, _) = honest();
    let legality = |tuple: &TupleLine| builtin("a2a3").unwrap().accepts(&tuple.tuple).is_ok();
    let ways: [(&str, &Way); 5] = [
        ("descriptors", &|line, _| legality(line)),
        ("inputs", &|line, _| line.inputs.is_some()),
        ("cases", &|line, _| line.cases > 1),
        ("names", &|line, _| line.name.bytes().last().is_some_and(|digit| digit < b'8')),
        ("order", &|_, at| at % 2 == 0),
    ];
    for (set, answers) in [(open_set, String::new()), (dir.path().join("blind"), "--answers blind_answers".to_owned())] {
        let reader = open(&set);
        let tuples: Vec<TupleLine> =
            reader.suite().operations.iter().flat_map(|o| reader.operation(&o.name).unwrap().tuples.to_vec()).collect();
        for (way, accepts) in ways {
            let out = dir.path().join(way);
            let _ = std::fs::remove_dir_all(&out);
            let implementation = Implementation { name: way.into(), judges: Judges::Legality, ..Implementation::default() };
            let suite = reader.digest().to_owned();
            let mut writer = ResultsWriter::create(
                &out,
                &ResultsHeader { format: ResultsHeader::FORMAT.into(), suite, part: None, implementation },
                false,
            )
            .unwrap();
            for (at, line) in tuples.iter().enumerate() {
                let outcome = if accepts(line, at) { Outcome::Ok } else { Outcome::Rejected };
                let of_slot = |slot| ResultLine {
                    case: format!("{}/{slot}", line.id()),
                    outcome,
                    stage: None,
                    rule: None,
                    message: None,
                    touched: vec![],
                };
                writer.lines(&(0..line.cases).map(of_slot).collect::<Vec<_>>()).unwrap();
            }
            writer.finish().unwrap();
            let ran = ptoconf(dir.path(), &format!("check --impl {way} --vectors {} {answers} --report json={way}.json", set.display()));
            let totals = report(&dir.path().join(format!("{way}.json"))).totals;
            // Values decide on a few tuples, which the model tells when it runs.
            let right = way == "descriptors";
            assert!(ran.code == 1 || right, "{way}: exit {}", ran.code);
            assert_eq!(totals.failed * 5 < totals.judged, right, "{way}: {totals:?}");
        }
    }
}

#[test]
fn crashing_is_not_rejecting() {
    let (set, mut results) = honest();
    let rejected = results.lines.iter_mut().filter(|l| l.outcome == Outcome::Rejected);
    let count = rejected.map(|l| l.outcome = Outcome::Crashed).count() as u64;
    assert_eq!(kinds(&results.fails(&set)).into_iter().collect::<Vec<_>>(), [(FailureKind::Crashed, count)]);
    for (outcome, kind) in [(Outcome::Timeout, FailureKind::Timeout), (Outcome::Error, FailureKind::Error)] {
        let report = results.clone().all(outcome).fails(&set);
        assert_eq!(kinds(&report).into_iter().collect::<Vec<_>>(), [(kind, report.totals.cases)]);
    }
}

#[test]
fn having_nothing_is_not_conforming() {
    let (set, results) = honest();
    let report = results.all(Outcome::Unsupported).fails(&set);
    assert!(kinds(&report).contains_key(&FailureKind::Unsupported));
    everywhere(&report, FailureKind::Unsupported);
    assert_eq!(report.totals.passed, 0);
}

#[test]
fn rejections_have_to_name_the_right_rule() {
    let (set, mut results) = honest();
    let named = results.lines.iter_mut().filter(|l| l.outcome == Outcome::Rejected);
    named.for_each(|l| l.rule = Some("tile/no-such-rule".into()));
    everywhere(&results.fails(&set), FailureKind::WrongRule);
}

#[test]
fn returning_nothing_is_missing() {
    let (set, mut results) = honest();
    results.arrays.clear();
    everywhere(&results.fails(&set), FailureKind::Missing);
    results.lines.clear();
    let report = results.fails(&set);
    assert_eq!(kinds(&report).into_iter().collect::<Vec<_>>(), [(FailureKind::Missing, report.totals.cases)]);
}

#[test]
fn constants_are_mismatches() {
    let (set, results) = honest();
    // All bits set is a NaN in every floating-point type.
    for byte in [0, 0xFF] {
        everywhere(&results.clone().map(|a| a.data.fill(byte)).fails(&set), FailureKind::Mismatch);
    }
    let mut untouched = canary(&set);
    untouched.lines = results.lines;
    everywhere(&untouched.fails(&set), FailureKind::Mismatch);
}

#[test]
fn inputs_are_no_outputs() {
    let (set, mut results) = honest();
    let reader = open(&set);
    for (op, arrays) in &mut results.arrays {
        let operation = reader.operation(op).unwrap();
        for array in arrays {
            let name = array.name.split('/').next().unwrap_or_default();
            let line = &operation.tuples[operation.index_of(name).unwrap()];
            let input = line.tuple.with_role(Role::In).next().unwrap();
            let mut data = vec![];
            operation.inputs(line, &input.name, &mut data).unwrap();
            array.data = corner(array, &data, input.tile.shape, input.tile.dtype.bytes());
        }
    }
    everywhere(&results.fails(&set), FailureKind::Mismatch);
}

/// The upper left corner of a stack of tiles, as bytes of the shape of `array`.
fn corner(array: &Array, data: &[u8], [rows, cols]: [u32; 2], size: usize) -> Vec<u8> {
    let mut out = vec![0; array.data.len()];
    let own = [array.shape[1] as usize, array.shape[2] as usize * array.dtype.bytes()];
    let other = [rows as usize, cols as usize * size];
    for case in 0..array.shape[0] as usize {
        for row in 0..own[0].min(other[0]) {
            let (to, from) = ((case * own[0] + row) * own[1], (case * other[0] + row) * other[1]);
            let n = own[1].min(other[1]);
            out[to..to + n].copy_from_slice(&data[from..from + n]);
        }
    }
    out
}

#[test]
fn yesterdays_results_are_stale_and_a_forged_digest_does_not_help() {
    let (set, _) = honest();
    let other = shared("smoke-seed", "run --impl builtin:a2a3 --tier smoke --seed 1 --out . --report json=report.json");
    let mut results = Results::of(&other);
    let (ran, report) = results.check(&set);
    ran.expect(3, &["stale", "another set", open(&set).digest()]);
    assert!(report.is_none());
    results.header.suite = open(&set).digest().to_owned();
    everywhere(&results.fails(&set), FailureKind::Mismatch);
}

/// Every array takes the place of the one before of its type and shape. Gives the names of those that moved.
fn rotate(arrays: &mut [Array]) -> BTreeSet<String> {
    let mut kinds: Vec<_> = arrays.iter().map(|a| (a.dtype, a.shape.clone())).collect();
    kinds.sort();
    kinds.dedup();
    let mut moved = BTreeSet::new();
    for kind in kinds {
        let mut alike: Vec<&mut Array> = arrays.iter_mut().filter(|a| (a.dtype, a.shape.clone()) == kind).collect();
        let mut data: Vec<Vec<u8>> = alike.iter_mut().map(|a| std::mem::take(&mut a.data)).collect();
        let own = data.clone();
        data.rotate_left(1);
        alike.iter_mut().zip(data).for_each(|(a, d)| a.data = d);
        // Answers that are alike, such as counts that are all of the columns, are no cheat.
        moved.extend(alike.iter().zip(own).filter(|(a, own)| a.data != *own).map(|(a, _)| a.name.clone()));
    }
    moved
}

/// Bytes of the first case that an alternative says anything of.
fn judged(reader: &OperationReader, line: &TupleLine, answer: &AnswerLine, alternative: &Alternative) -> u64 {
    let of_output = |(operand, output): (&str, &OutputAnswer)| {
        let elements = u64::from(output.region[0]) * u64::from(output.region[1]);
        let shape = [line.cases.into(), output.region[0].into(), output.region[1].into()];
        let masked = |mask: &String| {
            let mut bytes = vec![];
            reader.answer_array(answer, mask, DType::U8, &shape, &mut bytes).unwrap();
            bytes[..elements as usize].iter().filter(|byte| **byte != 0).count() as u64
        };
        let silent = matches!(output.judge, Judgement::Unchanged | Judgement::Unspecified);
        let size = line.tuple.tile(operand).map_or(0, |t| t.dtype.bytes() as u64);
        if silent { 0 } else { output.mask.as_ref().map_or(elements, masked) * size }
    };
    alternative.outputs.iter().map(of_output).sum()
}

/// Cases of an operation without questions, of whose outputs there is room to be their own.
fn with_room(reader: &OperationReader) -> Vec<(&TupleLine, &AnswerLine, String)> {
    let plain = |a: &AnswerLine| matches!(a.expect, Expectation::Accept { .. }) && a.contests.is_empty();
    let roomy = |line: &TupleLine, a: &AnswerLine| a.alternatives.iter().all(|alt| judged(reader, line, a, alt) >= Binding::ROOM);
    let tuples = reader.tuples.iter().zip(reader.answers().unwrap());
    let tuples = tuples.filter(|(line, a)| plain(a) && !a.alternatives.is_empty() && roomy(line, a));
    tuples.map(|(line, answer)| (line, answer, format!("{}/0", line.id()))).collect()
}

/// Whoever returns the answers of another case of the same type and shape fails every case that has room.
#[test]
fn neighbours_results_are_mismatches() {
    let (set, mut results) = honest();
    let moved: BTreeMap<String, BTreeSet<String>> = results.arrays.iter_mut().map(|(op, a)| (op.clone(), rotate(a))).collect();
    let failed = results.failed(&set);
    let (reader, mut seen) = (open(&set), BTreeMap::<String, u32>::new());
    for operation in &reader.suite().operations {
        let reader = reader.operation(&operation.name).unwrap();
        for (line, answer, case) in with_room(&reader) {
            if line.tuple.with_role(Role::Out).any(|o| moved[&operation.name].contains(&line.member(&o.name))) {
                assert!(failed.contains(&case), "{case} ({}) passes with the answer of another case", answer.class);
                *seen.entry(operation.name.clone()).or_default() += 1;
            }
        }
    }
    // Of one operation no two tuples of smoke have a type and shape in common.
    assert!(seen.len() + 1 >= ptoconf_reference::ops::all().len() && seen["tcolsum"] > 10, "{seen:?}");
}

#[test]
fn the_slots_of_a_stack_are_not_alike() {
    let run = shared(
        "stacks",
        "run --op tcolsum,tconcat --class exact-window,bits,index-full --form plain,basic --cases 90 --impl builtin:a2a3 --out . --report json=report.json",
    );
    let results = Results::of(&run).map(|array| {
        let tile = array.data.len() / array.shape[0] as usize;
        array.data.rotate_left(tile);
    });
    let report = results.fails(&run.join("vectors"));
    let stacked: u64 = results.arrays.values().flatten().map(|a| a.shape[0]).filter(|n| *n > 1).sum();
    // Single elements of a narrow type may be equal by chance.
    assert!(kinds(&report)[&FailureKind::Mismatch] * 10 >= stacked * 9, "{:?} of {stacked}", kinds(&report));
}

#[test]
fn a_subset_is_missing_the_rest() {
    let (set, mut results) = honest();
    let all = results.lines.len();
    let accepted: BTreeSet<String> = results.lines.iter().filter(|l| l.outcome == Outcome::Ok).map(|l| l.case.clone()).collect();
    results.lines.retain(|l| accepted.contains(&l.case));
    let report = results.fails(&set);
    let missing = (all - results.lines.len()) as u64;
    assert_eq!(kinds(&report).into_iter().collect::<Vec<_>>(), [(FailureKind::Missing, missing)]);
}

#[test]
fn repeated_and_stray_lines_are_named() {
    let (set, results) = honest();
    let mut twice = results.clone();
    let first = twice.lines[0].clone();
    twice.lines.push(first);
    assert_eq!(kinds(&twice.fails(&set))[&FailureKind::Duplicate], 1);
    let stray = |case: &str| ResultLine { case: case.into(), ..results.lines[0].clone() };
    for (case, words) in [
        ("tother/plain-0000000000/0", "no operation `tother`"),
        ("tcolsum/plain-0000000000/0", "no tuple `plain-0000000000`"),
        ("tcolsum/plain-f4543d37f8/7", "slots 0 to 0"),
        ("tcolsum/plain-f4543d37f8/00", "no case id"),
        ("../../etc/passwd", "no case id"),
    ] {
        let mut extra = results.clone();
        extra.lines.push(stray(case));
        let report = extra.fails(&set);
        assert_eq!((report.totals.failed, report.extra.len()), (0, 1), "{case}: {:?}", report.extra);
        let named = [format!("results.jsonl:{}", extra.lines.len()), words.to_owned()];
        assert!(named.iter().all(|n| report.extra[0].contains(n)), "{}", report.extra[0]);
    }
}

#[test]
fn a_list_that_is_cut_short_is_missing_its_end() {
    let (set, results) = honest();
    let dir = folder();
    results.write(&dir.path().join("results"));
    let file = dir.path().join("results/results.jsonl");
    let text = std::fs::read(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    let (ran, report) = check(&set, dir.path());
    ran.expect(1, &[]);
    let report = report.unwrap();
    assert!(kinds(&report)[&FailureKind::Missing] > 100);
    assert_eq!(report.extra.len(), 1, "the line that was cut is no result: {:?}", report.extra);
}

#[test]
fn what_the_runner_sees_touched_fails() {
    let (set, mut results) = honest();
    let line = results.lines.iter_mut().find(|l| l.outcome == Outcome::Ok).unwrap();
    line.touched = vec!["src".into()];
    assert_eq!(kinds(&results.fails(&set)).into_iter().collect::<Vec<_>>(), [(FailureKind::GuardTouched, 1)]);
}

#[test]
fn nothing_selected_is_nothing_checked() {
    let run = smoke_run("a2a3");
    let dir = folder();
    let line = format!("check --impl {0}/results --vectors {0}/vectors --case tcolsum/plain-0000000000/0", run.display());
    let ran = ptoconf(dir.path(), &line).expect(2, &["no case `tcolsum/plain-0000000000/0`"]);
    assert!(ran.out.is_empty(), "{ran:?}");
    ptoconf(dir.path(), "gen --op tcolexpand --class wrap --out set").expect(4, &["is left by"]);
    ptoconf(dir.path(), "run --op tcolexpand --class wrap --impl builtin:a5").expect(4, &["is left by"]);
    assert!(!dir.path().join("set").exists());
}
