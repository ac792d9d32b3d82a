//! What is published of a report.

use ptoconf_schemas::{
    CauseReport, Date, KillScore, OperationReport, ReadingReport, Record, RecordedCause, RecordedOperation, RecordedReading, Report, SetId,
    Suite,
};
use std::collections::BTreeMap;

/// What a record says beside the report.
pub struct Beside {
    /// BLAKE3 of the program that judged, in lower-case hex.
    pub build: Option<String>,
    /// BLAKE3 of the results, in lower-case hex.
    pub results: String,
    /// What the set's tier finds in the self-test.
    pub kills: Option<KillScore>,
    /// The day on which waivers held.
    pub waivers_on: Option<Date>,
}

/// The record of a check of a set.
pub fn record(report: &Report, suite: &Suite, beside: Beside) -> Record {
    // A profile holds nothing that JSON cannot say.
    let profile = serde_json::to_vec(&suite.profile).unwrap_or_default();
    Record {
        format: Record::FORMAT.to_owned(),
        ptoconf: env!("CARGO_PKG_VERSION").to_owned(),
        build: beside.build,
        conclusion: report.conclusion,
        // Whoever knows the seed of a blind set can make its answers.
        set: SetId { seed: if suite.blind { 0 } else { report.set.seed }, ..report.set.clone() },
        profile: blake3::hash(&profile).to_hex().to_string(),
        results: beside.results,
        implementation: report.implementation.clone(),
        scope: report.scope.clone(),
        totals: report.totals.clone(),
        operations: report.operations.iter().map(operation).collect(),
        kills: beside.kills,
        readings: readings(&report.readings),
        orders: report.orders.clone(),
        causes: report.causes.iter().map(cause).collect(),
        deviations: report.deviations.clone(),
        waivers: report.waivers.clone(),
        waivers_on: beside.waivers_on.filter(|_| !report.waivers.is_empty()),
    }
}

fn operation(report: &OperationReport) -> RecordedOperation {
    let mut dtypes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for form in report.forms.iter().filter(|form| form.totals.judged > 0) {
        dtypes.entry(form.form.clone()).or_default().push(form.dtype.clone());
    }
    let can_be_broken = || report.rules.iter().filter(|rule| rule.unreachable.is_none());
    let sum = |of: fn(&ptoconf_schemas::Coverage) -> u64| report.coverage.iter().map(|form| of(&form.coverage)).sum();
    RecordedOperation {
        name: report.name.clone(),
        totals: report.totals.clone(),
        dtypes,
        rules: can_be_broken().filter(|rule| rule.illegal[0] + rule.open[0] + rule.told[0] > 0).count() as u64,
        rules_of: can_be_broken().count() as u64,
        pairs: sum(|coverage| coverage.pairs_covered),
        pairs_of: sum(|coverage| coverage.pairs),
        thinnest: report.thinnest.clone(),
    }
}

/// Readings, a place a line in reports, by what is followed.
fn readings(reports: &[ReadingReport]) -> Vec<RecordedReading> {
    let mut places: BTreeMap<(&str, &[String], bool), Vec<String>> = BTreeMap::new();
    for report in reports {
        places.entry((&report.reading, &report.follows, report.conforms)).or_default().push(report.place.clone());
    }
    let said = |((reading, follows, conforms), places): ((&str, &[String], bool), _)| RecordedReading {
        reading: reading.to_owned(),
        follows: follows.to_vec(),
        conforms,
        places,
    };
    places.into_iter().map(said).collect()
}

fn cause(report: &CauseReport) -> RecordedCause {
    RecordedCause {
        kind: report.kind,
        operations: report.operations.clone(),
        statement: report.statement.clone(),
        cases: report.cases,
        smallest: report.smallest.clone(),
    }
}
