//! A plan whose tuples do not show what is expected of them.
//!
//! Names are neutral, the order is a shuffle that depends on the seed, every tuple has as many cases as any
//! other of its size, and tuples that are to be rejected carry data, which look like those of their legal
//! twins. The cases that the open plan has too have the same data as there.

use crate::plan::{Item, Plan};
use crate::rng::Stream;
use ptoconf_schemas::{Array, Expectation, Operand, Role};
use std::collections::HashMap;

/// Bytes of a tile from which on it counts as one that no implementation could hold.
const MAX_TILE: u64 = 16 << 20;

/// What an item was in the open plan.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Cases that it has there.
    pub cases: u32,
    /// Place of its twin in this plan, where it is to be rejected.
    pub twin: Option<usize>,
}

impl<'a> Plan<'a> {
    /// The same plan, blind.
    pub fn blind(self) -> Plan<'a> {
        let Plan { contract, seed, mut items, coverage } = self;
        let mut stream = Stream::new(seed, contract.operation.name, "", "blind", 0);
        for last in (1..items.len()).rev() {
            items.swap(last, stream.below(last as u64 + 1) as usize);
        }
        let most = items.iter().map(|i| i.cases).max().unwrap_or(1);
        let places: HashMap<String, usize> = items.iter().enumerate().map(|(at, item)| (item.name.clone(), at)).collect();
        let names: Vec<String> = items.iter().enumerate().map(|(at, i)| format!("{}-blind-{at:05}", i.choice.tuple.form)).collect();
        for (item, name) in items.iter_mut().zip(&names) {
            let twin = match &mut item.expect {
                Expectation::Reject { twin, .. } | Expectation::Either { twin } => places.get(twin).map(|&at| {
                    twin.clone_from(&names[at]);
                    at
                }),
                Expectation::Accept { .. } => None,
            };
            item.origin = Some(Origin { cases: item.cases, twin });
            item.cases = item.cases.max(most.min(crate::plan::stack_cases(&item.choice)));
            item.why = format!("{}: {}", item.name, item.why);
            item.name.clone_from(name);
        }
        Plan { contract, seed, items, coverage }
    }

    /// The inputs of an item of a blind plan: those of the open one, and those of the cases that it has more.
    pub(crate) fn blind_inputs(&self, item: &Item, origin: &Origin) -> Vec<Array> {
        if !item.data {
            return self.like_twin(item, origin);
        }
        let mut inputs = self.fill(item, item.strategy, origin.cases);
        if item.cases > origin.cases {
            let more = self.fill(item, &format!("blind-{}", item.strategy), item.cases - origin.cases);
            for (array, more) in inputs.iter_mut().zip(more) {
                array.shape[0] += more.shape[0];
                array.data.extend(more.data);
            }
        }
        inputs
    }

    /// Data for a tuple that breaks a rule: fresh data of its twin, in the shapes that it has itself.
    fn like_twin(&self, item: &Item, origin: &Origin) -> Vec<Array> {
        let operands: Vec<&Operand> = item.choice.tuple.with_role(Role::In).collect();
        if operands.iter().any(|o| o.tile.bytes() > MAX_TILE) {
            return vec![];
        }
        let strategy = format!("blind-{}", item.strategy);
        // Where a filter has left the twin out, the data are random.
        let twin = origin.twin.map(|at| Item { strategy: item.strategy, index: item.index, ..self.items[at].clone() });
        let model = twin.map(|twin| self.fill(&twin, &strategy, item.cases)).unwrap_or_default();
        let mut stream = Stream::new(self.seed, self.contract.operation.name, &item.choice.tuple.form, &strategy, item.index);
        let array = |(at, operand): (usize, &&Operand)| {
            let tile = &operand.tile;
            let mut data = vec![0; tile.bytes() as usize * item.cases as usize];
            match model.get(at).filter(|m| !m.data.is_empty()) {
                Some(model) => data.iter_mut().zip(model.data.iter().cycle()).for_each(|(to, from)| *to = *from),
                None => stream.fill(&mut data),
            }
            let shape = vec![item.cases.into(), tile.rows().into(), tile.cols().into()];
            Array { name: format!("{}/{}.npy", item.name, operand.name), dtype: tile.dtype, shape, data }
        };
        operands.iter().enumerate().map(array).collect()
    }
}
