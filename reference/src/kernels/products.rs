//! Products down the columns and along the rows, in every documented order.
//!
//! Every step is a multiplication in the element type, rounded to it, but for A2A3's fold of f16 lanes. The recurrences are
//! those of the TCOLPROD and TROWPROD pages and of the kernels of A2A3, A5 and the CPU simulator (docs/sources.md).

use super::{Slot, View, with_lane};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::{Lane, Policy};
use std::marker::PhantomData;

/// An order of multiplications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductOrder {
    /// acc = r0; acc = acc * r_i.
    LeftFold,
    /// acc = 1; acc = acc * r_i.
    LeftFoldFromOne,
    /// acc = r0; acc = acc * (r_i * r_(i+1)); an odd last row by itself.
    A5Pairs,
    /// Neighbours level by level; an odd one goes to the next level as it is.
    CarryTree,
    /// Of a row: each lane of a block from one, then lane after lane: of f16 in f32, rounded once.
    A2a3Lanes,
    /// Of a row: each lane of a vector from one, then the upper half of the lanes with the lower, until one is left.
    A5Halves,
}

impl ProductOrder {
    /// Every order of a column.
    pub const OF_COLUMNS: &'static [ProductOrder] =
        &[ProductOrder::LeftFold, ProductOrder::LeftFoldFromOne, ProductOrder::A5Pairs, ProductOrder::CarryTree];
    /// Every order of a row.
    pub const OF_ROWS: &'static [ProductOrder] =
        &[ProductOrder::LeftFoldFromOne, ProductOrder::LeftFold, ProductOrder::A2a3Lanes, ProductOrder::A5Halves, ProductOrder::CarryTree];

    /// Name, as an option of a reading.
    pub const fn name(self) -> &'static str {
        match self {
            ProductOrder::LeftFold => "left-fold",
            ProductOrder::LeftFoldFromOne => "left-fold-from-one",
            ProductOrder::A5Pairs => "a5-pairs",
            ProductOrder::CarryTree => "carry-tree",
            ProductOrder::A2a3Lanes => "a2a3-lanes",
            ProductOrder::A5Halves => "a5-halves",
        }
    }
}

/// What is multiplied, and how.
#[derive(Clone, Copy, Debug)]
pub struct Products {
    /// The lines.
    pub line: Line,
    /// How many elements of each are multiplied, from the first on. Of none the product is one.
    pub terms: u32,
    /// In which order.
    pub order: ProductOrder,
    /// What every multiplication does.
    pub policy: Policy,
}

/// The product of each line of the operand: row 0 of the output has those of the columns, column 0 those of the rows.
///
/// Shapes: of columns, the operand has at least as many rows as there are terms, and the view's columns; the view has one
/// row or more. Of rows, the same with rows and columns exchanged, and one column.
pub fn products(operand: &'static str, products: Products) -> crate::operation::Kernel {
    Box::new(move |slot: &Slot, out: &mut View| {
        let src = slot.input(operand);
        with_lane!(src.tile.dtype, T => {
            let (terms, tile) = (products.terms as usize, src.tile);
            let lines = if products.line == Line::Column { out.cols } else { out.rows };
            let mut elements: Vec<T> = Vec::with_capacity(terms * lines);
            match products.line {
                Line::Column => (0..terms).for_each(|row| elements.extend_from_slice(&src.row::<T>(row)[..lines])),
                Line::Row => elements.extend((0..terms).flat_map(|col| (0..lines).map(move |row| src.row::<T>(row)[col]))),
            }
            let [block, vector] = [tile.dtype.block(), tile.dtype.vector()].map(|n| n as usize);
            let product = Product { elements: &elements, terms, lines, policy: products.policy, lane: PhantomData };
            let acc = product.by(products.order, block, vector);
            let mut narrow = vec![<T as bytemuck::Zeroable>::zeroed(); lines];
            T::narrow(&acc, &mut narrow);
            match products.line {
                Line::Column => out.row::<T>(0).copy_from_slice(&narrow),
                Line::Row => narrow.iter().enumerate().for_each(|(row, product)| out.row::<T>(row)[0] = *product),
            }
        });
    })
}

/// The products of lines that lie side by side: of each element those of all lines, one element after another.
struct Product<'a, T: Lane> {
    elements: &'a [T],
    terms: usize,
    lines: usize,
    policy: Policy,
    lane: PhantomData<T>,
}

/// Accumulators of all lines.
type Row<T> = Vec<<T as Lane>::Acc>;

impl<T: Lane> Product<'_, T> {
    fn by(&self, order: ProductOrder, block: usize, vector: usize) -> Row<T> {
        match order {
            _ if self.terms == 0 => self.one(),
            ProductOrder::LeftFold => self.fold(self.term(0), 1),
            ProductOrder::LeftFoldFromOne => self.fold(self.one(), 0),
            ProductOrder::A5Pairs => self.pairs(),
            ProductOrder::CarryTree => self.neighbours(),
            ProductOrder::A2a3Lanes => self.lane_after_lane(block),
            ProductOrder::A5Halves => self.halves(vector),
        }
    }

    fn one(&self) -> Row<T> {
        vec![T::ONE; self.lines]
    }

    fn term(&self, i: usize) -> Row<T> {
        let mut acc = self.one();
        T::widen(&self.elements[i * self.lines..(i + 1) * self.lines], &mut acc);
        acc
    }

    fn times(&self, mut acc: Row<T>, row: &[T::Acc]) -> Row<T> {
        T::mul(&mut acc, row, self.policy);
        acc
    }

    fn fold(&self, begin: Row<T>, from: usize) -> Row<T> {
        (from..self.terms).fold(begin, |acc, i| self.times(acc, &self.term(i)))
    }

    fn pairs(&self) -> Row<T> {
        (1..self.terms).step_by(2).fold(self.term(0), |acc, i| {
            let term = self.term(i);
            let term = if i + 1 < self.terms { self.times(term, &self.term(i + 1)) } else { term };
            self.times(acc, &term)
        })
    }

    fn neighbours(&self) -> Row<T> {
        let mut level: Vec<Row<T>> = (0..self.terms).map(|i| self.term(i)).collect();
        while level.len() > 1 {
            let mut nodes = level.into_iter();
            let mut next = vec![];
            while let Some(first) = nodes.next() {
                next.push(if let Some(second) = nodes.next() { self.times(first, &second) } else { first });
            }
            level = next;
        }
        level.pop().unwrap_or_default()
    }

    /// So many lanes, each of which begins with one and takes every such element.
    fn lanes(&self, lanes: usize) -> Vec<Row<T>> {
        let lane = |lane: usize| (lane..self.terms).step_by(lanes).fold(self.one(), |acc, i| self.times(acc, &self.term(i)));
        (0..lanes).map(lane).collect()
    }

    fn lane_after_lane(&self, block: usize) -> Row<T> {
        let mut lanes = self.lanes(block).into_iter();
        let mut acc = lanes.next().unwrap_or_default();
        lanes.for_each(|lane| T::mul_wide(&mut acc, &lane, self.policy));
        T::round(&mut acc, self.policy);
        acc
    }

    fn halves(&self, vector: usize) -> Row<T> {
        let mut lanes = self.lanes(vector);
        while lanes.len() > 1 {
            let upper = lanes.split_off(lanes.len() / 2);
            lanes.iter_mut().zip(&upper).for_each(|(lane, upper)| T::mul(lane, upper, self.policy));
        }
        lanes.pop().unwrap_or_default()
    }
}
