//! A translation unit: an item a line, so that a line of it names an item.

use std::collections::BTreeSet;
use std::fmt::Write;

/// The items of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    /// A line of C++ each.
    pub items: Vec<String>,
    /// For each item a word that those have in common which are likely to share instantiations; may be empty.
    pub kin: Vec<String>,
    /// Items that are likely to be rejected, which are compiled apart from the others; see [`rounds`](super::rounds).
    pub doubtful: BTreeSet<usize>,
    /// Whether the items are functions `case_0`, `case_1`... that the driver is to know.
    pub listed: bool,
}

impl Unit {
    /// The unit with some of its items, in order. An item stays in its line whichever the others are.
    pub fn text(&self, items: &[usize]) -> String {
        let mut text = String::new();
        let mut next = 0;
        for &item in items {
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

    /// The item in a line, counted from 1.
    pub fn item_of(&self, line: usize) -> Option<usize> {
        line.checked_sub(1).filter(|&item| item < self.items.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_lines() {
        let unit = Unit { items: ["a", "b", "c"].map(String::from).into(), listed: true, ..Unit::default() };
        assert_eq!(unit.text(&[0, 2]), "a\n\nc\nstatic const ptoconf::Table ptoconf_table({{0, case_0}, {2, case_2}});\n");
        assert_eq!(unit.text(&[1]).lines().nth(1), Some("b"));
        assert_eq!((unit.item_of(3), unit.item_of(4), unit.item_of(0)), (Some(2), None, None));
    }
}
