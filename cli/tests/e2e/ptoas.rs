//! `--impl ptoas:PATH`, with assemblers that are scripts.

use crate::common::{Ran, command, folder, ptoconf, read, report, shared, tuples};
use ptoconf_runner::ptoas::assembly;
use ptoconf_schemas::{Expectation, FailureKind, Judges, Outcome, ResultLine, ResultsHeader};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Stops at the first error, like the real one: what becomes of a function stands in a table.
const SCRIPT: &str = r#"#!/usr/bin/env python3
import json, os, signal, sys, time
here = os.path.dirname(os.path.abspath(__file__))
if "--version" in sys.argv:
    print("ptoas 9.8")
    sys.exit(0)
table = json.load(open(here + "/table.json"))
with open(here + "/runs.log", "a") as log:
    log.write(" ".join(sys.argv[2:]) + "\n")
lines = open(sys.argv[1]).read().splitlines()
assert lines[0].startswith("module attributes {pto.target_arch = \"a"), lines[0]
body, start = [], 0
for number, line in enumerate(lines, 1):
    if line.startswith("  func.func"):
        body, start = [], number
    elif line.strip() == "return":
        said = table.get("\n".join(body), "accept")
        if said == "crash":
            os.kill(os.getpid(), signal.SIGABRT)
        if said == "hang":
            time.sleep(600)
        if said == "garbage":
            sys.stderr.buffer.write(b"\xff\x00 nothing\n")
            sys.exit(1)
        if said == "unplaced":
            sys.exit("loc(unknown): error: no line at all")
        if said.startswith("soft"):
            sys.stderr.write(f'loc("{sys.argv[1]}":{number - 1}:5): error: {said}\n')
        elif said != "accept":
            sys.stderr.write(f'loc("{sys.argv[1]}":{number - 1}:5): error: {said}\nError: Failed to parse MLIR.\n')
            sys.exit(1)
    else:
        body.append(line.strip())
"#;

/// A set of one form and two dtypes: what a text can show beside is there in both.
fn set() -> PathBuf {
    shared("ptoas-set", "gen --op tcolsum --dtype f16,i16 --profile a2a3 --tier smoke --out set").join("set")
}

/// An assembler that says what the pages say, except for these bodies.
struct Fake {
    dir: tempfile::TempDir,
    /// Bodies of the tuples that are plainly legal, by name.
    bodies: BTreeMap<String, String>,
    table: BTreeMap<String, String>,
}

impl Fake {
    fn new() -> Fake {
        let dir = folder();
        let mut fake = Fake { dir, bodies: BTreeMap::new(), table: BTreeMap::new() };
        for (line, answer) in tuples(&crate::common::open(&set())) {
            let body = assembly(&line.tuple).body.join("\n");
            match answer.expect {
                Expectation::Reject { .. } => drop(fake.table.insert(body, format!("'pto.{}' op is wrong", line.tuple.op))),
                Expectation::Accept { .. } if answer.contests.is_empty() => drop(fake.bodies.insert(line.name, body)),
                _ => {}
            }
        }
        fake.write();
        fake
    }

    fn write(&self) {
        let path = self.path();
        std::fs::write(&path, SCRIPT).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::write(self.dir.path().join("table.json"), serde_json::to_string(&self.table).unwrap()).unwrap();
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("ptoas")
    }

    /// Says this of a legal tuple that no other has the text of; gives its name.
    fn say(&mut self, said: &str) -> String {
        let unique = |body: &String| self.bodies.values().filter(|b| *b == body).count() == 1;
        let (name, body) = self.bodies.iter().find(|(_, b)| !self.table.contains_key(*b) && unique(b)).unwrap();
        let (name, body) = (name.clone(), body.clone());
        self.table.insert(body, said.to_owned());
        self.write();
        name
    }

    fn run(&self, out: &str, options: &str) -> Ran {
        let (path, set) = (self.path(), set());
        let line =
            format!("run --impl ptoas:{} --vectors {} --out {out} --report json={out}.json {options}", path.display(), set.display());
        ptoconf(self.dir.path(), &line)
    }

    /// Number of runs so far, and forgets them.
    fn runs(&self) -> usize {
        let log = self.dir.path().join("runs.log");
        let runs = read(&log).lines().count();
        std::fs::remove_file(log).unwrap();
        runs
    }

    fn outcomes(&self, out: &str) -> BTreeMap<String, ResultLine> {
        let text = read(&self.dir.path().join(out).join("results/results.jsonl"));
        text.lines().map(|l| serde_json::from_str::<ResultLine>(l).unwrap()).map(|l| (l.case.clone(), l)).collect()
    }
}

#[test]
fn an_assembler_that_follows_the_pages_conforms_in_legality_alone() {
    let fake = Fake::new();
    let ran = fake.run("a", "--report text").expect(0, &[]);
    assert!(ran.out.contains("ptoas:a3 ptoas 9.8 (legality only)") && ran.out.contains("no value was checked"), "{}", ran.out);
    let report = report(&fake.dir.path().join("a.json"));
    assert!(!report.conforms && report.totals.passed == report.totals.cases && report.orders.is_empty());
    let header: ResultsHeader = serde_json::from_str(&read(&fake.dir.path().join("a/results/results.json"))).unwrap();
    assert_eq!((header.implementation.judges, header.implementation.details["architecture"].as_str()), (Judges::Legality, "a3"));
}

#[test]
fn results_depend_on_neither_batches_nor_threads_and_batches_save_runs() {
    let mut fake = Fake::new();
    // An error is printed, and the assembler goes on: whoever fails after it is not this one.
    let soft = fake.say("soft, and goes on");
    let results = |out: &str| read(&fake.dir.path().join(out).join("results/results.jsonl"));
    fake.run("one", "--ptoas-batch 1 --threads 1").expect(1, &[]);
    assert_eq!(fake.outcomes("one")[&format!("tcolsum/{soft}/0")].outcome, Outcome::Error);
    let alone = fake.runs();
    for (out, options) in [("few", "--ptoas-batch 5 --threads 2"), ("many", "--ptoas-batch 300 --threads 3")] {
        fake.run(out, options).expect(1, &[]);
        assert!(results(out) == results("one"), "{options}");
        let together = fake.runs();
        assert!(together < alone, "{together} runs in batches, {alone} one by one");
    }
}

#[test]
fn crashes_hangs_and_garbage_are_told_from_rejections_even_in_a_batch() {
    let mut fake = Fake::new();
    let crash = fake.say("crash");
    let hang = fake.say("hang");
    let garbage = fake.say("garbage");
    let unplaced = fake.say("unplaced");
    let unknown = fake.say("custom op 'pto.tcolsum' is unknown");
    fake.run("a", "--ptoas-timeout 2 --ptoas-batch 8").expect(1, &[]);
    let outcomes = fake.outcomes("a");
    let of = |name: &str| &outcomes[&format!("tcolsum/{name}/0")];
    let said = |name: &str| of(name).message.clone().unwrap_or_default();
    assert_eq!((of(&crash).outcome, said(&crash).as_str()), (Outcome::Crashed, "signal 6"));
    assert_eq!((of(&hang).outcome, said(&hang).as_str()), (Outcome::Timeout, "no end after 2 s"));
    assert_eq!(of(&garbage).outcome, Outcome::Error);
    assert!(said(&garbage).starts_with("exit code 1 without a diagnostic"), "{}", said(&garbage));
    assert_eq!((of(&unplaced).outcome, said(&unplaced).as_str()), (Outcome::Rejected, "no line at all"));
    assert_eq!(of(&unknown).outcome, Outcome::Unsupported);
    let strange = [&crash, &hang, &garbage, &unplaced, &unknown];
    for (line, answer) in tuples(&crate::common::open(&set())).iter().filter(|(l, _)| !strange.contains(&&l.name)) {
        let rejects = matches!(answer.expect, Expectation::Reject { .. });
        assert_eq!(of(&line.name).outcome, if rejects { Outcome::Rejected } else { Outcome::Ok }, "{}", line.name);
    }
    let kinds = crate::common::kinds(&report(&fake.dir.path().join("a.json")));
    for kind in [FailureKind::Crashed, FailureKind::Timeout, FailureKind::Error, FailureKind::RejectedLegal, FailureKind::Unsupported] {
        assert!(kinds.contains_key(&kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn what_is_no_assembler_is_an_error_and_leaves_nothing() {
    let (dir, set) = (folder(), set());
    let run = |path: &str| ptoconf(dir.path(), &format!("run --impl ptoas:{path} --vectors {} --out out", set.display()));
    run("/nowhere/ptoas").expect(2, &["/nowhere/ptoas", "cannot start"]);
    run("/bin/false").expect(2, &["no PTO assembler"]);
    run("").expect(2, &["expected the path"]);
    assert!(!dir.path().join("out/results").exists());
    // One that takes everything is an assembler that accepts what is illegal.
    let ran = run("/bin/true");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("accepted-illegal") && ran.out.contains("legality only: does not conform"), "{}", ran.out);
}

#[test]
fn the_architecture_is_that_of_the_profile_or_the_one_asked_for() {
    let fake = Fake::new();
    let architecture = |out: &str| {
        let header = read(&fake.dir.path().join(out).join("results/results.json"));
        serde_json::from_str::<ResultsHeader>(&header).unwrap().implementation.name
    };
    fake.run("asked", "--ptoas-arch a5").expect(0, &[]);
    assert_eq!(architecture("asked"), "ptoas:a5");
    let line = format!("run --impl ptoas:{} --op tcolexpand --tier smoke --out own --profile a5", fake.path().display());
    ptoconf(fake.dir.path(), &line);
    assert_eq!(architecture("own"), "ptoas:a5");
}

/// Forms without a text for the assembler, and tuples that place their tiles.
#[test]
fn forms_that_the_assembler_does_not_have_are_unsupported_and_placed_tiles_need_level_3() {
    let fake = Fake::new();
    let set = shared("ptoas-concat", "gen --op tconcat --profile a2a3 --tier smoke --out set").join("set");
    let line = format!("run --impl ptoas:{} --vectors {} --out c", fake.path().display(), set.display());
    ptoconf(fake.dir.path(), &line);
    let outcomes = fake.outcomes("c");
    let (mut indexed, mut placed) = (0, 0);
    for (line, _) in tuples(&crate::common::open(&set)) {
        let outcome = outcomes[&format!("tconcat/{}/0", line.name)].outcome;
        assert_eq!(outcome == Outcome::Unsupported, line.tuple.form != "basic", "{}", line.name);
        indexed += usize::from(line.tuple.form != "basic");
        placed += usize::from(assembly(&line.tuple).placed && line.tuple.form == "basic");
    }
    assert!(indexed > 10 && placed > 0);
    let log = read(&fake.dir.path().join("runs.log"));
    assert!(log.lines().any(|l| l.contains("--pto-level=level3")) && log.lines().any(|l| !l.contains("level3")));
}

/// The children of a script that hangs are ended too.
#[test]
fn a_hanging_script_leaves_no_process() {
    let dir = folder();
    let path = dir.path().join("ptoas");
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\ngrep -q func \"$1\" || exit 0\nsleep 86399 &\necho $! > \"$(dirname \"$0\")/pid\"\nwait\n";
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let line = "--op tcolsum --tier smoke --case tcolsum/plain-f4543d37f8 --profile a2a3 --ptoas-timeout 1 --out out";
    let ran = ptoconf(dir.path(), &format!("run --impl ptoas:{} {line}", path.display()));
    assert_eq!(ran.code, 1, "{}", ran.err);
    let pid = read(&dir.path().join("pid")).trim().to_owned();
    let gone = || !Path::new(&format!("/proc/{pid}")).exists() || read(&PathBuf::from(format!("/proc/{pid}/stat"))).contains(") Z");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while !gone() && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(gone(), "process {pid} still runs");
}

/// The command's own help names the options of the scheme.
#[test]
fn the_options_are_in_the_help() {
    let output = command(Path::new("."), &["run", "--help"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("Assembler (ptoas:PATH)") && text.contains("--ptoas-arch"), "{text}");
}
