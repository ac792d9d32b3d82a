//! Runs a program with limits of time and memory.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What is kept of a program's standard error.
const MOST_TEXT: u64 = 256 << 20;

/// Limits of one program and all that it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub seconds: f64,
    /// Address space of each process, in MiB.
    pub memory: u64,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It ended by itself, with this code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was stopped after its time.
    Timeout,
}

/// A program that ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub end: End,
    /// Standard error.
    pub text: String,
}

/// Runs a program to its end.
pub(super) fn run(program: &str, arguments: &[String], limits: Limits) -> std::io::Result<Finished> {
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(r#"ulimit -v "$0" && exec "$@""#)
        .arg((limits.memory << 10).to_string())
        .arg(program)
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut errors) = errors {
            let _ = errors.by_ref().take(MOST_TEXT).read_to_end(&mut text);
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
        }
        text
    });
    let status = wait(&mut child, limits.seconds);
    // Whatever it started and left running holds the pipe open.
    kill(&child);
    let text = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let end = match status? {
        None => End::Timeout,
        Some(status) => status.code().map_or_else(|| End::Signal(status.signal().unwrap_or(0)), End::Code),
    };
    Ok(Finished { end, text: String::from_utf8_lossy(&text).into_owned() })
}

/// Waits at most so long; `None` where that was not enough, and the program was stopped.
fn wait(child: &mut Child, seconds: f64) -> std::io::Result<Option<ExitStatus>> {
    let until = Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6));
    let mut nap = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= until {
            kill(child);
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(10));
    }
}

fn kill(child: &Child) {
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}
