//! The report as Markdown.

use super::{counts, remark};
use crate::tuple::TO;
use ptoconf_schemas::{Combinations, Counts, CoverageReport, OperationCoverage};
use std::collections::BTreeMap;
use std::io::{Result, Write};

/// Writes the report as tables.
///
/// # Errors
/// Those of the writer.
pub fn markdown(report: &CoverageReport, to: &mut impl Write) -> Result<()> {
    writeln!(to, "# What a set covers\n\nProfile `{}`, tier {}, seed {}.", report.set.profile, report.set.tier, report.set.seed)?;
    for operation in &report.operations {
        writeln!(to, "\n## {}", operation.name)?;
        forms(operation, to)?;
        rules(operation, to)?;
        readings(operation, to)?;
        binding(operation, to)?;
    }
    if !report.shortfalls.is_empty() {
        writeln!(to, "\n## Below the floor\n")?;
    }
    report.shortfalls.iter().try_for_each(|s| writeln!(to, "- {s}"))
}

fn forms(operation: &OperationCoverage, to: &mut impl Write) -> Result<()> {
    writeln!(
        to,
        "\n| form | accept | open | reject | cases | parameters | pairs | triples |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
    )?;
    for form in &operation.forms {
        let share = |c: Combinations| format!("{} of {} ({} %)", c.covered, c.all, c.percent());
        let combined = form.parameters.iter().filter(|p| p.combined).count();
        let (name, accepted, open, rejected, cases) = (&form.name, form.accepted, form.open, form.rejected, form.cases);
        let (pairs, triples) = (share(form.pairs), share(form.triples));
        writeln!(to, "| {name} | {accepted} | {open} | {rejected} | {cases} | {combined} | {pairs} | {triples} |")?;
    }
    for form in &operation.forms {
        writeln!(to)?;
        let lists = [
            ("dtypes", &form.dtypes),
            ("data classes", &form.classes),
            ("valid rows", &form.rows),
            ("valid columns", &form.columns),
            ("valid regions", &form.regions),
        ];
        lists.iter().try_for_each(|(what, list)| writeln!(to, "- {} {what}: {}", form.name, counts(list)))?;
        if let Some((name, fewest)) = form.weakest() {
            let number = form.instantiations.len();
            writeln!(to, "- {} instantiations: {number}, the fewest legal tuples are those of {name}: {fewest}", form.name)?;
        }
        if let Some((name, fewest)) = form.weakest_open() {
            let number = form.open_instantiations.len();
            writeln!(to, "- {} open instantiations: {number}, the fewest tuples are those of {name}: {fewest}", form.name)?;
        }
    }
    Ok(())
}

fn rules(operation: &OperationCoverage, to: &mut impl Write) -> Result<()> {
    writeln!(to, "\n| rule | just legal | illegal | open | told | |\n| --- | --- | --- | --- | --- | --- |")?;
    for rule in &operation.rules {
        let (legal, illegal, open, told) = (rule.legal, rule.illegal, rule.open, rule.told);
        writeln!(to, "| `{}` | {legal} | {illegal} | {open} | {told} | {} |", rule.rule, remark(rule))?;
    }
    writeln!(
        to,
        "\nWays to break each rule: the one field that differs from a legal tuple, what it is there, and what it is changed to.\n"
    )?;
    for rule in operation.rules.iter().filter(|rule| !rule.branches.is_empty()) {
        let ways: Vec<String> = rule.branches.iter().flat_map(|(field, ways)| of_field(field, ways)).collect();
        writeln!(to, "- `{}`: {}", rule.rule, ways.join("; "))?;
    }
    Ok(())
}

/// The ways to break a rule by one field, those from the same value together.
fn of_field(field: &str, ways: &Counts) -> Vec<String> {
    let mut by_from: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
    for way in ways.keys() {
        let (from, to) = way.split_once(TO).map_or((None, way.as_str()), |(from, to)| (Some(from), to));
        by_from.entry(from).or_default().push(to);
    }
    let words = |(from, to): (Option<&str>, Vec<&str>)| match from {
        Some(from) => format!("{field} from {from} to {}", to.join(", ")),
        None => format!("{field} to {}", to.join(", ")),
    };
    by_from.into_iter().map(words).collect()
}

fn readings(operation: &OperationCoverage, to: &mut impl Write) -> Result<()> {
    if operation.readings.is_empty() {
        return Ok(());
    }
    writeln!(to, "\n| reading | pairs of options told apart | by tuples | alike |\n| --- | --- | --- | --- |")?;
    for reading in &operation.readings {
        let alike: Vec<String> = reading.alike.iter().map(|[a, b]| format!("{a} = {b}")).collect();
        writeln!(to, "| `{}` | {} of {} | {} | {} |", reading.reading, reading.apart, reading.pairs, reading.tuples, alike.join(", "))?;
    }
    Ok(())
}

fn binding(operation: &OperationCoverage, to: &mut impl Write) -> Result<()> {
    let binding = &operation.binding;
    writeln!(to, "\n{} elements are moved in and out, physical ones of all cases that carry data.", operation.elements)?;
    writeln!(to, "{} of {} cases with arrays share no accepted outputs with another case.", binding.bound, binding.cases)?;
    if binding.shared_with_room > 0 {
        writeln!(to, "Those that do, in 16 bytes or more: {}.", counts(&binding.with_room))?;
    }
    Ok(())
}
