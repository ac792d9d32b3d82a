//! Levels of sums: one for each form and dtype, and one order throughout.

use crate::common::{folder, open, ptoconf, report, shared};
use crate::whole::whole;
use ptoconf_models::builtin;
use ptoconf_runner::{Called, Reach, Run};
use ptoconf_schemas::{AnswerLine, FailureKind, Report, TupleLine};
use std::collections::BTreeSet;
use std::path::Path;

/// Writes a profile that starts from a2a3, and generates its sums.
fn set(dir: &Path, rest: &str) {
    let profile = format!(r#"{{ "name": "own", "base": "a2a3", {rest} }}"#);
    std::fs::write(dir.join("own.json"), profile).unwrap();
    ptoconf(dir, "gen --op tcolsum --profile own.json --out vectors").expect(0, &[]);
}

fn check(dir: &Path, code: i32) -> Report {
    ptoconf(dir, "check --vectors vectors --impl results --report json=report.json --report text=report.txt").expect(code, &[]);
    report(&dir.join("report.json"))
}

fn run_model(dir: &Path, name: &str, out: &str, select: &(dyn Fn(&TupleLine, u32) -> bool + Sync)) {
    let (set, out) = (open(&dir.join("vectors")), dir.join(out));
    let model = builtin(name).unwrap();
    model
        .run(&Run {
            set: &set,
            out: &out,
            force: false,
            threads: 1,
            select,
            part: None,
            called: Called::default(),
            reach: &Reach::default(),
            progress: None,
        })
        .unwrap();
}

/// Results of two models in one folder: those of a5 for every other rounding vector.
fn mixed(dir: &Path) {
    let other = every_other(dir);
    run_model(dir, "a2a3", "results", &|line, _| !other.contains(&line.name));
    run_model(dir, "a5", "second", &|line, _| other.contains(&line.name));
    let lines = |folder: &str| std::fs::read_to_string(dir.join(folder).join("results.jsonl")).unwrap();
    std::fs::write(dir.join("results/results.jsonl"), lines("results") + &lines("second")).unwrap();
    std::fs::copy(dir.join("second/tcolsum/outputs-000.npz"), dir.join("results/tcolsum/outputs-001.npz")).unwrap();
}

/// Every other rounding vector of plain sums: names of tuples that the two models run alike.
fn every_other(dir: &Path) -> BTreeSet<String> {
    let rounding =
        |a: &AnswerLine| ["cover", "battery"].contains(&a.strategy.as_str()) && ["uniform", "reveal", "cancel"].contains(&a.class.as_str());
    let set = open(&dir.join("vectors"));
    let reader = set.operation("tcolsum").unwrap();
    let own = reader.answers().unwrap().iter().filter(|a| a.tuple.starts_with("plain-") && rounding(a));
    own.step_by(2).map(|a| a.tuple.to_string()).collect()
}

const ANY: &str = r#""readings": { "tcolsum/sequential-order": ["any-tree"], "tcolsum/tree-order": ["any-tree"],
                                   "tile/dst-padding": ["block", "untouched"] }"#;

#[test]
fn two_orders_are_any_tree_but_not_one_tree() {
    let dir = folder();
    set(dir.path(), ANY);
    mixed(dir.path());
    let any = check(dir.path(), 0);
    let inconsistent: Vec<_> = any.orders.iter().filter(|o| o.form == "plain" && !o.consistent).collect();
    assert!(!inconsistent.is_empty());
    let follows = |report: &Report| {
        let floats =
            |r: &&ptoconf_schemas::ReadingReport| ["f16", "f32", "bf16"].iter().any(|dtype| r.place == format!("tcolsum/plain/{dtype}"));
        let plain = report.readings.iter().filter(floats);
        plain.map(|r| r.follows.clone()).collect::<Vec<_>>()
    };
    // That no tree gives all sums is claimed where every tree was tried: up to six rows, and where all pairs have a mask.
    let [has, lacks] = ["any-tree", "one-tree"].map(|name| follows(&any).iter().filter(|f| f.contains(&name.into())).count());
    assert!(has == follows(&any).len() && lacks < has, "{:?}", follows(&any));

    let dir = folder();
    set(dir.path(), &ANY.replace("any-tree", "one-tree"));
    mixed(dir.path());
    let one = check(dir.path(), 1);
    assert!(one.failures.iter().all(|g| g.kind == FailureKind::Mismatch && g.form == "plain"), "{:?}", one.failures);
    let text = std::fs::read_to_string(dir.path().join("report.txt")).unwrap();
    assert!(text.contains("any-tree"), "{text}");

    // One order throughout, whatever it is, is one tree.
    for model in ["a2a3", "a5"] {
        std::fs::remove_dir_all(dir.path().join("results")).unwrap();
        run_model(dir.path(), model, "results", &|line, _| line.tuple.operands[0].tile.dtype.is_float());
        let line = "check --vectors vectors --impl results --dtype f16 --class reveal --report json=report.json";
        let ran = ptoconf(dir.path(), line);
        // A5 has more memory, and takes tuples that are too large for A2A3.
        let failures = report(&dir.path().join("report.json")).failures;
        assert!(ran.code <= 1 && failures.iter().all(|g| g.kind == FailureKind::AcceptedIllegal), "{model}: {failures:?}");
    }
}

#[test]
fn a_level_holds_for_its_form_and_dtype() {
    let dir = folder();
    set(
        dir.path(),
        r#""at": [{ "operation": "tcolsum", "form": "plain", "dtype": "f16", "readings": { "tcolsum/sequential-order": ["wide"] } }]"#,
    );
    run_model(dir.path(), "a2a3", "results", &|_, _| true);
    let report = check(dir.path(), 1);
    assert!(report.failures.iter().all(|g| g.form == "plain" && g.dtype == "f16" && g.kind == FailureKind::Mismatch));
    let text = std::fs::read_to_string(dir.path().join("report.txt")).unwrap();
    assert!(text.contains("left-fold"), "{text}");
    let admitted =
        |place: &str| &report.readings.iter().find(|r| r.reading == "tcolsum/sequential-order" && r.place == place).unwrap().admitted;
    assert_eq!(admitted("tcolsum/plain/f16"), &["wide"]);
    assert_eq!(admitted("tcolsum/plain/f32"), &["left-fold"]);
    assert_eq!(admitted("tcolsum/tmp/f16"), &["left-fold"]);
}

#[test]
fn a_place_names_what_can_differ_there() {
    for (rest, words) in [
        (r#""at": [{ "operation": "tcolsun", "readings": {} }]"#, "at[0].operation: unknown operation `tcolsun`"),
        (r#""at": [{ "operation": "tcolsum", "form": "flat", "readings": {} }]"#, "at[0].form: unknown form `flat`"),
        (
            r#""at": [{ "operation": "tcolsum", "readings": { "tcolsum/domain": ["src"] } }]"#,
            "reading that can differ there `tcolsum/domain`",
        ),
        (r#""at": [{ "operation": "tcolsum", "readings": { "tcolsum/tree-order": [] } }]"#, "the list is empty"),
        (r#""at": [{ "operation": "tconcat", "readings": { "tcolsum/tree-order": ["wide"] } }]"#, "reading that can differ there"),
    ] {
        let dir = folder();
        std::fs::write(dir.path().join("own.json"), format!(r#"{{ "name": "own", "base": "a2a3", {rest} }}"#)).unwrap();
        ptoconf(dir.path(), "gen --profile own.json").expect(2, &[words]);
    }
}

/// Stores of whole blocks (a2a3) and exact ones (a5, cpu) both conform to the default of padding; each
/// is said to do what it does.
#[test]
fn block_stores_and_exact_stores_conform() {
    for (model, padding) in [("a2a3", "block"), ("a5", "untouched"), ("cpu", "untouched")] {
        let report = report(&whole(model).join(format!("{model}.json")));
        let found = report.readings.iter().find(|r| r.reading == "tile/dst-padding").unwrap();
        assert!(report.conforms && found.conforms && found.follows[0] == padding, "{model}: {found:?}");
    }
}

#[test]
fn the_order_command_names_the_order_of_results() {
    let dir = shared("order-a5", "run --impl builtin:a5 --op tcolsum,trowsum --out .");
    let found = ptoconf(&dir, "order --impl results --vectors vectors").expect(0, &[]);
    assert!(found.out.contains("tcolsum plain f32") && found.out.contains("a5-pairs"), "{}", found.out);
    let json = ptoconf(&dir, "order --impl results --vectors vectors --format json").expect(0, &[]);
    let reports: Vec<ptoconf_schemas::OrderReport> = serde_json::from_str(&json.out).unwrap();
    assert!(!reports.is_empty() && reports.iter().all(|r| r.consistent && !r.orders.is_empty()), "{}", json.out);
    ptoconf(&dir, "order --impl vectors --vectors vectors").expect(3, &["no results"]);
}
