//! The last words of a stream, in bounded memory.

use ptoconf_schemas::telling;

/// Bytes that are kept, if nothing else is said.
const KEPT: usize = 2048;
/// Characters that are shown of each stream: a report shows 800 of a message.
const SHOWN: usize = 280;

/// The end of what a stream said.
#[derive(Debug)]
pub(crate) struct Tail {
    bytes: Vec<u8>,
    kept: usize,
}

impl Default for Tail {
    fn default() -> Tail {
        Tail::of(KEPT)
    }
}

impl Tail {
    /// Keeps so many bytes.
    pub fn of(kept: usize) -> Tail {
        Tail { bytes: Vec::new(), kept }
    }

    /// Takes in what came next.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(&bytes[bytes.len().saturating_sub(self.kept)..]);
        let over = self.bytes.len().saturating_sub(self.kept);
        self.bytes.drain(..over);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// All that is kept.
    pub fn all(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The last lines as one line of printable text, behind the one that says what went wrong where it is before them; empty if there
    /// are none.
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let printable = |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<Vec<char>>();
        let joined = printable(&lines.join(" | "));
        let shown: String = joined[joined.len().saturating_sub(SHOWN)..].iter().collect();
        // A sanitizer goes on for long after it has said what is wrong.
        let told: String = printable(&telling(&lines)).into_iter().take(SHOWN).collect();
        if joined.len() <= SHOWN || shown.contains(&told) { shown } else { format!("{told} | ... | {shown}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_memory_is_bounded() {
        let mut tail = Tail::default();
        (0..100_000).for_each(|i| tail.push(format!("line {i}\n").as_bytes()));
        tail.push(&vec![b'x'; 1 << 20]);
        assert!(tail.bytes.capacity() <= 8 * KEPT);
        tail.push(b"\n\x1b[31mlast\r\n\xff words\n");
        let text = tail.text();
        assert!(text.ends_with("x |  [31mlast | \u{fffd} words") && text.chars().count() == SHOWN, "{text}");
        tail.clear();
        assert_eq!(tail.text(), "");
    }
}
