//! Writing that comes to a sudden end leaves nothing that a later command accepts.

use crate::common::{Tiny, command, folder, ptoconf};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn entries(dir: &Path) -> Vec<String> {
    std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let dir = folder();
    let full = dir.path().join("full");
    std::fs::create_dir(&full).unwrap();
    let Some(_disk) = Tiny::mount(&full, "200k") else {
        eprintln!("skipped: a small file system can only be mounted by the superuser");
        return;
    };
    let ran = ptoconf(dir.path(), "gen --op tcolmax --out full/set").expect(3, &["full/", "cannot write"]);
    assert!(ran.err.contains("space"), "{}", ran.err);
    assert_eq!(entries(&full), [""; 0]);
    ptoconf(dir.path(), "gen --op tcolmax --profile a5 --out set").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a5 --vectors set --out full/run").expect(3, &["full/"]);
    assert!(!full.join("run/results").exists());
    assert!(!full.join("run").exists() || entries(&full.join("run")).is_empty());
    let _ = std::fs::remove_dir(full.join("run"));
    // A report that is there is replaced by a whole one or stays.
    ptoconf(dir.path(), "run --impl builtin:a5 --vectors set --out run --report json=report.json").expect(0, &[]);
    std::fs::write(full.join("old.json"), "old").unwrap();
    std::fs::write(full.join("ballast"), vec![0; 190 << 10]).unwrap();
    let line = "check --impl run/results --vectors set --report json=full/old.json";
    assert!(ptoconf(dir.path(), line).code >= 2);
    assert_eq!(std::fs::read_to_string(full.join("old.json")).unwrap(), "old");
    assert_eq!(entries(&full).len(), 2, "{:?}", entries(&full));
}

#[test]
fn a_command_that_is_killed_leaves_no_set() {
    let dir = folder();
    let mut child = command(dir.path(), &["gen", "--out", "set"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = || entries(dir.path()).iter().any(|n| n.starts_with(".set.partial"));
    let deadline = Instant::now() + Duration::from_secs(20);
    while !begun() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(begun(), "writing begins in a hidden folder");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!dir.path().join("set").exists());
    ptoconf(dir.path(), "verify set").expect(3, &["set"]);
    let hidden = entries(dir.path()).into_iter().find(|n| n.starts_with('.')).unwrap();
    ptoconf(dir.path(), &format!("verify {hidden}")).expect(3, &["no suite.json"]);
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --out set").expect(0, &[]);
    ptoconf(dir.path(), "verify set").expect(0, &[]);
    assert_eq!(entries(dir.path()), ["set"], "what was left behind is gone");
}

/// Moments at random: of each 1024 of the time that a command takes, by `PTOCONF_KILLS_SEED`, which is printed where a test fails.
struct Moments(ChaCha8Rng);

impl Moments {
    fn new() -> Moments {
        let seed = std::env::var("PTOCONF_KILLS_SEED").map_or(0, |seed| seed.parse().expect("PTOCONF_KILLS_SEED is a number"));
        eprintln!("PTOCONF_KILLS_SEED={seed}");
        Moments(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Kills a command at one of them; tells whether that came while it was writing, so that something hidden is left.
    fn kill(&mut self, dir: &Path, line: &str, temporary: &Path, whole: Duration, hidden: impl Fn() -> bool) -> bool {
        let mut killed = command(dir, &line.split(' ').collect::<Vec<_>>());
        killed.env("TMPDIR", temporary).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = killed.spawn().unwrap();
        std::thread::sleep(whole * self.0.random_range(0..1024) / 1024);
        let _ = child.kill();
        child.wait().unwrap();
        hidden()
    }
}

/// How long a command takes that nobody kills.
fn time(run: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    run();
    begin.elapsed()
}

/// How often each command is killed: `PTOCONF_KILLS`, or a few times.
fn kills() -> u32 {
    std::env::var("PTOCONF_KILLS").map_or(16, |number| number.parse().expect("PTOCONF_KILLS is a number"))
}

/// The turns at killing a command: at most so many times more than asked for, until a kill came while it was writing.
fn turns<'a>(interrupted: &'a Cell<u32>) -> impl Iterator<Item = u32> + 'a {
    const MORE: u32 = 32;
    (0..MORE * kills()).take_while(move |&turn| turn < kills() || interrupted.get() == 0)
}

/// Whenever it is killed while it replaces a set or results, the old are there, or the new, and whole.
#[test]
fn whoever_is_killed_leaves_the_old_or_the_new() {
    let (dir, temporary) = (folder(), folder());
    let has = |folder: &Path, hidden: &str| entries(folder).iter().any(|name| name.starts_with(hidden));
    let make = |seed: u32| format!("gen --op tcolexpand --tier smoke --out set --force --seed {seed}");
    let run = |model: &str| format!("run --impl builtin:{model} --vectors set --out run --force");
    let whole = time(|| drop(ptoconf(dir.path(), &make(0)).expect(0, &[])));
    let (interrupted, mut moments) = ([Cell::new(0), Cell::new(0)], Moments::new());
    for turn in turns(&interrupted[0]) {
        let hidden = || has(dir.path(), ".set.partial");
        interrupted[0].update(|n| n + u32::from(moments.kill(dir.path(), &make(turn + 1), temporary.path(), whole, hidden)));
        ptoconf(dir.path(), "verify set").expect(0, &[]);
    }
    let results = || crate::common::files(&dir.path().join("run/results"));
    let [one, other] = ["cpu", "a2a3"].map(|model| {
        ptoconf(dir.path(), &run(model)).expect(0, &[]);
        results()
    });
    assert!(one != other);
    let whole = time(|| drop(ptoconf(dir.path(), &run("a2a3"))));
    for turn in turns(&interrupted[1]) {
        let hidden = || has(&dir.path().join("run"), ".results.partial");
        let line = run(["cpu", "a2a3"][turn as usize % 2]);
        interrupted[1].update(|n| n + u32::from(moments.kill(dir.path(), &line, temporary.path(), whole, hidden)));
        assert!(results() == one || results() == other, "turn {turn}");
        ptoconf(dir.path(), "check --impl run/results --vectors set").expect(0, &[]);
    }
    assert!(interrupted.iter().all(|number| number.get() > 0), "{interrupted:?}");
    ptoconf(dir.path(), &make(0)).expect(0, &[]);
    ptoconf(dir.path(), &run("a2a3")).expect(0, &[]);
    assert_eq!((entries(dir.path()).len(), entries(&dir.path().join("run"))), (2, vec!["results".to_owned()]));
    no_scratch(dir.path(), temporary.path());
}

/// Scratch of those who were killed is gone after the next command.
#[track_caller]
fn no_scratch(dir: &Path, temporary: &Path) {
    let mut last = command(dir, &["list"]);
    assert!(last.env("TMPDIR", temporary).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(entries(temporary), [""; 0], "scratch is gone, too");
}

/// The same for results that are merged, and for reports: those of one implementation are replaced by those of another.
#[test]
fn whoever_is_killed_while_merging_or_judging_leaves_the_old_or_the_new() {
    let (dir, temporary) = (folder(), folder());
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --profile a2a3 --out set").expect(0, &[]);
    for model in ["a2a3", "cpu"] {
        for part in ["1", "2"] {
            ptoconf(dir.path(), &format!("run --impl builtin:{model} --vectors set --out {model}-{part} --part {part}/2"));
        }
    }
    let merge = |model: &str| format!("merge {model}-1/results {model}-2/results --vectors set --out merged --force");
    let check = "check --impl merged --vectors set --report json=report.json";
    let merged = || crate::common::files(&dir.path().join("merged"));
    let report = || std::fs::read(dir.path().join("report.json")).unwrap();
    let make = |model: &str| {
        ptoconf(dir.path(), &merge(model)).expect(0, &[]);
        ptoconf(dir.path(), check);
        (merged(), report())
    };
    let [one, other] = ["cpu", "a2a3"].map(make);
    assert!(one.0 != other.0 && one.1 != other.1);
    let hidden = |name: &str| entries(dir.path()).iter().any(|found| found.starts_with(name));
    let whole = [time(|| drop(ptoconf(dir.path(), &merge("a2a3")))), time(|| drop(ptoconf(dir.path(), check)))];
    let (interrupted, mut moments) = (Cell::new(0), Moments::new());
    for turn in turns(&interrupted) {
        let line = merge(["cpu", "a2a3"][turn as usize % 2]);
        let met = moments.kill(dir.path(), &line, temporary.path(), whole[0], || hidden(".merged.partial"));
        interrupted.update(|n| n + u32::from(met));
        assert!(merged() == one.0 || merged() == other.0, "turn {turn}");
        // A report is written at once: whether a kill meets it is luck.
        moments.kill(dir.path(), check, temporary.path(), whole[1], || hidden(".report.json.partial"));
        assert!(report() == one.1 || report() == other.1, "turn {turn}");
    }
    assert!(interrupted.get() > 0, "no kill of a merge came while it was writing");
    assert!(make("a2a3") == other);
    let hidden: Vec<String> = entries(dir.path()).into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [""; 0]);
    no_scratch(dir.path(), temporary.path());
}

/// What each command does in a folder of its own, and what it makes.
const COMMANDS: [(&str, &str); 4] = [
    ("gen --op tcolexpand --tier smoke --seed 3 --out new", "new"),
    ("run --impl builtin:a2a3 --vectors set --out new", "new/results"),
    ("merge 1/results 2/results --vectors set --out new", "new"),
    ("check --impl run/results --vectors set --report json=new", "new"),
];

/// A limit of the system, such as of the length of files, is an error with a name; nothing half is left.
#[test]
fn limits_of_files_leave_nothing_half() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --out set").expect(0, &[]);
    for (folder, part) in [("run", ""), ("1", "--part 1/2"), ("2", "--part 2/2")] {
        ptoconf(dir.path(), &format!("run --impl builtin:a2a3 --vectors set --out {folder} {part}")).expect(0, &[]);
    }
    // Lengths are in blocks of 512 bytes.
    for (limit, words) in [("-f 1", "File too large"), ("-f 8", "File too large"), ("-n 8", "Too many open files"), ("-n 10", "")] {
        let mut met = 0;
        for (line, made) in COMMANDS {
            let script = format!("ulimit {limit} && exec \"$0\" {line}");
            let mut limited = Command::new("sh");
            limited.current_dir(dir.path()).args(["-c", &script, env!("CARGO_BIN_EXE_ptoconf")]).stdout(Stdio::null());
            let ran = limited.output().unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            if ran.status.code() != Some(0) {
                assert_eq!(ran.status.code(), Some(3), "{limit}: {line}: {said}");
                assert!(said.contains(words) && !said.contains("panicked"), "{limit}: {line}: {said}");
                assert!(!dir.path().join(made).exists(), "{limit}: {line}");
            }
            met += u32::from(ran.status.code() == Some(3));
            let new = dir.path().join("new");
            let _ = std::fs::remove_dir_all(&new).or_else(|_| std::fs::remove_file(new));
        }
        assert_eq!(met, if limit.ends_with(" 10") { met } else { 4 }, "{limit}: every command meets it");
    }
}
