//! A small map from names to values, in order of the names.
//!
//! A set has hundreds of thousands of maps with one or two entries; a `BTreeMap` keeps room for eleven
//! in each, and a `String` is a small allocation. This one is a vector, short names lie in it, and it is
//! the same JSON object.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A small map from names to values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Names<V>(Vec<(SmolStr, V)>);

impl<V> Names<V> {
    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Whether there is this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the entries of which this holds.
    pub fn retain(&mut self, keep: impl Fn(&str, &V) -> bool) {
        self.0.retain(|(name, value)| keep(name, value));
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The values, by name.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Sets the value of a name and gives the one it had.
    pub fn insert(&mut self, name: impl Into<SmolStr>, value: V) -> Option<V> {
        let name = name.into();
        match self.place(&name) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (name, value));
                None
            }
        }
    }

    /// The value of a name, to change.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.place(name).ok().map(|at| &mut self.0[at].1)
    }

    /// The values, by name, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Takes out a name and gives its value.
    pub fn remove(&mut self, name: &str) -> Option<V> {
        self.place(name).ok().map(|at| self.0.remove(at).1)
    }

    /// Names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.as_str().cmp(name))
    }
}

impl<V> Default for Names<V> {
    fn default() -> Self {
        Names(Vec::new())
    }
}

impl<N: Into<SmolStr>, V> FromIterator<(N, V)> for Names<V> {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        let mut names = Names::default();
        entries.into_iter().for_each(|(name, value)| drop(names.insert(name, value)));
        names
    }
}

impl<'a, V> IntoIterator for &'a Names<V> {
    type Item = &'a (SmolStr, V);
    type IntoIter = std::slice::Iter<'a, (SmolStr, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<V: Serialize> Serialize for Names<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Names<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
    type Value = Names<V>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a map from names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names<V>, A::Error> {
        // Most have one entry, and room for it is not given back.
        let mut names = Names(Vec::with_capacity(1));
        while let Some((name, value)) = map.next_entry::<SmolStr, V>()? {
            match names.place(&name) {
                Ok(_) => return Err(A::Error::custom(format!("`{name}` occurs twice"))),
                Err(at) => names.0.insert(at, (name, value)),
            }
        }
        names.0.shrink_to_fit();
        Ok(names)
    }
}

impl<V: JsonSchema> JsonSchema for Names<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<String, V>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, V>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_same_json_as_a_map_and_refuses_a_name_twice() {
        let names: Names<u8> = [("b", 1), ("a", 2), ("b", 3)].map(|(n, v)| (n.to_owned(), v)).into_iter().collect();
        let text = serde_json::to_string(&names).expect("JSON");
        assert_eq!(text, r#"{"a":2,"b":3}"#);
        assert_eq!(serde_json::from_str::<Names<u8>>(&text).expect("names"), names);
        assert!(serde_json::from_str::<Names<u8>>(r#"{"a":1,"a":2}"#).is_err());
    }
}
