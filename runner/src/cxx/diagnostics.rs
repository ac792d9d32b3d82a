//! Which line of a unit each error of a compiler belongs to.
//!
//! A case is one line of the unit. The error itself may be anywhere in the headers; what leads from
//! there to the case is the chain of instantiations, which clang prints after the error and gcc
//! before it. Both print a chain once: errors that follow in the same instantiation come without.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Longest diagnostic that results keep, in characters.
const LONGEST: usize = 400;

/// The family of a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Clang,
    Gcc,
}

/// The first error of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Diagnostic {
    /// `file:line: message`.
    pub text: String,
    /// Whether the error is in the line of the case itself and not in a header.
    pub in_case: bool,
}

impl Diagnostic {
    /// Whether it says that there is no such function.
    pub fn is_missing_function(&self, name: &str) -> bool {
        let missing = ["no matching function for call to", "use of undeclared identifier", "was not declared in this scope"];
        let named = [format!("'{name}'"), format!("'{name}(")].iter().any(|quoted| self.text.contains(quoted));
        self.in_case && named && missing.iter().any(|words| self.text.contains(words))
    }
}

/// What a compiler said of a unit.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Diagnosed {
    /// First error by line of the unit.
    pub cases: BTreeMap<usize, Diagnostic>,
    /// First error that belongs to no line, is fatal, or is one of the compiler itself.
    pub trouble: Option<String>,
}

/// An error with what follows from its chain.
struct Group<'a> {
    line: Option<usize>,
    /// Whether it comes with a chain of its own, or stands in the unit.
    chained: bool,
    text: &'a str,
    in_case: bool,
}

/// Reads the diagnostics of a unit that is the file `unit`.
pub(super) fn diagnose(text: &str, unit: &str, family: Family) -> Diagnosed {
    let mut found = Diagnosed::default();
    let mut groups: Vec<Group> = Vec::new();
    // gcc: the chain that stands before the next error.
    let (mut chain, mut chained) = (None, false);
    for line in text.lines() {
        let marker = marker(line, unit);
        if is_hopeless(line) {
            found.trouble.get_or_insert_with(|| clip(line));
        } else if line.contains(": error: ") {
            groups.push(Group { line: marker.or(chain), chained: marker.is_some() || chained, text: line, in_case: marker.is_some() });
            (chain, chained) = (None, false);
        } else if family == Family::Gcc {
            chained |= line.contains(": In instantiation of ") || line.contains(": In substitution of ");
            if line.contains("required from") || line.contains("required by") {
                chain = marker.or(chain);
            }
        } else if let (Some(marker), Some(group)) = (marker, groups.last_mut()) {
            group.line.get_or_insert(marker);
        }
    }
    let mut last = None;
    for group in groups {
        // Without a chain of its own it goes on with the instantiation of the error before.
        let inherits = family == Family::Clang || !group.chained;
        let line = group.line.or(if inherits { last } else { None });
        match line {
            None => drop(found.trouble.get_or_insert_with(|| clip(group.text))),
            Some(line) => {
                let text = clip(group.text);
                found.cases.entry(line).or_insert(Diagnostic { text, in_case: group.in_case });
            }
        }
        last = line;
    }
    found
}

/// The line of the unit that a line of text begins with.
fn marker(line: &str, unit: &str) -> Option<usize> {
    let digits = line.trim_start().strip_prefix(unit)?.strip_prefix(':')?;
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Nothing after it can be relied on.
fn is_hopeless(line: &str) -> bool {
    const WORDS: &[&str] =
        &[": fatal error: ", "fatal error: ", "internal compiler error", "PLEASE submit a bug report", "LLVM ERROR", "out of memory"];
    WORDS.iter().any(|words| line.contains(words))
}

fn clip(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, family: Family) -> Vec<usize> {
        let found = diagnose(text, "/u.cpp", family);
        assert_eq!(found.trouble, None);
        found.cases.into_keys().collect()
    }

    #[test]
    fn clang_prints_the_chain_after_the_error_and_once() {
        let text = "/h.hpp:9:3: error: first\n/u.cpp:4:7: note: in instantiation of f requested here\n\
                    /h.hpp:10:3: error: second, same instantiation\n\
                    /u.cpp:7:1: error: no matching function for call to 'F'\n/h.hpp:2:1: note: candidate\n";
        assert_eq!(lines(text, Family::Clang), [4, 7]);
        let found = diagnose("/h.hpp:9:3: error: of nobody\n", "/u.cpp", Family::Clang);
        assert_eq!(found.trouble.as_deref(), Some("/h.hpp:9:3: error: of nobody"));
    }

    #[test]
    fn gcc_prints_the_chain_before_the_error() {
        let text = "/u.cpp: In function 'void case_1(O)':\n/u.cpp:2:5: error: 'F' was not declared in this scope\n\
                    /h.hpp: In instantiation of 'void f()':\n/u.cpp:5:9:   required from here\n/h.hpp:3:1: error: static assertion failed\n\
                    /h.hpp:3:1: note: 'false' evaluates to false\n/h.hpp:4:1: error: same instantiation\n";
        assert_eq!(lines(text, Family::Gcc), [2, 5]);
        let found = diagnose("/u.cpp:2:5: internal compiler error: Segmentation fault\n", "/u.cpp", Family::Gcc);
        assert!(found.cases.is_empty() && found.trouble.is_some(), "a crash blames nobody");
    }
}
