//! TROWSUM: `dst[i, 0]` is the sum of row `i` of src.
//!
//! The models differ in the order of the additions; the CPU adds in f32 and rounds once. None of them needs tmp: A2A3 keeps
//! in registers what the device keeps there.

use super::row_extreme as rows;
use crate::legality::{Check, same_dtype};
use crate::machine::arith::Op;
use crate::machine::decisions::{Level, Order};
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::Operation;
use half::f16;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, I64, U64};
use ptoconf_schemas::{BLayout, Stage};

pub(crate) const OPERATION: Operation = Operation {
    name: "trowsum",
    forms: rows::FORMS,
    checks: &[
        Check { name: "trowsum/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
        Check { name: "trowsum/rows-equal", stage: Stage::Shape, run: rows::rows_equal },
        Check { name: "trowsum/src-not-empty", stage: Stage::Shape, run: rows::src_not_empty },
        Check { name: "trowsum/src-row-major", stage: Stage::Layout, run: |s| s.row_major(&["src"]) },
        Check { name: "trowsum/dst-layout", stage: Stage::Layout, run: rows::dst_layout },
        Check { name: "trowsum/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

const ONE: Chunk = Chunk { first: 0, count: 1 };
/// Lanes of f32 in a block of 32 bytes.
const BLOCK: usize = 8;

fn supports(target: &Target, dtype: DType) -> bool {
    matches!(dtype, F16 | F32 | I16 | I32) || target.kind == Kind::A5 && matches!(dtype, I64 | U64)
}

/// One element of each row is written, and nothing else.
fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    let right = match unit.target.kind {
        Kind::Cpu => Order::FoldFromZero,
        Kind::A2a3 if src.dtype.is_int() => Order::Block,
        Kind::A2a3 => Order::Vectors,
        Kind::A5 => Order::VectorByVector,
    };
    let order = (unit.decisions.order)(&unit.site, right);
    let blocks_first = (unit.decisions.blocks_first)(&unit.site, order == Order::Vectors && has_own_way(unit));
    for row in 0..unit.rows(src.rows) {
        if let Some(sum) = unit.decisions.column_sum {
            let line: Vec<u64> = (0..src.cols).map(|col| unit.element(&src, row, col)).collect();
            if let Some(sum) = sum(&unit.site, src.dtype, &line) {
                unit.set_element(&dst, row, 0, sum);
                continue;
            }
        }
        let sum = match order {
            Order::FoldFromZero if src.dtype == F16 => in_f32(unit, &src, row),
            Order::FoldFromZero => fold(unit, &src, row, Some(unit.zero(src.dtype, ONE))),
            Order::VectorByVector => vector_by_vector(unit, &dst, &src, row),
            Order::Block => in_a_block(unit, &src, row),
            _ if blocks_first => blocks(unit, &src, row),
            Order::Vectors => vectors(unit, &src, row),
            _ => fold(unit, &src, row, None),
        };
        if let Some(sum) = sum {
            unit.store(&dst, row, ONE, &sum);
        }
    }
    Ok(())
}

/// Whether A2A3 has instructions for this very shape: rows of f32, all of it static, into one column.
fn has_own_way(unit: &Unit) -> bool {
    let (Some(dst), Some(src)) = (unit.tuple.tile("dst"), unit.tuple.tile("src")) else { return false };
    let is_static = src.dynamic == [false, false] && src.valid == src.shape && !dst.dynamic[1];
    let shape = matches!(src.shape, [64, 128] | [32, 256] | [16, 512] | [8, 1024]);
    is_static && shape && src.dtype == F32 && dst.blayout == BLayout::ColMajor && dst.valid_cols() == 1
}

/// The vectors of a row; the last one may not be full.
fn load(unit: &Unit, src: &View, row: usize) -> Vec<Register> {
    unit.chunks(src.cols, src.dtype).map(|chunk| unit.load(src, row, chunk)).collect()
}

/// Every element in turn is added to the first one, or to what is given.
fn fold(unit: &Unit, src: &View, row: usize, begin: Option<Register>) -> Option<Register> {
    let mut sum = begin;
    for vector in load(unit, src, row) {
        for lane in 0..vector.count(src.dtype) {
            add(unit, src.dtype, &mut sum, vector.lanes(src.dtype, lane, 1));
        }
    }
    sum
}

fn in_f32(unit: &Unit, src: &View, row: usize) -> Option<Register> {
    let mut sum = unit.zero(F32, ONE);
    for mut vector in load(unit, src, row) {
        // What becomes of subnormal elements is seen where they are f16; the same holds for the result.
        let count = vector.count(F16);
        unit.combine(Op::Add, F16, &mut vector, &unit.zero(F16, Chunk { first: 0, count }));
        for lane in 0..count {
            let element = f16::from_bits(vector.get(F16, lane) as u16).to_f32();
            unit.combine(Op::Add, F32, &mut sum, &unit.filled(F32, ONE, element.to_bits().into()));
        }
    }
    let total = f32::from_bits(sum.get(F32, 0) as u32);
    let mut rounded = unit.filled(F16, ONE, f16::from_f32(total).to_bits().into());
    unit.combine(Op::Add, F16, &mut rounded, &unit.zero(F16, ONE));
    Some(rounded)
}

/// Lane l of a block of zeros takes elements l, l + L and so on; then the lanes are added one after another.
fn in_a_block(unit: &Unit, src: &View, row: usize) -> Option<Register> {
    let (dtype, count) = (src.dtype, src.dtype.block() as usize);
    let mut sums = unit.zero(dtype, Chunk { first: 0, count });
    for first in (0..src.cols).step_by(count) {
        unit.combine(Op::Add, dtype, &mut sums, &unit.load(src, row, Chunk { first, count: count.min(src.cols - first) }));
    }
    let mut sum = None;
    (0..count).for_each(|lane| add(unit, dtype, &mut sum, sums.lanes(dtype, lane, 1)));
    sum
}

/// Whole vectors meet two by two, level by level. On the first level the odd one and what is no whole vector are added to
/// the first sum; on the others the odd one is added to the last.
fn vectors(unit: &Unit, src: &View, row: usize) -> Option<Register> {
    let dtype = src.dtype;
    let mut level = load(unit, src, row);
    let whole = level.first()?.count(dtype);
    let rest = level.pop_if(|last| last.count(dtype) < whole);
    let (source, mut first) = (level.len(), true);
    while level.len() > 1 {
        let at = Level { rows: level.len(), first };
        let half = level.len() / 2;
        let mut next: Vec<Register> = (0..half)
            .map(|out| (unit.decisions.tree_pair)(&unit.site, &at, out))
            .map(|[a, b]| {
                let mut sum = level[a].clone();
                unit.combine(Op::Add, dtype, &mut sum, &level[b]);
                sum
            })
            .collect();
        if level.len() % 2 == 1
            && let Some(out) = (unit.decisions.tree_odd)(&unit.site, &at, if first { 0 } else { half - 1 })
        {
            unit.combine(Op::Add, dtype, &mut next[out], &level[2 * half]);
        }
        if first && let Some(rest) = &rest {
            unit.combine(Op::Add, dtype, &mut next[0], rest);
        }
        (level, first) = (next, false);
    }
    if source == 1
        && let Some(rest) = &rest
    {
        unit.combine(Op::Add, dtype, &mut level[0], rest);
    }
    reduced(unit, dtype, level.pop()?)
}

/// The lanes of each vector are added up, and what they give to a sum that begins with zero.
fn vector_by_vector(unit: &Unit, dst: &View, src: &View, row: usize) -> Option<Register> {
    let seeded = (unit.decisions.seeded)(&unit.site);
    let mut sum = Some(if seeded { unit.zero(src.dtype, ONE) } else { unit.load(dst, row, ONE) });
    for vector in load(unit, src, row) {
        add(unit, src.dtype, &mut sum, reduced(unit, src.dtype, vector)?);
    }
    sum
}

/// A2A3, four shapes: the sums of blocks, which are added by eights and reduced in turn.
fn blocks(unit: &Unit, src: &View, row: usize) -> Option<Register> {
    let vectors = load(unit, src, row);
    let mut sums: Vec<u64> = vectors.iter().flat_map(|vector| sums_of_blocks(unit, vector)).collect();
    if sums.len() >= 64 {
        // 16 x 512 and 8 x 1024.
        let eights = sums.chunks(BLOCK).map(|own| register(unit, own));
        sums = eights.flat_map(|own| sums_of_blocks(unit, &own)).collect();
    }
    let mut eights: Vec<Register> = sums.chunks(BLOCK).map(|own| register(unit, own)).collect();
    while eights.len() > 1 {
        let pairs = eights.chunks_exact(2).map(|pair| {
            let mut sum = pair[0].clone();
            unit.combine(Op::Add, F32, &mut sum, &pair[1]);
            sum
        });
        eights = pairs.collect();
    }
    reduced(unit, F32, eights.pop()?)
}

fn register(unit: &Unit, elements: &[u64]) -> Register {
    let mut register = unit.zero(F32, Chunk { first: 0, count: elements.len() });
    elements.iter().enumerate().for_each(|(lane, bits)| register.set(F32, lane, *bits));
    register
}

fn sums_of_blocks(unit: &Unit, vector: &Register) -> Vec<u64> {
    let blocks = (0..vector.count(F32)).step_by(BLOCK).map(|first| vector.lanes(F32, first, BLOCK));
    blocks.filter_map(|block| reduced(unit, F32, block)).map(|sum| sum.get(F32, 0)).collect()
}

/// One instruction: neighbours are added level by level, and the one without a neighbour waits.
fn reduced(unit: &Unit, dtype: DType, mut lanes: Register) -> Option<Register> {
    if let Some(reduced) = unit.decisions.reduced {
        let elements: Vec<u64> = (0..lanes.count(dtype)).map(|lane| lanes.get(dtype, lane)).collect();
        return Some(unit.filled(dtype, ONE, reduced(&unit.site, dtype, &elements)));
    }
    while lanes.count(dtype) > 1 {
        let count = lanes.count(dtype);
        let take = |first: usize, number: usize| {
            let mut own = unit.zero(dtype, Chunk { first: 0, count: number });
            (0..number).for_each(|lane| own.set(dtype, lane, lanes.get(dtype, first + 2 * lane)));
            own
        };
        let (mut even, odd) = (take(0, count.div_ceil(2)), take(1, count / 2));
        // The last of an odd number of lanes meets nothing.
        unit.combine(Op::Add, dtype, &mut even, &odd);
        lanes = even;
    }
    Some(lanes)
}

fn add(unit: &Unit, dtype: DType, sum: &mut Option<Register>, next: Register) {
    match sum {
        Some(sum) => unit.combine(Op::Add, dtype, sum, &next),
        None => *sum = Some(next),
    }
}
