//! Windows of tiles for pictures: what results hold there, and what is accepted.
//!
//! They are read once more from the set and the results, so that a check keeps nothing for them.

use crate::catalog::{Catalog, Known};
use crate::differences::Case;
use crate::index::OperationIndex;
use crate::judge::{Buffers, Operation};
use crate::picture::window;
use crate::plan::{Check, Plan};
use crate::{CheckError, Disproved};
use ptoconf_schemas::{CaseId, Role, Tile, Tuple};
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most rows of a window.
const ROWS: u32 = 24;
/// Most columns of a window.
const COLS: u32 = 64;

/// How much is taken of the tiles of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A window around the first wrong element, as large as a picture has room for.
    Picture,
    /// Whole tiles, and the inputs.
    Whole,
}

/// A case to be drawn.
pub struct Drawing {
    /// Its tuple.
    pub tuple: Tuple,
    /// Its inputs, where they are taken.
    pub inputs: Vec<DrawnInput>,
    /// Its outputs with something wrong; none where it has no usable ones.
    pub outputs: Vec<DrawnTile>,
}

/// An input of a case.
pub struct DrawnInput {
    /// The operand.
    pub operand: String,
    /// Its tile.
    pub tile: Tile,
    /// The bits of its elements, physical row by physical row.
    pub elements: Vec<u64>,
}

/// A window of a returned tile around its first wrong element.
pub struct DrawnTile {
    /// The operand.
    pub operand: String,
    /// Its tile.
    pub tile: Tile,
    /// The accepted result that it was compared with, the closest one: `accepted`, or with its number.
    pub against: String,
    /// Wrong elements of the whole tile.
    pub wrong: u64,
    /// Rows and columns of the result, from the first on.
    pub region: [u32; 2],
    /// Rows of the window.
    pub rows: Range<u32>,
    /// Columns of the window.
    pub cols: Range<u32>,
    /// Its elements, row by row.
    pub elements: Vec<DrawnElement>,
}

impl DrawnTile {
    /// What it was compared with, in words.
    pub fn beside(&self) -> String {
        match self.against.as_str() {
            "accepted" => "the accepted result".to_owned(),
            numbered => format!("{numbered}, the closest accepted result"),
        }
    }
}

/// An element of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnElement {
    /// What is said of it.
    pub mark: DrawnMark,
    /// Its bits.
    pub actual: u64,
    /// The accepted bits, of several the nearest; none where it is not judged.
    pub accepted: Option<u64>,
}

/// What is said of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnMark {
    /// Accepted.
    Right,
    /// Not accepted.
    Wrong,
    /// Not judged.
    Free,
    /// Outside the result, and as it was before.
    Untouched,
    /// Outside the result, and written.
    Written,
}

/// Draws cases, by id; what the results no longer hold is left out. `disproved` is what the check was told.
///
/// # Errors
/// A set that cannot be read any more.
pub fn drawings(
    set: &SetReader,
    results: &ResultsReader,
    disproved: &Disproved,
    cases: &[&str],
    taken: Taken,
) -> Result<BTreeMap<String, Drawing>, CheckError> {
    let catalog = Catalog::new(set.suite(), &[])?;
    let mut drawings = BTreeMap::new();
    for info in &set.suite().operations {
        let own: Vec<CaseId<'_>> = cases.iter().filter_map(|case| CaseId::parse(case)).filter(|case| case.op == info.name).collect();
        if own.is_empty() {
            continue;
        }
        let names = own.iter().map(|id| id.tuple).collect();
        let (reader, outputs, index) = (set.few(&info.name, &names)?, results.outputs(&info.name)?, OperationIndex::default());
        let (suite, answers, legality_only) = (set.suite(), reader.answers()?, false);
        let (reader, index, outputs, catalog) = (&reader, &index, &outputs, &catalog);
        let known = &Known::default();
        let operation = Operation { suite, info, reader, answers, index, outputs, catalog, known, legality_only, disproved };
        for id in own {
            if let Some(tuple) = reader.index_of(id.tuple).filter(|&tuple| id.slot < reader.tuples[tuple].cases) {
                let case = Case { operation: &operation, tuple, slot: id.slot };
                drawings.insert(id.to_string(), case.drawing(taken, &mut Buffers::default())?);
            }
        }
    }
    Ok(drawings)
}

impl Case<'_, '_> {
    fn drawing(&self, taken: Taken, buffers: &mut Buffers) -> Result<Drawing, CheckError> {
        let plan = self.operation.plan(self.tuple)?;
        let line = &self.operation.reader.tuples[self.tuple];
        let mut outputs = vec![];
        if let Some((_, closest, _)) = self.closest(&plan, buffers)? {
            for check in plan.alternatives[closest].iter().flatten().map(|&check| &plan.checks[check]) {
                if self.is_returned(check.operand, buffers) {
                    outputs.extend(self.draw_tile(&plan, closest, check, taken, buffers)?);
                }
            }
        }
        let inputs = if taken == Taken::Whole { self.inputs()? } else { vec![] };
        Ok(Drawing { tuple: line.tuple.clone(), inputs, outputs })
    }

    /// The inputs of the case, where the set has them.
    fn inputs(&self) -> Result<Vec<DrawnInput>, CheckError> {
        let (line, mut stack, mut inputs) = (&self.operation.reader.tuples[self.tuple], Vec::new(), vec![]);
        for operand in line.tuple.with_role(Role::In).filter(|_| line.inputs.is_some()) {
            self.operation.reader.inputs(line, &operand.name, &mut stack)?;
            let tile = &operand.tile;
            let count = tile.rows() as usize * tile.cols() as usize;
            let first = self.slot as usize * count;
            let elements = (first..first + count).map(|at| tile.dtype.read(&stack, at)).collect();
            inputs.push(DrawnInput { operand: operand.name.to_string(), tile: tile.clone(), elements });
        }
        Ok(inputs)
    }

    fn is_returned(&self, operand: &str, buffers: &mut Buffers) -> bool {
        let line = &self.operation.reader.tuples[self.tuple];
        let slots = self.operation.outputs.read(line, operand, self.operation.suite.canary, &mut buffers.actual);
        slots.error(self.slot).is_none()
    }

    /// The window of a tile that has something wrong.
    fn draw_tile(
        &self,
        plan: &Plan<'_>,
        alternative: usize,
        check: &Check<'_>,
        taken: Taken,
        buffers: &mut Buffers,
    ) -> Result<Option<DrawnTile>, CheckError> {
        let (tile, case) = (self.tile(check.operand, buffers), self.slot as usize);
        let comparison = buffers.arrays.load(self.operation.source(self.tuple), check)?;
        let canary = u64::from_le_bytes([self.operation.suite.canary; 8]) & check.tile.dtype.mask();
        let [region_rows, region_cols] = check.answer.region;
        let element = |row: u32, col: u32| {
            let actual = check.tile.dtype.read(&tile, row as usize * check.tile.cols() as usize + col as usize);
            let (at, inside) = ((row as usize, col as usize), row < region_rows && col < region_cols);
            let accepted = if inside { comparison.nearest(case, at, actual) } else { None };
            let mark = match (inside, accepted) {
                (true, None) => DrawnMark::Free,
                (true, Some(_)) if comparison.element_fits(case, at.0, at.1, actual) => DrawnMark::Right,
                (true, Some(_)) => DrawnMark::Wrong,
                (false, _) if !check.canary => DrawnMark::Free,
                (false, _) if actual == canary => DrawnMark::Untouched,
                (false, _) => DrawnMark::Written,
            };
            DrawnElement { mark, actual, accepted }
        };
        let wrong = |want: DrawnMark| positions(check.tile).filter(move |&(row, col)| element(row, col).mark == want);
        let Some(first) = wrong(DrawnMark::Wrong).chain(wrong(DrawnMark::Written)).next() else { return Ok(None) };
        let (rows, cols) = match taken {
            Taken::Picture => (window(first.0, ROWS, check.tile.rows()), window(first.1, COLS, check.tile.cols())),
            Taken::Whole => (0..check.tile.rows(), 0..check.tile.cols()),
        };
        Ok(Some(DrawnTile {
            operand: check.operand.to_owned(),
            tile: check.tile.clone(),
            against: plan.label(1 << alternative),
            wrong: wrong(DrawnMark::Wrong).count() as u64,
            region: check.answer.region,
            elements: rows.clone().flat_map(|row| cols.clone().map(move |col| (row, col))).map(|(row, col)| element(row, col)).collect(),
            rows,
            cols,
        }))
    }
}

fn positions(tile: &Tile) -> impl Iterator<Item = (u32, u32)> + use<> {
    let [rows, cols] = tile.shape;
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}
