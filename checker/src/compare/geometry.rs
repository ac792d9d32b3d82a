//! Where the judged region lies in a stack of tiles.

use std::ops::Range;

/// A stack of `cases` physical tiles of `rows` x `cols` elements, of which the prefix
/// `region_rows` x `region_cols` is judged. All extents in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Number of tiles.
    pub cases: usize,
    /// Physical rows.
    pub rows: usize,
    /// Physical columns.
    pub cols: usize,
    /// Rows of the region, at most `rows`.
    pub region_rows: usize,
    /// Columns of the region, at most `cols`.
    pub region_cols: usize,
}

impl Geometry {
    /// Number of elements of the physical tile.
    pub fn tile(&self) -> usize {
        self.rows * self.cols
    }

    /// Number of elements of the region.
    pub fn region(&self) -> usize {
        self.region_rows * self.region_cols
    }

    /// The same region with adjacent rows joined into one.
    pub(super) fn joined(self) -> Geometry {
        if self.region_cols != self.cols {
            return self;
        }
        Geometry { rows: 1, cols: self.tile(), region_rows: 1, region_cols: self.region(), ..self }
    }

    /// The whole stack as one case, where every element of every tile is in the region.
    pub(super) fn whole(self) -> Option<Geometry> {
        let elements = self.cases * self.tile();
        (self.region() == self.tile()).then_some(Geometry { cases: 1, rows: 1, cols: elements, region_rows: 1, region_cols: elements })
    }

    /// Elements of row `row` of the region of `case` in an array of regions.
    pub(crate) fn expected(&self, case: usize, row: usize) -> Range<usize> {
        let start = case * self.region() + row * self.region_cols;
        start..start + self.region_cols
    }

    /// Elements of row `row` of the region of `case` in an array of physical tiles.
    pub(crate) fn actual(&self, case: usize, row: usize) -> Range<usize> {
        let start = case * self.tile() + row * self.cols;
        start..start + self.region_cols
    }
}
