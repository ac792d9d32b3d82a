//! Covering arrays: few choices of values in which every possible pair of values occurs.
//!
//! One row at a time (the AETG family): start from a pair that is still missing, give the other
//! parameters the values that add most missing pairs, keep the best of several tries that is legal.
//! Legality is asked of whole choices only. A pair is impossible if no choice with it is legal among
//! the first values of all other parameters and every single deviation from them to a value that
//! some legal choice has.

use crate::rng::Stream;
use ptoconf_schemas::Coverage;

/// Tries for each row.
const TRIES: usize = 24;

/// A covering array with its coverage.
pub struct Array<T> {
    sizes: Vec<usize>,
    /// Rows: the choice of values, and what it stands for.
    pub rows: Vec<(Vec<usize>, T)>,
    /// By pair, if it is possible.
    seeds: Vec<Option<Seed>>,
}

impl<T> Array<T> {
    /// What some rows cover. A pair is possible, too, where one of them has it that no search had found.
    pub fn coverage<'r>(&self, rows: impl Iterator<Item = &'r [usize]>) -> Coverage {
        let pairs = Pairs::new(&self.sizes);
        let rows: Vec<&[usize]> = rows.collect();
        let mut missing = vec![true; pairs.count];
        rows.iter().for_each(|row| mark(&pairs, row, &mut missing));
        let possible = missing.iter().zip(&self.seeds).filter(|(missing, seed)| !**missing || seed.is_some()).count() as u64;
        let (triples, triples_covered) = triples(&self.sizes, rows.into_iter());
        Coverage {
            parameters: self.sizes.len() as u32,
            pairs: possible,
            pairs_covered: missing.iter().filter(|m| !**m).count() as u64,
            pairs_impossible: pairs.count as u64 - possible,
            triples_covered,
            triples,
            ..Coverage::default()
        }
    }

    /// Harmless rows for the possible pairs that some rows do not have.
    pub fn lost<'r>(&self, rows: impl Iterator<Item = &'r [usize]>) -> Vec<Vec<usize>> {
        let pairs = Pairs::new(&self.sizes);
        let mut missing = vec![true; pairs.count];
        rows.for_each(|row| mark(&pairs, row, &mut missing));
        let mut lost = vec![];
        for (pair, index) in pairs.all() {
            if let Some(seed) = self.seeds[index].as_ref().filter(|_| missing[index]) {
                let row = seed.row(&self.sizes, &pair);
                mark(&pairs, &row, &mut missing);
                lost.push(row);
            }
        }
        lost
    }

    /// The possible pairs that some rows do not have, put into each of these rows: for each pair, the changed rows.
    pub fn put_in<'r>(&self, rows: &'r [&'r [usize]]) -> Vec<impl Iterator<Item = Vec<usize>> + use<'r, T>> {
        let pairs = Pairs::new(&self.sizes);
        let mut missing = vec![true; pairs.count];
        rows.iter().for_each(|row| mark(&pairs, row, &mut missing));
        let lost = pairs.all().filter(|(_, index)| missing[*index] && self.seeds[*index].is_some()).map(|(pair, _)| pair);
        let with = |pair: [(usize, usize); 2]| {
            rows.iter().map(move |row| {
                let mut changed = row.to_vec();
                pair.iter().for_each(|&(p, v)| changed[p] = v);
                changed
            })
        };
        lost.map(with).collect()
    }
}

/// What makes a row legal that is as harmless as one with a pair can be: a value of one more parameter that is not the first, or
/// nothing.
#[derive(Clone)]
struct Seed(Option<(usize, usize)>);

impl Seed {
    /// The row with these values.
    fn row(&self, sizes: &[usize], values: &[(usize, usize)]) -> Vec<usize> {
        let mut row = vec![0; sizes.len()];
        values.iter().chain(&self.0).for_each(|&(p, v)| row[p] = v);
        row
    }
}

/// Numbers all pairs of values of two different parameters.
struct Pairs {
    sizes: Vec<usize>,
    starts: Vec<Vec<usize>>,
    count: usize,
}

impl Pairs {
    fn new(sizes: &[usize]) -> Pairs {
        let mut count = 0;
        let mut starts = vec![vec![0; sizes.len()]; sizes.len()];
        for i in 0..sizes.len() {
            for j in i + 1..sizes.len() {
                starts[i][j] = count;
                count += sizes[i] * sizes[j];
            }
        }
        Pairs { sizes: sizes.to_vec(), starts, count }
    }

    fn index(&self, (i, vi): (usize, usize), (j, vj): (usize, usize)) -> usize {
        let ((i, vi), (j, vj)) = if i < j { ((i, vi), (j, vj)) } else { ((j, vj), (i, vi)) };
        self.starts[i][j] + vi * self.sizes[j] + vj
    }

    /// Every pair with its index.
    fn all(&self) -> impl Iterator<Item = ([(usize, usize); 2], usize)> + '_ {
        let n = self.sizes.len();
        (0..n).flat_map(move |i| {
            (i + 1..n).flat_map(move |j| {
                (0..self.sizes[i]).flat_map(move |vi| (0..self.sizes[j]).map(move |vj| ([(i, vi), (j, vj)], self.index((i, vi), (j, vj)))))
            })
        })
    }
}

/// The pairs that are still missing, as a square of bytes: 1 where the values of its row and column are such a pair. The
/// values of all parameters stand one after another, so that a row says at once what any other value would add.
struct Missing<'a> {
    sizes: &'a [usize],
    /// Where the values of each parameter start.
    starts: Vec<usize>,
    values: usize,
    pairs: Vec<u8>,
}

impl<'a> Missing<'a> {
    /// The pairs that have a seed.
    fn new(all: &'a Pairs, seeds: &[Option<Seed>]) -> Missing<'a> {
        let sizes = &all.sizes;
        assert!(sizes.len() <= usize::from(u8::MAX), "more parameters than a byte counts");
        let starts: Vec<usize> = (0..sizes.len()).map(|p| sizes[..p].iter().sum()).collect();
        let values = sizes.iter().sum();
        let mut missing = Missing { sizes, starts, values, pairs: vec![0; values * values] };
        for (pair, index) in all.all() {
            missing.set(pair, u8::from(seeds[index].is_some()));
        }
        missing
    }

    fn place(&self, (p, v): (usize, usize)) -> usize {
        self.starts[p] + v
    }

    fn has(&self, [a, b]: [(usize, usize); 2]) -> bool {
        self.pairs[self.place(a) * self.values + self.place(b)] == 1
    }

    fn set(&mut self, pair: [(usize, usize); 2], is_missing: u8) {
        let [a, b] = pair.map(|value| self.place(value));
        for at in [a * self.values + b, b * self.values + a] {
            self.pairs[at] = is_missing;
        }
    }

    /// Takes away the pairs of a row.
    fn mark(&mut self, row: &[usize]) {
        for i in 0..row.len() {
            for j in i + 1..row.len() {
                self.set([(i, row[i]), (j, row[j])], 0);
            }
        }
    }

    /// Adds, for every value, whether its pair with this one is missing.
    fn count(&self, value: (usize, usize), counts: &mut [u8]) {
        let first = self.place(value) * self.values;
        counts.iter_mut().zip(&self.pairs[first..first + self.values]).for_each(|(count, missing)| *count += missing);
    }
}

/// Builds an array that covers every possible pair.
///
/// `sizes` are the numbers of values of the parameters; `meaning` gives what a choice that is legal stands for.
pub fn cover<T>(
    sizes: &[usize],
    stream: &mut Stream,
    is_legal: impl Fn(&[usize]) -> bool,
    meaning: impl Fn(&[usize]) -> Option<T>,
) -> Array<T> {
    let pairs = Pairs::new(sizes);
    let search = Search { sizes, is_legal };
    let possible = search.possible_values();
    let mut seeds: Vec<Option<Seed>> = vec![None; pairs.count];
    for (pair, index) in pairs.all() {
        if pair.iter().all(|&(p, v)| possible[p][v]) {
            seeds[index] = search.completion(&pair, &possible);
        }
    }
    let mut missing = Missing::new(&pairs, &seeds);
    let mut rows = vec![];
    for (pair, index) in pairs.all() {
        if !missing.has(pair) {
            continue;
        }
        let row = best_row(&search, &possible, &missing, pair, stream).or_else(|| Some(seeds[index].as_ref()?.row(sizes, &pair)));
        if let Some(row) = row {
            missing.mark(&row);
            if let Some(meaning) = meaning(&row) {
                rows.push((row, meaning));
            }
        }
    }
    Array { sizes: sizes.to_vec(), rows, seeds }
}

fn mark(pairs: &Pairs, row: &[usize], missing: &mut [bool]) {
    for i in 0..row.len() {
        for j in i + 1..row.len() {
            missing[pairs.index((i, row[i]), (j, row[j]))] = false;
        }
    }
}

/// Indices of `number` rows, those first that show values of single parameters for the first time.
pub fn first_rows<T>(array: &Array<T>, number: usize) -> Vec<usize> {
    if number >= array.rows.len() {
        return (0..array.rows.len()).collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut picked: Vec<usize> = vec![];
    while picked.len() < number {
        let rest = (0..array.rows.len()).filter(|i| !picked.contains(i));
        let news = |i: &usize| array.rows[*i].0.iter().enumerate().filter(|(p, v)| !seen.contains(&(*p, **v))).count();
        // The first of the best: max_by_key would give the last.
        let Some(best) = rest.rev().max_by_key(news) else { break };
        seen.extend(array.rows[best].0.iter().copied().enumerate());
        picked.push(best);
    }
    picked.sort_unstable();
    picked
}

/// The coverage of some rows of an array whose own coverage is known.
pub fn remeasure(sizes: &[usize], rows: &[&[usize]], whole: &Coverage) -> Coverage {
    let pairs = Pairs::new(sizes);
    let mut missing = vec![true; pairs.count];
    rows.iter().for_each(|row| mark(&pairs, row, &mut missing));
    let pairs_covered = missing.iter().filter(|m| !**m).count() as u64;
    let (_, triples_covered) = triples(sizes, rows.iter().copied());
    Coverage { pairs_covered, triples_covered, ..whole.clone() }
}

/// Looks for legal choices.
struct Search<'a, F> {
    sizes: &'a [usize],
    is_legal: F,
}

impl<F: Fn(&[usize]) -> bool> Search<'_, F> {
    fn is_legal(&self, choice: &[usize]) -> bool {
        (self.is_legal)(choice)
    }

    /// Which values occur in some legal choice near the first values.
    fn possible_values(&self) -> Vec<Vec<bool>> {
        let all: Vec<Vec<bool>> = self.sizes.iter().map(|&n| vec![true; n]).collect();
        let possible = |p: usize, v: usize| self.completion(&[(p, v)], &all).is_some();
        self.sizes.iter().enumerate().map(|(p, &n)| (0..n).map(|v| possible(p, v)).collect()).collect()
    }

    /// A legal choice with these values: the first values elsewhere, or with one or two deviations.
    fn completion(&self, fixed: &[(usize, usize)], possible: &[Vec<bool>]) -> Option<Seed> {
        let mut choice = vec![0; self.sizes.len()];
        for &(p, v) in fixed {
            choice[p] = v;
        }
        if self.is_legal(&choice) {
            return Some(Seed(None));
        }
        let free: Vec<usize> = (0..choice.len()).filter(|p| fixed.iter().all(|(f, _)| f != p)).collect();
        let deviations: Vec<(usize, usize)> =
            free.iter().flat_map(|&p| (1..self.sizes[p]).filter(move |&v| possible[p][v]).map(move |v| (p, v))).collect();
        for &(p, v) in &deviations {
            choice[p] = v;
            if self.is_legal(&choice) {
                return Some(Seed(Some((p, v))));
            }
            choice[p] = 0;
        }
        None
    }
}

/// The legal choice with the pair that adds most missing pairs among several tries.
fn best_row<F: Fn(&[usize]) -> bool>(
    search: &Search<F>,
    possible: &[Vec<bool>],
    missing: &Missing,
    pair: [(usize, usize); 2],
    stream: &mut Stream,
) -> Option<Vec<usize>> {
    let mut best: Option<(usize, Vec<usize>)> = None;
    let mut of_pair = vec![0; missing.values];
    pair.iter().for_each(|value| missing.count(*value, &mut of_pair));
    for _ in 0..TRIES {
        let (gain, row) = greedy_row(possible, missing, pair, of_pair.clone(), stream);
        if best.as_ref().is_none_or(|(most, _)| gain > *most) && search.is_legal(&row) {
            best = Some((gain, row));
        }
    }
    best.map(|(_, row)| row)
}

/// Fills the parameters in random order, each with the value that adds most missing pairs. `adds` are those that each value
/// has with the pair.
fn greedy_row(
    possible: &[Vec<bool>],
    missing: &Missing,
    pair: [(usize, usize); 2],
    mut adds: Vec<u8>,
    stream: &mut Stream,
) -> (usize, Vec<usize>) {
    let sizes = missing.sizes;
    let mut row = vec![0; sizes.len()];
    pair.iter().for_each(|&(p, v)| row[p] = v);
    let mut rest: Vec<usize> = (0..sizes.len()).filter(|p| pair.iter().all(|(f, _)| f != p)).collect();
    let mut gain = 1;
    while !rest.is_empty() {
        let p = rest.swap_remove(stream.below(rest.len() as u64) as usize);
        let start = stream.below(sizes[p] as u64) as usize;
        let own = &adds[missing.starts[p]..][..sizes[p]];
        let values = (start..sizes[p]).chain(0..start).filter(|&v| possible[p][v]);
        let (best, most) = values.fold(
            (0, None),
            |(best, most): (usize, Option<u8>), v| {
                if most.is_none_or(|m| own[v] > m) { (v, Some(own[v])) } else { (best, most) }
            },
        );
        gain += usize::from(most.unwrap_or(0));
        row[p] = best;
        missing.count((p, best), &mut adds);
    }
    (gain, row)
}

/// All triples of values of three parameters, and how many of them the rows have.
fn triples<'r>(sizes: &[usize], rows: impl Iterator<Item = &'r [usize]>) -> (u64, u64) {
    let rows: Vec<&[usize]> = rows.collect();
    let (mut all, mut covered) = (0, 0);
    for i in 0..sizes.len() {
        for j in i + 1..sizes.len() {
            for k in j + 1..sizes.len() {
                let mut seen = vec![false; sizes[i] * sizes[j] * sizes[k]];
                rows.iter().for_each(|r| seen[(r[i] * sizes[j] + r[j]) * sizes[k] + r[k]] = true);
                all += seen.len() as u64;
                covered += seen.iter().filter(|s| **s).count() as u64;
            }
        }
    }
    (all, covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> Stream {
        Stream::new(0, "", "", "cover", 0)
    }

    #[test]
    fn covers_every_possible_pair_and_counts_impossible_ones() {
        // Values 2 of the first and 3 of the second parameter exclude each other.
        let legal = |c: &[usize]| c[0] != 2 || c[1] != 3;
        let array = cover(&[3, 4, 2, 5], &mut stream(), legal, |_| Some(()));
        let c = array.coverage(array.rows.iter().map(|(row, ())| &row[..]));
        assert_eq!((c.pairs_covered, c.pairs_impossible), (c.pairs, 1));
        assert_eq!(c.pairs + c.pairs_impossible, 12 + 6 + 15 + 8 + 20 + 10);
        assert!(array.rows.iter().all(|(r, ())| legal(r)));
        assert!((20..40).contains(&array.rows.len()), "{} rows", array.rows.len());
    }

    #[test]
    fn possible_pairs_agree_with_a_search_of_the_whole_space() {
        let legal = |c: &[usize]| c[0] + c[1] + c[2] <= 4 && (c[3] != 1 || c[0] > 0);
        let sizes = [3, 3, 4, 2];
        let array = cover(&sizes, &mut stream(), legal, |_| Some(()));
        let mut seen = std::collections::BTreeSet::new();
        for a in 0..3 {
            for b in 0..3 {
                for c in 0..4 {
                    for d in 0..2 {
                        let choice = [a, b, c, d];
                        if legal(&choice) {
                            for i in 0..4 {
                                for j in i + 1..4 {
                                    seen.insert((i, choice[i], j, choice[j]));
                                }
                            }
                        }
                    }
                }
            }
        }
        let coverage = array.coverage(array.rows.iter().map(|(row, ())| &row[..]));
        assert_eq!(coverage.pairs, seen.len() as u64);
        assert_eq!(coverage.pairs_covered, coverage.pairs);
    }
}
