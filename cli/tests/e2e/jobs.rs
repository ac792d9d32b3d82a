//! Jobs for engines, and manual pages.

use crate::common::{folder, ptoconf, read, run};
use std::path::Path;
use std::process::Command;

/// What a template says of an implementation whose name every language could take for something else.
fn plan(dir: &Path, engine: &str) -> String {
    let text = plan_with(dir, engine, &[]);
    assert!(text.contains("gen --op tcolsum,tconcat --profile"), "{text}");
    text
}

/// The same with more options.
fn plan_with(dir: &Path, engine: &str, more: &[&str]) -> String {
    let odd = "exec:./its \"one two\" $HOME `x` 'it' {0} \\n # - : ü";
    let line = ["plan", "--engine", engine, "--parts", "3", "--impl", odd, "--op", "tcolsum,tconcat", "--out", "jobs", "--force"];
    run(dir, &[&line[..], more].concat()).expect(0, &[]);
    read(&dir.join("jobs"))
}

#[test]
fn words_are_what_they_were_in_every_language() {
    let dir = folder();
    let odd = "exec:./its \"one two\" $HOME `x` 'it' {0} \\n # - : ü";
    let script = plan(dir.path(), "slurm");
    let (head, _) = script.split_once("submit() {").unwrap();
    let said = Command::new("bash").args(["-c", &format!("{head}\nprintf '%s' \"$IMPL\"")]).env_remove("IMPL").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), odd);
    let of_yaml = |text: &str| -> String {
        let line = text.lines().find_map(|line| line.trim().strip_prefix("IMPL: ")).unwrap();
        serde_json::from_str(line).unwrap()
    };
    assert_eq!(of_yaml(&plan(dir.path(), "github")), odd);
    // There a dollar is written twice.
    assert_eq!(of_yaml(&plan(dir.path(), "gitlab")), odd.replace('$', "$$"));
}

/// A name is one of the configuration where the jobs run.
#[test]
fn an_implementation_of_the_configuration_is_run_by_its_name() {
    let dir = folder();
    ptoconf(dir.path(), "plan --engine github --impl nightly --profile a2a3 --out jobs").expect(0, &[]);
    assert!(read(&dir.path().join("jobs")).contains("IMPL: \"nightly\""));
}

#[test]
fn the_same_command_is_written_beside_the_jobs() {
    let dir = folder();
    let text = plan_with(dir.path(), "slurm", &["--seed", "7"]);
    assert!(text.contains("gen --op tcolsum,tconcat --seed 7 --profile"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("#   ptoconf ")).unwrap();
    let words = shlex(line);
    let again = run(dir.path(), &words.iter().map(String::as_str).collect::<Vec<_>>()).expect(0, &[]);
    assert_eq!(again.out, text);
}

/// The words of a line as a shell takes them.
fn shlex(line: &str) -> Vec<String> {
    let said = Command::new("bash").args(["-c", &format!("printf '%s\\0' {line}")]).output().unwrap();
    String::from_utf8(said.stdout).unwrap().split_terminator('\0').map(str::to_owned).collect()
}

/// The jobs for a set that is there verify it and make none. Those for Slurm run here, step by step, without Slurm.
#[test]
fn a_set_that_is_there_is_run() {
    let dir = folder();
    for engine in ["github", "gitlab", "slurm"] {
        let line = format!("plan --engine {engine} --parts 2 --impl builtin:a2a3 --vectors sets/i32 --out {engine}");
        ptoconf(dir.path(), &line).expect(0, &[]);
        let text = read(&dir.path().join(engine));
        assert!(text.contains("verify sets/i32") && text.contains("--vectors sets/i32 ") && text.contains("#   ptoconf plan "), "{text}");
        assert!(!text.contains("gen --profile") && !text.contains("--vectors vectors") && !text.contains("$TIER\" --out"), "{text}");
        assert!(engine == "slurm" || !text.contains("TIER") && !text.contains("PROFILE"), "{text}");
    }
    let step = |name: &str, part: &str| {
        let words = ["slurm", name, "builtin:a2a3", "", "", "out", env!("CARGO_BIN_EXE_ptoconf")];
        Command::new("bash").args(words).env("SLURM_ARRAY_TASK_ID", part).current_dir(dir.path()).output().unwrap()
    };
    assert!(!step("gen", "").status.success(), "the set is not there");
    ptoconf(dir.path(), "gen --op tcolsum --dtype i32 --profile a2a3 --tier smoke --out sets/i32").expect(0, &[]);
    for (name, part) in [("gen", ""), ("part", "1"), ("part", "2"), ("check", "")] {
        let ran = step(name, part);
        assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    assert!(dir.path().join("out/report.json").exists() && !dir.path().join("out/vectors").exists());
}

/// The jobs of the exhaustive tier have no set: each part makes its own blocks. Here of few of them.
#[test]
fn the_exhaustive_tier_is_run_without_a_set() {
    let dir = folder();
    let line = "plan --engine slurm --parts 2 --impl builtin:a2a3 --op tcolexpandadd --profile a2a3 --tier exhaustive --out jobs";
    ptoconf(dir.path(), line).expect(0, &[]);
    let text = read(&dir.path().join("jobs"));
    assert!(!text.contains("send gen") && !text.contains(" merge ") && !text.contains("vectors"), "{text}");
    let few =
        format!("#!/bin/bash\n[ $1 = run ] && set -- \"$@\" --dtype f16 --blocks 0-15\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_ptoconf"));
    std::fs::write(dir.path().join("few"), few).unwrap();
    Command::new("chmod").arg("+x").arg(dir.path().join("few")).status().unwrap();
    let step = |name: &str, part: &str| {
        let words = ["jobs", name, "builtin:a2a3", "a2a3", "exhaustive", "out", "./few"];
        Command::new("bash").args(words).env("SLURM_ARRAY_TASK_ID", part).current_dir(dir.path()).output().unwrap()
    };
    assert!(step("part", "1").status.success());
    let early = step("check", "");
    assert_eq!(early.status.code(), Some(3), "part 2 is missing");
    assert!(String::from_utf8_lossy(&early.stderr).contains("part 2 is missing"));
    assert!(step("part", "2").status.success() && step("check", "").status.success());
    assert!(dir.path().join("out/report.json").exists());
}

#[test]
fn what_no_job_can_be_made_of_is_refused() {
    let dir = folder();
    let refused = |more: &[&str], words: &[&str]| {
        let line = [&["plan", "--engine", "github", "--out", "jobs"], more].concat();
        run(dir.path(), &line).expect(2, words);
        assert!(!dir.path().join("jobs").exists());
    };
    refused(&["--impl", "exec:a\nb"], &["expected a text on one line"]);
    refused(&["--impl", "exec:${{ secrets.x }}"], &["and `${{`"]);
    refused(&["--impl", "exec:a", "--op", "tcolsom"], &["did you mean `tcolsum`?"]);
    refused(&["--impl", "exec:a", "--parts", "0"], &["1..=256"]);
    refused(&["--impl", "exec:a", "--parts", "257"], &["1..=256"]);
    refused(&["--impl", "exec:a", "--tier", "most"], &["known tiers"]);
    refused(&["--impl", "exec:a", "--tier", "stream"], &["the number of cases"]);
    refused(&["--impl", "exec:a", "--tier", "exhaustive"], &["--engine slurm"]);
    refused(&["--impl", "exec:a {vectors} {out}"], &["a batch program is handed a whole set"]);
    refused(&["--impl", "exec:a \"b"], &["a quote is not closed"]);
    refused(&["--impl", "none:a"], &["unknown scheme `none`"]);
    refused(&["--impl", "two words"], &["expected SCHEME:NAME"]);
    refused(&["--impl", "exec:a\u{202e}b"], &["marks of direction"]);
    refused(&["--impl", "exec:a", "--vectors", "a b"], &["a path of letters"]);
    refused(&["--impl", "exec:a", "--vectors=-a"], &["a path of letters"]);
    refused(&["--impl", "exec:a", "--vectors", "a", "--seed", "1"], &["cannot be used with"]);
    let gitlab = ["plan", "--engine", "gitlab", "--impl", "exec:a", "--parts", "201"];
    run(dir.path(), &gitlab).expect(2, &["GitLab takes 200 at most"]);
    // What somebody has changed is kept.
    std::fs::write(dir.path().join("jobs"), "mine").unwrap();
    let line = "plan --engine github --impl exec:a --out jobs";
    ptoconf(dir.path(), line).expect(2, &["--force replaces it"]);
    assert_eq!(read(&dir.path().join("jobs")), "mine");
    ptoconf(dir.path(), &format!("{line} --force")).expect(0, &[]);
    ptoconf(dir.path(), line).expect(0, &[]);
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = folder();
    ptoconf(dir.path(), "man pages").expect(2, &["pages: No such file", "mkdir -p pages"]);
    std::fs::write(dir.path().join("pages"), "").unwrap();
    ptoconf(dir.path(), "man pages").expect(2, &["pages: is no folder"]);
    std::fs::remove_file(dir.path().join("pages")).unwrap();
    std::fs::create_dir(dir.path().join("pages")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", dir.path().join("pages/ptoconf.1")).unwrap();
    ptoconf(dir.path(), "man pages").expect(2, &["ptoconf.1: is there, and no file"]);
    assert_eq!(std::fs::read_dir(dir.path().join("pages")).unwrap().count(), 1);
    std::fs::remove_file(dir.path().join("pages/ptoconf.1")).unwrap();
    ptoconf(dir.path(), "man pages").expect(0, &[]);
    let help = ptoconf(dir.path(), "--help").out;
    let listed = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    // Below a command, its description may go on.
    let commands = listed.filter(|l| !l.starts_with("   ")).filter_map(|l| l.split_whitespace().next());
    for command in commands.filter(|name| *name != "help") {
        let page = read(&dir.path().join(format!("pages/ptoconf-{command}.1")));
        assert!(page.contains(&format!("ptoconf\\-{command}")) && page.contains("Example"), "{command}: {page}");
        // Line by line: nothing of it is filled.
        let kept = page.split_once(".nf\n").and_then(|(_, kept)| kept.split_once(".fi\n")).map_or("", |(kept, _)| kept);
        assert!(kept.starts_with("Example") && kept.contains("\n  ptoconf "), "{command}: {page}");
    }
    assert!(read(&dir.path().join("pages/ptoconf.1")).contains("Exit codes"));
}
