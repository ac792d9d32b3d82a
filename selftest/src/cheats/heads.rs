//! Heads of results that claim something else than they should, or twice.

use super::{Attempts, Cheat, Grounds, cheat};
use std::fs;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat(
        "the digest in other words",
        "The results name the set by the beginning of its digest, in upper case, in a list, by a star, or beside another.",
        |g| {
            let digest = g.tiny.set.digest();
            let zeros = "0".repeat(64);
            let said = [
                format!("\"{}\"", digest.to_uppercase()),
                format!("\"{}\"", &digest[..12]),
                format!("\" {digest}\""),
                "\"\"".to_owned(),
                "\"*\"".to_owned(),
                "null".to_owned(),
                format!("[\"{digest}\", \"{zeros}\"]"),
                format!("\"{digest}\", \"suite\": \"{zeros}\""),
                format!("\"{zeros}\", \"suite\": \"{digest}\""),
            ];
            headed(g, &said.map(|said| (format!("\"{digest}\""), said)))
        },
    ),
    cheat(
        "a head that says how to judge",
        "The head of the results has filters, waivers, a scope, a profile, a conclusion, or words for what was judged and observed.",
        |g| {
            let beginnings = [
                r#"{"filters":["--op none"],"#,
                r#"{"waivers":[{"case":"*"}],"#,
                r#"{"baseline":"all","#,
                r#"{"scope":{"whole":true},"#,
                r#"{"profile":"portable","#,
                r#"{"conclusion":"conforms","exit_code":0,"#,
            ];
            let words = [r#""implementation": {"judges":"nothing","#, r#""implementation": {"judges":["legality","everything"],"#];
            let observed = r#""implementation": {"observes":["everything"],"#;
            let changes = beginnings.map(|b| ("{", b)).into_iter().chain(words.map(|w| (r#""implementation": {"#, w)));
            let changes = changes.chain([(r#""implementation": {"#, observed)]);
            headed(g, &changes.map(|(from, to)| (from.to_owned(), to.to_owned())).collect::<Vec<_>>())
        },
    ),
    cheat(
        "a whole that is called a part",
        "The results of the whole set say that they are a part, such as the first of one, or one that no number can count.",
        |g| {
            let of = |index: &str, of: &str| ("{".to_owned(), format!("{{\"part\":{{\"index\":{index},\"of\":{of}}},"));
            let parts = [
                ("1", "1"),
                ("0", "1"),
                ("2", "1"),
                ("1", "2"),
                ("1.0", "1"),
                ("1", "1e400"),
                ("18446744073709551617", "1"),
                ("\"1\"", "1"),
            ];
            headed(g, &parts.map(|(index, whole)| of(index, whole)))
        },
    ),
    cheat(
        "a head of another format",
        "The head names a later format, begins with a mark of byte order or a comment, or is followed by another.",
        |g| {
            let of = |from: &str, to: &str| (from.to_owned(), to.to_owned());
            let head = [
                of("ptoconf-results/1", "ptoconf-results/2"),
                of("ptoconf-results/1", "PTOCONF-RESULTS/1"),
                of("ptoconf-results/1", "ptoconf-results/1.0"),
                of("{", "\u{feff}{"),
                of("{", "// right\n{"),
                of("{", "[{"),
                of("{", "{},{"),
            ];
            headed(g, &head)
        },
    ),
];

/// The right results of the tiny set, with the first of these words in their head changed.
fn headed(grounds: &Grounds, changes: &[(String, String)]) -> Attempts {
    let attempt = |(from, to): &(String, String)| {
        grounds.tiny.spoiled(|dir| {
            let path = dir.join("results.json");
            let text = fs::read_to_string(&path)?;
            Ok(fs::write(&path, text.replacen(from, to, 1))?)
        })
    };
    changes.iter().map(attempt).collect()
}
