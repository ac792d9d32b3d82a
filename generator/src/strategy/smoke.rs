//! The smoke tier: the tuples of the standard tier that kill most mutants for what they move.
//!
//! `smoke.json` names them for every profile that has an embedded model; `ptoconf selftest --smoke` makes it. A
//! profile without a choice of its own judges the tuples of another's by its own rules. Where nothing is chosen, for an
//! operation that was just added, the tier has the volume that `tiers` gives it.

use crate::item::Item;
use ptoconf_reference::Profile;
use ptoconf_schemas::{BaseProfile, SmokeFile};
use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

/// Names of tuples.
type Names = BTreeSet<String>;

/// Where the smoke tier of an operation comes from.
pub(crate) enum Choice {
    /// These tuples of the profile's own standard tier.
    Own(&'static Names),
    /// The smoke tier of another profile.
    Of(BaseProfile),
    /// No profile near enough has one: an operation that was added, say.
    None,
}

/// The choice for an operation in a profile.
pub(crate) fn choice(profile: &Profile, operation: &str) -> Choice {
    let names = |base: BaseProfile| smoke_names(base.name(), operation);
    match (names(profile.base), names(BaseProfile::Cpu)) {
        (Some(own), _) if profile.is_builtin() => Choice::Own(own),
        (Some(_), _) => Choice::Of(profile.base),
        // The pages alone: nearest to them is the simulator.
        (None, Some(_)) => Choice::Of(BaseProfile::Cpu),
        (None, None) => Choice::None,
    }
}

/// Keeps tuples of these names, and their twins.
pub(crate) fn keep(items: &mut Vec<Item>, names: &Names) {
    crate::filter::keep_with_twins(items, |item| names.contains(item.name.as_str()));
}

/// Makes sure that what is chosen is there: tiers are nested.
pub(crate) fn are_there(names: &Names, items: &[Item], operation: &str) {
    let planned: HashSet<&str> = items.iter().map(|item| item.name.as_str()).collect();
    if let Some(name) = names.iter().find(|name| !planned.contains(name.as_str())) {
        panic!("{operation}/{name} is in smoke.json and no tuple of the tier: take it out there, or make the files of smoke/ anew");
    }
}

/// The tuples of the smoke tier of an operation in a profile that has a choice of its own; twins come besides.
pub fn smoke_names(profile: &str, operation: &str) -> Option<&'static BTreeSet<String>> {
    file().profiles.get(profile).and_then(|p| p.get(operation))
}

fn file() -> &'static SmokeFile {
    static FILE: OnceLock<SmokeFile> = OnceLock::new();
    FILE.get_or_init(|| serde_json::from_str(include_str!("../../smoke.json")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_one_of_this_format() {
        let file: SmokeFile = serde_json::from_str(include_str!("../../smoke.json")).expect("a file of the smoke tier");
        assert_eq!(file.format, SmokeFile::FORMAT);
        let known = |name: &String| BaseProfile::ALL.iter().any(|base| base.name() == name);
        assert!(file.profiles.keys().all(known));
    }
}
