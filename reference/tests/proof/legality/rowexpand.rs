//! TROWEXPAND.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

/// A source with a single valid column.
fn column() -> Tile {
    Tile { valid: [16, 1], ..Tile::nd(DType::F32, 16, 8) }
}

pub fn cases() -> Vec<Case> {
    let base = base("trowexpand", "plain", "bits", &[("dst", Tile::nd(DType::F32, 16, 16)), ("src", column())]);
    [operands(&base), dtypes(&base), extents(&base)].into_iter().flatten().collect()
}

fn operands(base: &Base) -> Vec<Case> {
    vec![
        base.legal("one valid column"),
        base.case("dst is not Vec", ["illegal vec"; 4], |c| c.tile("dst").loc = Location::Mat),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("dst is column-major", ["illegal dst-nd-layout"; 4], |c| c.tile("dst").blayout = BLayout::ColMajor),
        base.case("src is column-major", ["open src-layout"; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("src has boxes", ["open tile/vec-not-boxed + illegal src-layout"; 4], |c| c.tile("src").slayout = SLayout::RowMajor),
        base.case("src has another type", ["open same-dtype", "open same-dtype", "illegal same-dtype", "illegal same-dtype"], |c| {
            c.tile("src").dtype = DType::I32;
        }),
    ]
}

fn dtypes(base: &Base) -> Vec<Case> {
    const WIDE: [&str; 4] = ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", "open dtype-supported"];
    let retyped = |dtype: &DType| {
        let want = if dtype.bytes() > 4 { WIDE } else { [""; 4] };
        base.case(dtype.name(), want, |c| {
            c.tiles(&["dst", "src"], |t| {
                t.dtype = *dtype;
                t.shape[1] = 32;
            });
        })
    };
    DType::ALL.iter().map(retyped).collect()
}

fn extents(base: &Base) -> Vec<Case> {
    const ROWS: [&str; 4] = ["open rows-equal", "open rows-equal", "open rows-equal", "illegal rows-equal"];
    const EMPTY: [&str; 4] = ["open src-not-empty", "open src-not-empty", "open src-not-empty", "illegal src-not-empty"];
    const OPEN: &str = "open rows-equal + open src-not-empty";
    const COLUMNS: [&str; 4] = ["open src-static-cols", "", "", "open src-static-cols"];
    vec![
        base.case("src has fewer rows", ROWS, |c| c.tile("src").valid[0] = 15),
        base.case("src has more rows", ROWS, |c| c.tile("dst").valid[0] = 15),
        base.case("src has two static columns", COLUMNS, |c| c.tile("src").valid[1] = 2),
        base.case("src has two dynamic columns", [""; 4], |c| {
            c.tile("src").valid[1] = 2;
            c.tile("src").dynamic[1] = true;
        }),
        base.case("src has no columns", EMPTY, |c| none(c.tile("src"), 1)),
        base.case("src has no rows", [OPEN, OPEN, OPEN, "illegal rows-equal + illegal src-not-empty"], |c| none(c.tile("src"), 0)),
        base.case("dst has no columns", ["open dst-not-empty"; 4], |c| none(c.tile("dst"), 1)),
    ]
}
