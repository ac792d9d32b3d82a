//! Where the tiles of a tuple lie in memory, how arrays get there and back, and what must stay.

use super::memory::Memory;
use ptoconf_schemas::{Operand, Role, Tile, Tuple};

/// Bytes between two tiles, and before the first and after the last.
const GUARD: u64 = 64;
/// Tiles begin at multiples of this many bytes.
const ALIGN: u64 = 32;
/// Largest image in bytes, and most elements of a valid region. Legal tuples stay far below;
/// this holds where a check is left out.
const LARGEST: u64 = 16 << 20;

/// The memory of one operand.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// First byte.
    pub start: usize,
    /// End of the tile.
    pub end: usize,
    /// Whether an output shares any of it, so that reads take the state before the run.
    pub snapshot: bool,
    /// Whether it must come back unchanged.
    watched: bool,
}

impl Region {
    fn overlaps(&self, other: &Region) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Bytes that belong to no tile, and the operand beside them.
#[derive(Debug)]
struct Gap {
    start: usize,
    end: usize,
    operand: usize,
}

/// The places of the operands of a tuple.
#[derive(Debug)]
pub(crate) struct Plan {
    /// One for each operand, in order.
    pub regions: Vec<Region>,
    gaps: Vec<Gap>,
    bytes: usize,
}

impl Plan {
    /// Places the tiles of a tuple; `scratch_used` says whether the operation writes its scratch.
    /// The error says which operand cannot be placed.
    pub fn new(tuple: &Tuple, scratch_used: bool) -> Result<Plan, String> {
        let starts = starts(&tuple.operands)?;
        let mut regions = Vec::with_capacity(starts.len());
        let lowest = starts.iter().copied().min().unwrap_or(0);
        for (operand, start) in tuple.operands.iter().zip(&starts) {
            // Only the part of the memory around the tiles is kept.
            let start = (start - lowest).saturating_add(GUARD);
            let end = start.saturating_add(tile_bytes(&operand.tile));
            let address = operand.tile.address.unwrap_or(0);
            if end > LARGEST || address > LARGEST || valid_elements(&operand.tile) > LARGEST {
                return Err(format!("operand {} is too large or too far away for the model: {LARGEST} bytes at most", operand.name));
            }
            regions.push(Region { start: start as usize, end: end as usize, snapshot: false, watched: false });
        }
        mark(&tuple.operands, &mut regions, scratch_used);
        let end = regions.iter().map(|r| r.end).max().unwrap_or(0);
        let bytes = end + GUARD as usize;
        Ok(Plan { gaps: gaps(&regions, bytes), regions, bytes })
    }

    /// Lays the memory out: guards poison, outputs and scratch canary, inputs zero.
    pub fn lay_out(&self, tuple: &Tuple, canary: u8, memory: &mut Memory) {
        memory.reset(self.bytes);
        let is_input = |operand: &Operand| operand.role == Role::In;
        for inputs in [false, true] {
            let fill = if inputs { 0 } else { canary };
            let chosen = tuple.operands.iter().zip(&self.regions).filter(|(o, _)| is_input(o) == inputs);
            for (_, region) in chosen {
                memory.before()[region.start..region.end].fill(fill);
            }
        }
    }

    /// Names of the operands whose surroundings were written, or whose content although it had to stay.
    pub fn touched(&self, operands: &[Operand], memory: &Memory) -> Vec<String> {
        let mut touched = Vec::new();
        for (i, (operand, region)) in operands.iter().zip(&self.regions).enumerate() {
            let content = region.watched && memory.changed(region.start, region.end);
            let last = memory.escaped() && self.gaps.last().is_some_and(|g| g.operand == i);
            let around = || self.gaps.iter().any(|g| g.operand == i && memory.changed(g.start, g.end));
            if content || last || around() {
                touched.push(operand.name.to_string());
            }
        }
        touched
    }
}

/// Size of a tile in bytes, at most `u64::MAX`.
pub(crate) fn tile_bytes(tile: &Tile) -> u64 {
    tile.elements().saturating_mul(tile.dtype.bytes() as u64)
}

fn valid_elements(tile: &Tile) -> u64 {
    u64::from(tile.valid[0].max(1)) * u64::from(tile.valid[1].max(1))
}

/// Where each operand begins. Tiles without an address follow those that have one.
fn starts(operands: &[Operand]) -> Result<Vec<u64>, String> {
    let mut cursor = 0u64;
    for tile in operands.iter().map(|o| &o.tile) {
        if let Some(address) = tile.address.filter(|_| tile.same_as.is_none()) {
            cursor = cursor.max(address.saturating_add(tile_bytes(tile)).saturating_add(GUARD));
        }
    }
    let mut starts = vec![0; operands.len()];
    for (start, operand) in starts.iter_mut().zip(operands).filter(|(_, o)| o.tile.same_as.is_none()) {
        *start = operand.tile.address.unwrap_or_else(|| {
            let here = cursor.checked_next_multiple_of(ALIGN).unwrap_or(u64::MAX);
            cursor = here.saturating_add(shared_bytes(operand, operands)).saturating_add(GUARD);
            here
        });
    }
    for (i, operand) in operands.iter().enumerate() {
        if let Some(other) = &operand.tile.same_as {
            let owner = operands.iter().position(|o| o.name == *other && o.tile.same_as.is_none());
            starts[i] = starts[owner.ok_or_else(|| {
                format!("operand {} shares the memory of {other}, which has to be an operand with memory of its own", operand.name)
            })?];
        }
    }
    Ok(starts)
}

/// Bytes of the largest tile in the memory of `owner`.
fn shared_bytes(owner: &Operand, operands: &[Operand]) -> u64 {
    let guests = operands.iter().filter(|o| o.tile.same_as.as_deref() == Some(owner.name.as_str()));
    guests.map(|o| tile_bytes(&o.tile)).max().unwrap_or(0).max(tile_bytes(&owner.tile))
}

/// Decides for each region whether it must stay, and whether it is read as it was.
fn mark(operands: &[Operand], regions: &mut [Region], scratch_used: bool) {
    let is_written = |o: &Operand| o.role == Role::Out || (o.role == Role::Scratch && scratch_used);
    let pick = |wanted: &dyn Fn(&Operand) -> bool, regions: &[Region]| -> Vec<Region> {
        operands.iter().zip(regions).filter(|(o, _)| wanted(o)).map(|(_, r)| r.clone()).collect()
    };
    let written = pick(&is_written, regions);
    let outputs = pick(&|o| o.role == Role::Out, regions);
    for (operand, region) in operands.iter().zip(regions) {
        let shared = |others: &[Region]| others.iter().any(|other| region.overlaps(other));
        let (watched, snapshot) = (!is_written(operand) && !shared(&written), operand.role == Role::In && shared(&outputs));
        (region.watched, region.snapshot) = (watched, snapshot);
    }
}

/// The bytes between the tiles; each gap goes with the tile before it, the first with the tile after.
fn gaps(regions: &[Region], bytes: usize) -> Vec<Gap> {
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|&i| (regions[i].start, i));
    let Some(&first) = order.first() else { return Vec::new() };
    let (mut gaps, mut end, mut before) = (Vec::new(), 0, first);
    for i in order {
        if regions[i].start > end {
            gaps.push(Gap { start: end, end: regions[i].start, operand: before });
        }
        if regions[i].end >= end {
            (end, before) = (regions[i].end, i);
        }
    }
    gaps.push(Gap { start: end, end: bytes, operand: before });
    gaps
}

/// Puts an array with logical indexing into the memory of a tile, by the tile's layout.
pub(crate) fn scatter(tile: &Tile, array: &[u8], memory: &mut [u8]) {
    if tile.is_nd() {
        memory.copy_from_slice(array);
    } else {
        each_element(tile, |logical, physical| {
            if let (Some(from), Some(to)) = (array.get(logical.clone()), memory.get_mut(physical)) {
                to.copy_from_slice(from);
            }
        });
    }
}

/// Takes an array with logical indexing out of the memory of a tile.
pub(crate) fn gather(tile: &Tile, memory: &[u8], array: &mut [u8]) {
    if tile.is_nd() {
        array.copy_from_slice(memory);
    } else {
        each_element(tile, |logical, physical| {
            if let (Some(from), Some(to)) = (memory.get(physical), array.get_mut(logical.clone())) {
                to.copy_from_slice(from);
            }
        });
    }
}

/// Calls `f` with the byte ranges of each element in the array and in memory.
fn each_element(tile: &Tile, mut f: impl FnMut(std::ops::Range<usize>, std::ops::Range<usize>)) {
    let size = tile.dtype.bytes();
    let range = |index: usize| index * size..(index + 1) * size;
    let mut index = 0;
    for row in 0..tile.rows() {
        for col in 0..tile.cols() {
            f(range(index), range(tile.offset(row, col) as usize));
            index += 1;
        }
    }
}
