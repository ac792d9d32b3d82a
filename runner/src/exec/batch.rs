//! A batch program: it gets the set and a folder, and writes the results itself.
//!
//! Its results are taken as they are, so that the checker judges what it wrote. If it failed, the cases
//! that it did not come to are `crashed` or `timeout`.

use super::{Program, worker};
use crate::process::{Process, Tail};
use crate::run::{Run, RunError, RunSummary};
use ptoconf_schemas::{Outcome, ResultLine};
use ptoconf_vectors::{ResultsFolder, ResultsReader};
use std::collections::BTreeSet;
use std::time::Instant;

/// How a batch program failed.
struct Failure {
    outcome: Outcome,
    message: String,
}

/// Runs the program on the set and takes over its results.
pub(super) fn run(program: &Program, job: &Run) -> Result<RunSummary, RunError> {
    if program.resume {
        let text = "a batch program runs as a whole, so there is nothing to resume; run it without --resume";
        return Err(RunError::Implementation(text.to_owned()));
    }
    let folder = ResultsFolder::create(job.out, job.force)?;
    folder.path().parent().map_or(Ok(()), |around| job.reach.open_up(around)).map_err(|e| RunError::Implementation(e.to_string()))?;
    let (failure, words) = execute(program, job, &folder)?;
    if let Some(failure) = &failure {
        complete(program, job, &folder, failure)?;
    } else if let Err(error) = folder.open() {
        return Err(RunError::Unusable(format!("the program ended without an error, but left no results in {{out}}: {error}{words}")));
    }
    for (name, detail) in job.reach.detail().into_iter().chain(job.profile()) {
        folder.note(&name, &detail)?;
    }
    let summary = count(&folder.open()?)?;
    folder.publish()?;
    Ok(summary)
}

/// Runs the program to its end; how it failed, if it did, and its last words.
fn execute(program: &Program, job: &Run, folder: &ResultsFolder) -> Result<(Option<Failure>, String), RunError> {
    let temporary = job.reach.tempdir("ptoconf-set-").map_err(|e| RunError::Unusable(format!("cannot make a temporary folder: {e}")))?;
    let set = if job.set.has_answers() { &job.set.questions_in(&temporary.path().join("set"))? } else { job.set };
    let words = program.command.filled(set.dir(), folder.path(), job.set.digest());
    // Where the set has answers, it is a folder for temporary files.
    job.reach.open_up(set.dir()).map_err(|e| RunError::Implementation(e.to_string()))?;
    let mut process = Process::start(&words, &program.limits, job.reach)?;
    process.close_input();
    let until = Instant::now() + program.limits.time;
    let mut said = Tail::default();
    // It may close its output long before it ends.
    while process.turn(&mut &[][..], until, |bytes| said.push(bytes))? || !process.has_ended() {
        program.check_stop()?;
        if Instant::now() >= until {
            process.kill();
            let reason = format!("the program did not end within {} s", program.limits.time.as_secs_f64());
            let message = worker::with_words(reason, &process.last_words, &said, job.reach);
            return Ok((Some(Failure { outcome: Outcome::Timeout, message }), String::new()));
        }
    }
    let (status, last_words) = process.end();
    let words = worker::with_words(String::new(), &last_words, &said, job.reach);
    let failed = status.filter(|s| !s.success());
    Ok((failed.map(|s| Failure { outcome: Outcome::Crashed, message: format!("the program ended with {s}{words}") }), words))
}

/// Makes whole results of what a failed program left: a line for each case that has none.
fn complete(program: &Program, job: &Run, folder: &ResultsFolder, failure: &Failure) -> Result<(), RunError> {
    folder.repair(&program.header(job))?;
    let mut asked = Vec::new();
    for operation in &job.set.suite().operations {
        for line in job.set.operation(&operation.name)?.tuples.iter() {
            let ids = (0..line.cases).filter(|&slot| (job.select)(line, slot)).map(|slot| format!("{}/{slot}", line.id()));
            asked.extend(ids);
        }
    }
    let mut missing: BTreeSet<&str> = asked.iter().map(String::as_str).collect();
    folder.open()?.for_each_line(|_, line| {
        // Only cases of the set are remembered, so that no flood of others fills the memory.
        line.ok().map(|l| missing.remove(l.case.as_str()));
        Ok(())
    })?;
    let missing: Vec<ResultLine> =
        asked.iter().filter(|id| missing.contains(id.as_str())).map(|case| line_of(case.clone(), failure)).collect();
    Ok(folder.append(&missing)?)
}

fn line_of(case: String, failure: &Failure) -> ResultLine {
    let message = Some(failure.message.clone());
    ResultLine { case, outcome: failure.outcome, stage: None, rule: None, message, touched: Vec::new() }
}

fn count(results: &ResultsReader) -> Result<RunSummary, RunError> {
    let mut summary = RunSummary::default();
    results.for_each_line(|_, line| {
        // What is wrong with a line is the checker's to say.
        if let Ok(line) = line {
            *summary.outcomes.entry(line.outcome).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(summary)
}
