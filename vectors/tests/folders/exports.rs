//! Exports: loose files in three forms, and an index that counts them.

use ptoconf_schemas::{DType, ExportFormat, ExportHeader, ExportLine, Names, Tuple};
use ptoconf_vectors::{ExportWriter, read_npy};
use std::fs;

fn header() -> ExportHeader {
    ExportHeader {
        format: ExportHeader::FORMAT.into(),
        suite: "0".repeat(64),
        profile: "a5".into(),
        files: ExportFormat::Hex,
        architecture: None,
        canary: 0xA5,
        cases: 0,
    }
}

fn line(case: &str) -> ExportLine {
    let tuple = Tuple { op: "ta".into(), form: "plain".into(), attributes: Names::default(), operands: vec![] };
    ExportLine { case: case.into(), tuple, expect: None, files: vec![], undecided: vec![], not_accepted: None }
}

#[test]
fn every_form_holds_the_elements() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let mut writer = ExportWriter::create(&dir, false).unwrap();
    let data = [0x34, 0x12, 0xF0, 0x0A, 0xFF, 0x00];
    for (path, format) in [("t/a.hex", ExportFormat::Hex), ("t/a.bin", ExportFormat::Bin), ("t/a.npy", ExportFormat::Npy)] {
        writer.array(path, format, DType::U16, [1, 3], &data).unwrap();
    }
    writer.file("text/b.pto", b"pto").unwrap();
    [line("ta/t/0"), line("ta/t/1"), line("ta/t/2")].iter().for_each(|l| writer.line(l).unwrap());
    assert_eq!(writer.cases(), 3);
    writer.finish(header()).unwrap();
    assert_eq!(fs::read_to_string(dir.join("t/a.hex")).unwrap(), "1234\n0af0\n00ff\n");
    assert_eq!(fs::read(dir.join("t/a.bin")).unwrap(), data);
    let mut read = vec![];
    read_npy(&dir.join("t/a.npy"), DType::U16, &[1, 3], &mut read).unwrap();
    assert_eq!((read.as_slice(), fs::read(dir.join("text/b.pto")).unwrap().as_slice()), (&data[..], &b"pto"[..]));
    let head: ExportHeader = serde_json::from_slice(&fs::read(dir.join("export.json")).unwrap()).unwrap();
    assert_eq!(head, ExportHeader { cases: 3, ..header() });
    let index = fs::read_to_string(dir.join("index.jsonl")).unwrap();
    let lines: Vec<ExportLine> = index.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines, [line("ta/t/0"), line("ta/t/1"), line("ta/t/2")]);
}

#[test]
fn paths_stay_below_the_folder_which_appears_whole() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let writer = ExportWriter::create(&dir, false).unwrap();
    for path in ["../a", "/a", "a//b", "a/../b", ""] {
        assert!(writer.file(path, b"").unwrap_err().to_string().contains("expected letters"), "{path:?}");
    }
    assert!(!dir.exists());
    drop(writer);
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
}
