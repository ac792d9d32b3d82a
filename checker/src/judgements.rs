//! Judging tuple by tuple, and deciding later which results belong to one implementation.
//!
//! What a tuple's results are worth does not depend on other tuples, except that a rejection counts only if the
//! twin was accepted. Whoever has many implementations that agree on most tuples judges every result once, and
//! then decides on each implementation: the choice that explains all of its results, if there is one.

use crate::catalog::{Catalog, Known};
use crate::choice::{CasePlace, Choices, ChosenAt};
use crate::index::OperationIndex;
use crate::judge::{Buffers, Operation};
use crate::plan::Plan;
use crate::state::{CaseState, Cause};
use crate::{Admitted, CheckError, Disproved};
use ptoconf_schemas::{CaseId, ContradictionReport, DeviationReport, FailureKind, Outcome, Suite};
use ptoconf_vectors::{OperationReader, Outputs, SetReader};

static NOTHING: Disproved = Disproved::new();

/// The tuples of a set, ready to be judged one by one.
pub struct Judgements<'a> {
    suite: &'a Suite,
    operations: &'a [OperationReader],
    catalog: &'a Catalog<'a>,
    plans: Vec<Vec<Plan<'a>>>,
    twins: Vec<Vec<Option<usize>>>,
}

/// What the results of one tuple are worth.
pub struct Judged {
    /// If its twin was accepted, and if not.
    states: [Vec<CaseState>; 2],
    accepted: Vec<bool>,
}

impl Judged {
    /// A tuple of so many cases whose results are not looked at; for others it counts as accepted.
    pub fn left_out(cases: u32) -> Judged {
        let states = vec![CaseState::new(Cause::Filtered); cases as usize];
        Judged { states: [states.clone(), states], accepted: vec![true; cases as usize] }
    }
}

/// What is decided on results of a whole set.
pub struct Decision {
    /// The cases that fail.
    pub failures: Vec<(String, FailureKind)>,
    /// Options that are followed and not admitted, those that explain most first.
    pub deviations: Vec<DeviationReport>,
    /// Results that contradict each other.
    pub contradictions: Vec<ContradictionReport>,
    /// One choice that explains every result that does not fail.
    pub choice: Vec<ChosenAt>,
}

impl<'a> Judgements<'a> {
    /// The tuples of a set; `operations` are its operations, in order.
    ///
    /// # Errors
    /// The set cannot be used.
    pub fn new(set: &'a SetReader, operations: &'a [OperationReader], admitted: &'a Admitted<'a>) -> Result<Self, CheckError> {
        let catalog = &admitted.0;
        let (mut plans, mut twins) = (vec![], vec![]);
        for (info, reader) in set.suite().operations.iter().zip(operations) {
            let answers = reader.answers()?;
            let (pairs, known) = (reader.tuples.iter().zip(answers), catalog.known(answers));
            plans.push(pairs.map(|(line, answer)| Plan::new(line, answer, catalog, &known, &[])).collect::<Result<Vec<_>, _>>()?);
            twins.push(answers.iter().map(|a| a.expect.twin().and_then(|t| reader.index_of(t))).collect());
            let mut files: Vec<&String> = answers.iter().filter_map(|a| a.file.as_ref()).collect();
            files.dedup();
            files.into_iter().try_for_each(|file| set.verify_file(&format!("{}/{file}", info.name)))?;
        }
        Ok(Judgements { suite: set.suite(), operations, catalog, plans, twins })
    }

    /// Judges the results of one tuple: what became of each case, and stacks of outputs by operand.
    ///
    /// # Errors
    /// The set cannot be used.
    pub fn judge(
        &self,
        (operation, tuple): (usize, usize),
        outcomes: &[Outcome],
        outputs: Vec<(String, Vec<u8>)>,
    ) -> Result<Judged, CheckError> {
        let reader = &self.operations[operation];
        let index = OperationIndex::of_one(reader.tuples.len(), tuple, outcomes);
        let line = &reader.tuples[tuple];
        let outputs = Outputs::in_memory(outputs.into_iter().map(|(operand, data)| (line.member(&operand), data)).collect());
        let judged = Operation {
            suite: self.suite,
            info: &self.suite.operations[operation],
            reader,
            answers: reader.answers()?,
            index: &index,
            outputs: &outputs,
            catalog: self.catalog,
            known: &Known::default(),
            legality_only: false,
            disproved: &NOTHING,
        };
        let judge =
            |twin_accepted| judged.judge_plan(tuple, &self.plans[operation][tuple], |_, _| true, twin_accepted, &mut Buffers::default());
        let accepted: Vec<bool> = outcomes.iter().map(|o| *o == Outcome::Ok).collect();
        let with = judge(true)?;
        let without = if accepted.contains(&false) { judge(false)? } else { with.clone() };
        Ok(Judged { states: [with, without], accepted })
    }

    /// Decides on results of a whole set: those of each case are the ones that `pick` gives for its operation, tuple and
    /// slot.
    ///
    /// # Errors
    /// The search for a choice took too many steps.
    pub fn decide<'j>(&self, pick: impl Fn(usize, usize, u32) -> &'j Judged) -> Result<Decision, CheckError> {
        let mut choices = Choices::default();
        let mut failures = vec![];
        for (o, reader) in self.operations.iter().enumerate() {
            let accepts = |tuple: usize| (0..reader.tuples[tuple].cases).all(|slot| pick(o, tuple, slot).accepted[slot as usize]);
            for (t, line) in reader.tuples.iter().enumerate() {
                let mut twin = None;
                let mut state = |slot: u32| {
                    let judged = pick(o, t, slot);
                    let without = !judged.accepted[slot as usize] && !*twin.get_or_insert_with(|| self.twins[o][t].is_none_or(accepts));
                    judged.states[usize::from(without)][slot as usize]
                };
                let states: Vec<CaseState> = (0..line.cases).map(&mut state).collect();
                if states.iter().any(|s| s.matched() != 0) {
                    choices.add(self.catalog, &self.plans[o][t], &line.tuple, (o, t), &states);
                }
                let failed = (0..).zip(&states).filter_map(|(slot, state)| Some(((o as u32, t as u32, slot), state.cause.failure()?)));
                failures.extend(failed);
            }
        }
        failures.extend(choices.solve()?.into_iter().filter_map(|case| Some((case, Cause::Inconsistent.failure()?))));
        failures.sort_unstable_by_key(|(case, _)| *case);
        let id = |case| self.id(case);
        Ok(Decision {
            failures: failures.iter().map(|&(case, kind)| (id(case), kind)).collect(),
            deviations: choices.deviations(self.catalog, id)?,
            contradictions: choices.contradictions(self.catalog, id),
            choice: choices.choice(self.catalog),
        })
    }

    fn id(&self, (operation, tuple, slot): CasePlace) -> String {
        let (operation, tuple) = (operation as usize, tuple as usize);
        let op = &self.suite.operations[operation].name;
        CaseId { op, tuple: &self.operations[operation].tuples[tuple].name, slot }.to_string()
    }
}
