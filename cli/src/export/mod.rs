//! From a set to loose files for other tools: assembly text, or arrays.

mod answers;
mod arrays;
mod text;

use crate::error::CliError;
use ptoconf_checker::{Admitted, Filter};
use ptoconf_runner::ptoas::Arch;
use ptoconf_schemas::{AnswerLine, CaseId, ExportFile, ExportFormat, ExportHeader, ExportLine, TupleLine};
use ptoconf_vectors::{ExportWriter, OperationReader, SetReader};

/// What to export.
pub struct Export<'a> {
    /// The set.
    pub set: &'a SetReader,
    /// Which cases.
    pub filter: Filter<'a>,
    /// As what.
    pub format: ExportFormat,
    /// Architecture of assembly text.
    pub arch: Arch,
    /// Told how many cases of how many are done.
    pub progress: &'a dyn Fn(u64, u64),
}

/// A tuple on its way into files.
struct Subject<'a> {
    reader: &'a OperationReader,
    line: &'a TupleLine,
    /// Slots that are selected.
    slots: Vec<u32>,
    /// None where the set withholds its answers.
    answer: Option<&'a AnswerLine>,
    format: ExportFormat,
    canary: u8,
}

/// The files of one case, and outputs without expected values.
#[derive(Default)]
struct CaseFiles {
    files: Vec<ExportFile>,
    undecided: Vec<String>,
}

impl Export<'_> {
    /// Writes the selected cases, a tuple at a time; gives their number.
    ///
    /// # Errors
    /// Nothing is selected, the set cannot be read, or the export cannot be written.
    pub fn write(&self, mut writer: ExportWriter) -> Result<u64, CliError> {
        let suite = self.set.suite();
        let admitted = Admitted::new(suite)?;
        for operation in &suite.operations {
            let reader = self.set.operation(&operation.name)?;
            let answers = if suite.blind { None } else { Some(reader.answers()?) };
            for (index, line) in reader.tuples.iter().enumerate() {
                let slots: Vec<u32> = (0..line.cases).filter(|&slot| (self.filter)(line, slot)).collect();
                let answer = answers.map(|a| &a[index]);
                let (format, canary) = (self.format, suite.canary);
                if !slots.is_empty() {
                    self.tuple(&Subject { reader: &reader, line, slots, answer, format, canary }, &admitted, &mut writer)?;
                    (self.progress)(writer.cases(), suite.cases());
                }
            }
        }
        let cases = writer.cases();
        if cases == 0 {
            return Err(CliError::nothing("no case is left by these filters").next("ptoconf list shows forms, rules and classes"));
        }
        writer.finish(self.header())?;
        Ok(cases)
    }

    fn header(&self) -> ExportHeader {
        let suite = self.set.suite();
        ExportHeader {
            format: ExportHeader::FORMAT.to_owned(),
            suite: self.set.digest().to_owned(),
            profile: suite.profile.name.clone(),
            files: self.format,
            architecture: (self.format == ExportFormat::Pto).then(|| self.arch.name().to_owned()),
            canary: suite.canary,
            cases: 0,
        }
    }

    fn tuple(&self, subject: &Subject<'_>, admitted: &Admitted<'_>, writer: &mut ExportWriter) -> Result<(), CliError> {
        let line = subject.line;
        let (mut cases, mut not_accepted) = (Vec::from_iter(subject.slots.iter().map(|_| CaseFiles::default())), None);
        if self.format == ExportFormat::Pto {
            let (file, why) = text::write(line, self.arch, writer)?;
            cases.iter_mut().for_each(|case| case.files.push(file.clone()));
            not_accepted = why.map(str::to_owned);
        } else {
            arrays::inputs(subject, &mut cases, writer)?;
            answers::write(subject, admitted, &mut cases, writer)?;
        }
        for (&slot, CaseFiles { files, undecided }) in subject.slots.iter().zip(cases) {
            let case = CaseId { op: &line.tuple.op, tuple: &line.name, slot }.to_string();
            let expect = subject.answer.map(|a| a.expect.clone());
            writer.line(&ExportLine { case, tuple: line.tuple.clone(), expect, files, undecided, not_accepted: not_accepted.clone() })?;
        }
        Ok(())
    }
}
