//! What holds for every operation: the rules of the tile class, and the readings that belong to no
//! single operation.

use crate::{Effect, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::{Location, SLayout, Scope, Stage, Tile};
use std::sync::LazyLock;

/// Rules and readings that every operation shares.
pub struct Shared {
    /// Rules of the tile class, on every operand.
    pub rules: Vec<Rule>,
    /// Readings.
    pub readings: Vec<Reading>,
}

/// The shared rules and readings.
pub fn shared() -> &'static Shared {
    static SHARED: LazyLock<Shared> = LazyLock::new(|| Shared { rules: rules(), readings: readings() });
    &SHARED
}

const CLASS: &str = "tile class (C++ library)";

/// A rule on every operand's tile.
fn tile_rule(id: &str, stage: Stage, statement: &'static str, section: &str, holds: fn(&Tile) -> bool) -> Rule {
    rule(id, stage, statement).source(CLASS, section).holds(move |q| q.tuple.operands.iter().all(|o| holds(&o.tile)))
}

fn rules() -> Vec<Rule> {
    vec![
        tile_rule("tile/rows-positive", Stage::Shape, "A tile has at least one physical row.", "Rows > 0", |t| t.rows() > 0),
        tile_rule("tile/cols-positive", Stage::Shape, "A tile has at least one physical column.", "Cols > 0", |t| t.cols() > 0),
        tile_rule("tile/valid-within-physical", Stage::Shape, "The valid region lies within the physical tile.", "valid extents", |t| {
            t.rows() == 0 || t.cols() == 0 || (t.valid_rows() <= t.rows() && t.valid_cols() <= t.cols())
        }),
        tile_rule("tile/fractal-size", Stage::Layout, "The fractal size is 512, 1024 or 32 bytes.", "fractal size", |t| {
            matches!(t.fractal, 512 | 1024 | 32)
        }),
        tile_rule(
            "tile/line-aligned",
            Stage::Layout,
            "A row of a row-major tile, or a column of a column-major one, is a multiple of 32 bytes (tiles without boxes).",
            "NoneBox alignment",
            line_aligned,
        ),
        tile_rule(
            "tile/boxes-divide",
            Stage::Layout,
            "The box's columns divide the tile's; its rows too, except for Vec tiles, fractal size 32 and tiles of one row.",
            "box divisibility",
            boxes_divide,
        ),
        tile_rule("tile/address-aligned", Stage::Layout, "A given address is a multiple of 32.", "TASSIGN, SA-0351 to SA-0354", |t| {
            t.address.is_none_or(|a| a % 32 == 0)
        }),
        rule("tile/fits-memory", Stage::Layout, "Operands placed one after another, or at their addresses, fit the Unified Buffer.")
            .source(CLASS, "TASSIGN, SA-0351 to SA-0354")
            .source("contract", "Capacities")
            .holds(fits_memory),
        rule("tile/static-extent-positive", Stage::Shape, "A static valid extent is not 0; only a dynamic one can be.")
            .source(CLASS, "valid-extent getters")
            .source("legality page", "valid regions")
            .holds(|q| q.tuple.operands.iter().all(|o| static_extents_positive(&o.tile)))
            .open("tile/static-zero-extent"),
        rule(
            "tile/documented-maximum",
            Stage::Shape,
            "A tile has at most the documented rows (65535, or 8192 on A2A3) and columns (4095).",
        )
        .source("location and legality page", "largest tile")
        .holds(within_documented_maximum)
        .open("tile/largest"),
        rule("tile/vec-not-boxed", Stage::Layout, "A Vec tile has no boxes.")
            .source("layout page", "Vec")
            .holds(|q| q.tuple.operands.iter().all(|o| o.tile.loc != Location::Vec || o.tile.slayout == SLayout::NoneBox))
            .open("tile/boxed-vec"),
        rule("tile/no-alias", Stage::Layout, "No two operands share memory.")
            .source("formal specification", "Decisions 111, 116, 117, 125")
            .holds(|q| q.tuple.operands.iter().all(|o| o.tile.same_as.is_none()))
            .open("tile/alias"),
        rule("profile/dtype", Stage::Profile, "The profile lists the dtype for the operation.")
            .source("profile file", "dtypes")
            .holds(profile_has_dtype)
            .unreachable("built-in", "a built-in profile lists no dtypes of its own"),
        rule("profile/form", Stage::Profile, "The profile lists the form for the operation.")
            .source("profile file", "forms")
            .holds(|q| q.profile.forms.get(&q.tuple.op).is_none_or(|list| list.contains(&q.tuple.form)))
            .unreachable("*", "a form that the profile leaves out has no legal twin; it gets no cases"),
    ]
}

fn line_aligned(t: &Tile) -> bool {
    use ptoconf_schemas::BLayout::RowMajor;
    let line = u64::from(if t.blayout == RowMajor { t.cols() } else { t.rows() });
    t.slayout != SLayout::NoneBox || (line * t.dtype.bytes() as u64).is_multiple_of(32)
}

fn boxes_divide(t: &Tile) -> bool {
    let [rows, cols] = t.box_shape();
    let rows_waived = t.loc == Location::Vec || t.fractal == 32 || t.rows() == 1;
    t.cols().is_multiple_of(cols) && (rows_waived || t.rows().is_multiple_of(rows))
}

fn static_extents_positive(t: &Tile) -> bool {
    (0..2).all(|axis| t.dynamic[axis] || t.valid[axis] > 0)
}

fn within_documented_maximum(q: &Query) -> bool {
    let limits = q.profile.limits;
    q.tuple.operands.iter().all(|o| o.tile.rows() <= limits.max_rows && o.tile.cols() <= limits.max_cols)
}

fn fits_memory(q: &Query) -> bool {
    let mut next = 0u64;
    q.tuple.operands.iter().filter(|o| o.tile.same_as.is_none()).all(|o| {
        let end = o.tile.address.unwrap_or(next).saturating_add(o.tile.bytes());
        next = next.max(end.next_multiple_of(32));
        end <= q.profile.limits.ub_bytes
    })
}

fn profile_has_dtype(q: &Query) -> bool {
    let dtype = q.tuple.operands.first().map(|o| o.tile.dtype);
    q.profile.dtypes.get(&q.tuple.op).is_none_or(|list| dtype.is_some_and(|d| list.contains(&d)))
}

fn readings() -> Vec<Reading> {
    vec![
        reading("tile/static-zero-extent", &["G2"], "Can a static valid extent be zero?")
            .with("dynamic-only", Effect::Rejects, "Only a dynamic extent can be zero.", "C++ library (the getters do not exist)")
            .with("legal", Effect::Unspecified, "Any extent from 0 to the physical one is legal.", "manual, legality page")
            .admit(&["dynamic-only", "legal"], &["dynamic-only"], &["dynamic-only"]),
        reading("tile/largest", &["G3"], "Does anything but memory bound a tile's size?")
            .with("memory-only", Effect::Judged, "Only the memory does.", "C++ library")
            .with("documented", Effect::Rejects, "The documented maxima do.", "manual, location and legality page")
            .admit(&["documented", "memory-only"], &["memory-only", "documented"], &["memory-only", "documented"]),
        reading("tile/boxed-vec", &["G4"], "Can a Vec tile be boxed?")
            .with("no", Effect::Rejects, "Vec tiles have no boxes.", "manual, layout page")
            .with("yes", Effect::Judged, "They can, and elements keep their logical places.", "Tile coding page; C++ library's tile class")
            .with("ignored", Effect::Unspecified, "They can, but kernels take rows with one stride.", "A2A3, A5 kernels")
            .admit(&["no", "yes"], &["no", "yes", "ignored"], &["no", "yes", "ignored"]),
        reading("tile/alias", &["G11"], "What do operands that share memory mean?")
            .with(
                "snapshot",
                Effect::Judged,
                "All old values are read before any is written.",
                "formal specification, Decisions 116, 117, 125",
            )
            .with("rejected", Effect::Rejects, "They are illegal.", "formal specification, Decision 111 (reductions)")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the pages are silent")
            .admit(
                &["snapshot", "rejected", "unspecified"],
                &["snapshot", "rejected", "unspecified"],
                &["snapshot", "rejected", "unspecified"],
            ),
        reading("tile/subnormals", &["G9"], "What becomes of subnormal numbers in additions?")
            .scope(Scope::Run)
            .option("kept", "Nothing.", "formal specification, ADR 0049; CPU simulator on most hosts")
            .option("flush-results", "Subnormal results become zeros of their sign.", "type-system page, in part")
            .option("flush-inputs", "Subnormal inputs count as zeros of their sign.", "type-system page, in part")
            .option("flush-both", "Both.", "type-system page: A2A3, and A5 by default")
            .admit(
                &["kept", "flush-both", "flush-results", "flush-inputs"],
                &["flush-both", "kept", "flush-results", "flush-inputs"],
                &["flush-both", "kept", "flush-results", "flush-inputs"],
            ),
        reading("tile/int-overflow", &["G12"], "What becomes of an integer sum outside the range?")
            .scope(Scope::Run)
            .option("wrap", "Its low bits.", "formal specification; presumed on A2A3 and A5")
            .option("saturate-each", "Every addition gives the nearest limit.", "pages silent")
            .option("saturate-once", "The exact sum gives the nearest limit.", "pages silent")
            .admit(&["wrap", "saturate-each", "saturate-once"], &["wrap"], &["wrap"]),
        reading("tile/float-overflow", &[], "What becomes of a sum of finite floats beyond the largest one?")
            .scope(Scope::Run)
            .option("infinity", "It is infinite.", "type-system page: IEEE 754")
            .option("saturate", "Every addition gives the largest number of its sign.", "no page")
            .admit(&["infinity"], &["infinity"], &["infinity"]),
        reading("tile/nan", &[], "Which NaN does an addition give?")
            .scope(Scope::Run)
            .option("canonical", "The quiet NaN with a clear sign and no payload.", "formal specification, ADR 0050")
            .option("any", "Any NaN.", "type-system page: a NaN propagates, and may be made quiet")
            .option("zero", "None: +0 instead.", "no page")
            .admit(&["any", "canonical"], &["any", "canonical"], &["any", "canonical"]),
        reading("tile/dst-padding", &["G10"], "What becomes of a destination outside its valid region?")
            .scope(Scope::Run)
            .option("untouched", "It keeps its content.", "A5")
            .option("block", "The last valid column's 32-byte block may change.", "A2A3 (whole-block copies)")
            .option("row", "Rows of the valid region may change up to the physical end.", "conventions and tiles pages")
            .option("tile", "Rows past the valid region may change too; no target does so.", "conventions and tiles pages, taken literally")
            .admit(&["row", "block", "untouched"], &["block", "row", "untouched"], &["untouched", "row", "block"]),
    ]
}
