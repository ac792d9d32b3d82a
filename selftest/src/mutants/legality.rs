//! Mutants of legality checks: for every check, what can be wrong with one.

use super::kind::Kind;
use super::verifier::{self, Partial};
use super::{Mutant, place_checks};
use ptoconf_models::{Change, How, Model};
use ptoconf_schemas::{DType, Location, SLayout, Tile, Tuple};
use std::sync::Arc;

/// Which limit a check has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// None: it is about names, not numbers.
    None,
    /// Two numbers are equal: there is nothing before the limit.
    Equal,
    /// At most, at least, or a multiple.
    Bound,
}

/// What has to be known of a check.
struct Spec {
    check: &'static str,
    limit: Limit,
    /// The operands that it relates to each other; none for a check of each tile alone.
    related: &'static [&'static str],
    /// The check that may mask it.
    other: &'static str,
}

const fn spec(check: &'static str, limit: Limit, related: &'static [&'static str], other: &'static str) -> Spec {
    Spec { check, limit, related, other }
}

const SPECS: &[Spec] = &[
    spec("tile/not-empty", Limit::Bound, &[], "tile/row-bytes"),
    spec("tile/static-extent", Limit::Bound, &[], "tile/valid-within-physical"),
    spec("tile/valid-within-physical", Limit::Bound, &[], "tile/row-bytes"),
    spec("tile/location", Limit::None, &[], "tile/not-boxed"),
    spec("tile/not-boxed", Limit::None, &[], "tile/location"),
    spec("tile/fractal", Limit::None, &[], "tile/not-boxed"),
    spec("tile/row-bytes", Limit::Bound, &[], "tile/not-boxed"),
    spec("tile/box-columns", Limit::Bound, &[], "tile/row-bytes"),
    spec("tile/box-rows", Limit::Bound, &[], "tile/box-columns"),
    spec("tile/address-aligned", Limit::Bound, &[], "tile/address-in-memory"),
    spec("tile/address-in-memory", Limit::Bound, &[], "tile/address-aligned"),
    spec("tile/capacity", Limit::Bound, &[], "tile/row-bytes"),
    spec("tcolsum/same-dtype", Limit::None, &["dst", "src", "tmp"], "tcolsum/row-major"),
    spec("tcolsum/columns-equal", Limit::Equal, &["dst", "src"], "tcolsum/same-dtype"),
    spec("tcolsum/tmp-columns", Limit::Bound, &["tmp", "src"], "tcolsum/columns-equal"),
    spec("tcolsum/tmp-rows", Limit::Bound, &["tmp", "src"], "tcolsum/columns-equal"),
    spec("tcolsum/row-major", Limit::None, &["dst", "src", "tmp"], "tcolsum/columns-equal"),
    spec("tcolsum/no-alias", Limit::None, &[], "tcolsum/columns-equal"),
    spec("tcolsum/dtype", Limit::None, &[], "tcolsum/columns-equal"),
    spec("tcolexpand/same-dtype", Limit::None, &["dst", "src"], "tcolexpand/row-major"),
    spec("tcolexpand/columns-equal", Limit::Equal, &["dst", "src"], "tcolexpand/same-dtype"),
    spec("tcolexpand/row-major", Limit::None, &["dst", "src"], "tcolexpand/same-dtype"),
    spec("tcolexpand/dtype", Limit::None, &[], "tcolexpand/columns-equal"),
    spec("expand/same-dtype", Limit::None, &["dst", "src0", "src1"], "expand/src0-shape"),
    spec("expand/src0-shape", Limit::Equal, &["src0", "dst"], "expand/same-dtype"),
    spec("expand/src1-columns", Limit::Bound, &["src1", "dst"], "expand/src0-shape"),
    spec("expand/src1-rows", Limit::Bound, &["src1", "dst"], "expand/src1-columns"),
    spec("expand/dst-row-major", Limit::None, &["dst", "src0"], "expand/same-dtype"),
    spec("expand/sources-row-major", Limit::None, &["src0", "src1"], "expand/same-dtype"),
    spec("tcolexpandadd/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpandsub/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpandmul/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpanddiv/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpandexpdif/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpandmax/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("tcolexpandmin/dtype", Limit::None, &[], "expand/src0-shape"),
    spec("extreme/same-dtype", Limit::None, &["dst", "src"], "extreme/row-major"),
    spec("extreme/columns-equal", Limit::Equal, &["dst", "src"], "extreme/same-dtype"),
    spec("extreme/row-major", Limit::None, &["dst", "src"], "extreme/columns-equal"),
    spec("extreme/dtype", Limit::None, &[], "extreme/columns-equal"),
    spec("trowexpand/same-dtype", Limit::None, &["dst", "src"], "trowexpand/dst-row-major"),
    spec("trowexpand/rows-equal", Limit::Equal, &["dst", "src"], "trowexpand/same-dtype"),
    spec("trowexpand/src-not-empty", Limit::Bound, &["src", "dst"], "trowexpand/rows-equal"),
    spec("trowexpand/dst-row-major", Limit::None, &["dst", "src"], "trowexpand/same-dtype"),
    spec("trowexpand/dtype", Limit::None, &[], "trowexpand/same-dtype"),
    spec("rowextreme/same-dtype", Limit::None, &["dst", "src"], "rowextreme/src-row-major"),
    spec("rowextreme/rows-equal", Limit::Equal, &["dst", "src"], "rowextreme/same-dtype"),
    spec("rowextreme/src-not-empty", Limit::Bound, &["src", "dst"], "rowextreme/same-dtype"),
    spec("rowextreme/src-row-major", Limit::None, &["src", "dst"], "rowextreme/same-dtype"),
    spec("rowextreme/dst-layout", Limit::Bound, &["dst", "src"], "rowextreme/same-dtype"),
    spec("rowextreme/dtype", Limit::None, &[], "rowextreme/rows-equal"),
    spec("rowplace/value-dtype", Limit::None, &["dstVal", "src"], "rowplace/src-row-major"),
    spec("rowplace/index-dtype", Limit::None, &[], "rowplace/src-row-major"),
    spec("rowplace/rows-equal", Limit::Equal, &["dstIdx", "src"], "rowplace/index-dtype"),
    spec("rowplace/src-not-empty", Limit::Bound, &["src", "dstIdx"], "rowplace/index-dtype"),
    spec("rowplace/src-row-major", Limit::None, &["src", "dstIdx"], "rowplace/index-dtype"),
    spec("rowplace/dst-layout", Limit::Bound, &["dstIdx", "src"], "rowplace/index-dtype"),
    spec("rowplace/dtype", Limit::None, &[], "rowplace/rows-equal"),
    spec("colplace/value-dtype", Limit::None, &["dstVal", "src"], "colplace/dst-row-major"),
    spec("colplace/index-dtype", Limit::None, &[], "colplace/dst-row-major"),
    spec("colplace/tmp-dtype", Limit::None, &["tmp", "dstIdx"], "colplace/dst-row-major"),
    spec("colplace/columns-equal", Limit::Equal, &["dstIdx", "src"], "colplace/index-dtype"),
    spec("colplace/one-row", Limit::Equal, &["dstIdx", "src"], "colplace/index-dtype"),
    spec("colplace/src-not-empty", Limit::Bound, &["src", "dstIdx"], "colplace/index-dtype"),
    spec("colplace/dst-row-major", Limit::None, &["dstIdx", "src"], "colplace/index-dtype"),
    spec("colplace/bytes", Limit::None, &[], "colplace/columns-equal"),
    spec("colplace/dtype", Limit::None, &[], "colplace/columns-equal"),
    spec("trowsum/same-dtype", Limit::None, &["dst", "src"], "trowsum/src-row-major"),
    spec("trowsum/rows-equal", Limit::Equal, &["dst", "src"], "trowsum/same-dtype"),
    spec("trowsum/src-not-empty", Limit::Bound, &["src", "dst"], "trowsum/same-dtype"),
    spec("trowsum/src-row-major", Limit::None, &["src", "dst"], "trowsum/same-dtype"),
    spec("trowsum/dst-layout", Limit::Bound, &["dst", "src"], "trowsum/same-dtype"),
    spec("trowsum/dtype", Limit::None, &[], "trowsum/rows-equal"),
    spec("trowprod/same-dtype", Limit::None, &["dst", "src"], "trowprod/src-row-major"),
    spec("trowprod/rows-equal", Limit::Equal, &["dst", "src"], "trowprod/same-dtype"),
    spec("trowprod/src-not-empty", Limit::Bound, &["src", "dst"], "trowprod/same-dtype"),
    spec("trowprod/src-row-major", Limit::None, &["src", "dst"], "trowprod/same-dtype"),
    spec("trowprod/dst-layout", Limit::Bound, &["dst", "src"], "trowprod/same-dtype"),
    spec("trowprod/dtype", Limit::None, &[], "trowprod/rows-equal"),
    spec("tcolprod/same-dtype", Limit::None, &["dst", "src"], "tcolprod/row-major"),
    spec("tcolprod/columns-equal", Limit::Equal, &["dst", "src"], "tcolprod/same-dtype"),
    spec("tcolprod/row-major", Limit::None, &["dst", "src"], "tcolprod/columns-equal"),
    spec("tcolprod/dtype", Limit::None, &[], "tcolprod/columns-equal"),
    spec("rowexpand/same-dtype", Limit::None, &["dst", "src0", "src1"], "rowexpand/one-full"),
    spec("rowexpand/one-full", Limit::None, &["src0", "dst"], "rowexpand/same-dtype"),
    spec("rowexpand/rows", Limit::Equal, &["src1", "dst"], "rowexpand/same-dtype"),
    spec("rowexpand/columns", Limit::Equal, &["src1", "dst"], "rowexpand/same-dtype"),
    spec("rowexpand/tmp-size", Limit::Bound, &["tmp", "dst"], "rowexpand/same-dtype"),
    spec("rowexpand/dst-row-major", Limit::None, &["dst", "src0"], "rowexpand/same-dtype"),
    spec("rowexpand/full-row-major", Limit::None, &["src0", "dst"], "rowexpand/same-dtype"),
    spec("rowexpand/tmp-mode", Limit::None, &["src1", "dst"], "rowexpand/same-dtype"),
    spec("trowexpanddiv/dtype", Limit::None, &[], "rowexpand/one-full"),
    spec("trowexpandexpdif/dtype", Limit::None, &[], "rowexpand/one-full"),
    spec("rowexpand/dtype", Limit::None, &[], "rowexpand/one-full"),
    spec("tconcat/same-dtype", Limit::None, &["dst", "src0", "src1"], "tconcat/rows-equal"),
    spec("tconcat/same-index-dtype", Limit::None, &["dstIdx", "src0Idx", "src1Idx"], "tconcat/same-dtype"),
    spec("tconcat/index-integer", Limit::None, &[], "tconcat/same-index-dtype"),
    spec("tconcat/rows-equal", Limit::Equal, &["dst", "src0", "src1"], "tconcat/columns-add-up"),
    spec("tconcat/columns-add-up", Limit::Bound, &["dst", "src0", "src1"], "tconcat/rows-equal"),
    spec("tconcat/index-extent", Limit::Bound, &["src0Idx", "src1Idx", "dst"], "tconcat/rows-equal"),
    spec("tconcat/count-extent", Limit::Bound, &["dstIdx", "src0Idx"], "tconcat/rows-equal"),
    spec("tconcat/row-major", Limit::None, &["dst", "src0", "src1"], "tconcat/rows-equal"),
    spec("tconcat/dtype", Limit::None, &[], "tconcat/rows-equal"),
];

/// A mutant that is not made, and why.
pub struct NotMade {
    /// The check.
    pub check: &'static str,
    /// The kind.
    pub kind: Kind,
    /// Why it makes no sense.
    pub reason: &'static str,
}

/// The kinds that make no sense for a check.
pub fn not_made() -> Vec<NotMade> {
    let mut list = Vec::new();
    for spec in SPECS {
        let mut add = |kind, reason| list.push(NotMade { check: spec.check, kind, reason });
        match spec.limit {
            Limit::None => {
                add(Kind::OffByOne, "it compares names, not numbers");
                add(Kind::LimitRejected, "it compares names, not numbers");
            }
            Limit::Equal => add(Kind::LimitRejected, "the numbers have to be equal: there is nothing before the limit"),
            Limit::Bound => {}
        }
        if spec.check.ends_with("/dtype") {
            add(Kind::WrongOperand, "all operands have one dtype by another check");
        } else if spec.check.ends_with("/index-integer") {
            add(Kind::WrongOperand, "all index tiles have one dtype by another check");
        } else if spec.check.ends_with("/index-dtype") {
            add(Kind::WrongOperand, "whoever looks at another operand rejects every tuple");
        } else if spec.check.ends_with("/no-alias") {
            add(Kind::WrongOperand, "sharing is a relation: either operand says it");
        }
        if partial(spec).is_empty() {
            add(Kind::Partial, "it has one condition");
        }
    }
    list
}

/// The operands that any form has.
const OPERANDS: &[&str] = &["dst", "src", "src0", "src1", "tmp", "dstVal", "dstIdx", "src0Idx", "src1Idx"];
const SOME: &[&str] = &["dst", "src", "src0"];

/// The mutants of every check of a model.
pub(super) fn mutants(model: &Model) -> Vec<Mutant> {
    let known = model.legality_checks();
    let mut all = Vec::new();
    for spec in SPECS.iter().filter(|spec| known.contains(&spec.check)) {
        all.extend(of_check(spec));
    }
    all.extend(verifier::boxed());
    all
}

fn of_check(spec: &Spec) -> Vec<Mutant> {
    let make = |kind: Kind, detail: &str, what: String, how: How| {
        let words = if detail.is_empty() { kind.name().to_owned() } else { detail.to_owned() };
        let name = format!("{}: {words}", spec.check);
        let change = Change::check(&name, spec.check, how);
        Mutant {
            family: kind.name(),
            what,
            operations: operations(spec.check),
            check: Some(spec.check.to_owned()),
            needs_large: false,
            change,
            name,
        }
    };
    let all: Predicate = |_| true;
    let mut list = vec![make(Kind::LeftOut, "", "The check is left out.".into(), How::Unless(Arc::new(all)))];
    if spec.limit != Limit::None {
        list.push(make(Kind::OffByOne, "", "One past the limit is accepted.".into(), How::PastLimit));
    }
    if spec.limit == Limit::Bound {
        list.push(make(Kind::LimitRejected, "", "The limit itself is rejected.".into(), How::BeforeLimit));
    }
    for (of, sees) in mistakes(spec) {
        let how = How::Mistakes { of: of.to_owned(), sees: sees.iter().map(|s| (*s).to_owned()).collect() };
        list.push(make(
            Kind::WrongOperand,
            &format!("{of} mistaken"),
            format!("It looks at {} where it should look at {of}.", sees[0]),
            how,
        ));
    }
    let masked = format!("It only counts where {} fails as well.", spec.other);
    list.push(make(Kind::Masked, "", masked, How::MaskedBy(spec.other.to_owned())));
    list.push(make(Kind::SideEffects, "", "The first output is written before the tuple is rejected.".into(), How::Late));
    list.extend(partial(spec).into_iter().map(|(detail, what, how)| make(Kind::Partial, &detail, what, how)));
    list
}

/// Operations that make a check.
fn operations(check: &str) -> Vec<&'static str> {
    match check.split('/').next() {
        Some("tile") => super::ALL.to_vec(),
        Some("expand") => super::PAIRS.to_vec(),
        Some("extreme") => super::EXTREMES.to_vec(),
        Some("rowextreme") => super::ROW_EXTREMES.to_vec(),
        Some("rowplace") => super::ROW_PLACES.to_vec(),
        Some("colplace") => super::COLUMN_PLACES.to_vec(),
        Some("rowexpand") => super::ROW_PAIRS.to_vec(),
        Some(own) => super::ALL.iter().copied().filter(|op| *op == own).collect(),
        None => Vec::new(),
    }
}

/// Which operand is mistaken for which.
fn mistakes(spec: &Spec) -> Vec<(&'static str, Vec<&'static str>)> {
    if spec.check.starts_with("tile/") {
        let others = |of: &str| SOME.iter().copied().filter(|name| *name != of).collect();
        return OPERANDS.iter().map(|of| (*of, others(of))).collect();
    }
    match spec.related {
        [] | [_] => Vec::new(),
        [a, b] if spec.check.ends_with("/row-major") || spec.check.ends_with("/sources-row-major") => vec![(a, vec![b]), (b, vec![a])],
        [a, b] => vec![(a, vec![b])],
        [a, b, rest @ ..] => {
            let mut list = vec![(*a, vec![*b]), (*b, vec![*a])];
            list.extend(rest.iter().map(|of| (*of, vec![*a])));
            list
        }
    }
}

type Predicate = fn(&Tuple) -> bool;

/// Values, or kinds of tuples, that a check may treat wrongly.
fn partial(spec: &Spec) -> Vec<Partial> {
    let mut list = values(spec);
    list.extend(verifier::more(spec.check));
    list
}

fn values(spec: &Spec) -> Vec<Partial> {
    let accepts = |detail: &str, holds: Predicate| (detail.to_owned(), format!("It is not made: {detail}."), How::Unless(Arc::new(holds)));
    let rejects = |detail: &str, holds: Predicate| (detail.to_owned(), format!("It rejects more: {detail}."), How::Also(Arc::new(holds)));
    match spec.check {
        "tile/location" => Location::of_tiles().filter(|l| *l != Location::Vec).map(location).collect(),
        "tile/not-boxed" => vec![
            accepts("row-major boxes accepted", |t| any(t, |t| t.slayout == SLayout::RowMajor)),
            accepts("column-major boxes accepted", |t| any(t, |t| t.slayout == SLayout::ColMajor)),
        ],
        "tile/fractal" => vec![
            accepts("powers of two accepted", |t| all(t, |t| t.fractal.is_power_of_two())),
            rejects("fractal 1024 rejected", |t| any(t, |t| t.fractal == 1024)),
            rejects("fractal 32 rejected", |t| any(t, |t| t.fractal == 32)),
        ],
        "tile/valid-within-physical" => vec![
            accepts("columns only", |t| all(t, |t| t.valid[1] <= t.shape[1])),
            accepts("rows only", |t| all(t, |t| t.valid[0] <= t.shape[0])),
            accepts("static extents only", |t| any(t, |t| t.dynamic.contains(&true))),
        ],
        "tile/not-empty" => {
            vec![accepts("columns only", |t| all(t, |t| t.shape[1] > 0)), accepts("rows only", |t| all(t, |t| t.shape[0] > 0))]
        }
        "tile/static-extent" => vec![
            accepts("columns only", |t| all(t, |t| t.valid[1] > 0)),
            accepts("rows only", |t| all(t, |t| t.valid[0] > 0)),
            rejects("dynamic extents of 0 rejected", |t| any(t, |t| t.valid.contains(&0))),
        ],
        "tile/capacity" => {
            vec![rejects("half of the memory", |t| bytes(t) > 96 << 10), accepts("one tile at a time", |t| largest(t) <= 128 << 10)]
        }
        "rowexpand/one-full" => vec![
            accepts("columns only", |t| {
                ["src0", "src1"].iter().any(|s| super::valid(t, s).map(|v| v[1]) == super::valid(t, "dst").map(|v| v[1]))
            }),
            accepts("rows only", |t| {
                ["src0", "src1"].iter().any(|s| super::valid(t, s).map(|v| v[0]) == super::valid(t, "dst").map(|v| v[0]))
            }),
            accepts("static extents only", |t| any(t, |t| t.dynamic.contains(&true))),
        ],
        "rowexpand/rows" => vec![
            accepts("more rows accepted", |t| super::valid(t, super::expanded(t)).map(|v| v[0]) > super::valid(t, "dst").map(|v| v[0])),
            accepts("fewer rows accepted", |t| super::valid(t, super::expanded(t)).map(|v| v[0]) < super::valid(t, "dst").map(|v| v[0])),
            accepts("not made for blocks", |t| t.tile(super::expanded(t)).is_some_and(Tile::is_nd)),
            accepts("not made for columns", |t| t.tile(super::expanded(t)).is_some_and(|t| !t.is_nd())),
        ],
        "rowexpand/columns" => vec![
            accepts("one value row by row accepted", |t| super::valid(t, super::expanded(t)).is_some_and(|v| v[1] == 1)),
            accepts("more columns accepted", |t| super::valid(t, super::expanded(t)).is_some_and(|v| v[1] > 1)),
        ],
        "rowexpand/tmp-size" => vec![accepts("static extents only", |t| t.tile("dst").is_some_and(|t| t.dynamic.contains(&true)))],
        "rowextreme/src-not-empty"
        | "trowsum/src-not-empty"
        | "trowprod/src-not-empty"
        | "rowplace/src-not-empty"
        | "colplace/src-not-empty" => vec![
            accepts("rows only", |t| super::valid(t, "src").is_some_and(|v| v[0] > 0)),
            accepts("columns only", |t| super::valid(t, "src").is_some_and(|v| v[1] > 0)),
        ],
        "expand/src0-shape" => vec![
            accepts("columns only", |t| super::valid(t, "src0").map(|v| v[1]) == super::valid(t, "dst").map(|v| v[1])),
            accepts("rows only", |t| super::valid(t, "src0").map(|v| v[0]) == super::valid(t, "dst").map(|v| v[0])),
        ],
        "expand/src1-columns" => {
            vec![rejects("more columns rejected", |t| super::valid(t, "src1").map(|v| v[1]) > super::valid(t, "dst").map(|v| v[1]))]
        }
        "expand/src1-rows" => vec![rejects("several rows rejected", |t| super::valid(t, "src1").is_some_and(|v| v[0] > 1))],
        "tcolsum/tmp-columns" | "tcolsum/tmp-rows" => vec![
            accepts("not made for a tree", |t| t.flag("isBinary")),
            accepts("static extents only", |t| t.tile("src").is_some_and(|t| t.dynamic.contains(&true))),
        ],
        "tcolsum/columns-equal" | "tcolexpand/columns-equal" | "extreme/columns-equal" | "tcolprod/columns-equal" => vec![
            accepts("wider sources accepted", |t| super::valid(t, "src").map(|v| v[1]) > super::valid(t, "dst").map(|v| v[1])),
            accepts("wider destinations accepted", |t| super::valid(t, "src").map(|v| v[1]) < super::valid(t, "dst").map(|v| v[1])),
            accepts("static extents only", |t| any(t, |t| t.dynamic[1])),
        ],
        "tconcat/rows-equal" => vec![
            accepts("more rows in dst accepted", |t| super::valid(t, "dst").map(|v| v[0]) > super::valid(t, "src0").map(|v| v[0])),
            accepts("static extents only", |t| any(t, |t| t.dynamic[0])),
            rejects("a single row rejected", |t| super::valid(t, "dst").is_some_and(|v| v[0] == 1)),
        ],
        "trowexpand/rows-equal" | "rowextreme/rows-equal" | "trowsum/rows-equal" | "trowprod/rows-equal" => vec![
            accepts("more rows in src accepted", |t| super::valid(t, "src").map(|v| v[0]) > super::valid(t, "dst").map(|v| v[0])),
            accepts("more rows in dst accepted", |t| super::valid(t, "src").map(|v| v[0]) < super::valid(t, "dst").map(|v| v[0])),
            accepts("static extents only", |t| any(t, |t| t.dynamic[0])),
        ],
        "trowexpand/src-not-empty" => vec![
            accepts("rows only", |t| super::valid(t, "src").is_some_and(|v| v[0] > 0)),
            rejects("an empty source rejected everywhere but where dst is empty", |t| {
                super::valid(t, "src").is_some_and(|v| v.contains(&0)) && super::valid(t, "dst").is_some_and(|v| !v.contains(&0))
            }),
        ],
        "tconcat/columns-add-up" => vec![
            accepts("static extents only", |t| any(t, |t| t.dynamic[1])),
            rejects("made for indexed forms", |t| {
                let columns = |name| super::valid(t, name).map_or(0, |v| v[1]);
                t.form != "basic" && columns("src0") + columns("src1") != columns("dst")
            }),
        ],
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
        | "tconcat/same-dtype"
        | "tconcat/same-index-dtype" => vec![
            accepts("types of one width accepted", |t| t.operands.windows(2).all(|w| w[0].tile.dtype.bytes() == w[1].tile.dtype.bytes())),
            accepts("signedness ignored", |t| any(t, |t| t.dtype.is_int()) && same_width_integers(t)),
        ],
        "tcolsum/dtype"
        | "tcolexpand/dtype"
        | "tcolexpandadd/dtype"
        | "tcolexpandsub/dtype"
        | "tcolexpandmul/dtype"
        | "tcolexpanddiv/dtype"
        | "tcolexpandexpdif/dtype"
        | "tcolexpandmax/dtype"
        | "tcolexpandmin/dtype"
        | "extreme/dtype"
        | "trowexpanddiv/dtype"
        | "trowexpandexpdif/dtype"
        | "trowexpand/dtype"
        | "rowextreme/dtype"
        | "trowsum/dtype"
        | "trowprod/dtype"
        | "tcolprod/dtype"
        | "rowexpand/dtype"
        | "tconcat/dtype" => dtypes(spec.check, "dst"),
        "rowplace/dtype" | "colplace/dtype" => dtypes(spec.check, "src"),
        "tconcat/index-integer" => dtypes(spec.check, "src0Idx"),
        other => place_checks::values(other),
    }
}

fn location(location: Location) -> Partial {
    let holds = move |t: &Tuple| any(t, |t| t.loc == location);
    (format!("{location} accepted"), format!("It accepts location {location}."), How::Unless(Arc::new(holds)))
}

/// One dtype too many or too few, for every dtype that some target accepts or rejects.
fn dtypes(check: &str, operand: &'static str) -> Vec<Partial> {
    use DType::{F16, F32, I16, I32, I64, U16, U32, U64};
    let always: &[DType] = match check {
        "tcolsum/dtype"
        | "extreme/dtype"
        | "tcolexpandadd/dtype"
        | "tcolexpandmul/dtype"
        | "tcolexpandmax/dtype"
        | "tcolexpandmin/dtype"
        | "rowexpand/dtype"
        | "rowextreme/dtype"
        | "rowplace/dtype"
        | "trowsum/dtype"
        | "trowprod/dtype"
        | "tcolprod/dtype" => &[F16, F32, I16, I32],
        "tcolexpandsub/dtype" | "tcolexpanddiv/dtype" | "tcolexpandexpdif/dtype" | "trowexpanddiv/dtype" | "trowexpandexpdif/dtype" => {
            &[F16, F32]
        }
        "colplace/dtype" => &[F16, F32, U16, U32],
        "tcolexpand/dtype" | "trowexpand/dtype" | "tconcat/dtype" => &DType::ALL[..0],
        _ => &[],
    };
    let mut list = Vec::new();
    for dtype in DType::ALL.iter().copied() {
        let holds = move |t: &Tuple| t.tile(operand).is_some_and(|t| t.dtype == dtype);
        let wide = matches!(dtype, I64 | U64);
        let (never, sometimes_not) = match check {
            "trowsum/dtype" => (!always.contains(&dtype) && !wide, !always.contains(&dtype)),
            "tcolexpandexpdif/dtype" | "trowexpandexpdif/dtype" => (!always.contains(&dtype), !always.contains(&dtype)),
            "tcolprod/dtype" => (wide || dtype.bytes() == 1, !always.contains(&dtype)),
            "rowextreme/dtype" | "trowprod/dtype" => (dtype == DType::Bf16, !always.contains(&dtype)),
            "tcolsum/dtype" | "extreme/dtype" | "rowplace/dtype" | "colplace/dtype" => (false, !always.contains(&dtype)),
            "tcolexpand/dtype" | "trowexpand/dtype" => (false, wide),
            "tconcat/dtype" => (wide, wide),
            "tconcat/index-integer" => (wide || dtype.is_float(), wide || dtype.is_float()),
            _ => (wide, !always.contains(&dtype)),
        };
        if sometimes_not {
            list.push((format!("{dtype} accepted"), format!("It accepts {dtype}."), How::Unless(Arc::new(holds))));
        }
        if !never {
            list.push((format!("{dtype} rejected"), format!("It rejects {dtype}."), How::Also(Arc::new(holds))));
        }
    }
    list
}

fn any(tuple: &Tuple, holds: impl Fn(&Tile) -> bool) -> bool {
    tuple.operands.iter().any(|o| holds(&o.tile))
}

fn all(tuple: &Tuple, holds: impl Fn(&Tile) -> bool) -> bool {
    tuple.operands.iter().all(|o| holds(&o.tile))
}

fn bytes(tuple: &Tuple) -> u64 {
    tuple.operands.iter().map(|o| o.tile.bytes()).fold(0, u64::saturating_add)
}

fn largest(tuple: &Tuple) -> u64 {
    tuple.operands.iter().map(|o| o.tile.bytes()).max().unwrap_or(0)
}

/// Whether types that differ do so in signedness alone.
fn same_width_integers(tuple: &Tuple) -> bool {
    tuple.operands.windows(2).all(|w| {
        let [a, b] = [&w[0].tile, &w[1].tile].map(|t| t.dtype);
        a == b || (a.is_int() && b.is_int() && a.bytes() == b.bytes())
    })
}
