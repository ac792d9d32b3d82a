//! What a program of somebody else may read: its inputs, and no answers.
//!
//! The first guard is that there are no answers while it runs. Where they have to lie on the disk, and for the
//! memory of ptoconf itself, Landlock is the second: the kernel refuses to open what is hidden, to the program
//! and to all that it starts, and lets them look into no process but their own.

#[cfg_attr(target_os = "linux", path = "landlock.rs")]
#[cfg_attr(not(target_os = "linux"), path = "elsewhere.rs")]
mod rules;

use rules::Rules;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;
use tempfile::TempDir;

/// Variables of the environment that are about ptoconf are not handed on.
const OWN: &str = "PTOCONF_";

/// What programs may read.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Where the kernel guards it.
    rules: Option<Arc<Rules>>,
    /// Folder for temporary files, which is never hidden.
    temporary: Option<PathBuf>,
    /// What is said of it in the results.
    words: Option<String>,
}

impl Reach {
    /// Everything but what lies in `hidden`. Temporary files lie in `temporary`.
    ///
    /// # Errors
    /// Why the kernel cannot guard it, in words.
    pub fn without(hidden: &[PathBuf], temporary: &Path) -> Result<Reach, String> {
        // Who is not root cannot look into a process that may not be dumped, whatever the kernel has.
        rules::close_memory();
        let rules = Rules::new(hidden, temporary)?;
        Ok(Reach { rules: Some(Arc::new(rules)), temporary: Some(temporary.to_owned()), words: None })
    }

    /// The same, with what the results are to say of the answers.
    pub fn called(self, words: &str) -> Reach {
        Reach { words: Some(words.to_owned()), ..self }
    }

    /// What the results say of the answers, as a name and a detail.
    pub(crate) fn detail(&self) -> Option<(String, String)> {
        self.words.clone().map(|words| ("answers".to_owned(), words))
    }

    /// Lets programs read a folder that was made since.
    pub(crate) fn open_up(&self, folder: &Path) -> std::io::Result<()> {
        self.rules.as_ref().map_or(Ok(()), |rules| rules.open_up(folder).map_err(std::io::Error::other))
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
