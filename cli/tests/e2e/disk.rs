//! Writing that comes to a sudden end leaves nothing that a later command accepts.

use crate::common::{Tiny, command, folder, ptoconf};
use std::path::Path;
use std::process::Stdio;
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
    let ran = ptoconf(dir.path(), "gen --op tconcat --out full/set").expect(3, &["full/", "cannot write"]);
    assert!(ran.err.contains("space"), "{}", ran.err);
    assert_eq!(entries(&full), [""; 0]);
    ptoconf(dir.path(), "gen --op tconcat --profile a5 --out set").expect(0, &[]);
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

/// Kills a command when its hidden folder has been there for a while; tells whether that came in the middle of its work.
fn kill(dir: &Path, line: &str, temporary: &Path, hidden: impl Fn() -> bool, pause: u32) -> bool {
    let mut killed = command(dir, &line.split(' ').collect::<Vec<_>>());
    killed.env("TMPDIR", temporary).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = killed.spawn().unwrap();
    while !hidden() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(pause.into()));
    let _ = child.kill();
    child.wait().unwrap();
    hidden()
}

/// Whenever it is killed while it replaces a set or results, the old are there, or the new, and whole.
#[test]
fn whoever_is_killed_leaves_the_old_or_the_new() {
    let (dir, temporary) = (folder(), folder());
    let has = |folder: &Path, hidden: &str| entries(folder).iter().any(|name| name.starts_with(hidden));
    let make = |seed: u32| format!("gen --op tcolexpand --tier smoke --out set --force --seed {seed}");
    let run = "run --impl builtin:a2a3 --vectors set --out run --force";
    ptoconf(dir.path(), &make(0)).expect(0, &[]);
    let mut interrupted = [0, 0];
    for seed in 1..=16 {
        interrupted[0] += u32::from(kill(dir.path(), &make(seed), temporary.path(), || has(dir.path(), ".set.partial"), 6 * (seed - 1)));
        ptoconf(dir.path(), "verify set").expect(0, &[]);
    }
    ptoconf(dir.path(), run).expect(0, &[]);
    for turn in 0..16 {
        interrupted[1] += u32::from(kill(dir.path(), run, temporary.path(), || has(&dir.path().join("run"), ".results.partial"), 3 * turn));
        ptoconf(dir.path(), "check --impl run/results --vectors set").expect(0, &[]);
    }
    assert!(interrupted.iter().all(|&number| number > 0), "{interrupted:?}");
    ptoconf(dir.path(), &make(0)).expect(0, &[]);
    ptoconf(dir.path(), run).expect(0, &[]);
    assert_eq!((entries(dir.path()).len(), entries(&dir.path().join("run"))), (2, vec!["results".to_owned()]));
    let mut last = command(dir.path(), &["list"]);
    assert!(last.env("TMPDIR", temporary.path()).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(entries(temporary.path()), [""; 0], "scratch is gone, too");
}
