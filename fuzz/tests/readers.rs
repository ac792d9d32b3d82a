//! A few attempts with every reader; the program makes as many as one likes.

use ptoconf_fuzz::{attempt, limit_memory, targets};
use std::time::Duration;

#[test]
fn damaged_documents_are_read_or_refused() {
    limit_memory().expect("a limit of memory");
    for mut target in targets() {
        let found = attempt(&mut target, 0, 0, 500, Duration::from_secs(20), |_| ());
        assert!(found.attempts > 10, "{}: {found:?}", target.name);
        assert!(found.findings.is_empty(), "{found:?}");
    }
}

/// The damage that disks do most: one bit, or a missing end. Nothing of it is ever missed.
#[test]
fn single_bits_and_missing_ends_count() {
    for mut target in targets().into_iter().filter(|t| ["set-cases", "containers"].contains(&t.name)) {
        let bytes = target.documents[0].clone();
        for at in (0..bytes.len()).step_by(if target.name == "containers" { 29 } else { 1 }) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            (target.read)(&flipped);
            (target.read)(&bytes[..at]);
        }
    }
}
