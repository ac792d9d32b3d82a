//! Random numbers, tiles and calls of kernels that the tests share.

use half::{bf16, f16};
use ptoconf_numeric::{Lane, Policy};
use ptoconf_reference::kernels::{Input, Slot, View};
use ptoconf_schemas::{DType, Kind, Tile};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        (u128::from(self.next()) * u128::from(bound)).wrapping_shr(64) as u64
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// Precision and exponent bias.
pub fn format(dtype: DType) -> (i64, i64) {
    match dtype.kind() {
        Kind::Float { precision, exponent_bits } => (i64::from(precision), (1 << (exponent_bits - 1)) - 1),
        _ => unreachable!("a float"),
    }
}

/// The normal number with this exponent and mantissa field; exponents are cut to the type's range.
pub fn normal(dtype: DType, exponent: i64, mantissa: u64) -> u64 {
    let (p, bias) = format(dtype);
    let (_, _, mask) = dtype.float_masks().expect("a float");
    ((exponent + bias).clamp(1, 2 * bias) as u64) << (p - 1) | (mantissa & mask)
}

/// An operation of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

impl Op {
    pub const ALL: [Op; 4] = [Op::Add, Op::Sub, Op::Mul, Op::Div];
}

/// The bits as an f32 value (exact).
pub fn to_f32(dtype: DType, bits: u64) -> f32 {
    match dtype {
        DType::F16 => f16::from_bits(bits as u16).to_f32(),
        DType::Bf16 => bf16::from_bits(bits as u16).to_f32(),
        _ => f32::from_bits(bits as u32),
    }
}

/// An addition that is fast enough for millions of trees; the lanes' tests hold it against `soft`.
pub fn quick_add(dtype: DType, a: u64, b: u64) -> u64 {
    let sum = to_f32(dtype, a) + to_f32(dtype, b);
    match dtype {
        DType::F16 => u64::from(f16::from_f32(sum).to_bits()),
        DType::Bf16 => u64::from(bf16::from_f32(sum).to_bits()),
        _ => u64::from(sum.to_bits()),
    }
}

fn lane<T: Lane>(dtype: DType, a: &[u64], b: &[u64], op: Op, policy: Policy) -> Vec<u64> {
    let elements = |list: &[u64]| {
        let mut row = vec![T::zeroed(); list.len()];
        bytemuck::cast_slice_mut(&mut row).copy_from_slice(&bytes(dtype, list));
        row
    };
    let (mut acc, mut row) = (vec![T::ZERO; a.len()], vec![T::ZERO; a.len()]);
    T::widen(&elements(a), &mut acc);
    T::widen(&elements(b), &mut row);
    match op {
        Op::Add => T::add(&mut acc, &row, policy),
        Op::Sub => T::sub(&mut acc, &row, policy),
        Op::Mul => T::mul(&mut acc, &row, policy),
        Op::Div => T::div(&mut acc, &row, policy),
    }
    let mut out = elements(a);
    T::narrow(&acc, &mut out);
    let out: &[u8] = bytemuck::cast_slice(&out);
    (0..a.len()).map(|i| dtype.read(out, i)).collect()
}

/// `a op b` by the reference's lanes.
pub fn by_lane(dtype: DType, a: &[u64], b: &[u64], op: Op, policy: Policy) -> Vec<u64> {
    match dtype {
        DType::I8 => lane::<i8>(dtype, a, b, op, policy),
        DType::U8 => lane::<u8>(dtype, a, b, op, policy),
        DType::I16 => lane::<i16>(dtype, a, b, op, policy),
        DType::U16 => lane::<u16>(dtype, a, b, op, policy),
        DType::I32 => lane::<i32>(dtype, a, b, op, policy),
        DType::U32 => lane::<u32>(dtype, a, b, op, policy),
        DType::I64 => lane::<i64>(dtype, a, b, op, policy),
        DType::U64 => lane::<u64>(dtype, a, b, op, policy),
        DType::F16 => lane::<f16>(dtype, a, b, op, policy),
        DType::Bf16 => lane::<bf16>(dtype, a, b, op, policy),
        DType::F32 => lane::<f32>(dtype, a, b, op, policy),
    }
}

/// Elements as little-endian bytes.
pub fn bytes(dtype: DType, list: &[u64]) -> Vec<u8> {
    let mut data = vec![0; list.len() * dtype.bytes()];
    list.iter().enumerate().for_each(|(i, v)| dtype.write(&mut data, i, *v));
    data
}

/// An operand with its data.
pub struct Operand {
    pub name: &'static str,
    pub tile: Tile,
    pub data: Vec<u8>,
}

impl Operand {
    /// A tile that is a little larger than its valid region, with the given element everywhere.
    pub fn new(name: &'static str, dtype: DType, valid: [u32; 2], value: &mut dyn FnMut(u32, u32) -> u64) -> Operand {
        let cols = (valid[1] + 1).next_multiple_of(dtype.block());
        let tile = Tile { valid, ..Tile::nd(dtype, valid[0] + 1, cols) };
        let list: Vec<u64> =
            (0..tile.rows()).flat_map(|r| (0..cols).map(move |c| (r, c))).map(|(r, c)| value(r, c) & dtype.mask()).collect();
        Operand { name, data: bytes(dtype, &list), tile }
    }

    pub fn at(&self, row: u32, col: u32) -> u64 {
        self.tile.dtype.read(&self.data, (row * self.tile.cols() + col) as usize)
    }
}

/// Runs `f` on the operands.
pub fn with_slot<R>(operands: &[Operand], f: impl FnOnce(&Slot) -> R) -> R {
    let inputs: Vec<Input> = operands.iter().map(|o| Input { name: o.name, tile: &o.tile, data: &o.data }).collect();
    f(&Slot { inputs: &inputs })
}

/// What a kernel writes to a region of this dtype, which starts as a pattern of its own.
pub fn run(kernel: &dyn Fn(&Slot, &mut View), operands: &[Operand], dtype: DType, region: [usize; 2]) -> Vec<u64> {
    let [rows, cols] = region;
    let mut data = vec![0x3C; rows * cols * dtype.bytes()];
    with_slot(operands, |slot| kernel(slot, &mut View { data: &mut data, rows, cols }));
    (0..rows * cols).map(|i| dtype.read(&data, i)).collect()
}
