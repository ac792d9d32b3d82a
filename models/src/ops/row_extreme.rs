//! What TROWMAX and TROWMIN share: `dst[i, 0]` is the largest or the smallest element of row `i` of src.
//!
//! The models differ in what they make of NaN and of zeros, and in the order in which elements meet. None of them needs
//! tmp: A2A3 keeps in a register what the device keeps there.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::{BLayout, Stage};

pub(crate) const FORMS: &[Form] = &[Form { name: "plain", operands: &["dst", "src", "tmp"] }];

pub(crate) const CHECKS: &[Check] = &[
    Check { name: "rowextreme/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src"]) },
    Check { name: "rowextreme/rows-equal", stage: Stage::Shape, run: rows_equal },
    Check { name: "rowextreme/src-not-empty", stage: Stage::Shape, run: src_not_empty },
    Check { name: "rowextreme/src-row-major", stage: Stage::Layout, run: |s| s.row_major(&["src"]) },
    Check { name: "rowextreme/dst-layout", stage: Stage::Layout, run: dst_layout },
    Check { name: "rowextreme/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
];

fn supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::A2a3 => matches!(dtype, F16 | F32 | I16 | I32),
        Kind::A5 => !matches!(dtype, Bf16 | U16 | U32),
        Kind::Cpu => dtype != Bf16,
    }
}

pub(crate) fn rows_equal(s: &Subject) -> Result<(), String> {
    let [dst, src] = s.tiles(["dst", "src"])?;
    ensure(s.equal(dst.valid_rows().into(), src.valid_rows().into()), || {
        format!("valid rows of src ({}) and dst ({}) have to be equal", src.valid_rows(), dst.valid_rows())
    })
}

pub(crate) fn src_not_empty(s: &Subject) -> Result<(), String> {
    let [src] = s.tiles(["src"])?;
    let has = src.valid.iter().all(|&n| s.at_most(1, n.into(), 1));
    ensure(has, || format!("valid shape {:?} of src: rows and columns have to be above 0", src.valid))
}

/// A column is one column and nothing else.
pub(crate) fn dst_layout(s: &Subject) -> Result<(), String> {
    let [dst] = s.tiles(["dst"])?;
    ensure(dst.blayout == BLayout::RowMajor || s.at_most(dst.cols().into(), 1, 1), || {
        format!("dst is column-major and has {} columns in place of one", dst.cols())
    })
}

/// One element of each row is written, and nothing else.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (dst, src) = (unit.view("dst")?, unit.view("src")?);
    for row in 0..unit.rows(src.rows) {
        let best = match unit.target.kind {
            Kind::Cpu => one_by_one(unit, op, &src, row),
            Kind::A2a3 => chunk_by_chunk(unit, op, &src, row),
            Kind::A5 => chunk_after_chunk(unit, op, &src, row),
        };
        if let Some(best) = best {
            unit.store(&dst, row, Chunk { first: 0, count: 1 }, &best);
        }
    }
    Ok(())
}

/// What a row begins with, where that is not its first element.
fn initial(unit: &Unit, op: Op, src: &View) -> Option<Register> {
    let initial = unit.decisions.initial?;
    Some(unit.filled(src.dtype, Chunk { first: 0, count: 1 }, initial(&unit.site, op, src.dtype)))
}

/// Every element is compared with the best one so far.
fn one_by_one(unit: &Unit, op: Op, src: &View, row: usize) -> Option<Register> {
    let mut best = initial(unit, op, src);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let elements = unit.load(src, row, chunk);
        for lane in 0..chunk.count {
            take(unit, op, src.dtype, &mut best, elements.lanes(src.dtype, lane, 1));
        }
    }
    best
}

/// Vectors meet lane by lane, and then the lanes of what is left.
fn chunk_by_chunk(unit: &Unit, op: Op, src: &View, row: usize) -> Option<Register> {
    let mut best: Option<Register> = None;
    for chunk in unit.chunks(src.cols, src.dtype) {
        // A last vector that is not full meets the first lanes; the others stay.
        take(unit, op, src.dtype, &mut best, unit.load(src, row, chunk));
    }
    let mut reduced = initial(unit, op, src);
    take(unit, op, src.dtype, &mut reduced, halved(unit, op, src.dtype, best?));
    reduced
}

/// The lanes of each vector meet, and what they give meets what the vectors before gave.
fn chunk_after_chunk(unit: &Unit, op: Op, src: &View, row: usize) -> Option<Register> {
    let mut best = initial(unit, op, src);
    for chunk in unit.chunks(src.cols, src.dtype) {
        let reduced = halved(unit, op, src.dtype, unit.load(src, row, chunk));
        take(unit, op, src.dtype, &mut best, reduced);
    }
    best
}

/// The lanes of a register: the upper half meets the lower until one is left.
fn halved(unit: &Unit, op: Op, dtype: DType, mut lanes: Register) -> Register {
    let mut count = lanes.count(dtype);
    while count > 1 {
        let half = count.div_ceil(2);
        let upper = lanes.lanes(dtype, half, count - half);
        unit.combine(op, dtype, &mut lanes, &upper);
        lanes = lanes.lanes(dtype, 0, half);
        count = half;
    }
    lanes
}

fn take(unit: &Unit, op: Op, dtype: DType, best: &mut Option<Register>, next: Register) {
    match best {
        Some(best) => unit.combine(op, dtype, best, &next),
        None => *best = Some(next),
    }
}
