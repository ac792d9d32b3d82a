//! Rules of Landlock, the kernel's own sandbox. A rule allows and never denies: so what lies beside the hidden
//! folders, and beside the folders that they are in, is allowed one by one.

use landlock::{
    AccessFs, BitFlags, PathBeneath, PathFd, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus,
};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Which files may be opened for reading.
#[derive(Debug)]
pub(super) struct Rules(RulesetCreated);

impl Rules {
    /// Allows everything but what lies in `hidden`, and `open` in any case.
    pub fn new(hidden: &[PathBuf], open: &Path) -> Result<Rules, String> {
        let real = |path: &PathBuf| fs::canonicalize(path).map_err(|e| format!("{}: {e}", path.display()));
        let hidden = hidden.iter().map(real).collect::<Result<Vec<_>, _>>()?;
        let rules = Rules(rules().map_err(words)?);
        if !rules.try_out()? {
            return Err("this kernel has no Landlock, or has it switched off".to_owned());
        }
        for path in beside(&hidden).map_err(|e| format!("cannot list what lies beside the answers: {e}"))? {
            rules.open_up(&path)?;
        }
        rules.open_up(open)?;
        Ok(rules)
    }

    /// Allows one more file or folder.
    pub fn open_up(&self, path: &Path) -> Result<(), String> {
        let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
        // A link is followed to where it leads, and there the rules say what may be read.
        if found.is_symlink() {
            return Ok(());
        }
        let Ok(opened) = PathFd::new(path) else { return Ok(()) };
        let access = if found.is_dir() { handled() } else { AccessFs::ReadFile.into() };
        let more = self.0.try_clone().map_err(|e| e.to_string())?;
        more.add_rule(PathBeneath::new(opened, access)).map(|_| ()).map_err(words)
    }

    /// Binds this thread, and all that it starts, to the rules.
    pub fn obey(&self) -> Result<(), String> {
        self.bind().map(|_| ())
    }

    fn bind(&self) -> Result<RestrictionStatus, String> {
        let rules = self.0.try_clone().map_err(|e| e.to_string())?;
        rules.restrict_self().map_err(words)
    }

    /// Whether the kernel takes them.
    fn try_out(&self) -> Result<bool, String> {
        let tried = std::thread::scope(|scope| scope.spawn(|| self.bind()).join());
        let status = tried.map_err(|_| "a thread failed".to_owned())??;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }
}

/// Reading files. Moving files from folder to folder is named only because rules that do not name it forbid it.
fn handled() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::Refer
}

fn rules() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default().handle_access(handled())?.create()
}

fn words(error: RulesetError) -> String {
    format!("Landlock: {error}")
}

/// Everything that is not hidden: the whole tree, or what lies beside the hidden folders and beside the folders
/// that lead to them.
fn beside(hidden: &[PathBuf]) -> std::io::Result<Vec<PathBuf>> {
    if hidden.is_empty() {
        return Ok(vec![PathBuf::from("/")]);
    }
    let ways: BTreeSet<&Path> = hidden.iter().flat_map(|path| path.ancestors().skip(1)).collect();
    let mut open = Vec::new();
    for way in ways.iter().filter(|way| !hidden.iter().any(|h| way.starts_with(h))) {
        for entry in fs::read_dir(way)? {
            match entry {
                Ok(entry) => open.push(entry.path()),
                Err(e) if e.kind() == ErrorKind::NotFound => {}
                Err(e) => return Err(e),
            }
        }
    }
    open.retain(|path| !ways.contains(path.as_path()) && !hidden.contains(path));
    Ok(open)
}

/// Keeps other processes of the same user from looking into this one.
pub(super) fn close_memory() {
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_left_out_with_the_folders_that_lead_to_it() {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        for folder in ["way/set/op", "way/beside", "other/answers", "third"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join("file"), "").unwrap();
        let open = beside(&[root.join("way/set"), root.join("other/answers")]).unwrap();
        let mut found: Vec<_> = open.iter().filter_map(|p| p.strip_prefix(&root).ok()?.to_str()).collect();
        found.sort_unstable();
        assert_eq!(found, ["file", "third", "way/beside"]);
        assert!(open.iter().all(|p| !root.starts_with(p)) && open.contains(&PathBuf::from("/proc")));
    }
}
