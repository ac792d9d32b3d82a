//! Words of somebody else, as plain text.

/// Whether a character could steer a terminal, or turn the direction of the text around it.
pub fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Text from an implementation, without anything that could steer a terminal.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|c| if steers(c) { ' ' } else { c }).collect()
}

/// Text that markdown shows as it is, on one line.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '<' | '>' | '[' | ']' | '\\' | '#' | '~' => escaped.extend(['\\', c]),
            c if steers(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Longest line for a terminal, in characters.
const WIDTH: usize = 240;

/// One line for a terminal.
pub(super) fn cut(text: &str) -> String {
    let text = clean(text);
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
