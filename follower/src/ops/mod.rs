//! The operations, a file each.

mod pair;
mod tcolexpand;
mod tcolexpandop;
mod tcolextreme;
mod tcolplace;
mod tcolprod;
mod tcolsum;
mod tconcat;
mod tconcat_indices;
#[cfg(test)]
mod tests;
mod trowexpand;
mod trowexpandop;
mod trowextreme;
mod trowplace;
mod trowprod;
mod trowsum;

use crate::checks::Checks;
use crate::choice::Ask;
use crate::choice::Unfollowable;
use crate::job::Job;
use crate::memory::{Canvas, View};
use pair::Op;
use ptoconf_schemas::{BLayout, Location, SLayout, Tile, Tuple};
use tcolexpandop::ExpandOp;
use trowexpandop::ExpandOp as RowExpandOp;

/// An operation: its own checks, and what it does where it runs.
pub trait Operation {
    /// The checks of a tuple.
    fn check(&self, checks: &mut Checks<'_>, tuple: &Tuple);

    /// The checks of the values of a case.
    ///
    /// # Errors
    /// There is no such option.
    fn check_values(&self, _checks: &mut Checks<'_>, _call: &Call<'_>) -> Result<(), Unfollowable> {
        Ok(())
    }

    /// Runs a case; outputs are in the order of the operands.
    ///
    /// # Errors
    /// There is no such option.
    fn run(&self, call: &Call<'_>, outputs: &mut [Canvas<'_>], ask: &mut dyn Ask) -> Result<(), Unfollowable>;
}

/// One case of a tuple with its data.
pub struct Call<'a> {
    /// The tuple.
    pub tuple: &'a Tuple,
    inputs: &'a [Vec<u8>],
    case: usize,
}

impl<'a> Call<'a> {
    /// A case of a job.
    pub fn new(job: &Job<'a>, inputs: &'a [Vec<u8>], case: usize) -> Call<'a> {
        Call { tuple: job.tuple, inputs, case }
    }

    /// The tile of an input; none where the form has no such operand.
    pub fn input(&self, name: &str) -> Option<View<'a>> {
        let at = self.tuple.operands.iter().position(|o| o.name == name)?;
        let tile = &self.tuple.operands[at].tile;
        let size = tile.bytes() as usize;
        let bytes = self.inputs[at].get(self.case * size..(self.case + 1) * size)?;
        Some(View { tile, bytes })
    }
}

/// The operation of this name.
///
/// # Errors
/// There is none.
pub fn find(name: &str) -> Result<&'static dyn Operation, Unfollowable> {
    Ok(match name {
        "tcolargmax" => &tcolplace::Place { largest: true },
        "tcolargmin" => &tcolplace::Place { largest: false },
        "tcolexpand" => &tcolexpand::Expand,
        "tcolexpandadd" => &ExpandOp(Op::Add),
        "tcolexpanddiv" => &ExpandOp(Op::Div),
        "tcolexpandexpdif" => &ExpandOp(Op::ExpDif),
        "tcolexpandmax" => &ExpandOp(Op::Max),
        "tcolexpandmin" => &ExpandOp(Op::Min),
        "tcolexpandmul" => &ExpandOp(Op::Mul),
        "tcolexpandsub" => &ExpandOp(Op::Sub),
        "tcolmax" => &tcolextreme::Extreme { largest: true },
        "tcolmin" => &tcolextreme::Extreme { largest: false },
        "tcolprod" => &tcolprod::Product,
        "tcolsum" => &tcolsum::Sum,
        "tconcat" => &tconcat::Concat,
        "trowargmax" => &trowplace::Place { largest: true },
        "trowargmin" => &trowplace::Place { largest: false },
        "trowexpand" => &trowexpand::Expand,
        "trowexpandadd" => &RowExpandOp(Op::Add),
        "trowexpanddiv" => &RowExpandOp(Op::Div),
        "trowexpandexpdif" => &RowExpandOp(Op::ExpDif),
        "trowexpandmax" => &RowExpandOp(Op::Max),
        "trowexpandmin" => &RowExpandOp(Op::Min),
        "trowexpandmul" => &RowExpandOp(Op::Mul),
        "trowexpandsub" => &RowExpandOp(Op::Sub),
        "trowmax" => &trowextreme::Extreme { largest: true },
        "trowmin" => &trowextreme::Extreme { largest: false },
        "trowprod" => &trowprod::Product,
        "trowsum" => &trowsum::Sum,
        _ => return Err(Unfollowable::Operation(name.to_owned())),
    })
}

/// Whether each of these operands that the form has is as asked.
fn each(tuple: &Tuple, names: &[&str], holds: impl Fn(&Tile) -> bool) -> bool {
    names.iter().filter_map(|name| tuple.tile(name)).all(holds)
}

fn is_vec(tile: &Tile) -> bool {
    tile.loc == Location::Vec
}

fn is_row_major(tile: &Tile) -> bool {
    tile.blayout == BLayout::RowMajor
}

fn is_nd(tile: &Tile) -> bool {
    is_row_major(tile) && tile.slayout == SLayout::NoneBox
}

fn is_not_empty(tile: &Tile) -> bool {
    tile.valid_rows() > 0 && tile.valid_cols() > 0
}

/// Whether these operands, as far as the form has them, have one dtype.
fn same_dtype(tuple: &Tuple, names: &[&str]) -> bool {
    let mut dtypes = names.iter().filter_map(|name| tuple.tile(name)).map(|t| t.dtype);
    let first = dtypes.next();
    dtypes.all(|d| Some(d) == first)
}
