//! Orders of products against formulas that were taken from the kernels apart from the reference, element by element, with
//! another arithmetic.

use crate::common::{Op, Operand, Rng, by_lane, normal, run, to_f32};
use crate::soft::{self, same};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::products::{any_tree, exact, saturating_tree, wide};
use ptoconf_numeric::{FloatOverflow, IntOverflow, Interval, NanResult, Policy};
use ptoconf_reference::kernels::{ProductOrder, Products, products};
use ptoconf_schemas::{DType, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

/// Most factors of which the ends over every tree are known.
const FEW: usize = 6;

/// Multiplies two elements.
type Mul<'a> = &'a dyn Fn(u64, u64) -> u64;

fn one(dtype: DType) -> u64 {
    if dtype.is_float() { normal(dtype, 0, 0) } else { 1 }
}

/// The lanes of so many after every element has met its own, which began with one.
fn lanes(dtype: DType, x: &[u64], width: usize, mul: Mul) -> Vec<u64> {
    (0..width).map(|l| x.iter().skip(l).step_by(width).fold(one(dtype), |t, &x| mul(t, x))).collect()
}

fn formula(order: ProductOrder, dtype: DType, x: &[u64], mul: Mul, scalar: &dyn Fn(&[u64]) -> u64) -> u64 {
    match order {
        ProductOrder::LeftFold => x[1..].iter().fold(x[0], |acc, &x| mul(acc, x)),
        ProductOrder::LeftFoldFromOne => x.iter().fold(one(dtype), |acc, &x| mul(acc, x)),
        ProductOrder::A5Pairs => {
            x[1..].chunks(2).fold(x[0], |acc, two| mul(acc, if two.len() == 2 { mul(two[0], two[1]) } else { two[0] }))
        }
        ProductOrder::CarryTree if x.len() == 1 => x[0],
        ProductOrder::CarryTree => {
            let level: Vec<u64> = x.chunks(2).map(|two| if two.len() == 2 { mul(two[0], two[1]) } else { two[0] }).collect();
            formula(order, dtype, &level, mul, scalar)
        }
        ProductOrder::A2a3Lanes => scalar(&lanes(dtype, x, 32 / dtype.bytes(), mul)),
        ProductOrder::A5Halves => {
            let (mut v, mut h) = (lanes(dtype, x, 256 / dtype.bytes(), mul), 128 / dtype.bytes());
            while h > 0 {
                (0..h).for_each(|k| v[k] = mul(v[k], v[k + h]));
                h /= 2;
            }
            v[0]
        }
    }
}

/// Factors of which each order makes something else; in some lines products leave the range, or begin as no normal numbers.
fn element(dtype: DType, rng: &mut Rng, line: u32) -> u64 {
    let Some((sign, infinity, mantissa)) = dtype.float_masks() else { return rng.next() & dtype.mask() | u64::from(line > 0) };
    let bits = match line {
        0 => normal(dtype, rng.below(2) as i64 - 1, rng.next()),
        1 => normal(dtype, 3 - rng.below(8) as i64, rng.next()),
        2 if rng.below(8) == 0 => rng.pick(&[0, infinity, infinity + 1, mantissa, 1]),
        3 if rng.below(3) == 0 => rng.next() & mantissa,
        _ => normal(dtype, 0, rng.below(8)),
    };
    bits | if rng.below(2) == 0 { sign } else { 0 }
}

fn check(line: Line, dtype: DType, policy: Policy, mul: Mul, scalar: &dyn Fn(&[u64]) -> u64) {
    let (mut rng, lines) = (Rng(u64::from(dtype.vector()) + 29), 5);
    let orders = if line == Line::Column { ProductOrder::OF_COLUMNS } else { ProductOrder::OF_ROWS };
    let e = dtype.vector();
    for terms in [1, 2, 3, 4, 7, 8, 9, 16, 17, 33, e - 1, e, e + 1, 2 * e + 3] {
        let (extents, out) =
            if line == Line::Column { ([terms, lines], [1, lines as usize]) } else { ([lines, terms], [lines as usize, 1]) };
        let at = |row, col| if line == Line::Column { col } else { row };
        let src = [Operand::new("src", dtype, extents, &mut |row, col| element(dtype, &mut rng, at(row, col)))];
        for &order in orders {
            let got = run(&products("src", Products { line, terms, order, policy }), &src, dtype, out);
            for (number, got) in got.iter().enumerate() {
                let number = number as u32;
                let x: Vec<u64> =
                    (0..terms).map(|i| if line == Line::Column { src[0].at(i, number) } else { src[0].at(number, i) }).collect();
                let want = formula(order, dtype, &x, mul, scalar);
                assert!(same(dtype, *got, want), "{dtype} {} {policy:?} {terms} of line {number}: {got:x}, not {want:x}", order.name());
            }
        }
    }
}

/// Lane after lane, of 16-bit types in f32 and rounded to the type.
fn scalar(dtype: DType, lanes: &[u64], policy: Policy) -> u64 {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    if dtype == DType::F32 {
        return lanes[1..].iter().fold(lanes[0], |acc, &x| soft::op(dtype, acc, x, Op::Mul, policy));
    }
    let single = |bits: u64| u64::from(to_f32(dtype, bits).to_bits());
    let acc = lanes[1..].iter().fold(single(lanes[0]), |acc, &x| soft::op(DType::F32, acc, single(x), Op::Mul, policy));
    let infinite = acc & 0x7FFF_FFFF == 0x7F80_0000;
    match soft::round_f32(dtype, acc as u32) {
        bits if dtype.is_nan(bits) => bits,
        bits if bits & !sign == infinity && !infinite && policy.float_overflow == FloatOverflow::Saturate => bits - 1,
        bits if policy.flush.results => soft::flushed(dtype, bits),
        bits => bits,
    }
}

#[test]
fn float_products_follow_the_formulas() {
    for (line, dtype) in [Line::Column, Line::Row].into_iter().flat_map(|line| soft::FLOATS.map(|dtype| (line, dtype))) {
        for policy in soft::policies() {
            // Where a NaN becomes zero in f32, so does one that is rounded.
            let scalar = |lanes: &[u64]| match scalar(dtype, lanes, policy) {
                bits if policy.nan == NanResult::Zero && dtype.is_nan(bits) => 0,
                bits => bits,
            };
            check(line, dtype, policy, &|a, b| soft::op(dtype, a, b, Op::Mul, policy), &scalar);
        }
    }
}

#[test]
fn integer_products_follow_the_formulas() {
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_int()) {
        for overflow in [IntOverflow::Wrap, IntOverflow::Saturate] {
            let policy = Policy { overflow, ..Policy::default() };
            let mul = |a, b| by_lane(dtype, &[a], &[b], Op::Mul, policy)[0];
            let scalar = |lanes: &[u64]| lanes[1..].iter().fold(lanes[0], |acc, &x| mul(acc, x));
            [Line::Column, Line::Row].into_iter().for_each(|line| check(line, dtype, policy, &mul, &scalar));
        }
    }
}

#[test]
fn nothing_multiplied_is_one() {
    for (line, extents, out) in [(Line::Column, [0, 4], [1, 4]), (Line::Row, [4, 0], [4, 1])] {
        let src = [Operand::new("src", DType::F16, extents, &mut |_, _| 0x4000)];
        for &order in &[ProductOrder::OF_COLUMNS, ProductOrder::OF_ROWS].concat() {
            let kernel = products("src", Products { line, terms: 0, order, policy: Policy::default() });
            assert_eq!(run(&kernel, &src, DType::F16, out), [0x3C00; 4], "{}", order.name());
        }
    }
}

fn contains(dtype: DType, interval: &Interval, bits: u64) -> bool {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    match bits & !sign {
        magnitude if magnitude > infinity => interval.special & SPECIAL_NAN != 0,
        magnitude if magnitude == infinity => interval.special & if bits & sign == 0 { SPECIAL_INF } else { SPECIAL_NEG_INF } != 0,
        _ => {
            let key = |bits: u64| dtype.order_key(bits);
            key(interval.lowest) <= key(bits) && key(bits) <= key(interval.highest)
        }
    }
}

/// Every named order in the element type lies within what any tree can give, cut or not, whatever its factors are; where
/// factors are many, so that the ends are those of an estimate, lanes that meet in f32 do, too. A wider product rounded once
/// lies within what those are said to give.
#[test]
fn levels_hold_every_named_order() {
    let mut rng = Rng(3);
    let cut = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
    let mut widths = [0u32; 2];
    for dtype in soft::FLOATS {
        for round in 0..600 {
            let line: Vec<u64> = (0..1 + rng.below(40)).map(|_| element(dtype, &mut rng, round % 5)).collect();
            let (free, saturating) = (any_tree(dtype, &line), saturating_tree(dtype, &line));
            let many = line.iter().filter(|bits| ![one(dtype), 0].contains(*bits)).count() > FEW;
            let in_type = |order: &ProductOrder| many || dtype == DType::F32 || *order != ProductOrder::A2a3Lanes;
            for order in [ProductOrder::OF_COLUMNS, ProductOrder::OF_ROWS].concat().into_iter().filter(in_type) {
                for (policy, interval) in [(Policy::default(), &free), (cut, &saturating)] {
                    let mul = |a, b| soft::op(dtype, a, b, Op::Mul, policy);
                    let result = formula(order, dtype, &line, &mul, &|lanes| scalar(dtype, lanes, policy));
                    assert!(contains(dtype, interval, result), "{dtype} {} {line:x?}: {result:x} is not in {interval:x?}", order.name());
                }
            }
            if round % 5 == 0 {
                // With full mantissas one rounding leaves one or two numbers, and many leave few.
                let [once, any] =
                    [exact(dtype, &line), free].map(|i| dtype.order_key(i.highest).abs_diff(dtype.order_key(i.lowest)) as u32);
                assert!(once == 0 && (!many || contains(dtype, &free, exact(dtype, &line).lowest)), "{line:x?}");
                assert!(dtype == DType::F32 || contains(dtype, &wide(dtype, &line), exact(dtype, &line).lowest));
                widths = [widths[0].max(any), widths[1] + u32::from(any > 0)];
            }
        }
    }
    assert!(widths[0] <= 2 * 40 && widths[1] > 100, "{widths:?}");
}
