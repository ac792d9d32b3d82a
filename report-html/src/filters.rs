//! How templates write numbers and words.

use askama::Values;
use std::fmt::Display;

/// Longest text of somebody else that is shown, in characters.
const LONGEST: usize = 500;

/// `12,345`.
#[askama::filter_fn]
pub fn number(value: impl Display, _: &dyn Values) -> askama::Result<String> {
    let digits = value.to_string();
    let groups: Vec<String> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    Ok(groups.join(","))
}

/// `1 case`, `2 cases`: what follows a number.
#[askama::filter_fn]
pub fn plural(number: &u64, _: &dyn Values, what: &str) -> askama::Result<String> {
    Ok(if *number == 1 { what.to_owned() } else { format!("{what}s") })
}

/// The beginning of a long text.
#[askama::filter_fn]
pub fn cut(text: impl Display, _: &dyn Values) -> askama::Result<String> {
    let text = text.to_string();
    Ok(match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}

/// `99.7 %`, cut and not rounded, so that nothing but all is 100 %.
#[askama::filter_fn]
pub fn percent(part: &u64, _: &dyn Values, all: u64) -> askama::Result<String> {
    let thousandths = u128::from(*part) * 1000 / u128::from(all.max(1));
    Ok(format!("{}.{} %", thousandths / 10, thousandths % 10))
}
