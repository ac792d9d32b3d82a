//! In which way a case fails, beyond the kind: the rule that is concerned, and what it follows that is not admitted.

use crate::CheckError;
use crate::about::rule;
use crate::explain::instead;
use crate::judge::Operation;
use crate::state::{CaseState, Cause};
use crate::words::dtype_name;
use ptoconf_schemas::{AnswerLine, FailureKind, TupleLine, Way};
use std::collections::BTreeMap;

/// What the failing cases of an operation follow that the profile does not admit.
#[derive(Default)]
pub struct Followed {
    /// Each as `reading = option`.
    options: Vec<Vec<String>>,
    /// By tuple and slot: which of them.
    of: BTreeMap<(u32, u32), u32>,
}

impl Followed {
    /// Of failing cases; `states` are those of all cases, by tuple and slot.
    pub fn new(operation: &Operation<'_>, states: &[Vec<CaseState>]) -> Result<Followed, CheckError> {
        let (mut followed, mut known) = (Followed::default(), BTreeMap::new());
        for (tuple, states) in states.iter().enumerate().filter(|(_, states)| states.iter().any(deviates)) {
            let plan = operation.plan(tuple)?;
            let mut of_bits: BTreeMap<u64, u32> = BTreeMap::new();
            for (slot, state) in (0..).zip(states).filter(|(_, state)| deviates(state)) {
                let bits = state.matched() & !plan.admitted;
                if bits == 0 {
                    continue;
                }
                let at = *of_bits.entry(bits).or_insert_with(|| {
                    let readings = instead(operation, &operation.reader.tuples[tuple].tuple, &plan, bits);
                    let words =
                        |(reading, options): (&str, Vec<&str>)| options.iter().map(|o| format!("{reading} = {o}")).collect::<Vec<_>>();
                    let options: Vec<String> = readings.into_iter().flat_map(words).collect();
                    *known.entry(options).or_insert_with_key(|options| {
                        followed.options.push(options.clone());
                        followed.options.len() as u32 - 1
                    })
                });
                followed.of.insert((tuple as u32, slot), at);
            }
        }
        Ok(followed)
    }

    /// What a case follows.
    pub fn of(&self, tuple: usize, slot: u32) -> &[String] {
        self.of.get(&(tuple as u32, slot)).map_or(&[], |at| &self.options[*at as usize])
    }
}

/// Whether what it matches says what it follows instead.
fn deviates(state: &CaseState) -> bool {
    matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected)
}

/// The way in which a case of a tuple fails. Only of what is accepted or rejected a rule is the cause.
pub fn way(line: &TupleLine, answer: &AnswerLine, kind: FailureKind, follows: &[String]) -> Way {
    let dtype = dtype_name(&line.tuple).to_owned();
    let rule = rule(answer).filter(|_| kind.is_of_legality()).map(str::to_owned);
    Way { kind, dtype, rule, follows: follows.to_vec() }
}
