//! What is cited can be looked up in docs/sources.md, and what stands there is true.

use ptoconf_reference::ops;
use std::collections::{BTreeMap, BTreeSet};

/// The cells of each row of the tables of the document.
fn rows() -> Vec<Vec<String>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/sources.md");
    let text = std::fs::read_to_string(path).expect("docs/sources.md");
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|c| c.trim().to_owned()).collect();
    text.lines().filter(|l| l.starts_with("| ")).map(cells).collect()
}

/// The register: number, and what carries it.
fn register() -> BTreeMap<String, String> {
    let number = |cell: &str| cell.starts_with(['G', 'S', 'E', 'C', 'T', 'R']) && cell[1..].parse::<u32>().is_ok();
    let entries = rows().into_iter().filter(|r| r.len() == 3 && number(&r[0]));
    entries.map(|mut r| (r.remove(0), r.pop().unwrap_or_default())).collect()
}

/// The ids that one stands for: `tcolexpandOP/x` for that of every operation whose name goes on after `tcolexpand`.
fn of_siblings(id: &str) -> Vec<String> {
    let Some((first, own)) = id.split_once("OP/") else { return vec![id.to_owned()] };
    let siblings = ops::all().iter().filter(|o| o.name.len() > first.len() && o.name.starts_with(first));
    siblings.map(|o| format!("{}/{own}", o.name)).collect()
}

#[test]
fn the_register_and_the_readings_name_each_other() {
    let register = register();
    assert_eq!(register.len(), 14 + 9 + 11 + 14 + 6 + 44);
    let readings = ops::readings();
    for reading in &readings {
        reading.register.iter().for_each(|n| assert!(register.contains_key(*n), "{}: {n}", reading.id));
    }
    for (number, carried) in &register {
        let named = carried.split('`').skip(1).step_by(2).filter(|id| id.contains('/'));
        let named: BTreeSet<String> = named.flat_map(of_siblings).collect();
        let carriers = readings.iter().filter(|r| r.register.contains(&number.as_str()));
        assert_eq!(named, carriers.map(|r| r.id.clone()).collect(), "{number}");
        assert!(!named.is_empty() || carried.starts_with("none: "), "{number}: {carried}");
    }
}

#[test]
fn every_source_has_its_line() {
    let table: Vec<String> = rows().into_iter().filter(|r| r.len() == 2).map(|mut r| r.remove(0)).collect();
    let known: Vec<&str> = table.iter().flat_map(|names| names.split([',', ';'])).map(|name| name.trim().trim_matches('"')).collect();
    let is_known = |source: &str| known.iter().any(|name| source.starts_with(name));
    let mut unknown = BTreeSet::new();
    for rule in ops::shared().rules.iter().chain(ops::all().iter().flat_map(|o| &o.rules)) {
        unknown.extend(rule.sources.iter().filter(|s| !is_known(&s.page)).map(|s| s.page.clone()));
    }
    for option in ops::readings().iter().flat_map(|r| &r.options) {
        unknown.extend(option.source.split("; ").filter(|part| !is_known(part)).map(str::to_owned));
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn every_decision_that_is_cited_is_described() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/sources.md");
    let text = std::fs::read_to_string(path).expect("docs/sources.md");
    let described = text.split("\n\n").find(|p| p.starts_with("Decisions of the formal specification")).expect("the paragraph");
    let of_rules = ops::shared().rules.iter().chain(ops::all().iter().flat_map(|o| &o.rules)).flat_map(|rule| &rule.sources);
    let cited = of_rules.map(|source| format!("{} {}", source.page, source.section));
    let readings = ops::readings();
    let cited = cited.chain(readings.iter().flat_map(|r| &r.options).map(|option| option.source.to_owned()));
    let mut numbers = BTreeSet::new();
    for text in cited {
        let words: Vec<&str> = text.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.starts_with("Decision") || word.starts_with("ADR")) {
            let listed = words[at + 1..].iter().take_while(|next| **next == "and" || next.parse::<u32>().is_ok());
            numbers.extend(listed.filter(|next| **next != "and").map(|number| (word.starts_with("ADR"), (*number).to_owned())));
        }
    }
    assert!(numbers.len() > 4, "{numbers:?}");
    let is_described = |(is_adr, number): &(bool, String)| {
        let name = if *is_adr { format!("ADR {number}") } else { number.clone() };
        described
            .split(|c: char| !(c.is_alphanumeric() || c == ' '))
            .any(|part| part.ends_with(&name) || part.contains(&format!("{name} ")))
    };
    let unknown: Vec<_> = numbers.iter().filter(|number| !is_described(number)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
