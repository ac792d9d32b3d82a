//! Readings: questions that the pages leave open, the ways to understand them, and which of those
//! each profile admits.
//!
//! What a profile admits, one principle for all:
//!
//! - What a page states about an operation binds every profile, where a target's code states it
//!   too, be it in debug builds only. Where the page states it and a target's code nowhere, that
//!   target's profile admits both.
//! - Where the pages are silent on legality, every way is admitted that the manual, the target's
//!   code, its assembler or, for tiles without elements, the formal specification documents.
//! - Values follow what the target documents, and the page's own way where it names one.
//! - `portable` admits whatever one of the others does, so that whoever conforms to one of them
//!   conforms to it; `cpu` what the pages and the general documents say, without what only A2A3's
//!   or A5's code says.

use crate::Profile;
use ptoconf_schemas::{BaseProfile, Effect, OptionInfo, ReadingInfo, Scope};

/// Names of options, the default first.
type Admitted = &'static [&'static str];

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
    /// Forms of the operation that do not exist then.
    pub lacks: &'static [&'static str],
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
    admitted: Vec<(BaseProfile, Vec<&'static str>)>,
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
        self.options.push(ReadingOption { name, effect, statement, source, lacks: &[] });
        self
    }

    /// Adds an option under which some forms do not exist.
    pub fn without(mut self, name: &'static str, lacks: &'static [&'static str], statement: &'static str, source: &'static str) -> Reading {
        self.options.push(ReadingOption { name, effect: Effect::Judged, statement, source, lacks });
        self
    }

    /// Sets what must follow one option.
    pub fn scope(mut self, scope: Scope) -> Reading {
        self.scope = scope;
        self
    }

    /// Says what each built-in profile admits, default first.
    pub fn admit(mut self, portable: Admitted, cpu: Admitted, a2a3: Admitted, a5: Admitted) -> Reading {
        use BaseProfile::{A2a3, A5, Cpu, Portable};
        let all = [(Portable, portable), (Cpu, cpu), (A2a3, a2a3), (A5, a5)];
        self.admitted = all.map(|(profile, names)| (profile, names.to_vec())).to_vec();
        self
    }

    /// Admits what another reading does, as far as there are such options.
    pub fn admit_as(mut self, other: &Reading) -> Reading {
        let has = |name: &&'static str| self.find(name).is_some();
        let admitted = other.admitted.iter().map(|(profile, names)| (*profile, names.iter().copied().filter(has).collect()));
        self.admitted = admitted.collect();
        self
    }

    /// Admits an option besides in some built-in profiles, as the last one.
    pub fn also_admit(mut self, profiles: &[BaseProfile], name: &'static str) -> Reading {
        self.admitted.iter_mut().filter(|(profile, _)| profiles.contains(profile)).for_each(|(_, names)| names.push(name));
        self
    }

    /// The same for every profile.
    pub fn admit_everywhere(self, names: Admitted) -> Reading {
        self.admit(names, names, names, names)
    }

    /// The options that a built-in profile admits, its default first.
    pub fn admitted(&self, base: BaseProfile) -> &[&'static str] {
        self.admitted.iter().find(|(b, _)| *b == base).map_or(&[], |(_, a)| a)
    }

    /// The option of this name.
    pub fn find(&self, name: &str) -> Option<&ReadingOption> {
        self.options.iter().find(|o| o.name == name)
    }

    /// The reading as it stands in a set under a profile.
    pub fn info(&self, profile: &Profile) -> ReadingInfo {
        let option = |o: &ReadingOption| OptionInfo {
            name: o.name.to_owned(),
            statement: o.statement.to_owned(),
            source: o.source.to_owned(),
            lacks: o.lacks.iter().map(|form| (*form).to_owned()).collect(),
        };
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
