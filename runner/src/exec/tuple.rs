//! Has a worker run the cases of one tuple.

use super::scratch::Scratch;
use super::worker::Worker;
use crate::run::{RunError, Select, TupleResults};
use ptoconf_schemas::{Array, Operand, Outcome, RequestLine, ResultLine, Role, SmolStr, TupleLine};
use ptoconf_vectors::OperationReader;

/// Most bytes that the outputs of one tuple may take.
const LARGEST_OUTPUT: u64 = 1 << 30;

/// What a worker runs with.
pub(super) struct Station<'a> {
    pub worker: Worker<'a>,
    pub scratch: Scratch,
    pub canary: u8,
    pub select: Select<'a>,
}

/// The operands of a tuple with what their files hold first.
struct Payload<'a> {
    /// Every operand with the stack that it begins with; none where that is the canary.
    operands: Vec<(&'a Operand, Option<usize>)>,
    /// Input stacks, `[cases, rows, cols]`.
    stacks: Vec<Vec<u8>>,
}

impl Payload<'_> {
    /// The inputs with what their files hold before a case.
    fn inputs(&self, slot: u32) -> impl Iterator<Item = (&Operand, &[u8])> {
        let of = move |(operand, stack): &(&Operand, Option<usize>)| {
            let bytes = operand.tile.bytes() as usize;
            self.stacks[(*stack)?].get(slot as usize * bytes..)?.get(..bytes)
        };
        self.operands.iter().filter(|(operand, _)| operand.role == Role::In).filter_map(move |entry| Some((entry.0, of(entry)?)))
    }
}

impl Station<'_> {
    /// Runs the selected cases of a tuple, in order.
    pub fn run(&mut self, reader: &OperationReader, line: &TupleLine) -> Result<TupleResults, RunError> {
        let slots: Vec<u32> = (0..line.cases).filter(|&slot| (self.select)(line, slot)).collect();
        let mut results = TupleResults { lines: Vec::with_capacity(slots.len()), outputs: Vec::new() };
        if slots.is_empty() {
            return Ok(results);
        }
        let payload = if line.inputs.is_some() { Some(load(reader, line)?) } else { None };
        let mut request = self.request(line, payload.is_some());
        let mut outputs = match stacks(line, self.canary) {
            Ok(stacks) => stacks,
            Err(reason) => {
                results.lines = slots.iter().map(|slot| harness_error(line, *slot, &reason)).collect();
                return Ok(results);
            }
        };
        for slot in slots {
            request.case = format!("{}/{slot}", line.id());
            let result = self.case(&request, payload.as_ref(), slot, &mut outputs)?;
            results.lines.push(result);
        }
        if payload.is_some() && results.lines.iter().any(|l| l.outcome == Outcome::Ok) {
            results.outputs = outputs;
        }
        Ok(results)
    }

    fn request(&self, line: &TupleLine, with_files: bool) -> RequestLine {
        let names = line.tuple.operands.iter().map(|o| &o.name).filter(|_| with_files);
        RequestLine { case: String::new(), canary: self.canary, tuple: line.tuple.clone(), files: self.scratch.files(names) }
    }

    fn case(&mut self, request: &RequestLine, payload: Option<&Payload>, slot: u32, outputs: &mut [Array]) -> Result<ResultLine, RunError> {
        if let Some(payload) = payload {
            self.lay_out(payload, slot)?;
        }
        let mut text = serde_json::to_vec(request).map_err(|e| RunError::Implementation(e.to_string()))?;
        text.push(b'\n');
        let answer = self.worker.run(&request.case, &text)?;
        if payload.is_none() || answer.outcome != Outcome::Ok {
            return Ok(answer);
        }
        match self.collect(request, slot, outputs) {
            Ok(()) => Ok(self.with_changed_inputs(answer, request, payload, slot)),
            Err(reason) => Ok(self.worker.reject(&request.case, reason)),
        }
    }

    /// Names the inputs whose files are not what they were before the case, but those that share their memory with an output.
    fn with_changed_inputs(&self, mut answer: ResultLine, request: &RequestLine, payload: Option<&Payload>, slot: u32) -> ResultLine {
        let shared = |name: &str| request.tuple.with_role(Role::Out).any(|out| out.tile.same_as.as_deref() == Some(name));
        let inputs = payload.iter().flat_map(|payload| payload.inputs(slot));
        for (operand, before) in inputs.filter(|(operand, _)| !shared(&operand.name)) {
            let mut now = vec![0; before.len()];
            let is_same = self.scratch.read(&operand.name, &mut now).is_ok() && now == before;
            if !is_same && !answer.touched.iter().any(|name| operand.name == *name) {
                answer.touched.push(operand.name.to_string());
            }
        }
        answer
    }

    /// Writes the files of a case.
    fn lay_out(&self, payload: &Payload, slot: u32) -> Result<(), RunError> {
        for (operand, stack) in &payload.operands {
            let bytes = operand.tile.bytes() as usize;
            match stack {
                Some(stack) => self.scratch.write(&operand.name, &payload.stacks[*stack][slot as usize * bytes..][..bytes])?,
                None => self.scratch.write(&operand.name, &vec![self.canary; bytes])?,
            }
        }
        Ok(())
    }

    /// Reads the outputs of a case. What is there of them in case of an error is overwritten with the canary.
    fn collect(&self, request: &RequestLine, slot: u32, outputs: &mut [Array]) -> Result<(), String> {
        let read = request.tuple.with_role(Role::Out).zip(&mut *outputs).try_for_each(|(operand, stack)| {
            let bytes = operand.tile.bytes() as usize;
            self.scratch.read(&operand.name, &mut stack.data[slot as usize * bytes..][..bytes])
        });
        if read.is_err() {
            for (operand, stack) in request.tuple.with_role(Role::Out).zip(outputs) {
                let bytes = operand.tile.bytes() as usize;
                stack.data[slot as usize * bytes..][..bytes].fill(self.canary);
            }
        }
        read
    }
}

/// Reads the inputs. An operand that shares the memory of an input begins as that input.
fn load<'a>(reader: &OperationReader, line: &'a TupleLine) -> Result<Payload<'a>, RunError> {
    let (mut stacks, mut names) = (Vec::new(), Vec::new());
    for operand in line.tuple.with_role(Role::In) {
        let mut stack = Vec::new();
        reader.inputs(line, &operand.name, &mut stack)?;
        stacks.push(stack);
        names.push(&operand.name);
    }
    let stack_of = |name: &SmolStr| names.iter().position(|n| *n == name);
    let begins_as = |operand: &Operand| {
        let shared = operand.tile.same_as.as_ref().filter(|name| line.tuple.tile(name).is_some_and(|t| t.bytes() == operand.tile.bytes()));
        stack_of(&operand.name).or_else(|| shared.and_then(stack_of))
    };
    Ok(Payload { operands: line.tuple.operands.iter().map(|o| (o, begins_as(o))).collect(), stacks })
}

/// Stacks for the outputs, filled with the canary; none where there is no data. The error says that they are too large.
fn stacks(line: &TupleLine, canary: u8) -> Result<Vec<Array>, String> {
    let outputs = || line.tuple.with_role(Role::Out).filter(|_| line.inputs.is_some());
    let bytes = |o: &Operand| o.tile.bytes().saturating_mul(line.cases.into());
    let total = outputs().map(bytes).fold(0, u64::saturating_add);
    if total > LARGEST_OUTPUT {
        return Err(format!("the outputs take {total} bytes, and the limit is {LARGEST_OUTPUT}"));
    }
    let array = |o: &Operand| Array {
        name: line.member(&o.name),
        dtype: o.tile.dtype,
        shape: vec![line.cases.into(), o.tile.rows().into(), o.tile.cols().into()],
        data: vec![canary; bytes(o) as usize],
    };
    Ok(outputs().map(array).collect())
}

fn harness_error(line: &TupleLine, slot: u32, reason: &str) -> ResultLine {
    let case = format!("{}/{slot}", line.id());
    ResultLine { case, outcome: Outcome::Error, stage: None, rule: None, message: Some(reason.to_owned()), touched: Vec::new() }
}
