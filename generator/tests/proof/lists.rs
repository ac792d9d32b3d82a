//! Lists of element types differ in few: what is admitted of such a question is told apart from
//! every other option by a tuple that nothing settled rejects.

use crate::common::PLANS;
use ptoconf_generator::Plan;
use ptoconf_reference::ops;
use ptoconf_schemas::{BaseProfile, Effect};
use std::collections::BTreeMap;

/// The question of several lists that are admitted at once, after the slash.
const LISTS: &str = "/src1-dtypes";

/// What each option of such a question makes of the tuples of a plan in which only questions are asked.
fn effects(plan: &Plan) -> BTreeMap<String, BTreeMap<String, Vec<Effect>>> {
    let mut effects: BTreeMap<String, BTreeMap<String, Vec<Effect>>> = BTreeMap::new();
    for item in &plan.items {
        let contests = plan.contract.contest_infos(&plan.contract.legality(&item.choice.tuple, item.choice.class));
        if contests.iter().any(|contest| contest.reading.is_none()) {
            continue;
        }
        for contest in contests {
            let Some(reading) = contest.reading.filter(|id| id.ends_with(LISTS)) else { continue };
            let of_reading = effects.entry(reading).or_default();
            contest.effects.iter().for_each(|(option, effect)| of_reading.entry(option.to_string()).or_default().push(*effect));
        }
    }
    effects
}

#[test]
fn lists_of_element_types_are_told_apart() {
    let mut told_apart = 0;
    for plan in PLANS.iter().filter(|plan| plan.contract.profile.base == BaseProfile::A2a3) {
        for (reading, options) in effects(plan) {
            let known = ops::readings().into_iter().find(|known| known.id == reading).expect("a reading");
            for option in plan.contract.profile.admitted(known) {
                let alike: Vec<&String> =
                    options.iter().filter(|(_, effects)| **effects == options[&option]).map(|(name, _)| name).collect();
                assert_eq!(alike, [&option], "{reading}");
            }
            told_apart += usize::from(options.len() > 1);
        }
    }
    assert!(told_apart == 7, "{told_apart}");
}
