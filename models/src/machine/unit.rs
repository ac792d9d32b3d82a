//! The vector unit: what kernels are written in.
//!
//! It knows addresses and strides in bytes, blocks of 32 bytes and vectors of 256 bytes with a
//! tail mask. What a kernel may decide wrongly it asks the [`Decisions`].

use super::arith::{Alu, Op};
use super::decisions::{Decisions, Element, Lane};
use super::memory::{Memory, When};
use super::placement::Plan;
use super::site::Site;
use super::target::Target;
use ptoconf_schemas::{DType, Tuple};

/// Bytes of a block.
pub(crate) const BLOCK: usize = 32;
/// Bytes of a vector register.
const VECTOR: usize = 256;
/// Most bytes that one store can write.
const STORED: usize = VECTOR + 8 * BLOCK;

/// An operand that a kernel asks for and the tuple does not have.
#[derive(Debug)]
pub(crate) struct MissingOperand(pub &'static str);

/// A vector register and how many of its bytes are in use.
#[derive(Clone)]
pub(crate) struct Register {
    bytes: [u8; VECTOR],
    used: usize,
}

impl Register {
    fn zero(used: usize) -> Register {
        Register { bytes: [0; VECTOR], used }
    }

    /// How many elements are in use.
    pub fn count(&self, dtype: DType) -> usize {
        self.used / dtype.bytes()
    }

    /// A register with so many of its elements, from this one on.
    pub fn lanes(&self, dtype: DType, first: usize, count: usize) -> Register {
        let mut lanes = Register::zero(count * dtype.bytes());
        lanes.bytes[..count * dtype.bytes()].copy_from_slice(&self.bytes[first * dtype.bytes()..(first + count) * dtype.bytes()]);
        lanes
    }

    /// The bits of an element.
    pub fn get(&self, dtype: DType, lane: usize) -> u64 {
        dtype.read(&self.bytes, lane)
    }

    /// Sets the bits of an element.
    pub fn set(&mut self, dtype: DType, lane: usize, bits: u64) {
        dtype.write(&mut self.bytes, lane, bits);
    }
}

/// A tile in memory, as an instruction sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Operand.
    pub name: &'static str,
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
    fn byte(&self, [row, col]: [usize; 2]) -> usize {
        row * self.row_stride + col * self.col_stride
    }

    fn element(&self, at: [usize; 2], register: &Register, lane: usize) -> Element {
        Element { operand: self.name, dtype: self.dtype, at, bits: self.dtype.read(&register.bytes, lane) }
    }

    fn contiguous(&self) -> bool {
        self.col_stride == self.dtype.bytes()
    }
}

/// The columns `first` up to `first + count` of a row: what fits in one register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    /// First column.
    pub first: usize,
    /// Number of columns.
    pub count: usize,
}

/// Replaces the results of all lanes of `N` bytes, given those of the operands.
fn each_lane<const N: usize>(a: &[u8], b: &[u8], results: &mut [u8], otherwise: impl Fn(u64, u64, u64) -> u64) {
    let bits = |element: &[u8; N]| {
        let mut wide = [0; 8];
        wide[..N].copy_from_slice(element);
        u64::from_le_bytes(wide)
    };
    let operands = a.as_chunks::<N>().0.iter().zip(b.as_chunks::<N>().0);
    for ((a, b), result) in operands.zip(results.as_chunks_mut::<N>().0) {
        let new = otherwise(bits(a), bits(b), bits(result)).to_le_bytes();
        result.copy_from_slice(&new[..N]);
    }
}

/// The vector unit of a model, with the operands of one tuple in memory.
pub(crate) struct Unit<'a> {
    /// The target.
    pub target: &'a Target,
    /// The tuple.
    pub tuple: &'a Tuple,
    /// The decisions.
    pub decisions: &'a Decisions,
    /// Where decisions are made.
    pub site: Site<'a>,
    plan: &'a Plan,
    memory: &'a mut Memory,
}

impl<'a> Unit<'a> {
    /// A unit that works on `memory`, laid out by `plan`.
    pub fn new(target: &'static Target, decisions: &'a Decisions, site: Site<'a>, plan: &'a Plan, memory: &'a mut Memory) -> Unit<'a> {
        Unit { target, tuple: site.tuple, decisions, site, plan, memory }
    }

    /// The operand of this name.
    pub fn view(&self, name: &'static str) -> Result<View, MissingOperand> {
        let index = self.tuple.operands.iter().position(|o| o.name == name).ok_or(MissingOperand(name))?;
        let (tile, region) = (&self.tuple.operands[index].tile, &self.plan.regions[index]);
        let strides = (self.decisions.strides)(&self.site, name, tile);
        let [row_stride, col_stride] = strides.map(|elements| elements.saturating_mul(tile.dtype.bytes()));
        Ok(View {
            name,
            dtype: tile.dtype,
            rows: tile.valid_rows() as usize,
            cols: tile.valid_cols() as usize,
            physical_cols: tile.cols() as usize,
            base: region.start,
            row_stride,
            col_stride,
            when: if region.snapshot && self.decisions.snapshot { When::Before } else { When::Now },
        })
    }

    /// How many of `valid` rows to visit.
    pub fn rows(&self, valid: usize) -> usize {
        (self.decisions.rows)(&self.site, valid)
    }

    /// Whether the tree order was asked for, and there is a tmp to make it in.
    pub fn is_binary(&self) -> bool {
        (self.decisions.is_binary)(&self.site, self.tuple.flag("isBinary")) && self.tuple.operand("tmp").is_some()
    }

    /// Whether copies go on to the end of the block.
    pub fn whole_blocks(&self) -> bool {
        (self.decisions.whole_blocks)(&self.site, self.target.whole_blocks)
    }

    /// The chunks of the first `cols` columns.
    pub fn chunks(&self, cols: usize, dtype: DType) -> impl Iterator<Item = Chunk> + use<> {
        let cols = (self.decisions.columns)(&self.site, dtype, cols);
        let width = (self.decisions.lanes)(&self.site, dtype, VECTOR / dtype.bytes()).max(1);
        (0..cols).step_by(width).map(move |first| Chunk { first, count: width.min(cols - first) })
    }

    /// Loads a chunk of a row.
    pub fn load(&self, view: &View, row: usize, chunk: Chunk) -> Register {
        let size = view.dtype.bytes();
        // A chunk is made for the destination's type; a model without its check of types may load a wider one.
        let mut register = Register::zero((chunk.count * size).min(VECTOR));
        let read = |at: [usize; 2], into: &mut [u8]| {
            let at = (self.decisions.read_at)(&self.site, view.name, at);
            self.memory.read(view.when, view.base.saturating_add(view.byte(at)), into);
        };
        if view.contiguous() {
            read([row, chunk.first], &mut register.bytes[..register.used]);
        } else {
            for (lane, bytes) in register.bytes[..register.used].chunks_exact_mut(size).enumerate() {
                read([row, chunk.first + lane], bytes);
            }
        }
        if let Some(read_as) = self.decisions.read_as {
            for lane in 0..register.used / size {
                let element = view.element([row, chunk.first + lane], &register, lane);
                view.dtype.write(&mut register.bytes, lane, read_as(&self.site, &element));
            }
        }
        register
    }

    /// Loads a chunk of the row that is broadcast to row `row`.
    pub fn load_vector(&self, view: &View, row: usize, chunk: Chunk) -> Register {
        let row = (self.decisions.vector_row)(&self.site, row);
        let mut register = self.load(view, row, chunk);
        if let Some(vector_col) = self.decisions.vector_col {
            let size = view.dtype.bytes();
            for (lane, to) in (chunk.first..).zip(register.bytes[..register.used].chunks_exact_mut(size)) {
                let first = vector_col(&self.site, view.dtype, lane);
                to.copy_from_slice(&self.load(view, row, Chunk { first, count: 1 }).bytes[..size]);
            }
        }
        register
    }

    /// A register of zeros for a chunk.
    pub fn zero(&self, dtype: DType, chunk: Chunk) -> Register {
        Register::zero(chunk.count * dtype.bytes())
    }

    /// A register that holds the same element in every lane of a chunk.
    pub fn filled(&self, dtype: DType, chunk: Chunk, bits: u64) -> Register {
        let mut register = self.zero(dtype, chunk);
        (0..chunk.count).for_each(|lane| dtype.write(&mut register.bytes, lane, bits));
        register
    }

    /// The first element of row `row`, for every lane of a chunk of `dtype`.
    pub fn load_repeated(&self, view: &View, row: usize, chunk: Chunk, dtype: DType) -> Register {
        let Some(repeated) = self.decisions.repeated else {
            return self.filled(dtype, chunk, self.element(view, row, 0));
        };
        let mut register = self.zero(dtype, chunk);
        for lane in 0..chunk.count {
            let [row, col] = repeated(&self.site, dtype, [row, chunk.first + lane]);
            dtype.write(&mut register.bytes, lane, self.element(view, row, col));
        }
        register
    }

    /// Stores a chunk of a row; the tail mask leaves everything else alone.
    pub fn store(&mut self, view: &View, row: usize, chunk: Chunk, register: &Register) {
        if let Some(written_as) = self.decisions.written_as {
            for lane in 0..register.used / view.dtype.bytes() {
                let element = view.element([row, chunk.first + lane], register, lane);
                if let Some(bits) = written_as(&self.site, &element) {
                    self.write(view, element.at, &bits.to_le_bytes()[..view.dtype.bytes()]);
                }
            }
            return;
        }
        if view.contiguous() {
            let used = (self.decisions.stored)(&self.site, register.used).min(STORED);
            if used <= VECTOR {
                return self.write(view, [row, chunk.first], &register.bytes[..used]);
            }
            let mut bytes = [0; STORED];
            bytes[..VECTOR].copy_from_slice(&register.bytes);
            self.write(view, [row, chunk.first], &bytes[..used]);
        } else {
            for (lane, bytes) in register.bytes[..register.used].chunks_exact(view.dtype.bytes()).enumerate() {
                self.write(view, [row, chunk.first + lane], bytes);
            }
        }
    }

    fn write(&mut self, view: &View, at: [usize; 2], bytes: &[u8]) {
        let at = (self.decisions.write_at)(&self.site, view.name, at);
        let byte = (self.decisions.write_byte)(&self.site, view.name, view.byte(at));
        self.memory.write(view.base.saturating_add(byte), bytes);
    }

    /// `a = a op b`.
    pub fn combine(&self, op: Op, dtype: DType, a: &mut Register, b: &Register) {
        let alu = Alu {
            fuses: (self.decisions.fuses)(&self.site, dtype, self.target.fuses),
            flushes: (self.decisions.flushes)(&self.site, dtype, self.target.flushes),
            picks: (self.decisions.picks)(&self.site, self.target.picks),
        };
        let used = a.used.min(b.used);
        let Some(combined) = self.decisions.combined else {
            alu.apply(op, dtype, &mut a.bytes[..used], &b.bytes[..used]);
            return;
        };
        let before = a.bytes;
        alu.apply(op, dtype, &mut a.bytes[..used], &b.bytes[..used]);
        let otherwise = |a, b, right| combined(&self.site, &Lane { op, dtype, a, b, right });
        match dtype.bytes() {
            1 => each_lane::<1>(&before, &b.bytes, &mut a.bytes[..used], otherwise),
            2 => each_lane::<2>(&before, &b.bytes, &mut a.bytes[..used], otherwise),
            4 => each_lane::<4>(&before, &b.bytes, &mut a.bytes[..used], otherwise),
            _ => each_lane::<8>(&before, &b.bytes, &mut a.bytes[..used], otherwise),
        }
    }

    /// Row `to` of `out` = row `a.1` of `a.0` op row `b.1` of `b.0`, over the first `cols` columns.
    pub fn combine_rows(&mut self, op: Op, out: (&View, usize), a: (&View, usize), b: (&View, usize), cols: usize) {
        let dtype = out.0.dtype;
        for chunk in self.chunks(cols, dtype) {
            let mut result = self.load(a.0, a.1, chunk);
            self.combine(op, dtype, &mut result, &self.load(b.0, b.1, chunk));
            self.store(out.0, out.1, chunk, &result);
        }
    }

    /// Copies `cols` columns of a row, from a column on, to a column of another row, bit for bit.
    ///
    /// With `whole_blocks` the copy goes on to the end of the last 32-byte block.
    pub fn copy_row(&mut self, to: (&View, usize, usize), from: (&View, usize, usize), cols: usize, whole_blocks: bool) {
        let dtype = to.0.dtype;
        let cols = if whole_blocks { cols.next_multiple_of(dtype.block() as usize) } else { cols };
        for chunk in self.chunks(cols, dtype) {
            let mut lanes = self.load(from.0, from.1, Chunk { first: from.2 + chunk.first, ..chunk });
            self.spoil_copy(dtype, &mut lanes);
            self.store(to.0, to.1, Chunk { first: to.2 + chunk.first, ..chunk }, &lanes);
        }
    }

    /// A copy changes no bit, unless it was decided that it does.
    pub fn spoil_copy(&self, dtype: DType, register: &mut Register) {
        let Some(copied) = self.decisions.copied else { return };
        for lane in 0..register.used / dtype.bytes() {
            let bits = dtype.read(&register.bytes, lane);
            dtype.write(&mut register.bytes, lane, copied(&self.site, dtype, bits));
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
