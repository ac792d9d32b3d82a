//! Says what the first cause is that triage finds for mutants: `causes SET PROFILE MUTANT...`.

use ptoconf_checker::{FailingOperation, Options, Ran, check};
use ptoconf_models::{Model, builtin};
use ptoconf_runner::{Reach, Run};
use ptoconf_selftest::mutants::mutants;
use ptoconf_triage::Triage;
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set, profile, names @ ..] = &arguments[..] else { return Err("usage: causes SET PROFILE MUTANT...".into()) };
    let right = builtin(profile).ok_or("no such profile")?;
    for mutant in mutants(&right).into_iter().filter(|m| names.contains(&m.name)) {
        println!("{}: {}", mutant.name, mutant.what);
        first_causes(Path::new(set), &right.clone().changed(mutant.change))?;
    }
    Ok(())
}

fn first_causes(set: &Path, model: &Model) -> Result<(), Box<dyn Error>> {
    let (folder, set) = (tempfile::tempdir()?, SetReader::open(set)?);
    let out = folder.path().join("results");
    let select = |_: &_, _| true;
    model.run(&Run {
        set: &set,
        out: &out,
        force: false,
        threads: 2,
        select: &select,
        part: None,
        reach: &Reach::default(),
        progress: None,
    })?;
    let triage = Triage::new(set.suite());
    let failing = |operation: &FailingOperation<'_>| triage.add(operation);
    let disprove = |op: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| {
        Ok(ptoconf_order::of_operation(&set, op, reader, outputs, ran)?.disproved)
    };
    let options = Options { threads: 2, details: 0, failing: Some(&failing), disprove: Box::new(disprove), ..Options::default() };
    let report = check(&set, &ResultsReader::open(&out)?, &options, None)?;
    drop(options);
    let causes = triage.finish();
    println!("    {} failing cases, {} causes", report.totals.failed, causes.len());
    for cause in causes.iter().take(3) {
        let (statement, or) = (cause.statement.as_deref().unwrap_or("nothing"), cause.or.join(" | "));
        println!(
            "    {} {} {:?}: {statement} | {or}; {} of {} pass",
            cause.kind, cause.tuples, cause.operations, cause.exceptions, cause.passing
        );
    }
    Ok(())
}
