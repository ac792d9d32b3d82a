//! Judged cases by name, in as few words as can be.

use crate::verdict::{FailureKind, SkipReason};
use crate::{Slots, is_safe_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// In which way a case fails: its cause, as far as the case alone shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The kind.
    pub kind: FailureKind,
    /// Element type of the first output.
    pub dtype: String,
    /// The rule that is concerned, of what is accepted or rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the case follows that the profile does not admit, each as `reading = option`; several where it does not tell
    /// them apart, and none where it follows nothing known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<String>,
}

impl Way {
    /// Whether both may be one cause: other data tell more or fewer options apart, and so one in common is enough.
    pub fn agrees(&self, other: &Way) -> bool {
        let follows = self.follows.is_empty() && other.follows.is_empty() || self.follows.iter().any(|f| other.follows.contains(f));
        (self.kind, &self.dtype, &self.rule) == (other.kind, &other.dtype, &other.rule) && follows
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.dtype)?;
        if let Some(rule) = &self.rule {
            write!(f, ", rule {rule}")?;
        }
        if let Some(first) = self.follows.first() {
            let more = if self.follows.len() > 1 { format!(" or {} more", self.follows.len() - 1) } else { String::new() };
            write!(f, ", follows {first}{more}")?;
        }
        Ok(())
    }
}

/// Judged cases of one operation of which the same is to be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedCases {
    /// Operation.
    pub op: String,
    /// In which way they fail; none where they pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails: Option<Way>,
    /// Why they do not count as failures though they fail: `waived`, or `known` to a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excused: Option<SkipReason>,
    /// Each as `<tuple name>/<slots>`, the slots as in `0-3,7`, in the order of the set.
    pub cases: Vec<String>,
}

impl ListedCases {
    /// The tuples by name, each with its slots.
    ///
    /// # Errors
    /// What is no name of a tuple with slots.
    pub fn tuples(&self) -> Result<Vec<(&str, Slots)>, String> {
        self.cases.iter().map(|text| split(text).ok_or_else(|| text.clone())).collect()
    }

    /// Number of cases; what is no case does not count.
    pub fn count(&self) -> u64 {
        self.cases.iter().filter_map(|text| split(text)).fold(0, |sum, (_, slots)| sum.saturating_add(slots.count()))
    }
}

fn split(text: &str) -> Option<(&str, Slots)> {
    let (name, slots) = text.rsplit_once('/').filter(|(name, _)| is_safe_name(name))?;
    Some((name, Slots::parse(slots)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_names_something_else_is_an_error() {
        let listed = |case: &str| ListedCases { op: "tdemo".into(), fails: None, excused: None, cases: vec![case.into()] };
        assert_eq!(listed("plain-a/0-2").tuples().map(|t| (t[0].0.to_owned(), t[0].1.count())), Ok(("plain-a".to_owned(), 3)));
        for odd in ["plain-a", "plain-a/", "../0", "a/b/0", "plain-a/x"] {
            assert_eq!(listed(odd).tuples(), Err(odd.to_owned()));
        }
    }

    #[test]
    fn ways_agree_where_they_follow_something_in_common_or_nothing() {
        let way = |follows: &[&str]| Way {
            kind: FailureKind::Mismatch,
            dtype: "f16".into(),
            rule: None,
            follows: follows.iter().map(|f| (*f).to_owned()).collect(),
        };
        assert!(way(&[]).agrees(&way(&[])) && way(&["a", "b"]).agrees(&way(&["b", "c"])));
        assert!(!way(&[]).agrees(&way(&["a"])) && !way(&["a"]).agrees(&way(&[])) && !way(&["a"]).agrees(&way(&["b"])));
        assert!(!way(&[]).agrees(&Way { kind: FailureKind::Crashed, ..way(&[]) }));
    }
}
