//! Programs get inputs and nothing else: a worker that looks for the answers does not find them.

use super::{root, run_on, vectors};
use crate::common::{Ran, command, copy, folder, ptoconf, read, report, run};
use ptoconf_schemas::{FailureKind, ResultsHeader};
use std::fs;
use std::path::{Path, PathBuf};

/// What is said of a program that may read nothing out of the ordinary.
const GUARDED: &str = "out of reach; the program sees its inputs, its own files, installed software";

/// The worker that looks for answers in some folders, and its notes.
fn spy(notes: &Path, folders: &[&Path]) -> String {
    let folders: String = folders.iter().map(|f| format!(" '{}'", f.display())).collect();
    format!("exec:python3 '{}' '{}'{folders}", root().join("cli/tests/e2e/exec/spy.py").display(), notes.display())
}

/// Where the worker found answers. It did look at something.
fn found(notes: &Path) -> Vec<String> {
    let notes: serde_json::Value = serde_json::from_str(&read(notes)).unwrap();
    assert!(notes["seen"].as_u64() > Some(2), "it found nothing at all to look at: {notes}");
    notes["places"].as_array().unwrap().iter().map(|p| p.as_str().unwrap().to_owned()).collect()
}

/// What the results say of the answers; none where this machine cannot keep them out of reach, which is said.
fn said(ran: &Ran, dir: &Path) -> Option<String> {
    let header: ResultsHeader = serde_json::from_str(&read(&dir.join("results/results.json"))).unwrap();
    let said = header.implementation.details["answers"].clone();
    assert_eq!(said.starts_with("within reach"), ran.err.contains("the program can read the answers"), "{said}: {}", ran.err);
    assert!(ran.out.contains(&format!("\nanswers         {said}\n")), "{said}: {}", ran.out);
    (!said.starts_with("within reach")).then_some(said)
}

#[test]
fn a_set_that_is_made_for_a_run_has_no_answers_until_it_ended() {
    let dir = folder();
    let notes = dir.path().join("notes.json");
    let arguments = ["run", "--op", "tcolexpand", "--dtype", "f16", "--profile", "a2a3", "--out", ".", "--report", "json=report.json"];
    let program = spy(&notes, &[dir.path()]);
    run(dir.path(), &[&arguments[..], &["--impl", &program, "--threads", "2"]].concat()).expect(1, &[]);
    let found = found(&notes);
    // Where the kernel has no Landlock, and for root alone, the memory of ptoconf may still hold what it once was.
    let guarded = !read(&dir.path().join("results/results.json")).contains("the memory of ptoconf");
    assert!(found.iter().all(|place| place == "memory" && !guarded), "{found:?}");
    assert!(report(&dir.path().join("report.json")).regenerated);
    // The answers are there now, and the set is the one that gen makes.
    ptoconf(dir.path(), "verify vectors --regenerate").expect(0, &[]);
    let same = ptoconf(dir.path(), "gen --op tcolexpand --dtype f16 --profile a2a3 --out again").expect(0, &[]);
    assert!(same.out.contains(ptoconf(dir.path(), "verify vectors --digest").out.trim()));
}

#[test]
fn the_answers_of_an_open_set_are_out_of_reach() {
    let (dir, vectors) = (folder(), vectors());
    let notes = dir.path().join("notes.json");
    let program = spy(&notes, &[&vectors]);
    // Without the guard it finds them: they are where it looks.
    let ran = run_on(dir.path(), &vectors, &program, &["--exec-unguarded", "--report", "text"]).expect(1, &[]);
    assert!(said(&ran, dir.path()).is_none() && found(&notes).iter().any(|place| place.ends_with("answers.jsonl")));
    let accepted = |dir: &Path| report(&dir.join("report.json")).failures.iter().any(|g| g.kind == FailureKind::AcceptedIllegal);
    assert!(!accepted(dir.path()), "it repeats the answers");
    let ran = run_on(dir.path(), &vectors, &program, &["--force", "--report", "text"]).expect(1, &[]);
    let Some(said) = said(&ran, dir.path()) else { return };
    assert_eq!((said.as_str(), found(&notes)), (GUARDED, vec![]));
    assert!(accepted(dir.path()), "it knows nothing");
}

#[test]
fn the_answers_of_a_blind_set_are_out_of_reach() {
    let dir = folder();
    let notes = dir.path().join("notes.json");
    ptoconf(dir.path(), "gen --op tcolexpand --dtype f16 --profile a2a3 --blind --seed 7 --out blind").expect(0, &[]);
    let program = spy(&notes, &[&dir.path().join("blind"), &dir.path().join("blind_answers")]);
    let ran = run_on(dir.path(), &dir.path().join("blind"), &program, &["--answers", "blind_answers", "--report", "text"]).expect(1, &[]);
    let Some(said) = said(&ran, dir.path()) else { return };
    assert_eq!((said.as_str(), found(&notes)), (GUARDED, vec![]));
}

#[test]
fn a_batch_program_gets_a_set_without_answers() {
    let (dir, vectors) = (folder(), vectors());
    let script = "ls -R $0 > seen; exit 1";
    let program = format!("exec:sh -c '{script}' {{vectors}} {{out}}");
    run_on(dir.path(), &vectors, &program, &[]).expect(1, &[]);
    let seen = read(&dir.path().join("seen"));
    assert!(seen.contains("suite.json") && seen.contains("inputs-000.npz") && !seen.contains("answers"), "{seen}");
    // What it writes it can read again, even where the set lies beside it.
    crate::common::copy(&vectors, &dir.path().join("set"));
    let script = "mkdir $1 && echo {} > $1/results.json && cat $1/results.json > read && echo {} > ${TMPDIR:-.}/mine && cat ${TMPDIR:-.}/mine >> read; exit 3";
    let program = format!("exec:sh -c '{script}' {{vectors}} {{out}}");
    run_on(dir.path(), &dir.path().join("set"), &program, &["--force"]).expect(3, &["results.json"]);
    assert_eq!(read(&dir.path().join("read")), "{}\n{}\n");
}

/// The spy in a working folder, with open sets of the same profile in that folder, beside it, and in the folder of
/// temporary files.
struct Surrounded {
    dir: tempfile::TempDir,
    temporary: tempfile::TempDir,
}

impl Surrounded {
    fn new() -> Surrounded {
        let (surrounded, vectors) = (Surrounded { dir: folder(), temporary: folder() }, vectors());
        for place in surrounded.sets().iter().chain([&surrounded.dir.path().join("given")]) {
            copy(&vectors, place);
        }
        fs::copy(root().join("cli/tests/e2e/exec/spy.py"), surrounded.work().join("spy.py")).unwrap();
        for name in ["a", "b", "c"] {
            fs::write(surrounded.work().join(name), name).unwrap();
        }
        surrounded
    }

    fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// In the order of their paths.
    fn sets(&self) -> [PathBuf; 3] {
        [self.dir.path().join("sibling/set"), self.work().join("ptoconf_vectors"), self.temporary.path().join("set")]
    }

    /// Runs the spy with more arguments: in which of the sets it found answers, and what is said. It is told where
    /// they are, in its command or else in its environment.
    fn spy(&self, in_command: bool, more: &[&str]) -> Option<(Vec<PathBuf>, String)> {
        let folders = self.sets().map(|set| set.parent().unwrap().to_string_lossy().into_owned()).join(" ");
        let program = format!("exec:python3 spy.py notes.json {}", if in_command { &folders } else { "" });
        let arguments = [&["run", "--impl", &program, "--out", "out", "--force", "--report", "text"], more].concat();
        let mut command = command(&self.work(), &arguments);
        let ran = command.env("SPY_FOLDERS", if in_command { "" } else { &folders }).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let ran = Ran { code: ran.status.code().unwrap(), out: text(ran.stdout), err: text(ran.stderr) }.expect(1, &[]);
        let said = said(&ran, &self.work().join("out")).filter(|words| !words.contains("the memory of ptoconf"))?;
        let found = found(&self.work().join("notes.json"));
        let given = self.dir.path().join("given");
        assert!(!found.iter().any(|place| place == "memory" || Path::new(place).starts_with(&given)), "{found:?}");
        Some((self.sets().into_iter().filter(|set| found.iter().any(|place| Path::new(place).starts_with(set))).collect(), said))
    }
}

#[test]
fn other_sets_are_out_of_reach_too() {
    let place = Surrounded::new();
    let given = ["--vectors", "../given"];
    let made = ["--op", "tcolexpand", "--dtype", "f16", "--profile", "a2a3", "--tier", "smoke"];
    for in_command in [false, true] {
        let Some(spied) = place.spy(in_command, &given) else { return };
        assert_eq!(spied, (vec![], GUARDED.to_owned()));
        let made = place.spy(in_command, &made).unwrap();
        assert_eq!(made, (vec![], GUARDED.replace("out of reach", "made after the run")));
    }
}

#[test]
fn what_the_user_opens_is_open_and_said() {
    let (place, given) = (Surrounded::new(), ["--vectors", "../given"]);
    let spy = |sees: &[&str]| place.spy(false, &[&given, sees].concat());
    // A folder with a set in it opens without the set, which has to be named itself.
    let Some(around) = spy(&["--exec-sees", "../sibling"]) else { return };
    assert_eq!(around, (vec![], format!("{GUARDED}, ../sibling")));
    let [sibling, work, temporary] = place.sets();
    let opened = spy(&["--exec-sees", "../sibling/set", "--exec-sees", "/dev/null"]).unwrap();
    assert_eq!(opened, (vec![sibling.clone()], format!("{GUARDED}, ../sibling/set, /dev/null")));
    // What is judged stays closed.
    assert_eq!(spy(&["--exec-sees", "../given"]).unwrap().0, Vec::<PathBuf>::new());
    let everything = spy(&["--exec-sees", "/"]).unwrap();
    assert_eq!(everything, (vec![sibling, work, temporary], "out of reach; the program sees all other files, other sets too".to_owned()));
    let nowhere = run(&place.work(), &["run", "--impl", "exec:true", "--exec-sees", "nowhere"]);
    nowhere.expect(2, &["--exec-sees", "there is no such file or folder"]);
}

#[test]
fn a_program_that_misses_a_file_is_told_how_to_get_it() {
    let (dir, vectors) = (folder(), vectors());
    let [tool, data] = ["tool", "data"].map(|name| dir.path().join(name));
    [&tool, &data].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    fs::write(data.join("constants"), "1\n").unwrap();
    let script =
        format!("cat '{}' || exit 1\nexec python3 '{}'", data.join("constants").display(), root().join("examples/worker.py").display());
    fs::write(tool.join("run.sh"), script).unwrap();
    let worker = "exec:sh tool/run.sh";
    let ran = run_on(dir.path(), &vectors, worker, &["--report", "text"]).expect(1, &[]);
    let Some(_) = said(&ran, dir.path()) else { return };
    assert!(ran.out.contains("exit status: 1 (it sees few files beside its own; --exec-sees PATH opens others)"), "{}", ran.out);
    let batch = run_on(dir.path(), &vectors, "exec:sh tool/run.sh {vectors} {out}", &["--report", "text", "--force"]).expect(1, &[]);
    assert!(batch.out.contains("--exec-sees PATH opens others"), "{}", batch.out);
    let examples = root().join("examples");
    let opened = ["--force", "--exec-sees", "data", "--exec-sees", &examples.to_string_lossy()];
    run_on(dir.path(), &vectors, worker, &opened).expect(0, &[]);
    // One that breaks for another reason hears nothing of it.
    let broken = run_on(dir.path(), &vectors, "exec:sh -c 'echo broken >&2; exit 1'", &["--force", "--report", "text"]).expect(1, &[]);
    assert!(!broken.out.contains("--exec-sees"), "{}", broken.out);
}
