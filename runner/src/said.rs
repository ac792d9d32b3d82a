//! The readers of what programs say, for those who try them with nonsense.

use crate::{cxx, exec, ptoas};
use ptoconf_schemas::ResultLine;

pub use cxx::fuzzing::{by_a_compiler, by_a_driver, read_of_a_driver};
pub use exec::fuzzing::{in_a_journal, read_of_a_journal};
pub use ptoas::fuzzing::by_the_assembler;

/// The answer of a worker for a case.
///
/// # Errors
/// It is none.
pub fn by_a_worker(line: &[u8], case: &str) -> Result<ResultLine, String> {
    exec::fuzzing::answer(line, case)
}
