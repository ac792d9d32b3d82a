//! The standard plans of every operation and profile, made once, and their data.

use half::{bf16, f16};
use ptoconf_generator::{Filter, Item, Plan, Request, plan};
use ptoconf_parallel::{AHEAD, in_order};
use ptoconf_reference::kernels::Order;
use ptoconf_reference::{Combine, Contract, Profile, ops};
use ptoconf_schemas::{Array, BLayout, BaseProfile, DType, Expectation, Role, Stack, Stage, Tier, Tile};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

pub static PLANS: LazyLock<Vec<Plan<'static>>> = LazyLock::new(|| {
    let mut contracts: Vec<&'static Contract> = vec![];
    for &base in BaseProfile::ALL {
        let profile: &'static Profile = Box::leak(Box::new(Profile::builtin(base)));
        contracts.extend(ops::all().iter().map(|operation| &*Box::leak(Box::new(Contract::new(operation, profile)))));
    }
    side_by_side(&contracts, |contract| plan(contract, &Request { seed: 1, tier: Tier::Standard, filter: Filter::default() }))
});

/// The tuples that the tests of data look at, with their stacks: all of the target with most dtypes, and some of the others;
/// fewer of the large ones.
pub static STACKS: LazyLock<Vec<(&'static Plan<'static>, &'static Item, Stack)>> = LazyLock::new(|| {
    let mut chosen = vec![];
    for plan in PLANS.iter() {
        let step = if plan.contract.profile.base == BaseProfile::A5 { 1 } else { 7 };
        let own = few_of_the_large(plan).filter(|i| has_data_of_its_class(i));
        chosen.extend(own.step_by(step).map(|item| (plan, item)));
    }
    side_by_side(&chosen, |&(plan, item)| (plan, item, plan.stack(item)))
});

/// The tuples of a plan, without three of four of those of many elements, which take most of the time.
pub fn few_of_the_large<'p>(plan: &'p Plan<'static>) -> impl Iterator<Item = &'p Item> {
    const MANY: u64 = 8 << 10;
    let items = plan.items.iter().enumerate();
    items.filter(|(at, item)| at % 4 == 0 || item.choice.tuple.elements() <= MANY).map(|(_, item)| item)
}

/// Makes something of each, on all processors, in order.
pub fn side_by_side<F: Sync, T: Send>(from: &[F], make: impl Fn(&F) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (make, mut made) = (|(): &mut (), at: usize| Ok::<T, ()>(make(&from[at])), Vec::with_capacity(from.len()));
    let keep = |_, one| {
        made.push(one);
        Ok(())
    };
    in_order(threads, threads * AHEAD, from.len(), || (), make, keep).expect("nothing fails");
    made
}

/// Whether the class of an item says something of its data: it runs in some reading, or is rejected by its data.
fn has_data_of_its_class(item: &Item) -> bool {
    match &item.expect {
        Expectation::Reject { rule, stage, .. } => rule.is_some() && *stage == Stage::Value,
        // What runs only as far as it writes nothing may have a valid region larger than its tile.
        _ => item.choice.tuple.operands.iter().all(|o| (0..2).all(|axis| o.tile.valid[axis] <= o.tile.shape[axis])),
    }
}

/// Where a message should point.
pub fn place(plan: &Plan, item: &Item) -> String {
    format!("{} {} {} ({})", plan.contract.profile.name, plan.contract.operation.name, item.name, item.choice.class)
}

/// One input of one case.
pub struct Input<'a> {
    pub tile: Cow<'a, Tile>,
    /// Columns that are not the class's.
    pub nonce: Range<u32>,
    data: Cow<'a, [u8]>,
}

impl<'a> Input<'a> {
    pub fn at(&self, row: u32, col: u32) -> u64 {
        self.tile.dtype.read(&self.data, (row * self.tile.cols() + col) as usize)
    }

    /// A column of the valid region.
    pub fn column(&self, col: u32) -> Vec<u64> {
        (0..self.tile.valid_rows()).map(|row| self.at(row, col)).collect()
    }

    /// The columns of the class, counted without the nonce.
    pub fn columns(&self) -> impl Iterator<Item = (u32, Vec<u64>)> {
        let own = (0..self.tile.valid_cols()).filter(|col| !self.nonce.contains(col));
        own.enumerate().map(|(at, col)| (at as u32, self.column(col)))
    }

    /// With rows for columns.
    pub fn transposed(&self) -> Input<'a> {
        let [[rows, cols], [valid_rows, valid_cols]] = [self.tile.shape, self.tile.valid];
        let tile = Tile { shape: [cols, rows], valid: [valid_cols, valid_rows], ..Tile::clone(&self.tile) };
        let mut data = vec![0; self.data.len()];
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            tile.dtype.write(&mut data, (col * rows + row) as usize, self.at(row, col));
        }
        Input { tile: Cow::Owned(tile), nonce: 0..0, data: Cow::Owned(data) }
    }

    /// How many of them there are.
    pub fn width(&self) -> u32 {
        self.columns().count() as u32
    }
}

/// The inputs of a case, in order.
pub fn inputs<'a>(item: &'a Item, arrays: &'a [Array], slot: u32) -> Vec<Input<'a>> {
    let one = |(operand, array): (&'a ptoconf_schemas::Operand, &'a Array)| {
        let bytes = operand.tile.bytes() as usize;
        let data = &array.data[slot as usize * bytes..(slot as usize + 1) * bytes];
        Input { tile: Cow::Borrowed(&operand.tile), nonce: 0..0, data: Cow::Borrowed(data) }
    };
    item.choice.tuple.with_role(Role::In).zip(arrays).map(one).collect()
}

/// The inputs of a case as columns that meet, and how those do; none where a source of pairs is not a column for a matrix.
pub fn lines<'a>(combine: Combine, inputs: Vec<Input<'a>>) -> Option<(Combine, Vec<Input<'a>>)> {
    let transposed = |inputs: &[Input<'a>]| inputs.iter().map(Input::transposed).collect();
    match combine {
        Combine::Cols(meet) => Some((Combine::Rows(meet), transposed(&inputs))),
        Combine::PairByRow(meet) => {
            let is_column = inputs[1].tile.blayout == BLayout::ColMajor && inputs[0].tile.blayout == BLayout::RowMajor;
            is_column.then(|| (Combine::Pair(meet), transposed(&inputs)))
        }
        _ => Some((combine, inputs)),
    }
}

/// An addition in a float type.
pub fn add(dtype: DType, a: u64, b: u64) -> u64 {
    match dtype {
        DType::F16 => u64::from(f16::from_f32(f16::from_bits(a as u16).to_f32() + f16::from_bits(b as u16).to_f32()).to_bits()),
        DType::Bf16 => u64::from(bf16::from_f32(bf16::from_bits(a as u16).to_f32() + bf16::from_bits(b as u16).to_f32()).to_bits()),
        _ => u64::from((f32::from_bits(a as u32) + f32::from_bits(b as u32)).to_bits()),
    }
}

/// The sum of a column in a documented order; `add` sees every addition.
pub fn sum(order: Order, r: &[u64], add: &mut dyn FnMut(u64, u64) -> u64) -> u64 {
    match order {
        Order::LeftFold => r[1..].iter().fold(r[0], |acc, &x| add(acc, x)),
        Order::LeftFoldFromZero => r.iter().fold(0, |acc, &x| add(acc, x)),
        Order::A5Pairs => r[1..].chunks(2).fold(r[0], |acc, pair| {
            let term = if pair.len() == 2 { add(pair[0], pair[1]) } else { pair[0] };
            add(acc, term)
        }),
        Order::A5Tree if r.len() == 1 => add(r[0], 0),
        Order::A2a3Tree | Order::A5Tree | Order::CarryTree => {
            let mut level = r.to_vec();
            while level.len() > 1 {
                let odd = (level.len() % 2 == 1).then(|| level.pop()).flatten();
                level = level.chunks(2).map(|pair| add(pair[0], pair[1])).collect();
                let at = if order == Order::A2a3Tree { 0 } else { level.len() - 1 };
                match odd {
                    Some(odd) if order == Order::CarryTree => level.push(odd),
                    Some(odd) => level[at] = add(level[at], odd),
                    None => {}
                }
            }
            level[0]
        }
        Order::A2a3Chunks | Order::A2a3Blocks | Order::A5Chunks => unreachable!("an order of a row"),
    }
}

/// An integer's value.
pub fn integer(dtype: DType, bits: u64) -> i128 {
    let unused = 64 - dtype.bits();
    if dtype.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
}

/// The lowest and the highest value of an integer type.
pub fn range(dtype: DType) -> [i128; 2] {
    let bits = dtype.bits();
    if dtype.is_signed() { [-(1 << (bits - 1)), (1 << (bits - 1)) - 1] } else { [0, (1 << bits) - 1] }
}
