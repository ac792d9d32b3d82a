//! What merging knows of a set: the names of its tuples in order, and which part has each.

use super::deal::Dealer;
use crate::{Error, SetReader};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_schemas::{CaseId, SmolStr};

/// Where a tuple is in a set: operation and tuple.
pub(crate) type Place = (u32, u32);

/// The tuples of a set.
pub(crate) struct Tuples {
    operations: Vec<Operation>,
    cases: u64,
}

struct Operation {
    name: String,
    tuples: Vec<Dealt>,
    /// Numbers of the tuples, sorted by name.
    by_name: Vec<u32>,
}

/// A tuple, and the part that it was dealt to.
struct Dealt {
    name: SmolStr,
    cases: u32,
    part: u32,
}

impl Operation {
    /// With tuples that are in no part yet; or the name of one that is there twice.
    fn new(name: &str, tuples: Vec<Dealt>) -> Result<Operation, SmolStr> {
        let mut by_name: Vec<u32> = (0..tuples.len() as u32).collect();
        let of = |at: &u32| &tuples[*at as usize].name;
        by_name.sort_unstable_by_key(of);
        match by_name.array_windows().find(|[a, b]| of(a) == of(b)) {
            Some([twice, _]) => Err(of(twice).clone()),
            None => Ok(Operation { name: name.to_owned(), tuples, by_name }),
        }
    }
}

impl Tuples {
    /// Reads them, operation by operation, and deals them out to so many parts.
    pub fn read(set: &SetReader, parts: u32, threads: usize) -> Result<Tuples, Error> {
        let (mut dealer, mut operations) = (Dealer::default(), vec![]);
        let infos = &set.suite().operations;
        let read = |(): &mut (), at: usize| {
            let (info, mut costs, mut tuples) = (&infos[at], Dealer::default(), vec![]);
            set.for_each_tuple(info, |line| {
                costs.add(&line);
                tuples.push(Dealt { name: line.name.into(), cases: line.cases, part: 0 });
            })?;
            let twice = |name| Error::invalid(&set.dir().join(&info.name).join("tuples.jsonl"), format!("tuple {name} is there twice"));
            Ok((Operation::new(&info.name, tuples).map_err(twice)?, costs))
        };
        in_order(
            threads,
            threads * AHEAD,
            infos.len(),
            || (),
            read,
            |_, (operation, costs)| {
                operations.push(operation);
                dealer.append(costs);
                Ok::<_, Error>(())
            },
        )?;
        let tuples = operations.iter_mut().flat_map(|operation| &mut operation.tuples);
        tuples.zip(dealer.deal(parts)).for_each(|(tuple, part)| tuple.part = part);
        Ok(Tuples { operations, cases: set.suite().cases() })
    }

    /// The names of the operations.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(|operation| operation.name.as_str())
    }

    /// Number of cases.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The tuple of this name, if this part has it; else says what is wrong.
    pub fn find(&self, operation: u32, name: &str, part: u32) -> Result<Place, String> {
        let Some(own) = self.operations.get(operation as usize) else { return Err("no operation of the set".to_owned()) };
        let of = |at: u32| &own.tuples[at as usize];
        let found = own.by_name.binary_search_by(|&at| (*of(at).name).cmp(name));
        let at = found.ok().map(|i| own.by_name[i]).ok_or_else(|| format!("{} has no tuple `{name}`", own.name))?;
        if of(at).part == part {
            return Ok((operation, at));
        }
        Err(format!("tuple {}/{name} is in part {}, and this is part {part}", own.name, of(at).part))
    }

    /// Tuple and slot of a case of this part.
    pub fn case(&self, id: &str, part: u32) -> Result<(Place, u32), String> {
        let case = CaseId::parse(id).ok_or_else(|| "no case id; expected <op>/<tuple>/<slot>".to_owned())?;
        let operation = self.operations.iter().position(|operation| operation.name == case.op);
        let operation = operation.ok_or_else(|| format!("the set has no operation `{}`", case.op))?;
        let place = self.find(operation as u32, case.tuple, part)?;
        let cases = self.operations[operation].tuples[place.1 as usize].cases;
        if case.slot < cases { Ok((place, case.slot)) } else { Err(format!("the tuple has {cases} cases, slots from 0")) }
    }

    /// The part that has a tuple.
    pub fn part(&self, (operation, tuple): Place) -> u32 {
        self.operations[operation as usize].tuples[tuple as usize].part
    }

    /// The id of a tuple.
    pub fn id(&self, (operation, tuple): Place) -> String {
        let operation = &self.operations[operation as usize];
        format!("{}/{}", operation.name, operation.tuples[tuple as usize].name)
    }
}
