//! Heat maps of a window of a tile: accepted, actual and difference.

use crate::grid::{self, Line};
use ptoconf_checker::{DrawnElement, DrawnMark, DrawnTile, show_element};
use ptoconf_schemas::DType;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Shades of values, by the classes of the style.
pub const SHADES: [&str; 8] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7"];
/// Width of a map in pixels, as far as its elements can be as small or as large.
const WIDTH: u32 = 330;
const SMALLEST: u32 = 5;
const LARGEST: u32 = 16;
/// Least height of a map in pixels.
const HEIGHT: u32 = 14;
/// Wrong elements that are listed.
const LISTED: usize = 6;
/// The largest of the small differences, in representable values.
const SMALL: u64 = 256;

/// A tile in pictures.
pub struct Heat<'a> {
    /// What is drawn.
    pub is: &'a DrawnTile,
    /// Its maps.
    pub maps: [Map; 3],
    /// Size of a map in elements and in pixels.
    pub size: [u32; 2],
    pub pixels: [u32; 2],
    /// Lines between blocks of 32 bytes, and around the valid region.
    pub grid: String,
    pub valid: String,
    /// The first wrong elements.
    pub listed: Vec<Listed>,
    /// Whether the window is a part of the tile.
    pub is_part: bool,
    /// Kinds of elements that are there, for the legend.
    pub legend: Vec<(&'static str, &'static str)>,
}

/// A map: for each class of elements, where they are.
pub struct Map {
    pub title: &'static str,
    pub paths: BTreeMap<&'static str, String>,
}

/// A wrong element.
pub struct Listed {
    pub row: u32,
    pub col: u32,
    pub accepted: String,
    pub actual: String,
    pub distance: String,
}

/// Draws a tile.
pub fn heat(tile: &DrawnTile) -> Heat<'_> {
    let dtype = tile.tile.dtype;
    let ranks = ranks(dtype, &tile.elements);
    let value = |bits| shade(dtype, &ranks, bits);
    let (rows, cols) = (tile.rows.len() as u32, tile.cols.len() as u32);
    let accepted = |e: &DrawnElement| e.accepted.map_or_else(|| outside(e.mark), value);
    let actual = |e: &DrawnElement| if e.accepted.is_some() { value(e.actual) } else { outside(e.mark) };
    let cell = (WIDTH / cols.max(1)).clamp(SMALLEST, LARGEST);
    let maps = [map("accepted", tile, accepted), map("actual", tile, actual), map("difference", tile, |e| difference(dtype, e))];
    Heat {
        is: tile,
        legend: legend(&maps),
        maps,
        size: [cols, rows],
        pixels: [cols * cell, (rows * cell).max(HEIGHT)],
        grid: grid::blocks(&tile.tile, &tile.rows, &tile.cols),
        valid: grid::region(tile.tile.valid, &tile.rows, &tile.cols),
        listed: listed(tile),
        is_part: [rows, cols] != tile.tile.shape,
    }
}

/// Every value of the window that is judged or accepted, in order.
fn ranks(dtype: DType, elements: &[DrawnElement]) -> Vec<i64> {
    let values = elements.iter().filter_map(|e| Some([e.actual, e.accepted?])).flatten();
    let keys: BTreeSet<i64> = values.filter(|&bits| !dtype.is_nan(bits)).map(|bits| dtype.order_key(bits)).collect();
    keys.into_iter().collect()
}

/// The shade of a value by its rank: values of floats lie too far apart for anything else.
fn shade(dtype: DType, ranks: &[i64], bits: u64) -> &'static str {
    if dtype.is_nan(bits) {
        return "nan";
    }
    let rank = ranks.binary_search(&dtype.order_key(bits)).unwrap_or_default();
    // A single value is neither low nor high.
    if ranks.len() < 2 { SHADES[SHADES.len() / 2] } else { SHADES[rank * (SHADES.len() - 1) / (ranks.len() - 1)] }
}

fn outside(mark: DrawnMark) -> &'static str {
    match mark {
        DrawnMark::Untouched => "guard",
        DrawnMark::Written => "written",
        DrawnMark::Free | DrawnMark::Right | DrawnMark::Wrong => "free",
    }
}

/// How far a value is from the accepted one, in values that its type has between them.
fn distance(dtype: DType, actual: u64, accepted: u64) -> Option<u64> {
    (!dtype.is_nan(actual) && !dtype.is_nan(accepted)).then(|| dtype.order_key(actual).abs_diff(dtype.order_key(accepted)))
}

fn difference(dtype: DType, element: &DrawnElement) -> &'static str {
    match (element.mark, element.accepted) {
        (DrawnMark::Right, _) => "d0",
        (DrawnMark::Wrong, Some(accepted)) => match distance(dtype, element.actual, accepted) {
            Some(0 | 1) => "d1",
            Some(2..=SMALL) => "d2",
            Some(_) => "d3",
            None => "d4",
        },
        (mark, _) => outside(mark),
    }
}

/// Elements of a class as one path: stretches of a row.
fn map(title: &'static str, tile: &DrawnTile, class: impl Fn(&DrawnElement) -> &'static str) -> Map {
    let mut paths: BTreeMap<&'static str, String> = BTreeMap::new();
    for (row, elements) in tile.elements.chunks(tile.cols.len().max(1)).enumerate() {
        let mut col = 0;
        for stretch in elements.chunk_by(|a, b| class(a) == class(b)) {
            let path = paths.entry(class(&stretch[0])).or_default();
            // Nothing can fail in writing to a string.
            let _ = write!(path, "M{col} {row}h{0}v1h-{0}z", stretch.len());
            col += stretch.len();
        }
    }
    Map { title, paths }
}

fn legend(maps: &[Map]) -> Vec<(&'static str, &'static str)> {
    let all = [
        ("d0", "right"),
        ("d1", "next value"),
        ("d2", "up to 256 values off"),
        ("d3", "further off"),
        ("d4", "NaN on one side"),
        ("nan", "NaN"),
        ("free", "not judged"),
        ("guard", "outside the result, untouched"),
        ("written", "outside the result, written"),
    ];
    all.into_iter().filter(|(class, _)| maps.iter().any(|map| map.paths.contains_key(class))).collect()
}

fn listed(tile: &DrawnTile) -> Vec<Listed> {
    let (dtype, width) = (tile.tile.dtype, tile.cols.len().max(1));
    let row = |(index, e): (usize, &DrawnElement)| {
        let accepted = e.accepted.filter(|_| e.mark == DrawnMark::Wrong)?;
        Some(Listed {
            row: tile.rows.start + (index / width) as u32,
            col: tile.cols.start + (index % width) as u32,
            accepted: show_element(dtype, accepted),
            actual: show_element(dtype, e.actual),
            distance: distance(dtype, e.actual, accepted).map_or_else(|| "NaN".to_owned(), |n| n.to_string()),
        })
    };
    tile.elements.iter().enumerate().filter_map(row).take(LISTED).collect()
}

impl Heat<'_> {
    /// Lines of the picture, each with its class.
    pub fn lines(&self) -> [Line<'_>; 2] {
        [Line { class: "grid", path: &self.grid }, Line { class: "valid", path: &self.valid }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::Tile;

    fn element(mark: DrawnMark, actual: u64, accepted: Option<u64>) -> DrawnElement {
        DrawnElement { mark, actual, accepted }
    }

    fn drawn() -> DrawnTile {
        let elements = vec![
            element(DrawnMark::Right, 0x3C00, Some(0x3C00)),
            element(DrawnMark::Wrong, 0x3C01, Some(0x3C00)),
            element(DrawnMark::Wrong, 0x3C10, Some(0x3C00)),
            element(DrawnMark::Wrong, 0xBC00, Some(0x3C00)),
            element(DrawnMark::Wrong, 0x7E00, Some(0x3C00)),
            element(DrawnMark::Free, 0x1234, None),
            element(DrawnMark::Untouched, 0xA5A5, None),
            element(DrawnMark::Written, 0x0000, None),
        ];
        let tile = Tile { valid: [10, 3], ..Tile::nd(DType::F16, 20, 32) };
        DrawnTile { operand: "dst".into(), tile, against: "one".into(), wrong: 4, region: [10, 3], rows: 8..10, cols: 0..4, elements }
    }

    #[test]
    fn every_element_is_in_the_class_of_what_is_said_of_it() {
        let drawn = drawn();
        let heat = heat(&drawn);
        let difference = [
            ("d0", "M0 0h1v1h-1z"),
            ("d1", "M1 0h1v1h-1z"),
            ("d2", "M2 0h1v1h-1z"),
            ("d3", "M3 0h1v1h-1z"),
            ("d4", "M0 1h1v1h-1z"),
            ("free", "M1 1h1v1h-1z"),
            ("guard", "M2 1h1v1h-1z"),
            ("written", "M3 1h1v1h-1z"),
        ];
        assert_eq!(heat.maps[2].paths, difference.map(|(class, path)| (class, path.to_owned())).into());
        // Of four values the second, in eight shades.
        assert_eq!(heat.maps[0].paths.keys().copied().collect::<Vec<_>>(), ["free", "guard", "h2", "written"]);
        assert_eq!(heat.maps[1].paths["nan"], "M0 1h1v1h-1z");
        assert_eq!(heat.maps[1].paths["h0"], "M3 0h1v1h-1z", "the lowest");
        assert_eq!(heat.maps[1].paths["h7"], "M2 0h1v1h-1z", "the highest");
    }

    #[test]
    fn what_is_cut_is_said_and_wrong_elements_are_listed_by_their_place_in_the_tile() {
        let drawn = drawn();
        let heat = heat(&drawn);
        assert!(heat.is_part);
        assert_eq!(heat.valid, "M3 0v2", "to the last row of the window");
        assert_eq!(heat.grid, "", "a block of 32 bytes is wider than the window");
        let listed: Vec<_> = heat.listed.iter().map(|l| (l.row, l.col, l.distance.as_str())).collect();
        assert_eq!(listed[..2], [(8, 1, "1"), (8, 2, "16")]);
        assert_eq!((listed[3].0, listed[3].1, listed[3].2), (9, 0, "NaN"));
        assert_eq!(heat.listed[0].accepted, "1.0 (0x3c00)");
    }
}
