//! Whole tuples: what is legal under which option, and what comes out.

use crate::testing::Options;
use crate::{Followed, Job, Unfollowable, follow};
use ptoconf_schemas::{BLayout, CANARY, DType, Limits, Location, Names, Operand, ProfileInfo, Role, SLayout, Tile, Tuple};

const SPILT: u64 = 0x3C3C_3C3C;
const BEFORE: u64 = 0xA5A5_A5A5;

fn profile() -> ProfileInfo {
    ProfileInfo {
        name: "test".to_owned(),
        base: "test".to_owned(),
        beyond_base: vec![],
        limits: Limits { ub_bytes: 192 << 10, max_rows: 4095, max_cols: 4095 },
        max_unsupported: 0,
        requires_observed: vec![],
        operations: vec![],
        dtypes: Default::default(),
        forms: Default::default(),
        readings: vec![],
        file: None,
    }
}

/// A tile of four rows and eight columns, of which so many are valid.
fn tile(dtype: DType, valid: [u32; 2]) -> Tile {
    Tile { valid, dynamic: [true; 2], ..Tile::nd(dtype, 4, 32 / dtype.bytes() as u32) }
}

/// A tuple of an operation; the destination is first.
fn tuple(op: &str, tiles: &[Tile]) -> Tuple {
    let names: &[&str] = if tiles.len() == 2 { &["dst", "src"] } else { &["dst", "src0", "src1"] };
    let role = |at: usize| if at == 0 { Role::Out } else { Role::In };
    let operand = |(at, tile): (usize, &Tile)| Operand { name: names[at].into(), role: role(at), tile: tile.clone() };
    Tuple { op: op.into(), form: "plain".into(), attributes: Names::default(), operands: tiles.iter().enumerate().map(operand).collect() }
}

fn followed(tuple: &Tuple, inputs: Option<&[Vec<u8>]>, options: &[(&str, &str)]) -> Result<Followed, Unfollowable> {
    let padding = [options, &[("tile/dst-padding", "untouched")]].concat();
    follow(&Job { tuple, cases: 1, profile: &profile(), canary: CANARY, inputs }, &mut Options::new(&padding))
}

/// What becomes of tiles, without data: whether they are rejected, or the reading that nobody answered.
fn rejected(op: &str, tiles: &[Tile], options: &[(&str, &str)]) -> Result<bool, String> {
    match followed(&tuple(op, tiles), None, options) {
        Ok(followed) => Ok(followed.rejected[0]),
        Err(Unfollowable::Reading(reading) | Unfollowable::Option(reading, _)) => Err(reading),
        Err(other) => Err(other.to_string()),
    }
}

/// What the destination holds, by rows, where the sources hold these numbers by rows.
fn results(op: &str, tiles: &[Tile], sources: &[&[&[u64]]], options: &[(&str, &str)]) -> Vec<Vec<u64>> {
    let stack = |(tile, rows): (&Tile, &&[&[u64]])| {
        let mut bytes = vec![0; tile.bytes() as usize];
        for (at, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(col, &bits)| tile.dtype.write(&mut bytes, at * tile.cols() as usize + col, bits));
        }
        bytes
    };
    let mut inputs = vec![vec![]];
    inputs.extend(tiles[1..].iter().zip(sources).map(stack));
    let followed = followed(&tuple(op, tiles), Some(&inputs), options).expect("an answer to every question");
    let cols = tiles[0].cols() as usize;
    let read = |at: usize| tiles[0].dtype.read(&followed.outputs[0], at);
    (0..tiles[0].rows() as usize).map(|row| (0..cols).map(|col| read(row * cols + col)).collect()).collect()
}

/// The first three columns of the first three rows.
fn corner(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    rows.iter().take(3).map(|row| row[..3].to_vec()).collect()
}

/// Whether tiles of a dtype are legal by an option of `dtypes`.
fn dtypes(op: &str, operands: usize, option: &str) -> Vec<DType> {
    let reading = format!("{op}/dtypes");
    let legal = |dtype: &DType| {
        let mut tiles = vec![tile(*dtype, [1, 2]); operands];
        tiles[0].valid = [1, 2];
        rejected(op, &tiles, &[(&reading, option)]) == Ok(false)
    };
    DType::ALL.iter().copied().filter(legal).collect()
}

#[test]
fn dtypes_are_those_of_the_option() {
    use DType::{Bf16, F16, F32, I8, I16, I32, U8, U16, U32};
    let nine = vec![I8, U8, I16, U16, I32, U32, F16, Bf16, F32];
    let six = vec![I16, U16, I32, U32, F16, F32];
    let four = vec![I16, I32, F16, F32];
    for op in ["tcolexpandmul", "tcolexpandmax", "tcolexpandmin"] {
        let of = |option: &str| dtypes(op, 3, option);
        assert_eq!([of("eleven"), of("nine"), of("six"), of("four")], [DType::ALL.to_vec(), nine.clone(), six.clone(), four.clone()]);
    }
    let division = ["nine", "six", "four", "two"].map(|option| dtypes("tcolexpanddiv", 3, option));
    assert_eq!(division, [nine.clone(), six.clone(), four.clone(), vec![F16, F32]]);
    assert_eq!(dtypes("tcolexpandmul", 3, "seven"), [U8, I16, U16, I32, U32, F16, F32]);
    let bytes = vec![tile(U8, [1, 2]); 3];
    assert_eq!(rejected("tcolexpandmax", &bytes, &[("tcolexpandmax/dtypes", "seven")]), Err("tcolexpandmax/dtypes".to_owned()));
    for op in ["tcolmax", "tcolmin"] {
        let of = |option: &str| dtypes(op, 2, option);
        assert_eq!([of("eleven"), of("nine"), of("four")], [DType::ALL.to_vec(), nine.clone(), four.clone()]);
    }
    assert_eq!(dtypes("trowexpand", 2, "nine"), nine);
    assert_eq!(dtypes("trowexpand", 2, "eleven"), DType::ALL);
}

#[test]
fn expands_take_the_matrix_first_and_the_vector_second() {
    let tiles = [tile(DType::I32, [2, 3]), tile(DType::I32, [2, 3]), tile(DType::I32, [1, 3])];
    let sources: [&[&[u64]]; 2] = [&[&[2, 7, 0xFFFF_FFFF], &[5, 6, 7]], &[&[3, 4, 5], &[9, 9, 9]]];
    let of = |op: &str| corner(&results(op, &tiles, &sources, &[]));
    let rest = vec![BEFORE; 3];
    assert_eq!(of("tcolexpandmul"), [vec![6, 28, 0xFFFF_FFFB], vec![15, 24, 35], rest.clone()]);
    assert_eq!(of("tcolexpandmax"), [vec![3, 7, 5], vec![5, 6, 7], rest.clone()]);
    assert_eq!(of("tcolexpandmin"), [vec![2, 4, 0xFFFF_FFFF], vec![3, 4, 5], rest]);
    let floats = tiles.clone().map(|t| Tile { dtype: DType::F32, ..t });
    let zeros: [&[&[u64]]; 2] = [&[&[0, 1 << 31, 0], &[1 << 31, 0, 0]], &[&[1 << 31, 0, 0]]];
    let of = |option: &str| corner(&results("tcolexpandmax", &floats, &zeros, &[("tile/max-zeros", option)]))[..2].concat();
    assert_eq!(of("first"), [0, 1 << 31, 0, 1 << 31, 0, 0]);
    assert_eq!(of("second"), [1 << 31, 0, 0, 1 << 31, 0, 0]);
    // A vector as the first source stays the first of the two.
    let turned = [floats[0].clone(), floats[2].clone(), floats[1].clone()];
    let options = [("tcolexpandmax/role", "by-shape"), ("tile/max-zeros", "first")];
    let of = corner(&results("tcolexpandmax", &turned, &[zeros[1], zeros[0]], &options))[..2].concat();
    assert_eq!(of, [1 << 31, 0, 0, 1 << 31, 0, 0]);
}

#[test]
fn column_extremes_are_in_the_first_row() {
    let column: [&[u64]; 3] = [&[1, 0xFFFF_FFFF, 5], &[3, 0, 5], &[2, 7, 5]];
    let of = |op: &str, rows: u32, options: &[(&str, &str)]| {
        let tiles = [tile(DType::I32, [rows, 3]), tile(DType::I32, [3, 3])];
        corner(&results(op, &tiles, &[&column], options))
    };
    let rest = vec![BEFORE; 3];
    assert_eq!(of("tcolmax", 1, &[]), [vec![3, 7, 5], rest.clone(), rest.clone()]);
    assert_eq!(of("tcolmin", 1, &[]), [vec![1, 0xFFFF_FFFF, 5], rest.clone(), rest.clone()]);
    assert_eq!(of("tcolmin", 2, &[("tcolmin/dst-rows", "first-row")])[1], rest);
    assert_eq!(of("tcolmin", 2, &[("tcolmin/dst-rows", "every-row")]), [vec![1, 0xFFFF_FFFF, 5], vec![SPILT; 3], rest]);
}

#[test]
fn column_extremes_check_their_tiles() {
    let (dst, src) = (tile(DType::F32, [1, 3]), tile(DType::F32, [2, 3]));
    for op in ["tcolmax", "tcolmin"] {
        let check = |dst: &Tile, src: &Tile, options: &[(&str, &str)]| rejected(op, &[dst.clone(), src.clone()], options);
        let with = |name: &str, dst: &Tile, src: &Tile, option: &str| check(dst, src, &[(&format!("{op}/{name}"), option)]);
        assert_eq!(check(&dst, &src, &[]), Ok(false));
        let elsewhere = Tile { loc: Location::Mat, ..src.clone() };
        let turned = Tile { blayout: BLayout::ColMajor, shape: [8, 4], ..src.clone() };
        let other = Tile { dtype: DType::I32, ..src.clone() };
        let wider = Tile { valid: [2, 4], ..src.clone() };
        for broken in [elsewhere, turned, other, wider] {
            assert_eq!(check(&dst, &broken, &[]), Ok(true));
        }
        let empty = Tile { valid: [0, 3], ..src.clone() };
        let each = ["no-effect", "rejected"].map(|option| with("empty-src", &dst, &empty, option));
        assert_eq!(each, [Ok(false), Ok(true)]);
        let no_row = Tile { valid: [0, 3], ..dst.clone() };
        let each = ["dst", "src", "rejected"].map(|option| with("domain", &no_row, &src, option));
        assert_eq!(each, [Ok(false), Ok(false), Ok(true)]);
        let rows = Tile { valid: [2, 3], ..dst.clone() };
        let each = ["first-row", "every-row", "rejected"].map(|option| with("dst-rows", &rows, &src, option));
        assert_eq!(each, [Ok(false), Ok(false), Ok(true)]);
    }
}

#[test]
fn rows_are_expanded_as_far_as_the_source_has_them() {
    let of = |dtype: DType, rows: u32, source: &[&[u64]], options: &[(&str, &str)]| {
        let tiles = [tile(dtype, [2, 3]), tile(dtype, [rows, 2])];
        corner(&results("trowexpand", &tiles, &[source], options))
    };
    let rest = vec![BEFORE; 3];
    assert_eq!(of(DType::I32, 2, &[&[4, 9], &[5, 9]], &[]), [vec![4; 3], vec![5; 3], rest.clone()]);
    let options = [("trowexpand/rows", "iterate-dst")];
    assert_eq!(of(DType::I32, 1, &[&[4, 9], &[5, 9]], &options), [vec![4; 3], vec![SPILT; 3], rest.clone()]);
    assert_eq!(of(DType::I32, 3, &[&[4], &[5], &[6]], &options), [vec![4; 3], vec![5; 3], rest.clone()]);
    let options = [("tile/copied-nan", "quiet"), ("tile/copied-subnormals", "flushed")];
    let special: [&[u64]; 2] = [&[0x7F80_0001], &[0x8000_0001]];
    assert_eq!(of(DType::F32, 2, &special, &options), [vec![0x7FC0_0001; 3], vec![0x8000_0000; 3], rest]);
}

#[test]
fn row_expand_checks_its_tiles() {
    let (dst, src) = (tile(DType::F32, [2, 3]), tile(DType::F32, [2, 1]));
    let check = |dst: &Tile, src: &Tile, options: &[(&str, &str)]| rejected("trowexpand", &[dst.clone(), src.clone()], options);
    let each = |name: &str, dst: &Tile, src: &Tile, options: &[&str]| -> Vec<Result<bool, String>> {
        let reading = format!("trowexpand/{name}");
        options.iter().map(|option| check(dst, src, &[(&reading, option)])).collect()
    };
    let elsewhere = Tile { loc: Location::Mat, ..src.clone() };
    let turned = |t: &Tile| Tile { blayout: BLayout::ColMajor, shape: [8, 4], ..t.clone() };
    assert_eq!([check(&dst, &src, &[]), check(&dst, &elsewhere, &[]), check(&turned(&dst), &src, &[])], [Ok(false), Ok(true), Ok(true)]);
    assert_eq!(each("source-layout", &dst, &turned(&src), &["nd", "nd-or-dn"]), [Ok(true), Ok(false)]);
    // Boxes are beyond both, and are no vector tile's by the other reading.
    let boxed = Tile { slayout: SLayout::RowMajor, shape: [16, 8], ..src.clone() };
    for layout in ["nd", "nd-or-dn"] {
        let options = [("trowexpand/source-layout", layout), ("tile/boxed-vec", "yes")];
        assert_eq!(check(&dst, &boxed, &options), Ok(true));
    }
    let other = Tile { dtype: DType::I32, ..src.clone() };
    assert_eq!(each("mixed-dtypes", &dst, &other, &["equal", "unchecked"]), [Ok(true), Ok(false)]);
    let taller = Tile { valid: [3, 1], ..src.clone() };
    assert_eq!(each("rows", &dst, &taller, &["equal", "iterate-dst"]), [Ok(true), Ok(false)]);
    let wider = Tile { valid: [2, 2], ..src.clone() };
    assert_eq!(check(&dst, &wider, &[]), Ok(false));
    let wider = Tile { dynamic: [true, false], ..wider };
    assert_eq!(each("source-cols", &dst, &wider, &["any", "one-if-static"]), [Ok(false), Ok(true)]);
    assert_eq!(check(&dst, &Tile { dynamic: [false; 2], ..src.clone() }, &[]), Ok(false));
    let empty = Tile { valid: [2, 0], ..src.clone() };
    assert_eq!(each("empty-src", &dst, &empty, &["no-effect", "rejected", "dst-only"]), [Ok(false), Ok(true), Ok(false)]);
    let no_col = Tile { valid: [2, 0], ..dst };
    assert_eq!(each("empty-dst", &no_col, &src, &["no-effect", "rejected"]), [Ok(false), Ok(true)]);
}

/// A column of four rows.
fn column(dtype: DType, rows: u32) -> Tile {
    Tile { valid: [rows, 1], blayout: BLayout::ColMajor, dynamic: [true; 2], ..Tile::nd(dtype, 8, 1) }
}

#[test]
fn a_column_or_a_block_is_expanded_along_the_rows() {
    let matrix = tile(DType::I32, [2, 8]);
    let rows: &[&[u64]] = &[&[1, 2, 3, 4, 5, 6, 7, 8], &[10, 20, 30, 40, 50, 60, 70, 80]];
    let by_column = |op: &str| results(op, &[matrix.clone(), matrix.clone(), column(DType::I32, 2)], &[rows, &[&[3], &[30]]], &[]);
    assert_eq!(corner(&by_column("trowexpandadd"))[..2], [vec![4, 5, 6], vec![40, 50, 60]]);
    assert_eq!(corner(&by_column("trowexpandmax"))[..2], [vec![3, 3, 3], vec![30, 30, 30]]);
    let turned = results(
        "trowexpandsub",
        &[matrix.clone(), column(DType::I32, 2), matrix.clone()],
        &[&[&[3], &[30]], rows],
        &[("trowexpandsub/role", "either")],
    );
    assert_eq!(corner(&turned)[..2], [vec![2, 1, 0], vec![20, 10, 0]]);
    let wide = Tile { valid: [2, 16], ..Tile::nd(DType::I32, 4, 16) };
    let sources: [&[&[u64]]; 2] = [&[&[1; 16], &[2; 16]], rows];
    let by_block = results("trowexpandmul", &[wide.clone(), wide, tile(DType::I32, [2, 8])], &sources, &[]);
    assert_eq!(by_block[1][7..10], [160, 20, 40]);
}

#[test]
fn divisions_keep_the_places_of_their_operands() {
    let rows: &[&[u64]] = &[&[100, 7, 0xFFFF_FFF9], &[8, 9, 10]];
    let tiles = [tile(DType::I32, [2, 3]), tile(DType::I32, [2, 3]), tile(DType::I32, [1, 3])];
    let truncated = [("tcolexpanddiv/dtypes", "six"), ("tile/quotient-fractions", "truncated")];
    let by_column = corner(&results("tcolexpanddiv", &tiles, &[rows, &[&[7, 7, 2]]], &truncated));
    assert_eq!(by_column[..2], [vec![14, 1, 0xFFFF_FFFD], vec![1, 1, 5]]);
    let matrix = tile(DType::I32, [2, 8]);
    let wide: &[&[u64]] = &[&[1, 2, 3, 4, 5, 6, 7, 8], &[10, 20, 30, 40, 50, 60, 70, 80]];
    let turned = [matrix.clone(), column(DType::I32, 2), matrix.clone()];
    let options = [("trowexpanddiv/dtypes", "six"), ("trowexpanddiv/role", "either"), ("tile/quotient-fractions", "floored")];
    let by_row = results("trowexpanddiv", &turned, &[&[&[60], &[600]], wide], &options);
    assert_eq!(corner(&by_row)[..2], [vec![60, 30, 20], vec![60, 30, 20]]);
}

#[test]
fn divisors_that_are_zero_are_as_the_option_says() {
    const ONE: u64 = 0x3F80_0000;
    const MINUS: u64 = 1 << 31;
    let tiles = [tile(DType::F32, [1, 3]), tile(DType::F32, [1, 3]), tile(DType::F32, [1, 3])];
    let sources: [&[&[u64]]; 2] = [&[&[ONE, 0, 0x7F80_0000]], &[&[MINUS, 0, 0]]];
    let of = |op: &str, option: &str| {
        let reading = format!("{op}/zero-divisor");
        corner(&results(op, &tiles, &sources, &[(&reading, option), ("tile/nan", "canonical")])).remove(0)
    };
    assert_eq!(of("tcolexpanddiv", "ieee"), [0xFF80_0000, 0x7FC0_0000, 0x7F80_0000]);
    assert_eq!(of("tcolexpanddiv", "largest"), [0xFF7F_FFFF, 0, 0x7F80_0000]);
}

#[test]
fn exponentials_are_off_by_what_the_option_allows() {
    let tiles = [tile(DType::F16, [1, 5]), tile(DType::F16, [1, 5]), tile(DType::F16, [1, 5])];
    // 1, -10, 12 and 0 less nothing; an infinity less one.
    let sources: [&[&[u64]]; 2] = [&[&[0x3C00, 0xC900, 0x4A00, 0, 0x7C00]], &[&[0, 0, 0, 0, 0x7C00]]];
    let of = |accuracy, subnormals| {
        let options = [
            ("tcolexpandexpdif/accuracy", accuracy),
            ("tile/subnormals", subnormals),
            ("tile/float-overflow", "infinity"),
            ("tile/nan", "canonical"),
        ];
        results("tcolexpandexpdif", &tiles, &sources, &options)[0][..5].to_vec()
    };
    assert_eq!(of("correct", "kept"), [0x4170, 762, 0x7C00, 0x3C00, 0x7E00]);
    let off = of("ulp-4", "flush-results");
    assert!(off[0].abs_diff(0x4170) <= 4 && off[1..] == [0, 0x7C00, 0x3C00, 0x7E00], "{off:x?}");
    // Rounded, this difference is 64; exactly, it is a little less.
    let sources: [&[&[u64]]; 2] = [&[&[0x4280_0000]], &[&[0x3600_0000]]];
    let fused = |option| {
        let options = [("trowexpandexpdif/accuracy", "correct"), ("trowexpandexpdif/difference", option)];
        let tiles = [tile(DType::F32, [1, 1]), tile(DType::F32, [1, 1]), column(DType::F32, 1)];
        results("trowexpandexpdif", &tiles, &sources, &[&options[..], &[("trowexpandexpdif/both-full", "src0")]].concat())[0][0]
    };
    assert_eq!(fused("rounded") - fused("fused"), 20);
}

#[test]
fn row_expansions_check_their_sources() {
    let (op, matrix) = ("trowexpandadd", tile(DType::F32, [3, 7]));
    let check = |src0: Tile, src1: Tile, options: &[(&str, &str)]| rejected(op, &[matrix.clone(), src0, src1], options);
    let one_full = [("trowexpandadd/both-full", "src0")];
    assert_eq!(check(matrix.clone(), column(DType::F32, 3), &[]), Ok(false));
    assert_eq!(check(matrix.clone(), tile(DType::F32, [3, 8]), &[]), Ok(false), "blocks");
    assert_eq!(check(matrix.clone(), column(DType::F32, 2), &one_full), Ok(true), "a row is missing");
    assert_eq!(check(matrix.clone(), tile(DType::F32, [3, 1]), &one_full), Ok(true), "a column by rows");
    let turned = |option| check(column(DType::F32, 3), matrix.clone(), &[("trowexpandadd/role", option)]);
    assert_eq!([turned("either"), turned("src1-only")], [Ok(false), Ok(true)]);
    assert_eq!(check(column(DType::F32, 3), column(DType::F32, 3), &one_full), Ok(true), "no matrix");
    let one = tile(DType::F32, [3, 1]);
    let by_rows = |option| rejected(op, &[one.clone(), column(DType::F32, 3), one.clone()], &[("trowexpandadd/both-full", option)]);
    assert_eq!([by_rows("longer-rows"), by_rows("src0"), by_rows("illegal")], [Ok(false), Ok(true), Ok(true)]);
}

#[test]
fn row_extremes_are_in_the_first_column() {
    let mut with_tmp = tuple("trowmin", &[tile(DType::I32, [2, 2]), tile(DType::I32, [2, 3])]);
    with_tmp.operands.push(Operand { name: "tmp".into(), role: Role::Scratch, tile: tile(DType::I32, [2, 3]) });
    let mut bytes = vec![0; 4 * 8 * 4];
    for (at, bits) in [(0, 5), (1, 0xFFFF_FFFE), (2, 7), (8, 3), (9, 4), (10, 9)] {
        DType::I32.write(&mut bytes, at, bits);
    }
    let inputs = [vec![], bytes, vec![]];
    let options = [("trowmin/dst-cols", "first-column")];
    let got = followed(&with_tmp, Some(&inputs), &options).expect("an answer to every question");
    let read = |row: usize, col: usize| DType::I32.read(&got.outputs[0], row * 8 + col);
    assert_eq!([read(0, 0), read(1, 0), read(0, 1), read(2, 0)], [0xFFFF_FFFE, 3, BEFORE, BEFORE]);
    let rejects = |options: &[(&str, &str)]| followed(&with_tmp, None, options).map(|f| f.rejected[0]).ok();
    assert_eq!(rejects(&[("trowmin/dst-cols", "one")]), Some(true));
    with_tmp.operands[2].tile.valid = [1, 1];
    let options = |tmp| [("trowmin/dst-cols", "first-column"), ("trowmin/tmp-shape", tmp)];
    let rejects = |tmp| followed(&with_tmp, None, &options(tmp)).map(|f| f.rejected[0]).ok();
    assert_eq!([rejects("ignored"), rejects("checked")], [Some(false), Some(true)]);
}
