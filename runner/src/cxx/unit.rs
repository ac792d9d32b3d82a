//! A translation unit: an item a line, so that a line of it names an item.

use std::collections::BTreeSet;
use std::fmt::Write;

/// The items of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    /// A line of C++ each.
    pub items: Vec<String>,
    /// Types that items need. Each has a line in front of the items: where it does not compile, it is blamed by itself,
    /// and with it every item that needs it. A compiler would report it once.
    pub types: Vec<String>,
    /// For each item the types that it needs; may be empty.
    pub needs: Vec<Vec<usize>>,
    /// For each item a word that those have in common which are likely to share instantiations; may be empty.
    pub kin: Vec<String>,
    /// Items that are likely to be rejected, which are compiled apart from the others; see [`rounds`](super::rounds).
    pub doubtful: BTreeSet<usize>,
    /// Items that are likely to need a type that does not compile: in their first round the compiler sees their types alone.
    pub ill_typed: BTreeSet<usize>,
    /// Whether the items are functions `case_0`, `case_1`... that the driver is to know.
    pub listed: bool,
}

/// What a line of a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A type that items need.
    Type(usize),
    /// An item.
    Item(usize),
}

impl Unit {
    /// The unit with some of its items, in their order, and the types that they and others need. Each stays in its line
    /// whichever the others are.
    pub fn text(&self, items: &[usize], others: &[usize]) -> String {
        let mut text = String::new();
        let needed: BTreeSet<usize> = items.iter().chain(others).flat_map(|&i| self.needs(i)).copied().collect();
        for (i, name) in self.types.iter().enumerate() {
            if needed.contains(&i) {
                let _ = write!(text, "static_assert(sizeof({name}) > 0);");
            }
            text.push('\n');
        }
        let items: BTreeSet<usize> = items.iter().copied().collect();
        let mut next = 0;
        for &item in &items {
            (next..item).for_each(|_| text.push('\n'));
            text.push_str(&self.items[item]);
            text.push('\n');
            next = item + 1;
        }
        if self.listed {
            let list = items.iter().map(|i| format!("{{{i}, case_{i}}}")).collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "static const ptoconf::Table ptoconf_table({{{list}}});");
        }
        text
    }

    /// What is in a line, counted from 1.
    pub fn place_of(&self, line: usize) -> Option<Place> {
        let line = line.checked_sub(1)?;
        match line.checked_sub(self.types.len()) {
            None => Some(Place::Type(line)),
            Some(item) => (item < self.items.len()).then_some(Place::Item(item)),
        }
    }

    /// The types that an item needs.
    pub fn needs(&self, item: usize) -> &[usize] {
        self.needs.get(item).map_or(&[], |types| types)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_lines() {
        let unit = Unit { items: ["a", "b", "c"].map(String::from).into(), listed: true, ..Unit::default() };
        assert_eq!(unit.text(&[2, 0], &[]), "a\n\nc\nstatic const ptoconf::Table ptoconf_table({{0, case_0}, {2, case_2}});\n");
        assert_eq!(unit.text(&[1], &[]).lines().nth(1), Some("b"));
        assert_eq!((unit.place_of(3), unit.place_of(4), unit.place_of(0)), (Some(Place::Item(2)), None, None));
    }

    #[test]
    fn types_stand_before_the_items_that_need_them() {
        let strings = |all: [&str; 2]| all.map(String::from).to_vec();
        let unit = Unit { items: strings(["a", "b"]), types: strings(["T", "U"]), needs: vec![vec![1], vec![0, 1]], ..Unit::default() };
        assert_eq!(unit.text(&[0], &[]), "\nstatic_assert(sizeof(U) > 0);\na\n");
        assert_eq!(unit.text(&[0], &[1]), "static_assert(sizeof(T) > 0);\nstatic_assert(sizeof(U) > 0);\na\n");
        assert_eq!(unit.text(&[1], &[]), "static_assert(sizeof(T) > 0);\nstatic_assert(sizeof(U) > 0);\n\nb\n");
        let places = [1, 2, 3, 4, 5].map(|line| unit.place_of(line));
        assert_eq!(places, [Some(Place::Type(0)), Some(Place::Type(1)), Some(Place::Item(0)), Some(Place::Item(1)), None]);
    }
}
