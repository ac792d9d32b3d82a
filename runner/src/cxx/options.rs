//! What the user can choose.

use super::machine::Machine;
use crate::process::Limits;
use ptoconf_schemas::Tuple;
use std::path::PathBuf;
use std::time::Duration;

/// How a header tree is compiled and run.
#[derive(Clone, Debug)]
pub struct CxxOptions {
    /// The compiler, clang or gcc; none for the first one found.
    pub compiler: Option<String>,
    /// Language standard, such as `c++23`.
    pub standard: String,
    /// More arguments for the compiler, after those of the adapter.
    pub flags: Vec<String>,
    /// Macros to define, beside those of the [`Machine`].
    pub defines: Vec<String>,
    /// A folder that keeps what was compiled for later runs; none keeps nothing.
    pub cache: Option<PathBuf>,
    /// Longest time for one run of the compiler, in seconds.
    pub compile_seconds: f64,
    /// Longest time for one case, in seconds.
    pub case_seconds: f64,
    /// Memory that everything started at the same time may take together, in MiB.
    pub memory: u64,
    /// Which tuples are likely to be rejected.
    pub guess: Guess,
    /// What the headers are compiled for.
    pub machine: Machine,
}

/// What is expected of tuples before the compiler is asked: no verdict depends on it, only how often it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// Whether a tuple is likely to be rejected.
    pub rejected: fn(&Tuple) -> bool,
    /// Whether one of its tiles is likely to be no type at all.
    pub ill_typed: fn(&Tuple) -> bool,
}

impl CxxOptions {
    /// Memory that one worker needs, in MiB: fewer work at a time where there is less.
    const WORKER_MEMORY: u64 = 1024;

    /// How many may work at the same time, of so many that could.
    pub(super) fn workers(&self, threads: usize) -> usize {
        threads.min((self.memory / Self::WORKER_MEMORY) as usize).max(1)
    }

    /// Limits of one compiler, if so many run at the same time.
    pub(super) fn compiler_limits(&self, workers: usize) -> Limits {
        let memory = self.compiler_memory(workers) << 20;
        Limits { time: Duration::from_secs_f64(self.compile_seconds), memory: Some(memory), file: None }
    }

    /// Memory of one compiler, if so many run at the same time, in MiB.
    pub(super) fn compiler_memory(&self, workers: usize) -> u64 {
        (self.memory / workers as u64).max(64)
    }
}

impl Default for CxxOptions {
    fn default() -> Self {
        CxxOptions {
            compiler: None,
            standard: "c++23".to_owned(),
            flags: Vec::new(),
            defines: Vec::new(),
            cache: None,
            compile_seconds: 300.0,
            case_seconds: 5.0,
            memory: 2048,
            guess: Guess { rejected: |_| false, ill_typed: |_| false },
            machine: Machine::Cpu,
        }
    }
}
