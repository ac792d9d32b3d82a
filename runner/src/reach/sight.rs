//! Where a program may read, beside its inputs and its folder for temporary files.

use super::folders::{is_in_set, sets_in, without};
use std::fs;
use std::path::{Path, PathBuf};

/// Where a program may read, beside its inputs and its folder for temporary files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Everywhere but in the answers of its set; so in other sets, too.
    All,
    /// In these files and folders, and in no vector set that is found near the top of one.
    Listed {
        /// What it needs as far as anybody can tell.
        usual: Vec<PathBuf>,
        /// What the user opens to it. A set among them is meant.
        asked: Vec<PathBuf>,
    },
}

impl Sight {
    /// What is said of it, as the end of a sentence about the answers.
    pub fn words(&self) -> String {
        let Sight::Listed { asked, .. } = self else { return "the program sees all other files, other sets too".to_owned() };
        let asked: String = asked.iter().map(|path| format!(", {}", path.display())).collect();
        format!("the program sees its inputs, its own files, installed software{asked}")
    }

    /// Of these terminals, those that nobody asked for by their names.
    pub(super) fn closed_of(&self, mut terminals: Vec<PathBuf>) -> Vec<PathBuf> {
        let Sight::Listed { asked, .. } = self else { return terminals };
        let asked = real(asked);
        terminals.retain(|terminal| !asked.contains(terminal));
        terminals
    }

    /// The files and folders that it comes to; what is hidden, given by its real path, stays closed in any case.
    pub(super) fn open(&self, hidden: &[PathBuf]) -> Vec<PathBuf> {
        let Sight::Listed { usual, asked } = self else { return without(Path::new("/"), hidden) };
        let (usual, asked) = (real(usual), real(asked));
        let mut left_out: Vec<PathBuf> = usual.iter().chain(&asked).flat_map(|place| sets_in(place)).collect();
        left_out.retain(|set| !asked.iter().any(|path| path.starts_with(set)));
        left_out.extend_from_slice(hidden);
        let usual = usual.iter().filter(|place| !is_in_set(place));
        usual.chain(&asked).flat_map(|place| without(place, &left_out)).collect()
    }
}

/// The real paths of what is there, each once, without what lies in another one.
fn real(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut real: Vec<PathBuf> = paths.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    // A folder comes before what lies in it.
    real.sort_unstable();
    real.dedup_by(|path, before| path.starts_with(before));
    real
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_left_out_unless_they_are_asked_for_and_what_is_hidden_always_is() {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        for set in ["work/set", "work/deep/er/set", "elsewhere/mine", "elsewhere/other"] {
            fs::create_dir_all(root.join(set).join("op")).unwrap();
            fs::write(root.join(set).join("suite.json"), r#"{ "format": "ptoconf-set/1" }"#).unwrap();
        }
        fs::write(root.join("work/tool"), "").unwrap();
        let open = |usual: &[&str], asked: &[&str], hidden: &[&str]| {
            let [usual, asked, hidden] = [usual, asked, hidden].map(|paths| paths.iter().map(|p| root.join(p)).collect::<Vec<_>>());
            let open = Sight::Listed { usual, asked }.open(&hidden);
            let mut names: Vec<_> = open.iter().map(|p| p.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        assert_eq!(open(&["work", "work/deep", "nowhere"], &[], &[]), ["work/tool"]);
        assert_eq!(open(&["work/set", "work/set/op", "work/tool"], &[], &[]), ["work/tool"]);
        assert_eq!(open(&[], &["elsewhere/mine", "work/set/op"], &[]), ["elsewhere/mine", "work/set/op"]);
        assert_eq!(open(&["elsewhere"], &["elsewhere/mine"], &[]), ["elsewhere/mine"]);
        assert_eq!(open(&[], &["elsewhere/mine", "elsewhere/other"], &["elsewhere/mine"]), ["elsewhere/other"]);
    }
}
