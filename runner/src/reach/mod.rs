//! What a program of somebody else may read: its inputs, what it needs to run, and no answers. And where it may write:
//! anywhere but on the terminal of whoever runs it.
//!
//! The first guard is that there are no answers while it runs. For those that have to lie on the disk, for other
//! sets and for the memory of ptoconf itself, Landlock is the second: the kernel opens what is listed and nothing
//! else, to the program and to all that it starts, and lets them look into no process but their own.

#[cfg_attr(target_os = "linux", path = "landlock.rs")]
#[cfg_attr(not(target_os = "linux"), path = "elsewhere.rs")]
mod rules;

mod folders;
mod sight;
mod terminals;

use rules::Rules;
pub use sight::Sight;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;
use tempfile::TempDir;

/// Variables of the environment that are about ptoconf are not handed on.
const OWN: &str = "PTOCONF_";

/// What programs say, in English or by number, of a file that they may not open.
const CLOSED: [&str; 4] = ["ermission denied", "rrno 13", "os error 13", "cannot open shared object file"];
/// What may help.
const HINT: &str = " (it sees few files beside its own; --exec-sees PATH opens others)";

/// What programs may read.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Where the kernel guards it.
    rules: Option<Arc<Rules>>,
    /// What stays closed, by its real path.
    hidden: Vec<PathBuf>,
    /// Terminals that stay closed for writing, too.
    terminals: Vec<PathBuf>,
    /// Folder for temporary files, which is never hidden.
    temporary: Option<PathBuf>,
    /// Whether a program may miss a file that it needs.
    limited: bool,
    /// What is said of it in the results.
    words: Option<String>,
}

impl Reach {
    /// What this sight opens, without what lies in `hidden`. Temporary files lie in `temporary`.
    ///
    /// # Errors
    /// Why the kernel cannot guard it, in words.
    pub fn new(sight: &Sight, hidden: &[PathBuf], temporary: &Path) -> Result<Reach, String> {
        // Who is not root cannot look into a process that may not be dumped, whatever the kernel has.
        rules::close_memory();
        let terminals = sight.closed_of(terminals::terminals());
        let rules = Rules::new(!terminals.is_empty())?;
        let real = |path: &PathBuf| fs::canonicalize(path).map_err(|e| format!("{}: {e}", path.display()));
        let mut hidden = hidden.iter().map(real).collect::<Result<Vec<_>, _>>()?;
        hidden.extend_from_slice(&terminals);
        for path in sight.open(&hidden) {
            rules.open_up(&path)?;
        }
        rules.open_up(temporary)?;
        let (rules, temporary) = (Some(Arc::new(rules)), Some(temporary.to_owned()));
        let reach = Reach { rules, hidden, terminals, temporary, limited: matches!(sight, Sight::Listed { .. }), words: None };
        reach.let_write(Path::new("/"))?;
        Ok(reach)
    }

    /// The same, with what the results are to say of the answers.
    pub fn called(self, words: &str) -> Reach {
        Reach { words: Some(words.to_owned()), ..self }
    }

    /// What the results say of the answers, as a name and a detail.
    pub(crate) fn detail(&self) -> Option<(String, String)> {
        self.words.clone().map(|words| ("answers".to_owned(), words))
    }

    /// What to do about a program that complains of a closed file, as the end of a message; else nothing.
    pub(crate) fn hint(&self, complaint: &str) -> &'static str {
        if self.limited && CLOSED.iter().any(|words| complaint.contains(words)) { HINT } else { "" }
    }

    /// Lets programs read one more folder, but for what is hidden.
    pub(crate) fn open_up(&self, folder: &Path) -> std::io::Result<()> {
        let Some(rules) = &self.rules else { return Ok(()) };
        let folder = fs::canonicalize(folder)?;
        let open = folders::without(&folder, &self.hidden);
        open.iter().try_for_each(|path| rules.open_up(path)).map_err(std::io::Error::other)?;
        // It may have come into being since, at the top.
        self.let_write(&folder).map_err(std::io::Error::other)
    }

    /// Lets programs write in a folder, but on no terminal.
    fn let_write(&self, folder: &Path) -> Result<(), String> {
        let Some(rules) = self.rules.as_ref().filter(|_| !self.terminals.is_empty()) else { return Ok(()) };
        folders::without(folder, &self.terminals).iter().try_for_each(|path| rules.let_write(path))
    }

    /// A folder for temporary files that programs may read.
    pub(crate) fn tempdir(&self, prefix: &str) -> std::io::Result<TempDir> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix);
        self.temporary.as_ref().map_or_else(|| builder.tempdir(), |root| builder.tempdir_in(root))
    }

    /// Starts a program that can read this and no more.
    pub(crate) fn spawn(&self, command: &mut Command) -> std::io::Result<Child> {
        let own = std::env::vars_os().map(|(name, _)| name).filter(|name| name.to_string_lossy().starts_with(OWN));
        for name in own {
            command.env_remove(name);
        }
        let Some(rules) = &self.rules else { return command.spawn() };
        if let Some(root) = &self.temporary {
            command.env("TMPDIR", root);
        }
        // Rules hold for a thread and what it starts, from then on: so a thread is made for it.
        std::thread::scope(|scope| {
            let child = scope.spawn(|| rules.obey().map_err(std::io::Error::other).and_then(|()| command.spawn()));
            child.join().unwrap_or_else(|_| Err(std::io::Error::other("the thread that starts it failed")))
        })
    }
}
