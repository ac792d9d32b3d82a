//! Names of changes, such as `dst.valid-cols-1`.
//!
//! A search makes hundreds of changes of each of very many tuples and looks their names up: these are compared without
//! being written, and written for those that are kept.

use ptoconf_schemas::{DType, SmolStr};
use rustc_hash::FxHasher;
use std::fmt::{Display, Formatter, Result};
use std::hash::{Hash, Hasher};

/// The name of a change: of which operands, and what.
#[derive(Clone, Debug)]
pub struct Name {
    /// The operand, or the operands with `+` between them; or the attribute.
    of: SmolStr,
    /// Whether there is a point between that and the word.
    is_of_operands: bool,
    word: Word,
    /// Of all of these: each name is looked up several times.
    hash: u64,
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        let of = |name: &Name| (name.hash, name.is_of_operands);
        of(self) == of(other) && self.word.is(&other.word) && self.of == other.of
    }
}

impl Eq for Name {}

/// What is changed. One word is always made in one way: two are the same text only where they are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A word with something before and after it.
    Of(&'static str, &'static str, &'static str),
    /// A number with something before and after it.
    Number(&'static str, u32, &'static str),
    /// A type for another one.
    For(DType, DType),
    /// The memory of another operand.
    SameAs(SmolStr),
}

/// The word for two inputs, each of which has the other's tile.
pub const EXCHANGED: &str = "exchanged";

impl Word {
    /// Whether two are equal: most words are one and the same text in memory.
    fn is(&self, other: &Word) -> bool {
        let is = |a: &str, b: &str| std::ptr::eq(a, b) || a == b;
        match (self, other) {
            (Word::Of(a, b, c), Word::Of(x, y, z)) => is(a, x) && is(b, y) && is(c, z),
            _ => self == other,
        }
    }
}

impl From<&'static str> for Word {
    fn from(word: &'static str) -> Word {
        Word::Of("", word, "")
    }
}

impl Name {
    /// A change of operands.
    pub fn new(operands: &SmolStr, word: impl Into<Word>) -> Name {
        Name::hashed(operands.clone(), true, word.into())
    }

    /// A change of an attribute, or of the whole tuple.
    pub fn whole(of: &str, word: Word) -> Name {
        Name::hashed(of.into(), false, word)
    }

    fn hashed(of: SmolStr, is_of_operands: bool, word: Word) -> Name {
        let mut hasher = FxHasher::default();
        (&of, is_of_operands, &word).hash(&mut hasher);
        let hash = hasher.finish();
        Name { of, is_of_operands, word, hash }
    }

    /// What is changed: operands, or else something by itself.
    pub fn place(&self) -> Name {
        if self.is_of_operands { Name::new(&self.of, "") } else { self.clone() }
    }

    /// Whether a single operand is changed, or none.
    pub fn is_of_one(&self) -> bool {
        !self.of.contains('+')
    }

    /// Whether a type is taken for another one of the same width.
    pub fn is_of_alike(&self) -> bool {
        matches!(self.word, Word::For(..))
    }

    /// Whether another data class is taken.
    pub fn is_of_class(&self) -> bool {
        matches!(self.word, Word::Of("class-", ..))
    }

    /// Whether an extent becomes none.
    pub fn empties(&self) -> bool {
        matches!(self.word, Word::Of("no-valid-", ..))
    }

    /// Whether the layout is another one.
    pub fn is_of_layout(&self) -> bool {
        match self.word {
            Word::Of("", word, "") => matches!(word, "nz" | "nn" | "col-major"),
            Word::Of("boxed-", _, after) => after.is_empty(),
            _ => false,
        }
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let point = if self.is_of_operands { "." } else { "" };
        write!(f, "{}{point}", self.of)?;
        match &self.word {
            Word::Of(before, word, after) => write!(f, "{before}{word}{after}"),
            Word::Number(before, number, after) => write!(f, "{before}{number}{after}"),
            Word::For(dtype, own) => write!(f, "{dtype}-for-{own}"),
            Word::SameAs(other) => write!(f, "same-as-{other}"),
        }
    }
}
