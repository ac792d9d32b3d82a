//! Waivers: which failing cases they cover, and which of them fail the check.

use ptoconf_schemas::{Date, FailureKind, Waiver, WaiverFile, WaiverProblem, WaiverReport, Way};

/// The waivers of a run, with their use.
pub struct Waivers<'a> {
    waivers: Vec<Use<'a>>,
}

struct Use<'a> {
    waiver: &'a Waiver,
    expired: bool,
    covered: u64,
    beyond: u64,
    /// Whether it names a case that was not selected.
    passed_over: bool,
}

impl<'a> Waivers<'a> {
    /// None used yet. Without a day none has expired.
    pub fn new(file: Option<&'a WaiverFile>, today: Option<Date>) -> Self {
        let unused = |waiver: &'a Waiver| {
            let expired = today.is_some_and(|today| today > waiver.expires);
            Use { waiver, expired, covered: 0, beyond: 0, passed_over: false }
        };
        Waivers { waivers: file.iter().flat_map(|f| &f.waivers).map(unused).collect() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.waivers.is_empty()
    }

    /// Whether a waiver covers this failing case. Every waiver that does counts as used.
    pub fn cover(&mut self, case: &str, way: &Way) -> bool {
        let mut covered = false;
        for own in self.waivers.iter_mut().filter(|own| !own.expired && fits(own.waiver, case, way)) {
            if own.covered < own.waiver.most_cases {
                (own.covered, covered) = (own.covered + 1, true);
            } else {
                own.beyond += 1;
            }
        }
        covered
    }

    /// A case that was not selected: waivers for it are not stale.
    pub fn pass_over(&mut self, case: &str) {
        for own in &mut self.waivers {
            own.passed_over |= glob(&own.waiver.case, case);
        }
    }

    /// All of them, with what they covered.
    pub fn reports(&self) -> Vec<WaiverReport> {
        let report = |own: &Use<'_>| WaiverReport {
            waiver: own.waiver.clone(),
            covered: own.covered,
            beyond: own.beyond,
            problem: match own {
                Use { expired: true, .. } => Some(WaiverProblem::Expired),
                Use { beyond: 1.., .. } => Some(WaiverProblem::TooMany),
                Use { covered: 0, passed_over: false, .. } => Some(WaiverProblem::Stale),
                _ => None,
            },
        };
        self.waivers.iter().map(report).collect()
    }
}

/// Whether a failing case is what a waiver says: its kind and its cause, and not another one of the same cases.
fn fits(waiver: &Waiver, case: &str, way: &Way) -> bool {
    let rule = match &waiver.rule {
        Some(pattern) => glob(pattern, way.rule.as_deref().unwrap_or_default()),
        None => waiver.follows.as_deref() != Some(Waiver::NOTHING) || way.rule.is_none(),
    };
    let dtype = waiver.dtype.as_ref().is_none_or(|dtype| *dtype == way.dtype);
    // Memory that is written beside an operand is a failure of its own.
    let only = way.touched.is_empty() || way.kind == FailureKind::GuardTouched;
    waiver.failure == way.kind && only && rule && dtype && is_said(waiver, way) && glob(&waiver.case, case) && is_its_cause(waiver, way)
}

/// Whether of a case is said what the waiver says.
fn is_said(waiver: &Waiver, way: &Way) -> bool {
    match (waiver.says.as_deref(), &way.says) {
        (None, None) | (Some(Waiver::NOTHING), None) => true,
        (None, Some(_)) => !waiver.is_told_by_words(),
        (Some(pattern), says) => says.as_ref().is_some_and(|says| glob(pattern, says)),
    }
}

/// Whether a case follows what the waiver says, or nothing known, and then its elements are wrong as the waiver says.
fn is_its_cause(waiver: &Waiver, way: &Way) -> bool {
    let as_said = || waiver.wrong.zip(way.wrong).is_none_or(|(one, other)| one == other);
    // In which of several outputs elements are wrong has to be said.
    let in_output = || way.outputs.is_empty() || waiver.output.as_ref().is_some_and(|pattern| glob(pattern, &way.outputs.join(", ")));
    let by_option = || as_said() && waiver.follows.as_ref().is_some_and(|pattern| way.follows.iter().any(|one| glob(pattern, one)));
    let by_rule = || waiver.follows.is_none() && waiver.rule.is_some() && way.kind.is_of_legality();
    let says_nothing = || waiver.follows.as_ref().is_none_or(|follows| follows == Waiver::NOTHING) && !waiver.names_no_content();
    let by_elements = || match waiver.wrong {
        Some(wrong) => way.wrong == Some(wrong) && in_output(),
        None => way.wrong.is_none() && says_nothing(),
    };
    by_option() || by_rule() || way.follows.is_empty() && by_elements()
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
    use ptoconf_schemas::{Amount, FailureKind, Place, Wrong};

    const TAIL: Wrong = Wrong { amount: Amount::FarOff, place: Place::LastRow };

    fn way(kind: FailureKind, rule: Option<&str>, follows: &[&str]) -> Way {
        let wrong = Some(TAIL).filter(|_| kind == FailureKind::Mismatch && follows.is_empty());
        let follows = follows.iter().map(|f| (*f).to_owned()).collect();
        Way { kind, dtype: "f16".into(), rule: rule.map(str::to_owned), follows, wrong, outputs: vec![], says: None, touched: vec![] }
    }

    fn of_tail(case: &str) -> Waiver {
        Waiver { wrong: Some(TAIL), ..Waiver::new(case, FailureKind::Mismatch, "me", "known") }
    }

    fn problems(waivers: &Waivers<'_>) -> Vec<Option<WaiverProblem>> {
        waivers.reports().iter().map(|report| report.problem).collect()
    }

    #[test]
    fn a_star_stands_for_any_text() {
        let matches = [("*", ""), ("a", "a"), ("a*", "a"), ("*b", "ab"), ("a*c*e", "abcde"), ("a*b*b", "abb"), ("op/t-*/0", "op/t-1/0")];
        let others = [("a", "ab"), ("", "a"), ("a*", "b"), ("*b", "ba"), ("ab*ba", "aba"), ("a*c*e", "aecd"), ("a*b*b", "ab")];
        assert_eq!(matches.iter().find(|(p, t)| !glob(p, t)), None);
        assert_eq!(others.iter().find(|(p, t)| glob(p, t)), None);
    }

    #[test]
    fn the_kind_has_to_agree_and_unused_waivers_are_stale() {
        let file = WaiverFile { waivers: vec![Waiver::new("a/*", FailureKind::Timeout, "me", "known"), of_tail("b/*")] };
        let mut waivers = Waivers::new(Some(&file), None);
        assert!(!waivers.cover("a/x/0", &way(FailureKind::Mismatch, None, &[])));
        assert!(waivers.cover("b/x/0", &way(FailureKind::Mismatch, None, &[])));
        assert_eq!(problems(&waivers), [Some(WaiverProblem::Stale), None]);
    }

    #[test]
    fn one_cause_is_not_another() {
        let plain = of_tail("a/*");
        let tail = way(FailureKind::Mismatch, None, &[]);
        let accumulator = way(FailureKind::Mismatch, None, &["sum = f16"]);
        let ruled = way(FailureKind::AcceptedIllegal, Some("a/rows"), &["x = y"]);
        let fits = |waiver: &Waiver, way: &Way| fits(waiver, "a/t/0", way);
        assert!(fits(&plain, &tail) && !fits(&plain, &accumulator));
        let named = Waiver { follows: Some("sum = f16".into()), wrong: None, ..plain.clone() };
        assert!(!fits(&named, &tail) && fits(&named, &accumulator));
        let either = Waiver { follows: Some("sum = *".into()), ..plain.clone() };
        assert!(fits(&either, &tail) && fits(&either, &accumulator));
        assert!(!fits(&either, &Way { follows: vec!["order = x".into()], ..accumulator.clone() }), "another cause of the same cases");
        let elsewhere = Way { wrong: Some(Wrong { amount: Amount::Close, ..TAIL }), ..tail.clone() };
        let (silent, nothing) =
            (Way { wrong: None, ..tail.clone() }, Waiver { follows: Some("nothing".into()), wrong: None, ..plain.clone() });
        assert!(!fits(&plain, &elsewhere) && !fits(&plain, &silent) && !fits(&either, &elsewhere) && !fits(&either, &silent));
        assert!(!fits(&nothing, &elsewhere) && fits(&nothing, &silent) && !fits(&nothing, &accumulator), "no element by itself");
        let says_nothing = Waiver { wrong: None, ..plain.clone() };
        assert!(!fits(&says_nothing, &tail) && !fits(&Waiver { rule: Some("*".into()), ..says_nothing.clone() }, &accumulator));
        assert!(!fits(&says_nothing, &silent));
        let rule = Waiver { rule: Some("a/*".into()), failure: FailureKind::AcceptedIllegal, wrong: None, ..plain.clone() };
        assert!(fits(&rule, &ruled) && !fits(&rule, &Way { rule: Some("b/x".into()), ..ruled.clone() }));
        assert!(!fits(&rule, &Way { rule: None, ..ruled.clone() }));
        let unknown = Waiver { rule: None, follows: Some("nothing".into()), ..rule };
        let unruled = Way { rule: None, follows: vec![], ..ruled.clone() };
        assert!(fits(&unknown, &unruled) && !fits(&unknown, &Way { rule: Some("a/rows".into()), ..unruled }), "no rule by itself");
        assert!(!fits(&Waiver { dtype: Some("f32".into()), ..plain }, &tail));
    }

    #[test]
    fn a_crash_is_not_another() {
        let crash = |says: Option<&str>| Way { says: says.map(str::to_owned), ..way(FailureKind::Crashed, None, &[]) };
        let waiver =
            |says: Option<&str>| Waiver { says: says.map(str::to_owned), ..Waiver::new("a/*", FailureKind::Crashed, "me", "known") };
        let fits = |pattern: Option<&str>, says: Option<&str>| fits(&waiver(pattern), "a/t/0", &crash(says));
        assert!(fits(Some("signal N in load*"), Some("signal N in load of src")) && !fits(Some("signal N*"), Some("assertion failed")));
        assert!(fits(Some("nothing"), None) && !fits(Some("nothing"), Some("signal N")) && !fits(Some("signal N"), None));
        assert!(fits(None, None) && !fits(None, Some("signal N")));
        let beside = Way { touched: vec!["src".into()], ..way(FailureKind::Mismatch, None, &[]) };
        assert!(!super::fits(&of_tail("a/*"), "a/t/0", &beside), "memory beside an operand");
        let late = Waiver::new("a/*", FailureKind::Timeout, "me", "known");
        let said = Way { kind: FailureKind::Timeout, ..crash(Some("no answer in N s")) };
        assert!(super::fits(&late, "a/t/0", &said), "of what takes too long there is one cause");
    }

    #[test]
    fn more_cases_than_said_are_not_covered_and_its_last_day_counts() {
        let day = |text: &str| Date::parse(text).unwrap();
        let few = Waiver { most_cases: 1, expires: day("2026-11-23"), ..Waiver::new("a/*", FailureKind::Crashed, "me", "known") };
        let file = WaiverFile { waivers: vec![few] };
        let crash = way(FailureKind::Crashed, None, &[]);
        let mut waivers = Waivers::new(Some(&file), Some(day("2026-11-23")));
        assert_eq!([waivers.cover("a/x/0", &crash), waivers.cover("a/x/1", &crash)], [true, false]);
        assert_eq!(problems(&waivers), [Some(WaiverProblem::TooMany)]);
        let mut late = Waivers::new(Some(&file), Some(day("2026-11-24")));
        assert!(!late.cover("a/x/0", &crash));
        assert_eq!(problems(&late), [Some(WaiverProblem::Expired)]);
    }
}
