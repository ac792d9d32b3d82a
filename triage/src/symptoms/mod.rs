//! Symptoms: where the wrong elements of failing cases are, and what they hold.
//!
//! A statement on tuples says which tuples fail; that it is their last row, and that nobody wrote it, only the results say.
//! A few failing cases of each cause are read once more for it, small and large ones.

mod bears;
mod elsewhere;
mod held;
mod hypothesis;
mod place;
mod summed;
mod swapped;
mod tally;
mod value;

use ptoconf_checker::{Drawing, DrawnInput, DrawnMark, DrawnTile, show_element};
use ptoconf_schemas::{DType, Seen, WrongElements};
use summed::is_sum;

/// Cases of a cause that are looked at.
pub const LOOKED_AT: usize = 24;
/// Of a hundred cases in which something can be seen, those in which it is seen, where it is said.
const PLACED: usize = 95;
const HELD: usize = 60;
/// Things that are said to be held.
const SAID: usize = 2;

/// The wrong elements of a result: those within it, or where those are right, what was written outside of it.
struct Wrong<'a> {
    tile: &'a DrawnTile,
    /// Row, column, what is there, and what is accepted.
    elements: Vec<(u32, u32, u64, Option<u64>)>,
    outside: bool,
}

impl<'a> Wrong<'a> {
    fn of(tile: &'a DrawnTile) -> Option<Wrong<'a>> {
        let cols = tile.cols.len().max(1);
        let marked = |mark: DrawnMark| {
            let with = tile.elements.iter().enumerate().filter(move |(_, e)| e.mark == mark);
            with.map(|(at, e)| (tile.rows.start + (at / cols) as u32, tile.cols.start + (at % cols) as u32, e.actual, e.accepted))
        };
        let mut elements: Vec<_> = marked(DrawnMark::Wrong).collect();
        let outside = elements.is_empty();
        if outside {
            elements = marked(DrawnMark::Written).collect();
        }
        (!elements.is_empty()).then_some(Wrong { tile, elements, outside })
    }

    fn dtype(&self) -> DType {
        self.tile.tile.dtype
    }
}

/// A case with its first output that is wrong.
struct Case<'a> {
    drawing: &'a Drawing,
    wrong: Wrong<'a>,
    canary: u8,
}

impl Case<'_> {
    /// What an element held before the run.
    fn canary_of(&self, dtype: DType) -> u64 {
        u64::from_le_bytes([self.canary; 8]) & dtype.mask()
    }

    /// The first wrong element with what is accepted in its place, and the elements of inputs that bear on it, where each has
    /// one: `dst[0, 3] is 1.5 (0x3e00), accepted 1.0 (0x3c00), where src[0, 3] is 1.0 (0x3c00)`.
    fn example(&self) -> Option<String> {
        let tile = self.wrong.tile;
        let (row, col, actual, accepted) =
            self.wrong.elements.iter().find_map(|&(row, col, is, accepted)| Some((row, col, is, accepted?)))?;
        let [actual, accepted] = [actual, accepted].map(|bits| show_element(tile.tile.dtype, bits));
        let inputs: Vec<String> = self.drawing.inputs.iter().filter_map(|input| self.input(input, row, col)).collect();
        let inputs = if inputs.is_empty() { String::new() } else { format!(", where {}", inputs.join(", ")) };
        Some(format!("{}[{row}, {col}] is {actual}, accepted {accepted}{inputs}", tile.operand))
    }

    /// The element of an input that bears on one of the result.
    fn input(&self, input: &DrawnInput, row: u32, col: u32) -> Option<String> {
        let mut places = bears::places(input, bears::bears(input, self.wrong.tile.region)?, row as usize, col as usize);
        let (Some([row, col]), None) = (places.next(), places.next()) else { return None };
        let bits = bears::bits(input, [row, col])?;
        Some(format!("{}[{row}, {col}] is {}", input.operand, show_element(input.tile.dtype, bits)))
    }
}

/// What is seen in some cases.
#[derive(Default)]
pub struct Symptoms {
    /// For the report; nothing where outputs are not there, or right.
    pub wrong: Option<WrongElements>,
    /// By which value wrong elements are set apart, or which sum they are, where that is certain.
    pub apart: Option<String>,
    /// The ways to add up whole lines that give every wrong element of all cases: of few terms there are several.
    pub sums: Vec<String>,
}

impl Symptoms {
    /// What is seen, without the sums that wrong elements are.
    pub fn without_sums(self) -> Option<WrongElements> {
        let mut wrong = self.wrong?;
        wrong.hold.retain(|seen| !is_sum(&seen.what));
        Some(wrong)
    }

    /// Adds those of other cases whose wrong elements are set apart by the same value.
    pub fn join(&mut self, other: Symptoms) {
        self.sums.retain(|sum| other.sums.contains(sum));
        let (Some(own), Some(other)) = (&mut self.wrong, other.wrong) else { return };
        own.looked_at += other.looked_at;
        own.place = own.place.take().and_then(|place| both(place, other.place.iter()));
        own.hold = std::mem::take(&mut own.hold).into_iter().filter_map(|held| both(held, other.hold.iter())).collect();
        let stripped = |seen: &mut Seen| seen.what.truncate(seen.what.find(value::ALONE).unwrap_or(seen.what.len()));
        let mut of_other = other.values;
        // That no right element has it is true of all, or not said.
        if own.values.as_ref().map(|v| &v.what) != of_other.as_ref().map(|v| &v.what) {
            own.values.iter_mut().chain(&mut of_other).for_each(stripped);
        }
        own.values = own.values.take().and_then(|values| both(values, of_other.iter()));
    }
}

/// What is seen in some cases.
pub fn symptoms<'a>(drawings: impl Iterator<Item = &'a Drawing>, canary: u8) -> Symptoms {
    let case = |drawing: &'a Drawing| Some(Case { drawing, wrong: drawing.outputs.iter().find_map(Wrong::of)?, canary });
    let cases: Vec<Case<'a>> = drawings.filter_map(case).collect();
    if cases.is_empty() {
        return Symptoms::default();
    }
    let mut hold = held::seen(&cases);
    hold.retain(|seen| seen.cases as usize * 100 >= seen.of as usize * HELD);
    // What is one step off is at most eight steps off, too.
    hold.dedup_by(|next, seen| next.cases == seen.cases && seen.what.contains("one step") && next.what.contains(" off"));
    let is_all = |seen: &&Seen| seen.cases as usize == cases.len() && is_sum(&seen.what) && summed::is_whole(&seen.what);
    let sums: Vec<String> = hold.iter().filter(is_all).map(|seen| seen.what.clone()).collect();
    hold.truncate(SAID);
    let (place, apart) = (place::narrowest(&cases), value::narrowest(&cases));
    // Of a case that shows the place, where there is one.
    let shows = |case: &&Case<'_>| place.as_ref().is_none_or(|seen| place::shows(case, &seen.what));
    let example = cases.iter().find(shows).or(cases.first()).and_then(Case::example);
    let values = apart.as_ref().map(|apart| apart.seen.clone());
    let mut told = apart.filter(|apart| apart.certain).map(|apart| apart.words);
    let mut wrong = WrongElements { looked_at: cases.len() as u64, place, values, hold, example };
    if told.is_none() && wrong.hold.first().is_some_and(|held| held.cases == wrong.looked_at && is_sum(&held.what)) {
        // That all of them are one sum says more than which values some of them have.
        let held = wrong.hold.remove(0);
        // Where a term is left out says as much as that it is: those stay causes of their own.
        told = Some(held.what.clone()).filter(|what| summed::is_whole(what));
        wrong.values = Some(Seen { what: format!("every wrong element is {}", held.what), ..held });
        // One sum is said, and not another that is as true of these cases.
        wrong.hold.retain(|seen| !is_sum(&seen.what));
    }
    Symptoms { wrong: Some(wrong), apart: told, sums }
}

/// What is seen in cases and in others.
fn both<'a>(own: Seen, mut others: impl Iterator<Item = &'a Seen>) -> Option<Seen> {
    let same = others.find(|other| other.what == own.what)?;
    Some(Seen { cases: own.cases + same.cases, of: own.of + same.of, what: own.what })
}

/// `what`, seen in so many of so many cases.
fn seen(what: &str, cases: usize, of: usize) -> Seen {
    Seen { what: what.to_owned(), cases: cases as u64, of: of as u64 }
}

#[cfg(test)]
pub(crate) mod testing {
    use ptoconf_checker::{Drawing, DrawnElement, DrawnInput, DrawnMark, DrawnTile};
    use ptoconf_schemas::{DType, Tile, Tuple};

    /// A drawing of a result of `rows` x `cols` elements of i16 within a tile of one row and 16 columns more; `returned` says
    /// what is at a place where `accepted` is accepted. The input `src` holds what is accepted.
    pub fn drawing([rows, cols]: [u32; 2], accepted: fn(u32, u32) -> u64, returned: impl Fn(u32, u32) -> u64) -> Drawing {
        let shape = [rows + 1, cols + 16];
        let tile = Tile { valid: [rows, cols], ..Tile::nd(DType::I16, shape[0], shape[1]) };
        let places = (0..shape[0]).flat_map(|row| (0..shape[1]).map(move |col| (row, col)));
        let element = |(row, col)| {
            let (inside, actual) = (row < rows && col < cols, returned(row, col));
            let mark = match (inside, inside && actual == accepted(row, col)) {
                (true, true) => DrawnMark::Right,
                (true, false) => DrawnMark::Wrong,
                (false, _) if actual == CANARY => DrawnMark::Untouched,
                (false, _) => DrawnMark::Written,
            };
            DrawnElement { mark, actual, accepted: inside.then(|| accepted(row, col)) }
        };
        let elements: Vec<DrawnElement> = places.clone().map(element).collect();
        let src = DrawnInput { operand: "src".into(), tile: tile.clone(), elements: places.map(|(r, c)| accepted(r, c)).collect() };
        let wrong = elements.iter().filter(|e| e.mark == DrawnMark::Wrong).count() as u64;
        let output = DrawnTile {
            operand: "dst".into(),
            tile,
            against: "value".into(),
            wrong,
            region: [rows, cols],
            rows: 0..shape[0],
            cols: 0..shape[1],
            elements,
        };
        let tuple = Tuple { op: "tdemo".into(), form: "plain".into(), attributes: Default::default(), operands: vec![] };
        Drawing { tuple, inputs: vec![src], outputs: vec![output] }
    }

    /// What wrong elements of several results are said to hold; `returned` is of a place and the extents of the result.
    pub fn said(accepted: fn(u32, u32) -> u64, returned: fn([u32; 2], [u32; 2]) -> u64) -> Vec<String> {
        let drawings = [[2, 5], [3, 16], [4, 40], [7, 40]].map(|extents @ [rows, cols]| {
            drawing(extents, accepted, move |r, c| if r < rows && c < cols { returned([r, c], extents) } else { CANARY })
        });
        super::symptoms(drawings.iter(), 0xA5).wrong.map_or(vec![], |s| s.hold.into_iter().map(|seen| seen.what).collect())
    }

    /// What outputs hold before a case.
    pub const CANARY: u64 = 0xA5A5;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &str, hold: &[&str]) -> Symptoms {
        let one = |what: &str| seen(what, 3, 4);
        let hold = hold.iter().map(|what| one(what)).collect();
        let wrong = WrongElements { looked_at: 4, place: Some(one("row 0")), values: Some(one(values)), hold, example: None };
        Symptoms { wrong: Some(wrong), apart: Some("where NaN is accepted".into()), sums: vec![] }
    }

    #[test]
    fn of_cases_that_are_joined_only_what_is_true_of_all_is_said() {
        let mut joined = of("where NaN is accepted, and nowhere else", &["zero", "NaN"]);
        joined.join(of("where NaN is accepted", &["zero"]));
        let wrong = joined.wrong.unwrap();
        assert_eq!((wrong.looked_at, wrong.hold, wrong.place), (8, vec![seen("zero", 6, 8)], Some(seen("row 0", 6, 8))));
        assert_eq!(wrong.values, Some(seen("where NaN is accepted", 6, 8)));
    }
}
