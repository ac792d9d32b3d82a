//! Tiles as C++ types and variables.

use ptoconf_schemas::{BLayout, Location, Pad, SLayout, Tile};

/// The type of a tile, with all its template arguments that the pages and the manual name; of a scalar that of its element.
pub(super) fn tile_type(tile: &Tile) -> String {
    let Some(location) = location(tile.loc) else { return tile.dtype.cxx().to_owned() };
    let extent = |i: usize| if tile.dynamic[i] { "-1".to_owned() } else { tile.valid[i].to_string() };
    format!(
        "Tile<TileType::{}, {}, {}, {}, BLayout::{}, {}, {}, SLayout::{}, {}, PadValue::{}>",
        location,
        tile.dtype.cxx(),
        tile.rows(),
        tile.cols(),
        match tile.blayout {
            BLayout::RowMajor => "RowMajor",
            BLayout::ColMajor => "ColMajor",
        },
        extent(0),
        extent(1),
        match tile.slayout {
            SLayout::NoneBox => "NoneBox",
            SLayout::RowMajor => "RowMajor",
            SLayout::ColMajor => "ColMajor",
        },
        tile.fractal,
        match tile.pad {
            Pad::Null => "Null",
            Pad::Zero => "Zero",
            Pad::Max => "Max",
            Pad::Min => "Min",
        }
    )
}

/// The word for a place of tiles.
fn location(location: Location) -> Option<&'static str> {
    match location {
        Location::Vec => Some("Vec"),
        Location::Mat => Some("Mat"),
        Location::Left => Some("Left"),
        Location::Right => Some("Right"),
        Location::Acc => Some("Acc"),
        Location::Bias => Some("Bias"),
        Location::Scaling => Some("Scaling"),
        Location::Scalar => None,
    }
}

/// How tiles of a header tree get their memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// `tile.data()` can be assigned: the tile lies in the arena.
    Placed,
    /// It cannot: the content is copied into the tile's own storage and back.
    Copied,
    /// The tile is declared and no more.
    Unplaced,
}

/// How a header tree binds a tile to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assignment {
    /// `TASSIGN<Address>(tile)`, which is checked while compiling.
    Static,
    /// `TASSIGN(tile, address)`.
    Dynamic,
    /// Not at all.
    None,
}

/// Declares the tile `name` for operand `index` of the case: valid extents, address, memory; of a scalar its value.
pub(super) fn declare(name: &str, index: usize, tile: &Tile, placement: Placement, assignment: Assignment) -> String {
    if tile.is_scalar() {
        let dtype = tile.dtype.cxx();
        return format!("const {dtype} {name} = *static_cast<const {dtype}*>(o[{index}].at);");
    }
    let extents = match tile.dynamic {
        [true, true] => format!("(o[{index}].rows, o[{index}].cols)"),
        [true, false] => format!("(o[{index}].rows)"),
        [false, true] => format!("(o[{index}].cols)"),
        [false, false] => String::new(),
    };
    let address = match (tile.address, assignment) {
        (None, _) | (_, Assignment::None) => String::new(),
        (Some(address), Assignment::Static) => format!(" TASSIGN<{address}>({name});"),
        (Some(address), Assignment::Dynamic) => format!(" TASSIGN({name}, {address});"),
    };
    let memory = match placement {
        Placement::Unplaced => return format!("{} {name}{extents};", tile_type(tile)),
        Placement::Placed => format!("{name}.data() = static_cast<{}*>(o[{index}].at);", tile.dtype.cxx()),
        Placement::Copied => format!("ptoconf::put({name}, o[{index}]);"),
    };
    format!("{} {name}{extents};{address} {memory}", tile_type(tile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::DType;

    #[test]
    fn a_scalar_is_its_value() {
        let text = declare("scalar", 2, &Tile::scalar(DType::F32), Placement::Copied, Assignment::Static);
        assert_eq!(text, "const float scalar = *static_cast<const float*>(o[2].at);");
    }

    #[test]
    fn a_tile_is_spelled_as_on_the_pages() {
        let tile = Tile { valid: [3, 8], dynamic: [true, false], ..Tile::nd(DType::F16, 16, 64) };
        let text = declare("src", 1, &tile, Placement::Placed, Assignment::Static);
        let expected = "Tile<TileType::Vec, half, 16, 64, BLayout::RowMajor, -1, 8, SLayout::NoneBox, 512, PadValue::Null> \
                        src(o[1].rows); src.data() = static_cast<half*>(o[1].at);";
        assert_eq!(text, expected);
        let tile = Tile { address: Some(64), ..Tile::nd(DType::I8, 1, 32) };
        assert!(
            declare("tmp", 2, &tile, Placement::Copied, Assignment::Dynamic).ends_with(" tmp; TASSIGN(tmp, 64); ptoconf::put(tmp, o[2]);")
        );
    }
}
