//! Sums down the columns, in every documented order.
//!
//! Every step is an addition in the element type, rounded to it. The recurrences are those of the
//! contract, section 2.3 (accumulation orders).

use super::{Slot, View, whole_vectors, with_lane};
use ptoconf_numeric::{Lane, Policy, Work, widest};
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
    /// Level by level; an odd row goes to the next level as it is.
    CarryTree,
}

impl Order {
    /// Every order.
    pub const ALL: &'static [Order] =
        &[Order::LeftFold, Order::LeftFoldFromZero, Order::A5Pairs, Order::A2a3Tree, Order::A5Tree, Order::CarryTree];

    /// Name, as an option of a reading.
    pub const fn name(self) -> &'static str {
        match self {
            Order::LeftFold => "left-fold",
            Order::LeftFoldFromZero => "left-fold-from-zero",
            Order::A5Pairs => "a5-pairs",
            Order::A2a3Tree => "a2a3-tree",
            Order::A5Tree => "a5-tree",
            Order::CarryTree => "carry-tree",
        }
    }
}

/// Row 0 of the output: the sum of rows `[0, rows)` of the operand, column by column.
///
/// Shapes: the operand has at least `rows` rows and the view's columns; the view has one row.
pub fn column_sums(operand: &'static str, rows: u32, order: Order, policy: Policy) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let dtype = slot.input(operand).tile.dtype;
        with_lane!(dtype, T => widest(Columns { slot, operand, rows: rows as usize, order, policy, out, lane: PhantomData::<T> }));
    })
}

/// The work of [`column_sums`] on one case.
struct Columns<'a, 'd, T> {
    slot: &'a Slot<'a>,
    operand: &'static str,
    rows: usize,
    order: Order,
    policy: Policy,
    out: &'a mut View<'d>,
    lane: PhantomData<T>,
}

impl<T: Lane> Work for Columns<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        typed::<T>(self.slot, self.operand, self.rows, self.order, self.policy, self.out);
    }
}

#[inline(always)]
fn typed<T: Lane>(slot: &Slot, operand: &str, rows: usize, order: Order, policy: Policy, out: &mut View) {
    let src = slot.input(operand);
    let cols = whole_vectors(out.cols, &[src]);
    if rows == 0 || cols == 0 {
        return;
    }
    let row = |i: usize| &src.row::<T>(i)[..cols];
    let sum = Sum { rows, cols, policy, row, lane: PhantomData::<T> };
    let acc = match order {
        Order::LeftFold => sum.fold(true),
        Order::LeftFoldFromZero => sum.fold(false),
        Order::A5Pairs => sum.pairs(),
        Order::A2a3Tree => sum.tree(|_| Some(0)),
        Order::A5Tree if rows == 1 => sum.fold(false),
        Order::A5Tree => sum.tree(|level| Some(level - 1)),
        Order::CarryTree => sum.tree(|_| None),
    };
    T::narrow(&acc[..out.cols], out.row::<T>(0));
}

/// The sum of rows of one width.
struct Sum<T: Lane, R> {
    rows: usize,
    cols: usize,
    policy: Policy,
    row: R,
    lane: PhantomData<T>,
}

/// Accumulators, a row after another.
type Rows<T> = Vec<<T as Lane>::Acc>;

impl<'a, T: Lane, R: Fn(usize) -> &'a [T]> Sum<T, R> {
    #[inline(always)]
    fn zeros(&self, rows: usize) -> Rows<T> {
        vec![T::ZERO; self.cols * rows]
    }

    /// In order, from row 0 or from zero.
    #[inline(always)]
    fn fold(&self, from_first: bool) -> Rows<T> {
        let (mut acc, mut term) = (self.zeros(1), self.zeros(1));
        if from_first {
            T::widen((self.row)(0), &mut acc);
        }
        for i in usize::from(from_first)..self.rows {
            T::widen((self.row)(i), &mut term);
            T::add(&mut acc, &term, self.policy);
        }
        acc
    }

    /// In order, two rows at a time, which are added to each other first.
    #[inline(always)]
    fn pairs(&self) -> Rows<T> {
        let (mut acc, mut term, mut second) = (self.zeros(1), self.zeros(1), self.zeros(1));
        T::widen((self.row)(0), &mut acc);
        for i in (1..self.rows).step_by(2) {
            T::widen((self.row)(i), &mut term);
            if i + 1 < self.rows {
                T::widen((self.row)(i + 1), &mut second);
                T::add(&mut term, &second, self.policy);
            }
            T::add(&mut acc, &term, self.policy);
        }
        acc
    }

    /// Adds neighbours level by level; `odd` says to which sum of a level its odd last row goes: to none
    /// where it goes to the next level as it is.
    #[inline(always)]
    fn tree(&self, odd: impl Fn(usize) -> Option<usize>) -> Rows<T> {
        let mut level = self.zeros(self.rows);
        for (i, acc) in level.chunks_exact_mut(self.cols).enumerate() {
            T::widen((self.row)(i), acc);
        }
        let (mut rows, cols) = (self.rows, self.cols);
        while rows > 1 {
            let half = rows / 2;
            for i in 0..half {
                // The sum of rows 2 i and 2 i + 1 takes the place of row i, which is in no later sum.
                let (front, back) = level.split_at_mut((2 * i + 1) * cols);
                T::add(&mut front[2 * i * cols..], &back[..cols], self.policy);
                level.copy_within(2 * i * cols..(2 * i + 1) * cols, i * cols);
            }
            let last = (rows - 1) * cols;
            rows = match (rows % 2, odd(half)) {
                (0, _) => half,
                (_, Some(at)) => {
                    let (front, back) = level.split_at_mut(last);
                    T::add(&mut front[at * cols..(at + 1) * cols], &back[..cols], self.policy);
                    half
                }
                (_, None) => {
                    level.copy_within(last..last + cols, half * cols);
                    half + 1
                }
            };
        }
        level
    }
}
