//! A program that is run to its end and has nothing to be told.

use super::{Limits, Process, Tail};
use crate::reach::Reach;
use crate::run::RunError;
use std::os::unix::process::ExitStatusExt;
use std::time::Instant;

/// What the program says is in English, and the limit of memory is there before it starts, so that
/// what it starts at once has it, too. The first argument is the limit in KiB, or nothing.
const SHELL: &str = r#"export LC_ALL=C; { [ -z "$1" ] || ulimit -v "$1"; } && shift && exec "$@""#;
/// With these codes, and a word of its own, the shell says that it cannot start the program.
const NOT_STARTED: [i32; 2] = [126, 127];

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It ended by itself, with this code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was stopped after its time.
    Timeout,
}

/// A program that ended.
#[derive(Debug)]
pub(crate) struct Finished {
    /// How.
    pub end: End,
    /// Standard error; the end of it if it is longer than `most`.
    pub text: String,
}

/// Runs a program to its end, and ends with it whatever it started. At most `most` bytes of what it says are kept.
///
/// # Errors
/// The program cannot be started.
pub(crate) fn run(words: &[String], limits: &Limits, reach: &Reach, most: usize) -> Result<Finished, RunError> {
    let limit = limits.memory.map_or(String::new(), |bytes| (bytes >> 10).to_string());
    let shell = ["sh", "-c", SHELL, "sh", &limit].map(String::from);
    let mut process = Process::start(&[&shell[..], words].concat(), &Limits { memory: None, ..*limits }, reach)?;
    process.last_words = Tail::of(most);
    process.close_input();
    let until = Instant::now() + limits.time;
    while process.turn(&mut &[][..], until, |_| ())? || !process.has_ended() {
        if Instant::now() >= until {
            process.kill();
            return Ok(Finished { end: End::Timeout, text: process.last_words.all() });
        }
    }
    let (status, said) = process.end();
    let text = said.all();
    match status.map(|s| s.code().ok_or(s.signal().unwrap_or(0))) {
        Some(Ok(code)) if NOT_STARTED.contains(&code) && text.starts_with("sh: ") => {
            Err(RunError::Implementation(format!("cannot start `{}`: {}", words[0], text.trim())))
        }
        Some(Ok(code)) => Ok(Finished { end: End::Code(code), text }),
        Some(Err(signal)) => Ok(Finished { end: End::Signal(signal), text }),
        None => Err(RunError::Implementation(format!("cannot learn how `{}` ended", words[0]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sh(line: &str, limits: Limits) -> Result<Finished, RunError> {
        run(&["sh", "-c", line].map(String::from), &limits, &Reach::default(), 1 << 20)
    }

    fn limits(seconds: f64, memory: Option<u64>) -> Limits {
        Limits { time: Duration::from_secs_f64(seconds), memory, file: None }
    }

    #[test]
    fn an_end_is_a_code_a_signal_or_a_stop() {
        let ended = |line: &str| sh(line, limits(10.0, Some(1 << 30))).expect("an end").end;
        assert_eq!([ended("exit 3"), ended("kill -9 $$"), ended("exit 127")], [End::Code(3), End::Signal(9), End::Code(127)]);
        let begin = Instant::now();
        let stopped = sh("echo words >&2; sleep 100", limits(0.3, None)).expect("an end");
        assert_eq!((stopped.end, stopped.text.as_str()), (End::Timeout, "words\n"));
        let left = sh("sleep 100 & echo words >&2", limits(50.0, None)).expect("an end");
        assert_eq!((left.end, left.text.as_str()), (End::Code(0), "words\n"));
        assert!(begin.elapsed() < Duration::from_secs(20), "what was left running holds nothing up");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_and_no_end() {
        for memory in [None, Some(1 << 30)] {
            let error = run(&["/no/such/program".to_owned()], &limits(10.0, memory), &Reach::default(), 100).expect_err("nothing to start");
            assert!(error.to_string().contains("cannot start `/no/such/program`"), "{error}");
        }
    }

    #[test]
    fn all_that_is_said_is_kept_and_memory_is_limited() {
        let said = sh("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done", limits(50.0, None)).expect("an end");
        assert!(said.text.starts_with("line 0\n") && said.text.ends_with("line 19999\n"));
        let greedy = sh("ulimit -v", limits(10.0, Some(64 << 20))).expect("an end");
        assert_eq!(greedy.end, End::Code(0));
        let greedy = sh("x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo done >&2", limits(50.0, Some(64 << 20))).expect("an end");
        assert!(greedy.end != End::Code(0) && !greedy.text.contains("done"), "{greedy:?}");
    }
}
