//! The agreement matrix as text, JSON and markdown.

use super::table::Table;
use super::{markdown, plain, text};
use ptoconf_schemas::{Agreement, AgreementCounts, AgreementExample, JudgeOpinion, Judges, RuleAgreement};
use std::io::{self, Write};

/// Writes the matrix as indented JSON (`schemas/v1/agreement.schema.json`).
pub fn agreement_json(agreement: &Agreement, to: impl Write) -> io::Result<()> {
    super::write_json(agreement, to)
}

/// Writes the matrix as text, with terminal colours if `color`.
pub fn agreement_text(agreement: &Agreement, color: bool, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    let set = &agreement.set;
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    writeln!(to, "set      {digest}, tier {}, seed {}, ptoconf {}", set.tier, set.seed, set.version)?;
    writeln!(to, "profile  {}", plain::clean(&set.profile_in_words()))?;
    writeln!(to, "tuples   {}; legality only: no value is compared", agreement.tuples)?;
    text::section("judges (tuples)", &judges(agreement), to)?;
    text::section("rules (tuples)", &matrix(agreement), to)?;
    for (rule, example) in examples(agreement) {
        writeln!(to, "\n{}", plain::clean(&title(rule, example)))?;
        writeln!(to, "  {} ({} elements)\n    {}", example.case, example.elements, example.tuple)?;
        example.opinions.iter().try_for_each(|o| writeln!(to, "    {}", plain::clean(&opinion(o))))?;
    }
    for judge in &agreement.judges {
        text::list(&format!("{}: results that belong to no case", judge.name), &judge.extra, to)?;
    }
    writeln!(to, "\n{}", text::ending(agreement.exit_code == 0, color, ending(agreement)))
}

/// Writes the matrix as markdown.
pub fn agreement_markdown(agreement: &Agreement, mut to: impl Write) -> io::Result<()> {
    let to = &mut to;
    let set = &agreement.set;
    let digest = set.suite.get(..12).unwrap_or(&set.suite);
    writeln!(to, "# ptoconf: agreement on legality\n\n**{}**\n", ending(agreement))?;
    write!(to, "Set `{digest}`, tier {}, seed {}, profile `{}`. ", set.tier, set.seed, plain::clean(&set.profile))?;
    writeln!(to, "{} tuples; no value is compared.", agreement.tuples)?;
    markdown::base(set, to)?;
    markdown::section("Judges (tuples)", &judges(agreement), to)?;
    markdown::section("Rules (tuples)", &matrix(agreement), to)?;
    if examples(agreement).next().is_some() {
        writeln!(to, "\n## Examples")?;
    }
    for (rule, example) in examples(agreement) {
        writeln!(to, "\n### {}\n", plain::escape(&title(rule, example)))?;
        writeln!(to, "`{}` ({} elements): {}\n", example.case, example.elements, plain::escape(&example.tuple))?;
        example.opinions.iter().try_for_each(|o| writeln!(to, "- {}", plain::escape(&opinion(o))))?;
    }
    for judge in &agreement.judges {
        markdown::list(&format!("{}: results that belong to no case", plain::escape(&judge.name)), &judge.extra, to)?;
    }
    Ok(())
}

fn examples(agreement: &Agreement) -> impl Iterator<Item = (&RuleAgreement, &AgreementExample)> {
    agreement.rules.iter().flat_map(|rule| rule.examples.iter().map(move |e| (rule, e)))
}

fn title(rule: &RuleAgreement, example: &AgreementExample) -> String {
    let (judges, tuples) = (example.judges.join(", "), crate::words::count(example.tuples, "tuple"));
    match example.difference {
        ptoconf_schemas::Difference::OpenSplit => format!("{} {}, open: accepted by {judges} alone: {tuples}", rule.op, rule.about),
        difference => format!("{} {}, {difference}: {judges}: {tuples}", rule.op, rule.about),
    }
}

fn opinion(opinion: &JudgeOpinion) -> String {
    let message = opinion.message.as_ref().map(|m| format!(": {}", m.trim())).unwrap_or_default();
    format!("{}: {}{message}", opinion.judge, opinion.opinion)
}

/// A line for each judge.
fn judges(agreement: &Agreement) -> Table<'_> {
    let header = vec![
        "judge",
        "",
        "agrees",
        "unproven",
        "over-accepts",
        "over-rejects",
        "open, accepts",
        "open, rejects",
        "unsupported",
        "crashed",
        "unusable",
    ];
    let row = |judge: &ptoconf_schemas::JudgeReport| {
        let (c, only) = (&judge.counts, judge.implementation.judges == Judges::Legality);
        let words = [judge.name.clone(), if only { "legality only".to_owned() } else { String::new() }];
        let numbers =
            [c.agrees, c.unproven, c.over_accepts, c.over_rejects, c.open_accepts, c.open_rejects, c.unsupported, c.crashed, c.unusable];
        words.into_iter().chain(numbers.map(|n| n.to_string())).collect()
    };
    Table { header, rows: agreement.judges.iter().map(row).collect(), words: 2 }
}

/// A line for each rule, a column for each judge.
fn matrix(agreement: &Agreement) -> Table<'_> {
    let names = agreement.judges.iter().map(|j| j.name.as_str());
    let header: Vec<&str> = ["operation", "rule", "pages"].into_iter().chain(names).collect();
    let row = |rule: &RuleAgreement| {
        let pages = words(&[(rule.legal, "legal"), (rule.illegal, "illegal"), (rule.open, "open")]);
        let own = [rule.op.clone(), rule.about.to_string(), pages];
        own.into_iter().chain(rule.judges.iter().map(cell)).collect()
    };
    let words = header.len();
    Table { header, rows: agreement.rules.iter().map(row).collect(), words }
}

/// What a judge makes of a rule: `agrees`, or how it differs.
fn cell(c: &AgreementCounts) -> String {
    let others = [
        (c.over_accepts, "over-accepts"),
        (c.over_rejects, "over-rejects"),
        (c.unproven, "unproven"),
        (c.crashed, "crashes"),
        (c.unusable, "unusable"),
        (c.unsupported, "unsupported"),
        (c.open_accepts, "open: accepts"),
        (c.open_rejects, "open: rejects"),
    ];
    match (c.agrees, words(&others)) {
        (_, others) if others.is_empty() => "agrees".to_owned(),
        (0, others) => others,
        (agrees, others) => format!("{agrees} agrees, {others}"),
    }
}

fn words(numbers: &[(u64, &str)]) -> String {
    numbers.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect::<Vec<_>>().join(", ")
}

fn ending(agreement: &Agreement) -> &'static str {
    match agreement.exit_code {
        0 => "agreement: no judge differs from the pages or from another",
        4 => "nothing was compared: no judge accepted or rejected a selected tuple",
        _ => "no agreement",
    }
}
