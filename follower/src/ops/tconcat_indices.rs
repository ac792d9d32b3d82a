//! The indices of TCONCAT: what their values mean, which are legal, and the counts that come back.

use super::Call;
use crate::checks::Checks;
use crate::checks::Effect::{Anything, Judged, Rejects};
use crate::choice::{Ask, Unfollowable};
use crate::memory::{Canvas, View};
use ptoconf_schemas::Tile;

/// The index tiles of one case.
pub struct Indices<'a> {
    tiles: [View<'a>; 2],
    dst: &'a Tile,
}

/// What one index value counts.
#[derive(Clone, Copy)]
enum Unit {
    Elements,
    Bytes(u64),
}

fn asked(reading: &str, ask: &mut dyn Ask) -> Result<ptoconf_schemas::SmolStr, Unfollowable> {
    ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))
}

impl<'a> Indices<'a> {
    /// The index tiles of a case; none where the form has none.
    pub fn of(call: &Call<'a>) -> Option<Indices<'a>> {
        Some(Indices { tiles: [call.input("src0Idx")?, call.input("src1Idx")?], dst: call.tuple.tile("dst")? })
    }

    /// The bits of the values of a row, as unsigned numbers.
    fn values(&self, row: u32) -> [u64; 2] {
        self.tiles.map(|tile| tile.get(row, 0))
    }

    fn is_negative(&self, row: u32) -> bool {
        let negative = |tile: &View<'_>| tile.tile.dtype.is_signed() && tile.get(row, 0) >> (tile.tile.dtype.bits() - 1) & 1 == 1;
        self.tiles.iter().any(negative)
    }

    /// The rows whose values are there to be checked.
    fn rows(&self) -> u32 {
        self.tiles.iter().filter(|t| t.tile.valid_cols() > 0).map(|t| t.tile.valid_rows()).fold(self.dst.valid_rows(), u32::min)
    }

    fn unit(&self, ask: &mut dyn Ask) -> Result<Unit, Unfollowable> {
        let option = asked("tconcat/index-unit", ask)?;
        match option.as_str() {
            "elements" => Ok(Unit::Elements),
            "index-bytes" => Ok(Unit::Bytes(self.tiles[0].tile.dtype.bytes() as u64)),
            "data-bytes" => Ok(Unit::Bytes(self.dst.dtype.bytes() as u64)),
            other => Err(Unfollowable::Option("tconcat/index-unit".to_owned(), other.to_owned())),
        }
    }

    /// Rules on the values.
    ///
    /// # Errors
    /// There is no such option.
    pub fn check(&self, checks: &mut Checks<'_>) -> Result<(), Unfollowable> {
        if self.tiles.iter().any(|t| t.tile.valid_cols() == 0) {
            return Ok(());
        }
        let rows = self.rows();
        let negative = (0..rows).any(|row| self.is_negative(row));
        let options = [("unsigned", Judged), ("illegal", Rejects), ("unspecified", Anything)];
        checks.open("tconcat/index-not-negative", "tconcat/negative-index", !negative, &options);
        // Whatever the unit, a value of zero is whole and within the destination.
        if (0..rows).all(|row| self.values(row) == [0, 0]) {
            return Ok(());
        }
        let unit = self.unit(checks.ask())?;
        let positive = || (0..rows).filter(|&row| !self.is_negative(row));
        let is_whole = |value: u64| match unit {
            Unit::Elements => true,
            Unit::Bytes(size) => value.is_multiple_of(size),
        };
        let whole = positive().all(|row| self.values(row).into_iter().all(is_whole));
        checks.either("tconcat/index-whole-elements", "tconcat/ragged-index", whole, "illegal", ("rounded-down", Judged));
        let fits = |row: u32| self.values(row).iter().map(|v| unit.count(*v)).sum::<u64>() <= u64::from(self.dst.valid_cols());
        let clamp = [("clamped", Judged), ("illegal", Rejects), ("unspecified", Anything)];
        checks.open("tconcat/index-within-dst", "tconcat/index-clamp", positive().all(fits), &clamp);
        Ok(())
    }

    /// How many columns of each source a row gets, of so many in all.
    ///
    /// # Errors
    /// There is no such option.
    pub fn columns(&self, row: u32, cols: u32, ask: &mut dyn Ask) -> Result<(u32, u32), Unfollowable> {
        let values = self.values(row);
        if values == [0, 0] {
            return Ok((0, 0));
        }
        let unit = self.unit(ask)?;
        let [first, second] = values.map(|v| unit.count(v));
        let first = first.min(u64::from(cols)) as u32;
        Ok((first, second.min(u64::from(cols - first)) as u32))
    }

    /// Writes the count of every row.
    ///
    /// # Errors
    /// There is no such option.
    pub fn write_counts(&self, counts: &mut Canvas<'_>, dst: &Tile, ask: &mut dyn Ask) -> Result<(), Unfollowable> {
        let rows = dst.valid_rows();
        if rows == 0 {
            return Ok(());
        }
        let in_a_row = match counts.tile.valid {
            [1, 1] if rows == 1 => true,
            _ => asked("tconcat/dst-index-shape", ask)? == "one-row",
        };
        let cut = asked("tconcat/dst-count", ask)? == "cut-bytes";
        for row in 0..rows {
            let value = if cut {
                let (first, second) = self.columns(row, dst.valid_cols(), ask)?;
                u64::from(first + second) * self.tiles[0].tile.dtype.bytes() as u64
            } else {
                let [first, second] = self.values(row);
                first.wrapping_add(second)
            };
            let (to_row, to_col) = if in_a_row { (0, row) } else { (row, 0) };
            counts.put(to_row, to_col, value & counts.tile.dtype.mask());
        }
        let [own_rows, own_cols] = if in_a_row { [1, rows] } else { [rows, 1] };
        counts.pad(own_rows, own_cols, ask)
    }
}

impl Unit {
    fn count(self, value: u64) -> u64 {
        match self {
            Unit::Elements => value,
            Unit::Bytes(size) => value / size,
        }
    }
}
