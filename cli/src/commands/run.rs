//! `ptoconf run`: generate, run an implementation, judge.

mod pieces;

use crate::again::Again;
use crate::arguments::{Generation, Selection, Threads};
use crate::config::Watch;
use crate::coverage::FloorOption;
use crate::error::CliError;
use crate::generate::Making;
use crate::implementations::{self, Implementation, Trust};
use crate::judge::{How, Judging, Says, Select, judge, show, show_alone, to_run};
use crate::output::Target;
use crate::progress::Progress;
use crate::questions::Questions;
use crate::replaced::{self, Replaced};
use crate::stdout::say;
use clap::Args;
use ptoconf_checker::Pieces;
use ptoconf_coverage::Floors;
use ptoconf_reference::Profile;
use ptoconf_runner::{Adoption, Called, Reach, Run};
use ptoconf_schemas::{ExitCode, Part, Tier};
use ptoconf_vectors::{ResultsReader, SetReader, Share};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Generate a set, run an implementation on it, and judge the results
#[derive(Args, Clone)]
#[command(after_help = "Examples:
  ptoconf run --op all --impl builtin:a2a3
  ptoconf run --impl builtin:a5 --profile a2a3 --report json=report.json --report text
  ptoconf run --impl builtin:cpu --vectors ptoconf_vectors --out cpu_run
  ptoconf run --impl builtin:cpu --vectors ptoconf_vectors --part 2/4 --out cpu_2
  ptoconf run --impl 'exec:./worker' --profile a5
  ptoconf run --impl 'exec:./worker' --impl-name simulator --impl-version 2.3
  ptoconf run --impl 'exec:python3 batch.py {vectors} {out} {digest}'
  ptoconf run --impl npu:a2a3 --pto-isa ../pto-isa --op tcolexpandadd
  ptoconf run --impl ptoas:/opt/pto/bin/ptoas --ptoas-arch a5")]
pub struct Options {
    /// Implementation: builtin:a2a3, builtin:a5, builtin:cpu, exec:COMMAND for any program, cxx:INCLUDE_DIR for
    /// C++ headers, npu:a2a3 and npu:a5 for kernels on emulated instructions, or ptoas:PATH for the assembler
    #[arg(long = "impl", value_name = "IMPL")]
    implementation: String,

    /// Name of the implementation in results and reports [default: its own]
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    impl_name: Option<String>,

    /// Its version
    #[arg(long, value_name = "VERSION")]
    impl_version: Option<String>,

    /// Use this set instead of generating one; filters by name choose from it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["op", "profile", "tier", "seed", "shape", "valid", "cases"])]
    vectors: Option<PathBuf>,

    /// Run part i of n of the set and judge nothing: ptoconf merge makes the results of all parts into those of the whole; of the
    /// exhaustive tier ptoconf check judges all parts
    #[arg(long, value_name = "i/n", value_parser = crate::part::parse, requires = "out", conflicts_with_all = ["report", "record", "waivers", "baseline", "junit_times", "details", "quiet", "verbose"])]
    part: Option<Part>,

    /// Run what fails again so many times, and list what does not always come out the same: it fails all the same
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, conflicts_with_all = ["part", "resume"])]
    retries: u32,

    /// Run the smoke tier first, and end with what fails there: it is in every larger tier
    #[arg(long, conflicts_with_all = ["part", "resume", "case", "rerun_failures", "shape", "valid", "cases"])]
    fail_fast: bool,

    /// Keep the set and the results in this folder [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Replace what is in --out
    #[arg(long, requires = "out")]
    force: bool,

    #[command(flatten)]
    generation: Generation,

    #[command(flatten)]
    judging: Judging,

    #[command(flatten)]
    threads: Threads,

    // Last, because its headings hold for what follows.
    #[command(flatten)]
    // In a box: there are many, and other commands have none.
    adapters: Box<implementations::Options>,
}

impl Options {
    /// Runs the command.
    pub fn run(mut self) -> Result<ExitCode, CliError> {
        if self.generation.is_in_pieces() {
            return self.in_pieces();
        }
        if self.fail_fast && self.vectors.is_some() {
            return Err(CliError::usage(
                "--fail-fast makes a set of the smoke tier to run first, and --vectors brings one set to run alone",
            )
            .next("to end early, run a set that ptoconf gen --tier smoke made first"));
        }
        if self.fail_fast && matches!(self.generation.tier, Tier::Standard | Tier::Extensive) {
            let generation = Generation { tier: Tier::Smoke, ..self.generation.clone() };
            let first = Options { generation, ..self.clone() };
            match first.judged(Says::Red, None) {
                // Filters may leave nothing in it.
                Err(error) if error.is_nothing() && !crate::signals::came() => {}
                Ok(ExitCode::Conforms) => {}
                failed => return failed,
            }
            // What is in --out now is its own.
            self.force |= self.out.is_some();
        }
        self.judged(Says::Always, None)
    }

    /// Runs one tier, or one of its pieces.
    fn judged(self, says: Says, pieces: Option<&RefCell<Pieces>>) -> Result<ExitCode, CliError> {
        Target::check(&self.judging.report, self.judging.record.as_ref())?;
        if self.judging.answers.is_some() && self.vectors.is_none() {
            return Err(CliError::usage("--answers are those of a blind set, and a set that is made for this run has its own")
                .next("name the blind set with --vectors, or leave --answers out"));
        }
        let implementation = self.adapters.open(&self.implementation)?;
        self.check_part(&*implementation)?;
        if implementation.names_itself() && (self.impl_name.is_some() || self.impl_version.is_some()) {
            return Err(CliError::usage(
                "--impl-name, --impl-version: a batch program writes results.json itself, with its name and version",
            )
            .next("put \"name\" and \"version\" into `implementation` there"));
        }
        // Before the run, like all that decides about the results: a program may write to any file.
        let excuses = self.judging.known.read()?;
        if self.judging.record.is_some() {
            crate::record::check(self.vectors.is_none(), self.judged_selection(false), &excuses)?;
        }
        let temporary = tempfile::Builder::new().prefix("ptoconf-run-").tempdir();
        let temporary = temporary.map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
        let out = self.out.clone().unwrap_or_else(|| temporary.path().join("out"));
        let replaced = if self.force { Replaced::of(&out)? } else { Replaced::default() };
        let made = match &self.vectors {
            Some(_) => None,
            None => Some(Made::new(&self, &out, implementation.profile(), &replaced, pieces.is_none())?),
        };
        let vectors = self.vectors.clone().unwrap_or_else(|| out.join("vectors"));
        let set = crate::set::open(&vectors, self.judging.answers.as_deref())?;
        excuses.belong_to(set.suite())?;
        set.verify_questions(self.threads.number())?;
        // A set that was made for these filters has their cases and twins alone.
        let select: Box<Select> = match (self.part, &made) {
            (Some(part), _) => part_of(&set, part)?,
            (None, Some(_)) => Box::new(|_, _| true),
            (None, None) => Box::new(to_run(&set, &self.generation.selection)?),
        };
        let results = replaced::results(&out);
        let job = Job { implementation: &*implementation, results: &results, select: &select, temporary: temporary.path() };
        let set = self.collect(&job, made.as_ref(), set)?;
        replaced.remove_again()?;
        let results = ResultsReader::open(&results)?;
        if let Some(part) = self.part {
            // It did what it was asked, which was not to judge.
            return crate::part::show(&set, &results, part).map(|_| ExitCode::Conforms);
        }
        let drawn = |case: &str| self.drawn(&set, case);
        let rerun = |time: u32, cases: &[String]| {
            let set = crate::set::open(&vectors, self.judging.answers.as_deref())?;
            let (results, select) = (replaced::again(&out, time), to_run(&set, &Selection::of_cases(cases))?);
            let job = Job { results: &results, select: &select, ..job };
            self.collect(&job, made.as_ref(), set)?;
            Ok(ResultsReader::open(&results)?)
        };
        let again = (self.retries > 0).then_some(Again { times: self.retries, rerun: &rerun });
        let (regenerated, threads) = (made.is_some(), self.threads.number());
        let how = How { regenerated, ran: true, threads, drawn: &drawn, causes_alone: false, again, says, pieces };
        judge(&set, &results, &self.judging, self.judged_selection(pieces.is_some()), &excuses, &how)
    }

    /// What is judged. A record, or a piece, is of all that its set has: filters decide what is made, the twins of those cases with
    /// them.
    fn judged_selection(&self, is_piece: bool) -> &Selection {
        static ALL: LazyLock<Selection> = LazyLock::new(Selection::default);
        if is_piece || (self.judging.record.is_some() && self.vectors.is_none()) { &ALL } else { &self.generation.selection }
    }

    /// Whether a part can be run: of a whole set, and by what answers the cases that it is asked.
    fn check_part(&self, implementation: &dyn Implementation) -> Result<(), CliError> {
        if self.part.is_none() {
            return Ok(());
        }
        if !implementation.runs_parts() {
            return Err(CliError::usage("--part: a batch program is handed a whole set")
                .next("make it a worker, which is asked case by case, or let it write results of a part itself: docs/ci.md"));
        }
        if self.vectors.is_some() && !self.generation.selection.described().is_empty() {
            return Err(CliError::usage("--part is of a whole set, and --vectors has it: leave the filters out")
                .next("to run less, make a smaller set with ptoconf gen and the same filters"));
        }
        Ok(())
    }

    /// The command that draws a case. A set that goes with this run is made again for it, with that case alone.
    fn drawn(&self, set: &SetReader, case: &str) -> String {
        if self.vectors.is_some() || self.out.is_some() {
            let results = self.out.as_ref().map(|out| replaced::results(out));
            return show(set, self.judging.answers.as_deref(), results.as_deref(), case);
        }
        let suite = set.suite();
        show_alone(suite, self.generation.profile.as_deref().unwrap_or(&suite.profile.name), case)
    }

    /// Runs the implementation, and gives the set as it is to be judged by.
    fn collect(&self, job: &Job, made: Option<&Made>, set: SetReader) -> Result<SetReader, CliError> {
        match (job.implementation.trust(), made) {
            (Trust::Own, _) => {
                let set = set.verifying_once();
                self.execute(job, &set, &Reach::default())?;
                Ok(set)
            }
            (trust, Some(made)) => self.on_made(job, made, set, &trust),
            (trust, None) => self.on_given(job, set, &trust),
        }
    }

    /// Runs a program of somebody else on a set that was made for it, and gives the set with its answers. Nothing of
    /// these is kept while the program runs, but which tuples a filter leaves to run.
    fn on_made(&self, job: &Job, made: &Made, set: SetReader, trust: &Trust) -> Result<SetReader, CliError> {
        let questions = Questions::of_made(set, trust, job.temporary)?;
        let ran = self.execute(job, &questions.set, &questions.reach);
        if ran.is_ok() || self.out.is_some() {
            made.again(self)?;
        }
        ran?;
        let set = SetReader::open(&made.dir)?;
        made.expect(set.digest())?;
        Ok(set.verifying_once())
    }

    /// Runs a program of somebody else on a set of the user, and gives the set as it was before.
    fn on_given(&self, job: &Job, set: SetReader, trust: &Trust) -> Result<SetReader, CliError> {
        let questions = Questions::of_given(&set, self.judging.answers.as_deref(), trust, job.temporary)?;
        self.execute(job, &questions.set, &questions.reach)?;
        // The set remembers its list of files from before, so that no digest can be mended.
        let set = set.verifying_once();
        let changed = |e| CliError::input(format!("the set or its answers were changed while the implementation ran: {e}"));
        set.verify_unchanged(self.threads.number()).map_err(changed)?;
        Ok(set)
    }

    fn execute(&self, job: &Job, set: &SetReader, reach: &Reach) -> Result<(), CliError> {
        let progress = Progress::new("running");
        let show = |done, of| progress.show(done, of);
        let (threads, force) = (self.threads.number(), self.force);
        let called = Called { name: self.impl_name.as_deref(), version: self.impl_version.as_deref() };
        let (out, select) = (job.results, job.select);
        let run = Run { set, out, force, threads, select, part: self.part, called, reach, progress: Some(&show) };
        if job.implementation.trust() == Trust::Own {
            return Ok(job.implementation.run(&run).map(drop)?);
        }
        let (_adoption, configuration) = (Adoption::begin(), Watch::begin()?);
        job.implementation.run(&run)?;
        configuration.end()
    }
}

/// Selects the tuples of a part.
fn part_of(set: &SetReader, part: Part) -> Result<Box<Select>, CliError> {
    let share = Share::of(set, part)?;
    Ok(Box::new(move |line, _| share.has(line)))
}

/// What is run, on which cases, and where to.
#[derive(Clone, Copy)]
struct Job<'a> {
    implementation: &'a dyn Implementation,
    results: &'a Path,
    select: &'a Select,
    temporary: &'a Path,
}

/// A set that was made for this run.
struct Made {
    profile: Profile,
    dir: PathBuf,
    digest: String,
}

impl Made {
    fn new(options: &Options, out: &Path, own: Option<&str>, replaced: &Replaced, said: bool) -> Result<Made, CliError> {
        let profile = crate::profile::load(options.generation.profile.as_deref().or(own).unwrap_or("portable"))?;
        let (dir, floors) = (out.join("vectors"), FloorOption::default().load()?);
        let threads = options.threads.number();
        let (own, force) = (&options.generation, options.force);
        let making = Making { options: own, profile: &profile, dir: &dir, force, answers: None, floors: &floors, threads };
        let (suite, sealed) = making.sealed()?;
        replaced.remove()?;
        let digest = sealed.publish()?;
        if said {
            say(super::r#gen::summary(&suite));
        }
        Ok(Made { profile, dir, digest })
    }

    /// Makes the set once more, with its answers, in place of what the program had.
    fn again(&self, options: &Options) -> Result<(), CliError> {
        let (threads, floors) = (options.threads.number(), Floors::none());
        let (options, profile, dir) = (&options.generation, &self.profile, &self.dir);
        let (_, digest) = Making { options, profile, dir, force: true, answers: None, floors: &floors, threads }.generate()?;
        self.expect(&digest)
    }

    /// Makes sure that a set is this one.
    fn expect(&self, digest: &str) -> Result<(), CliError> {
        if digest == self.digest {
            return Ok(());
        }
        Err(CliError::input(format!("{}: the set came out otherwise when it was made again: {digest}", self.dir.display())))
    }
}
