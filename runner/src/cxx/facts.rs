//! What a header tree has: dtypes, kinds of tiles, forms. What it has not is unsupported, not rejected.
//!
//! Found out with plain tiles that break no rule: a form that has no function even for them, with
//! any dtype, is not there; a form that refuses some of them is.

use super::calls::Call;
use super::compiler::failed;
use super::rounds::{Bench, Verdict, solve};
use super::tile_type::{Assignment, Placement, declare, tile_type};
use super::unit::Unit;
use crate::run::RunError;
use ptoconf_schemas::{DType, Tile, Tuple};
use std::collections::BTreeMap;

/// Dtypes that plain tiles are tried with. Index operands are i32.
const TRIED: &[DType] = &[DType::F32, DType::F16, DType::I32, DType::I16, DType::U32, DType::I8];

/// What a header tree has.
#[derive(Debug)]
pub(super) struct Facts {
    pub placement: Placement,
    pub assignment: Assignment,
    /// Why a dtype is not there.
    dtypes: BTreeMap<DType, String>,
    /// Why tiles with these dynamic extents are not there.
    dynamic: BTreeMap<[bool; 2], String>,
    /// Why a form is not there.
    forms: BTreeMap<(String, String), String>,
}

impl Facts {
    /// Why the header tree cannot run a tuple, whatever its rules are.
    pub fn lacks(&self, tuple: &Tuple) -> Option<String> {
        if let Some(why) = self.forms.get(&(tuple.op.clone(), tuple.form.clone())) {
            return Some(why.clone());
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
        let plain = questions.ask(body(&Tile::nd(DType::F32, 16, 16), ""));
        let placed = questions.ask(body(&Tile::nd(DType::F32, 16, 16), "t.data() = static_cast<float*>(o[0].at);"));
        let fixed = questions.ask(body(&Tile::nd(DType::F32, 16, 16), "TASSIGN<4096>(t);"));
        let assigned = questions.ask(body(&Tile::nd(DType::F32, 16, 16), "TASSIGN(t, 4096);"));
        let dtypes: Vec<_> = DType::ALL.iter().map(|&d| (d, questions.ask(dtype_question(d)), questions.ask(real_question(d)))).collect();
        let patterns = [[false, true], [true, false], [true, true]];
        let dynamic = patterns.map(|dynamic| (dynamic, questions.ask(body(&Tile { dynamic, ..Tile::nd(DType::F32, 16, 16) }, ""))));
        let forms: Vec<_> =
            samples.iter().map(|t| (*t, plain_calls(t).into_iter().map(|c| questions.ask(c)).collect::<Vec<_>>())).collect();

        let answers = questions.answer(bench)?;
        if let Some(why) = answers.refusal(plain) {
            return Err(failed(format!(
                "the headers have no tile as the pages write it, {}: {why}",
                tile_type(&Tile::nd(DType::F32, 16, 16))
            )));
        }
        let has = |question| answers.refusal(question).is_none();
        let assignment = match (has(fixed), has(assigned)) {
            (true, _) => Assignment::Static,
            (false, true) => Assignment::Dynamic,
            (false, false) => Assignment::None,
        };
        let dtypes = dtypes.into_iter().filter_map(|(d, there, real)| Some((d, answers.lacking_dtype(d, there, real)?)));
        let dynamic = dynamic.into_iter().filter_map(|(d, question)| {
            Some((d, format!("the headers cannot make a tile with {} valid columns: {}", kind(d), answers.refusal(question)?)))
        });
        let forms = forms.iter().filter_map(|(t, questions)| Some(((t.op.clone(), t.form.clone()), answers.lacking_form(t, questions)?)));
        Ok(Facts {
            placement: if has(placed) { Placement::Placed } else { Placement::Copied },
            assignment,
            dtypes: dtypes.collect(),
            dynamic: dynamic.collect(),
            forms: forms.collect(),
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
    fn ask(&mut self, text: String) -> Question {
        let number = self.items.len();
        self.items.push(text.replace("{}", &number.to_string()));
        Question(number)
    }

    fn answer(self, bench: Bench) -> Result<Answers, RunError> {
        Ok(Answers(solve(bench, &Unit { items: self.items, listed: false }, false)?.verdicts))
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

    /// A form is not there if no plain call finds a function.
    fn lacking_form(&self, tuple: &Tuple, questions: &[Question]) -> Option<String> {
        let call = Call::find(&tuple.op, &tuple.form)?;
        let missing = |q: &Question| match self.verdict(*q) {
            Verdict::Rejected(diagnostic) if diagnostic.is_missing_function(call.intrinsic()) => Some(diagnostic.text.as_str()),
            _ => None,
        };
        let why = missing(questions.first()?)?;
        questions.iter().all(|q| missing(q).is_some()).then(|| format!("the headers have no {}: {why}", call.text()))
    }
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

/// A form called with plain tiles, once for each dtype that is tried.
fn plain_calls(tuple: &Tuple) -> Vec<String> {
    let Some(call) = Call::find(&tuple.op, &tuple.form) else { return Vec::new() };
    let one = |&dtype: &DType| {
        let tiles = tuple.operands.iter().map(|operand| {
            let dtype = if operand.name.ends_with("Idx") { DType::I32 } else { dtype };
            declare(&operand.name, 0, &Tile::nd(dtype, 16, 64), Placement::Unplaced, Assignment::None)
        });
        let tiles = tiles.collect::<Vec<_>>().join(" ");
        Some(format!("void question_{{}}(const ptoconf::Operand* o) {{ {tiles} {} }}", call.with(tuple).ok()?))
    };
    TRIED.iter().filter_map(one).collect()
}
