//! Judged cases by name, in as few words as can be.

use crate::verdict::{FailureKind, SkipReason};
use crate::{Amount, SetId, Slots, Wrong, is_safe_name};
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
    /// How the elements of a mismatch are wrong that follows nothing known, or options alone that accept a range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Wrong>,
    /// The outputs in which they are, where the operation has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
    /// What the implementation or its runner says of it where no elements are compared, with N for each number and X for each
    /// name; or what is wrong with its result, or what it allows where it contradicts others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// Operands beside which memory was written, as the runner saw it or as the arrays show it, and inputs that changed, whatever else
    /// is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
}

/// What two checks have in common in which a case fails, beside its tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// Its data: by others it is by chance how many elements show a mistake, and where.
    pub data: bool,
    /// The version that judged: another one knows more or fewer options, and may write down less.
    pub version: bool,
}

impl Common {
    /// What the cases of two sets have in common.
    pub fn of(one: &SetId, other: &SetId) -> Common {
        Common { data: one.seed == other.seed, version: one.version == other.version }
    }
}

impl Way {
    /// Whether both may be one cause. What was written down without how the elements are wrong, or what is said, does not
    /// contradict.
    pub fn agrees(&self, other: &Way, common: Common) -> bool {
        let wrong = |(one, other): (Wrong, Wrong)| if common.data { one == other } else { one.amount == other.amount };
        let outputs = self.outputs == other.outputs || !common.data || !common.version;
        self.is_alike(other, common) && self.wrong.zip(other.wrong).is_none_or(wrong) && outputs
    }

    /// The same of another tuple with other data, under which it is by chance how far off elements are, too.
    pub fn agrees_elsewhere(&self, other: &Way, common: Common) -> bool {
        let written = |wrong: Wrong| wrong.amount != Amount::NeverWritten;
        let wrong = self.wrong.zip(other.wrong).is_none_or(|(one, other)| written(one) == written(other));
        // A tuple whose answers do not name an option fails like those that follow it.
        let is_silent = |one: &Way| one.follows.is_empty() && one.wrong.is_some_and(|wrong| wrong.amount == Amount::Close);
        let alike = if is_silent(self) != is_silent(other) { self.is_of_kind(other) } else { self.is_alike(other, common) };
        self.is_by_data() && alike && wrong
    }

    /// Whether data decide if a case fails in this way.
    pub fn is_by_data(&self) -> bool {
        matches!(self.kind, FailureKind::Mismatch | FailureKind::InconsistentReading)
    }

    /// Other data, and other versions, tell more or fewer options apart, and so one in common is enough then.
    fn is_alike(&self, other: &Way, common: Common) -> bool {
        let exact = common.data && common.version;
        let follows = self.follows == other.follows || !exact && self.follows.iter().any(|f| other.follows.contains(f));
        let not_written_down = !common.version && (self.says.is_none() || other.says.is_none());
        // What a case allows that contradicts others depends on its data.
        let by_data = self.kind == FailureKind::InconsistentReading && !exact;
        let says = self.says == other.says || not_written_down || by_data;
        // What follows an option that says exactly what a result holds does not say how it is wrong.
        let exactly = !common.version || self.follows.is_empty() || self.wrong.is_some() == other.wrong.is_some();
        self.is_of_kind(other) && follows && exactly && says
    }

    fn is_of_kind(&self, other: &Way) -> bool {
        let kinds = (self.kind, &self.dtype, &self.rule) == (other.kind, &other.dtype, &other.rule);
        kinds && self.touched == other.touched
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
        if let Some(wrong) = self.wrong {
            write!(f, ", {wrong}")?;
        }
        if !self.outputs.is_empty() {
            write!(f, " of {}", self.outputs.join(" and "))?;
        }
        if let Some(says) = &self.says {
            write!(f, ", says `{says}`")?;
        }
        if !self.touched.is_empty() {
            write!(f, ", with writes beside {}", self.touched.join(", "))?;
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
            wrong: None,
            outputs: vec![],
            says: None,
            touched: vec![],
        };
        for (data, version) in [(true, true), (true, false), (false, true), (false, false)] {
            let common = Common { data, version };
            let agrees = |one: &[&str], other: &[&str]| way(one).agrees(&way(other), common);
            assert!(agrees(&[], &[]) && agrees(&["a", "b"], &["a", "b"]));
            assert!(!agrees(&[], &["a"]) && !agrees(&["a"], &[]) && !agrees(&["a"], &["b"]));
            // The same outputs leave the same options open.
            assert_eq!(agrees(&["a", "b"], &["b", "c"]), !(data && version));
            let crash = |says: Option<&str>| Way { kind: FailureKind::Crashed, says: says.map(str::to_owned), ..way(&[]) };
            assert!(!way(&[]).agrees(&crash(None), common));
            assert!(!crash(Some("a")).agrees(&crash(Some("b")), common));
            assert_eq!(crash(Some("signal N")).agrees(&crash(None), common), !version, "an older one does not say");
            assert!(!way(&[]).agrees(&Way { touched: vec!["src".into()], ..way(&[]) }, common));
        }
    }

    #[test]
    fn ways_agree_where_their_elements_are_wrong_alike_or_one_does_not_say() {
        let way = |wrong: Option<&str>| Way {
            kind: FailureKind::Mismatch,
            dtype: "f32".into(),
            rule: None,
            follows: vec![],
            wrong: wrong.map(|text| Wrong::parse(text).unwrap()),
            outputs: vec![],
            says: None,
            touched: vec![],
        };
        let common = |data| Common { data, version: true };
        let (silent, tail, close) = (way(None), way(Some("far off in the last row")), way(Some("close everywhere")));
        let same = |one: &Way, other: &Way| one.agrees(other, common(true));
        assert!(same(&tail, &tail) && same(&tail, &silent) && same(&silent, &tail) && !same(&tail, &close));
        let elsewhere = way(Some("far off in one element"));
        assert!(!same(&tail, &elsewhere) && tail.agrees(&elsewhere, common(false)) && !tail.agrees(&close, common(false)));
        assert!(tail.agrees_elsewhere(&close, common(false)));
        assert!(!tail.agrees_elsewhere(&way(Some("never written everywhere")), common(false)));
        // Where the answers of a tuple do not name what others follow, it is close and follows nothing.
        let follower = Way { follows: vec!["order = a".into()], ..way(None) };
        assert!(follower.agrees_elsewhere(&close, common(false)) && close.agrees_elsewhere(&follower, common(false)));
        assert!(!follower.agrees_elsewhere(&tail, common(false)) && !follower.agrees(&close, common(true)));
        // What follows an option exactly, and what lies in a range of it, are two things; and so are two outputs.
        let in_range = Way { follows: follower.follows.clone(), ..close.clone() };
        assert!(!follower.agrees(&in_range, common(true)) && !follower.agrees(&in_range, common(false)));
        assert!(!same(&Way { outputs: vec!["a".into()], ..tail.clone() }, &Way { outputs: vec!["b".into()], ..tail.clone() }));
        assert_eq!(tail.to_string(), "mismatch f32, far off in the last row");
    }

    #[test]
    fn a_way_that_does_not_say_how_its_elements_are_wrong_reads_and_writes_as_before() {
        let old = r#"{"kind":"mismatch","dtype":"f16"}"#;
        let way: Way = serde_json::from_str(old).unwrap();
        assert_eq!((way.wrong, serde_json::to_string(&way).unwrap()), (None, old.to_owned()));
    }
}
