//! Who accepts too much, who rejects too much: several results against one set.
//!
//! Legality is a property of a tuple, so tuples are counted, not cases. The pages are a judge like the
//! others: what the set expects. Values are not looked at.

mod matrix;
mod opinion;

use crate::index::{Lines, OperationIndex};
use crate::{CheckError, Filter};
use matrix::{Matrix, Subject};
use opinion::{message, of_judge, of_pages};
use ptoconf_schemas::{Agreement, AgreementCounts, AnswerLine, ExitCode, Expectation, JudgeReport, Opinion, SetId, TupleLine};
use ptoconf_vectors::{OperationReader, ResultsReader, SetReader};

/// A judge: results, and a name for them.
pub struct Judge<'a> {
    /// Name in the report.
    pub name: String,
    /// What it says.
    pub results: &'a ResultsReader,
}

/// Compares what the judges say of the selected tuples of a set.
///
/// # Errors
/// The set or results cannot be read, or results answer another set.
pub fn agree(set: &SetReader, judges: &[Judge<'_>], filter: &Filter<'_>) -> Result<Agreement, CheckError> {
    let names: Vec<&str> = set.suite().operations.iter().map(|o| o.name.as_str()).collect();
    let mut lines = judges.iter().map(|judge| find(set, judge, &names)).collect::<Result<Vec<Lines<'_>>, _>>()?;
    let mut matrix = Matrix::new(judges.iter().map(|j| j.name.clone()).collect());
    for (number, name) in names.iter().enumerate() {
        let reader = &set.operation(name)?;
        let said = lines.iter_mut().map(|lines| lines.index(number, reader)).collect::<Result<Vec<OperationIndex>, _>>()?;
        let rules = set.suite().operations[number].rules.iter().map(|r| r.id.as_str()).collect();
        matrix.operation(name, rules);
        let answers = reader.answers()?;
        for (tuple, line) in reader.tuples.iter().enumerate() {
            if !(0..line.cases).any(|slot| filter(line, slot)) {
                continue;
            }
            let twin = twin_of(reader, &answers[tuple]).map_err(|reason| answers_error(name, line, reason))?;
            let opinion = |judge: &OperationIndex, tuple: usize| of_judge(judge.answers(tuple));
            let opinions: Vec<Opinion> = said.iter().map(|judge| opinion(judge, tuple)).collect();
            let proven = said.iter().map(|judge| twin.is_none_or(|twin| opinion(judge, twin) == Opinion::Accepts)).collect();
            let message = |judge: usize| message(&said[judge], tuple, line.cases);
            let answer = &answers[tuple];
            matrix.add(&Subject { line, answer, pages: of_pages(&answer.expect), opinions, proven, message: &message });
        }
    }
    Ok(report(set, judges, lines, matrix))
}

fn find<'a>(set: &SetReader, judge: &Judge<'a>, names: &[&str]) -> Result<Lines<'a>, CheckError> {
    let found = &judge.results.header().suite;
    if found != set.digest() {
        return Err(CheckError::Stale { found: found.clone(), expected: set.digest().to_owned() });
    }
    Lines::find(judge.results, names)
}

/// The legal twin of an illegal tuple.
fn twin_of(reader: &OperationReader, answer: &AnswerLine) -> Result<Option<usize>, String> {
    let Expectation::Reject { twin, .. } = &answer.expect else { return Ok(None) };
    reader.index_of(twin).map(Some).ok_or_else(|| format!("the twin `{twin}` is no tuple of the operation"))
}

fn answers_error(op: &str, line: &TupleLine, reason: String) -> CheckError {
    CheckError::Answers { op: op.to_owned(), tuple: line.name.clone(), reason }
}

fn report(set: &SetReader, judges: &[Judge<'_>], lines: Vec<Lines<'_>>, matrix: Matrix) -> Agreement {
    let (tuples, counts, rules) = matrix.finish();
    let summary = |((judge, lines), counts): ((&Judge<'_>, Lines<'_>), AgreementCounts)| JudgeReport {
        name: judge.name.clone(),
        implementation: judge.results.header().implementation.clone(),
        counts,
        extra: lines.strays(),
    };
    let judges: Vec<JudgeReport> = judges.iter().zip(lines).zip(counts).map(summary).collect();
    let differs = judges.iter().any(|j| j.counts.differs() > 0 || !j.extra.is_empty()) || rules.iter().any(|r| r.open_split > 0);
    let exit = if judges.iter().all(|j| j.counts.decided() == 0) {
        ExitCode::NothingChecked
    } else if differs {
        ExitCode::DoesNotConform
    } else {
        ExitCode::Conforms
    };
    Agreement {
        format: Agreement::FORMAT.to_owned(),
        agrees: exit == ExitCode::Conforms,
        exit_code: exit as u8,
        set: SetId::new(set.suite(), set.digest()),
        tuples,
        judges,
        rules,
    }
}
