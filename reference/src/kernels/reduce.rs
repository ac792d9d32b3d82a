//! Sums down the columns and along the rows, in every documented order.
//!
//! Every step is an addition in the element type, rounded to it. The recurrences are those of the
//! TCOLSUM and TROWSUM pages and of the kernels of A2A3, A5 and the CPU simulator (docs/sources.md).

use super::{Input, Slot, View, whole_vectors, with_lane};
use ptoconf_numeric::orders::{Line, Tree, inside};
use ptoconf_numeric::{Lane, Policy, Work, widest};
use ptoconf_schemas::DType;
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
    /// Of a row: vectors two by two, and what is left is reduced; of integers, the lanes of a block from zero, then fold.
    A2a3Chunks,
    /// Of a row of f32: blocks are reduced first, at the four widths of [`ptoconf_numeric::orders::BLOCK_SUMS`].
    A2a3Blocks,
    /// Of a row: acc = +0; acc = acc + the reduced vector.
    A5Chunks,
}

impl Order {
    /// Every order of a column.
    pub const OF_COLUMNS: &'static [Order] =
        &[Order::LeftFold, Order::LeftFoldFromZero, Order::A5Pairs, Order::A2a3Tree, Order::A5Tree, Order::CarryTree];
    /// Every order of a row, where A2A3 adds up no blocks first.
    pub const OF_ROWS: &'static [Order] = &[Order::A2a3Chunks, Order::A5Chunks, Order::LeftFoldFromZero, Order::LeftFold, Order::CarryTree];
    /// The same where it does.
    pub const OF_BLOCK_SUMS: &'static [Order] =
        &[Order::A2a3Blocks, Order::A5Chunks, Order::LeftFoldFromZero, Order::LeftFold, Order::CarryTree];

    /// Name, as an option of a reading.
    pub const fn name(self) -> &'static str {
        match self {
            Order::LeftFold => "left-fold",
            Order::LeftFoldFromZero => "left-fold-from-zero",
            Order::A5Pairs => "a5-pairs",
            Order::A2a3Tree => "a2a3-tree",
            Order::A5Tree => "a5-tree",
            Order::CarryTree => "carry-tree",
            Order::A2a3Chunks | Order::A2a3Blocks => "a2a3-chunks",
            Order::A5Chunks => "a5-chunks",
        }
    }

    /// Whether one instruction reduces a vector in it.
    pub fn has_instruction(self) -> bool {
        inside(self.name(), 1, 1).is_some()
    }

    /// The tree of an order of a row.
    fn of_row(self, dtype: DType, cols: usize) -> Option<Tree> {
        let name = match self {
            Order::A2a3Blocks => "a2a3-blocks",
            _ => self.name(),
        };
        Line::Row.named(name, dtype, cols)
    }
}

/// What is summed up, and how.
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    /// The lines.
    pub line: Line,
    /// How many elements of each are summed up, from the first on.
    pub terms: u32,
    /// In which order.
    pub order: Order,
    /// What every addition does.
    pub policy: Policy,
    /// What one does that is inside an instruction that reduces a vector.
    pub reduction: Policy,
}

/// The sum of each line of the operand: row 0 of the output has those of the columns, column 0 those of the rows.
///
/// Shapes: of columns, the operand has at least as many rows as there are terms, and the view's columns; the view has one
/// row. Of rows, the same with rows and columns exchanged.
pub fn sums(operand: &'static str, sums: Sums) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let src = slot.input(operand);
        with_lane!(src.tile.dtype, T => match sums.line {
            Line::Column => widest(Columns { slot, operand, sums, out, lane: PhantomData::<T> }),
            Line::Row => of_rows::<T>(src, sums, out),
        });
    })
}

/// Lanes are rows, and columns come one after another.
fn of_rows<T: Lane>(src: &Input, sums: Sums, out: &mut View) {
    let (terms, rows) = (sums.terms as usize, out.rows);
    if terms == 0 || rows == 0 {
        return;
    }
    let elements: Vec<T> = (0..terms).flat_map(|col| (0..rows).map(move |row| src.row::<T>(row)[col])).collect();
    let row = |i: usize| &elements[i * rows..(i + 1) * rows];
    let sum = Sum { rows: terms, cols: rows, policy: sums.policy, row, lane: PhantomData::<T> };
    let dtype = src.tile.dtype;
    let acc = match (sums.order, sums.order.of_row(dtype, terms)) {
        (Order::LeftFoldFromZero, _) => sum.fold(false),
        (Order::A2a3Chunks, _) if dtype.is_int() => sum.lanes(dtype.block() as usize),
        (order, Some(tree)) => {
            let inside = inside(order.name(), terms, dtype.vector() as usize).unwrap_or_default();
            sum.along(&tree, order == Order::A5Chunks, |at| if inside.get(at) == Some(&true) { sums.reduction } else { sums.policy })
        }
        (_, None) => sum.fold(true),
    };
    // A view of one column is as tight as a row.
    let mut reduced = row(0).to_vec();
    T::narrow(&acc[..rows], &mut reduced);
    reduced.iter().enumerate().for_each(|(row, sum)| out.row::<T>(row)[0] = *sum);
}

/// The work of [`sums`] down the columns of one case.
struct Columns<'a, 'd, T> {
    slot: &'a Slot<'a>,
    operand: &'static str,
    sums: Sums,
    out: &'a mut View<'d>,
    lane: PhantomData<T>,
}

impl<T: Lane> Work for Columns<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        typed::<T>(self.slot, self.operand, self.sums, self.out);
    }
}

#[inline(always)]
fn typed<T: Lane>(slot: &Slot, operand: &str, Sums { terms, order, policy, .. }: Sums, out: &mut View) {
    let (src, rows) = (slot.input(operand), terms as usize);
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
        // Orders of a row are none of a column.
        Order::CarryTree | Order::A2a3Chunks | Order::A2a3Blocks | Order::A5Chunks => sum.tree(|_| None),
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

    /// Row i goes to lane i mod `lanes`, each of which begins with zero; then the lanes are added one after another.
    fn lanes(&self, lanes: usize) -> Rows<T> {
        let (mut term, mut sums) = (self.zeros(1), vec![self.zeros(1); lanes]);
        for i in 0..self.rows {
            T::widen((self.row)(i), &mut term);
            T::add(&mut sums[i % lanes], &term, self.policy);
        }
        let mut sums = sums.into_iter();
        let mut acc = sums.next().unwrap_or_default();
        sums.for_each(|lane| T::add(&mut acc, &lane, self.policy));
        acc
    }

    /// Along a tree, from row 0 or from zero; `policy` says what its additions do, by their place in the tree.
    fn along(&self, tree: &Tree, from_zero: bool, policy: impl Fn(usize) -> Policy) -> Rows<T> {
        let mut nodes: Vec<Rows<T>> = (0..self.rows).map(|_| self.zeros(1)).collect();
        nodes.iter_mut().enumerate().for_each(|(i, acc)| T::widen((self.row)(i), acc));
        for (at, &[a, b]) in tree.sums().iter().enumerate() {
            // No node is in two sums.
            let (mut sum, term) = (std::mem::take(&mut nodes[a]), std::mem::take(&mut nodes[b]));
            T::add(&mut sum, &term, policy(at));
            nodes.push(sum);
        }
        let whole = nodes.pop().unwrap_or_default();
        if !from_zero {
            return whole;
        }
        let mut acc = self.zeros(1);
        T::add(&mut acc, &whole, self.policy);
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
