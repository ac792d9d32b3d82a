//! Runs the command, and keeps the sets that several tests share.

use ptoconf_schemas::{AnswerLine, FailureGroup, FailureKind, Report, TupleLine};
use ptoconf_vectors::SetReader;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// Checks exit code and that standard error has these words.
    #[track_caller]
    pub fn expect(self, code: i32, words: &[&str]) -> Ran {
        assert_eq!(self.code, code, "stderr: {}\nstdout: {}", self.err, self.out);
        for word in words {
            assert!(self.err.contains(word), "expected `{word}` in: {}", self.err);
        }
        self
    }
}

/// The command in a folder, not yet started.
pub fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptoconf"));
    command.current_dir(dir).args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command in a folder. Whatever it is given, it ends with one of its exit codes.
#[track_caller]
pub fn run(dir: &Path, arguments: &[&str]) -> Ran {
    ran(command(dir, arguments), arguments)
}

#[track_caller]
fn ran(mut command: Command, arguments: &[&str]) -> Ran {
    let output = command.output().expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?} was killed: {err}"));
    assert!((0..=4).contains(&code), "{arguments:?}: exit code {code}: {err}");
    Ran { code, out, err }
}

/// The same, with the arguments in one line.
#[track_caller]
pub fn ptoconf(dir: &Path, line: &str) -> Ran {
    run(dir, &line.split_whitespace().collect::<Vec<_>>())
}

/// The same with a folder in the environment.
#[track_caller]
pub fn ptoconf_with(dir: &Path, line: &str, variable: &str, folder: &Path) -> Ran {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let mut command = command(dir, &arguments);
    command.env(variable, folder);
    ran(command, &arguments)
}

/// Runs a line of a shell on a terminal, where `$BIN` is the command: its exit code, and what the terminal got.
pub fn on_terminal(dir: &Path, line: &str) -> (Option<i32>, String) {
    let mut script = Command::new("script");
    script.args(["-qec", line, "/dev/null"]).current_dir(dir).stdin(Stdio::null());
    script.env("SHELL", "/bin/sh").env("BIN", env!("CARGO_BIN_EXE_ptoconf")).env_remove("NO_COLOR");
    let output = script.output().expect("script, of util-linux, starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
}

/// A temporary folder.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A folder that is made once for all tests.
pub fn once(name: &str, make: impl FnOnce(&Path)) -> PathBuf {
    static MADE: Mutex<BTreeMap<String, Arc<OnceLock<PathBuf>>>> = Mutex::new(BTreeMap::new());
    let cell = MADE.lock().expect("no test panics here").entry(name.to_owned()).or_default().clone();
    cell.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e");
        let dir = root.join(name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("a folder in the target folder");
        make(&dir);
        dir
    })
    .clone()
}

/// A folder in which a command succeeded, once for all tests.
pub fn shared(name: &str, line: &str) -> PathBuf {
    once(name, |dir| _ = ptoconf(dir, line).expect(0, &[]))
}

/// Operations that stand for all where not each is asked: additions in two directions, copies, arithmetic, two outputs, places.
pub const SOME: &str = "tcolsum,tcolexpand,tcolexpandadd,tconcat,trowsum,trowargmax";

/// A run of an embedded implementation against its own profile, some operations: `vectors`, `results`, `report.json`.
pub fn own_run(name: &str) -> PathBuf {
    shared(&format!("own-{name}"), &format!("run --impl builtin:{name} --op {SOME} --out . --report json=report.json"))
}

/// The model of cpu judged by the set of `own_run("a2a3")`: `results`, `report.json`, `report.html`.
pub fn red() -> PathBuf {
    let set = own_run("a2a3").join("vectors");
    let line = format!("run --impl builtin:cpu --vectors {} --out . --report html=report.html --report json=report.json", set.display());
    once("red", |dir| _ = ptoconf(dir, &line).expect(1, &[]))
}

/// A run of an embedded implementation against its own profile in the smoke tier, all operations.
pub fn smoke_run(name: &str) -> PathBuf {
    shared(&format!("smoke-{name}"), &format!("run --impl builtin:{name} --tier smoke --out . --report json=report.json"))
}

/// Reads a report.
pub fn report(path: &Path) -> Report {
    serde_json::from_str(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Reads a text file.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Opens a set.
pub fn open(dir: &Path) -> SetReader {
    SetReader::open(dir).unwrap_or_else(|e| panic!("{e}"))
}

/// Number of failing cases by kind.
pub fn kinds(report: &Report) -> BTreeMap<FailureKind, u64> {
    let mut kinds = BTreeMap::new();
    for group in &report.failures {
        *kinds.entry(group.kind).or_default() += group.count;
    }
    kinds
}

/// The groups of one kind.
pub fn groups(report: &Report, kind: FailureKind) -> impl Iterator<Item = &FailureGroup> {
    report.failures.iter().filter(move |g| g.kind == kind)
}

/// Every tuple of a set with what is expected of it.
pub fn tuples(set: &SetReader) -> Vec<(TupleLine, AnswerLine)> {
    let mut all = vec![];
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name).unwrap_or_else(|e| panic!("{e}"));
        let answers = reader.answers().unwrap_or_else(|e| panic!("{e}"));
        all.extend(reader.tuples.iter().cloned().zip(answers.iter().cloned()));
    }
    all
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder to copy") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file to copy");
        }
    }
}

/// Every file below a folder with its content, by path.
pub fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(dir) = folders.pop() {
        for entry in std::fs::read_dir(&dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let below = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
                files.insert(below, std::fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// A file system of a few KiB, unmounted at the end.
pub struct Tiny<'a>(&'a Path);

impl<'a> Tiny<'a> {
    /// Mounts it over a folder, where that is allowed.
    pub fn mount(at: &'a Path, size: &str) -> Option<Tiny<'a>> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(at).stderr(std::process::Stdio::null());
        mount.status().is_ok_and(|s| s.success()).then_some(Tiny(at))
    }
}

impl Drop for Tiny<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// The compilers that PTOCONF_COMPILERS names, as CI does: none of them is left out in silence. Elsewhere those that are here.
pub fn compilers() -> Vec<String> {
    let there = |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok_and(|o| o.status.success());
    let found = || ["g++", "clang++", "clang++-19"].into_iter().filter(there).map(str::to_owned).collect();
    let compilers: Vec<String> =
        std::env::var("PTOCONF_COMPILERS").map_or_else(|_| found(), |named| named.split(',').map(str::to_owned).collect());
    assert!(!compilers.is_empty(), "no compiler for C++");
    compilers
}
