//! Results in memory, to be spoiled and judged.

use crate::common::{Ran, folder, open, ptoconf, read, report};
use ptoconf_schemas::{Array, Outcome, Report, ResultLine, ResultsHeader, Role, Verdict, VerdictLine};
use ptoconf_vectors::{ResultsReader, ResultsWriter};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Results in memory.
#[derive(Clone)]
pub struct Results {
    /// The head.
    pub header: ResultsHeader,
    /// A line per case.
    pub lines: Vec<ResultLine>,
    /// Outputs by operation.
    pub arrays: BTreeMap<String, Vec<Array>>,
}

impl Results {
    /// Reads the results of a run: `vectors` and `results` in a folder.
    pub fn of(run: &Path) -> Results {
        let set = open(&run.join("vectors"));
        let results = ResultsReader::open(&run.join("results")).unwrap();
        let mut lines = vec![];
        results.for_each_line(|_, line| line.map(|l| lines.push(l))).unwrap();
        let mut arrays: BTreeMap<String, Vec<Array>> = BTreeMap::new();
        for operation in &set.suite().operations {
            let outputs = results.outputs(&operation.name).unwrap();
            for line in set.operation(&operation.name).unwrap().tuples.iter() {
                for operand in line.tuple.with_role(Role::Out).filter(|o| outputs.has(line, &o.name)) {
                    let mut data = vec![];
                    assert!(outputs.read(line, &operand.name, 0, &mut data).all_ok());
                    let tile = &operand.tile;
                    let shape = vec![line.cases.into(), tile.rows().into(), tile.cols().into()];
                    let array = Array { name: line.member(&operand.name), dtype: tile.dtype, shape, data };
                    arrays.entry(operation.name.clone()).or_default().push(array);
                }
            }
        }
        Results { header: results.header().clone(), lines, arrays }
    }

    /// Writes them.
    pub fn write(&self, dir: &Path) {
        let mut writer = ResultsWriter::create(dir, &self.header, false).unwrap();
        writer.lines(&self.lines).unwrap();
        for (op, arrays) in self.arrays.iter().filter(|(_, arrays)| !arrays.is_empty()) {
            writer.outputs(op, arrays).unwrap();
        }
        writer.finish().unwrap();
    }

    /// The same lines, all with this outcome.
    pub fn all(mut self, outcome: Outcome) -> Results {
        for line in &mut self.lines {
            *line = ResultLine { case: line.case.clone(), outcome, stage: None, rule: None, message: None, touched: vec![] };
        }
        self
    }

    /// The same with other arrays.
    pub fn map(mut self, f: impl Fn(&mut Array)) -> Results {
        self.arrays.values_mut().flatten().for_each(f);
        self
    }

    /// Writes them and has them judged against a set; no report where the check cannot be made.
    pub fn check(&self, set: &Path) -> (Ran, Option<Report>) {
        let dir = folder();
        self.write(&dir.path().join("results"));
        check(set, dir.path())
    }

    /// The cases that fail.
    pub fn failed(&self, set: &Path) -> BTreeSet<String> {
        let dir = folder();
        self.write(&dir.path().join("results"));
        let line = format!("check --impl results --vectors {} --report verdicts=verdicts.jsonl", set.display());
        ptoconf(dir.path(), &line).expect(1, &[]);
        let lines = read(&dir.path().join("verdicts.jsonl"));
        let verdicts = lines.lines().map(|line| -> VerdictLine { serde_json::from_str(line).unwrap() });
        verdicts.filter(|v| v.verdict == Verdict::Fail).map(|v| v.case).collect()
    }

    /// The report on results that do not conform.
    #[track_caller]
    pub fn fails(&self, set: &Path) -> Report {
        let (ran, report) = self.check(set);
        ran.expect(1, &[]);
        let report = report.expect("a report");
        assert!(!report.conforms && report.exit_code == 1);
        assert!(report.totals.add_up(), "{:?}", report.totals);
        report
    }
}

/// Judges `results` in a folder against a set.
pub fn check(set: &Path, dir: &Path) -> (Ran, Option<Report>) {
    let ran = ptoconf(dir, &format!("check --impl results --vectors {} --report json=report.json", set.display()));
    let file = dir.join("report.json");
    let judged = file.exists().then(|| report(&file));
    assert_eq!(judged.is_some(), matches!(ran.code, 0 | 1 | 4), "{}", ran.err);
    (ran, judged)
}
