//! `ptoconf show`: draw a case: operands, regions, data, accepted results, and what results hold.

mod returned;
mod window;

use crate::arguments::no_such_case;
use crate::cases::tuple_of;
use crate::error::CliError;
use crate::set::SetFolders;
use crate::words::{choices, tuple_lines};
use clap::Args;
use ptoconf_checker::Admitted;
use ptoconf_schemas::{Alternative, CaseId, DType, ExitCode, Expectation, Judgement, Role, Suite, Tile, TupleLine};
use ptoconf_vectors::OperationReader;
use returned::Focus;
use std::fmt::Write;
use std::path::PathBuf;
use window::Window;

/// Draw a case of a set: operands, regions, data, accepted results, and what results hold
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf show tcolsum/plain-f4543d37f8/0
  ptoconf show tcolsum/plain-f4543d37f8/0 --bits --rows 4 --cols 8
  ptoconf show tcolsum/plain-f4543d37f8/0 --impl ./vendor_out
  ptoconf show tcolsum/plain-f4543d37f8/0 --vectors blind --answers blind_answers")]
pub struct Options {
    /// Case, such as tcolsum/plain-f4543d37f8/0
    case: String,

    #[command(flatten)]
    set: SetFolders,

    /// Results to draw beside what is accepted, around their first wrong element
    #[arg(long = "impl", value_name = "DIR")]
    results: Option<PathBuf>,

    #[command(flatten)]
    window: Window,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let set = self.set.open()?;
        let (op, name) = tuple_of(&self.case).unwrap_or_default();
        let slot = CaseId::parse(&self.case).map_or(0, |c| c.slot);
        let missing = || no_such_case(&self.case, &self.set.vectors.display().to_string());
        if set.suite().operation(op).is_none() {
            return Err(missing());
        }
        let reader = set.operation(op)?;
        let at = reader.index_of(name).ok_or_else(missing)?;
        let line = &reader.tuples[at];
        if slot >= line.cases {
            return Err(missing());
        }
        let answers = if set.has_answers() { reader.answers()?[at].file.as_ref() } else { None };
        // What is drawn has to be what the set lists.
        line.inputs.iter().chain(answers).try_for_each(|file| set.verify_file(&format!("{op}/{file}")))?;
        let why = if set.has_answers() { reader.answers()?[at].why.as_str() } else { "its answers are withheld" };
        let mut text = format!("{}/{slot}: {why}\n{}", line.id(), tuple_lines(&line.tuple));
        let of_results = |results: &PathBuf| returned::returned(&set, results, &format!("{}/{slot}", line.id()), &self.window);
        let (returned, focus) = self.results.as_ref().map(of_results).transpose()?.unwrap_or_default();
        self.inputs(&reader, line, slot, &focus, &mut text)?;
        if set.has_answers() {
            self.answers(set.suite(), &reader, at, slot, &focus, &mut text)?;
        }
        text += &returned;
        crate::output::print(&text)?;
        Ok(ExitCode::Conforms)
    }

    fn inputs(&self, reader: &OperationReader, line: &TupleLine, slot: u32, focus: &Focus, text: &mut String) -> Result<(), CliError> {
        if line.inputs.is_none() {
            text.push_str("no data: the tiles are too large\n");
            return Ok(());
        }
        let mut data = vec![];
        for operand in line.tuple.with_role(Role::In) {
            reader.inputs(line, &operand.name, &mut data)?;
            let tile = &operand.tile;
            let bytes = tile.bytes() as usize;
            let case = &data[slot as usize * bytes..(slot as usize + 1) * bytes];
            let from = focus.of_input(tile);
            let _ = writeln!(text, "{}{} (in brackets: poison, outside the valid region)", operand.name, place(from));
            self.draw(tile.dtype, tile.shape, from, case, |r, c| r < tile.valid_rows() && c < tile.valid_cols(), text);
        }
        Ok(())
    }

    fn answers(
        &self,
        suite: &Suite,
        reader: &OperationReader,
        at: usize,
        slot: u32,
        focus: &Focus,
        text: &mut String,
    ) -> Result<(), CliError> {
        let (line, answer) = (&reader.tuples[at], &reader.answers()?[at]);
        let _ = writeln!(text, "expected: {}", expected(&answer.expect));
        let outcomes = Admitted::new(suite)?.outcomes(&line.tuple, answer)?;
        let several = outcomes.len() > 1;
        for (number, alternative) in (1..).zip(outcomes) {
            let label = if several { format!("accepted {number}") } else { "accepted".to_owned() };
            *text += &outcome(suite, &line.tuple.op, &label, alternative);
            for (operand, output) in &alternative.outputs {
                let Some(tile) = line.tuple.tile(operand) else { continue };
                let members: Vec<(&str, &String)> = match &output.judge {
                    Judgement::Bits { member } | Judgement::Value { member } => vec![("", member)],
                    Judgement::Within { lowest, highest, .. } => vec![(" lowest", lowest), (" highest", highest)],
                    Judgement::Ulps { nearest, .. } => vec![(" nearest", nearest)],
                    Judgement::Unchanged => {
                        let _ = writeln!(text, "{operand}: unchanged");
                        continue;
                    }
                    Judgement::Unspecified => {
                        let _ = writeln!(text, "{operand}: not judged");
                        continue;
                    }
                };
                for (part, member) in members {
                    let from = focus.of_output(output.region);
                    let _ = writeln!(text, "{operand}{part}{}, rows and columns that are judged", place(from));
                    self.region(reader, at, member, tile, output.region, from, slot, text)?;
                }
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one call, and each says another thing")]
    fn region(
        &self,
        reader: &OperationReader,
        at: usize,
        member: &str,
        tile: &Tile,
        region: [u32; 2],
        from: [u32; 2],
        slot: u32,
        text: &mut String,
    ) -> Result<(), CliError> {
        let (line, answer) = (&reader.tuples[at], &reader.answers()?[at]);
        let shape = [u64::from(line.cases), u64::from(region[0]), u64::from(region[1])];
        let mut data = vec![];
        reader.answer_array(answer, member, tile.dtype, &shape, &mut data)?;
        let bytes = region[0] as usize * region[1] as usize * tile.dtype.bytes();
        self.draw(tile.dtype, region, from, &data[slot as usize * bytes..(slot as usize + 1) * bytes], |_, _| true, text);
        Ok(())
    }

    /// The upper left corner of a tile, or what begins at a place.
    fn draw(&self, dtype: DType, shape: [u32; 2], from: [u32; 2], data: &[u8], valid: impl Fn(u32, u32) -> bool, text: &mut String) {
        let [rows, cols] = [shape[0].min(from[0] + self.window.rows), shape[1].min(from[1] + self.window.cols)];
        for row in from[0]..rows {
            for col in from[1]..cols {
                let bits = dtype.read(data, (row * shape[1] + col) as usize);
                let word = self.window.word(dtype, bits);
                let word = if valid(row, col) { word } else { format!("[{word}]") };
                let _ = write!(text, " {word:>13}");
            }
            text.push_str(if shape[1] > cols { " …\n" } else { "\n" });
        }
        if shape[0] > rows {
            text.push_str(" …\n");
        }
    }
}

/// ` from row 0, column 7`, where a picture does not begin with a tile.
fn place([row, col]: [u32; 2]) -> String {
    if [row, col] == [0, 0] { String::new() } else { format!(" from row {row}, column {col}") }
}

/// What is asked of an implementation, in words.
fn expected(expect: &Expectation) -> String {
    match expect {
        Expectation::Accept { boundary_of } if boundary_of.is_empty() => "a result".to_owned(),
        Expectation::Accept { boundary_of } => format!("a result, at the limit of {}", boundary_of.join(", ")),
        Expectation::Reject { rule: Some(rule), twin, .. } => format!("a rejection, by {rule}; its legal twin, {twin}, has to run"),
        Expectation::Reject { rule: None, twin, .. } => {
            format!("a rejection, for any of several reasons; its legal twin, {twin}, has to run")
        }
        Expectation::Either { twin } => {
            format!("a result or a rejection, as the readings have it that are followed; its legal twin is {twin}")
        }
    }
}

/// One thing that the profile admits, and by which answers to open questions.
fn outcome(suite: &Suite, op: &str, label: &str, alternative: &Alternative) -> String {
    let what = if alternative.rejects { "a rejection" } else { "this result" };
    match choices(suite, op, alternative) {
        always if always.is_empty() => format!("{label}: {what}\n"),
        choices => format!("{label}: {what}, where these answers are followed\n{choices}"),
    }
}
