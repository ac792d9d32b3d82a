//! Stacks from a plan: made by several threads, handed on in the order of the plan.

use crate::fill::{self, Slots};
use crate::item::Item;
use crate::plan::Plan;
use crate::rng::Stream;
use crate::tiers::carries_data;
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_reference::Class;
use ptoconf_schemas::{AnswerLine, Array, Stack, TupleLine};
use std::sync::Arc;

/// Items that a thread takes at once: most are made so quickly that to hand on each by itself takes longer.
const ITEMS_AT_ONCE: usize = 4;

impl Plan<'_> {
    /// The stack of an item: its data and its answers.
    pub fn stack(&self, item: &Item) -> Stack {
        let class = Class::parse(item.choice.class).unwrap_or(Class::BITS);
        let tuple = &item.choice.tuple;
        let inputs = if carries_data(tuple) { self.fill(item, class) } else { vec![] };
        let legality = self.legality(item);
        let answers = self.contract.answers(&item.name, tuple, class, &legality, &inputs, item.cases);
        let line = TupleLine { name: item.name.clone(), tuple: tuple.clone(), cases: item.cases, inputs: None };
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

    /// Makes every stack and hands them on in order; stops at the first error of the receiver.
    ///
    /// # Errors
    /// The receiver's.
    pub fn run<E: Send>(&self, threads: usize, mut receive: impl FnMut(Stack) -> Result<(), E>) -> Result<(), E> {
        let batches: Vec<&[Item]> = self.items.chunks(ITEMS_AT_ONCE).collect();
        let make = |(): &mut (), batch: usize| Ok(batches[batch].iter().map(|item| self.stack(item)).collect::<Vec<_>>());
        in_order(threads, AHEAD * threads, batches.len(), || (), make, |_, stacks| stacks.into_iter().try_for_each(&mut receive))
    }
}
