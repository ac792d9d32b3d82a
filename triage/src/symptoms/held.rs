//! What wrong elements hold: what was there before, what is accepted elsewhere, an input, a special value.

use super::Case;
use super::elsewhere::elsewhere;
use super::hypothesis::{Element, Holds, always};
use super::summed::{is_sum, summed};
use super::swapped::swapped;
use ptoconf_checker::DrawnInput;
use ptoconf_schemas::{DType, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// Of a hundred wrong elements of a case, those that hold something, where it is said of the case.
const MOST: usize = 90;

/// What is seen in the cases, what is seen in most of them first; of those seen as often, what says more comes first.
fn counted(cases: &[Case<'_>]) -> Vec<(String, usize)> {
    let mut tally: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for case in cases {
        let elements: Vec<Element> = case.wrong.elements.iter().filter_map(element).collect();
        for (order, (words, holds)) in hypotheses(case).into_iter().enumerate() {
            let told: Vec<bool> = elements.iter().filter_map(holds).collect();
            let of_these = told.iter().filter(|held| **held).count();
            // An element of which nothing can be told speaks neither for it nor against it.
            // Of a sum it is said that every one of them is.
            let most = if is_sum(&words) { 100 } else { MOST };
            if !told.is_empty() && told.len() * 2 >= elements.len() && of_these * 100 >= told.len() * most {
                let (count, first) = tally.entry(words).or_insert((0, order));
                (*count, *first) = (*count + 1, order.min(*first));
            }
        }
    }
    let mut all: Vec<(String, (usize, usize))> = tally.into_iter().collect();
    all.sort_by_key(|(_, (count, order))| (std::cmp::Reverse(*count), *order));
    all.into_iter().map(|(words, (count, _))| (words, count)).collect()
}

/// What is seen, with the number of cases.
pub fn seen(cases: &[Case<'_>]) -> Vec<Seen> {
    counted(cases).into_iter().map(|(words, count)| super::seen(&words, count, cases.len())).collect()
}

fn element(&(row, col, actual, accepted): &(u32, u32, u64, Option<u64>)) -> Option<Element> {
    Some(Element { row: row as usize, col: col as usize, actual, accepted: accepted? })
}

fn hypotheses<'a>(case: &'a Case<'_>) -> Vec<(String, Holds<'a>)> {
    let dtype = case.wrong.dtype();
    let mut all = unwritten(case);
    all.extend(specials(dtype));
    all.extend(elsewhere(case));
    all.extend(swapped(case));
    all.extend(summed(case));
    all.extend(near(dtype));
    all.extend(case.drawing.inputs.iter().filter(|input| input.tile.dtype.bytes() == dtype.bytes()).flat_map(of_input));
    all
}

fn unwritten<'a>(case: &Case<'_>) -> Vec<(String, Holds<'a>)> {
    let canary = case.canary_of(case.wrong.dtype());
    vec![always("what was there before the run", move |e| e.actual == canary)]
}

fn specials<'a>(dtype: DType) -> Vec<(String, Holds<'a>)> {
    let zero = always("zero", move |e| is_zero(dtype, e.actual));
    let Some((sign, infinity, _)) = dtype.float_masks() else { return vec![zero] };
    let magnitude = move |bits: u64| bits & (sign - 1);
    let (is_nan, infinite) = (move |bits| magnitude(bits) > infinity, move |bits| magnitude(bits) == infinity);
    let subnormal = move |bits| magnitude(bits) != 0 && bits & infinity == 0;
    vec![
        always("zero where a subnormal number is accepted", move |e| is_zero(dtype, e.actual) && subnormal(e.accepted)),
        always("NaN where a number is accepted", move |e| is_nan(e.actual) && magnitude(e.accepted) < infinity),
        always("a number where NaN is accepted", move |e| !is_nan(e.actual) && is_nan(e.accepted)),
        always("infinity where a number is accepted", move |e| infinite(e.actual) && magnitude(e.accepted) < infinity),
        always("the largest number where infinity is accepted", move |e| magnitude(e.actual) + 1 == infinity && infinite(e.accepted)),
        always("a number where infinity is accepted", move |e| magnitude(e.actual) < infinity && infinite(e.accepted)),
        zero,
    ]
}

/// Numbers that are near to what is accepted, or the same with another sign.
fn near<'a>(dtype: DType) -> Vec<(String, Holds<'a>)> {
    let steps = move |e: &Element| dtype.order_key(e.actual).abs_diff(dtype.order_key(e.accepted));
    let negated = move |bits: u64| match dtype.float_masks() {
        Some((sign, ..)) => bits ^ sign,
        None => bits.wrapping_neg() & dtype.mask(),
    };
    let number = if dtype.is_float() { "numbers of the type" } else { "integers" };
    let sign = dtype.float_masks().map_or(0, |(sign, ..)| sign);
    let (smaller, same) =
        (move |e: &Element| e.actual & !sign < e.accepted & !sign, move |e: &Element| e.actual & sign == e.accepted & sign);
    let step = |words: &str, holds: Box<dyn Fn(&Element) -> bool>| -> (String, Holds<'a>) {
        let words = format!("the number of the type one step {words} than what is accepted");
        (words, Box::new(move |e| Some(sign != 0 && steps(e) == 1 && holds(e))))
    };
    vec![
        always("what is accepted, with the other sign", move |e| e.actual == negated(e.accepted)),
        step("nearer to zero", Box::new(move |e| same(e) && smaller(e))),
        step("further from zero", Box::new(move |e| same(e) && !smaller(e))),
        step("lower", Box::new(move |e| dtype.order_key(e.actual) < dtype.order_key(e.accepted))),
        step("higher", Box::new(move |e| dtype.order_key(e.actual) > dtype.order_key(e.accepted))),
        (format!("what is next to the accepted value: {number} one step off"), Box::new(move |e| Some(steps(e) == 1))),
        (format!("nearly what is accepted: {number} at most 8 steps off"), Box::new(move |e| Some(steps(e) <= 8))),
    ]
}

/// Elements of an input.
fn of_input<'a>(input: &'a DrawnInput) -> Vec<(String, Holds<'a>)> {
    let [rows, cols] = [input.tile.rows() as usize, input.tile.cols() as usize];
    let [valid_rows, valid_cols] = [input.tile.valid_rows() as usize, input.tile.valid_cols() as usize];
    let at = move |row: usize, col: usize| input.elements.get(row * cols + col).copied().filter(|_| row < rows && col < cols);
    let is = move |row: usize, col: usize, e: &Element| at(row, col).map(|bits| bits == e.actual);
    let within = |&at: &usize| at / cols.max(1) < valid_rows && at % cols.max(1) < valid_cols;
    let (valid, beyond): (Vec<usize>, Vec<usize>) = (0..input.elements.len()).partition(within);
    let bits = |places: &[usize]| places.iter().map(|&at| input.elements[at]).collect::<BTreeSet<u64>>();
    let stray: BTreeSet<u64> = bits(&beyond).difference(&bits(&valid)).copied().collect();
    let name = &input.operand;
    let words: [(String, Holds<'a>); 4] = [
        (format!("what lies outside the valid region of {name}"), Box::new(move |e| Some(stray.contains(&e.actual)))),
        (format!("the element of {name} in the same place"), Box::new(move |e| is(e.row, e.col, e))),
        (format!("the first element of the same row of {name}"), Box::new(move |e| is(e.row, 0, e))),
        (format!("the first element of the same column of {name}"), Box::new(move |e| is(0, e.col, e))),
    ];
    words.into()
}

fn is_zero(dtype: DType, bits: u64) -> bool {
    bits & dtype.float_masks().map_or(u64::MAX, |(sign, ..)| sign - 1) == 0
}

#[cfg(test)]
mod tests {
    use crate::symptoms::symptoms;
    use crate::symptoms::testing::said;
    use crate::symptoms::testing::{CANARY, drawing};
    use ptoconf_schemas::DType;

    fn accepted(row: u32, col: u32) -> u64 {
        u64::from(100 * row + col + 1)
    }

    #[test]
    fn what_they_hold_is_said() {
        assert_eq!(said(accepted, |_, _| CANARY)[0], "what was there before the run");
        assert_eq!(said(accepted, |[r, c], _| accepted(r, c).wrapping_neg() & 0xffff)[0], "what is accepted, with the other sign");
        assert_eq!(
            said(accepted, |[r, c], _| accepted(r, c) + 1 - 2 * u64::from(c % 2))[0],
            "what is next to the accepted value: integers one step off"
        );
        assert_eq!(said(accepted, |[r, _], _| accepted(r, 0))[0], "the first element of the same row of src");
    }

    /// Bits of numbers of either sign, each of them one step off.
    #[test]
    fn of_numbers_the_side_of_a_step_is_said_and_the_first_one_shown() {
        let said = |returned: fn(u64) -> u64| {
            let accepted = |row: u32, col: u32| u64::from(0x3C00 + 100 * row + col) | u64::from(col % 2) << 15;
            let mut drawing = drawing([3, 16], accepted, move |r, c| if r < 3 && c < 16 { returned(accepted(r, c)) } else { CANARY });
            drawing.outputs[0].tile.dtype = DType::F16;
            drawing.inputs[0].tile.dtype = DType::F16;
            let wrong = symptoms([drawing].iter(), 0xA5).wrong.expect("wrong elements");
            (wrong.hold[0].what.clone(), wrong.example.expect("an example"))
        };
        let step = |side: &str| format!("the number of the type one step {side} than what is accepted");
        assert_eq!(
            said(|bits| bits - 1),
            (step("nearer to zero"), "dst[0, 0] is 0.9995117 (0x3bff), accepted 1.0 (0x3c00), where src[0, 0] is 1.0 (0x3c00)".to_owned())
        );
        assert_eq!(said(|bits| bits + 1).0, step("further from zero"));
        assert_eq!(said(|bits| if bits >> 15 == 0 { bits - 1 } else { bits + 1 }).0, step("lower"));
        assert_eq!(said(|bits| if bits >> 15 == 0 { bits + 1 } else { bits - 1 }).0, step("higher"));
    }

    #[test]
    fn of_what_nothing_explains_nothing_is_said() {
        assert_eq!(said(accepted, |[r, c], _| 5000 + u64::from(r * 37 + c * 11)), Vec::<String>::new());
    }
}
