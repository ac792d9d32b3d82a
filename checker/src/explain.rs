//! Failures in words.

use crate::CheckError;
use crate::about::class;
use crate::differences::{Case, Differences};
use crate::index::{Answer, Note};
use crate::judge::{Buffers, Operation};
use crate::plan::Plan;
use crate::state::{CaseState, Cause};
use crate::words::{count, tuple_line};
use ptoconf_schemas::{CaseId, Expectation, Failure, ReadingInfo, RunStage, SmolStr, Tuple};
use ptoconf_vectors::ArrayError;

/// Of so many admitted options it is told what they say.
const SAID: usize = 3;

/// A failing case, by tuple and slot, in detail.
pub fn explain(
    operation: &Operation<'_>,
    (tuple, slot): (usize, u32),
    state: &CaseState,
    buffers: &mut Buffers,
) -> Result<Failure, CheckError> {
    let line = &operation.reader.tuples[tuple];
    let explainer = Explainer { operation, tuple, slot, plan: operation.plan(tuple)? };
    let (message, differences) = explainer.message(state, buffers)?;
    Ok(Failure {
        case: CaseId { op: &operation.info.name, tuple: &line.name, slot }.to_string(),
        message,
        tuple: tuple_line(&line.tuple),
        class: class(explainer.plan.answer),
        wrong: differences.wrong,
        elements: differences.elements,
        picture: differences.picture,
    })
}

/// The readings that the alternatives in `bits` follow and the profile does not admit, each with its
/// options in the order of the alternatives: the strongest first.
pub fn instead<'a>(operation: &Operation<'a>, tuple: &Tuple, plan: &Plan<'a>, bits: u64) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut readings: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, alternative) in plan.answer.alternatives.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1) {
        let admits = |id: &str, options: &[SmolStr]| options.iter().any(|o| operation.catalog.admits(id, o, tuple));
        for (id, options) in alternative.when.iter().filter(|(id, options)| !admits(id, options)) {
            let at = readings.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
                readings.push((id, Vec::new()));
                readings.len() - 1
            });
            for option in options.iter().map(SmolStr::as_str) {
                if !readings[at].1.contains(&option) {
                    readings[at].1.push(option);
                }
            }
        }
    }
    readings
}

/// `reading = option (what it says)`.
pub fn option_words(operation: &Operation<'_>, reading: &str, option: &str) -> String {
    let statement = operation.catalog.statement(reading, option).map(|s| format!(" ({s})")).unwrap_or_default();
    format!("{reading} = {option}{statement}")
}

/// What the options that are admitted for a tuple say, with their names; of many the names alone.
fn admitted_words(reading: &ReadingInfo, tuple: &Tuple) -> String {
    let admitted = reading.admitted_for(tuple);
    let said = |name: &String| match reading.options.iter().find(|option| option.name == *name) {
        Some(option) if admitted.len() <= SAID => option.says(),
        _ => name.clone(),
    };
    admitted.iter().map(said).collect::<Vec<_>>().join(" or ")
}

struct Explainer<'a, 'b> {
    operation: &'b Operation<'a>,
    tuple: usize,
    slot: u32,
    plan: Plan<'a>,
}

impl Explainer<'_, '_> {
    fn message(&self, state: &CaseState, buffers: &mut Buffers) -> Result<(String, Differences), CheckError> {
        let case = Case { operation: self.operation, tuple: self.tuple, slot: self.slot };
        let text = match state.cause {
            Cause::Mismatch => return self.mismatch(state.matched(), &case, buffers),
            Cause::InputChanged => {
                let d = case.input(buffers)?;
                return Ok((format!("input `{}` came back changed in {}", d.against, count(d.wrong, "element")), d));
            }
            Cause::Padding => {
                let d = case.padding(&self.plan, state.matched(), buffers);
                let seen = state.reach(self.plan.admitted).map_or("", crate::padding::Reach::words);
                let admitted = self.operation.catalog.padding().map(|p| self.operation.catalog.reading(p).admitted.join(", "));
                let text = format!("{seen} ({} of `{}`); admitted: {}", count(d.wrong, "element"), d.against, admitted.unwrap_or_default());
                return Ok((text, d));
            }
            Cause::NoLine => "no line in results.jsonl names this case".to_string(),
            Cause::Several => "several lines in results.jsonl name this case".to_string(),
            Cause::Crashed => self.noted("crashed"),
            Cause::Timeout => self.noted("took too long"),
            Cause::Harness => self.noted("the harness failed"),
            Cause::Unsupported => self.noted("the profile requires it, and the implementation does not have it"),
            Cause::Accepted => self.accepted(state.matched()),
            Cause::Rejected => self.rejected(state.matched()),
            Cause::Twin => self.twin()?,
            Cause::OtherRule => self.other_rule(),
            Cause::NoOutput | Cause::BadArray => self.array(buffers),
            Cause::Touched => format!("the runner saw writes where there must be none: {}", self.touched().join(", ")),
            // What no choice explains is known only after all cases; `failures` explains it.
            Cause::Inconsistent => String::new(),
            Cause::Pass | Cause::Filtered | Cause::OpenUnsupported | Cause::Waived(_) | Cause::Known(_) => String::new(),
        };
        Ok((text, Differences::default()))
    }

    fn note(&self) -> Option<&Note> {
        self.operation.index.note(self.tuple, self.slot)
    }

    fn touched(&self) -> &[String] {
        self.note().map_or(&[], |note| &note.touched)
    }

    /// `what`, with the stage and the diagnostic of the result line.
    fn noted(&self, what: &str) -> String {
        format!("{what}{}{}", self.stage(), self.diagnostic().map_or_else(String::new, |said| format!(": {said}")))
    }

    fn stage(&self) -> &'static str {
        match self.note().and_then(|note| note.stage) {
            Some(RunStage::Compile) => " (while compiling)",
            Some(RunStage::Verify) => " (in the verifier)",
            Some(RunStage::Run) => " (while running)",
            None => "",
        }
    }

    fn diagnostic(&self) -> Option<&str> {
        self.note()?.message.as_deref().map(str::trim)
    }

    fn mismatch(&self, matched: u64, case: &Case<'_, '_>, buffers: &mut Buffers) -> Result<(String, Differences), CheckError> {
        let differences = case.outputs(&self.plan, buffers)?;
        let accepted = self.plan.admitted & !self.plan.rejecting;
        let mut text = if matched != 0 {
            self.not_admitted(matched, accepted)
        } else if differences.judged == 0 {
            "the profile admits none of the known behaviours".to_string()
        } else {
            let (wrong, judged) = (differences.wrong, count(differences.judged, "element"));
            match accepted.count_ones() {
                0 | 1 => format!("{wrong} of {judged} differ from the result that is accepted"),
                number => format!("{wrong} of {judged} differ from {}, the closest of {number} accepted results", differences.against),
            }
        };
        if !self.touched().is_empty() {
            text.push_str(&format!("; the runner also saw writes to {}", self.touched().join(", ")));
        }
        Ok((text, differences))
    }

    /// `matches reading = option (what it says), which profile P does not admit; admitted: what another says (another)`. Where the case cannot tell
    /// options apart, with all of them; where it follows several readings, with what is admitted of each.
    fn not_admitted(&self, matched: u64, admitted: u64) -> String {
        let tuple = &self.operation.reader.tuples[self.tuple].tuple;
        let known = instead(self.operation, tuple, &self.plan, matched);
        let said = |(reading, options): &(&str, Vec<&str>)| match options[..] {
            [option] => option_words(self.operation, reading, option),
            _ => format!("{reading} = {}", options.join(" or ")),
        };
        let of_reading = |reading: &str| {
            let options = admitted_words(self.operation.suite.reading(reading)?, tuple);
            Some(if known.len() > 1 { format!("{reading} = {options}") } else { options })
        };
        let of_readings = known.iter().filter_map(|(reading, _)| of_reading(reading)).collect::<Vec<_>>().join(" and ");
        let admitted = match admitted {
            _ if !of_readings.is_empty() => of_readings,
            0 => "none".to_owned(),
            some => self.plan.label(some),
        };
        let known = known.iter().map(said).collect::<Vec<_>>().join(" and ");
        format!("matches {known}, which profile {} does not admit; admitted: {admitted}", self.operation.suite.profile.name)
    }

    fn rule_statement(&self, rule: &str) -> String {
        self.operation.info.rules.iter().find(|r| r.id == rule).map_or_else(String::new, |r| format!(" ({})", r.statement))
    }

    fn accepted(&self, matched: u64) -> String {
        match &self.plan.answer.expect {
            Expectation::Reject { rule: Some(rule), .. } => {
                format!("accepted, but it violates `{rule}`{}", self.rule_statement(rule))
            }
            Expectation::Reject { rule: None, .. } => {
                let rules: Vec<&str> = self.plan.answer.contested().collect();
                let which = if rules.is_empty() { String::new() } else { format!(": {}", rules.join(", ")) };
                format!("accepted, but it violates several rules{which}")
            }
            _ => {
                let what = if matched == 0 { String::new() } else { format!("; {}", self.not_admitted(matched, self.plan.admitted)) };
                format!("accepted, but every reading that the profile admits rejects it{what}")
            }
        }
    }

    fn rejected(&self, matched: u64) -> String {
        if matched == 0 {
            return self.noted("rejected, but it is legal");
        }
        // The diagnostic is no part of what is admitted.
        let said = self.diagnostic().map_or_else(String::new, |said| format!(". It said: {said}"));
        format!("rejected{}, which {}{said}", self.stage(), self.not_admitted(matched, self.plan.admitted))
    }

    fn twin(&self) -> Result<String, CheckError> {
        let Some(twin) = self.operation.twin(self.tuple)? else { return Ok(String::new()) };
        let became = match self.operation.index.not_accepted(twin) {
            Answer::None => "has no result".to_string(),
            Answer::One(outcome) => format!("was not accepted either: {outcome}"),
            Answer::Several => "has several results for one case".to_string(),
        };
        Ok(format!("rejected, but its legal twin {} {became}", self.operation.reader.tuples[twin].id()))
    }

    fn other_rule(&self) -> String {
        let Expectation::Reject { rule: Some(rule), .. } = &self.plan.answer.expect else { return String::new() };
        let named = self.note().and_then(|n| n.rule.as_deref()).unwrap_or_default();
        let unknown = self.operation.unless_known(named);
        format!("rejected for `{named}`{unknown}, but the rule that is violated is `{rule}`{}", self.rule_statement(rule))
    }

    /// The first output, or returned input, that cannot be used.
    fn array(&self, buffers: &mut Buffers) -> String {
        let words = |operand: &str, error: &ArrayError| format!("operand `{operand}`: {error}");
        let all = self.operation.unusable((self.tuple, self.slot), &self.plan, words, &mut buffers.actual);
        all.into_iter().next().unwrap_or_default()
    }
}
