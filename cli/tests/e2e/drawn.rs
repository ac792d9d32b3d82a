//! Cases of results that are looked at again: drawn, or run once more by a list.

use crate::common::{folder, ptoconf, report, run};

const RUN: &str = "run --impl builtin:a5 --profile a2a3 --op tcolsum --form plain --tier smoke --out kept --report verdicts=verdicts.jsonl --report json=report.json";

/// The first case with a verdict, or the first that fails in a way.
fn case(verdicts: &str, word: &str) -> String {
    let line = verdicts.lines().find(|line| line.contains(&format!(r#":"{word}""#))).expect(word);
    line.split('"').nth(3).expect("a case").to_owned()
}

#[test]
fn a_wrong_output_is_drawn_beside_the_accepted_one() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    let verdicts = std::fs::read_to_string(dir.path().join("verdicts.jsonl")).expect("verdicts");
    let show = |case: &str, more: &str| {
        run(dir.path(), &format!("show {case} --vectors kept/vectors --impl kept/results{more}").split(' ').collect::<Vec<_>>())
    };
    let failed = show(&case(&verdicts, "mismatch"), "").expect(0, &[]);
    let words = ["results: failed: mismatch", "returned", "accepted", "difference"];
    assert!(words.iter().all(|word| failed.out.contains(word)), "{}", failed.out);
    let pictures: Vec<&str> = failed.out.lines().filter(|line| line.matches("  |  ").count() == 2).collect();
    assert!((2..=9).contains(&pictures.len()), "{}", failed.out);
    let steps = |line: &&str| {
        line.rsplit("  |  ").next().is_some_and(|words| words.split_whitespace().any(|w| w.starts_with(['+', '-']) && w.len() > 1))
    };
    assert!(pictures.iter().any(steps), "{pictures:#?}");
    let bits = show(&case(&verdicts, "mismatch"), " --bits --rows 1 --cols 2").expect(0, &[]);
    assert!(bits.out.contains("rows 0 to 0, columns") && bits.out.len() < failed.out.len(), "{}", bits.out);
    let passed = show(&case(&verdicts, "pass"), "").expect(0, &[]);
    assert!(passed.out.contains("results: passed") && !passed.out.contains("difference"), "{}", passed.out);
    assert!(!passed.out.contains('{'), "words, and no JSON: {}", passed.out);
    // What is accepted has a number and a sentence for each answer that leads to it, and the picture says with which it is compared.
    let answers = failed.out.lines().filter(|line| line.starts_with("  tcolsum/") && line.contains(": "));
    let label = failed.out.lines().find_map(|line| line.strip_suffix(": this result, where these answers are followed"));
    assert!(label.is_some_and(|label| label == "accepted" || label == "accepted 1") && answers.count() > 0, "{}", failed.out);
    let beside = ["; beside the accepted result", "; beside accepted "];
    assert!(failed.out.contains(" wrong, the first in row ") && beside.iter().any(|words| failed.out.contains(words)), "{}", failed.out);
    let causes = report(&dir.path().join("report.json")).causes;
    assert!(causes[0].show.ends_with("--vectors kept/vectors --impl kept/results"), "{}", causes[0].show);
}

#[test]
fn results_of_another_set_are_not_drawn() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --form plain --tier smoke --seed 7 --out other").expect(0, &[]);
    let tuples = std::fs::read_to_string(dir.path().join("other/tcolsum/tuples.jsonl")).expect("tuples");
    let name = tuples.split('"').find(|word| word.starts_with("plain-")).expect("a tuple");
    ptoconf(dir.path(), &format!("show tcolsum/{name}/0 --vectors other --impl kept/results"))
        .expect(3, &["results were made for another set"]);
}

/// The verdicts of a run are a list of what failed, to be run again.
#[test]
fn what_failed_is_run_again_by_the_file_of_verdicts() {
    let dir = folder();
    ptoconf(dir.path(), RUN).expect(1, &[]);
    let failed = report(&dir.path().join("report.json")).totals.failed;
    let again = "run --impl builtin:a2a3 --vectors kept/vectors --case @verdicts.jsonl --report json=again.json --report text=again.txt";
    ptoconf(dir.path(), again).expect(0, &[]);
    let totals = report(&dir.path().join("again.json")).totals;
    assert_eq!([totals.judged, totals.passed], [failed; 2]);
    let text = std::fs::read_to_string(dir.path().join("again.txt")).expect("a report");
    assert!(text.contains(&format!(",… ({failed} of them)")), "{text}");
    for file in ["verdicts.jsonl", "report.json"] {
        let line = "run --impl builtin:a2a3 --vectors kept/vectors --report json=same.json --rerun-failures ";
        ptoconf(dir.path(), &format!("{line}{file}")).expect(0, &[]);
        assert_eq!(report(&dir.path().join("same.json")).totals, totals, "{file}");
    }
    ptoconf(dir.path(), "check --impl kept/results --vectors kept/vectors --rerun-failures again.json")
        .expect(2, &["again.json is a report in which no case failed"]);
    // What is chosen makes a set, too, that can be made again from its head.
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --case @verdicts.jsonl --out few").expect(0, &[]);
    ptoconf(dir.path(), "verify few --regenerate").expect(0, &[]);
    for (content, words) in [
        ("", "names no case that failed"),
        ("# nothing\n", "names no case that failed"),
        ("tcolsum/plain-0123456789/0\nnone\n", "line 2: `none` is no case"),
        ("tcolsum/plain-0123456789/0\n", "no case `tcolsum/plain-0123456789/0`"),
        ("{}\n", "line 1: no line of verdicts"),
        ("\u{1b}[2Jnone\n", "line 1: `\\u{1b}[2Jnone` is no case"),
    ] {
        std::fs::write(dir.path().join("list"), content).expect("a list");
        ptoconf(dir.path(), "check --impl kept/results --vectors kept/vectors --case @list").expect(2, &[words]);
    }
}

/// Whoever makes a set again reads no file that the set names.
#[test]
fn a_set_names_no_file_of_cases() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --profile a2a3 --tier smoke --form plain --dtype f16 --out set").expect(0, &[]);
    std::fs::write(dir.path().join("private"), "a word that nobody else has to know\n").expect("a file");
    let head = dir.path().join("set/suite.json");
    let text = std::fs::read_to_string(&head).expect("a head");
    let forged = text.replace("--form plain", &format!("--case @{}", dir.path().join("private").display()));
    assert_ne!(text, forged);
    std::fs::write(&head, forged).expect("a head");
    let ran = ptoconf(dir.path(), "verify set --regenerate").expect(3, &["is no filter of a set"]);
    assert!(!ran.err.contains("a word that nobody"), "{}", ran.err);
}
