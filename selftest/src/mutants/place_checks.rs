//! Values, or kinds of tuples, that a check of places may treat wrongly: one output for both, one type for another.

use super::valid;
use super::verifier::Partial;
use ptoconf_models::How;
use ptoconf_schemas::{DType, Tile, Tuple};
use std::sync::Arc;

/// What may be wrong with a check, by its name; nothing where it is none of places.
pub(super) fn values(check: &str) -> Vec<Partial> {
    match check {
        "rowplace/rows-equal" => vec![
            accepts("more rows in src accepted", |t| valid(t, "src").map(|v| v[0]) > valid(t, "dstIdx").map(|v| v[0])),
            accepts("fewer rows in src accepted", |t| valid(t, "src").map(|v| v[0]) < valid(t, "dstIdx").map(|v| v[0])),
            accepts("indices only", |t| valid(t, "src").map(|v| v[0]) == valid(t, "dstIdx").map(|v| v[0])),
            accepts("values only", |t| valid(t, "src").map(|v| v[0]) == valid(t, "dstVal").map(|v| v[0])),
            accepts("not made with values", |t| t.tile("dstVal").is_some()),
            accepts("static extents only", |t| any(t, |t| t.dynamic[0])),
        ],
        "colplace/columns-equal" => vec![
            accepts("more columns in src accepted", |t| valid(t, "src").map(|v| v[1]) > valid(t, "dstIdx").map(|v| v[1])),
            accepts("fewer columns in src accepted", |t| valid(t, "src").map(|v| v[1]) < valid(t, "dstIdx").map(|v| v[1])),
            accepts("indices only", |t| valid(t, "src").map(|v| v[1]) == valid(t, "dstIdx").map(|v| v[1])),
            accepts("values only", |t| valid(t, "src").map(|v| v[1]) == valid(t, "dstVal").map(|v| v[1])),
            accepts("static extents only", |t| any(t, |t| t.dynamic[1])),
        ],
        "colplace/one-row" => vec![
            accepts("indices only", |t| valid(t, "dstIdx").map(|v| v[0]) == Some(1)),
            accepts("values only", |t| valid(t, "dstVal").map(|v| v[0]) == Some(1)),
            accepts("no row accepted", |t| any(t, |t| t.valid[0] == 0)),
        ],
        "colplace/dst-row-major" => vec![
            accepts("indices only", |t| t.tile("dstIdx").is_some_and(Tile::is_nd)),
            accepts("values only", |t| t.tile("dstVal").is_some_and(Tile::is_nd)),
        ],
        "colplace/tmp-dtype" => vec![accepts("types of one width accepted", |t| {
            t.tile("tmp").is_some_and(|v| t.tile("src").is_some_and(|s| s.dtype.bytes() == v.dtype.bytes()))
        })],
        "rowplace/dst-layout" => vec![
            accepts("indices only", |t| t.tile("dstIdx").is_some_and(Tile::is_nd)),
            accepts("values only", |t| t.tile("dstVal").is_some_and(Tile::is_nd)),
        ],
        "rowplace/value-dtype" | "colplace/value-dtype" => vec![
            accepts("types of one width accepted", |t| {
                t.tile("dstVal").is_some_and(|v| t.tile("src").is_some_and(|s| s.dtype.bytes() == v.dtype.bytes()))
            }),
            accepts("floats for floats accepted", |t| {
                ["dstVal", "src"].iter().all(|name| t.tile(name).is_some_and(|t| t.dtype.is_float()))
            }),
        ],
        "rowplace/index-dtype" | "colplace/index-dtype" => vec![
            accepts("i64 accepted", |t| t.tile("dstIdx").is_some_and(|t| t.dtype == DType::I64)),
            accepts("u64 accepted", |t| t.tile("dstIdx").is_some_and(|t| t.dtype == DType::U64)),
            accepts("f32 accepted", |t| t.tile("dstIdx").is_some_and(|t| t.dtype == DType::F32)),
            accepts("bytes accepted", |t| t.tile("dstIdx").is_some_and(|t| t.dtype.bytes() == 1)),
            accepts("two bytes without values accepted", |t| {
                t.tile("dstVal").is_none() && t.tile("dstIdx").is_some_and(|t| t.dtype.is_int() && t.dtype.bytes() == 2)
            }),
            accepts("two bytes beside four accepted", |t| {
                let wide = t.tile("src").is_some_and(|t| t.dtype.bytes() == 4);
                wide && t.tile("dstIdx").is_some_and(|t| t.dtype.is_int() && t.dtype.bytes() == 2)
            }),
            rejects("u32 rejected", |t| t.tile("dstIdx").is_some_and(|t| t.dtype == DType::U32)),
            rejects("i32 rejected", |t| t.tile("dstIdx").is_some_and(|t| t.dtype == DType::I32)),
            rejects("u32 rejected with values", |t| t.tile("dstVal").is_some() && t.tile("dstIdx").is_some_and(|t| t.dtype == DType::U32)),
        ],
        _ => Vec::new(),
    }
}

fn accepts(detail: &str, holds: fn(&Tuple) -> bool) -> Partial {
    (detail.to_owned(), format!("It is not made: {detail}."), How::Unless(Arc::new(holds)))
}

fn rejects(detail: &str, holds: fn(&Tuple) -> bool) -> Partial {
    (detail.to_owned(), format!("It rejects more: {detail}."), How::Also(Arc::new(holds)))
}

fn any(tuple: &Tuple, holds: fn(&Tile) -> bool) -> bool {
    tuple.operands.iter().any(|o| holds(&o.tile))
}
