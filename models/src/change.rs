//! How a model differs from the right one: in its decisions, or in legality checks.

use crate::legality::{COMMON, Check, Lean, Subject};
use crate::machine::asked::Asked;
use crate::machine::decisions::Decisions;
use crate::machine::site::Site;
use crate::operation::Operation;
use ptoconf_schemas::Tuple;
use std::fmt;
use std::sync::Arc;

/// What holds for some tuples.
pub type Predicate = Arc<dyn Fn(&Tuple) -> bool + Send + Sync>;

/// How a model differs from the right one.
#[derive(Clone, Debug)]
pub struct Change {
    /// Name, as results give it.
    pub name: String,
    /// Its decisions; not to be changed later, or what is said of them below would not hold.
    pub(crate) decisions: Decisions,
    /// The legality checks that it makes otherwise.
    pub checks: Vec<CheckChange>,
    /// Whether nothing else is different than what is kept when the right model [asks](crate::Asked) it.
    is_of_asked: bool,
}

/// A legality check that is made otherwise.
#[derive(Clone)]
pub struct CheckChange {
    /// Name of the check; see [`Model::legality_checks`](crate::Model::legality_checks).
    pub check: String,
    /// What is different.
    pub how: How,
}

/// What is different about a check.
#[derive(Clone)]
pub enum How {
    /// It is not made for these tuples.
    Unless(Predicate),
    /// It also rejects these tuples.
    Also(Predicate),
    /// It accepts one past the limit.
    PastLimit,
    /// It rejects the limit.
    BeforeLimit,
    /// It looks at another operand where it should look at `of`.
    Mistakes {
        /// The operand that it should look at.
        of: String,
        /// The operand that it looks at: the first of these that the tuple has.
        sees: Vec<String>,
    },
    /// It sees the tuple otherwise than it is.
    Seen(Arc<dyn Fn(&Tuple) -> Tuple + Send + Sync>),
    /// It only counts where this other check fails as well.
    MaskedBy(String),
    /// It comes after the first block of the first output was written.
    Late,
}

impl Change {
    /// Other decisions.
    pub fn decisions(name: &str, change: impl Fn(&mut Decisions)) -> Change {
        let right = Decisions::RIGHT;
        let mut decisions = right;
        change(&mut decisions);
        Change { name: name.to_owned(), decisions, checks: Vec::new(), is_of_asked: decisions.is_of_asked(&right) }
    }

    /// A check that is made otherwise.
    pub fn check(name: &str, check: &str, how: How) -> Change {
        Change::decisions(name, |_| ()).and_check(check, how)
    }

    /// This check is made otherwise as well.
    pub fn and_check(mut self, check: &str, how: How) -> Change {
        self.checks.push(CheckChange { check: check.to_owned(), how });
        self
    }

    /// Whether the model of this target, changed so, does with a tuple what the right one does, which asked this.
    pub(crate) fn is_alike(&self, target: &'static str, tuple: &Tuple, asked: &Asked) -> bool {
        self.is_of_asked && self.checks.is_empty() && asked.is_answered_alike(&self.decisions, |slot| Site { target, tuple, slot })
    }

    /// The checks that another change makes otherwise are made so as well.
    pub fn and_checks_of(mut self, other: &Change) -> Change {
        self.name = format!("{} and {}", self.name, other.name);
        self.checks.extend(other.checks.iter().cloned());
        self
    }

    /// The legality check of this name is left out.
    pub fn without_check(check: &str) -> Change {
        Change::check(&format!("without {check}"), check, How::Unless(Arc::new(|_| true)))
    }

    /// Whether this check is made otherwise.
    pub(crate) fn has(&self, check: &str) -> bool {
        self.checks.iter().any(|c| c.check == check)
    }

    /// Makes a check, changed or not.
    pub(crate) fn make(&self, check: &Check, operation: &Operation, subject: &Subject) -> Result<(), String> {
        match self.checks.iter().find(|c| c.check == check.name) {
            Some(changed) => changed.how.make(check, operation, subject),
            None => (check.run)(subject),
        }
    }

    /// Whether this check comes after the destination was written.
    pub(crate) fn is_late(&self, check: &str) -> bool {
        self.checks.iter().any(|c| c.check == check && matches!(c.how, How::Late))
    }
}

impl How {
    fn make(&self, check: &Check, operation: &Operation, subject: &Subject) -> Result<(), String> {
        match self {
            How::Unless(holds) if holds(subject.tuple) => Ok(()),
            How::Also(holds) if holds(subject.tuple) => Err(format!("{}: not supported", check.name)),
            How::Unless(_) | How::Also(_) | How::Late => (check.run)(subject),
            How::PastLimit => (check.run)(&Subject { lean: Lean::Past, ..*subject }),
            How::BeforeLimit => (check.run)(&Subject { lean: Lean::Before, ..*subject }),
            How::Mistakes { of, sees } => {
                let mut tuple = subject.tuple.clone();
                if let Some(tile) = sees.iter().find_map(|name| subject.tuple.tile(name))
                    && let Some(operand) = tuple.operands.iter_mut().find(|o| o.name == *of)
                {
                    operand.tile = tile.clone();
                }
                (check.run)(&Subject { tuple: &tuple, ..*subject })
            }
            How::Seen(view) => (check.run)(&Subject { tuple: &view(subject.tuple), ..*subject }),
            How::MaskedBy(other) => {
                let passes = |c: &&Check| c.name == other.as_str() && (c.run)(subject).is_ok();
                if COMMON.iter().chain(operation.checks).any(|c| passes(&c)) { Ok(()) } else { (check.run)(subject) }
            }
        }
    }
}

impl fmt::Debug for CheckChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "another {}", self.check)
    }
}
