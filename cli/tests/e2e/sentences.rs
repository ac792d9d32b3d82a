//! The lines of assembly text on the pages: each is what `ptoconf export` writes.

use crate::common::{folder, open, ptoconf, read, smoke_run, tuples};
use ptoconf_reference::{Carrier, Spelling, ops};
use ptoconf_schemas::Tuple;
use std::collections::BTreeSet;

/// Operations whose pages have the same lines.
type Alike = (&'static [&'static str], &'static [Line]);

/// A form, a spelling and its line.
type Line = (&'static str, Spelling, &'static str);

/// The lines. `OP` stands for the name of the operation, `<...>` for what the type of a tile says, `false` for the value of an
/// attribute.
const LINES: &[Alike] = &[
    (
        &["tcolexpand", "tcolmax", "tcolmin", "tcolprod", "trowexpand"],
        &[
            ("plain", Spelling::Synchronous, "%dst = OP %src : !pto.tile<...> -> !pto.tile<...>"),
            ("plain", Spelling::Level1, "%dst = pto.OP %src : !pto.tile<...> -> !pto.tile<...>"),
            ("plain", Spelling::Level2, "pto.OP ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
        ],
    ),
    (
        &[
            "tcolexpandadd",
            "tcolexpanddiv",
            "tcolexpandexpdif",
            "tcolexpandmax",
            "tcolexpandmin",
            "tcolexpandmul",
            "tcolexpandsub",
            "trowexpandadd",
            "trowexpanddiv",
            "trowexpandexpdif",
            "trowexpandmax",
            "trowexpandmin",
            "trowexpandmul",
            "trowexpandsub",
        ],
        &[
            ("plain", Spelling::Synchronous, "%dst = OP %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>"),
            ("plain", Spelling::Level1, "%dst = pto.OP %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>"),
            (
                "plain",
                Spelling::Level2,
                "pto.OP ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
            ),
        ],
    ),
    (
        &["tcolsum"],
        &[
            ("plain", Spelling::Level1, "%dst = pto.OP %src : !pto.tile<...> -> !pto.tile<...>"),
            ("plain", Spelling::Level2, "pto.OP ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
            ("tmp", Spelling::Synchronous, "%dst = OP %src {isBinary = false} : !pto.tile<...> -> !pto.tile<...>"),
            ("tmp", Spelling::Level1, "%dst = pto.OP %src, %tmp {isBinary = false} : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
            (
                "tmp",
                Spelling::Level2,
                "pto.OP ins(%src, %tmp {isBinary = false} : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
            ),
        ],
    ),
    (
        &["tconcat"],
        &[
            ("basic", Spelling::Level1, "%dst = pto.OP %src0, %src1 : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
            (
                "basic",
                Spelling::Level2,
                "pto.OP ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
            ),
        ],
    ),
    (
        &["trowargmax", "trowargmin", "tcolargmax", "tcolargmin"],
        &[
            ("index", Spelling::Synchronous, "%dstIdx = OP %src : !pto.tile<...> -> !pto.tile<...>"),
            ("index", Spelling::Level1, "%dstIdx = pto.OP %src, %tmp : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
            (
                "index",
                Spelling::Level2,
                "pto.OP ins(%src, %tmp : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dstIdx : !pto.tile_buf<...>)",
            ),
        ],
    ),
    (
        &["trowmax", "trowmin", "trowprod", "trowsum"],
        &[
            ("plain", Spelling::Synchronous, "%dst = OP %src : !pto.tile<...> -> !pto.tile<...>"),
            ("plain", Spelling::Level1, "%dst = pto.OP %src, %tmp : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
            ("plain", Spelling::Level2, "pto.OP ins(%src, %tmp : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
        ],
    ),
];

/// Every operation with each of its lines.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, Spelling, String)> {
    let of = |(ops, lines): &Alike| {
        let (ops, lines) = (*ops, *lines);
        ops.iter().flat_map(move |op| lines.iter().map(move |(form, spelling, line)| (*op, *form, *spelling, line.replace("OP", op))))
    };
    LINES.iter().flat_map(of)
}
/// The line for a tuple: with its own shapes where there is a result, and with its attributes.
fn line_for(tuple: &Tuple, spelling: Spelling, line: &str) -> String {
    let value = tuple.attributes.iter().next().map(|(_, value)| value.to_string()).unwrap_or_default();
    let mut line = line.replace("false", &value);
    if spelling == Spelling::Level2 {
        return line;
    }
    let (result, sources) = line.split_once(" = ").expect("a result");
    let names = sources.split([' ', ',']).filter(|word| word.starts_with('%')).chain([result]);
    let types: Vec<String> = names
        .map(|name| {
            let tile = tuple.tile(&name[1..]).expect("an operand");
            format!("<{}x{}x{}>", tile.rows(), tile.cols(), tile.dtype.pto())
        })
        .collect();
    types.iter().for_each(|own| line = line.replacen("<...>", own, 1));
    line
}

/// A line without its comment marks and, where all of its types are of whole tiles, without what they say.
fn bare(line: &str) -> String {
    let line = line.trim_start_matches('/').trim();
    let mut parts = line.split("tile_buf<");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "tile_buf<..." + part.find('>').map_or("", |end| &part[end..]))
}

#[test]
fn the_text_that_a_sentence_names_is_exported() {
    let set = smoke_run("a2a3").join("vectors");
    let dir = folder();
    ptoconf(dir.path(), &format!("export --vectors {} --out out --format pto", set.display())).expect(0, &[]);
    let mut held = BTreeSet::new();
    for (line, _) in tuples(&open(&set)) {
        let tuple = &line.tuple;
        let text = read(&dir.path().join(format!("out/{}/{}.pto", tuple.op, line.name)));
        let exported: BTreeSet<String> = text.lines().map(bare).collect();
        for (op, form, spelling, expected) in lines().filter(|(op, form, ..)| (*op, *form) == (&*tuple.op, &*tuple.form)) {
            let expected = line_for(tuple, spelling, &expected);
            assert!(exported.contains(&expected), "{}: no `{expected}` in\n{text}", line.id());
            held.insert((op, form, spelling));
        }
    }
    let named = ops::all().iter().flat_map(|op| op.sentences.iter().flat_map(|s| s.sentences).flat_map(|s| s.by).map(|by| (op.name, by)));
    let named = named.filter_map(|(op, by)| if let Carrier::Text(form, spelling) = by { Some((op, *form, *spelling)) } else { None });
    assert_eq!(held, named.collect(), "what is held here, and what the sentences name");
}
