//! Coverage recomputed from the files of a set, and the floors.

use crate::common::{copy, folder, own_run, ptoconf, read, smoke_run};
use crate::schema::Schema;
use ptoconf_schemas::{CoverageReport, RuleCoverage, Suite};
use std::path::Path;

fn coverage(dir: &Path, set: &str, code: i32) -> CoverageReport {
    ptoconf(dir, &format!("verify {set} --coverage --report json=coverage.json")).expect(code, &[]);
    serde_json::from_str(&read(&dir.join("coverage.json"))).unwrap_or_else(|e| panic!("{e}"))
}

/// What was recomputed from the files is what the generator counted.
#[test]
fn the_files_say_what_the_generator_said() {
    let set = own_run("a2a3").join("vectors");
    let (dir, suite) = (folder(), serde_json::from_str::<Suite>(&read(&set.join("suite.json"))).unwrap());
    let report = coverage(dir.path(), set.to_str().unwrap(), 0);
    assert!(report.has_floor && report.shortfalls.is_empty());
    assert_eq!(report.operations.len(), suite.operations.len());
    for (operation, info) in report.operations.iter().zip(&suite.operations) {
        let cases: u64 = operation.forms.iter().map(|f| f.cases).sum();
        let tuples: u64 = operation.forms.iter().map(|f| f.accepted + f.open + f.rejected).sum();
        assert_eq!((tuples, cases), (info.tuples, info.cases), "{}", info.name);
        for rule in &operation.rules {
            let reach = &info.reach[&rule.rule];
            // An illegal or open tuple is one case or a few; a rule without any of either has none of both.
            let has = |tuples: u64, cases: u64| assert_eq!(tuples > 0, cases > 0, "{}: {reach:?}", rule.rule);
            has(rule.legal, reach.at_limit);
            has(rule.illegal, reach.illegal);
            has(rule.open, reach.open);
            has(rule.told, reach.told);
            assert!(rule.illegal <= reach.illegal && rule.without_twin == 0, "{}", rule.rule);
            assert!(rule.both_sides() || rule.unreachable.is_some(), "{}", rule.rule);
            let tried = rule.illegal + rule.open > 0;
            assert!(rule.fewest.is_some() == tried && rule.differs.is_empty() != tried, "{}: {:?}", rule.rule, rule.differs);
        }
        for form in &operation.forms {
            let strategies: u64 = form.strategies.values().sum();
            assert_eq!(strategies, form.accepted + form.open + form.rejected);
            assert!(form.pairs.covered > 1000 && form.pairs.covered < form.pairs.all);
            assert!(form.triples.covered > form.pairs.covered && form.triples.covered < form.triples.all);
        }
        assert!(operation.readings.iter().all(|r| r.pairs == 0 || r.apart > 0), "{}", info.name);
        assert!(operation.binding.bound > 0 && operation.binding.bound <= operation.binding.cases);
    }
}

/// However few illegal tuples a rule gets, every operand that it names is tried.
#[test]
fn a_rule_is_tried_on_every_operand() {
    let (set, dir) = (own_run("a2a3").join("vectors"), folder());
    let report = coverage(dir.path(), set.to_str().unwrap(), 0);
    let rules: Vec<&RuleCoverage> = report.operations.iter().flat_map(|o| &o.rules).collect();
    for (rule, what, operands) in [
        ("tconcat/vec", "location", &["dst", "src0", "src1"][..]),
        ("tconcat/index-vec", "location", &["dstIdx", "src0Idx", "src1Idx"]),
        ("tconcat/same-dtype", "dtype", &["dst", "src0", "src1"]),
        ("tcolexpandadd/vec", "location", &["dst", "src0", "src1"]),
        ("tcolsum/vec", "location", &["dst", "src"]),
    ] {
        let rule = rules.iter().find(|r| r.rule == rule).unwrap();
        let tried = |operand: &&str| rule.differs.iter().any(|d| *d == format!("{operand} {what}"));
        assert!(operands.iter().all(tried), "{}: {:?}", rule.rule, rule.differs);
    }
}

/// Sets with deleted tuples: what is gone is missed, and the floor of the tier with it.
#[test]
fn a_set_with_less_in_it_lies_below_the_floor() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --out set").expect(0, &[]);
    assert!(coverage(dir.path(), "set", 0).has_floor);
    let rule = |report: &CoverageReport| -> RuleCoverage {
        report.operations[0].rules.iter().find(|r| r.rule == "tcolsum/valid-cols-equal").cloned().unwrap()
    };
    // The same tier with one tuple: written by hand, as the head has no filters.
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --rule tcolsum/valid-cols-equal --out less").expect(0, &[]);
    let narrowed = coverage(dir.path(), "less", 0);
    assert!(!narrowed.has_floor && !narrowed.filters.is_empty(), "a filter leaves less on purpose");
    assert!(rule(&narrowed).both_sides());
    let head = dir.path().join("less/suite.json");
    let text = read(&head);
    let (from, to) = (text.find("\"filters\": [").unwrap(), text.find("\"canary\"").unwrap());
    std::fs::write(&head, format!("{}\"filters\": [], {}", &text[..from], &text[to..])).unwrap();
    let report = coverage(dir.path(), "less", 1);
    let short: Vec<&str> = report.shortfalls.iter().map(|s| s.measure.as_str()).collect();
    for measure in ["accepted", "rejected", "classes", "pairs", "triples", "rules_percent"] {
        assert!(short.contains(&measure), "{measure}: {short:?}");
    }
    let shown = ptoconf(dir.path(), "verify less --coverage").expect(1, &[]);
    assert!(shown.out.contains("below the floor: tcolsum plain: accepted is"), "{}", shown.out);
}

/// A set in which the twin of an illegal tuple does not stand at the limit of its rule.
#[test]
fn twins_are_looked_at() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --rule tcolsum/same-dtype --out set").expect(0, &[]);
    let without = |report: &CoverageReport| report.operations[0].rules.iter().map(|r| r.without_twin).sum::<u64>();
    let before = coverage(dir.path(), "set", 0);
    // A filter by rule keeps the twins of that rule.
    assert_eq!(without(&before), 0);
    let path = dir.path().join("set/tcolsum/answers.jsonl");
    // In the lists of accepted tuples; an illegal one names its rule before its stage.
    let before = read(&path);
    let text = before.replace("\"tcolsum/same-dtype\",\"t", "\"tcolsum/some-dtype\",\"t");
    assert!(text != before, "no tuple stands at the limit of the rule");
    std::fs::write(&path, &text).unwrap();
    let head = dir.path().join("set/suite.json");
    let digest = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let mut suite: Suite = serde_json::from_str(&read(&head)).unwrap();
    suite.files.iter_mut().filter(|f| f.path == "tcolsum/answers.jsonl").for_each(|f| f.blake3 = digest(&text));
    std::fs::write(&head, serde_json::to_string(&suite).unwrap()).unwrap();
    assert!(without(&coverage(dir.path(), "set", 0)) > 0);
}

#[test]
fn gen_fails_below_the_floor_and_leaves_nothing() {
    let dir = folder();
    let floors = |least: &str| {
        let text = format!(r#"{{"format":"ptoconf-floors/1","tiers":{{"smoke":{{"every":{{{least}}}}}}}}}"#);
        std::fs::write(dir.path().join("floors.json"), text).unwrap();
    };
    floors(r#""accepted": 100000, "rows": 3"#);
    let line = "gen --op tcolexpand --tier smoke --out set --floors floors.json";
    let words = ["less than the floor of tier smoke", "tcolexpand plain: accepted is", "the floor is 100000", "--floors"];
    ptoconf(dir.path(), line).expect(1, &words);
    let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["floors.json"]);
    // Filters narrow on purpose.
    ptoconf(dir.path(), &format!("{line} --dtype f32")).expect(0, &[]);
    floors(r#""accepted": 3"#);
    ptoconf(dir.path(), &format!("{line} --force")).expect(0, &[]);
    floors(r#""accepted": 100000"#);
    let before = crate::common::files(&dir.path().join("set"));
    ptoconf(dir.path(), &format!("{line} --force")).expect(1, &[]);
    assert!(crate::common::files(&dir.path().join("set")) == before, "the set that was there is untouched");
    floors(r#""accepted": 3, "colour": 1"#);
    ptoconf(dir.path(), &format!("{line} --force")).expect(2, &["floors.json", "colour"]);
}

#[test]
fn reports_of_coverage_are_as_their_schema_says_and_complete() {
    let dir = folder();
    copy(&smoke_run("a2a3").join("vectors"), &dir.path().join("set"));
    let shown = ptoconf(dir.path(), "verify set --coverage --report json=c.json --report markdown=c.md --report text").expect(0, &[]);
    let schema = serde_json::from_str(&read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/v1/coverage.schema.json"))));
    let json: serde_json::Value = serde_json::from_str(&read(&dir.path().join("c.json"))).unwrap();
    assert_eq!(Schema::new(&schema.unwrap()).errors(&json), []);
    let report: CoverageReport = serde_json::from_value(json).unwrap();
    let markdown = read(&dir.path().join("c.md"));
    for rule in report.operations.iter().flat_map(|o| &o.rules) {
        assert!(shown.out.contains(&rule.rule) && markdown.contains(&rule.rule), "{}", rule.rule);
    }
    ptoconf(dir.path(), "verify set --report json").expect(2, &["--coverage"]);
    ptoconf(dir.path(), "verify set --coverage --report junit").expect(2, &["text, json, markdown"]);
}
