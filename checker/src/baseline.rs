//! A baseline: which failing cases it knows, and what became of the others that it has.

use crate::cases::Cases;
use crate::chance::{Spread, form};
use crate::followed::Followed;
use crate::state::Cause;
use ptoconf_schemas::{Baseline, BaselineReport, Common, FailureKind, SetId, Slots, Way};
use std::collections::{BTreeMap, BTreeSet};

/// How cases of a tuple fail.
type Failures<'a> = Vec<(&'a Way, Slots)>;

/// The failures that a baseline knows, by operation and tuple.
#[derive(Default)]
pub struct Known<'a> {
    /// What a case has in common with what it was; nothing where there is no baseline.
    common: Option<Common>,
    tuples: BTreeMap<&'a str, BTreeMap<&'a str, Failures<'a>>>,
    /// The ways in which cases of a form fail by their data.
    by_data: BTreeMap<String, BTreeSet<&'a Way>>,
    /// How many tuples of them do, of those that are judged now, and how many do now.
    spread: [Spread; 2],
}

impl<'a> Known<'a> {
    /// Those of a baseline, for a set. What is no case knows nothing.
    pub fn new(baseline: Option<&'a Baseline>, set: &SetId) -> Self {
        let mut known = Known { common: baseline.map(|b| Common::of(&b.set, set)), ..Known::default() };
        for list in baseline.iter().flat_map(|baseline| &baseline.failures) {
            let Some(way) = &list.fails else { continue };
            let tuples = known.tuples.entry(&list.op).or_default();
            for (name, slots) in list.tuples().unwrap_or_default() {
                if way.is_by_data() {
                    known.by_data.entry(form(&list.op, name)).or_default().insert(way);
                }
                tuples.entry(name).or_default().push((way, slots));
            }
        }
        known
    }

    /// A tuple is judged: what is known of it counts.
    pub fn judged(&mut self, op: &str, tuple: &str) {
        let ways = self.tuples.get(op).and_then(|tuples| tuples.get(tuple)).into_iter().flatten();
        self.spread[0].add(&form(op, tuple), ways.map(|(way, _)| *way));
    }

    /// Cases of a tuple fail in these ways. All tuples of a form are noted before any case is asked for: with other data a few
    /// more may.
    pub fn note(&mut self, op: &str, tuple: &str, ways: &[Way]) {
        self.spread[1].add(&form(op, tuple), ways.iter());
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Whether a case is known to fail in this way.
    pub fn knows(&self, op: &str, tuple: &str, slot: u32, way: &Way) -> bool {
        let of_tuple = || self.tuples.get(op).and_then(|tuples| tuples.get(tuple)).into_iter().flatten();
        let Some(common) = self.common else { return false };
        let is_known = of_tuple().any(|(known, slots)| known.agrees(way, common) && (slots.has(slot) || !common.data));
        is_known || !common.data && of_tuple().all(|(known, _)| known.is_by_data()) && self.is_by_chance(&form(op, tuple), way, common)
    }

    /// Whether, with other data, another tuple of a form may fail as some are known to.
    fn is_by_chance(&self, form: &str, way: &Way, common: Common) -> bool {
        let [before, now] = &self.spread;
        let known = || self.by_data.get(form).into_iter().flatten().any(|known| known.agrees_elsewhere(way, common));
        before.may_become(now, form, way) && known()
    }

    fn same_data(&self) -> bool {
        self.common.is_some_and(|common| common.data)
    }

    /// Adds what became of the cases of an operation that are known to fail.
    pub fn add(&self, op: &str, cases: &Cases, followed: &Followed, legality_only: bool, to: &mut BaselineReport) {
        for (name, ways) in self.tuples.get(op).into_iter().flatten() {
            let all = ways.iter().fold(Slots::default(), |all, (_, slots)| all.or(slots));
            match cases.find(name) {
                Some(tuple) => {
                    let now = |slot: u32, dtype: &str, kind| followed.way_of_dtype((tuple, slot), dtype, kind);
                    // Whoever computes nothing does not show that a value is right now.
                    let counts = |(way, _): &&(&Way, Slots)| !legality_only || !way.kind.is_of_values();
                    let ways: Failures<'_> = ways.iter().filter(counts).cloned().collect();
                    let left = ways.iter().fold(Slots::default(), |all, (_, slots)| all.or(slots));
                    to.not_judged += all.count() - left.count();
                    if !ways.is_empty() {
                        self.add_tuple((op, name), (&ways, &left), cases.of(tuple), now, to);
                    }
                }
                None => to.not_judged += all.count(),
            }
        }
        let is_new = |tuple: usize| self.tuples.get(op).is_none_or(|known| !known.contains_key(cases.name(tuple)));
        let known = |causes: &[Cause]| causes.iter().filter(|cause| matches!(cause, Cause::Known(_))).count() as u64;
        to.elsewhere += cases.iter().enumerate().filter(|(tuple, _)| is_new(*tuple)).map(|(_, causes)| known(causes)).sum::<u64>();
    }

    /// Adds the tuples of operations that the set does not have.
    pub fn add_missing(&self, in_set: impl Fn(&str) -> bool, to: &mut BaselineReport) {
        for (_, tuples) in self.tuples.iter().filter(|(op, _)| !in_set(op)) {
            to.not_judged += tuples.values().flatten().map(|(_, slots)| slots.count()).sum::<u64>();
        }
    }

    /// `now` says how a case fails, of which no more is known than slot, element type and kind.
    fn add_tuple(
        &self,
        (op, name): (&str, &str),
        (ways, all): (&[(&Way, Slots)], &Slots),
        causes: &[Cause],
        now: impl Fn(u32, &str, FailureKind) -> Way,
        to: &mut BaselineReport,
    ) {
        let mut otherwise: BTreeMap<(Way, &Way), Slots> = BTreeMap::new();
        let mut better = Slots::default();
        let mut remain = 0;
        for (slot, cause) in (0..).zip(causes).filter(|(slot, _)| !self.same_data() || all.has(*slot)) {
            match cause {
                Cause::Known(_) => remain += 1,
                Cause::Pass => better.push(slot),
                Cause::Waived(_) => {}
                cause => match cause.failure().zip(known_as(ways, slot)) {
                    Some((kind, known)) => otherwise.entry((now(slot, &known.dtype, kind), known)).or_default().push(slot),
                    None => to.not_judged += u64::from(all.has(slot)),
                },
            }
        }
        to.remain += remain;
        // With other data a tuple is better when none of its cases fails.
        if !better.is_empty() && (self.same_data() || remain == 0 && otherwise.is_empty()) {
            to.better += better.count();
            to.better_cases.push(format!("{op}/{name}/{better}"));
        }
        for ((now, known), slots) in otherwise {
            to.otherwise += slots.count();
            to.otherwise_cases.push(format!("{op}/{name}/{slots}: known as {known}; now {now}"));
        }
    }
}

/// How a case is known to fail: where it had other data, as one of its tuple does.
fn known_as<'a>(ways: &[(&'a Way, Slots)], slot: u32) -> Option<&'a Way> {
    ways.iter().find(|(_, slots)| slots.has(slot)).or(ways.first()).map(|(way, _)| *way)
}
