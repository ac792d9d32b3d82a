//! Illegal and open tuples: legal ones, changed a little, of which the rules say that they violate
//! exactly one rule, or put exactly one in question; some violate several, or put several in question at
//! once. Each keeps its legal twin.

use crate::model::{Choice, is_plainly_legal, supports};
use crate::strategy::edit::{Edit, branch_edits, edits};
use crate::tiers::Volume;
use ptoconf_reference::{Class, Contest, Contract, Effect, Form, Legality, Profile, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// What the rules say of a changed tuple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It violates this rule and no other is in question.
    Illegal(usize),
    /// This rule is in question and none is violated; these of its admitted options, a bit each, reject it, and others
    /// do not. Where others reject, it is another question.
    Open(usize, u64),
    /// This rule's reading says what it does, and no admitted option rejects it.
    Told(usize),
    /// It breaks these rules, and is rejected whatever is chosen.
    Several(Vec<usize>),
    /// It is as legal as before: a rule that is stricter than the pages would reject it.
    Legal,
    /// It breaks the words of these rules, and the choice of several options together decides.
    Joint(Vec<usize>),
}

/// A changed tuple.
#[derive(Clone, Debug)]
pub struct Changed {
    /// What the rules say of it.
    pub kind: Kind,
    /// The tuple.
    pub choice: Choice,
    /// What was changed.
    pub edit: String,
    /// A legal tuple that differs in that one thing.
    pub twin: Choice,
}

/// Finds changed tuples of the legal bases, as many of each kind as the volume asks for; anew in every round.
/// Kinds of which there are few then are looked for among the rest, too; and `open` tuples, each with a legal twin, are
/// changed once more.
pub fn perturb(
    contract: &Contract,
    form: &Form,
    rounds: &[&[Choice]],
    rest: &[Choice],
    open: &[(Choice, Choice)],
    volume: &Volume,
) -> Perturbed {
    let mut found = Found::new(volume);
    for bases in rounds {
        found.begin();
        for base in *bases {
            found.change(contract, form, base, &Look::ALL, |found, kind, edit| found.wants(kind, &edit.name));
        }
    }
    found.joint(contract, form);
    found.begin();
    for base in rest {
        if !found.is_any_rare() {
            break;
        }
        found.change(contract, form, base, &Look::ALL, |found, kind, edit| found.is_rare(kind) && found.is_new(kind, edit));
    }
    if volume.branches {
        let wanted = |found: &Found, kind: &Kind, edit: &Edit| found.is_branch(kind, &edit.name);
        rest.iter().for_each(|base| found.change(contract, form, base, &Look::BRANCHES, wanted));
        found.add_large();
    }
    found.beside_questions(contract, form, open);
    let branches = [found.tried(), found.branches.values().map(BTreeMap::len).sum()].map(|n| n as u64);
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
/// Most tuples of a rare kind that come from one kind of change.
const ALIKE: usize = 3;

/// What the rules say of a tuple that is not plainly legal; `None` where that is nothing a set could hold.
pub fn kind_of(contract: &Contract, form: &Form, choice: &Choice) -> Option<Kind> {
    kind(&contract.legality(&choice.tuple, choice.class)).filter(|kind| usable(contract, form, choice, kind))
}

fn kind(legality: &Legality) -> Option<Kind> {
    let rules = || legality.contests.iter().map(|c| c.rule).collect();
    if let Some(rule) = legality.single_violation() {
        return Some(Kind::Illegal(rule));
    }
    match (&legality.contests[..], legality.verdict) {
        ([], _) => Some(Kind::Legal),
        ([contest], _) if contest.is_open() => Some(Kind::Open(contest.rule, rejecting(contest))),
        ([contest], _) => Some(Kind::Told(contest.rule)),
        (_, Verdict::Reject) => Some(Kind::Several(rules())),
        (_, Verdict::Accept | Verdict::Either) => Some(Kind::Joint(rules())),
    }
}

/// The admitted options that reject, a bit each.
fn rejecting(contest: &Contest) -> u64 {
    contest.admitted().filter(|(_, effect)| *effect == Effect::Rejects).fold(0, |bits, (i, _)| bits | 1 << i)
}

/// Whether the data class means something for the changed tuple, and its question is asked; tuples without
/// data need neither.
fn usable(contract: &Contract, form: &Form, choice: &Choice, kind: &Kind) -> bool {
    let Some(class) = Class::parse(choice.class) else { return false };
    let asked = |rule: &usize| contract.is_asked(*rule, &choice.tuple, class.name);
    let is_asked = match kind {
        Kind::Open(rule, _) | Kind::Told(rule) => asked(rule),
        Kind::Joint(rules) => rules.iter().all(asked),
        Kind::Illegal(_) | Kind::Several(_) | Kind::Legal => true,
    };
    if !is_asked {
        return false;
    }
    let needs_data = !matches!(kind, Kind::Illegal(_) | Kind::Several(_));
    let by_value = matches!(kind, Kind::Illegal(rule) if contract.rule(*rule).stage == ptoconf_schemas::Stage::Value);
    !(needs_data || by_value) || supports(contract, form, &choice.tuple, class)
}

/// What tuples are counted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// All that violate several rules.
    Several,
    /// All that were made for two questions to meet.
    Met,
    /// Those of one kind.
    Of(Kind),
}

/// Which changes of a base to look at, and what to do with those that are wanted.
struct Look {
    edits: fn(&Form, &Profile, &Choice) -> Vec<Edit>,
    at: fn(&str) -> bool,
    take: fn(&mut Found<'_>, Changed),
}

impl Look {
    const ALL: Look = Look { edits, at: |_| true, take: |found, changed| found.add(changed) };
    const BRANCHES: Look = Look { edits: branch_edits, at: may_be_branch, take: |found, changed| found.add_branch(changed) };
}

/// What was found so far, and what is still wanted.
struct Found<'a> {
    volume: &'a Volume,
    changed: Vec<Changed>,
    /// By change.
    each: BTreeMap<Key, BTreeMap<String, usize>>,
    of_base: BTreeMap<Key, usize>,
    total: BTreeMap<Key, usize>,
    /// Operands whose change was tried for each kind.
    operands: BTreeMap<Key, BTreeSet<String>>,
    /// Branches of rules that were met, by change, and whether they are tried.
    branches: BTreeMap<Key, BTreeMap<String, bool>>,
    /// Large tuples for branches that no tuple tries so far, the first of each.
    large: Vec<Changed>,
    seen: BTreeSet<String>,
    /// Changes after which a tuple was as legal as before.
    slack: BTreeSet<String>,
    /// Over all rounds, how many there are of each kind that is one rule's.
    ever: BTreeMap<Key, usize>,
}

impl<'a> Found<'a> {
    fn new(volume: &'a Volume) -> Found<'a> {
        let (each, of_base, total) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Found {
            volume,
            changed: vec![],
            each,
            of_base,
            total,
            operands: BTreeMap::new(),
            branches: BTreeMap::new(),
            large: vec![],
            seen: BTreeSet::new(),
            slack: BTreeSet::new(),
            ever: BTreeMap::new(),
        }
    }

    /// Forgets, in a new round, what single rules have.
    fn begin(&mut self) {
        self.each.clear();
        self.total.retain(|key, _| matches!(key, Key::Several | Key::Met | Key::Of(Kind::Joint(_))));
    }

    /// Changes a base in all ways that may be wanted, and keeps what is.
    fn change(&mut self, contract: &Contract, form: &Form, base: &Choice, look: &Look, wanted: impl Fn(&Self, &Kind, &Edit) -> bool) {
        self.of_base.clear();
        for edit in (look.edits)(form, contract.profile, base).into_iter().filter(|edit| (look.at)(&edit.name)) {
            let legality = contract.legality(&edit.after.tuple, edit.after.class);
            let Some(kind) = kind(&legality) else { continue };
            let new = self.volume.branches && self.is_branch(&kind, &edit.name);
            let is_wanted = wanted(self, &kind, &edit);
            if !(new || is_wanted) || !usable(contract, form, &edit.after, &kind) {
                continue;
            }
            let twin = edit.inside.unwrap_or_else(|| base.clone());
            if !is_plainly_legal(contract, &twin) {
                continue;
            }
            if new {
                self.branches.entry(self.key(&kind).0).or_default().entry(edit.name.clone()).or_insert(false);
            }
            if is_wanted {
                (look.take)(self, Changed { kind, choice: edit.after, edit: edit.name, twin });
            }
        }
    }

    /// Adds a tuple that tries a branch: at once, or, where it is large, if no smaller one does.
    fn add_branch(&mut self, changed: Changed) {
        if changed.choice.tuple.elements() <= SMALL {
            return self.add(changed);
        }
        if !self.large.iter().any(|large| large.kind == changed.kind && large.edit == changed.edit) {
            self.large.push(changed);
        }
    }

    fn add_large(&mut self) {
        for large in std::mem::take(&mut self.large) {
            if self.is_branch(&large.kind, &large.edit) {
                self.add(large);
            }
        }
    }

    /// Changes an open tuple of each question once more, so that two questions meet.
    fn joint(&mut self, contract: &Contract, form: &Form) {
        let mut questions: BTreeMap<usize, (Choice, Choice)> = BTreeMap::new();
        for changed in &self.changed {
            if let Kind::Open(rule, _) | Kind::Told(rule) = changed.kind {
                questions.entry(rule).or_insert_with(|| (changed.choice.clone(), changed.twin.clone()));
            }
        }
        for (question, twin) in questions.values() {
            for edit in edits(form, contract.profile, question) {
                if self.number(&Key::Met) >= self.volume.joint {
                    return;
                }
                let Some(kind @ Kind::Joint(_)) = kind(&contract.legality(&edit.after.tuple, edit.after.class)) else { continue };
                let new = !self.total.contains_key(&self.key(&kind).0);
                if new && edit.after.tuple.elements() <= SMALL && usable(contract, form, &edit.after, &kind) {
                    *self.total.entry(Key::Met).or_default() += 1;
                    self.add(Changed { kind, choice: edit.after, edit: edit.name, twin: twin.clone() });
                }
            }
        }
    }

    /// Changes tuples that are open: what is asked of legal tuples is asked of these, too. A settled rule is tried beside
    /// the question, and every data class.
    fn beside_questions(&mut self, contract: &Contract, form: &Form, open: &[(Choice, Choice)]) {
        let mut tried: BTreeMap<String, usize> = BTreeMap::new();
        for (base, twin) in open {
            let own = contract.legality(&base.tuple, base.class);
            let (mut of_base, mut classes) = (0, 0);
            for edit in edits(form, contract.profile, base) {
                let Some(kind) = kind(&contract.legality(&edit.after.tuple, edit.after.class)) else { continue };
                let (key, least, number) = match &kind {
                    Kind::Joint(rules) if edit.after.class != base.class => {
                        (format!("{rules:?} {}", edit.after.class), self.volume.beside_classes, &mut classes)
                    }
                    // Rejected whatever is chosen, or another question: both are asked of every instantiation.
                    Kind::Several(rules) | Kind::Joint(rules) => {
                        let Some(rule) = rules.iter().find(|r| own.contests.iter().all(|c| c.rule != **r)) else { continue };
                        let rejected = matches!(kind, Kind::Several(_));
                        (format!("{rule} {rejected} {}", instantiation(base)), self.volume.beside, &mut of_base)
                    }
                    _ => continue,
                };
                let done = tried.get(&key).copied().unwrap_or(0);
                if done < least && *number < 1 && edit.after.tuple.elements() <= SMALL && usable(contract, form, &edit.after, &kind) {
                    *number += 1;
                    *tried.entry(key).or_default() += 1;
                    self.add(Changed { kind, choice: edit.after, edit: edit.name, twin: twin.clone() });
                }
            }
        }
    }

    fn number(&self, key: &Key) -> usize {
        self.total.get(key).copied().unwrap_or(0)
    }

    /// Whether no tuple tries this change of this rule.
    fn is_branch(&self, kind: &Kind, edit: &str) -> bool {
        let tried = || self.branches.get(&self.key(kind).0).and_then(|of_kind| of_kind.get(edit));
        is_branch_of_one(kind, edit) && tried() != Some(&true)
    }

    /// How many branches are tried.
    fn tried(&self) -> usize {
        self.branches.values().flat_map(BTreeMap::values).filter(|tried| **tried).count()
    }

    fn is_any_rare(&self) -> bool {
        self.ever.values().any(|&number| number < self.volume.illegal_least)
    }

    /// Whether a tuple of a rare kind is not like many others.
    fn is_new(&self, kind: &Kind, edit: &Edit) -> bool {
        let (key, _) = self.key(kind);
        let of_base = self.of_base.get(&key).copied().unwrap_or(0);
        let each = self.of_change(&key, &edit.name);
        of_base < 1 && each < ALIKE && edit.after.tuple.elements() <= SMALL
    }

    fn of_change(&self, key: &Key, edit: &str) -> usize {
        self.each.get(key).and_then(|of_key| of_key.get(edit)).copied().unwrap_or(0)
    }

    fn is_rare(&self, kind: &Kind) -> bool {
        self.ever.get(&self.key(kind).0).is_none_or(|&number| number < self.volume.illegal_least)
    }

    fn wants(&self, kind: &Kind, edit: &str) -> bool {
        let (key, limit) = self.key(kind);
        let number = |counts: &BTreeMap<Key, usize>| counts.get(&key).copied().unwrap_or(0);
        let few = number(&self.total) < limit && number(&self.of_base) < self.volume.illegal_of_base;
        let each = self.of_change(&key, edit);
        // Whether something may be empty that nobody reads, no page says.
        if *kind == Kind::Legal {
            return self.volume.slack
                && !self.slack.contains(edit)
                && !edit.starts_with("class-")
                && !edit.contains("no-valid")
                && is_of_one(edit);
        }
        // A data class is an edit of its own, and has to meet many shapes.
        if matches!(kind, Kind::Told(_)) && each < self.volume.told_each && number(&self.of_base) < self.volume.illegal_of_base {
            return true;
        }
        // A rule is tried on every operand that it concerns, however many tuples those before have taken:
        // whoever forgets to check one operand is found out.
        let one_rule = limit > 1 && !matches!(kind, Kind::Several(_) | Kind::Joint(_) | Kind::Legal);
        let anew = one_rule && !self.operands.get(&key).is_some_and(|operands| operands.contains(operand(edit)));
        // Layouts such as NZ break several rules wherever they stand: each is tried on every operand.
        let layout = is_of_one(edit) && is_layout(edit);
        let branch = self.volume.branches && (is_branch_of_one(kind, edit) || layout) && each == 0;
        (few || anew || branch) && each < self.volume.illegal_each
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
        // Another change may have made the same tuple: that tries this branch, too.
        if is_branch_of_one(&changed.kind, &changed.edit) {
            self.branches.entry(key.clone()).or_default().insert(changed.edit.clone(), true);
        }
        if !self.seen.insert(crate::name::name(&changed.choice, 0)) {
            return;
        }
        *self.each.entry(key.clone()).or_default().entry(changed.edit.clone()).or_default() += 1;
        self.operands.entry(key.clone()).or_default().insert(operand(&changed.edit).to_owned());
        *self.of_base.entry(key.clone()).or_default() += 1;
        if changed.kind == Kind::Legal {
            self.slack.insert(changed.edit.clone());
        }
        if !matches!(changed.kind, Kind::Several(_) | Kind::Joint(_) | Kind::Legal) {
            *self.ever.entry(key.clone()).or_default() += 1;
        }
        *self.total.entry(key).or_default() += 1;
        self.changed.push(changed);
    }
}

/// Element types and attributes.
fn instantiation(Choice { tuple, .. }: &Choice) -> String {
    let dtypes: BTreeSet<&str> = tuple.operands.iter().map(|o| o.tile.dtype.name()).collect();
    format!("{dtypes:?} {:?}", tuple.attributes)
}

/// The operand or operands that an edit changes.
fn operand(edit: &str) -> &str {
    edit.split('.').next().unwrap_or(edit)
}

/// Whether a change is a branch of a rule: it breaks this rule and no other, and is one of a single operand, or takes a type
/// for another one of the same width.
fn is_branch_of_one(kind: &Kind, edit: &str) -> bool {
    matches!(kind, Kind::Illegal(_) | Kind::Open(..)) && may_be_branch(edit)
}

fn may_be_branch(edit: &str) -> bool {
    is_of_one(edit) || edit.contains("-for-")
}

/// Whether an edit changes one operand by itself.
fn is_of_one(edit: &str) -> bool {
    !operand(edit).contains('+')
}

fn is_layout(edit: &str) -> bool {
    ["nz", "nn", "col-major", "boxed-row_major", "boxed-col_major"].iter().any(|layout| edit.ends_with(layout))
}
