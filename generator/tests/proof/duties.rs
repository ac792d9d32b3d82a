//! What the rules say to do is what the sets expect: whoever enforces what `list rules` lists, and that alone, is
//! right about every tuple.

use crate::common::{PLANS, place};
use ptoconf_reference::{Query, Rule};
use ptoconf_schemas::{Duty, Effect, Expectation, OptionDuty};
use std::collections::BTreeSet;

/// One of the admitted options: the first, the second and so on, as far as there are.
fn followed(options: &[OptionDuty], choice: usize) -> &OptionDuty {
    &options[choice % options.len()]
}

/// Whether an implementation rejects the tuple for this rule that does what it has to, no more and no less.
fn rejects(duty: &Duty, rule: &Rule, query: &Query, choice: usize) -> bool {
    match duty {
        Duty::MustReject => !rule.check(query, ""),
        Duty::MustRun { .. } => false,
        Duty::Either { options, .. } => followed(options, choice).effect == Effect::Rejects && !rule.check(query, ""),
        Duty::Limit { options, .. } => !rule.check(query, &followed(options, choice).option),
    }
}

#[test]
fn who_enforces_what_is_listed_is_right_about_every_tuple() {
    let (mut rejected, mut accepted) = (0, 0);
    for plan in PLANS.iter() {
        let infos = plan.contract.rule_infos();
        let rules: Vec<(&Duty, &Rule)> = infos.iter().map(|i| &i.duty).zip(plan.contract.rules()).collect();
        for (item, choice) in plan.items.iter().flat_map(|i| (0..3).map(move |choice| (i, choice))) {
            let query = Query { tuple: &item.choice.tuple, class: item.choice.class, profile: plan.contract.profile, follows: None };
            let own = rules.iter().any(|(duty, rule)| rejects(duty, rule, &query, choice));
            match item.expect {
                Expectation::Accept { .. } => assert!(!own, "{}: rejected, but it is to run", place(plan, item)),
                Expectation::Reject { .. } => assert!(own, "{}: accepted, but it is to be rejected", place(plan, item)),
                Expectation::Either { .. } => {}
            }
            rejected += u32::from(own);
            accepted += u32::from(!own);
        }
    }
    assert!(rejected > 500 && accepted > 500, "{rejected} {accepted}");
}

/// Checks what the admitted options make of a tuple that breaks the rule, and names the kind of duty.
fn agrees(duty: &Duty, outcomes: &[(String, Effect)], place: &str) -> &'static str {
    let of_options = |options: &[OptionDuty], agree: fn(Effect, Effect) -> bool| {
        let names = outcomes.iter().map(|(name, _)| name);
        assert!(names.eq(options.iter().map(|o| &o.option)), "{place}: {duty:?}, but {outcomes:?}");
        assert!(outcomes.iter().zip(options).all(|((_, real), o)| agree(*real, o.effect)), "{place}: {duty:?}, but {outcomes:?}");
    };
    match duty {
        Duty::MustReject => {
            assert!(outcomes.iter().all(|(_, real)| *real == Effect::Rejects), "{place}: {outcomes:?}");
            "reject"
        }
        Duty::MustRun { effect, .. } => {
            assert!(outcomes.iter().all(|(_, real)| real == effect), "{place}: {duty:?}, but {outcomes:?}");
            "run"
        }
        Duty::Either { options, .. } => {
            of_options(options, |real, said| real == said);
            "either"
        }
        Duty::Limit { options, .. } => {
            of_options(options, |real, said| real == said || real == Effect::Rejects);
            "limit"
        }
    }
}

#[test]
fn duties_are_the_effects_of_the_admitted_options() {
    let mut seen = BTreeSet::new();
    for plan in PLANS.iter() {
        let infos = plan.contract.rule_infos();
        for item in &plan.items {
            for contest in plan.contract.legality(&item.choice.tuple, item.choice.class).contests {
                let duty = &infos[contest.rule].duty;
                seen.insert(agrees(duty, &contest.outcomes, &place(plan, item)));
            }
        }
    }
    assert_eq!(seen, BTreeSet::from(["either", "limit", "reject", "run"]));
}
