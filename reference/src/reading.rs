//! Readings: questions that the pages leave open, the ways to understand them, and which of those
//! each profile admits.
//!
//! The principle of the defaults: `portable` admits what the pages state, `cpu` the same; a target's
//! profile admits for legality what the pages state and what the target documents (most of its
//! checks are active in debug builds only, so both outcomes are found), and for values what the
//! target documents.

use crate::Profile;
use ptoconf_schemas::{BaseProfile, Effect, OptionInfo, ReadingInfo, Scope};

/// One way to understand an open question.
#[derive(Clone, Debug)]
pub struct ReadingOption {
    /// Name.
    pub name: &'static str,
    /// What it means for a tuple that an open rule concerns.
    pub effect: Effect,
    /// What it says.
    pub statement: &'static str,
    /// Who states or follows it.
    pub source: &'static str,
}

/// An open question.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Id. An operation's file gives the part after `<operation>/`; the registry puts that in front.
    pub id: String,
    /// The question.
    pub question: &'static str,
    /// Entries of the register of contradictions.
    pub register: &'static [&'static str],
    /// Over what one option must be followed throughout.
    pub scope: Scope,
    /// The options, strongest promise first.
    pub options: Vec<ReadingOption>,
    /// Options that each built-in profile admits, its default first.
    admitted: Vec<(BaseProfile, &'static [&'static str])>,
}

/// A reading without options yet, followed throughout an operation.
pub fn reading(id: &str, register: &'static [&'static str], question: &'static str) -> Reading {
    Reading { id: id.to_owned(), question, register, scope: Scope::Operation, options: vec![], admitted: vec![] }
}

impl Reading {
    /// Adds an option whose tuples run and are judged.
    pub fn option(self, name: &'static str, statement: &'static str, source: &'static str) -> Reading {
        self.with(name, Effect::Judged, statement, source)
    }

    /// Adds an option with an effect.
    pub fn with(mut self, name: &'static str, effect: Effect, statement: &'static str, source: &'static str) -> Reading {
        self.options.push(ReadingOption { name, effect, statement, source });
        self
    }

    /// Sets what must follow one option.
    pub fn scope(mut self, scope: Scope) -> Reading {
        self.scope = scope;
        self
    }

    /// Says what the pages' profiles (`portable`, `cpu`) and each target admit, default first.
    pub fn admit(mut self, pages: &'static [&'static str], a2a3: &'static [&'static str], a5: &'static [&'static str]) -> Reading {
        use BaseProfile::{A2a3, A5, Cpu, Portable};
        self.admitted = vec![(Portable, pages), (Cpu, pages), (A2a3, a2a3), (A5, a5)];
        self
    }

    /// The options that a built-in profile admits, its default first.
    pub fn admitted(&self, base: BaseProfile) -> &'static [&'static str] {
        self.admitted.iter().find(|(b, _)| *b == base).map_or(&[], |(_, a)| a)
    }

    /// The option of this name.
    pub fn find(&self, name: &str) -> Option<&ReadingOption> {
        self.options.iter().find(|o| o.name == name)
    }

    /// The reading as it stands in a set under a profile.
    pub fn info(&self, profile: &Profile) -> ReadingInfo {
        let option =
            |o: &ReadingOption| OptionInfo { name: o.name.to_owned(), statement: o.statement.to_owned(), source: o.source.to_owned() };
        ReadingInfo {
            id: self.id.clone(),
            question: self.question.to_owned(),
            register: self.register.iter().map(|s| (*s).to_owned()).collect(),
            scope: self.scope,
            options: self.options.iter().map(option).collect(),
            admitted: profile.admitted(self),
            at: profile.admitted_at(self),
        }
    }
}
