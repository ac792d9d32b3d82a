//! The lines of assembly text on the pages: each is what `ptoconf export` writes.

use crate::common::{folder, open, ptoconf, read, shared, tuples};
use ptoconf_reference::{Carrier, Spelling, ops};
use ptoconf_schemas::Tuple;
use std::collections::BTreeSet;

/// The lines by operation, form and spelling. `<...>` stands for what the type of a tile says, `false` for the value
/// of an attribute.
const LINES: &[(&str, &str, Spelling, &str)] = &[
    ("tcolexpand", "plain", Spelling::Synchronous, "%dst = tcolexpand %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolexpand", "plain", Spelling::Level1, "%dst = pto.tcolexpand %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolexpand", "plain", Spelling::Level2, "pto.tcolexpand ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
    (
        "tcolexpandadd",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpandadd %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandadd",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpandadd %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandadd",
        "plain",
        Spelling::Level2,
        "pto.tcolexpandadd ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "tcolexpanddiv",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpanddiv %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpanddiv",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpanddiv %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpanddiv",
        "plain",
        Spelling::Level2,
        "pto.tcolexpanddiv ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "tcolexpandmax",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpandmax %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmax",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpandmax %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmax",
        "plain",
        Spelling::Level2,
        "pto.tcolexpandmax ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "tcolexpandmin",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpandmin %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmin",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpandmin %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmin",
        "plain",
        Spelling::Level2,
        "pto.tcolexpandmin ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "tcolexpandmul",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpandmul %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmul",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpandmul %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandmul",
        "plain",
        Spelling::Level2,
        "pto.tcolexpandmul ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "tcolexpandsub",
        "plain",
        Spelling::Synchronous,
        "%dst = tcolexpandsub %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandsub",
        "plain",
        Spelling::Level1,
        "%dst = pto.tcolexpandsub %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "tcolexpandsub",
        "plain",
        Spelling::Level2,
        "pto.tcolexpandsub ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    ("tcolmax", "plain", Spelling::Synchronous, "%dst = tcolmax %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolmax", "plain", Spelling::Level1, "%dst = pto.tcolmax %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolmax", "plain", Spelling::Level2, "pto.tcolmax ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
    ("tcolmin", "plain", Spelling::Synchronous, "%dst = tcolmin %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolmin", "plain", Spelling::Level1, "%dst = pto.tcolmin %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolmin", "plain", Spelling::Level2, "pto.tcolmin ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
    ("tcolsum", "plain", Spelling::Level1, "%dst = pto.tcolsum %src : !pto.tile<...> -> !pto.tile<...>"),
    ("tcolsum", "plain", Spelling::Level2, "pto.tcolsum ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
    ("tcolsum", "tmp", Spelling::Synchronous, "%dst = tcolsum %src {isBinary = false} : !pto.tile<...> -> !pto.tile<...>"),
    (
        "tcolsum",
        "tmp",
        Spelling::Level1,
        "%dst = pto.tcolsum %src, %tmp {isBinary = false} : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>",
    ),
    (
        "tcolsum",
        "tmp",
        Spelling::Level2,
        "pto.tcolsum ins(%src, %tmp {isBinary = false} : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    ("tconcat", "basic", Spelling::Level1, "%dst = pto.tconcat %src0, %src1 : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
    (
        "tconcat",
        "basic",
        Spelling::Level2,
        "pto.tconcat ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    ("trowexpand", "plain", Spelling::Synchronous, "%dst = trowexpand %src : !pto.tile<...> -> !pto.tile<...>"),
    ("trowexpand", "plain", Spelling::Level1, "%dst = pto.trowexpand %src : !pto.tile<...> -> !pto.tile<...>"),
    ("trowexpand", "plain", Spelling::Level2, "pto.trowexpand ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)"),
    (
        "trowexpandadd",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpandadd %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandadd",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpandadd %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandadd",
        "plain",
        Spelling::Level2,
        "pto.trowexpandadd ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "trowexpanddiv",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpanddiv %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpanddiv",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpanddiv %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpanddiv",
        "plain",
        Spelling::Level2,
        "pto.trowexpanddiv ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "trowexpandmax",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpandmax %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmax",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpandmax %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmax",
        "plain",
        Spelling::Level2,
        "pto.trowexpandmax ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "trowexpandmin",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpandmin %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmin",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpandmin %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmin",
        "plain",
        Spelling::Level2,
        "pto.trowexpandmin ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "trowexpandmul",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpandmul %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmul",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpandmul %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandmul",
        "plain",
        Spelling::Level2,
        "pto.trowexpandmul ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    (
        "trowexpandsub",
        "plain",
        Spelling::Synchronous,
        "%dst = trowexpandsub %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandsub",
        "plain",
        Spelling::Level1,
        "%dst = pto.trowexpandsub %src0, %src1 : !pto.tile<...>, !pto.tile<...> -> !pto.tile<...>",
    ),
    (
        "trowexpandsub",
        "plain",
        Spelling::Level2,
        "pto.trowexpandsub ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    ("trowmax", "plain", Spelling::Synchronous, "%dst = trowmax %src : !pto.tile<...> -> !pto.tile<...>"),
    ("trowmax", "plain", Spelling::Level1, "%dst = pto.trowmax %src, %tmp : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
    (
        "trowmax",
        "plain",
        Spelling::Level2,
        "pto.trowmax ins(%src, %tmp : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
    ("trowmin", "plain", Spelling::Synchronous, "%dst = trowmin %src : !pto.tile<...> -> !pto.tile<...>"),
    ("trowmin", "plain", Spelling::Level1, "%dst = pto.trowmin %src, %tmp : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>"),
    (
        "trowmin",
        "plain",
        Spelling::Level2,
        "pto.trowmin ins(%src, %tmp : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ),
];

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
    let set = shared("export-set", "gen --profile a2a3 --tier smoke --out set").join("set");
    let dir = folder();
    ptoconf(dir.path(), &format!("export --vectors {} --out out --format pto", set.display())).expect(0, &[]);
    let mut held = BTreeSet::new();
    for (line, _) in tuples(&open(&set)) {
        let tuple = &line.tuple;
        let text = read(&dir.path().join(format!("out/{}/{}.pto", tuple.op, line.name)));
        let exported: BTreeSet<String> = text.lines().map(bare).collect();
        for (op, form, spelling, expected) in LINES.iter().filter(|(op, form, ..)| (*op, *form) == (&*tuple.op, &*tuple.form)) {
            let expected = line_for(tuple, *spelling, expected);
            assert!(exported.contains(&expected), "{}: no `{expected}` in\n{text}", line.id());
            held.insert((*op, *form, *spelling));
        }
    }
    let named = ops::all().iter().flat_map(|op| op.sentences.iter().flat_map(|s| s.sentences).flat_map(|s| s.by).map(|by| (op.name, by)));
    let named = named.filter_map(|(op, by)| if let Carrier::Text(form, spelling) = by { Some((op, *form, *spelling)) } else { None });
    assert_eq!(held, named.collect(), "what is held here, and what the sentences name");
}
