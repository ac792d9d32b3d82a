//! Legality: each check rejects something that no other check does.

use crate::case::{Case, column, model, nd};
use ptoconf_models::{Change, builtin_names};
use ptoconf_schemas::{BLayout, DType, Location, Outcome, RunStage, SLayout, Tile};

const F32: DType = DType::F32;

fn sum() -> Case {
    Case::new("tcolsum", "tmp")
        .out("dst", nd(F32, [1, 16], [1, 16]))
        .input("src", nd(F32, [4, 16], [4, 16]), |_, _| 1f32)
        .scratch("tmp", nd(F32, [2, 16], [2, 16]))
        .binary(true)
}

fn expand() -> Case {
    Case::new("tcolexpand", "plain").out("dst", nd(F32, [4, 16], [4, 16])).input("src", nd(F32, [1, 16], [1, 16]), |_, _| 1f32)
}

fn add() -> Case {
    arith("tcolexpandadd")
}

fn extreme() -> Case {
    Case::new("tcolmax", "plain").out("dst", nd(F32, [1, 16], [1, 16])).input("src", nd(F32, [4, 16], [4, 16]), |_, _| 1f32)
}

fn row_expand() -> Case {
    Case::new("trowexpand", "plain").out("dst", nd(F32, [8, 16], [8, 16])).input("src", nd(F32, [8, 8], [8, 8]), |_, _| 1f32)
}

fn row_extreme() -> Case {
    row_reduction("trowmax")
}

fn row_sum() -> Case {
    row_reduction("trowsum")
}

fn row_product() -> Case {
    row_reduction("trowprod")
}

fn product() -> Case {
    let mut product = extreme();
    product.tuple.op = "tcolprod".into();
    product
}

fn row_reduction(op: &str) -> Case {
    let square = || nd(F32, [8, 16], [8, 16]);
    Case::new(op, "plain").out("dst", column(F32, 8, 8)).input("src", square(), |_, _| 1f32).scratch("tmp", square())
}

fn row_place() -> Case {
    let square = || nd(F32, [8, 16], [8, 16]);
    let outputs = Case::new("trowargmax", "value-index").out("dstVal", column(F32, 8, 8)).out("dstIdx", column(DType::I32, 8, 8));
    outputs.input("src", square(), |_, _| 1f32).scratch("tmp", square())
}

fn column_place() -> Case {
    let row = |dtype| nd(dtype, [1, 16], [1, 16]);
    let outputs = Case::new("tcolargmax", "value-index").out("dstVal", row(F32)).out("dstIdx", row(DType::I32));
    outputs.input("src", nd(F32, [8, 16], [8, 16]), |_, _| 1f32).scratch("tmp", row(F32))
}

fn row_arith(form: &str) -> Case {
    row_arith_of("trowexpandadd", form)
}

fn row_arith_of(op: &str, form: &str) -> Case {
    let one = |_, _| 1f32;
    let square = || nd(F32, [8, 16], [8, 16]);
    let case = Case::new(op, form).out("dst", square()).input("src0", square(), one).input("src1", column(F32, 8, 8), one);
    if form == "tmp" { case.scratch("tmp", nd(F32, [8, 8], [8, 8])) } else { case }
}

fn arith(op: &str) -> Case {
    let one = |_, _| 1f32;
    Case::new(op, "plain").out("dst", nd(F32, [8, 16], [8, 16])).input("src0", nd(F32, [8, 16], [8, 16]), one).input(
        "src1",
        nd(F32, [8, 16], [1, 16]),
        one,
    )
}

fn concat(target: &str) -> Case {
    let counts = if target == "cpu" { nd(DType::I32, [1, 8], [1, 4]) } else { column(DType::I32, 8, 4) };
    Case::new("tconcat", "indexed-count")
        .out("dst", nd(F32, [4, 16], [4, 16]))
        .input("src0", nd(F32, [4, 8], [4, 8]), |_, _| 1f32)
        .input("src1", nd(F32, [4, 8], [4, 8]), |_, _| 1f32)
        .out("dstIdx", counts)
        .input("src0Idx", column(DType::I32, 8, 4), |_, _| 4)
        .input("src1Idx", column(DType::I32, 8, 4), |_, _| 4)
}

fn basic_concat() -> Case {
    Case::new("tconcat", "basic").out("dst", nd(F32, [4, 16], [4, 16])).input("src0", nd(F32, [4, 8], [4, 8]), |_, _| 1f32).input(
        "src1",
        nd(F32, [4, 8], [4, 8]),
        |_, _| 1f32,
    )
}

fn all_tiles(mut case: Case, change: fn(&mut Tile)) -> Case {
    case.tuple.operands.iter_mut().for_each(|o| change(&mut o.tile));
    case
}

/// For each check, a target and a tuple that breaks it and nothing else.
fn illegal(check: &str) -> Option<(&'static str, Case)> {
    let empty_row = |t: &mut Tile| (t.shape, t.valid, t.dynamic) = ([0, 16], [0, 16], [true, false]);
    Some(match check {
        "tile/not-empty" => ("a5", expand().change("src", empty_row)),
        "tile/static-extent" => ("a5", expand().change("src", |t| t.valid = [0, 16])),
        "tile/valid-within-physical" => ("a2a3", expand().change("src", |t| t.valid = [2, 16])),
        "tile/location" => ("a5", expand().change("dst", |t| t.loc = Location::Mat)),
        "tile/not-boxed" => ("a5", add().change("src0", |t| t.slayout = SLayout::RowMajor)),
        "tile/fractal" => ("a5", expand().change("dst", |t| t.fractal = 16)),
        "tile/row-bytes" => ("a5", expand().change("dst", |t| t.shape = [4, 17])),
        "tile/box-columns" => ("cpu", basic_concat().change("src0", |t| t.fractal = 1024)),
        "tile/address-aligned" => ("a5", expand().change("dst", |t| t.address = Some(48))),
        "tile/address-in-memory" => ("a5", expand().change("dst", |t| t.address = Some(262_144 - 32))),
        "tile/capacity" => ("a2a3", expand().change("dst", |t| t.shape = [3072, 16])),
        "tcolsum/same-dtype" => ("a5", sum().change("tmp", |t| t.dtype = DType::I32)),
        "tcolsum/columns-equal" => ("a5", sum().change("dst", |t| t.valid = [1, 15])),
        "tcolsum/tmp-columns" => ("a5", sum().change("tmp", |t| (t.shape, t.valid) = ([2, 8], [2, 8]))),
        "tcolsum/tmp-rows" => ("a2a3", sum().change("tmp", |t| (t.shape, t.valid) = ([1, 16], [1, 16]))),
        "tcolsum/row-major" => ("a5", sum().change("tmp", |t| (t.blayout, t.shape, t.valid) = (BLayout::ColMajor, [8, 16], [2, 16]))),
        "tcolsum/no-alias" => ("a5", sum().change("dst", |t| t.same_as = Some("src".into()))),
        "tcolsum/dtype" => ("a2a3", all_tiles(sum(), |t| t.dtype = DType::U32)),
        "tcolexpand/same-dtype" => ("a5", expand().change("src", |t| t.dtype = DType::I32)),
        "tcolexpand/columns-equal" => ("a5", expand().change("src", |t| t.valid = [1, 9])),
        "tcolexpand/row-major" => ("a5", expand().change("dst", |t| (t.blayout, t.shape) = (BLayout::ColMajor, [8, 16]))),
        "tcolexpand/dtype" => ("a2a3", all_tiles(expand(), |t| t.dtype = DType::U64)),
        "expand/same-dtype" => ("a5", add().change("src1", |t| t.dtype = DType::I32)),
        "expand/src0-shape" => ("a5", add().change("src0", |t| t.valid = [7, 16])),
        "expand/src1-columns" => ("cpu", add().change("src1", |t| t.valid = [1, 15])),
        "expand/src1-rows" => ("a5", add().change("src1", |t| (t.valid, t.dynamic) = ([0, 16], [true, false]))),
        "expand/dst-row-major" => ("cpu", add().change("dst", |t| t.blayout = BLayout::ColMajor)),
        "expand/sources-row-major" => ("a2a3", add().change("src0", |t| t.blayout = BLayout::ColMajor)),
        "tcolexpandadd/dtype" => ("a2a3", all_tiles(add(), |t| t.dtype = DType::U32)),
        "tcolexpandsub/dtype" => ("cpu", all_tiles(arith("tcolexpandsub"), |t| t.dtype = DType::I32)),
        "tcolexpandmul/dtype" => ("cpu", all_tiles(arith("tcolexpandmul"), |t| (t.dtype, t.shape) = (DType::I8, [8, 32]))),
        "tcolexpanddiv/dtype" => ("a2a3", all_tiles(arith("tcolexpanddiv"), |t| t.dtype = DType::I32)),
        "tcolexpandexpdif/dtype" => ("a5", all_tiles(arith("tcolexpandexpdif"), |t| t.dtype = DType::I32)),
        "tcolexpandmax/dtype" => ("a2a3", all_tiles(arith("tcolexpandmax"), |t| t.dtype = DType::U32)),
        "tcolexpandmin/dtype" => ("a5", all_tiles(arith("tcolexpandmin"), |t| t.dtype = DType::U64)),
        "extreme/same-dtype" => ("a5", extreme().change("src", |t| t.dtype = DType::I32)),
        "extreme/columns-equal" => ("cpu", extreme().change("dst", |t| t.valid = [1, 15])),
        "extreme/row-major" => ("cpu", extreme().change("src", |t| (t.blayout, t.shape) = (BLayout::ColMajor, [8, 16]))),
        "extreme/dtype" => ("cpu", all_tiles(extreme(), |t| t.dtype = DType::U32)),
        "trowexpand/same-dtype" => ("a5", row_expand().change("src", |t| t.dtype = DType::I32)),
        "trowexpand/rows-equal" => ("a5", row_expand().change("src", |t| t.valid = [7, 8])),
        "trowexpand/src-not-empty" => ("a5", row_expand().change("src", |t| (t.valid, t.dynamic) = ([8, 0], [false, true]))),
        "trowexpand/dst-row-major" => ("cpu", row_expand().change("dst", |t| t.blayout = BLayout::ColMajor)),
        "trowexpand/src-row-major" => ("a2a3", row_expand().change("src", |t| t.blayout = BLayout::ColMajor)),
        "trowexpand/dtype" => ("a2a3", all_tiles(row_expand(), |t| t.dtype = DType::U64)),
        "rowextreme/same-dtype" => ("a5", row_extreme().change("src", |t| t.dtype = DType::I32)),
        "rowextreme/rows-equal" => ("cpu", row_extreme().change("dst", |t| t.valid = [7, 1])),
        "rowextreme/src-not-empty" => ("a2a3", row_extreme().change("src", |t| (t.valid, t.dynamic) = ([8, 0], [false, true]))),
        "rowextreme/src-row-major" => ("a5", row_extreme().change("src", |t| t.blayout = BLayout::ColMajor)),
        "rowextreme/dst-layout" => ("cpu", row_extreme().change("dst", |t| t.shape = [8, 2])),
        "rowextreme/dtype" => ("a2a3", all_tiles(row_extreme(), |t| t.dtype = DType::U32)),
        "rowplace/value-dtype" => ("a5", row_place().change("dstVal", |t| t.dtype = DType::I32)),
        "rowplace/index-dtype" => ("cpu", row_place().change("dstIdx", |t| t.dtype = F32)),
        "rowplace/rows-equal" => ("a2a3", row_place().change("dstVal", |t| t.valid = [7, 1])),
        "rowplace/src-not-empty" => ("a5", row_place().change("src", |t| (t.valid, t.dynamic) = ([8, 0], [false, true]))),
        "rowplace/src-row-major" => ("a5", row_place().change("src", |t| t.blayout = BLayout::ColMajor)),
        "rowplace/dst-layout" => ("cpu", row_place().change("dstIdx", |t| t.shape = [8, 2])),
        "rowplace/dtype" => {
            let unsigned = |t: &mut Tile| t.dtype = DType::U32;
            ("a2a3", row_place().change("dstVal", unsigned).change("src", unsigned))
        }
        "colplace/value-dtype" => ("a5", column_place().change("dstVal", |t| t.dtype = DType::I32)),
        "colplace/index-dtype" => ("cpu", column_place().change("dstIdx", |t| t.dtype = F32)),
        "colplace/tmp-dtype" => ("a2a3", column_place().change("tmp", |t| t.dtype = DType::I32)),
        "colplace/columns-equal" => ("a2a3", column_place().change("dstVal", |t| t.valid = [1, 15])),
        "colplace/one-row" => ("cpu", column_place().change("dstIdx", |t| (t.shape, t.valid) = ([2, 16], [2, 16]))),
        "colplace/src-not-empty" => ("a5", column_place().change("src", |t| (t.valid, t.dynamic) = ([0, 16], [true, false]))),
        "colplace/dst-row-major" => ("a5", column_place().change("dstVal", |t| (t.blayout, t.shape) = (BLayout::ColMajor, [8, 16]))),
        "colplace/bytes" => {
            let byte = |t: &mut Tile| (t.dtype, t.shape[1]) = (DType::U8, 32);
            ("a5", column_place().change("dstVal", byte).change("src", byte))
        }
        "colplace/dtype" => {
            let signed = |t: &mut Tile| t.dtype = DType::I32;
            ("a2a3", column_place().change("dstVal", signed).change("src", signed).change("tmp", signed))
        }
        "trowsum/same-dtype" => ("a5", row_sum().change("src", |t| t.dtype = DType::I32)),
        "trowsum/rows-equal" => ("cpu", row_sum().change("dst", |t| t.valid = [7, 1])),
        "trowsum/src-not-empty" => ("a2a3", row_sum().change("src", |t| (t.valid, t.dynamic) = ([8, 0], [false, true]))),
        "trowsum/src-row-major" => ("a5", row_sum().change("src", |t| t.blayout = BLayout::ColMajor)),
        "trowsum/dst-layout" => ("cpu", row_sum().change("dst", |t| t.shape = [8, 2])),
        "trowsum/dtype" => ("a2a3", all_tiles(row_sum(), |t| t.dtype = DType::U32)),
        "trowprod/same-dtype" => ("a5", row_product().change("src", |t| t.dtype = DType::I32)),
        "trowprod/rows-equal" => ("cpu", row_product().change("dst", |t| t.valid = [7, 1])),
        "trowprod/src-not-empty" => ("a2a3", row_product().change("src", |t| (t.valid, t.dynamic) = ([8, 0], [false, true]))),
        "trowprod/src-row-major" => ("a5", row_product().change("src", |t| t.blayout = BLayout::ColMajor)),
        "trowprod/dst-layout" => ("cpu", row_product().change("dst", |t| t.shape = [8, 2])),
        "trowprod/dtype" => ("a5", all_tiles(row_product(), |t| t.dtype = DType::U32)),
        "tcolprod/same-dtype" => ("a5", product().change("src", |t| t.dtype = DType::I32)),
        "tcolprod/columns-equal" => ("a5", product().change("dst", |t| t.valid = [1, 15])),
        "tcolprod/row-major" => ("cpu", product().change("src", |t| (t.blayout, t.shape) = (BLayout::ColMajor, [8, 16]))),
        "tcolprod/dtype" => ("a2a3", all_tiles(product(), |t| t.dtype = DType::U32)),
        "rowexpand/same-dtype" => ("a5", row_arith("plain").change("src1", |t| t.dtype = DType::I32)),
        "rowexpand/one-full" => ("cpu", row_arith("plain").change("src0", |t| t.valid = [8, 15])),
        "rowexpand/rows" => ("a5", row_arith("plain").change("src1", |t| t.valid = [5, 1])),
        "rowexpand/columns" => ("cpu", row_arith("plain").change("src1", |t| (t.shape, t.valid) = ([8, 2], [8, 2]))),
        "rowexpand/tmp-size" => ("a2a3", row_arith("tmp").change("tmp", |t| (t.shape, t.valid) = ([7, 8], [7, 8]))),
        "rowexpand/dst-row-major" => ("cpu", row_arith("plain").change("dst", |t| t.blayout = BLayout::ColMajor)),
        "rowexpand/full-row-major" => ("a2a3", row_arith("plain").change("src0", |t| t.blayout = BLayout::ColMajor)),
        "rowexpand/tmp-mode" => {
            let block = |t: &mut Tile| (t.blayout, t.shape, t.valid) = (BLayout::RowMajor, [8, 8], [8, 8]);
            ("a2a3", row_arith("tmp").change("src1", block))
        }
        "trowexpanddiv/dtype" => ("a2a3", all_tiles(row_arith_of("trowexpanddiv", "plain"), |t| t.dtype = DType::I32)),
        "trowexpandexpdif/dtype" => ("cpu", all_tiles(row_arith_of("trowexpandexpdif", "plain"), |t| t.dtype = DType::I32)),
        "rowexpand/dtype" => ("a2a3", all_tiles(row_arith("plain"), |t| t.dtype = DType::U32)),
        "tconcat/same-dtype" => ("a5", basic_concat().change("src1", |t| t.dtype = DType::I32)),
        "tconcat/same-index-dtype" => ("a5", concat("a5").change("src0Idx", |t| t.dtype = DType::U32)),
        "tconcat/index-integer" => {
            let indexed = |t: &mut Tile| t.dtype = F32;
            ("a5", concat("a5").change("dstIdx", indexed).change("src0Idx", indexed).change("src1Idx", indexed))
        }
        "tconcat/rows-equal" => ("a5", basic_concat().change("src1", |t| t.valid = [3, 8])),
        "tconcat/columns-add-up" => ("a5", basic_concat().change("dst", |t| t.valid = [4, 15])),
        "tconcat/index-extent" => ("a5", concat("a5").change("src0Idx", |t| t.valid = [3, 1])),
        "tconcat/count-extent" => ("cpu", concat("a5")),
        "tconcat/row-major" => ("a5", basic_concat().change("src0", |t| (t.blayout, t.shape) = (BLayout::ColMajor, [8, 8]))),
        "tconcat/index-layout" => ("a5", concat("a5").change("src0Idx", |t| (t.shape, t.valid) = ([8, 2], [4, 2]))),
        "tconcat/dtype" => ("a5", all_tiles(basic_concat(), |t| t.dtype = DType::I64)),
        _ => return None,
    })
}

/// Checks that break only together with another one: a tile outside Vec is rejected before its box rows matter.
const NEVER_ALONE: [&str; 1] = ["tile/box-rows"];

#[test]
fn each_check_decides_something_alone() {
    for check in model("a5").legality_checks().into_iter().filter(|c| !NEVER_ALONE.contains(c)) {
        let (target, case) = illegal(check).unwrap_or_else(|| panic!("no example for {check}"));
        let case = case.blank();
        let right = case.run(&model(target));
        assert_eq!(right.outcome(), Outcome::Rejected, "{check}");
        let line = &right.results.lines[0];
        assert!(line.stage == Some(RunStage::Verify) && line.rule.is_none() && !right.message().is_empty(), "{check}");
        let lax = model(target).changed(Change::without_check(check));
        let outcome = case.run(&lax);
        assert_eq!(outcome.outcome(), Outcome::Ok, "{check}: {}", outcome.message());
    }
}

#[test]
fn checks_have_names_of_their_own() {
    let mut names = model("cpu").legality_checks();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn legal_tuples_are_accepted_everywhere() {
    for target in builtin_names() {
        let ops = ["tcolexpandsub", "tcolexpandmul", "tcolexpanddiv", "tcolexpandexpdif", "tcolexpandmax", "tcolexpandmin"].map(arith);
        let by_row = [
            row_expand(),
            row_extreme(),
            row_arith("plain"),
            row_arith("tmp"),
            row_arith_of("trowexpanddiv", "tmp"),
            row_arith_of("trowexpandexpdif", "tmp"),
        ];
        let places = [row_place(), column_place()];
        let others = [sum(), expand(), add(), extreme(), product(), row_product(), concat(target), basic_concat()]
            .into_iter()
            .chain(by_row)
            .chain(places);
        for case in others.chain(ops) {
            assert_eq!(case.run(&model(target)).outcome(), Outcome::Ok, "{target} {}", case.tuple.op);
        }
    }
}

#[test]
fn limits_are_legal() {
    let legal = |target: &str, case: Case| {
        let run = case.blank().run(&model(target));
        assert_eq!(run.outcome(), Outcome::Ok, "{target}: {}", run.message());
    };
    legal("a2a3", expand().change("dst", |t| t.shape = [3071, 16]));
    legal("a5", expand().change("dst", |t| t.address = Some(262_144 - 256)));
    legal("a5", sum().change("tmp", |t| (t.shape, t.valid) = ([2, 16], [1, 1])));
    legal("a5", sum().binary(false).change("tmp", |t| (t.shape, t.valid) = ([1, 8], [1, 8])));
    legal("a2a3", basic_concat().change("dst", |t| t.valid = [4, 3]));
    legal("a5", row_expand().change("dst", |t| (t.valid, t.dynamic) = ([8, 0], [false, true])));
    legal("cpu", add().change("src0", |t| t.blayout = BLayout::ColMajor));
}

#[test]
fn what_the_models_do_not_have() {
    let unknown = |op, form| Case::new(op, form).run(&model("a5"));
    assert_eq!(unknown("tmul", "plain").outcome(), Outcome::Unsupported);
    assert_eq!(unknown("tcolsum", "other").outcome(), Outcome::Unsupported);
    let operands = unknown("tcolsum", "plain");
    assert_eq!(
        (operands.outcome(), operands.message()),
        (Outcome::Error, "form plain of tcolsum has the operands dst, src, and the tuple has ")
    );
    let lost = expand().change("dst", |t| t.same_as = Some("nowhere".into())).run(&model("a5"));
    assert_eq!(lost.outcome(), Outcome::Error);
    assert!(lost.message().contains("dst shares the memory of nowhere"));
}

#[test]
fn absurd_tuples_do_not_panic() {
    let lax = Change::decisions("a row more", |d| d.rows = |_, n| n + 1).and_checks_of(&Change::without_check("tile/capacity"));
    for extents in [[u32::MAX, u32::MAX], [u32::MAX, 8], [1, u32::MAX - 7]] {
        let huge = expand().blank().change("dst", |t| (t.shape, t.valid) = (extents, [1, 16]));
        assert_eq!(huge.run(&model("a5")).outcome(), Outcome::Rejected);
        assert_ne!(huge.run(&model("a5").changed(lax.clone())).outcome(), Outcome::Ok);
        let valid = expand().blank().change("src", |t| t.valid = extents);
        let outcome = valid.run(&model("a5").changed(Change::without_check("tile/valid-within-physical"))).outcome();
        assert_ne!(outcome, Outcome::Ok);
    }
    let far = expand().blank().change("dst", |t| t.address = Some(u64::MAX - 31));
    assert_eq!(far.run(&model("a5").changed(Change::without_check("tile/address-in-memory"))).outcome(), Outcome::Error);
}
