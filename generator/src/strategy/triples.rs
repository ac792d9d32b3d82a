//! Combinations of three: every possible triple of values of the parameters that matter most.

use crate::model::{Choice, Model};
use crate::rng::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// Values with the choice that they make, and how good it is: the more, the better.
type Ranked = ((usize, std::cmp::Reverse<u64>), Vec<usize>, Choice);

/// Choices of values that are tried for one triple.
const TRIES: usize = 24;

/// A value of each of three parameters.
type Triple = [(usize, usize); 3];

/// Rows of values that have the triples of element types, extents, attributes and data class that the given rows lack.
pub fn rows<'r>(
    model: &Model,
    possible: &Possible,
    given: impl Iterator<Item = &'r [usize]>,
    stream: &mut Stream,
) -> Vec<(Vec<usize>, Choice)> {
    let places = model.main_places();
    let sizes = model.sizes();
    let mut seen: BTreeSet<Triple> = given.flat_map(|values| triples(&places, values)).collect();
    let mut found = vec![];
    for triple in every(&places, &sizes) {
        if seen.contains(&triple) {
            continue;
        }
        let searched = search(model, &places, &sizes, &triple, &seen, stream);
        let row = searched.or_else(|| {
            let values = possible.0.get(&triple)?.clone();
            model.legal(&values).map(|choice| (values, choice))
        });
        let Some((values, choice)) = row else { continue };
        seen.extend(triples(&places, &values));
        found.push((values, choice));
    }
    found
}

/// The triples that some legal tuple has whose other parameters are harmless, each with the values of one.
pub struct Possible(BTreeMap<Triple, Vec<usize>>);

impl Possible {
    /// Tries every combination of values of the main parameters.
    pub fn of(model: &Model) -> Possible {
        let (places, sizes) = (model.main_places(), model.sizes());
        let mut possible = BTreeMap::new();
        let mut values = vec![0; sizes.len()];
        loop {
            let new = triples(&places, &values).iter().any(|triple| !possible.contains_key(triple));
            if new && model.is_legal(&values) {
                for triple in triples(&places, &values) {
                    possible.entry(triple).or_insert_with(|| values.clone());
                }
            }
            // The next combination, as a number is counted up.
            let Some(&place) = places.iter().find(|&&place| values[place] + 1 < sizes[place]) else { return Possible(possible) };
            values[place] += 1;
            places.iter().take_while(|&&before| before != place).for_each(|&before| values[before] = 0);
        }
    }

    /// How many there are.
    pub fn number(&self) -> u64 {
        self.0.len() as u64
    }
}

/// How many of the triples of the main parameters some rows have that are possible: others may have more in rows that are
/// not harmless otherwise.
pub fn covered<'r>(model: &Model, possible: &Possible, rows: impl Iterator<Item = &'r [usize]>) -> u64 {
    let places = model.main_places();
    let seen: BTreeSet<Triple> = rows.flat_map(|values| triples(&places, values)).collect();
    seen.iter().filter(|triple| possible.0.contains_key(*triple)).count() as u64
}

/// The triples of a row of values.
fn triples(places: &[usize], values: &[usize]) -> Vec<Triple> {
    combinations(places).into_iter().map(|three| three.map(|p| (p, values[p]))).collect()
}

/// Every triple of values of three different parameters.
fn every(places: &[usize], sizes: &[usize]) -> Vec<Triple> {
    let of_three = |[a, b, c]: [usize; 3]| {
        let (x, y, z) = (sizes[a], sizes[b], sizes[c]);
        (0..x * y * z).map(move |n| [(a, n / (y * z)), (b, n / z % y), (c, n % z)])
    };
    combinations(places).into_iter().flat_map(of_three).collect()
}

fn combinations(places: &[usize]) -> Vec<[usize; 3]> {
    let n = places.len();
    (0..n).flat_map(|i| (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [i, j, k]))).map(|three| three.map(|i| places[i])).collect()
}

/// The legal tuple with the triple, among several tries, that has most new triples; the smaller one of equals.
fn search(
    model: &Model,
    places: &[usize],
    sizes: &[usize],
    triple: &Triple,
    seen: &BTreeSet<Triple>,
    stream: &mut Stream,
) -> Option<(Vec<usize>, Choice)> {
    let mut best: Option<Ranked> = None;
    for attempt in 0..TRIES {
        // What does not matter here is harmless in every second try.
        let harmless = attempt % 2 == 1;
        let value = |place: usize, stream: &mut Stream| {
            if harmless && !places.contains(&place) { 0 } else { stream.below(sizes[place] as u64) as usize }
        };
        let mut values: Vec<usize> = (0..sizes.len()).map(|place| value(place, stream)).collect();
        triple.iter().for_each(|&(place, value)| values[place] = value);
        let Some(choice) = model.legal(&values) else { continue };
        let new = triples(places, &values).iter().filter(|t| !seen.contains(*t)).count();
        let worth = (new, std::cmp::Reverse(choice.tuple.elements()));
        if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
            best = Some((worth, values, choice));
        }
    }
    best.map(|(_, values, choice)| (values, choice))
}
