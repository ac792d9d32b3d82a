//! A signal ends any command at once, with its own exit code, and nothing is left behind.

use crate::common::{command, folder, ptoconf};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Signals, and the exit codes that they lead to.
const SIGNALS: [(&str, i32); 3] = [("-HUP", 129), ("-INT", 130), ("-TERM", 143)];

fn entries(dir: &Path) -> Vec<String> {
    std::fs::read_dir(dir).into_iter().flatten().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Whether a program has a handler for SIGTERM, the last one that it installs.
fn handles_signals(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> 14 & 1 == 1)
}

/// Makes a command one that a closed terminal ends, or does not, however the tests were started.
pub fn hang_up(command: &Command, how: &str) -> Command {
    let mut around = Command::new("env");
    around.arg(format!("--{how}-signal=HUP")).arg(command.get_program()).args(command.get_args());
    around.current_dir(command.get_current_dir().unwrap()).stdin(Stdio::null());
    around
}

/// Sends a signal once `begun`; the exit code.
#[track_caller]
fn ended(dir: &Path, line: &str, signal: &str, begun: impl Fn(u32) -> bool) -> Option<i32> {
    let command = command(dir, &line.split(' ').collect::<Vec<_>>());
    ended_as(hang_up(&command, "default"), dir, line, signal, begun)
}

#[track_caller]
fn ended_as(mut child: Command, dir: &Path, line: &str, signal: &str, begun: impl Fn(u32) -> bool) -> Option<i32> {
    let scratch = dir.join("scratch");
    std::fs::create_dir_all(&scratch).unwrap();
    let mut child = child.env("TMPDIR", &scratch).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !begun(child.id()) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(begun(child.id()) && child.try_wait().unwrap().is_none(), "{line} has begun");
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let sent = Instant::now();
    let code = child.wait().unwrap().code();
    assert!(sent.elapsed() < Duration::from_secs(10), "{line}: {:?}", sent.elapsed());
    assert_eq!(entries(&scratch), [""; 0], "{line}: scratch");
    code
}

#[test]
fn while_a_set_is_written() {
    for (signal, code) in SIGNALS {
        let dir = folder();
        let begun = |_| entries(dir.path()).iter().any(|name| name.starts_with(".set.partial"));
        assert_eq!(ended(dir.path(), "gen --out set", signal, begun), Some(code));
        assert_eq!(entries(dir.path()), ["scratch"]);
    }
}

#[test]
fn while_an_embedded_implementation_is_judged() {
    let dir = folder();
    let scratch = dir.path().join("scratch");
    let begun = |_| entries(&scratch).first().is_some_and(|own| !entries(&scratch.join(own)).is_empty());
    assert_eq!(ended(dir.path(), "run --impl builtin:a2a3", "-TERM", begun), Some(143));
}

#[test]
fn while_results_are_merged_and_judged() {
    let dir = folder();
    let all = "--vectors set";
    ptoconf(dir.path(), "gen --op tconcat,tcolsum --profile a2a3 --out set").expect(0, &[]);
    for part in ["1", "2"] {
        ptoconf(dir.path(), &format!("run --impl builtin:a2a3 {all} --out {part} --part {part}/2")).expect(0, &[]);
    }
    ptoconf(dir.path(), &format!("run --impl builtin:a2a3 {all} --out whole")).expect(0, &[]);
    let kept = entries(dir.path()).len() + 1;
    for (signal, code) in SIGNALS {
        let begun = |_| entries(dir.path()).iter().any(|name| name.starts_with(".merged.partial"));
        assert_eq!(ended(dir.path(), &format!("merge 1/results 2/results {all} --out merged"), signal, begun), Some(code));
        // Judging leaves no trace on the disk while it lasts.
        let check = format!("check --impl whole/results {all} --report json=report.json");
        assert_eq!(ended(dir.path(), &check, signal, handles_signals), Some(code));
        assert_eq!(entries(dir.path()).len(), kept, "{:?}", entries(dir.path()));
    }
}

/// Whoever starts it by `nohup` wants it to go on.
#[test]
fn a_command_that_is_to_outlive_its_terminal_does() {
    let dir = folder();
    let line = "gen --op tcolexpand --out set";
    let command = hang_up(&command(dir.path(), &line.split(' ').collect::<Vec<_>>()), "ignore");
    assert_eq!(ended_as(command, dir.path(), line, "-HUP", handles_signals), Some(0));
    ptoconf(dir.path(), "verify set").expect(0, &[]);
}
