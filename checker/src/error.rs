//! What keeps a check from being made at all.

use ptoconf_schemas::{ExitCode, Part};
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The set or the results cannot be read.
    #[error(transparent)]
    Input(#[from] ptoconf_vectors::Error),
    /// The results answer another set.
    #[error(
        "results were made for another set: results.json names suite {found}, this set is {expected}; run the implementation on this set again"
    )]
    Stale {
        /// Digest in `results.json`.
        found: String,
        /// Digest of the `suite.json` of the set.
        expected: String,
    },
    /// The results are those of a part of the set.
    #[error("results of {0}, and a part alone is not judged: merge all parts first")]
    Part(Part),
    /// A piece is by another implementation than the pieces before it.
    #[error("a piece of the results is by another implementation than the pieces before it: {found}, expected {expected}")]
    Mixed {
        /// The implementation as the results of the piece have it.
        found: String,
        /// As those of the first piece have it.
        expected: String,
    },
    /// What a part of the exhaustive tier wrote down contradicts itself.
    #[error("part.json: {0}")]
    PartFile(String),
    /// The answers of a tuple contradict the rest of the set.
    #[error("{op}/answers.jsonl: tuple {tuple}: {reason}")]
    Answers {
        /// Operation.
        op: String,
        /// Tuple name.
        tuple: String,
        /// What was found and what was expected.
        reason: String,
    },
    /// The set contradicts itself.
    #[error("suite.json: {0}")]
    Suite(String),
    /// The verdicts or the report cannot be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// What was being written.
        what: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The checker contradicts itself: its numbers do not add up.
    #[error("internal error of the checker: {0}; please report it")]
    Internal(String),
}

impl CheckError {
    /// The exit code that this error stands for.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CheckError::Write { .. } | CheckError::Internal(_) => ExitCode::DoesNotConform,
            CheckError::Part(_) => ExitCode::NothingChecked,
            _ => ExitCode::UnusableInput,
        }
    }
}
