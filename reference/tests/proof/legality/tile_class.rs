//! Rules of the tile class, on tuples of TCOLSUM and TCOLEXPANDADD; and those of a user's profile.

use super::{Case, base, verdict};
use ptoconf_reference::Profile;
use ptoconf_schemas::{BaseProfile, DType, ProfileFile, SLayout, Tile};

fn nd(rows: u32, cols: u32) -> Tile {
    Tile::nd(DType::F32, rows, cols)
}

pub fn cases() -> Vec<Case> {
    let sum = base("tcolsum", "plain", "exact-window", &[("dst", nd(1, 16)), ("src", nd(16, 16))]);
    let add = base("tcolexpandadd", "plain", "exact-window", &[("dst", nd(16, 16)), ("src0", nd(16, 16)), ("src1", nd(1, 16))]);
    let rows = |what, rows, want| sum.case(what, want, move |c| *c.tile("src") = nd(rows, 16));
    let memory = "illegal tile/fits-memory";
    vec![
        sum.legal("the plain form"),
        sum.case("no physical rows", ["illegal tile/rows-positive"; 3], |c| c.tile("dst").shape[0] = 0),
        sum.case("no physical columns", ["illegal tile/cols-positive"; 3], |c| c.tile("dst").shape[1] = 0),
        sum.case("valid rows beyond physical ones", ["illegal tile/valid-within-physical"; 3], |c| c.tile("src").valid[0] = 17),
        sum.case("fractal size 16", ["illegal tile/fractal-size"; 3], |c| c.tile("src").fractal = 16),
        sum.case("a row of 68 bytes", ["illegal tile/line-aligned"; 3], |c| c.tile("src").shape[1] = 17),
        sum.case("a box of 16 columns and 24 columns", ["illegal tile/boxes-divide"; 3], |c| {
            c.tile("src").fractal = 1024;
            c.tile("src").shape[1] = 24;
        }),
        sum.case("a Vec tile need not have whole boxes of rows", [""; 3], |c| {
            c.tile("src").fractal = 1024;
            c.tile("src").shape[0] = 17;
        }),
        sum.case("an address of 16", ["illegal tile/address-aligned"; 3], |c| c.tile("src").address = Some(16)),
        sum.case("an address of 32", [""; 3], |c| c.tile("src").address = Some(32)),
        rows("192 KiB together", 3071, [""; 3]),
        rows("a row more", 3072, ["", memory, ""]),
        rows("256 KiB together", 4095, ["", memory, ""]),
        rows("a row more", 4096, [memory; 3]),
        sum.case("an address too near the end", [memory; 3], |c| c.tile("src").address = Some((256 << 10) - 992)),
        sum.case("a static extent of zero", ["open tile/static-extent-positive", STATIC, STATIC], |c| c.tile("src").valid[0] = 0),
        sum.case("4096 columns", ["open tile/documented-maximum"; 3], |c| c.tiles(&["dst", "src"], |t| *t = nd(1, 4096))),
        sum.case("4088 columns", [""; 3], |c| c.tiles(&["dst", "src"], |t| *t = nd(1, 4088))),
        add.case("a boxed Vec tile", ["open tile/vec-not-boxed"; 3], |c| c.tile("src0").slayout = SLayout::RowMajor),
        add.case("dst shares src0's memory", ["open tile/no-alias"; 3], |c| c.tile("dst").same_as = Some("src0".to_owned())),
    ]
}

const STATIC: &str = "illegal tile/static-extent-positive";

fn own(change: impl Fn(&mut ProfileFile)) -> Profile {
    let mut file = ProfileFile {
        name: "own".to_owned(),
        base: BaseProfile::A5,
        limits: None,
        operations: None,
        dtypes: [("tcolsum".to_owned(), vec![DType::F16])].into(),
        forms: [("tcolsum".to_owned(), vec!["tmp".to_owned()])].into(),
        max_unsupported: None,
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
