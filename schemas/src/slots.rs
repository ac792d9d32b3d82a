//! Slots of a tuple, as text: `0-3,7`.

use std::fmt;

/// Slots of one tuple: runs from first to last, in order and apart.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Slots(Vec<(u32, u32)>);

impl Slots {
    /// Reads `0-3,7`; none where it is written in another way.
    pub fn parse(text: &str) -> Option<Slots> {
        let mut slots = Slots::default();
        for run in text.split(',') {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
            let apart = slots.0.last().is_none_or(|(_, before)| before.checked_add(1).is_some_and(|next| next < first));
            if first > last || !apart {
                return None;
            }
            slots.0.push((first, last));
        }
        (slots.to_string() == text).then_some(slots)
    }

    /// Adds a slot behind all others.
    pub fn push(&mut self, slot: u32) {
        match self.0.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(slot) => *last = slot,
            _ => self.0.push((slot, slot)),
        }
    }

    /// Number of slots.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lowest.
    pub fn first(&self) -> Option<u32> {
        self.0.first().map(|(first, _)| *first)
    }

    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }

    /// Whether it is one of them.
    pub fn has(&self, slot: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&slot))
    }

    /// All but one.
    pub fn without(&self, slot: u32) -> Slots {
        let split = |&(first, last): &(u32, u32)| match (first..=last).contains(&slot) {
            false => [Some((first, last)), None],
            true => [(first < slot).then(|| (first, slot - 1)), (slot < last).then(|| (slot + 1, last))],
        };
        Slots(self.0.iter().flat_map(split).flatten().collect())
    }

    /// Those of both.
    pub fn and(&self, other: &Slots) -> Slots {
        let (mut both, mut a, mut b) = (Slots::default(), 0, 0);
        while let (Some(x), Some(y)) = (self.0.get(a), other.0.get(b)) {
            let (first, last) = (x.0.max(y.0), x.1.min(y.1));
            if first <= last {
                both.0.push((first, last));
            }
            if x.1 < y.1 { a += 1 } else { b += 1 }
        }
        both
    }

    /// Those of either.
    pub fn or(&self, other: &Slots) -> Slots {
        let mut runs: Vec<(u32, u32)> = self.0.iter().chain(&other.0).copied().collect();
        runs.sort_unstable();
        let mut all = Slots::default();
        for (first, last) in runs {
            match all.0.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => all.0.push((first, last)),
            }
        }
        all
    }
}

impl FromIterator<u32> for Slots {
    /// Of slots in rising order.
    fn from_iter<I: IntoIterator<Item = u32>>(slots: I) -> Slots {
        let mut all = Slots::default();
        slots.into_iter().for_each(|slot| all.push(slot));
        all
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            if first == last { write!(f, "{comma}{first}")? } else { write!(f, "{comma}{first}-{last}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    fn of(text: &str) -> Slots {
        Slots::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn one_slot_is_taken_out_of_its_run() {
        let without = |text: &str, slot: u32| Slots::parse(text).unwrap().without(slot).to_string();
        assert_eq!([0, 2, 3, 5].map(|slot| without("0-3,7", slot)), ["1-3,7", "0-1,3,7", "0-2,7", "0-3,7"]);
        assert_eq!((without("0-4294967295", 7), without("7", 7)), ("0-6,8-4294967295".into(), String::new()));
    }

    #[test]
    fn slots_are_written_in_one_way() {
        assert_eq!(Slots::from_iter([0, 1, 2, 5, 9, 10]).to_string(), "0-2,5,9-10");
        assert_eq!(of("0-2,5").count(), 4);
        for odd in ["", "a", "2-1", "0-1,2", "5,1", "00", "0-0", "-1", "1-", "0,0", "4294967295,0", "4294967296"] {
            assert_eq!(Slots::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_is_in_both_and_in_either() {
        assert_eq!(of("0-5,8-9").and(&of("2-3,5-8")).to_string(), "2-3,5,8");
        assert_eq!(of("0-1,8").or(&of("2,7,10")).to_string(), "0-2,7-8,10");
        assert!(of("0-1").and(&of("2")).is_empty());
        assert_eq!((of("3-4").first(), of("3-4").has(4), of("3-4").has(5)), (Some(3), true, false));
    }
}
