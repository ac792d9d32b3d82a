//! Names of tuples: `<form>-<digest>`.
//!
//! A name says what the tuple is and nothing of what is expected of it: the same tuple with the same data class
//! has the same name in every set, whatever the seed, the tier, the filters and the profile. As the lines of a set
//! are in the order of names, their order says nothing either.

use crate::model::Choice;

/// Hexadecimal digits of the digest: enough that no two tuples of a form have ever met.
const DIGITS: usize = 10;

/// The name of a tuple; further ones of the same tuple, of which there are some in the stream tier, are numbered.
pub(crate) fn name(choice: &Choice, part: u32) -> String {
    let mut hasher = blake3::Hasher::new();
    // The fields of a tuple are in the order of their declaration, and its attributes in that of their names.
    let written = serde_json::to_writer(&mut hasher, &(&choice.tuple, choice.class));
    debug_assert!(written.is_ok(), "a tuple is JSON");
    let digest = hasher.finalize().to_hex();
    let name = format!("{}-{}", choice.tuple.form, &digest[..DIGITS]);
    if part == 0 { name } else { format!("{name}-{part}") }
}
