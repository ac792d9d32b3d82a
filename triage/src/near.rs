//! The smallest of some tuples, and the one that is nearest to it.

use crate::bits::Bits;
use crate::columns::{Columns, Sort};
use ptoconf_schemas::{NearestTuple, TupleLine};

/// The tuple with the fewest elements; of several the first by name.
pub fn smallest(tuples: &[TupleLine], among: &Bits) -> Option<usize> {
    among.iter().min_by_key(|&t| (tuples[t].tuple.elements(), &tuples[t].name))
}

/// The tuple that differs from one in the fewest things, and least in numbers; of several the first by name.
pub fn nearest(tuples: &[TupleLine], columns: &Columns, of: usize, among: &Bits) -> Option<NearestTuple> {
    let fields = Fields::new(columns);
    let rank = |&t: &usize| (fields.count(of, t), fields.distance(of, t), &tuples[t].name);
    let found = among.iter().min_by_key(rank)?;
    Some(NearestTuple { tuple: tuples[found].id(), differs: fields.differs(of, found) })
}

/// The columns in which tuples are compared: not those that follow from others.
struct Fields<'a> {
    words: Vec<(&'a str, &'a [Option<String>])>,
    numbers: Vec<(&'a str, &'a [Option<u64>])>,
}

impl<'a> Fields<'a> {
    fn new(columns: &'a Columns) -> Self {
        let derived = |name: &str| name.starts_with("at the limit") || name.contains("dtype (") || name.ends_with("(fixed or not)");
        let words = columns.words.iter().filter(|(name, _)| !derived(name));
        let numbers = columns.numbers.iter().filter(|(_, column)| column.sort != Sort::Bytes && !column.of.contains('+'));
        Fields {
            words: words.map(|(name, column)| (name.as_str(), &column.values[..])).collect(),
            numbers: numbers.map(|(name, column)| (name.as_str(), &column.values[..])).collect(),
        }
    }

    fn count(&self, a: usize, b: usize) -> usize {
        self.words.iter().filter(|(_, v)| v[a] != v[b]).count() + self.numbers.iter().filter(|(_, v)| v[a] != v[b]).count()
    }

    fn distance(&self, a: usize, b: usize) -> u64 {
        let apart = |(_, v): &(&str, &[Option<u64>])| v[a].unwrap_or(0).abs_diff(v[b].unwrap_or(0));
        self.numbers.iter().map(apart).fold(0, u64::saturating_add)
    }

    fn differs(&self, a: usize, b: usize) -> Vec<String> {
        let words = |v: &[Option<String>], t: usize| v[t].clone().unwrap_or_else(|| "none".to_owned());
        let numbers = |v: &[Option<u64>], t: usize| v[t].map_or_else(|| "none".to_owned(), |n| n.to_string());
        let one_type = self.words.iter().any(|(name, v)| *name == "dtype" && v[a].is_some() && v[b].is_some());
        let said = |name: &str| !(one_type && name.ends_with(".dtype")) && !(name == "dtype" && !one_type);
        let line = |name: &str, x: String, y: String| format!("{} {x}, here {y}", name.split(" (").next().unwrap_or(name));
        let of_words = self.words.iter().filter(|(name, v)| said(name) && v[a] != v[b]);
        let of_numbers = self.numbers.iter().filter(|(_, v)| v[a] != v[b]);
        let lines = of_words.map(|(name, v)| line(name, words(v, a), words(v, b)));
        lines.chain(of_numbers.map(|(name, v)| line(name, numbers(v, a), numbers(v, b)))).collect()
    }
}
