//! Where the largest or the smallest element of a line is: the readings that rows and columns share, and the behaviours.
//!
//! Each question bears on the value and on its place together: one option explains both outputs.

use super::copies::{Way, ways};
use super::policies::value;
use crate::kernels::{Line, Nans, Place, Ties};
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query, Reading, reading};
use ptoconf_schemas::Scope;

/// The output of places.
pub(crate) const INDEX: &str = "dstIdx";
/// The output of values, in the form that has one.
pub(crate) const VALUE: &str = "dstVal";
/// Both.
pub(crate) const OUTPUTS: [&str; 2] = [VALUE, INDEX];

const NANS: [(&str, Nans); 4] = [("first", Nans::First), ("number", Nans::Number), ("nan", Nans::Taken), ("restart", Nans::Restart)];
const TIES: [(&str, Option<Ties>); 3] = [("first", Some(Ties::First)), ("last", Some(Ties::Last)), ("any", None)];

/// Options of `nan`, the default first.
pub(crate) const NAN: &[&str] = &["first", "number", "nan"];
/// The same where no comparison with NaN holds, and what does not stay is taken.
pub(crate) const NAN_OR_RESTART: &[&str] = &["first", "number", "nan", "restart"];

/// Which of equal elements is taken, in rows: the figures of the pages say so, whatever A2A3's reduction instruction gives.
pub(crate) fn row_ties() -> Reading {
    ties("the page's figure, its procedure; formal specification; CPU simulator; A5", "no page").admit_everywhere(&["first"])
}

/// The same in columns, where the pages are silent: what A2A3 gives, no code of the library says.
pub(crate) fn column_ties() -> Reading {
    const ANY: &[&str] = &["first", "any", "last"];
    ties("formal specification; CPU simulator; A5; presumed on A2A3 and A5", "the pages are silent").admit(ANY, &["first"], ANY, &["first"])
}

fn ties(first: &'static str, any: &'static str) -> Reading {
    reading("ties", &["R20"], "Which of equal elements is taken?")
        .scope(Scope::FormDtype)
        .option("first", "The first.", first)
        .option("any", "Any of them: the place lies between the first and the last.", any)
        .option("last", "The last.", "no page")
}

/// What the pages leave open about the element that is taken, besides which of equal ones; `nan` are the options of NaN that A2A3
/// admits.
pub(crate) fn readings(ties: Reading, nan: &'static [&'static str]) -> Vec<Reading> {
    vec![
        ties,
        reading("nan", &["R21"], "What becomes of NaN?")
            .scope(Scope::FormDtype)
            .option("first", "It is ignored, unless it is the first element, which is taken then.", "CPU simulator; A5")
            .option("number", "It is ignored, unless there is nothing else: then the first is taken.", "formal specification")
            .option("nan", "The first NaN is taken.", "manual, type-system page: a NaN propagates; presumed on A2A3 and A5")
            .option(
                "restart",
                "It is taken, and so is what follows: what stands after the last NaN counts, or that NaN.",
                "A2A3, columns (its comparison)",
            )
            .admit(nan, NAN, nan, NAN),
        reading("zeros", &["R20"], "Are zeros of both signs equal?")
            .scope(Scope::FormDtype)
            .option("equal", "Yes.", "CPU simulator; A5; presumed on A2A3 and A5")
            .option("ordered", "No: +0 is larger than -0.", "formal specification")
            .admit_everywhere(&["equal", "ordered"]),
    ]
}

/// Every known behaviour on the lines of src, with an element for each line in a region.
pub(crate) fn behaviours(q: &Query, larger: bool, line: Line, region: [u32; 2]) -> Vec<Behaviour> {
    let place = Place { operand: "src", line, larger, ties: Ties::First, nan: Nans::First, ordered_zeros: false };
    let made = Made { q, region };
    let behaviour = |reading: &str, option: &str, place, ties| Behaviour::reading(reading, option, made.of(option, place, ties));
    let (Line::Row(length) | Line::Column(length)) = line;
    if length == 1 {
        // Nothing is compared, and the element may be copied.
        return moved(&made, place).into_iter().map(|b| Behaviour { readings: vec![], ..b }).collect();
    }
    match Class::parse(q.class).map(|c| c.fill) {
        Some(Fill::Equals) => TIES.iter().map(|(option, ties)| behaviour("ties", option, place, *ties)).collect(),
        Some(Fill::Special) => {
            NANS.iter().map(|(option, nan)| behaviour("nan", option, Place { nan: *nan, ..place }, Some(Ties::First))).collect()
        }
        Some(Fill::Zeros) => {
            let ordered = behaviour("zeros", "ordered", Place { ordered_zeros: true, ..place }, Some(Ties::First));
            let equal = |(option, ties): &(&str, Option<Ties>)| {
                let mut equal = behaviour("ties", option, place, *ties);
                equal.readings.push(("zeros".to_owned(), "equal".to_owned()));
                equal
            };
            TIES.iter().map(equal).chain([ordered]).collect()
        }
        _ => moved(&made, place),
    }
}

/// No two elements are equal, and none is a NaN or a zero: the value is moved.
fn moved(made: &Made, place: Place) -> Vec<Behaviour> {
    let of = |way: &Way| {
        let mut outputs = made.of(way.variant(), place, Some(Ties::First));
        for output in outputs.iter_mut().filter(|o| o.operand == VALUE) {
            output.value = value(made.q.dtype(VALUE), way.of(made.q.dtype(VALUE), place.values()));
        }
        way.behaviour(outputs)
    };
    ways(made.q).iter().map(of).collect()
}

/// The outputs of a behaviour.
struct Made<'a> {
    q: &'a Query<'a>,
    region: [u32; 2],
}

impl Made<'_> {
    /// Those of one element of each line, or of any of equal ones.
    fn of(&self, variant: &str, place: Place, ties: Option<Ties>) -> Vec<Output> {
        let has = |operand: &&str| self.q.has(operand);
        let output = |operand: &'static str| {
            let dtype = self.q.dtype(operand);
            let value = match ties.map(|ties| Place { ties, ..place }) {
                Some(place) if operand == INDEX => OutputValue::Bits(place.indices(dtype)),
                Some(place) => value(dtype, place.values()),
                None if operand == INDEX => OutputValue::Within(place.any_index(dtype)),
                None => OutputValue::Within(place.any_value()),
            };
            Output::new(operand, variant, self.region, value)
        };
        OUTPUTS.into_iter().filter(has).map(output).collect()
    }
}
