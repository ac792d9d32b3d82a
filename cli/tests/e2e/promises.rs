//! docs/security.md: each promise names the tests that hold it, and they exist.

use std::collections::BTreeSet;
use std::path::Path;

/// The names in the last column of every table: `folder/file::test`, the folder below the tests of the command or the workspace.
fn named(page: &str) -> Vec<&str> {
    let cells =
        page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise")).filter_map(|line| line.rsplit('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

fn exists(tests: &Path, name: &str) -> bool {
    let Some((file, test)) = name.split_once("::") else { return false };
    let places = [tests, &tests.join("../..")].map(|place| place.join(file).with_extension("rs"));
    let source: String = places.iter().filter_map(|place| std::fs::read_to_string(place).ok()).collect();
    source.contains(&format!("#[test]\nfn {test}() {{"))
}

#[test]
fn every_promise_is_held_by_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("../docs/security.md")).unwrap();
    let promises = page.lines().filter(|line| line.starts_with("| ") && line.contains("::")).count();
    let rows = page.lines().filter(|line| line.starts_with("| ")).count() - page.lines().filter(|line| line.starts_with("| ---")).count();
    assert_eq!(promises + page.matches("| promise |").count(), rows, "a promise without a test");
    let names = named(&page);
    assert!(names.len() >= promises && promises >= 15, "{names:?}");
    let missing: Vec<&&str> = names.iter().filter(|name| !exists(&root.join("tests"), name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "named twice");
}
