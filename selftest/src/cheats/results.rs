//! Results in memory, to be spoiled.

use crate::Error;
use ptoconf_schemas::{Array, Outcome, ResultLine, ResultsHeader, Role};
use ptoconf_vectors::{ResultsReader, ResultsWriter, SetReader};
use std::collections::BTreeMap;
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
    /// Reads results that answer a set.
    pub fn read(set: &SetReader, dir: &Path) -> Result<Results, Error> {
        let results = ResultsReader::open(dir)?;
        let mut lines = Vec::new();
        results.for_each_line(|_, line| line.map(|l| lines.push(l)))?;
        let mut arrays: BTreeMap<String, Vec<Array>> = BTreeMap::new();
        for operation in &set.suite().operations {
            let outputs = results.outputs(&operation.name)?;
            for line in set.operation(&operation.name)?.tuples.iter() {
                for operand in line.tuple.with_role(Role::Out).filter(|o| outputs.has(line, &o.name)) {
                    let mut data = Vec::new();
                    outputs.read(line, &operand.name, set.suite().canary, &mut data);
                    let shape = vec![line.cases.into(), operand.tile.rows().into(), operand.tile.cols().into()];
                    let array = Array { name: line.member(&operand.name), dtype: operand.tile.dtype, shape, data };
                    arrays.entry(operation.name.clone()).or_default().push(array);
                }
            }
        }
        Ok(Results { header: results.header().clone(), lines, arrays })
    }

    /// Writes them.
    pub fn write(&self, dir: &Path) -> Result<(), Error> {
        let mut writer = ResultsWriter::create(dir, &self.header, false)?;
        writer.lines(&self.lines)?;
        for (op, arrays) in self.arrays.iter().filter(|(_, arrays)| !arrays.is_empty()) {
            writer.outputs(op, arrays)?;
        }
        Ok(writer.finish()?)
    }

    /// The same lines, all with this outcome.
    pub fn all(mut self, outcome: Outcome) -> Results {
        for line in &mut self.lines {
            *line = ResultLine { case: line.case.clone(), outcome, stage: None, rule: None, message: None, touched: Vec::new() };
        }
        self
    }

    /// The same with other arrays.
    pub fn map(mut self, change: impl Fn(&mut Array)) -> Results {
        self.arrays.values_mut().flatten().for_each(change);
        self
    }

    /// The same without arrays.
    pub fn bare(mut self) -> Results {
        self.arrays.clear();
        self
    }
}
