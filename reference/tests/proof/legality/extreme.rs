//! TCOLMAX and TCOLMIN.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

const OPERANDS: [&str; 2] = ["dst", "src"];

pub fn cases() -> Vec<Case> {
    let example = |op| base(op, "plain", "numbers", &[("dst", Tile::nd(DType::F32, 1, 16)), ("src", Tile::nd(DType::F32, 16, 16))]);
    let of = |op| [operands(&example(op)), dtypes(&example(op)), extents(&example(op))].into_iter().flatten();
    ["tcolmax", "tcolmin"].into_iter().flat_map(of).collect()
}

pub fn operands(base: &Base) -> Vec<Case> {
    vec![
        base.case("dst is not Vec", ["illegal vec"; 4], |c| c.tile("dst").loc = Location::Mat),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("src is column-major", ["illegal nd-layout"; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("dst is column-major", ["illegal nd-layout"; 4], |c| *c.tile("dst") = Tile { blayout: BLayout::ColMajor, ..tall() }),
        base.case("src has boxes", ["open tile/vec-not-boxed + illegal nd-layout"; 4], |c| c.tile("src").slayout = SLayout::RowMajor),
        base.case("dst has another type", ["illegal same-dtype"; 4], |c| c.tile("dst").dtype = DType::I32),
    ]
}

/// A destination with lines of 32 bytes in either layout, and one valid row.
fn tall() -> Tile {
    Tile { valid: [1, 16], ..Tile::nd(DType::F32, 8, 16) }
}

fn dtypes(base: &Base) -> Vec<Case> {
    const NINE: [&str; 4] = ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""];
    const ELEVEN: [&str; 4] = ["open dtype-supported", "illegal dtype-supported", "illegal dtype-supported", "open dtype-supported"];
    let lists: [(&[DType], [&str; 4]); 3] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::I8, DType::U8, DType::U16, DType::U32, DType::Bf16], NINE),
        (&[DType::I64, DType::U64], ELEVEN),
    ];
    retyped(base, &lists)
}

/// The tuple in other element types, a list of types for each expectation.
pub fn retyped(base: &Base, lists: &[(&[DType], [&'static str; 4])]) -> Vec<Case> {
    let retyped = |dtype: DType, want| {
        base.case(dtype.name(), want, move |c| {
            c.tiles(&OPERANDS, |t| {
                t.dtype = dtype;
                t.shape[1] = 32;
            });
        })
    };
    lists.iter().flat_map(|(dtypes, want)| dtypes.iter().map(move |dtype| retyped(*dtype, *want))).collect()
}

pub fn extents(base: &Base) -> Vec<Case> {
    vec![
        base.case("dst has fewer columns", ["illegal valid-cols-equal"; 4], |c| c.tile("dst").valid[1] = 15),
        base.case("src has no rows", ["open src-not-empty"; 4], |c| none(c.tile("src"), 0)),
        base.case("src has no columns", ["open src-not-empty"; 4], |c| c.tiles(&OPERANDS, |t| none(t, 1))),
        base.case("dst has no row", ["open dst-has-row"; 4], |c| none(c.tile("dst"), 0)),
        base.case("an empty source and no row in dst", ["open src-not-empty + open dst-has-row"; 4], |c| {
            c.tiles(&OPERANDS, |t| none(t, 0));
        }),
        base.case("dst has several rows", ["open dst-one-row", "told dst-one-row", "told dst-one-row", "told dst-one-row"], |c| {
            *c.tile("dst") = Tile::nd(DType::F32, 3, 16);
        }),
        base.case("src has one row", [""; 4], |c| *c.tile("src") = Tile::nd(DType::F32, 1, 16)),
    ]
}
