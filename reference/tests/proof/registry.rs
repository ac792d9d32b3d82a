//! What the registry of operations promises: ids, sources, readings and their options.

use ptoconf_reference::{Contract, Profile, ops};
use ptoconf_schemas::BaseProfile;
use std::collections::BTreeSet;

fn rules() -> Vec<&'static ptoconf_reference::Rule> {
    ops::shared().rules.iter().chain(ops::all().iter().flat_map(|o| &o.rules)).collect()
}

#[test]
fn ids_are_unique_and_carry_their_operation() {
    let rule_ids: Vec<&str> = rules().iter().map(|r| r.id.as_str()).collect();
    let readings = ops::readings();
    let reading_ids: Vec<&str> = readings.iter().map(|r| r.id.as_str()).collect();
    for ids in [rule_ids, reading_ids] {
        let set: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(set.len(), ids.len());
    }
    for op in ops::all() {
        let own = op.rules.iter().map(|r| &r.id).chain(op.readings.iter().map(|r| &r.id));
        own.for_each(|id| assert!(id.starts_with(&format!("{}/", op.name)), "{id}"));
        let forms: BTreeSet<&str> = op.forms.iter().map(|f| f.name).collect();
        assert_eq!(forms.len(), op.forms.len(), "{}", op.name);
    }
}

#[test]
fn every_rule_has_words_and_a_source() {
    for rule in rules() {
        assert!(!rule.statement.is_empty() && !rule.sources.is_empty(), "{}", rule.id);
        assert!(rule.sources.iter().all(|s| !s.page.is_empty() && !s.section.is_empty()), "{}", rule.id);
    }
}

#[test]
fn every_reading_that_a_rule_names_is_one_of_its_own_or_a_shared_one() {
    let shared: BTreeSet<&str> = ops::shared().readings.iter().map(|r| r.id.as_str()).collect();
    for op in ops::all() {
        let known = |id: &str| shared.contains(id) || op.readings.iter().any(|r| r.id == id);
        for rule in ops::shared().rules.iter().chain(&op.rules) {
            assert!(rule.reading.as_deref().is_none_or(known), "{}: {:?}", rule.id, rule.reading);
        }
    }
}

#[test]
fn readings_have_options_and_admit_some_of_them() {
    for reading in ops::readings() {
        let names: BTreeSet<&str> = reading.options.iter().map(|o| o.name).collect();
        assert!(names.len() == reading.options.len() && names.len() > 1, "{}", reading.id);
        assert!(reading.question.ends_with(['?', '.']), "{}", reading.id);
        for &base in BaseProfile::ALL {
            let admitted = reading.admitted(base);
            let set: BTreeSet<&str> = admitted.iter().copied().collect();
            assert!(!admitted.is_empty() && set.len() == admitted.len(), "{} under {base}", reading.id);
            assert!(set.is_subset(&names), "{} under {base}: {admitted:?}", reading.id);
        }
        assert!(reading.options.iter().all(|o| !o.statement.is_empty() && !o.source.is_empty()), "{}", reading.id);
    }
}

/// An open rule needs a reading whose options can differ in what they do with a tuple.
#[test]
fn a_rule_left_to_a_reading_has_an_option_that_rejects() {
    use ptoconf_reference::Effect::Rejects;
    for rule in rules().into_iter().filter(|r| !r.has_conditions_by_option()) {
        let Some(id) = &rule.reading else { continue };
        let reading = ops::readings().into_iter().find(|r| r.id == *id).expect("known, see above");
        let rejects = reading.options.iter().filter(|o| o.effect == Rejects).count();
        assert!(rejects > 0 && rejects < reading.options.len(), "{}: {id}", rule.id);
    }
}

#[test]
fn operations_are_sorted_and_every_file_is_registered() {
    let names: Vec<&str> = ops::all().iter().map(|o| o.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ops");
    let files = std::fs::read_dir(folder).expect("the folder of operations");
    let mut found: Vec<String> = files.map(|f| f.expect("a file").file_name().to_string_lossy().replace(".rs", "")).collect();
    found.retain(|name| name != "mod" && name != "shared");
    found.sort();
    // Beside an operation's file stands a folder with the sentences of its page.
    found.dedup();
    assert_eq!(found, names);
    assert!(names.iter().all(|n| ops::find(n).is_some_and(|o| o.name == *n)));
}

#[test]
fn reasons_for_unreachable_rules_name_rules() {
    let profile = Profile::builtin(BaseProfile::A5);
    for op in ops::all() {
        let contract = Contract::new(op, &profile);
        let ids: BTreeSet<&str> = contract.rules().map(|r| r.id.as_str()).collect();
        assert!(op.unreachable.iter().all(|(id, reason)| ids.contains(id) && !reason.is_empty()), "{}", op.name);
        for (profile, _) in contract.rules().flat_map(|r| &r.unreachable) {
            assert!(matches!(*profile, "*" | "built-in") || BaseProfile::ALL.iter().any(|b| b.name() == *profile), "{profile}");
        }
    }
}
