//! How the elements of failing cases are wrong: how far from what is accepted, and where.
//!
//! Outputs are read once more, tuple by tuple, so that memory holds a stack for each thread.

use crate::CheckError;
use crate::compare::Comparison;
use crate::judge::{Buffers, Operation};
use crate::plan::Plan;
use crate::state::{CaseState, Cause};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{Amount, DType, Kind, Place, Role, Wrong};
use std::collections::BTreeMap;

/// Representable values that are close to one another: for types of few values 1/64 is less than one of them.
const CLOSE_VALUES: u64 = 4;
/// The other bound: this part of what is accepted.
const CLOSE_PART: u8 = 64;

/// How elements are wrong, and in which outputs, where there are several.
pub type WrongIn = (Wrong, Vec<String>);

/// How the elements of the cases are wrong that follow nothing known, or options alone that accept a range, by tuple and slot.
pub fn wrong_elements(
    operation: &Operation<'_>,
    states: &[Vec<CaseState>],
    threads: usize,
) -> Result<BTreeMap<(u32, u32), WrongIn>, CheckError> {
    let differs = |tuple: &usize| states[*tuple].iter().any(|state| state.cause == Cause::Mismatch);
    let tuples: Vec<usize> = (0..states.len()).filter(differs).collect();
    let work = |buffers: &mut Buffers, at: usize| of_tuple(operation, tuples[at], &states[tuples[at]], buffers);
    let mut all = BTreeMap::new();
    in_order(threads, threads * AHEAD, tuples.len(), Buffers::default, work, |at, found| {
        all.extend(found.into_iter().map(|(slot, wrong)| ((tuples[at] as u32, slot), wrong)));
        Ok::<_, CheckError>(())
    })?;
    Ok(all)
}

fn of_tuple(
    operation: &Operation<'_>,
    tuple: usize,
    states: &[CaseState],
    buffers: &mut Buffers,
) -> Result<Vec<(u32, WrongIn)>, CheckError> {
    let mut plan = operation.plan(tuple)?;
    let exact = plan.exact();
    let unexplained = |state: &CaseState| state.cause == Cause::Mismatch && state.matched() & !plan.admitted & exact == 0;
    let slots: Vec<u32> = (0..).zip(states).filter(|(_, state)| unexplained(state)).map(|(slot, _)| slot).collect();
    if slots.is_empty() {
        return Ok(vec![]);
    }
    // Of results that disprove every order, each case is still nearest to one of them.
    if plan.accepted().next().is_none() {
        plan = operation.plan_of_all_orders(tuple)?;
    }
    let tallies = tallies(operation, tuple, &plan, &slots, buffers)?;
    let are_several = operation.reader.tuples[tuple].tuple.with_role(Role::Out).count() > 1;
    let wrong = |at: usize| {
        let checks = plan.accepted().min_by_key(|checks| checks.iter().map(|&check| tallies[check][at].wrong).sum::<usize>())?;
        let wrong = together(&checks.iter().map(|&check| tallies[check][at]).collect::<Vec<Tally>>())?;
        let outputs = checks.iter().filter(|check| are_several && tallies[**check][at].wrong > 0);
        Some((wrong, outputs.map(|&check| plan.checks[check].operand.to_owned()).collect()))
    };
    Ok((0..).zip(slots).filter_map(|(at, slot)| Some((slot, wrong(at)?))).collect())
}

/// Of each check that an admitted alternative has, a tally for each of the slots.
fn tallies(
    operation: &Operation<'_>,
    tuple: usize,
    plan: &Plan<'_>,
    slots: &[u32],
    buffers: &mut Buffers,
) -> Result<Vec<Vec<Tally>>, CheckError> {
    let (line, canary) = (&operation.reader.tuples[tuple], operation.suite.canary);
    let (mut tallies, mut read) = (vec![vec![]; plan.checks.len()], "");
    for (index, check) in plan.checks.iter().enumerate() {
        if !plan.accepted().any(|checks| checks.contains(&index)) {
            continue;
        }
        if read != check.operand {
            let _ = operation.outputs.read(line, check.operand, canary, &mut buffers.actual);
            // An array that was usable a moment ago may have gone; its tiles then show as canary.
            buffers.actual.resize(check.tile.bytes() as usize * line.cases as usize, canary);
            read = check.operand;
        }
        let comparison = buffers.arrays.load(operation.source(tuple), check)?;
        // What shares the memory of an input holds that input where it was not written.
        let untouched = check.canary.then(|| u64::from_le_bytes([canary; 8]) & check.tile.dtype.mask());
        tallies[index] = slots.iter().map(|&slot| Tally::of(&comparison, &buffers.actual, slot as usize, untouched)).collect();
    }
    Ok(tallies)
}

/// The wrong elements of one output against one answer.
#[derive(Clone, Copy, Debug)]
struct Tally {
    wrong: usize,
    judged: usize,
    /// Rows and columns that are judged.
    region: [usize; 2],
    /// The first and the last row and column with a wrong element.
    rows: [usize; 2],
    cols: [usize; 2],
    /// Whether all of them hold the canary.
    untouched: bool,
    /// Whether all of them are close.
    close: bool,
}

impl Tally {
    fn of(comparison: &Comparison<'_>, actual: &[u8], case: usize, untouched: Option<u64>) -> Tally {
        let region = [comparison.geometry.region_rows, comparison.geometry.region_cols];
        let ends = [usize::MAX, 0];
        let mut tally = Tally { wrong: 0, judged: 0, region, rows: ends, cols: ends, untouched: untouched.is_some(), close: true };
        for row in 0..region[0] {
            tally.judged += comparison.judged_in(case, row);
            if !comparison.row_fits(actual, case, row) {
                tally.add_row(comparison, actual, (case, row), untouched);
            }
        }
        tally
    }

    fn add_row(&mut self, comparison: &Comparison<'_>, actual: &[u8], (case, row): (usize, usize), untouched: Option<u64>) {
        let (dtype, start) = (comparison.dtype, comparison.geometry.actual(case, row).start);
        for col in 0..self.region[1] {
            let bits = dtype.read(actual, start + col);
            if comparison.element_fits(case, row, col, bits) {
                continue;
            }
            self.wrong += 1;
            (self.rows, self.cols) = (widened(self.rows, row), widened(self.cols, col));
            self.untouched &= untouched == Some(bits);
            self.close = self.close && comparison.nearest(case, (row, col), bits).is_some_and(|accepted| is_close(dtype, accepted, bits));
        }
    }

    fn place(&self) -> Place {
        let [rows, cols] = self.region;
        // In an output of one row an element is a column, and in one of one column it is a row.
        let in_rows = rows > 1 && (self.wrong > 1 || cols == 1);
        let in_cols = cols > 1 && (self.wrong > 1 || rows == 1);
        match self {
            _ if self.wrong == self.judged && self.wrong > 1 => Place::Everywhere,
            _ if in_rows && self.rows[1] == 0 => Place::FirstRow,
            _ if in_rows && self.rows[0] == rows - 1 => Place::LastRow,
            _ if in_cols && self.cols[1] == 0 => Place::FirstColumn,
            _ if in_cols && self.cols[0] == cols - 1 => Place::LastColumn,
            _ if self.wrong == 1 => Place::OneElement,
            _ => Place::SomeElements,
        }
    }
}

fn widened([first, last]: [usize; 2], at: usize) -> [usize; 2] {
    [first.min(at), last.max(at)]
}

/// What is said of the outputs of a case; none where nothing is wrong.
fn together(outputs: &[Tally]) -> Option<Wrong> {
    let wrong: Vec<&Tally> = outputs.iter().filter(|tally| tally.wrong > 0).collect();
    let (first, others) = wrong.split_first()?;
    let amount = match () {
        () if wrong.iter().all(|tally| tally.untouched) => Amount::NeverWritten,
        () if wrong.iter().all(|tally| tally.close) => Amount::Close,
        () => Amount::FarOff,
    };
    let place = match first.place() {
        place if others.is_empty() => place,
        // One element of each is more than one.
        place if place != Place::OneElement && others.iter().all(|tally| tally.place() == place) => place,
        _ => Place::SomeElements,
    };
    Some(Wrong { amount, place })
}

/// Whether a value is close to what is accepted. Both have to be finite.
fn is_close(dtype: DType, accepted: u64, actual: u64) -> bool {
    if [accepted, actual].iter().any(|&bits| crate::element::special_bit(dtype, bits) != 0) {
        return false;
    }
    dtype.order_key(accepted).abs_diff(dtype.order_key(actual)) <= CLOSE_VALUES || is_close_part(dtype, accepted, actual)
}

fn is_close_part(dtype: DType, accepted: u64, actual: u64) -> bool {
    match dtype.kind() {
        Kind::Float { .. } => {
            let [accepted, actual] = [accepted, actual].map(|bits| crate::element::finite(dtype, bits));
            // Within a factor of two the difference is exact, and further apart rounding it does not bring it below the bound.
            (accepted - actual).abs() * f64::from(CLOSE_PART) <= accepted.abs()
        }
        Kind::Signed | Kind::Unsigned => {
            let [accepted, actual] = [accepted, actual].map(|bits| integer(dtype, bits));
            (accepted - actual).abs() * i128::from(CLOSE_PART) <= accepted.abs()
        }
    }
}

fn integer(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    if dtype.is_signed() { i128::from(((bits << unused) as i64) >> unused) } else { i128::from(bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Expected, Geometry};

    const CANARY: u64 = 0xA5A5;

    /// What is said of one f16 tile, where all of the region is expected to be 1 and `wrong` elements hold these bits.
    fn said([rows, cols]: [usize; 2], wrong: &[(usize, usize, u16)]) -> Option<String> {
        let geometry = Geometry { cases: 1, rows: rows + 1, cols: cols + 1, region_rows: rows, region_cols: cols };
        let expected = 0x3C00_u16.to_le_bytes().repeat(rows * cols);
        let mut actual = 0x3C00_u16.to_le_bytes().repeat((rows + 1) * (cols + 1));
        wrong.iter().for_each(|&(row, col, bits)| DType::F16.write(&mut actual, row * (cols + 1) + col, bits.into()));
        let comparison = Comparison { dtype: DType::F16, geometry, expected: Expected::Value(&expected), mask: None };
        together(&[Tally::of(&comparison, &actual, 0, Some(CANARY))]).map(|wrong| wrong.to_string())
    }

    #[test]
    fn places_are_those_of_all_wrong_elements() {
        let at = |region: [usize; 2], places: &[(usize, usize)]| {
            said(region, &places.iter().map(|&(row, col)| (row, col, 0x7C00)).collect::<Vec<_>>()).unwrap_or_default()
        };
        let cases: [(_, &[_], _); 12] = [
            ([3, 4], &[], ""),
            ([3, 4], &[(1, 2)], "far off in one element"),
            ([3, 4], &[(2, 3)], "far off in one element"),
            ([3, 4], &[(0, 0), (0, 3)], "far off in the first row"),
            ([3, 4], &[(2, 1), (2, 2)], "far off in the last row"),
            ([3, 4], &[(0, 0), (1, 0)], "far off in the first column"),
            ([3, 4], &[(0, 3), (2, 3)], "far off in the last column"),
            ([3, 4], &[(0, 0), (2, 3)], "far off in some elements"),
            ([1, 4], &[(0, 3)], "far off in the last column"),
            ([1, 4], &[(0, 1), (0, 3)], "far off in some elements"),
            ([4, 1], &[(0, 0)], "far off in the first row"),
            ([1, 1], &[(0, 0)], "far off in one element"),
        ];
        for (region, places, want) in cases {
            assert_eq!(at(region, places), want, "{region:?} {places:?}");
        }
        assert_eq!(at([2, 2], &[(0, 0), (0, 1), (1, 0), (1, 1)]), "far off everywhere");
        assert_eq!(at([1, 2], &[(0, 0), (0, 1)]), "far off everywhere");
    }

    #[test]
    fn amounts_are_those_of_all_wrong_elements() {
        let two = |a: u16, b: u16| said([3, 4], &[(0, 0, a), (2, 2, b)]).unwrap();
        assert_eq!(two(CANARY as u16, CANARY as u16), "never written in some elements");
        assert_eq!(two(0x3C10, 0x3BF0), "close in some elements");
        assert_eq!(two(0x3C10, CANARY as u16), "far off in some elements");
        assert_eq!(two(0x3C10, 0x4000), "far off in some elements");
    }

    #[test]
    fn close_is_a_64th_or_four_values_and_finite() {
        let close = |dtype, accepted, actual| is_close(dtype, accepted, actual);
        let f16 = |actual| close(DType::F16, 0x3C00, actual);
        assert_eq!([0x3C10, 0x3C11, 0x3BE0, 0x3BDF].map(f16), [true, false, true, false], "1 and a 64th");
        let bf16 = |actual| close(DType::Bf16, 0x3F80, actual);
        assert_eq!([0x3F84, 0x3F85, 0x3F7C, 0x3F7B].map(bf16), [true, false, true, false], "four values");
        let f32 = |actual: f32| close(DType::F32, 64f32.to_bits().into(), actual.to_bits().into());
        assert_eq!([65.0, 63.0, -64.0, f32::MAX, 65.000_01].map(f32), [true, true, false, false, false]);
        let (largest, infinity, nan) = (0x7BFF, 0x7C00, 0x7E00);
        assert!(![(largest, infinity), (infinity, largest), (nan, 0x3C00), (0x3C00, nan)].iter().any(|&(a, b)| close(DType::F16, a, b)));
        assert!(close(DType::F16, 0, 4) && close(DType::F16, 0, 0x8003) && !close(DType::F16, 0, 5), "around zero");
        assert!(close(DType::I8, 0xFF, 3) && !close(DType::I8, 0xFF, 4) && close(DType::U64, u64::MAX, u64::MAX / 64 * 63 + 63));
        assert!(!close(DType::I64, i64::MIN as u64, i64::MAX as u64) && close(DType::I32, 6400, 6500) && !close(DType::I32, 6400, 6501));
    }
}
