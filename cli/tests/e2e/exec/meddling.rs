//! Programs may write anywhere, and nothing that they write decides about them; nor do they get open files of the caller.

use crate::common::{Ran, copy, files, folder, on_terminal, ptoconf, read, run};
use crate::forged::{accept_anything, forge, forge_answers};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small set.
const SET: &str = "--op tcolexpand --dtype f16 --profile a2a3 --tier smoke";
const ANSWERS: &str = "tcolexpand/answers.jsonl";
const CHANGED: &str = "changed while the implementation ran";
/// A worker that does nothing and says that all went well.
const IDLE: &str = r#"while read -r line; do
  case=${line#*'"case":"'}
  echo "{\"case\":\"${case%%'"'*}\",\"outcome\":\"ok\"}"
done
"#;

/// A worker that rejects everything with words that would clear a screen and name a window.
const LOUD: &str = r#"printf '\033[2Jnoise\033]0;title\007\n' >&2
while read -r line; do
  case=${line#*'"case":"'}
  echo "{\"case\":\"${case%%'"'*}\",\"outcome\":\"rejected\",\"rule\":\"\\u001b[31mrule\",\"message\":\"\\u001b[2J\\u009b2J\\u202eno\"}"
  count=$((count + 1))
  [ $count -lt 20 ] || exit 1
done
"#;

/// What a worker does that writes to its terminal, by both of its names, and makes one of its own.
const WRITER: &str = r#"for place in /dev/tty "$OWN_TERMINAL"; do (echo steered > "$place") 2>/dev/null; done
python3 -c 'import pty; pty.openpty()' 2>/dev/null && echo made >> made
echo heard > /dev/stderr; echo nothing > /dev/null || exit 1
"#;

/// A folder for programs, which is where they read.
struct Tool {
    dir: tempfile::TempDir,
}

impl Tool {
    fn new() -> Tool {
        let tool = Tool { dir: folder() };
        fs::create_dir(tool.at("tool")).unwrap();
        tool.program("idle.sh", "");
        tool
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A worker that does this, and then nothing more.
    fn program(&self, name: &str, first: &str) {
        fs::write(self.at("tool").join(name), format!("{first}\n{IDLE}")).unwrap();
    }

    /// Keeps a file for the program.
    fn keep(&self, from: &str, name: &str) {
        fs::copy(self.at(from), self.at("tool").join(name)).unwrap();
    }

    fn ptoconf(&self, line: &str) -> Ran {
        ptoconf(self.dir.path(), line)
    }

    fn run(&self, program: &str, more: &str) -> Ran {
        let implementation = format!("exec:sh tool/{program}");
        let arguments = ["run", "--impl", &implementation, "--out", "out", "--force"];
        run(self.dir.path(), &arguments.into_iter().chain(more.split_whitespace()).collect::<Vec<_>>())
    }
}

/// Every tuple becomes one that runs with any result.
fn all_goes(text: &str) -> String {
    let line = |line: &str| {
        let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
        answer.as_object_mut().unwrap().remove("contests");
        accept_anything(&mut answer);
        answer.to_string() + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn who_forges_the_answers_of_an_open_set_is_found_out() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    copy(&tool.at("set"), &tool.at("forged"));
    forge(&tool.at("forged"), ANSWERS, all_goes);
    tool.run("idle.sh", "--vectors set").expect(1, &[]);
    tool.run("idle.sh", "--vectors forged").expect(0, &[]);
    // What was enough for the forged set is what the program hands in, for the digest that it gives the true one.
    copy(&tool.at("out/results"), &tool.at("tool/results"));
    tool.keep("forged/suite.json", "head");
    tool.keep(&format!("forged/{ANSWERS}"), "answers");
    let forger = format!("cp tool/head set/suite.json; cp tool/answers set/{ANSWERS}; cp -r tool/results \"$2\"");
    fs::write(tool.at("tool/forger.sh"), forger).unwrap();
    tool.run("forger.sh {vectors} {out}", "--vectors set").expect(3, &[CHANGED, "set/suite.json"]);
    assert!(tool.ptoconf("verify set --digest").out == tool.ptoconf("verify forged --digest").out, "it did forge it");
}

#[test]
fn who_forges_answers_without_the_head_is_found_out() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    fs::write(tool.at("tool/answers"), all_goes(&read(&tool.at("set").join(ANSWERS)))).unwrap();
    tool.program("forger.sh", &format!("cp tool/answers set/{ANSWERS}"));
    tool.run("forger.sh", "--vectors set").expect(3, &[CHANGED, "set/tcolexpand/answers.jsonl"]);
}

#[test]
fn who_forges_the_answers_of_a_blind_set_is_found_out() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --blind --seed 7 --out blind")).expect(0, &[]);
    copy(&tool.at("blind_answers"), &tool.at("forged"));
    forge_answers(&tool.at("forged"), ANSWERS, all_goes);
    tool.run("idle.sh", "--vectors blind --answers blind_answers").expect(1, &[]);
    tool.run("idle.sh", "--vectors blind --answers forged").expect(0, &[]);
    tool.keep("forged/answers.json", "head");
    tool.keep(&format!("forged/{ANSWERS}"), "answers");
    tool.program("forger.sh", &format!("cp tool/head blind_answers/answers.json; cp tool/answers blind_answers/{ANSWERS}"));
    tool.run("forger.sh", "--vectors blind --answers blind_answers").expect(3, &[CHANGED, "blind_answers/answers.json"]);
    tool.ptoconf("verify blind --answers blind_answers").expect(0, &[]);
}

/// A batch program is handed a set of its own: what it writes into its questions is not what it is judged by.
#[test]
fn who_writes_into_its_questions_does_not_change_the_set() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    let before = files(&tool.at("set"));
    let writer = "cp -r \"$1\" tool/got; for file in \"$1\"/suite.json \"$1\"/*/*; do echo more >> \"$file\"; done; exit 1";
    fs::write(tool.at("tool/writer.sh"), writer).unwrap();
    assert!(tool.run("writer.sh {vectors} {out}", "--vectors set").expect(1, &[]).out.contains("crashed"));
    assert!(files(&tool.at("set")) == before);
    let questions = files(&tool.at("tool/got"));
    assert!(!questions.contains_key(ANSWERS) && questions.iter().all(|(name, bytes)| before.get(name) == Some(bytes)));
}

#[test]
fn what_a_program_says_steers_no_terminal() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    fs::write(tool.at("tool/loud.sh"), LOUD).unwrap();
    for more in ["", "-v", "--details 3"] {
        let ran = tool.run("loud.sh", &format!("--vectors set --report markdown=report.md {more}")).expect(1, &[]);
        let text = [ran.out, ran.err, read(&tool.at("report.md"))].concat();
        assert!(text.contains("[2J"), "{text}");
        assert!(!text.contains(['\x1b', '\u{9b}', '\u{7}', '\u{202e}']), "{text:?}");
    }
}

#[test]
fn a_program_does_not_get_at_the_terminal() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    tool.program("writer.sh", WRITER);
    let on_terminal = |more: &str| {
        let run = "\"$BIN\" run --impl 'exec:sh tool/writer.sh' --vectors set --out out --force --threads 1 --report text=report.txt";
        let (code, shown) = on_terminal(tool.dir.path(), &format!("OWN_TERMINAL=$(tty); export OWN_TERMINAL; {run} {more} 2>err"));
        assert_eq!(code, Some(1), "{shown} {}", read(&tool.at("err")));
        (shown.matches("steered").count(), fs::remove_file(tool.at("made")).is_ok())
    };
    assert_eq!(on_terminal("--exec-unguarded"), (2, true), "it does what it tries");
    let guarded = on_terminal("");
    if read(&tool.at("report.txt")).contains("the memory of ptoconf") {
        return;
    }
    assert_eq!(guarded, (0, false));
    assert_eq!(on_terminal("--exec-sees /"), (0, false));
    assert_eq!(on_terminal("--exec-sees /dev/pts"), (1, true), "its own terminals are among all of them");
    // Where there is no terminal to steer, a program may have its own.
    tool.run("writer.sh", "--vectors set --threads 1").expect(1, &[]);
    assert!(tool.at("made").exists());
}

#[test]
fn what_results_say_of_the_answers_is_their_word_where_nobody_saw_the_run() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    let ran = tool.run("idle.sh", "--vectors set --report text --report json=report.json").expect(1, &[]);
    assert!(ran.out.contains("\nanswers         ") && !ran.out.contains("as the results say"), "{}", ran.out);
    assert!(crate::common::report(&tool.at("report.json")).ran);
    let ran = tool.ptoconf("check --impl out/results --vectors set --report text --report markdown").expect(1, &[]);
    assert!(ran.out.contains("\nanswers         as the results say: ") && ran.out.contains("Answers: as the results say: "), "{}", ran.out);
}

#[test]
fn waivers_are_those_from_before_the_run() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --rule tile/rows-positive --out set")).expect(0, &[]);
    let waive = |cases: &[&str]| {
        let kinds = ptoconf_schemas::FailureKind::ALL;
        let waiver = |(case, kind): (&&str, &ptoconf_schemas::FailureKind)| {
            let mut waiver = serde_json::json!({"case": case, "failure": kind, "owner": "me", "reason": "known", "expires": "9999-12-31", "most_cases": 9999});
            if kind.is_of_legality() {
                waiver["rule"] = "tile/*".into();
            }
            use ptoconf_schemas::FailureKind::{Crashed, Error, GuardTouched, InconsistentReading, Malformed, Missing};
            if [Crashed, Error, GuardTouched, InconsistentReading, Malformed, Missing].contains(kind) {
                waiver["says"] = "nothing".into();
            }
            if *kind == ptoconf_schemas::FailureKind::Mismatch {
                waiver["wrong"] = "never written everywhere".into();
            }
            waiver
        };
        let waivers: Vec<_> = cases.iter().flat_map(|case| kinds.iter().map(move |kind| waiver((case, kind)))).collect();
        serde_json::json!({ "waivers": waivers }).to_string()
    };
    let (none, all) = (waive(&[]), waive(&["tcolexpand/plain-*"]));
    fs::write(tool.at("waivers.json"), &all).unwrap();
    // All that fails is waived, so that nothing is left to judge.
    tool.run("idle.sh", "--vectors set --waivers waivers.json").expect(4, &[]);
    fs::write(tool.at("waivers.json"), none).unwrap();
    tool.program("waiver.sh", &format!("echo '{all}' > waivers.json"));
    tool.run("waiver.sh", "--vectors set --waivers waivers.json").expect(1, &[]);
    assert_eq!(read(&tool.at("waivers.json")).trim(), all);
}

#[test]
fn a_configuration_that_it_leaves_is_named_before_the_next_command_follows_it() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --rule tile/rows-positive --out set")).expect(0, &[]);
    tool.run("idle.sh", "--vectors set").expect(1, &[]);
    let words = ["ptoconf.toml was changed while the implementation ran", "next: "];
    tool.program("easy.sh", "echo '[check]' > ptoconf.toml");
    tool.run("easy.sh", "--vectors set").expect(3, &words);
    tool.program("easy.sh", "echo '[run]' > ptoconf.toml");
    tool.run("easy.sh", "--vectors set").expect(3, &words);
    tool.program("easy.sh", "rm ptoconf.toml");
    tool.run("easy.sh", "--vectors set").expect(3, &words);
}

#[test]
fn descriptors_that_the_caller_left_open_are_not_handed_on() {
    let tool = Tool::new();
    tool.ptoconf(&format!("gen {SET} --out set")).expect(0, &[]);
    // Workers share the place up to which it was read, so what each finds is added up.
    tool.program("peek.sh", "cat <&7 >> seen");
    for more in ["", "--exec-unguarded"] {
        let run = format!("exec 7<set/{ANSWERS}; exec \"$0\" run --impl 'exec:sh tool/peek.sh' --vectors set --out out --force {more}");
        assert_eq!(shell(tool.dir.path(), &run), Some(1));
        let seen = fs::read_to_string(tool.at("seen")).unwrap_or_default();
        assert!(seen.is_empty(), "{seen}");
    }
    // The worker does read what it inherits.
    shell(tool.dir.path(), &format!("exec 7<set/{ANSWERS}; exec sh tool/peek.sh </dev/null"));
    assert_eq!(read(&tool.at("seen")), read(&tool.at("set").join(ANSWERS)));
}

/// Runs a line in a shell, where `$0` is the command.
fn shell(dir: &Path, line: &str) -> Option<i32> {
    let mut shell = Command::new("sh");
    shell.current_dir(dir).args(["-c", line, env!("CARGO_BIN_EXE_ptoconf")]);
    shell.output().unwrap().status.code()
}
