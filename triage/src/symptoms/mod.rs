//! Symptoms: where the wrong elements of failing cases are, and what they hold.
//!
//! A statement on tuples says which tuples fail; that it is their last row, and that nobody wrote it, only the results say.
//! A few failing cases of each cause are read once more for it, small and large ones.

mod held;
mod place;

use ptoconf_checker::{Drawing, DrawnMark, DrawnTile, show_element};
use ptoconf_schemas::{DType, Seen, WrongElements};

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
    /// The first wrong element with what is accepted in its place: `dst[0, 3] is 1.5 (0x3e00), accepted 1.0 (0x3c00)`.
    fn example(&self) -> Option<String> {
        let tile = self.wrong.tile;
        let (row, col, actual, accepted) =
            self.wrong.elements.iter().find_map(|&(row, col, is, accepted)| Some((row, col, is, accepted?)))?;
        let [actual, accepted] = [actual, accepted].map(|bits| show_element(tile.tile.dtype, bits));
        Some(format!("{}[{row}, {col}] is {actual}, accepted {accepted}", tile.operand))
    }
}

/// What is seen in some cases; nothing where their outputs are not there, or right.
pub fn symptoms<'a>(drawings: impl Iterator<Item = &'a Drawing>, canary: u8) -> Option<WrongElements> {
    let case = |drawing: &'a Drawing| Some(Case { drawing, wrong: drawing.outputs.iter().find_map(Wrong::of)?, canary });
    let cases: Vec<Case<'a>> = drawings.filter_map(case).collect();
    if cases.is_empty() {
        return None;
    }
    let mut hold = held::seen(&cases);
    hold.retain(|seen| seen.cases as usize * 100 >= seen.of as usize * HELD);
    // What is one step off is at most eight steps off, too.
    hold.dedup_by(|next, seen| next.cases == seen.cases && seen.what.contains("one step") && next.what.contains(" off"));
    hold.truncate(SAID);
    let example = cases.iter().find_map(Case::example);
    Some(WrongElements { looked_at: cases.len() as u64, place: place::narrowest(&cases), hold, example })
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

    /// What outputs hold before a case.
    pub const CANARY: u64 = 0xA5A5;
}
