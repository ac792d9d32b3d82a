//! A set that no disk holds whole: it is made, run and judged piece by piece, and one choice has to explain all pieces.

use crate::catalog::Catalog;
use crate::choice::Carried;
use crate::observed::Observable;
use crate::run::{Judged, Run};
use crate::summary::Summary;
use crate::{CheckError, Options, belong_together, report};
use ptoconf_schemas::{
    ClassReport, FormTotals, OperationInfo, OperationReport, Report, ResultsHeader, RuleReport, SetId, Suite, TestReport,
};
use ptoconf_vectors::{ResultsReader, SetReader};

/// Pieces that were judged and passed, added up. What is kept does not grow with their number.
#[derive(Default)]
pub struct Pieces {
    carried: Carried,
    /// The head of the first piece, with the operations of all.
    suite: Option<Suite>,
    operations: Vec<(Summary, Observable)>,
    header: Option<ResultsHeader>,
    digests: blake3::Hasher,
}

impl Pieces {
    /// Judges the next piece. Its report speaks of it alone, but for the readings: they are those of all pieces so far, and a case
    /// fails that follows other options than earlier pieces do. A piece in which a case fails is not added.
    ///
    /// # Errors
    /// Unusable input.
    pub fn judge(&mut self, set: &SetReader, results: &ResultsReader, options: &Options<'_>) -> Result<Report, CheckError> {
        belong_together(set, results)?;
        self.is_by_the_same(results.header())?;
        let suite = set.suite();
        let readings = self.carried.readings().to_vec();
        let catalog = Catalog::new(suite, &readings)?;
        let run = Run::new(set, results, &catalog, options, self.carried.resume(&catalog))?;
        let passed = run.extra.is_empty() && run.operations.iter().all(|o| o.summary.report.totals.failed == 0);
        if passed {
            self.carried = Carried::after(&run.choices, &catalog, |case| run.id(case));
            self.digests.update(set.digest().as_bytes());
            self.header.get_or_insert_with(|| results.header().clone());
            let whole = self.suite.get_or_insert_with(|| Suite { operations: vec![], ..suite.clone() });
            for (info, own) in suite.operations.iter().zip(&run.operations) {
                add(whole, &mut self.operations, info, own);
            }
        }
        report(SetId::new(suite, set.digest()), results.header(), &catalog, run, options)
    }

    /// What an implementation is and observes is said once for all pieces.
    fn is_by_the_same(&self, header: &ResultsHeader) -> Result<(), CheckError> {
        let in_words = |header: &ResultsHeader| serde_json::to_string(&header.implementation).unwrap_or_default();
        match &self.header {
            Some(first) if first.implementation != header.implementation => {
                Err(CheckError::Mixed { found: in_words(header), expected: in_words(first) })
            }
            _ => Ok(()),
        }
    }

    /// The report of all pieces that passed; none where there was none. `filters` are those that made all of them. In place of the
    /// digest of a set it has one of the digests of the pieces, in order.
    ///
    /// # Errors
    /// The search for a choice took too many steps.
    pub fn report(self, filters: Vec<String>, options: &Options<'_>) -> Result<Option<Report>, CheckError> {
        let (Some(suite), Some(header)) = (self.suite, self.header) else { return Ok(None) };
        let suite = Suite { filters, ..suite };
        let catalog = Catalog::new(&suite, self.carried.readings())?;
        let mut choices = self.carried.resume(&catalog);
        choices.solve()?;
        let operations = self.operations.into_iter().map(|(summary, observable)| Judged::added_up(summary, observable)).collect();
        let run = Run { suite: &suite, operations, choices, extra: vec![], waivers: vec![], baseline: None };
        report(SetId::new(&suite, self.digests.finalize().to_hex().as_str()), &header, &catalog, run, options).map(Some)
    }
}

/// Adds an operation of a piece to that of all.
fn add(whole: &mut Suite, operations: &mut Vec<(Summary, Observable)>, info: &OperationInfo, own: &Judged) {
    match whole.operations.iter().position(|o| o.name == info.name) {
        Some(at) => {
            let (all, (summary, observable)) = (&mut whole.operations[at], &mut operations[at]);
            (all.tuples, all.cases) = (all.tuples + info.tuples, all.cases + info.cases);
            *observable = observable.and(own.observable);
            summary.open += own.summary.open;
            add_reports(&mut summary.report, &own.summary.report);
        }
        None => {
            whole.operations.push(info.clone());
            // How many tuples there are of each instantiation is not kept.
            let report = OperationReport { thinnest: vec![], ..own.summary.report.clone() };
            operations.push((Summary { report, open: own.summary.open, missing: vec![] }, own.observable));
        }
    }
}

fn add_reports(all: &mut OperationReport, own: &OperationReport) {
    all.totals.add(&own.totals);
    let same = |a: &FormTotals, b: &FormTotals| a.form == b.form && a.dtype == b.dtype;
    merge(&mut all.forms, &own.forms, same, |a, b| a.totals.add(&b.totals));
    merge(&mut all.rules, &own.rules, |a, b| a.rule == b.rule, add_rules);
    // No case of a piece that was added failed.
    let classes = |a: &mut ClassReport, b: &ClassReport| (a.cases, a.judged) = (a.cases + b.cases, a.judged + b.judged);
    merge(&mut all.classes, &own.classes, |a, b| a.class == b.class, classes);
    let same = |a: &TestReport, b: &TestReport| a.form == b.form && a.dtype == b.dtype && a.about == b.about;
    merge(&mut all.tests, &own.tests, same, |a, b| (a.cases, a.judged) = (a.cases + b.cases, a.judged + b.judged));
}

fn add_rules(all: &mut RuleReport, own: &RuleReport) {
    let columns: [fn(&mut RuleReport) -> &mut [u64; 2]; 4] = [|r| &mut r.at_limit, |r| &mut r.illegal, |r| &mut r.open, |r| &mut r.told];
    let mut own = own.clone();
    for column in columns {
        let [judged, passed] = *column(&mut own);
        let counts = column(all);
        *counts = [counts[0] + judged, counts[1] + passed];
    }
}

/// Adds the entries of a list to those of another that are the same, and the others to its end.
fn merge<T: Clone>(all: &mut Vec<T>, own: &[T], same: impl Fn(&T, &T) -> bool, mut add: impl FnMut(&mut T, &T)) {
    for entry in own {
        match all.iter_mut().find(|other| same(other, entry)) {
            Some(other) => add(other, entry),
            None => all.push(entry.clone()),
        }
    }
}
