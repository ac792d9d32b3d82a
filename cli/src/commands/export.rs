//! `ptoconf export`: a set as loose files for other tools.

use crate::arguments::Selection;
use crate::error::CliError;
use crate::export::Export;
use crate::output::line;
use crate::progress::Progress;
use clap::{Args, ValueEnum};
use ptoconf_runner::ptoas::Arch;
use ptoconf_schemas::{ExitCode, ExportFormat};
use ptoconf_vectors::{ExportWriter, SetReader};
use std::path::PathBuf;

/// Write a set as PTO assembly text, or as loose arrays
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf export --format pto --arch a5 --out assembly
  ptoconf export --format hex --case tcolsum/plain-f4543d37f8/0
  ptoconf export --format npy --vectors a5_smoke --dtype f32 --out arrays

index.jsonl has a line for each case with its files and what is expected of it. Elements of an array
stand row by row, whatever the layout of the tile.")]
pub struct Options {
    /// What to write
    #[arg(long, value_enum)]
    format: Format,

    /// Folder with the set
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    vectors: PathBuf,

    /// Folder to write
    #[arg(long, value_name = "DIR", default_value = "ptoconf_export")]
    out: PathBuf,

    /// Replace the export that is there
    #[arg(long)]
    force: bool,

    /// Architecture of assembly text [default: that of the profile: a5 for a5, else a3]
    #[arg(long, value_name = "ARCH", value_enum)]
    arch: Option<ArchName>,

    #[command(flatten)]
    selection: Selection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// PTO assembly text, a file for each tuple
    Pto,
    /// Arrays with a numpy header
    Npy,
    /// Arrays as bytes, little-endian
    Bin,
    /// Arrays as text for $readmemh, an element a line
    Hex,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ArchName {
    A3,
    A5,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if self.arch.is_some() && self.format != Format::Pto {
            return Err(CliError::usage("--arch is about assembly text").next("leave it out, or use --format pto"));
        }
        let set = SetReader::open(&self.vectors)?;
        // Before anything is written: other tools cannot tell a damaged set from a whole one.
        set.verify_all(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))?;
        let progress = Progress::new("exporting");
        let show = |done, of| progress.show(done, of);
        let arch = match self.arch {
            Some(ArchName::A3) => Arch::A3,
            Some(ArchName::A5) => Arch::A5,
            None => Arch::of_profile(&set.suite().profile.base),
        };
        let format = match self.format {
            Format::Pto => ExportFormat::Pto,
            Format::Npy => ExportFormat::Npy,
            Format::Bin => ExportFormat::Bin,
            Format::Hex => ExportFormat::Hex,
        };
        let filter = Box::new(crate::judge::filter(&set, &self.selection)?);
        let writer = ExportWriter::create(&self.out, self.force)?;
        let cases = Export { set: &set, filter, format, arch, progress: &show }.write(writer)?;
        drop(progress);
        line(format_args!("{}: {cases} cases as {}; index.jsonl names their files", self.out.display(), format.extension()))?;
        Ok(ExitCode::Conforms)
    }
}
