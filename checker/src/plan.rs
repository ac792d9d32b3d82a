//! The answers of one tuple, checked and ready to be compared.

use crate::catalog::{Catalog, Condition, Known};
use crate::compare::{Comparison, Enclosure, Expected, Geometry};
use crate::padding::Reach;
use crate::words::shares_memory;
use crate::{CheckError, padding};
use ptoconf_schemas::{AnswerLine, DType, Judgement, OutputAnswer, Role, Tile, TupleLine};
use ptoconf_vectors::OperationReader;

/// One thing to compare: an output operand with one answer. Alternatives share it where they
/// say the same.
pub struct Check<'a> {
    /// The output operand.
    pub operand: &'a str,
    /// Its tile.
    pub tile: &'a Tile,
    /// What it holds.
    pub answer: &'a OutputAnswer,
    /// Whether it started as canary all over, so that writes outside the region can be seen.
    pub canary: bool,
}

/// What there is to compare for a tuple.
pub struct Plan<'a> {
    /// The answers.
    pub answer: &'a AnswerLine,
    /// Distinct things to compare, those of one operand side by side.
    pub checks: Vec<Check<'a>>,
    /// Indices into `checks` for each alternative; none for one that rejects or is disproved.
    pub alternatives: Vec<Option<Vec<usize>>>,
    /// The choices that lead to each alternative.
    pub conditions: Vec<Vec<Condition>>,
    /// The options that some alternative is right under, disproved ones included.
    pub mentioned: Vec<Condition>,
    /// Alternatives that the profile admits, a bit each.
    pub admitted: u64,
    /// The same, those that the results have disproved included: by these an accepted result has its number.
    offered: u64,
    /// Alternatives that reject, a bit each.
    pub rejecting: u64,
}

impl<'a> Plan<'a> {
    /// Checks the answers of a tuple against its operands. `disproved` names options of orders that the results
    /// do not follow.
    pub fn new(
        line: &'a TupleLine,
        answer: &'a AnswerLine,
        catalog: &Catalog<'_>,
        known: &Known<'_>,
        disproved: &[&str],
    ) -> Result<Self, CheckError> {
        let mut checks: Vec<Check<'a>> = Vec::new();
        for operand in line.tuple.with_role(Role::Out) {
            let canary = !shares_memory(&line.tuple, operand);
            for output in answer.alternatives.iter().filter_map(|a| a.outputs.get(&operand.name)) {
                if !checks.iter().any(|c| c.operand == operand.name && c.answer == output) {
                    checks.push(Check { operand: &operand.name, tile: &operand.tile, answer: output, canary });
                }
            }
        }
        let mut conditions = catalog.conditions(&line.tuple.op, answer, known)?;
        let mentioned = conditions.iter().flatten().copied().collect();
        let offered = catalog.admitted_alternatives(&line.tuple, &conditions);
        // Whoever does not follow them does not, whatever a single sum looks like.
        for (reading, options) in conditions.iter_mut().flatten().filter(|_| !disproved.is_empty()) {
            *options &= !catalog.bits(*reading, |option| disproved.contains(&option));
        }
        let admitted = catalog.admitted_alternatives(&line.tuple, &conditions);
        let mut plan = Plan { answer, checks, alternatives: Vec::new(), conditions, mentioned, admitted, offered, rejecting: 0 };
        for (index, alternative) in answer.alternatives.iter().enumerate() {
            plan.rejecting |= u64::from(alternative.rejects) << index;
            let outputs = alternative.outputs.iter().map(|(name, output)| plan.find(line, name, output));
            let checks = outputs.collect::<Result<Vec<usize>, CheckError>>()?;
            let disproved = plan.conditions[index].iter().any(|(_, options)| *options == 0);
            plan.alternatives.push((!alternative.rejects && !disproved).then_some(checks));
        }
        Ok(plan)
    }

    fn find(&self, line: &TupleLine, name: &str, output: &OutputAnswer) -> Result<usize, CheckError> {
        let wrong = |reason: String| CheckError::Answers { op: line.tuple.op.to_string(), tuple: line.name.clone(), reason };
        let found = self.checks.iter().position(|c| c.operand == name && c.answer == output);
        let found = found.ok_or_else(|| wrong(format!("an answer names `{name}`, expected an output of the tuple")))?;
        let ([rows, cols], [region_rows, region_cols]) = (self.checks[found].tile.shape, output.region);
        if region_rows > rows || region_cols > cols {
            return Err(wrong(format!(
                "{name}: the judged region is {region_rows}x{region_cols}, expected at most the tile, {rows}x{cols}"
            )));
        }
        Ok(found)
    }

    /// The alternatives whose things all fit, a bit each; `fits` is told for each check.
    pub fn matched(&self, fits: impl Fn(usize) -> bool) -> u64 {
        let matches = |checks: &Option<Vec<usize>>| checks.as_ref().is_some_and(|c| c.iter().all(|&check| fits(check)));
        self.alternatives.iter().enumerate().fold(0, |bits, (i, checks)| bits | u64::from(matches(checks)) << i)
    }

    /// The alternatives out of `matched`, by how far the case wrote outside its result if that is what it follows.
    pub fn by_reach(&self, matched: u64, reach: impl Fn(usize) -> Option<Reach>) -> [u64; Reach::ALL.len()] {
        let of = |checks: &Option<Vec<usize>>| checks.iter().flatten().filter_map(|&check| reach(check)).max();
        let mut by_reach = [0; Reach::ALL.len()];
        for (index, checks) in self.alternatives.iter().enumerate().filter(|(i, _)| matched >> i & 1 == 1) {
            let from = of(checks).map_or(0, |reach| reach as usize);
            by_reach[from..].iter_mut().for_each(|bits| *bits |= 1 << index);
        }
        by_reach
    }

    /// The alternatives that accept the tuple, a bit each.
    pub fn accepting(&self) -> u64 {
        self.alternatives.iter().enumerate().fold(0, |bits, (i, checks)| bits | u64::from(checks.is_some()) << i)
    }

    /// What is to be compared for each admitted alternative that accepts.
    pub fn accepted(&self) -> impl Iterator<Item = &[usize]> {
        let admitted = self.alternatives.iter().enumerate().filter(|(i, _)| self.admitted >> i & 1 == 1);
        admitted.filter_map(|(_, checks)| checks.as_deref())
    }

    /// The alternatives that say of each output what exactly it holds, a bit each.
    pub fn exact(&self) -> u64 {
        let is_exact = |check: &usize| {
            matches!(self.checks[*check].answer.judge, Judgement::Bits { .. } | Judgement::Value { .. } | Judgement::Unchanged)
        };
        let all = |checks: &Option<Vec<usize>>| checks.as_ref().is_some_and(|checks| checks.iter().all(is_exact));
        self.alternatives.iter().enumerate().fold(0, |bits, (i, checks)| bits | u64::from(all(checks)) << i)
    }

    /// Whether some admitted alternative accepts the tuple.
    pub fn can_be_accepted(&self) -> bool {
        self.admitted & !self.rejecting != 0
    }

    /// What the alternatives in `bits` are called: `accepted`, or by numbers where several are, as `ptoconf show` has them.
    pub fn label(&self, bits: u64) -> String {
        if self.offered.count_ones() <= 1 {
            return "accepted".to_owned();
        }
        let admitted = (0..u64::BITS).filter(|i| self.offered >> i & 1 == 1);
        let numbers = (1..).zip(admitted).filter(|(_, i)| bits >> i & 1 == 1).map(|(number, _): (u32, u32)| number.to_string());
        format!("accepted {}", numbers.collect::<Vec<_>>().join(", "))
    }
}

impl Check<'_> {
    /// Shapes of a stack of `cases` tiles.
    pub fn geometry(&self, cases: u32) -> Geometry {
        let ([rows, cols], [region_rows, region_cols]) = (self.tile.shape, self.answer.region);
        let [cases, rows, cols, region_rows, region_cols] = [cases, rows, cols, region_rows, region_cols].map(|n| n as usize);
        Geometry { cases, rows, cols, region_rows, region_cols }
    }

    /// How far tile `case` of `actual` was written outside the region; none where nobody can tell.
    pub fn reach(&self, geometry: &Geometry, canary: u8, actual: &[u8], case: usize) -> Option<Reach> {
        let looked_at = self.canary && self.answer.judge != Judgement::Unspecified;
        let rows_only = self.answer.mask.is_some();
        looked_at.then(|| padding::reach(geometry, self.tile.dtype.bytes(), canary, rows_only, actual, case))
    }
}

/// Where the arrays of a tuple come from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Reader of the operation.
    pub operation: &'a OperationReader,
    /// The tuple.
    pub line: &'a TupleLine,
    /// Its answers.
    pub answer: &'a AnswerLine,
    /// The canary byte of the set.
    pub canary: u8,
}

impl<'a> Source<'a> {
    /// The input whose memory an output shares, where it looks the same in both and is judged whole.
    fn input_beneath(&self, check: &Check<'_>) -> Option<&'a str> {
        let tile = check.tile;
        let alike = |t: &Tile| {
            (t.dtype, t.shape, t.blayout, t.slayout, t.fractal) == (tile.dtype, tile.shape, tile.blayout, tile.slayout, tile.fractal)
        };
        let home = |name: &'a str, t: &'a Tile| t.same_as.as_deref().unwrap_or(name);
        let own = tile.same_as.as_deref().unwrap_or(check.operand);
        let mut inputs = self.line.tuple.with_role(Role::In).filter(|_| check.answer.region == tile.shape && self.line.inputs.is_some());
        inputs.find(|o| home(&o.name, &o.tile) == own && alike(&o.tile)).map(|o| o.name.as_str())
    }
}

/// Reused buffers for the arrays of one answer.
#[derive(Default)]
pub struct Arrays {
    first: Vec<u8>,
    second: Vec<u8>,
    special: Vec<u8>,
    mask: Vec<u8>,
}

impl Arrays {
    /// Reads what `check` is compared with.
    pub fn load<'b>(&'b mut self, source: Source<'_>, check: &Check<'_>) -> Result<Comparison<'b>, CheckError> {
        let (dtype, geometry) = (check.tile.dtype, check.geometry(source.line.cases));
        let shape = [geometry.cases, geometry.region_rows, geometry.region_cols].map(|n| n as u64);
        let elements = geometry.cases * geometry.region();
        let read = |member: &str, dtype: DType, into: &mut Vec<u8>| -> Result<(), CheckError> {
            // An empty region needs no member.
            if elements > 0 {
                source.operation.verified_answer_array(source.answer, member, dtype, &shape, into)?;
            }
            Ok(())
        };
        if let Some(member) = &check.answer.mask {
            read(member, DType::U8, &mut self.mask)?;
        }
        match &check.answer.judge {
            Judgement::Bits { member } | Judgement::Value { member } => read(member, dtype, &mut self.first)?,
            Judgement::Within { lowest, highest, special } => {
                read(lowest, dtype, &mut self.first)?;
                read(highest, dtype, &mut self.second)?;
                read(special, DType::U8, &mut self.special)?;
            }
            Judgement::Ulps { nearest, ulps } => {
                read(nearest, dtype, &mut self.first)?;
                read(ulps, DType::U8, &mut self.special)?;
            }
            // What shares the memory of an input did not start as canary: untouched, it holds that input.
            Judgement::Unchanged if !check.canary => match source.input_beneath(check) {
                Some(input) => source.operation.inputs(source.line, input, &mut self.first)?,
                None => return Ok(Comparison { dtype, geometry, expected: Expected::Unspecified, mask: None }),
            },
            Judgement::Unchanged | Judgement::Unspecified => {}
        }
        let bytes = elements * dtype.bytes();
        let expected = match &check.answer.judge {
            Judgement::Bits { .. } => Expected::Bits(&self.first[..bytes]),
            Judgement::Value { .. } => Expected::Value(&self.first[..bytes]),
            Judgement::Within { .. } => Expected::Within(Enclosure {
                lowest: &self.first[..bytes],
                highest: &self.second[..bytes],
                special: &self.special[..elements],
            }),
            Judgement::Ulps { .. } => Expected::Ulps { nearest: &self.first[..bytes], ulps: &self.special[..elements] },
            Judgement::Unchanged if !check.canary => Expected::Bits(&self.first[..bytes]),
            Judgement::Unchanged => Expected::Unchanged(source.canary),
            Judgement::Unspecified => Expected::Unspecified,
        };
        let mask = check.answer.mask.is_some().then(|| &self.mask[..elements]);
        Ok(Comparison { dtype, geometry, expected, mask })
    }
}
