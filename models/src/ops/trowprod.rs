//! TROWPROD: `dst[i, 0]` is the product of row `i` of src.
//!
//! The models differ in the order of the multiplications; A2A3 multiplies what its lanes hold of f16 in f32, and rounds
//! once. None of them needs tmp: A2A3 keeps in a register what the device keeps there.

use super::row_extreme as rows;
use super::tcolprod::ones;
use crate::legality::{Check, same_dtype};
use crate::machine::arith::Op;
use crate::machine::decisions::Order;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::Operation;
use half::f16;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32};
use ptoconf_schemas::Stage;

pub(crate) const OPERATION: Operation = Operation {
    name: "trowprod",
    forms: rows::FORMS,
    checks: &[
        Check { name: "trowprod/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
        Check { name: "trowprod/rows-equal", stage: Stage::Shape, run: rows::rows_equal },
        Check { name: "trowprod/src-not-empty", stage: Stage::Shape, run: rows::src_not_empty },
        Check { name: "trowprod/src-row-major", stage: Stage::Layout, run: |s| s.row_major(&["src"]) },
        Check { name: "trowprod/dst-layout", stage: Stage::Layout, run: rows::dst_layout },
        Check { name: "trowprod/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

const ONE: Chunk = Chunk { first: 0, count: 1 };

fn supports(target: &Target, dtype: DType) -> bool {
    matches!(dtype, F16 | F32 | I16 | I32) || target.kind == Kind::Cpu && dtype != Bf16
}

/// One element of each row is written, and nothing else.
fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    let right = match unit.target.kind {
        Kind::Cpu => Order::FoldFromOne,
        Kind::A2a3 => Order::Block,
        Kind::A5 => Order::Halves,
    };
    let order = (unit.decisions.order)(&unit.site, right);
    for row in 0..unit.rows(src.rows) {
        if let Some(product) = unit.decisions.column_sum {
            let line: Vec<u64> = (0..src.cols).map(|col| unit.element(&src, row, col)).collect();
            if let Some(product) = product(&unit.site, src.dtype, &line) {
                unit.set_element(&dst, row, 0, product);
                continue;
            }
        }
        let product = match order {
            Order::Block => in_a_block(unit, &dst, &src, row),
            Order::Halves => in_a_vector(unit, &dst, &src, row),
            _ => one_by_one(unit, &dst, &src, row),
        };
        unit.store(&dst, row, ONE, &product);
    }
    Ok(())
}

/// What lanes of a dtype begin with: ones.
fn begin(unit: &Unit, dst: &View, row: usize, dtype: DType, count: usize) -> Register {
    let lanes = Chunk { first: 0, count };
    if (unit.decisions.seeded)(&unit.site) { ones(unit, dtype, lanes) } else { unit.filled(dtype, lanes, unit.element(dst, row, 0)) }
}

/// Every element in turn, from one.
fn one_by_one(unit: &Unit, dst: &View, src: &View, row: usize) -> Register {
    let mut product = begin(unit, dst, row, src.dtype, 1);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let elements = unit.load(src, row, chunk);
        for lane in 0..elements.count(src.dtype) {
            unit.combine(Op::Mul, src.dtype, &mut product, &elements.lanes(src.dtype, lane, 1));
        }
    }
    product
}

/// The lanes of a register after all elements of a row were multiplied into them.
fn multiplied(unit: &Unit, mut lanes: Register, src: &View, row: usize, chunks: impl Iterator<Item = Chunk>) -> Register {
    for chunk in chunks {
        // A last chunk that is not full meets the first lanes; the others stay.
        unit.combine(Op::Mul, src.dtype, &mut lanes, &unit.load(src, row, chunk));
    }
    lanes
}

/// A2A3: the lanes of a block, and then one lane after another, which of f16 are f32.
fn in_a_block(unit: &Unit, dst: &View, src: &View, row: usize) -> Register {
    let (dtype, width) = (src.dtype, src.dtype.block() as usize);
    let cols = (unit.decisions.columns)(&unit.site, dtype, src.cols);
    let chunks = (0..cols).step_by(width).map(|first| Chunk { first, count: width.min(cols - first) });
    let lanes = multiplied(unit, begin(unit, dst, row, dtype, width), src, row, chunks);
    if dtype == F16 {
        return in_f32(unit, &lanes);
    }
    let mut product = lanes.lanes(dtype, 0, 1);
    (1..width).for_each(|lane| unit.combine(Op::Mul, dtype, &mut product, &lanes.lanes(dtype, lane, 1)));
    product
}

/// The product of f16 lanes in f32, rounded once. What becomes of a subnormal result is seen where it is f16.
fn in_f32(unit: &Unit, lanes: &Register) -> Register {
    if let Some(reduced) = unit.decisions.reduced {
        let elements: Vec<u64> = (0..lanes.count(F16)).map(|lane| lanes.get(F16, lane)).collect();
        return unit.filled(F16, ONE, reduced(&unit.site, F16, &elements));
    }
    let mut product = ones(unit, F32, ONE);
    for lane in 0..lanes.count(F16) {
        let element = f16::from_bits(lanes.get(F16, lane) as u16).to_f32();
        unit.combine(Op::Mul, F32, &mut product, &unit.filled(F32, ONE, element.to_bits().into()));
    }
    let whole = f32::from_bits(product.get(F32, 0) as u32);
    let mut rounded = unit.filled(F16, ONE, f16::from_f32(whole).to_bits().into());
    unit.combine(Op::Mul, F16, &mut rounded, &ones(unit, F16, ONE));
    rounded
}

/// A5: the lanes of a vector, and then their upper half with the lower until one is left.
fn in_a_vector(unit: &Unit, dst: &View, src: &View, row: usize) -> Register {
    let (dtype, mut count) = (src.dtype, src.dtype.vector() as usize);
    let chunks = unit.chunks(src.cols, dtype);
    let mut lanes = multiplied(unit, begin(unit, dst, row, dtype, count), src, row, chunks);
    while count > 1 {
        count /= 2;
        let upper = lanes.lanes(dtype, count, count);
        lanes = lanes.lanes(dtype, 0, count);
        unit.combine(Op::Mul, dtype, &mut lanes, &upper);
    }
    lanes
}
