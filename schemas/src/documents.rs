//! The documents that have a JSON Schema, and the schemas themselves.

use crate::{
    Agreement, AnswerLine, AnswersHeader, Baseline, CaseLine, ConfigFile, ConfigReport, CoverageReport, DiffReport, ExportHeader,
    ExportLine, FloorFile, KillFile, PartFile, ProfileFile, Record, Report, RequestLine, ResultLine, ResultsHeader, SelftestReport,
    SmokeFile, Suite, TupleLine, VerdictLine, WaiverFile,
};
use schemars::{JsonSchema, Schema, schema_for};

/// A document with its schema.
pub struct Document {
    /// Name: `schemas/v1/<name>.schema.json`.
    pub name: &'static str,
    /// The files that it describes.
    pub files: &'static str,
    /// The schema as made from the type.
    pub schema: Schema,
}

/// Every document that crosses a file or process boundary.
pub fn documents() -> Vec<Document> {
    macro_rules! document {
        ($name:literal, $files:literal, $type:ty) => {
            Document { name: $name, files: $files, schema: schema::<$type>() }
        };
    }
    vec![
        document!("agreement", "ptoconf agree --report json", Agreement),
        document!("answer", "<set>/<op>/answers.jsonl, a line", AnswerLine),
        document!("answers", "<answers>/answers.json, of a blind set", AnswersHeader),
        document!("baseline", "ptoconf baseline", Baseline),
        document!("case", "<set>/<op>/cases.jsonl, a line", CaseLine),
        document!("config", "ptoconf.toml", ConfigFile),
        document!("config-report", "ptoconf config --format json", ConfigReport),
        document!("coverage", "ptoconf verify --coverage --report json", CoverageReport),
        document!("diff", "ptoconf diff --report json", DiffReport),
        document!("export", "<export>/export.json", ExportHeader),
        document!("export-line", "<export>/index.jsonl, a line", ExportLine),
        document!("floors", "ptoconf gen --floors, coverage/floors.json", FloorFile),
        document!("kills", "ptoconf selftest --kills, coverage/kills.json", KillFile),
        document!("part", "<out>/part.json, of ptoconf run --tier exhaustive --part", PartFile),
        document!("profile", "a profile of your own", ProfileFile),
        document!("record", "ptoconf check --record", Record),
        document!("report", "ptoconf check --report json", Report),
        document!("request", "ptoconf run --impl exec:COMMAND, a line that a worker reads", RequestLine),
        document!("result", "<results>/results.jsonl, a line; a line that a worker answers", ResultLine),
        document!("results", "<results>/results.json", ResultsHeader),
        document!("selftest", "ptoconf selftest --report json", SelftestReport),
        document!("smoke", "ptoconf selftest --smoke, generator/smoke.json", SmokeFile),
        document!("suite", "<set>/suite.json", Suite),
        document!("tuple", "<set>/<op>/tuples.jsonl, a line", TupleLine),
        document!("verdict", "ptoconf check --report verdicts, a line", VerdictLine),
        document!("waivers", "ptoconf check --waivers", WaiverFile),
    ]
}

impl Document {
    /// The text of `schemas/v1/<name>.schema.json`.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.schema).expect("a schema is JSON");
        text.push('\n');
        text
    }
}

fn schema<T: JsonSchema>() -> Schema {
    schema_for!(T)
}
