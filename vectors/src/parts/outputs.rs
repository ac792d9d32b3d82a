//! The arrays of all parts, in the order of the set and in containers as a run of the whole writes them.

use super::tuples::{Place, Tuples};
use crate::npz::Npz;
use crate::results_write::Arrays;
use crate::stored::Stored;
use crate::{Error, Outputs, ResultsReader, ResultsWriter};
use ptoconf_parallel::in_order;

/// An array of a part.
struct Found<'a> {
    tuple: Place,
    /// Of the containers of its part, the number of that which has it.
    container: usize,
    member: Stored<'a>,
}

/// Copies the arrays of every operation from the parts, which are in order; as many operations side by side as there are threads.
pub(crate) fn copy(parts: &[&ResultsReader], tuples: &Tuples, writer: &ResultsWriter, threads: usize) -> Result<(), Error> {
    let names: Vec<&str> = tuples.operations().collect();
    let copy = |(): &mut (), at: usize| copy_operation(parts, at as u32, names[at], tuples, writer.arrays(names[at])?);
    in_order(threads, threads, names.len(), || (), copy, |_, ()| Ok(()))
}

/// Copies the arrays of one operation.
fn copy_operation(parts: &[&ResultsReader], number: u32, op: &str, tuples: &Tuples, mut into: Arrays) -> Result<(), Error> {
    let opened = parts.iter().map(|results| results.outputs(op)).collect::<Result<Vec<_>, _>>()?;
    let mut all: Vec<Found<'_>> = vec![];
    for (part, outputs) in (1..).zip(&opened) {
        check(parts[part as usize - 1], outputs)?;
        for (container, npz) in outputs.containers().iter().enumerate() {
            find(npz, |name| tuples.find(number, name, part), container, &mut all)?;
        }
        copy_loose(outputs, |name| tuples.find(number, name, part), &into)?;
    }
    all.sort_unstable_by_key(|found| (found.tuple, found.container, found.member.offset()));
    for of_tuple in all.chunk_by(|a, b| a.tuple == b.tuple) {
        let members: Vec<Stored<'_>> = of_tuple.iter().map(|found| found.member).collect();
        into.copy(&members)?;
    }
    into.finish()
}

/// Refuses what no check would take either.
fn check(results: &ResultsReader, outputs: &Outputs) -> Result<(), Error> {
    match (outputs.extra().first(), outputs.duplicates().first()) {
        (Some(file), _) => Err(Error::invalid(results.dir(), format!("{file} is no file of results"))),
        (None, Some(member)) => Err(Error::invalid(results.dir(), format!("an array is there twice: {member}"))),
        (None, None) => Ok(()),
    }
}

/// Finds the arrays of a container.
fn find<'a>(npz: &'a Npz, place: impl Fn(&str) -> Result<Place, String>, container: usize, into: &mut Vec<Found<'a>>) -> Result<(), Error> {
    for member in npz.stored() {
        let tuple = member.name().split_once('/').map_or("", |(tuple, _)| tuple);
        let tuple = place(tuple).map_err(|reason| Error::invalid(npz.path(), format!("member {}: {reason}", member.name())))?;
        into.push(Found { tuple, container, member });
    }
    Ok(())
}

/// Copies the loose files of a part.
fn copy_loose(outputs: &Outputs, place: impl Fn(&str) -> Result<Place, String>, into: &Arrays) -> Result<(), Error> {
    for (tuple, slot, operand, path) in outputs.loose() {
        place(tuple).map_err(|reason| Error::invalid(&path, reason))?;
        into.copy_loose(tuple, slot, operand, &path)?;
    }
    Ok(())
}
