//! What a header tree has: dtypes, kinds of tiles, forms. What it has not is unsupported, not rejected.
//!
//! Found out with plain tiles that break no rule: a form that has no function even for them, with
//! any dtype, is not there; a form that refuses some of them is.

use super::calls::Calls;
use super::compiler::failed;
use super::machine::Machine;
use super::rounds::{Bench, Search, Verdict, known};
use super::tile_type::{Assignment, Placement, declare, tile_type};
use super::unit::Unit;
use crate::run::RunError;
use ptoconf_schemas::{DType, SmolStr, Tile, Tuple};
use std::collections::BTreeMap;

/// Dtypes that plain tiles are tried with. Index operands are i32.
const TRIED: &[DType] = &[DType::F32, DType::F16, DType::I32, DType::I16, DType::U32, DType::I8];

/// What a header tree has.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub placement: Placement,
    pub assignment: Assignment,
    /// Why a dtype is not there.
    dtypes: BTreeMap<DType, String>,
    /// Why tiles with these dynamic extents are not there.
    dynamic: BTreeMap<[bool; 2], String>,
    /// Why a form is not there.
    forms: BTreeMap<(SmolStr, SmolStr), String>,
    /// What the headers are compiled for.
    machine: Machine,
}

impl Facts {
    /// What most header trees have.
    pub fn usual() -> Facts {
        let (dtypes, dynamic, forms) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Facts { placement: Placement::Placed, assignment: Assignment::Static, dtypes, dynamic, forms, machine: Machine::Cpu }
    }

    /// The same headers, compiled for this machine.
    pub fn on(self, machine: Machine) -> Facts {
        Facts { machine, ..self }
    }

    /// Whether tuples are written alike with these and other facts.
    pub fn write_like(&self, other: &Facts) -> bool {
        (self.placement, self.assignment) == (other.placement, other.assignment)
    }

    /// Why the header tree cannot run a tuple, whatever its rules are.
    pub fn lacks(&self, tuple: &Tuple) -> Option<String> {
        if let Some(why) = self.forms.get(&(tuple.op.clone(), tuple.form.clone())) {
            return Some(why.clone());
        }
        if let Some(why) = self.machine.lacks(tuple) {
            return Some(why);
        }
        let mut tiles = tuple.operands.iter().map(|o| (&o.name, &o.tile));
        tiles.find_map(|(name, tile)| {
            let assigned = tile.address.is_some() && self.assignment == Assignment::None;
            let assigned = assigned.then(|| "the headers have no TASSIGN for an address".to_owned());
            let why = self.dtypes.get(&tile.dtype).or_else(|| self.dynamic.get(&tile.dynamic)).cloned().or(assigned)?;
            Some(format!("operand {name}: {why}"))
        })
    }

    /// Finds out what there is, as far as these tuples, one of each form, need it.
    pub fn find(bench: Bench, samples: &[&Tuple]) -> Result<Facts, RunError> {
        let mut questions = Questions::default();
        let plain = questions.ask(&body(&Tile::nd(DType::F32, 16, 16), ""));
        let placed = questions.ask(&body(&Tile::nd(DType::F32, 16, 16), "t.data() = static_cast<float*>(o[0].at);"));
        let fixed = questions.ask(&body(&Tile::nd(DType::F32, 16, 16), "TASSIGN<4096>(t);"));
        let dtypes: Vec<_> = DType::ALL.iter().map(|&d| (d, questions.ask(&dtype_question(d)), questions.ask(&real_question(d)))).collect();
        let patterns = [[false, true], [true, false], [true, true]];
        let dynamic = patterns.map(|dynamic| (dynamic, questions.ask(&body(&Tile { dynamic, ..Tile::nd(DType::F32, 16, 16) }, ""))));
        let forms: Vec<_> = samples.iter().filter_map(|t| Some((*t, questions.ask(&plain_call(bench.calls, t, DType::F32)?)))).collect();

        let answers = questions.answer(bench)?;
        if let Some(why) = answers.refusal(plain) {
            return Err(failed(format!(
                "the headers have no tile as the pages write it, {}: {why}",
                tile_type(&Tile::nd(DType::F32, 16, 16))
            )));
        }
        let has = |question| answers.refusal(question).is_none();
        let assignment = if has(fixed) { Assignment::Static } else { other_assignment(bench)? };
        let dtypes = dtypes.into_iter().filter_map(|(d, there, real)| Some((d, answers.lacking_dtype(d, there, real)?)));
        let dynamic = dynamic.into_iter().filter_map(|(d, question)| {
            Some((d, format!("the headers cannot make a tile with {} valid columns: {}", kind(d), answers.refusal(question)?)))
        });
        let doubtful = forms.iter().filter(|(t, question)| answers.missing_call(bench.calls, t, *question).is_some()).map(|(t, _)| *t);
        let forms = lacking_forms(bench, &doubtful.collect::<Vec<_>>())?;
        Ok(Facts {
            placement: if has(placed) { Placement::Placed } else { Placement::Copied },
            assignment,
            dtypes: dtypes.collect(),
            dynamic: dynamic.collect(),
            forms,
            machine: Machine::Cpu,
        })
    }

    /// Dtypes that are not there, for the head of the results.
    pub fn missing_dtypes(&self) -> String {
        self.dtypes.keys().map(|d| d.name()).collect::<Vec<_>>().join(", ")
    }
}

fn kind([rows, cols]: [bool; 2]) -> String {
    let word = |dynamic| if dynamic { "dynamic" } else { "static" };
    format!("{} valid rows and {}", word(rows), word(cols))
}

/// A unit in the making.
#[derive(Default)]
struct Questions {
    items: Vec<String>,
}

/// A line of the unit.
#[derive(Clone, Copy)]
struct Question(usize);

struct Answers(Vec<Verdict>);

impl Questions {
    /// `text` is a declaration; `{}` in it stands for the number of the question.
    fn ask(&mut self, text: &str) -> Question {
        let number = self.items.len();
        self.items.push(text.replace("{}", &number.to_string()));
        Question(number)
    }

    fn answer(self, bench: Bench) -> Result<Answers, RunError> {
        let unit = Unit { items: self.items, ..Unit::default() };
        let search = Search::new(bench, &unit, false);
        search.finish(&(0..unit.items.len()).collect::<Vec<_>>())?;
        Ok(Answers(search.solved().0.into_iter().map(known).collect::<Result<_, _>>()?))
    }
}

impl Answers {
    fn verdict(&self, question: Question) -> &Verdict {
        &self.0[question.0]
    }

    fn refusal(&self, question: Question) -> Option<&str> {
        match self.verdict(question) {
            Verdict::Accepted => None,
            Verdict::Rejected(diagnostic) => Some(&diagnostic.text),
            Verdict::Crashed(text) | Verdict::Timeout(text) => Some(text),
        }
    }

    fn lacking_dtype(&self, dtype: DType, there: Question, real: Question) -> Option<String> {
        let name = dtype.cxx();
        if let Some(why) = self.refusal(there) {
            return Some(format!("the headers have no type {name} of {} bytes: {why}", dtype.bytes()));
        }
        self.refusal(real).map(|_| format!("{name} of the headers is another type under this name, with this compiler and standard"))
    }

    /// Why a call finds no function at all; none where it does.
    fn missing_call(&self, calls: &Calls, tuple: &Tuple, question: Question) -> Option<&str> {
        let call = calls.find(&tuple.op, &tuple.form)?;
        match self.verdict(question) {
            Verdict::Rejected(diagnostic) if diagnostic.is_missing_function(call.intrinsic()) => Some(&diagnostic.text),
            _ => None,
        }
    }
}

/// How tiles are bound to an address where it cannot be a template argument.
fn other_assignment(bench: Bench) -> Result<Assignment, RunError> {
    let mut questions = Questions::default();
    let assigned = questions.ask(&body(&Tile::nd(DType::F32, 16, 16), "TASSIGN(t, 4096);"));
    let is_there = questions.answer(bench)?.refusal(assigned).is_none();
    Ok(if is_there { Assignment::Dynamic } else { Assignment::None })
}

/// Those of the forms for which no plain call finds a function, whatever its dtype.
fn lacking_forms(bench: Bench, doubtful: &[&Tuple]) -> Result<BTreeMap<(SmolStr, SmolStr), String>, RunError> {
    let mut questions = Questions::default();
    let mut ask = |t: &Tuple| TRIED.iter().filter_map(|&d| Some(questions.ask(&plain_call(bench.calls, t, d)?))).collect::<Vec<_>>();
    let asked: Vec<_> = doubtful.iter().map(|t| (*t, ask(t))).collect();
    let answers = questions.answer(bench)?;
    let lacking = asked.iter().filter_map(|(tuple, questions)| {
        let why = questions.iter().map(|q| answers.missing_call(bench.calls, tuple, *q)).collect::<Option<Vec<_>>>()?;
        let call = bench.calls.find(&tuple.op, &tuple.form)?;
        let why = why.first()?;
        let why = why.split_once("error: ").map_or(*why, |(_, words)| words);
        Some(((tuple.op.clone(), tuple.form.clone()), format!("the headers have no {}: {why}", call.text())))
    });
    Ok(lacking.collect())
}

/// A function with one tile `t`.
fn body(tile: &Tile, then: &str) -> String {
    let extents = declare("t", 0, tile, Placement::Unplaced, Assignment::None);
    format!("void question_{{}}(const ptoconf::Operand* o) {{ {extents} {then} }}")
}

fn dtype_question(dtype: DType) -> String {
    format!("static_assert(sizeof({}) == {});", dtype.cxx(), dtype.bytes())
}

/// A float type is neither an integer under another name nor the other float type of its size.
fn real_question(dtype: DType) -> String {
    let name = dtype.cxx();
    let others = DType::ALL.iter().filter(|&&o| o != dtype && o.bytes() == dtype.bytes() && o.is_int());
    let mut different: Vec<String> = others.map(|o| format!("!std::is_same_v<{name}, {}>", o.cxx())).collect();
    if dtype == DType::Bf16 {
        different.push(format!("!std::is_same_v<{name}, {}>", DType::F16.cxx()));
    }
    format!("static_assert({});", different.join(" && "))
}

/// A form called with plain tiles.
fn plain_call(calls: &Calls, tuple: &Tuple, dtype: DType) -> Option<String> {
    let call = calls.find(&tuple.op, &tuple.form)?.with(tuple).ok()?;
    let tiles = tuple.operands.iter().map(|operand| {
        let dtype = if operand.name.ends_with("Idx") { DType::I32 } else { dtype };
        let tile = if operand.tile.is_scalar() { Tile::scalar(dtype) } else { Tile::nd(dtype, 16, 64) };
        declare(&operand.name, 0, &tile, Placement::Unplaced, Assignment::None)
    });
    Some(format!("void question_{{}}(const ptoconf::Operand* o) {{ {} {call} }}", tiles.collect::<Vec<_>>().join(" ")))
}
