//! Which files and folders a list of places comes to: rules of the kernel allow and never deny, so what is to stay
//! closed is left out by allowing what lies beside it, one by one.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, DirEntry};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders that are looked into for vector sets, for each place: those near its top.
const MOST_FOLDERS: usize = 2000;
/// These hold no files of anybody, and a great many entries.
const VIRTUAL: [&str; 2] = ["/proc", "/sys"];
/// Files that a set and the answers of a blind one begin with, and what stands in their first bytes.
const HEADS: [(&str, &str); 2] = [("suite.json", "\"ptoconf-set/"), ("answers.json", "\"ptoconf-answers/")];
/// Bytes of a head that are looked at.
const FIRST_BYTES: u64 = 256;

/// The place itself; where something is left out of it, what lies beside that, and beside the folders that lead there.
pub(super) fn without(place: &Path, left_out: &[PathBuf]) -> Vec<PathBuf> {
    if left_out.iter().any(|path| place.starts_with(path)) {
        return Vec::new();
    }
    let below = left_out.iter().filter(|path| path.starts_with(place));
    let ways: BTreeSet<&Path> = below.flat_map(|path| path.ancestors().skip(1).take_while(|way| way.starts_with(place))).collect();
    if ways.is_empty() {
        return vec![place.to_owned()];
    }
    let mut open = Vec::new();
    for way in ways.iter().filter(|way| !left_out.iter().any(|path| way.starts_with(path))) {
        // What cannot be listed stays closed.
        open.extend(entries(way).map(|entry| entry.path()));
    }
    open.retain(|path| !ways.contains(path.as_path()) && !left_out.contains(path));
    open
}

/// The folders in a place, near its top, that are vector sets or hold the answers of one.
pub(super) fn sets_in(place: &Path) -> Vec<PathBuf> {
    let mut sets = Vec::new();
    let mut folders = VecDeque::from([place.to_owned()]);
    for seen in 1..=MOST_FOLDERS {
        let Some(folder) = folders.pop_front() else { break };
        if VIRTUAL.iter().any(|path| folder.starts_with(path)) {
            continue;
        }
        if HEADS.iter().any(|(name, mark)| is_head(&folder.join(name), mark)) {
            sets.push(folder);
            continue;
        }
        // Of most folders it is not asked what else is in them: it would not be its turn any more.
        if seen + folders.len() < MOST_FOLDERS {
            let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
            folders.extend(entries(&folder).filter(is_folder).map(|entry| entry.path()));
        }
    }
    sets
}

/// Whether a file or folder belongs to a set.
pub(super) fn is_in_set(path: &Path) -> bool {
    path.ancestors().any(|folder| HEADS.iter().any(|(name, mark)| is_head(&folder.join(name), mark)))
}

fn is_head(path: &Path, mark: &str) -> bool {
    // A pipe of that name would wait for a writer.
    if !path.is_file() {
        return false;
    }
    let mut first = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(FIRST_BYTES).read_to_end(&mut first));
    read.is_ok() && String::from_utf8_lossy(&first).contains(mark)
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(folders: &[&str], files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        folders.iter().for_each(|folder| fs::create_dir_all(root.join(folder)).unwrap());
        files.iter().for_each(|(file, text)| fs::write(root.join(file), text).unwrap());
        (dir, root)
    }

    fn names(paths: &[PathBuf], root: &Path) -> Vec<String> {
        let mut names: Vec<_> = paths.iter().filter_map(|p| p.strip_prefix(root).ok()?.to_str()).map(str::to_owned).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn what_is_left_out_is_left_out_with_the_folders_that_lead_to_it() {
        let (_dir, root) = tree(&["way/set/op", "way/beside", "other/answers", "third"], &[("file", "")]);
        let hidden = [root.join("way/set"), root.join("other/answers")];
        let open = without(Path::new("/"), &hidden);
        assert_eq!(names(&open, &root), ["file", "third", "way/beside"]);
        assert!(open.iter().all(|p| !root.starts_with(p)) && open.contains(&PathBuf::from("/proc")));
        assert_eq!(names(&without(&root, &hidden), &root), ["file", "third", "way/beside"]);
        assert_eq!(names(&without(&root.join("third"), &hidden), &root), ["third"]);
        assert_eq!(without(&root.join("way/set/op"), &hidden), Vec::<PathBuf>::new());
        assert_eq!(without(&root.join("way/set"), &hidden), Vec::<PathBuf>::new());
    }

    #[test]
    fn as_many_folders_are_looked_into_as_is_said() {
        let set = r#"{ "format": "ptoconf-set/1" }"#;
        // The root, those beside, and the set, which is deeper and so comes last.
        for (beside, found) in [(MOST_FOLDERS - 2, vec!["0/set"]), (MOST_FOLDERS - 1, vec![])] {
            let folders: Vec<String> = (0..beside).map(|at| at.to_string()).collect();
            let folders: Vec<&str> = folders.iter().map(String::as_str).chain(["0/set"]).collect();
            let (_dir, root) = tree(&folders, &[("0/set/suite.json", set)]);
            assert_eq!(names(&sets_in(&root), &root), found);
        }
    }

    #[test]
    fn sets_are_known_by_their_heads_and_not_by_names_alone() {
        let (set, answers) = (r#"{ "format": "ptoconf-set/1" }"#, r#"{ "format": "ptoconf-answers/1" }"#);
        let files = [("a/b/suite.json", set), ("c/answers.json", answers), ("d/suite.json", "{}"), ("d/answers.json", "[1]")];
        let (_dir, root) = tree(&["a/b/op", "c", "d", "e/suite.json"], &files);
        assert_eq!(names(&sets_in(&root), &root), ["a/b", "c"]);
        let inside = |path: &str| is_in_set(&root.join(path));
        assert!(inside("a/b/op") && inside("a/b") && inside("c/answers.json") && !inside("a") && !inside("d") && !inside("e/suite.json"));
    }
}
