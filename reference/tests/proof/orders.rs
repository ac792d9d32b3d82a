//! Every accumulation order against recurrences that were taken from the pages and kernels apart from the reference: element
//! by element, with any addition.

use crate::common::{Op, Operand, Rng, by_lane, normal, run};
use crate::soft::{self, same};
use ptoconf_numeric::orders::Line;
use ptoconf_numeric::{IntOverflow, Policy};
use ptoconf_reference::kernels::{Order, Slot, Sums, View, sums};
use ptoconf_schemas::DType;

/// The sum of `r` in an order, with this zero and this addition.
pub fn sum<T: Clone>(order: Order, r: &[T], zero: T, add: &dyn Fn(T, T) -> T) -> T {
    match order {
        Order::LeftFold => r[1..].iter().fold(r[0].clone(), |acc, x| add(acc, x.clone())),
        Order::LeftFoldFromZero => r.iter().fold(zero, |acc, x| add(acc, x.clone())),
        Order::A5Pairs => {
            let (mut acc, mut i) = (r[0].clone(), 1);
            while i + 1 < r.len() {
                acc = add(acc, add(r[i].clone(), r[i + 1].clone()));
                i += 2;
            }
            if i < r.len() { add(acc, r[i].clone()) } else { acc }
        }
        Order::A2a3Tree | Order::A5Tree | Order::CarryTree if r.len() == 1 => match order {
            Order::A5Tree => add(r[0].clone(), zero),
            _ => r[0].clone(),
        },
        Order::A2a3Chunks | Order::A2a3Blocks | Order::A5Chunks => unreachable!("an order of a row"),
        Order::CarryTree => levels(r, &|out, last| out.push(last), add),
        Order::A2a3Tree => levels(r, &|out, last| out[0] = add(out[0].clone(), last), add),
        Order::A5Tree => levels(
            r,
            &|out, last| {
                let m = out.len();
                out[m - 1] = add(last, out[m - 1].clone());
            },
            add,
        ),
    }
}

fn levels<T: Clone>(r: &[T], odd: &dyn Fn(&mut Vec<T>, T), add: &dyn Fn(T, T) -> T) -> T {
    let mut level = r.to_vec();
    while level.len() > 1 {
        let (n, m) = (level.len(), level.len() / 2);
        let mut out: Vec<T> = (0..m).map(|i| add(level[2 * i].clone(), level[2 * i + 1].clone())).collect();
        if n % 2 == 1 {
            odd(&mut out, level[n - 1].clone());
        }
        level = out;
    }
    level[0].clone()
}

fn row_counts() -> Vec<u32> {
    (1..=17).chain(31..=33).chain(63..=65).chain(127..=129).chain(255..=257).collect()
}

/// Values of which each order makes something else.
fn element(dtype: DType, rng: &mut Rng, col: u32) -> u64 {
    let Some((sign, infinity, mantissa)) = dtype.float_masks() else { return rng.next() & dtype.mask() };
    let bits = match col {
        0 => 0,
        1 => return sign,
        2 => rng.next() & mantissa & 0x1F,
        3 if rng.below(40) == 0 => rng.pick(&[infinity, infinity + 1, infinity | mantissa]),
        4 => infinity - 1 - rng.below(2),
        5 => rng.next() & (2 * mantissa + 1),
        _ => normal(dtype, rng.below(6) as i64 - 3, rng.next()),
    };
    bits | if rng.below(2) == 0 { sign } else { 0 }
}

/// A kernel that sums up.
pub fn kernel(line: Line, terms: u32, order: Order, policy: Policy, reduction: Policy) -> impl Fn(&Slot, &mut View) {
    sums("src", Sums { line, terms, order, policy, reduction })
}

fn check(dtype: DType, policy: Policy, rng: &mut Rng, add: &dyn Fn(u64, u64) -> u64) {
    let cols = 9;
    for rows in row_counts() {
        let src = [Operand::new("src", dtype, [rows, cols], &mut |_, col| element(dtype, rng, col))];
        for &order in Order::OF_COLUMNS {
            let got = run(&kernel(Line::Column, rows, order, policy, policy), &src, dtype, [1, cols as usize]);
            for (col, got) in got.iter().enumerate() {
                let column: Vec<u64> = (0..rows).map(|r| src[0].at(r, col as u32)).collect();
                let want = sum(order, &column, 0, add);
                assert!(same(dtype, *got, want), "{dtype} {policy:?} {} R={rows} column {col}: {got:x}, not {want:x}", order.name());
            }
        }
    }
}

#[test]
fn float_sums_follow_the_recurrences() {
    let mut rng = Rng(4);
    for dtype in soft::FLOATS {
        for policy in soft::policies() {
            check(dtype, policy, &mut rng, &|a, b| soft::op(dtype, a, b, Op::Add, policy));
        }
    }
}

#[test]
fn integer_sums_follow_the_recurrences() {
    let mut rng = Rng(5);
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_int()) {
        for overflow in [IntOverflow::Wrap, IntOverflow::Saturate] {
            let policy = Policy { overflow, ..Policy::default() };
            check(dtype, policy, &mut rng, &|a, b| by_lane(dtype, &[a], &[b], Op::Add, policy)[0]);
        }
    }
}

/// Worked forms by hand, R = 1 to 8: left-fold, a5-pairs, a2a3-tree, a5-tree.
const WORKED: [[&str; 4]; 8] = [
    ["r0", "r0", "r0", "r0+0"],
    ["r0+r1", "r0+r1", "P0", "P0"],
    ["(r0+r1)+r2", "r0+(r1+r2)", "P0+r2", "r2+P0"],
    ["((r0+r1)+r2)+r3", "(r0+(r1+r2))+r3", "P0+P1", "P0+P1"],
    ["(((r0+r1)+r2)+r3)+r4", "(r0+(r1+r2))+(r3+r4)", "(P0+r4)+P1", "P0+(r4+P1)"],
    ["((((r0+r1)+r2)+r3)+r4)+r5", "((r0+(r1+r2))+(r3+r4))+r5", "(P0+P1)+P2", "P2+(P0+P1)"],
    ["(((((r0+r1)+r2)+r3)+r4)+r5)+r6", "((r0+(r1+r2))+(r3+r4))+(r5+r6)", "((P0+r6)+P1)+P2", "(r6+P2)+(P0+P1)"],
    ["((((((r0+r1)+r2)+r3)+r4)+r5)+r6)+r7", "(((r0+(r1+r2))+(r3+r4))+(r5+r6))+r7", "(P0+P1)+(P2+P3)", "(P0+P1)+(P2+P3)"],
];

#[test]
fn the_recurrences_give_the_worked_forms() {
    let add = |a: String, b: String| format!("({a}+{b})");
    let orders = [Order::LeftFold, Order::A5Pairs, Order::A2a3Tree, Order::A5Tree];
    for (i, forms) in WORKED.iter().enumerate() {
        let rows: Vec<String> = (0..=i).map(|k| format!("r{k}")).collect();
        for (order, form) in orders.iter().zip(forms) {
            let pairs = (0..4).fold((*form).to_owned(), |f, k| f.replace(&format!("P{k}"), &format!("(r{}+r{})", 2 * k, 2 * k + 1)));
            let text = sum(*order, &rows, "0".to_owned(), &add);
            // Addition commutes: the table writes some sums the other way round.
            assert_eq!(canonical(&text), canonical(&pairs), "R={} {}", i + 1, order.name());
        }
    }
}

/// A sum with the operands of every addition in alphabetical order.
fn canonical(text: &str) -> String {
    let (mut depth, mut plus) = (0, None);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '+' if depth == 0 => plus = Some(i),
            _ => {}
        }
    }
    match plus {
        None if text.starts_with('(') => canonical(&text[1..text.len() - 1]),
        None => text.to_owned(),
        Some(at) => {
            let mut sides = [canonical(&text[..at]), canonical(&text[at + 1..])];
            sides.sort();
            format!("({}+{})", sides[0], sides[1])
        }
    }
}
