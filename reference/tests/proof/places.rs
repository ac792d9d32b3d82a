//! Places of the largest and the smallest element against a walk along each line, over random tiles.

use crate::common::{Operand, Rng, run, to_f32, with_slot};
use ptoconf_reference::kernels::{Line, Nans, Place, Slot, Ties};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NEG_INF};
use std::cmp::Ordering;

const NANS: [Nans; 4] = [Nans::First, Nans::Number, Nans::Taken, Nans::Restart];
const TIES: [Ties; 2] = [Ties::First, Ties::Last];

/// Lowest and highest elements and special bytes of a region.
type Enclose = Box<dyn Fn(&Slot, &mut [&mut [u8]; 3]) + Send + Sync>;

/// How two numbers compare.
fn compare(place: &Place, dtype: DType, a: u64, b: u64) -> Ordering {
    let wide = |bits: u64| {
        let unused = 64 - dtype.bits();
        if dtype.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
    };
    let order = if dtype.is_float() {
        let zeros = if place.ordered_zeros { (b >> (dtype.bits() - 1)).cmp(&(a >> (dtype.bits() - 1))) } else { Ordering::Equal };
        let [x, y] = [a, b].map(|bits| to_f32(dtype, bits));
        x.partial_cmp(&y).expect("numbers").then(if x == 0.0 { zeros } else { Ordering::Equal })
    } else {
        wide(a).cmp(&wide(b))
    };
    if place.larger { order } else { order.reverse() }
}

/// The place in a line, element by element: what is held so far against the next one.
fn walked(place: &Place, dtype: DType, line: &[u64]) -> usize {
    let mut held = 0;
    for next in 1..line.len() {
        let takes = match (dtype.is_nan(line[held]), dtype.is_nan(line[next]), place.nan) {
            (false, false, _) => match compare(place, dtype, line[next], line[held]) {
                Ordering::Greater => true,
                Ordering::Equal => place.ties == Ties::Last,
                Ordering::Less => false,
            },
            (_, _, Nans::Restart) => true,
            (_, _, Nans::First) => false,
            (held_is_nan, next_is_nan, Nans::Taken) => next_is_nan && !held_is_nan,
            (held_is_nan, next_is_nan, Nans::Number) => held_is_nan && !next_is_nan,
        };
        held = if takes { next } else { held };
    }
    held
}

/// A tile of few different numbers, so that many are equal, with NaN, zeros and infinities.
fn tile(dtype: DType, valid: [u32; 2], rng: &mut Rng) -> Operand {
    let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or((1, 2, 3));
    let few: Vec<u64> = (0..4).map(|_| rng.next()).collect();
    Operand::new("src", dtype, valid, &mut |_, _| match rng.below(12) {
        0 => 0,
        1 => sign,
        2 => infinity | mantissa,
        3 => infinity | sign,
        4 => infinity,
        n => few[n as usize % 4],
    })
}

fn lines(src: &Operand, by_row: bool) -> Vec<Vec<u64>> {
    let [rows, cols] = src.tile.valid;
    let line = |i| if by_row { (0..cols).map(|j| src.at(i, j)).collect() } else { (0..rows).map(|j| src.at(j, i)).collect() };
    (0..if by_row { rows } else { cols }).map(line).collect()
}

/// Calls `check` with a place that is sought, its tile, its lines, and the region of its outputs.
fn each(seed: u64, mut check: impl FnMut(Place, &[Operand], &[Vec<u64>], [usize; 2])) {
    let mut rng = Rng(seed);
    for round in 0..2400 {
        let dtype = DType::ALL[round % DType::ALL.len()];
        let [rows, cols] = [1 + rng.below(7) as u32, 1 + rng.below(30) as u32];
        let src = [tile(dtype, [rows, cols], &mut rng)];
        let by_row = rng.below(2) == 0;
        let line = if by_row { Line::Row(cols) } else { Line::Column(rows) };
        let [larger, ordered_zeros] = [rng.below(2) == 0, rng.below(2) == 0];
        let place = Place { operand: "src", line, larger, ties: rng.pick(&TIES), nan: rng.pick(&NANS), ordered_zeros };
        let region = if by_row { [rows as usize, 1] } else { [1, cols as usize] };
        check(place, &src, &lines(&src[0], by_row), region);
    }
}

#[test]
fn places_and_values_are_those_of_a_walk() {
    each(31, |place, src, lines, region| {
        let dtype = src[0].tile.dtype;
        let indices = run(&place.indices(DType::U16), src, DType::U16, region);
        let values = run(&place.values(), src, dtype, region);
        for (i, line) in lines.iter().enumerate() {
            let want = walked(&place, dtype, line);
            // A search that begins anew takes the first of equal ones of what is left, as of a whole line.
            assert_eq!([indices[i], values[i]], [want as u64, line[want]], "{dtype} {place:?} {line:x?}");
        }
    });
}

#[test]
fn any_place_lies_between_the_first_and_the_last_and_its_value_is_one_of_theirs() {
    each(32, |place, src, lines, region| {
        let dtype = src[0].tile.dtype;
        let n = region[0] * region[1];
        let enclosed = |dtype: DType, kernel: Enclose| {
            let (mut low, mut high, mut special) = (vec![0; n * dtype.bytes()], vec![0; n * dtype.bytes()], vec![0; n]);
            with_slot(src, |slot| kernel(slot, &mut [&mut low, &mut high, &mut special]));
            let read = |data: &[u8]| -> Vec<u64> { (0..n).map(|i| dtype.read(data, i)).collect() };
            (read(&low), read(&high), special)
        };
        let (first, last, special) = enclosed(DType::I32, place.any_index(DType::I32));
        assert!(special.iter().all(|s| *s == 0));
        let (low, high, special) = enclosed(dtype, place.any_value());
        for (i, line) in lines.iter().enumerate() {
            let of = |ties| walked(&Place { ties, ..place }, dtype, line);
            assert_eq!([first[i], last[i]], [of(Ties::First), of(Ties::Last)].map(|n| n as u64), "{dtype} {place:?} {line:x?}");
            let value = line[of(place.ties)];
            let (sign, infinity, _) = dtype.float_masks().unwrap_or_default();
            let zero = dtype.is_float() && value & !sign == 0;
            assert_eq!([low[i], high[i]], if zero { [sign, 0] } else { [value; 2] });
            let bits = if !dtype.is_float() || value & !sign != infinity {
                0
            } else if value == infinity {
                SPECIAL_INF
            } else {
                SPECIAL_NEG_INF
            };
            assert_eq!(special[i], bits, "{dtype} {value:x}");
        }
    });
}
