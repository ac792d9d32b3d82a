//! Results and a set that are there: what `check` and `triage` take.

use crate::arguments::{Selection, Threads};
use crate::blocks::{check_judging, judge_parts};
use crate::error::CliError;
use crate::judge::{How, Judging, Says, judge, show};
use crate::output::Target;
use crate::regenerate::regenerate;
use clap::Args;
use ptoconf_schemas::ExitCode;
use ptoconf_vectors::{ResultsReader, part_file};
use std::path::PathBuf;

/// Results, the set that they answer, and how to judge them.
#[derive(Args)]
pub struct Given {
    /// Folder with the results; the folders of all parts of the exhaustive tier, in any order
    #[arg(long = "impl", value_name = "DIR", required = true, num_args = 1..)]
    implementation: Vec<PathBuf>,

    /// Folder with the set
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    vectors: PathBuf,

    #[command(flatten)]
    judging: Judging,

    /// Only these operations
    #[arg(long, value_name = "OP,…", value_delimiter = ',')]
    op: Vec<String>,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    threads: Threads,
}

impl Given {
    /// Judges the results; after the set was made again, where asked for.
    ///
    /// # Errors
    /// Usage, or a set or results that cannot be used.
    pub fn judge(&self, regenerated: bool, causes_alone: bool) -> Result<ExitCode, CliError> {
        let threads = self.threads.number();
        let implementation = match self.implementation.as_slice() {
            [one] if !part_file(one).is_file() => one,
            parts => {
                let filters = !self.op.is_empty() || !self.selection.described().is_empty();
                check_judging(&self.judging, &[("--regenerate", regenerated), ("a filter", filters)])?;
                if let Some(other) = parts.iter().find(|dir| !part_file(dir).exists()) {
                    let what = format!("--impl {}: there is no part.json, which a part of the exhaustive tier leaves", other.display());
                    return Err(CliError::input(what).next("name one folder of results, or the folders of all parts"));
                }
                return judge_parts(parts, &self.judging, threads);
            }
        };
        Target::check(&self.judging.report, self.judging.record.as_ref())?;
        let excuses = self.judging.known.read()?;
        let selection = Selection { op: self.op.clone(), ..self.selection.clone() };
        if self.judging.record.is_some() {
            crate::record::check(regenerated, &selection, &excuses)?;
        }
        let set = crate::set::open(&self.vectors, self.judging.answers.as_deref())?.verifying_once();
        let results = ResultsReader::open(implementation)?;
        if regenerated {
            set.verify_all(threads)?;
            regenerate(&set, threads)?;
        }
        let drawn = |case: &str| show(&set, self.judging.answers.as_deref(), Some(implementation), case);
        let how = How { regenerated, ran: false, threads, drawn: &drawn, causes_alone, again: None, says: Says::Always, pieces: None };
        judge(&set, &results, &self.judging, &selection, &excuses, &how)
    }
}
