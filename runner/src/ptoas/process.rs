//! One run of the assembler, with an end to its time and to what it may write.

use super::said::{End, Said, understand};
use crate::reach::Reach;
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs::File;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// More bytes of messages than this stop the assembler.
const FLOOD: u64 = 16 << 20;
/// Bytes of messages that are read.
const READ: u64 = 64 << 10;
/// How often a running process is looked at.
const TICK: Duration = Duration::from_millis(1);

/// The program, and how long it may take.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub path: PathBuf,
    pub timeout: Duration,
    pub reach: Reach,
}

impl Program {
    /// The first line that the program prints with `--version`; empty where it prints none.
    ///
    /// # Errors
    /// The program cannot be started, in words.
    pub fn version(&self, folder: &Path) -> Result<String, String> {
        let (_, words) = self.run(&["--version"], folder, "version")?;
        let line = words.lines().map(str::trim).find(|l| l.chars().any(|c| c.is_ascii_digit())).unwrap_or_default();
        Ok(line.chars().filter(|c| !c.is_control()).take(100).collect())
    }

    /// Assembles a text. `name` keeps the files of workers apart.
    pub fn assemble(&self, text: &str, placed: bool, folder: &Path, name: &str) -> Result<Said, String> {
        let input = folder.join(format!("{name}.pto"));
        std::fs::write(&input, text).map_err(|e| format!("{}: cannot write: {e}", input.display()))?;
        let input = input.to_string_lossy();
        let arguments: &[&str] = if placed { &[&input, "-o", "/dev/null", "--pto-level=level3"] } else { &[&input, "-o", "/dev/null"] };
        let (end, words) = self.run(arguments, folder, name)?;
        Ok(understand(&end, &words))
    }

    /// Runs the program in a process group of its own; gives its end and what it wrote, both streams.
    fn run(&self, arguments: &[&str], folder: &Path, name: &str) -> Result<(End, String), String> {
        let path = folder.join(format!("{name}.err"));
        let open = || File::create(&path).and_then(|file| Ok((file.try_clone()?, file)));
        let (out, err) = open().map_err(|e| format!("{}: cannot write: {e}", path.display()))?;
        let mut command = Command::new(&self.path);
        command.args(arguments).stdin(Stdio::null()).stdout(out).stderr(err).process_group(0);
        let mut child = self.reach.spawn(&mut command).map_err(|e| format!("{}: cannot start the assembler: {e}", self.path.display()))?;
        let end = self.wait(&mut child, &path).map_err(|e| format!("{}: {e}", self.path.display()))?;
        Ok((end, words(&path)))
    }

    fn wait(&self, child: &mut Child, words: &Path) -> std::io::Result<End> {
        let start = Instant::now();
        let end = loop {
            if let Some(status) = child.try_wait()? {
                break ended(status);
            }
            if start.elapsed() > self.timeout {
                break End::Timeout(self.timeout.as_secs_f64());
            }
            if std::fs::metadata(words).is_ok_and(|m| m.len() > FLOOD) {
                break End::Flood(FLOOD);
            }
            std::thread::sleep(TICK);
        };
        if matches!(end, End::Timeout(_) | End::Flood(_)) {
            // The whole group: a script may have started others.
            if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            child.wait()?;
        }
        Ok(end)
    }
}

fn ended(status: ExitStatus) -> End {
    status.code().map(End::Exit).unwrap_or_else(|| End::Signal(status.signal().unwrap_or(0)))
}

fn words(path: &Path) -> String {
    let mut bytes = vec![];
    if let Ok(file) = File::open(path) {
        let _ = file.take(READ).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
