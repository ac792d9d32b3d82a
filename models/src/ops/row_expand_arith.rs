//! What TROWEXPANDADD, -SUB, -MUL, -DIV, -MAX, -MIN and -EXPDIF share: a matrix, a source that is expanded along the rows, one operation.
//!
//! The expanded source is column-major and has a value for each row, or row-major and has a block of 32 bytes for each row.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::arith::Op;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{Chunk, MissingOperand, Register, Unit, View};
use crate::operation::Form;
use ptoconf_schemas::DType::{self, F16, F32, I16, I32, U16, U32};
use ptoconf_schemas::{BLayout, Stage, Tile, Tuple};

pub(crate) const FORMS: &[Form] =
    &[Form { name: "plain", operands: &["dst", "src0", "src1"] }, Form { name: "tmp", operands: &["dst", "src0", "src1", "tmp"] }];

/// The checks of an operation that supports what its last one says.
pub(crate) const fn checks(dtype: Check) -> [Check; 9] {
    [
        Check { name: "rowexpand/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src0", "src1"]) },
        Check { name: "rowexpand/one-full", stage: Stage::Shape, run: one_full },
        Check { name: "rowexpand/rows", stage: Stage::Shape, run: rows },
        Check { name: "rowexpand/columns", stage: Stage::Shape, run: columns },
        Check { name: "rowexpand/tmp-size", stage: Stage::Shape, run: tmp_size },
        Check { name: "rowexpand/dst-row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst"]) },
        Check { name: "rowexpand/full-row-major", stage: Stage::Layout, run: full_row_major },
        Check { name: "rowexpand/tmp-mode", stage: Stage::Layout, run: tmp_mode },
        dtype,
    ]
}

pub(crate) const CHECKS: &[Check] = &checks(Check { name: "rowexpand/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) });

fn supports(target: &Target, dtype: DType) -> bool {
    match target.kind {
        Kind::A5 => dtype.bytes() <= 4,
        Kind::A2a3 => matches!(dtype, F16 | F32 | I16 | I32),
        Kind::Cpu => matches!(dtype, F16 | F32 | I16 | I32 | U16 | U32),
    }
}

/// The full source and the expanded one.
struct Sources<'a> {
    full: &'a Tile,
    expanded: &'a Tile,
    /// Whether src0 is expanded.
    turned: bool,
}

impl<'a> Sources<'a> {
    fn of(target: &Target, tuple: &'a Tuple) -> Option<Sources<'a>> {
        let [dst, src0, src1] = [tuple.tile("dst")?, tuple.tile("src0")?, tuple.tile("src1")?];
        let turned = match [src0, src1].map(|t| t.valid == dst.valid) {
            // A2A3 takes the one with the longer rows, unless it has a tmp.
            [true, true] => target.kind == Kind::A2a3 && tuple.form == "plain" && row_stride(src1) > row_stride(src0),
            [first, second] => second && !first,
        };
        let [full, expanded] = if turned { [src1, src0] } else { [src0, src1] };
        Some(Sources { full, expanded, turned })
    }

    fn has_mode_1(&self) -> bool {
        self.expanded.blayout == BLayout::ColMajor
    }
}

fn row_stride(tile: &Tile) -> u32 {
    if tile.blayout == BLayout::ColMajor { 1 } else { tile.cols() }
}

fn sources<'a>(s: &Subject<'a>) -> Result<Sources<'a>, String> {
    Sources::of(s.target, s.tuple).ok_or_else(|| "there is no dst, src0 or src1".to_owned())
}

fn one_full(s: &Subject) -> Result<(), String> {
    let [dst, src0, src1] = s.tiles(["dst", "src0", "src1"])?;
    ensure([src0, src1].iter().any(|t| t.valid == dst.valid), || {
        format!("src0 {:?} or src1 {:?} has to have the valid shape of dst {:?}", src0.valid, src1.valid, dst.valid)
    })
}

fn rows(s: &Subject) -> Result<(), String> {
    let ([dst], expanded) = (s.tiles(["dst"])?, sources(s)?.expanded);
    ensure(s.equal(expanded.valid_rows().into(), dst.valid_rows().into()), || {
        format!("the expanded source has {} valid rows, and dst {}", expanded.valid_rows(), dst.valid_rows())
    })
}

fn columns(s: &Subject) -> Result<(), String> {
    let sources = sources(s)?;
    let wanted = if sources.has_mode_1() { 1 } else { sources.expanded.dtype.block() };
    let own = sources.expanded.valid_cols();
    ensure(s.equal(own.into(), wanted.into()), || format!("the expanded source has {own} valid columns in place of {wanted}"))
}

fn full_row_major(s: &Subject) -> Result<(), String> {
    ensure(sources(s)?.full.blayout == BLayout::RowMajor, || "the source with dst's valid shape has to be row-major".to_owned())
}

/// Only A2A3 uses tmp.
fn uses_tmp(target: &Target, tuple: &Tuple) -> bool {
    target.kind == Kind::A2a3 && tuple.form == "tmp"
}

fn tmp_mode(s: &Subject) -> Result<(), String> {
    ensure(!uses_tmp(s.target, s.tuple) || sources(s)?.has_mode_1(), || "with tmp, the expanded source has to be column-major".to_owned())
}

/// A repeat expands eight values into 256 bytes; from 256 rows on, thirty repeats at a time.
fn tmp_size(s: &Subject) -> Result<(), String> {
    if !uses_tmp(s.target, s.tuple) || !sources(s)?.has_mode_1() {
        return Ok(());
    }
    let [dst, tmp] = s.tiles(["dst", "tmp"])?;
    let repeats = u64::from(dst.valid_rows()).div_ceil(8);
    let needed = if dst.valid_rows() < 256 { repeats * 256 } else { 7680 };
    ensure(s.at_most(needed, tmp.bytes(), 32), || format!("tmp has {} bytes and needs {needed}", tmp.bytes()))
}

/// `dst[i, j] = src0[i, j] op src1[i, j]`, one of the two expanded. Exactly the valid region of dst is written.
pub(crate) fn run(unit: &mut Unit, op: Op) -> Result<(), MissingOperand> {
    let (dst, src0, src1) = (unit.view("dst")?, unit.view("src0")?, unit.view("src1")?);
    let Some(Sources { expanded, turned, .. }) = Sources::of(unit.target, unit.tuple) else { return Ok(()) };
    if dst.rows == 0 || dst.cols == 0 {
        return Ok(());
    }
    let mode_1 = expanded.blayout == BLayout::ColMajor;
    for row in 0..unit.rows(dst.rows) {
        for chunk in unit.chunks(dst.cols, dst.dtype) {
            let [mut left, mut right] = [(&src0, turned), (&src1, !turned)].map(|(view, is_expanded)| match (is_expanded, mode_1) {
                (true, true) => unit.load_repeated(view, row, chunk, dst.dtype),
                (true, false) => load_blocks(unit, view, row, chunk),
                (false, _) => unit.load(view, row, chunk),
            });
            if (unit.decisions.swapped)(&unit.site, op) {
                std::mem::swap(&mut left, &mut right);
            }
            unit.combine(op, dst.dtype, &mut left, &right);
            unit.store(&dst, row, chunk, &left);
        }
    }
    Ok(())
}

/// The block of 32 bytes of a row, for the lanes of a chunk.
fn load_blocks(unit: &Unit, view: &View, row: usize, chunk: Chunk) -> Register {
    let block = view.dtype.block() as usize;
    // A chunk is made for the destination's type; a model without its check of types may have a wider one.
    let chunk = Chunk { count: chunk.count.min(8 * block), ..chunk };
    let mut register = unit.zero(view.dtype, chunk);
    let Some(block_at) = unit.decisions.block_at else {
        let own = unit.load(view, row, Chunk { first: 0, count: block });
        for lane in 0..chunk.count {
            register.set(view.dtype, lane, own.get(view.dtype, (chunk.first + lane) % block));
        }
        return register;
    };
    for lane in 0..chunk.count {
        let [row, col] = block_at(&unit.site, view.dtype, [row, chunk.first + lane]);
        register.set(view.dtype, lane, unit.element(view, row, col));
    }
    register
}
