//! Judges the cases of one tuple.
//!
//! The order is fixed; the first thing that is wrong names the failure:
//! 1. selected at all; 2. one line in the results; 3. crashed, timed out or harness error;
//! 4. accepted, rejected or unsupported as expected, the twin accepted, the right rule named;
//! 5. output arrays there and usable; 6. outputs match an admitted alternative;
//! 7. memory touched as seen by the runner; 8. returned inputs unchanged;
//! 9. writes outside the result; 10. one choice throughout (`choice`, after all cases).
//!
//! Of an implementation that judges legality only, 5 to 9 are left out: an accepted case is evidence
//! for every alternative that accepts, and so on no reading that only outputs can tell.

use crate::catalog::{Catalog, Known};
use crate::index::{Answer, OperationIndex};
use crate::padding::Reach;
use crate::plan::{Arrays, Plan, Source};
use crate::state::{CaseState, Cause};
use crate::words::shares_memory;
use crate::{CheckError, Disproved};
use ptoconf_schemas::{AnswerLine, Expectation, Judgement, Operand, OperationInfo, Outcome, Role, Suite, TupleLine};
use ptoconf_vectors::{ArrayError, OperationReader, Outputs};

/// Everything that is known about one operation while it is judged.
#[derive(Clone, Copy)]
pub struct Operation<'a> {
    /// The head of the set.
    pub suite: &'a Suite,
    /// Its part of that.
    pub info: &'a OperationInfo,
    /// Its part of the set.
    pub reader: &'a OperationReader,
    /// Its answers, in the order of the tuples.
    pub answers: &'a [AnswerLine],
    /// Its lines in the results.
    pub index: &'a OperationIndex,
    /// Its arrays in the results.
    pub outputs: &'a Outputs,
    /// The readings of the set.
    pub catalog: &'a Catalog<'a>,
    /// Conditions of its alternatives, as far as they were looked up before.
    pub known: &'a Known<'a>,
    /// Whether the implementation only accepts and rejects: an accepted case has no outputs.
    pub legality_only: bool,
    /// Options of orders that the results of tuples disprove.
    pub disproved: &'a Disproved,
}

/// Reused buffers of one thread.
#[derive(Default)]
pub struct Buffers {
    /// A stack of returned tiles.
    pub actual: Vec<u8>,
    /// What it is compared with.
    pub arrays: Arrays,
    inputs: Vec<u8>,
}

/// What comparing one check with the whole stack gave.
struct Compared {
    fits: Vec<bool>,
    reach: Vec<Option<Reach>>,
}

impl<'a> Operation<'a> {
    /// What is said behind a rule that a rejection names, where there is none of that name.
    pub fn unless_known(&self, rule: &str) -> String {
        let is_known = self.info.rules.iter().any(|known| known.id == rule);
        if is_known { String::new() } else { ", which is no rule of this operation".to_owned() }
    }

    /// The arrays of a tuple.
    pub fn source(&self, tuple: usize) -> Source<'a> {
        Source { operation: self.reader, line: &self.reader.tuples[tuple], answer: &self.answers[tuple], canary: self.suite.canary }
    }

    /// What there is to compare for a tuple.
    pub fn plan(&self, tuple: usize) -> Result<Plan<'a>, CheckError> {
        let disproved = if self.disproved.is_empty() { None } else { self.disproved.get(&self.reader.tuples[tuple].id()) };
        self.plan_without(tuple, disproved.map_or(&[], Vec::as_slice))
    }

    /// The same with the orders that the results disprove.
    pub fn plan_of_all_orders(&self, tuple: usize) -> Result<Plan<'a>, CheckError> {
        self.plan_without(tuple, &[])
    }

    fn plan_without(&self, tuple: usize, disproved: &[&str]) -> Result<Plan<'a>, CheckError> {
        Plan::new(&self.reader.tuples[tuple], &self.answers[tuple], self.catalog, self.known, disproved)
    }

    /// Index of the twin of a tuple that has one.
    pub fn twin(&self, tuple: usize) -> Result<Option<usize>, CheckError> {
        let Some(twin) = self.answers[tuple].expect.twin() else { return Ok(None) };
        let unknown = || CheckError::Answers {
            op: self.info.name.clone(),
            tuple: self.answers[tuple].tuple.to_string(),
            reason: format!("the twin `{twin}` is no tuple of the operation"),
        };
        self.reader.index_of(twin).map(Some).ok_or_else(unknown)
    }

    /// Judges every case of a tuple; `selected` says which slots are. Gives the plan beside, where there was one to judge by.
    pub fn judge(
        &self,
        tuple: usize,
        selected: impl Fn(&TupleLine, u32) -> bool,
        buffers: &mut Buffers,
    ) -> Result<(Vec<CaseState>, Option<Plan<'a>>), CheckError> {
        let line = &self.reader.tuples[tuple];
        if !(0..line.cases).any(|slot| selected(line, slot)) {
            return Ok((vec![CaseState::new(Cause::Filtered); line.cases as usize], None));
        }
        let twin_accepted = self.twin(tuple)?.is_none_or(|twin| self.index.accepted(twin));
        let plan = self.plan(tuple)?;
        let states = self.judge_plan(tuple, &plan, selected, twin_accepted, buffers)?;
        Ok((states, Some(plan)))
    }

    /// Judges every selected case of a tuple by its plan.
    pub fn judge_plan(
        &self,
        tuple: usize,
        plan: &Plan<'_>,
        selected: impl Fn(&TupleLine, u32) -> bool,
        twin_accepted: bool,
        buffers: &mut Buffers,
    ) -> Result<Vec<CaseState>, CheckError> {
        let line = &self.reader.tuples[tuple];
        let mut states: Vec<CaseState> = Vec::with_capacity(line.cases as usize);
        let mut ran = vec![false; line.cases as usize];
        for slot in 0..line.cases {
            let decided = match self.index.answers(tuple)[slot as usize] {
                _ if !selected(line, slot) => Some(CaseState::new(Cause::Filtered)),
                Answer::None => Some(CaseState::new(Cause::NoLine)),
                Answer::Several => Some(CaseState::new(Cause::Several)),
                Answer::One(outcome) => self.decide(tuple, slot, outcome, plan, twin_accepted),
            };
            ran[slot as usize] = decided.is_none();
            states.push(decided.unwrap_or(CaseState::new(Cause::Pass)));
        }
        if ran.contains(&true) {
            self.judge_outputs(tuple, plan, &ran, &mut states, buffers)?;
        }
        self.judge_touched(tuple, &mut states);
        if ran.contains(&true) {
            self.judge_inputs(tuple, &ran, &mut states, buffers)?;
            self.judge_padding(tuple, plan, &mut states);
        }
        Ok(states)
    }

    /// What the outcome alone decides; none where the outputs have to be compared.
    fn decide(&self, tuple: usize, slot: u32, outcome: Outcome, plan: &Plan<'_>, twin_accepted: bool) -> Option<CaseState> {
        let state = |cause| Some(CaseState::new(cause));
        match (outcome, &plan.answer.expect) {
            (Outcome::Crashed, _) => state(Cause::Crashed),
            (Outcome::Timeout, _) => state(Cause::Timeout),
            (Outcome::Error, _) => state(Cause::Harness),
            (Outcome::Ok, Expectation::Reject { .. }) => Some(CaseState::matching(plan.accepting(), Cause::Accepted)),
            (Outcome::Ok, _) if self.legality_only => Some(accepted(plan)),
            (Outcome::Ok, _) => None,
            (Outcome::Unsupported, Expectation::Accept { .. }) => state(Cause::Unsupported),
            (Outcome::Unsupported, Expectation::Either { .. }) => state(Cause::OpenUnsupported),
            (_, Expectation::Reject { .. } | Expectation::Either { .. }) if !twin_accepted => state(Cause::Twin),
            (_, Expectation::Reject { rule, .. }) => {
                let named = self.index.note(tuple, slot).and_then(|n| n.rule.as_ref());
                // Where there is no such tile, other rules are broken with it, and to name one of those is right, too.
                let contested = |named: &String| plan.answer.contested().any(|rule| rule == named);
                let other = rule.is_some() && named.is_some_and(|named| Some(named.as_str()) != rule.as_deref() && !contested(named));
                let cause = if other && outcome == Outcome::Rejected { Cause::OtherRule } else { Cause::Pass };
                Some(CaseState::matching(plan.rejecting, cause))
            }
            (Outcome::Rejected, _) => {
                let cause = if plan.rejecting & plan.admitted != 0 { Cause::Pass } else { Cause::Rejected };
                Some(CaseState::matching(plan.rejecting, cause))
            }
        }
    }

    fn judge_outputs(
        &self,
        tuple: usize,
        plan: &Plan<'_>,
        ran: &[bool],
        states: &mut [CaseState],
        buffers: &mut Buffers,
    ) -> Result<(), CheckError> {
        let mut usable = ran.to_vec();
        let mut compared = Vec::with_capacity(plan.checks.len());
        for (index, check) in plan.checks.iter().enumerate() {
            if index == 0 || plan.checks[index - 1].operand != check.operand {
                let needed = plan.checks.iter().any(|c| c.operand == check.operand && c.answer.judge != Judgement::Unspecified);
                self.read_output(tuple, check.operand, needed, &mut usable, states, &mut buffers.actual);
            }
            compared.push(self.compare(tuple, check, &usable, buffers)?);
        }
        for (case, state) in states.iter_mut().enumerate().filter(|(case, _)| usable[*case]) {
            let matched = plan.matched(|check| compared[check].fits[case]);
            state.matched = plan.by_reach(matched, |check| compared[check].reach[case]);
            state.cause = match matched & plan.admitted {
                0 if plan.can_be_accepted() || plan.rejecting == 0 => Cause::Mismatch,
                0 => Cause::Accepted,
                _ => Cause::Pass,
            };
        }
        Ok(())
    }

    /// Reads a stack of returned tiles; cases without a usable one are decided.
    fn read_output(&self, tuple: usize, operand: &str, needed: bool, usable: &mut [bool], states: &mut [CaseState], actual: &mut Vec<u8>) {
        let line = &self.reader.tuples[tuple];
        let slots = self.outputs.read(line, operand, self.suite.canary, actual);
        if slots.all_ok() || !needed {
            return;
        }
        for (slot, usable) in (0..line.cases).zip(usable).filter(|(_, usable)| **usable) {
            if let Some(error) = slots.error(slot) {
                *usable = false;
                let missing = matches!(error, ArrayError::Missing { .. });
                states[slot as usize] = CaseState::new(if missing { Cause::NoOutput } else { Cause::BadArray });
            }
        }
    }

    fn compare(
        &self,
        tuple: usize,
        check: &crate::plan::Check<'_>,
        usable: &[bool],
        buffers: &mut Buffers,
    ) -> Result<Compared, CheckError> {
        let mut fits = usable.to_vec();
        let mut reach = vec![None; usable.len()];
        if fits.contains(&true) {
            let comparison = buffers.arrays.load(self.source(tuple), check)?;
            comparison.judge(&buffers.actual, &mut fits);
            if self.catalog.padding().is_some() {
                for (case, reach) in reach.iter_mut().enumerate().filter(|(case, _)| fits[*case]) {
                    *reach = check.reach(&comparison.geometry, self.suite.canary, &buffers.actual, case);
                }
            }
        }
        Ok(Compared { fits, reach })
    }

    fn judge_touched(&self, tuple: usize, states: &mut [CaseState]) {
        for (slot, state) in (0..).zip(states).filter(|(_, state)| state.cause == Cause::Pass) {
            if self.index.note(tuple, slot).is_some_and(|note| !note.touched.is_empty()) {
                state.cause = Cause::Touched;
            }
        }
    }

    /// What the one line of a case says; none where there is no line, or several.
    pub fn outcome(&self, tuple: usize, slot: u32) -> Option<Outcome> {
        match self.index.answers(tuple)[slot as usize] {
            Answer::One(outcome) => Some(outcome),
            Answer::None | Answer::Several => None,
        }
    }

    /// Operands that must come back as they went in.
    fn kept_inputs(&self, tuple: usize) -> impl Iterator<Item = &'a Operand> {
        let line = &self.reader.tuples[tuple];
        line.tuple.with_role(Role::In).filter(|operand| !shares_memory(&line.tuple, operand))
    }

    /// Those of them that the results hold.
    pub fn returned_inputs(&self, tuple: usize) -> impl Iterator<Item = &'a Operand> {
        let (line, outputs) = (&self.reader.tuples[tuple], self.outputs);
        self.kept_inputs(tuple).filter(move |operand| line.inputs.is_some() && outputs.has(line, &operand.name))
    }

    /// Of these cases, the number of those of which the results hold all of them.
    pub fn returning_inputs(&self, tuple: usize, slots: &[u32]) -> usize {
        let (line, outputs) = (&self.reader.tuples[tuple], self.outputs);
        // Most results hold none, which is seen without a look at each case.
        if !self.kept_inputs(tuple).all(|operand| outputs.has(line, &operand.name)) {
            return 0;
        }
        let all = |slot: u32| self.kept_inputs(tuple).all(|operand| outputs.has_slot(line, &operand.name, slot));
        slots.iter().filter(|&&slot| all(slot)).count()
    }

    /// The arrays of a case that cannot be used, looked at again.
    pub fn unusable<T>(
        &self,
        (tuple, slot): (usize, u32),
        plan: &Plan<'_>,
        look: impl Fn(&str, &ArrayError) -> T,
        into: &mut Vec<u8>,
    ) -> Vec<T> {
        let line = &self.reader.tuples[tuple];
        let judged = plan.checks.iter().filter(|c| c.answer.judge != Judgement::Unspecified).map(|c| c.operand);
        let mut operands: Vec<&str> = judged.chain(self.returned_inputs(tuple).map(|o| o.name.as_str())).collect();
        operands.dedup();
        let is_input = |operand: &str| line.tuple.with_role(Role::In).any(|o| o.name == operand);
        let of = |operand: &str| {
            let read = self.outputs.read(line, operand, self.suite.canary, into);
            // An input that is not returned is not looked at.
            let error = read.error(slot).filter(|error| !(is_input(operand) && matches!(error, ArrayError::Missing { .. })))?;
            Some(look(operand, error))
        };
        operands.into_iter().filter_map(of).collect()
    }

    fn judge_inputs(&self, tuple: usize, ran: &[bool], states: &mut [CaseState], buffers: &mut Buffers) -> Result<(), CheckError> {
        let line = &self.reader.tuples[tuple];
        for operand in self.returned_inputs(tuple) {
            let slots = self.outputs.read(line, &operand.name, self.suite.canary, &mut buffers.actual);
            self.reader.inputs(line, &operand.name, &mut buffers.inputs)?;
            let size = operand.tile.bytes() as usize;
            for (slot, state) in states.iter_mut().enumerate().filter(|(slot, state)| ran[*slot] && state.cause == Cause::Pass) {
                let tile = slot * size..(slot + 1) * size;
                match slots.error(slot as u32) {
                    // An input that is not returned for this case is not looked at.
                    Some(ArrayError::Missing { .. }) => {}
                    Some(_) => state.cause = Cause::BadArray,
                    None if buffers.actual[tile.clone()] != buffers.inputs[tile] => state.cause = Cause::InputChanged,
                    None => {}
                }
            }
        }
        Ok(())
    }

    fn judge_padding(&self, tuple: usize, plan: &Plan<'_>, states: &mut [CaseState]) {
        let Some(padding) = self.catalog.padding() else { return };
        let admitted = self.catalog.admitted_options(padding, &self.reader.tuples[tuple].tuple);
        for state in states.iter_mut().filter(|state| state.cause == Cause::Pass) {
            let admits = |reach| self.catalog.padding_agreeing(padding, reach) & admitted != 0;
            if state.reach(plan.admitted).is_some_and(|reach| !admits(reach)) {
                state.cause = Cause::Padding;
            }
        }
    }
}

/// A case that was accepted without outputs.
fn accepted(plan: &Plan<'_>) -> CaseState {
    let cause = if plan.can_be_accepted() { Cause::Pass } else { Cause::Accepted };
    CaseState::matching(plan.accepting(), cause)
}
