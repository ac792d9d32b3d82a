//! TCONCAT: two tiles side by side, whole or as many columns of each row as the indices say.

use super::tconcat_indices::Indices;
use super::{Call, Operation, each, is_row_major, is_vec, same_dtype};
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged};
use crate::choice::{Ask, Unfollowable};
use crate::memory::{Canvas, View};
use crate::moves::Mover;
use ptoconf_schemas::DType::{self, Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
use ptoconf_schemas::Tuple;

const DATA: [&str; 3] = ["dst", "src0", "src1"];
const INDICES: [&str; 3] = ["dstIdx", "src0Idx", "src1Idx"];
const INDEX: &[DType] = &[I8, U8, I16, U16, I32, U32];
const NINE: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
const SIGNLESS: &[DType] = &[I8, I16, I32, F16, Bf16, F32];

/// The operation.
pub struct Concat;

impl Operation for Concat {
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple) {
        let (Some(dst), Some(src0), Some(src1)) = (tuple.tile("dst"), tuple.tile("src0"), tuple.tile("src1")) else { return };
        let indexed = tuple.tile("src0Idx").is_some();
        let (vec, row_major) = (each(tuple, &DATA, is_vec), each(tuple, &DATA, is_row_major));
        let unchecked = ("unchecked", Anything);
        let sum = u64::from(src0.valid_cols()) + u64::from(src1.valid_cols());
        let adds_up = sum == u64::from(dst.valid_cols());
        if indexed {
            checks.settled("tconcat/indexed-vec", vec);
            checks.either("tconcat/indexed-row-major", "tconcat/indexed-data-layout", row_major, "row-major", unchecked);
            checks.either("tconcat/indexed-cols-add-up", "tconcat/indexed-cols", adds_up, "sum", ("free", Judged));
            checks.either("tconcat/forms", "tconcat/forms", false, "basic-only", ("exist", Judged));
            check_indices(checks, tuple);
        } else {
            checks.either("tconcat/vec", "tconcat/data-location", vec, "vec", unchecked);
            checks.either("tconcat/row-major", "tconcat/data-layout", row_major, "row-major", unchecked);
            let within = adds_up || sum <= u64::from(dst.cols());
            let cols = [("sum", adds_up, Judged), ("within-physical", within, Judged)];
            checks.by_option("tconcat/valid-cols-add-up", "tconcat/basic-cols", &cols);
        }
        checks.settled("tconcat/same-dtype", same_dtype(tuple, &DATA));
        let lists = [("nine", NINE.contains(&dst.dtype), Judged), ("signless", SIGNLESS.contains(&dst.dtype), Judged)];
        checks.by_option("tconcat/dtype-supported", "tconcat/dtypes", &lists);
        let rows = dst.valid_rows();
        checks.settled("tconcat/valid-rows-equal", src0.valid_rows() == rows && src1.valid_rows() == rows);
        let joined = ("no-effect", Judged);
        checks.either("tconcat/has-rows", "tconcat/empty-rows", each(tuple, &DATA, |t| t.valid_rows() > 0), "rejected", joined);
        checks.either("tconcat/has-cols", "tconcat/empty-cols", each(tuple, &DATA, |t| t.valid_cols() > 0), "rejected", joined);
    }

    fn check_values(&self, checks: &mut Checks<'_>, call: &Call<'_>) -> Result<(), Unfollowable> {
        Indices::of(call).map_or(Ok(()), |indices| indices.check(checks))
    }

    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let (Some(src0), Some(src1), Some((dst, counts))) = (call.input("src0"), call.input("src1"), outputs.split_first_mut()) else {
            return Ok(());
        };
        match Indices::of(call) {
            None => whole(dst, src0, src1, ask),
            Some(indices) => {
                indexed(dst, src0, src1, &indices, ask)?;
                counts.first_mut().map_or(Ok(()), |counts| indices.write_counts(counts, dst.tile, ask))
            }
        }
    }
}

fn check_indices(checks: &mut Checks<'_>, tuple: &Tuple) {
    let (Some(dst), Some(idx0), Some(idx1)) = (tuple.tile("dst"), tuple.tile("src0Idx"), tuple.tile("src1Idx")) else { return };
    let unchecked = ("unchecked", Anything);
    checks.either("tconcat/index-vec", "tconcat/index-location", each(tuple, &INDICES, is_vec), "vec", unchecked);
    let row_major = each(tuple, &INDICES, is_row_major);
    checks.either("tconcat/index-row-major", "tconcat/index-layout", row_major, "row-major", ("any", Judged));
    checks.settled("tconcat/index-dtype", each(tuple, &INDICES, |t| INDEX.contains(&t.dtype)));
    checks.either("tconcat/index-same-dtype", "tconcat/index-dtypes", same_dtype(tuple, &INDICES), "equal", unchecked);
    let covers = [idx0, idx1].iter().all(|i| i.valid_rows() >= dst.valid_rows());
    checks.either("tconcat/index-covers-rows", "tconcat/index-rows", covers, "covers", unchecked);
    let has_column = [idx0, idx1].iter().all(|i| i.valid_cols() > 0);
    checks.either("tconcat/index-has-column", "tconcat/index-cols", has_column, "one", unchecked);
    let Some(counts) = tuple.tile("dstIdx") else { return };
    let shapes = [("one-row", counts.valid_rows() == 1, Judged), ("one-column", counts.valid_cols() == 1, Judged)];
    checks.by_option("tconcat/dst-index-shape", "tconcat/dst-index-shape", &shapes);
    let room = u64::from(counts.valid_rows()) * u64::from(counts.valid_cols());
    let covers = room >= u64::from(dst.valid_rows());
    checks.either("tconcat/dst-index-covers-rows", "tconcat/dst-index-rows", covers, "covers", unchecked);
}

/// The basic form: all valid columns of both.
fn whole(dst: &mut Canvas<'_>, src0: View<'_>, src1: View<'_>, ask: &mut dyn Ask) -> Result<(), Unfollowable> {
    let [rows, cols] = dst.tile.valid;
    let (first, sum) = (src0.tile.valid_cols(), src0.tile.valid_cols() + src1.tile.valid_cols());
    let mut mover = Mover::new(dst.tile.dtype);
    for row in 0..rows {
        for col in 0..sum {
            let bits = if col < first { src0.get(row, col) } else { src1.get(row, col - first) };
            let value = mover.copy(bits, ask)?;
            dst.put(row, col, value);
        }
        (sum..cols).for_each(|col| dst.spill(row, col));
    }
    dst.pad(rows, cols.max(sum), ask)
}

/// The indexed forms: so many columns of each row.
fn indexed(dst: &mut Canvas<'_>, src0: View<'_>, src1: View<'_>, indices: &Indices<'_>, ask: &mut dyn Ask) -> Result<(), Unfollowable> {
    let [rows, cols] = dst.tile.valid;
    let mut mover = Mover::new(dst.tile.dtype);
    let mut unchanged = None;
    for row in 0..rows {
        let (first, second) = indices.columns(row, cols, ask)?;
        for col in 0..first + second {
            let (source, from) = if col < first { (&src0, col) } else { (&src1, col - first) };
            if source.is_valid(row, from) {
                let value = mover.copy(source.get(row, from), ask)?;
                dst.put(row, col, value);
            } else {
                dst.spill(row, col);
            }
        }
        if first + second < cols {
            let keeps = match unchanged {
                Some(known) => known,
                None => *unchanged.insert(tail_is_unchanged(ask)?),
            };
            if !keeps {
                (first + second..cols).for_each(|col| dst.spill(row, col));
            }
        }
    }
    dst.pad(rows, cols, ask)
}

fn tail_is_unchanged(ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
    const READING: &str = "tconcat/dst-tail";
    let option = ask.option(READING).ok_or_else(|| Unfollowable::Reading(READING.to_owned()))?;
    match option.as_str() {
        "unchanged" => Ok(true),
        "unspecified" => Ok(false),
        other => Err(Unfollowable::Option(READING.to_owned(), other.to_owned())),
    }
}
