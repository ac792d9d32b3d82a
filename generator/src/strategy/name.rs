//! Names of changes, such as `dst.valid-cols-1`.
//!
//! A search makes hundreds of changes of each of very many tuples and looks their names up: these are compared without
//! being written, and written for those that are kept.

use ptoconf_schemas::{DType, SmolStr};
use std::fmt::{Display, Formatter, Result};

/// The name of a change: of which operands, and what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The operand, or the operands with `+` between them; or the attribute.
    of: SmolStr,
    /// Whether there is a point between that and the word.
    is_of_operands: bool,
    word: Word,
}

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

impl From<&'static str> for Word {
    fn from(word: &'static str) -> Word {
        Word::Of("", word, "")
    }
}

impl Name {
    /// A change of operands.
    pub fn new(operands: &SmolStr, word: impl Into<Word>) -> Name {
        Name { of: operands.clone(), is_of_operands: true, word: word.into() }
    }

    /// A change of an attribute, or of the whole tuple.
    pub fn whole(of: &str, word: Word) -> Name {
        Name { of: of.into(), is_of_operands: false, word }
    }

    /// What is changed: operands, or else something by itself.
    pub fn place(&self) -> Name {
        if self.is_of_operands { Name { word: "".into(), ..self.clone() } } else { self.clone() }
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
