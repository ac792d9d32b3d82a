//! Waivers: known failures that a run tolerates, as a file that people write.

use crate::{Date, FailureKind, Wrong};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A known failure: of which cases and for which cause, whose it is, and until when it is tolerated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Case ids that it covers; `*` stands for any text, but not for the operation: three letters of it beside the `t` have
    /// to be there.
    pub case: String,
    /// The kind of failure that it covers.
    pub failure: FailureKind,
    /// The rule that is concerned, with `*` for any text, but not for all; any where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the cases follow that the profile does not admit, as `reading = option`, with `*` for any text, but not for all.
    /// Where this and `rule` are absent, cases that follow something known are not covered. `nothing`: cases that follow nothing
    /// known, of which no element by itself is wrong and that are about no rule by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// How the elements of the cases are wrong, as JSON reports list them. A mismatch that follows nothing known is not covered
    /// without. Beside `follows` either of the two is enough, but a case that has both has to be wrong like this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Wrong>,
    /// The outputs in which they are wrong, as JSON reports list them, with `, ` between and `*` for any text: needed where the
    /// operation has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What the implementation or its runner says of the cases, as JSON reports list it, with `*` for any text, but not for all.
    /// Crashes, errors, touched memory, results that are missing, cannot be used or contradict others, and rejections without `rule`
    /// and `follows` are not covered without. `nothing`: cases of which nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// Element type of the first output; any where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<String>,
    /// Why it is tolerated.
    pub reason: String,
    /// Who sees to it.
    pub owner: String,
    /// Where it is followed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day on which it holds.
    pub expires: Date,
    /// Most cases that it covers.
    pub most_cases: u64,
}

impl Waiver {
    /// The word for cases that follow nothing known, or of which nothing is said.
    pub const NOTHING: &'static str = "nothing";

    /// A waiver for up to a million cases, and for the longest time.
    pub fn new(case: &str, failure: FailureKind, owner: &str, reason: &str) -> Waiver {
        let (case, owner, reason) = (case.to_owned(), owner.to_owned(), reason.to_owned());
        let expires = Date::of_days(u64::MAX);
        let (rule, follows, wrong, output, says, dtype, link) = (None, None, None, None, None, None, None);
        Waiver { case, failure, rule, follows, wrong, output, says, dtype, reason, owner, link, expires, most_cases: 1_000_000 }
    }

    /// Whether the pattern says of which operation the cases are, or of which few. All names begin with a `t`; three
    /// letters beside it before anything else fit some of them at most.
    pub fn names_operation(&self) -> bool {
        let own = self.case.split(['/', '*']).next().unwrap_or_default();
        own.strip_prefix('t').unwrap_or(own).bytes().filter(u8::is_ascii_alphanumeric).count() >= 3
    }

    /// The field, and its pattern, that stands for every cause: less than three letters of a rule or an option.
    pub fn names_every_cause<'w>(&'w self) -> Option<(&'static str, &'w str)> {
        let patterns = [("rule", self.rule.as_deref()), ("follows", self.follows.as_deref()), ("says", self.says.as_deref())];
        // What is said can be short, and means itself where it has no star.
        let exact = |field: &str, pattern: &str| field == "says" && !pattern.is_empty() && !pattern.contains('*');
        let all = |pattern: &&str| pattern.bytes().filter(u8::is_ascii_alphanumeric).count() < 3;
        let wide = |(field, pattern): (&'static str, Option<&'w str>)| Some((field, pattern.filter(all).filter(|p| !exact(field, p))?));
        patterns.into_iter().find_map(wide)
    }

    /// Whether nothing but what is said tells one cause of these failures from another.
    pub fn is_told_by_words(&self) -> bool {
        match self.failure {
            FailureKind::Crashed | FailureKind::Error | FailureKind::GuardTouched => true,
            FailureKind::Missing | FailureKind::Malformed | FailureKind::InconsistentReading => true,
            FailureKind::RejectedLegal => self.rule.is_none() && self.follows.is_none(),
            _ => false,
        }
    }

    /// Whether a mismatch is covered without a word on what is wrong, so that any other mistake was covered, too.
    pub fn names_no_content(&self) -> bool {
        self.failure == FailureKind::Mismatch && self.follows.is_none() && self.wrong.is_none()
    }
}

/// A waiver file. A waiver that covers no failing case is stale, and the run fails.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverFile {
    /// The waivers.
    pub waivers: Vec<Waiver>,
}

/// Why a waiver fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaiverProblem {
    /// Its last day is over; it covers nothing.
    Expired,
    /// More failing cases fit it than it may cover; the first ones are covered.
    TooMany,
    /// No failing case fits it.
    Stale,
}

impl WaiverProblem {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            WaiverProblem::Expired => "expired",
            WaiverProblem::TooMany => "too many cases",
            WaiverProblem::Stale => "stale",
        }
    }
}

/// A waiver and what it covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverReport {
    /// The waiver.
    pub waiver: Waiver,
    /// Failing cases that it covers.
    pub covered: u64,
    /// Failing cases that fit it and are more than it may cover.
    pub beyond: u64,
    /// Why it fails the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<WaiverProblem>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_does_not_stand_for_every_cause() {
        let waiver = |rule: Option<&str>, follows: Option<&str>| Waiver {
            rule: rule.map(str::to_owned),
            follows: follows.map(str::to_owned),
            ..Waiver::new("tcolsum/*", FailureKind::AcceptedIllegal, "me", "known")
        };
        for all in ["", "*", "*/*", "t*", "* = *", "**-*"] {
            assert_eq!(waiver(Some(all), None).names_every_cause(), Some(("rule", all)));
            assert_eq!(waiver(Some("tile/*"), Some(all)).names_every_cause(), Some(("follows", all)));
        }
        assert_eq!(waiver(Some("tile/*"), Some("*dtypes = *")).names_every_cause(), None);
        assert_eq!(waiver(None, Some(Waiver::NOTHING)).names_every_cause(), None);
    }

    #[test]
    fn a_pattern_has_to_name_an_operation() {
        let names = |case: &str| Waiver::new(case, FailureKind::Crashed, "me", "known").names_operation();
        for all in ["", "*", "**", "*/*", "*-*", "t*", "t*/plain-*", "tc*", "tro*", "*sum/*", "*/plain-0123456789/*", "t/plain-*", "----*"]
        {
            assert!(!names(all), "{all}");
        }
        for some in ["tcol*", "trow*/plain-*", "tcolsum/*", "tconcat/plain-0123456789/0", "tcolsum*"] {
            assert!(names(some), "{some}");
        }
    }
}
