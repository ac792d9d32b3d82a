use super::*;
use ptoconf_schemas::{Implementation, Outcome};

fn header(suite: &str) -> ResultsHeader {
    ResultsHeader { format: ResultsHeader::FORMAT.into(), suite: suite.into(), part: None, implementation: Implementation::default() }
}

fn record(number: u8) -> Record {
    let case = format!("op/t-{number}/0");
    let line = ResultLine { case, outcome: Outcome::Ok, stage: None, rule: None, message: None, touched: vec![] };
    Record::new(format!("op/t-{number}"), vec![line], vec![number; 40])
}

/// A journal of three records; its file.
fn written(target: &Path) -> (PathBuf, Vec<u8>) {
    let mut journal = Journal::open(target, &header("a"), false, false).unwrap();
    (0..3).for_each(|i| journal.append(&record(i)).unwrap());
    let path = journal.path.clone();
    drop(journal);
    (path.clone(), std::fs::read(path).unwrap())
}

#[test]
fn a_tail_that_was_cut_short_anywhere_is_dropped_and_the_rest_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("results");
    let (path, whole) = written(&target);
    let mut kept = vec![];
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut journal = Journal::open(&target, &header("a"), true, false).unwrap();
        kept.push(journal.len());
        journal.append(&record(9)).unwrap();
        for tuple in (0..kept[length] as u8).chain([9]) {
            assert_eq!(journal.record(&format!("op/t-{tuple}")).unwrap().unwrap().outputs, [tuple; 40]);
        }
        assert!(!journal.has("op/t-3") && journal.record("op/t-3").unwrap().is_none());
    }
    assert!(kept.is_sorted() && kept[0] == 0 && kept[whole.len() - 1] == 2 && kept[whole.len()] == 3);
}

#[test]
fn damage_in_a_record_drops_what_follows() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("results");
    let (path, mut bytes) = written(&target);
    let last = bytes.len() - 60 - 40;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(Journal::open(&target, &header("a"), true, false).unwrap().len() < 3);
}

#[test]
fn a_journal_is_neither_lost_nor_mixed_up() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("results");
    let (path, whole) = written(&target);
    let error = |suite, resume| Journal::open(&target, &header(suite), resume, false).err().unwrap().to_string();
    assert!(error("a", false).contains("--resume goes on"));
    assert!(error("b", true).contains("another set"));
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let open = Journal::open(&target, &header("a"), true, false).unwrap();
    assert!(error("a", true).contains("another run is writing"));
    drop(open);
    assert_eq!(Journal::open(&target, &header("b"), false, true).unwrap().len(), 0);
}
