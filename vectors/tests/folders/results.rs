//! Results: stacks, loose files, and everything that can be wrong with them.

use crate::common::{names, stack};
use ptoconf_schemas::{Array, DType, Implementation, Outcome, ResultLine, ResultsHeader, TupleLine};
use ptoconf_vectors::{ArrayError, Error, NpzWriter, ResultsReader, ResultsWriter, Stretch};
use std::fs;
use std::path::Path;

fn header() -> ResultsHeader {
    let implementation = Implementation { name: "mine".into(), ..Implementation::default() };
    ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: "0".repeat(64), part: None, implementation }
}

fn line(case: &str) -> ResultLine {
    ResultLine { case: case.into(), outcome: Outcome::Ok, stage: None, rule: None, message: None, touched: Vec::new() }
}

fn tuple() -> TupleLine {
    stack("ta", "t0", 3).line
}

fn array(name: &str, shape: &[u64], value: u8) -> Array {
    let data = vec![value; shape.iter().product::<u64>() as usize * 2];
    Array { name: name.into(), dtype: DType::F16, shape: shape.to_vec(), data }
}

/// Results with these members as stacks.
fn write(dir: &Path, arrays: &[Array]) -> ResultsReader {
    let mut writer = ResultsWriter::create(dir, &header(), true).unwrap();
    writer.lines(&[line("ta/t0/0"), line("ta/t0/1")]).unwrap();
    writer.outputs("ta", arrays).unwrap();
    writer.finish().unwrap();
    ResultsReader::open(dir).unwrap()
}

/// A loose file as numpy writes it.
fn loose(dir: &Path, path: &str, shape: &str, value: u8, elements: usize) {
    let path = dir.join("ta").join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let dict = format!("{{'descr': '<f2', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((dict.len() as u16).to_le_bytes());
    bytes.extend(dict.as_bytes());
    bytes.extend(vec![value; elements * 2]);
    fs::write(path, bytes).unwrap();
}

#[test]
fn results_come_back() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[array("t0/dst.npy", &[3, 1, 16], 7)]);
    assert_eq!(reader.header(), &header());
    let mut lines = Vec::new();
    reader
        .for_each_line(|n, l| {
            lines.push((n, l?));
            Ok(())
        })
        .unwrap();
    assert_eq!(lines, [(1, line("ta/t0/0")), (2, line("ta/t0/1"))]);
    let outputs = reader.outputs("ta").unwrap();
    let mut into = vec![1; 1000];
    assert!(outputs.read(&tuple(), "dst", 0xA5, &mut into).all_ok());
    assert_eq!(into, [7; 96]);
    assert!(outputs.has(&tuple(), "dst") && !outputs.has(&tuple(), "src0Idx"));
    let missing = outputs.read(&tuple(), "src0Idx", 0xA5, &mut into);
    assert_eq!(into, [0xA5; 96]);
    let place = format!("{}/ta/outputs-*.npz: t0/src0Idx.npy: missing; expected <f2 (3, 1, 16)", dir.display());
    assert_eq!(missing.error(0).unwrap().to_string(), place);
    assert!(matches!(missing.error(2), Some(ArrayError::Missing { .. })) && !missing.all_ok());
    let none = reader.outputs("tb").unwrap();
    assert!(none.is_empty() && !outputs.is_empty());
    assert!(!none.has(&tuple(), "dst") && none.duplicates().is_empty() && none.extra().is_empty());
    assert!(reader.outputs("../ta").is_err());
}

#[test]
fn an_operation_that_comes_again_goes_on_in_another_container() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let mut writer = ResultsWriter::create(&dir, &header(), false).unwrap();
    for (op, member, value) in [("ta", "t0/dst.npy", 7), ("tb", "t0/dst.npy", 8), ("ta", "t1/dst.npy", 9)] {
        writer.outputs(op, &[array(member, &[3, 1, 16], value)]).unwrap();
    }
    writer.outputs("tc", &[]).unwrap();
    assert!(writer.outputs("../td", &[array("t0/dst.npy", &[3, 1, 16], 7)]).is_err());
    writer.finish().unwrap();
    assert_eq!(names(&dir), ["results.json", "results.jsonl", "ta", "tb"]);
    assert_eq!(names(&dir.join("ta")), ["outputs-000.npz", "outputs-001.npz"]);
    let outputs = ResultsReader::open(&dir).unwrap().outputs("ta").unwrap();
    let again = stack("ta", "t1", 3).line;
    for (tuple, value) in [(tuple(), 7), (again, 9)] {
        let mut into = vec![];
        assert!(outputs.read(&tuple, "dst", 0xA5, &mut into).all_ok());
        assert_eq!(into, [value; 96]);
    }
}

#[test]
fn results_appear_whole_and_replace_only_results() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    drop(ResultsWriter::create(&dir, &header(), false).unwrap());
    assert_eq!(names(temp.path()), [""; 0]);
    write(&dir, &[]);
    assert!(ResultsWriter::create(&dir, &header(), false).map(drop).unwrap_err().to_string().contains("force"));
    write(&dir, &[]);
    let set = temp.path().join("set");
    crate::common::write_set(&set);
    assert!(ResultsWriter::create(&set, &header(), true).map(drop).unwrap_err().to_string().contains("no results folder"));
}

#[test]
fn bad_lines_are_handed_on_with_their_number() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[]);
    let good = serde_json::to_string(&line("ta/t0/0")).unwrap();
    let long = format!("{{\"case\":\"{}\"}}", "x".repeat(2 << 20));
    let text = [good.as_str(), "", "{", &long, &good.replace("outcome", "result"), "\u{0}", &good, "{\"case\":"].join("\n");
    let mut bytes = text.into_bytes();
    bytes.splice(0..0, [0xff, b'\n']);
    fs::write(dir.join("results.jsonl"), bytes).unwrap();
    let mut seen = Vec::new();
    let mut see = |n, l: Result<ResultLine, Error>| seen.push((n, l.map(|l| l.case).map_err(|e| e.to_string())));
    reader
        .for_each_line(|n, l| {
            see(n, l);
            Ok(())
        })
        .unwrap();
    assert_eq!(seen.iter().filter(|(_, l)| l.is_ok()).map(|(n, _)| *n).collect::<Vec<_>>(), [2, 8]);
    assert_eq!(seen.iter().map(|(n, _)| *n).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    for (n, error) in seen.into_iter().filter_map(|(n, l)| Some((n, l.err()?))) {
        assert!(error.contains(&format!("results.jsonl:{n}: ")), "{error}");
    }
}

/// The lines of a group, with their numbers.
fn lines_of(reader: &ResultsReader, stretches: &[Stretch]) -> Vec<(usize, String)> {
    let mut lines = vec![];
    let mut see = |number, line: Result<ResultLine, Error>| {
        lines.push((number, line.map_or_else(|_| "?".to_owned(), |line| line.case)));
        Ok(())
    };
    reader.for_each_line_of(stretches, &mut see).unwrap();
    lines
}

#[test]
fn the_lines_of_a_group_are_found_again_in_any_order_of_the_file() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[]);
    // Longer than a buffer, with lines that are none and one that is too long.
    let (long, pad) = ("x".repeat(2 << 20), "p".repeat(300));
    let text = |i: usize| match i % 7 {
        3 => format!("no line {pad}"),
        5 if i == 5 => long.clone(),
        _ => serde_json::to_string(&line(&format!("g{}/{pad}-{i}/0", i % 3))).unwrap(),
    };
    let mixed: Vec<String> = (0..3000).map(text).collect();
    let mut sorted = mixed.clone();
    sorted.sort();
    for lines in [mixed, sorted] {
        fs::write(dir.join("results.jsonl"), lines.join("\n")).unwrap();
        let group = |line: &str| (0..3).find(|g| line.starts_with(&format!("g{g}/")));
        let mut none = 0;
        let found = reader.stretches(3, |_, line| {
            let group = line.ok().and_then(|line| group(&line.case));
            none += usize::from(group.is_none());
            group
        });
        let found = found.unwrap();
        let mut all = none;
        for (g, stretches) in found.iter().enumerate() {
            let own = lines_of(&reader, stretches);
            assert!(own.windows(2).all(|w| w[0].0 < w[1].0));
            assert!(own.iter().all(|(number, case)| group(case) == Some(g) && lines[number - 1].contains(case.as_str())));
            all += own.len();
        }
        assert_eq!(all, lines.len());
    }
}

#[test]
fn heads_that_are_no_results_are_refused() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    assert!(ResultsReader::open(&dir).unwrap_err().to_string().contains("no results.json"));
    write(&dir.join("results"), &[]);
    assert!(ResultsReader::open(&dir).unwrap_err().to_string().contains("those of a run are in its folder `results`"));
    fs::remove_dir_all(&dir).unwrap();
    write(&dir, &[]);
    fs::remove_file(dir.join("results.jsonl")).unwrap();
    assert!(ResultsReader::open(&dir).unwrap_err().to_string().contains("results.jsonl: missing"));
    for (text, expected) in [("", "not JSON"), ("[]", "format is absent"), ("{\"format\":\"ptoconf-results/1\"}", "suite")] {
        fs::write(dir.join("results.json"), text).unwrap();
        let found = ResultsReader::open(&dir).unwrap_err().to_string();
        assert!(found.contains(expected), "{found}");
    }
    fs::write(dir.join("results.jsonl"), "").unwrap();
    let text = serde_json::to_string(&header()).unwrap();
    for (size, good) in [(1 << 20, true), ((1 << 20) + 1, false)] {
        fs::write(dir.join("results.json"), format!("{text}{}", " ".repeat(size - text.len()))).unwrap();
        assert_eq!(ResultsReader::open(&dir).is_ok(), good, "{size} bytes");
    }
}

#[test]
fn loose_files_fill_their_slots() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[]);
    loose(&dir, "t0/0/dst.npy", "(1, 16)", 7, 16);
    loose(&dir, "t0/2/dst.npy", "(16, 1)", 7, 16);
    loose(&dir, "t0/00/dst.npy", "(1, 16)", 7, 16);
    fs::write(dir.join("ta/notes.txt"), "").unwrap();
    let outputs = reader.outputs("ta").unwrap();
    assert!(!outputs.is_empty());
    let mut into = Vec::new();
    let slots = outputs.read(&tuple(), "dst", 0xA5, &mut into);
    assert_eq!(into, [[7; 32], [0xA5; 32], [0xA5; 32]].concat());
    assert!(slots.error(0).is_none());
    let missing = slots.error(1).unwrap().to_string();
    assert!(missing.ends_with("ta/t0/1/dst.npy: missing; expected <f2 (1, 16)"), "{missing}");
    assert!(matches!(slots.error(2), Some(ArrayError::WrongShape { .. })));
    assert!(outputs.extra().len() == 2 && outputs.extra()[0].ends_with("notes.txt") && outputs.extra()[1].ends_with("t0/00"));
    loose(&dir, "t0/1/dst.npy", "(1, 16)", 8, 16);
    loose(&dir, "t0/2/dst.npy", "(1, 16)", 9, 16);
    assert!(reader.outputs("ta").unwrap().read(&tuple(), "dst", 0xA5, &mut into).all_ok());
    assert_eq!(into, [[7; 32], [8; 32], [9; 32]].concat());
}

#[test]
fn loose_files_whose_names_follow_no_rule_are_extra() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[]);
    for path in ["t0/0/dst.npy", ".hidden/0/dst.npy", "t0/0/a b.npy", "t0/1x/dst.npy", "t0/-1/dst.npy", "t0/1/.npy"] {
        loose(&dir, path, "(1, 16)", 7, 16);
    }
    fs::create_dir(dir.join("ta/t0/0/folder.npy")).unwrap();
    fs::write(dir.join("ta/t0/2"), "no folder").unwrap();
    let outputs = reader.outputs("ta").unwrap();
    let below: Vec<&str> = outputs.extra().iter().map(|e| e.split("/ta/").nth(1).unwrap()).collect();
    assert_eq!(below, [".hidden", "t0/-1", "t0/0/a b.npy", "t0/0/folder.npy", "t0/1/.npy", "t0/1x", "t0/2"]);
    assert!(outputs.has(&tuple(), "dst") && !outputs.has(&tuple(), "folder"));
}

#[test]
fn the_longest_line_is_read_and_a_longer_one_is_an_error() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[]);
    let text = serde_json::to_string(&line("ta/t0/0")).unwrap();
    for (length, end, good) in [(1 << 20, "\n", true), (1 << 20, "", true), ((1 << 20) + 1, "\n", false), ((1 << 20) + 1, "", false)] {
        fs::write(dir.join("results.jsonl"), format!("{text}{}{end}", " ".repeat(length - text.len()))).unwrap();
        let mut read = vec![];
        let mut see = |line: Result<ResultLine, Error>| read.push(line.is_ok());
        reader
            .for_each_line(|_, line| {
                see(line);
                Ok(())
            })
            .unwrap();
        assert_eq!(read, [good], "{length} {end:?}");
    }
}

#[test]
fn what_is_there_twice_is_a_duplicate() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[array("t0/dst.npy", &[3, 1, 16], 7)]);
    loose(&dir, "t0/1/dst.npy", "(1, 16)", 7, 16);
    let mut into = Vec::new();
    let slots = reader.outputs("ta").unwrap().read(&tuple(), "dst", 0, &mut into);
    assert!(slots.error(0).is_none() && slots.error(2).is_none());
    assert!(matches!(slots.error(1), Some(ArrayError::Duplicate { .. })));
    fs::rename(dir.join("ta/t0/1"), dir.join("ta/t0/3")).unwrap();
    assert!(reader.outputs("ta").unwrap().read(&tuple(), "dst", 0, &mut into).all_ok(), "the tuple has no slot 3");
    let mut own = NpzWriter::create(&dir.join("ta/outputs-shard0.npz")).unwrap();
    own.add(&array("t1/dst.npy", &[3, 1, 16], 7)).unwrap();
    own.finish().unwrap();
    assert!(reader.outputs("ta").unwrap().duplicates().is_empty(), "each has its own members");
    let mut other = NpzWriter::create(&dir.join("ta/outputs-shard1.npz")).unwrap();
    other.add(&array("t0/dst.npy", &[3, 1, 16], 7)).unwrap();
    other.finish().unwrap();
    let outputs = reader.outputs("ta").unwrap();
    assert!(outputs.duplicates().len() == 1 && outputs.duplicates()[0].starts_with("t0/dst.npy: in "));
    let slots = outputs.read(&tuple(), "dst", 0, &mut into);
    assert!((0..3).all(|slot| matches!(slots.error(slot), Some(ArrayError::Duplicate { .. }))));
}

#[test]
fn links_and_broken_containers_are_named() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("out");
    let reader = write(&dir, &[array("t0/dst.npy", &[2, 1, 16], 7)]);
    let mut into = Vec::new();
    let slots = reader.outputs("ta").unwrap().read(&tuple(), "dst", 0, &mut into);
    let found = slots.error(1).unwrap().to_string();
    assert!(found.ends_with("outputs-000.npz: t0/dst.npy: shape is (2, 1, 16), expected (3, 1, 16)"), "{found}");
    fs::write(dir.join("ta/outputs-001.npz"), "PK").unwrap();
    assert!(reader.outputs("ta").unwrap_err().to_string().contains("outputs-001.npz: not a zip file"));
    fs::remove_file(dir.join("ta/outputs-001.npz")).unwrap();
    std::os::unix::fs::symlink("outputs-000.npz", dir.join("ta/outputs-001.npz")).unwrap();
    assert!(reader.outputs("ta").unwrap_err().to_string().contains("symbolic link"));
}
