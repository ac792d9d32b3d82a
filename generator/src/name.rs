//! Names of tuples: `<form>-<digest>`.
//!
//! A name says what the tuple is and nothing of what is expected of it: the same tuple with the same data class
//! has the same name in every set, whatever the seed, the tier, the filters and the profile. As the lines of a set
//! are in the order of names, their order says nothing either.

use crate::model::Choice;

/// Hexadecimal digits of the digest: enough that no two tuples of a form have ever met.
const DIGITS: usize = 10;

/// Room for about as much text as a tuple is.
const ABOUT: usize = 1 << 10;

/// The name of a tuple; further ones of the same tuple, of which there are some in the stream tier, are numbered.
pub(crate) fn name(choice: &Choice, part: u32) -> String {
    // The fields of a tuple are in the order of their declaration, and its attributes in that of their names.
    let mut text = Vec::with_capacity(ABOUT);
    let written = serde_json::to_writer(&mut text, &(&choice.tuple, choice.class));
    debug_assert!(written.is_ok(), "a tuple is JSON");
    let digest = blake3::hash(&text).to_hex();
    numbered(format!("{}-{}", choice.tuple.form, &digest[..DIGITS]), part)
}

/// The name of a further one of the tuple that has this name.
pub(crate) fn numbered(name: String, part: u32) -> String {
    if part == 0 { name } else { format!("{name}-{part}") }
}
