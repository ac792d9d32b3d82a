//! A set that no disk holds whole: it is made, run and judged piece by piece, and one choice has to explain all pieces.

use crate::about::about;
use crate::across;
use crate::catalog::Catalog;
use crate::choice::{Carried, CasePlace, Choices};
use crate::run::Run;
use crate::summary::{check_sums, counted_under};
use crate::sums::{add, read, written};
use crate::words::{dtype_name, tuple_line};
use crate::{CheckError, Options, belong_together, report};
use ptoconf_schemas::{Expectation, Implementation, Part, PartFile, PartOperation, Report, ResultsHeader, SeenCases, SetId, Suite};
use ptoconf_vectors::{ResultsReader, SetReader};

/// Pieces that were judged by themselves, those that passed added up. What is kept does not grow with their number, but for their
/// digests.
#[derive(Default)]
pub struct Pieces {
    /// The head of the first piece, with the operations of those that passed, and who made the results.
    head: Option<(Suite, Implementation)>,
    operations: Vec<PartOperation>,
    carried: Carried,
    passed: Vec<String>,
    failed: Option<String>,
}

impl Pieces {
    /// Judges the next piece. Its report speaks of it alone. A piece in which a case fails is not added, and is the last.
    ///
    /// # Errors
    /// Unusable input.
    pub fn judge(&mut self, set: &SetReader, results: &ResultsReader, options: &Options<'_>) -> Result<Report, CheckError> {
        belong_together(set, results)?;
        self.is_by_the_same(results.header())?;
        let (suite, implementation) = (set.suite(), &results.header().implementation);
        let catalog = Catalog::new(suite, &[])?;
        let run = Run::new(set, results, &catalog, options, Choices::default())?;
        let bare = || (Suite { operations: vec![], files: vec![], ..suite.clone() }, implementation.clone());
        let (whole, _) = self.head.get_or_insert_with(bare);
        if run.extra.is_empty() && run.operations.iter().all(|o| o.summary.report.totals.failed == 0) {
            add_seen(&mut self.carried, &run, set, &catalog)?;
            self.passed.push(set.digest().to_owned());
            for (info, own) in suite.operations.iter().zip(&run.operations) {
                add(whole, &mut self.operations, info, &written(own));
            }
        } else {
            self.failed = Some(set.digest().to_owned());
        }
        let cases = if options.listed { run.listed(set)? } else { vec![] };
        Ok(Report { cases, ..report(SetId::new(suite, set.digest()), implementation, &catalog, run, options)? })
    }

    /// What an implementation is and observes is said once for all pieces.
    fn is_by_the_same(&self, header: &ResultsHeader) -> Result<(), CheckError> {
        let in_words = |of: &Implementation| serde_json::to_string(of).unwrap_or_default();
        match &self.head {
            Some((_, first)) if *first != header.implementation => {
                Err(CheckError::Mixed { found: in_words(&header.implementation), expected: in_words(first) })
            }
            _ => Ok(()),
        }
    }

    /// Whether a case of the last piece fails.
    pub fn ended(&self) -> bool {
        self.failed.is_some()
    }

    /// Adds the pieces of a part that passed, which come after those that are there.
    ///
    /// # Errors
    /// What it says contradicts itself.
    pub fn add(&mut self, part: &PartFile) -> Result<(), CheckError> {
        let PartFile { suite, operations, .. } = part;
        let (whole, _) = self.head.get_or_insert_with(|| (Suite { operations: vec![], ..suite.clone() }, part.implementation.clone()));
        if !suite.operations.iter().map(|o| &o.name).eq(operations.iter().map(|o| &o.report.name)) {
            return Err(CheckError::PartFile("`operations` are not those of `suite`".to_owned()));
        }
        for (info, own) in suite.operations.iter().zip(operations) {
            check_sums(&info.name, &own.report.totals, info.cases).map_err(|e| CheckError::PartFile(e.to_string()))?;
            add(whole, &mut self.operations, info, own);
        }
        self.passed.extend(part.passed.iter().cloned());
        self.failed.clone_from(&part.failed);
        self.carried.add_part(part)
    }

    /// What is written down of them where they are a part of the set: of these blocks, of those of all parts; `filters` made all of
    /// them, for the operations that were asked for. None where there is no piece.
    pub fn to_part(&self, part: Part, blocks: [[u32; 2]; 2], asked: Vec<String>, filters: Vec<String>) -> Option<PartFile> {
        let (suite, implementation) = self.head.clone()?;
        let (variables, evidence) = self.carried.to_part();
        Some(PartFile {
            format: PartFile::FORMAT.to_owned(),
            blake3: String::new(),
            part,
            blocks: blocks[0],
            of_blocks: blocks[1],
            asked,
            suite: Suite { filters, ..suite },
            implementation,
            passed: self.passed.clone(),
            failed: self.failed.clone(),
            operations: self.operations.clone(),
            readings: self.carried.readings().to_vec(),
            variables,
            evidence,
        })
    }

    /// The report of all pieces that passed, together: cases that no choice explains beside the others fail. None where there was
    /// none. `filters` are those that made all of them. In place of the digest of a set it has one of the digests of the pieces,
    /// in order.
    ///
    /// # Errors
    /// The search for a choice took too many steps.
    pub fn report(self, filters: Vec<String>, options: &Options<'_>) -> Result<Option<Report>, CheckError> {
        let Some((suite, implementation)) = self.head.filter(|_| !self.passed.is_empty()) else { return Ok(None) };
        let suite = Suite { filters, ..suite };
        let catalog = Catalog::new(&suite, self.carried.readings())?;
        let mut choices = self.carried.choices(&catalog);
        choices.solve()?;
        let mut operations = self.operations;
        let failures = across::count(&suite.operations, &mut operations, &choices.unexplained(&catalog), options.details)?;
        let operations = operations.into_iter().map(read).collect();
        let run = Run { suite: &suite, operations, choices, extra: vec![], waivers: vec![], baseline: None };
        let id = SetId::new(&suite, blake3::hash(self.passed.concat().as_bytes()).to_hex().as_str());
        Ok(Some(Report { failures, ..report(id, &implementation, &catalog, run, options)? }))
    }
}

/// Adds what the cases of a piece leave open. Each is described, by which reports count it if others contradict it.
fn add_seen(carried: &mut Carried, run: &Run<'_>, set: &SetReader, catalog: &Catalog<'_>) -> Result<(), CheckError> {
    let readers = run.suite.operations.iter().map(|info| set.operation(&info.name)).collect::<Result<Vec<_>, _>>()?;
    let answers = readers.iter().map(|reader| reader.answers()).collect::<Result<Vec<_>, _>>()?;
    let seen = |case: CasePlace| {
        let (operation, tuple) = (case.0 as usize, case.1 as usize);
        let (line, answer) = (&readers[operation].tuples[tuple], &answers[operation][tuple]);
        let rules = counted_under(answer).into_iter().map(|(column, rule)| (column, rule.to_owned())).collect();
        SeenCases {
            op: line.tuple.op.to_string(),
            form: line.tuple.form.to_string(),
            dtype: dtype_name(&line.tuple).to_owned(),
            about: about(answer),
            class: matches!(answer.expect, Expectation::Accept { .. }).then(|| answer.class.to_string()),
            rules,
            cases: 1,
            first: run.id(case),
            tuple: tuple_line(&line.tuple),
        }
    };
    carried.add(&run.choices, catalog, seen);
    Ok(())
}
