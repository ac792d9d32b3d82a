//! Parameters of many tuples in columns, a value as a small number.

use crate::tuple::{Feature, Value};
use ptoconf_schemas::{Counts, SmolStr, format_smolstr};
use std::collections::BTreeMap;

/// A table with a row for each tuple.
#[derive(Default)]
pub struct Table {
    /// The columns, in the order in which they were first seen.
    pub columns: Vec<Column>,
    by_name: BTreeMap<SmolStr, usize>,
    rows: usize,
}

/// A parameter.
pub struct Column {
    /// Its name.
    pub name: SmolStr,
    /// Its values, in the order in which they were first seen.
    pub values: Vec<SmolStr>,
    /// The value of each tuple.
    pub rows: Vec<u16>,
    combines: bool,
    /// Of what it is, and what of that.
    of: [SmolStr; 2],
    /// The texts of those values that are of a list, and which values they are.
    listed: Vec<(&'static str, usize)>,
}

impl Table {
    /// Adds a tuple. A parameter that it does not have, or that those before it do not, has the value `-`.
    pub fn add(&mut self, features: Vec<Feature>) {
        for (place, feature) in features.into_iter().enumerate() {
            let at = self.column(place, &feature);
            self.columns[at].pad(self.rows);
            self.columns[at].push(&feature.value);
        }
        self.rows += 1;
        self.columns.iter_mut().for_each(|c| c.pad(self.rows));
    }

    /// The column of a parameter: mostly at its place among those of the tuple.
    fn column(&mut self, place: usize, Feature { of, what, combines, .. }: &Feature) -> usize {
        if self.columns.get(place).is_some_and(|column| column.of == [*of, *what]) {
            return place;
        }
        let name = if what.is_empty() { SmolStr::from(*of) } else { format_smolstr!("{of} {what}") };
        let at = *self.by_name.entry(name.clone()).or_insert(self.columns.len());
        if at == self.columns.len() {
            let of = [*of, *what].map(SmolStr::from);
            self.columns.push(Column { name, values: vec![], rows: vec![], combines: *combines, of, listed: vec![] });
        }
        at
    }

    /// The columns that count in combinations: those with several values, without those that say the same
    /// as one before.
    pub fn combined(&self) -> Vec<&Column> {
        let mut list: Vec<&Column> = vec![];
        for column in self.columns.iter().filter(|c| c.combines && c.values.len() > 1) {
            // Values are numbered by their first occurrence: columns that say the same are equal.
            if !list.iter().any(|c| c.rows == column.rows) {
                list.push(column);
            }
        }
        list
    }

    /// Whether there is a column of this name.
    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// How many tuples have each value of a column.
    pub fn counts(&self, name: &str) -> Counts {
        let Some(&at) = self.by_name.get(name) else { return Counts::new() };
        let column = &self.columns[at];
        let mut numbers = vec![0; column.values.len()];
        column.rows.iter().for_each(|&value| numbers[usize::from(value)] += 1);
        let mut counts = Counts::new();
        for (value, number) in column.values.iter().zip(numbers).filter(|(_, number)| *number > 0) {
            *counts.entry(value.clone()).or_default() += number;
        }
        counts
    }
}

impl Column {
    fn push(&mut self, value: &Value) {
        let listed = match value {
            Value::Listed(text) => self.listed.iter().find(|(own, _)| std::ptr::eq(*own, *text)).map(|(_, at)| *at),
            Value::Other(_) => None,
        };
        let at = listed.unwrap_or_else(|| self.place(value));
        self.rows.push(at.min(u16::MAX.into()) as u16);
    }

    /// The place of a value, which may be a new one.
    fn place(&mut self, value: &Value) -> usize {
        let at = self.values.iter().position(|v| v == value.text()).unwrap_or(self.values.len());
        if at == self.values.len() {
            self.values.push(value.text().into());
        }
        if let Value::Listed(text) = value {
            self.listed.push((text, at));
        }
        at
    }

    fn pad(&mut self, rows: usize) {
        while self.rows.len() < rows {
            self.push(&Value::Listed("-"));
        }
    }
}
