//! Sets and results, which are folders: one file is damaged, everything is read.

use crate::corpus;
use crate::place::placed;
use crate::target::Target;
use ptoconf_checker::{Options, check};
use ptoconf_schemas::{DType, Expectation, ResultsHeader, Role, Suite};
use ptoconf_vectors::{Npz, ResultsReader, SetReader};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Every file of the set but its head, and every file of the results.
const LISTED: &[(&str, &str)] = &[
    ("set-tuples", "tcolsum/tuples.jsonl"),
    ("set-answers", "tcolsum/answers.jsonl"),
    ("set-cases", "tcolsum/cases.jsonl"),
    ("set-inputs", "tcolsum/inputs-000.npz"),
    ("set-answer-arrays", "tcolsum/answers-000.npz"),
];
const RESULTS: &[(&str, &str)] =
    &[("results-header", "results.json"), ("results-lines", "results.jsonl"), ("results-arrays", "tcolsum/outputs-000.npz")];

/// A set with results, of which one file is damaged.
struct Room {
    folder: TempDir,
    /// The digest of the set as it was.
    digest: String,
    /// The head of the set, and of the results.
    heads: [String; 2],
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().expect("a temporary folder");
        corpus::copy(&corpus::folder(), folder.path()).expect("a copy of the corpus");
        let text = |name: &str| String::from_utf8(corpus::file(name)).expect("text");
        let heads = [text("set/suite.json"), text("results/results.json")];
        let digest = SetReader::open(&folder.path().join("set")).expect("a set").digest().to_owned();
        Room { folder, digest, heads }
    }

    fn set(&self) -> PathBuf {
        self.folder.path().join("set")
    }

    fn write(&self, below: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(below), bytes).expect("a file of the room");
    }

    /// Opens the set, of which a file may be altered: then it says so by the name of the file, or is another set.
    fn open(&self, file: &str, altered: bool) -> Option<SetReader> {
        let named = |error: &dyn std::fmt::Display| placed(error, file);
        match SetReader::open(&self.set()) {
            Ok(set) => {
                let verified = set.verify_all(1);
                verified.as_ref().err().into_iter().for_each(|error| named(error));
                let unaltered = set.digest() == self.digest && verified.is_ok();
                assert!(unaltered != altered, "a set that was altered: {altered}, found unaltered: {unaltered}");
                Some(set)
            }
            Err(error) => {
                named(&error);
                None
            }
        }
    }

    /// A file of the set is damaged; then the head says that it has to be like this.
    fn damaged(&self, file: &str, original: &[u8], bytes: &[u8]) {
        self.write(&format!("set/{file}"), bytes);
        read(self.open(file, bytes != original), file);
        let mended = self.heads[0]
            .replace(blake3::hash(original).to_hex().as_str(), blake3::hash(bytes).to_hex().as_str())
            .replace(&format!("\"bytes\": {},\n", original.len()), &format!("\"bytes\": {},\n", bytes.len()));
        self.write("set/suite.json", mended.as_bytes());
        let set = SetReader::open(&self.set()).ok();
        set.iter().for_each(|set| assert!(bytes == original || set.digest() != self.digest, "mended, and taken for the unaltered one"));
        if let Some(set) = &set {
            let results = self.heads[1].replace(&self.digest, set.digest());
            self.write("results/results.json", results.as_bytes());
            self.judge(set, "tcolsum/");
        }
        // What does not fit together now is named in either of the files.
        read(set, "tcolsum/");
        self.write("set/suite.json", self.heads[0].as_bytes());
    }

    /// Judges the results, of which or of whose set a file may be damaged, if they can be judged.
    fn judge(&self, set: &SetReader, file: &str) {
        let judged = ResultsReader::open(&self.folder.path().join("results"))
            .map_err(|error| placed(&error, file))
            .map(|results| check(set, &results, &Options::default(), None).map_err(|error| placed(&error, file)));
        drop(judged);
    }
}

/// Reads all of a set, of which a file may be damaged.
fn read(set: Option<SetReader>, file: &str) {
    let Some(set) = set else { return };
    for operation in &set.suite().operations {
        let reader = match set.operation(&operation.name) {
            Ok(reader) => reader,
            Err(error) => {
                placed(&error, file);
                continue;
            }
        };
        let mut into = Vec::new();
        for line in reader.tuples.iter() {
            for operand in line.tuple.operands.iter().filter(|operand| operand.role == Role::In) {
                let _ = reader.inputs(line, &operand.name, &mut into).map_err(|error| placed(&error, file));
            }
        }
        for answer in reader.answers().map_err(|error| placed(&error, file)).unwrap_or_default() {
            let _ = matches!(answer.expect, Expectation::Accept { .. });
        }
    }
}

fn files_of_the_set() -> impl Iterator<Item = Target> {
    LISTED.iter().map(|&(name, file)| {
        let (room, original) = (Room::new(), corpus::file(&format!("set/{file}")));
        let documents = vec![original.clone()];
        Target::new(name, documents, move |bytes| room.damaged(file, &original, bytes))
    })
}

fn head() -> Target {
    let (room, original) = (Room::new(), corpus::file("set/suite.json"));
    Target::new("set-head", vec![original.clone()], move |bytes| {
        room.write("set/suite.json", bytes);
        read(room.open("suite.json", bytes != original), "tcolsum/");
    })
}

fn files_of_the_results() -> impl Iterator<Item = Target> {
    RESULTS.iter().map(|&(name, file)| {
        let (room, original) = (Room::new(), corpus::file(&format!("results/{file}")));
        let set = SetReader::open(&room.set()).expect("the set");
        Target::new(name, vec![original], move |bytes| {
            room.write(&format!("results/{file}"), bytes);
            if let Ok(results) = ResultsReader::open(&room.folder.path().join("results")) {
                let _: &ResultsHeader = results.header();
                let _ = results.for_each_line(|_, _| Ok(())).map_err(|error| placed(&error, file));
                let _ = results.outputs("tcolsum").map_err(|error| placed(&error, file));
            }
            room.judge(&set, file);
        })
    })
}

/// What an array of a container says, for those that can be read.
fn arrays(path: &Path, wanted: &[(String, [u64; 3])]) -> Option<Vec<Vec<u8>>> {
    let container = Npz::open(path).ok()?;
    assert!(container.names().count() < 10_000);
    let read = |(name, shape): &(String, [u64; 3])| {
        let mut into = Vec::new();
        container.read(name, DType::F16, shape, &mut into).ok()?;
        Some(into)
    };
    wanted.iter().map(read).collect()
}

/// Arrays that are read in spite of damage are what they were.
fn containers() -> Target {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("inputs.npz");
    let original = corpus::file("set/tcolsum/inputs-000.npz");
    fs::write(&path, &original).expect("a file");
    let names: Vec<String> = Npz::open(&path).expect("a container").names().map(str::to_owned).collect();
    let suite: Suite = serde_json::from_slice(&corpus::file("set/suite.json")).expect("the head");
    assert!(!suite.operations.is_empty());
    let mut wanted = Vec::new();
    for line in corpus::lines("set/tcolsum/tuples.jsonl") {
        let line: ptoconf_schemas::TupleLine = serde_json::from_slice(&line).expect("a tuple");
        for operand in line.tuple.operands.iter().filter(|o| o.tile.dtype == DType::F16) {
            let (member, shape) = (line.member(&operand.name), [line.cases.into(), operand.tile.rows().into(), operand.tile.cols().into()]);
            wanted.extend(names.contains(&member).then_some((member, shape)));
        }
    }
    let before = arrays(&path, &wanted).expect("the arrays");
    assert!(!before.is_empty());
    Target::new("containers", vec![original], move |bytes| {
        let _ = &folder;
        fs::write(&path, bytes).expect("a file");
        if let Some(found) = arrays(&path, &wanted) {
            assert!(found == before, "an array was altered, and read");
        }
    })
}

/// The head of the answers of a blind set. Whoever has it has made it, so that no digest of it stands anywhere else.
fn head_of_answers() -> Target {
    let room = Room::new();
    Target::new("answers-head", vec![corpus::file("answers/answers.json")], move |bytes| {
        room.write("answers/answers.json", bytes);
        let set = SetReader::open(&room.folder.path().join("blind")).expect("a blind set");
        match set.join(&room.folder.path().join("answers")) {
            Ok(set) => {
                let _ = set.verify_all(1).map_err(|error| placed(&error, "answers"));
                read(Some(set), "answers");
            }
            Err(error) => placed(&error, "answers"),
        }
    })
}

/// An array of one case as a file of its own, in the place of those in the container.
fn loose_array() -> Target {
    let room = Room::new();
    let set = SetReader::open(&room.set()).expect("the set");
    let reader = set.operation("tcolsum").expect("its operation");
    let line = reader.tuples.iter().find(|line| line.inputs.is_some()).expect("a tuple with data");
    let tile = &line.tuple.tile("dst").expect("an output");
    let dict = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}\n", tile.dtype.numpy(), tile.rows(), tile.cols());
    let mut original = b"\x93NUMPY\x01\x00".to_vec();
    original.extend((dict.len() as u16).to_le_bytes());
    original.extend(dict.as_bytes());
    original.resize(original.len() + tile.bytes() as usize, 0);
    fs::remove_file(room.folder.path().join("results/tcolsum/outputs-000.npz")).expect("the container");
    let file = format!("results/tcolsum/{}/0/dst.npy", line.name);
    fs::create_dir_all(room.folder.path().join(&file).parent().expect("its folder")).expect("a folder");
    Target::new("loose-array", vec![original], move |bytes| {
        room.write(&file, bytes);
        room.judge(&set, "results/tcolsum");
    })
}

pub(crate) fn targets() -> Vec<Target> {
    let others = [containers(), head_of_answers(), loose_array()];
    std::iter::once(head()).chain(files_of_the_set()).chain(files_of_the_results()).chain(others).collect()
}
