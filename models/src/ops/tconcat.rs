//! TCONCAT: the rows of src0, followed by the rows of src1.
//!
//! In the basic form the valid columns of the sources say how many elements to take, in the
//! indexed forms a value per row does.

use crate::legality::{Check, Subject, ensure, same_dtype};
use crate::machine::decisions::Counts;
use crate::machine::target::{Kind, Target};
use crate::machine::unit::{MissingOperand, Unit, View};
use crate::operation::{Form, Operation};
use ptoconf_schemas::DType::{I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::{DType, Stage, Tile};

const INDEX_TILES: [&str; 3] = ["dstIdx", "src0Idx", "src1Idx"];

pub(crate) const OPERATION: Operation = Operation {
    name: "tconcat",
    forms: &[
        Form { name: "basic", operands: &["dst", "src0", "src1"] },
        Form { name: "indexed", operands: &["dst", "src0", "src1", "src0Idx", "src1Idx"] },
        Form { name: "indexed-count", operands: &["dst", "src0", "src1", "dstIdx", "src0Idx", "src1Idx"] },
    ],
    checks: &[
        Check { name: "tconcat/same-dtype", stage: Stage::Type, run: |s| same_dtype(s, &["dst", "src0", "src1"]) },
        Check { name: "tconcat/same-index-dtype", stage: Stage::Type, run: |s| same_dtype(s, &INDEX_TILES) },
        Check { name: "tconcat/index-integer", stage: Stage::Type, run: index_integer },
        Check { name: "tconcat/rows-equal", stage: Stage::Shape, run: rows_equal },
        Check { name: "tconcat/columns-add-up", stage: Stage::Shape, run: columns_add_up },
        Check { name: "tconcat/index-extent", stage: Stage::Shape, run: index_extent },
        Check { name: "tconcat/count-extent", stage: Stage::Shape, run: count_extent },
        Check { name: "tconcat/row-major", stage: Stage::Layout, run: |s| s.row_major(&["dst", "src0", "src1"]) },
        Check { name: "tconcat/dtype", stage: Stage::Profile, run: |s| s.supports("dst", supports) },
    ],
    scratch_used: |_, _| false,
    run,
};

fn supports(_: &Target, dtype: DType) -> bool {
    dtype.bytes() <= 4
}

/// The index tiles that the form has.
fn index_tiles<'a>(s: &Subject<'a>) -> impl Iterator<Item = (&'static str, &'a Tile)> {
    let tuple = s.tuple;
    INDEX_TILES.into_iter().filter_map(move |name| Some((name, tuple.tile(name)?)))
}

fn index_integer(s: &Subject) -> Result<(), String> {
    for (name, tile) in index_tiles(s) {
        let fits = matches!(tile.dtype, I8 | U8 | I16 | U16 | I32 | U32);
        ensure(fits, || format!("{name} has to hold integers of at most 32 bits, and holds {}", tile.dtype))?;
    }
    Ok(())
}

fn rows_equal(s: &Subject) -> Result<(), String> {
    let [dst, src0, src1] = s.tiles(["dst", "src0", "src1"])?;
    let rows = [dst, src0, src1].map(Tile::valid_rows);
    let same = rows.iter().all(|&n| s.equal(n.into(), rows[0].into()));
    ensure(same, || format!("valid rows of dst, src0 and src1 have to be equal, and are {rows:?}"))
}

fn columns_add_up(s: &Subject) -> Result<(), String> {
    let [dst, src0, src1] = s.tiles(["dst", "src0", "src1"])?;
    let sum = u64::from(src0.valid_cols()) + u64::from(src1.valid_cols());
    if s.tuple.form != "basic" {
        Ok(())
    } else if s.target.kind == Kind::A2a3 {
        ensure(s.at_most(sum, dst.cols().into(), 1), || format!("dst has {} columns, and the sources have {sum} valid ones", dst.cols()))
    } else {
        ensure(s.equal(sum, dst.valid_cols().into()), || format!("dst has {} valid columns, and the sources have {sum}", dst.valid_cols()))
    }
}

fn index_extent(s: &Subject) -> Result<(), String> {
    let [dst] = s.tiles(["dst"])?;
    for (name, tile) in index_tiles(s).filter(|(name, _)| *name != "dstIdx") {
        let enough = s.at_most(dst.valid_rows().into(), tile.valid_rows().into(), 1) && tile.valid_cols() >= 1;
        ensure(enough, || {
            format!("{name} has to give one value for each of {} rows, and has a valid shape of {:?}", dst.valid_rows(), tile.valid)
        })?;
    }
    Ok(())
}

/// dstIdx is a column on the devices and a row on the CPU.
fn count_extent(s: &Subject) -> Result<(), String> {
    let Some(counts) = s.tuple.tile("dstIdx") else { return Ok(()) };
    let [dst] = s.tiles(["dst"])?;
    let rows = dst.valid_rows();
    if s.target.kind == Kind::Cpu {
        let enough = counts.valid_rows() == 1 && s.at_most(rows.into(), counts.valid_cols().into(), 1);
        ensure(enough, || format!("dstIdx has to have 1 valid row and {rows} valid columns, and has {:?}", counts.valid))
    } else {
        ensure(s.at_most(rows.into(), counts.valid_rows().into(), 1) && counts.valid_cols() == 1, || {
            format!("dstIdx has to have {rows} valid rows and 1 valid column, and has {:?}", counts.valid)
        })
    }
}

fn run(unit: &mut Unit) -> Result<(), MissingOperand> {
    let dst = unit.view("dst")?;
    let given = [(unit.view("src0")?, "src0Idx"), (unit.view("src1")?, "src1Idx")];
    let [first, second] = [0, 1].map(|place| given[(unit.decisions.source)(&unit.site, place).min(1)]);
    let ((src0, index0), (src1, index1)) = (first, second);
    for row in 0..unit.rows(dst.rows) {
        let taken = if unit.tuple.form == "basic" {
            [src0.cols, src1.cols]
        } else {
            let asked = [index_value(unit, index0, row)?, index_value(unit, index1, row)?];
            let valid = [src0.cols as u64, src1.cols as u64];
            let counts = Counts { asked, limit: dst.cols as u64, valid, dtype: dst.dtype };
            if unit.tuple.form == "indexed-count" {
                write_count(unit, row, &counts)?;
            }
            (unit.decisions.clamp)(&unit.site, &counts).map(|n| n as usize)
        };
        join_row(unit, row, &dst, [&src0, &src1], taken);
    }
    Ok(())
}

/// The columns that the index value of a row stands for: a byte count on the devices, in
/// elements of the index type, and the count itself on the CPU. The value is taken as unsigned.
fn index_value(unit: &Unit, name: &'static str, row: usize) -> Result<u64, MissingOperand> {
    let index = unit.view(name)?;
    let [row, col] = (unit.decisions.index_at)(&unit.site, row);
    let value = unit.element(&index, row, col);
    let right = if values_are_bytes(unit) { value / index.dtype.bytes() as u64 } else { value };
    Ok((unit.decisions.index_value)(&unit.site, index.dtype, value, right))
}

fn values_are_bytes(unit: &Unit) -> bool {
    unit.target.kind != Kind::Cpu
}

/// Writes what was joined in a row: on the devices the bytes after the clamp, at `[row, 0]`; on
/// the CPU the count before the clamp, at `[0, row]`.
fn write_count(unit: &mut Unit, row: usize, counts: &Counts) -> Result<(), MissingOperand> {
    let out = unit.view("dstIdx")?;
    let count = counts.asked[0] + counts.asked[1];
    let (right, at) = match unit.target.kind {
        Kind::Cpu => (count, [0, row]),
        _ => (count.min(counts.limit).wrapping_mul(out.dtype.bytes() as u64), [row, 0]),
    };
    if let Some(value) = (unit.decisions.count)(&unit.site, counts, right) {
        let [row, col] = (unit.decisions.count_at)(&unit.site, at);
        unit.set_element(&out, row, col, value);
    }
    Ok(())
}

/// A2A3 copies in whole blocks; src1 only where it begins at a block, else element by element.
fn join_row(unit: &mut Unit, row: usize, dst: &View, [src0, src1]: [&View; 2], taken: [usize; 2]) {
    let at = (unit.decisions.second_at)(&unit.site, dst.dtype, taken[0]);
    let from = (unit.decisions.second_from)(&unit.site, taken[0]);
    let whole_blocks = unit.whole_blocks();
    copy(unit, (dst, row, 0), (src0, 0), taken[0], whole_blocks);
    copy(unit, (dst, row, at), (src1, from), taken[1], whole_blocks && at.is_multiple_of(dst.dtype.block() as usize));
}

/// Copies `count` columns. No document says what a column past the physical ones holds: here it is zero.
fn copy(unit: &mut Unit, to: (&View, usize, usize), from: (&View, usize), count: usize, whole_blocks: bool) {
    let there = count.min(from.0.physical_cols);
    unit.copy_row(to, (from.0, to.1, from.1), there, whole_blocks);
    for chunk in unit.chunks(count.saturating_sub(there).min(to.0.physical_cols), from.0.dtype) {
        let zero = unit.zero(from.0.dtype, chunk);
        unit.store(to.0, to.1, crate::machine::unit::Chunk { first: to.2 + there + chunk.first, ..chunk }, &zero);
    }
}
