//! Rules of Landlock, the kernel's own sandbox. A rule allows and never denies.

use landlock::{
    AccessFs, BitFlags, PathBeneath, PathFd, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus,
};
use std::fs;
use std::path::Path;

/// Which files may be opened for reading, and, where that is guarded too, for writing.
#[derive(Debug)]
pub(super) struct Rules(RulesetCreated);

impl Rules {
    /// Allows no reading yet; and no writing, if that is guarded.
    pub fn new(writing: bool) -> Result<Rules, String> {
        let rules = Rules(rules(writing).map_err(|e| words(&e))?);
        if rules.try_out()? { Ok(rules) } else { Err("this kernel has no Landlock, or has it switched off".to_owned()) }
    }

    /// Allows to read one more file or folder.
    pub fn open_up(&self, path: &Path) -> Result<(), String> {
        self.allow(path, AccessFs::ReadFile, reading())
    }

    /// Allows to write one more file, or in one more folder; only where writing is guarded.
    pub fn let_write(&self, path: &Path) -> Result<(), String> {
        self.allow(path, AccessFs::WriteFile, AccessFs::WriteFile.into())
    }

    fn allow(&self, path: &Path, file: AccessFs, folder: BitFlags<AccessFs>) -> Result<(), String> {
        let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
        // A link is followed to where it leads, and there the rules say what may be done.
        if found.is_symlink() {
            return Ok(());
        }
        let Ok(opened) = PathFd::new(path) else { return Ok(()) };
        let access = if found.is_dir() { folder } else { file.into() };
        let more = self.0.try_clone().map_err(|e| e.to_string())?;
        more.add_rule(PathBeneath::new(opened, access)).map(|_| ()).map_err(|e| words(&e))
    }

    /// Binds this thread, and all that it starts, to the rules.
    pub fn obey(&self) -> Result<(), String> {
        self.bind().map(|_| ())
    }

    fn bind(&self) -> Result<RestrictionStatus, String> {
        let rules = self.0.try_clone().map_err(|e| e.to_string())?;
        rules.restrict_self().map_err(|e| words(&e))
    }

    /// Whether the kernel takes them.
    fn try_out(&self) -> Result<bool, String> {
        let tried = std::thread::scope(|scope| scope.spawn(|| self.bind()).join());
        let status = tried.map_err(|_| "a thread failed".to_owned())??;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }
}

/// Reading files. Moving files from folder to folder is named only because rules that do not name it forbid it.
fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::Refer
}

fn rules(writing: bool) -> Result<RulesetCreated, RulesetError> {
    let handled = if writing { reading() | AccessFs::WriteFile } else { reading() };
    Ruleset::default().handle_access(handled)?.create()
}

fn words(error: &RulesetError) -> String {
    format!("Landlock: {error}")
}

/// Keeps other processes of the same user from looking into this one.
pub(super) fn close_memory() {
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}
