//! What is by chance where two checks had other data: which tuples show a mistake of the arithmetic, and how far off they are.

use ptoconf_schemas::{Amount, FailureKind, Way};
use std::collections::BTreeMap;

/// Tuples that fail alike: by form, kind, element type, and how far off elements are; none for all of them.
type Group = (String, FailureKind, String, Option<Amount>);

/// How many tuples fail by their data.
#[derive(Default)]
pub struct Spread(BTreeMap<Group, u64>);

impl Spread {
    /// Counts a tuple of a form, which fails in these ways.
    pub fn add<'w>(&mut self, form: &str, ways: impl Iterator<Item = &'w Way>) {
        let mut groups: Vec<Group> = ways.filter(|way| way.is_by_data()).flat_map(|way| [all(form, way), like(form, way)]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.into_iter().for_each(|group| *self.0.entry(group).or_default() += 1);
    }

    fn number(&self, group: &Group) -> u64 {
        self.0.get(group).copied().unwrap_or_default()
    }

    /// Whether so many tuples that fail in this way later may be chance: at most twice the square root of their number more. That
    /// elements are not written is none.
    pub fn may_become(&self, later: &Spread, form: &str, way: &Way) -> bool {
        let (all, like) = (all(form, way), like(form, way));
        let slack = 2 * self.number(&all).isqrt();
        let own = if like.3 == Some(Amount::NeverWritten) { 0 } else { slack };
        later.number(&all) <= self.number(&all) + slack && later.number(&like) <= self.number(&like) + own
    }
}

/// The form of a tuple: of its operation, as its name says.
pub fn form(op: &str, tuple: &str) -> String {
    format!("{op}/{}", tuple.rsplit_once('-').map_or(tuple, |(form, _)| form))
}

fn all(form: &str, way: &Way) -> Group {
    (form.to_owned(), way.kind, way.dtype.clone(), None)
}

fn like(form: &str, way: &Way) -> Group {
    (form.to_owned(), way.kind, way.dtype.clone(), way.wrong.map(|wrong| wrong.amount))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::Wrong;

    fn way(wrong: &str) -> Way {
        let wrong = Wrong::parse(wrong).ok();
        Way {
            kind: FailureKind::Mismatch,
            dtype: "f32".into(),
            rule: None,
            follows: vec![],
            wrong,
            outputs: vec![],
            says: None,
            touched: vec![],
        }
    }

    fn spread(ways: &[(&str, usize)]) -> Spread {
        let mut spread = Spread::default();
        ways.iter().for_each(|(wrong, number)| (0..*number).for_each(|_| spread.add("tdemo", [way(wrong)].iter())));
        spread
    }

    #[test]
    fn a_few_more_are_by_chance_and_many_more_are_not() {
        let (close, far, never) = ("close in some elements", "far off in one element", "never written everywhere");
        let few = |before: &[(&str, usize)], after: &[(&str, usize)], wrong: &str| {
            spread(before).may_become(&spread(after), "tdemo", &way(wrong))
        };
        assert!(few(&[(close, 1)], &[(close, 3)], close) && !few(&[(close, 1)], &[(close, 4)], close));
        assert!(few(&[(close, 100)], &[(close, 120)], close) && !few(&[(close, 100)], &[(close, 121)], close));
        // Of many that are close one or the other is far off by other data; all are not.
        assert!(few(&[(close, 9)], &[(close, 7), (far, 2)], far) && !few(&[(close, 9)], &[(far, 9)], far));
        assert!(few(&[(never, 4)], &[(never, 4)], never) && !few(&[(close, 9)], &[(close, 8), (never, 1)], never));
        assert!(!few(&[], &[(close, 1)], close));
    }

    #[test]
    fn a_tuple_counts_once_and_what_is_not_by_data_not_at_all() {
        let mut spread = Spread::default();
        let crash = Way { kind: FailureKind::Crashed, ..way("close everywhere") };
        spread.add("tdemo", [way("close everywhere"), way("close in one element"), crash].iter());
        assert_eq!(spread.0.values().copied().collect::<Vec<_>>(), [1, 1]);
    }
}
