//! SIGHUP, SIGINT and SIGTERM: nothing is left behind, and the exit code says which it was.

use ptoconf_runner::end_programs;
use ptoconf_vectors::{end_writing, remove_all};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Added to the number of a signal for the exit code, as shells do.
const BASE: i32 = 128;
/// Time for a command to end in order.
const GRACE: Duration = Duration::from_secs(20);

/// The signal that came; 0 before.
static CAME: AtomicI32 = AtomicI32::new(0);
/// Set by the first signal, where a command ends in order by itself.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Waits for signals from now on; `scratch` is removed by them.
///
/// # Errors
/// The operating system refuses.
pub fn watch(scratch: Option<&Path>) -> std::io::Result<()> {
    // Who comes to the limit of a file's size is told so by the write, and can tidy up.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    // Whoever has started it by `nohup` wants it to outlive its terminal.
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    for signal in hang_up.into_iter().chain([SIGINT, SIGTERM]) {
        let (mut told, tell) = UnixStream::pair()?;
        signal_hook::low_level::pipe::register(signal, tell)?;
        let scratch = scratch.map(Path::to_owned);
        std::thread::spawn(move || {
            if told.read_exact(&mut [0]).is_ok() {
                end(signal, &mut told, scratch.as_deref());
            }
        });
    }
    Ok(())
}

/// Whether a signal was to be ignored from the start, or nobody can tell.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The first signal only sets `stop`: the command ends in order then. A second one ends it at once.
pub fn stop_in_order(stop: &Arc<AtomicBool>) {
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(stop));
}

fn end(signal: i32, told: &mut UnixStream, scratch: Option<&Path>) {
    let first = CAME.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(stop) = stop.filter(|_| first) {
        stop.store(true, Ordering::SeqCst);
        let _ = told.set_read_timeout(Some(GRACE));
        // Another signal, or enough of waiting; where the command ends first, all of this ends with it.
        let _ = told.read(&mut [0]);
    }
    end_programs();
    let _ended = end_writing();
    if let Some(scratch) = scratch {
        remove_all(scratch);
    }
    std::process::exit(BASE + signal);
}

/// Whether a signal came.
pub fn came() -> bool {
    CAME.load(Ordering::SeqCst) != 0
}

/// The exit code of a signal that came before the command ended. A command that does not end in order has no say
/// after a signal: what it was doing was taken from it, and whoever did that ends the program.
pub fn exit_code() -> Option<u8> {
    let signal = CAME.load(Ordering::SeqCst);
    if signal == 0 {
        return None;
    }
    while STOP.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
        std::thread::park();
    }
    u8::try_from(BASE + signal).ok()
}
