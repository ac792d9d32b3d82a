//! Stacks of arrays, cut into a file for each case.

use super::{CaseFiles, Subject};
use crate::error::CliError;
use ptoconf_schemas::{DType, ExportContent, ExportFile, Role};
use ptoconf_vectors::ExportWriter;

/// An array of every case of a tuple: `[cases, rows, cols]`.
pub struct Stack<'a> {
    pub content: ExportContent,
    pub operand: &'a str,
    pub dtype: DType,
    pub shape: [u32; 2],
    pub any_nan: bool,
    pub data: &'a [u8],
}

/// Writes the inputs of the selected cases.
pub fn inputs(subject: &Subject<'_>, cases: &mut [CaseFiles], writer: &mut ExportWriter) -> Result<(), CliError> {
    if subject.line.inputs.is_none() {
        return Ok(());
    }
    let mut data = vec![];
    for operand in subject.line.tuple.with_role(Role::In) {
        subject.reader.inputs(subject.line, &operand.name, &mut data)?;
        let (dtype, shape) = (operand.tile.dtype, operand.tile.shape);
        let stack = Stack { content: ExportContent::Input, operand: &operand.name, dtype, shape, any_nan: false, data: &data };
        cut(&stack, subject, cases, writer)?;
    }
    Ok(())
}

/// Writes the part of each selected case, `<op>/<tuple>/<slot>/<operand>.<content>.<extension>`.
pub fn cut(stack: &Stack<'_>, subject: &Subject<'_>, cases: &mut [CaseFiles], writer: &mut ExportWriter) -> Result<(), CliError> {
    let size = stack.data.len() / subject.line.cases.max(1) as usize;
    let Stack { content, operand, dtype, shape, any_nan, data } = *stack;
    for (&slot, case) in subject.slots.iter().zip(cases) {
        let (op, name, extension) = (&subject.line.tuple.op, &subject.line.name, subject.format.extension());
        let file = format!("{op}/{name}/{slot}/{operand}.{}.{extension}", content.name());
        let start = slot as usize * size;
        writer.array(&file, subject.format, dtype, shape, &data[start..start + size])?;
        case.files.push(ExportFile { content, file, operand: Some(operand.to_owned()), dtype: Some(dtype), shape: Some(shape), any_nan });
    }
    Ok(())
}
