//! Cases: what is in `tuples.jsonl` and `cases.jsonl`.

use crate::Tuple;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether `name` can be one component of a path: ASCII letters, digits, `-`, `_`, `.`,
/// not starting with a dot, 1 to 96 bytes. Names from data become paths only after this check.
pub fn is_safe_name(name: &str) -> bool {
    (1..=96).contains(&name.len())
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// A line of `<op>/tuples.jsonl`: a tuple and the stack of cases that share it.
///
/// Nothing in it says what is expected but the tuple itself.
///
/// Input operands are members `<name>/<operand>.npy` of the container `inputs`, each of shape
/// `[cases, rows, cols]` (physical tile, logical indexing). Outputs and scratch start as canary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TupleLine {
    /// Name, unique in its operation: `<form>-<digest of tuple and data class>`. Lines are in the order of names.
    pub name: String,
    /// The operand tuple.
    pub tuple: Tuple,
    /// Number of cases: slots 0 up to this.
    pub cases: u32,
    /// Container with the inputs, beside this file; none where the tiles are too large to carry data, whether
    /// the tuple is legal or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<String>,
}

impl TupleLine {
    /// `<op>/<name>`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.tuple.op, self.name)
    }

    /// Member name of an input operand in the container.
    pub fn member(&self, operand: &str) -> String {
        format!("{}/{operand}.npy", self.name)
    }
}

/// A line of `<op>/cases.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseLine {
    /// `<op>/<tuple name>/<slot>`.
    pub id: String,
    /// Name of the tuple.
    pub tuple: String,
    /// Position in the stacks of the tuple.
    pub slot: u32,
}

/// A case id taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaseId<'a> {
    /// Operation.
    pub op: &'a str,
    /// Tuple name.
    pub tuple: &'a str,
    /// Slot.
    pub slot: u32,
}

impl<'a> CaseId<'a> {
    /// Takes `<op>/<tuple>/<slot>` apart; `None` where it is no such thing in canonical spelling.
    pub fn parse(id: &'a str) -> Option<CaseId<'a>> {
        let mut parts = id.split('/');
        let (op, tuple, slot) = (parts.next()?, parts.next()?, parts.next()?);
        let canonical = slot == "0" || !slot.starts_with('0');
        let digits = !slot.is_empty() && slot.bytes().all(|b| b.is_ascii_digit());
        if parts.next().is_some() || !canonical || !digits || !is_safe_name(op) || !is_safe_name(tuple) {
            return None;
        }
        Some(CaseId { op, tuple, slot: slot.parse().ok()? })
    }
}

impl std::fmt::Display for CaseId<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.op, self.tuple, self.slot)
    }
}
