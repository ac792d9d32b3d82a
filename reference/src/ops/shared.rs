//! What holds for every operation: the rules of the tile class, and the readings that belong to no
//! single operation.

use crate::{Effect, Query, Reading, Rule, reading, rule};
use ptoconf_schemas::{Location, Operand, SLayout, Scope, Stage, Tile};
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

const CLASS: &str = "C++ library, tile class";
const MANUAL: &str = "manual, location and legality page";

/// A rule on every operand's tile.
fn tile_rule(
    id: &str,
    stage: Stage,
    statement: &'static str,
    section: &str,
    holds: impl Fn(&Tile) -> bool + Send + Sync + 'static,
) -> Rule {
    rule(id, stage, statement).source(CLASS, section).holds(move |q| tiles(q).all(|o| holds(&o.tile)))
}

/// The operands that are tiles: no rule of the class is about a scalar.
fn tiles<'a>(q: &Query<'a>) -> impl Iterator<Item = &'a Operand> {
    q.tuple.operands.iter().filter(|o| !o.tile.is_scalar())
}

fn rules() -> Vec<Rule> {
    [extent_rules(), layout_rules(), memory_rules(), profile_rules()].into_iter().flatten().collect()
}

fn extent_rules() -> Vec<Rule> {
    vec![
        tile_rule("tile/rows-positive", Stage::Shape, "A tile has at least one physical row.", "Rows > 0", |t| t.rows() > 0)
            .before_running(),
        tile_rule("tile/cols-positive", Stage::Shape, "A tile has at least one physical column.", "Cols > 0", |t| t.cols() > 0)
            .before_running(),
        tile_rule("tile/valid-within-physical", Stage::Shape, "The valid region lies within the physical tile.", "valid extents", |t| {
            t.valid_rows() <= t.rows() && t.valid_cols() <= t.cols()
        })
        .source(MANUAL, "valid regions"),
        tile_rule(
            "tile/static-extent-positive",
            Stage::Shape,
            "A static valid extent is not 0; only a dynamic one can be.",
            "valid-extent getters",
            |t| (0..2).all(|axis| t.dynamic[axis] || t.valid[axis] > 0),
        )
        .source(MANUAL, "valid regions")
        .open("tile/static-zero-extent")
        .before_running(),
        rule(
            "tile/documented-maximum",
            Stage::Shape,
            "A tile has at most the documented rows (65535, or 8192 on A2A3) and columns (4095).",
        )
        .source(MANUAL, "largest tile")
        .by("tile/largest", within_maximum),
    ]
}

fn layout_rules() -> Vec<Rule> {
    vec![
        rule("tile/fractal-size", Stage::Layout, "The fractal size is 512, 1024 or 32 bytes; 16 in the assembler's types only.")
            .source(CLASS, "fractal size")
            .source("assembler", "tile_buf type")
            .by("tile/fractals", fractal_size),
        tile_rule(
            "tile/line-aligned",
            Stage::Layout,
            "A row of a row-major tile, or a column of a column-major one, is a multiple of 32 bytes (tiles without boxes).",
            "NoneBox alignment",
            line_aligned,
        )
        .open("tile/lines"),
        tile_rule(
            "tile/boxes-divide",
            Stage::Layout,
            "The box's columns divide the tile's; its rows too, except for Vec tiles, fractal size 32 and tiles of one row.",
            "box divisibility",
            boxes_divide,
        )
        .open("tile/boxes"),
        rule("tile/vec-not-boxed", Stage::Layout, "A Vec tile has no boxes.")
            .source("manual, layout page", "Vec")
            .holds(|q| tiles(q).all(|o| o.tile.loc != Location::Vec || o.tile.slayout == SLayout::NoneBox))
            .open("tile/boxed-vec"),
    ]
}

fn memory_rules() -> Vec<Rule> {
    vec![
        tile_rule("tile/address-aligned", Stage::Layout, "A given address is a multiple of 32.", "TASSIGN, SA-0351 to SA-0354", |t| {
            t.address.is_none_or(|a| a % 32 == 0)
        })
        .open("tile/addresses"),
        rule(
            "tile/fits-memory",
            Stage::Layout,
            "Operands placed one after another, or at their addresses, fit the {ub_bytes} bytes of the Unified Buffer.",
        )
        .source(CLASS, "TASSIGN, SA-0351 to SA-0354")
        .source("C++ library, targets", "capacities")
        .by(MEMORY, fits_memory),
        rule("tile/no-alias", Stage::Layout, "No two operands share memory.")
            .source("formal specification", "Decisions 111, 116, 117, 125")
            .holds(|q| tiles(q).all(|o| o.tile.same_as.is_none()))
            .open("tile/alias"),
    ]
}

fn profile_rules() -> Vec<Rule> {
    vec![
        rule("profile/dtype", Stage::Profile, "The profile lists the dtype for the operation.")
            .source("profile file", "dtypes")
            .holds(profile_has_dtype)
            .unreachable("built-in", "a built-in profile lists no dtypes of its own"),
        rule("profile/form", Stage::Profile, "The profile lists the form for the operation.")
            .source("profile file", "forms")
            .holds(|q| q.profile.forms.get(q.tuple.op.as_str()).is_none_or(|list| list.iter().any(|form| q.tuple.form == *form)))
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

fn fractal_size(q: &Query, option: &str) -> bool {
    tiles(q).all(|o| match option {
        "class" => matches!(o.tile.fractal, 512 | 1024 | 32),
        "assembler" => matches!(o.tile.fractal, 512 | 1024 | 32 | 16),
        _ => true,
    })
}

/// The documented maxima of a target, and those of the profile's own limits where they are smaller.
fn within_maximum(q: &Query, option: &str) -> bool {
    let limits = q.profile.limits;
    let rows = match option {
        "8192-rows" => limits.max_rows.min(8192),
        "65535-rows" => limits.max_rows.min(65535),
        _ => return true,
    };
    tiles(q).all(|o| o.tile.rows() <= rows && o.tile.cols() <= limits.max_cols.min(4095))
}

/// The reading of memory sizes.
pub(crate) const MEMORY: &str = "tile/memory";

/// The bytes of an option of [`MEMORY`].
pub(crate) fn memory_size(option: &str) -> u64 {
    let kib = match option {
        "192-kib" => 192,
        "256-kib" => 256,
        _ => 512,
    };
    kib << 10
}

/// The memory of a target, or that of the profile's own limits where it is smaller.
fn fits_memory(q: &Query, option: &str) -> bool {
    let size = memory_size(option).min(q.profile.limits.ub_bytes);
    let mut next = 0u64;
    tiles(q).filter(|o| o.tile.same_as.is_none()).all(|o| {
        let end = o.tile.address.unwrap_or(next).saturating_add(o.tile.bytes());
        next = next.max(end.next_multiple_of(32));
        end <= size
    })
}

fn profile_has_dtype(q: &Query) -> bool {
    let dtype = q.tuple.operands.first().map(|o| o.tile.dtype);
    q.profile.dtypes.get(q.tuple.op.as_str()).is_none_or(|list| dtype.is_some_and(|d| list.contains(&d)))
}

fn readings() -> Vec<Reading> {
    [class_readings(), memory_readings(), arithmetic_readings(), pick_readings(), write_readings()].into_iter().flatten().collect()
}

/// What the tile class asserts. No page states it, and the assembler checks none of it but the
/// fractal size; the pages' operands are tiles of this class, and both targets assert it in every
/// build. The TCONCAT page's own index tile of 16 x 1 breaks one of these rules.
fn class_readings() -> Vec<Reading> {
    let unchecked = |reading: Reading, statement| reading.with("unchecked", Effect::Unspecified, statement, "the pages state no such rule");
    vec![
        reading("tile/static-zero-extent", &["G2"], "Can a static valid extent be zero?")
            .with("dynamic-only", Effect::Rejects, "Only a dynamic extent can be zero.", "C++ library (the getters do not exist)")
            .option("legal", "Any extent from 0 to the physical one is legal; a static 0 means what a dynamic one does.", MANUAL)
            .admit(&["dynamic-only", "legal"], &["dynamic-only", "legal"], &["dynamic-only"], &["dynamic-only"]),
        reading("tile/largest", &["G3"], "Does anything but memory bound a tile's size?")
            .option("8192-rows", "8192 rows and 4095 columns do, or the profile's own limits.", "manual, location and legality page: A2A3")
            .option("65535-rows", "65535 rows and 4095 columns do, or the profile's own limits.", "manual, location and legality page: A5")
            .option("memory-only", "Only the memory does.", "C++ library")
            .admit(
                &["8192-rows", "65535-rows", "memory-only"],
                &["memory-only", "65535-rows", "8192-rows"],
                &["memory-only", "8192-rows"],
                &["memory-only", "65535-rows"],
            ),
        unchecked(
            reading("tile/fractals", &[], "Which fractal sizes are there?").option("class", "512, 1024 and 32 bytes.", CLASS).with(
                "assembler",
                Effect::Unspecified,
                "16 bytes too, without a meaning in the library.",
                "assembler, tile_buf type",
            ),
            "Any; another one has no meaning.",
        )
        .admit(&["class", "assembler", "unchecked"], &["class", "unchecked"], &["class"], &["class"]),
        unchecked(
            reading("tile/lines", &["C10"], "Must a tile's lines be multiples of 32 bytes?").with(
                "aligned",
                Effect::Rejects,
                "Yes.",
                CLASS,
            ),
            "No; what such a tile holds has no meaning.",
        )
        .admit(&["aligned", "unchecked"], &["aligned", "unchecked"], &["aligned"], &["aligned"]),
        unchecked(
            reading("tile/boxes", &[], "Must boxes divide a tile?").with("divide", Effect::Rejects, "Yes.", CLASS),
            "No; what such a tile holds has no meaning.",
        )
        .admit(&["divide", "unchecked"], &["divide", "unchecked"], &["divide"], &["divide"]),
        reading("tile/boxed-vec", &["G4"], "Can a Vec tile be boxed?")
            .with("no", Effect::Rejects, "Vec tiles have no boxes.", "manual, layout page")
            .with(
                "yes",
                Effect::Judged,
                "They can, and elements keep their logical places.",
                "manual, tile coding page; C++ library, tile class",
            )
            .with("ignored", Effect::Unspecified, "They can, but kernels take rows with one stride.", "A2A3, A5 kernels")
            .admit(&["no", "yes", "ignored"], &["no", "yes"], &["no", "yes", "ignored"], &["no", "yes", "ignored"]),
    ]
}

/// Where tiles stand.
fn memory_readings() -> Vec<Reading> {
    vec![
        reading(MEMORY, &[], "How much memory is there for the tiles?")
            .scope(Scope::Run)
            .option("192-kib", "192 KiB, or less by the profile's own limits.", "A2A3")
            .option("256-kib", "256 KiB, or less by the profile's own limits.", "A5")
            .option("512-kib", "512 KiB, or less by the profile's own limits.", "CPU simulator")
            .admit(&["192-kib", "256-kib", "512-kib"], &["512-kib"], &["192-kib"], &["256-kib"]),
        reading("tile/addresses", &[], "Must an address be a multiple of 32?")
            .with("aligned", Effect::Rejects, "Yes.", "C++ library, TASSIGN of a constant")
            .with("unchecked", Effect::Unspecified, "Not checked.", "C++ library, TASSIGN at run time, as in the pages' examples")
            .admit(&["aligned", "unchecked"], &["aligned", "unchecked"], &["aligned"], &["aligned"]),
        reading("tile/alias", &["G11"], "What do operands that share memory mean?")
            .with(
                "snapshot",
                Effect::Judged,
                "All old values are read before any is written.",
                "formal specification, Decisions 116, 117, 125",
            )
            .with("rejected", Effect::Rejects, "They are illegal.", "formal specification, Decision 111 (reductions)")
            .with("unspecified", Effect::Unspecified, "Nothing.", "the pages are silent")
            .admit_everywhere(&["snapshot", "rejected", "unspecified"]),
    ]
}

/// What additions, subtractions, multiplications and divisions give at the ends of their types.
fn arithmetic_readings() -> Vec<Reading> {
    const FLUSHED_FIRST: &[&str] = &["flush-both", "kept", "flush-results", "flush-inputs"];
    const KEPT_FIRST: &[&str] = &["kept", "flush-both", "flush-results", "flush-inputs"];
    const OVERFLOW: &[&str] = &["wrap", "saturate-each", "saturate-once"];
    vec![
        reading("tile/subnormals", &["G9"], "What becomes of subnormal numbers in additions, multiplications, divisions and exponentials?")
            .scope(Scope::Run)
            .option("kept", "Nothing.", "formal specification, ADR 0049; CPU simulator on most hosts")
            .option("flush-results", "Subnormal results become zeros of their sign.", "manual, type-system page, in part")
            .option("flush-inputs", "Subnormal inputs count as zeros of their sign.", "manual, type-system page, in part")
            .option("flush-both", "Both.", "manual, type-system page: A2A3, and A5 by default")
            .admit(KEPT_FIRST, KEPT_FIRST, FLUSHED_FIRST, FLUSHED_FIRST),
        // Neither target has a wider accumulator; no code of theirs sets or excludes saturation.
        reading("tile/int-overflow", &["G12"], "What becomes of an integer sum outside the range?")
            .scope(Scope::Run)
            .option("wrap", "Its low bits.", "formal specification; presumed on A2A3 and A5")
            .option("saturate-each", "Every addition gives the nearest limit.", "the pages are silent")
            .option("saturate-once", "The exact sum gives the nearest limit.", "the pages are silent")
            .admit(OVERFLOW, OVERFLOW, &["wrap", "saturate-each"], &["wrap", "saturate-each"]),
        reading("tile/product-overflow", &["G12"], "What becomes of an integer product outside the range?")
            .scope(Scope::Run)
            .option("wrap", "Its low bits.", "formal specification; presumed on A2A3 and A5")
            .option("saturate", "The nearest limit.", "the pages are silent")
            .admit_everywhere(&["wrap", "saturate"]),
        reading("tile/quotient-overflow", &["G12"], "What is the smallest integer divided by -1?")
            .scope(Scope::Run)
            .option("wrap", "Itself: the low bits of what is one above the largest.", "the pages are silent; presumed on A2A3 and A5")
            .option("saturate", "The largest.", "the pages are silent")
            .admit_everywhere(&["wrap", "saturate"]),
        reading("tile/quotient-fractions", &[], "Which whole number is an integer quotient that is none?")
            .scope(Scope::Run)
            .option("truncated", "The next one towards zero.", "CPU simulator; presumed on A2A3 and A5")
            .option("floored", "The next lower one.", "no page")
            .admit_everywhere(&["truncated"]),
        reading(
            "tile/float-overflow",
            &[],
            "What becomes of a sum, product, quotient or exponential of finite floats beyond the largest one?",
        )
        .scope(Scope::Run)
        .option("infinity", "It is infinite.", "manual, type-system page: IEEE 754")
        .option("saturate", "Every operation gives the largest number of its sign.", "no page")
        .admit_everywhere(&["infinity"]),
        reading("tile/nan", &[], "Which NaN does an addition, a multiplication, a division or an exponential give?")
            .scope(Scope::Run)
            .option("canonical", "The quiet NaN with a clear sign and no payload.", "formal specification, ADR 0050")
            .option("any", "Any NaN.", "manual, type-system page: a NaN propagates, and may be made quiet")
            .option("zero", "None: +0 instead.", "no page")
            .admit_everywhere(&["any", "canonical"]),
    ]
}

/// Which of two numbers is the larger, or the smaller, where a comparison does not say. The pages are silent.
fn pick_readings() -> Vec<Reading> {
    const NAN_FIRST: &[&str] = &["nan", "number", "first"];
    const ORDERED: &[&str] = &["positive", "first", "second"];
    vec![
        reading("tile/max-nan", &["R41"], "What is the larger, or the smaller, of a number and a NaN?")
            .scope(Scope::FormDtype)
            .option("number", "The number; of two NaN, a NaN.", "formal specification")
            .option("nan", "A NaN.", "manual, type-system page: a NaN propagates")
            .option(
                "first",
                "The first of the two, and of a column or row its first element: no comparison says that another is better.",
                "CPU simulator",
            )
            .admit(&["number", "nan", "first"], &["first", "number", "nan"], NAN_FIRST, NAN_FIRST),
        reading("tile/max-zeros", &["R41"], "Which is the larger, or the smaller, of two zeros?")
            .scope(Scope::FormDtype)
            .option("positive", "+0 is larger than -0.", "formal specification")
            .option("first", "They are equal, and the first stays.", "CPU simulator")
            .option("second", "They are equal, and the second is taken; of a column or row, the last.", "the pages are silent")
            .admit(ORDERED, &["first", "positive", "second"], ORDERED, ORDERED),
    ]
}

/// What moves and writes may change.
fn write_readings() -> Vec<Reading> {
    const WIDE: &[&str] = &["row", "block", "untouched", "tile"];
    vec![
        // A2A3 and A5 copy every bit; the type-system page exempts no operation.
        reading("tile/copied-nan", &[], "What becomes of a signalling NaN that is moved?")
            .scope(Scope::FormDtype)
            .option("kept", "It keeps every bit.", "the pages' formulas; A2A3; A5")
            .option("quiet", "It gets its quiet bit; sign and payload stay.", "manual, type-system page: it may be made quiet")
            .admit_everywhere(&["kept", "quiet"]),
        reading(
            "tile/copied-subnormals",
            &["G9"],
            "What becomes of a subnormal number that is moved, or picked as the larger or the smaller of two?",
        )
        .scope(Scope::FormDtype)
        .option("kept", "It keeps every bit.", "the pages' formulas; A2A3; A5")
        .option("flushed", "It becomes a zero of its sign.", "manual, type-system page: operands and results")
        .admit_everywhere(&["kept", "flushed"]),
        reading("tile/dst-padding", &["G10"], "What becomes of a destination outside its valid region?")
            .scope(Scope::Run)
            .option("untouched", "It keeps its content.", "A5")
            .option("block", "The last valid column's 32-byte block may change.", "A2A3 (whole-block copies)")
            .option("row", "Rows of the valid region may change up to the physical end.", "manual, conventions and tiles pages")
            .option(
                "tile",
                "Rows past the valid region may change too, be it to the pad value; no target does so.",
                "manual, conventions and tiles pages, taken literally; formal specification",
            )
            .admit(WIDE, WIDE, &["block", "row", "untouched"], &["untouched", "row", "block"]),
    ]
}
