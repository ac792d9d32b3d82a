//! The compiler: which one, its command lines, and single runs of it.

use super::diagnostics::Family;
use super::options::CxxOptions;
use crate::process::{self, End, Finished, Limits};
use crate::reach::Reach;
use crate::run::RunError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tried in this order where the user names none.
const KNOWN: &[&str] = &["clang++", "clang++-21", "clang++-20", "clang++-19", "clang++-18", "clang++-17", "g++"];

/// Most bytes of diagnostics that are looked at.
const MOST_TEXT: usize = 256 << 20;

/// A compiler with the arguments that every run of it has.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    pub program: String,
    pub family: Family,
    /// First line of what it says about itself.
    pub version: String,
    /// Arguments of every run.
    pub arguments: Vec<String>,
    /// More arguments where it links, at the end.
    pub linker_arguments: Vec<String>,
    pub limits: Limits,
    pub reach: Reach,
}

/// What helps where even the headers do not compile.
const OTHERS: &str =
    "where the headers are right, --cxx-compiler names another compiler (g++ 12, clang 17 or later), --cxx-std another standard";

impl Compiler {
    /// The compiler of the options, for headers in the folder `include`; `workers` run at a time.
    pub fn find(options: &CxxOptions, include: &Path, workers: usize, reach: &Reach) -> Result<Compiler, RunError> {
        let (program, text) = match &options.compiler {
            Some(program) => (program.clone(), version(program).map_err(|e| missing(program, &e))?),
            None => KNOWN.iter().find_map(|p| Some(((*p).to_owned(), version(p).ok()?))).ok_or_else(|| {
                failed(format!("no C++ compiler found: tried {}; install one, or name it with --cxx-compiler", KNOWN.join(", ")))
            })?,
        };
        let family = match &text {
            text if text.contains("clang") => Family::Clang,
            text if text.contains("Free Software Foundation") => Family::Gcc,
            _ => return Err(failed(format!("{program}: neither clang nor gcc, by what it prints for --version"))),
        };
        let limits = options.compiler_limits(workers);
        let version = text.lines().next().unwrap_or_default().to_owned();
        let arguments = arguments(options, include, family);
        let linker_arguments = options.machine.linker_flags(&options.defines).iter().map(|f| (*f).to_owned()).collect();
        Ok(Compiler { program, family, version, arguments, linker_arguments, limits, reach: reach.clone() })
    }

    /// Runs the compiler with its own arguments and these. A full disk is nothing that a case can be blamed for.
    pub fn run(&self, more: &[String]) -> Result<Finished, RunError> {
        let words: Vec<String> = std::iter::once(&self.program).chain(&self.arguments).chain(more).cloned().collect();
        let finished = process::run(&words, &self.limits, &self.reach, MOST_TEXT)?;
        match finished.text.lines().find(|l| finished.end != End::Code(0) && l.contains("No space left on device")) {
            Some(line) => Err(unusable(format!("{line}; TMPDIR names another place for temporary files"))),
            None => Ok(finished),
        }
    }

    /// Runs the compiler on something that has to work whatever the cases are.
    pub fn must(&self, what: &str, more: &[String]) -> Result<(), RunError> {
        let finished = self.run(more)?;
        match finished.end {
            End::Code(0) => Ok(()),
            end => {
                let why = first_error(&finished.text).unwrap_or_else(|| match finished.text.lines().find(|l| is_out_of_memory(l)) {
                    Some(line) => line.to_owned(),
                    None => format!("the compiler ended with {end:?}"),
                });
                Err(failed(format!("{what}: {}\n  command: {}\n  next: {OTHERS}", self.with_limit(why), self.command(more))))
            }
        }
    }

    /// Why it failed; with the limit where memory is the reason.
    pub fn with_limit(&self, why: String) -> String {
        match self.limits.memory {
            Some(bytes) if is_out_of_memory(&why) => {
                format!("{why}; it may take {} MiB: --cxx-memory gives all workers together more", bytes >> 20)
            }
            _ => why,
        }
    }

    /// The command line, as one would type it.
    pub fn command(&self, more: &[String]) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments).chain(more);
        words.map(|w| quoted(w)).collect::<Vec<_>>().join(" ")
    }
}

/// What a compiler says about itself.
fn version(program: &str) -> std::io::Result<String> {
    let output = Command::new(program).arg("--version").output()?;
    if !output.status.success() {
        return Err(std::io::Error::other(format!("--version ended with {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn arguments(options: &CxxOptions, include: &Path, family: Family) -> Vec<String> {
    let mut list = vec![format!("-std={}", options.standard)];
    list.extend(["-O0", "-w", "-pthread", "-ftemplate-backtrace-limit=0"].map(String::from));
    list.extend(
        match family {
            Family::Clang => ["-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics"],
            Family::Gcc => ["-fmax-errors=0", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"],
        }
        .map(String::from),
    );
    list.push(format!("-D{}", options.machine.define()));
    list.extend(options.defines.iter().map(|d| format!("-D{d}")));
    list.extend(options.machine.flags(&options.defines).iter().map(|f| (*f).to_owned()));
    list.push(format!("-I{}", include.display()));
    list.extend(options.flags.iter().cloned());
    list
}

/// Whether a compiler says that it has no more memory.
pub(super) fn is_out_of_memory(text: &str) -> bool {
    ["out of memory", "virtual memory exhausted", "Cannot allocate memory", "bad_alloc"].iter().any(|words| text.contains(words))
}

/// The first line that is an error.
pub(super) fn first_error(text: &str) -> Option<String> {
    text.lines().find(|l| l.contains("error: ")).map(str::to_owned)
}

/// An error that ends the run.
pub(super) fn failed(text: impl Into<String>) -> RunError {
    RunError::Implementation(text.into())
}

/// An error of the operating system that ends the run.
pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> RunError {
    move |error| unusable(format!("{}: {error}", path.display()))
}

/// An error of the run that neither the headers nor the command line is to blame for.
pub(super) fn unusable(text: impl Into<String>) -> RunError {
    RunError::Unusable(text.into())
}

fn missing(program: &str, error: &std::io::Error) -> RunError {
    failed(format!("cannot run the compiler {program}: {error}; install it, or name another with --cxx-compiler"))
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The folder of a header tree, absolute; `what` names it for the user.
pub(super) fn include_folder(include: &Path, what: &str) -> Result<PathBuf, RunError> {
    let header = include.join("pto/pto-inst.hpp");
    if !header.is_file() {
        let text = format!("{}: no such file; {what} is the folder that holds pto/pto-inst.hpp", header.display());
        return Err(failed(text));
    }
    include.canonicalize().map_err(io(include))
}
