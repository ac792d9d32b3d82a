//! Verifiers that ask almost the right question: of another flag, box, size or type than the one that counts.

use super::kind::Kind;
use super::{
    COLUMN_PLACES, CONCAT, EXPAND, EXTREMES, Mutant, PAIRS, PROD, REPEAT, ROW_EXTREMES, ROW_PAIRS, ROW_PLACES, ROW_PROD, ROW_SUM, SUM,
    source,
};
use ptoconf_models::{Change, How};
use ptoconf_schemas::DType::{self, Bf16, F16, I32};
use ptoconf_schemas::{BLayout, SLayout, Tile, Tuple};
use std::sync::Arc;

/// A mutant of a check: in short, in words, and what is different.
pub(super) type Partial = (String, String, How);

fn accepts(detail: &str, holds: fn(&Tuple) -> bool) -> Partial {
    (detail.to_owned(), format!("It is not made: {detail}."), How::Unless(Arc::new(holds)))
}

fn rejects(detail: &str, holds: fn(&Tuple) -> bool) -> Partial {
    (detail.to_owned(), format!("It rejects more: {detail}."), How::Also(Arc::new(holds)))
}

/// Every tile is seen otherwise.
fn tiles(detail: &str, change: fn(&Tuple, &str, &mut Tile)) -> Partial {
    let view = move |tuple: &Tuple| {
        let mut seen = tuple.clone();
        for operand in &mut seen.operands {
            change(tuple, &operand.name, &mut operand.tile);
        }
        seen
    };
    (detail.to_owned(), format!("It sees tiles otherwise: {detail}."), How::Seen(Arc::new(view)))
}

/// What else can be wrong with a check.
pub(super) fn more(check: &str) -> Vec<Partial> {
    let mut list = match check.split('/').next() {
        Some("tile") => of_tiles(check),
        _ => of_operations(check),
    };
    if BY_TYPE.contains(&check) {
        list.push(accepts("not made for i32", |t| t.tile("dst").is_some_and(|t| t.dtype == I32)));
    }
    list
}

/// Checks that may leave out a type.
const BY_TYPE: &[&str] = &[
    "tile/valid-within-physical",
    "tile/location",
    "tile/capacity",
    "tcolsum/columns-equal",
    "tcolsum/tmp-columns",
    "tcolsum/row-major",
    "extreme/columns-equal",
    "extreme/row-major",
    "rowextreme/src-row-major",
    "rowextreme/rows-equal",
    "trowsum/src-row-major",
    "trowsum/rows-equal",
    "trowprod/src-row-major",
    "trowprod/rows-equal",
    "tcolprod/columns-equal",
    "tcolprod/row-major",
    "rowexpand/dst-row-major",
    "rowexpand/rows",
    "trowexpand/dst-row-major",
    "expand/dst-row-major",
    "expand/src1-columns",
    "tconcat/rows-equal",
    "tconcat/columns-add-up",
];

fn of_tiles(check: &str) -> Vec<Partial> {
    match check {
        "tile/box-columns" => vec![
            tiles("boxes of one element at fractal 1024", |_, _, t| {
                if t.slayout == SLayout::NoneBox && t.fractal == 1024 {
                    t.fractal = 512;
                }
            }),
            tiles("boxes of one element at fractal 32", |_, _, t| {
                if t.slayout == SLayout::NoneBox && t.fractal == 32 {
                    t.fractal = 512;
                }
            }),
            tiles("boxes of 16x2 for 2x16", |_, _, t| {
                if t.slayout == SLayout::NoneBox && t.fractal == 32 {
                    t.slayout = SLayout::RowMajor;
                }
            }),
            rejects("rows of Vec tiles too at fractal 1024", |t| any(t, |t| t.fractal == 1024 && t.rows() > 1 && t.rows() % 16 != 0)),
            rejects("rows too at fractal 32", |t| any(t, |t| t.fractal == 32 && t.rows() > 1 && t.rows() % 2 != 0)),
            rejects("a single row too at fractal 1024", |t| any(t, |t| t.fractal == 1024 && t.rows() == 1)),
            rejects("boxes of 32 columns at fractal 1024", |t| any(t, |t| t.fractal == 1024 && t.cols() % 32 != 0)),
        ],
        "tile/static-extent" => vec![
            tiles("the flags of dst for all", |tuple, _, t| t.dynamic = flags(tuple, "dst", t)),
            tiles("the flags of the source for all", |tuple, _, t| t.dynamic = flags(tuple, source(tuple), t)),
            tiles("the flag of rows for both", |_, _, t| t.dynamic[1] = t.dynamic[0]),
            tiles("the flag of columns for both", |_, _, t| t.dynamic[0] = t.dynamic[1]),
        ],
        "tile/valid-within-physical" => vec![
            accepts("not where dst is dynamic", |t| t.tile("dst").is_some_and(|t| t.dynamic.contains(&true))),
            accepts("not where dst is static", |t| t.tile("dst").is_some_and(|t| t.dynamic == [false; 2])),
            accepts("elements counted", |t| {
                t.operands.iter().all(|o| u64::from(o.tile.valid[0]) * u64::from(o.tile.valid[1]) <= o.tile.elements())
            }),
        ],
        "tile/row-bytes" => vec![
            accepts("not made for bytes", |t| any(t, |t| t.dtype.bytes() == 1)),
            tiles("the element size of dst for all", |tuple, _, t| t.dtype = tuple.tile("dst").map_or(t.dtype, |d| d.dtype)),
        ],
        "tile/address-in-memory" => vec![
            tiles("valid regions only", |_, _, t| t.shape = t.valid),
            rejects("memory of 256 KiB", |t| any(t, |t| t.address.is_some_and(|at| at + t.bytes() > 256 << 10))),
        ],
        "tile/capacity" => vec![
            tiles("valid regions only", |_, _, t| t.shape = t.valid),
            tiles("dst not counted", |tuple, name, t| uncounted(name == "dst", source(tuple), t)),
            tiles("the first source not counted", |tuple, name, t| uncounted(name == source(tuple), "dst", t)),
            tiles("the second source not counted", |_, name, t| uncounted(name == "src1", "dst", t)),
            tiles("tmp not counted", |_, name, t| uncounted(name == "tmp", "dst", t)),
            tiles("index tiles not counted", |_, name, t| uncounted(name.ends_with("Idx"), "dst", t)),
            rejects("memory of 256 KiB", |t| t.operands.iter().map(|o| o.tile.bytes()).sum::<u64>() > 256 << 10),
            rejects("more than 4080 columns rejected", |t| any(t, |t| t.cols() > 4080)),
            rejects("more than 4096 columns rejected", |t| any(t, |t| t.cols() > 4096)),
            rejects("more than 2047 rows rejected", |t| any(t, |t| t.rows() > 2047)),
            rejects("more than 4095 rows rejected", |t| any(t, |t| t.rows() > 4095)),
            rejects("more than 8191 rows rejected", |t| any(t, |t| t.rows() > 8191)),
        ],
        _ => Vec::new(),
    }
}

fn of_operations(check: &str) -> Vec<Partial> {
    match check {
        "tcolsum/same-dtype"
        | "tcolexpand/same-dtype"
        | "expand/same-dtype"
        | "extreme/same-dtype"
        | "trowexpand/same-dtype"
        | "rowextreme/same-dtype"
        | "trowsum/same-dtype"
        | "trowprod/same-dtype"
        | "tcolprod/same-dtype"
        | "rowexpand/same-dtype"
        | "tconcat/same-dtype" => {
            vec![tiles("f16 and bf16 alike", |_, _, t| t.dtype = if t.dtype == Bf16 { F16 } else { t.dtype })]
        }
        "tcolsum/columns-equal" | "extreme/columns-equal" | "tcolprod/columns-equal" => vec![
            accepts("static dst only", |t| is_dynamic(t, "dst", 1)),
            accepts("static src only", |t| is_dynamic(t, "src", 1)),
            accepts("not of one static and one dynamic", |t| is_dynamic(t, "dst", 1) != is_dynamic(t, "src", 1)),
            accepts("dynamic extents only", |t| !is_dynamic(t, "dst", 1) && !is_dynamic(t, "src", 1)),
            accepts("8 bits compared", |t| valid(t, "dst", 1).abs_diff(valid(t, "src", 1)).is_multiple_of(256)),
            accepts("blocks compared", |t| blocks(t, "dst") == blocks(t, "src")),
        ],
        "tcolsum/tmp-columns" => vec![tiles("valid columns of tmp", |_, name, t| narrow(name == "tmp", t, 1))],
        "tcolsum/tmp-rows" => vec![
            tiles("valid rows of tmp", |_, name, t| narrow(name == "tmp", t, 0)),
            rejects("as many rows as src", |t| t.flag("isBinary") && t.tile("tmp").is_some_and(|tmp| tmp.rows() < valid(t, "src", 0))),
        ],
        "tcolsum/row-major" | "extreme/row-major" | "tcolprod/row-major" => {
            vec![tiles("dst of one valid row", |_, name, t| turned(name == "dst" && t.valid[0] == 1, t))]
        }
        "expand/dst-row-major" | "trowexpand/dst-row-major" | "rowexpand/dst-row-major" => vec![
            tiles("dst of one valid row", |_, name, t| turned(name == "dst" && t.valid[0] == 1, t)),
            accepts("static dst only", |t| is_dynamic(t, "dst", 0) || is_dynamic(t, "dst", 1)),
        ],
        "rowextreme/rows-equal" | "trowsum/rows-equal" | "trowprod/rows-equal" => vec![
            accepts("static dst only", |t| is_dynamic(t, "dst", 0)),
            accepts("not of one static and one dynamic", |t| is_dynamic(t, "dst", 0) != is_dynamic(t, "src", 0)),
            accepts("8 bits compared", |t| valid(t, "dst", 0).abs_diff(valid(t, "src", 0)).is_multiple_of(256)),
        ],
        "rowplace/rows-equal" => vec![
            accepts("8 bits compared", |t| {
                ["dstIdx", "dstVal"]
                    .iter()
                    .filter(|d| t.tile(d).is_some())
                    .all(|d| valid(t, d, 0).abs_diff(valid(t, "src", 0)).is_multiple_of(256))
            }),
            accepts("static src only", |t| is_dynamic(t, "src", 0)),
        ],
        "rowplace/dst-layout" => vec![tiles("valid columns", |_, name, t| narrow(name.starts_with("dst"), t, 1))],
        "rowextreme/dst-layout" | "trowsum/dst-layout" | "trowprod/dst-layout" => {
            vec![tiles("valid columns of dst", |_, name, t| narrow(name == "dst", t, 1))]
        }
        "rowexpand/full-row-major" => vec![tiles("dst of one valid row", |_, name, t| turned(name != "dst" && t.valid[0] == 1, t))],
        "rowexpand/columns" => {
            vec![tiles("physical columns", |_, name, t| t.valid[1] = if name == "src1" { t.shape[1] } else { t.valid[1] })]
        }
        "expand/src1-columns" => vec![
            accepts("static src1 only", |t| is_dynamic(t, "src1", 1)),
            accepts("static dst only", |t| is_dynamic(t, "dst", 1)),
            accepts("8 bits compared", |t| valid(t, "dst", 1) % 256 <= valid(t, "src1", 1) % 256),
            tiles("physical columns of src1", |_, name, t| t.valid[1] = if name == "src1" { t.shape[1] } else { t.valid[1] }),
        ],
        "tconcat/rows-equal" => vec![
            accepts("basic form only", |t| t.form != "basic"),
            accepts("indexed forms only", |t| t.form == "basic"),
            accepts("not of one static and one dynamic", |t| is_dynamic(t, "dst", 0) != is_dynamic(t, "src0", 0)),
            accepts("dynamic extents only", |t| !is_dynamic(t, "dst", 0) && !is_dynamic(t, "src0", 0)),
            accepts("8 bits compared", |t| {
                ["src0", "src1"].iter().all(|s| valid(t, "dst", 0).abs_diff(valid(t, s, 0)).is_multiple_of(256))
            }),
        ],
        "tconcat/columns-add-up" => vec![
            accepts("static dst only", |t| is_dynamic(t, "dst", 1)),
            accepts("static sources only", |t| is_dynamic(t, "src0", 1) || is_dynamic(t, "src1", 1)),
            accepts("8 bits compared", |t| (valid(t, "src0", 1) + valid(t, "src1", 1)).abs_diff(valid(t, "dst", 1)).is_multiple_of(256)),
        ],
        _ => Vec::new(),
    }
}

/// Boxed tiles in columns that an operation takes although it wants them row-major: NZ and NN.
pub(super) fn boxed() -> Vec<Mutant> {
    let wanted: [(&str, &str, &[&'static str]); 13] = [
        ("tcolsum", "tcolsum/row-major", &[SUM]),
        ("tcolexpand", "tcolexpand/row-major", &[EXPAND]),
        ("the operations with two sources", "expand/dst-row-major", PAIRS),
        ("tcolmax and tcolmin", "extreme/row-major", EXTREMES),
        ("trowexpand", "trowexpand/dst-row-major", &[REPEAT]),
        ("trowmax and trowmin", "rowextreme/src-row-major", ROW_EXTREMES),
        ("trowargmax and trowargmin", "rowplace/src-row-major", ROW_PLACES),
        ("tcolargmax and tcolargmin", "colplace/dst-row-major", COLUMN_PLACES),
        ("trowsum", "trowsum/src-row-major", &[ROW_SUM]),
        ("trowprod", "trowprod/src-row-major", &[ROW_PROD]),
        ("tcolprod", "tcolprod/row-major", &[PROD]),
        ("the operations with an expanded source", "rowexpand/dst-row-major", ROW_PAIRS),
        ("tconcat", "tconcat/row-major", &[CONCAT]),
    ];
    let layouts = [("NZ", SLayout::RowMajor), ("NN", SLayout::ColMajor)];
    let one = |(words, check, operations): (&str, &str, &[&'static str]), (layout, inside): (&str, SLayout)| {
        let name = format!("{check}: {layout} tiles accepted");
        let own = operations.to_vec();
        let seen = move |tuple: &Tuple| {
            let mut seen = tuple.clone();
            let boxed = |t: &&mut Tile| own.contains(&tuple.op.as_str()) && t.blayout == BLayout::ColMajor && t.slayout == inside;
            for tile in seen.operands.iter_mut().map(|o| &mut o.tile).filter(boxed) {
                (tile.blayout, tile.slayout) = (BLayout::RowMajor, SLayout::NoneBox);
            }
            seen
        };
        let how = How::Seen(Arc::new(seen));
        Mutant {
            family: Kind::Partial.name(),
            what: format!("The layout {layout} counts as row-major for {words}."),
            operations: operations.to_vec(),
            check: Some(check.to_owned()),
            needs_large: false,
            change: Change::check(&name, check, how.clone()).and_check("tile/not-boxed", how),
            name,
        }
    };
    wanted.into_iter().flat_map(|w| layouts.map(|l| one(w, l))).collect()
}

fn any(tuple: &Tuple, holds: fn(&Tile) -> bool) -> bool {
    tuple.operands.iter().any(|o| holds(&o.tile))
}

fn flags(tuple: &Tuple, operand: &str, own: &Tile) -> [bool; 2] {
    tuple.tile(operand).map_or(own.dynamic, |t| t.dynamic)
}

/// A tile that takes no memory of its own.
fn uncounted(chosen: bool, owner: &str, tile: &mut Tile) {
    if chosen && tile.same_as.is_none() {
        tile.same_as = Some(owner.into());
    }
}

/// A tile that is only as large as its valid region.
fn narrow(chosen: bool, tile: &mut Tile, extent: usize) {
    if chosen {
        tile.shape[extent] = tile.valid[extent];
    }
}

/// A tile that counts as row-major.
fn turned(chosen: bool, tile: &mut Tile) {
    if chosen {
        tile.blayout = BLayout::RowMajor;
    }
}

fn is_dynamic(tuple: &Tuple, operand: &str, extent: usize) -> bool {
    tuple.tile(operand).is_some_and(|t| t.dynamic[extent])
}

fn valid(tuple: &Tuple, operand: &str, extent: usize) -> u32 {
    tuple.tile(operand).map_or(0, |t| t.valid[extent])
}

/// Blocks that the valid columns of an operand take.
fn blocks(tuple: &Tuple, operand: &str) -> u32 {
    let block = tuple.tile(operand).map_or(1, |t| DType::block(t.dtype));
    valid(tuple, operand, 1).div_ceil(block)
}

#[cfg(test)]
mod tests {
    use super::super::ADD;
    use super::*;
    use ptoconf_models::{Model, builtin};
    use ptoconf_schemas::{Attribute, Names, Operand, Role};

    fn tuple(op: &str, form: &str, operands: &[(&str, Role, Tile)]) -> Tuple {
        let operand = |(name, role, tile): &(&str, Role, Tile)| Operand { name: (*name).into(), role: *role, tile: tile.clone() };
        let operands = operands.iter().map(operand).collect();
        Tuple { op: op.into(), form: form.into(), attributes: Names::default(), operands }
    }

    /// What the right model of the CPU and a mutant of it say.
    fn accepted(name: &str, tuple: &Tuple) -> [bool; 2] {
        let model = builtin("cpu").unwrap_or_else(|| panic!("there is a model of the CPU"));
        let mutant = super::super::mutants(&model).into_iter().find(|m| m.name == name);
        let change = mutant.unwrap_or_else(|| panic!("there is no {name}")).change;
        [model.clone(), model.changed(change)].map(|m: Model| m.accepts(tuple).is_ok())
    }

    #[test]
    fn boxed_tiles_in_columns_are_accepted_by_their_mutants_alone() {
        let inside = [("NZ", SLayout::RowMajor), ("NN", SLayout::ColMajor)];
        for (layout, slayout) in inside {
            let boxed = Tile { blayout: BLayout::ColMajor, slayout, ..Tile::nd(F16, 16, 16) };
            let flat = Tile::nd(F16, 16, 16);
            let two = |op| tuple(op, "plain", &[("dst", Role::Out, boxed.clone()), ("src", Role::In, flat.clone())]);
            for (op, check) in [(SUM, "tcolsum/row-major"), (EXPAND, "tcolexpand/row-major")] {
                assert_eq!(accepted(&format!("{check}: {layout} tiles accepted"), &two(op)), [false, true]);
            }
            let three = [("dst", Role::Out, boxed), ("src0", Role::In, flat.clone()), ("src1", Role::In, flat)];
            assert_eq!(accepted(&format!("expand/dst-row-major: {layout} tiles accepted"), &tuple(ADD, "plain", &three)), [false, true]);
            assert_eq!(accepted(&format!("tcolsum/row-major: {layout} tiles accepted"), &tuple(ADD, "plain", &three)), [false, false]);
        }
    }

    #[test]
    fn limits_and_sizes_are_those_that_the_names_say() {
        let sum = |dst, src| tuple(SUM, "plain", &[("dst", Role::Out, dst), ("src", Role::In, src)]);
        let narrow = sum(Tile::nd(F16, 1, 16), Tile::nd(F16, 2, 272));
        assert_eq!(accepted("tcolsum/columns-equal: 8 bits compared", &narrow), [false, true], "272 columns and 16");
        let tall = |rows| sum(Tile::nd(F16, 1, 16), Tile::nd(F16, rows, 16));
        assert_eq!(accepted("tile/capacity: more than 8191 rows rejected", &tall(8192)), [true, false]);
        assert_eq!(accepted("tile/capacity: more than 8191 rows rejected", &tall(8191)), [true, true]);
        let half = |rows| sum(Tile::nd(F16, 1, 2048), Tile::nd(F16, rows, 2048));
        assert_eq!([63, 64].map(|rows| accepted("tile/capacity: memory of 256 KiB", &half(rows))), [[true, true], [true, false]]);
        let fractal = |fractal| sum(Tile { fractal, ..Tile::nd(DType::F32, 1, 8) }, Tile::nd(DType::F32, 2, 8));
        for (name, [at_1024, at_32]) in [
            ("boxes of one element at fractal 1024", [true, false]),
            ("boxes of one element at fractal 32", [false, true]),
            ("boxes of 16x2 for 2x16", [false, true]),
        ] {
            let name = format!("tile/box-columns: {name}");
            assert_eq!([1024, 32].map(|size| accepted(&name, &fractal(size))), [[false, at_1024], [false, at_32]]);
        }
        let tmp = Tile { valid: [2, 4], ..Tile::nd(F16, 2, 16) };
        let mut with_tmp = sum(Tile::nd(F16, 1, 16), Tile::nd(F16, 4, 16));
        (with_tmp.form, with_tmp.attributes) = ("tmp".into(), [("isBinary", Attribute::Bool(true))].into_iter().collect());
        with_tmp.operands.push(Operand { name: "tmp".into(), role: Role::Scratch, tile: tmp });
        assert_eq!(accepted("tcolsum/tmp-columns: valid columns of tmp", &with_tmp), [true, false]);
    }
}
