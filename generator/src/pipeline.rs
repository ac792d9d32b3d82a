//! Stacks from a plan: made by several threads, handed on in the order of the plan.

use crate::fill;
use crate::plan::{Item, Plan};
use crate::rng::Stream;
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
        let inputs = match &item.origin {
            Some(origin) => self.blind_inputs(item, origin),
            None if item.data => self.fill(item, item.strategy, item.cases),
            None => vec![],
        };
        let legality = self.legality(item);
        let answers = self.contract.answers(&item.name, tuple, class, &legality, &inputs, item.cases);
        let line = TupleLine {
            name: item.name.clone(),
            tuple: tuple.clone(),
            class: class.name.to_owned(),
            cases: item.cases,
            inputs: None,
            why: item.why.clone(),
        };
        let answer = AnswerLine {
            tuple: item.name.clone(),
            expect: item.expect.clone(),
            contests: self.contract.contest_infos(&legality),
            file: None,
            alternatives: answers.alternatives,
        };
        Stack { line, answer, inputs, answers: answers.arrays }
    }

    /// Data of the class of an item for so many cases.
    pub(crate) fn fill(&self, item: &Item, strategy: &str, cases: u32) -> Vec<Array> {
        let operation = self.contract.operation;
        let form = &operation.forms[item.form];
        let class = Class::parse(item.choice.class).unwrap_or(Class::BITS);
        let mut stream = Stream::new(self.seed, operation.name, form.name, strategy, item.index);
        fill::of_tuple(&item.name, form, &item.choice.tuple, self.contract.profile, class, cases, &mut stream)
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
