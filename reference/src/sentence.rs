//! The sentences of an operation's page, and what in this repository carries each.
//!
//! The pages are under a licence that keeps their text out of this repository, so a sentence stands here in
//! short and in other words, in the order of its section. A test counts them, and holds what they name against
//! rules, readings, forms and operands.

/// A section of a page.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading.
    pub name: &'static str,
    /// Its sentences, formulas, declarations and lines of examples, in order.
    pub sentences: &'static [Sentence],
}

/// A sentence.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    /// What it says, in short.
    pub says: &'static str,
    /// What carries it.
    pub by: &'static [Carrier],
}

/// What carries a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A rule, by the part of its id after the operation's name, or a shared one by its whole id.
    Rule(&'static str),
    /// A reading, in the same way.
    Reading(&'static str),
    /// What a form computes: values are judged against it.
    Meaning(&'static str),
    /// A form, an operand or an attribute, by its name: its being there says the sentence.
    Is(&'static str),
    /// Assembly text that `ptoconf export` writes: of this form, spelled so. A test holds every export against it.
    Text(&'static str, Spelling),
    /// A tuple among the tests of legality, by its name there.
    Example(&'static str),
    /// Nothing, and why.
    Untested(&'static str),
}

/// A way to write an operation as assembly text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spelling {
    /// With a result and the bare name of the operation.
    Synchronous,
    /// With a result.
    Level1,
    /// With destinations.
    Level2,
}

/// Reasons that several pages share.
pub(crate) const NAME: &str = "a name, and says nothing of what the operation does";
pub(crate) const ELSEWHERE: &str = "it refers to other pages, and says nothing itself";
pub(crate) const ALONE: &str = "one operation runs alone";
pub(crate) const EVENTS: &str = "events order operations, and one operation runs alone";
pub(crate) const PROGRAMS: &str = "it binds programs, not implementations";
pub(crate) const PORTABLE: &str = "it binds programs; profile portable is open where targets differ";
pub(crate) const BACKENDS: &str = "each profile has its own rules, and the same meaning";
pub(crate) const PLACEMENT: &str = "tiles without addresses are placed by whoever runs them";

/// A sentence and what carries it.
pub(crate) const fn says(says: &'static str, by: &'static [Carrier]) -> Sentence {
    Sentence { says, by }
}

/// A section and its sentences.
pub(crate) const fn section(name: &'static str, sentences: &'static [Sentence]) -> Section {
    Section { name, sentences }
}

impl std::fmt::Display for Carrier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Carrier::Rule(id) => write!(f, "rule {id}"),
            Carrier::Reading(id) => write!(f, "reading {id}"),
            Carrier::Meaning(form) => write!(f, "values of form {form}"),
            Carrier::Is(name) => write!(f, "{name}"),
            Carrier::Text(form, spelling) => write!(f, "assembly text of `export`, form {form}, {spelling}"),
            Carrier::Example(name) => write!(f, "a tuple in the tests of legality, \"{name}\""),
            Carrier::Untested(reason) => write!(f, "untested: {reason}"),
        }
    }
}

impl std::fmt::Display for Spelling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Spelling::Synchronous => "synchronous",
            Spelling::Level1 => "level 1",
            Spelling::Level2 => "level 2",
        })
    }
}
