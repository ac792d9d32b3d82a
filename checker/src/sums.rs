//! The numbers of the pieces of a set, added up operation by operation.

use crate::observed::Observable;
use crate::run::Judged;
use crate::summary::Summary;
use ptoconf_schemas::{ClassReport, FormTotals, OperationInfo, OperationReport, PartOperation, RuleColumn, RuleReport, Suite, TestReport};

/// An operation of a piece that passed, by its numbers.
pub fn written(own: &Judged) -> PartOperation {
    // How many tuples there are of each instantiation is not kept.
    let mut report = OperationReport { thinnest: vec![], ..own.summary.report.clone() };
    let tests = std::mem::take(&mut report.tests);
    let mut written = PartOperation { report, tests, open: own.summary.open, ran: 0, returned: 0, scratch: false };
    own.observable.add_to(&mut written);
    written
}

/// The other way round.
pub fn read(written: PartOperation) -> Judged {
    let observable = Observable::of_part(&written);
    let report = OperationReport { tests: written.tests, ..written.report };
    Judged::added_up(Summary { report, open: written.open, missing: vec![] }, observable)
}

/// Adds an operation of a piece, or of a part, to that of all.
pub fn add(whole: &mut Suite, operations: &mut Vec<PartOperation>, info: &OperationInfo, own: &PartOperation) {
    match whole.operations.iter().position(|o| o.name == info.name) {
        Some(at) => {
            let (known, all) = (&mut whole.operations[at], &mut operations[at]);
            (known.tuples, known.cases) = (known.tuples + info.tuples, known.cases + info.cases);
            Observable::of_part(own).add_to(all);
            all.open += own.open;
            add_reports(&mut all.report, &own.report);
            let same = |a: &TestReport, b: &TestReport| a.form == b.form && a.dtype == b.dtype && a.about == b.about;
            merge(&mut all.tests, &own.tests, same, |a, b| (a.cases, a.judged) = (a.cases + b.cases, a.judged + b.judged));
        }
        None => {
            whole.operations.push(info.clone());
            operations.push(own.clone());
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
}

fn add_rules(all: &mut RuleReport, own: &RuleReport) {
    let mut own = own.clone();
    for column in [RuleColumn::AtLimit, RuleColumn::Illegal, RuleColumn::Open, RuleColumn::Told] {
        let [judged, passed] = *own.column(column);
        let counts = all.column(column);
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
