//! Results that are sums in another order, precision or rounding.

use super::Case;
use super::bears::{Bears, bears, bits, places};
use super::hypothesis::{Element, Holds};
use ptoconf_checker::{DrawnInput, DrawnMark};
use ptoconf_numeric::orders::{Line, Tree};
use ptoconf_numeric::rounding::{Format, Rounding, element, value};
use ptoconf_schemas::DType;
use std::rc::Rc;

/// Right elements of a case that have to be such sums, too.
const RIGHT: usize = 16;

/// So many terms are few: to compare trees takes the square of it.
const FEW: usize = 64;

/// How what is said of such a sum begins.
const BEGINS: [&str; 2] = ["its column summed ", "its row summed "];

/// How the part of a line is said that is left out.
const WITHOUT: &str = "without its ";

/// Whether something is said of a sum.
pub fn is_sum(words: &str) -> bool {
    BEGINS.iter().any(|begin| words.starts_with(begin))
}

/// Whether that sum is of a whole line.
pub fn is_whole(words: &str) -> bool {
    !words.contains(WITHOUT)
}

/// A way to add up a line of an input.
struct Way {
    /// Which of its elements.
    part: Part,
    tree: Rc<Tree>,
    /// What holds the sum between additions, and of which type it is in the end; none of integers, which wrap.
    formats: Option<[Format; 2]>,
    rounding: Rounding,
    words: String,
}

/// Elements of a line that are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    All,
    NoLast,
    NoFirst,
}

/// What wrong elements hold where a line of an input is added up in one way or another: only those ways that give the first
/// wrong element and some right ones.
pub fn summed<'a>(case: &'a Case<'_>) -> Vec<(String, Holds<'a>)> {
    let (dtype, region) = (case.wrong.dtype(), case.wrong.tile.region);
    let inputs = case.drawing.inputs.iter().filter(|input| input.tile.dtype == dtype);
    let lines = |input: &'a DrawnInput| Some((input, bears(input, region).filter(|bears| *bears != Bears::Same)?));
    let Some((input, bears)) = inputs.filter_map(lines).next() else { return vec![] };
    let line = move |row: usize, col: usize| places(input, bears, row, col).filter_map(|place| bits(input, place)).collect::<Vec<u64>>();
    let first = case.wrong.elements.first().map(|&(row, col, actual, _)| Place { row: row as usize, col: col as usize, actual });
    let known: Vec<(Vec<u64>, u64)> =
        first.into_iter().chain(right(case)).map(|place| (line(place.row, place.col), place.actual)).collect();
    let mut fit = ways(input, bears, dtype);
    fit.retain(|way| known.iter().all(|(line, actual)| way.gives(line, *actual, dtype)));
    // Of a part of a line it is not said in which order; one that fits is enough.
    fit.dedup_by(|next, way| next.words == way.words);
    let told = fit.into_iter().map(|way| {
        let words = way.words.clone();
        let holds = move |e: &Element| Some(way.gives(&line(e.row, e.col), e.actual, dtype));
        (words, Box::new(holds) as Holds<'a>)
    });
    told.collect()
}

/// What is in a place.
struct Place {
    row: usize,
    col: usize,
    actual: u64,
}

/// The first right elements.
fn right(case: &Case<'_>) -> impl Iterator<Item = Place> {
    let (tile, width) = (case.wrong.tile, case.wrong.tile.cols.len().max(1));
    let right = tile.elements.iter().enumerate().filter(|(_, e)| e.mark == DrawnMark::Right);
    right.take(RIGHT).map(move |(at, e)| Place { row: at / width, col: at % width, actual: e.actual })
}

/// Every way to add up the lines of an input.
fn ways(input: &DrawnInput, bears: Bears, dtype: DType) -> Vec<Way> {
    let column = bears == Bears::Column;
    let (line, terms) = if column { (Line::Column, input.tile.valid_rows()) } else { (Line::Row, input.tile.valid_cols()) };
    let (begins, of) = (BEGINS[usize::from(!column)], if column { "row" } else { "column" });
    let mut ways = vec![];
    for (part, of_part) in
        [(Part::All, String::new()), (Part::NoLast, format!("{WITHOUT}last {of}")), (Part::NoFirst, format!("{WITHOUT}first {of}"))]
    {
        let added = (terms as usize).saturating_sub(usize::from(part != Part::All));
        // In every order the same.
        let orders = if dtype.is_float() && added > 2 { line.names() } else { &line.names()[..usize::from(part != Part::All)] };
        let mut known: Vec<Rc<Tree>> = vec![];
        for &name in orders {
            let Some(tree) = line.named(name, dtype, added).map(Rc::new) else { continue };
            // Of few terms some orders are the same.
            if known.iter().any(|known| known.sums() == tree.sums() || (added <= FEW && known.same_as(&tree))) {
                continue;
            }
            known.push(Rc::clone(&tree));
            for (formats, rounding, how) in arithmetics(dtype, part) {
                let words = if part == Part::All { format!("{begins}as {name}{how}") } else { format!("{begins}{of_part}") };
                ways.push(Way { part, tree: Rc::clone(&tree), formats, rounding, words });
            }
        }
    }
    ways
}

/// In which types and roundings sums are taken, with words for all but the plain way; that one alone of a part of a line.
fn arithmetics(dtype: DType, part: Part) -> Vec<(Option<[Format; 2]>, Rounding, String)> {
    let Some(format) = Format::of(dtype) else { return vec![(None, Rounding::NearestEven, String::new())] };
    let mut all = vec![];
    for (held, of_held) in [(format, ""), (Format::F32, ", held in f32"), (Format::F64, ", held in binary64")] {
        for rounding in Rounding::ALL {
            let is_plain = of_held.is_empty() && rounding == Rounding::NearestEven;
            if is_plain || (part == Part::All && (held != format || of_held.is_empty())) {
                let of_rounding = if rounding == Rounding::NearestEven { String::new() } else { format!(", rounded {}", rounding.name()) };
                all.push((Some([held, format]), rounding, format!("{of_held}{of_rounding}")));
            }
        }
    }
    all
}

impl Way {
    fn gives(&self, line: &[u64], actual: u64, dtype: DType) -> bool {
        let is_nan = |bits| dtype.is_float() && value(dtype, bits).is_nan();
        self.sum(line, dtype).is_some_and(|sum| sum == actual || (is_nan(sum) && is_nan(actual)))
    }

    /// The sum of a line; none where it is of another length, as beside what is written outside of a result.
    fn sum(&self, line: &[u64], dtype: DType) -> Option<u64> {
        let ((Part::All, line) | (Part::NoLast, [line @ .., _]) | (Part::NoFirst, [_, line @ ..])) = (self.part, line) else {
            return None;
        };
        if line.len() != self.tree.leaves() {
            return None;
        }
        let Some([held, format]) = self.formats else {
            return Some(line.iter().fold(0u64, |sum, element| sum.wrapping_add(*element)) & dtype.mask());
        };
        let mut nodes: Vec<f64> = line.iter().map(|&bits| value(dtype, bits)).collect();
        for &[a, b] in self.tree.sums() {
            nodes.push(held.add(nodes[a], nodes[b], self.rounding));
        }
        Some(element(dtype, format.round(*nodes.last()?, self.rounding)))
    }
}

#[cfg(test)]
mod tests {
    use crate::symptoms::testing::{CANARY, drawing};
    use crate::symptoms::{Symptoms, symptoms};
    use ptoconf_checker::{DrawnElement, DrawnInput, DrawnMark};
    use ptoconf_numeric::rounding::{Format, Rounding, element, value};
    use ptoconf_schemas::{DType, Tile};

    /// An element of the input, of either sign and of several magnitudes.
    fn term(row: u32, col: u32) -> f64 {
        f64::from((row * 37 + col * 101) % 97) * if row % 3 == 1 { -1.0 } else { 1.0 } / f64::from(1 << (row % 5))
    }

    /// Sums of columns of f16, held in a format between additions.
    fn sums(rows: u32, held: Format) -> [u64; 16] {
        std::array::from_fn(|col| {
            let add = |sum: f64, row: u32| held.add(sum, term(row, col as u32), Rounding::NearestEven);
            element(DType::F16, Format::F16.round((1..rows).fold(term(0, col as u32), add), Rounding::NearestEven))
        })
    }

    /// What is seen where such sums are returned, and sums in f16 are right.
    fn seen(returned: fn(u32) -> [u64; 16]) -> Symptoms {
        let of = |rows: u32| {
            let (is, right) = (returned(rows), sums(rows, Format::F16));
            let mut drawn = drawing([1, 16], |_, _| 0, move |r, c| if r < 1 && c < 16 { is[c as usize] } else { CANARY });
            drawn.outputs[0].tile.dtype = DType::F16;
            for (at, e) in drawn.outputs[0].elements.iter_mut().enumerate().filter(|(_, e)| e.accepted.is_some()) {
                let mark = if right[at] == e.actual { DrawnMark::Right } else { DrawnMark::Wrong };
                *e = DrawnElement { mark, accepted: Some(right[at]), ..*e };
            }
            let elements =
                (0..rows).flat_map(|r| (0..16).map(move |c| element(DType::F16, Format::F16.round(term(r, c), Rounding::NearestEven))));
            drawn.inputs = vec![DrawnInput { operand: "src".into(), tile: Tile::nd(DType::F16, rows, 16), elements: elements.collect() }];
            drawn
        };
        symptoms([30, 77].map(of).iter(), 0xA5)
    }

    #[test]
    fn sums_that_are_held_in_another_type_are_told() {
        assert!(value(DType::F16, sums(30, Format::F32)[0]).is_finite());
        let told = seen(|rows| sums(rows, Format::F32));
        assert_eq!(told.apart.as_deref(), Some("its column summed as left-fold, held in f32"));
        let values = told.wrong.unwrap().values.unwrap();
        assert_eq!(
            (values.what.as_str(), values.cases, values.of),
            ("every wrong element is its column summed as left-fold, held in f32", 2, 2)
        );
    }

    #[test]
    fn sums_without_their_last_row_are_told_of_any_type() {
        let accepted = |_, col: u32| u64::from(300 + 7 * col);
        let returned = |r, c: u32| if r < 1 && c < 8 { u64::from(100 + 3 * c) } else { CANARY };
        let of = |rows: u32| {
            let mut drawn = drawing([1, 8], accepted, returned);
            // All of it in the first row but what the last one has.
            let at = |row: u32, col: u32| {
                if row == 0 {
                    100 + 3 * col
                } else if row + 1 == rows {
                    200 + 4 * col
                } else {
                    0
                }
            };
            let elements = (0..rows).flat_map(|row| (0..8).map(move |col| u64::from(at(row, col)))).collect();
            drawn.inputs = vec![DrawnInput { operand: "src".into(), tile: Tile::nd(DType::I16, rows, 8), elements }];
            drawn
        };
        let told = symptoms([2, 3, 40].map(of).iter(), 0xA5);
        let values = told.wrong.unwrap().values.unwrap();
        assert_eq!(values.what, "every wrong element is its column summed without its last row");
        assert_eq!(told.apart, None, "which rows they are is said beside it");
    }

    /// A row whose elements are not all there, as of a tile that is smaller than what is said to be valid in it.
    #[test]
    fn lines_that_are_cut_are_no_sums() {
        let mut drawn = drawing([1, 8], |_, _| 7, |r, c| if r < 1 && c < 8 { 9 } else { CANARY });
        for (rows, there) in [(2, 8), (2, 3), (9, 20), (3, 0)] {
            let tile = Tile { dtype: DType::F32, valid: [rows, 8], ..Tile::nd(DType::F32, rows, 8) };
            drawn.outputs[0].tile.dtype = DType::F32;
            drawn.inputs = vec![DrawnInput { operand: "src".into(), tile, elements: vec![0; there] }];
            assert_eq!(symptoms([&drawn].into_iter(), 0xA5).apart, None, "{rows} {there}");
        }
    }

    #[test]
    fn what_is_no_sum_is_not_told_as_one() {
        let told = seen(|rows| sums(rows, Format::F16).map(|bits| bits ^ 3));
        assert_eq!(told.apart, None);
    }
}
