//! Programs of somebody else get the questions of a set, and no way to its answers.

use crate::error::CliError;
use crate::implementations::Trust;
use crate::stdout::say;
use ptoconf_runner::Reach;
use ptoconf_vectors::SetReader;
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
    pub fn of_made(set: SetReader, trust: &Trust, temporary: &Path) -> Result<Questions, CliError> {
        Ok(Questions { set: set.remove_answers()?, reach: reach("made after the run", &[], trust, temporary) })
    }

    /// Those of a set of the user. The folders with its answers stay where they are, and are hidden.
    ///
    /// # Errors
    /// The set cannot be read.
    pub fn of_given(set: &SetReader, answers: Option<&Path>, trust: &Trust, temporary: &Path) -> Result<Questions, CliError> {
        let open = set.has_answers() && !set.suite().blind;
        // Opened anew, without what was read of the answers.
        let questions = SetReader::open(set.dir())?;
        let hidden: Vec<PathBuf> = open.then(|| set.dir()).into_iter().chain(answers).map(Path::to_owned).collect();
        let answers = if hidden.is_empty() { "not given to ptoconf" } else { "out of reach" };
        Ok(Questions { set: questions, reach: reach(answers, &hidden, trust, temporary) })
    }
}

/// What a program may read, with what the results say of it: how the answers are, and what it sees.
fn reach(answers: &str, hidden: &[PathBuf], trust: &Trust, temporary: &Path) -> Reach {
    let guarded = match trust {
        Trust::Guarded(sight) => Reach::new(sight, hidden, temporary).map(|reach| reach.called(&format!("{answers}; {}", sight.words()))),
        Trust::Own | Trust::Unguarded => Err("--exec-unguarded".to_owned()),
    };
    guarded.unwrap_or_else(|reason| {
        if hidden.is_empty() {
            return Reach::default().called(&format!("{answers}; the program sees all files and the memory of ptoconf: {reason}"));
        }
        say(format_args!("note: the program can read the answers of this set: {reason}"));
        Reach::default().called(&format!("within reach: {reason}"))
    })
}
