//! Shared kernels: what operations' files say their meaning in.
//!
//! Kernels see logical arrays: row after row of the physical tile, whatever its layout; so they
//! are the same for every layout that a legal tuple can have. They write only the judged region.

mod broadcast;
mod concat;
mod expand;
mod exponentials;
mod extreme;
mod part;
mod place;
mod products;
mod reduce;

pub use broadcast::{Broadcast, Operands, Repeat, broadcast};
pub use concat::{Counts, Unit, concatenate, concatenate_counted, count_mask, counts_output};
pub use expand::{expand_first_column, expand_first_row, expanded};
pub use exponentials::exponentials;
pub use extreme::{column_extremes, row_extremes};
pub use part::{part_mask, part_of, ulps_of_part};
pub use place::{Line, Nans, Place, Ties};
pub use products::{ProductOrder, Products, products};
pub use reduce::{Order, Sums, sums};

use bytemuck::Pod;
use ptoconf_schemas::Tile;

/// One input of one case.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Operand.
    pub name: &'a str,
    /// Its descriptor.
    pub tile: &'a Tile,
    /// Its physical tile, row after row.
    pub data: &'a [u8],
}

impl<'a> Input<'a> {
    /// A physical row.
    pub fn row<T: Pod>(&self, row: usize) -> &'a [T] {
        let bytes = self.tile.cols() as usize * size_of::<T>();
        if bytes == 0 {
            return &[]; // nothing is aligned for a cast where nothing is allocated
        }
        bytemuck::cast_slice(&self.data[row * bytes..(row + 1) * bytes])
    }

    /// The bits of the elements of a column, from row 0 on.
    pub fn column(&self, col: u32, into: &mut [u64]) {
        let (size, cols) = (self.tile.dtype.bytes(), self.tile.cols() as usize);
        let elements = self.data.chunks_exact(size).skip(col as usize).step_by(cols);
        let mut each = |read: fn(&[u8]) -> u64| into.iter_mut().zip(elements.clone()).for_each(|(bits, element)| *bits = read(element));
        match size {
            2 => each(|e| u64::from(u16::from_le_bytes([e[0], e[1]]))),
            4 => each(|e| u64::from(u32::from_le_bytes([e[0], e[1], e[2], e[3]]))),
            _ => each(|e| e.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))),
        }
    }

    /// The bits of an element.
    pub fn bits(&self, row: u32, col: u32) -> u64 {
        self.tile.dtype.read(self.data, (row * self.tile.cols() + col) as usize)
    }
}

/// At least `cols` columns, rounded up as far as the inputs' physical rows go: whole vectors are faster
/// than single elements at the end, and what is computed of the padding is not kept.
pub(crate) fn whole_vectors(cols: usize, inputs: &[&Input]) -> usize {
    const VECTOR: usize = 32;
    inputs.iter().map(|i| i.tile.cols() as usize).fold(cols.next_multiple_of(VECTOR), usize::min).max(cols)
}

/// The inputs of one case.
#[derive(Clone, Copy)]
pub struct Slot<'a> {
    /// In the order of the tuple.
    pub inputs: &'a [Input<'a>],
}

impl<'a> Slot<'a> {
    /// The input of this name.
    ///
    /// # Panics
    /// Where the form has no such input: a mistake in an operation's file.
    pub fn input(&self, name: &str) -> &Input<'a> {
        self.inputs.iter().find(|i| i.name == name).unwrap_or_else(|| panic!("no input {name}"))
    }
}

/// The judged region of one output of one case, tight, row after row.
pub struct View<'a> {
    /// Elements.
    pub data: &'a mut [u8],
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

impl View<'_> {
    /// A row.
    pub fn row<T: Pod>(&mut self, row: usize) -> &mut [T] {
        let bytes = self.cols * size_of::<T>();
        if bytes == 0 {
            return &mut [];
        }
        bytemuck::cast_slice_mut(&mut self.data[row * bytes..(row + 1) * bytes])
    }
}

/// Runs the expression with `$T` standing for the lane type of a dtype.
macro_rules! with_lane {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $dtype {
            ptoconf_schemas::DType::I8 => {
                type $T = i8;
                $body
            }
            ptoconf_schemas::DType::U8 => {
                type $T = u8;
                $body
            }
            ptoconf_schemas::DType::I16 => {
                type $T = i16;
                $body
            }
            ptoconf_schemas::DType::U16 => {
                type $T = u16;
                $body
            }
            ptoconf_schemas::DType::I32 => {
                type $T = i32;
                $body
            }
            ptoconf_schemas::DType::U32 => {
                type $T = u32;
                $body
            }
            ptoconf_schemas::DType::I64 => {
                type $T = i64;
                $body
            }
            ptoconf_schemas::DType::U64 => {
                type $T = u64;
                $body
            }
            ptoconf_schemas::DType::F16 => {
                type $T = half::f16;
                $body
            }
            ptoconf_schemas::DType::Bf16 => {
                type $T = half::bf16;
                $body
            }
            ptoconf_schemas::DType::F32 => {
                type $T = f32;
                $body
            }
        }
    };
}
pub(crate) use with_lane;
