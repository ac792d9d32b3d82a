//! `npu:NAME`: the kernels that a library has for an NPU, on emulated instructions.

use super::{Implementation, cxx};
use crate::arguments::unknown;
use crate::error::CliError;
use ptoconf_runner::{Cxx, Machine};
use std::path::PathBuf;

/// Where the kernels are.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct Options {
    /// Library of the kernels: the folder with include/pto/pto-inst.hpp
    #[arg(long, value_name = "PATH")]
    pto_isa: Option<PathBuf>,
}

/// The kernels for the NPU of this name, compiled as C++ headers are.
pub fn open(name: &str, options: &Options, compile: &cxx::Options) -> Result<Box<dyn Implementation>, CliError> {
    let machine = Machine::npu(name).ok_or_else(|| unknown("NPU", name, Machine::NPUS.iter().map(|(known, _)| *known)))?;
    let tree = options.pto_isa.as_ref().ok_or_else(|| {
        CliError::usage(format!("--impl npu:{name}: needs the kernels")).next("--pto-isa PATH names the library that has them")
    })?;
    let kernels = Cxx::new(tree, compile.read(machine)?).map_err(|e| CliError::usage(format!("--impl npu:{name}: {e}")))?;
    Ok(Box::new(kernels))
}
