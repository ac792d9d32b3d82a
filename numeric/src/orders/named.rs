//! Orders that have a name.

use super::{Tree, chunks};
use ptoconf_schemas::DType;

/// What is summed: vectors of a machine lie across a column, and along a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// The rows of a column.
    Column,
    /// The columns of a row.
    Row,
}

/// Names of orders of a column, those that a page or a target documents first.
///
/// `left-fold-from-zero` is the tree of `left-fold` with a zero in front and so not listed.
pub const NAMES: &[&str] =
    &["left-fold", "a5-pairs", "a2a3-tree", "a5-tree", "carry-tree", "halves", "fold-half", "lanes-2", "lanes-4", "lanes-8", "reverse"];

/// Names of orders of a row. A5 has a zero in front of `a5-chunks`.
const OF_ROWS: &[&str] = &[
    "a2a3-chunks",
    "a5-chunks",
    "left-fold",
    "carry-tree",
    "a2a3-tree",
    "a5-tree",
    "a5-pairs",
    "halves",
    "fold-half",
    "lanes-2",
    "lanes-4",
    "lanes-8",
    "reverse",
];

impl Line {
    /// Names of orders, those that a page or a target documents first.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Line::Column => NAMES,
            Line::Row => OF_ROWS,
        }
    }

    /// The tree of a named order of so many elements of a type; those of a row depend on how many a vector has.
    pub fn named(self, name: &str, dtype: DType, terms: usize) -> Option<Tree> {
        match (self, name) {
            _ if terms == 0 => None,
            (Line::Row, "a2a3-chunks") => Some(chunks::pairwise(terms, dtype.vector() as usize)),
            (Line::Row, "a5-chunks") => Some(chunks::in_turn(terms, dtype.vector() as usize)),
            (Line::Row, "a2a3-blocks") => chunks::blocks(terms),
            _ => named(name, terms),
        }
    }
}

/// The tree of a named order of so many rows.
pub fn named(name: &str, rows: usize) -> Option<Tree> {
    let mut tree = Tree::new(rows);
    let all: Vec<usize> = (0..rows).collect();
    match name {
        _ if rows == 0 => return None,
        "left-fold" => drop(fold(&mut tree, all)),
        "reverse" => drop(fold(&mut tree, all.into_iter().rev())),
        "a5-pairs" => pairs(&mut tree, rows),
        "a2a3-tree" => drop(tree.levels(all, |_| Some(0))),
        "a5-tree" => drop(tree.levels(all, |sums| Some(sums - 1))),
        "carry-tree" => drop(tree.levels(all, |_| None)),
        "halves" => drop(halves(&mut tree, &all)),
        "fold-half" => fold_half(&mut tree, all),
        "lanes-2" => lanes(&mut tree, rows, 2),
        "lanes-4" => lanes(&mut tree, rows, 4),
        "lanes-8" => lanes(&mut tree, rows, 8),
        _ => return None,
    }
    Some(tree)
}

/// One after another.
fn fold(tree: &mut Tree, nodes: impl IntoIterator<Item = usize>) -> Option<usize> {
    nodes.into_iter().reduce(|acc, node| tree.add(acc, node))
}

/// acc = r0; acc = acc + (r_i + r_(i+1)); an odd last row is added by itself.
fn pairs(tree: &mut Tree, rows: usize) {
    let mut acc = 0;
    for i in (1..rows).step_by(2) {
        let term = if i + 1 < rows { tree.add(i, i + 1) } else { i };
        acc = tree.add(acc, term);
    }
}

/// The first half, rounded down, and the second half, each in the same way.
fn halves(tree: &mut Tree, rows: &[usize]) -> usize {
    if let [only] = rows {
        return *only;
    }
    let (first, second) = rows.split_at(rows.len() / 2);
    let (a, b) = (halves(tree, first), halves(tree, second));
    tree.add(a, b)
}

/// The second half is added to the first, row by row, until one row is left; of an odd number the
/// middle row waits.
fn fold_half(tree: &mut Tree, mut level: Vec<usize>) {
    while level.len() > 1 {
        let upper = level.split_off(level.len().div_ceil(2));
        for (a, b) in level.iter_mut().zip(upper) {
            *a = tree.add(*a, b);
        }
    }
}

/// Row i goes to lane i mod `width`; then the lanes are added one after another.
fn lanes(tree: &mut Tree, rows: usize, width: usize) {
    let lane = |lane: usize| (lane..rows).step_by(width);
    let sums: Vec<usize> = (0..width.min(rows)).filter_map(|l| fold(tree, lane(l))).collect();
    fold(tree, sums);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_for_its_recurrence() {
        let drawn = |name: &str, rows: usize| named(name, rows).unwrap().to_string();
        assert_eq!(drawn("left-fold", 4), "(((r0+r1)+r2)+r3)");
        assert_eq!(drawn("reverse", 3), "(r0+(r1+r2))");
        assert_eq!(drawn("a5-pairs", 6), "(((r0+(r1+r2))+(r3+r4))+r5)");
        assert_eq!(drawn("a2a3-tree", 5), "(((r0+r1)+r4)+(r2+r3))");
        assert_eq!(drawn("a5-tree", 5), "((r0+r1)+((r2+r3)+r4))");
        assert_eq!(drawn("carry-tree", 5), "(((r0+r1)+(r2+r3))+r4)");
        assert_eq!(drawn("carry-tree", 7), "(((r0+r1)+(r2+r3))+((r4+r5)+r6))");
        assert_eq!(drawn("halves", 5), "((r0+r1)+(r2+(r3+r4)))");
        assert_eq!(drawn("fold-half", 5), "(((r0+r3)+r2)+(r1+r4))");
        assert_eq!(drawn("lanes-2", 5), "(((r0+r2)+r4)+(r1+r3))");
        assert_eq!(named("left-fold", 0), None);
        assert_eq!(named("no-order", 2), None);
    }

    #[test]
    fn every_tree_adds_every_row_once() {
        for rows in 1..70 {
            for (line, name) in [Line::Column, Line::Row].into_iter().flat_map(|line| line.names().iter().map(move |name| (line, name))) {
                let tree = line.named(name, DType::I64, rows).unwrap();
                let mut used: Vec<usize> = tree.sums().iter().flatten().copied().collect();
                used.sort_unstable();
                assert_eq!(used, (0..2 * (rows - 1)).collect::<Vec<_>>(), "{name} {rows}");
            }
        }
    }
}
