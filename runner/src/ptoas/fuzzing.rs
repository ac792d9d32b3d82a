//! For those who try the reader of the assembler's words with nonsense.

use super::said::{End, understand};

/// What is understood of some words, whatever the end.
pub fn by_the_assembler(words: &str) -> Vec<String> {
    let ends = [End::Exit(0), End::Exit(1), End::Exit(2), End::Signal(11), End::Timeout(1.0), End::Flood(1)];
    ends.iter().filter_map(|end| understand(end, words).message).collect()
}
