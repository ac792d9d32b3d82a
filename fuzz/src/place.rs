//! What a message has to say: the file, and where in it.

use std::fmt::Display;

/// Words of a message by which the place in a file is found, where it has no number: of a line, a byte, a length.
const PLACES: &[&str] = &[
    "tuple ",
    "operation ",
    "operand ",
    "answers for ",
    "case ",
    "member",
    ".npy",
    "its end",
    "is it cut short",
    "format is ",
    "suite ",
    "digest of ",
    "lists ",
    "listed in it",
    "does not list it",
];

/// Asserts that an error names the file that is damaged, and where it is; that can be by a number or by a value that it quotes.
#[track_caller]
pub(crate) fn placed(error: &dyn Display, file: &str) {
    let message = error.to_string();
    let Some((_, rest)) = message.split_once(file) else { panic!("{file} is not named: {message}") };
    let told = rest.contains(|c: char| c.is_ascii_digit() || c == '"') || PLACES.iter().any(|place| rest.contains(place));
    assert!(told, "where in {file}? {message}");
}
