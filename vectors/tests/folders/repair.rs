//! Results that another program writes: made readable after a failure, and never half visible.

use crate::common::names;
use ptoconf_schemas::{Array, DType, Implementation, Outcome, ResultLine, ResultsHeader};
use ptoconf_vectors::{NpzWriter, ResultsFolder, ResultsReader, ResultsWriter};
use std::fs;

fn header(name: &str) -> ResultsHeader {
    let implementation = Implementation { name: name.into(), ..Implementation::default() };
    ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: "0".repeat(64), part: None, implementation }
}

fn line(case: &str) -> ResultLine {
    ResultLine { case: case.into(), outcome: Outcome::Ok, stage: None, rule: None, message: None, touched: Vec::new() }
}

fn text(case: &str) -> String {
    serde_json::to_string(&line(case)).unwrap() + "\n"
}

#[test]
fn what_a_failed_program_left_becomes_readable() {
    for (left, kept) in [("", 0), ("{\"case\":\"ta", 0), ("whole", 1), ("whole and a part", 1)] {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("out");
        let folder = ResultsFolder::create(&dir, false).unwrap();
        assert!(!folder.path().exists(), "the program makes it");
        let lines = match left {
            "whole" => text("ta/t/0"),
            "whole and a part" => text("ta/t/0") + "{\"case\":",
            part => part.to_owned(),
        };
        fs::create_dir_all(folder.path().join("ta")).unwrap();
        fs::write(folder.path().join("results.jsonl"), lines).unwrap();
        fs::write(folder.path().join("results.json"), "{\"form").unwrap();
        fs::write(folder.path().join("ta/outputs-001.npz"), "PK").unwrap();
        fs::write(folder.path().join("ta/notes.npz"), "PK").unwrap();
        let mut whole = NpzWriter::create(&folder.path().join("ta/outputs-000.npz")).unwrap();
        whole.add(&Array { name: "t/dst.npy".into(), dtype: DType::U8, shape: vec![1], data: vec![1] }).unwrap();
        whole.finish().unwrap();
        folder.repair(&header("mine")).unwrap();
        folder.append(&[line("ta/t/1"), line("ta/t/2")]).unwrap();
        assert_eq!(names(&folder.path().join("ta")), ["notes.npz", "outputs-000.npz"], "only a container is dropped");
        assert!(!dir.exists());
        folder.publish().unwrap();
        let reader = ResultsReader::open(&dir).unwrap();
        assert_eq!(reader.header(), &header("mine"));
        let mut cases = vec![];
        reader.for_each_line(|_, line| line.map(|line| cases.push(line.case))).unwrap();
        assert_eq!(cases, ["ta/t/0", "ta/t/1", "ta/t/2"][1 - kept..], "{left}");
        assert_eq!(names(temp.path()), ["out"]);
    }
}

#[test]
fn a_head_that_is_there_is_kept_and_nothing_is_made_up() {
    let temp = tempfile::tempdir().unwrap();
    let folder = ResultsFolder::create(&temp.path().join("out"), false).unwrap();
    folder.repair(&header("first")).unwrap();
    folder.repair(&header("second")).unwrap();
    assert_eq!(names(folder.path()), ["results.json", "results.jsonl"]);
    assert_eq!(ResultsReader::open(folder.path()).unwrap().header(), &header("first"));
    drop(folder);
    assert_eq!(names(temp.path()), [""; 0]);
}

#[test]
fn the_target_is_checked_before_anything_runs() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("new/out");
    assert_eq!(ResultsWriter::target(&dir, false).unwrap(), temp.path().canonicalize().unwrap().join("new/out"));
    ResultsWriter::create(&dir, &header("mine"), false).unwrap().finish().unwrap();
    assert!(ResultsWriter::target(&dir, false).unwrap_err().to_string().contains("force"));
    assert_eq!(ResultsWriter::target(&dir, true).unwrap(), dir.canonicalize().unwrap());
}
