//! How far results are from the correctly rounded ones, where the set has those: counted, whatever the profile admits.
//!
//! Where an operation may be read in several ways that round differently, results are measured against each, and the report
//! has the one that they are nearest to. What is asked of every operation, such as what becomes of subnormal numbers, is
//! taken case by case as the results are nearest to; so is every reading that is not followed by form and element type.

use crate::CheckError;
use crate::compare::ulps::distance;
use crate::compare::{Comparison, Expected};
use crate::element::show;
use crate::judge::{Buffers, Operation};
use crate::plan::Plan;
use crate::state::CaseState;
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{AccuracyReport, Alternative, CaseId, DType, Judgement, Outcome, Scope, SmolStr, UlpCount, WorstResult};
use std::collections::{BTreeMap, BTreeSet};

/// Where results are measured together: form, element type, and what they are measured against.
type Place = (SmolStr, DType, Vec<String>);

/// Measures the judged results of an operation; states are by tuple and slot.
pub fn of_operation(operation: &Operation<'_>, states: &[Vec<CaseState>], threads: usize) -> Result<Vec<AccuracyReport>, CheckError> {
    if operation.legality_only {
        return Ok(vec![]);
    }
    let tuples: Vec<usize> = (0..operation.answers.len()).filter(|&tuple| has_ulps(&operation.answers[tuple].alternatives)).collect();
    let levels = levels(operation, &tuples);
    let mut measured: BTreeMap<Place, Measured> = BTreeMap::new();
    let work = |buffers: &mut Buffers, i: usize| of_tuple(operation, tuples[i], &states[tuples[i]], &levels, buffers);
    in_order(threads, threads * AHEAD, tuples.len(), Buffers::default, work, |_, own| {
        for (place, own) in own {
            measured.entry(place).or_default().add(own);
        }
        Ok::<_, CheckError>(())
    })?;
    Ok(reports(&operation.info.name, measured))
}

fn has_ulps(alternatives: &[Alternative]) -> bool {
    nearest_members(alternatives).next().is_some()
}

/// The alternatives with a nearest value, each with its output and the member that holds it.
fn nearest_members(alternatives: &[Alternative]) -> impl Iterator<Item = (&Alternative, &str, &str)> {
    let outputs = alternatives.iter().flat_map(|alternative| alternative.outputs.iter().map(move |output| (alternative, output)));
    outputs.filter_map(|(alternative, (operand, output))| match &output.judge {
        Judgement::Ulps { nearest, .. } => Some((alternative, operand, nearest.as_str())),
        _ => None,
    })
}

/// The operation's own readings of which several options differ in nothing but how near a result has to be.
fn levels<'a>(operation: &Operation<'a>, tuples: &[usize]) -> BTreeSet<&'a str> {
    let mut levels = BTreeSet::new();
    for &tuple in tuples {
        let members: Vec<_> = nearest_members(&operation.answers[tuple].alternatives).collect();
        for (one, operand, member) in &members {
            for (other, ..) in members.iter().filter(|(_, o, m)| (o, m) == (operand, member)) {
                let mut differing = one.when.iter().filter(|(id, options)| other.when.get(id) != Some(options)).map(|(id, _)| id);
                // Options with the same results are no levels.
                let is_level = one.when.len() == other.when.len() && one.outputs != other.outputs;
                if let (true, Some(id), None) = (is_level, differing.next(), differing.next()) {
                    levels.insert(id);
                }
            }
        }
    }
    levels
}

/// What the results of a tuple give, by place.
fn of_tuple(
    operation: &Operation<'_>,
    tuple: usize,
    states: &[CaseState],
    levels: &BTreeSet<&str>,
    buffers: &mut Buffers,
) -> Result<BTreeMap<Place, Measured>, CheckError> {
    let (line, plan) = (&operation.reader.tuples[tuple], operation.plan(tuple)?);
    let mut measured: BTreeMap<Place, Measured> = BTreeMap::new();
    for operand in plan.checks.iter().map(|c| c.operand).collect::<BTreeSet<_>>() {
        let slots = operation.outputs.read(line, operand, operation.suite.canary, &mut buffers.actual);
        let counts = |slot: u32| {
            let judged = states[slot as usize].cause.skipped().is_none() && operation.outcome(tuple, slot) == Some(Outcome::Ok);
            judged && slots.error(slot).is_none()
        };
        let cases: Vec<u32> = (0..line.cases).filter(|&slot| counts(slot)).collect();
        // By what is measured against: of each case the best of what it may be near to.
        let mut best: BTreeMap<(Place, u32), Measured> = BTreeMap::new();
        for (check, against) in against(operation, &plan, operand, levels) {
            let comparison = buffers.arrays.load(operation.source(tuple), &plan.checks[check])?;
            for &slot in &cases {
                let id = CaseId { op: &operation.info.name, tuple: &line.name, slot };
                let own = Measured::of(&comparison, &buffers.actual, slot as usize, operand, &id);
                let place = (line.tuple.form.clone(), comparison.dtype, against.clone());
                best.entry((place, slot)).and_modify(|b| *b = b.clone().nearer(own.clone())).or_insert(own);
            }
        }
        for ((place, _), own) in best {
            measured.entry(place).or_default().add(own);
        }
    }
    Ok(measured)
}

/// The checks with different nearest values, each with the options that it belongs to: of the operation's own readings that
/// are followed by form and element type.
fn against(operation: &Operation<'_>, plan: &Plan<'_>, operand: &str, levels: &BTreeSet<&str>) -> Vec<(usize, Vec<String>)> {
    let by_place = |id: &str| operation.info.readings.iter().any(|r| r.id == id && r.scope == Scope::FormDtype);
    let is_own = |id: &str| by_place(id) && !levels.contains(id);
    let mut found: Vec<(usize, Vec<String>)> = vec![];
    let mut seen = BTreeSet::new();
    for (alternative, own, member) in nearest_members(&plan.answer.alternatives).filter(|(_, own, _)| *own == operand) {
        if seen.insert(member) {
            let output = alternative.outputs.get(own);
            let check = plan.checks.iter().position(|c| c.operand == operand && Some(c.answer) == output);
            let options =
                alternative.when.iter().filter(|(id, _)| is_own(id)).map(|(id, options)| format!("{id} = {}", options.join(" or ")));
            found.extend(check.map(|check| (check, options.collect())));
        }
    }
    found
}

/// Distances of results from the nearest ones.
#[derive(Clone, Default)]
struct Measured {
    /// By number of bits: none, one number, two, three or four, up to eight, and so on.
    counts: Vec<u64>,
    /// Results that no number of units tells apart: of another sign, or NaN where the other is none.
    incomparable: u64,
    /// Sum of the distances.
    total: u128,
    worst: Option<WorstResult>,
}

impl Measured {
    /// The results of a case.
    fn of(comparison: &Comparison<'_>, actual: &[u8], case: usize, operand: &str, id: &CaseId<'_>) -> Measured {
        let mut measured = Measured::default();
        let (dtype, geometry) = (comparison.dtype, comparison.geometry);
        let Expected::Ulps { nearest, .. } = comparison.expected else { return measured };
        let mut worst = (0, 0, 0);
        for row in 0..geometry.region_rows {
            let (results, expected) = (geometry.actual(case, row), geometry.expected(case, row));
            for col in (0..geometry.region_cols).filter(|&col| comparison.is_judged(case, row, col)) {
                let of = [dtype.read(nearest, expected.start + col), dtype.read(actual, results.start + col)];
                match distance(dtype, of[0], of[1]) {
                    Some(ulps) => {
                        measured.count(ulps);
                        if ulps > worst.0 {
                            worst = (ulps, row, col);
                        }
                    }
                    None => measured.incomparable += 1,
                }
            }
        }
        if let (ulps @ 1.., row, col) = worst {
            let result = |bits| show(dtype, bits);
            measured.worst = Some(WorstResult {
                ulps,
                case: id.to_string(),
                operand: operand.to_owned(),
                row: row as u32,
                col: col as u32,
                actual: result(dtype.read(actual, geometry.actual(case, row).start + col)),
                nearest: result(dtype.read(nearest, geometry.expected(case, row).start + col)),
            });
        }
        measured
    }

    fn count(&mut self, ulps: u64) {
        let bin = bin(ulps);
        if self.counts.len() <= bin {
            self.counts.resize(bin + 1, 0);
        }
        self.counts[bin] += 1;
        self.total += u128::from(ulps);
    }

    /// How far it is off: smaller is nearer.
    fn distance(&self) -> (u64, u64, u128) {
        (self.incomparable, self.worst.as_ref().map_or(0, |w| w.ulps), self.total)
    }

    fn nearer(self, other: Measured) -> Measured {
        if other.distance() < self.distance() { other } else { self }
    }

    fn add(&mut self, other: Measured) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
        self.incomparable += other.incomparable;
        self.total += other.total;
        // Of equal ones the first stays.
        if other.worst.as_ref().map_or(0, |w| w.ulps) > self.worst.as_ref().map_or(0, |w| w.ulps) {
            self.worst = other.worst;
        }
    }
}

/// 0, 1, 2, 3 to 4, 5 to 8 ...: which of them.
fn bin(ulps: u64) -> usize {
    if ulps == 0 { 0 } else { 1 + (u64::BITS - (ulps - 1).leading_zeros()) as usize }
}

/// The first and the last distance of a bin.
fn ends(bin: usize) -> [u64; 2] {
    match bin {
        0 => [0, 0],
        1 => [1, 1],
        _ => [(1 << (bin - 2)) + 1, 1 << (bin - 1)],
    }
}

/// Of each form and element type the nearest of what it is measured against, with what is measured in every way.
fn reports(op: &str, mut measured: BTreeMap<Place, Measured>) -> Vec<AccuracyReport> {
    let places: BTreeSet<(SmolStr, DType)> = measured.keys().map(|(form, dtype, _)| (form.clone(), *dtype)).collect();
    let mut reports = vec![];
    for (form, dtype) in places {
        let common = measured.remove(&(form.clone(), dtype, vec![]));
        let ways = measured.iter().filter(|((f, d, _), _)| (f, d) == (&form, &dtype)).map(|((.., against), own)| (against.clone(), own));
        let (against, mut own) = match ways.min_by_key(|(_, own)| own.distance()) {
            Some((against, own)) => (against, own.clone()),
            None => (vec![], Measured::default()),
        };
        common.into_iter().for_each(|common| own.add(common));
        let counts = own.counts.iter().enumerate().filter(|(_, results)| **results > 0);
        reports.push(AccuracyReport {
            op: op.to_owned(),
            form: form.to_string(),
            dtype,
            against,
            results: own.counts.iter().sum(),
            incomparable: own.incomparable,
            histogram: counts.map(|(bin, &results)| UlpCount { from: ends(bin)[0], to: ends(bin)[1], results }).collect(),
            worst: own.worst,
        });
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_follow_each_other() {
        for ulps in 0..2000 {
            let [from, to] = ends(bin(ulps));
            assert!((from..=to).contains(&ulps), "{ulps}");
            assert!(ends(bin(to + 1))[0] == to + 1, "{ulps}");
        }
        assert_eq!([bin(u64::from(u32::MAX)), bin(1 << 31)], [33, 32]);
    }
}
