//! Orders of additions as trees.

use ptoconf_numeric::orders::{Tree, named};
use ptoconf_schemas::OrderReport;
use std::fmt::Write;

/// Fewest and most rows of a tree that is drawn: with fewer, orders look alike.
const FEWEST: u32 = 4;
const MOST: u32 = 8;
/// Distance of two rows, and of two additions above each other, in pixels.
const ACROSS: usize = 30;
const UP: usize = 20;
/// Room at the edges, and below for the names of the rows.
const EDGE: usize = 14;
const NAMES: usize = 18;

/// What ends the name of an order that starts with +0.
const FROM_ZERO: &str = "-from-zero";

/// An order, and who follows it.
pub struct Drawn {
    pub order: String,
    pub rows: u32,
    pub places: Vec<String>,
    pub size: [usize; 2],
    pub path: String,
    /// Where the rows are, and their numbers.
    pub leaves: Vec<(usize, usize)>,
    /// The height at which their names stand.
    pub baseline: usize,
}

/// The orders that have a name, each drawn once, at the largest number of rows that is not too large.
pub fn trees(reports: &[OrderReport]) -> Vec<Drawn> {
    let small = reports.iter().filter(|r| (FEWEST..=MOST).contains(&r.rows) && !r.orders.is_empty());
    let mut largest: Vec<(String, &OrderReport)> = vec![];
    for report in small {
        let attributes: String = report.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let place = format!("{} {}{attributes} {}", report.op, report.form, report.dtype);
        match largest.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) if known.rows < report.rows => *known = report,
            Some(_) => {}
            None => largest.push((place, report)),
        }
    }
    let mut drawn: Vec<Drawn> = vec![];
    for (place, report) in largest {
        let Some(order) = report.orders.first() else { continue };
        match drawn.iter_mut().find(|d| d.order == *order && d.rows == report.rows) {
            Some(known) => known.places.push(place),
            None => drawn.extend(draw(order, report.rows, place)),
        }
    }
    drawn
}

fn draw(order: &str, rows: u32, place: String) -> Option<Drawn> {
    let tree = named(order.strip_suffix(FROM_ZERO).unwrap_or(order), rows as usize)?;
    let height = tree.height() as usize;
    let baseline = EDGE + height * UP;
    let leaves: Vec<(usize, usize)> = in_order(&tree).into_iter().enumerate().map(|(i, leaf)| (EDGE + i * ACROSS, leaf)).collect();
    // Twice the middle of a node and its height, by node: halves of pixels stay whole numbers.
    let mut nodes = vec![[0, 0]; tree.leaves()];
    leaves.iter().for_each(|&(x, leaf)| nodes[leaf] = [2 * x, 0]);
    let mut path = String::new();
    let y = |level: usize| baseline - level * UP;
    for &[a, b] in tree.sums() {
        let ([ax, ah], [bx, bh]) = (nodes[a], nodes[b]);
        let level = ah.max(bh) + 1;
        let _ = write!(path, "M{} {}V{}H{}V{}", ax as f64 / 2.0, y(ah), y(level), bx as f64 / 2.0, y(bh));
        nodes.push([usize::midpoint(ax, bx), level]);
    }
    let size = [2 * EDGE + (leaves.len() - 1) * ACROSS, baseline + NAMES];
    Some(Drawn { order: order.to_owned(), rows, places: vec![place], size, path, leaves, baseline: baseline + NAMES - 4 })
}

/// The leaves from left to right, so that no two lines cross.
fn in_order(tree: &Tree) -> Vec<usize> {
    let mut members: Vec<Vec<usize>> = (0..tree.leaves()).map(|leaf| vec![leaf]).collect();
    for &[a, b] in tree.sums() {
        let (mut left, right) = (std::mem::take(&mut members[a]), std::mem::take(&mut members[b]));
        left.extend(right);
        members.push(left);
    }
    members.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{DType, Names};

    fn report(dtype: DType, rows: u32, order: &str) -> OrderReport {
        OrderReport {
            op: "sum".into(),
            form: "plain".into(),
            attributes: Names::default(),
            dtype,
            rows,
            orders: vec![order.into()],
            accumulator: vec![],
            zero_seed: None,
            rounding: vec![],
            tree: None,
            consistent: true,
            lanes: vec![],
            reason: None,
        }
    }

    #[test]
    fn an_order_is_drawn_once_at_its_largest_small_number_of_rows() {
        let sizes = [(DType::F16, 4), (DType::F16, 6), (DType::F16, 64), (DType::F32, 6)];
        let drawn = trees(&sizes.map(|(dtype, rows)| report(dtype, rows, "left-fold-from-zero")));
        assert_eq!(drawn.len(), 1);
        assert_eq!((drawn[0].rows, &drawn[0].places[..]), (6, &["sum plain f16".to_owned(), "sum plain f32".to_owned()][..]));
        assert!(trees(&[report(DType::F16, 8, "no-such-order")]).is_empty());
    }

    #[test]
    fn no_lines_cross() {
        let drawn = trees(&[report(DType::F16, 4, "fold-half")]);
        let rows: Vec<usize> = drawn[0].leaves.iter().map(|(_, row)| *row).collect();
        assert_eq!(rows, [0, 2, 1, 3], "those that are added stand side by side");
        assert_eq!(drawn[0].path, "M14 54V34H44V54M74 54V34H104V54M29 34V14H89V34");
    }
}
