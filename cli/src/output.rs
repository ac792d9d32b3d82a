//! Reports: which, and where to.

use crate::error::CliError;
pub use crate::sink::Sink;
use crate::stdout::Stdout;
use ptoconf_checker::report::{self, Times};
use ptoconf_report_html::Beside;
use ptoconf_schemas::{Agreement, DiffReport, Report};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// A report and where it goes; standard output where there is no file.
#[derive(Clone, Debug)]
pub struct Target {
    kind: Kind,
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Json,
    Junit,
    Markdown,
    Html,
    Verdicts,
}

/// How much a text report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The verdict.
    Line,
    /// What a person has to know.
    Short,
    /// Every cause.
    Causes,
    /// Every table.
    Whole,
}

const KINDS: [(&str, Kind); 6] = [
    ("text", Kind::Text),
    ("json", Kind::Json),
    ("junit", Kind::Junit),
    ("markdown", Kind::Markdown),
    ("html", Kind::Html),
    ("verdicts", Kind::Verdicts),
];

/// Parses `KIND[=FILE]`.
pub fn parse_target(text: &str) -> Result<Target, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(n, f)| (n, Some(PathBuf::from(f))));
    let known = || KINDS.map(|(n, _)| n).join(", ");
    let kind = KINDS.iter().find(|(n, _)| *n == name).map(|(_, k)| *k).ok_or_else(|| format!("known reports: {}", known()))?;
    Ok(Target { kind, file })
}

impl Target {
    /// Makes sure that files can be written, before anything takes time for them.
    ///
    /// # Errors
    /// Usage: a folder, a file in no folder, or one file for two reports.
    pub fn check(targets: &[Target], record: Option<&PathBuf>) -> Result<(), CliError> {
        let mut known: Vec<&PathBuf> = vec![];
        let reports = targets.iter().filter_map(|target| Some((format!("--report {}=", target.name()), target.file.as_ref()?)));
        for (option, file) in reports.chain(record.map(|file| ("--record ".to_owned(), file))) {
            let wrong = |what: &str| Err(CliError::usage(format!("{option}{}: {what}", file.display())));
            let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
            match file {
                _ if file.as_os_str().is_empty() || file.is_dir() => return wrong("that is no file"),
                _ if parent.is_some_and(|parent| !parent.is_dir()) => return wrong("there is no such folder"),
                _ if known.contains(&file) && file.metadata().map_or(true, |found| found.is_file()) => {
                    return wrong("another report goes to the same file");
                }
                _ => known.push(file),
            }
        }
        Ok(())
    }

    /// The text report on standard output.
    pub fn text() -> Target {
        Target { kind: Kind::Text, file: None }
    }

    /// Whether this is the line-by-line report of verdicts.
    pub fn is_verdicts(&self) -> bool {
        self.kind == Kind::Verdicts
    }

    /// Whether this is the page for a browser.
    pub fn is_html(&self) -> bool {
        self.kind == Kind::Html
    }

    /// Parses `KIND[=FILE]` for what is no report of a check: an agreement matrix, a self-test.
    pub fn parse_matrix(text: &str) -> Result<Target, String> {
        let target = parse_target(text)?;
        let known = matches!(target.kind, Kind::Text | Kind::Json | Kind::Markdown);
        known.then_some(target).ok_or_else(|| "known reports: text, json, markdown".to_owned())
    }

    /// Writes an agreement matrix.
    pub fn write_matrix(&self, agreement: &Agreement) -> Result<(), CliError> {
        let mut sink = self.open()?;
        match self.kind {
            Kind::Json => report::agreement_json(agreement, &mut sink),
            Kind::Markdown => report::agreement_markdown(agreement, &mut sink),
            _ => report::agreement_text(agreement, self.color(), &mut sink),
        }?;
        sink.finish()
    }

    /// Writes what differs between two reports.
    pub fn write_diff(&self, diff: &DiffReport) -> Result<(), CliError> {
        let mut sink = self.open()?;
        match self.kind {
            Kind::Json => report::diff_json(diff, &mut sink),
            Kind::Markdown => report::diff_markdown(diff, &mut sink),
            _ => report::diff_text(diff, self.color(), &mut sink),
        }?;
        sink.finish()
    }

    /// Whether this is the report for programs.
    pub fn is_json(&self) -> bool {
        self.kind == Kind::Json
    }

    /// Whether the text goes to a terminal that shows colours.
    fn color(&self) -> bool {
        self.file.is_none() && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
    }

    /// Name of the report.
    pub fn name(&self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(name, _)| name)
    }

    /// Opens the target.
    pub fn open(&self) -> Result<Sink, CliError> {
        if self.color() { Ok(Sink::Out(BufWriter::new(Stdout::Inked))) } else { Sink::open(self.file.as_deref()) }
    }

    /// Writes a report; of those that may say when it was made, with times where they are given.
    pub fn write(&self, result: &Report, beside: &Beside, length: Length, times: Option<&Times>) -> Result<(), CliError> {
        let mut sink = self.open()?;
        let written = match self.kind {
            Kind::Text => match length {
                Length::Line => report::quiet(result, self.color(), &mut sink),
                Length::Short => report::short(result, self.color(), &mut sink),
                Length::Causes => report::all_causes(result, self.color(), &mut sink),
                Length::Whole => report::text(result, self.color(), &mut sink),
            },
            Kind::Json => report::json(result, &mut sink),
            Kind::Junit => report::junit(result, times, &mut sink),
            Kind::Markdown => report::markdown(result, &mut sink),
            Kind::Html => ptoconf_report_html::html(result, beside, &mut sink),
            Kind::Verdicts => Ok(()),
        };
        written?;
        sink.finish()
    }
}

/// Prints text.
pub fn print(text: &str) -> Result<(), CliError> {
    Ok(Stdout::Plain.write_all(text.as_bytes())?)
}

/// Prints a line.
pub fn line(text: impl std::fmt::Display) -> Result<(), CliError> {
    print(&format!("{text}\n"))
}
