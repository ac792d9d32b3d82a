//! In which way a case fails, beyond the kind: the rule that is concerned, what it follows that is not admitted, and how its
//! elements are wrong where it follows nothing, and what is said of it.

use crate::CheckError;
use crate::about::rule;
use crate::beside::{Beside, beside};
use crate::explain::instead;
use crate::failing::said_of;
use crate::judge::Operation;
use crate::message::{parts, said};
use crate::state::{CaseState, Cause};
use crate::words::dtype_name;
use crate::wrong::{WrongIn, wrong_elements};
use ptoconf_schemas::{Amount, AnswerLine, FailureKind, TupleLine, Way};
use ptoconf_vectors::ArrayError;
use std::collections::{BTreeMap, BTreeSet};

/// What the failing cases of an operation follow that the profile does not admit, and how those are wrong that follow nothing.
#[derive(Default)]
pub struct Followed {
    /// Each as `reading = option`.
    options: Vec<Vec<String>>,
    /// By tuple and slot: which of them.
    of: BTreeMap<(u32, u32), u32>,
    /// By tuple and slot: how the elements are wrong of what follows nothing known, or no more than a range.
    wrong: BTreeMap<(u32, u32), WrongIn>,
    /// What is said of failing cases.
    messages: Vec<String>,
    /// By tuple and slot: which of these.
    says: BTreeMap<(u32, u32), u32>,
    /// By tuple and slot: operands beside which memory was written, and inputs that changed.
    touched: Beside,
    /// By tuple and slot: what cases allow that contradict others.
    allowed: BTreeMap<(u32, u32), String>,
}

impl Followed {
    /// Of failing cases; `states` are those of all cases, by tuple and slot.
    pub fn new(operation: &Operation<'_>, states: &[Vec<CaseState>], threads: usize) -> Result<Followed, CheckError> {
        let wrong = wrong_elements(operation, states, threads)?;
        let (mut followed, mut known) = (Followed { wrong, ..Followed::default() }, BTreeMap::new());
        for (tuple, states) in states.iter().enumerate().filter(|(_, states)| states.iter().any(deviates)) {
            let plan = operation.plan(tuple)?;
            let mut of_bits: BTreeMap<u64, u32> = BTreeMap::new();
            for (slot, state) in (0..).zip(states).filter(|(_, state)| deviates(state)) {
                let bits = state.matched() & !plan.admitted;
                // What was never written is within many a range, and follows it by chance.
                let is_written = followed.wrong.get(&(tuple as u32, slot)).is_none_or(|(wrong, _)| wrong.amount != Amount::NeverWritten);
                if bits == 0 || !is_written {
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
        let seen = beside(operation, states, threads)?;
        followed.listen(operation, states, seen);
        Ok(followed)
    }

    /// Takes down what a case allows that contradicts others.
    pub fn contradicts(&mut self, at: (u32, u32), allows: String) {
        self.allowed.insert(at, allows);
    }

    /// Takes down what is said of failing cases.
    fn listen(&mut self, operation: &Operation<'_>, states: &[Vec<CaseState>], mut seen: Beside) {
        let (mut known, mut array) = (BTreeMap::new(), vec![]);
        for (tuple, states) in states.iter().enumerate() {
            for (slot, state) in (0..).zip(states) {
                let at = (tuple as u32, slot);
                let runner = operation.index.note(tuple, slot).map_or(vec![], |note| note.touched.clone());
                let seen = seen.remove(&at).unwrap_or_default();
                let words = words_of(operation, at, state.cause, &seen);
                let touched: BTreeSet<String> = runner.into_iter().chain(seen).collect();
                if !touched.is_empty() {
                    self.touched.insert(at, touched.into_iter().collect());
                }
                let Some(words) = words.or_else(|| of_result(operation, (tuple, slot), state.cause, &mut array)) else { continue };
                let message = *known.entry(words).or_insert_with_key(|message| {
                    self.messages.push(message.clone());
                    self.messages.len() as u32 - 1
                });
                self.says.insert(at, message);
            }
        }
    }

    /// The way in which a case of a tuple fails. Only of what is accepted or rejected a rule is the cause.
    pub fn way(&self, (tuple, slot): (usize, u32), line: &TupleLine, answer: &AnswerLine, kind: FailureKind) -> Way {
        let rule = rule(answer).filter(|_| kind.is_of_legality()).map(str::to_owned);
        Way { rule, ..self.way_of_dtype((tuple, slot), dtype_name(&line.tuple), kind) }
    }

    /// The same, but for the rule, where no more is known of the tuple than the element type of its first output.
    pub fn way_of_dtype(&self, (tuple, slot): (usize, u32), dtype: &str, kind: FailureKind) -> Way {
        let at = (tuple as u32, slot);
        let (dtype, follows) = (dtype.to_owned(), self.of.get(&at).map_or(vec![], |at| self.options[*at as usize].clone()));
        let wrong = self.wrong.get(&at).filter(|_| kind == FailureKind::Mismatch);
        let (wrong, outputs) = wrong.map_or((None, vec![]), |(wrong, outputs)| (Some(*wrong), outputs.clone()));
        let allows =
            || self.allowed.get(&at).filter(|_| kind == FailureKind::InconsistentReading).map(|words| format!("it allows {words}"));
        let says = self.says.get(&at).map(|at| self.messages[*at as usize].clone()).or_else(allows);
        let touched = self.touched.get(&at).cloned().unwrap_or_default();
        Way { kind, dtype, rule: None, follows, wrong, outputs, says, touched }
    }
}

/// What is said of a failing case: by the implementation, with the stage that it names, or by the check; `seen` are writes beside its
/// results.
fn words_of(operation: &Operation<'_>, (tuple, slot): (u32, u32), cause: Cause, seen: &[String]) -> Option<String> {
    let message = said_of(operation, tuple as usize, slot, cause)?;
    // How far a program got in its time is by chance.
    let message = if cause == Cause::Timeout { parts(&message).0 } else { &message };
    let words = said(&operation.info.name, message);
    let stage = operation.index.note(tuple as usize, slot).and_then(|note| note.stage);
    match (cause, stage) {
        (Cause::Touched, _) if !seen.is_empty() => Some(format!("{words}, {}", seen.join(", "))),
        (Cause::InputChanged | Cause::Padding, _) => Some(format!("{words}: {}", seen.join(", "))),
        (Cause::Crashed | Cause::Rejected | Cause::Harness | Cause::Timeout, Some(stage)) => Some(format!("{}: {words}", stage.name())),
        _ => Some(words),
    }
}

/// What is wrong with the result of a case that cannot be judged.
fn of_result(operation: &Operation<'_>, (tuple, slot): (usize, u32), cause: Cause, array: &mut Vec<u8>) -> Option<String> {
    let words = |operand: &str, error: &ArrayError| format!("{operand}: {}", error.gist());
    match cause {
        Cause::NoLine => Some("no line names it".to_owned()),
        Cause::Several => Some("several lines name it".to_owned()),
        Cause::NoOutput | Cause::BadArray => Some(operation.unusable((tuple, slot), &operation.plan(tuple).ok()?, words, array).join("; ")),
        _ => None,
    }
}

/// Whether what it matches says what it follows instead.
fn deviates(state: &CaseState) -> bool {
    matches!(state.cause, Cause::Mismatch | Cause::Accepted | Cause::Rejected)
}
