//! A running program: its pipes, without ever blocking, and its end, with everything it started.

mod limits;
mod live;
mod run;
mod tail;

pub use limits::Limits;
pub use live::{Adoption, end_programs};
pub(crate) use run::{End, Finished, run};
pub(crate) use tail::Tail;

use crate::reach::Reach;
use crate::run::RunError;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a wait looks whether the program has ended or the run is to stop.
const TICK: Duration = Duration::from_millis(50);
/// Time to end for a program that has nothing more to say.
const GRACE: Duration = Duration::from_secs(1);
/// Most bytes that are read from a pipe at once.
const PIECE: usize = 64 << 10;

/// A program in a process group of its own. Dropping it kills the group.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The end of its standard error.
    pub last_words: Tail,
    piece: Vec<u8>,
    ended: bool,
    reaped: bool,
}

impl Process {
    /// Starts a program under its limits.
    pub fn start(words: &[String], limits: &Limits, reach: &Reach) -> Result<Process, RunError> {
        let failed = |what: &str, e: std::io::Error| {
            let reason = e.to_string();
            RunError::Implementation(format!("{what} `{}`: {reason}{}", words[0], reach.hint(&reason)))
        };
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = live::started(|| reach.spawn(&mut command)).map_err(|e| failed("cannot start", e))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process =
            Process { child, stdin, stdout, stderr, last_words: Tail::default(), piece: vec![0; PIECE], ended: false, reaped: false };
        limits.apply(&process.child).map_err(|e| failed("cannot limit", e))?;
        process.never_block().map_err(|e| failed("cannot talk to", e.into()))?;
        Ok(process)
    }

    fn never_block(&self) -> Result<(), Errno> {
        self.stdin.iter().try_for_each(|p| ioctl_fionbio(p, true))?;
        self.stdout.iter().try_for_each(|p| ioctl_fionbio(p, true))?;
        self.stderr.iter().try_for_each(|p| ioctl_fionbio(p, true))
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the pipes, at most a moment: sends what it takes, and hands on what it says.
    /// False once no more can come.
    pub fn turn(&mut self, send: &mut &[u8], until: Instant, mut heard: impl FnMut(&[u8])) -> Result<bool, RunError> {
        let wait = until.saturating_duration_since(Instant::now()).min(TICK);
        let ready = self.wait(!send.is_empty(), wait)?;
        if !send.is_empty() {
            self.send(send);
        }
        self.hear_errors();
        let open = read(&mut self.stdout, &mut self.piece, &mut heard);
        Ok(open && (ready || !self.has_ended()))
    }

    /// Whether a pipe is ready.
    fn wait(&self, sending: bool, time: Duration) -> Result<bool, RunError> {
        let mut pipes = Vec::with_capacity(3);
        pipes.extend(self.stdout.iter().map(|p| PollFd::new(p, PollFlags::IN)));
        pipes.extend(self.stderr.iter().map(|p| PollFd::new(p, PollFlags::IN)));
        pipes.extend(self.stdin.iter().filter(|_| sending).map(|p| PollFd::new(p, PollFlags::OUT)));
        // Without pipes it is about to end.
        let time = if pipes.is_empty() { time.min(Duration::from_millis(1)) } else { time };
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        match poll(&mut pipes, Some(&time)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(true),
            Err(e) => Err(RunError::Implementation(format!("cannot wait for the program: {e}"))),
        }
    }

    /// A program that no longer listens is found out by its silence.
    fn send(&mut self, bytes: &mut &[u8]) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(bytes) {
            Ok(n) => *bytes = &bytes[n..],
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => {
                self.stdin = None;
                *bytes = &[];
            }
        }
    }

    /// Takes in what standard error has.
    pub fn hear_errors(&mut self) {
        let last_words = &mut self.last_words;
        read(&mut self.stderr, &mut self.piece, &mut |bytes| last_words.push(bytes));
    }

    /// Whether it has ended. Leaves it unreaped, so that the number of its group stays taken.
    pub fn has_ended(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.ended = self.ended || matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)));
        self.ended
    }

    /// Gives it a second to end by itself, then kills its group. Its status, if it ended by itself,
    /// and its last words.
    pub fn end(mut self) -> (Option<ExitStatus>, Tail) {
        self.close_input();
        let until = Instant::now() + GRACE;
        while !self.has_ended() && Instant::now() < until {
            self.hear_errors();
            std::thread::sleep(Duration::from_millis(1));
        }
        let by_itself = self.has_ended();
        let status = self.kill().filter(|_| by_itself);
        (status, std::mem::take(&mut self.last_words))
    }

    /// Kills its group and takes in its last words.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        live::killed(&self.child);
        let status = self.child.wait().ok();
        self.reaped = true;
        self.hear_errors();
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Once it is reaped, the number of its group may belong to another.
        if !self.reaped {
            self.kill();
        }
    }
}

/// Reads what there is, up to a bound; closes the pipe at its end. Whether it is still open.
fn read<P: Read>(pipe: &mut Option<P>, piece: &mut [u8], heard: &mut impl FnMut(&[u8])) -> bool {
    // A program that floods is not read to its end: a few pieces, and then the caller has a look.
    for _ in 0..16 {
        let Some(open) = pipe else { return false };
        match open.read(piece) {
            Ok(0) => *pipe = None,
            Ok(n) => heard(&piece[..n]),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) if e.kind() == ErrorKind::WouldBlock => return true,
            Err(_) => *pipe = None,
        }
    }
    true
}
