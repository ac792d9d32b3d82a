//! Legality as the models see it: checks in the order of the stages; the first that fails decides.

use crate::machine::placement::tile_bytes;
use crate::machine::target::Target;
use ptoconf_schemas::{BLayout, DType, Location, Operand, SLayout, Stage, Tile, Tuple};

/// A legality check.
pub(crate) struct Check {
    /// Name, unique in the model.
    pub name: &'static str,
    /// When it is made.
    pub stage: Stage,
    /// The check; the error says what is wrong.
    pub run: fn(&Subject) -> Result<(), String>,
}

/// What is checked: a tuple, on a target.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    /// The target.
    pub target: &'static Target,
    /// The tuple.
    pub tuple: &'a Tuple,
    /// How limits are understood.
    pub lean: Lean,
}

/// How a limit is understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lean {
    /// As it is.
    Exact,
    /// One past it is accepted.
    Past,
    /// The limit itself is rejected.
    Before,
}

/// Checks of every operation.
pub(crate) const COMMON: &[Check] = &[
    each("tile/not-empty", Stage::Shape, |s| s.each(not_empty)),
    each("tile/static-extent", Stage::Shape, |s| s.each(static_extent)),
    each("tile/valid-within-physical", Stage::Shape, |s| s.each(valid_within_physical)),
    each("tile/location", Stage::Layout, |s| s.each(location)),
    each("tile/not-boxed", Stage::Layout, |s| s.each(not_boxed)),
    each("tile/fractal", Stage::Layout, |s| s.each(fractal)),
    each("tile/row-bytes", Stage::Layout, |s| s.each(row_bytes)),
    each("tile/box-columns", Stage::Layout, |s| s.each(box_columns)),
    each("tile/box-rows", Stage::Layout, |s| s.each(box_rows)),
    each("tile/address-aligned", Stage::Profile, |s| s.each(address_aligned)),
    each("tile/address-in-memory", Stage::Profile, address_in_memory),
    each("tile/capacity", Stage::Profile, capacity),
];

const fn each(name: &'static str, stage: Stage, run: fn(&Subject) -> Result<(), String>) -> Check {
    Check { name, stage, run }
}

/// The stages in the order in which they are checked.
pub(crate) const STAGES: [Stage; 5] = [Stage::Type, Stage::Shape, Stage::Layout, Stage::Profile, Stage::Value];

/// The message, unless the condition holds.
pub(crate) fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// Those of the named operands that the tuple has have one dtype.
pub(crate) fn same_dtype(s: &Subject, names: &[&str]) -> Result<(), String> {
    let mut there = s.tuple.operands.iter().filter(|o| names.contains(&o.name.as_str()));
    let Some(first) = there.next() else { return Ok(()) };
    match there.find(|o| o.tile.dtype != first.tile.dtype) {
        Some(other) => Err(format!("{} is {}, and {} is {}", first.name, first.tile.dtype, other.name, other.tile.dtype)),
        None => Ok(()),
    }
}

impl<'a> Subject<'a> {
    /// `value <= limit`, where neighbouring values are `step` apart.
    pub fn at_most(&self, value: u64, limit: u64, step: u64) -> bool {
        match self.lean {
            Lean::Exact => value <= limit,
            Lean::Past => value <= limit.saturating_add(step),
            Lean::Before => value.saturating_add(step) <= limit,
        }
    }

    /// `a == b`; there is nothing before this limit.
    pub fn equal(&self, a: u64, b: u64) -> bool {
        a == b || (self.lean == Lean::Past && a.abs_diff(b) == 1)
    }

    /// `value` is a multiple of `unit`; past the limit half of it is enough, before it twice as much is needed.
    pub fn multiple(&self, value: u64, unit: u64) -> bool {
        match self.lean {
            Lean::Exact => value.is_multiple_of(unit),
            Lean::Past => value.is_multiple_of((unit / 2).max(1)),
            Lean::Before if unit > 1 => value.is_multiple_of(2 * unit),
            Lean::Before => true,
        }
    }

    /// The tiles of these operands; the error names one that the tuple does not have.
    pub fn tiles<const N: usize>(&self, names: [&str; N]) -> Result<[&'a Tile; N], String> {
        if let Some(name) = names.iter().find(|name| self.tuple.tile(name).is_none()) {
            return Err(format!("there is no operand {name}"));
        }
        let tuple = self.tuple;
        Ok(names.map(|name| tuple.operand(name).map_or(&tuple.operands[0].tile, |o| &o.tile)))
    }

    /// Those of the named operands that the tuple has are row-major.
    pub fn row_major(&self, names: &[&str]) -> Result<(), String> {
        let wrong = |o: &&Operand| names.contains(&o.name.as_str()) && o.tile.blayout != BLayout::RowMajor;
        match self.tuple.operands.iter().find(wrong) {
            Some(operand) => Err(format!("{} has to be row-major", operand.name)),
            None => Ok(()),
        }
    }

    /// The target has the operation for the dtype of this operand.
    pub fn supports(&self, name: &str, supports: fn(&Target, DType) -> bool) -> Result<(), String> {
        let [tile] = self.tiles([name])?;
        ensure(supports(self.target, tile.dtype), || format!("{} has no {} for {}", self.target.name, self.tuple.op, tile.dtype))
    }

    fn each(&self, check: fn(&Self, &Tile) -> Result<(), String>) -> Result<(), String> {
        self.tuple.operands.iter().try_for_each(|o| check(self, &o.tile).map_err(|message| format!("{}: {message}", o.name)))
    }
}

fn not_empty(s: &Subject, tile: &Tile) -> Result<(), String> {
    ensure(tile.shape.iter().all(|&n| s.at_most(1, n.into(), 1)), || {
        format!("physical shape {:?}: rows and columns have to be above 0", tile.shape)
    })
}

fn static_extent(s: &Subject, tile: &Tile) -> Result<(), String> {
    let above = (0..2).all(|i| tile.dynamic[i] || s.at_most(1, tile.valid[i].into(), 1));
    ensure(above, || format!("valid shape {:?}: a static extent has to be above 0", tile.valid))
}

fn valid_within_physical(s: &Subject, tile: &Tile) -> Result<(), String> {
    let within = (0..2).all(|i| s.at_most(tile.valid[i].into(), tile.shape[i].into(), 1));
    ensure(within, || format!("valid shape {:?} exceeds the physical shape {:?}", tile.valid, tile.shape))
}

fn location(_: &Subject, tile: &Tile) -> Result<(), String> {
    ensure(tile.loc == Location::Vec, || format!("location {} has to be vec", tile.loc))
}

fn not_boxed(_: &Subject, tile: &Tile) -> Result<(), String> {
    ensure(tile.slayout == SLayout::NoneBox, || format!("stripe layout {} has to be none_box", tile.slayout))
}

fn fractal(_: &Subject, tile: &Tile) -> Result<(), String> {
    ensure(matches!(tile.fractal, 512 | 1024 | 32), || format!("fractal size {} has to be 512, 1024 or 32", tile.fractal))
}

fn row_bytes(s: &Subject, tile: &Tile) -> Result<(), String> {
    let (what, extent) = match tile.blayout {
        BLayout::RowMajor => ("row", tile.cols()),
        BLayout::ColMajor => ("column", tile.rows()),
    };
    let bytes = u64::from(extent) * tile.dtype.bytes() as u64;
    let aligned = tile.slayout != SLayout::NoneBox || s.multiple(bytes, 32);
    ensure(aligned, || format!("a {what} of {bytes} bytes has to be a multiple of 32 bytes"))
}

fn box_columns(s: &Subject, tile: &Tile) -> Result<(), String> {
    let cols = tile.box_shape()[1];
    ensure(s.multiple(tile.cols().into(), cols.into()), || format!("{} columns have to be a multiple of the {cols} of a box", tile.cols()))
}

fn box_rows(s: &Subject, tile: &Tile) -> Result<(), String> {
    let rows = tile.box_shape()[0];
    let exempt = tile.loc == Location::Vec || tile.fractal == 32 || tile.rows() == 1;
    ensure(exempt || s.multiple(tile.rows().into(), rows.into()), || {
        format!("{} rows have to be a multiple of the {rows} of a box", tile.rows())
    })
}

fn address_aligned(s: &Subject, tile: &Tile) -> Result<(), String> {
    let address = tile.address.unwrap_or(0);
    ensure(s.multiple(address, 32), || format!("address {address} has to be a multiple of 32"))
}

fn address_in_memory(s: &Subject) -> Result<(), String> {
    for operand in &s.tuple.operands {
        let Some(address) = operand.tile.address else { continue };
        let end = address.saturating_add(tile_bytes(&operand.tile));
        ensure(s.at_most(end, s.target.ub_bytes, 32), || {
            format!("{}: ends at {end}, and the Unified Buffer at {}", operand.name, s.target.ub_bytes)
        })?;
    }
    Ok(())
}

fn capacity(s: &Subject) -> Result<(), String> {
    let own = s.tuple.operands.iter().filter(|o| o.tile.same_as.is_none());
    let padded = own.map(|o| tile_bytes(&o.tile).checked_next_multiple_of(32).unwrap_or(u64::MAX));
    let bytes = padded.fold(0, u64::saturating_add);
    ensure(s.at_most(bytes, s.target.ub_bytes, 32), || {
        format!("the tiles take {bytes} bytes, and the Unified Buffer has {}", s.target.ub_bytes)
    })
}
