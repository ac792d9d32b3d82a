//! From a set and results on disk to a report for every place.

use crate::evidence::{Column, Evidence};
use crate::identify::{Finding, Trees, identify_by};
use ptoconf_numeric::orders::{Layout, Line, Probe};
use ptoconf_numeric::rounding::value;
use ptoconf_reference::{Class, Combine, Meet, ops};
use ptoconf_schemas::{
    AnswerLine, Attribute, DType, Expectation, Names, ONE_LOW_TREE, ONE_TREE, OrderReport, Outcome, Role, SmolStr, Tuple, TupleLine,
};
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Why there are no reports.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The set or the results cannot be read.
    #[error(transparent)]
    Input(#[from] ptoconf_vectors::Error),
    /// The results answer another set.
    #[error("results were made for another set: results.json names suite {found}, this set is {expected}")]
    Stale {
        /// Digest in `results.json`.
        found: String,
        /// Digest of the `suite.json` of the set.
        expected: String,
    },
}

/// What one order is expected to hold for: form, attributes, dtype, number of rows, or of columns where rows are summed up.
type Place = (SmolStr, Names<Attribute>, DType, u32);

/// Tuples of one place, by what they are for.
#[derive(Default)]
struct Tuples<'a> {
    probes: Option<&'a TupleLine>,
    pairs: Option<&'a TupleLine>,
    rounding: Vec<&'a TupleLine>,
}

/// Why nothing is found in a place.
const UNREADABLE: &str = "its results are missing or cannot be read";

/// Classes whose columns one order has to give.
const ROUNDING: [&str; 3] = [Class::UNIFORM.name, Class::REVEAL.name, Class::CANCEL.name];

/// What results show of orders of additions.
#[derive(Debug, Default)]
pub struct Fingerprint {
    /// A report for each form, attributes, dtype and number of rows that the set has probe columns for.
    pub reports: Vec<OrderReport>,
    /// By id (`<op>/<tuple>`) of a tuple: the options of orders that the results of its place disprove.
    pub disproved: BTreeMap<String, Vec<&'static str>>,
}

/// The orders that results follow, operation by operation.
///
/// # Errors
/// The set or the results cannot be read, or do not belong together.
pub fn fingerprint(set: &SetReader, results: &ResultsReader) -> Result<Fingerprint, Error> {
    belong_together(set, results)?;
    let mut all = Fingerprint::default();
    let mut answered = HashSet::new();
    results.for_each_line(|_, line| {
        answered.extend(line.ok().filter(|line| line.outcome == Outcome::Ok).map(|line| line.case));
        Ok(())
    })?;
    let ran = |line: &TupleLine, slot: u32| answered.contains(&format!("{}/{slot}", line.id()));
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        let places = places(&operation.name, &reader);
        if !places.is_empty() {
            let own = of_places(set, &operation.name, &reader, &results.outputs(&operation.name)?, &ran, &places)?;
            all.reports.extend(own.reports);
            all.disproved.extend(own.disproved);
        }
    }
    Ok(all)
}

/// # Errors
/// The results answer another set.
pub fn belong_together(set: &SetReader, results: &ResultsReader) -> Result<(), Error> {
    let (found, expected) = (&results.header().suite, set.digest());
    if found != expected {
        return Err(Error::Stale { found: found.clone(), expected: expected.to_owned() });
    }
    Ok(())
}

/// Tells whether a case was answered with outputs.
pub type Ran<'a> = dyn Fn(&TupleLine, u32) -> bool + 'a;

/// The orders that the results of one operation follow, for who has it open. Where a case did not run, its place in the
/// arrays says nothing.
///
/// # Errors
/// The set cannot be read.
pub fn of_operation(
    set: &SetReader,
    op: &str,
    reader: &OperationReader,
    outputs: &Outputs,
    ran: &Ran,
) -> Result<Fingerprint, ptoconf_vectors::Error> {
    of_places(set, op, reader, outputs, ran, &places(op, reader))
}

fn of_places(
    set: &SetReader,
    op: &str,
    reader: &OperationReader,
    outputs: &Outputs,
    ran: &Ran,
    places: &BTreeMap<Place, Tuples<'_>>,
) -> Result<Fingerprint, ptoconf_vectors::Error> {
    verify(set, op, places)?;
    let mut fingerprint = Fingerprint::default();
    let mut columns = Columns { reader, outputs, ran, canary: set.suite().canary, inputs: vec![], sums: vec![] };
    // Many places have the same number of rows.
    let mut named: BTreeMap<(bool, DType, u32), Trees> = BTreeMap::new();
    for (place, tuples) in places {
        let (_, _, dtype, rows) = place;
        let finding = match tuples.probes.and_then(|probes| line(op, &probes.tuple)) {
            None => Finding::none(UNREADABLE),
            Some(line) => {
                let trees = named.entry((line == Line::Row, *dtype, *rows)).or_insert_with(|| Trees::named(line, *dtype, *rows));
                columns.identify(place, tuples, line, trees)?
            }
        };
        let options = [(ONE_TREE, finding.no_tree), (ONE_LOW_TREE, finding.no_low_tree)];
        let disproved: Vec<&str> = options.into_iter().filter(|(_, no)| *no).map(|(option, _)| option).collect();
        if !disproved.is_empty() {
            let lines = tuples.probes.iter().chain(&tuples.pairs).chain(&tuples.rounding);
            fingerprint.disproved.extend(lines.map(|line| (line.id(), disproved.clone())));
        }
        fingerprint.reports.push(report(op, place, finding));
    }
    Ok(fingerprint)
}

/// What the form of a tuple sums up; none where it does not, or where a target adds in a way of its own at its shape.
fn line(op: &str, tuple: &Tuple) -> Option<Line> {
    let form = ops::find(op)?.form(&tuple.form)?;
    let tile = &tuple.with_role(Role::In).next()?.tile;
    match form.combine {
        _ if form.singular.contains(&tile.valid) => None,
        Combine::Rows(Meet::Sum) => Some(Line::Column),
        Combine::Cols(Meet::Sum) => Some(Line::Row),
        _ => None,
    }
}

fn places<'a>(op: &str, reader: &'a OperationReader) -> BTreeMap<Place, Tuples<'a>> {
    let mut places: BTreeMap<Place, Tuples<'_>> = BTreeMap::new();
    let answers = reader.answers().unwrap_or_default();
    let of_class = |names: &'static [&'static str]| {
        let own = reader.tuples.iter().zip(answers).filter(move |(t, a)| names.contains(&a.class.as_str()) && t.inputs.is_some());
        own.filter(|(_, answer)| is_plainly_accepted(answer)).map(|(line, _)| line)
    };
    for line in of_class(&[Class::ORDER_PROBE.name]) {
        if let Some(place) = place(op, line) {
            places.entry(place).or_default().probes = Some(line);
        }
    }
    for line in of_class(&[Class::ORDER_PAIRS.name]) {
        if let Some(tuples) = place(op, line).and_then(|p| places.get_mut(&p)) {
            tuples.pairs = Some(line);
        }
    }
    for line in of_class(&ROUNDING) {
        if let Some(tuples) = place(op, line).and_then(|p| places.get_mut(&p)) {
            tuples.rounding.push(line);
        }
    }
    places
}

/// Whether there is no question about a tuple: others may return something else, or nothing.
fn is_plainly_accepted(answer: &AnswerLine) -> bool {
    matches!(answer.expect, Expectation::Accept { .. }) && answer.contests.is_empty()
}

fn place(op: &str, TupleLine { tuple, .. }: &TupleLine) -> Option<Place> {
    let tile = &tuple.with_role(Role::In).next()?.tile;
    let terms = if line(op, tuple)? == Line::Column { tile.valid_rows() } else { tile.valid_cols() };
    tile.dtype.is_float().then(|| (tuple.form.clone(), tuple.attributes.clone(), tile.dtype, terms))
}

/// Verifies the containers that are about to be trusted.
fn verify(set: &SetReader, op: &str, places: &BTreeMap<Place, Tuples<'_>>) -> Result<(), ptoconf_vectors::Error> {
    let lines = places.values().flat_map(|t| t.probes.iter().chain(&t.pairs).chain(&t.rounding));
    let files: BTreeSet<&String> = lines.filter_map(|line| line.inputs.as_ref()).collect();
    files.into_iter().try_for_each(|file| set.verify_file(&format!("{op}/{file}")))?;
    Ok(())
}

fn report(op: &str, (form, attributes, dtype, rows): &Place, finding: Finding) -> OrderReport {
    OrderReport {
        op: op.to_owned(),
        form: form.to_string(),
        attributes: attributes.clone(),
        dtype: *dtype,
        rows: *rows,
        orders: finding.orders,
        accumulator: finding.accumulator,
        zero_seed: finding.zero_seed,
        rounding: finding.rounding,
        tree: finding.tree,
        consistent: finding.consistent,
        lanes: finding.lanes,
        reason: finding.reason,
    }
}

/// Reads columns with their sums.
struct Columns<'a> {
    reader: &'a OperationReader,
    outputs: &'a Outputs,
    ran: &'a Ran<'a>,
    canary: u8,
    /// Reused for one tuple after another.
    inputs: Vec<u8>,
    sums: Vec<u8>,
}

impl Columns<'_> {
    fn identify(
        &mut self,
        (_, _, dtype, rows): &Place,
        tuples: &Tuples<'_>,
        line: Line,
        named: &Trees,
    ) -> Result<Finding, ptoconf_vectors::Error> {
        let mut evidence = Evidence { line, dtype: *dtype, rows: *rows, probes: vec![], pairs: vec![], rounding: vec![] };
        let mut columns = |tuple: Option<&TupleLine>, layout: fn(Line, DType, u32) -> Layout| {
            tuple.map_or(Ok(Some(vec![])), |tuple| self.read(tuple, line, Some(&layout(line, *dtype, *rows))))
        };
        let (probes, pairs) = (columns(tuples.probes, Layout::probes)?, columns(tuples.pairs, Layout::pairs)?);
        let (Some(probes), Some(pairs)) = (probes, pairs) else { return Ok(Finding::none(UNREADABLE)) };
        (evidence.probes, evidence.pairs) = (probes, pairs);
        for tuple in &tuples.rounding {
            // A rounding vector without a result fails elsewhere; it says nothing of the order.
            evidence.rounding.extend(self.read(tuple, line, None)?.unwrap_or_default());
        }
        Ok(identify_by(&evidence, named))
    }

    /// The lines of the valid regions of the cases of a tuple that ran; none where none did, or a sum is missing.
    fn read(&mut self, tuple: &TupleLine, line: Line, layout: Option<&Layout>) -> Result<Option<Vec<Column>>, ptoconf_vectors::Error> {
        let (input, output) = (tuple.tuple.with_role(Role::In).next(), tuple.tuple.with_role(Role::Out).next());
        let (Some(input), Some(output)) = (input, output) else { return Ok(None) };
        let (source, target) = (&input.tile, &output.tile);
        let ([rows, cols], [target_rows, target_cols]) = (source.valid, target.shape);
        let within = rows <= source.rows() && cols <= source.cols();
        let (terms, lines, has_room) = match line {
            Line::Column => (rows, cols, target_cols >= cols && target_rows > 0),
            Line::Row => (cols, rows, target_rows >= rows && target_cols > 0),
        };
        if !within || source.dtype != target.dtype || !has_room {
            return Ok(None);
        }
        let slots: Vec<usize> = (0..tuple.cases).filter(|&slot| (self.ran)(tuple, slot)).map(|slot| slot as usize).collect();
        if slots.is_empty() {
            return Ok(None);
        }
        if !self.outputs.read(tuple, &output.name, self.canary, &mut self.sums).all_ok() {
            return Ok(None);
        }
        self.reader.inputs(tuple, &input.name, &mut self.inputs)?;
        let mut columns = Vec::with_capacity(slots.len() * lines as usize);
        let (size, row) = (source.bytes() as usize, source.cols() as usize);
        for slot in slots {
            let tile = &self.inputs[slot * size..(slot + 1) * size];
            for at in 0..lines {
                let probe = layout.map(|layout| layout.at(at));
                // What the layout leaves free says nothing of the order.
                if probe == Some(Probe::Free) {
                    continue;
                }
                let (first, step, sum) = match line {
                    Line::Column => (at as usize, row, at),
                    Line::Row => (at as usize * row, 1, at * target_cols),
                };
                let element = |term: usize| value(source.dtype, source.dtype.read(tile, first + term * step));
                columns.push(Column {
                    rows: (0..terms as usize).map(element).collect(),
                    sum: value(target.dtype, target.dtype.read(&self.sums, slot * target.elements() as usize + sum as usize)),
                    lane: at / source.dtype.vector(),
                    probe,
                });
            }
        }
        Ok(Some(columns))
    }
}
