//! What the results leave open of the choice.
//!
//! The unknown is the choice: one option of every reading at every place. What a case matches is evidence: it allows
//! the choices that lead to the matched alternatives and no others. An option of which the set does not say what it
//! does to a tuple is neither supported nor contradicted by its cases.

use super::solver::{Constraint, Cube, Values};
use crate::catalog::{Catalog, Place};
use crate::padding::Reach;
use crate::plan::Plan;
use crate::state::{CaseState, Cause};
use crate::words::dtype_name;
use ptoconf_schemas::{PartEvidence, PartFile, PartVariable, SeenCases, SmolStr, Tuple};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A case by operation, tuple and slot. Those of a whole set are kept: it has to be small.
pub type CasePlace = (u32, u32, u32);

/// A reading at a place.
pub struct Variable {
    /// The reading, and where one option of it has to be followed.
    pub place: Place,
    /// Every option.
    pub all: Values,
    /// The options that the profile admits here.
    pub admitted: Values,
    /// The options of which some case shows what they do.
    pub known: Values,
}

/// Cases that leave the same open.
pub struct Evidence {
    /// What they leave open.
    pub constraint: Constraint,
    /// Cases of pieces of the set that were let go, all of which passed, by kind.
    pub earlier: Vec<SeenCases>,
    /// Cases that passed so far.
    pub passed: Vec<CasePlace>,
    /// Cases that failed by what they hold.
    pub failed: Vec<CasePlace>,
}

impl Evidence {
    fn new(constraint: Constraint) -> Evidence {
        Evidence { constraint, earlier: vec![], passed: vec![], failed: vec![] }
    }

    /// Number of cases that passed, those of earlier pieces included.
    pub fn passed(&self) -> u64 {
        self.earlier.iter().map(|seen| seen.cases).sum::<u64>() + self.passed.len() as u64
    }

    /// The id of the first case that passed.
    pub fn first(&self, id: impl Fn(CasePlace) -> String) -> Option<String> {
        self.earlier.first().map(|seen| seen.first.clone()).or_else(|| self.passed.first().copied().map(id))
    }

    /// Adds cases of a piece that is let go.
    fn see(&mut self, cases: SeenCases) {
        match self.earlier.iter_mut().find(|seen| seen.is_like(&cases)) {
            Some(seen) => seen.cases += cases.cases,
            None => self.earlier.push(cases),
        }
    }
}

/// What the alternatives of a tuple ask of the choice, the options that none of them mentions, and the variable of padding.
type Asked = (Vec<Vec<(usize, Values)>>, Vec<Cube>, Option<usize>);

/// What a case shows of what its tuple asks, by number: the alternatives that it matches, and whether it passed.
type Shown = (usize, [u64; Reach::ALL.len()], bool);

/// All evidence of a run.
#[derive(Default)]
pub struct Testimony {
    /// The readings at their places.
    pub variables: Vec<Variable>,
    /// What different cases leave open, in the order of the set.
    pub evidence: Vec<Evidence>,
    /// By variable, cases that show something of it whatever they hold: who writes nothing outside shows it.
    pub shown: BTreeMap<usize, u64>,
    by_place: BTreeMap<Place, usize>,
    /// By operation, form and dtype, which is all that a place depends on: the variables of readings, as far as they were
    /// asked for.
    by_reading: BTreeMap<[SmolStr; 3], Vec<Option<usize>>>,
    by_constraint: BTreeMap<Constraint, usize>,
    /// Tuples that ask the same, and the evidence that their cases are, where they leave anything open: they are many, and a
    /// constraint takes long to find. Only asked, so that the order of these says nothing.
    asked: HashMap<Asked, usize>,
    known: HashMap<Shown, Option<usize>>,
}

impl Testimony {
    /// Adds the cases of one tuple.
    pub fn add(&mut self, catalog: &Catalog<'_>, plan: &Plan<'_>, tuple: &Tuple, at: (usize, usize), states: &[CaseState]) {
        let key = [&tuple.op, &tuple.form, dtype_name(tuple)].map(SmolStr::new);
        let mut found = self.by_reading.remove(&key).unwrap_or_default();
        let mut variable = |reading: usize| {
            found.resize(found.len().max(reading + 1), None);
            *found[reading].get_or_insert_with(|| self.variable(catalog, reading, tuple))
        };
        let variables: Vec<Vec<(usize, Values)>> =
            plan.conditions.iter().map(|all| all.iter().map(|&(reading, options)| (variable(reading), options)).collect()).collect();
        let padding = catalog.padding().map(|reading| (variable(reading), reading));
        let mentioned = plan.mentioned.iter().map(|&(reading, options)| (variable(reading), options)).collect();
        self.by_reading.insert(key, found);
        if let Some((variable, _)) = padding.filter(|_| plan.checks.iter().any(|check| check.canary)) {
            self.variables[variable].known = self.variables[variable].all;
            *self.shown.entry(variable).or_default() += states.iter().filter(|s| s.matched() & plan.accepting() != 0).count() as u64;
        }
        let unknown = self.unknown(mentioned);
        let asked = (variables, unknown, padding.map(|(variable, _)| variable));
        let number = self.asked.get(&asked).copied().unwrap_or_else(|| {
            let number = self.asked.len();
            self.asked.insert(asked.clone(), number);
            number
        });
        let (variables, unknown, _) = asked;
        for (slot, state) in (0..).zip(states) {
            let passed = state.cause == Cause::Pass;
            if state.matched() == 0 || !(passed || tells(state.cause)) {
                continue;
            }
            let shown = (number, state.matched, passed);
            let found = self.known.get(&shown).copied().unwrap_or_else(|| {
                let mut cubes: Vec<Cube> = cubes(catalog, &variables, padding, &state.matched).collect();
                // What failed is explained by what it matches, and says nothing of a reading that has no part in that.
                let concerned: BTreeSet<usize> = cubes.iter().flatten().map(|(variable, _)| *variable).collect();
                let counts = |cube: &&Cube| passed || cube.iter().all(|(variable, _)| concerned.contains(variable));
                cubes.extend(unknown.iter().filter(counts).cloned());
                let constraint = Constraint::new(cubes, |v| self.variables[v].all);
                let found = constraint.map(|c| self.evidence_of(c));
                self.known.insert(shown, found);
                found
            });
            let Some(evidence) = found.map(|f| &mut self.evidence[f]) else { continue };
            let cases = if passed { &mut evidence.passed } else { &mut evidence.failed };
            cases.push((at.0 as u32, at.1 as u32, slot));
        }
    }

    fn evidence_of(&mut self, constraint: Constraint) -> usize {
        let evidence = &mut self.evidence;
        *self.by_constraint.entry(constraint).or_insert_with_key(|constraint| {
            evidence.push(Evidence::new(constraint.clone()));
            evidence.len() - 1
        })
    }

    fn variable(&mut self, catalog: &Catalog<'_>, reading: usize, tuple: &Tuple) -> usize {
        let place = catalog.place(reading, tuple);
        let variables = &mut self.variables;
        *self.by_place.entry(place).or_insert_with_key(|place| {
            variables.push(Variable {
                place: place.clone(),
                all: catalog.all_options(reading),
                admitted: catalog.admitted_options(reading, tuple),
                known: 0,
            });
            variables.len() - 1
        })
    }

    /// Options that are not admitted and that no alternative of the tuple mentions, of readings that some mention: what they
    /// lead to the set does not say. What admitted ones lead to it says of all.
    fn unknown(&mut self, conditions: Vec<(usize, Values)>) -> Vec<Cube> {
        let mut mentioned: BTreeMap<usize, Values> = BTreeMap::new();
        for (variable, options) in conditions {
            *mentioned.entry(variable).or_default() |= options;
        }
        for (&variable, options) in &mentioned {
            self.variables[variable].known |= options;
        }
        let left = mentioned
            .into_iter()
            .map(|(variable, options)| (variable, self.variables[variable].all & !(options | self.variables[variable].admitted)));
        left.filter(|(_, options)| *options != 0).map(|unknown| vec![unknown]).collect()
    }

    /// Adds what cases of other pieces show that passed: `reading` is the number that a reading has here, `seen` describes a case.
    pub fn add_earlier(&mut self, other: &Testimony, reading: impl Fn(usize) -> usize, seen: impl Fn(CasePlace) -> Option<SeenCases>) {
        let variables: Vec<usize> = other.variables.iter().map(|variable| self.adopted(variable, &reading)).collect();
        for evidence in other.evidence.iter().filter(|e| e.passed() > 0) {
            let cubes = evidence.constraint.cubes().iter().map(|cube| cube.iter().map(|&(v, values)| (variables[v], values)).collect());
            let Some(own) = self.allowing(cubes.collect()) else { continue };
            let earlier = evidence.earlier.iter().cloned();
            earlier.chain(evidence.passed.iter().filter_map(|&case| seen(case))).for_each(|cases| self.evidence[own].see(cases));
        }
        for (&variable, cases) in &other.shown {
            *self.shown.entry(variables[variable]).or_default() += cases;
        }
    }

    /// The evidence that allows these; none where they are everything.
    fn allowing(&mut self, cubes: Vec<Cube>) -> Option<usize> {
        Constraint::new(cubes, |v| self.variables[v].all).map(|constraint| self.evidence_of(constraint))
    }

    /// What a part of the set wrote down. Readings are known by their position there; none where it contradicts itself.
    pub fn of_part(part: &PartFile) -> Option<Testimony> {
        let mut own = Testimony::default();
        for (number, variable) in part.variables.iter().enumerate() {
            let reading = part.readings.iter().position(|r| r.id == variable.reading)?;
            let place = Place::new(reading, &variable.at);
            own.by_place.insert(place.clone(), number);
            own.variables.push(Variable { place, all: variable.all, admitted: variable.admitted, known: variable.known });
            own.shown.insert(number, variable.shown);
        }
        for evidence in &part.evidence {
            let known =
                |&(variable, values): &(u32, Values)| ((variable as usize) < own.variables.len()).then_some((variable as usize, values));
            let cubes = evidence.allows.iter().map(|cube| cube.iter().map(known).collect()).collect::<Option<Vec<Cube>>>()?;
            let at = own.allowing(cubes)?;
            evidence.cases.iter().cloned().for_each(|cases| own.evidence[at].see(cases));
        }
        (own.by_place.len() == own.variables.len()).then_some(own)
    }

    /// The same of what was let go, `reading` being the id of each.
    pub fn to_part(&self, reading: impl Fn(usize) -> String) -> (Vec<PartVariable>, Vec<PartEvidence>) {
        let variable = |(number, v): (usize, &Variable)| PartVariable {
            reading: reading(v.place.reading),
            at: v.place.at(),
            all: v.all,
            admitted: v.admitted,
            known: v.known,
            shown: self.shown.get(&number).copied().unwrap_or_default(),
        };
        let allows = |cube: &Cube| cube.iter().map(|&(variable, values)| (variable as u32, values)).collect();
        let evidence = |e: &Evidence| PartEvidence { allows: e.constraint.cubes().iter().map(allows).collect(), cases: e.earlier.clone() };
        (self.variables.iter().enumerate().map(variable).collect(), self.evidence.iter().map(evidence).collect())
    }

    /// The variable here that is the same as one elsewhere.
    fn adopted(&mut self, other: &Variable, reading: impl Fn(usize) -> usize) -> usize {
        let place = other.place.with(reading(other.place.reading));
        let variables = &mut self.variables;
        let at = *self.by_place.entry(place).or_insert_with_key(|place| {
            variables.push(Variable { place: place.clone(), known: 0, ..*other });
            variables.len() - 1
        });
        self.variables[at].known |= other.known;
        at
    }

    /// What every variable may be under the profile.
    pub fn admitted(&self) -> Vec<Values> {
        self.variables.iter().map(|v| v.admitted).collect()
    }
}

/// Whether a case that failed for this reason shows what it follows instead.
fn tells(cause: Cause) -> bool {
    matches!(cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected | Cause::Padding)
}

/// What each matched alternative asks of the choice, and of how far an operation may write.
fn cubes<'c>(
    catalog: &'c Catalog<'_>,
    conditions: &'c [Vec<(usize, Values)>],
    padding: Option<(usize, usize)>,
    matched: &'c [u64; Reach::ALL.len()],
) -> impl Iterator<Item = Cube> + use<'c> {
    conditions.iter().enumerate().filter_map(move |(index, condition)| {
        let reach = Reach::ALL.into_iter().find(|&reach| matched[reach as usize] >> index & 1 == 1)?;
        let allowing = padding.map(|(variable, reading)| (variable, catalog.padding_agreeing(reading, reach)));
        Some(condition.iter().copied().chain(allowing).collect())
    })
}
