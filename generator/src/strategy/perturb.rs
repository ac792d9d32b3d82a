//! Illegal and open tuples: legal ones, changed a little, of which the rules say that they violate
//! exactly one rule, or put exactly one in question; some violate several, or put several in question at
//! once. Each keeps its legal twin.

use crate::model::{Choice, is_plainly_legal};
use crate::strategy::beside::{Beside, Tried};
use crate::strategy::edit::{Edit, boxed, edits, emptied_with_one_static, exchanges};
use crate::strategy::kind::{Kind, kind, kind_after, kind_if, kind_of_single, usable};
use crate::strategy::name::Name;
use crate::tiers::Volume;
use ptoconf_reference::{Contest, Contract, Form, Glance, Hint, Rule};
use ptoconf_schemas::{BLayout, DType, SLayout, SmolStr};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// A changed tuple.
#[derive(Clone, Debug)]
pub struct Changed {
    /// What the rules say of it.
    pub kind: Kind,
    /// The tuple.
    pub choice: Choice,
    /// What was changed; none where the tuple was chosen for another profile.
    pub edit: Option<Name>,
    /// A legal tuple that differs in that one thing: many have the same one.
    pub twin: Arc<Choice>,
}

/// Finds changed tuples of the legal bases, as many of each kind as the volume asks for; anew in every round.
/// Kinds of which there are few then are looked for among the rest, too; and `open` tuples, each with a legal twin, are
/// changed once more.
pub fn perturb(
    contract: &Contract,
    form: &Form,
    rounds: &[&[Arc<Choice>]],
    all: &[Arc<Choice>],
    open: &[(Arc<Choice>, Arc<Choice>)],
    volume: &Volume,
) -> Perturbed {
    let mut found = Found::new(contract, volume);
    for bases in rounds {
        found.begin();
        for base in *bases {
            found.change(contract, form, base, Unwanted::Dropped, |found, kind, edit, _| found.wants(kind, &edit.name));
        }
    }
    found.joint(contract, form);
    found.begin();
    let looked_for = if volume.illegal_least > 0 { all } else { &[] };
    for base in looked_for {
        found.change(contract, form, base, Unwanted::Kept, Found::is_rare_and_new);
    }
    if volume.branches {
        for changed in std::mem::take(&mut found.left) {
            found.add_branch(changed);
        }
        found.add_large();
        found.emptied(contract, form, all);
    }
    found.add_spare();
    found.exchange(contract, form, all.iter().map(|legal| (legal, legal)).chain(open.iter().map(|(open, twin)| (open, twin))));
    found.beside_questions(contract, form, open);
    found.tell_options_apart(contract, form, all);
    if volume.branches {
        found.boxed(contract, form, all.iter().map(|legal| (legal, legal)).chain(open.iter().map(|(open, twin)| (open, twin))));
    }
    let branches = [found.tried(), found.branches.values().map(FxHashMap::len).sum()].map(|n| n as u64);
    Perturbed { changed: found.changed, branches }
}

/// What was found.
pub struct Perturbed {
    /// Changed tuples.
    pub changed: Vec<Changed>,
    /// Branches of rules that are tried, and all that were met.
    pub branches: [u64; 2],
}

/// Most elements of a tuple that is there only because its kind is rare.
const SMALL: u64 = 16 << 10;
/// Kinds of change by which a rule that never decides alone is tried.
const HIDDEN: usize = 8;
/// Most tuples of a rare kind that come from one kind of change.
const ALIKE: usize = 3;

/// What tuples are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// All that violate several rules.
    Several,
    /// All that were made for two questions to meet.
    Met,
    /// Those that violate a rule which never decides alone.
    Hidden(usize),
    /// Those of one kind.
    Of(Kind),
}

/// What to do with a change that would try a branch and is not wanted now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unwanted {
    /// It is dropped.
    Dropped,
    /// It is kept for later.
    Kept,
}

/// What was found so far, and what is still wanted.
struct Found<'a> {
    volume: &'a Volume,
    changed: Vec<Changed>,
    /// By change.
    each: FxHashMap<Key, FxHashMap<Name, usize>>,
    of_base: FxHashMap<Key, usize>,
    total: FxHashMap<Key, usize>,
    /// Operands whose change was tried for each kind.
    operands: FxHashMap<Key, FxHashSet<Name>>,
    /// Element types of the first operand that were met for each kind, and whether they are tried.
    dtypes: FxHashMap<Key, FxHashMap<DType, bool>>,
    /// Tuples for element types that were not wanted when they were met, the first of each.
    spare: Vec<Changed>,
    /// Branches of rules that were met, by change, and whether they are tried.
    branches: FxHashMap<Key, FxHashMap<Name, bool>>,
    /// Tuples for branches that were not wanted when they were met, the first of each and the first small one.
    left: Vec<Changed>,
    /// Large tuples for branches that no tuple tries so far, the first of each.
    large: Vec<Changed>,
    seen: FxHashSet<SmolStr>,
    /// Rules that no tuple violates alone.
    hidden: FxHashSet<usize>,
    /// Changes after which a tuple was as legal as before.
    slack: FxHashSet<Name>,
    /// By change, the rules by which a tuple was last seen to be rejected.
    rejecting: FxHashMap<Name, Hint>,
    /// Over all rounds, how many there are of each kind.
    ever: FxHashMap<Kind, usize>,
}

impl<'a> Found<'a> {
    fn new(contract: &Contract, volume: &'a Volume) -> Found<'a> {
        let is_hidden = |(_, rule): &(usize, &Rule)| volume.branches && contract.unreachable(rule).is_some();
        let (each, of_base, total) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Found {
            volume,
            changed: vec![],
            each,
            of_base,
            total,
            operands: FxHashMap::default(),
            dtypes: FxHashMap::default(),
            spare: vec![],
            branches: FxHashMap::default(),
            left: vec![],
            large: vec![],
            seen: FxHashSet::default(),
            hidden: contract.rules().enumerate().filter(is_hidden).map(|(at, _)| at).collect(),
            slack: FxHashSet::default(),
            rejecting: FxHashMap::default(),
            ever: FxHashMap::default(),
        }
    }

    /// Forgets, in a new round, what single rules have.
    fn begin(&mut self) {
        self.each.clear();
        self.total.retain(|key, _| matches!(key, Key::Several | Key::Met | Key::Of(Kind::Joint(_))));
    }

    /// Changes a base in all ways that may be wanted, and keeps what is.
    fn change(
        &mut self,
        contract: &Contract,
        form: &Form,
        base: &Arc<Choice>,
        unwanted: Unwanted,
        wanted: impl Fn(&Self, &Kind, &Edit, u64) -> bool,
    ) {
        self.of_base.clear();
        let several = Kind::Several(vec![]);
        let mut copy = Choice::clone(base);
        for edit in &edits(form, contract.profile, base) {
            let before = self.rejecting.get(&edit.name).copied().unwrap_or_default();
            let mut hint = before;
            let seen = edit.look(base, &mut copy, |after| {
                let elements = after.tuple.elements();
                // Nothing that is looked for among the rest is large, but for branches, and these are of one rule.
                let kind = if unwanted == Unwanted::Kept && elements > SMALL {
                    may_be_branch(&edit.name).then(|| kind_of_single(contract, &mut hint, after))??
                } else {
                    kind_after(contract, &mut hint, after, || wanted(self, &several, edit, elements))?
                };
                let new = self.volume.branches && self.is_branch(&kind, &edit.name);
                let is_wanted = wanted(self, &kind, edit, elements);
                let is_spare = !is_wanted && elements <= SMALL && self.lacks(&kind, dtype(base));
                ((new || is_wanted || is_spare) && usable(contract, form, after, &kind)).then_some((kind, new, is_wanted, is_spare))
            });
            if hint != before {
                self.rejecting.insert(edit.name.clone(), hint);
            }
            let Some((kind, new, is_wanted, is_spare)) = seen else { continue };
            // The base is legal: it was found to be.
            let twin = edit.twin(base);
            if !edit.is_at_limit() && !is_plainly_legal(contract, &twin) {
                continue;
            }
            if new {
                self.branches.entry(self.key(&kind).0).or_default().entry(edit.name.clone()).or_insert(false);
            }
            let changed = Changed { kind, choice: edit.after(base), edit: Some(edit.name.clone()), twin };
            if is_spare {
                self.dtypes.entry(self.key(&changed.kind).0).or_default().entry(dtype(base)).or_insert(false);
                self.spare.push(changed.clone());
            }
            if is_wanted {
                self.add(changed);
            } else if unwanted == Unwanted::Kept {
                self.leave(changed);
            }
        }
    }

    /// Whether a kind that is one rule's was not met in an element type.
    fn lacks(&self, kind: &Kind, dtype: DType) -> bool {
        if !matches!(kind, Kind::Illegal(_) | Kind::Open(..) | Kind::Told(_)) {
            return false;
        }
        let (key, limit) = self.key(kind);
        limit > 1 && !self.dtypes.get(&key).is_some_and(|dtypes| dtypes.contains_key(&dtype))
    }

    /// Adds what tries a rule in an element type in which none does: whoever checks it in others alone is found out.
    fn add_spare(&mut self) {
        for spare in std::mem::take(&mut self.spare) {
            let (key, dtype) = (self.key(&spare.kind).0, dtype(&spare.twin));
            if self.dtypes.get(&key).and_then(|dtypes| dtypes.get(&dtype)) != Some(&true) {
                self.add(spare);
            }
        }
    }

    /// Keeps a tuple for a branch, if no smaller one is kept for it.
    fn leave(&mut self, changed: Changed) {
        let is_small = |changed: &Changed| changed.choice.tuple.elements() <= SMALL;
        let alike = |left: &Changed| left.edit == changed.edit && left.kind == changed.kind && (is_small(left) || !is_small(&changed));
        if !self.left.iter().any(alike) {
            self.left.push(changed);
        }
    }

    /// Adds a tuple that tries a branch that none tries so far: at once, or, where it is large, if no smaller one does.
    fn add_branch(&mut self, changed: Changed) {
        if !changed.edit.as_ref().is_some_and(|edit| self.is_branch(&changed.kind, edit)) {
            return;
        }
        if changed.choice.tuple.elements() <= SMALL {
            return self.add(changed);
        }
        if !self.large.iter().any(|large| large.kind == changed.kind && large.edit == changed.edit) {
            self.large.push(changed);
        }
    }

    fn add_large(&mut self) {
        for large in std::mem::take(&mut self.large) {
            if large.edit.as_ref().is_some_and(|edit| self.is_branch(&large.kind, edit)) {
                self.add(large);
            }
        }
    }

    /// Changes an open tuple of each question once more, so that two questions meet.
    fn joint(&mut self, contract: &Contract, form: &Form) {
        let mut questions: BTreeMap<usize, (Choice, Arc<Choice>)> = BTreeMap::new();
        for changed in &self.changed {
            if let Kind::Open(rule, _) | Kind::Told(rule) = changed.kind {
                questions.entry(rule).or_insert_with(|| (changed.choice.clone(), Arc::clone(&changed.twin)));
            }
        }
        for (question, twin) in questions.values() {
            let mut copy = question.clone();
            for edit in &edits(form, contract.profile, question) {
                if self.number(&Key::Met) >= self.volume.joint {
                    return;
                }
                let met = edit.look(question, &mut copy, |after| {
                    let kind = kind_if(contract, after, || false).filter(|kind| matches!(kind, Kind::Joint(_)))?;
                    let new = !self.total.contains_key(&self.key(&kind).0);
                    (new && after.tuple.elements() <= SMALL && usable(contract, form, after, &kind)).then_some(kind)
                });
                if let Some(kind) = met {
                    *self.total.entry(Key::Met).or_default() += 1;
                    self.add(Changed { kind, choice: edit.after(question), edit: Some(edit.name.clone()), twin: Arc::clone(twin) });
                }
            }
        }
    }

    /// Exchanges the inputs of tuples, each with a legal twin, where only options that are not admitted let it run then.
    fn exchange<'c>(&mut self, contract: &Contract, form: &Form, bases: impl Iterator<Item = (&'c Arc<Choice>, &'c Arc<Choice>)>) {
        let mut tried: FxHashMap<String, usize> = FxHashMap::default();
        for (base, twin) in bases.filter(|(base, _)| base.tuple.elements() <= SMALL) {
            for edit in exchanges(base) {
                let choice = edit.after(base);
                let kind = kind_if(contract, &choice, || true).filter(|kind| matches!(kind, Kind::Several(_)));
                let (Some(kind), Some(options)) = (kind, let_in(contract, &choice)) else { continue };
                let number = tried.entry(format!("{options:?}")).or_default();
                if *number < self.volume.beside && usable(contract, form, &choice, &kind) {
                    *number += 1;
                    self.add(Changed { kind, choice, edit: Some(edit.name.clone()), twin: Arc::clone(twin) });
                }
            }
        }
    }

    /// Changes tuples that are open: what is asked of legal tuples is asked of these, too. A settled rule is tried beside
    /// the question, and every data class.
    fn beside_questions(&mut self, contract: &Contract, form: &Form, open: &[(Arc<Choice>, Arc<Choice>)]) {
        let mut tried = Tried::new(self.volume);
        for (base, twin) in open {
            let own = contract.loud_legality(&base.tuple, base.class);
            let of_own: Rc<str> = instantiation(base).into();
            let beside = |rule: usize, rejected: bool| Beside::Rule(rule, rejected, Rc::clone(&of_own));
            let is_other = |rule: usize| own.contests.iter().all(|contest| contest.rule != rule);
            let (mut of_base, mut classes) = (0, 0);
            let mut copy = Choice::clone(base);
            for edit in &edits(form, contract.profile, base) {
                // What is left then is a data class.
                if of_base > 0 && (classes > 0 || !edit.name.is_of_class()) {
                    continue;
                }
                let before = self.rejecting.get(&edit.name).copied().unwrap_or_default();
                let mut hint = before;
                let found = edit.look(base, &mut copy, |after| {
                    if after.tuple.elements() > SMALL {
                        return None;
                    }
                    let kind = match contract.glance_after(&mut hint, &after.tuple, after.class) {
                        // Which rules it breaks is asked where the first one that counts is wanted alone.
                        Glance::Rejected if of_base < 1 => {
                            let rule = contract.first_broken(&after.tuple, after.class, is_other)?;
                            tried.lacks(&beside(rule, true)).then(|| Kind::Several(contract.broken(&after.tuple, after.class)))?
                        }
                        Glance::Several(contests) => kind(&contract.together(contests)),
                        _ => return None,
                    };
                    let (key, number) = match &kind {
                        Kind::Joint(rules) if after.class != base.class => (Beside::Class(rules.clone(), after.class), &mut classes),
                        // Rejected whatever is chosen, or another question: both are asked of every instantiation.
                        Kind::Several(rules) | Kind::Joint(rules) if of_base < 1 => {
                            let rule = rules.iter().find(|rule| is_other(**rule))?;
                            (beside(*rule, matches!(kind, Kind::Several(_))), &mut of_base)
                        }
                        _ => return None,
                    };
                    let wanted = tried.lacks(&key) && *number < 1 && usable(contract, form, after, &kind);
                    wanted.then(|| {
                        *number += 1;
                        tried.add(key);
                        kind
                    })
                });
                if hint != before {
                    self.rejecting.insert(edit.name.clone(), hint);
                }
                if let Some(kind) = found {
                    self.add(Changed { kind, choice: edit.after(base), edit: Some(edit.name.clone()), twin: Arc::clone(twin) });
                }
            }
        }
    }

    /// Changes a base of each element type where several questions meet, so that every option, also one that is not admitted, has a
    /// tuple of which it makes something else than another one: lists of element types differ in few.
    fn tell_options_apart(&mut self, contract: &Contract, form: &Form, all: &[Arc<Choice>]) {
        // Of each a digest alone: there are many, and long ones.
        let ways = |choice: &Choice| {
            let contests = contract.loud_legality(&choice.tuple, choice.class).contests;
            let numbers = contests.iter().flat_map(Contest::identity);
            blake3::hash(&numbers.flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
        };
        let joint = self.changed.iter().filter(|changed| matches!(changed.kind, Kind::Joint(_)));
        let mut known: FxHashSet<blake3::Hash> = joint.map(|changed| ways(&changed.choice)).collect();
        let mut bases = FxHashSet::default();
        for base in all.iter().filter(|base| base.tuple.elements() <= SMALL && bases.insert(instantiation(base))) {
            let mut copy = Choice::clone(base);
            for edit in edits(form, contract.profile, base).iter().filter(|edit| edit.name.is_of_one()) {
                let new = edit.look(base, &mut copy, |after| {
                    let kind = kind_if(contract, after, || false).filter(|kind| matches!(kind, Kind::Joint(_)))?;
                    (usable(contract, form, after, &kind) && known.insert(ways(after))).then_some(kind)
                });
                if let Some(kind) = new.filter(|_| edit.is_at_limit() || is_plainly_legal(contract, &edit.twin(base))) {
                    self.add(Changed { kind, choice: edit.after(base), edit: Some(edit.name.clone()), twin: edit.twin(base) });
                }
            }
        }
    }

    /// Tuples without rows or columns of which one operand alone says so at compile time, one for each operand and each kind.
    fn emptied(&mut self, contract: &Contract, form: &Form, all: &[Arc<Choice>]) {
        let mut tried: FxHashSet<(Name, Kind)> = FxHashSet::default();
        for base in all.iter().filter(|base| base.tuple.elements() <= SMALL) {
            for edit in emptied_with_one_static(base) {
                let choice = edit.after(base);
                let kind = kind_if(contract, &choice, || false).filter(|kind| *kind != Kind::Legal);
                let Some(kind) = kind.filter(|kind| usable(contract, form, &choice, kind)) else { continue };
                if tried.insert((edit.name.clone(), kind.clone())) {
                    self.add(Changed { kind, choice, edit: Some(edit.name.clone()), twin: Arc::clone(base) });
                }
            }
        }
    }

    /// Boxes the operands of tuples, each with a legal twin, where an option admits it: of each operand in rows and in columns,
    /// as it is stored. Where it may be stored either way, the other changes box it in one of them.
    fn boxed<'c>(&mut self, contract: &Contract, form: &Form, bases: impl Iterator<Item = (&'c Arc<Choice>, &'c Arc<Choice>)>) {
        let may_run = |kind: &Kind| matches!(kind, Kind::Open(..));
        let mut tried: FxHashSet<Vec<Boxed>> =
            self.changed.iter().filter(|c| may_run(&c.kind)).map(|c| boxed_operands(&c.choice)).collect();
        for (base, twin) in bases.filter(|(base, _)| base.tuple.elements() <= SMALL) {
            for edit in boxed(base) {
                let choice = edit.after(base);
                let boxes = boxed_operands(&choice);
                if tried.contains(&boxes) {
                    continue;
                }
                // Of a tuple that is open by itself, together with its question.
                let wanted = |kind: &Kind| may_run(kind) || base != twin && matches!(kind, Kind::Joint(_));
                let kind = kind_if(contract, &choice, || false).filter(wanted);
                let Some(kind) = kind.filter(|kind| usable(contract, form, &choice, kind)) else { continue };
                tried.insert(boxes);
                self.add(Changed { kind, choice, edit: Some(edit.name.clone()), twin: Arc::clone(twin) });
            }
        }
    }

    /// The rules that no tuple violates alone of those that a tuple violates with others.
    fn hidden_in(&self, kind: &Kind) -> impl Iterator<Item = usize> {
        let rules: &[usize] = if let Kind::Several(rules) = kind { rules } else { &[] };
        rules.iter().copied().filter(|rule| self.hidden.contains(rule))
    }

    fn number(&self, key: &Key) -> usize {
        self.total.get(key).copied().unwrap_or(0)
    }

    /// Whether no tuple tries this change of this rule.
    fn is_branch(&self, kind: &Kind, edit: &Name) -> bool {
        let tried = || self.branches.get(&self.key(kind).0).and_then(|of_kind| of_kind.get(edit));
        is_branch_of_one(kind, edit) && tried() != Some(&true)
    }

    /// How many branches are tried.
    fn tried(&self) -> usize {
        self.branches.values().flat_map(FxHashMap::values).filter(|tried| **tried).count()
    }

    /// Whether a tuple of so many elements is of a rare kind, and not like many others; or, where several rules have to do with
    /// it, changed like none.
    fn is_rare_and_new(&self, kind: &Kind, edit: &Edit, elements: u64) -> bool {
        let (key, _) = self.key(kind);
        let is_rare = self.ever.get(kind).is_none_or(|&number| number < self.least(kind));
        let of_base = self.of_base.get(&key).copied().unwrap_or(0);
        let alike = self.of_change(&key, &edit.name);
        let by_itself = matches!(kind, Kind::Several(_)) || matches!(kind, Kind::Joint(_)) && edit.name.is_of_alike();
        let is_new = alike < if is_rare { ALIKE } else { usize::from(by_itself) };
        is_new && of_base < 1 && elements <= SMALL
    }

    /// How many of a kind there are to be, if there can be: where questions meet, half as many as where one rule decides.
    fn least(&self, kind: &Kind) -> usize {
        self.volume.illegal_least / if matches!(kind, Kind::Joint(_)) { 2 } else { 1 }
    }

    fn of_change(&self, key: &Key, edit: &Name) -> usize {
        self.each.get(key).and_then(|of_key| of_key.get(edit)).copied().unwrap_or(0)
    }

    fn wants(&self, kind: &Kind, edit: &Name) -> bool {
        let (key, limit) = self.key(kind);
        let number = |counts: &FxHashMap<Key, usize>| counts.get(&key).copied().unwrap_or(0);
        let few = || number(&self.total) < limit && number(&self.of_base) < self.volume.illegal_of_base;
        let each = self.of_change(&key, edit);
        // Whether something may be empty that nobody reads, no page says.
        if *kind == Kind::Legal {
            return self.volume.slack && !self.slack.contains(edit) && !edit.is_of_class() && !edit.empties() && edit.is_of_one();
        }
        // A data class is an edit of its own, and has to meet many shapes.
        if matches!(kind, Kind::Told(_)) && each < self.volume.told_each && number(&self.of_base) < self.volume.illegal_of_base {
            return true;
        }
        // A rule is tried on every operand that it concerns, however many tuples those before have taken:
        // whoever forgets to check one operand is found out.
        let one_rule = limit > 1 && !matches!(kind, Kind::Several(_) | Kind::Joint(_) | Kind::Legal);
        let anew = || one_rule && !self.operands.get(&key).is_some_and(|operands| operands.contains(&edit.place()));
        // What never decides alone is tried beside whatever else is broken.
        let lacks = |rule: usize| self.each.get(&Key::Hidden(rule)).is_none_or(|tried| tried.len() < HIDDEN && !tried.contains_key(edit));
        if edit.is_of_one() && self.hidden_in(kind).any(lacks) {
            return true;
        }
        // Layouts such as NZ break several rules wherever they stand: each is tried on every operand.
        let layout = || edit.is_of_one() && edit.is_of_layout();
        let branch = || self.volume.branches && (is_branch_of_one(kind, edit) || layout()) && each == 0;
        each < self.volume.illegal_each && (branch() || few() || anew())
    }

    /// What a kind is counted by, and how many there are to be.
    fn key(&self, kind: &Kind) -> (Key, usize) {
        match kind {
            Kind::Several(_) => (Key::Several, self.volume.several),
            Kind::Legal => (Key::Of(Kind::Legal), 0),
            Kind::Joint(_) => (Key::Of(kind.clone()), self.volume.joint_each),
            other => (Key::Of(other.clone()), self.volume.illegal),
        }
    }

    fn add(&mut self, changed: Changed) {
        let (key, _) = self.key(&changed.kind);
        let Some(edit) = changed.edit.clone() else { return };
        // Another change may have made the same tuple: that tries this branch, too.
        if is_branch_of_one(&changed.kind, &edit) {
            self.branches.entry(key.clone()).or_default().insert(edit.clone(), true);
        }
        if !self.seen.insert(crate::name::name(&changed.choice, 0)) {
            return;
        }
        let hidden: Vec<Key> = self.hidden_in(&changed.kind).map(Key::Hidden).collect();
        for key in hidden.into_iter().chain([key.clone()]) {
            *self.each.entry(key).or_default().entry(edit.clone()).or_default() += 1;
        }
        self.operands.entry(key.clone()).or_default().insert(edit.place());
        self.dtypes.entry(key.clone()).or_default().insert(dtype(&changed.twin), true);
        *self.of_base.entry(key.clone()).or_default() += 1;
        if changed.kind == Kind::Legal {
            self.slack.insert(edit);
        }
        if changed.kind != Kind::Legal {
            *self.ever.entry(changed.kind.clone()).or_default() += 1;
        }
        *self.total.entry(key).or_default() += 1;
        self.changed.push(changed);
    }
}

/// The reading of which options that are not admitted let in a tuple that is rejected whatever is admitted, and these, a bit
/// each: who follows one of them is found out by it.
fn let_in<'a>(contract: &Contract<'a>, choice: &Choice) -> Option<(&'a str, u64)> {
    let contests = contract.legality(&choice.tuple, choice.class).contests;
    let reading = |contest: &Contest| contract.rule(contest.rule).reading.as_deref();
    let one = contests.first().and_then(reading)?;
    let options = contests.iter().fold(u64::MAX, |options, contest| options & contest.letting_in());
    (options != 0 && contests.iter().all(|contest| reading(contest) == Some(one))).then_some((one, options))
}

/// An operand with boxes, how it is stored, how these are, and whether it has the first operand's valid region: which of two
/// inputs is expanded may be told by that.
type Boxed = (usize, BLayout, SLayout, bool);

fn boxed_operands(choice: &Choice) -> Vec<Boxed> {
    let operands = &choice.tuple.operands;
    let boxed = operands.iter().map(|o| &o.tile).enumerate().filter(|(_, tile)| tile.slayout != SLayout::NoneBox);
    boxed.map(|(at, tile)| (at, tile.blayout, tile.slayout, tile.valid == operands[0].tile.valid)).collect()
}

/// The element type of the first operand.
fn dtype(choice: &Choice) -> DType {
    choice.tuple.operands[0].tile.dtype
}

/// Element types and attributes.
fn instantiation(Choice { tuple, .. }: &Choice) -> String {
    let dtypes: BTreeSet<&str> = tuple.operands.iter().map(|o| o.tile.dtype.name()).collect();
    format!("{dtypes:?} {:?}", tuple.attributes)
}

/// Whether a change is a branch of a rule: it breaks this rule and no other, and is one of a single operand, or takes a type
/// for another one of the same width.
fn is_branch_of_one(kind: &Kind, edit: &Name) -> bool {
    matches!(kind, Kind::Illegal(_) | Kind::Open(..)) && may_be_branch(edit)
}

fn may_be_branch(edit: &Name) -> bool {
    edit.is_of_one() || edit.is_of_alike()
}
