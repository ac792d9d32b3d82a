//! A tuple as a file of assembly text.

use crate::error::CliError;
use ptoconf_runner::ptoas::{Arch, assembly, module, page_forms};
use ptoconf_schemas::{ExportContent, ExportFile, TupleLine};
use ptoconf_vectors::ExportWriter;
use std::fmt::Write;

/// Writes the text of a tuple; gives its file, and why today's assembler does not have the form, where it does not.
pub fn write(line: &TupleLine, arch: Arch, writer: &ExportWriter) -> Result<(ExportFile, Option<&'static str>), CliError> {
    let function = assembly(&line.tuple);
    let mut text = format!("// {}\n", line.id());
    if let Some(why) = function.unknown {
        let _ = writeln!(text, "// not accepted by today's assembler: {why}");
    }
    if function.placed {
        text += "// places its tiles: needs --pto-level=level3\n";
    }
    for (name, form) in page_forms(&line.tuple) {
        let _ = writeln!(text, "// the page's {name}, not accepted by today's assembler:\n//   {form}");
    }
    text += &module(arch, [&function]);
    let file = format!("{}/{}.pto", line.tuple.op, line.name);
    writer.file(&file, text.as_bytes())?;
    let file = ExportFile { content: ExportContent::Text, file, operand: None, dtype: None, shape: None, any_nan: false };
    Ok((file, function.unknown))
}
