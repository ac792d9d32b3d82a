//! Results that are well formed and wrong.

use super::{Attempts, Cheat, Ground, Grounds, Results, cheat, judged};
use crate::Error;
use ptoconf_schemas::{AnswerLine, Array, Expectation, Judgement, Judges, Outcome, ResultLine, Role, TupleLine};
use std::collections::BTreeMap;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat("all rejected", "Every case is rejected.", |g| one(g, |h| h.all(Outcome::Rejected).bare())),
    cheat("all accepted", "Every case runs; illegal ones return the canary.", |g| Ok(vec![judged(&g.small, &accepted(&g.small)?)?])),
    cheat("all unsupported", "Nothing is supported.", |g| one(g, |h| h.all(Outcome::Unsupported).bare())),
    cheat("all crashed", "Every case crashes.", |g| one(g, |h| h.all(Outcome::Crashed).bare())),
    cheat("all timed out", "Every case takes too long.", |g| one(g, |h| h.all(Outcome::Timeout).bare())),
    cheat("crash for rejection", "Illegal tuples crash.", |g| {
        one(g, |mut h| {
            h.lines.iter_mut().filter(|l| l.outcome == Outcome::Rejected).for_each(|l| l.outcome = Outcome::Crashed);
            h
        })
    }),
    cheat("empty", "Neither lines nor arrays.", |g| {
        one(g, |mut h| {
            h.lines.clear();
            h.bare()
        })
    }),
    cheat("no arrays", "Lines without arrays.", |g| one(g, Results::bare)),
    cheat("no lines", "Arrays without lines.", |g| {
        one(g, |mut h| {
            h.lines.clear();
            h
        })
    }),
    cheat("a subset", "Results for the first half, the second half, and all but one in a hundred.", |g| {
        let n = g.small.honest.lines.len();
        let keep = |keep: &dyn Fn(usize) -> bool| {
            let mut results = g.small.honest.clone();
            let mut index = 0..;
            results.lines.retain(|_| index.next().is_some_and(keep));
            judged(&g.small, &results)
        };
        Ok(vec![keep(&|i| i < n / 2)?, keep(&|i| i >= n / 2)?, keep(&|i| i % 100 != 7)?])
    }),
    cheat("legal cases only", "Nothing is said of illegal tuples.", |g| {
        one(g, |mut h| {
            h.lines.retain(|l| l.outcome == Outcome::Ok);
            h
        })
    }),
    cheat("wrong rule named", "Every rejection names a rule that is not broken.", |g| {
        one(g, |mut h| {
            let rejected = h.lines.iter_mut().filter(|l| l.outcome == Outcome::Rejected);
            rejected.for_each(|l| l.rule = Some("tile/no-such-rule".to_owned()));
            h
        })
    }),
    cheat("duplicated lines", "Every line is there twice; one line is there twice.", |g| {
        let mut all = g.small.honest.clone();
        all.lines.extend(g.small.honest.lines.clone());
        let mut single = g.small.honest.clone();
        single.lines.extend(g.small.honest.lines.first().cloned());
        Ok(vec![judged(&g.small, &all)?, judged(&g.small, &single)?])
    }),
    cheat("extra lines", "A line for a case that is not in the set.", |g| {
        let stray = |case: &str| {
            let mut results = g.small.honest.clone();
            let line = ResultLine { case: case.to_owned(), ..results.lines[0].clone() };
            results.lines.push(line);
            judged(&g.small, &results)
        };
        ["tother/plain-0123456789/0", "tcolsum/plain-0123456789/0", "../../etc/passwd"].into_iter().map(stray).collect()
    }),
    cheat("stale", "Results of a set with other data.", |g| Ok(vec![judged(&g.small, &g.other.honest)?])),
    cheat("claimed digest", "Results of a set with other data, under the digest of this one.", |g| {
        let mut forged = g.other.honest.clone();
        forged.header.suite = g.small.set.digest().to_owned();
        Ok(vec![judged(&g.small, &forged)?])
    }),
    cheat("wrong digest", "Right results that name no set.", |g| {
        one(g, |mut h| {
            h.header.suite = "0".repeat(64);
            h
        })
    }),
    cheat("answers of a neighbour", "Every array is that of another tuple of the same shape.", |g| {
        one(g, |mut h| {
            h.arrays.values_mut().for_each(|arrays| rotate(arrays));
            h
        })
    }),
    cheat("answers of the next case", "The cases of a tuple change places.", |g| {
        let turned = g.stacks.honest.clone().map(|a| {
            let tile = a.data.len() / (a.shape[0] as usize).max(1);
            a.data.rotate_left(tile);
        });
        Ok(vec![judged(&g.stacks, &turned)?])
    }),
    cheat("copied inputs", "Outputs are the upper left corner of the first input.", |g| Ok(vec![judged(&g.small, &copied(&g.small)?)?])),
    cheat("legality by what is seen", "Judges legality alone, and looks at anything but the descriptors.", |g| {
        let attempts: [fn(&TupleLine, bool) -> bool; 4] = [
            |line, _| line.inputs.is_none(),
            |line, _| line.cases == 1,
            |_, is_early| is_early,
            |line, _| line.name.bytes().last().is_some_and(|digit| digit < b'8'),
        ];
        attempts.iter().map(|rejects| judged(&g.small, &by_sight(&g.small, rejects)?)).collect()
    }),
    cheat("the canary returned", "Nothing was written.", |g| {
        let canary = g.small.set.suite().canary;
        one(g, |h| h.map(|a| a.data.fill(canary)))
    }),
    cheat("NaN everywhere", "Every bit is set, which is a NaN in every floating-point type.", |g| one(g, |h| h.map(|a| a.data.fill(0xff)))),
    cheat("zeros", "Every output is zero.", |g| one(g, |h| h.map(|a| a.data.fill(0)))),
    cheat(
        "a bit changed",
        "One bit of the first element of one array, for each array whose tuple is accepted whatever is chosen: the lowest \
         one, the sign where a bound leaves the lowest ones open, or one that makes a NaN a number.",
        |g| {
            let ground = &g.tiny;
            let mut found = Vec::new();
            for (op, arrays) in &ground.honest.arrays {
                let members = members_without_question(ground, op)?;
                for (index, array) in arrays.iter().enumerate() {
                    let Some(&is_within_bound) = members.get(&array.name) else { continue };
                    let mut results = ground.honest.clone();
                    change_a_bit(&mut results.arrays.entry(op.clone()).or_default()[index], is_within_bound);
                    found.push(judged(ground, &results)?);
                }
            }
            Ok(found)
        },
    ),
];

fn one(grounds: &Grounds, change: impl Fn(Results) -> Results) -> Attempts {
    Ok(vec![judged(&grounds.small, &change(grounds.small.honest.clone()))?])
}

/// The arrays of tuples that are accepted whatever is chosen, and whether a bound judges them: of others, anything may be in
/// them.
fn members_without_question(ground: &Ground, op: &str) -> Result<BTreeMap<String, bool>, Error> {
    let reader = ground.set.operation(op)?;
    let mut members = BTreeMap::new();
    for (line, answer) in reader.tuples.iter().zip(reader.answers()?) {
        if matches!(answer.expect, Expectation::Accept { .. }) && answer.contests.is_empty() {
            let outputs = line.tuple.with_role(Role::Out).map(|output| (line.member(&output.name), has_bound(answer, &output.name)));
            members.extend(outputs);
        }
    }
    Ok(members)
}

fn has_bound(answer: &AnswerLine, output: &str) -> bool {
    answer.alternatives.iter().filter_map(|a| a.outputs.get(output)).any(|o| matches!(o.judge, Judgement::Ulps { .. }))
}

/// Changes one bit of the first element. NaNs are alike where no payload is asked for: one of them becomes a number.
fn change_a_bit(array: &mut Array, is_within_bound: bool) {
    let first = array.dtype.read(&array.data, 0);
    let last = if is_within_bound { 1 << (8 * array.dtype.bytes() - 1) } else { 1 };
    let exponent = array.dtype.float_masks().filter(|_| array.dtype.is_nan(first)).map(|(_, infinity, _)| infinity & !(infinity >> 1));
    array.dtype.write(&mut array.data, 0, first ^ exponent.unwrap_or(last));
}

/// Arrays of one type and shape change places.
fn rotate(arrays: &mut [Array]) {
    let mut kinds: Vec<_> = arrays.iter().map(|a| (a.dtype, a.shape.clone())).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let mut alike: Vec<&mut Array> = arrays.iter_mut().filter(|a| (a.dtype, a.shape.clone()) == kind).collect();
        let mut data: Vec<Vec<u8>> = alike.iter_mut().map(|a| std::mem::take(&mut a.data)).collect();
        data.rotate_left(1);
        alike.iter_mut().zip(data).for_each(|(array, data)| array.data = data);
    }
}

/// All accepted: right arrays where there are some, the canary elsewhere.
fn accepted(ground: &Ground) -> Result<Results, Error> {
    let mut results = ground.honest.clone().all(Outcome::Ok);
    for operation in &ground.set.suite().operations {
        let arrays = results.arrays.entry(operation.name.clone()).or_default();
        for line in ground.set.operation(&operation.name)?.tuples.iter() {
            for operand in line.tuple.with_role(Role::Out) {
                let (name, tile) = (line.member(&operand.name), &operand.tile);
                if tile.bytes() == 0 || arrays.iter().any(|a| a.name == name) {
                    continue;
                }
                let shape = vec![line.cases.into(), tile.rows().into(), tile.cols().into()];
                let data = vec![ground.set.suite().canary; tile.bytes() as usize * line.cases as usize];
                arrays.push(Array { name, dtype: tile.dtype, shape, data });
            }
        }
    }
    Ok(results)
}

/// Statements on legality alone; told is whether a tuple is in the first half of its operation.
fn by_sight(ground: &Ground, rejects: &fn(&TupleLine, bool) -> bool) -> Result<Results, Error> {
    let mut results = ground.honest.clone().bare();
    results.header.implementation.judges = Judges::Legality;
    results.lines.clear();
    for operation in &ground.set.suite().operations {
        let tuples = ground.set.operation(&operation.name)?.tuples;
        for (at, line) in tuples.iter().enumerate() {
            let outcome = if rejects(line, at * 2 < tuples.len()) { Outcome::Rejected } else { Outcome::Ok };
            let of_slot = |slot| ResultLine {
                case: format!("{}/{slot}", line.id()),
                outcome,
                stage: None,
                rule: None,
                message: None,
                touched: Vec::new(),
            };
            results.lines.extend((0..line.cases).map(of_slot));
        }
    }
    Ok(results)
}

/// The first input in place of each output, as far as it reaches.
fn copied(ground: &Ground) -> Result<Results, Error> {
    let mut results = ground.honest.clone();
    for (op, arrays) in &mut results.arrays {
        let reader = ground.set.operation(op)?;
        for array in arrays {
            let tuple = array.name.split('/').next().and_then(|name| reader.index_of(name));
            let Some(line) = tuple.map(|index| &reader.tuples[index]) else { continue };
            let Some(input) = line.tuple.with_role(Role::In).next().filter(|_| line.inputs.is_some()) else { continue };
            let mut data = Vec::new();
            reader.inputs(line, &input.name, &mut data)?;
            corner(array, &data, input.tile.shape, input.tile.dtype.bytes());
        }
    }
    Ok(results)
}

/// Fills a stack of tiles with the upper left corners of other tiles.
fn corner(array: &mut Array, data: &[u8], [rows, cols]: [u32; 2], size: usize) {
    let own = [array.shape[1] as usize, array.shape[2] as usize * array.dtype.bytes()];
    let other = [rows as usize, cols as usize * size];
    for case in 0..array.shape[0] as usize {
        for row in 0..own[0].min(other[0]) {
            let (to, from) = ((case * own[0] + row) * own[1], (case * other[0] + row) * other[1]);
            let n = own[1].min(other[1]);
            array.data[to..to + n].copy_from_slice(&data[from..from + n]);
        }
    }
}
