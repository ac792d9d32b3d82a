//! Answers: what every known behaviour gives on the cases of a tuple, as arrays.

use super::alternatives::{Outcomes, When, merge};
use super::{Contract, Legality};
use crate::kernels::{Input, Slot, View};
use crate::operation::{EncloseKernel, Kernel, MaskKernel};
use crate::{Behaviour, Class, Fill, Output, OutputValue, Query, Reading, Ulps};
use ptoconf_numeric::{Room, canonical_nans};
use ptoconf_schemas::{Alternative, Array, DType, Judgement, Names, OutputAnswer, Role, Tile, Tuple};
use std::collections::BTreeMap;

/// The known behaviours on the cases of a tuple, and the arrays that they name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// What is accepted, or at least known.
    pub alternatives: Vec<Alternative>,
    /// Members that the alternatives name.
    pub arrays: Vec<Array>,
}

/// What levels of accuracy share: the member of the nearest values, and which others are right.
type Nearest = (String, Vec<Room>);

/// What was computed so far.
#[derive(Default)]
struct Made {
    /// Outputs, by operand, variant and mask.
    outputs: BTreeMap<[String; 3], OutputAnswer>,
    /// Nearest values, by operand and name.
    nearest: BTreeMap<[String; 2], Nearest>,
}

/// The cases of a tuple: their inputs stacked.
struct Cases<'a> {
    name: &'a str,
    tuple: &'a Tuple,
    inputs: &'a [Array],
    count: usize,
}

impl Contract<'_> {
    /// Every known outcome of `count` cases of a tuple, with the choices that lead to it.
    ///
    /// `inputs` holds an array `[count, rows, cols]` for each input operand, in order; without them nothing
    /// is computed. `name` is the tuple's name, put in front of the members' names.
    pub fn answers(&self, name: &str, tuple: &Tuple, class: Class, legality: &Legality, inputs: &[Array], count: u32) -> Answers {
        let cases = Cases { name, tuple, inputs, count: count as usize };
        let query = Query { tuple, class: class.name, profile: self.profile, follows: &[] };
        let outcomes = Outcomes::new(self, legality);
        let mut answers = Answers { alternatives: outcomes.rejecting(), arrays: vec![] };
        let mut made = Made::default();
        for (behaviour, when) in outcomes.unjudged(self, &query) {
            cases.add(behaviour, when, self.operation.name, &mut made, &mut answers);
        }
        let nothing_to_compute = inputs.is_empty() && tuple.with_role(Role::In).next().is_some();
        if nothing_to_compute || !outcomes.is_judged() {
            let accepted = outcomes.accepted(self, &query);
            accepted.into_iter().for_each(|(b, when)| cases.add(b, when, self.operation.name, &mut made, &mut answers));
        } else {
            for choice in outcomes.judged() {
                let query = Query { follows: &choice.follows, ..query };
                for behaviour in (self.operation.meaning)(&query) {
                    if wanted(&behaviour, class.fill) || self.admits(&behaviour, tuple) {
                        let behaviour = named_after(behaviour, &choice.prefix);
                        cases.add(behaviour, outcomes.when(&choice), self.operation.name, &mut made, &mut answers);
                    }
                }
            }
        }
        merge(&mut answers.alternatives, |id| self.options(id));
        name_apart(&mut answers.alternatives);
        answers
    }

    fn readings(&self) -> impl Iterator<Item = &Reading> {
        crate::ops::shared().readings.iter().chain(&self.operation.readings)
    }

    /// The number of options of a reading.
    fn options(&self, id: &str) -> usize {
        self.readings().find(|r| r.id == id).map_or(usize::MAX, |r| r.options.len())
    }

    fn admits(&self, behaviour: &Behaviour, tuple: &Tuple) -> bool {
        behaviour.readings.iter().all(|(id, option)| {
            let id = full_id(self.operation.name, id);
            self.readings().find(|r| r.id == id).is_none_or(|r| self.profile.admitted_for(r, tuple).contains(option))
        })
    }
}

/// The behaviour with names of its own for what it holds; equal values are found by content.
fn named_after(mut behaviour: Behaviour, prefix: &str) -> Behaviour {
    behaviour.name = format!("{prefix}{}", behaviour.name);
    for output in &mut behaviour.outputs {
        output.variant.insert_str(0, prefix);
        if let OutputValue::Ulps(ulps) = &mut output.value {
            ulps.of.insert_str(0, prefix);
        }
    }
    behaviour
}

/// Numbers alternatives that have the name of another one.
fn name_apart(alternatives: &mut [Alternative]) {
    for at in 1..alternatives.len() {
        let (before, own) = alternatives.split_at_mut(at);
        let alike = before.iter().filter(|a| a.name == own[0].name).count();
        if alike > 0 {
            own[0].name = format!("{}-{}", own[0].name, alike + 1).into();
        }
    }
}

/// Whether a behaviour that the profile does not admit is computed to name what an implementation
/// does instead.
fn wanted(behaviour: &Behaviour, fill: Fill) -> bool {
    match fill {
        // The classes for volume.
        Fill::Uniform | Fill::Pairs => false,
        Fill::Reveal => true,
        _ => !behaviour.costly,
    }
}

/// Readings without a `/` are the operation's own.
fn full_id(op: &str, id: &str) -> String {
    if id.contains('/') { id.to_owned() } else { format!("{op}/{id}") }
}

impl Cases<'_> {
    /// Adds a behaviour under a condition.
    fn add(&self, behaviour: Behaviour, mut when: When, op: &str, made: &mut Made, answers: &mut Answers) {
        for (id, option) in &behaviour.readings {
            when.insert(full_id(op, id), vec![option.as_str().into()]);
        }
        let mut outputs = Names::default();
        for output in behaviour.outputs {
            let mask = output.mask.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
            let (operand, key) = (output.operand, [output.operand.to_owned(), output.variant.clone(), mask]);
            let answer = made.outputs.entry(key).or_insert_with(|| self.output(output, &mut made.nearest, answers));
            outputs.insert(operand, answer.clone());
        }
        answers.alternatives.push(Alternative { name: behaviour.name.into(), when: when.into(), rejects: false, outputs });
    }

    fn output(&self, output: Output, nearest: &mut BTreeMap<[String; 2], Nearest>, answers: &mut Answers) -> OutputAnswer {
        let Output { operand, variant, region, value, mask } = output;
        let dtype = self.tuple.tile(operand).map_or(DType::U8, |t| t.dtype);
        let target = Target { cases: self, operand, variant, region };
        let judge = match value {
            OutputValue::Bits(kernel) => Judgement::Bits { member: target.values(dtype, &kernel, false, answers) },
            OutputValue::Value(kernel) => Judgement::Value { member: target.values(dtype, &kernel, dtype.is_float(), answers) },
            OutputValue::Within(kernel) => target.enclosure(dtype, &kernel, answers),
            OutputValue::Ulps(ulps) => {
                let key = [operand.to_owned(), ulps.of.clone()];
                let shared = nearest.entry(key).or_insert_with(|| target.nearest(dtype, &ulps, answers));
                target.ulps(shared, ulps.level, answers)
            }
            OutputValue::Unchanged => Judgement::Unchanged,
            OutputValue::Unspecified => Judgement::Unspecified,
        };
        let mask = mask.map(|(name, kernel)| target.mask(&name, &kernel, answers));
        OutputAnswer { region, judge, mask }
    }

    /// Runs `f` on the inputs of each case.
    fn each(&self, mut f: impl FnMut(usize, &Slot)) {
        let tiles: Vec<&Tile> = self.tuple.with_role(Role::In).map(|o| &o.tile).collect();
        let names: Vec<&str> = self.tuple.with_role(Role::In).map(|o| o.name.as_str()).collect();
        for slot in 0..self.count {
            let input = |i: usize| {
                let bytes = tiles[i].bytes() as usize;
                Input { name: names[i], tile: tiles[i], data: &self.inputs[i].data[slot * bytes..(slot + 1) * bytes] }
            };
            let inputs: Vec<Input> = (0..tiles.len()).map(input).collect();
            f(slot, &Slot { inputs: &inputs });
        }
    }
}

/// One value of one output, to be computed into members.
struct Target<'a> {
    cases: &'a Cases<'a>,
    operand: &'static str,
    variant: String,
    region: [u32; 2],
}

impl Target<'_> {
    fn elements(&self) -> usize {
        self.region[0] as usize * self.region[1] as usize
    }

    fn values(&self, dtype: DType, kernel: &Kernel, canonical: bool, answers: &mut Answers) -> String {
        let name = self.member("");
        let [rows, cols] = self.region.map(|n| n as usize);
        let bytes = self.elements() * dtype.bytes();
        let mut data = vec![0; bytes * self.cases.count];
        self.cases.each(|slot, inputs| kernel(inputs, &mut View { data: &mut data[slot * bytes..(slot + 1) * bytes], rows, cols }));
        if canonical {
            canonical_nans(dtype, &mut data);
        }
        self.keep(name, dtype, data, answers)
    }

    fn enclosure(&self, dtype: DType, kernel: &EncloseKernel, answers: &mut Answers) -> Judgement {
        let (n, size) = (self.elements(), dtype.bytes());
        let mut lowest = vec![0; n * size * self.cases.count];
        let mut highest = lowest.clone();
        let mut special = vec![0; n * self.cases.count];
        self.cases.each(|slot, inputs| {
            let values = slot * n * size..(slot + 1) * n * size;
            kernel(inputs, &mut [&mut lowest[values.clone()], &mut highest[values], &mut special[slot * n..(slot + 1) * n]]);
        });
        Judgement::Within {
            lowest: self.keep(self.member(".lowest"), dtype, lowest, answers),
            highest: self.keep(self.member(".highest"), dtype, highest, answers),
            special: self.keep(self.member(".special"), DType::U8, special, answers),
        }
    }

    fn nearest(&self, dtype: DType, ulps: &Ulps, answers: &mut Answers) -> Nearest {
        let [rows, cols] = self.region.map(|n| n as usize);
        let (n, bytes) = (self.elements(), self.elements() * dtype.bytes());
        let mut nearest = vec![0; bytes * self.cases.count];
        let mut rooms = vec![Room::None; n * self.cases.count];
        self.cases.each(|slot, inputs| {
            let mut view = View { data: &mut nearest[slot * bytes..(slot + 1) * bytes], rows, cols };
            (ulps.kernel)(inputs, &mut view, &mut rooms[slot * n..(slot + 1) * n]);
        });
        canonical_nans(dtype, &mut nearest);
        (self.keep(self.member(""), dtype, nearest, answers), rooms)
    }

    fn ulps(&self, (nearest, rooms): &Nearest, level: u8, answers: &mut Answers) -> Judgement {
        let ulps = rooms.iter().map(|room| room.ulps(level)).collect();
        Judgement::Ulps { nearest: nearest.clone(), ulps: self.keep(self.member(".ulps"), DType::U8, ulps, answers) }
    }

    fn mask(&self, name: &str, kernel: &MaskKernel, answers: &mut Answers) -> String {
        let n = self.elements();
        let mut data = vec![0; n * self.cases.count];
        self.cases.each(|slot, inputs| kernel(inputs, &mut data[slot * n..(slot + 1) * n]));
        self.keep(self.member(&format!(".{name}.mask")), DType::U8, data, answers)
    }

    fn member(&self, part: &str) -> String {
        format!("{}/{}.{}{part}.npy", self.cases.name, self.operand, self.variant)
    }

    /// Adds a member, or names an equal one that is there already.
    fn keep(&self, name: String, dtype: DType, data: Vec<u8>, answers: &mut Answers) -> String {
        let shape = vec![self.cases.count as u64, u64::from(self.region[0]), u64::from(self.region[1])];
        if let Some(equal) = answers.arrays.iter().find(|a| a.dtype == dtype && a.shape == shape && a.data == data) {
            return equal.name.clone();
        }
        answers.arrays.push(Array { name: name.clone(), dtype, shape, data });
        name
    }
}
