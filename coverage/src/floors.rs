//! The least that a set of each tier has to cover.

use ptoconf_schemas::{
    CoverageReport, Floor, FloorFile, FormCoverage, OperationCoverage, RuleCoverage, Shortfall, Suite, TierFloor, percent,
};
use std::collections::BTreeMap;

/// The floors of all tiers.
pub struct Floors {
    file: FloorFile,
}

impl Floors {
    /// The built-in floors: `coverage/floors.json`.
    ///
    /// # Errors
    /// Never, which a test shows.
    pub fn built_in() -> Result<Floors, String> {
        Floors::parse(include_str!("../floors.json"))
    }

    /// No floor for any set.
    pub fn none() -> Floors {
        Floors { file: FloorFile { format: FloorFile::FORMAT.to_owned(), tiers: BTreeMap::new() } }
    }

    /// Floors as a file has them.
    ///
    /// # Errors
    /// The text is no such file; in words.
    pub fn parse(text: &str) -> Result<Floors, String> {
        let file: FloorFile = serde_json::from_str(text).map_err(|e| format!("not a file of floors: {e}"))?;
        if file.format != FloorFile::FORMAT {
            return Err(format!("format is {}, expected {}", file.format, FloorFile::FORMAT));
        }
        Ok(Floors { file })
    }

    /// Whether there is a floor for a set: for a whole tier of a built-in profile. Filters and one's own
    /// profile leave less on purpose.
    pub fn hold_for(&self, suite: &Suite) -> bool {
        self.of(suite).is_some()
    }

    fn of(&self, suite: &Suite) -> Option<&TierFloor> {
        let whole = suite.filters.is_empty() && suite.profile.name == suite.profile.base;
        self.file.tiers.get(&suite.tier).filter(|_| whole)
    }

    /// Compares a report with the floor for its set and writes down where it falls short.
    pub fn apply(&self, suite: &Suite, report: &mut CoverageReport) {
        let Some(tier) = self.of(suite) else { return };
        report.has_floor = true;
        for operation in &report.operations {
            let floor = tier.operations.get(&operation.name).unwrap_or(&tier.every);
            let measures = operation.forms.iter().flat_map(|f| of_form(&operation.name, f, floor)).chain(of_operation(operation, floor));
            report.shortfalls.extend(measures.filter(|m| m.found < m.floor));
        }
        report.shortfalls.extend(of_branches(suite).filter(|m| m.found < m.floor));
        let triples = tier.main_triples_percent.into_iter().flat_map(|least| of_main_triples(suite, least));
        report.shortfalls.extend(triples.filter(|m| m.found < m.floor));
        // An operation without an entry, just added, does not count.
        let ceiling = tier.elements_at_most.unwrap_or(u64::MAX);
        let known = report.operations.iter().filter(|o| tier.operations.contains_key(&o.name));
        let moved = shortfall("the set", "elements_at_most", known.map(|o| o.elements).sum(), ceiling);
        report.shortfalls.extend(Some(moved).filter(|m| m.found > m.floor));
    }
}

fn of_form(operation: &str, form: &FormCoverage, floor: &Floor) -> Vec<Shortfall> {
    let place = format!("{operation} {}", form.name);
    let measures = [
        ("accepted", form.accepted, floor.accepted),
        ("rejected", form.rejected, floor.rejected),
        ("dtypes", form.dtypes.len() as u64, floor.dtypes),
        ("classes", form.classes.len() as u64, floor.classes),
        ("rows", form.rows.len() as u64, floor.rows),
        ("columns", form.columns.len() as u64, floor.columns),
        ("regions", form.regions.len() as u64, floor.regions),
        ("instantiation", form.weakest().map_or(0, |(_, n)| n), floor.instantiation),
        ("pairs", form.pairs.covered, floor.pairs),
        ("pairs_percent", form.pairs.percent(), floor.pairs_percent),
        ("triples", form.triples.covered, floor.triples),
        ("triples_percent", form.triples.percent(), floor.triples_percent),
    ];
    measures.map(|(measure, found, floor)| shortfall(&place, measure, found, floor)).into()
}

fn of_operation(operation: &OperationCoverage, floor: &Floor) -> Vec<Shortfall> {
    let reachable = operation.rules.iter().filter(|r| r.unreachable.is_none());
    let (both, all) = reachable.fold((0, 0), |(both, all), r| (both + u64::from(r.both_sides()), all + 1));
    let (apart, pairs) = operation.readings.iter().fold((0, 0), |(a, p), r| (a + r.apart, p + r.pairs));
    let binding = &operation.binding;
    let twins = operation.rules.iter().map(|r| r.illegal + r.open - r.without_twin).sum();
    let need_twins = operation.rules.iter().map(|r| r.illegal + r.open).sum();
    [
        ("rules_percent", percent(both, all), floor.rules_percent),
        ("ways", operation.rules.iter().map(RuleCoverage::ways).sum(), floor.ways),
        ("readings_percent", percent(apart, pairs), floor.readings_percent),
        ("bound_percent", percent(binding.cases - binding.shared_with_room, binding.cases), floor.bound_percent),
        // Whatever the floor: a rejection without a sound twin counts for nothing.
        ("illegal and open tuples with a twin", twins, need_twins),
    ]
    .map(|(measure, found, floor)| shortfall(&operation.name, measure, found, floor))
    .into_iter()
    .chain(of_rules(operation, floor))
    .collect()
}

fn of_rules(operation: &OperationCoverage, floor: &Floor) -> Vec<Shortfall> {
    let ways = |id: &str| operation.rules.iter().find(|r| r.rule == id).map_or(0, RuleCoverage::ways);
    floor.ways_of.iter().map(|(rule, &floor)| shortfall(rule, "ways", ways(rule), floor)).collect()
}

/// Every branch of a rule that any legal tuple of a set has is in the set.
fn of_branches(suite: &Suite) -> impl Iterator<Item = Shortfall> {
    let forms = suite.operations.iter().flat_map(|o| o.forms.iter().map(move |f| (o, f)));
    forms.map(|(o, f)| shortfall(&format!("{} {}", o.name, f.name), "rule branches", f.coverage.branches_covered, f.coverage.branches))
}

/// The triples of the parameters that matter most.
fn of_main_triples(suite: &Suite, least: u64) -> impl Iterator<Item = Shortfall> {
    let forms = suite.operations.iter().flat_map(|o| o.forms.iter().map(move |f| (o, f)));
    forms.map(move |(o, f)| {
        let found = percent(f.coverage.main_triples_covered, f.coverage.main_triples);
        shortfall(&format!("{} {}", o.name, f.name), "main_triples_percent", found, least)
    })
}

fn shortfall(place: &str, measure: &str, found: u64, floor: u64) -> Shortfall {
    Shortfall { place: place.to_owned(), measure: measure.to_owned(), found, floor }
}
