//! What a mutant is about, and what a cause speaks of, in the same few terms.
//!
//! A mutant says in words what is wrong with it. The terms of that are looked for in what triage says of its failures: a
//! mutant that drops the last row is named by a cause that speaks of rows, and not by one that speaks of columns.

use crate::mutants::Mutant;
use ptoconf_schemas::CauseReport;

/// Something that a mutation may be about.
struct Term {
    name: &'static str,
    /// Words of a mutant that is about it.
    of_mutant: &'static [&'static str],
    /// Words of a cause that speaks of it.
    of_cause: &'static [&'static str],
}

const fn term(name: &'static str, of_mutant: &'static [&'static str], of_cause: &'static [&'static str]) -> Term {
    Term { name, of_mutant, of_cause }
}

const FLOATS: &[&str] = &["float", "f16", "bf16", "f32", "numbers of the type", "subnormal", "nan", "infinit"];
const INTEGERS: &[&str] = &["integer", "signed", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "wrap"];

/// The terms of kernels.
const TERMS: &[Term] = &[
    term("rows", &[" row", " rows"], &["rows", "row 0", " row,", "valid row", "every row", "odd rows", "below it", "the last row"]),
    term("columns", &[" column", " columns"], &["cols", "column", "to the right", "row of dst", "row of src"]),
    term("blocks", &[" block", " blocks", " 32 bytes"], &["block", "32", "a row of", "valid row of"]),
    term(
        "vectors",
        &[" vector", " vectors", " lane", " lanes", " tail"],
        &["vector", "256", "255", "a row of", "valid row of", "lane", "block"],
    ),
    term("strides", &[" stride", " strides"], &["cols", "a row of", "every row but row 0"]),
    term("f16", &[" f16"], &[" f16"]),
    term("bf16", &[" bf16"], &["bf16"]),
    term("f32", &[" f32"], &["f32", "dtype in bytes is 4"]),
    term("8-bit integers", &[" i8", " u8"], &["i8", "u8", "dtype in bytes is 1"]),
    term("16-bit integers", &[" i16", " u16", " 16 bits", " 16-bit"], &["i16", "u16", "dtype in bytes is 2"]),
    term("32-bit integers", &[" i32", " u32", " 32 bits"], &["i32", "u32", "dtype in bytes is 4"]),
    term("64-bit integers", &[" i64", " u64", " 64 bits"], &["i64", "u64", "dtype in bytes is 8"]),
    term("floats", &[" floating", " float", " floats"], FLOATS),
    term("integers", &[" integer", " integers", " signed", " unsigned"], INTEGERS),
    term("NaN", &[" nan"], &["nan", "special"]),
    term("infinities", &[" infinit"], &["infinit", "special", "overflow"]),
    term(
        "the largest numbers",
        &[" overflow", " saturat", " largest number", " beyond the largest", " past the largest", " largest f", " largest bf"],
        &["overflow", "wrap", "saturat", "infinit", "peak", "largest", "limit", "edge", "special"],
    ),
    term(
        "the ends of integers",
        &[" lowest", " highest", " 0x80", " 2 to 31", " minus one", " of all ones"],
        &["wrap", "bits", "limit", "saturat", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"],
    ),
    term("zeros", &[" zero", " zeros", " -0", " +0"], &["zero", "special", "sign"]),
    term("subnormals", &[" subnormal", " smallest normal"], &["subnormal", "zeros", "edge"]),
    term("signs", &[" sign ", " signs ", " magnitude", " magnitudes", " absolute"], &["sign", "special", "zero"]),
    term(
        "rounding",
        &[" round", " truncat", " cut off", " last bit", " tie", " ties", " unit", " sticky", " guard bits", " units", " kept in 24"],
        &["step off", "steps off", "ties", "next to", "nearly", "cancel", "spread"],
    ),
    term(
        "precision",
        &[" binary64", " in f32", " in f64", " compensated", " errors along", " series", " logarithm", " rounded twice", " rounded to"],
        &["step off", "steps off", "next to", "nearly", "cancel", "f16", "f32", "probe", "reveal", "accuracy", "ulp"],
    ),
    term(
        "the order",
        &[
            " tree",
            " sequential",
            " accumulator",
            " accumulators",
            " in order",
            " pairs",
            " reversed",
            " by halves",
            " rotated",
            " neighbours",
            " at a time",
            " level",
        ],
        &["order", "tree", "fold", "pairs", "isbinary", "cancel", "probe", "chunks", "halves", "form is"],
    ),
    term("tmp", &[" tmp"], &["tmp"]),
    term("isBinary", &[" isbinary"], &["isbinary", "tree", "sequential"]),
    term("shared memory", &[" shares memory", " share memory"], &["memory is that of", "alias", "same memory"]),
    term("static extents", &[" static", " dynamic"], &["static", "dynamic"]),
    term("pads", &[" pad ", " pads ", " padding", " padded"], &["pad", "cols = dst", "cols = src"]),
    term("repeats", &[" repeats", " repeated"], &["cols", "column", "block", "bytes of"]),
    term("places", &[" place ", " places "], &["valid_cols", "valid_rows", "dstidx", "integers"]),
    term("index tiles", &[" index"], &["idx", "index"]),
    term("offsets", &[" offset", " begins", " address of"], &["cols", "idx", "a row of", "valid row of", "bytes of"]),
    term(
        "later cases",
        &[" case before", " first case", " every case", " second case", " result of the case", " after a start"],
        &["case"],
    ),
    term(
        "inputs",
        &[
            " source is changed",
            " is changed",
            " overwritten",
            " takes the result",
            " takes row",
            " takes the index",
            " accumulates in",
            " takes the row",
        ],
        &["input came back changed", "writes to src"],
    ),
    term(
        "memory outside",
        &[
            " before dst is written",
            " after dst is written",
            " byte before",
            " byte after",
            " block after",
            " block past",
            " one byte more",
            " past end",
            " is written past",
            " row below",
            " past the valid",
            " physical",
            " set to zero first",
            " rounded up to a 32",
        ],
        &["outside", "writes to", "touched", "below it", "to the right of it"],
    ),
    term(
        "what was there before",
        &[
            " held before",
            " left as it was",
            " not written",
            " is left out",
            " not visited",
            " dropped",
            " not worked on",
            " not initialised",
        ],
        &["there before the run", "zero"],
    ),
    term("no rows", &[" no rows", " empty"], &["= 0", "empty", "<= 0"]),
    term("counts", &[" count", " counts", " clamp", " limited to"], &["idx", "index", "cols"]),
    term("ties of places", &[" equal", " last of equal", " first of equal"], &["ties", "equals", "equal", "zero-divisor"]),
    term("divisors of zero", &[" over zero", " divisor", " by zero"], &["divisor", "zero", "special"]),
    term(
        "exponentials",
        &[" exponential", " exponentials", " difference"],
        &["exp", "overflow", "special", "spread", "every legal", "accuracy", "difference"],
    ),
];

/// The terms of what is wrong with a kernel; none where every result is wrong.
fn terms(mutant: &Mutant) -> Vec<&'static Term> {
    let text = format!(" {} {} ", mutant.name.replace('_', " "), mutant.what).to_lowercase().replace(['.', ',', ':', ';', '(', ')'], " ");
    TERMS.iter().filter(|term| term.of_mutant.iter().any(|word| text.contains(word))).collect()
}

/// Everything that a cause says, in small letters.
pub fn said(cause: &CauseReport) -> String {
    let mut text: Vec<&str> = cause.statement.iter().chain(&cause.or).map(String::as_str).collect();
    text.extend(cause.sentence.iter().map(|sentence| sentence.id.as_str()));
    text.extend(cause.message.as_deref());
    text.push(cause.kind.name());
    if let Some(wrong) = &cause.wrong {
        text.extend(wrong.place.iter().chain(&wrong.values).chain(&wrong.hold).map(|seen| seen.what.as_str()));
    }
    format!(" {} ", text.join(" | ")).to_lowercase()
}

/// The terms of a kernel mutant, and which of them a cause speaks of.
pub fn named(mutant: &Mutant, cause: &CauseReport) -> (Vec<String>, Vec<String>) {
    let (terms, text) = (terms(mutant), said(cause));
    let names = |term: &&Term| term.name.to_owned();
    let spoken = terms.iter().copied().filter(|term| term.of_cause.iter().any(|word| text.contains(word)));
    (terms.iter().map(names).collect(), spoken.map(|term| names(&term)).collect())
}
