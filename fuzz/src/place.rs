//! What a message has to say: the file, and where in it.

use std::fmt::Display;

/// Words of a message by which the place in a file is found: a line, a tuple, a member, a byte, a field, or that it is the whole.
const PLACES: &[&str] = &[
    ".jsonl:",
    "line ",
    "lines, expected ",
    "tuple ",
    "tuples with ",
    "ends before ",
    ".npy",
    "missing; ",
    "member",
    " at ",
    "its end",
    "is it cut short",
    "format is ",
    "suite ",
    "digest of ",
    "lists ",
    "does not list it",
];

/// Asserts that an error names the file that is damaged, and where it is; that can be by a value that it quotes.
#[track_caller]
pub(crate) fn placed(error: &dyn Display, file: &str) {
    let message = error.to_string();
    assert!(message.contains(file), "{file} is not named: {message}");
    assert!(message.contains(": \"") || PLACES.iter().any(|place| message.contains(place)), "where in {file}? {message}");
}
