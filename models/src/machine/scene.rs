//! The memory around a case, for what happens before and after the kernel.

use super::memory::Memory;
use super::placement::{Plan, Region};
use super::site::Site;

/// The memory around a case.
pub struct Scene<'a> {
    /// The case.
    pub site: Site<'a>,
    plan: &'a Plan,
    memory: &'a mut Memory,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(site: Site<'a>, plan: &'a Plan, memory: &'a mut Memory) -> Scene<'a> {
        Scene { site, plan, memory }
    }

    fn region(&self, operand: &str) -> Option<&'a Region> {
        let index = self.site.tuple.operands.iter().position(|o| o.name == operand)?;
        self.plan.regions.get(index)
    }

    /// The bytes of an operand as they are; none where the tuple does not have it.
    pub fn bytes(&self, operand: &str) -> &[u8] {
        self.region(operand).map_or(&[], |r| &self.memory.now()[r.start..r.end])
    }

    /// Writes from `offset` bytes after the start of an operand on; offsets may lie outside of it.
    pub fn write(&mut self, operand: &str, offset: isize, bytes: &[u8]) {
        if let Some(address) = self.region(operand).and_then(|r| r.start.checked_add_signed(offset)) {
            self.memory.write(address, bytes);
        }
    }

    /// Changes the bits of `count` bytes from `offset` bytes after the start of an operand on.
    pub fn flip(&mut self, operand: &str, offset: isize, count: usize) {
        let Some(address) = self.region(operand).and_then(|r| r.start.checked_add_signed(offset)) else { return };
        let there = self.memory.now().get(address..).unwrap_or_default();
        let flipped: Vec<u8> = there.iter().take(count).map(|b| !b).collect();
        self.memory.write(address, &flipped);
    }

    /// What the device still holds from the cases of the tuple before: empty at first.
    pub fn left_over(&mut self) -> &mut Vec<u8> {
        self.memory.left_over()
    }
}
