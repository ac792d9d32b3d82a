//! Every schema accepts what the command writes, and says what is wrong with a changed document.

use crate::common::{folder, open, ptoconf, read, run, smoke_run};
use crate::schema::Schema;
use ptoconf_schemas::{RequestLine, documents};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

fn schemas() -> BTreeMap<&'static str, Schema> {
    documents().iter().map(|d| (d.name, Schema::new(d.schema.as_value()))).collect()
}

fn lines(path: &Path) -> Vec<Value> {
    read(path).lines().map(|l| serde_json::from_str(l).expect("a line is JSON")).collect()
}

fn parse(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("a document is JSON")
}

/// What a worker is sent; this one has nothing and says so.
fn requests(vectors: &Path, dir: &Path) -> Vec<Value> {
    let worker = r#"exec:sh -c 'tee requests | sed -un "s/^\(.\"case\":\"[^\"]*\"\).*/\1,\"outcome\":\"unsupported\"}/p"'"#;
    let arguments = ["run", "--impl", worker, "--vectors", &vectors.to_string_lossy(), "--threads", "1", "--report", "json=x.json"];
    run(dir, &arguments).expect(1, &[]);
    let requests = lines(&dir.join("requests"));
    assert_eq!(requests.len() as u64, open(vectors).suite().cases());
    for request in &requests {
        let parsed: RequestLine = serde_json::from_value(request.clone()).expect("a request");
        assert_eq!(serde_json::to_value(parsed).expect("JSON"), *request);
    }
    requests
}

/// Documents of each kind as the command writes them; profiles and waivers as users write them.
fn written() -> &'static BTreeMap<&'static str, Vec<Value>> {
    static WRITTEN: OnceLock<BTreeMap<&str, Vec<Value>>> = OnceLock::new();
    WRITTEN.get_or_init(write)
}

fn write() -> BTreeMap<&'static str, Vec<Value>> {
    let made = smoke_run("a2a3");
    let dir = folder();
    // A report with failures of several kinds, and verdicts.
    let line = format!(
        "run --impl builtin:cpu --vectors {}/vectors --out . --report json=report.json --report verdicts=verdicts.jsonl",
        made.display()
    );
    ptoconf(dir.path(), &line).expect(1, &[]);
    let mut all: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    all.insert("request", requests(&made.join("vectors"), dir.path()));
    all.insert("suite", vec![parse(&made.join("vectors/suite.json"))]);
    all.insert("results", vec![parse(&made.join("results/results.json"))]);
    all.insert("report", vec![parse(&made.join("report.json")), parse(&dir.path().join("report.json"))]);
    ptoconf(dir.path(), "baseline report.json --out baseline.json").expect(0, &[]);
    let known = "check --impl results --baseline baseline.json --report json=known.json --vectors";
    ptoconf(dir.path(), &format!("{known} {}/vectors", made.display())).expect(0, &[]);
    all.get_mut("report").expect("reports").push(parse(&dir.path().join("known.json")));
    all.insert("baseline", vec![parse(&dir.path().join("baseline.json"))]);
    ptoconf(dir.path(), &format!("diff {}/report.json report.json --report json=diff.json", made.display())).expect(1, &[]);
    all.insert("diff", vec![parse(&dir.path().join("diff.json"))]);
    all.insert("verdict", lines(&dir.path().join("verdicts.jsonl")));
    all.insert("result", lines(&made.join("results/results.jsonl")));
    for (document, file) in [("tuple", "tuples.jsonl"), ("case", "cases.jsonl"), ("answer", "answers.jsonl")] {
        let operations = ptoconf_reference::ops::all().iter();
        all.insert(document, operations.flat_map(|o| lines(&made.join("vectors").join(o.name).join(file))).collect());
    }
    let own = dir.path();
    ptoconf(own, "gen --op tcolsum --tier smoke --blind --out blind").expect(0, &[]);
    all.insert("answers", vec![parse(&own.join("blind_answers/answers.json"))]);
    ptoconf(own, "verify blind --answers blind_answers --coverage --report json=coverage.json").expect(0, &[]);
    all.insert("coverage", vec![parse(&own.join("coverage.json"))]);
    all.insert("floors", vec![parse(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../coverage/floors.json")))]);
    all.insert("kills", vec![parse(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../coverage/kills.json")))]);
    ptoconf(own, "run --op tcolsum --tier smoke --impl builtin:cpu --profile a2a3 --record record.json").expect(1, &[]);
    all.insert("record", vec![parse(&own.join("record.json"))]);
    let tier = "run --op tcolexpandadd --dtype f16 --tier exhaustive --profile a2a3 --blocks 0-7 --part 1/1";
    ptoconf(own, &format!("{tier} --impl builtin:a2a3 --out part")).expect(0, &[]);
    ptoconf(own, &format!("{tier} --impl builtin:cpu --out red_part")).expect(0, &[]);
    all.insert("part", ["part", "red_part"].map(|dir| parse(&own.join(dir).join("part.json"))).into());
    all.insert("smoke", vec![parse(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../generator/smoke.json")))]);
    let agree = format!("agree {0}/results results --vectors {0}/vectors --report json=agreement.json", made.display());
    ptoconf(dir.path(), &agree).expect(1, &[]);
    ptoconf(own, "selftest --op tcolexpand --profile cpu --mutant last_row_dropped --report json=selftest.json").expect(0, &[]);
    all.insert("selftest", vec![parse(&own.join("selftest.json"))]);
    all.insert("agreement", vec![parse(&dir.path().join("agreement.json"))]);
    for format in ["bin", "pto"] {
        ptoconf(dir.path(), &format!("export --format {format} --vectors {}/vectors --out export --force", made.display())).expect(0, &[]);
        all.entry("export").or_default().push(parse(&dir.path().join("export/export.json")));
        all.entry("export-line").or_default().extend(lines(&dir.path().join("export/index.jsonl")));
    }
    let limits = json!({ "ub_bytes": 65536, "max_rows": 100, "max_cols": 100 });
    let full = json!({
        "name": "mine", "base": "a5", "limits": limits, "operations": ["tcolsum"], "dtypes": { "tcolsum": ["f32"] },
        "forms": { "tcolsum": ["plain"] }, "readings": { "tcolsum/sequential-order": ["a5-pairs"] }
    });
    all.insert("profile", vec![json!({ "name": "mine", "base": "a5" }), full]);
    let configuration = json!({
        "profile": "a2a3", "seed": 7, "run": { "report": ["text", "json=x.json"], "force": true }, "preset": { "n": { "run": { "seed": 1 } } },
        "implementation": { "device": { "impl": "builtin:a2a3", "version": "2.3", "exec-time": 2.5 } }
    });
    std::fs::write(own.join("ptoconf.toml"), toml::to_string(&configuration).expect("TOML")).unwrap();
    let shown = ptoconf(own, "config --preset n --format json").expect(0, &[]).out;
    all.insert("config", vec![configuration]);
    all.insert("config-report", vec![serde_json::from_str(&shown).expect("JSON")]);
    let small = json!({ "case": "tcolsum/*", "failure": "mismatch", "follows": "tcolsum/*", "owner": "me", "reason": "known", "expires": "2027-01-31", "most_cases": 3 });
    let mut large = small.clone();
    for (field, value) in
        [("rule", "tile/*"), ("follows", "a = b"), ("wrong", "close in the last row"), ("dtype", "f16"), ("link", "https://example.org/1")]
    {
        large[field] = json!(value);
    }
    all.insert("waivers", vec![json!({ "waivers": [small, large] })]);
    all
}

#[test]
fn everything_that_is_written_is_valid() {
    let (schemas, written) = (schemas(), written());
    assert_eq!(schemas.keys().collect::<Vec<_>>(), written.keys().collect::<Vec<_>>());
    for (name, documents) in written {
        assert!(!documents.is_empty(), "{name}");
        for document in documents {
            let errors = schemas[name].errors(document);
            assert!(errors.is_empty(), "{name}: {errors:#?} in {document}");
        }
    }
}

#[test]
fn profiles_that_are_valid_are_accepted() {
    let dir = folder();
    for profile in &written()["profile"] {
        std::fs::write(dir.path().join("own.json"), profile.to_string()).unwrap();
        ptoconf(dir.path(), "gen --op tcolsum --tier smoke --profile own.json --force").expect(0, &[]);
    }
}

/// A change of a document: where, to what (nothing removes the field), and how the schema rejects it.
type Change = (&'static str, &'static str, Option<Value>, &'static str, &'static str);

fn changes() -> Vec<Change> {
    vec![
        ("suite", "/seed", Some(json!(-1)), "/seed", "minimum"),
        ("suite", "/seed", Some(json!("0")), "/seed", "type"),
        ("suite", "/tier", Some(json!("big")), "/tier", "oneOf"),
        ("suite", "/canary", None, "", "required"),
        ("suite", "/colour", Some(json!(1)), "", "additionalProperties"),
        ("suite", "/files/0/bytes", Some(json!(1.5)), "/files/0/bytes", "type"),
        ("tuple", "/cases", Some(json!(-3)), "/cases", "minimum"),
        ("tuple", "/tuple/operands/0/tile/dtype", Some(json!("f64")), "/tuple/operands/0/tile/dtype", "oneOf"),
        ("tuple", "/tuple/operands/0/tile/shape", Some(json!([1])), "/tuple/operands/0/tile/shape", "minItems"),
        ("tuple", "/tuple/operands/0/tile/shape", Some(json!([1, 2, 3])), "/tuple/operands/0/tile/shape", "maxItems"),
        ("tuple", "/tuple/operands/0/role", None, "/tuple/operands/0", "required"),
        ("answers", "/suite", None, "", "required"),
        ("answers", "/files/0/bytes", Some(json!(-1)), "/files/0/bytes", "minimum"),
        ("baseline", "/failures/0/cases", None, "/failures/0", "required"),
        ("diff", "/newly_failing/0/now/kind", Some(json!("odd")), "/newly_failing/0/now", "anyOf"),
        ("diff", "/fail_on", None, "", "required"),
        ("coverage", "/operations/0/binding/bound", Some(json!("all")), "/operations/0/binding/bound", "type"),
        ("coverage", "/operations/0/forms/0/pairs/all", None, "/operations/0/forms/0/pairs", "required"),
        ("floors", "/tiers/smoke/every/pairs", Some(json!(-1)), "/tiers/smoke/every/pairs", "minimum"),
        ("floors", "/tiers/smoke/every/colour", Some(json!(1)), "/tiers/smoke/every", "additionalProperties"),
        ("case", "/slot", Some(json!("0")), "/slot", "type"),
        ("case", "/extra", Some(json!(0)), "", "additionalProperties"),
        ("answer", "/expect/kind", Some(json!("maybe")), "/expect", "oneOf"),
        ("answer", "/alternatives", None, "", "required"),
        ("request", "/canary", Some(json!(256)), "/canary", "maximum"),
        ("request", "/files/dst", Some(json!(7)), "/files/dst", "type"),
        ("request", "/tuple", None, "", "required"),
        ("request", "/why", Some(json!("x")), "", "additionalProperties"),
        ("result", "/outcome", Some(json!("fine")), "/outcome", "oneOf"),
        ("result", "/case", None, "", "required"),
        ("results", "/implementation/name", None, "/implementation", "required"),
        ("results", "/suite", Some(json!(7)), "/suite", "type"),
        ("verdict", "/verdict", Some(json!("passed")), "/verdict", "oneOf"),
        ("kills", "/profiles/a5/smoke/kernels", None, "/profiles/a5/smoke", "required"),
        ("part", "/evidence/0/cases/0/about", Some(json!({ "tile": "x" })), "/evidence/0/cases/0/about", "oneOf"),
        ("part", "/blocks", Some(json!([1])), "/blocks", "minItems"),
        ("part", "/passed", None, "", "required"),
        ("record", "/results", None, "", "required"),
        ("record", "/operations/0/rules", Some(json!("all")), "/operations/0/rules", "type"),
        ("report", "/exit_code", Some(json!(256)), "/exit_code", "maximum"),
        ("report", "/totals/skipped", None, "/totals", "required"),
        ("report", "/conforms", Some(json!("yes")), "/conforms", "type"),
        ("agreement", "/judges/0/counts/agrees", None, "/judges/0/counts", "required"),
        ("agreement", "/tuples", Some(json!("all")), "/tuples", "type"),
        ("export", "/files", Some(json!("elf")), "/files", "oneOf"),
        ("export-line", "/files/0/content", Some(json!("guess")), "/files/0/content", "oneOf"),
        ("export-line", "/undecided", Some(json!("dst")), "/undecided", "type"),
        ("selftest", "/cheats", None, "", "required"),
        ("selftest", "/passed", Some(json!("yes")), "/passed", "type"),
        ("smoke", "/format", None, "", "required"),
        ("smoke", "/profiles", Some(json!([])), "/profiles", "type"),
        ("config", "/preset/n", Some(json!("x")), "/preset/n", "type"),
        ("config", "/implementation/device/impl", Some(json!({})), "/implementation/device/impl", "anyOf"),
        ("config-report", "/commands/0/options/0/from", None, "/commands/0/options/0", "required"),
        ("config-report", "/colour", Some(json!(1)), "", "additionalProperties"),
        ("profile", "/base", Some(json!("a7")), "/base", "oneOf"),
        ("profile", "/name", None, "", "required"),
        ("profile", "/dtypes", Some(json!({ "tcolsum": "f32" })), "/dtypes/tcolsum", "type"),
        ("waivers", "/waivers/0/expires", Some(json!("soon")), "/waivers/0/expires", "pattern"),
        ("waivers", "/waivers/0/reason", None, "/waivers/0", "required"),
        ("waivers", "/waivers/1/wrong", Some(json!("odd")), "/waivers/1/wrong", "anyOf"),
        ("waivers", "/waivers/0/why", Some(json!("x")), "/waivers/0", "additionalProperties"),
    ]
}

/// Sets or removes the field that a pointer names.
fn change(document: &mut Value, pointer: &str, value: Option<Value>) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}: no such place"));
    match (parent, value) {
        (Value::Object(map), Some(value)) => drop(map.insert(key.to_owned(), value)),
        (Value::Object(map), None) => assert!(map.remove(key).is_some(), "{pointer}: nothing to remove"),
        (Value::Array(list), Some(value)) => list[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("{pointer}: cannot be changed"),
    }
}

#[test]
fn changed_documents_are_rejected_for_the_right_reason() {
    let (schemas, written) = (schemas(), written());
    let mut wrong = vec![];
    for (name, pointer, value, path, keyword) in changes() {
        let mut document = written[name][0].clone();
        change(&mut document, pointer, value);
        let found = schemas[name].errors(&document);
        if !found.contains(&(path.to_owned(), keyword.to_owned())) {
            wrong.push(format!("{name} {pointer}: expected {path} {keyword}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let tried: Vec<&str> = changes().iter().map(|c| c.0).collect();
    assert!(schemas.keys().all(|name| tried.contains(name)), "every schema is tried");
}
