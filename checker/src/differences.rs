//! Which elements of one case are wrong: for the failures that are shown in detail.

use crate::CheckError;
use crate::compare::Comparison;
use crate::judge::{Buffers, Operation};
use crate::padding::PADDING;
use crate::picture::{Mark, draw};
use crate::plan::{Check, Plan};
use ptoconf_schemas::{Element, Judgement};

/// Wrong elements shown of one case.
const SHOWN: usize = 8;
/// Accepted values shown of one element.
const ALTERNATIVES: usize = 4;

/// What is wrong with the outputs, or the inputs, of one case.
#[derive(Default)]
pub struct Differences {
    /// What they were compared with.
    pub against: String,
    /// Number of wrong elements.
    pub wrong: u64,
    /// Number of judged elements, of outputs.
    pub judged: u64,
    /// The first wrong ones.
    pub elements: Vec<Element>,
    /// A picture of the first tile that has any.
    pub picture: Vec<String>,
}

/// Numbers of wrong and of judged elements.
type Counts = (u64, u64);

/// One case of one operation.
pub struct Case<'a, 'b> {
    /// The operation.
    pub operation: &'b Operation<'a>,
    /// Index of the tuple.
    pub tuple: usize,
    /// Slot.
    pub slot: u32,
}

impl Case<'_, '_> {
    /// The returned physical tile of an operand, `[rows, cols]`.
    pub fn tile(&self, operand: &str, buffers: &mut Buffers) -> Vec<u8> {
        let line = &self.operation.reader.tuples[self.tuple];
        let size = line.tuple.tile(operand).map_or(0, |t| t.bytes() as usize);
        let _ = self.operation.outputs.read(line, operand, self.operation.suite.canary, &mut buffers.actual);
        let from = self.slot as usize * size;
        // An array that was usable a moment ago may have gone; its tile then shows as canary.
        let mut tile = buffers.actual.get(from..from + size).unwrap_or_default().to_vec();
        tile.resize(size, self.operation.suite.canary);
        tile
    }

    /// The outputs against the closest admitted alternative.
    pub fn outputs(&self, plan: &Plan<'_>, buffers: &mut Buffers) -> Result<Differences, CheckError> {
        let Some((count, closest, wrong)) = self.closest(plan, buffers)? else { return Ok(Differences::default()) };
        let checks = plan.alternatives[closest].as_deref().unwrap_or_default();
        let judged = checks.iter().map(|&c| wrong[c].1).sum();
        let mut differences = Differences { against: plan.label(1 << closest), wrong: count, judged, ..Differences::default() };
        for check in checks.iter().filter(|&&c| wrong[c].0 > 0).map(|&c| &plan.checks[c]) {
            self.describe(plan, check, &mut differences, buffers)?;
        }
        Ok(differences)
    }

    /// The admitted alternative from which the fewest elements differ: how many, its index, and the numbers of wrong and
    /// of judged elements of every check.
    pub fn closest(&self, plan: &Plan<'_>, buffers: &mut Buffers) -> Result<Option<(u64, usize, Vec<Counts>)>, CheckError> {
        let mut wrong = Vec::with_capacity(plan.checks.len());
        for check in &plan.checks {
            wrong.push(self.wrong_elements(check, buffers)?);
        }
        let candidates = plan.alternatives.iter().enumerate().filter(|(i, _)| plan.admitted >> i & 1 == 1);
        let distances = candidates.filter_map(|(i, checks)| Some((checks.as_ref()?.iter().map(|&c| wrong[c].0).sum::<u64>(), i)));
        Ok(distances.min().map(|(count, closest)| (count, closest, wrong)))
    }

    /// Numbers of wrong and of judged elements.
    fn wrong_elements(&self, check: &Check<'_>, buffers: &mut Buffers) -> Result<Counts, CheckError> {
        let tile = self.tile(check.operand, buffers);
        let comparison = buffers.arrays.load(self.operation.source(self.tuple), check)?;
        let marks = positions(check).map(|(row, col)| mark(&comparison, &tile, self.slot as usize, row, col));
        Ok(marks.fold((0, 0), |(wrong, judged), m| (wrong + u64::from(m == Mark::Wrong), judged + u64::from(m != Mark::NotJudged))))
    }

    fn describe(&self, plan: &Plan<'_>, check: &Check<'_>, into: &mut Differences, buffers: &mut Buffers) -> Result<(), CheckError> {
        let (tile, case, dtype) = (self.tile(check.operand, buffers), self.slot as usize, check.tile.dtype);
        let comparison = buffers.arrays.load(self.operation.source(self.tuple), check)?;
        let look = |row, col| mark(&comparison, &tile, case, row, col);
        let room = SHOWN.saturating_sub(into.elements.len());
        let shown: Vec<(u32, u32)> = positions(check).filter(|&(row, col)| look(row, col) == Mark::Wrong).take(room.max(1)).collect();
        if into.picture.is_empty()
            && let Some(&first) = shown.first()
        {
            into.picture = draw(check.operand, check.tile, first, look);
        }
        let start = into.elements.len();
        for &(row, col) in shown.iter().take(room) {
            let bits = dtype.read(&tile, index(check, row, col));
            let actual = crate::element::show(dtype, bits);
            into.elements.push(Element { operand: check.operand.to_string(), row, col, actual, expected: Vec::new() });
        }
        let mut expected: Vec<Vec<(u64, String)>> = vec![vec![]; into.elements.len() - start];
        for (i, checks) in plan.alternatives.iter().enumerate().filter(|(i, _)| plan.admitted >> i & 1 == 1) {
            let other = checks.iter().flatten().map(|&c| &plan.checks[c]).find(|c| c.operand == check.operand);
            let Some(other) = other else { continue };
            let comparison = buffers.arrays.load(self.operation.source(self.tuple), other)?;
            for (element, expected) in into.elements[start..].iter().zip(&mut expected) {
                let shown = comparison.show(case, element.row as usize, element.col as usize);
                match expected.iter().position(|(_, other)| *other == shown) {
                    Some(alike) => expected[alike].0 |= 1 << i,
                    None if expected.len() < ALTERNATIVES => expected.push((1 << i, shown)),
                    None => {}
                }
            }
        }
        for (element, expected) in into.elements[start..].iter_mut().zip(expected) {
            element.expected = expected.into_iter().map(|(alike, shown)| [plan.label(alike), shown]).collect();
        }
        Ok(())
    }

    /// The first input that came back changed.
    pub fn input(&self, buffers: &mut Buffers) -> Result<Differences, CheckError> {
        let (operation, mut expected) = (self.operation, Vec::new());
        let line = &operation.reader.tuples[self.tuple];
        for operand in operation.returned_inputs(self.tuple) {
            let tile = self.tile(&operand.name, buffers);
            operation.reader.inputs(line, &operand.name, &mut expected)?;
            let from = self.slot as usize * tile.len();
            let (dtype, cols) = (operand.tile.dtype, operand.tile.cols());
            let before = &expected[from..from + tile.len()];
            let at = |row: u32, col: u32| row as usize * cols as usize + col as usize;
            let changed = |row, col| dtype.read(&tile, at(row, col)) != dtype.read(before, at(row, col));
            let wrong: Vec<(u32, u32)> = all(operand.tile.shape).filter(|&(row, col)| changed(row, col)).collect();
            let Some(&first) = wrong.first() else { continue };
            let element = |&(row, col): &(u32, u32)| Element {
                operand: operand.name.to_string(),
                row,
                col,
                actual: crate::element::show(dtype, dtype.read(&tile, at(row, col))),
                expected: vec![["input".to_string(), crate::element::show(dtype, dtype.read(before, at(row, col)))]],
            };
            let look = |row, col| if changed(row, col) { Mark::Wrong } else { Mark::Right };
            return Ok(Differences {
                against: operand.name.to_string(),
                wrong: wrong.len() as u64,
                elements: wrong.iter().take(SHOWN).map(element).collect(),
                picture: draw(&operand.name, &operand.tile, first, look),
                ..Differences::default()
            });
        }
        Ok(Differences::default())
    }

    /// The elements outside the result that were written, of the first output that has any.
    pub fn padding(&self, plan: &Plan<'_>, matched: u64, buffers: &mut Buffers) -> Differences {
        let admitted = plan.alternatives.iter().enumerate().filter(|(i, _)| matched & plan.admitted & (1 << i) != 0);
        let checks = admitted.flat_map(|(_, checks)| checks.iter().flatten()).map(|&c| &plan.checks[c]);
        for check in checks.filter(|c| c.canary && c.answer.judge != Judgement::Unspecified) {
            let tile = self.tile(check.operand, buffers);
            let canary = u64::from_le_bytes([self.operation.suite.canary; 8]) & check.tile.dtype.mask();
            let bits = |row, col| check.tile.dtype.read(&tile, index(check, row, col));
            let [region_rows, region_cols] = check.answer.region;
            let look = |row, col| match row < region_rows && col < region_cols {
                true => Mark::NotJudged,
                false if bits(row, col) == canary => Mark::Right,
                false => Mark::Wrong,
            };
            let wrong: Vec<(u32, u32)> = positions(check).filter(|&(row, col)| look(row, col) == Mark::Wrong).collect();
            let Some(&first) = wrong.first() else { continue };
            let element = |&(row, col): &(u32, u32)| Element {
                operand: check.operand.to_string(),
                row,
                col,
                actual: crate::element::show(check.tile.dtype, bits(row, col)),
                expected: vec![[PADDING.to_string(), crate::element::show(check.tile.dtype, canary)]],
            };
            let elements = wrong.iter().take(SHOWN).map(element).collect();
            let picture = draw(check.operand, check.tile, first, look);
            return Differences {
                against: check.operand.to_string(),
                wrong: wrong.len() as u64,
                elements,
                picture,
                ..Differences::default()
            };
        }
        Differences::default()
    }
}

fn all([rows, cols]: [u32; 2]) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

fn positions(check: &Check<'_>) -> impl Iterator<Item = (u32, u32)> + use<> {
    all(check.tile.shape)
}

fn index(check: &Check<'_>, row: u32, col: u32) -> usize {
    row as usize * check.tile.cols() as usize + col as usize
}

fn mark(comparison: &Comparison<'_>, tile: &[u8], case: usize, row: u32, col: u32) -> Mark {
    let (row, col) = (row as usize, col as usize);
    if !comparison.is_judged(case, row, col) {
        return Mark::NotJudged;
    }
    let bits = comparison.dtype.read(tile, row * comparison.geometry.cols + col);
    if comparison.element_fits(case, row, col, bits) { Mark::Right } else { Mark::Wrong }
}
