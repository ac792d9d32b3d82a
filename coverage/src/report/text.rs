//! The report as text.

use super::{counts, remark};
use ptoconf_schemas::{Binding, Combinations, CoverageReport, FormCoverage, OperationCoverage};
use std::io::{Result, Write};

/// Writes the report for a terminal.
///
/// # Errors
/// Those of the writer.
pub fn text(report: &CoverageReport, to: &mut impl Write) -> Result<()> {
    let set = &report.set;
    writeln!(to, "set {}, profile {}, tier {}, seed {}", set.suite.get(..12).unwrap_or_default(), set.profile, set.tier, set.seed)?;
    for operation in &report.operations {
        of_operation(operation, to)?;
    }
    let elements: u64 = report.operations.iter().map(|o| o.elements).sum();
    writeln!(to, "\n{elements} elements moved by all cases")?;
    if !report.has_floor {
        return writeln!(to, "no floor: it holds for whole tiers of built-in profiles");
    }
    report.shortfalls.iter().try_for_each(|s| writeln!(to, "below the floor: {s}"))?;
    if report.shortfalls.is_empty() { writeln!(to, "at or above the floor of tier {}", set.tier) } else { Ok(()) }
}

fn of_operation(operation: &OperationCoverage, to: &mut impl Write) -> Result<()> {
    operation.forms.iter().try_for_each(|form| of_form(&operation.name, form, to))?;
    let name = &operation.name;
    writeln!(to, "\n{name}: rules (tuples just legal, illegal, open, told)")?;
    for rule in &operation.rules {
        let numbers = format!("{:>5} {:>5} {:>5} {:>5}", rule.legal, rule.illegal, rule.open, rule.told);
        writeln!(to, "  {:<42} {numbers}  {}", rule.rule, remark(rule))?;
    }
    if !operation.readings.is_empty() {
        writeln!(to, "\n{name}: readings (pairs of options told apart)")?;
    }
    for reading in &operation.readings {
        let alike: Vec<String> = reading.alike.iter().map(|[a, b]| format!("{a} = {b}")).collect();
        let alike = if alike.is_empty() { String::new() } else { format!(", alike: {}", alike.join(", ")) };
        writeln!(to, "  {:<42} {:>5} of {}, by {} tuples{alike}", reading.reading, reading.apart, reading.pairs, reading.tuples)?;
    }
    writeln!(to, "\n{name}: {} elements moved", operation.elements)?;
    let Binding { cases, bound, shared_with_room, .. } = operation.binding;
    writeln!(to, "{name}: {bound} of {cases} cases with arrays share no accepted outputs with another case")?;
    if bound < cases {
        writeln!(to, "  shared                 {}", counts(&operation.binding.shared))?;
        writeln!(to, "  of {} bytes or more    {}", Binding::ROOM, counts(&operation.binding.with_room))?;
        writeln!(to, "  in all                 {shared_with_room}")?;
    }
    Ok(())
}

fn of_form(operation: &str, form: &FormCoverage, to: &mut impl Write) -> Result<()> {
    let FormCoverage { accepted, open, rejected, cases, .. } = form;
    writeln!(to, "\n{operation} {}: {accepted} tuples to accept, {open} open, {rejected} to reject; {cases} cases", form.name)?;
    let lists = [
        ("strategies", &form.strategies),
        ("dtypes", &form.dtypes),
        ("data classes", &form.classes),
        ("valid rows", &form.rows),
        ("valid columns", &form.columns),
        ("valid regions", &form.regions),
    ];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        writeln!(to, "  {name:<14} {}", counts(list))?;
    }
    if let Some((name, fewest)) = form.weakest() {
        let number = form.instantiations.len();
        writeln!(to, "  {:<14} {number}, the fewest legal tuples are those of {name}: {fewest}", "instantiations")?;
    }
    if let Some((name, fewest)) = form.weakest_open() {
        let number = form.open_instantiations.len();
        writeln!(to, "  {:<14} {number} more, the fewest tuples are those of {name}: {fewest}", "open ones")?;
    }
    let share = |c: Combinations| format!("{} of {} ({} %)", c.covered, c.all, c.percent());
    let combined = form.parameters.iter().filter(|p| p.combined).count();
    writeln!(to, "  {:<14} {combined}; pairs {}, triples {}", "parameters", share(form.pairs), share(form.triples))
}
