//! A small picture of a tile: what is right, wrong and not judged.

use ptoconf_schemas::Tile;

/// Most rows of a picture.
const ROWS: u32 = 16;
/// Most columns of a picture.
const COLS: u32 = 64;

/// What an element looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Right.
    Right,
    /// Wrong.
    Wrong,
    /// Not judged.
    NotJudged,
}

/// A window of the tile around its first wrong element, a caption first.
pub fn draw(operand: &str, tile: &Tile, first_wrong: (u32, u32), mark: impl Fn(u32, u32) -> Mark) -> Vec<String> {
    let rows = window(first_wrong.0, ROWS, tile.rows());
    let cols = window(first_wrong.1, COLS, tile.cols());
    let caption =
        format!("{operand}, rows {}..{} of {}, columns {}..{} of {}", rows.start, rows.end, tile.rows(), cols.start, cols.end, tile.cols());
    let symbol = |row, col| match mark(row, col) {
        Mark::Right => '.',
        Mark::Wrong => '#',
        Mark::NotJudged => '~',
    };
    let lines = rows.map(|row| cols.clone().map(|col| symbol(row, col)).collect());
    std::iter::once(caption).chain(lines).collect()
}

/// At most `most` of `all`, from the multiple of `most` at or before `wanted`.
pub fn window(wanted: u32, most: u32, all: u32) -> std::ops::Range<u32> {
    let start = wanted / most * most;
    start..start.saturating_add(most).min(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::DType;

    #[test]
    fn the_window_shows_the_first_wrong_element() {
        let tile = Tile::nd(DType::F16, 20, 80);
        let picture = draw("dst", &tile, (17, 65), |r, c| match (r, c) {
            (17, 65) => Mark::Wrong,
            (18.., _) => Mark::NotJudged,
            _ => Mark::Right,
        });
        assert_eq!(picture[0], "dst, rows 16..20 of 20, columns 64..80 of 80");
        assert_eq!(picture[1..], ["................", ".#..............", "~~~~~~~~~~~~~~~~", "~~~~~~~~~~~~~~~~"]);
    }
}
