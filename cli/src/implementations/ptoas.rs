//! `ptoas:PATH`: the assembler, which judges legality only.

use super::Implementation;
use crate::error::CliError;
use ptoconf_runner::ptoas::{Arch, Ptoas};
use ptoconf_runner::{Run, RunError, RunSummary};
use std::time::Duration;

/// How to run the assembler.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct Options {
    /// Architecture to verify for [default: that of the profile: a5 for a5, else a3]
    #[arg(long, value_name = "ARCH", value_enum)]
    ptoas_arch: Option<ArchName>,

    /// Tuples in one run of the assembler; it stops at its first error, and the rest runs again
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=4096))]
    ptoas_batch: u16,

    /// Longest time of one run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    ptoas_timeout: u32,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ArchName {
    A3,
    A5,
}

/// The assembler at this path.
pub fn open(path: &str, options: &Options) -> Result<Box<dyn Implementation>, CliError> {
    if path.is_empty() {
        return Err(CliError::usage("--impl ptoas: expected the path of the assembler, such as ptoas:/opt/pto/bin/ptoas"));
    }
    let arch = options.ptoas_arch.map(|a| match a {
        ArchName::A3 => Arch::A3,
        ArchName::A5 => Arch::A5,
    });
    let timeout = Duration::from_secs(options.ptoas_timeout.into());
    Ok(Box::new(Ptoas { path: path.into(), arch, batch: options.ptoas_batch.into(), timeout }))
}

impl Implementation for Ptoas {
    fn profile(&self) -> Option<&str> {
        Some(if self.arch == Some(Arch::A5) { "a5" } else { "a2a3" })
    }

    fn run(&self, job: &Run) -> Result<RunSummary, RunError> {
        Ptoas::run(self, job)
    }
}
