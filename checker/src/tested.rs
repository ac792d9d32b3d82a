//! Every case in one test: of its form and dtype, and of the rule or the data class that it is about.

use crate::about::about;
use crate::counted::Counted;
use crate::state::Cause;
use crate::words::dtype_name;
use ptoconf_schemas::{CaseId, TestOf, TestReport};
use std::collections::BTreeMap;

/// The tests of an operation, in the order of its forms. Which there are depends on the set alone.
pub fn tests(operation: Counted<'_>) -> Vec<TestReport> {
    let rank = |form: &str| operation.info.forms.iter().position(|f| f.name == form).unwrap_or(usize::MAX);
    let mut tests: BTreeMap<(usize, &str, &str, TestOf), TestReport> = BTreeMap::new();
    for ((line, answer), causes) in operation.tuples.iter().zip(operation.answers).zip(operation.cases.iter()) {
        let (form, dtype, about) = (line.tuple.form.as_str(), dtype_name(&line.tuple), about(answer));
        let id = |slot| CaseId { op: &operation.info.name, tuple: &line.name, slot }.to_string();
        let test = tests.entry((rank(form), form, dtype, about)).or_insert_with_key(|(_, form, dtype, about)| none(form, dtype, about));
        count(test, causes, id);
    }
    tests.into_values().collect()
}

fn none(form: &str, dtype: &str, about: &TestOf) -> TestReport {
    let (form, dtype, about) = (form.to_owned(), dtype.to_owned(), about.clone());
    TestReport { form, dtype, about, cases: 0, judged: 0, failed: BTreeMap::new(), first: None }
}

fn count(test: &mut TestReport, causes: &[Cause], id: impl Fn(u32) -> String) {
    test.cases += causes.len() as u64;
    test.judged += causes.iter().filter(|cause| cause.skipped().is_none()).count() as u64;
    for (slot, cause) in (0..).zip(causes) {
        let Some(kind) = cause.failure() else { continue };
        *test.failed.entry(kind).or_default() += 1;
        test.first.get_or_insert_with(|| id(slot));
    }
}
