//! The words of reports, explained.

use ptoconf_schemas::{DType, FailureKind};

/// A word and what it means.
pub struct Word {
    /// The word, as reports print it.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn word(word: &'static str, meaning: &'static str) -> Word {
    Word { word, meaning }
}

/// Every word, kinds of failure and element types included, by name.
pub fn words() -> Vec<Word> {
    let kinds = FailureKind::ALL.iter().map(|kind| word(kind.name(), kind.meaning()));
    let dtypes = DType::ALL.iter().map(|dtype| word(dtype.name(), dtype.meaning()));
    let mut all: Vec<Word> = WORDS.iter().map(|w| word(w.word, w.meaning)).chain(kinds).chain(dtypes).collect();
    all.sort_by_key(|w| w.word);
    all
}

/// The word of this name, in the singular or the plural.
pub fn find(name: &str) -> Option<Word> {
    let singular = name.strip_suffix('s').unwrap_or(name);
    words().into_iter().find(|w| w.word == name || w.word == singular)
}

const WORDS: &[Word] = &[
    word("2-way coverage", "The share of all pairs of values, of parameters such as dtype and rows, that some tuple has together."),
    word("NaN", "Not a number, of a floating-point type. Which bits a NaN result may have is a question of its own."),
    word("Unified Buffer", "The memory on the chip that the vector unit works on. The tiles of a call have to fit into it together."),
    word(
        "accepted",
        "Of a result or an element: right by an answer that the profile admits. Of a tuple: the implementation took it as legal. Where several results are accepted each has a number, as ptoconf show lists them.",
    ),
    word("address", "Where a tile begins in the memory of its location, in bytes; where a tuple gives none, the implementation chooses."),
    word(
        "admitted",
        "Allowed by the profile. Of the options of a reading a profile admits one or several; whoever follows one of them throughout is right.",
    ),
    word(
        "alternative",
        "One of the results that are right for a tuple. There are several where the pages leave a question open, one for each answer; an implementation has to give one of them.",
    ),
    word(
        "answers",
        "The file of a set that says what is expected of each tuple. A line of a report says whether the implementation could see it.",
    ),
    word("at limit", "Legal tuples that are just inside a rule: one more and it would be broken. They find rules that are too strict."),
    word("attribute", "A value of the call that is no operand, such as isBinary: true or false, or one of the words that the page lists."),
    word("base", "The built-in profile that a profile of your own starts from."),
    word(
        "baseline",
        "A file of the failures that are known, by what is in their tuples and how they fail. ptoconf baseline writes it from a report.",
    ),
    word("blayout", "How the blocks of a tile follow each other: row_major or col_major."),
    word("binary64", "The floating-point type of eight bytes, which C calls double."),
    word("blind", "Of a set: its answers are kept in a folder of their own, so that who runs it cannot see them."),
    word("block", "What the hardware moves at once: 32 bytes. Rows of a tile are whole blocks."),
    word("box", "A tile is laid out in boxes where its inner layout says so: blocks of elements of `fractal` bytes, one after another."),
    word("bytes of a row", "What a row of a tile takes in memory: its columns times the size of its element type."),
    word(
        "canary",
        "The byte that outputs and scratch hold before a case runs. Where it is still there, nothing was written; where it is gone outside the valid region, too much was.",
    ),
    word(
        "cannot be judged",
        "Of a case: its rejection proves nothing, because the legal tuple next to it was rejected, too, or has no result.",
    ),
    word("case", "A tuple with one set of data. Its name is operation/tuple/number."),
    word(
        "cause",
        "What failing tuples have in common that passing ones do not. Thousands of failing cases have a few causes; each comes with its evidence.",
    ),
    word("class", "What the data of a case are for: random bits, ties, NaN and infinities, index values past the end, and so on."),
    word("col_major", "Columns, or blocks of them, follow each other in memory."),
    word(
        "conforms",
        "Every case of the tier was judged and none failed: every result is right under one admitted choice that holds throughout. Where something was left out, the last line says so instead.",
    ),
    word(
        "contradiction",
        "Results of which each is right by itself, but no admitted choice explains them together. The report names them, usually two.",
    ),
    word(
        "coverage",
        "How many pairs of parameter values (2-way), or of three values (3-way), of all that are possible, the legal tuples of the set have.",
    ),
    word("data class", "What the data of a case are for: random bits, ties, NaN and infinities, index values past an end."),
    word("digest", "A hash of everything in a set. Results name the digest of the set that they answer."),
    word("dst", "The tile that an operation writes; dstIdx and dstVal are its indices and values, where it gives both."),
    word("dtype", "The type of an element: f16, bf16, f32, or an integer with its width."),
    word("dynamic", "An extent of a valid region that is given when the call runs. A static one is part of the tile's type."),
    word("element", "One number of a tile."),
    word("evidence", "How many cases speak for what is said."),
    word(
        "exception",
        "Of a cause: a tuple that passes although its statement is true of it. The fewer there are, the more the statement says.",
    ),
    word("fail", "Judged, and not right. Each failing case has a kind, such as mismatch."),
    word("failed", "Judged, and not right. Each failing case has a kind, such as mismatch."),
    word("flaky", "Failing, and with another result when it was run again (--retries). A flaky case fails."),
    word("followed", "Done by the implementation, as far as its results tell: an option of a reading."),
    word("follows", "The options of a reading that the results agree with."),
    word(
        "form",
        "One way to call an operation: its operands and attributes. Some operations have one form with scratch memory and one without.",
    ),
    word("fractal", "Bytes of a box, where a tile is laid out in boxes."),
    word("guard", "Memory around the tiles of a case. A case that changes it wrote where it should not."),
    word("held", "Of a sum: the type that it has between additions, before it is rounded to that of the result."),
    word("illegal", "Breaks a rule. An implementation has to reject it before it runs."),
    word("implementation", "What is judged: a library, a device, a simulator or an assembler, with its name and version."),
    word("inf", "Infinity, of a floating-point type."),
    word("instantiation", "One combination of form, dtype and attributes: what a C++ template is instantiated for."),
    word(
        "isBinary",
        "An attribute of sums along columns: whether rows are added in pairs, and those sums in pairs again, or one row after another.",
    ),
    word("judged", "Looked at, with a verdict. What was not judged was skipped, for a reason that is named."),
    word("known", "Failing as the baseline says. It is counted, and is no new failure."),
    word("lane", "A place in a vector of 256 bytes. Elements in one lane of several vectors are added to each other."),
    word("layout", "How the elements of a tile lie in memory: by rows or by columns (blayout), and in boxes or not (slayout)."),
    word("looks like", "What the results of some failing cases are equal to: the answers of known options. A cause says what is likelier."),
    word("least judged", "The instantiation of which the fewest legal tuples were judged: where the set says least."),
    word("legal", "Breaks no rule. An implementation has to run it and return a right result."),
    word("legality", "Whether a tuple is legal: it has to be run then, and otherwise rejected."),
    word("legality only", "The implementation says which tuples are legal and computes nothing, as an assembler does."),
    word(
        "level",
        "How exactly a result is judged: bit for bit, up to which NaN it is, as one of the named orders of additions, within the bounds of any order, or within units in the last place.",
    ),
    word("loc", "The memory that a tile lies in: vec is that of the vector unit, where these operations work."),
    word("mending", "Making right. What mending a cause leaves are the failing cases that have other causes."),
    word("message", "What the implementation says when it rejects or fails; in a cause with N for each number and X for each name."),
    word("nearest", "Of passing tuples, the one that differs from the smallest failing one in the fewest things."),
    word("none_box", "The layout of a tile without boxes: its rows, or its columns, as a whole."),
    word("none throughout", "Of the options of a reading: no single one agrees with all results that hang on it."),
    word("not proven", "The same as cannot be judged."),
    word(
        "not reached alone",
        "Of a rule: whatever breaks it breaks another one, too, so that no case can show whether it is kept. The reason stands behind.",
    ),
    word(
        "observed",
        "What the harness looks at besides outputs: inputs, memory around tiles, scratch. What is not observed is not judged.",
    ),
    word("open", "A question that the pages do not answer. The profile says which answers it admits."),
    word("open question", "A question that the pages do not answer. The profile says which answers it admits."),
    word("operand", "A tile that an operation reads or writes, such as dst or src0."),
    word("option", "One answer to a question that the pages leave open."),
    word(
        "order",
        "The order of the additions of a sum, or the multiplications of a product. It decides how a floating-point result is rounded.",
    ),
    word("origin", "Whether the set is known to be what this version of ptoconf generates."),
    word("pass", "Judged, and right."),
    word("pad", "What a tile says of the elements outside its valid region: null, zero, min or max."),
    word(
        "part",
        "What one of several runs does of a set (run --part). Its results are judged once merge has put those of all parts together; of the exhaustive tier check judges what all parts left.",
    ),
    word("passed", "Judged, and right."),
    word("physical", "Of the whole tile as it lies in memory, rows and columns; its valid region is a part of it."),
    word("place", "Where a reading is followed by itself: an operation, or one of its forms with a dtype."),
    word(
        "poison",
        "What inputs hold outside their valid region, so that it shows where a result used them: by slot NaN, numbers at the ends of the type, or numbers like those inside.",
    ),
    word(
        "profile",
        "What is asked of an implementation: a2a3, a5, cpu, portable, or one of your own. It fixes limits, and which options of readings are admitted.",
    ),
    word(
        "reading",
        "A question on which the pages are silent or contradict each other, with its possible answers (options) and who gives them.",
    ),
    word("rejected", "Refused with a diagnostic, before anything runs. A crash is no rejection."),
    word("repeat", "One of the equal steps that an instruction of the vector unit takes, a vector each. Their number is limited."),
    word("rounded once", "Of a sum or a product: it is exact until the end, so that no order of its terms can be seen in it."),
    word("row_major", "Rows, or blocks of them, follow each other in memory."),
    word("rule", "What a legal tuple has to fulfil, with the page and section that ask for it."),
    word("scalar", "An operand that is one element by value and no tile: its loc is scalar, and no rule of the tile class is about it."),
    word("scope", "How much of the profile was judged: the whole tier, or what was left out."),
    word("seed", "The number from which all random data of a set come. The same seed gives the same set, byte for byte."),
    word("set", "A folder of tuples with data and, unless it is blind, the right answers."),
    word("skipped", "Not judged: unsupported where the profile leaves that open, waived, known, or filtered."),
    word("slayout", "How the elements of a box follow each other: row_major or col_major; none_box where there are no boxes."),
    word("src", "A tile that an operation reads; where there are several, src0 and src1."),
    word("stage", "When a rule is checked: on types, layouts, shapes, memory, or values."),
    word("stale", "Of another set, or no longer true: results that name another digest, a waiver that covers no failing case."),
    word("statement", "What is true of the failing tuples of a cause: one fact, or two or three together."),
    word("static", "An extent of a valid region that is part of the tile's type. A dynamic one is given when the call runs."),
    word("stray", "A result that belongs to no case of the set."),
    word(
        "tier",
        "How large a set is: smoke, standard, extensive, stream (any number of cases of one shape), or exhaustive (every pair of two values). Each of the first three contains the one before.",
    ),
    word("tail", "The rest of a row or column that fills no whole block or vector; of index values, what follows the last one."),
    word("tile", "A rectangle of elements in on-chip memory, of which the valid region holds data."),
    word("tmp", "A tile that an operation may use as scratch. What it holds afterwards is not judged."),
    word(
        "told",
        "Tuples that break the words of a rule of which a reading says that they run nevertheless: rejecting them is wrong, or one of two answers that have to hold throughout.",
    ),
    word("totals", "Cases in all, judged, passed, failed and skipped."),
    word("tuple", "The operands of a call with their dtypes, layouts, shapes and valid regions, and its attributes: all but the data."),
    word("twin", "A legal tuple that differs from an illegal one in that one thing. If it is rejected too, the rejection proves nothing."),
    word("unchecked", "Not looked at: the implementation takes what the rule forbids."),
    word("valid", "Within the valid region of a tile."),
    word("valid region", "The rows and columns of a tile that hold data; the rest up to the physical shape is padding."),
    word("vec", "The location of tiles in the memory of the vector unit, where these operations work."),
    word("vector", "What one instruction of the vector unit works on: 256 bytes."),
    word("verdict", "Pass, fail with one kind of failure, or skipped with a reason."),
    word(
        "waived",
        "A known failure that a waiver file names, with a reason, an owner and a last day. It is listed and not counted as a failure.",
    ),
    word(
        "waiver",
        "A failure that somebody answers for, with a reason and a last day: it is listed, and does not fail the check until then.",
    ),
    word("witness", "A case that shows what is said."),
    word(
        "wrong elements",
        "Elements of a result that are not accepted. A cause says where they are and what they hold, if most of its cases agree.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_stands_once_and_is_a_sentence() {
        let all = words();
        let names: BTreeSet<&str> = all.iter().map(|w| w.word).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|w| w.meaning.ends_with('.') && !w.meaning.starts_with(char::is_lowercase)));
    }

    #[test]
    fn plurals_are_found() {
        assert_eq!(find("twins").map(|w| w.word), Some("twin"));
        assert_eq!(find("class").map(|w| w.word), Some("class"));
        assert!(find("no-such-word").is_none());
    }
}
