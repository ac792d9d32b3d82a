//! Rules and readings as they stand in a set: what is legal, and what the pages leave open.

use crate::{DType, Effect, Tuple};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The option of a reading of orders that demands one order throughout a place. No single result shows
/// whether it is followed: the order fingerprint does.
pub const ONE_TREE: &str = "one-tree";

/// The option that also demands a tree of height at most 2 floor(log2 n) for n rows, which is what a binary
/// tree of any kind has, and a fold has not.
pub const ONE_LOW_TREE: &str = "one-low-tree";

/// When a rule is decided: the manual's four stages of legality, and one for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Element types.
    Type,
    /// Extents.
    Shape,
    /// Locations and layouts.
    Layout,
    /// What the target supports.
    Profile,
    /// Values in a tile.
    Value,
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Stage::Type => "type",
            Stage::Shape => "shape",
            Stage::Layout => "layout",
            Stage::Profile => "profile",
            Stage::Value => "value",
        })
    }
}

/// Where a statement comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Page or document.
    pub page: String,
    /// Section of it.
    pub section: String,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.page, self.section)
    }
}

/// One option of a reading that a profile admits, and what it makes of a tuple.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionDuty {
    /// Name of the option.
    pub option: String,
    /// What it makes of the tuple.
    pub effect: Effect,
}

/// What the profile asks an implementation to do with a tuple that breaks the words of a rule, and of no other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Duty {
    /// Reject it.
    MustReject,
    /// Run it: the profile does not let this rule be enforced.
    MustRun {
        /// The reading that decides so.
        reading: String,
        /// What becomes of the outputs.
        effect: Effect,
    },
    /// What one of these options says, and the same one throughout.
    Either {
        /// The reading that has them.
        reading: String,
        /// The options that the profile admits, its default first.
        options: Vec<OptionDuty>,
    },
    /// Each option draws the limit elsewhere: reject what is beyond the limit of the option that is followed,
    /// and treat everything else as its effect says; one option throughout.
    Limit {
        /// The reading that has them.
        reading: String,
        /// The options that the profile admits, its default first, with what they make of a tuple within their limit.
        options: Vec<OptionDuty>,
    },
}

impl Duty {
    /// The duty where these options of a reading are admitted. `own_limits` says whether each draws a limit of its own.
    pub fn of(reading: &str, own_limits: bool, options: Vec<OptionDuty>) -> Duty {
        let reading = reading.to_owned();
        let same = options.iter().all(|o| o.effect == options[0].effect);
        match options.first().map(|o| o.effect) {
            None => Duty::MustReject,
            Some(Effect::Rejects) if same => Duty::MustReject,
            Some(_) if own_limits => Duty::Limit { reading, options },
            // Several that are judged differ in what they give.
            Some(effect) if same && (options.len() == 1 || effect != Effect::Judged) => Duty::MustRun { reading, effect },
            Some(_) => Duty::Either { reading, options },
        }
    }

    /// The reading that decides, where one does.
    pub fn reading(&self) -> Option<&str> {
        match self {
            Duty::MustReject => None,
            Duty::MustRun { reading, .. } | Duty::Either { reading, .. } | Duty::Limit { reading, .. } => Some(reading),
        }
    }

    /// Whether some admitted way to follow the profile rejects a tuple that breaks the rule.
    pub fn may_reject(&self) -> bool {
        match self {
            Duty::MustReject | Duty::Limit { .. } => true,
            Duty::MustRun { .. } => false,
            Duty::Either { options, .. } => options.iter().any(|o| o.effect == Effect::Rejects),
        }
    }
}

impl std::fmt::Display for Duty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |options: &[OptionDuty]| options.iter().map(|o| format!("{}: {}", o.option, o.effect)).collect::<Vec<_>>().join("; ");
        let names = |options: &[OptionDuty]| options.iter().map(|o| o.option.as_str()).collect::<Vec<_>>().join(" or ");
        match self {
            Duty::MustReject => f.write_str("must reject"),
            Duty::MustRun { reading, effect } => write!(f, "must {effect} (reading {reading})"),
            Duty::Either { reading, options } if self.may_reject() => {
                write!(f, "either, but one throughout (reading {reading}: {})", list(options))
            }
            Duty::Either { reading, options } => write!(f, "must run, one way throughout (reading {reading}: {})", list(options)),
            Duty::Limit { reading, options } if options.len() == 1 => {
                write!(f, "must reject what `{}` does not allow (reading {reading})", options[0].option)
            }
            Duty::Limit { reading, options } => {
                write!(f, "must reject what {} does not allow, one limit throughout (reading {reading}", names(options))?;
                let mut others = options.iter().filter(|o| o.effect != Effect::Judged);
                others.try_for_each(|o| write!(f, "; {}: {}", o.option, o.effect))?;
                f.write_str(")")
            }
        }
    }
}

/// A rule as it stands in a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleInfo {
    /// Id, such as `tcolsum/valid-cols-equal`.
    pub id: String,
    /// When it is decided.
    pub stage: Stage,
    /// The rule in words.
    pub statement: String,
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// What to do with a tuple that breaks it, under this profile.
    pub duty: Duty,
}

/// Over what an implementation must follow one option of a reading throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The whole run.
    Run,
    /// Each operation.
    Operation,
    /// Each form of each operation.
    Form,
    /// Each form and dtype of the first output.
    FormDtype,
}

/// One way to understand an open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionInfo {
    /// Name.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// Who states or follows it.
    pub source: String,
    /// Forms of the operation that do not exist then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
}

/// An open question and the ways to understand it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingInfo {
    /// Id, such as `tcolsum/sequential-order`.
    pub id: String,
    /// The question.
    pub question: String,
    /// Entries of the register of contradictions that it answers, such as `S7`.
    pub register: Vec<String>,
    /// Over what one option must be followed.
    pub scope: Scope,
    /// The options, strongest promise first.
    pub options: Vec<OptionInfo>,
    /// Names of the options that the profile admits, its default first.
    pub admitted: Vec<String>,
    /// Places where it admits others; the first that fits a tuple counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<AdmittedAt>,
}

/// What a profile admits at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdmittedAt {
    /// The form; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Dtype of the first operand; every one where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtype: Option<DType>,
    /// Names of the admitted options, the default first.
    pub admitted: Vec<String>,
}

impl AdmittedAt {
    /// Whether the tuple is one of this place.
    pub fn fits(&self, tuple: &Tuple) -> bool {
        let dtype = tuple.operands.first().map(|o| o.tile.dtype);
        self.form.as_ref().is_none_or(|f| *f == tuple.form) && (self.dtype.is_none() || self.dtype == dtype)
    }
}

impl OptionInfo {
    /// What it says, as the part of a sentence, and its name.
    pub fn says(&self) -> String {
        format!("{} ({})", self.words(), self.name)
    }

    /// That it is the answer to a question of this name that is followed.
    pub fn followed(&self, question: &str) -> String {
        format!("{question}: \"{}\" ({}) is followed", self.words(), self.name)
    }

    fn words(&self) -> &str {
        self.statement.trim().trim_end_matches('.')
    }
}

impl ReadingInfo {
    /// The question, what an option says that is, or `would` be, followed, and what those say that are admitted instead.
    pub fn answered(&self, followed: &OptionInfo, would: bool, admitted: &[String]) -> String {
        let admitted = admitted.iter().filter_map(|name| self.options.iter().find(|option| option.name == *name));
        let admitted: Vec<String> = admitted.map(OptionInfo::says).collect();
        let verb = if would { "would follow" } else { "follows" };
        format!("{} It {verb}: {}. Admitted: {}.", self.question.trim(), followed.says(), admitted.join("; or: "))
    }

    /// Names of the options that are admitted for a tuple, the default first.
    pub fn admitted_for(&self, tuple: &Tuple) -> &[String] {
        self.at.iter().find(|place| place.fits(tuple)).map_or(&self.admitted, |place| &place.admitted)
    }
}
