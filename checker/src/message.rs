//! Messages of an implementation, so far alike that those of one check are the same.

use ptoconf_schemas::telling;

/// Longest message, in characters.
const LENGTH: usize = 160;
/// Hexadecimal digits at the end of a name that is made for one tuple.
const DIGEST: usize = 6;

/// A message about an operation with N for each number and X for each name, on one line, and cut where it is long.
///
/// Names are paths, values of an intermediate representation (`%arg0`, `@kernel`), the operation, and what ends in a digest
/// as tuples do. Words with a digit in them, such as `src0` and `f16`, are none: they tell operands and types apart.
pub fn normalised(operation: &str, message: &str) -> String {
    cut(in_short(operation, message, false), LENGTH)
}

/// What a message says of how something failed: whole, with the numbers of signals and exit codes. Of what a program printed, the
/// line that tells most, of standard error where there is any: which case comes first in a process, after its greetings, is by chance.
pub fn said(operation: &str, message: &str) -> String {
    let (reason, printed) = parts(message);
    let gist = printed.map(|printed| format!("{reason}; {}", telling(&printed.split(" | ").collect::<Vec<_>>())));
    in_short(operation, gist.as_deref().unwrap_or(message), true)
}

/// Why something failed, and what the program printed: on standard error, or else on standard output.
pub fn parts(message: &str) -> (&str, Option<&str>) {
    let (rest, output) = message.split_once("; stdout: ").map_or((message, None), |(rest, output)| (rest, Some(output)));
    match rest.split_once("; stderr: ") {
        Some((reason, error)) => (reason, Some(error)),
        None => (rest, output),
    }
}

/// Longest number that is a code, in characters: others are addresses.
const CODE: usize = 6;
/// Shortest address without `0x` in front, in hexadecimal digits.
const ADDRESS: usize = 8;
/// Words before a number that tells one failure from another.
const CODES: [&str; 10] = ["signal", "status", "code", "errno", "error", "exit", "rc", "exit_code", "exited with", "return value"];

fn in_short(operation: &str, message: &str, codes: bool) -> String {
    let (mut text, mut rest, mut is_code) = (String::new(), message.trim(), false);
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c: char| !is_of_a_token(c)).unwrap_or(rest.len());
        if length > 0 {
            // A full stop, or a colon's line number, ends what it stands behind.
            let token = rest[..length].trim_end_matches(['.', '-']);
            let token = if token.is_empty() { &rest[..length] } else { token };
            let digits = token.trim_start_matches('-');
            let is_number = token.len() <= CODE
                && digits.starts_with(|c: char| c.is_ascii_digit())
                && digits.chars().all(|c| c.is_ascii_hexdigit() || c == 'x');
            text.push_str(&if codes && is_code && is_number { token.to_owned() } else { plain(operation, token) });
            is_code = is_before_a_code(token, &text);
            rest = &rest[token.len()..];
            continue;
        }
        let blank = c.is_whitespace() || c.is_control();
        match blank && text.ends_with(' ') {
            true => (),
            false => text.push(if blank { ' ' } else { c }),
        }
        rest = &rest[c.len_utf8()..];
    }
    text
}

/// Whether a number behind this word is a code; `text` ends with the word.
fn is_before_a_code(token: &str, text: &str) -> bool {
    let ends = |word: &str| text.get(text.len().saturating_sub(word.len())..).is_some_and(|end| end.eq_ignore_ascii_case(word));
    CODES.iter().any(|word| if word.contains(' ') { ends(word) } else { token.eq_ignore_ascii_case(word) })
}

/// A message as it is, on one line, and cut where it is very long.
pub fn on_one_line(message: &str) -> String {
    let words: Vec<&str> = message.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    cut(words.join(" "), 2 * LENGTH)
}

fn cut(text: String, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn is_of_a_token(c: char) -> bool {
    c.is_alphanumeric() || "_./-%@#".contains(c)
}

fn plain(operation: &str, token: &str) -> String {
    let word = token.strip_prefix("pto.").unwrap_or(token);
    let is_value = token.len() > 1 && token.starts_with(['%', '@', '#']);
    let is_address = token.len() >= ADDRESS && token.chars().all(|c| c.is_ascii_hexdigit()) && token.contains(|c: char| c.is_ascii_digit());
    if is_address {
        return "N".to_owned();
    }
    if is_value || is_path(token) || is_made(word) || word.eq_ignore_ascii_case(operation) {
        return "X".to_owned();
    }
    numbers(token)
}

/// Whether it names a file, or a case; alternatives such as `i8/i16/i32` do not.
fn is_path(token: &str) -> bool {
    let Some((folders, name)) = token.rsplit_once('/') else { return false };
    let is_file = token.starts_with(['/', '.']) || name.trim_matches('.').contains('.');
    (is_file || folders.split('/').any(is_made)) && token.chars().any(char::is_alphabetic)
}

/// Whether a name ends in a digest.
fn is_made(word: &str) -> bool {
    let Some((name, digest)) = word.rsplit_once(['-', '_']) else { return false };
    let hexadecimal = digest.len() >= DIGEST && digest.chars().all(|c| c.is_ascii_hexdigit());
    hexadecimal && digest.contains(|c: char| c.is_ascii_digit()) && name.contains(|c: char| c.is_alphabetic())
}

/// N for each number that is in no word, with its sign and exponent.
fn numbers(token: &str) -> String {
    let unsigned = token.trim_start_matches(['-', '+']);
    if ["nan", "inf", "infinity"].iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        return "N".to_owned();
    }
    let token = if unsigned.starts_with(|c: char| c.is_ascii_digit()) { unsigned } else { token };
    let mut text = String::new();
    let mut chars = token.chars().peekable();
    while let Some(c) = chars.next() {
        let in_a_word = text.chars().last().is_some_and(|last| last.is_alphanumeric() || last == '_');
        if c.is_ascii_digit() && !in_a_word {
            let mut last = c;
            let goes_on = |next: char, last: char| {
                next.is_ascii_alphanumeric() || next == '.' || matches!(next, '-' | '+') && matches!(last, 'e' | 'E')
            };
            while let Some(next) = chars.next_if(|next| goes_on(*next, last)) {
                last = next;
            }
            text.push('N');
        } else {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{normalised, on_one_line, said};

    fn of(message: &str) -> String {
        normalised("tcolsum", message)
    }

    #[test]
    fn numbers_do_not_tell_messages_apart_and_operands_do() {
        assert_eq!(of("the tiles take 303648 bytes,\n and there are 0x40000"), "the tiles take N bytes, and there are N");
        assert_eq!(of("src0 of f16: line 12."), "src0 of f16: line N.");
        assert_eq!(of("1.5e3 of 2x16, -7, 1e-5 and NaN, -inf"), "N of N, N, N and N, N");
        assert_eq!(of(&"x".repeat(200)).chars().count(), 163);
    }

    #[test]
    fn what_is_said_of_a_crash_is_its_code_and_the_last_line() {
        let crash = |code: u32, printed: &str| said("tcolsum", &format!("ended without an answer, exit status: {code}; stderr: {printed}"));
        assert_eq!(crash(134, "device 3 opened | bad stride 17"), "ended without an answer, exit status: 134; bad stride N");
        assert_eq!(crash(134, "bad stride 5"), crash(134, "device 4 opened | heap ready | bad stride 17"));
        assert_ne!(crash(139, "bad stride 5"), crash(134, "bad stride 5"));
        assert_eq!(said("tcolsum", "signal 11 in load of 17"), "signal 11 in load of N");
        assert!(said("tcolsum", &"long ".repeat(70)).len() > 300);
    }

    #[test]
    fn a_message_is_said_on_one_line() {
        assert_eq!(on_one_line(" at src/add.hpp:12:\n\n  no row\t5 "), "at src/add.hpp:12: no row 5");
        assert_eq!(on_one_line(&"x".repeat(2000)).chars().count(), 323);
    }

    #[test]
    fn names_do_not_tell_messages_apart() {
        assert_eq!(of("/tmp/run-17/batch_3.pto:12:5: error: no %arg0"), "X:N:N: error: no X");
        assert_eq!(of("error: 'pto.tcolsum' op rejects TCOLSUM"), "error: 'X' op rejects X");
        assert_eq!(of("tuple plain-26c1f6f0b6, kernel plain_26c1f6f0b6 of tcolsum/plain-26c1f6f0b6/3"), "tuple X, kernel X of X");
        assert_eq!(of("rows/cols of i8/i16/i32, read/write of src0_tile..."), "rows/cols of i8/i16/i32, read/write of src0_tile...");
    }

    #[test]
    fn hostile_messages_are_only_text() {
        for message in ["", " ", "///", "%", "....", "-", "#@%", "\u{0}\u{7f}", "é/ü.ß", "<script>"] {
            assert!(of(message).chars().count() <= 163, "{message}");
            assert!(on_one_line(message).chars().all(|c| !c.is_control()), "{message}");
        }
    }
}
