//! What the rules say of a tuple that was changed, as far as a set can hold it.

use crate::model::{Choice, supports};
use ptoconf_reference::{Class, Contest, Contract, Form, Glance, Hint, Legality, Verdict};

/// What the rules say of a changed tuple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// What the rules say of a tuple that is not plainly legal; `None` where that is nothing a set could hold.
pub fn kind_of(contract: &Contract, form: &Form, choice: &Choice) -> Option<Kind> {
    let kind = kind_if(contract, choice, || true)?;
    usable(contract, form, choice, &kind).then_some(kind)
}

/// What the rules say of a tuple of which several have something to say, or none.
pub fn kind(legality: &Legality) -> Kind {
    let rules = || legality.contests.iter().map(|c| c.rule).collect();
    if let Some(rule) = legality.single_violation() {
        return Kind::Illegal(rule);
    }
    match (&legality.contests[..], legality.verdict) {
        ([], _) => Kind::Legal,
        ([contest], _) => kind_of_one(contest),
        (_, Verdict::Reject) => Kind::Several(rules()),
        (_, Verdict::Accept | Verdict::Either) => Kind::Joint(rules()),
    }
}

/// What the rules say of a tuple of which one has something to say.
fn kind_of_one(contest: &Contest) -> Kind {
    match contest.rejects() {
        true => Kind::Illegal(contest.rule),
        false if contest.is_open() => Kind::Open(contest.rule, contest.rejecting()),
        false => Kind::Told(contest.rule),
    }
}

/// What the rules say of a changed tuple; where several that it breaks reject it whatever is chosen, only if that is wanted.
pub fn kind_if(contract: &Contract, changed: &Choice, several: impl FnOnce() -> bool) -> Option<Kind> {
    kind_after(contract, &mut Hint::default(), changed, several)
}

/// The same after another tuple was changed alike.
pub fn kind_after(contract: &Contract, hint: &mut Hint, changed: &Choice, several: impl FnOnce() -> bool) -> Option<Kind> {
    match contract.glance_after(hint, &changed.tuple, changed.class) {
        Glance::Legal => Some(Kind::Legal),
        Glance::One(contest) => Some(kind_of_one(&contest)),
        Glance::Rejected => several().then(|| Kind::Several(contract.broken(&changed.tuple, changed.class))),
        Glance::Several(contests) => Some(kind(&contract.together(contests))),
    }
}

/// What the rules say of a changed tuple of which one has something to say, after another one was changed alike.
pub fn kind_of_single(contract: &Contract, hint: &mut Hint, changed: &Choice) -> Option<Kind> {
    match contract.glance_after(hint, &changed.tuple, changed.class) {
        Glance::One(contest) => Some(kind_of_one(&contest)),
        Glance::Legal | Glance::Rejected | Glance::Several(_) => None,
    }
}

/// Whether the data class means something for the changed tuple, and its question is asked; tuples without
/// data need neither.
pub fn usable(contract: &Contract, form: &Form, choice: &Choice, kind: &Kind) -> bool {
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
