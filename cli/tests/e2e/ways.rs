//! In which way a case fails: what a gate tells apart, and what it does not.

use crate::common::{folder, open, ptoconf, read, report, smoke_run};
use crate::gate::{check, diff, good, spoiled, waive};
use crate::results::Results;
use ptoconf_schemas::{Amount, Conclusion, DType, FailureKind, ListedCases, Observes, Outcome, Report, RunStage};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a set of column sums in f32, and results with two mistakes, each with a report: `dropped` leaves the last row
/// out, and `narrow` rounds every sum to the 11 bits of f16.
fn two_mistakes() -> TempDir {
    let dir = folder();
    let run = "run --impl builtin:a2a3 --profile a2a3 --op tcolsum --form plain --dtype f32 --tier smoke --out .";
    ptoconf(dir.path(), run).expect(0, &[]);
    let short = |column: &[f32]| column.split_last().map_or(0.0, |(_, others)| others.iter().sum());
    summed(dir.path(), short).write(&dir.path().join("dropped"));
    summed(dir.path(), |column| column.iter().fold(0.0, |sum, &x| rounded(sum + rounded(x)))).write(&dir.path().join("narrow"));
    for name in ["dropped", "narrow"] {
        ptoconf(dir.path(), &format!("check --impl {name} --vectors vectors --report json={name}.json")).expect(1, &[]);
    }
    dir
}

/// To 11 bits, to nearest: the part that is added and taken away again pushes the others out.
fn rounded(x: f32) -> f32 {
    let large = x * 8193.0;
    if large.is_finite() { large - (large - x) } else { x }
}

/// The results of a run with other column sums.
fn summed(made: &Path, sum: impl Fn(&[f32]) -> f32) -> Results {
    let (mut results, set) = (Results::of(made), open(&made.join("vectors")));
    let (operation, mut stack) = (set.operation("tcolsum").unwrap(), vec![]);
    let arrays = results.arrays.get_mut("tcolsum").unwrap();
    for line in operation.tuples.iter().filter(|line| line.inputs.is_some()) {
        let Some(array) = arrays.iter_mut().find(|array| array.name == line.member("dst")) else { continue };
        let (src, dst) = (line.tuple.tile("src").unwrap(), line.tuple.tile("dst").unwrap());
        operation.inputs(line, "src", &mut stack).unwrap();
        let at = |slot: u32, row: u32, col: u32| ((slot * src.rows() + row) * src.cols() + col) as usize;
        for (slot, col) in (0..line.cases).flat_map(|slot| (0..src.valid[1]).map(move |col| (slot, col))) {
            let column: Vec<f32> =
                (0..src.valid[0]).map(|row| f32::from_bits(DType::F32.read(&stack, at(slot, row, col)) as u32)).collect();
            if !column.is_empty() {
                DType::F32.write(&mut array.data, (slot * dst.rows() * dst.cols() + col) as usize, sum(&column).to_bits().into());
            }
        }
    }
    results
}

/// Failing cases by what is said to be wrong with them.
fn wrong(report: &Report) -> BTreeMap<String, u64> {
    let mut words = BTreeMap::new();
    for list in report.cases.iter().filter(|list| list.excused.is_none()) {
        if let Some(way) = list.fails.as_ref().filter(|way| way.kind == FailureKind::Mismatch && way.follows.is_empty()) {
            let said = way.wrong.expect("it follows nothing known").to_string();
            *words.entry(said).or_default() += list.count();
        }
    }
    words
}

/// Cases that fail in both reports, but not in the same way.
fn otherwise(old: &Report, new: &Report) -> u64 {
    let ways = |report: &Report| -> BTreeMap<String, ptoconf_schemas::Way> {
        let fails = report.cases.iter().filter_map(|list| Some((list.fails.clone()?, list.tuples().unwrap())));
        let each = |(way, tuples): (ptoconf_schemas::Way, Vec<(&str, ptoconf_schemas::Slots)>)| {
            let slots = |(name, slots): (&str, ptoconf_schemas::Slots)| {
                (0..100).filter(|slot| slots.has(*slot)).map(|slot| format!("{name}/{slot}")).collect::<Vec<_>>()
            };
            tuples.into_iter().flat_map(slots).map(|case| (case, way.clone())).collect::<Vec<_>>()
        };
        fails.flat_map(each).collect()
    };
    let (old, new) = (ways(old), ways(new));
    new.iter().filter(|(case, way)| old.get(*case).is_some_and(|was| was != *way)).count() as u64
}

#[test]
fn a_row_left_out_and_a_narrow_accumulator_are_two_mistakes() {
    let dir = two_mistakes();
    let [dropped, narrow] = ["dropped", "narrow"].map(|name| report(&dir.path().join(format!("{name}.json"))));
    let (of_dropped, of_narrow) = (wrong(&dropped), wrong(&narrow));
    assert!(of_dropped.keys().any(|words| words.starts_with("far off")), "{of_dropped:?}");
    assert!(of_narrow.keys().any(|words| words.starts_with("close")), "{of_narrow:?}");
    let expected = otherwise(&dropped, &narrow);
    assert!(expected > 0);
    let found = diff(dir.path(), "dropped.json narrow.json", 1);
    assert_eq!(found.failing_otherwise.iter().map(|group| group.count).sum::<u64>(), expected, "{found:#?}");
    let back = diff(dir.path(), "narrow.json dropped.json", 1);
    assert_eq!(back.failing_otherwise.iter().map(|group| group.count).sum::<u64>(), expected);

    ptoconf(dir.path(), "baseline dropped.json --out known.json").expect(0, &[]);
    let check = "check --vectors vectors --baseline known.json --report text --report json=r.json --impl";
    ptoconf(dir.path(), &format!("{check} dropped")).expect(0, &[]);
    let ran = ptoconf(dir.path(), &format!("{check} narrow")).expect(1, &[]);
    let known = report(&dir.path().join("r.json")).baseline.unwrap();
    assert_eq!(known.otherwise, expected, "{known:#?}");
    let words = ["in another way", "known as mismatch f32, far off", "; now mismatch f32, close"];
    assert!(words.iter().all(|words| ran.out.contains(words)), "{}", ran.out);

    // What an older version wrote down says nothing of it, and knows both.
    let mut old: serde_json::Value = serde_json::from_str(&read(&dir.path().join("known.json"))).unwrap();
    old["set"]["version"] = "0.0.9".into();
    for list in old["failures"].as_array_mut().unwrap() {
        list["fails"].as_object_mut().unwrap().remove("wrong");
    }
    std::fs::write(dir.path().join("known.json"), old.to_string()).unwrap();
    ptoconf(dir.path(), &format!("{check} narrow"));
    assert_eq!(report(&dir.path().join("r.json")).baseline.unwrap().otherwise, 0);
}

#[test]
fn a_waiver_of_a_row_left_out_does_not_cover_a_narrow_accumulator() {
    let dir = two_mistakes();
    let judged = |name: &str| {
        let line = format!("check --impl {name} --vectors vectors --waivers w.json --today 2026-01-01 --report json=r.json");
        let ran = ptoconf(dir.path(), &line);
        assert!([0, 1].contains(&ran.code), "{}", ran.err);
        report(&dir.path().join("r.json"))
    };
    for (name, other) in [("dropped", "narrow"), ("narrow", "dropped")] {
        let [own, others] = [name, other].map(|name| wrong(&report(&dir.path().join(format!("{name}.json")))));
        for (words, count) in &own {
            let case = ("case", "tcolsum/plain-*".into());
            waive(dir.path(), &[case, ("failure", "mismatch".into()), ("dtype", "f32".into()), ("wrong", words.as_str().into())]);
            let left = |all: &BTreeMap<String, u64>| all.iter().filter(|(said, _)| *said != words).map(|(_, n)| n).sum::<u64>();
            let held = judged(name);
            assert_eq!((held.waivers[0].covered, held.totals.failed), (*count, left(&own)), "{words}");
            assert_eq!(judged(other).totals.failed, left(&others), "{words}");
        }
        assert!(own.keys().any(|words| !others.contains_key(words)), "{own:?} {others:?}");
    }
}

#[test]
fn outputs_that_are_never_written_say_so() {
    let made = smoke_run("a2a3");
    let canary = open(&made.join("vectors")).suite().canary;
    let results = Results::of(&made).map(|array| array.data.fill(canary));
    let judged = results.fails(&made.join("vectors"));
    let said = wrong(&judged);
    assert!(said["never written everywhere"] * 2 > said.values().sum::<u64>(), "{said:?}");
}

/// One element of one case is known to be wrong. With other data a few tuples more may fail so, and not all of them.
#[test]
fn other_data_do_not_make_everything_known() {
    let dir = folder();
    for seed in ["0", "1"] {
        let run =
            format!("run --impl builtin:a2a3 --profile a2a3 --op tcolsum --form plain --dtype f32 --tier smoke --seed {seed} --out {seed}");
        ptoconf(dir.path(), &run).expect(0, &[]);
    }
    let path = |name: &str| dir.path().join(name);
    let spoil = |seed: &str, most: usize| {
        let mut results = Results::of(&path(seed));
        for array in results.arrays.values_mut().flatten().take(most) {
            DType::F32.write(&mut array.data, 0, 12345f32.to_bits().into());
        }
        let name = format!("spoiled-{seed}-{most}");
        results.write(&path(&name));
        let known = if path("known.json").exists() { "--baseline known.json" } else { "" };
        let ran = ptoconf(dir.path(), &format!("check --impl {name} --vectors {seed}/vectors {known} --report json={name}.json"));
        (ran.code, report(&path(&format!("{name}.json"))))
    };
    let (code, one) = spoil("0", 1);
    assert_eq!((code, one.totals.failed), (1, 1), "a single case shows it");
    ptoconf(dir.path(), "baseline spoiled-0-1.json --out known.json").expect(0, &[]);
    assert_eq!(spoil("1", 1).0, 0, "the same tuple");
    let (code, all) = spoil("1", 1000);
    assert!(code == 1 && all.totals.failed > 5, "{:?}", all.totals);
    assert!(diff(dir.path(), "spoiled-0-1.json spoiled-1-1000.json", 1).worse() > 5);
}

#[test]
fn a_crash_of_which_something_else_is_said_is_another_one() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    for (name, words) in [("load", "core 3 at 0x7f3a in load"), ("later", "core 4 at 0x7f3b in load"), ("assert", "assertion failed")] {
        let mut results = Results::of(&made);
        for line in results.lines.iter_mut().take(3) {
            (line.outcome, line.message) = (Outcome::Crashed, Some(words.to_owned()));
        }
        results.write(&dir.path().join(name));
    }
    let check = |name: &str, more: &str, code: i32| {
        let line = format!("check --impl {name} --vectors {}/vectors --report json={name}.json {more}", made.display());
        ptoconf(dir.path(), &line).expect(code, &[]);
        report(&dir.path().join(format!("{name}.json")))
    };
    let failed = check("load", "", 1).totals.failed;
    ptoconf(dir.path(), "baseline load.json --out known.json").expect(0, &[]);
    check("later", "--baseline known.json", 0);
    let other = check("assert", "--baseline known.json", 1).baseline.unwrap();
    assert!(other.otherwise >= 3 && other.otherwise_cases[0].contains("core N at N in load`; now "), "{other:#?}");
    // A crash of which nothing is said is another one, too.
    let mut silent = Results::of(&made);
    for line in silent.lines.iter_mut().take(3) {
        line.outcome = Outcome::Crashed;
    }
    silent.write(&dir.path().join("silent"));
    check("silent", "--baseline known.json", 1);
    // A waiver says which, too.
    let crash = [("failure", "crashed".into())];
    waive(dir.path(), &crash);
    ptoconf(dir.path(), &format!("check --impl load --vectors {}/vectors --waivers w.json", made.display()))
        .expect(2, &["waivers[0].says", "fails.says"]);
    waive(dir.path(), &[&crash[..], &[("says", "*".into())]].concat());
    ptoconf(dir.path(), &format!("check --impl load --vectors {}/vectors --waivers w.json", made.display())).expect(2, &["every cause"]);
    waive(dir.path(), &[&crash[..], &[("says", "*in load".into())]].concat());
    let covered = |report: Report| report.waivers[0].covered;
    assert!(failed >= 3 && covered(check("later", "--waivers w.json --today 2026-01-01", 0)) >= 3);
    assert_eq!(covered(check("assert", "--waivers w.json --today 2026-01-01", 1)), 0);
}

#[test]
fn what_is_flaky_or_has_no_result_is_not_known() {
    let dir = spoiled(4, Outcome::Timeout);
    let mut flaky: serde_json::Value = serde_json::from_str(&read(&dir.path().join("bad.json"))).unwrap();
    let listed: Vec<ListedCases> = serde_json::from_value(flaky["cases"].clone()).unwrap();
    let list = listed.iter().find(|list| list.fails.is_some()).unwrap();
    let (name, slots) = &list.tuples().unwrap()[0];
    let case = format!("{}/{name}/{}", list.op, slots.first().unwrap());
    flaky["flaky"] = serde_json::json!([{ "case": case, "kind": "timeout", "again": 2, "otherwise": 1 }]);
    std::fs::write(dir.path().join("flaky.json"), flaky.to_string()).unwrap();
    let said = ptoconf(dir.path(), "baseline flaky.json --out known.json").expect(0, &[]).out;
    assert!(said.contains("; 1 flaky case left out"), "{said}");
    let failed = report(&dir.path().join("bad.json")).totals.failed;
    ptoconf(dir.path(), &check("--baseline known.json --report json=r.json")).expect(1, &[]);
    assert_eq!(report(&dir.path().join("r.json")).totals.failed, 1, "of {failed}");

    // Where nothing is there, nothing was checked.
    let mut none = Results::of(&smoke_run("a2a3"));
    (none.lines, none.arrays) = (vec![], BTreeMap::new());
    none.write(&dir.path().join("none"));
    let check = format!("check --impl none --vectors {}/vectors", smoke_run("a2a3").display());
    ptoconf(dir.path(), &format!("{check} --report json=none.json")).expect(1, &[]);
    ptoconf(dir.path(), "baseline none.json --out none-known.json").expect(4, &["no result of any case"]);
    let mut known: serde_json::Value = serde_json::from_str(&read(&dir.path().join("known.json"))).unwrap();
    let none: serde_json::Value = serde_json::from_str(&read(&dir.path().join("none.json"))).unwrap();
    known["failures"] = none["cases"].clone();
    std::fs::write(dir.path().join("none-known.json"), known.to_string()).unwrap();
    ptoconf(dir.path(), &format!("{check} --baseline none-known.json")).expect(4, &[]);
}

/// A cause of which the other report judged no case has neither come nor gone.
#[test]
fn causes_of_what_one_report_did_not_judge_do_not_come_and_go() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let vectors = format!("--vectors {}/vectors", made.display());
    ptoconf(dir.path(), &format!("run --impl builtin:a5 {vectors} --out a5 --report json=a5.json")).expect(1, &[]);
    ptoconf(dir.path(), &format!("check --impl a5/results {vectors} --form plain --report json=plain.json")).expect(1, &[]);
    let found = diff(dir.path(), "a5.json plain.json", 0);
    assert!(found.compared > 0 && found.only_old > 0);
    assert_eq!((found.causes_came.len(), found.causes_went.len()), (0, 0), "{:#?}", found.causes_went);
}

/// Memory that is written beside an operand is a failure of its own, in a case that is known to fail, too.
#[test]
fn an_overrun_of_a_known_case_is_new() {
    let dir = two_mistakes();
    let mut results = Results::of(dir.path());
    results.arrays = summed(dir.path(), |column| column.split_last().map_or(0.0, |(_, others)| others.iter().sum())).arrays;
    for line in results.lines.iter_mut().filter(|line| line.outcome == Outcome::Ok) {
        line.touched = vec!["src".to_owned()];
    }
    results.write(&dir.path().join("overrun"));
    ptoconf(dir.path(), "baseline dropped.json --out known.json").expect(0, &[]);
    let check = "check --impl overrun --vectors vectors --baseline known.json --report json=overrun.json";
    ptoconf(dir.path(), check).expect(1, &[]);
    let known = report(&dir.path().join("overrun.json")).baseline.unwrap();
    assert!(known.remain == 0 && known.otherwise_cases.iter().all(|case| case.ends_with("with writes beside src")), "{known:#?}");
    assert!(diff(dir.path(), "dropped.json overrun.json", 1).worse() > 0);
}

/// By other data some tuples of the form may fail; those of another one are new, and so are all where none that is known was judged.
#[test]
fn other_data_of_another_form_or_of_other_tuples_excuse_nothing() {
    let dir = folder();
    for seed in ["0", "1"] {
        let run = format!("run --impl builtin:a2a3 --profile a2a3 --op tcolsum --dtype f32 --tier smoke --seed {seed} --out {seed}");
        ptoconf(dir.path(), &run).expect(0, &[]);
    }
    let path = |name: &str| dir.path().join(name);
    let spoil = |seed: &str, name: &str, form: &str, most: usize| {
        let (mut results, set) = (Results::of(&path(seed)), open(&path(seed).join("vectors")));
        let operation = set.operation("tcolsum").unwrap();
        let sums = operation.tuples.iter().filter(|line| line.tuple.tile("src").unwrap().valid[0] > 1);
        let names: Vec<String> = sums.map(|line| line.member("dst")).filter(|name| name.starts_with(form)).collect();
        for array in results.arrays.values_mut().flatten().filter(|array| names.contains(&array.name)).take(most) {
            DType::F32.write(&mut array.data, 0, 12345f32.to_bits().into());
        }
        results.write(&path(name));
        let line = format!("check --impl {name} --vectors {seed}/vectors --report json={name}.json");
        ptoconf(dir.path(), &line).expect(1, &[]);
    };
    let judged = |name: &str, more: &str, code: i32| {
        let line = format!("check --impl {name} --vectors 1/vectors --baseline known.json --report json=r.json --report text {more}");
        let ran = ptoconf(dir.path(), &line).expect(code, &[]);
        (ran.out, report(&path("r.json")))
    };
    spoil("0", "tmp", "tmp", 1000);
    spoil("1", "plain", "plain", 1000);
    ptoconf(dir.path(), "baseline tmp.json --out known.json").expect(0, &[]);
    judged("plain", "", 1);
    diff(dir.path(), "tmp.json plain.json", 1);
    // A few of the same form are by chance, and are said.
    spoil("0", "four", "plain", 4);
    spoil("1", "six", "plain", 6);
    ptoconf(dir.path(), "baseline four.json --out known.json").expect(0, &[]);
    let (text, found) = judged("six", "", 0);
    let baseline = found.baseline.unwrap();
    assert!(baseline.remain >= 1 && baseline.elsewhere >= 1 && found.totals.skipped["known"] == baseline.remain + baseline.elsewhere);
    assert_eq!(found.conclusion, Conclusion::KnownFailuresRemain);
    assert!(text.contains("as few as may be by chance") && text.contains("no new failure"), "{text}");
    // What is known counts as far as it is judged.
    ptoconf(dir.path(), "baseline tmp.json --out known.json").expect(0, &[]);
    let (_, part) = judged("plain", "--form plain", 1);
    assert!(part.baseline.unwrap().elsewhere == 0);
}

/// An option that accepts a range is followed by chance, too: what lies in it says how it is wrong, and what was never written follows nothing.
#[test]
fn what_lies_within_a_range_says_how_it_is_wrong() {
    let made = smoke_run("a2a3");
    let canary = open(&made.join("vectors")).suite().canary;
    let by_range = |value: &dyn Fn(&mut [u8])| {
        let judged = Results::of(&made).map(|array| value(&mut array.data)).fails(&made.join("vectors"));
        let ways = judged.cases.into_iter().filter_map(|list| list.fails).filter(|way| way.kind == FailureKind::Mismatch);
        ways.filter(|way| !way.follows.is_empty()).collect::<Vec<_>>()
    };
    let never = by_range(&|data| data.fill(canary));
    assert!(never.iter().all(|way| way.wrong.is_none_or(|wrong| wrong.amount != Amount::NeverWritten)), "{never:?}");
    let zero = by_range(&|data| data.fill(0));
    let said: Vec<String> = zero.iter().filter(|way| way.wrong.is_some()).map(ToString::to_string).collect();
    assert!(!said.is_empty() && zero.iter().any(|way| way.wrong.is_none()), "{said:?}");
}

#[test]
fn what_changes_beside_the_cases_is_named() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let judge = |name: &str, results: &Results| {
        results.write(&dir.path().join(name));
        let ran = ptoconf(dir.path(), &format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display()));
        assert!([0, 1].contains(&ran.code), "{}", ran.err);
    };
    let mut results = Results::of(&made);
    results.header.implementation.observes = vec![Observes::Inputs];
    judge("silent", &results);
    let mut stray = Results::of(&made);
    stray.lines.push(ptoconf_schemas::ResultLine { case: "tcolsum/plain-0000000000/0".into(), ..stray.lines[0].clone() });
    judge("stray", &stray);

    let found = diff(dir.path(), &format!("{} silent.json", good()), 1);
    let observed = found.besides.iter().find(|change| change.what == "observed").expect("it observes less");
    assert!(found.worse() == 0 && observed.worse && observed.was == ["surroundings", "scratch"], "{observed:?}");
    assert!(!diff(dir.path(), &format!("silent.json {}", good()), 0).besides[0].worse);
    let ran = ptoconf(dir.path(), &format!("diff {} stray.json", good())).expect(1, &[]);
    let words = ["changed beside the cases", "results that name no case: case `tcolsum/plain-0000000000/0`", "no case fails newly, but"];
    assert!(words.iter().all(|words| ran.out.contains(words)), "{}", ran.out);
    diff(dir.path(), &format!("stray.json {}", good()), 0);

    let mut flaky: serde_json::Value = serde_json::from_str(&read(&dir.path().join("silent.json"))).unwrap();
    flaky["flaky"] = serde_json::json!([{ "case": "tcolsum/plain-0000000000/0", "kind": "timeout", "again": 2, "otherwise": 1 }]);
    std::fs::write(dir.path().join("flaky.json"), flaky.to_string()).unwrap();
    assert_eq!(diff(dir.path(), "silent.json flaky.json", 1).besides[0].what, "flaky cases");
    diff(dir.path(), "flaky.json silent.json", 0);

    // Of a report, altered: each change makes the newer one worse, and not the other way round.
    let altered = |name: &str, alter: &dyn Fn(&mut Report)| {
        let mut report = report(&dir.path().join("silent.json"));
        alter(&mut report);
        std::fs::write(dir.path().join(format!("{name}.json")), serde_json::to_string(&report).unwrap()).unwrap();
    };
    altered("legality", &|report| report.implementation.judges = ptoconf_schemas::Judges::Legality);
    let more = ptoconf_schemas::Widening { reading: "tile/nan".into(), options: vec!["any".into()], place: None };
    altered("wider", &|report| report.set.beyond_base = vec![more.clone()]);
    altered("unsupported", &|report| report.scope.operations[0].unsupported += 2);
    for (name, what) in [("legality", "judged"), ("wider", "profile"), ("unsupported", "open cases answered as unsupported")] {
        let found = diff(dir.path(), &format!("silent.json {name}.json"), 1);
        assert!(found.besides.iter().any(|change| change.what == what && change.worse), "{name}: {:?}", found.besides);
        diff(dir.path(), &format!("{name}.json silent.json"), 0);
    }
}

/// A result that is not there, and arrays that cannot be used for one reason or another, are failures apart.
#[test]
fn results_that_cannot_be_judged_say_why() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let said = |name: &str, spoil: &dyn Fn(&mut Results)| {
        let mut results = Results::of(&made);
        spoil(&mut results);
        results.write(&dir.path().join(name));
        let line = format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display());
        ptoconf(dir.path(), &line).expect(1, &[]);
        let ways = report(&dir.path().join(format!("{name}.json"))).cases.into_iter().filter_map(|list| list.fails);
        ways.filter(|way| way.kind != FailureKind::TwinRejected).filter_map(|way| way.says).collect::<std::collections::BTreeSet<_>>()
    };
    let of = |said: std::collections::BTreeSet<String>| said.into_iter().collect::<Vec<_>>();
    assert_eq!(of(said("line", &|results| drop(results.lines.remove(0)))), ["no line names it"]);
    let gone = |results: &mut Results| drop(results.arrays.get_mut("tcolsum").unwrap().remove(0));
    assert_eq!(of(said("gone", &gone)), ["dst: missing"]);
    let dtype = |results: &mut Results| {
        let array = &mut results.arrays.get_mut("tcolsum").unwrap()[0];
        let other = DType::ALL.iter().find(|other| other.bytes() == array.dtype.bytes() && **other != array.dtype);
        array.dtype = *other.unwrap();
    };
    assert_eq!(of(said("dtype", &dtype)), ["dst: another element type"]);
}

/// A case has one verdict, and a gate sees what else is wrong with it: writes below the result, an input that changed.
#[test]
fn what_else_is_wrong_in_a_known_case_is_new() {
    let dir = two_mistakes();
    let short = |column: &[f32]| column.split_last().map_or(0.0, |(_, others)| others.iter().sum());
    let set = open(&dir.path().join("vectors"));
    let operation = set.operation("tcolsum").unwrap();
    let mut below = summed(dir.path(), short);
    for line in operation.tuples.iter() {
        let dst = line.tuple.tile("dst").unwrap();
        let array = below.arrays.get_mut("tcolsum").unwrap().iter_mut().find(|array| array.name == line.member("dst"));
        let Some(array) = array.filter(|_| dst.rows() > dst.valid_rows()) else { continue };
        let size = dst.bytes() as usize;
        array.data.chunks_exact_mut(size).for_each(|tile| tile[size - 4..].fill(0x11));
    }
    below.write(&dir.path().join("below"));
    let mut changed = summed(dir.path(), short);
    for line in operation.tuples.iter().filter(|line| line.inputs.is_some()) {
        let mut data = vec![];
        operation.inputs(line, "src", &mut data).unwrap();
        data.iter_mut().for_each(|byte| *byte = !*byte);
        let src = line.tuple.tile("src").unwrap();
        let shape = vec![line.cases.into(), src.rows().into(), src.cols().into()];
        let arrays = changed.arrays.get_mut("tcolsum").unwrap();
        if arrays.iter().any(|array| array.name == line.member("dst")) {
            arrays.push(ptoconf_schemas::Array { name: line.member("src"), dtype: src.dtype, shape, data });
        }
    }
    changed.write(&dir.path().join("changed"));
    ptoconf(dir.path(), "baseline dropped.json --out known.json").expect(0, &[]);
    for (name, words) in [("below", "with writes beside dst (rows outside its result)"), ("changed", "with writes beside src (changed)")] {
        let check = format!("check --impl {name} --vectors vectors --baseline known.json --report json={name}.json");
        ptoconf(dir.path(), &check).expect(1, &[]);
        let known = report(&dir.path().join(format!("{name}.json"))).baseline.unwrap();
        assert!(known.otherwise_cases.iter().any(|case| case.contains(words)), "{known:#?}");
        assert!(diff(dir.path(), &format!("dropped.json {name}.json"), 1).failing_otherwise.iter().any(|group| group.count > 0));
    }
}

/// Of several outputs it counts which one is wrong, and a waiver says it.
#[test]
fn a_mistake_in_one_output_is_not_one_in_another() {
    let dir = folder();
    let run = "run --impl builtin:a2a3 --profile a2a3 --op tcolargmax --form value-index --tier smoke --out .";
    ptoconf(dir.path(), run).expect(0, &[]);
    for output in ["dstVal", "dstIdx"] {
        let spoil = |array: &mut ptoconf_schemas::Array| {
            if array.name.ends_with(&format!("/{output}.npy")) || array.name.ends_with(&format!("/{output}")) {
                let tile = array.data.len() / array.shape[0] as usize;
                array.data.chunks_exact_mut(tile).for_each(|tile| tile[0] ^= 0x40);
            }
        };
        Results::of(dir.path()).map(spoil).write(&dir.path().join(output));
        ptoconf(dir.path(), &format!("check --impl {output} --vectors vectors --report json={output}.json")).expect(1, &[]);
    }
    assert!(diff(dir.path(), "dstVal.json dstIdx.json", 1).failing_otherwise.iter().any(|group| group.count > 0));
    let own = report(&dir.path().join("dstVal.json"));
    let list = own
        .cases
        .iter()
        .find(|list| list.fails.as_ref().is_some_and(|way| way.outputs == ["dstVal"] && way.follows.is_empty() && way.touched.is_empty()))
        .expect("one output is wrong");
    let wrong = list.fails.as_ref().unwrap().wrong.unwrap().to_string();
    let covered = |name: &str, output: Option<&str>| {
        let mut waiver = vec![("case", "tcolargmax/*".into()), ("failure", "mismatch".into()), ("wrong", wrong.as_str().into())];
        waiver.extend(output.map(|output| ("output", output.into())));
        waive(dir.path(), &waiver);
        let line = format!("check --impl {name} --vectors vectors --waivers w.json --today 2026-01-01 --report json=w-report.json");
        ptoconf(dir.path(), &line).expect(1, &[]);
        report(&dir.path().join("w-report.json")).waivers[0].covered
    };
    assert!(covered("dstVal", Some("dstVal")) > 0);
    assert_eq!((covered("dstVal", None), covered("dstIdx", Some("dstVal"))), (0, 0));
}

/// Under a sanitizer the last line is always the same; a crash at another stage, or with another code, is another one.
#[test]
fn of_what_a_crash_prints_the_line_that_tells_most_counts() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let printed = |error: &str| format!("ended without an answer, exit status: 1; stderr: {error} | SUMMARY: {error} | ABORTING");
    let crashes = [
        ("overflow", printed("AddressSanitizer: heap-buffer-overflow in load"), Some(RunStage::Run)),
        ("free", printed("AddressSanitizer: heap-use-after-free in store"), Some(RunStage::Run)),
        ("compiling", printed("AddressSanitizer: heap-buffer-overflow in load"), Some(RunStage::Compile)),
        ("three", "exited with 3".to_owned(), None),
        ("four", "exited with 4".to_owned(), None),
    ];
    for (name, words, stage) in &crashes {
        let mut results = Results::of(&made);
        for line in results.lines.iter_mut().take(3) {
            (line.outcome, line.message, line.stage) = (Outcome::Crashed, Some(words.clone()), *stage);
        }
        results.write(&dir.path().join(name));
        ptoconf(dir.path(), &format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display())).expect(1, &[]);
    }
    let mut turned = Results::of(&made);
    for (name, touched) in [("touched", ["src", "dst"]), ("turned", ["dst", "src"])] {
        turned
            .lines
            .iter_mut()
            .filter(|line| line.outcome == Outcome::Ok)
            .take(3)
            .for_each(|line| line.touched = touched.map(str::to_owned).to_vec());
        turned.write(&dir.path().join(name));
        ptoconf(dir.path(), &format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display())).expect(1, &[]);
    }
    diff(dir.path(), "touched.json turned.json", 0);
    for (old, new) in [("overflow", "free"), ("overflow", "compiling"), ("three", "four")] {
        assert!(diff(dir.path(), &format!("{old}.json {new}.json"), 1).failing_otherwise[0].count >= 3, "{old} {new}");
    }
    let said = &diff(dir.path(), "overflow.json free.json", 1).failing_otherwise[0];
    let words = said.now.as_ref().unwrap().says.clone().unwrap();
    assert_eq!(words, "run: ended without an answer, exit status: 1; SUMMARY: AddressSanitizer: heap-use-after-free in store");
}

/// Cases that contradict each other the other way round are another failure.
#[test]
fn a_contradiction_the_other_way_round_is_another_failure() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let set = open(&made.join("vectors"));
    let open_tuple = |op: &str| {
        let operation = set.operation(op).unwrap();
        let answers = operation.answers().unwrap();
        let both = |answer: &ptoconf_schemas::AnswerLine| {
            matches!(answer.expect, ptoconf_schemas::Expectation::Either { .. }) && answer.alternatives.iter().any(|a| !a.rejects)
        };
        let found = operation.tuples.iter().zip(answers).find(|(line, answer)| line.cases > 1 && both(answer));
        found.map(|(line, _)| line.id())
    };
    let tuple = set.suite().operations.iter().find_map(|info| open_tuple(&info.name)).expect("an open tuple of several cases");
    let turned = |name: &str, rejected: u32| {
        let mut results = Results::of(&made);
        for line in results.lines.iter_mut().filter(|line| line.case.starts_with(&format!("{tuple}/"))) {
            let rejects = line.case == format!("{tuple}/{rejected}");
            line.outcome = if rejects { Outcome::Rejected } else { Outcome::Ok };
        }
        results.write(&dir.path().join(name));
        let line = format!("check --impl {name} --vectors {}/vectors --report json={name}.json", made.display());
        ptoconf(dir.path(), &line).expect(1, &[]);
    };
    turned("first", 0);
    turned("second", 1);
    diff(dir.path(), "first.json second.json", 1);
    // A waiver says which of both it covers.
    let says = |name: &str| {
        let ways = report(&dir.path().join(format!("{name}.json"))).cases.into_iter().filter_map(|list| list.fails);
        ways.filter(|way| way.kind == FailureKind::InconsistentReading).filter_map(|way| way.says).collect::<Vec<String>>()
    };
    let (first, second) = (says("first"), says("second"));
    assert!(
        !first.is_empty() && first.iter().all(|words| words.starts_with("it allows ") && !second.contains(words)),
        "{first:?} {second:?}"
    );
}

/// Who computes nothing does not show that a value is right, and slots without an end do not keep a baseline busy.
#[test]
fn a_baseline_is_not_improved_by_who_computes_nothing() {
    let dir = two_mistakes();
    ptoconf(dir.path(), "baseline dropped.json --out known.json").expect(0, &[]);
    let mut results = Results::of(dir.path());
    results.header.implementation.judges = ptoconf_schemas::Judges::Legality;
    results.header.implementation.observes = vec![];
    results.arrays = BTreeMap::new();
    results.write(&dir.path().join("nothing"));
    ptoconf(dir.path(), "check --impl nothing --vectors vectors --baseline known.json --report json=nothing.json");
    let known = report(&dir.path().join("nothing.json")).baseline.unwrap();
    assert!(known.better == 0 && known.not_judged > 0, "{known:?}");
    let mut wide: serde_json::Value = serde_json::from_str(&read(&dir.path().join("dropped.json"))).unwrap();
    let failing = wide["cases"].as_array_mut().unwrap().iter_mut().find(|list| list.get("fails").is_some()).unwrap();
    let name = failing["cases"][0].as_str().unwrap().rsplit_once('/').unwrap().0.to_owned();
    failing["cases"][0] = format!("{name}/0-4294967295").into();
    let listed: Vec<ListedCases> = serde_json::from_value(wide["cases"].clone()).unwrap();
    let [all, failed] =
        [true, false].map(|passed| listed.iter().filter(|l| passed || l.fails.is_some()).map(ListedCases::count).sum::<u64>());
    let skipped = wide["totals"]["cases"].as_u64().unwrap() - wide["totals"]["judged"].as_u64().unwrap();
    for (name, number) in [("cases", all + skipped), ("judged", all), ("failed", failed)] {
        wide["totals"][name] = number.into();
    }
    std::fs::write(dir.path().join("wide.json"), wide.to_string()).unwrap();
    ptoconf(dir.path(), "baseline wide.json --out wide-known.json").expect(0, &[]);
}
