//! Says what the first cause is that triage finds for mutants: `causes SET PROFILE MUTANT...`.

use ptoconf_checker::{Disproved, FailingOperation, Options, Ran, Taken, check, drawings};
use ptoconf_models::{Model, builtin};
use ptoconf_runner::{Called, Reach, Run};
use ptoconf_selftest::mutants::mutants;
use ptoconf_triage::Triage;
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::cell::RefCell;
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
        called: Called::default(),
        reach: &Reach::default(),
        progress: None,
    })?;
    let triage = Triage::new(set.suite());
    let failing = |operation: &FailingOperation<'_>| triage.add(operation);
    let (results, disproved) = (ResultsReader::open(&out)?, RefCell::new(Disproved::new()));
    let disprove = |op: &str, reader: &OperationReader, outputs: &Outputs, ran: &Ran| {
        let own = ptoconf_order::of_operation(&set, op, reader, outputs, ran)?.disproved;
        disproved.borrow_mut().extend(own.clone());
        Ok(own)
    };
    let options = Options { threads: 2, details: 0, failing: Some(&failing), disprove: Box::new(disprove), ..Options::default() };
    let report = check(&set, &results, &options, None)?;
    drop(options);
    let causes = triage.finish(|cases| drawings(&set, &results, &disproved.borrow(), cases, Taken::Whole))?;
    println!("    {} failing cases, {} causes", report.totals.failed, causes.len());
    for cause in causes.iter().take(3) {
        let (statement, or) = (cause.statement.as_deref().unwrap_or("nothing"), cause.or.join(" | "));
        println!(
            "    {} {} {:?}: {statement} | {or}; {} of {} pass",
            cause.kind, cause.tuples, cause.operations, cause.exceptions, cause.passing
        );
        if let Some(wrong) = ptoconf_checker::report::wrong(cause) {
            println!("        {wrong}");
        }
    }
    Ok(())
}
