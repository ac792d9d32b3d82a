//! Documents of JSON that are read by themselves. What is read can be written, and reads the same again.

use crate::corpus::{file, lines};
use crate::target::Target;
use ptoconf_coverage::Floors;
use ptoconf_reference::Profile;
use ptoconf_schemas::{
    AnswerLine, Baseline, CaseLine, ProfileFile, Record, Report, ResultLine, ResultsHeader, SmokeFile, Suite, TupleLine, WaiverFile,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a document, writes it and reads it again.
fn read<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let found: T = serde_json::from_slice(bytes).ok()?;
    let text = serde_json::to_vec(&found).expect("what was read can be written");
    let again: T = serde_json::from_slice(&text).unwrap_or_else(|e| panic!("what was written cannot be read: {e}"));
    assert_eq!(serde_json::to_vec(&again).expect("it can be written again"), text, "not the same when it is read again");
    Some(found)
}

fn of<T: Serialize + DeserializeOwned + 'static>(name: &'static str, documents: Vec<Vec<u8>>) -> Target {
    Target::new(name, documents, |bytes| drop(read::<T>(bytes)))
}

pub(crate) fn targets() -> Vec<Target> {
    let profile = |bytes: &[u8]| {
        let Some(found) = read::<ProfileFile>(bytes) else { return };
        // A profile that is taken is written down whole, and taken again.
        if let Ok(profile) = Profile::from_file(&found) {
            Profile::from_file(&profile.file()).unwrap_or_else(|e| panic!("a profile that was taken is refused: {e}"));
        }
    };
    let floors = |bytes: &[u8]| drop(std::str::from_utf8(bytes).map(Floors::parse));
    let tuple = |bytes: &[u8]| {
        let Some(found) = read::<TupleLine>(bytes) else { return };
        // What reports and readers ask of any tuple.
        assert!(found.id().ends_with(&found.name));
        found.tuple.operands.iter().for_each(|operand| drop(found.member(&operand.name)));
    };
    vec![
        Target::new("profile", vec![file("profile.json")], profile),
        Target::new("floors", vec![file("floors.json")], floors),
        Target::new("tuple", lines("set/tcolsum/tuples.jsonl"), tuple),
        of::<Suite>("suite", vec![file("set/suite.json")]),
        of::<AnswerLine>("answer", lines("set/tcolsum/answers.jsonl")),
        of::<CaseLine>("case", lines("set/tcolsum/cases.jsonl")),
        of::<ResultLine>("result", [lines("results/results.jsonl"), lines("worker.jsonl")].concat()),
        of::<ResultsHeader>("results-head", vec![file("results/results.json")]),
        of::<WaiverFile>("waivers", vec![file("waivers.json")]),
        of::<SmokeFile>("smoke", vec![file("smoke.json")]),
        of::<Baseline>("baseline", vec![file("baseline.json")]),
        of::<Report>("report", vec![file("report.json")]),
        of::<Record>("record", vec![file("record.json")]),
    ]
}
