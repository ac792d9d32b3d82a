//! Broadcast, expansion, extremes and concatenation against straightforward code over random tuples.

use crate::common::{Op, Operand, Rng, by_lane, run, to_f32, with_slot};
use crate::soft::same;
use ptoconf_numeric::{Pick, PickNan, PickZero, Policy};
use ptoconf_reference::kernels::{
    Broadcast, Counts, Operands, Repeat, Unit, broadcast, column_extremes, concatenate, concatenate_counted, count_mask, counts_output,
    expand_first_column, expand_first_row, row_extremes,
};
use ptoconf_schemas::{CANARY, DType};

const INDICES: [DType; 6] = [DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32];

fn random(name: &'static str, dtype: DType, valid: [u32; 2], rng: &mut Rng) -> Operand {
    Operand::new(name, dtype, valid, &mut |_, _| rng.next())
}

const REPEATS: [Repeat; 5] = [Repeat::No, Repeat::FirstRow, Repeat::FirstColumn, Repeat::Block, Repeat::Scalar];

/// Rows and columns of an operand that stands for a matrix.
fn extents(repeat: Repeat, dtype: DType, [rows, cols]: [u32; 2]) -> [u32; 2] {
    match repeat {
        Repeat::No => [rows, cols],
        Repeat::FirstRow => [1, cols],
        Repeat::FirstColumn => [rows, 1],
        Repeat::Block => [rows, dtype.block()],
        Repeat::Scalar | Repeat::Zero => [1, 1],
    }
}

/// The element of it that stands for one of the matrix.
fn place(repeat: Repeat, dtype: DType, [row, col]: [u32; 2]) -> [u32; 2] {
    match repeat {
        Repeat::No => [row, col],
        Repeat::FirstRow => [0, col],
        Repeat::FirstColumn => [row, 0],
        Repeat::Block => [row, col % (32 / dtype.bytes() as u32)],
        Repeat::Scalar | Repeat::Zero => [0, 0],
    }
}

#[test]
fn broadcasts_repeat_a_row_a_column_or_blocks() {
    let mut rng = Rng(11);
    for round in 0..1600 {
        let dtype = rng.pick(DType::ALL);
        let shape @ [rows, cols] = [1 + rng.below(9) as u32, 1 + rng.below(40) as u32];
        let repeats = [REPEATS[round % 4], REPEATS[round / 4 % 4]];
        let [left, right] = repeats.map(|repeat| extents(repeat, dtype, shape));
        let operands = [random("a", dtype, left, &mut rng), random("b", dtype, [right[0], right[1] + 3], &mut rng)];
        let ops = [(Broadcast::Add, Op::Add), (Broadcast::Sub, Op::Sub), (Broadcast::Mul, Op::Mul), (Broadcast::Div, Op::Div)];
        for (op, lane) in ops {
            let names = Operands { left: ("a", repeats[0]), right: ("b", repeats[1]) };
            let got = run(&broadcast(op, names, Policy::default()), &operands, dtype, [rows as usize, cols as usize]);
            for i in 0..rows {
                for j in 0..cols {
                    let [a, b] = [0, 1].map(|k| {
                        let [row, col] = place(repeats[k], dtype, [i, j]);
                        operands[k].at(row, col)
                    });
                    let want = by_lane(dtype, &[a], &[b], lane, Policy::default())[0];
                    assert!(same(dtype, got[(i * cols + j) as usize], want), "{dtype} {repeats:?} [{i}, {j}]");
                }
            }
        }
    }
}

#[test]
fn expansion_repeats_row_0_bit_for_bit() {
    let mut rng = Rng(12);
    for _ in 0..400 {
        let dtype = rng.pick(DType::ALL);
        let (rows, cols) = (rng.below(9) as usize, rng.below(70) as usize);
        let src = [random("src", dtype, [1 + rng.below(4) as u32, cols as u32 + rng.below(2) as u32], &mut rng)];
        let got = run(&expand_first_row("src"), &src, dtype, [rows, cols]);
        for (k, got) in got.iter().enumerate() {
            assert_eq!(*got, src[0].at(0, (k % cols) as u32), "{dtype}");
        }
    }
}

#[test]
fn expansion_repeats_column_0_bit_for_bit() {
    let mut rng = Rng(16);
    for _ in 0..400 {
        let dtype = rng.pick(DType::ALL);
        let (rows, cols) = (rng.below(9) as usize, rng.below(70) as usize);
        let src = [random("src", dtype, [rows as u32 + rng.below(2) as u32, 1 + rng.below(4) as u32], &mut rng)];
        let got = run(&expand_first_column("src"), &src, dtype, [rows, cols]);
        for (k, got) in got.iter().enumerate() {
            assert_eq!(*got, src[0].at((k / cols) as u32, 0), "{dtype}");
        }
    }
}

/// Which of two is picked, said apart from the lanes: by a table where one is a NaN or both are zeros, else in order.
fn picked(dtype: DType, a: u64, b: u64, pick: Pick) -> u64 {
    if dtype.is_int() {
        let top = 1u64 << (dtype.bits() - 1);
        let key = |bits: u64| if dtype.is_signed() { bits ^ top } else { bits };
        return if (key(b) > key(a)) == pick.larger { b } else { a };
    }
    let [x, y] = [a, b].map(|bits| to_f32(dtype, bits));
    match (x.is_nan(), y.is_nan(), pick.nan) {
        (false, false, _) => {}
        (true, _, PickNan::Number) | (_, true, PickNan::Nan) => return b,
        _ => return a,
    }
    let negative = |bits: u64| bits >> (dtype.bits() - 1) == 1;
    match (x == y, x == 0.0, pick.zeros) {
        (true, true, PickZero::Second) => b,
        (true, true, PickZero::Positive) if negative(a) != negative(b) => {
            if negative(a) == pick.larger {
                b
            } else {
                a
            }
        }
        (true, ..) => a,
        _ => {
            if (y > x) == pick.larger {
                b
            } else {
                a
            }
        }
    }
}

#[test]
fn extremes_are_picked_row_by_row() {
    const NANS: [PickNan; 3] = [PickNan::Number, PickNan::Nan, PickNan::First];
    const ZEROS: [PickZero; 3] = [PickZero::Positive, PickZero::First, PickZero::Second];
    let mut rng = Rng(17);
    for round in 0..1200 {
        let dtype = rng.pick(DType::ALL);
        let (rows, cols) = (1 + rng.below(9) as u32, 1 + rng.below(40) as u32);
        let (sign, nan) = dtype.float_masks().map_or((1, 2), |(sign, infinity, mantissa)| (sign, infinity | mantissa));
        let mut element = |_: u32, _: u32| match rng.below(6) {
            0 => 0,
            1 => sign,
            2 => nan,
            _ => rng.next(),
        };
        let tiles = [Operand::new("a", dtype, [rows, cols], &mut element), Operand::new("b", dtype, [1, cols], &mut element)];
        let pick = Pick { larger: round % 2 == 0, nan: NANS[round / 2 % 3], zeros: ZEROS[round / 6 % 3] };
        let got = run(&column_extremes("a", rows, pick), &tiles, dtype, [1, cols as usize]);
        let names = Operands { left: ("a", Repeat::No), right: ("b", Repeat::FirstRow) };
        let by_row = run(&row_extremes("a", cols, pick), &tiles, dtype, [rows as usize, 1]);
        for row in 0..rows {
            let line = (1..cols).fold(tiles[0].at(row, 0), |best, col| picked(dtype, best, tiles[0].at(row, col), pick));
            assert!(same(dtype, by_row[row as usize], line), "{dtype} {pick:?} row {row}");
        }
        let pairs = run(&broadcast(Broadcast::Pick(pick), names, Policy::default()), &tiles, dtype, [rows as usize, cols as usize]);
        for col in 0..cols {
            let column = (1..rows).fold(tiles[0].at(0, col), |best, row| picked(dtype, best, tiles[0].at(row, col), pick));
            assert!(same(dtype, got[col as usize], column), "{dtype} {pick:?} column {col}");
            for row in 0..rows {
                let want = picked(dtype, tiles[0].at(row, col), tiles[1].at(0, col), pick);
                assert!(same(dtype, pairs[(row * cols + col) as usize], want), "{dtype} {pick:?} [{row}, {col}]");
            }
        }
    }
}

#[test]
fn concatenation_joins_valid_columns() {
    let mut rng = Rng(13);
    for _ in 0..400 {
        let dtype = rng.pick(DType::ALL);
        let (rows, c0, c1) = (rng.below(7) as u32, rng.below(40) as u32, rng.below(40) as u32);
        let sources = [random("a", dtype, [rows, c0], &mut rng), random("b", dtype, [rows, c1], &mut rng)];
        // A destination narrower than both, as the physical-columns reading can have.
        let cols = if rng.below(4) == 0 { rng.below(u64::from(c0 + c1) + 1) as u32 } else { c0 + c1 };
        let got = run(&concatenate("a", "b", c0), &sources, dtype, [rows as usize, cols as usize]);
        for i in 0..rows {
            for j in 0..cols {
                let want = if j < c0 { sources[0].at(i, j) } else { sources[1].at(i, j - c0) };
                assert_eq!(got[(i * cols + j) as usize], want, "{dtype} [{i}, {j}] of {c0} + {c1}");
            }
        }
    }
}

/// A random tuple of an indexed concatenation.
struct Indexed {
    operands: Vec<Operand>,
    counts: Counts,
    /// Valid rows, and valid columns of the sources and of the destination.
    rows: u32,
    sources: [u32; 2],
    cols: u32,
}

fn indexed(rng: &mut Rng) -> Indexed {
    let (dtype, index) = (rng.pick(DType::ALL), rng.pick(&INDICES));
    let rows = 1 + rng.below(9) as u32;
    let sources = [1 + rng.below(40) as u32, 1 + rng.below(40) as u32];
    let cols = rng.below(u64::from(sources[0] + sources[1]) + 6) as u32;
    let unit = rng.pick(&[Unit::Elements, Unit::Bytes(index.bytes() as u32), Unit::Bytes(dtype.bytes() as u32)]);
    let size = if let Unit::Bytes(n) = unit { u64::from(n) } else { 1 };
    let ragged = rng.below(2);
    let value = |rng: &mut Rng, most: u32| match rng.below(8) {
        0 => rng.next(),
        1 => 0,
        2 => u64::from(cols) * size,
        _ => rng.below(u64::from(most) + 4) * size + ragged * rng.below(size),
    };
    let mut tiles = vec![random("src0", dtype, [rows, sources[0]], rng), random("src1", dtype, [rows, sources[1]], rng)];
    for (name, most) in [("i0", sources[0]), ("i1", sources[1])] {
        let spare = rng.below(3) as u32;
        tiles.push(Operand::new(name, index, [rows, 1 + spare], &mut |_, _| value(rng, most)));
    }
    Indexed { operands: tiles, counts: Counts { operands: ["i0", "i1"], unit, limit: cols }, rows, sources, cols }
}

impl Indexed {
    /// Values of a row as unsigned numbers, and the numbers of columns after the cut.
    fn counts_of(&self, row: u32) -> ([u64; 2], [u64; 2]) {
        let value = [self.operands[2].at(row, 0), self.operands[3].at(row, 0)];
        let whole = value.map(|v| match self.counts.unit {
            Unit::Elements => v,
            Unit::Bytes(n) => v / u64::from(n),
        });
        let cols = u64::from(self.cols);
        let first = if whole[0] < cols { whole[0] } else { cols };
        let second = if whole[1] < cols - first { whole[1] } else { cols - first };
        (value, [first, second])
    }
}

#[test]
fn counted_concatenation_takes_what_the_rows_say() {
    let mut rng = Rng(14);
    for _ in 0..1500 {
        let t = indexed(&mut rng);
        let dtype = t.operands[0].tile.dtype;
        let got = run(&concatenate_counted("src0", "src1", t.counts), &t.operands, dtype, [t.rows as usize, t.cols as usize]);
        let masks = [false, true].map(|tail| {
            let mut mask = vec![7; (t.rows * t.cols) as usize];
            with_slot(&t.operands, |slot| count_mask(t.sources, t.counts, t.cols, tail)(slot, &mut mask));
            mask
        });
        for row in 0..t.rows {
            let (_, [n0, n1]) = t.counts_of(row);
            for col in 0..u64::from(t.cols) {
                let (source, at) = if col < n0 { (0, col) } else { (1, col - n0) };
                let (tail, at) = (col >= n0 + n1, at as u32);
                let k = (row * t.cols) as usize + col as usize;
                let defined = !tail && at < t.sources[source];
                assert_eq!([masks[0][k], masks[1][k]], [u8::from(defined), u8::from(defined || tail)], "row {row} column {col}");
                let canary = u64::from_le_bytes([CANARY; 8]) & dtype.mask();
                if defined || tail {
                    assert_eq!(got[k], if tail { canary } else { t.operands[source].at(row, at) }, "{dtype} row {row} column {col}");
                }
            }
        }
    }
}

#[test]
fn dst_index_holds_the_counts() {
    let mut rng = Rng(15);
    for _ in 0..1500 {
        let t = indexed(&mut rng);
        let index = t.operands[2].tile.dtype;
        for along_row in [false, true] {
            for cut_bytes in [false, true] {
                let region = if along_row { [1, t.rows as usize] } else { [t.rows as usize, 1] };
                let got = run(&counts_output(t.counts, index, along_row, cut_bytes), &t.operands, index, region);
                for row in 0..t.rows {
                    let (value, cut) = t.counts_of(row);
                    let bytes = (cut[0] + cut[1]) * index.bytes() as u64;
                    let want = if cut_bytes { bytes } else { value[0].wrapping_add(value[1]) };
                    assert_eq!(got[row as usize], want & index.mask(), "{index} row {row} {cut_bytes}");
                }
            }
        }
    }
}
