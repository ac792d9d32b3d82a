//! TCOLSUM.

use super::{Base, Case, base, none};
use ptoconf_schemas::{BLayout, DType, Location, SLayout, Tile};

const ALL: [&str; 3] = ["dst", "src", "tmp"];

fn example() -> Base {
    let f32 = |rows| Tile::nd(DType::F32, rows, 16);
    base("tcolsum", "tmp", "exact-window", &[("dst", f32(1)), ("src", f32(16)), ("tmp", f32(16))])
}

pub fn cases() -> Vec<Case> {
    let base = example();
    let retype = |what, want, dtype: DType| {
        base.case(what, want, move |c| {
            c.tiles(&ALL, |t| {
                t.dtype = dtype;
                t.shape[1] = 32;
            });
        })
    };
    vec![
        base.case("dst is not Vec", ["illegal vec"; 4], |c| c.tile("dst").loc = Location::Mat),
        base.case("src is not Vec", ["illegal vec"; 4], |c| c.tile("src").loc = Location::Acc),
        base.case("src is column-major", ["illegal nd-layout"; 4], |c| c.tile("src").blayout = BLayout::ColMajor),
        base.case("dst has another type", ["illegal same-dtype"; 4], |c| c.tile("dst").dtype = DType::I32),
        retype("f16", [""; 4], DType::F16),
        retype("i16", [""; 4], DType::I16),
        retype("i32", [""; 4], DType::I32),
        retype("i8", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], DType::I8),
        retype("u8", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], DType::U8),
        retype("u16", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], DType::U16),
        retype("u32", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], DType::U32),
        retype("bf16", ["open dtype-supported", "open dtype-supported", "illegal dtype-supported", ""], DType::Bf16),
        retype("i64", ["open dtype-supported", "illegal dtype-supported", "illegal dtype-supported", "open dtype-supported"], DType::I64),
        base.case("dst has fewer columns", ["illegal valid-cols-equal"; 4], |c| c.tile("dst").valid[1] = 15),
        base.case("src has no rows", ["open src-not-empty"; 4], |c| none(c.tile("src"), 0)),
        base.case("src has no columns", ["open src-not-empty"; 4], |c| c.tiles(&["dst", "src"], |t| none(t, 1))),
        base.case("dst has no row", ["open dst-has-row"; 4], |c| none(c.tile("dst"), 0)),
        base.case("an empty source and no row in dst", ["open src-not-empty + open dst-has-row"; 4], |c| {
            c.tiles(&["dst", "src"], |t| none(t, 0))
        }),
        base.case("dst has several rows", ["open dst-one-row", "told dst-one-row", "told dst-one-row", "told dst-one-row"], |c| {
            *c.tile("dst") = Tile::nd(DType::F32, 3, 16)
        }),
        base.case("a narrow tmp that is not used", [STRIDE, "illegal cols-within-tmp-stride", STRIDE, STRIDE], |c| narrow(c.tile("tmp"))),
        base.case("a narrow tmp that is used", ["illegal cols-within-tmp-stride"; 4], |c| {
            c.flag("isBinary");
            narrow(c.tile("tmp"));
        }),
        base.case("tmp stride in elements of src", [""; 4], |c| c.tile("src").valid[1] = c.tile("dst").valid[1]),
        base.case("tmp with half of the rows", [""; 4], |c| {
            c.flag("isBinary");
            *c.tile("tmp") = Tile::nd(DType::F32, 8, 16);
        }),
        base.case("tmp with fewer than half of the rows", ["open tmp-rows"; 4], |c| {
            c.flag("isBinary");
            *c.tile("tmp") = Tile::nd(DType::F32, 7, 16);
        }),
        base.case("tmp with half of an odd number, rounded down", ["open tmp-rows"; 4], |c| {
            c.flag("isBinary");
            c.tile("src").valid[0] = 15;
            *c.tile("tmp") = Tile::nd(DType::F32, 7, 16);
        }),
        base.case("a small tmp that is not used", [""; 4], |c| *c.tile("tmp") = Tile::nd(DType::F32, 1, 16)),
        base.case("tmp is not Vec", ["open tmp-vec", "illegal tmp-vec", "illegal tmp-vec", "open tmp-vec"], |c| {
            c.tile("tmp").loc = Location::Mat
        }),
        base.case(
            "tmp is column-major",
            ["open tmp-nd-layout", "illegal tmp-nd-layout", "illegal tmp-nd-layout", "open tmp-nd-layout"],
            |c| {
                c.tile("tmp").blayout = BLayout::ColMajor;
            },
        ),
        base.case(
            "tmp has another type",
            ["open tmp-same-dtype", "illegal tmp-same-dtype", "open tmp-same-dtype", "open tmp-same-dtype"],
            |c| {
                *c.tile("tmp") = Tile::nd(DType::F16, 16, 32);
            },
        ),
        base.case("src has boxes", ["open tile/vec-not-boxed + illegal nd-layout"; 4], |c| c.tile("src").slayout = SLayout::RowMajor),
    ]
}

const STRIDE: &str = "open cols-within-tmp-stride";

fn narrow(tile: &mut Tile) {
    *tile = Tile::nd(DType::F32, 16, 8);
}
