//! What alternatives and enclosures cost: the time of all answers of the standard tier against one answer
//! for each case, single-threaded, without writing.

use ptoconf_generator::{Filter, Item, Plan, Request, plan};
use ptoconf_reference::kernels::{Input, Slot, View};
use ptoconf_reference::{Class, Contract, OutputValue, Profile, Query, ops};
use ptoconf_schemas::{Array, BaseProfile, Role, Tier};
use std::time::{Duration, Instant};

/// The first behaviour of each case alone.
fn one_answer(plan: &Plan, item: &Item, inputs: &[Array]) -> Duration {
    let (tuple, begin) = (&item.choice.tuple, Instant::now());
    let query = Query { tuple, class: item.choice.class, profile: plan.contract.profile, follows: &[] };
    let Some(behaviour) = (plan.contract.operation.meaning)(&query).into_iter().next() else { return Duration::ZERO };
    let operands: Vec<_> = tuple.with_role(Role::In).collect();
    for slot in 0..item.cases as usize {
        let input = |(operand, array): (&&ptoconf_schemas::Operand, &'_ _)| {
            let (tile, array): (_, &Array) = (&operand.tile, array);
            let bytes = tile.bytes() as usize;
            (operand.name.clone(), tile.clone(), array.data[slot * bytes..(slot + 1) * bytes].to_vec())
        };
        let own: Vec<_> = operands.iter().zip(inputs).map(input).collect();
        let inputs: Vec<Input> = own.iter().map(|(name, tile, data)| Input { name, tile, data }).collect();
        for output in &behaviour.outputs {
            let [rows, cols] = output.region.map(|n| n as usize);
            let mut data = vec![0; rows * cols * tuple.tile(output.operand).map_or(8, |t| t.dtype.bytes())];
            if let OutputValue::Bits(kernel) | OutputValue::Value(kernel) = &output.value {
                kernel(&Slot { inputs: &inputs }, &mut View { data: &mut data, rows, cols });
            }
        }
    }
    begin.elapsed()
}

fn main() {
    println!("standard tier, seconds   whole   all answers   one answer each   added");
    for &base in BaseProfile::ALL {
        let profile = Profile::builtin(base);
        let (mut whole, mut all, mut one) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        for operation in ops::all() {
            let begin = Instant::now();
            let contract = Contract::new(operation, &profile);
            let plan = plan(&contract, &Request { seed: 0, tier: Tier::Standard, filter: Filter::default() });
            whole += begin.elapsed();
            for item in &plan.items {
                let begin = Instant::now();
                let stack = plan.stack(item);
                whole += begin.elapsed();
                let class = Class::parse(item.choice.class).expect("a class");
                let begin = Instant::now();
                let legality = plan.legality(item);
                contract.answers(&item.name, &item.choice.tuple, class, &legality, &stack.inputs, item.cases);
                all += begin.elapsed();
                // A tuple in question may have no plain meaning; then every answer counts as added.
                if legality.is_legal() {
                    one += one_answer(&plan, item, &stack.inputs);
                }
            }
        }
        let added = all.saturating_sub(one).as_secs_f64();
        let share = 100.0 * added / (whole.as_secs_f64() - added);
        let [whole, all, one] = [whole, all, one].map(|d| d.as_secs_f64());
        println!("{base:<24} {whole:>5.2} {all:>13.2} {one:>17.2} {share:>6.0} %");
    }
}
