//! Messages of an implementation, so far alike that those of one check are the same.

/// Longest message, in characters.
const LENGTH: usize = 160;

/// A message with N for each number, on one line, and cut where it is long.
pub fn normalised(message: &str) -> String {
    let mut text = String::new();
    let mut chars = message.trim().chars().peekable();
    while let Some(c) = chars.next() {
        let inside_a_name = text.chars().last().is_some_and(|last| last.is_alphanumeric() || last == '_');
        if c.is_ascii_digit() && !inside_a_name {
            while chars.next_if(|next| next.is_ascii_alphanumeric() || (*next == '.' && text.is_empty())).is_some() {}
            text.push('N');
        } else if c.is_whitespace() || c.is_control() {
            if !text.ends_with(' ') {
                text.push(' ');
            }
        } else {
            text.push(c);
        }
    }
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::normalised;

    #[test]
    fn numbers_do_not_tell_messages_apart_and_names_do() {
        assert_eq!(normalised("the tiles take 303648 bytes,\n and there are 0x40000"), "the tiles take N bytes, and there are N");
        assert_eq!(normalised("src0 of f16: line 12"), "src0 of f16: line N");
        assert_eq!(normalised(&"x".repeat(200)).chars().count(), 163);
    }
}
