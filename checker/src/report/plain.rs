//! Words of somebody else, as plain text.

/// Text from an implementation, without anything that could steer a terminal.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Text that markdown shows as it is, on one line.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '<' | '>' | '[' | ']' | '\\' | '#' | '~' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
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
