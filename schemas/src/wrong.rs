//! How the elements of a mismatch are wrong, in a short phrase out of a small number of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How far the wrong elements of a mismatch are from what is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
    /// All of them hold the canary.
    NeverWritten,
    /// Each is finite, as is what is accepted, and at most 4 representable values or 1/64 of what is accepted away.
    Close,
    /// One of them is further away.
    FarOff,
}

impl Amount {
    /// Each of them.
    pub const ALL: [Amount; 3] = [Amount::NeverWritten, Amount::Close, Amount::FarOff];

    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Amount::NeverWritten => "never written",
            Amount::Close => "close",
            Amount::FarOff => "far off",
        }
    }
}

/// Where in the judged part of an output the wrong elements of a mismatch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// One element, where no other place says more.
    OneElement,
    /// In the first row alone.
    FirstRow,
    /// In the last row alone.
    LastRow,
    /// In the first column alone.
    FirstColumn,
    /// In the last column alone.
    LastColumn,
    /// None of the others.
    SomeElements,
    /// All elements.
    Everywhere,
}

impl Place {
    /// Each of them.
    pub const ALL: [Place; 7] =
        [Place::OneElement, Place::FirstRow, Place::LastRow, Place::FirstColumn, Place::LastColumn, Place::SomeElements, Place::Everywhere];

    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            Place::OneElement => "in one element",
            Place::FirstRow => "in the first row",
            Place::LastRow => "in the last row",
            Place::FirstColumn => "in the first column",
            Place::LastColumn => "in the last column",
            Place::SomeElements => "in some elements",
            Place::Everywhere => "everywhere",
        }
    }
}

/// How the elements of a mismatch are wrong: how far, and where. Written as `far off in the last row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Wrong {
    /// How far.
    pub amount: Amount,
    /// Where.
    pub place: Place,
}

impl Wrong {
    /// Each of them.
    pub fn all() -> impl Iterator<Item = Wrong> {
        Amount::ALL.into_iter().flat_map(|amount| Place::ALL.map(|place| Wrong { amount, place }))
    }

    /// The words that there are, in words.
    pub fn known() -> String {
        let list = |words: &[&str]| format!("`{}`", words.join("`, `"));
        format!("one of {}, followed by one of {}", list(&Amount::ALL.map(Amount::words)), list(&Place::ALL.map(Place::words)))
    }

    /// Reads such as `far off in the last row`.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn parse(text: &str) -> Result<Wrong, String> {
        Wrong::all().find(|wrong| wrong.to_string() == text).ok_or_else(|| format!("`{text}`, expected {}", Wrong::known()))
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.amount.words(), self.place.words())
    }
}

impl TryFrom<String> for Wrong {
    type Error = String;
    fn try_from(text: String) -> Result<Wrong, String> {
        Wrong::parse(&text)
    }
}

impl From<Wrong> for String {
    fn from(wrong: Wrong) -> String {
        wrong.to_string()
    }
}

impl JsonSchema for Wrong {
    fn schema_name() -> Cow<'static, str> {
        "Wrong".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let all: Vec<String> = Wrong::all().map(String::from).collect();
        let description = "How the elements of a mismatch are wrong: how far from what is accepted, and where.";
        schemars::json_schema!({ "type": "string", "description": description, "enum": all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_read_as_it_is_written() {
        let all: Vec<Wrong> = Wrong::all().collect();
        assert_eq!(all.len(), 21);
        for wrong in all {
            let text = serde_json::to_string(&wrong).unwrap();
            assert_eq!(serde_json::from_str::<Wrong>(&text).unwrap(), wrong, "{text}");
        }
        let tail = Wrong { amount: Amount::FarOff, place: Place::LastRow };
        assert_eq!(serde_json::to_string(&tail).unwrap(), "\"far off in the last row\"");
    }

    #[test]
    fn what_is_none_is_refused_by_a_list_of_all() {
        for odd in ["", "*", "far", "far off", "everywhere", "far off  everywhere", "Close everywhere"] {
            let error = serde_json::from_value::<Wrong>(odd.into()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{odd}`, expected one of `never written`, `close`, `far off`, ")), "{error}");
            assert!(Place::ALL.iter().all(|place| error.contains(place.words())), "{error}");
        }
    }
}
