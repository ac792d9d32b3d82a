//! Extents that are tried: where kernels change from one way to another.

use ptoconf_schemas::DType;

/// Points of interest of a number of columns, in blocks of 32 bytes and vectors of 256 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cols {
    Block(i32),
    Vector(u32, i32),
    One,
    Prime,
    /// One past 4096 bytes, as far as the documented largest tile goes.
    Page,
}

/// Numbers of columns.
pub const COLS: &[Cols] = &[
    Cols::Block(0),
    Cols::One,
    Cols::Block(-1),
    Cols::Block(1),
    Cols::Vector(1, -1),
    Cols::Vector(1, 0),
    Cols::Vector(1, 1),
    Cols::Vector(2, 0),
    Cols::Vector(2, 1),
    Cols::Prime,
    Cols::Page,
];
/// Where all columns of a row meet: the ends of two vectors, and of an odd number of them.
pub const REDUCED_COLS: &[Cols] = &[Cols::Vector(2, -1), Cols::Vector(3, 1)];
/// Numbers of rows: small ones, powers of two and their neighbours, counter widths. With floor halving, level k of a tree
/// of additions has an odd row iff bit k is set.
pub const ROWS: &[u32] = &[8, 1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257];
/// Physical rows beyond the valid ones.
pub const SPARE_ROWS: &[u32] = &[0, 1, 8];
/// Physical columns beyond the valid ones, in blocks.
pub const SPARE_COLS: &[u32] = &[0, 1, 8];
/// Valid extents beyond the smallest, where a page does not bound them from above.
pub const MORE: &[u32] = &[0, 1, 7];
/// Which of rows and columns are dynamic.
pub const DYNAMIC: &[[bool; 2]] = &[[false, false], [true, true], [true, false], [false, true]];

impl Cols {
    /// The number of columns of elements of a type.
    pub fn value(self, dtype: DType) -> u32 {
        let (block, vector) = (dtype.block() as i32, dtype.vector() as i32);
        let value = match self {
            Cols::One => 1,
            Cols::Block(off) => block + off,
            Cols::Vector(n, off) => n as i32 * vector + off,
            Cols::Page => (4096 / dtype.bytes() as i32 + 1).min(4033),
            Cols::Prime => next_prime((vector + vector / 2) as u32) as i32,
        };
        value.max(1) as u32
    }
}

fn next_prime(mut n: u32) -> u32 {
    let prime = |n: u32| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    while !prime(n) {
        n += 1;
    }
    n
}
