//! Sums down the columns, in every documented order.
//!
//! Every step is an addition in the element type, rounded to it. The recurrences are those of the
//! contract, section 2.3 (accumulation orders).

use super::{Slot, View, with_lane};
use crate::numeric::{Lane, Policy};
use std::marker::PhantomData;

/// An order of additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// acc = r0; acc = acc + r_i.
    LeftFold,
    /// acc = +0; acc = acc + r_i.
    LeftFoldFromZero,
    /// acc = r0; acc = acc + (r_i + r_(i+1)); an odd last row is added by itself.
    A5Pairs,
    /// Level by level; an odd row is added to the first sum of its level.
    A2a3Tree,
    /// Level by level; an odd row is added to the last sum of its level. One row: r0 + (+0).
    A5Tree,
}

impl Order {
    /// Every order.
    pub const ALL: &'static [Order] = &[Order::LeftFold, Order::LeftFoldFromZero, Order::A5Pairs, Order::A2a3Tree, Order::A5Tree];

    /// Name, as an option of a reading.
    pub const fn name(self) -> &'static str {
        match self {
            Order::LeftFold => "left-fold",
            Order::LeftFoldFromZero => "left-fold-from-zero",
            Order::A5Pairs => "a5-pairs",
            Order::A2a3Tree => "a2a3-tree",
            Order::A5Tree => "a5-tree",
        }
    }
}

/// Row 0 of the output: the sum of rows `[0, rows)` of the operand, column by column.
///
/// Shapes: the operand has at least `rows` rows and the view's columns; the view has one row.
pub fn column_sums(operand: &'static str, rows: u32, order: Order, policy: Policy) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operand).tile.dtype;
        with_lane!(dtype, T => typed::<T>(slot, operand, rows as usize, order, policy, out));
    })
}

fn typed<T: Lane>(slot: &Slot, operand: &str, rows: usize, order: Order, policy: Policy, out: &mut View) {
    let src = slot.input(operand);
    let cols = out.cols;
    if rows == 0 || cols == 0 {
        return;
    }
    let row = |i: usize| &src.row::<T>(i)[..cols];
    let sum = Sum::<T> { cols, policy, lane: PhantomData };
    let acc = match order {
        Order::LeftFold => sum.fold(sum.load(row(0)), (1..rows).map(row)),
        Order::LeftFoldFromZero => sum.fold(vec![T::ZERO; cols], (0..rows).map(row)),
        Order::A5Pairs => sum.pairs(rows, row),
        Order::A2a3Tree => sum.tree(rows, row, |level, odd| sum.add(&mut level[0], &odd)),
        Order::A5Tree if rows == 1 => sum.fold(vec![T::ZERO; cols], (0..1).map(row)),
        Order::A5Tree => sum.tree(rows, row, |level, odd| sum.add(level.last_mut().expect("a level has a row"), &odd)),
    };
    T::narrow(&acc, out.row::<T>(0));
}

/// Sums of rows of one width.
struct Sum<T: Lane> {
    cols: usize,
    policy: Policy,
    lane: PhantomData<T>,
}

type Row<T> = Vec<<T as Lane>::Acc>;

impl<T: Lane> Sum<T> {
    fn load(&self, row: &[T]) -> Row<T> {
        let mut acc = vec![T::ZERO; self.cols];
        T::widen(row, &mut acc);
        acc
    }

    fn add(&self, acc: &mut Row<T>, row: &Row<T>) {
        T::add(acc, row, self.policy);
    }

    fn fold<'a>(&self, mut acc: Row<T>, rows: impl Iterator<Item = &'a [T]>) -> Row<T> {
        let mut wide = vec![T::ZERO; self.cols];
        for row in rows {
            T::widen(row, &mut wide);
            self.add(&mut acc, &wide);
        }
        acc
    }

    fn pairs<'a>(&self, rows: usize, row: impl Fn(usize) -> &'a [T]) -> Row<T> {
        let mut acc = self.load(row(0));
        let mut i = 1;
        while i < rows {
            let mut term = self.load(row(i));
            if i + 1 < rows {
                let second = self.load(row(i + 1));
                self.add(&mut term, &second);
            }
            self.add(&mut acc, &term);
            i += 2;
        }
        acc
    }

    /// Adds neighbours level by level; `odd` says where a level's odd last row goes.
    fn tree<'a>(&self, rows: usize, row: impl Fn(usize) -> &'a [T], odd: impl Fn(&mut Vec<Row<T>>, Row<T>)) -> Row<T> {
        let mut level: Vec<Row<T>> = (0..rows).map(|i| self.load(row(i))).collect();
        while level.len() > 1 {
            let last = if level.len() % 2 == 1 { level.pop() } else { None };
            let mut rest = level.into_iter();
            let mut next = Vec::with_capacity(rest.len() / 2);
            while let (Some(mut left), Some(right)) = (rest.next(), rest.next()) {
                self.add(&mut left, &right);
                next.push(left);
            }
            if let Some(last) = last {
                odd(&mut next, last);
            }
            level = next;
        }
        level.pop().expect("a sum of one row or more")
    }
}
