//! The page: what its templates are given.

use crate::Beside;
use crate::cause::{self, Cause};
use crate::filters;
use crate::heat;
use crate::matrix::{Matrix, matrix};
use crate::policy;
use crate::rows::{self, Followed, Group, Rules};
use crate::shown::Shown;
use crate::tree::{Drawn, trees};
use askama::Template;
use ptoconf_checker::report::{answers, baseline, ending, implementation, order_lines, origin, scope};
use ptoconf_schemas::{Conclusion, ContradictionReport, FailureKind, Report, WaiverReport};

/// Lines of other lists that may be long.
const LINES: usize = 200;

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    report: &'a Report,
    policy: String,
    style: &'static str,
    script: &'static str,
    verdict: Verdict,
    facts: Vec<(&'static str, String)>,
    choices: Choices<'a>,
    causes: Shown<Cause<'a>>,
    matrix: Matrix<'a>,
    rules: Rules<'a>,
    followed: Followed<'a>,
    trees: Vec<Drawn>,
    order_lines: Vec<String>,
    groups: Shown<Group<'a>>,
    contradictions: Shown<&'a ContradictionReport>,
    waivers: Shown<&'a WaiverReport>,
}

/// How it ended.
struct Verdict {
    /// `good`, `part` or `bad`.
    tone: &'static str,
    title: String,
    rest: String,
}

/// What the filters choose from.
struct Choices<'a> {
    operations: Vec<&'a str>,
    kinds: Vec<FailureKind>,
}

/// The page of a report.
pub fn render(report: &Report, beside: &Beside) -> askama::Result<String> {
    let page = Page {
        report,
        policy: policy::policy(),
        style: policy::STYLE,
        script: policy::SCRIPT,
        verdict: verdict(report),
        facts: facts(report),
        choices: choices(report),
        causes: cause::causes(report, &beside.drawings),
        matrix: matrix(report),
        rules: rows::rules(report),
        followed: rows::followed(report),
        trees: trees(&report.orders),
        order_lines: order_lines(&report.orders),
        groups: rows::groups(report),
        contradictions: Shown::first(&report.contradictions, LINES),
        waivers: Shown::first(&report.waivers, LINES),
    };
    page.render()
}

/// The sentence with which every report ends: its statement, and what follows it.
fn verdict(report: &Report) -> Verdict {
    let tone = match report.conclusion {
        Conclusion::Conforms => "good",
        Conclusion::NoFailureInPart | Conclusion::KnownFailuresRemain | Conclusion::LegalityOnly => "part",
        Conclusion::DoesNotConform | Conclusion::NothingChecked => "bad",
    };
    let sentence = ending(report);
    let end = ["; ", ": "].iter().filter_map(|mark| sentence.find(mark)).min();
    let (title, rest) = end.map_or((sentence.as_str(), ""), |end| (&sentence[..end], &sentence[end + 2..]));
    Verdict { tone, title: title.to_owned(), rest: rest.to_owned() }
}

fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let set = &report.set;
    let known = [
        ("Scope", Some(scope(report))),
        ("Baseline", baseline(report)),
        ("Profile", Some(set.profile_in_words())),
        ("Implementation", Some(implementation(report))),
        ("Set", Some(format!("tier {}, seed {}, {}", set.tier, set.seed, set.suite))),
        ("Made by", Some(format!("ptoconf {}", set.version))),
        ("Origin", Some(origin(report).to_owned())),
        ("Answers", answers(report)),
        ("Run again", flaky(report)),
    ];
    known.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// How many failing cases did not always come out the same.
fn flaky(report: &Report) -> Option<String> {
    let (first, all) = (report.flaky.first()?, report.flaky.len() as u64);
    let cases = if all == 1 { "failing case" } else { "failing cases" };
    Some(format!("{all} {cases} did not always come out the same, such as {}", first.case))
}

fn choices(report: &Report) -> Choices<'_> {
    let failed = |kind: &&FailureKind| report.failures.iter().any(|group| group.kind == **kind);
    Choices {
        operations: report.operations.iter().map(|op| op.name.as_str()).collect(),
        kinds: FailureKind::ALL.iter().filter(failed).copied().collect(),
    }
}
