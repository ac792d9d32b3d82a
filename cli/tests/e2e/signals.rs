//! A signal ends any command at once, with its own exit code, and nothing is left behind.

use crate::common::{command, folder};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn entries(dir: &Path) -> Vec<String> {
    std::fs::read_dir(dir).into_iter().flatten().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Sends a signal once `begun`; the exit code.
#[track_caller]
fn ended(dir: &Path, line: &str, signal: &str, begun: impl Fn() -> bool) -> Option<i32> {
    let scratch = dir.join("scratch");
    std::fs::create_dir_all(&scratch).unwrap();
    let mut child = command(dir, &line.split(' ').collect::<Vec<_>>());
    let mut child = child.env("TMPDIR", &scratch).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !begun() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(begun() && child.try_wait().unwrap().is_none(), "{line} has begun");
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let sent = Instant::now();
    let code = child.wait().unwrap().code();
    assert!(sent.elapsed() < Duration::from_secs(10), "{line}: {:?}", sent.elapsed());
    assert_eq!(entries(&scratch), [""; 0], "{line}: scratch");
    code
}

#[test]
fn while_a_set_is_written() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let dir = folder();
        let begun = || entries(dir.path()).iter().any(|name| name.starts_with(".set.partial"));
        assert_eq!(ended(dir.path(), "gen --out set", signal, begun), Some(code));
        assert_eq!(entries(dir.path()), ["scratch"]);
    }
}

#[test]
fn while_an_embedded_implementation_is_judged() {
    let dir = folder();
    let scratch = dir.path().join("scratch");
    let begun = || entries(&scratch).first().is_some_and(|own| !entries(&scratch.join(own)).is_empty());
    assert_eq!(ended(dir.path(), "run --impl builtin:a2a3", "-TERM", begun), Some(143));
}
