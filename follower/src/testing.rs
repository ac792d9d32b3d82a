//! For the tests: an answer to every question that a test expects.

use crate::choice::Ask;
use ptoconf_schemas::SmolStr;

/// The options of some readings; it is a mistake to ask for others.
pub struct Options {
    options: Vec<(String, String)>,
    asked: Vec<String>,
}

impl Options {
    /// These options, by reading.
    pub fn new(options: &[(&str, &str)]) -> Options {
        let own = |(reading, option): &(&str, &str)| ((*reading).to_owned(), (*option).to_owned());
        Options { options: options.iter().map(own).collect(), asked: vec![] }
    }

    /// What was asked, each once.
    pub fn asked(self) -> Vec<String> {
        self.asked
    }

    fn note(&mut self, what: &str) {
        if !self.asked.iter().any(|known| known == what) {
            self.asked.push(what.to_owned());
        }
    }
}

impl Ask for Options {
    fn option(&mut self, reading: &str) -> Option<SmolStr> {
        self.note(reading);
        let (_, option) = self.options.iter().find(|(name, _)| name == reading)?;
        Some(option.into())
    }

    fn free(&mut self, what: &str, ways: u64) -> u64 {
        self.note(what);
        ways - 1
    }

    fn first(&mut self, rules: &[&str]) -> usize {
        self.note(&rules.join(" "));
        0
    }
}
