//! What outputs have to hold, where that is one value or an enclosure.

use super::arrays::{Stack, cut};
use super::{CaseFiles, Subject};
use crate::error::CliError;
use ptoconf_checker::{Admitted, encloses, ulps_enclosure, ulps_ends};
use ptoconf_schemas::{AnswerLine, DType, Expectation, ExportContent, Judgement, Operand, OutputAnswer, Role};
use ptoconf_vectors::ExportWriter;

/// Writes the answers of a tuple that is to be accepted.
pub fn write(subject: &Subject<'_>, admitted: &Admitted<'_>, cases: &mut [CaseFiles], writer: &mut ExportWriter) -> Result<(), CliError> {
    let Some(answer) = subject.answer.filter(|a| matches!(a.expect, Expectation::Accept { .. })) else { return Ok(()) };
    let alternatives = admitted.alternatives(&subject.line.tuple, answer)?;
    for operand in subject.line.tuple.with_role(Role::Out) {
        let mut accepted: Vec<&OutputAnswer> = vec![];
        for output in alternatives.iter().filter_map(|a| a.outputs.get(&operand.name)) {
            if !accepted.contains(&output) {
                accepted.push(output);
            }
        }
        // The last enclosure is the widest.
        let enclosure = accepted.iter().rposition(|a| matches!(a.judge, Judgement::Within { .. } | Judgement::Ulps { .. }));
        let one = enclosure.or((accepted.len() == 1).then_some(0));
        let mut whole = false;
        if let Some(output) = one.map(|at| accepted.remove(at)).filter(|a| a.judge != Judgement::Unspecified) {
            let output = Output { subject, answer, operand, output };
            output.write(cases, writer)?;
            whole = output.encloses(&accepted)?;
        }
        if !whole {
            cases.iter_mut().for_each(|case| case.undecided.push(operand.name.to_string()));
        }
    }
    Ok(())
}

/// An output with the answer for it.
struct Output<'a> {
    subject: &'a Subject<'a>,
    answer: &'a AnswerLine,
    operand: &'a Operand,
    output: &'a OutputAnswer,
}

impl Output<'_> {
    fn write(&self, cases: &mut [CaseFiles], writer: &mut ExportWriter) -> Result<(), CliError> {
        let dtype = self.operand.tile.dtype;
        match &self.output.judge {
            Judgement::Bits { member } => self.member(member, ExportContent::Expected, dtype, false, cases, writer)?,
            Judgement::Value { member } => self.member(member, ExportContent::Expected, dtype, dtype.is_float(), cases, writer)?,
            Judgement::Within { lowest, highest, special } => {
                self.member(lowest, ExportContent::Lowest, dtype, false, cases, writer)?;
                self.member(highest, ExportContent::Highest, dtype, false, cases, writer)?;
                self.member(special, ExportContent::Special, DType::U8, false, cases, writer)?;
            }
            Judgement::Ulps { nearest, ulps } => {
                let [lowest, highest, special] = ulps_enclosure(dtype, &self.read(nearest, dtype)?, &self.read(ulps, DType::U8)?);
                self.stack(ExportContent::Lowest, dtype, false, &lowest, cases, writer)?;
                self.stack(ExportContent::Highest, dtype, false, &highest, cases, writer)?;
                self.stack(ExportContent::Special, DType::U8, false, &special, cases, writer)?;
            }
            Judgement::Unchanged => {
                let data = vec![self.subject.canary; self.elements() * dtype.bytes()];
                self.stack(ExportContent::Expected, dtype, false, &data, cases, writer)?;
            }
            Judgement::Unspecified => {}
        }
        match &self.output.mask {
            Some(member) => self.member(member, ExportContent::Mask, DType::U8, false, cases, writer),
            None => Ok(()),
        }
    }

    /// Elements of the region in all cases.
    fn elements(&self) -> usize {
        self.output.region.iter().map(|&n| n as usize).product::<usize>() * self.subject.line.cases as usize
    }

    fn member(
        &self,
        member: &str,
        content: ExportContent,
        dtype: DType,
        any_nan: bool,
        cases: &mut [CaseFiles],
        writer: &mut ExportWriter,
    ) -> Result<(), CliError> {
        let data = self.read(member, dtype)?;
        self.stack(content, dtype, any_nan, &data, cases, writer)
    }

    fn read(&self, member: &str, dtype: DType) -> Result<Vec<u8>, CliError> {
        let [rows, cols] = self.output.region.map(u64::from);
        let mut data = vec![];
        // An empty region has no member.
        if rows * cols > 0 {
            let shape = [self.subject.line.cases.into(), rows, cols];
            self.subject.reader.answer_array(self.answer, member, dtype, &shape, &mut data)?;
        }
        Ok(data)
    }

    /// Whether all other accepted values lie in this enclosure, so that the files say everything.
    fn encloses(&self, others: &[&OutputAnswer]) -> Result<bool, CliError> {
        let dtype = self.operand.tile.dtype;
        let Some([lowest, highest, special]) = self.enclosure()? else { return Ok(others.is_empty()) };
        let holds = |values: &[u8]| encloses(dtype, [&lowest, &highest, &special], values);
        for other in others {
            let like = other.region == self.output.region && other.mask == self.output.mask;
            let inside = match &other.judge {
                Judgement::Bits { member } | Judgement::Value { member } => holds(&self.read(member, dtype)?),
                Judgement::Ulps { nearest, ulps } => {
                    let [nearest, ulps] = [self.read(nearest, dtype)?, self.read(ulps, DType::U8)?];
                    ulps_ends(dtype, &nearest, &ulps).iter().all(|end| holds(end))
                }
                _ => false,
            };
            if !like || !inside {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lowest, highest and special values, where the answer is an enclosure.
    fn enclosure(&self) -> Result<Option<[Vec<u8>; 3]>, CliError> {
        let dtype = self.operand.tile.dtype;
        Ok(match &self.output.judge {
            Judgement::Within { lowest, highest, special } => {
                Some([self.read(lowest, dtype)?, self.read(highest, dtype)?, self.read(special, DType::U8)?])
            }
            Judgement::Ulps { nearest, ulps } => Some(ulps_enclosure(dtype, &self.read(nearest, dtype)?, &self.read(ulps, DType::U8)?)),
            _ => None,
        })
    }

    fn stack(
        &self,
        content: ExportContent,
        dtype: DType,
        any_nan: bool,
        data: &[u8],
        cases: &mut [CaseFiles],
        writer: &mut ExportWriter,
    ) -> Result<(), CliError> {
        let stack = Stack { content, operand: &self.operand.name, dtype, shape: self.output.region, any_nan, data };
        cut(&stack, self.subject, cases, writer)
    }
}
