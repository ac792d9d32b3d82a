//! `ptoconf list`: names of everything.

use crate::error::CliError;
use crate::glossary;
use crate::words::wrap;
use clap::{Args, ValueEnum};
use ptoconf_reference::{Class, Contract, Operation, Profile, Reading, ops};
use ptoconf_schemas::{BaseProfile, DType, ExitCode, Part, RuleInfo, Tier};
use ptoconf_vectors::{SetReader, Share};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// List operations, forms, rules, readings, profiles, data classes, dtypes, tiers, words of reports, or tuples of a set
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf list
  ptoconf list rules --op tcolsum --profile a5
  ptoconf list readings --format markdown
  ptoconf list words
  ptoconf list tuples --vectors ptoconf_vectors --part 2/4")]
pub struct Options {
    /// What to list
    #[arg(value_enum, default_value_t = What::Operations)]
    what: What,

    /// Only this operation
    #[arg(long, value_name = "OP")]
    op: Option<String>,

    /// Profile
    #[arg(long, value_name = "NAME|FILE", default_value = "portable")]
    profile: String,

    /// Of tuples: folder with the set [default: ptoconf_vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,

    /// Of tuples: only those of part i of n
    #[arg(long, value_name = "i/n", value_parser = crate::part::parse)]
    part: Option<Part>,

    /// Format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Operations,
    Forms,
    Rules,
    Readings,
    Profiles,
    Classes,
    Dtypes,
    Tiers,
    Words,
    Tuples,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
}

/// A heading and rows of cells.
struct Table {
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let of_set = self.vectors.is_some() || self.part.is_some();
        if of_set && self.what != What::Tuples {
            return Err(CliError::usage("--vectors and --part are for the tuples of a set").next("ptoconf list tuples"));
        }
        let profile = crate::profile::load(&self.profile)?;
        let text = match (self.what, self.format) {
            (What::Readings, Format::Markdown) => readings_document(self.op.as_deref())?,
            (What::Words, Format::Markdown) => words_document(),
            (What::Rules, Format::Json) => serde_json::to_string_pretty(&rules(&self.operations()?, &profile)).unwrap_or_default() + "\n",
            _ => self.table(&profile)?.text(self.format),
        };
        crate::output::print(&text)?;
        Ok(ExitCode::Conforms)
    }

    fn operations(&self) -> Result<Vec<&'static Operation>, CliError> {
        selected(self.op.as_deref())
    }

    /// Names of the tuples of a set, or of a part of it, with the number of their cases.
    fn tuples(&self) -> Result<Vec<(String, u32)>, CliError> {
        let set = SetReader::open(self.vectors.as_deref().unwrap_or(Path::new("ptoconf_vectors")))?;
        let share = self.part.map(|part| Share::of(&set, part)).transpose()?;
        let mut tuples = vec![];
        for operation in set.suite().operations.iter().filter(|o| self.op.as_ref().is_none_or(|op| *op == o.name)) {
            let lines = set.operation(&operation.name)?.tuples;
            let own = lines.iter().filter(|line| share.as_ref().is_none_or(|share| share.has(line)));
            tuples.extend(own.map(|line| (line.id(), line.cases)));
        }
        Ok(tuples)
    }

    fn table(&self, profile: &Profile) -> Result<Table, CliError> {
        let operations = self.operations()?;
        Ok(match self.what {
            What::Operations => Table::of(&["operation", "forms", "summary"], operations, |o| {
                vec![o.name.into(), o.forms.iter().map(|f| f.name).collect::<Vec<_>>().join(" "), o.summary.into()]
            }),
            What::Forms => Table::of(&["operation", "form", "call"], forms(&operations, profile), |(o, f)| {
                vec![o.name.into(), f.name.into(), f.call.into()]
            }),
            What::Rules => Table::of(&["rule", "stage", "what to do where it is broken", "statement"], rules(&operations, profile), |r| {
                vec![r.id.clone(), r.stage.to_string(), r.duty.to_string(), r.statement.clone()]
            }),
            What::Readings => Table::of(&["reading", "register", "admitted", "question"], readings(&operations), |r| {
                vec![r.id.clone(), r.register.join(" "), profile.admitted(r).join(", "), r.question.into()]
            }),
            What::Profiles => Table::of(&["profile", "unified buffer", "rows", "columns"], profiles(profile), |p| {
                vec![p.name.clone(), memory(p), p.limits.max_rows.to_string(), p.limits.max_cols.to_string()]
            }),
            What::Classes => Table::of(&["class", "purpose"], Class::all(), |c| vec![c.name.into(), c.purpose.into()]),
            What::Dtypes => Table::of(&["dtype", "bytes", "C++", "numpy", "PTO assembly"], DType::ALL.iter(), |d| {
                vec![d.name().into(), d.bytes().to_string(), d.cxx().into(), d.numpy().into(), d.pto().into()]
            }),
            What::Tiers => Table::of(&["tier"], Tier::ALL.iter(), |t| vec![t.name().into()]),
            What::Tuples => Table::of(&["tuple", "cases"], self.tuples()?, |(id, cases)| vec![id.clone(), cases.to_string()]),
            What::Words => Table::of(&["word", "meaning"], glossary::words(), |w| vec![w.word.into(), w.meaning.into()]),
        })
    }
}

/// docs/glossary.md.
fn words_document() -> String {
    let mut text =
        "# Glossary\n\nThe words of reports; `ptoconf explain WORD` says one of them.\n\n| word | meaning |\n| --- | --- |\n".to_owned();
    for word in glossary::words() {
        let _ = writeln!(text, "| {} | {} |", word.word, word.meaning);
    }
    text
}

/// The built-in profiles, and the one asked for.
fn profiles(asked: &Profile) -> Vec<Profile> {
    let builtin = BaseProfile::ALL.iter().map(|&b| Profile::builtin(b));
    builtin.chain((!asked.is_builtin()).then(|| asked.clone())).collect()
}

/// The memory of its tiles: all sizes that it leaves open, or less by its own limits.
fn memory(profile: &Profile) -> String {
    let (reading, limit) = (ops::shared().readings.iter().find(|r| r.id == "tile/memory"), profile.limits.ub_bytes >> 10);
    let admitted = reading.map(|r| profile.admitted(r)).unwrap_or_default();
    let mut sizes: Vec<_> = admitted.iter().filter_map(|s| s.strip_suffix("-kib")?.parse().ok()).map(|kib| limit.min(kib)).collect();
    sizes.dedup();
    format!("{} KiB", sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "))
}

fn selected(op: Option<&str>) -> Result<Vec<&'static Operation>, CliError> {
    match op {
        None | Some("all") => Ok(ops::all().iter().collect()),
        Some(name) => match ops::find(name) {
            Some(operation) => Ok(vec![operation]),
            None => Err(crate::arguments::unknown("operation", name, ops::all().iter().map(|o| o.name))),
        },
    }
}

/// The forms that the profile has.
fn forms<'a>(operations: &[&'a Operation], profile: &Profile) -> Vec<(&'a Operation, &'a ptoconf_reference::Form)> {
    let has =
        |o: &Operation, form: &str| profile.has_operation(o.name) && profile.forms.get(o.name).is_none_or(|l| l.iter().any(|f| f == form));
    operations.iter().flat_map(|o| o.forms.iter().map(move |f| (*o, f))).filter(|(o, f)| has(o, f.name)).collect()
}

fn readings<'a>(operations: &[&'a Operation]) -> Vec<&'a Reading> {
    ops::shared().readings.iter().chain(operations.iter().flat_map(|o| &o.readings)).collect()
}

/// Those of the tile class once, then each operation's.
fn rules(operations: &[&Operation], profile: &Profile) -> Vec<RuleInfo> {
    let mut rules: Vec<RuleInfo> = vec![];
    for rule in operations.iter().flat_map(|o| Contract::new(o, profile).rule_infos()) {
        if rules.iter().all(|known| known.id != rule.id) {
            rules.push(rule);
        }
    }
    rules
}

impl Table {
    fn of<T>(heads: &[&'static str], items: impl IntoIterator<Item = T>, row: impl Fn(&T) -> Vec<String>) -> Table {
        Table { heads: heads.to_vec(), rows: items.into_iter().map(|i| row(&i)).collect() }
    }

    fn text(&self, format: Format) -> String {
        match format {
            Format::Text => self.plain(),
            Format::Markdown => self.markdown(),
            Format::Json => self.json(),
        }
    }

    fn plain(&self) -> String {
        let width = |c: usize| self.rows.iter().map(|r| r[c].chars().count()).chain([self.heads[c].len()]).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let mut text = String::new();
        let heads: Vec<String> = self.heads.iter().map(|h| (*h).to_owned()).collect();
        for row in std::iter::once(&heads).chain(&self.rows) {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &w)| format!("{cell:w$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let heads: Vec<String> = self.heads.iter().map(|h| (*h).to_owned()).collect();
        let dashes: Vec<String> = self.heads.iter().map(|_| "---".to_owned()).collect();
        std::iter::once(line(&heads)).chain([line(&dashes)]).chain(self.rows.iter().map(|r| line(r))).collect()
    }

    fn json(&self) -> String {
        let object = |row: &Vec<String>| -> serde_json::Map<String, serde_json::Value> {
            self.heads.iter().zip(row).map(|(h, c)| ((*h).to_owned(), c.clone().into())).collect()
        };
        let rows: Vec<_> = self.rows.iter().map(object).collect();
        serde_json::to_string_pretty(&rows).unwrap_or_default() + "\n"
    }
}

/// Every reading with its options and what each built-in profile admits: `docs/readings.md`.
fn readings_document(op: Option<&str>) -> Result<String, CliError> {
    let mut text = String::from("# Readings\n\n");
    text += &wrap(
        "A reading is one documented or observed way to understand something that the pages leave open or say in two ways. \
         A profile admits some of them, its default first; an implementation must follow one throughout, and the report says which. \
         Profile portable admits whatever another one admits; cpu what the pages and the general documents say. A target's profile admits for \
         legality what the pages state and what the target documents, because most of a target's checks are active in debug builds only and both \
         outcomes are found; for values it admits what the target documents, and the page's own where docs/sources.md says so. A profile of your own can narrow them (docs/profiles.md). This page is made by `ptoconf list readings --format markdown`.",
        100,
    );
    for reading in readings(&selected(op)?) {
        let _ = write!(text, "\n## {}\n\n{}", reading.id, reading.question);
        if !reading.register.is_empty() {
            let _ = write!(text, " (register: {})", reading.register.join(", "));
        }
        let _ = write!(text, "\n\n| option | what it says | who says or does so |\n| --- | --- | --- |\n");
        for option in &reading.options {
            let _ = writeln!(text, "| {} | {} | {} |", option.name, option.statement, option.source);
        }
        let _ = write!(text, "\n| profile | admits |\n| --- | --- |\n");
        for &base in BaseProfile::ALL {
            let _ = writeln!(text, "| {base} | {} |", reading.admitted(base).join(", "));
        }
    }
    Ok(text)
}
