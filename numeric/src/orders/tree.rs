//! A binary tree of additions of rows.

use std::fmt::{Display, Formatter, Write};
use std::ops::Range;

/// In which order rows are added: a binary tree whose leaves are the rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    leaves: usize,
    /// Node `leaves + k` is the sum of two earlier nodes, `sums[k]`; the last one is the whole.
    sums: Vec<[usize; 2]>,
}

/// Why sizes are those of no binary tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent;

/// A sum of the two nodes before it, in `Tree::spelled`.
const SUM: u32 = u32::MAX;

impl Tree {
    /// A tree that grows by [`Tree::add`].
    pub fn new(leaves: usize) -> Tree {
        Tree { leaves, sums: Vec::with_capacity(leaves.saturating_sub(1)) }
    }

    /// Adds two nodes that are in no sum yet; gives the node of the sum.
    pub fn add(&mut self, a: usize, b: usize) -> usize {
        self.sums.push([a, b]);
        self.leaves + self.sums.len() - 1
    }

    /// Number of rows.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// The additions in order; see [`Tree::add`].
    pub fn sums(&self) -> &[[usize; 2]] {
        &self.sums
    }

    /// The most additions that a row goes through.
    pub fn height(&self) -> u32 {
        let mut heights = vec![0; self.leaves];
        for &[a, b] in &self.sums {
            heights.push(heights[a].max(heights[b]) + 1);
        }
        heights.last().copied().unwrap_or(0)
    }

    /// Neighbours level by level; `odd` says to which sum of a level its odd last node goes: to none where it
    /// goes to the next level as it is.
    pub(super) fn levels(&mut self, mut level: Vec<usize>, odd: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        while level.len() > 1 {
            let mut sums: Vec<usize> = level.as_chunks().0.iter().map(|&[a, b]| self.add(a, b)).collect();
            if level.len() % 2 == 1 {
                let last = level[level.len() - 1];
                match odd(sums.len()) {
                    Some(at) => sums[at] = self.add(sums[at], last),
                    None => sums.push(last),
                }
            }
            level = sums;
        }
        level.first().copied()
    }

    /// Whether it is as low as a binary tree of any kind: at most two additions on each of floor(log2 n) levels.
    pub fn is_low(&self) -> bool {
        self.height() <= 2 * self.leaves.max(1).ilog2()
    }

    /// For rows i and j, at `i * leaves + j`: how many rows the smallest sum with both of them has; 1
    /// on the diagonal.
    pub fn sizes(&self) -> Vec<u32> {
        let smallest = SmallestSums::new(self);
        let mut sizes = vec![1; self.leaves * self.leaves];
        sizes.chunks_mut(self.leaves.max(1)).enumerate().for_each(|(row, to)| smallest.with(row, to));
        sizes
    }

    /// The tree with these sizes, by joining the nearest rows first.
    ///
    /// # Errors
    /// There is none: three or more rows meet in one addition, or the sizes contradict each other.
    pub fn from_sizes(leaves: usize, sizes: &[u32]) -> Result<Tree, Inconsistent> {
        let mut tree = Tree::new(leaves);
        // The node that each row is in, and the number of rows of each node.
        let (mut node, mut rows): (Vec<usize>, Vec<u32>) = ((0..leaves).collect(), vec![1; leaves]);
        let mut pairs: Vec<[usize; 2]> = (0..leaves).flat_map(|i| (i + 1..leaves).map(move |j| [i, j])).collect();
        pairs.sort_by_key(|&[i, j]| sizes[i * leaves + j]);
        for [i, j] in pairs {
            let (a, b) = (node[i], node[j]);
            if a == b {
                continue;
            }
            if rows[a] + rows[b] != sizes[i * leaves + j] {
                return Err(Inconsistent);
            }
            let sum = tree.add(a, b);
            rows.push(rows[a] + rows[b]);
            node.iter_mut().filter(|own| **own == a || **own == b).for_each(|own| *own = sum);
        }
        if tree.sizes() == sizes { Ok(tree) } else { Err(Inconsistent) }
    }

    /// Whether both add the same rows in the same order; which of two addends comes first does not count.
    pub fn same_as(&self, other: &Tree) -> bool {
        self.leaves == other.leaves && self.spelled() == other.spelled()
    }

    /// The tree as a list that is the same for trees that add the same rows in the same order: both addends of a sum, the one
    /// with the earlier row first, then `u32::MAX`. Of n rows it has 2 n - 1 numbers.
    pub fn spelled(&self) -> Vec<u32> {
        self.spelled_nodes().into_iter().map(|node| if node < self.leaves { node as u32 } else { SUM }).collect()
    }

    /// The same by nodes: every node after its addends.
    fn spelled_nodes(&self) -> Vec<usize> {
        let first = self.first_rows();
        let mut summed = vec![false; first.len()];
        self.sums.iter().flatten().for_each(|&node| summed[node] = true);
        // What is left to be written, the last of it next.
        let mut open: Vec<usize> = (0..first.len()).filter(|&node| !summed[node]).collect();
        open.sort_by_key(|&root| first[root]);
        let mut spelled = Vec::with_capacity(first.len());
        // Backwards: a sum, its later addend, its earlier one.
        while let Some(node) = open.pop() {
            spelled.push(node);
            if let Some(sum) = node.checked_sub(self.leaves) {
                let [a, b] = self.sums[sum];
                open.extend(if first[a] <= first[b] { [a, b] } else { [b, a] });
            }
        }
        spelled.reverse();
        spelled
    }

    /// The earliest row of every node.
    fn first_rows(&self) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.leaves).collect();
        for &[a, b] in &self.sums {
            first.push(first[a].min(first[b]));
        }
        first
    }

    fn draw(&self, node: usize, first: &[usize], to: &mut String) {
        match node.checked_sub(self.leaves) {
            None => {
                let _ = write!(to, "r{node}");
            }
            Some(sum) => {
                let [a, b] = self.sums[sum];
                let [a, b] = if first[a] <= first[b] { [a, b] } else { [b, a] };
                to.push('(');
                self.draw(a, first, to);
                to.push('+');
                self.draw(b, first, to);
                to.push(')');
            }
        }
    }
}

/// How many rows the smallest sum with two rows has, row by row: all pairs of many rows are too many to keep.
pub struct SmallestSums<'a> {
    tree: &'a Tree,
    /// The sum that each node is in.
    sum_of: Vec<Option<usize>>,
    /// Rows, those of each node side by side.
    rows: Vec<usize>,
    /// Where the rows of each node are.
    within: Vec<Range<usize>>,
}

impl<'a> SmallestSums<'a> {
    /// Of a tree.
    pub fn new(tree: &'a Tree) -> Self {
        let mut sum_of = vec![None; tree.leaves + tree.sums.len()];
        for (sum, nodes) in tree.sums.iter().enumerate() {
            nodes.iter().for_each(|&node| sum_of[node] = Some(sum));
        }
        let (mut rows, mut within) = (vec![], vec![0..0; sum_of.len()]);
        // The rows of a sum stand where its addends have theirs, which come before it.
        for word in tree.spelled_nodes() {
            within[word] = match word.checked_sub(tree.leaves) {
                None => {
                    rows.push(word);
                    rows.len() - 1..rows.len()
                }
                Some(sum) => {
                    let [a, b] = tree.sums[sum].map(|node| within[node].clone());
                    a.start.min(b.start)..a.end.max(b.end)
                }
            };
        }
        SmallestSums { tree, sum_of, rows, within }
    }

    /// For every other row, how many rows the smallest sum with both has; 1 for the row itself. What no sum joins stays as it is.
    pub fn with(&self, row: usize, sizes: &mut [u32]) {
        sizes[row] = 1;
        let mut node = row;
        while let Some(sum) = self.sum_of[node] {
            let [a, b] = self.tree.sums[sum];
            let (other, whole) = (if node == a { b } else { a }, self.tree.leaves + sum);
            let size = self.within[whole].len() as u32;
            self.rows[self.within[other].clone()].iter().for_each(|&other| sizes[other] = size);
            node = whole;
        }
    }
}

/// Such as `((r0+r1)+r2)`; of two addends, the one with the earlier row comes first.
impl Display for Tree {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let first = self.first_rows();
        let mut text = String::new();
        if self.leaves > 0 {
            self.draw(first.len() - 1, &first, &mut text);
        }
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_give_the_tree_back() {
        let mut tree = Tree::new(5);
        let [a, b] = [tree.add(3, 1), tree.add(4, 0)];
        let c = tree.add(b, 2);
        tree.add(c, a);
        assert_eq!(tree.to_string(), "(((r0+r4)+r2)+(r1+r3))");
        let again = Tree::from_sizes(5, &tree.sizes()).unwrap();
        assert!(again.same_as(&tree));
        assert_eq!(again.to_string(), tree.to_string());
    }

    /// Sizes of sums from the rows that each has.
    fn by_members(tree: &Tree) -> Vec<u32> {
        let n = tree.leaves();
        let (mut sizes, mut members) = (vec![1; n * n], (0..n).map(|leaf| vec![leaf]).collect::<Vec<_>>());
        for &[a, b] in tree.sums() {
            let both = [members[a].clone(), members[b].clone()].concat();
            for (i, j) in members[a].iter().flat_map(|&i| members[b].iter().map(move |&j| (i, j))) {
                (sizes[i * n + j], sizes[j * n + i]) = (both.len() as u32, both.len() as u32);
            }
            members.push(both);
        }
        sizes
    }

    #[test]
    fn trees_are_spelled_alike_where_their_sizes_are_the_same() {
        let mut tree = Tree::new(3);
        let sum = tree.add(2, 0);
        tree.add(1, sum);
        assert_eq!(tree.spelled(), [0, 2, SUM, 1, SUM]);
        let names = ["left-fold", "reverse", "a2a3-tree", "a5-tree", "carry-tree", "halves", "fold-half", "a5-pairs", "lanes-4"];
        for rows in [0, 1, 2, 3, 4, 5, 8, 9, 17, 64] {
            let all: Vec<Tree> = names.iter().filter_map(|name| crate::orders::named(name, rows)).collect();
            assert!(rows < 2 || all.len() > 5);
            for a in &all {
                assert_eq!(a.sizes(), by_members(a), "{rows}: {a}");
                assert!(all.iter().all(|b| (a.sizes() == b.sizes()) == a.same_as(b)), "{rows}: {a}");
            }
        }
    }

    #[test]
    fn binary_trees_are_low_and_folds_are_not() {
        for rows in [6, 7, 8, 9, 31, 64, 257] {
            let low = |name: &str| crate::orders::named(name, rows).unwrap().is_low();
            assert!(["a2a3-tree", "a5-tree", "carry-tree", "halves", "fold-half"].into_iter().all(low), "{rows}");
            assert!(!["left-fold", "reverse"].into_iter().any(low), "{rows}");
        }
        assert!(Tree::new(1).is_low() && Tree::new(0).is_low());
    }

    #[test]
    fn three_rows_in_one_addition_are_no_binary_tree() {
        let sizes = [1, 3, 3, 3, 1, 3, 3, 3, 1];
        assert_eq!(Tree::from_sizes(3, &sizes), Err(Inconsistent));
        let contradiction = [1, 2, 3, 2, 1, 2, 3, 2, 1];
        assert_eq!(Tree::from_sizes(3, &contradiction), Err(Inconsistent));
    }
}
