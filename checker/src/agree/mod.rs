//! Who accepts too much, who rejects too much: several results against one set.
//!
//! Legality is a property of a tuple, so tuples are counted, not cases. The pages are a judge like the
//! others: what the set expects. Values are not looked at.

mod matrix;
mod opinion;

use crate::index::{self, OperationIndex};
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

/// What a judge says of every tuple.
struct Said {
    indices: Vec<OperationIndex>,
    extra: Vec<String>,
}

/// Compares what the judges say of the selected tuples of a set.
///
/// # Errors
/// The set or results cannot be read, or results answer another set.
pub fn agree(set: &SetReader, judges: &[Judge<'_>], filter: &Filter<'_>) -> Result<Agreement, CheckError> {
    let names: Vec<&str> = set.suite().operations.iter().map(|o| o.name.as_str()).collect();
    let readers = names.iter().map(|name| set.operation(name)).collect::<Result<Vec<OperationReader>, _>>()?;
    let said = judges.iter().map(|judge| read(set, judge, &readers, &names)).collect::<Result<Vec<Said>, _>>()?;
    let mut matrix = Matrix::new(judges.iter().map(|j| j.name.clone()).collect());
    for (number, reader) in readers.iter().enumerate() {
        let rules = set.suite().operations[number].rules.iter().map(|r| r.id.as_str()).collect();
        matrix.operation(names[number], rules);
        let answers = reader.answers()?;
        for (tuple, line) in reader.tuples.iter().enumerate() {
            if !(0..line.cases).any(|slot| filter(line, slot)) {
                continue;
            }
            let twin = twin_of(reader, &answers[tuple]).map_err(|reason| answers_error(names[number], line, reason))?;
            let opinion = |judge: &Said, tuple: usize| of_judge(judge.indices[number].answers(tuple));
            let opinions: Vec<Opinion> = said.iter().map(|judge| opinion(judge, tuple)).collect();
            let proven = said.iter().map(|judge| twin.is_none_or(|twin| opinion(judge, twin) == Opinion::Accepts)).collect();
            let message = |judge: usize| message(&said[judge].indices[number], tuple, line.cases);
            let answer = &answers[tuple];
            matrix.add(&Subject { line, answer, pages: of_pages(&answer.expect), opinions, proven, message: &message });
        }
    }
    Ok(report(set, judges, said, matrix))
}

fn read(set: &SetReader, judge: &Judge<'_>, readers: &[OperationReader], names: &[&str]) -> Result<Said, CheckError> {
    let found = &judge.results.header().suite;
    if found != set.digest() {
        return Err(CheckError::Stale { found: found.clone(), expected: set.digest().to_owned() });
    }
    let (indices, extra) = index::read(judge.results, readers, names)?;
    Ok(Said { indices, extra })
}

/// The legal twin of an illegal tuple.
fn twin_of(reader: &OperationReader, answer: &AnswerLine) -> Result<Option<usize>, String> {
    let Expectation::Reject { twin, .. } = &answer.expect else { return Ok(None) };
    reader.index_of(twin).map(Some).ok_or_else(|| format!("the twin `{twin}` is no tuple of the operation"))
}

fn answers_error(op: &str, line: &TupleLine, reason: String) -> CheckError {
    CheckError::Answers { op: op.to_owned(), tuple: line.name.clone(), reason }
}

fn report(set: &SetReader, judges: &[Judge<'_>], said: Vec<Said>, matrix: Matrix) -> Agreement {
    let (tuples, counts, rules) = matrix.finish();
    let summary = |((judge, said), counts): ((&Judge<'_>, Said), AgreementCounts)| JudgeReport {
        name: judge.name.clone(),
        implementation: judge.results.header().implementation.clone(),
        counts,
        extra: said.extra,
    };
    let judges: Vec<JudgeReport> = judges.iter().zip(said).zip(counts).map(summary).collect();
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
