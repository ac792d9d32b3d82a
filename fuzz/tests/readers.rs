//! A few attempts with every reader; the program makes as many as one likes.

use ptoconf_fuzz::{Damage, attempt, limit_memory, targets};
use std::time::Duration;

#[test]
fn damaged_documents_are_read_or_refused() {
    limit_memory().expect("a limit of memory");
    for mut target in targets() {
        let found = attempt(&mut target, Damage::Chance(0), 0, 500, Duration::from_secs(20), |_| ());
        assert!(found.attempts > 10, "{}: {found:?}", target.name);
        assert!(found.findings.is_empty(), "{found:?}");
    }
}

/// The damage that disks do most: one bit, or a missing end. Nothing of it is ever missed; the program tries every file of the set.
#[test]
fn single_bits_and_missing_ends_count() {
    for mut target in targets().into_iter().filter(|t| t.name == "set-cases") {
        let found = attempt(&mut target, Damage::Every, 0, 3000, Duration::from_secs(60), |_| ());
        assert!(found.attempts == 3000 && found.findings.is_empty(), "{found:?}");
    }
}
