//! The words of ptoconf as types.
//!
//! Everything that crosses a file or a process boundary has its type here, and a closed JSON
//! Schema made from that type under `schemas/v1`. No other crate defines a format.

mod agreement;
mod answer;
mod baseline;
mod blind;
mod case;
mod cause;
mod choices;
mod config;
mod coverage;
mod date;
mod diff;
mod documents;
mod dtype;
mod exit;
mod export;
mod listed;
mod names;
mod part;
mod part_file;
mod printed;
mod profile;
mod record;
mod report;
mod request;
mod result;
mod rule;
mod scope;
mod selftest;
mod slots;
mod smoke;
mod stack;
mod suite;
mod tagged;
mod tile;
mod tuple;
mod verdict;
mod waiver;
mod widening;
mod wrong;

pub use agreement::{About, Agreement, AgreementCounts, AgreementExample, Difference, JudgeOpinion, JudgeReport, Opinion, RuleAgreement};
pub use answer::{
    Alternative, AnswerLine, Contest, Effect, Expectation, Judgement, OutputAnswer, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF,
};
pub use baseline::{Baseline, BaselineReport};
pub use blind::{ANSWERS_FORMAT, AnswersHeader};
pub use case::{CaseId, CaseLine, TupleLine, is_safe_name};
pub use cause::{CauseReport, CitedSentence, NearestTuple, Seen, WrongElements};
pub use choices::{ChoicesReport, MixedOptions, PlantedOption, RedDraw};
pub use config::{ConfigCommand, ConfigEntry, ConfigFile, ConfigOption, ConfigOptions, ConfigReport, ConfigSection, ConfigValue};
pub use coverage::{
    Binding, Combinations, Counts, CoverageReport, Floor, FloorFile, FormCoverage, OperationCoverage, ParameterCoverage, ReadingCoverage,
    RuleCoverage, Shortfall, TierFloor, percent,
};
pub use date::Date;
pub use diff::{ChangedBesides, ChangedCases, ChangedCause, ChangedReading, DiffReport, DiffSide, FailOn};
pub use documents::{Document, documents};
pub use dtype::{DType, Kind};
pub use exit::ExitCode;
pub use export::{ExportContent, ExportFile, ExportFormat, ExportHeader, ExportLine};
pub use listed::{Common, ListedCases, Way};
pub use names::Names;
pub use part::Part;
pub use part_file::{PartEvidence, PartFile, PartOperation, PartVariable, SeenCases};
pub use printed::telling;
pub use profile::{BaseProfile, Limits, ProfileFile, ProfilePlace};
pub use record::{Found, KillFile, KillScore, Record, RecordedCause, RecordedOperation, RecordedReading};
pub use report::{
    AccuracyReport, ClassReport, ContradictionReport, DeviationReport, Element, Failure, FailureGroup, FlakyReport, FormTotals,
    OperationReport, OrderReport, ReadingReport, Report, RuleColumn, RuleReport, SetId, TestOf, TestReport, Thinnest, Totals, UlpCount,
    Witness, WorstResult,
};
pub use request::RequestLine;
pub use result::{Implementation, Judges, Observes, Outcome, ResultLine, ResultsHeader, RunStage};
pub use rule::{AdmittedAt, Duty, ONE_LOW_TREE, ONE_TREE, OptionDuty, OptionInfo, ReadingInfo, RuleInfo, Scope, Source, Stage};
pub use scope::{Conclusion, OperationScope, ReportScope};
pub use selftest::{
    CheatReport, Fate, KillingTuple, MutantNotMade, MutantReport, MutantRun, Naming, SelftestReport, SelftestSet, TriageReport,
    TriagedMutant, TriagedPair, VariantReport,
};
pub use slots::Slots;
pub use smoke::{KillCount, SmokeFile, SmokeReport, SmokeTuples, TierComparison};
pub use smol_str::{SmolStr, format_smolstr};
pub use stack::{Array, Stack};
pub use suite::{Coverage, FileEntry, FormInfo, OperationInfo, ProfileInfo, RuleReach, SET_FORMAT, Suite, Tier};
pub use tile::{BLayout, CANARY, Location, Pad, SLayout, Tile};
pub use tuple::{Attribute, Operand, Role, Tuple};
pub use verdict::{FailureKind, SkipReason, Verdict, VerdictLine};
pub use waiver::{Waiver, WaiverFile, WaiverProblem, WaiverReport};
pub use widening::Widening;
pub use wrong::{Amount, Place, Wrong};
