//! The parameters of a tuple, as its descriptors show them.

use crate::{Expected, Tuple, shape};
use ptoconf_schemas::{Operand, SmolStr, Tile, TupleLine, format_smolstr};
use std::borrow::Cow;

/// A parameter of a tuple with its value.
pub struct Feature<'a> {
    /// Whose it is, such as `src`: its name begins so.
    pub of: &'a str,
    /// What of that, such as `valid columns`; empty where there is nothing else in its name.
    pub what: &'static str,
    /// Its value.
    pub value: Value<'a>,
    /// Whether it counts in pairs and triples. Physical extents do not: the class of the region says how
    /// they stand to the valid ones.
    pub combines: bool,
}

/// The value of a parameter.
pub enum Value<'a> {
    /// One of a list, which mostly is the same text in memory wherever it comes from.
    Listed(&'static str),
    /// Another one.
    Other(Cow<'a, str>),
}

impl Value<'_> {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Value::Listed(text) => text,
            Value::Other(text) => text,
        }
    }
}

/// Every parameter, in an order that is the same for all tuples of a form.
pub fn features<'a>(line: &'a TupleLine, answer: &'a Expected) -> Vec<Feature<'a>> {
    let whole = |of, value| Feature { of, what: "", value: Value::Other(value), combines: true };
    let mut features = vec![whole("data class", answer.class.as_str().into())];
    features.extend(line.tuple.attributes.iter().map(|(name, value)| whole(name, value.to_string().into())));
    line.tuple.operands.iter().for_each(|operand| of_operand(operand, &mut features));
    features
}

fn of_operand<'a>(Operand { name: of, tile, .. }: &'a Operand, into: &mut Vec<Feature<'a>>) {
    let mut add = |what, value, combines| into.push(Feature { of, what, value, combines });
    let fractal = Value::Other(tile.fractal.to_string().into());
    add("dtype", Value::Listed(tile.dtype.name()), true);
    add("rows", Value::Listed(shape::rows(tile.rows())), false);
    add("columns", Value::Listed(shape::columns(tile.cols(), tile.dtype)), false);
    add("valid rows", Value::Listed(shape::rows(tile.valid_rows())), true);
    add("valid columns", Value::Listed(shape::columns(tile.valid_cols(), tile.dtype)), true);
    add("valid region", Value::Listed(shape::region(tile)), true);
    add("extents", Value::Listed(extents(tile.dynamic)), true);
    add("pad", Value::Listed(tile.pad.name()), true);
    add("location", Value::Listed(tile.loc.name()), true);
    add("block layout", Value::Listed(tile.blayout.name()), true);
    add("stripe layout", Value::Listed(tile.slayout.name()), true);
    add("fractal size", fractal, true);
    add("address", Value::Listed(address(tile)), true);
    add("memory of", Value::Other(tile.same_as.as_deref().unwrap_or("its own").into()), true);
}

fn extents(dynamic: [bool; 2]) -> &'static str {
    match dynamic {
        [false, false] => "static",
        [true, false] => "dynamic rows",
        [false, true] => "dynamic columns",
        [true, true] => "dynamic",
    }
}

fn address(tile: &Tile) -> &'static str {
    match tile.address {
        None => "any",
        Some(address) if address.is_multiple_of(32) => "at a block",
        Some(_) => "inside a block",
    }
}

/// Stands between what a field is changed from and to.
pub const TO: &str = " to ";

/// What differs between two tuples: names of fields, with the distance in elements where extents differ. Data classes
/// matter where nothing else differs: otherwise what is rejected would be rejected with any data.
pub fn differences((a, of_a): Tuple, (b, of_b): Tuple) -> Vec<(SmolStr, Option<u64>)> {
    let mut list = vec![];
    let mut differ = |name: &str, what: &str, differs: bool, distance: Option<u64>| {
        if differs {
            let name = if name.is_empty() { what.to_owned() } else { format!("{name} {what}") };
            list.push((SmolStr::from(name), distance));
        }
    };
    differ("", "attributes", a.tuple.attributes != b.tuple.attributes, None);
    differ("", "operands", a.tuple.operands.len() != b.tuple.operands.len(), None);
    for (Operand { name, tile: x, role }, other) in a.tuple.operands.iter().zip(&b.tuple.operands) {
        let y = &other.tile;
        differ(name, "name or role", *name != other.name || *role != other.role, None);
        let extents = [("rows", x.shape[0], y.shape[0]), ("columns", x.shape[1], y.shape[1])];
        let valid = [("valid rows", x.valid[0], y.valid[0]), ("valid columns", x.valid[1], y.valid[1])];
        for (what, x, y) in extents.into_iter().chain(valid) {
            differ(name, what, x != y, Some(x.abs_diff(y).into()));
        }
        differ(name, "dtype", x.dtype != y.dtype, None);
        differ(name, "extents", x.dynamic != y.dynamic, None);
        differ(name, "pad", x.pad != y.pad, None);
        differ(name, "location", x.loc != y.loc, None);
        differ(name, "layout", (x.blayout, x.slayout) != (y.blayout, y.slayout), None);
        differ(name, "fractal size", x.fractal != y.fractal, None);
        differ(name, "address", x.address != y.address, None);
        differ(name, "memory of", x.same_as != y.same_as, None);
    }
    if list.is_empty() && of_a.class != of_b.class {
        list.push(("data class".into(), None));
    }
    list
}

/// The one field in which a tuple differs from its twin, and from what to what; none where several differ, but for extents
/// that follow from a layout.
pub fn change((a, _): Tuple, (b, _): Tuple) -> Option<(SmolStr, SmolStr)> {
    let mut found: Vec<(SmolStr, SmolStr)> = vec![];
    for (Operand { name, tile: x, .. }, Operand { tile: y, .. }) in a.tuple.operands.iter().zip(&b.tuple.operands) {
        let own = found.len();
        let mut differ = |what: &str, differs: bool, of: &dyn Fn(&Tile) -> SmolStr| {
            if differs {
                found.push((format!("{name} {what}").into(), format!("{}{TO}{}", of(y), of(x)).into()));
            }
        };
        differ("dtype", x.dtype != y.dtype, &|t| t.dtype.name().into());
        differ("location", x.loc != y.loc, &|t| t.loc.name().into());
        differ("layout", (x.blayout, x.slayout, x.fractal) != (y.blayout, y.slayout, y.fractal), &layout);
        differ("extents", x.dynamic != y.dynamic && x.valid == y.valid, &|t| extents(t.dynamic).into());
        differ("address", x.address != y.address, &|t| address(t).into());
        differ("memory of", x.same_as != y.same_as, &|t| t.same_as.clone().unwrap_or_else(|| "its own".into()));
        let is_own = found.len() == own;
        let mut differ = |what: &str, x: u32, y: u32| {
            // A type or a layout has extents of its own.
            if x != y && is_own {
                let to = if x == 0 {
                    "none"
                } else if x > y {
                    "more"
                } else {
                    "fewer"
                };
                found.push((format!("{name} {what}").into(), to.into()));
            }
        };
        differ("valid rows", x.valid[0], y.valid[0]);
        differ("valid columns", x.valid[1], y.valid[1]);
        let grown = x.valid != y.valid;
        differ("rows", if grown { 0 } else { x.shape[0] }, if grown { 0 } else { y.shape[0] });
        differ("columns", if grown { 0 } else { x.shape[1] }, if grown { 0 } else { y.shape[1] });
    }
    match &found[..] {
        [one] => Some(one.clone()),
        _ => None,
    }
}

fn layout(tile: &Tile) -> SmolStr {
    format_smolstr!("{} {} {}", tile.blayout.name(), tile.slayout.name(), tile.fractal)
}
