//! Orders of a row on machines with vectors of 256 bytes, one instruction of which adds up the lanes of a vector.

use crate::choice::Unfollowable;
use crate::orders::{Order, Tree};
use std::collections::VecDeque;

/// A row as a machine sees it.
#[derive(Clone, Copy)]
pub struct Machine {
    /// Elements of a vector.
    pub vector: usize,
    /// Elements of a block of 32 bytes.
    pub block: usize,
    /// Whether a block of sums takes the elements, as it does integers.
    pub in_a_block: bool,
    /// Whether blocks are added up first.
    pub blocks_first: bool,
}

/// Adds two numbers, given whether one instruction does so with all lanes of a vector.
type Add<'a, T> = dyn FnMut(T, T, bool) -> Result<T, Unfollowable> + 'a;

impl Machine {
    /// The sum of a row of one element or more.
    ///
    /// # Errors
    /// An addition cannot be made.
    pub fn add_up<T: Copy + From<u8>>(&self, row: &[T], tree: &Tree, add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
        match tree.order {
            Order::Vectors if self.in_a_block => self.block_of_sums(row, add),
            Order::Vectors if self.blocks_first => blocks(row, self.block, add),
            Order::Vectors => self.two_by_two(row, add),
            Order::VectorByVector => row.chunks(self.vector).try_fold(T::from(0), |sum, lanes| {
                let own = instruction(lanes, add)?;
                add(sum, own, false)
            }),
            _ => tree.add_up(row, &mut |a, b| add(a, b, false)),
        }
    }

    fn block_of_sums<T: Copy + From<u8>>(&self, row: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
        let mut sums = vec![T::from(0); self.block];
        for (at, &element) in row.iter().enumerate() {
            sums[at % self.block] = add(sums[at % self.block], element, false)?;
        }
        sums[1..].iter().try_fold(sums[0], |sum, &lane| add(sum, lane, false))
    }

    fn two_by_two<T: Copy>(&self, row: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
        let mut whole: Vec<Vec<T>> = row.chunks_exact(self.vector).map(<[T]>::to_vec).collect();
        let rest = row.chunks_exact(self.vector).remainder();
        if whole.is_empty() {
            return instruction(rest, add);
        }
        // What the first level leaves over, the odd vector before the part of one, goes to its first sum.
        let mut over: VecDeque<Vec<T>> = VecDeque::new();
        if whole.len() > 1 && whole.len() % 2 == 1 {
            over.extend(whole.pop());
        }
        over.push_back(rest.to_vec());
        whole = pairs(&whole, add)?;
        for more in over {
            onto(&mut whole[0], &more, add)?;
        }
        while whole.len() > 1 {
            let odd = if whole.len() % 2 == 1 { whole.pop() } else { None };
            whole = pairs(&whole, add)?;
            if let (Some(odd), Some(last)) = (odd, whole.last_mut()) {
                onto(last, &odd, add)?;
            }
        }
        instruction(&whole[0], add)
    }
}

/// Vectors two by two; a single one stays.
fn pairs<T: Copy>(vectors: &[Vec<T>], add: &mut Add<'_, T>) -> Result<Vec<Vec<T>>, Unfollowable> {
    let mut sums = vec![];
    for two in vectors.chunks(2) {
        let mut sum = two[0].clone();
        if let Some(second) = two.get(1) {
            onto(&mut sum, second, add)?;
        }
        sums.push(sum);
    }
    Ok(sums)
}

fn onto<T: Copy>(sum: &mut [T], more: &[T], add: &mut Add<'_, T>) -> Result<(), Unfollowable> {
    for (sum, &more) in sum.iter_mut().zip(more) {
        *sum = add(*sum, more, false)?;
    }
    Ok(())
}

/// The lanes of a vector, neighbours first.
fn instruction<T: Copy>(lanes: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    let mut level = lanes.to_vec();
    while level.len() > 1 {
        let mut next = vec![];
        for two in level.chunks(2) {
            next.push(if two.len() == 2 { add(two[0], two[1], true)? } else { two[0] });
        }
        level = next;
    }
    Ok(level[0])
}

/// Rows of 128, 256, 512 and 1024 elements: blocks, where there are many of them blocks of their sums, then eights.
fn blocks<T: Copy>(row: &[T], block: usize, add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    let mut sums = row.to_vec();
    for _ in 0..if row.len() > 256 { 2 } else { 1 } {
        sums = sums.chunks(block).map(|own| instruction(own, add)).collect::<Result<_, _>>()?;
    }
    let mut eights: Vec<Vec<T>> = sums.chunks(block).map(<[T]>::to_vec).collect();
    while eights.len() > 1 {
        eights = pairs(&eights, add)?;
    }
    instruction(&eights[0], add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How so many elements are added, in words; additions of an instruction have brackets.
    fn words(order: Order, terms: u64, in_a_block: bool) -> String {
        let texts = std::cell::RefCell::new(vec!["0".to_owned()]);
        texts.borrow_mut().extend((0..terms).map(|i| format!("x{i}")));
        let row: Vec<u64> = (1..=terms).collect();
        let machine = Machine { vector: 4, block: 2, in_a_block, blocks_first: false };
        let sum = machine.add_up(&row, &Tree { order, column: 0, free: 0 }, &mut |a: u64, b: u64, inside| {
            let mut texts = texts.borrow_mut();
            let [open, close] = if inside { ["[", "]"] } else { ["(", ")"] };
            let text = format!("{open}{}+{}{close}", texts[a as usize], texts[b as usize]);
            texts.push(text);
            Ok(texts.len() as u64 - 1)
        });
        texts.borrow()[sum.expect("a sum") as usize].clone()
    }

    #[test]
    fn rows_are_added_as_worked_out_by_hand() {
        assert_eq!(words(Order::Vectors, 3, false), "[[x0+x1]+x2]");
        assert_eq!(words(Order::Vectors, 6, false), "[[(x0+x4)+(x1+x5)]+[x2+x3]]");
        let lane = |lane: u64, rest: bool| {
            let three = format!("((x{}+x{})+x{})", lane, lane + 4, lane + 8);
            if rest { format!("({three}+x{})", lane + 12) } else { three }
        };
        let expected = format!("[[{}+{}]+[{}+{}]]", lane(0, true), lane(1, false), lane(2, false), lane(3, false));
        assert_eq!(words(Order::Vectors, 13, false), expected);
        assert_eq!(words(Order::VectorByVector, 6, false), "((0+[[x0+x1]+[x2+x3]])+[x4+x5])");
        assert_eq!(words(Order::Vectors, 3, true), "(((0+x0)+x2)+(0+x1))");
    }
}
