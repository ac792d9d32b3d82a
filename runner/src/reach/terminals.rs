//! The terminals of a machine: who writes to that of the caller steers it, and who reads there takes what the caller types.

use std::fs::{self, File};
use std::io::{IsTerminal, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

const DEVICES: &str = "/dev";
/// The terminal of whoever opens it, by another name.
const OWN: &str = "/dev/tty";
/// Terminals that are no hardware, and the system's own.
const FOLDER: &str = "pts";
const CONSOLE: &str = "console";

/// All terminals, by their real paths, where ptoconf has one itself; else none, as there is none to guard.
pub(super) fn terminals() -> Vec<PathBuf> {
    let own = own();
    if own.is_empty() && File::open(OWN).is_err() {
        return Vec::new();
    }
    let devices = fs::read_dir(DEVICES).into_iter().flatten().flatten();
    let others = devices.filter(|entry| entry.file_name().to_str().is_some_and(is_terminal)).map(|entry| entry.path());
    let mut all: Vec<PathBuf> = others.chain(own).filter_map(|path| fs::canonicalize(path).ok()).collect();
    // A folder comes before what lies in it.
    all.sort_unstable();
    all.dedup_by(|path, before| path.starts_with(before));
    all
}

/// Those that standard input, output and error are.
fn own() -> Vec<PathBuf> {
    let open = [stdin().is_terminal(), stdout().is_terminal(), stderr().is_terminal()];
    let path = |number: usize| fs::read_link(format!("/proc/self/fd/{number}")).ok();
    (0..open.len()).filter(|&number| open[number]).filter_map(path).filter(|path| path.starts_with(Path::new(DEVICES))).collect()
}

/// Whether a device is a terminal by its name. Lines to hardware, such as `ttyUSB0`, may be what is to be tried.
fn is_terminal(name: &str) -> bool {
    let screen = |number: &str| number.bytes().all(|digit| digit.is_ascii_digit());
    name == FOLDER || name == CONSOLE || name.strip_prefix("tty").is_some_and(screen)
}

#[cfg(test)]
mod tests {
    use super::is_terminal;

    #[test]
    fn screens_are_terminals_and_lines_to_hardware_are_not() {
        assert!(["tty", "tty0", "tty63", "pts", "console"].into_iter().all(is_terminal));
        assert!(!["ttyS0", "ttyUSB0", "ttyACM1", "null", "ptmx", "shm"].into_iter().any(is_terminal));
    }
}
