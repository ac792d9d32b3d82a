//! Where reports go: files appear whole, and what is no file stays what it is.

use crate::common::{command, folder, ptoconf, read, smoke_run};
use std::collections::BTreeSet;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// Judges a run of its own, with reports.
fn check(dir: &Path, reports: &[&str]) -> Command {
    let made = smoke_run("a2a3");
    let (results, set) = (made.join("results").display().to_string(), made.join("vectors").display().to_string());
    let mut arguments = vec!["check", "--impl", &results, "--vectors", &set];
    arguments.extend(reports.iter().flat_map(|report| ["--report", report]));
    command(dir, &arguments)
}

#[track_caller]
fn succeeds(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn a_new_report_may_be_read_by_whom_the_umask_lets_and_an_old_one_by_whom_it_did() {
    let dir = folder();
    let file = |name: &str| dir.path().join(name);
    std::fs::write(file("any"), "").unwrap();
    succeeds(check(dir.path(), &["json=new"]));
    assert_eq!(mode(&file("new")), mode(&file("any")));
    std::fs::write(file("old"), "").unwrap();
    std::fs::set_permissions(file("old"), std::fs::Permissions::from_mode(0o640)).unwrap();
    succeeds(check(dir.path(), &["json=old"]));
    assert!(mode(&file("old")) == 0o640 && read(&file("old")) == read(&file("new")));
}

#[test]
fn links_pipes_and_standard_output_stay_what_they_are() {
    let dir = folder();
    let file = |name: &str| dir.path().join(name);
    symlink("behind", file("link")).unwrap();
    succeeds(check(dir.path(), &["json=link"]));
    assert!(file("link").is_symlink() && read(&file("behind")).starts_with('{'));
    assert!(Command::new("mkfifo").arg(file("pipe")).status().unwrap().success());
    let reader = Command::new("cat").arg(file("pipe")).stdout(std::fs::File::create(file("got")).unwrap()).spawn();
    succeeds(check(dir.path(), &["json=pipe"]));
    assert!(reader.unwrap().wait().unwrap().success() && read(&file("got")) == read(&file("behind")));
    assert!(file("pipe").metadata().unwrap().file_type().is_fifo());
    // What a link of that name leads to; the device itself is not put at risk here.
    symlink("/dev/null", file("null")).unwrap();
    symlink("/proc/self/fd/1", file("out")).unwrap();
    assert_eq!(succeeds(check(dir.path(), &["text=null", "json=out"])), read(&file("behind")));
    assert!(file("null").is_symlink() && file("out").is_symlink());
}

#[test]
fn the_summary_of_a_step_is_added_to() {
    let dir = folder();
    let summary = dir.path().join("summary.md");
    std::fs::write(&summary, "before\n").unwrap();
    let report = format!("markdown={}", summary.display());
    let mut command = check(dir.path(), &[&report]);
    command.env("GITHUB_STEP_SUMMARY", &summary);
    succeeds(command);
    assert!(read(&summary).starts_with("before\n# ptoconf"), "{}", read(&summary));
    // By another name of the same file, too.
    symlink(&summary, dir.path().join("link.md")).unwrap();
    let mut command = check(dir.path(), &["markdown=link.md"]);
    command.env("GITHUB_STEP_SUMMARY", &summary);
    succeeds(command);
    assert_eq!(read(&summary).matches("# ptoconf").count(), 2, "{}", read(&summary));
    succeeds(check(dir.path(), &[&report]));
    assert!(read(&summary).starts_with("# ptoconf"), "any other file is replaced");
}

#[test]
fn a_junit_report_has_times_where_they_are_asked_for() {
    let (dir, set) = (folder(), smoke_run("a2a3").join("vectors"));
    let report = |more: &str| {
        let line = format!("run --impl builtin:a2a3 --vectors {} --report junit=report.xml{more}", set.display());
        ptoconf(dir.path(), &line).expect(0, &[]);
        read(&dir.path().join("report.xml"))
    };
    let without = report("");
    assert!(!without.contains(" time=") && !without.contains(" timestamp="), "{without}");
    let with = report(" --junit-times");
    assert_eq!(with.matches(" timestamp=\"20").count(), 1 + with.matches("<testsuite ").count());
    let times: Vec<f64> = with.split(" time=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect();
    assert!(times.len() > 200 && times[0] > 0.0 && times.iter().all(|time| *time <= times[0]), "{times:?}");
}

/// A CI system follows a test by its name: whatever fails, the tests are the same.
#[test]
fn tests_of_junit_have_the_same_names_whatever_fails() {
    let (dir, set) = (folder(), smoke_run("a2a3").join("vectors"));
    let names = |implementation: &str, code: i32| {
        let line = format!("run --impl builtin:{implementation} --vectors {} --report junit=report.xml", set.display());
        ptoconf(dir.path(), &line).expect(code, &[]);
        let page = read(&dir.path().join("report.xml"));
        let test = |line: &str| Some(line.trim().strip_prefix("<testcase ")?.strip_suffix('>')?.to_owned());
        (page.lines().filter_map(test).collect::<Vec<_>>(), page.matches("<failure").count())
    };
    let (green, none) = names("a2a3", 0);
    let (red, some) = names("cpu", 1);
    assert!(none == 0 && some > 5 && green.len() > 200, "{none} {some} {}", green.len());
    assert_eq!(green, red);
    let of = |name: &str| green.iter().any(|test| test.starts_with(&format!(r#"classname="ptoconf.tcolsum" name="{name}"#)));
    assert!(["plain f16 class ", "plain f32 rule tcolsum/"].into_iter().all(of), "{green:?}");
    assert!(green.len() < 2500, "one of every few tuples: {}", green.len());
    assert_eq!(green.iter().collect::<BTreeSet<_>>().len(), green.len(), "no name twice");
}
