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
        let touched = tuple.operands.iter().enumerate().filter(|(i, _)| *i < 64 && touched >> i & 1 == 1).map(|(_, o)| o.name.clone());
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

fn signal(number: u32) -> String {
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

/// The last line that is the message of an assertion: of the C library, or marked by the headers.
/// An assertion inside the standard library is a crash: it states nothing about the tuple.
fn assertion(words: &str) -> Option<String> {
    let states = |l: &&str| (l.contains("Assertion ") && l.contains(" failed") && !l.contains("/c++/")) || l.starts_with("[PTO]");
    words.lines().rev().find(states).map(|line| clip(&without_function(line)))
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
