//! A set gives nothing away: whoever looks at everything but the descriptors guesses no better than a coin.

mod learn;
mod seen;

use crate::common::{files, folder, open, own_run, ptoconf};
use crate::whole::whole;
use learn::guess;
use seen::{Seen, look};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Profiles whose whole sets are looked at. No dtype of `cpu` is not in these, and the same code makes its tuples.
const LOOKED_AT: [&str; 3] = ["a2a3", "a5", "portable"];

/// By profile, what was seen of its whole set.
static SEEN: Mutex<BTreeMap<String, Arc<Vec<Seen>>>> = Mutex::new(BTreeMap::new());

/// Looks at a whole set while it has its arrays.
pub fn keep(profile: &str, set: &Path) {
    if !LOOKED_AT.contains(&profile) {
        return;
    }
    let seen = Arc::new(look(&open(set)));
    SEEN.lock().expect("no test panics here").insert(profile.to_owned(), seen);
}

fn seen(profile: &str) -> Arc<Vec<Seen>> {
    whole(profile);
    SEEN.lock().expect("no test panics here")[profile].clone()
}

fn is_a_coin(seen: &[Seen]) {
    let found = guess(seen);
    println!("{:.3} of {:.3} by {:?}", found.accuracy, found.bound, found.by);
    assert!(found.bound < 0.57, "too few tuples to say anything: {}", found.bound);
    assert!(
        found.accuracy <= found.bound,
        "{:.3} are recognised, by {:?}; a coin stays below {:.3}",
        found.accuracy,
        found.by,
        found.bound
    );
}

#[test]
fn what_is_seen_of_a_tuple_does_not_tell_whether_it_is_legal() {
    for profile in LOOKED_AT {
        is_a_coin(&seen(profile));
    }
}

/// Each of these would tell, were it only so with one illegal tuple of two.
#[test]
fn the_classifier_finds_what_is_planted() {
    let planted: [(&str, f64); 7] = [
        ("inputs", 0.0),
        ("cases beside those of its size", -2.0),
        ("name 3", 0.0),
        ("place in the container", 1.0),
        ("zeros", 1.0),
        ("like the next case", 1.0),
        ("tiles of the one before", 3.0),
    ];
    let a2a3: Vec<Seen> = look(&open(&own_run("a2a3").join("vectors"))).into_iter().step_by(3).collect();
    for (name, value) in planted {
        let mut seen = a2a3.clone();
        seen.iter_mut().filter(|s| !s.legal).step_by(2).for_each(|s| _ = s.features.insert(name, value));
        let found = guess(&seen);
        assert!(found.accuracy > found.bound, "{name}: {:.3} of {:.3}, by {:?}", found.accuracy, found.bound, found.by);
    }
    let mut sorted = a2a3.clone();
    sorted.iter_mut().for_each(|s| *s.features.entry("position").or_default() += f64::from(u8::from(s.legal)));
    let found = guess(&sorted);
    assert!(found.accuracy > 0.95, "an order by legality: {:.3}", found.accuracy);
}

/// What a blind set shows is what every set shows.
#[test]
fn a_blind_set_is_the_same_set_without_answers() {
    let dir = folder();
    for (out, more) in [("open", ""), ("blind", "--blind")] {
        ptoconf(dir.path(), &format!("gen --profile a2a3 --tier smoke --seed 5 {more} --out {out}")).expect(0, &[]);
    }
    let [mut open, blind, answers] = ["open", "blind", "blind_answers"].map(|name| files(&dir.path().join(name)));
    let heads = [open.remove("suite.json"), blind.get("suite.json").cloned(), answers.get("answers.json").cloned()];
    assert!(heads.iter().all(Option::is_some));
    let apart: std::collections::BTreeMap<_, _> = blind.into_iter().chain(answers).filter(|(name, _)| name.contains('/')).collect();
    assert!(open == apart, "{:?} and {:?}", open.keys(), apart.keys());
}
