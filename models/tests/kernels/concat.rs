//! TCONCAT: basic and indexed forms.

use crate::case::{Case, Run, column, model, nd};
use ptoconf_schemas::{DType, Tile};

const TARGETS: [&str; 3] = ["a2a3", "a5", "cpu"];

fn data(form: &str, dst: Tile, src0: Tile, src1: Tile) -> Case {
    Case::new("tconcat", form).out("dst", dst).input("src0", src0, |row, col| (100 + 10 * row + col) as u16).input(
        "src1",
        src1,
        |row, col| (200 + 10 * row + col) as u16,
    )
}

fn u16_tile(rows: u32, cols: u32, valid: [u32; 2]) -> Tile {
    nd(DType::U16, [rows, cols], valid)
}

#[test]
fn basic_form_joins_valid_columns() {
    for target in TARGETS {
        let run = data("basic", u16_tile(3, 16, [2, 5]), u16_tile(2, 16, [2, 3]), u16_tile(2, 16, [2, 2])).run(&model(target));
        assert_eq!(run.row::<u16>("dst", 0, 0..5), [100, 101, 102, 200, 201], "{target}");
        assert_eq!(run.row::<u16>("dst", 1, 0..5), [110, 111, 112, 210, 211], "{target}");
        assert!(run.untouched("dst", 2, 0..16) && run.touched().is_empty());
    }
}

#[test]
fn basic_form_with_an_empty_source() {
    for target in TARGETS {
        let run = data("basic", u16_tile(1, 16, [1, 2]), u16_tile(1, 16, [1, 0]), u16_tile(1, 16, [1, 2])).run(&model(target));
        assert_eq!(run.row::<u16>("dst", 0, 0..2), [200, 201], "{target}");
    }
}

/// Four rows of up to 6 columns; index values per row, in a column of the given type.
fn indexed(target: &str, index: DType, values: [[i64; 2]; 4], dst_cols: u32) -> Run {
    let rows = index.block();
    let bytes = |which: usize| {
        let mut data = vec![0; rows as usize * index.bytes()];
        values.iter().enumerate().for_each(|(row, v)| index.write(&mut data, row, v[which] as u64));
        data
    };
    let counts = if target == "cpu" { nd(index, [1, rows], [1, 4]) } else { column(index, rows, 4) };
    Case::new("tconcat", "indexed-count")
        .out("dst", u16_tile(4, 16, [4, dst_cols]))
        .input("src0", u16_tile(4, 16, [4, 6]), |row, col| (100 + 10 * row + col) as u16)
        .input("src1", u16_tile(4, 16, [4, 6]), |row, col| (200 + 10 * row + col) as u16)
        .out("dstIdx", counts)
        .operand("src0Idx", ptoconf_schemas::Role::In, column(index, rows, 4), bytes(0))
        .operand("src1Idx", ptoconf_schemas::Role::In, column(index, rows, 4), bytes(1))
        .run(&model(target))
}

fn counts(run: &Run, target: &str) -> Vec<i32> {
    if target == "cpu" { run.row("dstIdx", 0, 0..4) } else { (0..4).flat_map(|row| run.row::<i32>("dstIdx", row, 0..1)).collect() }
}

#[test]
fn devices_take_bytes_of_the_index_type() {
    for target in ["a2a3", "a5"] {
        let run = indexed(target, DType::I32, [[8, 4], [11, 7], [0, 12], [100, 100]], 8);
        assert_eq!(run.row::<u16>("dst", 0, 0..3), [100, 101, 200]);
        assert_eq!(run.row::<u16>("dst", 1, 0..3), [110, 111, 210], "bytes are rounded down");
        assert_eq!(run.row::<u16>("dst", 2, 0..3), [220, 221, 222]);
        assert_eq!(run.row::<u16>("dst", 3, 0..8), [130, 131, 132, 133, 134, 135, 136, 137], "clamped to the columns of dst");
        assert_eq!(counts(&run, target), [12, 12, 12, 32]);
        assert!(run.touched().is_empty());
    }
}

#[test]
fn the_cpu_takes_counts() {
    let run = indexed("cpu", DType::I32, [[2, 1], [0, 3], [5, 5], [6, 4]], 8);
    assert_eq!(run.row::<u16>("dst", 0, 0..3), [100, 101, 200]);
    assert_eq!(run.row::<u16>("dst", 2, 0..8), [120, 121, 122, 123, 124, 220, 221, 222]);
    assert_eq!(counts(&run, "cpu"), [3, 3, 10, 10], "before the clamp");
}

#[test]
fn negative_values_are_large() {
    let run = indexed("a5", DType::I32, [[-1, 4], [4, -1], [-8, -8], [4, 4]], 5);
    assert_eq!(run.row::<u16>("dst", 0, 0..5), [100, 101, 102, 103, 104]);
    assert_eq!(run.row::<u16>("dst", 1, 0..5), [110, 210, 211, 212, 213]);
    assert_eq!(counts(&run, "a5"), [20, 20, 20, 8]);
}

#[test]
fn reads_stop_at_the_physical_columns() {
    // 20 columns of dst, sources of 16: what lies past them is zero, not memory behind the tile.
    let run = Case::new("tconcat", "indexed")
        .out("dst", u16_tile(1, 32, [1, 20]))
        .input("src0", u16_tile(1, 16, [1, 2]), |_, col| col as u16 + 1)
        .input("src1", u16_tile(1, 16, [1, 2]), |_, _| 9u16)
        .input("src0Idx", column(DType::U8, 32, 1), |_, _| 18u8)
        .input("src1Idx", column(DType::U8, 32, 1), |_, _| 1u8)
        .run(&model("a5"));
    assert_eq!(run.row::<u16>("dst", 0, 14..20), [15, 16, 0, 0, 9, 0xa5a5]);
    assert!(run.touched().is_empty());
}

#[test]
fn a_row_major_index_tile_gives_its_first_column() {
    let run = Case::new("tconcat", "indexed")
        .out("dst", u16_tile(2, 16, [2, 4]))
        .input("src0", u16_tile(2, 16, [2, 2]), |row, _| row as u16)
        .input("src1", u16_tile(2, 16, [2, 2]), |_, _| 9u16)
        .input("src0Idx", nd(DType::I16, [2, 16], [2, 3]), |row, col| if col == 0 { 2 * (row as i16 + 1) } else { 99 })
        .input("src1Idx", nd(DType::I16, [2, 16], [2, 3]), |_, col| if col == 0 { 2i16 } else { 99 })
        .run(&model("a5"));
    assert_eq!(run.row::<u16>("dst", 0, 0..2), [0, 9]);
    assert_eq!(run.row::<u16>("dst", 1, 0..3), [1, 1, 9]);
    assert!(run.untouched("dst", 0, 2..16));
}

#[test]
fn sources_are_read_before_dst_is_written() {
    // dst lies on src1: writing src0 first must not spoil it.
    for target in TARGETS {
        let tile = || u16_tile(1, 16, [1, 8]);
        let run =
            data("basic", u16_tile(1, 16, [1, 16]), tile(), tile()).change("src1", |t| t.same_as = Some("dst".into())).run(&model(target));
        let expected: Vec<u16> = (100..108).chain(200..208).collect();
        assert_eq!(run.row::<u16>("dst", 0, 0..16), expected, "{target}");
    }
}
