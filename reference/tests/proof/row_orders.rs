//! Orders of row sums against formulas that were taken from the kernels apart from the reference, with chunks as lists.

use crate::common::{Op, Operand, Rng, by_lane, normal, run};
use crate::orders::kernel;
use crate::soft::{self, same};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::{FloatOverflow, IntOverflow, Policy};
use ptoconf_reference::kernels::Order;
use ptoconf_schemas::DType;

/// Adds two elements, given whether one reduction instruction does so.
type Add<'a> = &'a dyn Fn(u64, u64, bool) -> u64;

/// cadd: the lanes in adjacent pairs, level by level; an odd lane is kept.
fn cadd(lanes: &[u64], add: Add) -> u64 {
    match lanes {
        [one] => *one,
        _ => {
            cadd(&lanes.chunks(2).map(|pair| if pair.len() == 2 { add(pair[0], pair[1], true) } else { pair[0] }).collect::<Vec<_>>(), add)
        }
    }
}

fn plus(a: &[u64], b: &[u64], add: Add) -> Vec<u64> {
    (0..a.len()).map(|lane| b.get(lane).map_or(a[lane], |&more| add(a[lane], more, false))).collect()
}

fn a2a3(dtype: DType, x: &[u64], add: Add) -> u64 {
    if dtype.is_int() {
        let block = dtype.block() as usize;
        let lane = |l: usize| x.iter().skip(l).step_by(block).fold(0, |t, &x| add(t, x, false));
        return (1..block).fold(lane(0), |sum, l| add(sum, lane(l), false));
    }
    let e = 256 / dtype.bytes();
    let chunk = |k: usize| &x[k * e..x.len().min((k + 1) * e)];
    let (n, rest) = (x.len() / e, x.len() % e);
    if x.len() <= e {
        return cadd(x, add);
    }
    if x.len() < 2 * e {
        return cadd(&plus(chunk(0), chunk(1), add), add);
    }
    let mut t: Vec<Vec<u64>> = (0..n / 2).map(|k| plus(chunk(2 * k), chunk(2 * k + 1), add)).collect();
    if n % 2 == 1 {
        t[0] = plus(&t[0], chunk(n - 1), add);
    }
    if rest > 0 {
        t[0] = plus(&t[0], chunk(n), add);
    }
    let mut m = n / 2;
    while m > 1 {
        for k in 0..m / 2 {
            t[k] = plus(&t[2 * k], &t[2 * k + 1], add);
        }
        if m % 2 == 1 {
            t[m / 2 - 1] = plus(&t[m / 2 - 1], &t[m - 1].clone(), add);
        }
        m /= 2;
    }
    cadd(&t[0], add)
}

fn a5(dtype: DType, x: &[u64], add: Add) -> u64 {
    x.chunks(256 / dtype.bytes()).fold(0, |acc, chunk| add(acc, cadd(chunk, add), false))
}

/// The four shapes of f32, by their numbers of columns.
fn blocks(x: &[u64], add: Add) -> u64 {
    let by_eights = |x: &[u64]| x.chunks(8).map(|block| cadd(block, add)).collect::<Vec<_>>();
    let p = by_eights(x);
    let halves = |x: &[u64]| plus(&x[..8], &x[8..16], add);
    match x.len() {
        128 => cadd(&halves(&p), add),
        256 => cadd(&plus(&halves(&p[..16]), &halves(&p[16..]), add), add),
        512 => cadd(&by_eights(&p), add),
        _ => cadd(&halves(&by_eights(&p)), add),
    }
}

fn formula(order: Order, dtype: DType, x: &[u64], add: Add) -> u64 {
    match order {
        Order::A2a3Chunks => a2a3(dtype, x, add),
        Order::A5Chunks => a5(dtype, x, add),
        Order::A2a3Blocks => blocks(x, add),
        Order::CarryTree => cadd(x, &|a, b, _| add(a, b, false)),
        Order::LeftFold => x[1..].iter().fold(x[0], |acc, &x| add(acc, x, false)),
        _ => x.iter().fold(0, |acc, &x| add(acc, x, false)),
    }
}

/// Elements of which each order makes something else, some of them so large that sums leave the range.
fn element(dtype: DType, rng: &mut Rng, row: u32) -> u64 {
    let Some((sign, infinity, _)) = dtype.float_masks() else { return rng.next() & dtype.mask() };
    let bits = match row {
        0 => return sign,
        1 => infinity - 1 - rng.below(2),
        2 if rng.below(30) == 0 => infinity,
        _ => normal(dtype, rng.below(6) as i64 - 3, rng.next()),
    };
    bits | if rng.below(2) == 0 { sign } else { 0 }
}

fn check(dtype: DType, orders: &[Order], widths: &[u32], [policy, reduction]: [Policy; 2], add: Add) {
    let (mut rng, rows) = (Rng(u64::from(dtype.vector()) + 11), 5);
    for &cols in widths {
        let src = [Operand::new("src", dtype, [rows, cols], &mut |row, _| element(dtype, &mut rng, row))];
        for &order in orders {
            let got = run(&kernel(Line::Row, cols, order, policy, reduction), &src, dtype, [rows as usize, 1]);
            for (row, got) in got.iter().enumerate() {
                let line: Vec<u64> = (0..cols).map(|col| src[0].at(row as u32, col)).collect();
                let want = formula(order, dtype, &line, add);
                assert!(same(dtype, *got, want), "{dtype} {} C={cols} row {row}: {got:x}, not {want:x}", order.name());
            }
        }
    }
}

fn widths(dtype: DType) -> Vec<u32> {
    let e = dtype.vector();
    let around = |n: u32| [n * e - 1, n * e, n * e + 1];
    [1, 2, 3, 5, 8, 13].into_iter().chain([1, 2, 3, 5, 6, 7, 12].into_iter().flat_map(around)).collect()
}

#[test]
fn float_sums_of_rows_follow_the_formulas() {
    let cut = Policy { float_overflow: FloatOverflow::Saturate, ..Policy::default() };
    for dtype in soft::FLOATS {
        for policies in [[Policy::default(); 2], [Policy::default(), cut], [cut; 2]] {
            let add = |a, b, inside| soft::op(dtype, a, b, Op::Add, policies[usize::from(inside)]);
            check(dtype, Order::OF_ROWS, &widths(dtype), policies, &add);
        }
    }
}

#[test]
fn block_sums_follow_the_formulas() {
    let policies = [Policy::default(); 2];
    check(DType::F32, &[Order::A2a3Blocks], &[128, 256, 512, 1024], policies, &|a, b, _| soft::op(DType::F32, a, b, Op::Add, policies[0]));
}

#[test]
fn integer_sums_of_rows_follow_the_formulas() {
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_int()) {
        for overflow in [IntOverflow::Wrap, IntOverflow::Saturate] {
            let policy = Policy { overflow, ..Policy::default() };
            check(dtype, Order::OF_ROWS, &widths(dtype), [policy; 2], &|a, b, _| by_lane(dtype, &[a], &[b], Op::Add, policy)[0]);
        }
    }
}
