//! `ptoconf.toml`: found upwards, overruled by the command line, and wrong in ways that are named.

use crate::common::{folder, ptoconf, read, run};
use ptoconf_schemas::ConfigReport;
use std::path::Path;

const FILE: &str = r#"
impl = "device"
profile = "a2a3"
op = "tcolsum"

[run]
tier = "smoke"
report = ["text", "junit=out/junit.xml"]

[preset.nightly]
seed = 7
[preset.nightly.run]
seed = 8
force = true

[implementation.device]
impl = "builtin:a2a3"
version = "2.3"

[implementation.worker]
impl = "exec:./worker --fast"
version = "1"
exec-time = 2.5
"#;

/// A repository with that file, and a folder in it.
fn repository(text: &str) -> tempfile::TempDir {
    let dir = folder();
    std::fs::write(dir.path().join("ptoconf.toml"), text).unwrap();
    std::fs::create_dir_all(dir.path().join("out")).unwrap();
    std::fs::create_dir_all(dir.path().join("a/b")).unwrap();
    dir
}

/// Options of `run` with their values and where they come from.
fn options(dir: &Path, line: &str) -> Vec<(String, String, String)> {
    let report: ConfigReport = serde_json::from_str(&ptoconf(dir, &format!("config --format json {line}")).expect(0, &[]).out).unwrap();
    let run = report.commands.into_iter().find(|command| command.command == "run").unwrap();
    run.options.into_iter().map(|option| (option.option, option.values.join(" "), option.from)).collect()
}

fn has(options: &[(String, String, String)], option: &str, value: &str, from: &str) -> bool {
    options.contains(&(option.to_owned(), value.to_owned(), from.to_owned()))
}

#[test]
fn what_the_file_says_holds_in_every_folder_below_it() {
    let dir = repository(FILE);
    let ran = ptoconf(&dir.path().join("a/b"), "run");
    let ran = ran.expect(0, &["ptoconf.toml adds --impl builtin:a2a3 --impl-name device", "--tier smoke"]);
    assert!(ran.out.contains("implementation  device 2.3"), "{}", ran.out);
    assert!(ran.out.contains("profile a2a3, tier smoke: the set has cases of tcolsum alone"), "{}", ran.out);
    // A path of the file is taken from its folder.
    assert!(dir.path().join("out/junit.xml").is_file());
    let ran = ptoconf(&dir.path().join("a/b"), "list forms --config none").expect(0, &[]);
    assert!(ran.err.is_empty() && ran.out.contains("tconcat"), "{} {}", ran.err, ran.out);
}

#[test]
fn the_command_line_wins_and_takes_what_it_cannot_stand_beside() {
    let dir = repository(FILE);
    let ran = ptoconf(dir.path(), "run --profile a5 --impl builtin:a5 --report text").expect(0, &["adds --op tcolsum --tier smoke\n"]);
    assert!(ran.out.contains("profile a5, tier smoke"), "{}", ran.out);
    assert!(!dir.path().join("out/junit.xml").exists());
    ptoconf(dir.path(), "gen --op tconcat --tier smoke --out set").expect(0, &["adds --profile a2a3"]);
    // --vectors cannot stand beside op, profile and tier.
    let ran = ptoconf(dir.path(), "run --vectors set").expect(0, &["--impl-version 2.3 --report text"]);
    assert!(!ran.err.contains("--op") && !ran.err.contains("--tier") && !ran.err.contains("--profile"), "{}", ran.err);
    assert!(ran.out.contains("the set has cases of tconcat alone"), "{}", ran.out);
}

#[test]
fn an_implementation_is_for_runs_and_results_for_checks() {
    let dir = repository(&FILE.replace("impl = \"device\"", "impl = \"builtin:a2a3\""));
    let of = |command: &str| ptoconf(dir.path(), &format!("config --command {command}")).expect(0, &[]).out;
    assert!(of("run").contains("--impl builtin:a2a3"), "{}", of("run"));
    assert!(!of("check").contains("--impl"), "{}", of("check"));
    std::fs::write(dir.path().join("ptoconf.toml"), "[check]\nimpl = \"out\"\n").unwrap();
    assert!(of("check").contains("--impl") && of("check").contains("/out"), "{}", of("check"));
}

#[test]
fn presets_overrule_tables_and_tables_what_stands_first() {
    let dir = repository(FILE);
    let always = options(dir.path(), "");
    assert!(has(&always, "--impl", "builtin:a2a3", "implementation.device.impl"), "{always:?}");
    assert!(has(&always, "--tier", "smoke", "run.tier") && has(&always, "--op", "tcolsum", "op"), "{always:?}");
    assert!(!always.iter().any(|(option, ..)| option == "--seed" || option == "--force"));
    let nightly = options(dir.path(), "--preset nightly");
    assert!(has(&nightly, "--seed", "8", "preset.nightly.run.seed") && has(&nightly, "--force", "", "preset.nightly.run.force"));
    assert!(has(&nightly, "--tier", "smoke", "run.tier"), "{nightly:?}");
    // Other commands have the preset's own options.
    let text = ptoconf(dir.path(), "config --preset nightly --command gen").expect(0, &[]).out;
    assert!(text.contains("--seed 7") && text.contains("preset.nightly.seed") && !text.contains("ptoconf run"), "{text}");
}

#[test]
fn implementations_have_names_and_versions_and_options_that_go_with_them() {
    let dir = repository(&FILE.replace("impl = \"device\"", "impl = \"worker\""));
    let own = options(dir.path(), "");
    let program = format!("exec:{} --fast", dir.path().join("./worker").display());
    assert!(has(&own, "--impl", &program, "implementation.worker.impl") && has(&own, "--impl-name", "worker", "implementation.worker"));
    assert!(has(&own, "--exec-time", "2.5", "implementation.worker.exec-time"), "{own:?}");
    // Another one by name, with neither of them.
    let ran = ptoconf(dir.path(), "run --impl device").expect(0, &["adds --impl-name device --impl-version 2.3 --op tcolsum"]);
    assert!(!ran.err.contains("exec-time") && ran.out.contains("implementation  device 2.3"), "{} {}", ran.err, ran.out);
    let ran = ptoconf(dir.path(), "run --impl=device --impl-version 9 --impl-name mine --out kept").expect(0, &[]);
    assert!(ran.out.contains("implementation  mine 9"), "{}", ran.out);
    let head: serde_json::Value = serde_json::from_str(&read(&dir.path().join("kept/results/results.json"))).unwrap();
    assert_eq!(head["implementation"]["details"]["ran"], "builtin:a2a3");
    // A batch program writes its name itself.
    let refused = run(dir.path(), &["run", "--impl", "exec:true {vectors} {out}", "--impl-name", "x"]);
    refused.expect(2, &["a batch program writes results.json itself", "put \"name\" and \"version\""]);
}

#[test]
fn what_makes_no_sense_is_named_with_its_place() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("tear = \"smoke\"", "list", &["ptoconf.toml: tear: unknown option `tear`", "did you mean `tier`?"]),
        ("[rum]\ntier = \"smoke\"", "list", &["ptoconf.toml: rum: unknown command `rum`", "did you mean `run`?"]),
        ("[run]\ncommand = \"x\"", "list", &["ptoconf.toml: run.command: unknown option `command`"]),
        ("[preset.x.run]\ntear = 1", "list", &["ptoconf.toml: preset.x.run.tear: unknown option"]),
        ("[run]\ntier = true", "run --impl builtin:a5", &["ptoconf.toml: run.tier: expected a value, not true or false"]),
        ("[run]\nforce = 1", "run --impl builtin:a5", &["ptoconf.toml: run.force: expected true or false"]),
        ("[run]\nseed = [\"1\"]", "run --impl builtin:a5", &["ptoconf.toml: run.seed: expected one value, not a list"]),
        ("[run]\nseed = -1", "run --impl builtin:a5", &["invalid value '-1'", "ptoconf.toml adds --seed -1"]),
        ("[run]\nseed = 2026-01-01", "list", &["expected a word, a number, true, false, or a list of words"]),
        ("[run\n", "list", &["ptoconf.toml: TOML parse error at line 1"]),
        ("[implementation.a]\nversion = \"2\"", "list", &["implementation.a.impl: expected SCHEME:NAME"]),
        ("[implementation.a]\nimpl = \"builtin:a5\"\nexec-tame = 1", "list", &["implementation.a: unknown option `exec-tame`"]),
        ("", "run --preset night", &["preset: unknown preset `night`"]),
    ];
    for (text, line, words) in cases {
        ptoconf(repository(text).path(), line).expect(2, words);
    }
    ptoconf(folder().path(), "list --preset x").expect(2, &["there is no ptoconf.toml in this folder"]);
    ptoconf(folder().path(), "list --config no.toml").expect(2, &["no.toml", "No such file"]);
    ptoconf(folder().path(), "config --command rum --config none").expect(2, &["unknown command `rum`", "did you mean `run`?"]);
    let text = ptoconf(folder().path(), "config").expect(0, &[]).out;
    assert!(text.contains("the options of the command line alone hold"), "{text}");
}

#[test]
fn help_and_completions_come_whatever_the_file_says() {
    let dir = repository("tear = 1");
    for line in ["run --help", "completions bash", "--version", "help run"] {
        let ran = ptoconf(dir.path(), line).expect(0, &[]);
        assert!(ran.err.is_empty() && !ran.out.is_empty(), "{line}: {}", ran.err);
    }
}
