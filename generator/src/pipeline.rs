//! Stacks from a plan: made by several threads, handed on in the order of the plan.

use crate::fill;
use crate::item::Item;
use crate::plan::Plan;
use crate::rng::Stream;
use crate::tiers::carries_data;
use ptoconf_reference::Class;
use ptoconf_schemas::{AnswerLine, Array, Stack, TupleLine};
use std::sync::mpsc::sync_channel;

/// Stacks that a thread may be ahead of the writer.
const AHEAD: usize = 2;

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
            tuple: item.name.clone(),
            class: class.name.to_owned(),
            strategy: item.strategy.to_owned(),
            why: item.why.clone(),
            expect: item.expect.clone(),
            contests: self.contract.contest_infos(&legality),
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
        fill::of_tuple(&item.name, form, &item.choice.tuple, self.contract.profile, class, item.cases, stream)
    }

    /// Makes every stack and hands them on in order; stops at the first error of the receiver.
    ///
    /// # Errors
    /// The receiver's.
    pub fn run<E>(&self, threads: usize, receive: impl FnMut(Stack) -> Result<(), E>) -> Result<(), E> {
        in_order(self.items.len(), threads, |i| self.stack(&self.items[i]), receive)
    }
}

/// Makes `count` things with several threads and hands them on in order, never more than a few ahead.
///
/// # Errors
/// The receiver's first one.
pub fn in_order<T: Send, E>(
    count: usize,
    threads: usize,
    make: impl Fn(usize) -> T + Sync,
    mut receive: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if threads <= 1 {
        return (0..count).try_for_each(|i| receive(make(i)));
    }
    std::thread::scope(|scope| {
        let mut queues = vec![];
        for worker in 0..threads.min(count) {
            let (send, queue) = sync_channel(AHEAD);
            let make = &make;
            scope.spawn(move || (worker..count).step_by(threads.min(count)).try_for_each(|i| send.send(make(i))));
            queues.push(queue);
        }
        for i in 0..count {
            // A closed queue means that its thread panicked; the scope passes that on.
            let Ok(made) = queues[i % queues.len()].recv() else { break };
            receive(made)?;
        }
        Ok(())
    })
}
