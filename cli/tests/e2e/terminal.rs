//! Names come from others, in data and on the command line: none of them steers the terminal that they are shown on.

use crate::common::{command, folder, on_terminal, ptoconf, read};
use std::fs;
use std::path::Path;

/// A name that gives a window a title, clears a screen in two ways, and turns the direction of what follows.
const ODD: &str = "odd\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}2J\u{202e}name";
/// A small set.
const SET: &str = "--op tcolexpand --dtype f16 --profile a2a3 --tier smoke";
/// The colours of reports.
const COLOURS: [&str; 4] = ["\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[0m"];

fn steers(text: &str) -> bool {
    text.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{7f}'])
}

/// A set, results of it, and wrong ones of an implementation with a name.
fn results_of(dir: &Path, name: &str) {
    ptoconf(dir, &format!("gen {SET} --out set")).expect(0, &[]);
    for out in ["right", "wrong"] {
        ptoconf(dir, &format!("run --impl builtin:a2a3 --vectors set --out {out}")).expect(0, &[]);
    }
    let head = dir.join("wrong/results/results.json");
    let mut header: serde_json::Value = serde_json::from_str(&read(&head)).unwrap();
    header["implementation"]["name"] = name.into();
    header["implementation"]["version"] = name.into();
    fs::write(&head, header.to_string()).unwrap();
    let lines = dir.join("wrong/results/results.jsonl");
    fs::write(&lines, read(&lines).replace("\"rejected\"", "\"ok\"")).unwrap();
}

#[test]
fn names_in_data_steer_no_terminal() {
    let dir = folder();
    results_of(dir.path(), ODD);
    ptoconf(dir.path(), "check --impl wrong/results --vectors set --report json=report.json").expect(1, &[]);
    let checked = ["text", "json", "markdown", "junit", "verdicts", "html"];
    let compared = ["text", "json", "markdown"];
    for (line, code, kinds) in [
        ("check --impl wrong/results --vectors set", 1, &checked[..]),
        ("check --impl wrong/results --vectors set -v", 1, &checked),
        ("agree right/results wrong/results --vectors set", 1, &compared),
        ("agree wrong/results wrong/results --vectors set", 1, &compared),
        ("diff report.json wrong/results --vectors set", 0, &compared),
        ("diff right/results report.json --vectors set", 1, &compared),
    ] {
        for kind in kinds {
            let ran = ptoconf(dir.path(), &format!("{line} --report {kind}")).expect(code, &[]);
            assert!(!ran.out.is_empty() && !steers(&ran.out) && !steers(&ran.err), "{line}: {kind}: {ran:?}");
            ptoconf(dir.path(), &format!("{line} --report {kind}=file")).expect(code, &[]);
            assert!(read(&dir.path().join("file")) == ran.out, "{line}: {kind}: a file holds what is printed");
        }
    }
    for (line, code) in [("triage --impl wrong/results --vectors set", 1), ("baseline report.json --out known.json", 0)] {
        let ran = ptoconf(dir.path(), line).expect(code, &[]);
        assert!(!steers(&ran.out) && !steers(&ran.err), "{line}: {ran:?}");
    }
    // For programs, the name is what it was.
    let known = read(&dir.path().join("known.json"));
    let known_name = &serde_json::from_str::<serde_json::Value>(&known).unwrap()["implementation"]["name"];
    assert!(!steers(&known) && known_name == ODD, "{known}");
    assert_eq!(crate::common::report(&dir.path().join("report.json")).implementation.name, ODD);
}

/// Command lines that repeat a word.
const WORDY: [&[&str]; 17] = [
    &[ODD],
    &["list", ODD],
    &["list", "--op", ODD],
    &["completions", ODD],
    &["check", "--impl", "x", "--vectors", "y", ODD],
    &["check", "--impl", ODD, "x"],
    &["check", "--impl", ODD, "--vectors", ODD],
    &["plan", "--engine", ODD, "--impl", "builtin:a5"],
    &["plan", "--engine", "slurm", "--impl", ODD],
    &["merge", ODD, "--out", ODD, "--vectors", ODD],
    &["export", "--format", ODD],
    &["diff", ODD, ODD],
    &["baseline", ODD, "--out", ODD],
    &["agree", ODD, "--report", ODD],
    &["explain", ODD],
    &["gen", "--shape", ODD],
    &["config", "--preset", ODD],
];

#[test]
fn words_of_the_command_line_steer_no_terminal() {
    let dir = folder();
    for words in WORDY {
        let ran = crate::common::run(dir.path(), words);
        assert!(ran.code >= 2 && ran.err.contains("2J"), "{words:?}: {ran:?}");
        assert!(!steers(&ran.out) && !steers(&ran.err), "{words:?}: {ran:?}");
        // There, the parser of the command line has colours of its own.
        let line: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let (_, shown) = on_terminal(dir.path(), &format!("\"$BIN\" {}", line.join(" ")));
        assert!(shown.contains("error: ") && !steers(&shown), "{words:?}: {shown:?}");
    }
}

#[test]
fn what_is_there_is_printed_with_the_name_that_it_has() {
    let dir = folder();
    let script = command(dir.path(), &["completions", "zsh"]).output().unwrap().stdout;
    assert!(String::from_utf8(script).unwrap().contains("OP,…"), "what is no ASCII stays");
    ptoconf(dir.path(), "gen --op tcolexpand --dtype f16 --profile a2a3 --tier smoke --out größer").expect(0, &[]);
    assert!(ptoconf(dir.path(), "verify größer").expect(0, &[]).out.contains("größer"));
}

#[test]
fn on_a_terminal_a_report_has_its_own_colours_alone() {
    let dir = folder();
    // Green is what it is not.
    results_of(dir.path(), &format!("\u{1b}[32m{ODD}"));
    for line in [
        "agree right/results wrong/results --vectors set",
        "check --impl wrong/results --vectors set",
        "check --impl wrong/results --vectors set -v",
        "diff right/results wrong/results --vectors set",
    ] {
        // Progress goes to standard error.
        let (code, shown) = on_terminal(dir.path(), &format!("\"$BIN\" {line} 2>&-"));
        assert!(code == Some(1) && shown.contains(COLOURS[0]) && !shown.contains(COLOURS[1]), "{line}: {shown:?}");
        let plain = COLOURS.iter().fold(shown, |text, colour| text.replace(colour, ""));
        assert!(plain.contains("[2J") && !steers(&plain), "{line}: {plain:?}");
    }
}
