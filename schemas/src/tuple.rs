//! Tuples: one form of an operation with a descriptor for each operand and a value for each attribute.

use crate::{Names, SmolStr, Tile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an operation does with an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Written.
    Out,
    /// Read.
    In,
    /// Working space; its content afterwards has no meaning.
    Scratch,
}

/// One operand of a tuple.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operand {
    /// Name in the page's intrinsic, such as `src0`.
    pub name: SmolStr,
    /// What the operation does with it.
    pub role: Role,
    /// Its descriptor.
    pub tile: Tile,
}

/// The value of an attribute such as isBinary.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Attribute {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// One of the words that the page lists, such as a rounding mode.
    Word(SmolStr),
}

impl std::fmt::Display for Attribute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Attribute::Bool(b) => write!(f, "{b}"),
            Attribute::Int(i) => write!(f, "{i}"),
            Attribute::Word(word) => f.write_str(word),
        }
    }
}

/// An operand tuple. Legality is a property of it (and, for value rules, of the data class).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tuple {
    /// Operation, such as `tcolsum`.
    pub op: SmolStr,
    /// Form, such as `plain`.
    pub form: SmolStr,
    /// Attribute values by name.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub attributes: Names<Attribute>,
    /// Operands in the order of the page's intrinsic.
    pub operands: Vec<Operand>,
}

impl Tuple {
    /// The element types of what it reads and writes, each once, and its attributes: `f16 isBinary=true`.
    pub fn instantiation(&self) -> SmolStr {
        let mut words: Vec<String> = vec![];
        for dtype in self.operands.iter().filter(|o| o.role != Role::Scratch).map(|o| o.tile.dtype.to_string()) {
            if !words.contains(&dtype) {
                words.push(dtype);
            }
        }
        words.extend(self.attributes.iter().map(|(name, value)| format!("{name}={value}")));
        words.join(" ").into()
    }

    /// Physical elements of all operands.
    pub fn elements(&self) -> u64 {
        self.operands.iter().map(|o| o.tile.elements()).fold(0, u64::saturating_add)
    }

    /// The operand of this name.
    #[inline]
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        self.operands.iter().find(|o| is_same(&o.name, name))
    }

    /// The descriptor of the operand of this name.
    #[inline]
    pub fn tile(&self, name: &str) -> Option<&Tile> {
        self.operand(name).map(|o| &o.tile)
    }

    /// Whether the boolean attribute is there and true.
    pub fn flag(&self, name: &str) -> bool {
        self.attributes.get(name) == Some(&Attribute::Bool(true))
    }

    /// The word that an attribute is, if it is there and one.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.attributes.get(name) {
            Some(Attribute::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Operands with this role, in order.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Operand> {
        self.operands.iter().filter(move |o| o.role == role)
    }
}

/// Whether a name is this one. Rules ask it very often, and nearly always with one and the same text in memory: names of as many
/// letters differ in the last one, so that others are told without a call.
#[inline]
fn is_same(own: &SmolStr, name: &str) -> bool {
    let (own, name) = (own.as_bytes(), name.as_bytes());
    own.len() == name.len() && own.last() == name.last() && (std::ptr::eq(own, name) || own == name)
}
