//! Results of operands in the wrong order.

use super::Case;
use super::bears::{Bears, bears, bits, places};
use super::hypothesis::{Element, Holds};
use ptoconf_checker::DrawnInput;
use ptoconf_numeric::rounding::value;
use ptoconf_schemas::DType;
use std::collections::BTreeSet;

/// A number of the narrowest type is so near to what it stands for.
const NEARLY: f64 = 1.0 / 128.0;

/// What wrong elements hold where two inputs are taken for each other.
pub fn swapped<'a>(case: &'a Case<'_>) -> Vec<(String, Holds<'a>)> {
    let dtype = case.wrong.dtype();
    let inputs: Vec<&DrawnInput> = case.drawing.inputs.iter().filter(|input| input.tile.dtype == dtype).collect();
    let [first, second] = inputs[..] else { return vec![] };
    let [a, b] = [first, second].map(|input| &input.operand);
    let [of_a, of_b] = [first, second].map(valid);
    let [only_a, only_b] = [of_a.difference(&of_b).copied(), of_b.difference(&of_a).copied()].map(BTreeSet::from_iter);
    let other = move |e: &Element| match (only_a.contains(&e.accepted), only_b.contains(&e.accepted)) {
        (true, false) => Some(only_b.contains(&e.actual)),
        (false, true) => Some(only_a.contains(&e.actual)),
        _ => None,
    };
    let exchanged = format!("an element of {b} where one of {a} is accepted, and the other way round");
    let mut all: Vec<(String, Holds<'a>)> = vec![(exchanged, Box::new(other))];
    let region = case.wrong.tile.region;
    let (Some(bears_a), Some(bears_b)) = (bears(first, region), bears(second, region)) else { return all };
    let numbers = move |e: &Element| Some([one(first, bears_a, e)?, one(second, bears_b, e)?].map(|bits| number(dtype, bits)));
    let of = |sign: char, result: fn([f64; 2]) -> f64| -> (String, Holds<'a>) {
        let holds = move |e: &Element| {
            let [a, b] = numbers(e)?;
            let [right, swapped] = [result([a, b]), result([b, a])];
            let is = |bits: u64, wanted: f64| is_about(dtype, bits, wanted);
            (is(e.accepted, right) && !is(e.accepted, swapped)).then(|| is(e.actual, swapped))
        };
        (format!("{b} {sign} {a} where {a} {sign} {b} is accepted"), Box::new(holds))
    };
    all.extend([of('-', |[a, b]| a - b), of('/', |[a, b]| a / b)]);
    all
}

/// The one element of an input that bears on an element of the result.
fn one(input: &DrawnInput, bears: Bears, e: &Element) -> Option<u64> {
    let mut places = places(input, bears, e.row, e.col);
    let (Some(place), None) = (places.next(), places.next()) else { return None };
    bits(input, place)
}

/// The number that an element is; of an integer, its signed value, which decides no difference modulo its size.
fn number(dtype: DType, element: u64) -> f64 {
    match dtype.float_masks() {
        Some(_) => value(dtype, element),
        None => signed(dtype, element) as f64,
    }
}

fn signed(dtype: DType, element: u64) -> i64 {
    let unused = 64 - 8 * dtype.bytes() as u32;
    (element << unused) as i64 >> unused
}

/// Whether an element is a number as nearly as its type can say it.
fn is_about(dtype: DType, element: u64, wanted: f64) -> bool {
    match dtype.float_masks() {
        Some(_) => wanted.is_finite() && (value(dtype, element) - wanted).abs() <= wanted.abs() * NEARLY,
        None => element == wanted as i64 as u64 & dtype.mask(),
    }
}

fn valid(input: &DrawnInput) -> BTreeSet<u64> {
    let [rows, cols] = input.tile.valid.map(|extent| extent as usize);
    let rows = input.elements.chunks(input.tile.cols().max(1) as usize).take(rows);
    rows.flat_map(|row| row.iter().take(cols).copied()).collect()
}

#[cfg(test)]
mod tests {
    use crate::symptoms::symptoms;
    use crate::symptoms::testing::{CANARY, drawing};
    use ptoconf_checker::{DrawnInput, DrawnMark};
    use ptoconf_schemas::{DType, Tile};

    fn a(row: u32, col: u32) -> u64 {
        u64::from(1000 + 90 * row + col)
    }

    fn b(col: u32) -> u64 {
        u64::from(3 + 2 * col)
    }

    /// What wrong elements are said to hold where inputs are `a` and a row `b`.
    fn said(accepted: fn(u64, u64) -> u64, returned: fn(u64, u64) -> u64, dtype: DType) -> Vec<String> {
        let at = |row: u32, col: u32, of: fn(u64, u64) -> u64| of(a(row, col), b(col)) & dtype.mask();
        let mut drawn = drawing([3, 8], |_, _| 0, move |r, c| if r < 3 && c < 8 { at(r, c, returned) } else { CANARY });
        let (output, tile) = (&mut drawn.outputs[0], drawn.inputs[0].tile.clone());
        output.tile.dtype = dtype;
        for (index, element) in output.elements.iter_mut().enumerate().filter(|(_, e)| e.accepted.is_some()) {
            let (row, col) = (index as u32 / tile.cols(), index as u32 % tile.cols());
            (element.accepted, element.mark) = (Some(at(row, col, accepted)), DrawnMark::Wrong);
        }
        let places = || (0..tile.rows()).flat_map(|r| (0..tile.cols()).map(move |c| [r, c]));
        let input = |operand: &str, valid: [u32; 2], of: fn([u32; 2]) -> u64| DrawnInput {
            operand: operand.into(),
            tile: Tile { dtype, valid, ..tile.clone() },
            elements: places().map(of).collect(),
        };
        drawn.inputs = vec![input("src0", [3, 8], |[r, c]| a(r, c)), input("src1", [1, 8], |[_, c]| b(c))];
        symptoms([drawn].iter(), 0xA5).wrong.map_or(vec![], |s| s.hold.into_iter().map(|seen| seen.what).collect())
    }

    #[test]
    fn operands_in_the_wrong_order_are_told() {
        let difference = |a: u64, b: u64| a.wrapping_sub(b);
        assert_eq!(said(difference, |a, b| b.wrapping_sub(a), DType::I16)[0], "src1 - src0 where src0 - src1 is accepted");
        assert_eq!(said(|a, _| a, |_, b| b, DType::I16)[0], "an element of src1 where one of src0 is accepted, and the other way round");
        let quotient = |a: u64, b: u64| u64::from((f32::from_bits(a as u32) / f32::from_bits(b as u32)).to_bits());
        let swapped = |a: u64, b: u64| u64::from((f32::from_bits(b as u32) / f32::from_bits(a as u32)).to_bits());
        assert_eq!(said(quotient, swapped, DType::F32)[0], "src1 / src0 where src0 / src1 is accepted");
        assert!(!said(|a, b| a + b, |a, b| a + b + 1, DType::I16).iter().any(|held| held.contains("src1 -")));
    }
}
