//! `ptoconf explain`: what an operation must do, what a rule or a reading says, why a case is illegal, what a word means.

use crate::arguments::unknown;
use crate::cases::tuple_of;
use crate::error::CliError;
use crate::glossary;
use crate::set::SetFolders;
use crate::words::{choices, tuple_lines, wrap};
use clap::Args;
use ptoconf_checker::PADDING;
use ptoconf_generator::readings_of_values;
use ptoconf_reference::{Class, Contract, Effect, Operation, Profile, Reading, Rule, ops};
use ptoconf_schemas::{BaseProfile, ExitCode, Expectation, OperationInfo, Stage};
use std::fmt::Write;

/// Explain an operation, a rule, a reading, a data class, a case of a set, or a word of a report
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf explain tcolsum --profile a5
  ptoconf explain tcolsum/valid-cols-equal
  ptoconf explain tcolsum/sequential-order
  ptoconf explain tcolsum/plain-f4543d37f8/0 --vectors ptoconf_vectors
  ptoconf explain twin")]
pub struct Options {
    /// Operation, rule, reading, data class, case, or word of a report
    target: String,

    /// Profile, for operations and rules
    #[arg(long, value_name = "NAME|FILE", default_value = "portable")]
    profile: String,

    #[command(flatten)]
    set: SetFolders,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let profile = crate::profile::load(&self.profile)?;
        let text = self.text(&profile)?;
        crate::output::print(&text)?;
        Ok(ExitCode::Conforms)
    }

    fn text(&self, profile: &Profile) -> Result<String, CliError> {
        let target = self.target.as_str();
        if let Some(operation) = ops::find(target) {
            return Ok(operation_text(operation, profile));
        }
        if let Some(rule) = all_rules().find(|r| r.id == target) {
            return Ok(rule_text(rule, profile));
        }
        if let Some(reading) = ops::readings().into_iter().find(|r| r.id == target) {
            return Ok(reading_text(reading));
        }
        if let Some(class) = Class::parse(target) {
            return Ok(format!("data class {}\n  {}\n", class.name, class.purpose));
        }
        if let Some(word) = glossary::find(target) {
            return Ok(format!("{}\n{}", word.word, wrap(word.meaning, 100)));
        }
        let parts = [form_text(target), option_text(target)].concat();
        if !parts.is_empty() {
            return Ok(parts);
        }
        match tuple_of(target) {
            Some((op, tuple)) if ops::find(op).is_some_and(|operation| is_tuple(operation, tuple)) => self.case_text(target),
            _ => {
                let words = glossary::words();
                let rules = all_rules().map(|r| r.id.as_str());
                let readings = ops::readings().into_iter().map(|r| r.id.as_str());
                let names = ops::all().iter().map(|o| o.name).chain(rules).chain(readings).chain(words.iter().map(|w| w.word));
                Err(unknown("operation, rule, reading, case or word", target, names))
            }
        }
    }

    fn case_text(&self, id: &str) -> Result<String, CliError> {
        let set = self.set.open()?;
        let (op, name) = tuple_of(id).unwrap_or_default();
        let missing =
            || CliError::usage(format!("{}: no case {id}", self.set.vectors.display())).next("case ids are in <op>/cases.jsonl of the set");
        let info = set.suite().operation(op).ok_or_else(missing)?;
        let reader = set.operation(op)?;
        let at = reader.index_of(name).ok_or_else(missing)?;
        let line = &reader.tuples[at];
        let answer = &reader.answers()?[at];
        let mut text = format!("{}: {}\n", line.id(), answer.why);
        text += &tuple_lines(&line.tuple);
        let twin_of = |twin: &str| reader.index_of(twin).map(|i| &reader.tuples[i]);
        match &answer.expect {
            Expectation::Accept { .. } => {
                text += "legal: it must run and give one of the accepted results\n";
                answer.concerns().into_iter().for_each(|rule| text += &statement_of(info, rule));
            }
            Expectation::Reject { rule, stage, twin } => {
                let _ = writeln!(text, "illegal, stage {stage}: it must be rejected, and its legal twin {op}/{twin} accepted");
                text += &rule.as_ref().map_or("several rules are violated; any rejection is right\n".to_owned(), |r| statement_of(info, r));
                text += &twin_of(twin).map_or(String::new(), |t| format!("the twin:\n{}", tuple_lines(&t.tuple)));
            }
            Expectation::Either { twin } => {
                let _ = writeln!(text, "open: rejecting it and running it each follow a reading; its legal twin is {op}/{twin}");
                answer.contested().for_each(|rule| text += &statement_of(info, rule));
            }
        }
        if !answer.alternatives.is_empty() {
            text += "known behaviours, and the answers that lead to them:\n";
        }
        for alternative in &answer.alternatives {
            let what = if alternative.rejects { "a rejection" } else { "a result" };
            let _ = write!(text, "- {what}\n{}", choices(set.suite(), op, alternative));
        }
        Ok(text)
    }
}

/// Whether a name is that of a tuple, and not of a rule or a reading: it begins with a form.
fn is_tuple(operation: &Operation, name: &str) -> bool {
    operation.forms.iter().any(|form| name.strip_prefix(form.name).is_some_and(|rest| rest.starts_with('-')))
}

/// The operations that have a form of this name, with its call.
fn form_text(name: &str) -> String {
    let with = ops::all().iter().filter_map(|o| Some((o, o.forms.iter().find(|form| form.name == name)?)));
    let lines: String = with.map(|(o, form)| format!("  {}: {}\n", o.name, form.call)).collect();
    if lines.is_empty() { lines } else { format!("{name}, a form of\n{lines}") }
}

/// What an option of this name says, in every reading that has one; the same words once.
fn option_text(name: &str) -> String {
    let mut says: Vec<(&str, Vec<&str>)> = vec![];
    for reading in ops::readings() {
        for option in reading.options.iter().filter(|option| option.name == name) {
            match says.iter_mut().find(|(statement, _)| *statement == option.statement) {
                Some((_, readings)) => readings.push(&reading.id),
                None => says.push((option.statement, vec![&reading.id])),
            }
        }
    }
    let line = |(statement, readings): &(&str, Vec<&str>)| format!("  {}\n    {}\n", statement.trim(), readings.join(", "));
    let lines: String = says.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("{name}, an answer to an open question\n{lines}") }
}

fn all_rules() -> impl Iterator<Item = &'static Rule> {
    ops::shared().rules.iter().chain(ops::all().iter().flat_map(|o| &o.rules))
}

/// A rule as the set says it.
fn statement_of(operation: &OperationInfo, id: &str) -> String {
    operation.rules.iter().find(|r| r.id == id).map_or(format!("  {id}\n"), |rule| {
        let sources = rule.sources.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        format!("  {id}: {}\n    source: {sources}\n", rule.statement)
    })
}

fn operation_text(operation: &Operation, profile: &Profile) -> String {
    let contract = Contract::new(operation, profile);
    let mut text = format!("{} ({})\n{}\n\nForms\n", operation.name, operation.page, operation.summary);
    for form in &operation.forms {
        let _ = writeln!(text, "  {:14} {}", form.name, form.call);
        for attribute in form.attributes.iter().filter(|attribute| !attribute.words.is_empty()) {
            let _ = writeln!(text, "{:17}{} is one of {}", "", attribute.name, attribute.words.join(", "));
        }
        for scalar in form.operands.iter().filter(|operand| operand.is_scalar) {
            let _ = writeln!(text, "{:17}{} is a scalar", "", scalar.name);
        }
    }
    let _ = writeln!(text, "\nRules under profile {}, and what to do with a tuple that breaks one", profile.name);
    let rules = contract.rule_infos();
    for stage in [Stage::Type, Stage::Shape, Stage::Layout, Stage::Profile, Stage::Value] {
        for rule in rules.iter().filter(|r| r.stage == stage) {
            let _ = writeln!(text, "  {stage:8} {}", rule.id);
            text += &indent(&wrap(rule.statement.as_str(), 96), 11);
            text += &indent(&wrap(&rule.duty.to_string(), 96), 11);
            let sources = rule.sources.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            text += &indent(&wrap(&format!("source: {sources}"), 96), 11);
        }
    }
    let _ = writeln!(text, "\nReadings (* admitted by profile {}, its default first)", profile.name);
    for reading in met(&contract).into_iter().chain(&operation.readings) {
        let _ = writeln!(text, "  {}: {}", reading.id, reading.question);
        let admitted = profile.admitted(reading);
        for option in &reading.options {
            let mark = if admitted.iter().any(|a| a == option.name) { '*' } else { ' ' };
            let _ = writeln!(text, "    {mark} {:20} {} ({})", option.name, option.statement, option.source);
        }
    }
    if !operation.sentences.is_empty() {
        text += "\nSentences of the page, and what carries each\n";
    }
    for section in operation.sentences {
        let _ = writeln!(text, "  {}", section.name);
        for sentence in section.sentences {
            let by = sentence.by.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            text += &indent(&wrap(&format!("{}: {by}", sentence.says), 100), 4);
        }
    }
    text
}

/// The shared readings that some form of the operation can meet: they decide a rule, or values hang on them. A destination
/// with padding they all have.
fn met(contract: &Contract) -> Vec<&'static Reading> {
    let of_values = readings_of_values(contract);
    let decides = |id: &str| contract.rules().any(|rule| rule.reading.as_deref() == Some(id));
    let is_met = |reading: &&Reading| decides(&reading.id) || of_values.contains(&reading.id) || reading.id == PADDING;
    ops::shared().readings.iter().filter(is_met).collect()
}

fn rule_text(rule: &Rule, profile: &Profile) -> String {
    let mut text = format!("rule {} (stage {})\n  {}\n", rule.id, rule.stage, rule.statement);
    let bound = ops::all().iter().flat_map(|o| Contract::new(o, profile).rule_infos()).find(|r| r.id == rule.id);
    text += &bound.map_or(String::new(), |bound| format!("  profile {}, where it is broken: {}\n", profile.name, bound.duty));
    for source in &rule.sources {
        let _ = writeln!(text, "  source: {source}");
    }
    for (base, reason) in &rule.unreachable {
        let builtin = || BaseProfile::ALL.iter().map(|base| base.name()).collect::<Vec<_>>().join(", ");
        let place = match *base {
            "*" => "any profile".to_owned(),
            "built-in" => format!("any built-in profile ({})", builtin()),
            other => format!("profile {other}"),
        };
        let _ = writeln!(text, "  no tuple breaks it alone under {place}: {reason}");
    }
    if let Some(reading) = rule.reading.as_ref().and_then(|id| ops::readings().into_iter().find(|r| r.id == *id)) {
        let admitted = profile.admitted(reading).join(", ");
        let _ = writeln!(text, "  decided by reading {}; profile {} admits: {admitted}\n", reading.id, profile.name);
        text += &reading_text(reading);
    }
    text
}

fn reading_text(reading: &Reading) -> String {
    let mut text = format!("reading {}\n  {}\n", reading.id, reading.question);
    for option in &reading.options {
        let effect = match option.effect {
            Effect::Judged => "",
            Effect::Rejects => " [the tuple is rejected]",
            Effect::NoEffect => " [nothing is written]",
            Effect::Unspecified => " [the result is not judged]",
        };
        let _ = writeln!(text, "  {:20} {}{effect}\n  {:20} source: {}", option.name, option.statement, "", option.source);
    }
    for &base in BaseProfile::ALL {
        let _ = writeln!(text, "  {base:8} admits {}", reading.admitted(base).join(", "));
    }
    text
}

fn indent(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}
