//! The command line of a program.

use std::path::Path;

/// Where the set is.
const VECTORS: &str = "{vectors}";
/// Where the results of a batch program go.
const OUT: &str = "{out}";
/// Digest of the set.
const DIGEST: &str = "{digest}";

/// A command line: words as a shell would split them, with nothing else of a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

impl CommandLine {
    /// Splits a command line. With the placeholders `{vectors}` and `{out}` it is a batch program,
    /// without them a worker.
    ///
    /// # Errors
    /// No word, an open quote, or one placeholder without the other; says so in words.
    pub fn parse(text: &str) -> Result<CommandLine, String> {
        let words = shlex::split(text).ok_or_else(|| format!("`{text}`: a quote is not closed"))?;
        if words.first().is_none_or(String::is_empty) {
            return Err("expected a program and its arguments".to_owned());
        }
        let command = CommandLine { text: text.to_owned(), words };
        match (command.has(VECTORS), command.has(OUT)) {
            (true, false) => Err(format!("`{text}`: a batch program needs {OUT}, the folder for its results, as well")),
            (false, true) => Err(format!("`{text}`: a batch program needs {VECTORS}, the folder of the set, as well")),
            _ => Ok(command),
        }
    }

    /// Whether it is a batch program.
    pub fn is_batch(&self) -> bool {
        self.has(VECTORS)
    }

    /// As it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The program's file name; where that is an interpreter, the file name of the script.
    pub fn name(&self) -> String {
        let program = file_name(&self.words[0]);
        let script = self.words[1..].iter().find(|word| !word.starts_with('-') && Path::new(word).is_file());
        script.filter(|_| is_interpreter(&program)).map_or(program, |script| file_name(script))
    }

    /// The words of a worker.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// The words of a batch program, with the placeholders replaced.
    pub(super) fn filled(&self, vectors: &Path, out: &Path, digest: &str) -> Vec<String> {
        let (vectors, out) = (vectors.to_string_lossy(), out.to_string_lossy());
        self.words.iter().map(|w| w.replace(DIGEST, digest).replace(VECTORS, &vectors).replace(OUT, &out)).collect()
    }

    fn has(&self, placeholder: &str) -> bool {
        self.words.iter().any(|w| w.contains(placeholder))
    }
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Programs that run what their first file holds; a version may follow.
const INTERPRETERS: [&str; 11] = ["python", "pypy", "sh", "bash", "dash", "env", "perl", "ruby", "node", "lua", "julia"];

fn is_interpreter(program: &str) -> bool {
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell_and_placeholders_decide_the_protocol() {
        let worker = CommandLine::parse("../bin/tool --name 'a b' \"c\"").unwrap();
        assert_eq!(worker.words(), ["../bin/tool", "--name", "a b", "c"]);
        assert_eq!((worker.is_batch(), worker.name().as_str()), (false, "tool"));
        let batch = CommandLine::parse("tool --set={vectors} {out} {digest}").unwrap();
        assert!(batch.is_batch());
        assert_eq!(batch.filled(Path::new("/a b"), Path::new("/o"), "12"), ["tool", "--set=/a b", "/o", "12"]);
    }

    #[test]
    fn a_script_gives_its_name_and_not_its_interpreter() {
        let script = "../runner/src/exec/command.rs";
        for (line, name) in [
            (format!("python3 -u {script} --fast"), "command.rs"),
            (format!("/usr/bin/python3.12 {script}"), "command.rs"),
            (format!("tool {script}"), "tool"),
            ("python3 -m pto.worker".to_owned(), "python3"),
        ] {
            assert_eq!(CommandLine::parse(&line).unwrap().name(), name, "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for (text, word) in [("", "program"), ("''", "program"), ("a 'b", "quote"), ("a {out}", "{vectors}"), ("a {vectors}", "{out}")] {
            assert!(CommandLine::parse(text).unwrap_err().contains(word), "{text}");
        }
    }
}
