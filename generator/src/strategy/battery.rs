//! Every instantiation is worth a share: each choice of element types and attributes has a number of legal tuples of its
//! own, of every data class, and sums have structural data at every number of rows.
//!
//! The covering array has each pair of values; a type in which little is legal may have met a single size.

use crate::model::{Choice, Model};
use crate::rng::Stream;
use ptoconf_reference::{Class, Combine};
use std::collections::BTreeSet;

/// Tuples of an instantiation.
const LEAST: usize = 8;
/// Choices of values that are tried for one tuple.
const TRIES: usize = 48;
/// Searches after which an instantiation counts as one that nothing is legal in.
const PROBES: usize = 4;
/// Most elements of a tuple, so that many cost little.
const SMALL: u64 = 8 << 10;

/// Rows of values for instantiations that the given ones show too little of.
pub fn rows<'r>(model: &Model, given: impl Iterator<Item = &'r [usize]>, stream: &mut Stream) -> Vec<(Vec<usize>, Choice)> {
    let places = model.cell_places();
    let cell = |values: &[usize]| -> Vec<usize> { places.iter().map(|&p| values[p]).collect() };
    let mut has = BTreeSet::new();
    let mut number = std::collections::BTreeMap::<Vec<usize>, usize>::new();
    for values in given {
        *number.entry(cell(values)).or_default() += 1;
        has.extend(duties(model, values).into_iter().map(|duty| (cell(values), duty)));
    }
    let mut found = vec![];
    for own in model.cells() {
        let fixed: Vec<(usize, usize)> = places.iter().copied().zip(own.iter().copied()).collect();
        // What has no tuple among many tries is not supported.
        if !number.contains_key(&own) && (0..PROBES).all(|_| search(model, &fixed, None, stream).is_none()) {
            continue;
        }
        let all = all_duties(model);
        for duty in all.iter().map(Some).chain(std::iter::repeat_n(None, LEAST)) {
            let enough = match duty {
                Some(duty) => has.contains(&(own.clone(), *duty)),
                None => number.get(&own).is_some_and(|&n| n >= LEAST),
            };
            if enough {
                continue;
            }
            let Some((values, choice)) = search(model, &fixed, duty.copied(), stream) else { continue };
            *number.entry(own.clone()).or_default() += 1;
            has.extend(duties(model, &values).into_iter().map(|duty| (own.clone(), duty)));
            found.push((values, choice));
        }
    }
    found
}

/// What one tuple of an instantiation has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Duty {
    /// A data class, with several rows: counts differ by row.
    Class(usize),
    /// Structural data, at this number of rows.
    Structure(usize),
}

fn all_duties(model: &Model) -> Vec<Duty> {
    let classes = (0..model.form.classes.len()).map(Duty::Class);
    let rows = if model.form.combine == Combine::Rows { model.row_values() } else { 0 };
    classes.chain((0..rows).map(Duty::Structure)).collect()
}

fn duties(model: &Model, values: &[usize]) -> Vec<Duty> {
    let class = values[model.class_place()];
    let several = model.row_place().is_none_or(|place| !model.is_one_row(values[place]));
    let structural = is_structural(model.form.classes[class]);
    let rows = model.row_place().filter(|_| structural && model.form.combine == Combine::Rows).map(|place| Duty::Structure(values[place]));
    several.then_some(Duty::Class(class)).into_iter().chain(rows).collect()
}

fn is_structural(class: Class) -> bool {
    class == Class::EXACT_WINDOW || class == Class::SIGNATURE
}

/// A judged tuple of the instantiation that shows what it has to.
fn search(model: &Model, fixed: &[(usize, usize)], duty: Option<Duty>, stream: &mut Stream) -> Option<(Vec<usize>, Choice)> {
    let sizes = model.sizes();
    for _ in 0..TRIES {
        let mut values: Vec<usize> = sizes.iter().map(|&n| stream.below(n as u64) as usize).collect();
        fixed.iter().for_each(|&(place, value)| values[place] = value);
        match duty {
            Some(Duty::Class(class)) => values[model.class_place()] = class,
            Some(Duty::Structure(rows)) => {
                model.row_place().into_iter().for_each(|place| values[place] = rows);
                let structural: Vec<usize> = (0..model.form.classes.len()).filter(|&c| is_structural(model.form.classes[c])).collect();
                values[model.class_place()] = structural[rows % structural.len().max(1)];
            }
            None => {}
        }
        if duty.is_some_and(|duty| !duties(model, &values).contains(&duty)) {
            continue;
        }
        if let Some(choice) = model.judged(&values).filter(|c| c.tuple.elements() <= SMALL) {
            return Some((values, choice));
        }
    }
    None
}
