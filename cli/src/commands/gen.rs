//! `ptoconf gen`: write a vector set.

use crate::arguments::{Generation, Threads};
use crate::coverage::FloorOption;
use crate::error::CliError;
use crate::generate::Making;
use crate::output::line;
use clap::Args;
use ptoconf_checker::count;
use ptoconf_schemas::{Coverage, ExitCode, Suite};
use std::path::PathBuf;

/// Write a vector set: tuples, cases, inputs, and the answers
///
/// The same command writes the same bytes on every machine and with any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf gen --op tcolsum
  ptoconf gen --op all --profile a5 --tier smoke --out a5_smoke
  ptoconf gen --op all --profile a5 --seed 7041776 --blind --out blind --answers ../blind_answers
  ptoconf gen --op tcolsum --case tcolsum/plain-f4543d37f8/0 --out one_case
  ptoconf gen --op tcolsum --tier stream --form plain --dtype f32 --class uniform --shape 16x64 --cases 20000 --profile a2a3")]
pub struct Options {
    #[command(flatten)]
    generation: Generation,

    /// Folder to write
    #[arg(long, value_name = "DIR", default_value = "ptoconf_vectors")]
    out: PathBuf,

    /// Write a blind set: names, order and data do not show what is expected, and the answers lie apart
    #[arg(long)]
    blind: bool,

    /// Folder for the answers of a blind set [default: the name of --out with _answers]
    #[arg(long, value_name = "DIR", requires = "blind")]
    answers: Option<PathBuf>,

    /// Replace the set that is there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    floors: FloorOption,

    #[command(flatten)]
    threads: Threads,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if self.generation.is_in_pieces() && self.generation.blocks.is_none() {
            return Err(CliError::usage("--tier exhaustive: a type of two bytes has 2^32 pairs, which are no set for a disk")
                .next("name some blocks of 2^20 pairs, such as --blocks 0-7, or let ptoconf run go through all of them"));
        }
        let profile = crate::profile::load(self.generation.profile.as_deref().unwrap_or("portable"))?;
        let floors = self.floors.load()?;
        let threads = self.threads.number();
        let beside = || PathBuf::from(format!("{}_answers", self.out.display().to_string().trim_end_matches('/')));
        let answers = self.blind.then(|| self.answers.clone().unwrap_or_else(beside));
        let (options, dir, blind) = (&self.generation, &self.out, answers.as_deref());
        let making = Making { options, profile: &profile, dir, force: self.force, answers: blind, floors: &floors, threads };
        let (suite, digest) = making.generate()?;
        line(format_args!("{}: {}", self.out.display(), summary(&suite)))?;
        if let Some(answers) = answers {
            line(format_args!("{}: its answers", answers.display()))?;
        }
        line(format_args!("digest {digest}"))?;
        Ok(ExitCode::Conforms)
    }
}

/// A set in a few words.
pub fn summary(suite: &Suite) -> String {
    let tuples: u64 = suite.operations.iter().map(|o| o.tuples).sum();
    let forms = suite.operations.iter().flat_map(|o| &o.forms);
    let of = |part: fn(&Coverage) -> [u64; 2]| forms.clone().map(|f| part(&f.coverage)).fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    let share = |what: &str, [covered, all]: [u64; 2]| match all {
        0 => String::new(),
        _ => format!(", {what} coverage {:.1} %", 100.0 * covered as f64 / all as f64),
    };
    let pairs = share("2-way", of(|c| [c.pairs_covered, c.pairs]));
    let triples = share("3-way", of(|c| [c.main_triples_covered, c.main_triples]));
    let branches = share("rule branch", of(|c| [c.branches_covered, c.branches]));
    let counts = [(suite.operations.len() as u64, "operation"), (tuples, "tuple"), (suite.cases(), "case")];
    let counts = counts.map(|(number, what)| count(number, what)).join(", ");
    format!("{counts}, profile {}, tier {}, seed {}{pairs}{triples}{branches}", suite.profile.name, suite.tier, suite.seed)
}
