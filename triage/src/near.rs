//! The smallest of some tuples, and the one that is nearest to it.

use crate::bits::Bits;
use crate::columns::{Columns, Sort, Words};
use ptoconf_schemas::{NearestTuple, TupleLine};
use std::collections::BTreeSet;

/// The tuple with the fewest elements; of several the first by name.
pub fn smallest(tuples: &[TupleLine], among: &Bits) -> Option<usize> {
    among.iter().min_by_key(|&t| (tuples[t].tuple.elements(), &tuples[t].name))
}

/// The tuple that differs from one in the fewest things, and least in numbers; of several the first by name. What is said of the
/// failing ones comes first in what differs.
pub fn nearest(tuples: &[TupleLine], columns: &Columns, of: usize, among: &Bits, said: &[String]) -> Option<NearestTuple> {
    let fields = Fields::new(columns);
    let rank = |&t: &usize| (fields.count(of, t), fields.distance(of, t), &tuples[t].name);
    let found = among.iter().min_by_key(rank)?;
    Some(NearestTuple { tuple: tuples[found].id(), differs: fields.differs(of, found, said) })
}

/// The columns in which tuples are compared: not those that follow from others.
struct Fields<'a> {
    words: Vec<(&'a str, &'a Words)>,
    numbers: Vec<(&'a str, &'a [Option<u64>])>,
}

impl<'a> Fields<'a> {
    fn new(columns: &'a Columns) -> Self {
        let derived = |name: &str| name.starts_with("at the limit") || name.contains("dtype (") || name.ends_with("(fixed or not)");
        let words = columns.words.iter().filter(|(name, _)| !derived(name));
        let numbers = columns.numbers.iter().filter(|(_, column)| column.sort != Sort::Bytes && !column.of.contains('+'));
        Fields {
            words: words.map(|(name, column)| (name.as_str(), column)).collect(),
            numbers: numbers.map(|(name, column)| (name.as_str(), &column.values[..])).collect(),
        }
    }

    fn count(&self, a: usize, b: usize) -> usize {
        self.words.iter().filter(|(_, v)| v.at[a] != v.at[b]).count() + self.numbers.iter().filter(|(_, v)| v[a] != v[b]).count()
    }

    fn distance(&self, a: usize, b: usize) -> u64 {
        let apart = |(_, v): &(&str, &[Option<u64>])| v[a].unwrap_or(0).abs_diff(v[b].unwrap_or(0));
        self.numbers.iter().map(apart).fold(0, u64::saturating_add)
    }

    /// What differs, fields of several operands that differ alike together, and those first that are spoken of.
    fn differs(&self, a: usize, b: usize, said: &[String]) -> Vec<String> {
        let words = |v: &Words, t: usize| v.of(t).map(ToString::to_string);
        let numbers = |v: &[Option<u64>], t: usize| v[t].map(|n| n.to_string());
        let of_words = self.words.iter().filter(|(name, v)| *name != "dtype" && v.at[a] != v.at[b]);
        let of_numbers = self.numbers.iter().filter(|(_, v)| v[a] != v[b]);
        let fields = of_words.map(|(name, v)| (*name, words(v, a), words(v, b)));
        let mut lines: Vec<(Vec<&str>, String)> = vec![];
        let mut spoken_of = BTreeSet::new();
        for (name, x, y) in fields.chain(of_numbers.map(|(name, v)| (*name, numbers(v, a), numbers(v, b)))) {
            let name = name.split(" (").next().unwrap_or(name);
            let (owner, line) = line(name, x, y);
            if said.iter().any(|words| names(words, name)) {
                spoken_of.insert(line.clone());
            }
            match lines.iter_mut().find(|(_, known)| *known == line) {
                Some((owners, _)) if owners.contains(&owner) => {}
                Some((owners, _)) => owners.push(owner),
                None => lines.push((vec![owner], line)),
            }
        }
        lines.sort_by_key(|(_, line)| !spoken_of.contains(line));
        lines.into_iter().map(|(owners, line)| format!("{}{line}", owners.join("/"))).collect()
    }
}

/// Whether words name a field, and not only one whose name begins alike.
fn names(words: &str, field: &str) -> bool {
    words.match_indices(field).any(|(at, _)| {
        let around = [words[..at].chars().next_back(), words[at + field.len()..].chars().next()];
        around.into_iter().flatten().all(|c| !c.is_alphanumeric() && c != '_')
    })
}

/// The operand, and what differs of it: `.dtype f32, not i32`. Of an operand that one of the tuples does not have, only that.
fn line(name: &str, x: Option<String>, y: Option<String>) -> (&str, String) {
    let at = name.find('.').unwrap_or(name.len());
    let (owner, field) = name.split_at(at);
    match (x, y) {
        (Some(_), None) if !field.is_empty() && field != ".address" => (owner, " is missing".to_owned()),
        (None, Some(_)) if !field.is_empty() && field != ".address" => (owner, " is added".to_owned()),
        (x, y) => {
            let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
            (owner, format!("{field} {}, not {}", or_none(y), or_none(x)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_field_is_spoken_of_by_its_whole_name() {
        assert!(names("dst.valid_cols > 8 and src.rows = 1", "dst.valid_cols") && names("src.rows = 1", "src.rows"));
        assert!(!names("src0.rows = 1", "src.rows") && !names("src.rows_at_all = 1", "src.rows") && !names("src.valid_rows > 1", "rows"));
    }
}
