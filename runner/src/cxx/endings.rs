//! The file of results of the driver: how each case ended, and its outputs.

use super::jobs::Layout;
use ptoconf_schemas::{Outcome, Role, Tuple};

/// How a case ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ending<'a> {
    pub outcome: Outcome,
    pub message: Option<String>,
    /// Names of operands that were touched.
    pub touched: Vec<String>,
    /// Memory of the output operands, in order; empty where the case did not come to its end.
    pub outputs: Vec<&'a [u8]>,
}

/// Reads the file from front to back.
#[derive(Debug)]
pub(super) struct Endings<'a> {
    bytes: &'a [u8],
    /// Longest time of a case, for messages.
    seconds: f64,
    /// Memory that a case may take, in MiB, for messages.
    memory: u64,
}

impl<'a> Endings<'a> {
    const END: u32 = 0x646f_6e65;

    pub fn new(bytes: &'a [u8], seconds: f64, memory: u64) -> Endings<'a> {
        Endings { bytes, seconds, memory }
    }

    /// How the next case, one of this tuple, ended.
    pub fn next(&mut self, tuple: &Tuple, layout: &Layout) -> Option<Ending<'a>> {
        let (kind, code, fault, operand) = (self.u32()?, self.u32()?, self.u32()?, self.u32()?);
        let (offset, touched) = (self.u64()? as i64, self.u64()?);
        let length = self.u32()? as usize;
        let words = String::from_utf8_lossy(self.take(length)?).into_owned();
        let touched = tuple.operands.iter().enumerate().filter(|(i, _)| *i < 64 && touched >> i & 1 == 1).map(|(_, o)| o.name.to_string());
        let touched: Vec<String> = touched.collect();
        let (outcome, message) = match (kind, assertion(&words)) {
            (0, _) => (Outcome::Ok, None),
            (1, Some(assertion)) if code == SIGABRT => (Outcome::Rejected, Some(assertion)),
            (1, _) if words.contains("std::bad_alloc") => {
                let text = format!("{}: out of memory; a case may take {} MiB: --cxx-memory gives more", signal(code), self.memory);
                (Outcome::Crashed, Some(with_words(text, &words)))
            }
            (1, _) => {
                (Outcome::Crashed, Some(with_words(format!("{}{}", signal(code), place(tuple, layout, fault, operand, offset)), &words)))
            }
            (2, _) => (Outcome::Crashed, Some(with_words(format!("ended the process with exit code {code}"), &words))),
            (3, _) => (Outcome::Timeout, Some(with_words(format!("stopped after {} s", self.seconds), &words))),
            _ => return None,
        };
        let mut outputs = Vec::new();
        if outcome == Outcome::Ok {
            for (_, (bytes, _)) in tuple.operands.iter().zip(&layout.operands).filter(|(o, _)| o.role == Role::Out) {
                outputs.push(self.take(*bytes)?);
            }
        }
        Some(Ending { outcome, message, touched, outputs })
    }

    /// Whether this is the end, as the driver marks it.
    pub fn is_at_end(&mut self) -> bool {
        self.u32() == Some(Self::END) && self.bytes.is_empty()
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
}

const SIGABRT: u32 = 6;

/// Names of signals that cases die of.
const SIGNALS: &[(u32, &str)] =
    &[(4, "SIGILL"), (SIGABRT, "SIGABRT"), (7, "SIGBUS"), (8, "SIGFPE"), (9, "SIGKILL"), (11, "SIGSEGV"), (24, "SIGXCPU"), (25, "SIGXFSZ")];

/// A signal by its name.
pub(super) fn signal(number: u32) -> String {
    SIGNALS.iter().find(|(n, _)| *n == number).map_or_else(|| format!("signal {number}"), |(_, name)| (*name).to_owned())
}

/// Where a fault was, in words.
fn place(tuple: &Tuple, layout: &Layout, fault: u32, operand: u32, offset: i64) -> String {
    let what = match fault {
        0 => return String::new(),
        1 => "read",
        _ => "write",
    };
    let Some((operand, (bytes, _))) = tuple.operands.get(operand as usize).zip(layout.operands.get(operand as usize)) else {
        return format!(": {what} at an address far from every operand");
    };
    format!(": {what} at byte offset {offset} of operand {}, whose tile has {bytes} bytes", operand.name)
}

/// The message of an assertion, if that is the last that was said: of the C library, or marked by the headers, with
/// lines below it that are indented. What came before is a log, and what comes after says why it really ended, such as
/// the C library where memory is damaged. An assertion inside the standard library is a crash: it states nothing
/// about the tuple.
fn assertion(words: &str) -> Option<String> {
    // The beginning may be cut off: what is left of a long line is no indented one.
    let line = words.trim_start().lines().rev().find(|l| !l.trim().is_empty() && !l.starts_with([' ', '\t']))?;
    let of_library = (line.contains(": Assertion ") && line.trim_end().ends_with(" failed.")) || line.starts_with("Assertion failed: ");
    let states = line.starts_with("[PTO]") || (of_library && !line.contains("/c++/"));
    states.then(|| clip(&without_function(line)))
}

/// The C library puts program and function in front, which can be pages of template arguments.
fn without_function(line: &str) -> String {
    let line = line.strip_prefix("cases: ").unwrap_or(line);
    match (line.split_once(": "), line.find("Assertion ")) {
        (Some((place, _)), Some(start)) if place.len() < start => format!("{place}: {}", &line[start..]),
        _ => line.to_owned(),
    }
}

fn with_words(text: String, words: &str) -> String {
    match words.lines().rev().find(|l| !l.trim().is_empty()) {
        Some(last) => format!("{text}; last words: {}", clip(last)),
        None => text,
    }
}

fn clip(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(400).collect()
}

#[cfg(test)]
mod tests {
    use super::assertion;

    #[test]
    fn only_the_last_words_can_state_a_rejection() {
        let said = "cases: pto/add.hpp:7: void TADD(T) [with T = X]: Assertion `rows > 0' failed.\n";
        assert_eq!(assertion(said).as_deref(), Some("pto/add.hpp:7: Assertion `rows > 0' failed."));
        let cut = " 8, pto::Pad::Null>; T = X]: Assertion `rows > 0' failed.\n";
        assert_eq!(assertion(cut).as_deref(), Some("8, pto::Pad::Null>; T = X]: Assertion `rows > 0' failed."));
        let marked = "[PTO] log: tile made\n[PTO] rows have to be positive\n    found 0\n\n";
        assert_eq!(assertion(marked).as_deref(), Some("[PTO] rows have to be positive"));
        for crash in [
            "[PTO] log: tile made\nfree(): double free detected in tcache 2\n",
            "[PTO] log: tile made\n*** stack smashing detected ***: terminated\n",
            "[PTO] log: tile made\nterminate called after throwing an instance of 'std::runtime_error'\n  what():  no\n",
            "note: Assertion checks failed over to release mode\n",
            "/usr/include/c++/12/bits/stl_vector.h:1123: reference at(size_t): Assertion '__n < this->size()' failed.\n",
            "",
        ] {
            assert_eq!(assertion(crash), None, "{crash}");
        }
    }
}
