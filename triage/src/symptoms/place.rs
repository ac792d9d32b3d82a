//! Where wrong elements are: the narrowest of the known places that has all of them.

use super::tally::{self, Tally};
use super::{Case, PLACED, seen};
use ptoconf_schemas::Seen;
use std::collections::BTreeMap;

/// Bytes of a block and of a vector.
const BLOCK: u64 = 32;
const VECTOR: u64 = 256;

/// A place that leaves out less of the results has to hold in every case.
const NARROW: f64 = 0.25;

/// The result of a case: rows, columns, and bytes of an element.
#[derive(Clone, Copy)]
struct Result {
    rows: u64,
    cols: u64,
    size: u64,
}

/// A place within a result.
struct Place {
    words: String,
    /// Whether it has the element at a row and a column.
    has: Box<dyn Fn(u64, u64) -> bool>,
}

fn place(words: impl Into<String>, has: impl Fn(u64, u64) -> bool + 'static) -> Place {
    Place { words: words.into(), has: Box::new(has) }
}

/// The places of a result that are not empty and not all of it, each with its number among all places.
fn places(result: Result) -> impl Iterator<Item = (usize, Place)> {
    let all = rows(result).into_iter().chain(columns(result)).enumerate();
    all.filter(move |(_, place)| (1..result.rows * result.cols).contains(&size(place, result)))
}

/// Whether a place is a part of the result of a case, and has all of its wrong elements.
pub fn shows(case: &Case<'_>, words: &str) -> bool {
    let [rows, cols] = case.wrong.tile.region.map(u64::from);
    let result = Result { rows, cols, size: case.wrong.dtype().bytes() as u64 };
    let has_all = |place: &Place| case.wrong.elements.iter().all(|&(r, c, ..)| (place.has)(r.into(), c.into()));
    case.wrong.outside || places(result).any(|(_, place)| place.words == words && has_all(&place))
}

fn rows(Result { rows, .. }: Result) -> Vec<Place> {
    let mut places = vec![
        place("the last valid row", move |r, _| r + 1 == rows),
        place("row 0", |r, _| r == 0),
        place("row 1", |r, _| r == 1),
        place("every row but row 0", |r, _| r > 0),
        place("every row but the last", move |r, _| r + 1 < rows),
        place("odd rows", |r, _| r % 2 == 1),
        place("even rows", |r, _| r % 2 == 0),
    ];
    places.extend((1..14).map(|k| 1 << k).map(|from| place(format!("rows from {from} on"), move |r, _| r >= from)));
    places
}

fn columns(Result { cols, size, .. }: Result) -> Vec<Place> {
    let rest = move |bytes: u64| cols * size % bytes / size;
    let tail = move |bytes: u64| move |_: u64, c: u64| rest(bytes) > 0 && c >= cols - rest(bytes);
    let full = move |bytes: u64| move |_: u64, c: u64| rest(bytes) == 0 && c >= cols - (bytes / size).min(cols);
    let past = move |bytes: u64| move |_: u64, c: u64| c * size >= bytes;
    let mut places = vec![
        place("the last valid column", move |_, c| c + 1 == cols),
        place("column 0", |_, c| c == 0),
        place("every column but column 0", |_, c| c > 0),
        place("every column but the last", move |_, c| c + 1 < cols),
        place("the last block of a row (32 bytes), where it is not full", tail(BLOCK)),
        place("the last vector of a row (256 bytes), where it is not full", tail(VECTOR)),
        place("the last block of a row (32 bytes), where it is full", full(BLOCK)),
        place("the last vector of a row (256 bytes), where it is full", full(VECTOR)),
        place("what follows the first block of a row (32 bytes)", past(BLOCK)),
        place("what follows the first vector of a row (256 bytes)", past(VECTOR)),
        place("the last element of a block", move |_, c| (c + 1) * size % BLOCK == 0),
        place("the first element of a block", move |_, c| c * size % BLOCK == 0),
        place("odd columns", |_, c| c % 2 == 1),
        place("even columns", |_, c| c % 2 == 0),
    ];
    places.extend((9..17).map(|k| 1 << k).map(|from| place(format!("bytes from {from} on of a row"), past(from))));
    places
}

/// How many elements of the result a place has.
fn size(place: &Place, Result { rows, cols, .. }: Result) -> u64 {
    let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    all.filter(|&(r, c)| (place.has)(r, c)).count() as u64
}

/// The narrowest place that has all wrong elements, in nearly all cases in which it is a part of the result.
pub fn narrowest(cases: &[Case<'_>]) -> Option<Seen> {
    let outside = cases.iter().filter(|case| case.wrong.outside).count();
    if outside == cases.len() {
        return Some(beside(cases));
    }
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for case in cases.iter().filter(|case| !case.wrong.outside) {
        let [rows, cols] = case.wrong.tile.region.map(u64::from);
        let result = Result { rows, cols, size: case.wrong.dtype().bytes() as u64 };
        for (order, place) in places(result) {
            let tally = tallies.entry(place.words.clone()).or_insert(Tally { order, ..Tally::default() });
            tally.of += 1;
            tally.left_out += 1.0 - size(&place, result) as f64 / (rows * cols) as f64;
            tally.held += usize::from(case.wrong.elements.iter().all(|&(r, c, ..)| (place.has)(r.into(), c.into())));
        }
    }
    let inside = cases.len() - outside;
    // A wrong element or two miss one column of many by chance.
    let says = |tally: &Tally| tally.held == tally.of || tally.worth(inside) >= NARROW;
    let (words, tally) = tally::narrowest(tallies, inside, says)?;
    Some(seen(&words, tally.held, tally.of))
}

/// Where beside the result was written.
fn beside(cases: &[Case<'_>]) -> Seen {
    let all = |in_place: fn([u32; 2], u32, u32) -> bool| {
        let one = |case: &&Case<'_>| case.wrong.elements.iter().all(|&(r, c, ..)| in_place(case.wrong.tile.region, r, c));
        cases.iter().filter(one).count()
    };
    let candidates = [
        ("outside the result, to the right of it", all(|[rows, _], r, _| r < rows)),
        ("outside the result, below it", all(|[rows, _], r, _| r >= rows)),
        ("outside the result", cases.len()),
    ];
    let (words, held) = candidates.into_iter().find(|(_, held)| held * 100 >= cases.len() * PLACED).unwrap_or_default();
    seen(words, held, cases.len())
}

#[cfg(test)]
mod tests {
    use crate::symptoms::symptoms;
    use crate::symptoms::testing::{CANARY, drawing};

    /// Where the elements are that are not what is accepted, in results of several sizes.
    fn said(wrong: fn([u32; 2], u32, u32) -> bool) -> Option<String> {
        let sizes = [[1, 5], [3, 16], [4, 130], [7, 40], [9, 256], [16, 3]];
        let accepted = |r: u32, c: u32| u64::from(1000 * r + c + 1);
        let drawings = sizes.map(|[rows, cols]| {
            let outside = move |r, c| r >= rows || c >= cols;
            drawing([rows, cols], accepted, move |r, c| match (outside(r, c), wrong([rows, cols], r, c)) {
                (false, false) => accepted(r, c),
                (false, true) => 7777,
                (true, false) => CANARY,
                (true, true) => 1,
            })
        });
        symptoms(drawings.iter(), 0xA5).wrong?.place.map(|seen| seen.what)
    }

    #[test]
    fn the_narrowest_place_is_said() {
        assert_eq!(said(|[rows, cols], r, c| r + 1 == rows && c < cols).as_deref(), Some("the last valid row"));
        assert_eq!(said(|[rows, cols], r, c| r < rows && c + 1 == cols).as_deref(), Some("the last valid column"));
        assert_eq!(said(|[rows, cols], r, c| r > 0 && r < rows && c < cols).as_deref(), Some("every row but row 0"));
        assert_eq!(said(|[rows, cols], r, c| r < rows && c < cols && c % 2 == 1).as_deref(), Some("odd columns"));
        let tail = said(|[rows, cols], r, c| r < rows && c < cols && cols % 16 != 0 && c >= cols / 16 * 16);
        assert_eq!(tail.as_deref(), Some("the last block of a row (32 bytes), where it is not full"));
    }

    #[test]
    fn of_what_is_wrong_everywhere_no_place_is_said() {
        assert_eq!(said(|[rows, cols], r, c| r < rows && c < cols), None);
    }

    #[test]
    fn what_was_written_outside_is_said() {
        assert_eq!(said(|[rows, cols], r, c| r < rows && c >= cols).as_deref(), Some("outside the result, to the right of it"));
        assert_eq!(said(|[rows, _], r, _| r >= rows).as_deref(), Some("outside the result, below it"));
        assert_eq!(said(|[rows, cols], r, c| r >= rows || c >= cols).as_deref(), Some("outside the result"));
    }
}
