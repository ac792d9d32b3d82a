//! What a program usually has to read: itself, what its command names, and installed software.

use super::CommandLine;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the system, where they are there.
const SYSTEM: [&str; 16] = [
    "/bin", "/dev", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/proc", "/run", "/sbin", "/snap", "/sys",
    "/usr",
];
/// Variables of the environment that name folders of software, one or more.
const VARIABLES: [&str; 11] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PYENV_ROOT",
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_OPP_PATH",
];
/// Where Python and others install for one user, below the home folder.
const OF_THE_USER: &str = ".local";
/// Folders of an installation that hold its programs.
const PROGRAMS: [&str; 2] = ["bin", "sbin"];
/// Folders of an installation that its programs need, where the whole of it is not only an installation.
const PARTS: [&str; 7] = ["bin", "etc", "lib", "lib32", "lib64", "libexec", "share"];

/// Where a program is started.
pub(super) struct Surroundings<'a> {
    /// The folder that it is started in.
    folder: PathBuf,
    /// Variables of the environment.
    variable: &'a dyn Fn(&str) -> Option<OsString>,
    /// The folder of temporary files of all programs.
    temporary: PathBuf,
}

/// Files and folders that a program usually needs.
pub(super) fn of(command: &CommandLine) -> Vec<PathBuf> {
    let variable = |name: &str| env::var_os(name);
    let here = Surroundings { folder: env::current_dir().unwrap_or_default(), variable: &variable, temporary: env::temp_dir() };
    SYSTEM.iter().map(PathBuf::from).chain(here.needs(command.words())).collect()
}

impl Surroundings<'_> {
    fn needs(&self, words: &[String]) -> Vec<PathBuf> {
        let mut open = Vec::new();
        for path in words.iter().flat_map(|word| pieces(word)) {
            self.software(&self.folder.join(path), &mut open);
        }
        let path = self.folders("PATH");
        let program = path.iter().map(|folder| folder.join(&words[0])).find(|file| file.is_file() && !words[0].contains('/'));
        let installed = VARIABLES.iter().flat_map(|name| self.folders(name));
        let linked = path.iter().flat_map(|folder| links(folder));
        program.into_iter().chain(installed).chain(linked).for_each(|place| self.software(&place, &mut open));
        if let Some(home) = self.home() {
            self.folder(&home.join(OF_THE_USER), &mut open);
        }
        open
    }

    /// A file or folder, with the folder of a file, and with the installation that the folder belongs to. A link is
    /// where it is and where it leads.
    fn software(&self, path: &Path, open: &mut Vec<PathBuf>) {
        let Ok(real) = fs::canonicalize(path) else { return };
        for path in [path, &real] {
            let folder = if real.is_dir() { path } else { path.parent().unwrap_or(path) };
            if open.iter().any(|other| other == folder) {
                continue;
            }
            self.folder(folder, open);
            if PROGRAMS.iter().any(|name| folder.ends_with(name)) {
                folder.parent().into_iter().for_each(|around| self.installation(around, open));
            }
        }
        open.push(real);
    }

    /// A folder. One that holds everything of a user or of all programs is no folder of this program: of it, the files.
    fn folder(&self, folder: &Path, open: &mut Vec<PathBuf>) {
        if !self.is_common(folder) {
            return open.push(folder.to_owned());
        }
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        open.extend(files.filter(|path| path.is_file()));
    }

    /// All of an installation, unless it is also where somebody works.
    fn installation(&self, folder: &Path, open: &mut Vec<PathBuf>) {
        if self.is_common(folder) || is_in(&self.folder, folder) {
            open.extend(PARTS.iter().map(|part| folder.join(part)));
        } else {
            open.push(folder.to_owned());
        }
    }

    /// Whether the home folder or that of temporary files is in it.
    fn is_common(&self, folder: &Path) -> bool {
        is_in(&self.temporary, folder) || self.home().is_some_and(|home| is_in(&home, folder))
    }

    fn home(&self) -> Option<PathBuf> {
        (self.variable)("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
    }

    /// What a variable names; nothing between two separators is the folder that the program is started in.
    fn folders(&self, name: &str) -> Vec<PathBuf> {
        let value = (self.variable)(name).unwrap_or_default();
        if value.is_empty() { Vec::new() } else { env::split_paths(&value).map(|path| self.folder.join(path)).collect() }
    }
}

/// What may be the name of a file in a word: the word, and its parts, as in `--config=FILE` and `sh -c 'cd X && Y'`.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let parts = word.split(|c: char| c.is_whitespace() || "=:,;&|<>()'\"".contains(c));
    std::iter::once(word).chain(parts).filter(|part| !part.is_empty())
}

/// The links in a folder that lead out of it: to programs that are installed elsewhere.
fn links(folder: &Path) -> Vec<PathBuf> {
    let system = SYSTEM.iter().any(|path| folder.starts_with(path));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().filter(|_| !system);
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink())).map(|entry| entry.path()).collect()
}

fn is_in(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    real(path).starts_with(real(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What a command needs of a tree that has these files and links, started in `work` of it; `{}` in what a
    /// variable is set to is the tree.
    fn needs(command: &str, files: &[&str], links: &[[&str; 2]], variables: &[[&str; 2]]) -> BTreeSet<String> {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        for file in files.iter().chain(&["work/set/suite.json", "home/notes", "tmp/other/file"]) {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        for [link, to] in links {
            fs::create_dir_all(root.join(link).parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(root.join(to), root.join(link)).unwrap();
        }
        let set = |name: &str| {
            let value = variables.iter().chain(&[["HOME", "{}/home"]]).find(|[n, _]| *n == name)?[1];
            Some(value.replace("{}", root.to_str().unwrap()).into())
        };
        let here = Surroundings { folder: root.join("work"), variable: &set, temporary: root.join("tmp") };
        let command = CommandLine::parse(&command.replace("{}", root.to_str().unwrap())).unwrap();
        let open = here.needs(command.words());
        // As they are opened: by their real paths, and none that lies in another.
        let real: BTreeSet<PathBuf> = open.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let outer = |path: &&PathBuf| !path.ancestors().skip(1).any(|folder| real.contains(folder));
        real.iter().filter(outer).filter_map(|path| path.strip_prefix(&root).ok()?.to_str().map(str::to_owned)).collect()
    }

    fn is(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn files_that_words_name_bring_their_folders() {
        assert_eq!(needs("python3 ../examples/worker.py", &["examples/worker.py"], &[], &[]), is(&["examples"]));
        assert_eq!(needs("./worker", &["work/worker"], &[], &[]), is(&["work"]));
        let script = "sh -c 'cd ../sim && exec ./run --config=../etc/sim.ini 2>log'";
        assert_eq!(needs(script, &["sim/run", "etc/sim.ini"], &[], &[]), is(&["etc", "sim"]));
        assert_eq!(needs("tool --config={}/etc/sim.ini", &["etc/sim.ini"], &[], &[]), is(&["etc"]));
        assert_eq!(needs("tool ../nowhere/file", &[], &[], &[]), is(&[]));
    }

    #[test]
    fn folders_of_everything_are_not_opened_for_a_file_in_them() {
        assert_eq!(needs("../home/worker", &["home/worker"], &[], &[]), is(&["home/notes", "home/worker"]));
        assert_eq!(needs("../tmp/worker", &["tmp/worker"], &[], &[]), is(&["tmp/worker"]));
        assert_eq!(needs("tool", &["home/bin/tool", "home/lib/x"], &[], &[["PATH", "{}/home/bin"]]), is(&["home/bin", "home/lib"]));
    }

    #[test]
    fn software_is_what_path_and_its_like_name_and_where_links_lead() {
        let files = ["sim/bin/sim", "sim/models/m", "libraries/l.so", "python/bin/python3", "home/.local/lib/module"];
        let links = [["venv/bin/python3", "python/bin/python3"]];
        let variables = [["PATH", "{}/venv/bin:{}/gone"], ["LD_LIBRARY_PATH", "{}/libraries"]];
        let found = needs("python3 ../sim/bin/sim", &files, &links, &variables);
        assert_eq!(found, is(&["home/.local", "libraries", "python", "sim", "venv"]));
        // The same where the program is not the first word.
        let found = needs("sh -c python3", &files, &links, &variables);
        assert_eq!(found, is(&["home/.local", "libraries", "python", "venv"]));
        // A link in a folder of the command leads to what is needed, too.
        assert_eq!(needs("./tool", &["build/tool"], &[["work/tool", "build/tool"]], &[]), is(&["build", "work"]));
    }

    #[test]
    fn an_installation_that_is_worked_in_is_opened_in_part() {
        let files = ["work/bin/sim", "work/lib/l.so", "work/data/d"];
        assert_eq!(needs("bin/sim", &files, &[], &[]), is(&["work/bin", "work/lib"]));
        assert_eq!(needs("python3 -m sim", &files, &[], &[["PYTHONPATH", ":{}/gone"]]), is(&["work"]), "an empty part is where it starts");
    }
}
