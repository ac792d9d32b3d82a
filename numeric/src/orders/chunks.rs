//! Orders of row sums on machines with vectors of 256 bytes.
//!
//! One instruction reduces a vector: neighbours are added level by level, and what has none waits. Vectors meet lane by lane.

use super::Tree;
use std::ops::Range;

/// Rows of f32 for which A2A3 adds up blocks of 32 bytes first: rows and columns, both static, with a destination of one
/// static column.
pub const BLOCK_SUMS: [[u32; 2]; 4] = [[64, 128], [32, 256], [16, 512], [8, 1024]];
/// Elements of f32 in a block.
const BLOCK: usize = 8;

/// A2A3: chunks of a vector are added two by two, lane by lane, until one is left, which is reduced.
///
/// An odd chunk and a last one that is not full go to the first sum of the first level; of later levels the odd sum goes to
/// the last one.
pub(super) fn pairwise(terms: usize, vector: usize) -> Tree {
    let mut tree = Tree::new(terms);
    let mut sums = chunks(terms, vector);
    if terms >= vector {
        let rest = sums.split_off(terms / vector);
        let odd = if sums.len() > 1 && sums.len() % 2 == 1 { sums.pop() } else { None };
        if sums.len() > 1 {
            sums = paired(&mut tree, &sums);
        }
        odd.iter().chain(&rest).for_each(|more| onto(&mut tree, &mut sums[0], more));
        while sums.len() > 1 {
            let odd = if sums.len() % 2 == 1 { sums.pop() } else { None };
            sums = paired(&mut tree, &sums);
            let last = sums.len() - 1;
            odd.iter().for_each(|more| onto(&mut tree, &mut sums[last], more));
        }
    }
    reduce(&mut tree, sums.swap_remove(0));
    tree
}

/// A5: each chunk of a vector is reduced, and what it gives is added to those before.
pub(super) fn in_turn(terms: usize, vector: usize) -> Tree {
    let mut tree = Tree::new(terms);
    let mut sum = None;
    for chunk in chunks(terms, vector) {
        let own = reduce(&mut tree, chunk);
        sum = sum.map_or(own, |sum| own.map(|own| tree.add(sum, own)));
    }
    tree
}

/// A2A3, the rows of [`BLOCK_SUMS`]: blocks are reduced, and what they give is added by eights.
pub(super) fn blocks(terms: usize) -> Option<Tree> {
    BLOCK_SUMS.iter().find(|[_, cols]| *cols as usize == terms)?;
    let mut tree = Tree::new(terms);
    let mut sums = chunks(terms, BLOCK);
    // By eights: long rows reduce the sums of blocks once more.
    for _ in 0..if terms < 512 { 1 } else { 2 } {
        let reduced: Vec<usize> = sums.into_iter().filter_map(|block| reduce(&mut tree, block)).collect();
        sums = reduced.chunks(BLOCK).map(<[usize]>::to_vec).collect();
    }
    while sums.len() > 1 {
        sums = paired(&mut tree, &sums);
    }
    reduce(&mut tree, sums.swap_remove(0));
    Some(tree)
}

/// Which additions of a tree of chunks one instruction makes: those of elements of one vector. The others are additions of
/// vectors. By name of the order, in the order of [`Tree::sums`]; none where the order has no such instruction.
pub fn inside(name: &str, terms: usize, vector: usize) -> Option<Vec<bool>> {
    let lanes = |terms: usize| terms.min(vector).saturating_sub(1);
    let all = terms.saturating_sub(1);
    match name {
        "a2a3-chunks" => Some((0..all).map(|sum| sum >= all - lanes(terms)).collect()),
        "a5-chunks" => {
            let chunks = chunks(terms, vector).into_iter().enumerate();
            Some(chunks.flat_map(|(at, chunk)| (1..chunk.len()).map(|_| true).chain((at > 0).then_some(false))).collect())
        }
        _ => None,
    }
}

/// The leaves by vectors, the last of which may not be full.
fn chunks(terms: usize, vector: usize) -> Vec<Vec<usize>> {
    let starts = (0..terms).step_by(vector.max(1));
    starts.map(|start| Range { start, end: terms.min(start + vector.max(1)) }.collect()).collect()
}

/// Neighbours, lane by lane; their number is even.
fn paired(tree: &mut Tree, chunks: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let pair = |two: &[Vec<usize>; 2]| two[0].iter().zip(&two[1]).map(|(&a, &b)| tree.add(a, b)).collect();
    chunks.as_chunks().0.iter().map(pair).collect()
}

/// Adds a chunk to the first lanes of a sum.
fn onto(tree: &mut Tree, sum: &mut [usize], chunk: &[usize]) {
    sum.iter_mut().zip(chunk).for_each(|(sum, &more)| *sum = tree.add(*sum, more));
}

fn reduce(tree: &mut Tree, lanes: Vec<usize>) -> Option<usize> {
    tree.levels(lanes, |_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_added_as_worked_out_by_hand() {
        // Vectors of two elements.
        let two = |terms| (pairwise(terms, 2).to_string(), in_turn(terms, 2).to_string());
        assert_eq!(two(2), ("(r0+r1)".into(), "(r0+r1)".into()));
        assert_eq!(two(3), ("((r0+r2)+r1)".into(), "((r0+r1)+r2)".into()));
        assert_eq!(two(5), ("(((r0+r2)+r4)+(r1+r3))".into(), "(((r0+r1)+(r2+r3))+r4)".into()));
        assert_eq!(two(7).0, "((((r0+r2)+r4)+r6)+((r1+r3)+r5))");
        assert_eq!(two(9).1, "(((((r0+r1)+(r2+r3))+(r4+r5))+(r6+r7))+r8)");
        assert_eq!(two(12).0, "((((r0+r2)+(r4+r6))+(r8+r10))+(((r1+r3)+(r5+r7))+(r9+r11)))");
        assert_eq!(pairwise(3, 4).to_string(), "((r0+r1)+r2)");
    }

    #[test]
    fn block_sums_take_every_element_once_and_only_the_four_widths() {
        for [_, cols] in BLOCK_SUMS {
            let tree = blocks(cols as usize).unwrap();
            let mut used: Vec<usize> = tree.sums().iter().flatten().copied().collect();
            used.sort_unstable();
            assert_eq!(used, (0..2 * (cols as usize - 1)).collect::<Vec<_>>());
        }
        // Of 128 columns, those of blocks 0 and 8 meet right after the blocks.
        let sizes = blocks(128).unwrap().sizes();
        assert_eq!([sizes[7], sizes[8], sizes[64]], [8, 32, 16]);
        assert_eq!(blocks(64), None);
    }

    #[test]
    fn an_instruction_adds_within_a_vector() {
        assert_eq!(inside("a2a3-chunks", 5, 2), Some(vec![false, false, false, true]));
        assert_eq!(inside("a5-chunks", 5, 2), Some(vec![true, true, false, false]));
        assert_eq!(inside("a5-chunks", 3, 4), Some(vec![true, true]));
        assert_eq!(inside("left-fold", 3, 4), None);
    }
}
