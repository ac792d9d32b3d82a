//! Waivers: which failing cases they cover, and which of them cover none.

use crate::state::Cause;
use ptoconf_schemas::{FailureKind, Waiver, WaiverFile};

/// The waivers of a run, with their use.
pub struct Waivers<'a> {
    waivers: Vec<(&'a Waiver, bool)>,
}

impl<'a> Waivers<'a> {
    /// None used yet.
    pub fn new(file: Option<&'a WaiverFile>) -> Self {
        Waivers { waivers: file.iter().flat_map(|f| &f.waivers).map(|w| (w, false)).collect() }
    }

    /// What becomes of a case of this cause.
    pub fn apply(&mut self, cause: Cause, case: impl Fn() -> String) -> Cause {
        match cause.failure() {
            _ if self.waivers.is_empty() => {}
            Some(kind) if self.cover(&case(), kind) => return Cause::Waived(kind),
            None if cause == Cause::Filtered => self.pass_over(&case()),
            _ => {}
        }
        cause
    }

    /// Whether a waiver covers this failing case. Every waiver that does counts as used.
    fn cover(&mut self, case: &str, failure: FailureKind) -> bool {
        let mut covered = false;
        for (waiver, used) in &mut self.waivers {
            if waiver.failure.is_none_or(|kind| kind == failure) && glob(&waiver.case, case) {
                (*used, covered) = (true, true);
            }
        }
        covered
    }

    /// A case that was not selected: waivers for it are not stale.
    fn pass_over(&mut self, case: &str) {
        for (waiver, used) in &mut self.waivers {
            *used |= glob(&waiver.case, case);
        }
    }

    /// The waivers that covered nothing, in words.
    pub fn stale(&self) -> Vec<String> {
        let unused = self.waivers.iter().filter(|(_, used)| !used).map(|(waiver, _)| waiver);
        unused.map(|w| format!("{}{} ({})", w.case, w.failure.map(|f| format!(" {f}")).unwrap_or_default(), w.reason)).collect()
    }
}

/// Whether `text` is `pattern`, where `*` stands for any text.
fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let matches = [("*", ""), ("a", "a"), ("a*", "a"), ("*b", "ab"), ("a*c*e", "abcde"), ("a*b*b", "abb"), ("op/t-*/0", "op/t-1/0")];
        let others = [("a", "ab"), ("", "a"), ("a*", "b"), ("*b", "ba"), ("ab*ba", "aba"), ("a*c*e", "aecd"), ("a*b*b", "ab")];
        assert_eq!(matches.iter().find(|(p, t)| !glob(p, t)), None);
        assert_eq!(others.iter().find(|(p, t)| glob(p, t)), None);
    }

    #[test]
    fn the_kind_has_to_agree_and_unused_waivers_are_stale() {
        let waiver = |case: &str, failure| Waiver { case: case.into(), failure, reason: "known".into() };
        let file = WaiverFile { waivers: vec![waiver("a/*", Some(FailureKind::Timeout)), waiver("b/*", None)] };
        let mut waivers = Waivers::new(Some(&file));
        assert!(!waivers.cover("a/x/0", FailureKind::Mismatch));
        assert!(waivers.cover("b/x/0", FailureKind::Mismatch));
        assert_eq!(waivers.stale(), ["a/* timeout (known)"]);
    }
}
