//! Files that the command line reads by itself, damaged: read, or refused with a message that names them.

use crate::common::{folder, ptoconf};
use ptoconf_fuzz::mutate;

const CONFIG: &str = r#"
impl = "device"
profile = "a2a3"

[run]
tier = "smoke"
report = ["text", "junit=out.xml"]

[preset.nightly]
seed = 7

[implementation.device]
impl = "builtin:a2a3"
version = "2.3"
exec-time = 2.5
"#;
const LIST: &str = "tcolexpand/plain-45f224e444/1\n# red since Monday; mended on Thursday, and red again\ntcolexpand/plain-45f224e444\n";
const WAIVERS: &str = include_str!("../../../fuzz/corpus/waivers.json");

/// How often each file is damaged; `PTOCONF_DAMAGED` makes more of it.
fn attempts() -> u64 {
    std::env::var("PTOCONF_DAMAGED").map_or(60, |number| number.parse().expect("PTOCONF_DAMAGED is a number"))
}

/// Damages a file and has a command read it, again and again; both must come about, being read and being refused.
#[track_caller]
fn reads_or_refuses(name: &str, text: &str, line: &str) {
    let (dir, documents) = (folder(), vec![text.as_bytes().to_vec()]);
    let (mut reads, mut refusals) = (0, 0);
    for number in 0..attempts() {
        let damaged = mutate(0, name, number, &documents);
        std::fs::write(dir.path().join(name), &damaged).unwrap();
        let ran = ptoconf(dir.path(), line);
        let what = || format!("attempt {number}: exit code {}: {}\n{}", ran.code, ran.err, String::from_utf8_lossy(&damaged));
        assert!(!ran.err.contains("panicked"), "{}", what());
        // Waivers that are read cover nothing here, which is an error, too.
        if [0, 1, 4].contains(&ran.code) {
            reads += 1;
        } else {
            // A case that is in no set is named itself.
            let named = ran.err.contains(name) || ran.err.contains("case `");
            assert!([2, 3].contains(&ran.code) && named, "{}", what());
            refusals += 1;
        }
        assert!(!ran.err.contains('\u{1b}') && ran.err.len() < 4000, "{}", what());
    }
    assert!(refusals > 0 && reads > 0, "{name}: {reads} read, {refusals} refused");
}

#[test]
fn a_configuration() {
    reads_or_refuses("ptoconf.toml", CONFIG, "config");
}

#[test]
fn a_list_of_cases() {
    reads_or_refuses("red.txt", LIST, "gen --op tcolexpand --dtype f16 --profile a2a3 --case @red.txt --out set --force");
}

#[test]
fn waivers() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolexpand --form plain --dtype f16 --tier smoke --profile a2a3 --out set").expect(0, &[]);
    ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors set --out run").expect(0, &[]);
    let place = dir.path().display();
    let line = format!("check --impl {place}/run/results --vectors {place}/set --waivers known.json");
    reads_or_refuses("known.json", WAIVERS, &line);
}
