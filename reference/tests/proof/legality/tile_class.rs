//! Rules of the tile class, on tuples of TCOLSUM and TCOLEXPANDADD; and those of a user's profile.

use super::{Case, Change, base, verdict};
use ptoconf_reference::Profile;
use ptoconf_schemas::{BaseProfile, DType, ProfileFile, SLayout, Tile};

fn nd(rows: u32, cols: u32) -> Tile {
    Tile::nd(DType::F32, rows, cols)
}

pub fn cases() -> Vec<Case> {
    let sum = base("tcolsum", "plain", "exact-window", &[("dst", nd(1, 16)), ("src", nd(16, 16))]);
    let add = base("tcolexpandadd", "plain", "exact-window", &[("dst", nd(16, 16)), ("src0", nd(16, 16)), ("src1", nd(1, 16))]);
    let rows = |what, rows, want| sum.case(what, want, move |c| *c.tile("src") = nd(rows, 16));
    let (memory, more) = ("illegal tile/fits-memory", "open tile/fits-memory");
    let physical = |rule: &str| format!("illegal tile/{rule} + illegal tile/valid-within-physical");
    let (no_row, no_column) = (physical("rows-positive"), physical("cols-positive"));
    let class = |rule: &str| ["open", "open", "illegal", "illegal"].map(|word| format!("{word} tile/{rule}"));
    let [fractal, line, boxes] = ["fractal-size", "line-aligned", "boxes-divide"].map(class);
    let asserted = |what, want: &[String; 4], change: fn(&mut Change)| sum.case(what, want.each_ref().map(|w| &**w), change);
    vec![
        sum.legal("the plain form"),
        sum.case("no physical rows", [&no_row; 4], |c| c.tile("dst").shape[0] = 0),
        sum.case("no physical columns", [&no_column; 4], |c| c.tile("dst").shape[1] = 0),
        sum.case("valid rows beyond physical ones", ["illegal tile/valid-within-physical"; 4], |c| c.tile("src").valid[0] = 17),
        asserted("fractal size 16", &fractal, |c| c.tile("src").fractal = 16),
        asserted("a row of 68 bytes", &line, |c| c.tile("src").shape[1] = 17),
        asserted("a box of 16 columns and 24 columns", &boxes, |c| {
            c.tile("src").fractal = 1024;
            c.tile("src").shape[1] = 24;
        }),
        sum.case("a Vec tile need not have whole boxes of rows", [""; 4], |c| {
            c.tile("src").fractal = 1024;
            c.tile("src").shape[0] = 17;
        }),
        sum.case("an address of 16", [ODD, ODD, ODD_ILLEGAL, ODD_ILLEGAL], |c| c.tile("src").address = Some(16)),
        sum.case("an address of 32", [""; 4], |c| c.tile("src").address = Some(32)),
        rows("192 KiB together", 3071, [""; 4]),
        rows("a row more", 3072, [more, "", memory, ""]),
        rows("256 KiB together", 4095, [more, "", memory, ""]),
        rows("a row more", 4096, [more, "", memory, memory]),
        rows("512 KiB together", 8191, [more, "", memory, memory]),
        rows("a row more", 8192, [memory; 4]),
        sum.case("an address too near the end", [more, "", memory, memory], |c| c.tile("src").address = Some((256 << 10) - 992)),
        sum.case("a static extent of zero", [ZERO, ZERO, STATIC, STATIC], |c| c.tile("src").valid[0] = 0),
        sum.case("4096 columns", ["open tile/documented-maximum"; 4], |c| c.tiles(&["dst", "src"], |t| *t = nd(1, 4096))),
        sum.case("4088 columns", [""; 4], |c| c.tiles(&["dst", "src"], |t| *t = nd(1, 4088))),
        add.case("a boxed Vec tile", ["open tile/vec-not-boxed"; 4], |c| c.tile("src0").slayout = SLayout::RowMajor),
        add.case("dst shares src0's memory", ["open tile/no-alias"; 4], |c| c.tile("dst").same_as = Some("src0".into())),
    ]
}

const ODD: &str = "open tile/address-aligned";
const ODD_ILLEGAL: &str = "illegal tile/address-aligned";
const ZERO: &str = "open tile/static-extent-positive + open src-not-empty";
const STATIC: &str = "illegal tile/static-extent-positive + open src-not-empty";

fn own(change: impl Fn(&mut ProfileFile)) -> Profile {
    let mut file = ProfileFile {
        name: "own".to_owned(),
        base: BaseProfile::A5,
        limits: None,
        operations: None,
        dtypes: [("tcolsum".to_owned(), vec![DType::F16])].into(),
        forms: [("tcolsum".to_owned(), vec!["tmp".to_owned()])].into(),
        max_unsupported: None,
        requires_observed: vec![],
        readings: [].into(),
        at: vec![],
    };
    change(&mut file);
    Profile::from_file(&file).expect("a profile")
}

#[test]
fn a_profile_of_ones_own_narrows() {
    let tuple = |dtype, form: &str| {
        let tile = |rows| Tile::nd(dtype, rows, 16);
        let tiles = [("dst", tile(1)), ("src", tile(16)), ("tmp", tile(16))];
        base("tcolsum", form, "exact-window", &tiles[..if form == "tmp" { 3 } else { 2 }]).tuple
    };
    let profile = own(|_| {});
    assert_eq!(verdict(&profile, &tuple(DType::F16, "tmp"), "exact-window"), "");
    assert_eq!(verdict(&profile, &tuple(DType::F32, "tmp"), "exact-window"), "illegal profile/dtype");
    assert_eq!(verdict(&profile, &tuple(DType::F16, "plain"), "exact-window"), "illegal profile/form");
    let strict = own(|f| {
        f.forms.clear();
        f.dtypes.clear();
        f.readings.insert("tcolsum/dtypes".to_owned(), vec!["four".to_owned()]);
    });
    assert_eq!(verdict(&strict, &tuple(DType::I16, "plain"), "exact-window"), "");
    assert_eq!(verdict(&strict, &tuple(DType::U16, "plain"), "exact-window"), "illegal tcolsum/dtype-supported");
}
