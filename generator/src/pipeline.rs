//! Stacks from a plan: made by several threads, handed on in the order of the plan.

use crate::fill::{self, Slots};
use crate::item::Item;
use crate::plan::Plan;
use crate::rng::Stream;
use crate::tiers::carries_data;
use ptoconf_parallel::{batches, in_order};
use ptoconf_reference::Class;
use ptoconf_schemas::{AnswerLine, Array, Stack, TupleLine};
use std::sync::{Arc, Mutex, PoisonError};

/// Batches for each thread that may be made or begun and not yet received: a large one among them holds up those after it.
const AHEAD: usize = 8;
/// Most items that a thread takes at once.
const ITEMS_AT_ONCE: usize = 8;
/// Elements of all cases of a batch, beyond which it takes no other item: several batches are in memory at a time.
const ELEMENTS_AT_ONCE: u64 = 16 << 10;

impl Plan<'_> {
    /// The stack of an item: its data and its answers.
    pub fn stack(&self, item: &Item) -> Stack {
        let class = Class::parse(item.choice.class).unwrap_or(Class::BITS);
        let tuple = &item.choice.tuple;
        let inputs = if carries_data(tuple) { self.fill(item, class) } else { vec![] };
        let legality = self.legality(item);
        let answers = self.contract.answers(&item.name, tuple, class, &legality, &inputs, item.cases);
        let line = TupleLine { name: item.name.to_string(), tuple: tuple.clone(), cases: item.cases, inputs: None };
        let answer = AnswerLine {
            tuple: item.name.as_str().into(),
            class: class.name.into(),
            strategy: item.strategy.into(),
            why: item.why.as_str().into(),
            expect: item.expect.clone(),
            contests: Arc::new(self.contract.contest_infos(&legality)),
            file: None,
            alternatives: answers.alternatives,
        };
        Stack { line, answer, inputs, answers: answers.arrays }
    }

    /// The data of an item. Those of a case depend on the seed and its id alone.
    fn fill(&self, item: &Item, class: Class) -> Vec<Array> {
        let operation = self.contract.operation;
        let form = &operation.forms[item.form];
        let stream = |slot: u32| Stream::new(self.seed, operation.name, form.name, &item.name, slot.into());
        let slots = Slots { cases: item.cases, block: item.block };
        fill::of_tuple(&item.name, form, &item.choice.tuple, self.contract.profile, class, slots, stream)
    }

    /// Makes every stack and hands them on in order; stops at the first error of the receiver. What was made of is dropped: the
    /// next plans are being made meanwhile, and take its room.
    ///
    /// # Errors
    /// The receiver's.
    pub fn run<E: Send>(mut self, threads: usize, mut receive: impl FnMut(Stack) -> Result<(), E>) -> Result<(), E> {
        let ranges = batches(self.items.iter().map(elements), ITEMS_AT_ONCE, ELEMENTS_AT_ONCE);
        let mut items = std::mem::take(&mut self.items).into_iter();
        let batches: Vec<Mutex<Vec<Item>>> = ranges.iter().map(|range| Mutex::new(items.by_ref().take(range.len()).collect())).collect();
        drop(items);
        let make = |(): &mut (), batch: usize| {
            let items = std::mem::take(&mut *batches[batch].lock().unwrap_or_else(PoisonError::into_inner));
            Ok(items.iter().map(|item| self.stack(item)).collect::<Vec<_>>())
        };
        in_order(threads, AHEAD * threads, batches.len(), || (), make, |_, stacks| stacks.into_iter().try_for_each(&mut receive))
    }
}

/// Elements of all cases of an item; of none where it carries no data.
fn elements(item: &Item) -> u64 {
    let tuple = &item.choice.tuple;
    if carries_data(tuple) { tuple.elements().saturating_mul(item.cases.into()) } else { 0 }
}
