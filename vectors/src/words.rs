//! Words that reports show as they are.

/// Nothing that a terminal obeys or that begins a line: reports show names as they are.
pub(crate) fn check_words(text: &[u8]) -> Result<(), String> {
    // JSON writes these characters as an escape, but for those from U+007F to U+009F.
    let escaped = |at: usize| matches!(text.get(at + 1), Some(b'u' | b'n' | b'r' | b't' | b'b' | b'f'));
    let plain = std::str::from_utf8(text).is_ok_and(|t| !t.chars().any(|c| c.is_control() && !"\n\r\t".contains(c)));
    if plain && !(0..text.len()).any(|at| text[at] == b'\\' && escaped(at)) {
        return Ok(());
    }
    match serde_json::from_slice(text).ok().as_ref().and_then(unprintable) {
        Some(word) => Err(format!("{word:?}: expected text without control characters")),
        None => Ok(()),
    }
}

/// The first string with a control character.
fn unprintable(value: &serde_json::Value) -> Option<&str> {
    let odd = |text: &&str| text.chars().any(char::is_control);
    match value {
        serde_json::Value::String(text) => Some(text.as_str()).filter(odd),
        serde_json::Value::Array(list) => list.iter().find_map(unprintable),
        serde_json::Value::Object(map) => {
            map.iter().find_map(|(name, value)| Some(name.as_str()).filter(odd).or_else(|| unprintable(value)))
        }
        _ => None,
    }
}
