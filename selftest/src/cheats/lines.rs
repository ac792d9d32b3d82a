//! Lines that say the right things in a way that nobody should understand, or that say more than one thing.

use super::{Attempts, Cheat, Grounds, cheat};
use std::fs;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat(
        "two outcomes in a line",
        "A line says that its case was rejected and that it ran, in both orders, once under an escaped name.",
        |g| {
            let said = r#""outcome":"rejected""#;
            let more = [
                r#""outcome":"rejected","outcome":"ok""#,
                r#""outcome":"ok","outcome":"rejected""#,
                r#""outcome":"rejected","\u006futcome":"ok""#,
            ];
            told(g, &more.map(|more| move |text: &str| text.replace(said, more).into()))
        },
    ),
    cheat("outcomes in other words", "What ran is called Ok, pass, skipped, xfail, true, null, or several things.", |g| {
        let words = [r#""Ok""#, r#""pass""#, r#""skipped""#, r#""xfail""#, "true", "null", r#"["ok","rejected"]"#, r#"{"ok":true}"#];
        told(g, &words.map(|word| move |text: &str| text.replace(r#""outcome":"ok""#, &format!(r#""outcome":{word}"#)).into()))
    }),
    cheat(
        "a verdict of its own",
        "Each line has a field that says how it is to be judged, such as a verdict, a waiver or a number of retries.",
        |g| {
            let fields = [r#""verdict":"pass""#, r#""conforms":true"#, r#""waived":"known""#, r#""retries":3"#, r#""flaky":true"#];
            told(g, &fields.map(|field| move |text: &str| text.replace(r#"{"case""#, &format!(r#"{{{field},"case""#)).into()))
        },
    ),
    cheat("all in one", "The lines are one list, end with commas, stand two on a line, or between comments.", |g| {
        told::<fn(&str) -> Vec<u8>>(
            g,
            &[
                |text| format!("[{}]\n", text.trim_end().replace('\n', ",")).into(),
                |text| text.replace("}\n", "},\n").into(),
                |text| text.replacen("}\n{", "}{", 1).into(),
                |text| format!("# all of these passed\n{text}").into(),
                |text| format!("{text}// all of these passed\n").into(),
            ],
        )
    }),
    cheat("one line for many", "One line with a star speaks for all cases of a tuple, an operation, or the set.", |g| {
        let id = g.small.honest.lines[0].case.clone();
        let parts: Vec<&str> = id.split('/').collect();
        let patterns =
            [format!("{}/{}/*", parts[0], parts[1]), format!("{}/*", parts[0]), "*".to_owned(), "**/*".to_owned(), String::new()];
        told(g, &patterns.map(|pattern| move |_: &str| format!("{{\"case\":\"{pattern}\",\"outcome\":\"ok\"}}\n").into()))
    }),
    cheat(
        "ids in another spelling",
        "Cases are named in upper case, as a path that leads there, or with another number that means the same slot.",
        |g| {
            told::<fn(&str) -> Vec<u8>>(
                g,
                &[
                    |text| in_ids(text, str::to_uppercase),
                    |text| in_ids(text, |id| format!("./{id}")),
                    |text| in_ids(text, |id| format!("/{id}")),
                    |text| in_ids(text, |id| id.replacen('/', "/../", 1)),
                    |text| in_ids(text, |id| id.replacen('/', "//", 1)),
                    |text| in_ids(text, |id| id.replace("/0", "/00")),
                    |text| in_ids(text, |id| id.replace("/0", "/+0")),
                    |text| in_ids(text, |id| id.replace("/0", "/-0")),
                    |text| in_ids(text, |id| id.replace("/0", "/0 ")),
                    |text| in_ids(text, |id| id.replace("/0", "/0.0")),
                    |text| in_ids(text, |id| id.replace('/', "\u{2215}")),
                ],
            )
        },
    ),
    cheat("a second line in disguise", "A second line says the opposite of the first case, whose id it writes with an escape.", |g| {
        told::<fn(&str) -> Vec<u8>>(
            g,
            &[|text| {
                let first = text.lines().next().unwrap_or_default();
                let escaped = first.replacen('/', r"\u002f", 1);
                let other = if first.contains(r#""rejected""#) {
                    escaped.replace(r#""rejected""#, r#""ok""#)
                } else {
                    escaped.replace(r#""ok""#, r#""rejected""#)
                };
                format!("{text}{other}\n").into()
            }],
        )
    }),
    cheat("slots that no tuple has", "A tuple has more results than cases, in slots up to the ends of counters.", |g| {
        let slots = ["255", "256", "4294967295", "4294967296", "18446744073709551616", "-1"];
        told(
            g,
            &slots.map(|slot| {
                move |text: &str| {
                    let first = text.lines().next().unwrap_or_default();
                    let id = first.split('"').nth(3).and_then(|id| id.rsplit_once('/')).unwrap_or_default().0;
                    format!("{text}{{\"case\":\"{id}/{slot}\",\"outcome\":\"ok\"}}\n").into()
                }
            }),
        )
    }),
    cheat("rejected, then crashed", "After each rejection a second line says that the case crashed.", |g| {
        told::<fn(&str) -> Vec<u8>>(
            g,
            &[|text| {
                let twice = |line: &str| {
                    let id = line.split('"').nth(3).unwrap_or_default();
                    let crash = format!("{{\"case\":\"{id}\",\"outcome\":\"crashed\"}}\n");
                    format!("{line}\n{}", if line.contains(r#""outcome":"rejected""#) { crash } else { String::new() })
                };
                text.lines().map(twice).collect::<String>().into()
            }],
        )
    }),
    cheat(
        "another encoding",
        "The lines begin with a mark of byte order, are UTF-16, hold bytes that no text has, or end with zeros.",
        |g| {
            told::<fn(&str) -> Vec<u8>>(
                g,
                &[
                    |text| format!("\u{feff}{text}").into(),
                    |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                    |text| [text.as_bytes(), &[0; 64]].concat(),
                    |text| [b"\xff\xfe", text.as_bytes()].concat(),
                    |text| text.replacen(r#"{"case":"#, r#"{"message":"\ud800","case":"#, 1).into(),
                ],
            )
        },
    ),
    cheat("lines without an end", "A line is a list within a list within a list, or has a MiB of spaces.", |g| {
        told::<fn(&str) -> Vec<u8>>(
            g,
            &[
                |text| {
                    let deep = format!("{{\"touched\":{}{},\"case\"", "[".repeat(100_000), "]".repeat(100_000));
                    text.replacen("{\"case\"", &deep, 1).into()
                },
                |text| text.replacen("{\"case\"", &format!("{{{}\"case\"", " ".repeat(1 << 20)), 1).into(),
            ],
        )
    }),
];

/// The right results of the small set with each of these changes to their lines.
fn told<F: Fn(&str) -> Vec<u8>>(grounds: &Grounds, changes: &[F]) -> Attempts {
    let attempt = |change: &F| {
        grounds.small.spoiled(|dir| {
            let path = dir.join("results.jsonl");
            let text = fs::read_to_string(&path)?;
            Ok(fs::write(&path, change(&text))?)
        })
    };
    changes.iter().map(attempt).collect()
}

/// Lines with other words for their cases.
fn in_ids(text: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let of_line = |line: &str| match line.split('"').nth(3) {
        Some(id) => line.replacen(id, &change(id), 1) + "\n",
        None => line.to_owned() + "\n",
    };
    text.lines().map(of_line).collect::<String>().into()
}
