//! What the assembler said of a text.

use ptoconf_schemas::{Outcome, RunStage};

/// Longest message that is kept, in characters.
const LONGEST: usize = 300;

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// Accepted, rejected, unsupported, crashed, timed out, or nothing that can be understood.
    pub outcome: Outcome,
    /// Where it ended.
    pub stage: RunStage,
    /// What it said.
    pub message: Option<String>,
    /// The line of the text that the message is about, from 1.
    pub line: Option<usize>,
    /// Errors that it printed.
    pub errors: usize,
}

/// How the process ended.
pub(super) enum End {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It was stopped after this many seconds.
    Timeout(f64),
    /// It was stopped because it wrote more than this many bytes.
    Flood(u64),
}

/// Understands the end of the process and what it wrote to its error stream.
pub(super) fn understand(end: &End, words: &str) -> Said {
    let verify = words.contains("Failed to parse MLIR");
    let stage = if verify { RunStage::Verify } else { RunStage::Compile };
    let error = words.lines().find_map(diagnostic);
    let errors = words.lines().filter_map(diagnostic).count();
    let said = |outcome, message: String, line| Said { outcome, stage, message: Some(shortened(&message)), line, errors };
    match (end, error) {
        (End::Timeout(seconds), _) => said(Outcome::Timeout, format!("no end after {seconds} s"), None),
        (End::Flood(bytes), _) => said(Outcome::Error, format!("it wrote more than {bytes} bytes of messages"), None),
        (End::Signal(number), _) => said(Outcome::Crashed, with_last_words(&format!("signal {number}"), words), None),
        (End::Exit(0), None) => Said { outcome: Outcome::Ok, stage, message: None, line: None, errors },
        (End::Exit(0), Some((_, text))) => said(Outcome::Error, format!("exit code 0 in spite of an error: {text}"), None),
        (End::Exit(1), Some((line, text))) => {
            let unknown = text.starts_with("custom op") && text.ends_with("is unknown");
            said(if unknown { Outcome::Unsupported } else { Outcome::Rejected }, text.to_owned(), line)
        }
        (End::Exit(1), None) => said(Outcome::Error, with_last_words("exit code 1 without a diagnostic", words), None),
        (End::Exit(code), _) => said(Outcome::Crashed, with_last_words(&format!("exit code {code}"), words), None),
    }
}

/// The line in the text and the message of a diagnostic: `loc("name":5:3): error: message`,
/// `name:5:3: error: message`, or `error: message`.
fn diagnostic(line: &str) -> Option<(Option<usize>, &str)> {
    let (place, message) = line.strip_prefix("error: ").map(|m| ("", m)).or_else(|| line.split_once(" error: "))?;
    let place = place.trim_end_matches([':', ')']);
    let mut numbers = place.rsplit(':');
    let column = numbers.next().and_then(|n| n.parse::<usize>().ok());
    let row = numbers.next().and_then(|n| n.parse::<usize>().ok());
    Some((column.and(row), message.trim()))
}

fn with_last_words(what: &str, words: &str) -> String {
    match words.lines().map(str::trim).rfind(|l| !l.is_empty()) {
        Some(last) => format!("{what}: {last}"),
        None => what.to_owned(),
    }
}

fn shortened(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_of_a_diagnostic_are_understood() {
        let words = "loc(\"a b.pto\":5:3): error: 'pto.tcolsum' op expects this\nError: Failed to parse MLIR.\n";
        let said = understand(&End::Exit(1), words);
        assert_eq!((said.outcome, said.stage, said.line), (Outcome::Rejected, RunStage::Verify, Some(5)));
        assert_eq!(said.message.as_deref(), Some("'pto.tcolsum' op expects this"));
        let said = understand(&End::Exit(1), "/tmp/x.pto:12:7: error: no\nError: Pass execution failed.");
        assert_eq!((said.stage, said.line), (RunStage::Compile, Some(12)));
        assert_eq!(understand(&End::Exit(1), "loc(unknown): error: no").line, None);
    }

    #[test]
    fn only_a_diagnostic_is_a_rejection() {
        let outcome = |end: End, words: &str| understand(&end, words).outcome;
        assert_eq!(outcome(End::Exit(0), "note: fine"), Outcome::Ok);
        assert_eq!(outcome(End::Exit(0), "x:1:1: error: oh"), Outcome::Error);
        assert_eq!(outcome(End::Exit(0), "error: unsupported"), Outcome::Error);
        assert_eq!(outcome(End::Exit(1), "error: unsupported"), Outcome::Rejected);
        assert_eq!(outcome(End::Exit(1), "Error: Could not open input file"), Outcome::Error);
        assert_eq!(outcome(End::Exit(1), "x:1:1: error: custom op 'pto.tnew' is unknown"), Outcome::Unsupported);
        assert_eq!(outcome(End::Exit(2), "x:1:1: error: oh"), Outcome::Crashed);
        assert_eq!(outcome(End::Signal(6), "x:1:1: error: oh"), Outcome::Crashed);
    }
}
