//! Cases that changed.

use ptoconf_schemas::{ChangedCases, ListedCases, Slots, Way};
use std::collections::BTreeMap;

/// What a report says of a tuple: the cases that pass and those that fail in some way.
#[derive(Default)]
struct Tuple<'a> {
    passed: Slots,
    failed: Vec<(&'a Way, Slots)>,
}

impl Tuple<'_> {
    fn fails(&self) -> Slots {
        self.failed.iter().fold(Slots::default(), |all, (_, slots)| all.or(slots))
    }

    fn judged(&self) -> Slots {
        self.passed.or(&self.fails())
    }
}

/// Tuples by operation and name.
type Tuples<'a> = BTreeMap<(&'a str, &'a str), Tuple<'a>>;

/// Cases that changed in one direction, by operation and what they were and are.
#[derive(Default)]
pub struct Changed<'a>(BTreeMap<(&'a str, Option<&'a Way>, Option<&'a Way>), Vec<(&'a str, Slots)>>);

impl<'a> Changed<'a> {
    fn add(&mut self, (op, name): (&'a str, &'a str), was: Option<&'a Way>, now: Option<&'a Way>, slots: Slots) {
        if !slots.is_empty() {
            self.0.entry((op, was, now)).or_default().push((name, slots));
        }
    }

    /// The groups, those of most cases first.
    pub fn groups(self) -> Vec<ChangedCases> {
        let group = |((op, was, now), cases): ((&str, Option<&Way>, Option<&Way>), Vec<(&str, Slots)>)| ChangedCases {
            op: op.to_owned(),
            was: was.cloned(),
            now: now.cloned(),
            count: cases.iter().map(|(_, slots)| slots.count()).sum(),
            cases: cases.iter().map(|(name, slots)| format!("{name}/{slots}")).collect(),
        };
        let mut groups: Vec<ChangedCases> = self.0.into_iter().map(group).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups
    }
}

/// Everything that changed.
#[derive(Default)]
pub struct Changes<'a> {
    pub compared: u64,
    pub only_old: u64,
    pub only_new: u64,
    pub newly_failing: Changed<'a>,
    pub failing_otherwise: Changed<'a>,
    pub newly_passing: Changed<'a>,
}

impl<'a> Changes<'a> {
    /// Compares the cases of two reports.
    ///
    /// # Errors
    /// What is no case in a list.
    pub fn between(old: &'a [ListedCases], new: &'a [ListedCases], same_data: bool) -> Result<Changes<'a>, String> {
        let (old, new) = (tuples(old).map_err(|e| format!("old: {e}"))?, tuples(new).map_err(|e| format!("new: {e}"))?);
        let mut changes = Changes::default();
        for (id, was) in &old {
            match new.get(id) {
                None => changes.only_old += was.judged().count(),
                Some(now) if same_data => changes.case_by_case(*id, was, now),
                Some(now) => changes.as_a_whole(*id, was, now),
            }
        }
        changes.only_new += new.iter().filter(|(id, _)| !old.contains_key(*id)).map(|(_, now)| now.judged().count()).sum::<u64>();
        Ok(changes)
    }

    fn case_by_case(&mut self, id: (&'a str, &'a str), was: &Tuple<'a>, now: &Tuple<'a>) {
        let (before, after) = (was.judged(), now.judged());
        let both = before.and(&after).count();
        self.compared += both;
        self.only_old += before.count() - both;
        self.only_new += after.count() - both;
        for (way, slots) in &now.failed {
            self.newly_failing.add(id, None, Some(way), slots.and(&was.passed));
            for (other, before) in was.failed.iter().filter(|(other, _)| !other.agrees(way)) {
                self.failing_otherwise.add(id, Some(other), Some(way), slots.and(before));
            }
        }
        for (way, slots) in &was.failed {
            self.newly_passing.add(id, Some(way), None, slots.and(&now.passed));
        }
    }

    /// With other data it is by chance which cases of a tuple show a mistake.
    fn as_a_whole(&mut self, id: (&'a str, &'a str), was: &Tuple<'a>, now: &Tuple<'a>) {
        self.compared += now.judged().count();
        for (way, slots) in &now.failed {
            match was.failed.first() {
                None => self.newly_failing.add(id, None, Some(way), slots.clone()),
                Some((first, _)) if !was.failed.iter().any(|(other, _)| other.agrees(way)) => {
                    self.failing_otherwise.add(id, Some(first), Some(way), slots.clone());
                }
                Some(_) => {}
            }
        }
        for (way, slots) in was.failed.iter().filter(|_| now.failed.is_empty()) {
            self.newly_passing.add(id, Some(way), None, slots.clone());
        }
    }
}

fn tuples(lists: &[ListedCases]) -> Result<Tuples<'_>, String> {
    let mut tuples = Tuples::new();
    for list in lists {
        for (name, slots) in list.tuples().map_err(|found| format!("`{found}`, expected a tuple and slots, as in plain-0123456789/0-3"))? {
            let tuple: &mut Tuple<'_> = tuples.entry((&list.op, name)).or_default();
            match &list.fails {
                Some(way) => tuple.failed.push((way, slots)),
                None => tuple.passed = tuple.passed.or(&slots),
            }
        }
    }
    Ok(tuples)
}
