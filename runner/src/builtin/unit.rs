//! The vector unit: what kernels are written in.
//!
//! It knows addresses and strides in bytes, blocks of 32 bytes and vectors of 256 bytes with a
//! tail mask. The methods named after a decision, such as [`Unit::rows`], are where faults act.

use super::arith::{Adder, Op};
use super::faults::Faults;
use super::memory::{Memory, When};
use super::plan::Plan;
use super::target::Target;
use ptoconf_schemas::{BLayout, DType, Tile, Tuple};

/// Bytes of a block.
pub(super) const BLOCK: usize = 32;
/// Bytes of a vector register.
const VECTOR: usize = 256;

/// An operand that a kernel asks for and the tuple does not have.
#[derive(Debug)]
pub(super) struct MissingOperand(pub &'static str);

/// A vector register and how many of its bytes are in use.
#[derive(Clone)]
pub(super) struct Register {
    bytes: [u8; VECTOR],
    used: usize,
}

impl Register {
    fn zero(used: usize) -> Register {
        Register { bytes: [0; VECTOR], used }
    }
}

/// A tile in memory, as an instruction sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Element type.
    pub dtype: DType,
    /// Valid rows.
    pub rows: usize,
    /// Valid columns.
    pub cols: usize,
    /// Physical columns.
    pub physical_cols: usize,
    base: usize,
    row_stride: usize,
    col_stride: usize,
    when: When,
}

impl View {
    fn address(&self, row: usize, col: usize) -> usize {
        self.base + row * self.row_stride + col * self.col_stride
    }

    fn contiguous(&self) -> bool {
        self.col_stride == self.dtype.bytes()
    }
}

/// The columns `first` up to `first + count` of a row: what fits in one register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// First column.
    pub first: usize,
    /// Number of columns.
    pub count: usize,
}

/// The vector unit of a model, with the operands of one tuple in memory.
pub(super) struct Unit<'a> {
    /// The target.
    pub target: &'a Target,
    /// The tuple.
    pub tuple: &'a Tuple,
    faults: &'a Faults,
    plan: &'a Plan,
    memory: &'a mut Memory,
}

impl<'a> Unit<'a> {
    /// A unit that works on `memory`, laid out by `plan`.
    pub fn new(target: &'static Target, faults: &'a Faults, tuple: &'a Tuple, plan: &'a Plan, memory: &'a mut Memory) -> Unit<'a> {
        Unit { target, tuple, faults, plan, memory }
    }

    /// The operand of this name.
    pub fn view(&self, name: &'static str) -> Result<View, MissingOperand> {
        let index = self.tuple.operands.iter().position(|o| o.name == name).ok_or(MissingOperand(name))?;
        let (tile, region) = (&self.tuple.operands[index].tile, &self.plan.regions[index]);
        let [row_stride, col_stride] = self.strides(tile);
        Ok(View {
            dtype: tile.dtype,
            rows: tile.valid_rows() as usize,
            cols: tile.valid_cols() as usize,
            physical_cols: tile.cols() as usize,
            base: region.start,
            row_stride,
            col_stride,
            when: if region.snapshot && !self.faults.snapshot_missing { When::Before } else { When::Now },
        })
    }

    /// Bytes from one row to the next and from one column to the next.
    fn strides(&self, tile: &Tile) -> [usize; 2] {
        let size = tile.dtype.bytes();
        match tile.blayout {
            BLayout::RowMajor if self.faults.stride_from_valid => [tile.valid_cols() as usize * size, size],
            BLayout::RowMajor => [tile.cols() as usize * size, size],
            BLayout::ColMajor => [size, tile.rows() as usize * size],
        }
    }

    /// How many of `valid` rows to visit.
    pub fn rows(&self, valid: usize) -> usize {
        match self.faults {
            Faults { last_row_dropped: true, .. } => valid.saturating_sub(1),
            Faults { extra_row: true, .. } => valid + 1,
            _ => valid,
        }
    }

    /// How many of `valid` columns to work on.
    pub fn columns(&self, valid: usize, dtype: DType) -> usize {
        match self.faults {
            Faults { tail_dropped: true, .. } => valid - valid % dtype.vector() as usize,
            Faults { block_truncated: true, .. } => valid - valid % dtype.block() as usize,
            _ => valid,
        }
    }

    /// The row of a broadcast vector that serves for row `row` of the destination.
    pub fn vector_row(&self, row: usize) -> usize {
        if self.faults.vector_row_follows { row } else { 0 }
    }

    /// Whether the tree order was asked for.
    pub fn is_binary(&self) -> bool {
        let asked = self.tuple.flag("isBinary") && !self.faults.is_binary_ignored;
        asked || (self.faults.is_binary_always && self.tuple.operand("tmp").is_some())
    }

    /// What is wrong with the model, for decisions that one operation alone makes.
    pub fn faults(&self) -> &Faults {
        self.faults
    }

    /// The chunks of the first `cols` columns.
    pub fn chunks(&self, cols: usize, dtype: DType) -> impl Iterator<Item = Chunk> + use<> {
        let (cols, width) = (self.columns(cols, dtype), VECTOR / dtype.bytes());
        (0..cols).step_by(width).map(move |first| Chunk { first, count: width.min(cols - first) })
    }

    /// Loads a chunk of a row.
    pub fn load(&self, view: &View, row: usize, chunk: Chunk) -> Register {
        let size = view.dtype.bytes();
        // A chunk is made for the destination's type; a model without its check of types may load a wider one.
        let mut register = Register::zero((chunk.count * size).min(VECTOR));
        if view.contiguous() {
            self.memory.read(view.when, view.address(row, chunk.first), &mut register.bytes[..register.used]);
        } else {
            for (lane, bytes) in register.bytes[..register.used].chunks_exact_mut(size).enumerate() {
                self.memory.read(view.when, view.address(row, chunk.first + lane), bytes);
            }
        }
        register
    }

    /// Loads a chunk of the row that is broadcast to row `row`.
    pub fn load_vector(&self, view: &View, row: usize, chunk: Chunk) -> Register {
        let mut register = self.load(view, self.vector_row(row), chunk);
        if self.faults.vector_lane_zero {
            let size = view.dtype.bytes();
            let lane = self.load(view, self.vector_row(row), Chunk { first: 0, count: 1 });
            register.bytes[..register.used].chunks_exact_mut(size).for_each(|to| to.copy_from_slice(&lane.bytes[..size]));
        }
        register
    }

    /// A register of zeros for a chunk.
    pub fn zero(&self, dtype: DType, chunk: Chunk) -> Register {
        Register::zero(chunk.count * dtype.bytes())
    }

    /// Stores a chunk of a row; the tail mask leaves everything else alone.
    pub fn store(&mut self, view: &View, row: usize, chunk: Chunk, register: &Register) {
        let address = view.address(row, chunk.first);
        if self.faults.block_spilled {
            let mut spilled = [0; VECTOR + 2 * BLOCK];
            spilled[..VECTOR].copy_from_slice(&register.bytes);
            self.memory.write(address, &spilled[..register.used.next_multiple_of(BLOCK) + BLOCK]);
        } else if view.contiguous() {
            self.memory.write(address, &register.bytes[..register.used]);
        } else {
            for (lane, bytes) in register.bytes[..register.used].chunks_exact(view.dtype.bytes()).enumerate() {
                self.memory.write(view.address(row, chunk.first + lane), bytes);
            }
        }
    }

    /// `a = a op b`.
    pub fn combine(&self, op: Op, dtype: DType, a: &mut Register, b: &Register) {
        let adder = Adder { flushes: self.target.flushes != self.faults.subnormals_swapped, faults: self.faults };
        let used = a.used.min(b.used);
        adder.apply(op, dtype, &mut a.bytes[..used], &b.bytes[..used]);
    }

    /// Row `to` of `out` = row `a.1` of `a.0` + row `b.1` of `b.0`, over the first `cols` columns.
    pub fn add_rows(&mut self, out: (&View, usize), a: (&View, usize), b: (&View, usize), cols: usize) {
        let dtype = out.0.dtype;
        for chunk in self.chunks(cols, dtype) {
            let mut sum = self.load(a.0, a.1, chunk);
            self.combine(Op::Add, dtype, &mut sum, &self.load(b.0, b.1, chunk));
            self.store(out.0, out.1, chunk, &sum);
        }
    }

    /// Copies the first `cols` columns of a row to column `at` of another, bit for bit.
    ///
    /// With `whole_blocks` the copy goes on to the end of the last 32-byte block.
    pub fn copy_row(&mut self, to: (&View, usize, usize), from: (&View, usize), cols: usize, whole_blocks: bool) {
        let dtype = to.0.dtype;
        let cols = if whole_blocks { cols.next_multiple_of(dtype.block() as usize) } else { cols };
        for chunk in self.chunks(cols, dtype) {
            let mut lanes = self.load(from.0, from.1, chunk);
            self.spoil_copy(dtype, &mut lanes);
            self.store(to.0, to.1, Chunk { first: to.2 + chunk.first, ..chunk }, &lanes);
        }
    }

    /// A copy changes no bit: this does something only where a fault is on.
    pub fn spoil_copy(&self, dtype: DType, register: &mut Register) {
        let Some((sign, infinity, mantissa)) = dtype.float_masks() else { return };
        if !self.faults.nan_payload_lost && !self.faults.negative_zero_lost {
            return;
        }
        let quiet = infinity | (mantissa.wrapping_add(1) >> 1);
        for lane in 0..register.used / dtype.bytes() {
            let bits = dtype.read(&register.bytes, lane);
            if self.faults.nan_payload_lost && dtype.is_nan(bits) {
                dtype.write(&mut register.bytes, lane, quiet);
            } else if self.faults.negative_zero_lost && bits == sign {
                dtype.write(&mut register.bytes, lane, 0);
            }
        }
    }

    /// The element at `row`, `col`, zero-extended.
    pub fn element(&self, view: &View, row: usize, col: usize) -> u64 {
        view.dtype.read(&self.load(view, row, Chunk { first: col, count: 1 }).bytes, 0)
    }

    /// Writes the element at `row`, `col`: the low bits of `value`.
    pub fn set_element(&mut self, view: &View, row: usize, col: usize, value: u64) {
        let chunk = Chunk { first: col, count: 1 };
        let mut register = self.zero(view.dtype, chunk);
        view.dtype.write(&mut register.bytes, 0, value);
        self.store(view, row, chunk, &register);
    }
}
