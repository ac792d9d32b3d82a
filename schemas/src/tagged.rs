//! Reads the enums of `answers.jsonl` that are told apart by a field.
//!
//! What serde derives for those keeps every field aside until it has seen the tag. A set has one of them for every
//! alternative of every tuple: read into fields at once, they take half the time.

use crate::{Expectation, Judgement, Stage};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Accept,
    Reject,
    Either,
}

/// Every field that some kind has; none where it is not there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    kind: Kind,
    #[serde(default, deserialize_with = "there")]
    boundary_of: Option<Vec<String>>,
    #[serde(default, deserialize_with = "there")]
    rule: Option<Option<SmolStr>>,
    #[serde(default, deserialize_with = "there")]
    stage: Option<Stage>,
    #[serde(default, deserialize_with = "there")]
    twin: Option<SmolStr>,
}

impl<'de> Deserialize<'de> for Expectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Expected { kind, boundary_of, rule, stage, twin } = Expected::deserialize(deserializer)?;
        match kind {
            Kind::Accept => {
                let own = &["boundary_of"];
                none("rule", rule, own)?;
                none("stage", stage, own)?;
                none("twin", twin, own)?;
                Ok(Expectation::Accept { boundary_of: boundary_of.unwrap_or_default() })
            }
            Kind::Reject => {
                none("boundary_of", boundary_of, &["rule", "stage", "twin"])?;
                Ok(Expectation::Reject { rule: rule.flatten(), stage: some("stage", stage)?, twin: some("twin", twin)? })
            }
            Kind::Either => {
                let own = &["twin"];
                none("boundary_of", boundary_of, own)?;
                none("rule", rule, own)?;
                none("stage", stage, own)?;
                Ok(Expectation::Either { twin: some("twin", twin)? })
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Bits,
    Value,
    Within,
    Ulps,
    Unchanged,
    Unspecified,
}

impl Mode {
    /// The members that it names, in the order of `Judgement`.
    const fn own(&self) -> &'static [&'static str] {
        match self {
            Mode::Bits | Mode::Value => &["member"],
            Mode::Within => &["lowest", "highest", "special"],
            Mode::Ulps => &["nearest", "ulps"],
            Mode::Unchanged | Mode::Unspecified => &[],
        }
    }
}

/// Every field that some mode has; none where it is not there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Judged {
    mode: Mode,
    #[serde(default, deserialize_with = "there")]
    member: Option<String>,
    #[serde(default, deserialize_with = "there")]
    lowest: Option<String>,
    #[serde(default, deserialize_with = "there")]
    highest: Option<String>,
    #[serde(default, deserialize_with = "there")]
    special: Option<String>,
    #[serde(default, deserialize_with = "there")]
    nearest: Option<String>,
    #[serde(default, deserialize_with = "there")]
    ulps: Option<String>,
}

impl<'de> Deserialize<'de> for Judgement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Judged { mode, mut member, mut lowest, mut highest, mut special, mut nearest, mut ulps } = Judged::deserialize(deserializer)?;
        let judgement = match mode {
            Mode::Bits => Judgement::Bits { member: some("member", member.take())? },
            Mode::Value => Judgement::Value { member: some("member", member.take())? },
            Mode::Within => Judgement::Within {
                lowest: some("lowest", lowest.take())?,
                highest: some("highest", highest.take())?,
                special: some("special", special.take())?,
            },
            Mode::Ulps => Judgement::Ulps { nearest: some("nearest", nearest.take())?, ulps: some("ulps", ulps.take())? },
            Mode::Unchanged => Judgement::Unchanged,
            Mode::Unspecified => Judgement::Unspecified,
        };
        let members = [member, lowest, highest, special, nearest, ulps];
        let names = ["member", "lowest", "highest", "special", "nearest", "ulps"];
        names.into_iter().zip(members).try_for_each(|(name, left)| none(name, left, mode.own()))?;
        Ok(judgement)
    }
}

/// A field that is there: of null it is as if it were no field.
fn there<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn some<T, E: Error>(name: &'static str, field: Option<T>) -> Result<T, E> {
    field.ok_or_else(|| E::missing_field(name))
}

fn none<T, E: Error>(name: &'static str, field: Option<T>, own: &'static [&'static str]) -> Result<(), E> {
    field.map_or(Ok(()), |_| Err(E::unknown_field(name, own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    /// Reads `text` and writes it again.
    fn again<T: DeserializeOwned + Serialize>(text: &str) -> Option<String> {
        serde_json::from_str::<T>(text).ok().map(|value| serde_json::to_string(&value).expect("JSON"))
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            r#"{"kind":"accept"}"#,
            r#"{"kind":"accept","boundary_of":["a/b"]}"#,
            r#"{"kind":"reject","rule":"a/b","stage":"type","twin":"t"}"#,
            r#"{"kind":"reject","stage":"layout","twin":"t"}"#,
            r#"{"kind":"either","twin":"t"}"#,
        ] {
            assert_eq!(again::<Expectation>(text).as_deref(), Some(text));
        }
        for text in [
            r#"{"mode":"bits","member":"m"}"#,
            r#"{"mode":"value","member":"m"}"#,
            r#"{"mode":"within","lowest":"l","highest":"h","special":"s"}"#,
            r#"{"mode":"ulps","nearest":"n","ulps":"u"}"#,
            r#"{"mode":"unchanged"}"#,
            r#"{"mode":"unspecified"}"#,
        ] {
            assert_eq!(again::<Judgement>(text).as_deref(), Some(text));
        }
        assert!(again::<Expectation>(r#"{"twin":"t","kind":"either"}"#).is_some(), "the order of fields says nothing");
        assert!(again::<Judgement>(r#"{"member":"m","mode":"bits"}"#).is_some());
        assert!(again::<Expectation>(r#"{"kind":"reject","rule":null,"stage":"type","twin":"t"}"#).is_some());
    }

    #[test]
    fn each_kind_has_its_fields_and_no_others() {
        for text in [
            r#"{"twin":"t"}"#,
            r#"{"kind":"maybe","twin":"t"}"#,
            r#"{"kind":"accept","rule":"a/b"}"#,
            r#"{"kind":"accept","rule":null}"#,
            r#"{"kind":"accept","stage":"type"}"#,
            r#"{"kind":"accept","twin":"t"}"#,
            r#"{"kind":"accept","boundary_of":null}"#,
            r#"{"kind":"accept","more":1}"#,
            r#"{"kind":"reject","twin":"t"}"#,
            r#"{"kind":"reject","stage":"type"}"#,
            r#"{"kind":"reject","stage":"type","twin":"t","boundary_of":[]}"#,
            r#"{"kind":"either"}"#,
            r#"{"kind":"either","twin":null}"#,
            r#"{"kind":"either","twin":"t","twin":"t"}"#,
            r#"{"kind":"either","twin":"t","rule":"a/b"}"#,
            r#"{"kind":"either","twin":"t","stage":"type"}"#,
            r#"{"kind":"either","twin":"t","boundary_of":[]}"#,
        ] {
            assert_eq!(again::<Expectation>(text), None, "{text}");
        }
        for text in [
            r#"{"member":"m"}"#,
            r#"{"mode":"exact","member":"m"}"#,
            r#"{"mode":"bits"}"#,
            r#"{"mode":"bits","member":null}"#,
            r#"{"mode":"bits","member":"m","lowest":"l"}"#,
            r#"{"mode":"value","member":"m","highest":"h"}"#,
            r#"{"mode":"value","member":"m","special":"s"}"#,
            r#"{"mode":"within","lowest":"l","highest":"h"}"#,
            r#"{"mode":"within","lowest":"l","highest":"h","special":"s","member":"m"}"#,
            r#"{"mode":"ulps","nearest":"n"}"#,
            r#"{"mode":"ulps","nearest":"n","ulps":"u","member":"m"}"#,
            r#"{"mode":"value","member":"m","ulps":"u"}"#,
            r#"{"mode":"unchanged","member":"m"}"#,
            r#"{"mode":"unspecified","more":1}"#,
        ] {
            assert_eq!(again::<Judgement>(text), None, "{text}");
        }
    }
}
