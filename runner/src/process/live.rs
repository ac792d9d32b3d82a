//! The programs that run, and what they left behind: so that nothing outlives a run.
//!
//! A program that makes itself a session of its own is in no group that could be killed. So ptoconf adopts what its
//! descendants leave, as the init process would, and ends it.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};
use std::collections::BTreeSet;
use std::process::Child;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often those that ended by themselves are collected.
const COLLECT: Duration = Duration::from_secs(1);
/// How often to look for more: each that ends may leave others.
const ROUNDS: usize = 200;

static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<i32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program and remembers its group.
pub(super) fn started(start: impl FnOnce() -> std::io::Result<Child>) -> std::io::Result<Child> {
    let mut live = live();
    let child = start()?;
    live.insert(Pid::from_child(&child).as_raw_nonzero().get());
    Ok(child)
}

/// Forgets a program that was killed, before its number is free for others.
pub(super) fn killed(child: &Child) {
    live().remove(&Pid::from_child(child).as_raw_nonzero().get());
}

/// Kills all programs and what they left. None is started afterwards: this is for the end of ptoconf itself.
pub fn end_programs() {
    let live = live();
    for group in live.iter().filter_map(|&group| Pid::from_raw(group)) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    end_strays();
    std::mem::forget(live);
}

/// While it is there, ptoconf adopts what its descendants leave; what is left of that in the end is killed.
pub struct Adoption {
    end: Option<Sender<()>>,
    collector: Option<JoinHandle<()>>,
}

impl Adoption {
    /// Begins to adopt. Where the system cannot do that, only groups are killed.
    pub fn begin() -> Adoption {
        let adopts = adopt(true);
        let (end, ended) = channel::<()>();
        let collector = adopts.then(|| {
            std::thread::spawn(move || {
                let mut seen = BTreeSet::new();
                while ended.recv_timeout(COLLECT) == Err(RecvTimeoutError::Timeout) {
                    seen = collect(&seen);
                }
            })
        });
        Adoption { end: Some(end), collector }
    }
}

impl Drop for Adoption {
    fn drop(&mut self) {
        self.end = None;
        let Some(collector) = self.collector.take() else { return };
        // It never fails; and if it did, nothing else would be to do.
        let _ = collector.join();
        end_strays();
        adopt(false);
    }
}

#[cfg(target_os = "linux")]
fn adopt(yes: bool) -> bool {
    rustix::process::set_child_subreaper(yes.then(rustix::process::getpid)).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn adopt(_: bool) -> bool {
    false
}

/// Collects adopted processes that have ended. One that was not seen before may be about to be waited for by who
/// started it.
fn collect(seen: &BTreeSet<i32>) -> BTreeSet<i32> {
    let live = live();
    let ended: BTreeSet<i32> = children().into_iter().filter(|(id, ended)| *ended && !live.contains(id)).map(|(id, _)| id).collect();
    for id in ended.intersection(seen) {
        let _ = waitpid(Pid::from_raw(*id), WaitOptions::NOHANG);
    }
    ended
}

/// Kills all children, and what these leave.
fn end_strays() {
    for _ in 0..ROUNDS {
        let strays = children();
        if strays.is_empty() {
            return;
        }
        for id in strays.iter().filter_map(|(id, _)| Pid::from_raw(*id)) {
            let _ = kill_process(id, Signal::KILL);
            let _ = waitpid(Some(id), WaitOptions::empty());
        }
    }
}

/// The children of this process, and whether they have ended.
fn children() -> Vec<(i32, bool)> {
    let own = std::process::id().to_string();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let child = |entry: std::fs::DirEntry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name before may hold anything, brackets too.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        let (state, parent) = (fields.next()?, fields.next()?);
        (parent == own).then_some((id, state == "Z"))
    };
    entries.filter_map(child).collect()
}
