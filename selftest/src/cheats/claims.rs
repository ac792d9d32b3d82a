//! Lines that claim what is not so, or excuse it.

use super::{Attempts, Cheat, Grounds, cheat, judged};
use crate::Error;
use ptoconf_schemas::{Expectation, Outcome, ResultLine};
use std::collections::{BTreeMap, BTreeSet};

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat(
        "every tenth is not supported",
        "Of the legal tuples every tenth is called unsupported, as if a share of them could be left out.",
        |g| {
            let mut legal = 0;
            said(g, |line, expected| {
                legal += usize::from(matches!(expected, Some(Expectation::Accept { .. })));
                if matches!(expected, Some(Expectation::Accept { .. })) && legal % 10 == 1 {
                    line.outcome = Outcome::Unsupported;
                }
            })
        },
    ),
    cheat("twins rejected", "The legal twin of each illegal tuple is rejected with it.", |g| {
        let twins: BTreeSet<String> =
            expectations(g)?.iter().filter_map(|(id, expected)| Some(format!("{}/{}", id.split('/').next()?, expected.twin()?))).collect();
        said(g, |line, _| {
            if twins.contains(tuple(&line.case)) {
                line.outcome = Outcome::Rejected;
            }
        })
    }),
    cheat(
        "failures of the harness",
        "What should be rejected is called a failure of the harness, a time that ran out, or not said at all but in a message.",
        |g| {
            let as_outcome = |outcome: Outcome| {
                said(g, |line, _| {
                    if line.outcome == Outcome::Rejected {
                        line.message = Some("rejected".to_owned());
                        line.outcome = outcome;
                    }
                })
            };
            Ok([as_outcome(Outcome::Error)?, as_outcome(Outcome::Timeout)?, as_outcome(Outcome::Ok)?].concat())
        },
    ),
    cheat("accepted with the right rule", "Illegal tuples are accepted, and the line names the rule that is broken all the same.", |g| {
        said(g, |line, expected| {
            if let Some(Expectation::Reject { rule, .. }) = expected {
                line.outcome = Outcome::Ok;
                line.rule = Some(rule.as_deref().unwrap_or("several").to_owned());
            }
        })
    }),
    cheat("every rule named", "A rejection names all rules that there are, a star, or nothing between quotes.", |g| {
        let rules: BTreeSet<&str> = g.small.set.suite().operations.iter().flat_map(|o| &o.rules).map(|rule| rule.id.as_str()).collect();
        let rules: Vec<&str> = rules.into_iter().collect();
        let named = |rule: &str| {
            said(g, |line, _| {
                if line.outcome == Outcome::Rejected {
                    line.rule = Some(rule.to_owned());
                }
            })
        };
        Ok([named(&rules.join(","))?, named("*")?, named("")?].concat())
    }),
    cheat("a tuple both accepted and rejected", "Of each tuple that runs every second case is rejected.", |g| {
        let mut results = g.stacks.honest.clone();
        for line in results.lines.iter_mut().filter(|line| line.outcome == Outcome::Ok) {
            let slot: u32 = line.case.rsplit('/').next().and_then(|slot| slot.parse().ok()).unwrap_or(0);
            if slot % 2 == 1 {
                line.outcome = Outcome::Rejected;
            }
        }
        Ok(vec![judged(&g.stacks, &results)?])
    }),
    cheat(
        "rejections without looking",
        "Every tuple is rejected with all rules in its message; or the first case of each operation runs, and no other.",
        |g| {
            let rejected = said(g, |line, _| {
                line.outcome = Outcome::Rejected;
                line.message = Some("breaks a rule: tile/vec, tile/rows-positive, same-dtype, or another".to_owned());
            })?;
            let mut ran = BTreeSet::new();
            let but_one = said(g, |line, _| {
                if line.outcome == Outcome::Ok && !ran.insert(line.case.split('/').next().unwrap_or_default().to_owned()) {
                    line.outcome = Outcome::Rejected;
                }
            })?;
            Ok([rejected, but_one].concat())
        },
    ),
    cheat("results of a smaller set", "Results of a set of a few cases, under the digest of a larger one.", |g| {
        let mut results = g.tiny.honest.clone();
        results.header.suite = g.small.set.digest().to_owned();
        Ok(vec![judged(&g.small, &results)?])
    }),
];

/// The right results of the small set, with this change to each line; told is what is expected of its tuple.
fn said(grounds: &Grounds, mut change: impl FnMut(&mut ResultLine, Option<&Expectation>)) -> Attempts {
    let expected = expectations(grounds)?;
    let mut results = grounds.small.honest.clone();
    results.lines.iter_mut().for_each(|line| change(line, expected.get(tuple(&line.case))));
    Ok(vec![judged(&grounds.small, &results)?])
}

/// What is expected of each tuple of the small set, by its id.
fn expectations(grounds: &Grounds) -> Result<BTreeMap<String, Expectation>, Error> {
    let set = &grounds.small.set;
    let mut all = BTreeMap::new();
    for operation in &set.suite().operations {
        let reader = set.operation(&operation.name)?;
        all.extend(reader.tuples.iter().zip(reader.answers()?).map(|(line, answer)| (line.id(), answer.expect.clone())));
    }
    Ok(all)
}

/// The id of the tuple of a case.
fn tuple(case: &str) -> &str {
    case.rsplit_once('/').map_or(case, |(tuple, _)| tuple)
}
