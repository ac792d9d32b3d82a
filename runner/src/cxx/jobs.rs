//! The file of jobs: what the driver is to run, with what in memory.

use super::place::{footprint, scatter, valid_parts};
use ptoconf_schemas::{Operand, Role, Tuple, TupleLine};

/// Largest memory of one operand, in bytes.
const LARGEST: u64 = 1 << 30;

/// The memory of the operands of a tuple.
#[derive(Debug)]
pub(super) struct Layout {
    /// One for each operand: its bytes, and the number of the operand in whose memory it lies.
    pub operands: Vec<(usize, usize)>,
}

impl Layout {
    /// The layout of a tuple; the error says what is wrong with it.
    pub fn of(tuple: &Tuple) -> Result<Layout, String> {
        let operands = tuple.operands.iter().enumerate().map(|(i, o)| Ok((bytes(o)?, owner(tuple, i, o)?)));
        Ok(Layout { operands: operands.collect::<Result<_, String>>()? })
    }

    /// Whether an operand shares its memory with no other.
    fn is_alone(&self, index: usize) -> bool {
        self.operands.iter().filter(|(_, owner)| *owner == self.operands[index].1).count() == 1
    }
}

fn bytes(operand: &Operand) -> Result<usize, String> {
    let bytes = Some(&operand.tile).filter(|t| t.bytes() <= LARGEST).map(footprint).filter(|&b| b <= LARGEST);
    bytes.map(|b| b as usize).ok_or_else(|| format!("operand {} takes more than {LARGEST} bytes", operand.name))
}

fn owner(tuple: &Tuple, index: usize, operand: &Operand) -> Result<usize, String> {
    let Some(other) = &operand.tile.same_as else { return Ok(index) };
    let found = tuple.operands.iter().position(|o| o.name == *other && o.tile.same_as.is_none());
    found.ok_or_else(|| format!("operand {} shares the memory of {other}, which is no operand with memory of its own", operand.name))
}

/// Jobs in the making.
#[derive(Debug)]
pub(super) struct Jobs {
    bytes: Vec<u8>,
    count: u32,
}

impl Jobs {
    const BEGINNING: u32 = 0x6a6f_6273;

    /// A file without any.
    pub fn none() -> Vec<u8> {
        Jobs::new().bytes
    }

    pub fn new() -> Jobs {
        Jobs { bytes: [Self::BEGINNING, 0].map(u32::to_le_bytes).concat(), count: 0 }
    }

    /// Adds these slots of a tuple, which case function `number` runs. `inputs` has a stack for each
    /// operand; those that are empty are zero where the operand is an input.
    pub fn add(&mut self, number: usize, line: &TupleLine, layout: &Layout, slots: &[u32], inputs: &[Vec<u8>]) {
        self.count += 1;
        let operands = &line.tuple.operands;
        [number as u32, slots.len() as u32, operands.len() as u32].iter().for_each(|n| self.u32(*n));
        for (i, (operand, &(bytes, owner))) in operands.iter().zip(&layout.operands).enumerate() {
            let given = operand.role == Role::In;
            self.bytes.extend((bytes as u64).to_le_bytes());
            let [rows, cols] = operand.tile.valid;
            let role = match operand.role {
                Role::In => 0,
                Role::Out => 1,
                Role::Scratch => 2,
            };
            [rows, cols, owner as u32, role, given.into(), (given && layout.is_alone(i)).into()].iter().for_each(|n| self.u32(*n));
            self.valid(operand);
        }
        for &slot in slots {
            for (i, operand) in operands.iter().enumerate().filter(|(_, o)| o.role == Role::In) {
                self.content(operand, layout.operands[i].0, &inputs[i], slot);
            }
        }
    }

    /// Where in memory the valid region of an operand is, in parts that are as large as possible.
    fn valid(&mut self, operand: &Operand) {
        let parts = if operand.role == Role::Scratch { Vec::new() } else { valid_parts(&operand.tile) };
        self.u32(parts.len() as u32);
        parts.iter().for_each(|part| [part.start, part.end - part.start].iter().for_each(|n| self.bytes.extend(n.to_le_bytes())));
    }

    fn content(&mut self, operand: &Operand, bytes: usize, stack: &[u8], slot: u32) {
        let start = self.bytes.len();
        self.bytes.resize(start + bytes, 0);
        let size = operand.tile.bytes() as usize;
        if let Some(array) = stack.get(slot as usize * size..(slot as usize + 1) * size) {
            scatter(&operand.tile, array, &mut self.bytes[start..]);
        }
    }

    fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// The file; nothing where there are no jobs.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        self.bytes[4..8].copy_from_slice(&self.count.to_le_bytes());
        (self.count > 0).then_some(self.bytes)
    }
}
