//! From columns with their sums to what they say of the order.

use crate::evidence::{Column, Evidence};
use crate::few;
use crate::recover::recover;
use crate::replay::{Accumulator, Hypothesis, Replay};
use ptoconf_numeric::orders::{Line, Tree};
use ptoconf_numeric::rounding::Rounding;
use ptoconf_schemas::DType;
use std::collections::BTreeSet;

/// Trees of more rows are not drawn.
const DRAWN_ROWS: u32 = 40;

/// What the columns of one place say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Named orders that give every sum; several where they cannot be told apart.
    pub orders: Vec<String>,
    /// Accumulators that do, the narrowest first.
    pub accumulator: Vec<String>,
    /// Whether the sum starts from +0; none where that cannot be seen.
    pub zero_seed: Option<bool>,
    /// Roundings that do.
    pub rounding: Vec<String>,
    /// The tree, drawn, where it is known and not too large.
    pub tree: Option<String>,
    /// Whether one hypothesis gives the sums of all rounding vectors, too.
    pub consistent: bool,
    /// Whether it is shown that no single tree of additions in the element type gives all sums.
    pub no_tree: bool,
    /// Whether it is shown that none of so little height as a binary tree has does.
    pub no_low_tree: bool,
    /// What each 256-byte vector of a row says, where they differ.
    pub lanes: Vec<String>,
    /// Why there is no order, or no consistent one.
    pub reason: Option<String>,
}

/// Trees with the names that each has; none for a recovered one.
pub(crate) struct Trees {
    trees: Vec<Tree>,
    names: Vec<Vec<&'static str>>,
}

impl Trees {
    /// The different trees of the named orders.
    pub fn named(line: Line, dtype: DType, rows: u32) -> Trees {
        let (mut trees, mut names, mut seen) = (vec![], Vec::<Vec<&str>>::new(), vec![]);
        for &name in line.names() {
            let Some(tree) = line.named(name, dtype, rows as usize) else { continue };
            let spelled = tree.spelled();
            match seen.iter().position(|s| *s == spelled) {
                Some(at) => names[at].push(name),
                None => {
                    trees.push(tree);
                    names.push(vec![name]);
                    seen.push(spelled);
                }
            }
        }
        Trees { trees, names }
    }
}

/// What the columns say.
pub fn identify(evidence: &Evidence) -> Finding {
    identify_by(evidence, &Trees::named(evidence.line, evidence.dtype, evidence.rows))
}

/// The same for who has the trees of the named orders of so many rows.
pub(crate) fn identify_by(evidence: &Evidence, named: &Trees) -> Finding {
    if evidence.probes.is_empty() {
        return Finding::none("there are no sums of the probe columns");
    }
    let mut finding = named_or_recovered(evidence, named);
    // Where one order in the element type gives every sum, there is no doubt.
    let is_one = finding.consistent && !finding.no_tree && !finding.no_low_tree;
    if let Some(fits) = (!is_one).then(|| few::fits(evidence)).flatten() {
        (finding.no_tree, finding.no_low_tree) = (!fits.any, !fits.low);
    }
    finding
}

fn named_or_recovered(evidence: &Evidence, trees: &Trees) -> Finding {
    let candidates = Hypothesis::all(evidence.dtype, trees.trees.len());
    let mut everywhere = fitting(evidence, trees, &candidates, None);
    if everywhere.is_empty() {
        let lanes: Vec<u32> = evidence.probes.iter().map(|c| c.lane).collect::<BTreeSet<_>>().into_iter().collect();
        let by_lane: Vec<Vec<Hypothesis>> = lanes.iter().map(|lane| fitting(evidence, trees, &candidates, Some(*lane))).collect();
        if by_lane.iter().any(|lane| !lane.is_empty()) {
            return by_lanes(evidence, trees, &lanes, &by_lane);
        }
    }
    // Where every pair of rows has its mask, those have to follow, too.
    keep(evidence.dtype, trees, &mut everywhere, &evidence.pairs);
    if everywhere.is_empty() { unnamed(evidence) } else { settled(evidence, trees, &everywhere) }
}

/// The hypotheses that give the sums of a lane's probes, or of all.
fn fitting(evidence: &Evidence, trees: &Trees, candidates: &[Hypothesis], lane: Option<u32>) -> Vec<Hypothesis> {
    let Some(mut replay) = Replay::new(evidence.dtype, &trees.trees) else { return vec![] };
    let columns = || evidence.probes.iter().filter(|c| lane.is_none_or(|l| c.lane == l));
    let mut found = vec![];
    for alike in candidates.chunk_by(Hypothesis::adds_like) {
        // Most are refuted by the first column; what is added up there is the same for all of these.
        let first = columns().next().filter(|_| alike[0].accumulator != Accumulator::Exact);
        let whole = first.map(|column| (column, replay.whole(&alike[0], &column.rows)));
        let gives = |h: &Hypothesis, replay: &Replay| whole.is_none_or(|(column, whole)| column.is(replay.rounded(h, whole)));
        found.extend(alike.iter().filter(|h| gives(h, &replay) && replay.fits(h, columns())));
    }
    found
}

/// Keeps the hypotheses that give these sums.
fn keep(dtype: DType, trees: &Trees, hypotheses: &mut Vec<Hypothesis>, columns: &[Column]) {
    if let Some(mut replay) = Replay::new(dtype, &trees.trees) {
        hypotheses.retain(|h| replay.fits(h, columns.iter()));
    }
}

/// Hypotheses that give every probe: those that give the rounding vectors, too.
fn settled(evidence: &Evidence, trees: &Trees, found: &[Hypothesis]) -> Finding {
    let mut kept = found.to_vec();
    keep(evidence.dtype, trees, &mut kept, &evidence.rounding);
    let consistent = !kept.is_empty();
    let mut finding = Finding::of(evidence.dtype, trees, if consistent { &kept } else { found });
    finding.consistent = consistent;
    // Sums that a wider accumulator gives are not those of additions in the element type.
    let mut narrow = kept.iter().filter(|h| h.accumulator == Accumulator::Same).peekable();
    // An order that has no name may give the probes as well; the masks of all pairs leave no other.
    let is_only = consistent || !evidence.pairs.is_empty();
    finding.no_tree = is_only && narrow.peek().is_none();
    finding.no_low_tree = is_only && !narrow.any(|h| trees.trees[h.tree].is_low());
    if !consistent {
        finding.reason = Some("it gives every probe, but not the rounding vectors of this place".to_owned());
    }
    finding
}

fn by_lanes(Evidence { line, dtype, .. }: &Evidence, trees: &Trees, lanes: &[u32], found: &[Vec<Hypothesis>]) -> Finding {
    let dtype = *dtype;
    let words = |(lane, found): (&u32, &Vec<Hypothesis>)| {
        let finding = Finding::of(dtype, trees, found);
        let what = match (found.is_empty(), finding.orders.is_empty()) {
            (true, _) => "no named order".to_owned(),
            (_, true) => finding.accumulator.join(" = "),
            _ => format!("{} in {}", finding.orders.join(" = "), finding.accumulator.join(" = ")),
        };
        // The last vector of a row of probes is a partial one.
        let place = match line {
            Line::Row => format!("rows from {}", lane * dtype.vector()),
            Line::Column if Some(lane) == lanes.last() => "tail".to_owned(),
            Line::Column => format!("vector {lane}"),
        };
        format!("{place}: {what}")
    };
    let lanes = lanes.iter().zip(found).map(words).collect();
    let reason = if *line == Line::Row { "the order depends on the row" } else { "the order depends on the lane" };
    // Where a lane follows no named order, one without a name may be that of all.
    let finding = if found.iter().all(|lane| !lane.is_empty()) { Finding::no_tree(reason) } else { Finding::none(reason) };
    Finding { lanes, ..finding }
}

/// No named order: a tree from the masks, if it can be replayed.
fn unnamed(evidence: &Evidence) -> Finding {
    if evidence.pairs.is_empty() {
        return Finding::none("no named order gives these sums, and the set has no masks of all pairs at this number of rows");
    }
    let tree = match recover(evidence.dtype, evidence.rows, &evidence.pairs) {
        Ok(tree) => tree,
        Err(reason) => return Finding::no_tree(&format!("no named order gives these sums; {reason}")),
    };
    let drawn = tree.to_string();
    let trees = Trees { trees: vec![tree], names: vec![vec![]] };
    let mut candidates = Hypothesis::all(evidence.dtype, 1);
    candidates.retain(|h| h.accumulator != Accumulator::Exact);
    let found = fitting(evidence, &trees, &candidates, None);
    if found.is_empty() {
        let reason = format!(
            "the masks show {drawn}, but no accumulator and rounding replays it: more precision, \
             compensation, or an order that changes from sum to sum"
        );
        return Finding::no_tree(&reason);
    }
    settled(evidence, &trees, &found)
}

impl Finding {
    pub(crate) fn none(reason: &str) -> Finding {
        Finding { reason: Some(reason.to_owned()), ..Finding::default() }
    }

    /// The same, where that shows that there is no single tree.
    fn no_tree(reason: &str) -> Finding {
        Finding { no_tree: true, no_low_tree: true, ..Finding::none(reason) }
    }

    /// What hypotheses that cannot be told apart say together.
    fn of(dtype: DType, trees: &Trees, found: &[Hypothesis]) -> Finding {
        let seeds: BTreeSet<bool> = found.iter().map(|h| h.zero_seed).collect();
        let accumulators: BTreeSet<Accumulator> = found.iter().map(|h| h.accumulator).collect();
        let roundings: BTreeSet<Rounding> = found.iter().map(|h| h.rounding).collect();
        let mut finding = Finding {
            accumulator: accumulators.iter().map(|a| a.name(dtype).to_owned()).collect(),
            zero_seed: if seeds.len() == 1 { seeds.first().copied() } else { None },
            rounding: roundings.iter().map(|r| r.name().to_owned()).collect(),
            ..Finding::default()
        };
        // Where sums that are as good as exact fit, and narrow ones do not, every order gives the same.
        if accumulators.contains(&Accumulator::Exact) && !accumulators.contains(&Accumulator::Same) {
            finding.reason = Some("sums are rounded once, so that no order can be seen".to_owned());
            return finding;
        }
        let ordered: Vec<&Hypothesis> = found.iter().filter(|h| h.accumulator != Accumulator::Exact).collect();
        for (index, names) in trees.names.iter().enumerate() {
            let seeds: BTreeSet<bool> = ordered.iter().filter(|h| h.tree == index).map(|h| h.zero_seed).collect();
            for seed in seeds {
                let end = if seed { "-from-zero" } else { "" };
                finding.orders.extend(names.iter().map(|name| format!("{name}{end}")));
            }
        }
        let used: BTreeSet<usize> = ordered.iter().map(|h| h.tree).collect();
        if let (1, Some(tree)) = (used.len(), used.first().and_then(|&t| trees.trees.get(t))) {
            finding.tree = (tree.leaves() as u32 <= DRAWN_ROWS).then(|| tree.to_string());
        }
        finding
    }
}
