//! Each target's model judged by the other target's profile: the failures are the documented
//! differences between the targets, all of them and nothing else.

use crate::common::{kinds, open, report, tuples};
use crate::whole::whole;
use ptoconf_schemas::{AnswerLine, DType, Expectation, FailureKind, Report, Tuple, TupleLine, VerdictLine};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A run of one model on the set of another profile.
struct Across {
    report: Report,
    /// Why each failing case failed.
    failed: BTreeMap<String, FailureKind>,
    tuples: Vec<(TupleLine, AnswerLine)>,
    /// Where each tuple is, by its id.
    places: BTreeMap<String, usize>,
}

fn across(model: &str, profile: &str) -> Across {
    let dir = whole(profile);
    let tuples = tuples(&open(&dir.join("vectors")));
    Across {
        report: report(&dir.join(format!("{model}.json"))),
        failed: failures(&dir.join(format!("{model}.jsonl"))),
        places: tuples.iter().enumerate().map(|(at, (line, _))| (line.id(), at)).collect(),
        tuples,
    }
}

fn failures(path: &PathBuf) -> BTreeMap<String, FailureKind> {
    let text = crate::common::read(Path::new(path));
    let lines = text.lines().map(|l| serde_json::from_str::<VerdictLine>(l).unwrap());
    lines.filter_map(|l| Some((l.case, l.failure?))).collect()
}

impl Across {
    /// Kinds, operations and rules of the failures; no rule is `-`.
    fn groups(&self) -> BTreeSet<String> {
        let rule = |g: &ptoconf_schemas::FailureGroup| g.rule.clone().unwrap_or("-".into());
        self.report.failures.iter().map(|g| format!("{} {} {}", g.kind, g.op, rule(g))).collect()
    }

    /// What the report says is done that the profile does not admit: reading and option.
    fn deviations(&self) -> BTreeSet<String> {
        self.report.deviations.iter().map(|d| format!("{} = {}", d.reading, d.options.join(" or "))).collect()
    }

    /// Kinds of the failures.
    fn kinds(&self) -> BTreeSet<String> {
        self.report.failures.iter().map(|g| g.kind.to_string()).collect()
    }

    fn find(&self, op: &str, name: &str) -> &TupleLine {
        let found = self.places.get(&format!("{op}/{name}"));
        &self.tuples[*found.unwrap_or_else(|| panic!("no tuple {op}/{name}"))].0
    }

    /// Failing cases that `explains` does not explain, and tuples that it says must fail and that do not.
    fn unexplained(
        &self,
        explains: impl Fn(&Self, &TupleLine, &AnswerLine, FailureKind) -> bool,
        must: impl Fn(&Tuple) -> bool,
    ) -> Vec<String> {
        let mut odd = vec![];
        for (line, answer) in &self.tuples {
            for slot in 0..line.cases {
                let case = format!("{}/{slot}", line.id());
                match self.failed.get(&case) {
                    Some(&kind) if !explains(self, line, answer, kind) => odd.push(format!("{case} {kind}: {}", answer.why)),
                    None if must(&line.tuple) && matches!(answer.expect, Expectation::Accept { .. }) => {
                        odd.push(format!("{case} passed: {}", answer.why));
                    }
                    _ => {}
                }
            }
        }
        odd
    }
}

/// Bytes that the operands take one after another, each from a 32-byte boundary on.
fn placed(tuple: &Tuple) -> u64 {
    let own = tuple.operands.iter().map(|o| &o.tile).filter(|t| t.same_as.is_none());
    own.fold(0, |end: u64, t| t.address.unwrap_or(end.next_multiple_of(32)).max(end) + t.bytes())
}

/// Dtypes of the first output that A2A3 documents; of the source where the output may be of places.
fn a2a3_has(op: &str, dtype: DType) -> bool {
    match op {
        "tcolexpand" | "tconcat" | "trowexpand" => dtype.bytes() <= 4,
        "tcolexpanddiv" | "tcolexpandexpdif" | "trowexpanddiv" | "trowexpandexpdif" => matches!(dtype, DType::F16 | DType::F32),
        "tcolargmax" | "tcolargmin" => matches!(dtype, DType::F16 | DType::F32 | DType::U16 | DType::U32),
        _ => matches!(dtype, DType::F16 | DType::F32 | DType::I16 | DType::I32),
    }
}

const UB_A2A3: u64 = 192 << 10;

/// A2A3 does not have the dtype, or not the memory.
fn beyond_a2a3(tuple: &Tuple) -> bool {
    let counts = if tuple.tile("dstIdx").is_some() && tuple.tile("src").is_some() { tuple.tile("src") } else { None };
    !a2a3_has(&tuple.op, counts.unwrap_or(&tuple.operands[0].tile).dtype) || placed(tuple) > UB_A2A3
}

/// Sums and products of floats: where rows or columns are taken in another order, and where a lone row is copied or added to zero.
fn order_counts(tuple: &Tuple) -> bool {
    ["tcolsum", "tcolprod", "trowsum", "trowprod"].contains(&tuple.op.as_str()) && tuple.operands[0].tile.dtype.is_float()
}

/// A5 does not round the difference, whose exponential it takes.
fn is_fused(tuple: &Tuple) -> bool {
    ["tcolexpandexpdif", "trowexpandexpdif"].contains(&tuple.op.as_str())
}

/// Places of what A2A3 does not have, in an output without valid columns: the rejection is open.
fn places_of_nothing(tuple: &Tuple) -> bool {
    ["trowargmax", "trowargmin"].contains(&tuple.op.as_str()) && tuple.tile("dstIdx").is_some_and(|t| t.valid_cols() == 0)
}

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|s| (*s).to_owned()).collect()
}

#[test]
fn a2a3_by_the_profile_of_a5() {
    let run = across("a2a3", "a5");
    let explains = |run: &Across, line: &TupleLine, answer: &AnswerLine, kind: FailureKind| match (kind, &answer.expect) {
        (FailureKind::RejectedLegal, Expectation::Accept { .. }) => beyond_a2a3(&line.tuple),
        (FailureKind::TwinRejected, Expectation::Reject { twin, .. } | Expectation::Either { twin, .. }) => {
            beyond_a2a3(&run.find(&line.tuple.op, twin).tuple)
        }
        // A5 asks for as many rows, and for some; A2A3 takes those of dst, and returns early without any.
        (FailureKind::AcceptedIllegal, Expectation::Reject { rule: Some(rule), .. })
            if ["trowexpand/rows-equal", "trowexpand/src-not-empty"].contains(&rule.as_str()) =>
        {
            true
        }
        (FailureKind::AcceptedIllegal, Expectation::Reject { rule: None, .. }) if line.tuple.op.starts_with("trowexpand") => true,
        // dst may have more columns than the sources together on A2A3, and must not on A5. That a source has none at all is
        // another question.
        (FailureKind::AcceptedIllegal, Expectation::Reject { rule, .. }) => {
            rule.as_ref().map_or(line.tuple.op == "tconcat", |rule| rule == "tconcat/valid-cols-add-up") && {
                let valid = |o: &str| line.tuple.tile(o).map_or(0, |t| t.valid[1]);
                valid("src0") + valid("src1") <= line.tuple.tile("dst").map_or(0, ptoconf_schemas::Tile::cols)
            }
        }
        (FailureKind::Mismatch, Expectation::Accept { .. } | Expectation::Either { .. }) => order_counts(&line.tuple),
        // What passes alone may follow two choices at once; the report says which.
        (FailureKind::InconsistentReading, _) => !run.report.contradictions.is_empty(),
        _ => false,
    };
    let odd = run.unexplained(explains, beyond_a2a3);
    assert!(odd.is_empty(), "{odd:#?}");
    let deviations = names(&[
        "tcolargmax/dtypes = unsigned",
        "tcolargmin/dtypes = unsigned",
        "tcolexpand/wide-dtypes = up-to-4-bytes",
        "tcolexpandadd/dtypes = four",
        "tcolexpanddiv/dtypes = two",
        "tcolexpandmax/dtypes = four",
        "tcolexpandmin/dtypes = four",
        "tcolexpandmul/dtypes = four",
        "tcolexpandsub/dtypes = four",
        "tcolmax/dtypes = four",
        "tcolmin/dtypes = four",
        "tcolprod/dtypes = four",
        "tcolprod/order = left-fold or any-tree",
        "tcolsum/dtypes = four",
        "tcolsum/tree-order = a2a3-tree or one-low-tree or low-tree or one-tree or any-tree",
        "tconcat/basic-cols = within-physical",
        "tile/memory = 192-kib",
        "trowexpand/empty-src = no-effect",
        "trowexpand/rows = iterate-dst",
        "trowexpandadd/dtypes = four",
        "trowexpanddiv/dtypes = two",
        "trowexpandmax/dtypes = four",
        "trowexpandmin/dtypes = four",
        "trowexpandmul/dtypes = four",
        "trowexpandsub/dtypes = four",
        "trowmax/dtypes = four",
        "trowmin/dtypes = four",
        "trowprod/order = a2a3-lanes or any-tree",
        "trowsum/dtypes = four",
        "trowsum/order = a2a3-chunks or one-low-tree or low-tree or one-tree or any-tree",
        "trowsum/tmp-shape = unchecked",
    ]);
    // A2A3 takes the source with the longer rows for the matrix.
    let ops = ["add", "sub", "mul", "div", "max", "min", "expdif"];
    let longer = ops.map(|op| format!("trowexpand{op}/both-full = longer-rows"));
    assert_eq!(run.deviations(), deviations.into_iter().chain(longer).collect());
    assert_eq!(run.kinds(), names(&["accepted-illegal", "inconsistent-reading", "mismatch", "rejected-legal", "twin-rejected"]));
    let illegal: BTreeSet<String> = run.groups().into_iter().filter(|g| g.starts_with("accepted-illegal")).collect();
    let row_expand = ["accepted-illegal trowexpand trowexpand/rows-equal", "accepted-illegal trowexpand trowexpand/src-not-empty"];
    let several = ["accepted-illegal trowexpand -", "accepted-illegal tconcat -"];
    let columns = "accepted-illegal tconcat tconcat/valid-cols-add-up";
    let exchanged = ops.map(|op| format!("accepted-illegal trowexpand{op} -"));
    let known = names(&[columns, row_expand[0], row_expand[1], several[0], several[1]]);
    assert_eq!(illegal, known.into_iter().chain(exchanged).collect());
    // A5's profile admits the order of A2A3's sums that are not binary, and no tile that it rejects for its size speaks of it.
    let sequential: Vec<_> = run.report.readings.iter().filter(|r| r.reading == "tcolsum/sequential-order").collect();
    assert!(sequential.len() >= 5 && sequential.iter().all(|r| r.conforms), "{sequential:#?}");
    instead(&run, &["tmp"], &["tcolsum/tree-order = a2a3-tree"]);
}

#[test]
fn a5_by_the_profile_of_a2a3() {
    let run = across("a5", "a2a3");
    let explains = |_: &Across, line: &TupleLine, answer: &AnswerLine, kind: FailureKind| match (kind, &answer.expect) {
        // A5 does not look at tmp.
        (FailureKind::AcceptedIllegal, Expectation::Reject { .. }) => {
            beyond_a2a3(&line.tuple) || ["tile/fits-memory", "/tmp-mode-1", "/tmp-same-dtype"].iter().any(|rule| answer.why.contains(rule))
        }
        (FailureKind::Mismatch | FailureKind::InconsistentReading, Expectation::Accept { .. } | Expectation::Either { .. }) => {
            let values = [order_counts, is_fused, places_of_nothing];
            values.iter().any(|differ| differ(&line.tuple)) || kind == FailureKind::InconsistentReading
        }
        _ => false,
    };
    let odd = run.unexplained(explains, |_| false);
    assert!(odd.is_empty(), "{odd:#?}");
    let deviations = names(&[
        "tcolargmax/dtypes = eight",
        "tcolargmax/tmp-dtype = unchecked or ignored",
        "tcolargmin/dtypes = eight",
        "tcolargmin/tmp-dtype = unchecked or ignored",
        "tcolexpand/wide-dtypes = up-to-8-bytes",
        "tcolexpandadd/dtypes = nine",
        "tcolexpanddiv/dtypes = nine",
        "tcolexpandexpdif/difference = fused",
        "tcolexpandmax/dtypes = nine",
        "tcolexpandmin/dtypes = nine",
        "tcolexpandmul/dtypes = nine",
        "tcolexpandsub/dtypes = nine",
        "tcolmax/dtypes = eleven",
        "tcolmin/dtypes = eleven",
        "tcolprod/dtypes = seven",
        "tcolprod/order = a5-pairs or any-tree",
        "tcolsum/dtypes = eleven",
        "tcolsum/sequential-order = a5-pairs or low-tree or one-tree or any-tree",
        "tcolsum/tree-order = a5-tree or one-low-tree or low-tree or one-tree or any-tree",
        "trowargmax/dtypes = any",
        "trowargmin/dtypes = any",
        "trowexpand/dtypes = eleven",
        "trowexpandadd/dtypes = nine",
        "trowexpandadd/tmp-mode = ignored",
        "trowexpanddiv/dtypes = nine",
        "trowexpanddiv/tmp-mode = ignored",
        "trowexpandexpdif/difference = fused",
        "trowexpandexpdif/tmp-mode = ignored",
        "trowexpandmax/dtypes = nine",
        "trowexpandmax/tmp-mode = ignored",
        "trowexpandmin/dtypes = nine",
        "trowexpandmin/tmp-mode = ignored",
        "trowexpandmul/dtypes = nine",
        "trowexpandmul/tmp-mode = ignored",
        "trowexpandsub/dtypes = nine",
        "trowexpandsub/tmp-mode = ignored",
        "trowmax/dtypes = eight",
        "trowmin/dtypes = eight",
        "trowprod/order = a5-halves or any-tree",
        "trowsum/dtypes = four-and-64-bit",
        "trowsum/order = a5-chunks or one-low-tree or low-tree or one-tree or any-tree",
        "trowsum/tmp-shape = unchecked",
    ]);
    assert_eq!(run.deviations(), deviations);
    assert_eq!(run.kinds(), names(&["accepted-illegal", "inconsistent-reading", "mismatch"]));
    // More than one rule, dtypes, memory, the form with tmp.
    let of = |g: &String| {
        ["-", "tile/fits-memory", "/tmp-mode-1", "/tmp-same-dtype"].iter().any(|rule| g.ends_with(rule)) || g.ends_with("/dtype-supported")
    };
    assert!(run.groups().iter().filter(|g| g.starts_with("accepted-illegal")).all(of), "{:?}", run.groups());
    instead(&run, &["plain", "tmp"], &["tcolsum/sequential-order = a5-pairs", "tcolsum/tree-order = a5-tree"]);
}

/// No order of these forms conforms, and the report names what was done instead.
fn instead(run: &Across, forms: &[&str], expected: &[&str]) {
    assert!(kinds(&run.report)[&FailureKind::Mismatch] > 20);
    for form in forms {
        for dtype in ["f16", "f32"] {
            let place = format!("tcolsum/{form}/{dtype}");
            assert!(run.report.readings.iter().any(|r| r.place == place && !r.conforms), "{place}");
        }
    }
    let named: Vec<&String> = run.report.failures.iter().flat_map(|g| &g.instead).collect();
    for option in expected {
        assert!(named.iter().any(|n| n.contains(option)), "{option} in {named:?}");
    }
}
