//! The tiles of a tuple as rectangles, to one scale as far as that can be seen.

use crate::grid;
use ptoconf_schemas::{Operand, Role, Tuple};
use std::fmt::Write;

/// Largest and smallest extents in pixels.
const WIDTH: f64 = 168.0;
const HEIGHT: f64 = 84.0;
const THIN: f64 = 6.0;
/// Largest pixels of an element, and smallest between two lines.
const ELEMENT: f64 = 12.0;
const BETWEEN: f64 = 3.0;

/// A tile.
pub struct Shape<'a> {
    /// The operand.
    pub is: &'a Operand,
    /// `in`, `out` or `scratch`.
    pub role: &'static str,
    /// Extents in pixels: of the tile, and of its valid region.
    pub size: [String; 2],
    pub valid: [String; 2],
    /// Lines between blocks.
    pub grid: String,
}

/// The tiles of a tuple.
pub fn shapes(tuple: &Tuple) -> Vec<Shape<'_>> {
    let largest = |extent: usize| tuple.operands.iter().map(|o| o.tile.shape[extent]).max().unwrap_or(1).max(1);
    let scale = (WIDTH / f64::from(largest(1))).min(HEIGHT / f64::from(largest(0))).min(ELEMENT);
    tuple.operands.iter().map(|operand| shape(operand, scale)).collect()
}

fn shape(operand: &Operand, scale: f64) -> Shape<'_> {
    let tile = &operand.tile;
    let pixels = |extent: usize| (f64::from(tile.shape[extent]) * scale).max(THIN);
    let [height, width] = [pixels(0), pixels(1)];
    let part = |extent: usize, all: f64| all * f64::from(tile.valid[extent].min(tile.shape[extent])) / f64::from(tile.shape[extent].max(1));
    let mut grid = String::new();
    let [row_step, col_step] = grid::steps(tile);
    for x in lines(tile.shape[1], col_step, width) {
        let _ = write!(grid, "M{x:.1} 0v{height:.1}");
    }
    for y in lines(tile.shape[0], row_step, height) {
        let _ = write!(grid, "M0 {y:.1}h{width:.1}");
    }
    let role = match operand.role {
        Role::In => "in",
        Role::Out => "out",
        _ => "scratch",
    };
    let size = [width, height].map(|n| format!("{n:.1}"));
    let valid = [part(1, width), part(0, height)].map(|n| format!("{n:.1}"));
    Shape { is: operand, role, size, valid, grid }
}

/// Where lines after every `step` of `all` elements are; none where they would be too close.
fn lines(all: u32, step: u32, pixels: f64) -> Vec<f64> {
    let distance = pixels * f64::from(step) / f64::from(all.max(1));
    if step == 0 || distance < BETWEEN { vec![] } else { (1..all.div_ceil(step)).map(|i| f64::from(i) * distance).collect() }
}
