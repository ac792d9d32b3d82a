//! Paths in a configuration file are taken from its own folder.

use crate::judge::shell_word;
use clap::{Arg, ValueHint};
use std::path::Path;

/// A value of an option with paths taken from a folder. In the command of a program `{here}` stands for the folder.
pub fn in_folder(arg: &Arg, value: &str, folder: &Path) -> String {
    let names: Vec<&str> = arg.get_value_names().into_iter().flatten().map(clap::builder::Str::as_str).collect();
    let has = |part: &str| names.iter().any(|name| name.contains(part));
    let below = |path: &str| folder.join(path).to_string_lossy().into_owned();
    if arg.get_long() == Some("impl") && has("IMPL") {
        return implementation(value, folder);
    }
    match (arg.get_value_hint(), value.split_once('=')) {
        (ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath, _) => below(value),
        (_, Some((kind, path))) if has("=FILE") => format!("{kind}={}", below(path)),
        _ if has("|FILE") && (value.contains('/') || Path::new(value).extension().is_some()) => below(value),
        _ if has("@FILE") => value.strip_prefix('@').map_or_else(|| value.to_owned(), |path| format!("@{}", below(path))),
        _ => value.to_owned(),
    }
}

/// The same of `SCHEME:REST`.
fn implementation(value: &str, folder: &Path) -> String {
    let here = folder.to_string_lossy();
    match value.split_once(':') {
        Some(("cxx", path)) => format!("cxx:{}", folder.join(path).display()),
        Some(("ptoas", path)) if path.contains('/') => format!("ptoas:{}", folder.join(path).display()),
        Some(("exec", command)) => {
            let command = command.replace("{here}", &shell_word(&here));
            let end = command.find(char::is_whitespace).unwrap_or(command.len());
            let (program, rest) = command.split_at(end);
            let is_here = program.starts_with("./") || program.starts_with("../");
            if is_here { format!("exec:{}{rest}", shell_word(&folder.join(program).to_string_lossy())) } else { format!("exec:{command}") }
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_from_the_folder_of_the_file() {
        let arg = |name: &'static str| Arg::new("x").long("x").value_name(name);
        let of = |arg: &Arg, value: &str| in_folder(arg, value, Path::new("/repo a"));
        let path = arg("DIR").value_parser(clap::value_parser!(std::path::PathBuf));
        assert_eq!(of(&path, "sets/one"), "/repo a/sets/one");
        assert_eq!(of(&path, "/sets"), "/sets");
        assert_eq!([of(&arg("KIND[=FILE]"), "text"), of(&arg("KIND[=FILE]"), "junit=out.xml")], ["text", "junit=/repo a/out.xml"]);
        assert_eq!([of(&arg("NAME|FILE"), "a2a3"), of(&arg("NAME|FILE"), "ours.json")], ["a2a3", "/repo a/ours.json"]);
        assert_eq!([of(&arg("CASE,…|@FILE"), "@red.txt"), of(&arg("CASE,…|@FILE"), "a/b/0")], ["@/repo a/red.txt", "a/b/0"]);
        assert_eq!(of(&arg("N"), "3"), "3");
    }

    #[test]
    fn programs_and_headers_are_taken_from_there_too() {
        let of = |value: &str| implementation(value, Path::new("/repo a"));
        assert_eq!(of("builtin:a5"), "builtin:a5");
        assert_eq!(of("cxx:include"), "cxx:/repo a/include");
        assert_eq!(of("exec:./worker --fast"), "exec:'/repo a/./worker' --fast");
        assert_eq!(of("exec:python3 {here}/batch.py {vectors}"), "exec:python3 '/repo a'/batch.py {vectors}");
        assert_eq!([of("ptoas:ptoas"), of("ptoas:bin/ptoas")], ["ptoas:ptoas", "ptoas:/repo a/bin/ptoas"]);
    }
}
