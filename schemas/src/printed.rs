//! Of what a program prints before it ends, the words that say why.

/// What a line has in it that says what went wrong.
const TELLING: [&str; 8] = ["error: ", "summary: ", "assertion ", "assert(", "check failed", "fatal", "panicked at", "terminate called"];
/// What a line has in it that says no more than that the program ends.
const ENDING: [&str; 6] = ["core dumped", "aborting", "aborted", "segmentation fault", "note: run with", "stack backtrace:"];

/// The line that tells most: the last one that says what went wrong, with the next one where it is only a heading; else the last one
/// that says more than that the program ends.
pub fn telling(lines: &[&str]) -> String {
    let tells = |at: &usize| has(lines[*at], &TELLING) && !has(lines[*at], &ENDING);
    let says_more = |at: &usize| !has(lines[*at], &ENDING) && !is_frame(lines[*at]);
    let places = || (0..lines.len()).rev();
    let Some(at) = places().find(tells).or_else(|| places().find(says_more)).or(lines.len().checked_sub(1)) else { return String::new() };
    let is_heading = has(lines[at], &["panicked at", "terminate called"]) || lines[at].ends_with(':');
    match lines.get(at + 1).filter(|next| is_heading && !has(next, &ENDING) && !is_frame(next)) {
        Some(next) => format!("{} {next}", lines[at]),
        None => lines[at].to_owned(),
    }
}

fn has(line: &str, words: &[&str]) -> bool {
    let line = line.to_ascii_lowercase();
    words.iter().any(|word| line.contains(word))
}

/// A line of a stack: `#3 0x7f.. in main`, `@ 0x7f..`, `3: main`.
fn is_frame(line: &str) -> bool {
    let number = line.split_once(':').is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
    line.starts_with(['#', '@']) || number || line.starts_with("at ") || line.starts_with("frame ")
}

#[cfg(test)]
mod tests {
    use super::telling;

    #[test]
    fn the_line_that_says_why_is_found_before_what_follows_it() {
        let sanitizer =
            ["==7==ERROR: AddressSanitizer: on address", "#0 0x55 in load", "SUMMARY: AddressSanitizer: heap-use-after-free in load"];
        assert_eq!(telling(&[&sanitizer[..], &["Shadow byte legend", "==7==ABORTING"]].concat()), sanitizer[2]);
        let panicked = ["thread 'main' panicked at k.rs:2:29:", "lanes exceed the register", "note: run with RUST_BACKTRACE=1"];
        assert_eq!(telling(&panicked), "thread 'main' panicked at k.rs:2:29: lanes exceed the register");
        let terminated = ["terminate called after throwing an instance of 'E'", "what(): DMA descriptor is null", "Aborted (core dumped)"];
        assert_eq!(telling(&terminated), "terminate called after throwing an instance of 'E' what(): DMA descriptor is null");
        assert_eq!(telling(&["bad stride 17", "Segmentation fault (core dumped)"]), "bad stride 17");
        assert_eq!(telling(&["error: no lane", "restoring default clocks", "frame 3 in main"]), "error: no lane");
        assert_eq!(telling(&["k: k.cpp:3: load: Assertion `lanes <= 64' failed."]), "k: k.cpp:3: load: Assertion `lanes <= 64' failed.");
        assert_eq!(
            (telling(&["device 3 opened", "heap ready"]), telling(&["Aborted"]), telling(&[])),
            ("heap ready".into(), "Aborted".into(), "".into())
        );
    }
}
