//! `cxx:INCLUDE_DIR`: a tree of C++ headers.

use super::Implementation;
use crate::error::CliError;
use ptoconf_models::builtin;
use ptoconf_runner::{Cxx, CxxOptions, Guess, Machine, Run, RunError, RunSummary};
use ptoconf_schemas::Tuple;
use std::path::{Path, PathBuf};

/// How the headers are compiled and run.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct Options {
    /// Compiler, clang or gcc [default: the first of clang++, clang++-21 to -17, g++]
    #[arg(long, value_name = "PROGRAM")]
    cxx_compiler: Option<String>,

    /// Language standard
    #[arg(long, value_name = "STD", default_value = "c++23")]
    cxx_std: String,

    /// Another argument for the compiler, such as -O1; repeatable
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    cxx_flag: Vec<String>,

    /// Macro to define, beside that of the simulator or of the NPU; repeatable
    #[arg(long, value_name = "NAME[=VALUE]")]
    cxx_define: Vec<String>,

    /// Keep what was compiled in this folder, for later runs
    #[arg(long, value_name = "DIR")]
    cxx_cache: Option<PathBuf>,

    /// Longest time for one run of the compiler
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0)]
    cxx_compile_timeout: f64,

    /// Longest time for one case
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    cxx_case_timeout: f64,

    /// Memory for compilers and cases together
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    cxx_memory: u64,
}

/// The header tree in this folder.
pub fn open(include: &str, options: &Options) -> Result<Box<dyn Implementation>, CliError> {
    let headers =
        Cxx::new(Path::new(include), options.read(Machine::Cpu)?).map_err(|e| CliError::usage(format!("--impl cxx:{include}: {e}")))?;
    Ok(Box::new(headers))
}

impl Options {
    /// Headers that are compiled for this machine.
    pub fn read(&self, machine: Machine) -> Result<CxxOptions, CliError> {
        for (name, seconds) in [("--cxx-compile-timeout", self.cxx_compile_timeout), ("--cxx-case-timeout", self.cxx_case_timeout)] {
            if !(seconds > 0.0 && seconds <= 86400.0) {
                return Err(CliError::usage(format!("{name} {seconds}: expected more than 0 and at most 86400 seconds")));
            }
        }
        Ok(CxxOptions {
            compiler: self.cxx_compiler.clone(),
            standard: self.cxx_std.clone(),
            flags: self.cxx_flag.clone(),
            defines: self.cxx_define.clone(),
            cache: self.cxx_cache.clone(),
            compile_seconds: self.cxx_compile_timeout,
            case_seconds: self.cxx_case_timeout,
            memory: self.cxx_memory,
            guess: if machine == Machine::A5 { GUESS_A5 } else { GUESS },
            machine,
        })
    }
}

/// The model whose opinion is asked before the compiler's, and that for A5.
const GUESS: Guess = Guess { rejected: |tuple| rejects("a2a3", tuple), ill_typed: |tuple| lacks_type("a2a3", tuple) };
const GUESS_A5: Guess = Guess { rejected: |tuple| rejects("a5", tuple), ill_typed: |tuple| lacks_type("a5", tuple) };

fn rejects(model: &str, tuple: &Tuple) -> bool {
    builtin(model).is_some_and(|model| model.accepts(tuple).is_err())
}

fn lacks_type(model: &str, tuple: &Tuple) -> bool {
    builtin(model).is_some_and(|model| model.lacks_type(tuple))
}

impl Implementation for Cxx {
    fn profile(&self) -> Option<&str> {
        Some(Cxx::profile(self))
    }

    fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        Cxx::run(self, job)
    }
}
