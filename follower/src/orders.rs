//! Orders of additions.

use crate::choice::{Ask, Unfollowable};

/// A named order, or a kind of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first row.
    LeftFold,
    /// From zero.
    FromZero,
    /// Two rows at a time.
    Pairs,
    /// Neighbours; an odd row goes to the first sum.
    First,
    /// Neighbours; an odd row goes to the last sum, one row to a zero.
    Last,
    /// Neighbours; an odd row goes to the next level as it is.
    Carry,
    /// Rounded once, from the exact sum.
    Exact,
    /// Rounded once, from a sum in a wider type.
    Wide,
    /// A low tree, another one in every column.
    LowTree,
    /// One low tree for a number of rows.
    OneLowTree,
    /// One tree for a number of rows.
    OneTree,
    /// A tree, another one in every column.
    AnyTree,
    /// Of a row: vectors two by two.
    Vectors,
    /// Of a row: vectors in turn, from zero.
    VectorByVector,
    /// Rounded once, from a sum in f32.
    F32,
    /// Of a product: from one.
    FromOne,
    /// Of a product of a row: the lanes of a block from one, then one after another.
    Lanes,
    /// Of a product of a row: the lanes of a vector from one, then halves.
    Halves,
}

impl Order {
    /// The order that a reading asks for.
    ///
    /// # Errors
    /// There is no such option.
    pub fn of(reading: &str, ask: &mut dyn Ask) -> Result<Order, Unfollowable> {
        let option = ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))?;
        Ok(match option.as_str() {
            "left-fold" => Order::LeftFold,
            "left-fold-from-zero" => Order::FromZero,
            "a5-pairs" => Order::Pairs,
            "a2a3-tree" => Order::First,
            "a5-tree" => Order::Last,
            "carry-tree" => Order::Carry,
            "exact" => Order::Exact,
            "wide" => Order::Wide,
            "low-tree" => Order::LowTree,
            "one-low-tree" => Order::OneLowTree,
            "one-tree" => Order::OneTree,
            "any-tree" => Order::AnyTree,
            "a2a3-chunks" => Order::Vectors,
            "a5-chunks" => Order::VectorByVector,
            "f32" => Order::F32,
            "left-fold-from-one" => Order::FromOne,
            "a2a3-lanes" => Order::Lanes,
            "a5-halves" => Order::Halves,
            _ => return Err(Unfollowable::Option(reading.to_owned(), option.to_string())),
        })
    }
}

/// A tree of additions: an order, and what it leaves open.
#[derive(Clone, Copy)]
pub struct Tree {
    /// The order.
    pub order: Order,
    /// The column, for orders that need not be the same in all.
    pub column: u32,
    /// Which of three trees, for orders that name none.
    pub free: u64,
}

pub type Add<'a, T> = dyn FnMut(T, T) -> Result<T, Unfollowable> + 'a;

impl Tree {
    /// The sum of one row or more; the sum of none is zero.
    ///
    /// # Errors
    /// An addition cannot be made.
    pub fn add_up<T: Copy + From<u8>>(&self, rows: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
        let Some((&first, rest)) = rows.split_first() else { return Ok(T::from(0)) };
        match self.order {
            // Orders of a product are none of a sum.
            Order::FromOne | Order::Lanes | Order::Halves => fold(first, rest, add),
            Order::LeftFold | Order::Exact | Order::Wide | Order::F32 => fold(first, rest, add),
            Order::FromZero => fold(T::from(0), rows, add),
            Order::Pairs => pairs(first, rest, add),
            Order::Last if rest.is_empty() => add(first, T::from(0)),
            Order::First | Order::Last | Order::Carry | Order::Vectors | Order::VectorByVector => neighbours(rows, self.order, add),
            Order::LowTree => low(rows, u64::from(self.column) + self.free, add),
            Order::OneLowTree => low(rows, self.free, add),
            Order::OneTree => backwards(rows, add),
            Order::AnyTree if self.column.is_multiple_of(2) => backwards(rows, add),
            Order::AnyTree => fold(first, rest, add),
        }
    }
}

fn fold<T: Copy>(first: T, rest: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    rest.iter().try_fold(first, |sum, &row| add(sum, row))
}

fn backwards<T: Copy + From<u8>>(rows: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    let Some((&last, rest)) = rows.split_last() else { return Ok(T::from(0)) };
    rest.iter().rev().try_fold(last, |sum, &row| add(row, sum))
}

fn pairs<T: Copy>(first: T, rest: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    let mut sum = first;
    for two in rest.chunks(2) {
        let next = if two.len() == 2 { add(two[0], two[1])? } else { two[0] };
        sum = add(sum, next)?;
    }
    Ok(sum)
}

/// Level by level, neighbours two by two.
fn neighbours<T: Copy>(rows: &[T], order: Order, add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    let mut level = rows.to_vec();
    while level.len() > 1 {
        let mut next = vec![];
        for two in level.chunks_exact(2) {
            next.push(add(two[0], two[1])?);
        }
        if level.len() % 2 == 1 {
            let odd = level[level.len() - 1];
            let last = next.len() - 1;
            match order {
                Order::First => next[0] = add(next[0], odd)?,
                Order::Last => next[last] = add(odd, next[last])?,
                _ => next.push(odd),
            }
        }
        level = next;
    }
    Ok(level[0])
}

/// One of three low trees: rows half the tile apart; the same with a zero in front; a half of every range.
fn low<T: Copy + From<u8>>(rows: &[T], which: u64, add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    if let [only] = *rows {
        return Ok(only);
    }
    match which % 3 {
        0 => apart(rows.to_vec(), add),
        1 => {
            let mut rows = rows.to_vec();
            rows[0] = add(T::from(0), rows[0])?;
            apart(rows, add)
        }
        _ => halves(rows, add),
    }
}

fn apart<T: Copy>(mut rows: Vec<T>, add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    while rows.len() > 1 {
        let half = rows.len().div_ceil(2);
        for i in half..rows.len() {
            rows[i - half] = add(rows[i - half], rows[i])?;
        }
        rows.truncate(half);
    }
    Ok(rows[0])
}

fn halves<T: Copy>(rows: &[T], add: &mut Add<'_, T>) -> Result<T, Unfollowable> {
    if rows.len() == 1 {
        return Ok(rows[0]);
    }
    let (front, back) = rows.split_at(rows.len() / 2);
    let (front, back) = (halves(front, add)?, halves(back, add)?);
    add(front, back)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How an order adds so many rows, in words.
    fn words(order: Order, rows: usize) -> String {
        // A sum is a number that stands for a text.
        let mut texts: Vec<String> = vec!["0".to_owned()];
        texts.extend((0..rows).map(|i| format!("r{i}")));
        let tree = Tree { order, column: 0, free: 0 };
        let numbers: Vec<u64> = (1..=rows as u64).collect();
        let texts = std::cell::RefCell::new(texts);
        let sum = tree.add_up(&numbers, &mut |a, b| {
            let mut texts = texts.borrow_mut();
            let text = format!("({}+{})", texts[a as usize], texts[b as usize]);
            texts.push(text);
            Ok(texts.len() as u64 - 1)
        });
        texts.borrow()[sum.expect("a sum") as usize].clone()
    }

    #[test]
    fn orders_are_those_of_the_worked_forms() {
        assert_eq!(words(Order::LeftFold, 3), "((r0+r1)+r2)");
        assert_eq!(words(Order::FromZero, 2), "((0+r0)+r1)");
        assert_eq!(words(Order::Pairs, 6), "(((r0+(r1+r2))+(r3+r4))+r5)");
        assert_eq!(words(Order::First, 7), "((((r0+r1)+r6)+(r2+r3))+(r4+r5))");
        assert_eq!(words(Order::Last, 7), "((r6+(r4+r5))+((r0+r1)+(r2+r3)))");
        assert_eq!(words(Order::Last, 1), "(r0+0)");
        assert_eq!(words(Order::Carry, 5), "(((r0+r1)+(r2+r3))+r4)");
        assert_eq!(words(Order::OneTree, 3), "(r0+(r1+r2))");
    }
}
