//! Programs of somebody else get the questions of a set, and no way to its answers.

use crate::error::CliError;
use crate::implementations::Trust;
use ptoconf_runner::Reach;
use ptoconf_vectors::SetReader;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a program is run on.
pub struct Questions {
    /// The set without its answers.
    pub set: SetReader,
    /// What the program may read.
    pub reach: Reach,
}

impl Questions {
    /// Those of a set that was made for this run. Its answers are removed, and are made again after the run.
    ///
    /// # Errors
    /// The set cannot be changed.
    pub fn of_made(set: SetReader, trust: Trust, temporary: &Path) -> Result<Questions, CliError> {
        let set = set.remove_answers()?;
        let reach = match guard(&[], trust, temporary) {
            Ok(reach) => reach.called("made after the run"),
            Err(reason) => Reach::default().called(&format!("made after the run; the memory of ptoconf was not guarded: {reason}")),
        };
        Ok(Questions { set, reach })
    }

    /// Those of a set of the user. The folders with its answers stay where they are, and are hidden.
    ///
    /// # Errors
    /// The set cannot be read.
    pub fn of_given(set: &SetReader, answers: Option<&Path>, trust: Trust, temporary: &Path) -> Result<Questions, CliError> {
        let open = set.has_answers() && !set.suite().blind;
        // Opened anew, without what was read of the answers.
        let questions = SetReader::open(set.dir())?;
        let hidden: Vec<PathBuf> = open.then(|| set.dir()).into_iter().chain(answers).map(Path::to_owned).collect();
        let reach = match guard(&hidden, trust, temporary) {
            Ok(reach) if hidden.is_empty() => reach.called("not given to ptoconf"),
            Ok(reach) => reach.called("out of reach"),
            Err(_) if hidden.is_empty() => Reach::default().called("not given to ptoconf"),
            Err(reason) => {
                let _ = writeln!(std::io::stderr(), "note: the program can read the answers of this set: {reason}");
                Reach::default().called(&format!("within reach: {reason}"))
            }
        };
        Ok(Questions { set: questions, reach })
    }
}

fn guard(hidden: &[PathBuf], trust: Trust, temporary: &Path) -> Result<Reach, String> {
    match trust {
        Trust::Unguarded => Err("--exec-unguarded".to_owned()),
        _ => Reach::without(hidden, temporary),
    }
}
