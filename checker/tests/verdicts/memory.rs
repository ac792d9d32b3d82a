//! What a check holds at a time.

use crate::common::*;
use ptoconf_checker::{Disproved, Options, Ran, check};
use ptoconf_schemas::*;
use ptoconf_vectors::{OperationReader, Outputs, ResultsReader, ResultsWriter, SetReader, SetWriter};
use std::cell::RefCell;
use std::sync::{Arc, Weak};

const OPS: [&str; 3] = ["tone", "ttwo", "tthree"];

/// A set of several operations alike, of a tuple each, and results without a line.
fn several() -> tempfile::TempDir {
    let mut lab = Lab::default();
    lab.legal("a", 2, 7);
    let dir = tempfile::tempdir().unwrap();
    let mut writer = SetWriter::create(&dir.path().join("set"), false).unwrap();
    let mut suite = lab.suite();
    suite.operations = OPS.iter().map(|&op| OperationInfo { name: op.into(), ..suite.operations[0].clone() }).collect();
    for op in OPS {
        writer.operation(op).unwrap();
        let mut stack = lab.stacks[0].clone();
        stack.line.tuple.op = op.into();
        writer.put(stack).unwrap();
    }
    let suite = writer.finish(suite).unwrap();
    let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite, part: None, implementation: Implementation::default() };
    ResultsWriter::create(&dir.path().join("out"), &header, false).unwrap().finish().unwrap();
    dir
}

#[test]
fn an_operation_is_let_go_before_the_next_one_is_judged() {
    let dir = several();
    let set = SetReader::open(&dir.path().join("set")).unwrap().verifying_once();
    let results = ResultsReader::open(&dir.path().join("out")).unwrap();
    let seen: RefCell<Vec<Weak<Vec<TupleLine>>>> = RefCell::default();
    let look = |op: &str, reader: &OperationReader, _: &Outputs, _: &Ran| {
        let mut seen = seen.borrow_mut();
        assert_eq!(op, OPS[seen.len()]);
        assert!(seen.iter().all(|earlier| earlier.upgrade().is_none()), "{op} is not the only one");
        seen.push(Arc::downgrade(&reader.tuples));
        Ok(Disproved::new())
    };
    let report = check(&set, &results, &Options { disprove: Box::new(look), ..Options::default() }, None).unwrap();
    assert_eq!((report.totals.cases, report.totals.failed), (6, 6));
    assert_eq!(seen.borrow().len(), OPS.len());
}
