//! What sets wrong elements apart by value: of what is accepted there, or of what an input has there.

use super::Case;
use super::bears::{Bears, bears, bits, places};
use super::tally::{self, Tally};
use ptoconf_checker::{DrawnInput, DrawnMark};
use ptoconf_schemas::{DType, Seen};
use std::collections::BTreeMap;

/// What wrong elements may have in common by chance is not said: as likely as this that elements taken at random had it.
const CHANCE: f64 = 1e-4;
/// Wrong elements of one case that count: where more are wrong they are seldom so one by one.
const COUNTED: usize = 4;
/// What leaves out so many is rare.
const RARE: f64 = 0.75;

/// Said where no right element has it in any case.
pub const ALONE: &str = ", and nowhere else";

/// A property of the bits of an element.
type Is = Box<dyn Fn(u64) -> bool>;

/// Properties of the elements of a type.
fn properties(dtype: DType) -> Vec<(String, Is)> {
    match dtype.float_masks() {
        Some(_) => of_floats(dtype),
        None => of_integers(dtype),
    }
}

fn property(words: impl Into<String>, is: impl Fn(u64) -> bool + 'static) -> (String, Is) {
    (words.into(), Box::new(is))
}

fn of_floats(dtype: DType) -> Vec<(String, Is)> {
    let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or_default();
    let magnitude = move |bits: u64| bits & !sign;
    // The exponent of 1 has every bit set but the highest.
    let one = (infinity >> 1) & infinity;
    vec![
        property("-0", move |bits| bits == sign),
        property("zero", move |bits| magnitude(bits) == 0),
        property("NaN", move |bits| magnitude(bits) > infinity),
        property("infinity", move |bits| magnitude(bits) == infinity),
        property("a subnormal number", move |bits| bits & infinity == 0 && bits & mantissa != 0),
        property("the largest number", move |bits| magnitude(bits) + 1 == infinity),
        property("1 or -1", move |bits| magnitude(bits) == one),
        property("a power of two", move |bits| bits & mantissa == 0 && (1..infinity).contains(&magnitude(bits))),
        property("a negative number", move |bits| bits & sign != 0 && (1..=infinity).contains(&magnitude(bits))),
        property("a magnitude above 1", move |bits| magnitude(bits) > one && magnitude(bits) <= infinity),
        property("a magnitude below 1", move |bits| (1..one).contains(&magnitude(bits))),
    ]
}

fn of_integers(dtype: DType) -> Vec<(String, Is)> {
    let (mask, highest) = (dtype.mask(), if dtype.is_signed() { dtype.mask() >> 1 } else { dtype.mask() });
    let negative = move |bits: u64| bits > highest;
    let mut all = vec![
        property("zero", |bits| bits == 0),
        property("1", |bits| bits == 1),
        property("the highest integer of its type", move |bits| bits == highest),
    ];
    if dtype.is_signed() {
        all.push(property("-1", move |bits| bits == mask));
        all.push(property("the lowest integer of its type", move |bits| bits == highest + 1));
        all.push(property("a negative integer", negative));
    }
    let above = |limit: u64| property(format!("a value above {limit}"), move |bits| bits > limit && !negative(bits));
    all.extend((1..63).map(|k| (1_u64 << k) - 1).filter(|limit| *limit < highest).map(above));
    all
}

/// Whether an element that bears on a row and a column of the result has a property.
type Any<'a> = Box<dyn Fn(usize, usize, &Is) -> bool + 'a>;

/// Whose values are looked at.
struct Subject<'a> {
    /// What is said of a property that it has.
    words: fn(&str, &str) -> String,
    name: &'a str,
    dtype: DType,
    /// Whether one of its elements has a property.
    any: Any<'a>,
}

/// What is accepted, and every input of which it is plain which elements bear on one of the result.
fn subjects<'a>(case: &'a Case<'_>) -> Vec<Subject<'a>> {
    let (tile, width) = (case.wrong.tile, case.wrong.tile.cols.len());
    let accepted = move |row: usize, col: usize, is: &Is| tile.elements[row * width + col].accepted.is_some_and(is);
    let words = |_: &str, property: &str| format!("where {property} is accepted");
    let own = Subject { words, name: "", dtype: tile.tile.dtype, any: Box::new(accepted) };
    [own].into_iter().chain(case.drawing.inputs.iter().filter_map(|input| of_input(input, tile.region))).collect()
}

fn of_input<'a>(input: &'a DrawnInput, region: [u32; 2]) -> Option<Subject<'a>> {
    let bears = bears(input, region)?;
    let words = match bears {
        Bears::Same => |name: &str, property: &str| format!("where {name} has {property} in the same place"),
        Bears::Column => |name: &str, property: &str| format!("where the column of {name} has {property}"),
        Bears::Row => |name: &str, property: &str| format!("where the row of {name} has {property}"),
        Bears::Only => |name: &str, property: &str| format!("where {name} is {property}"),
    };
    let any = move |row: usize, col: usize, is: &Is| places(input, bears, row, col).filter_map(|at| bits(input, at)).any(is);
    Some(Subject { words, name: input.operand.as_str(), dtype: input.tile.dtype, any: Box::new(any) })
}

/// How often all wrong elements have a property, and how much that says.
struct Counted {
    tally: Tally,
    /// Cases in which no other element has it.
    exact: usize,
    /// How likely it is that as many elements, taken at random, have it.
    chance: f64,
}

impl AsRef<Tally> for Counted {
    fn as_ref(&self) -> &Tally {
        &self.tally
    }
}

/// What sets wrong elements apart.
pub struct Apart {
    /// The property.
    pub words: String,
    /// It with the cases in which it is seen.
    pub seen: Seen,
    /// Whether it is seen in every case, and is rare or had by no right element: more than chance.
    pub certain: bool,
}

/// The narrowest property that all wrong elements have, in nearly all cases in which others do not have it.
pub fn narrowest(cases: &[Case<'_>]) -> Option<Apart> {
    let inside = || cases.iter().filter(|case| !case.wrong.outside);
    let mut counts: BTreeMap<String, Counted> = BTreeMap::new();
    inside().for_each(|case| count(case, &mut counts));
    let inside = inside().count();
    let (words, Counted { tally, exact, .. }) = tally::narrowest(counts, inside, |counted| counted.chance < CHANCE)?;
    let alone = exact == tally.of;
    let certain = tally.held == tally.of && (alone || tally.worth(inside) >= RARE);
    let what = format!("{words}{}", if alone { ALONE } else { "" });
    Some(Apart { seen: super::seen(&what, tally.held, tally.of), words, certain })
}

fn count(case: &Case<'_>, counts: &mut BTreeMap<String, Counted>) {
    let (tile, width) = (case.wrong.tile, case.wrong.tile.cols.len().max(1));
    let judged: Vec<(usize, usize, bool)> = tile
        .elements
        .iter()
        .enumerate()
        .filter(|(_, e)| matches!(e.mark, DrawnMark::Right | DrawnMark::Wrong))
        .map(|(at, e)| (at / width, at % width, e.mark == DrawnMark::Wrong))
        .collect();
    let wrong = judged.iter().filter(|(.., wrong)| *wrong).count();
    let mut order = 0;
    for subject in subjects(case) {
        for (property, is) in properties(subject.dtype) {
            order += 1;
            let has = |&&(row, col, _): &&(usize, usize, bool)| (subject.any)(row, col, &is);
            let held = judged.iter().filter(|(.., wrong)| *wrong).all(|element| has(&element));
            let having = if held { judged.iter().filter(has).count() } else { 0 };
            if having == judged.len() {
                continue;
            }
            let new = || Counted { tally: Tally { order, ..Tally::default() }, exact: 0, chance: 1.0 };
            let counted = counts.entry((subject.words)(subject.name, &property)).or_insert_with(new);
            counted.tally.of += 1;
            if held {
                let share = having as f64 / judged.len() as f64;
                counted.tally.held += 1;
                counted.tally.left_out += 1.0 - share;
                counted.exact += usize::from(having == wrong);
                (0..wrong.min(COUNTED)).for_each(|_| counted.chance *= share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::symptoms::symptoms;
    use crate::symptoms::testing::{CANARY, drawing};

    /// What is said of results of which the elements are wrong that `is` is true of; they count up from 100 by 3.
    fn said(is: fn(u64) -> bool) -> Option<String> {
        let accepted = |r: u32, c: u32| u64::from(100 + 3 * (16 * r + c));
        let drawings = [[1, 64], [3, 60], [8, 130], [16, 16]].map(|[rows, cols]| {
            drawing([rows, cols], accepted, move |r, c| match (r < rows && c < cols, accepted(r, c)) {
                (true, accepted) if is(accepted) => accepted ^ 0x40,
                (true, accepted) => accepted,
                (false, _) => CANARY,
            })
        });
        symptoms(drawings.iter(), 0xA5).wrong?.values.map(|seen| seen.what)
    }

    #[test]
    fn what_sets_wrong_elements_apart_is_said() {
        assert_eq!(said(|bits| bits > 255).as_deref(), Some("where a value above 255 is accepted, and nowhere else"));
        assert_eq!(said(|bits| bits > 255 && bits % 2 == 0).as_deref(), Some("where a value above 255 is accepted"));
    }

    #[test]
    fn of_what_is_wrong_everywhere_or_at_random_nothing_is_said() {
        assert_eq!(said(|_| true), None);
        assert_eq!(said(|bits| bits % 5 == 0), None);
    }
}
