//! For those who try the readers of answers and journals with nonsense.

use super::journal::{Record, read_record};
use super::worker::parse;
use ptoconf_schemas::{Outcome, ResultLine};

/// The answer of a worker for a case.
pub(crate) fn answer(line: &[u8], case: &str) -> Result<ResultLine, String> {
    parse(line, case)
}

/// A journal with two records.
pub fn in_a_journal() -> Vec<u8> {
    let line = |case: &str| ResultLine {
        case: case.to_owned(),
        outcome: Outcome::Ok,
        stage: None,
        rule: None,
        message: Some("said".to_owned()),
        touched: Vec::new(),
    };
    let record = |tuple: &str| {
        let record = Record::new(tuple.to_owned(), vec![line(&format!("{tuple}/0"))], vec![7; 40]);
        let head = serde_json::to_vec(&record).unwrap_or_default();
        [&head[..], b"\n", &[7; 40]].concat()
    };
    [record("tcolsum/plain-1"), record("tcolsum/plain-2")].concat()
}

/// How many records a journal has.
pub fn read_of_a_journal(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    loop {
        let left = bytes.len() as u64;
        let Ok(Some((_, length))) = read_record(&mut bytes, left) else { return count };
        assert!(length > 0, "a record of no length");
        count += 1;
    }
}
