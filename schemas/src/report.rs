//! Reports.

use crate::cause::CauseReport;
use crate::verdict::FailureKind;
use crate::{
    Attribute, BaselineReport, Conclusion, DType, FormInfo, Implementation, Judges, ListedCases, Names, ReportScope, Stage, Suite, Tier,
    WaiverReport, Widening,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers of cases. `cases` is the sum of passed, failed and skipped, or the check is broken.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// In the set.
    pub cases: u64,
    /// Passed or failed.
    pub judged: u64,
    /// As expected.
    pub passed: u64,
    /// Not as expected.
    pub failed: u64,
    /// Not judged, by reason.
    pub skipped: BTreeMap<String, u64>,
}

impl Totals {
    /// Whether the numbers add up.
    pub fn add_up(&self) -> bool {
        self.judged == self.passed + self.failed && self.cases == self.judged + self.skipped.values().sum::<u64>()
    }

    /// Adds other totals.
    pub fn add(&mut self, other: &Totals) {
        self.cases += other.cases;
        self.judged += other.judged;
        self.passed += other.passed;
        self.failed += other.failed;
        for (reason, count) in &other.skipped {
            *self.skipped.entry(reason.clone()).or_default() += count;
        }
    }
}

/// The set that results were judged against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetId {
    /// BLAKE3 of its `suite.json`, in lower-case hex.
    pub suite: String,
    /// Version of ptoconf that made it.
    pub version: String,
    /// Seed.
    pub seed: u64,
    /// Tier.
    pub tier: Tier,
    /// Name of the profile.
    pub profile: String,
    /// The built-in profile that it starts from, where it is not one itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Options that the profile admits and its base does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond_base: Vec<Widening>,
}

impl SetId {
    /// Names the set with this head and digest.
    pub fn new(suite: &Suite, digest: &str) -> SetId {
        let profile = &suite.profile;
        SetId {
            suite: digest.to_owned(),
            version: suite.version.clone(),
            seed: suite.seed,
            tier: suite.tier,
            profile: profile.name.clone(),
            base: (profile.name != profile.base).then(|| profile.base.clone()),
            beyond_base: profile.beyond_base.clone(),
        }
    }

    /// What a profile is based on, and what it admits beyond that, in a few words; nothing of a built-in one.
    pub fn based_on(&self) -> Option<String> {
        let base = self.base.as_ref()?;
        let beyond: Vec<String> = self.beyond_base.iter().map(Widening::to_string).collect();
        let beyond = if beyond.is_empty() { String::new() } else { format!("; admits beyond it: {}", beyond.join(", ")) };
        Some(format!("based on {base}{beyond}"))
    }

    /// The profile with what it is based on.
    pub fn profile_in_words(&self) -> String {
        self.based_on().map_or_else(|| self.profile.clone(), |words| format!("{}, {words}", self.profile))
    }
}

/// Totals of one form and dtype.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormTotals {
    /// Form.
    pub form: String,
    /// Dtype of the first output.
    pub dtype: String,
    /// Its totals.
    pub totals: Totals,
}

/// How the cases of one rule went.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleReport {
    /// Rule id.
    pub rule: String,
    /// Cases just inside the limit, and how many of them passed.
    pub at_limit: [u64; 2],
    /// Illegal cases, and how many of them were rejected with their twin accepted.
    pub illegal: [u64; 2],
    /// Open cases, and how many of them passed.
    pub open: [u64; 2],
    /// Cases that the profile's reading runs although they break the rule's wording, and how many of
    /// them passed.
    pub told: [u64; 2],
    /// Why it cannot be reached, where it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
}

/// What a rule is to the cases that are counted under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleColumn {
    /// They are just inside its limit.
    AtLimit,
    /// They break it.
    Illegal,
    /// A reading of it decides.
    Open,
    /// They break its wording, and the profile's reading runs them.
    Told,
}

impl RuleReport {
    /// Cases that are counted as this, and how many of them passed.
    pub fn column(&mut self, column: RuleColumn) -> &mut [u64; 2] {
        match column {
            RuleColumn::AtLimit => &mut self.at_limit,
            RuleColumn::Illegal => &mut self.illegal,
            RuleColumn::Open => &mut self.open,
            RuleColumn::Told => &mut self.told,
        }
    }
}

/// How an operation went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OperationReport {
    /// Operation.
    pub name: String,
    /// Its totals.
    pub totals: Totals,
    /// By form and dtype.
    pub forms: Vec<FormTotals>,
    /// By rule.
    pub rules: Vec<RuleReport>,
    /// By data class, the legal cases.
    #[serde(default)]
    pub classes: Vec<ClassReport>,
    /// What the set covers of each form.
    pub coverage: Vec<FormInfo>,
    /// By form, where the fewest legal tuples were judged.
    #[serde(default)]
    pub thinnest: Vec<Thinnest>,
    /// Every case once, for reports that list tests. JSON has the sums by form, rule and class instead.
    #[serde(skip)]
    pub tests: Vec<TestReport>,
}

/// How the cases of a form and a dtype went that are about one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestReport {
    /// Form.
    pub form: String,
    /// Dtype of the first output.
    pub dtype: String,
    /// What they are about.
    pub about: TestOf,
    /// Number of cases.
    pub cases: u64,
    /// Those that were judged.
    pub judged: u64,
    /// Those that failed, by how.
    pub failed: BTreeMap<FailureKind, u64>,
    /// The first of them, as `<op>/<tuple name>/<slot>`.
    pub first: Option<String>,
}

/// What a case is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestOf {
    /// Data of this class: it is legal, and no rule is in question.
    Class(String),
    /// This rule.
    Rule(String),
    /// Several rules, all of which it breaks.
    Rules,
}

impl std::fmt::Display for TestOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TestOf::Class(class) => write!(f, "class {class}"),
            TestOf::Rule(rule) => write!(f, "rule {rule}"),
            TestOf::Rules => write!(f, "several rules"),
        }
    }
}

/// How the legal cases of one data class went.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassReport {
    /// Data class.
    pub class: String,
    /// Its cases.
    pub cases: u64,
    /// Those that were judged.
    pub judged: u64,
    /// Those that failed.
    pub failed: u64,
    /// The first of them, as `<op>/<tuple name>/<slot>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// The instantiation of a form of which the fewest legal tuples were judged: a mistake there is the likeliest to go unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thinnest {
    /// Form.
    pub form: String,
    /// Element types and attributes.
    pub instantiation: String,
    /// Legal tuples of which a case was judged.
    pub tuples: u64,
}

/// What one result leaves open, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// A case.
    pub case: String,
    /// The ways to explain it by admitted options: one of them has to hold.
    pub allows: Vec<String>,
}

/// Results that no admitted choice explains together, as few as there can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContradictionReport {
    /// The results; the first one is among those that failed.
    pub witnesses: Vec<Witness>,
    /// Cases that failed by this contradiction.
    pub cases: u64,
}

/// A failing case that was run again and did not always come out the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlakyReport {
    /// The case.
    pub case: String,
    /// How it failed at first.
    pub kind: FailureKind,
    /// How often it was run again.
    pub again: u32,
    /// How many of these runs gave another result than the first.
    pub otherwise: u32,
}

/// An option that the profile does not admit, and that explains failing cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviationReport {
    /// The reading.
    pub reading: String,
    /// The option; several where the results do not tell them apart.
    pub options: Vec<String>,
    /// The question, what the first of them says, and what is admitted instead.
    pub statement: String,
    /// Where it is followed.
    pub places: Vec<String>,
    /// What the profile admits.
    pub admitted: Vec<String>,
    /// Cases that it explains.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// Which option of a reading the implementation follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingReport {
    /// Reading id.
    pub reading: String,
    /// Where: empty for the whole run, else operation, form and dtype as far as the scope goes.
    pub place: String,
    /// Options that every result agrees with, strongest first; empty if it follows none throughout.
    pub follows: Vec<String>,
    /// Options that the profile admits.
    pub admitted: Vec<String>,
    /// Number of cases that tell options apart.
    pub evidence: u64,
    /// Whether the implementation follows an admitted option.
    pub conforms: bool,
}

/// In which order an implementation adds rows, as far as its results show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderReport {
    /// Operation.
    pub op: String,
    /// Form.
    pub form: String,
    /// Attribute values by name.
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    pub attributes: Names<Attribute>,
    /// Element type that is summed.
    pub dtype: DType,
    /// Number of rows.
    pub rows: u32,
    /// Named orders that give every sum; several where they cannot be told apart at this number of rows.
    pub orders: Vec<String>,
    /// What holds the sum between additions: the element type, `f32`, `binary64` or `exact`; several
    /// where they cannot be told apart.
    pub accumulator: Vec<String>,
    /// Whether the sum starts from +0; none where that cannot be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero_seed: Option<bool>,
    /// `nearest-even`, `toward-zero`, `up` or `down`; several where they cannot be told apart.
    pub rounding: Vec<String>,
    /// The tree of additions, such as `((r0+r1)+r2)`, where it is known and not too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// Whether one order gives all rounding vectors of this form, dtype and number of rows bit for bit.
    pub consistent: bool,
    /// What each 256-byte vector of a row shows, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<String>,
    /// Why there is no order, or no consistent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How far results are from the correctly rounded ones, in one form and element type, whatever the profile admits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccuracyReport {
    /// Operation.
    pub op: String,
    /// Form.
    pub form: String,
    /// Element type.
    pub dtype: DType,
    /// What they are measured against, where a reading has several correctly rounded results: the options, `reading =
    /// option`, that they are nearest to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<String>,
    /// Number of results that were measured.
    pub results: u64,
    /// Results of another sign than the correctly rounded one, or NaN where that is a number, or the other way round.
    pub incomparable: u64,
    /// The worst one; none where all are correctly rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst: Option<WorstResult>,
    /// Numbers of results by distance, those without a result left out.
    pub histogram: Vec<UlpCount>,
}

/// A result that is not the correctly rounded one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorstResult {
    /// How many representable numbers it is away; infinity is the one after the largest.
    pub ulps: u64,
    /// Case.
    pub case: String,
    /// Operand.
    pub operand: String,
    /// Row.
    pub row: u32,
    /// Column.
    pub col: u32,
    /// The result, as decimal and bits.
    pub actual: String,
    /// The correctly rounded one, as decimal and bits.
    pub nearest: String,
}

/// How many results are so many representable numbers away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UlpCount {
    /// So many at least.
    pub from: u64,
    /// So many at most.
    pub to: u64,
    /// The results.
    pub results: u64,
}

/// One element of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Operand.
    pub operand: String,
    /// Row.
    pub row: u32,
    /// Column.
    pub col: u32,
    /// What it holds, as decimal and bits.
    pub actual: String,
    /// What each accepted alternative holds there: name, then decimal and bits.
    pub expected: Vec<[String; 2]>,
}

/// A failure in detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Case id.
    pub case: String,
    /// What it means, in words.
    pub message: String,
    /// The tuple in one line.
    pub tuple: String,
    /// The data class, where it is legal and no rule is in question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Number of wrong elements.
    pub wrong: u64,
    /// The first wrong elements.
    pub elements: Vec<Element>,
    /// A small picture of the tile: `.` right, `#` wrong, `~` not judged.
    pub picture: Vec<String>,
}

/// Failures of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailureGroup {
    /// Kind.
    pub kind: FailureKind,
    /// Operation.
    pub op: String,
    /// Form.
    pub form: String,
    /// Dtype of the first output.
    pub dtype: String,
    /// Rule, where one is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Stage of the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// Number of cases.
    pub count: u64,
    /// What the implementation did instead, where its results match a known behaviour.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<String>,
    /// The first cases in detail.
    pub first: Vec<Failure>,
}

/// The whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// `ptoconf-report/1`.
    pub format: String,
    /// Whether the implementation conforms to the profile: nothing failed, and a whole tier of every
    /// operation of the profile was judged, values included, without a waiver.
    pub conforms: bool,
    /// How the check ended.
    pub conclusion: Conclusion,
    /// Exit code of the check: 0 where nothing failed of what was judged.
    pub exit_code: u8,
    /// What the conclusion speaks for.
    pub scope: ReportScope,
    /// The set.
    pub set: SetId,
    /// Whether the set is known to be what this version generates from its head. Where not, nobody has compared.
    #[serde(default)]
    pub regenerated: bool,
    /// Whether ptoconf ran the implementation for this report. Where not, what the results say of how they were made, such
    /// as what could be read, is the word of whoever handed them in.
    #[serde(default)]
    pub ran: bool,
    /// The implementation.
    pub implementation: Implementation,
    /// Numbers of cases.
    pub totals: Totals,
    /// What the failing tuples have in common, the causes of most failing tuples first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// By operation.
    pub operations: Vec<OperationReport>,
    /// Which readings the implementation follows.
    pub readings: Vec<ReadingReport>,
    /// Options that the profile does not admit and that would explain failing cases, those that explain most first.
    pub deviations: Vec<DeviationReport>,
    /// Results that contradict each other.
    pub contradictions: Vec<ContradictionReport>,
    /// Failing cases that came out otherwise when they were run again; they fail all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flaky: Vec<FlakyReport>,
    /// In which orders it adds, where the set has the vectors that show it.
    #[serde(default)]
    pub orders: Vec<OrderReport>,
    /// How far its results are from the correctly rounded ones, where the set has those and admits others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accuracy: Vec<AccuracyReport>,
    /// Results that name no case of the set, each with what is wrong with it.
    pub extra: Vec<String>,
    /// The waivers, and what they covered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<WaiverReport>,
    /// What became of the failures that a baseline knows, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineReport>,
    /// Failures, grouped.
    pub failures: Vec<FailureGroup>,
    /// Every judged case, those that fail by the way in which they do; in the JSON report alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<ListedCases>,
}

impl Report {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "ptoconf-report/1";

    /// Whether acceptance and rejection alone were judged.
    pub fn legality_only(&self) -> bool {
        self.implementation.judges == Judges::Legality
    }
}
