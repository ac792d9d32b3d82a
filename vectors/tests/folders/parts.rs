//! Parts of a set: each tuple is in one of them, and they cost about the same.

use crate::common::{bare, stack, suite, write_set};
use ptoconf_schemas::{Implementation, Outcome, Part, ResultLine, ResultsHeader, TupleLine};
use ptoconf_vectors::{ResultsReader, ResultsWriter, SetReader, SetWriter, Share, merge};
use std::path::Path;

/// A set of two operations, with tuples of many and few cases.
fn uneven(dir: &Path) -> SetReader {
    let mut writer = SetWriter::create(dir, false).unwrap();
    let mut counts = vec![];
    for op in ["ta", "tb"] {
        writer.operation(op).unwrap();
        let mut cases = 0;
        for number in 0..60 {
            let own = if number % 7 == 0 { 40 } else { 1 + number % 3 };
            writer.put(stack(op, &format!("plain-{number:02}"), own)).unwrap();
            cases += u64::from(own);
        }
        writer.put(bare(op, "plain-bare")).unwrap();
        counts.push((op, 61, cases + 1));
    }
    writer.finish(suite(&counts)).unwrap();
    SetReader::open(dir).unwrap()
}

fn tuples(set: &SetReader) -> Vec<TupleLine> {
    set.suite().operations.iter().flat_map(|o| set.operation(&o.name).unwrap().tuples.to_vec()).collect()
}

#[test]
fn every_tuple_is_in_one_part_and_the_parts_cost_the_same() {
    let temp = tempfile::tempdir().unwrap();
    let set = uneven(&temp.path().join("set"));
    let all = tuples(&set);
    for of in [1, 2, 3, 8, 200] {
        let shares: Vec<Share> = (1..=of).map(|index| Share::of(&set, Part { index, of }).unwrap()).collect();
        assert!(all.iter().all(|line| shares.iter().filter(|share| share.has(line)).count() == 1), "{of} parts");
        let cases = |share: &Share| all.iter().filter(|line| share.has(line)).map(|line| line.cases).sum::<u32>();
        let (least, most) = (shares.iter().map(cases).min().unwrap(), shares.iter().map(cases).max().unwrap());
        // Every tuple with data costs as much for a case as any other here; the largest has 40 cases.
        assert!(of > 8 || most - least <= 8, "{of} parts: {least} to {most} cases");
        assert_eq!(shares, (1..=of).map(|index| Share::of(&set, Part { index, of }).unwrap()).collect::<Vec<_>>());
    }
}

#[test]
fn parts_are_named_by_number_and_count() {
    assert_eq!(Part::parse("2/4"), Some(Part { index: 2, of: 4 }));
    assert_eq!(Part { index: 2, of: 4 }.to_string(), "part 2 of 4");
    for text in ["", "2", "0/4", "5/4", "1/0", "1/257", "-1/4", "1/4/4", "a/b", "1/4294967296"] {
        assert_eq!(Part::parse(text), None, "{text}");
    }
}

/// A head that was written by hand may name any numbers.
#[test]
fn heads_that_name_no_part_are_refused() {
    let temp = tempfile::tempdir().unwrap();
    let digest = write_set(&temp.path().join("set"));
    let set = SetReader::open(&temp.path().join("set")).unwrap();
    for part in [Part { index: 0, of: 0 }, Part { index: 3, of: 2 }, Part { index: 1, of: u32::MAX }] {
        let implementation = Implementation::default();
        let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: digest.clone(), part: Some(part), implementation };
        ResultsWriter::create(&temp.path().join("one"), &header, true).unwrap().finish().unwrap();
        let one = ResultsReader::open(&temp.path().join("one")).unwrap();
        let error = merge(&set, &[one], &temp.path().join("out"), false, 2).unwrap_err().to_string();
        assert!(error.contains("one: results.json names part") && error.contains("at most 256"), "{error}");
    }
    assert!(merge(&set, &[], &temp.path().join("out"), false, 2).is_err() && !temp.path().join("out").exists());
}

/// Loose files stay loose, and go where they were.
#[test]
fn loose_arrays_are_merged() {
    let temp = tempfile::tempdir().unwrap();
    let digest = write_set(&temp.path().join("set"));
    let set = SetReader::open(&temp.path().join("set")).unwrap();
    let mut parts = vec![];
    for index in [2, 1] {
        let part = Part { index, of: 2 };
        let (share, dir) = (Share::of(&set, part).unwrap(), temp.path().join(index.to_string()));
        let implementation = Implementation::default();
        let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: digest.clone(), part: Some(part), implementation };
        let mut writer = ResultsWriter::create(&dir, &header, false).unwrap();
        for line in tuples(&set).iter().filter(|line| share.has(line)) {
            let case = format!("{}/0", line.id());
            let result = ResultLine { case, outcome: Outcome::Ok, stage: None, rule: None, message: None, touched: vec![] };
            writer.lines(&[result]).unwrap();
        }
        writer.finish().unwrap();
        for line in tuples(&set).iter().filter(|line| share.has(line)) {
            let slot = dir.join(line.id()).join("0");
            std::fs::create_dir_all(&slot).unwrap();
            std::fs::write(slot.join("dst.npy"), line.id()).unwrap();
        }
        parts.push(ResultsReader::open(&dir).unwrap());
    }
    let out = temp.path().join("out");
    let merged = merge(&set, &parts, &out, false, 2).unwrap();
    assert_eq!((merged.parts, merged.lines, merged.cases), (2, tuples(&set).len() as u64, set.suite().cases()));
    for line in tuples(&set) {
        assert_eq!(std::fs::read_to_string(out.join(line.id()).join("0/dst.npy")).unwrap(), line.id());
    }
    assert_eq!(ResultsReader::open(&out).unwrap().header().part, None);
    // One that is of a tuple of the other part.
    let share = Share::of(&set, Part { index: 1, of: 2 }).unwrap();
    let other = tuples(&set).into_iter().find(|line| !share.has(line)).unwrap();
    let stray = temp.path().join("1").join(other.id()).join("0");
    std::fs::create_dir_all(&stray).unwrap();
    std::fs::write(stray.join("dst.npy"), "").unwrap();
    let error = merge(&set, &parts, &temp.path().join("again"), false, 2).unwrap_err().to_string();
    assert!(error.contains("dst.npy: tuple ") && error.contains("is in part 2, and this is part 1"), "{error}");
}
