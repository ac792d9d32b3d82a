//! A worker: gets a case a line, answers with a result a line. After any mistake it is replaced.

use super::Program;
use crate::process::{Process, Tail};
use crate::reach::Reach;
use crate::run::RunError;
use ptoconf_schemas::{Outcome, ResultLine};
use std::process::ExitStatus;
use std::time::Instant;

/// Longest answer, and most that a worker may print for a case beside it, in bytes.
const MOST_OUTPUT: usize = 1 << 20;

/// Longest line of an answer, in bytes: longer ones could not be read again where they are written to.
const LONGEST_ANSWER: usize = MOST_OUTPUT - 4096;
/// Most characters of the case of an answer for another one.
const LONGEST_NAME: usize = 96;
/// Most characters of what is wrong with an answer.
const LONGEST_REASON: usize = 300;

/// A place for one process at a time.
pub(super) struct Worker<'a> {
    program: &'a Program,
    reach: &'a Reach,
    process: Option<Process>,
}

/// Why a case has no answer.
enum Silence {
    /// The output came to its end.
    Ended,
    Late,
    /// What it wrote is no answer; says why.
    Wrong(String),
}

impl<'a> Worker<'a> {
    /// A place without a process.
    pub fn new(program: &'a Program, reach: &'a Reach) -> Worker<'a> {
        Worker { program, reach, process: None }
    }

    /// Has one case run: the answer, or `crashed` or `timeout`.
    pub fn run(&mut self, case: &str, request: &[u8]) -> Result<ResultLine, RunError> {
        let mut process = match self.process.take() {
            Some(mut process) => {
                process.hear_errors();
                process.last_words.clear();
                process
            }
            // What it says before it was asked anything is all that one says which ends at once.
            None => Process::start(self.program.command.words(), &self.program.limits, self.reach)?,
        };
        let mut said = Tail::default();
        match self.converse(&mut process, case, request, &mut said)? {
            Ok(answer) => {
                self.process = Some(process);
                Ok(answer)
            }
            Err(silence) => Ok(self.give_up(process, case, silence, &said)),
        }
    }

    /// The worker claimed something that is not so: the case has crashed, and the process is replaced.
    pub fn reject(&mut self, case: &str, reason: String) -> ResultLine {
        match self.process.take() {
            Some(process) => self.give_up(process, case, Silence::Wrong(reason), &Tail::default()),
            None => failure(case, Outcome::Crashed, reason),
        }
    }

    /// Lets the process end.
    pub fn finish(mut self) {
        self.process.take().map(Process::end);
    }

    /// Sends the request and listens until there is an answer, or cannot be one any more.
    fn converse(
        &self,
        process: &mut Process,
        case: &str,
        mut request: &[u8],
        said: &mut Tail,
    ) -> Result<Result<ResultLine, Silence>, RunError> {
        let until = Instant::now() + self.program.limits.time;
        let (mut heard, mut total) = (Vec::new(), 0);
        loop {
            self.program.check_stop()?;
            let open = process.turn(&mut request, until, |bytes| {
                total += bytes.len();
                heard.extend_from_slice(bytes);
            })?;
            if let Some(answer) = take_answer(&mut heard, case, said).transpose() {
                process.hear_errors();
                return Ok(answer.map_err(Silence::Wrong));
            }
            if total > MOST_OUTPUT {
                return Ok(Err(Silence::Wrong(format!("more than {MOST_OUTPUT} bytes on standard output without an answer"))));
            }
            if !open {
                said.push(&heard);
                return Ok(Err(Silence::Ended));
            }
            if Instant::now() >= until {
                said.push(&heard);
                return Ok(Err(Silence::Late));
            }
        }
    }

    /// Ends the process and says what happened, with its last words.
    fn give_up(&self, mut process: Process, case: &str, silence: Silence, said: &Tail) -> ResultLine {
        let (outcome, reason) = match silence {
            Silence::Late => (Outcome::Timeout, format!("no answer after {} s", self.program.limits.time.as_secs_f64())),
            Silence::Wrong(reason) => (Outcome::Crashed, reason),
            Silence::Ended => return self.post_mortem(process, case, said),
        };
        process.kill();
        failure(case, outcome, with_words(reason, &process.last_words, said, self.reach))
    }

    fn post_mortem(&self, process: Process, case: &str, said: &Tail) -> ResultLine {
        let (status, last_words) = process.end();
        failure(case, Outcome::Crashed, with_words(manner(status), &last_words, said, self.reach))
    }
}

/// How a program ended, in words.
pub(super) fn manner(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("ended without an answer, {status}"),
        None => "closed its standard output without an answer".to_owned(),
    }
}

/// A reason with the ends of standard error and standard output, and what to do where they complain of a closed file.
pub(super) fn with_words(mut reason: String, stderr: &Tail, stdout: &Tail, reach: &Reach) -> String {
    // Before the words, which may be cut.
    reason.push_str(reach.hint(&(stderr.all() + &stdout.all())));
    for (name, tail) in [("stderr", stderr), ("stdout", stdout)] {
        let text = tail.text();
        if !text.is_empty() {
            reason.push_str(&format!("; {name}: {text}"));
        }
    }
    reason
}

fn failure(case: &str, outcome: Outcome, message: String) -> ResultLine {
    ResultLine { case: case.to_owned(), outcome, stage: None, rule: None, message: Some(message), touched: Vec::new() }
}

/// The answer among the whole lines that were heard. A line that does not begin with `{` is chatter.
fn take_answer(heard: &mut Vec<u8>, case: &str, said: &mut Tail) -> Result<Option<ResultLine>, String> {
    let mut start = 0;
    let mut answer = None;
    while let Some(length) = heard[start..].iter().position(|&b| b == b'\n') {
        let line = heard[start..start + length].trim_ascii();
        start += length + 1;
        if line.first() != Some(&b'{') {
            said.push(&heard[start - length - 1..start]);
        } else if answer.is_some() {
            return Err("more than one answer".to_owned());
        } else {
            answer = Some(parse(line, case)?);
        }
    }
    heard.drain(..start);
    // What is left has no end yet; chatter may.
    if answer.is_some() && heard.first() == Some(&b'{') {
        return Err("more than one answer".to_owned());
    }
    Ok(answer)
}

pub(super) fn parse(line: &[u8], case: &str) -> Result<ResultLine, String> {
    if line.len() > LONGEST_ANSWER {
        return Err(format!("an answer of {} bytes, expected at most {LONGEST_ANSWER}", line.len()));
    }
    let answer: ResultLine = serde_json::from_slice(line).map_err(|e| {
        let mut text = Tail::default();
        text.push(&line[..line.len().min(120)]);
        // It quotes names and words of the line, which can be as long as that.
        let why: String = e.to_string().chars().take(LONGEST_REASON).collect();
        format!("no answer: {why}: {}", text.text())
    })?;
    if answer.case != case {
        let other: String = answer.case.chars().take(LONGEST_NAME).collect();
        return Err(format!("answered for {other:?}, expected {case}"));
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_quoted_in_short() {
        let long = "x".repeat(100_000);
        let other = format!(r#"{{"case":"{long}","outcome":"ok"}}"#);
        let unknown = format!(r#"{{"{long}":0}}"#);
        for line in [&other, &unknown, &long] {
            let why = parse(line.as_bytes(), "tcolsum/plain-0123456789/0").unwrap_err();
            assert!(why.len() < 1000, "{} bytes: {why:.100}", why.len());
        }
    }
}
