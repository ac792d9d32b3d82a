//! Cases that changed.

use crate::chance::{Spread, form};
use ptoconf_schemas::{ChangedCases, Common, FailureKind, ListedCases, Slots, Way};
use std::collections::{BTreeMap, BTreeSet};

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

/// An operation, and what cases of it were and are.
type Change<'a> = (&'a str, Option<&'a Way>, Option<&'a Way>);
/// Cases by the name of their tuple.
type Named<'a> = Vec<(&'a str, Slots)>;

/// Cases that changed in one direction, by operation and what they were and are.
#[derive(Default)]
pub struct Changed<'a>(BTreeMap<Change<'a>, Named<'a>>);

impl<'a> Changed<'a> {
    fn add(&mut self, (op, name): (&'a str, &'a str), was: Option<&'a Way>, now: Option<&'a Way>, slots: Slots) {
        if !slots.is_empty() {
            self.0.entry((op, was, now)).or_default().push((name, slots));
        }
    }

    fn number(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// The groups, those of most cases first.
    pub fn groups(self) -> Vec<ChangedCases> {
        let group = |((op, was, now), cases): (Change<'a>, Named<'a>)| ChangedCases {
            op: op.to_owned(),
            was: was.cloned(),
            now: now.cloned(),
            count: cases.iter().map(|(_, slots)| slots.count()).sum(),
            cases: cases.iter().map(|(name, slots)| format!("{name}/{slots}")).collect(),
        };
        let mut groups: Vec<ChangedCases> = self.0.into_iter().map(group).collect();
        // What only follows from others comes last.
        let follows = |group: &ChangedCases| [&group.was, &group.now].into_iter().flatten().any(|w| w.kind == FailureKind::TwinRejected);
        groups.sort_by_key(|group| (follows(group), std::cmp::Reverse(group.count)));
        groups
    }
}

/// Everything that changed.
#[derive(Default)]
pub struct Changes<'a> {
    pub compared: u64,
    pub only_old: u64,
    pub only_new: u64,
    /// Cases that fail in the newer report alone, and in the older one, by other data.
    pub other_data: [u64; 2],
    /// Tuples that both judged and that changed.
    pub changed: BTreeSet<(&'a str, &'a str)>,
    pub newly_failing: Changed<'a>,
    pub failing_otherwise: Changed<'a>,
    pub newly_passing: Changed<'a>,
}

impl<'a> Changes<'a> {
    /// Compares the cases of two reports.
    ///
    /// # Errors
    /// What is no case in a list.
    pub fn between(old: &'a [ListedCases], new: &'a [ListedCases], common: Common) -> Result<Changes<'a>, String> {
        let (old, new) = (tuples(old).map_err(|e| format!("old: {e}"))?, tuples(new).map_err(|e| format!("new: {e}"))?);
        let (before, after) = (Ways::of(&old, &new), Ways::of(&new, &old));
        let mut changes = Changes::default();
        for (id, was) in &old {
            let Some(now) = new.get(id) else {
                changes.only_old += was.judged().count();
                continue;
            };
            let number = changes.number();
            if common.data {
                changes.case_by_case(*id, was, now, common);
            } else {
                changes.as_a_whole(*id, (was, &before), (now, &after), common);
            }
            if changes.number() > number {
                changes.changed.insert(*id);
            }
        }
        changes.only_new += new.iter().filter(|(id, _)| !old.contains_key(*id)).map(|(_, now)| now.judged().count()).sum::<u64>();
        Ok(changes)
    }

    /// Number of entries of all lists.
    fn number(&self) -> usize {
        [&self.newly_failing, &self.failing_otherwise, &self.newly_passing].map(Changed::number).iter().sum()
    }

    fn case_by_case(&mut self, id: (&'a str, &'a str), was: &Tuple<'a>, now: &Tuple<'a>, common: Common) {
        let (before, after) = (was.judged(), now.judged());
        let both = before.and(&after).count();
        self.compared += both;
        self.only_old += before.count() - both;
        self.only_new += after.count() - both;
        for (way, slots) in &now.failed {
            self.newly_failing.add(id, None, Some(way), slots.and(&was.passed));
            for (other, before) in was.failed.iter().filter(|(other, _)| !other.agrees(way, common)) {
                self.failing_otherwise.add(id, Some(other), Some(way), slots.and(before));
            }
        }
        for (way, slots) in &was.failed {
            self.newly_passing.add(id, Some(way), None, slots.and(&now.passed));
        }
    }

    /// With other data it is by chance which cases of a tuple show a mistake, and which tuples show one of the arithmetic.
    fn as_a_whole(
        &mut self,
        id: (&'a str, &'a str),
        (was, ways_before): (&Tuple<'a>, &Ways<'a>),
        (now, ways_after): (&Tuple<'a>, &Ways<'a>),
        common: Common,
    ) {
        let form = &form(id.0, id.1);
        self.compared += now.judged().count();
        let by_data = was.failed.iter().all(|(way, _)| way.is_by_data());
        let is_known = |way: &Way| was.failed.iter().any(|(other, _)| other.agrees(way, common));
        for (way, slots) in now.failed.iter().filter(|(way, _)| !is_known(way)) {
            let by_chance = ways_before.may_become(ways_after, form, way, common);
            match was.failed.first() {
                // How far off an element is, is by chance, too.
                Some(_) if by_data && by_chance => {}
                Some((first, _)) => self.failing_otherwise.add(id, Some(first), Some(way), slots.clone()),
                None if by_chance => self.other_data[0] += slots.count(),
                None => self.newly_failing.add(id, None, Some(way), slots.clone()),
            }
        }
        for (way, slots) in was.failed.iter().filter(|_| now.failed.is_empty()) {
            if ways_after.may_become(ways_before, form, way, common) {
                self.other_data[1] += slots.count();
            } else {
                self.newly_passing.add(id, Some(way), None, slots.clone());
            }
        }
    }
}

/// The ways in which cases fail by their data, by form, and in how many tuples.
#[derive(Default)]
struct Ways<'a> {
    all: BTreeMap<String, BTreeSet<&'a Way>>,
    spread: Spread,
}

impl<'a> Ways<'a> {
    /// Those of the tuples that others have, too.
    fn of(tuples: &Tuples<'a>, others: &Tuples<'_>) -> Ways<'a> {
        let mut ways = Ways::default();
        for (id, tuple) in tuples.iter().filter(|(id, _)| others.contains_key(*id)) {
            let form = form(id.0, id.1);
            ways.spread.add(&form, tuple.failed.iter().map(|(way, _)| *way));
            ways.all.entry(form).or_default().extend(tuple.failed.iter().map(|(way, _)| *way).filter(|way| way.is_by_data()));
        }
        ways
    }

    /// Whether another tuple may fail in this way by other data.
    fn may_become(&self, later: &Ways<'_>, form: &str, way: &Way, common: Common) -> bool {
        let known = || self.all.get(form).into_iter().flatten().any(|other| other.agrees_elsewhere(way, common));
        self.spread.may_become(&later.spread, form, way) && known()
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
