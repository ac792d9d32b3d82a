//! Outside valid regions: never zero, another pattern in each of three slots, and never read.

use crate::common::{STACKS, inputs, place};
use ptoconf_generator::{Item, Plan};
use ptoconf_reference::{Answers, Class, DataKind};
use ptoconf_schemas::{Array, DType, Judgement, Role, Stack};
use std::collections::BTreeSet;

/// Bytes of the tiles of a tuple above which it has fewer cases than three, so that its first one begins with any pattern.
const LARGE: u64 = 8 << 10;

fn is_index(plan: &Plan, item: &Item, name: &str) -> bool {
    plan.contract.operation.forms[item.form].operands.iter().any(|o| o.name == name && o.kind == DataKind::Index)
}

#[test]
fn poison_is_never_zero_and_differs_between_slots() {
    let (mut seen, mut first) = (0, BTreeSet::new());
    for (plan, item, stack) in STACKS.iter() {
        let operands: Vec<_> = item.choice.tuple.with_role(Role::In).collect();
        for (i, operand) in operands.iter().enumerate().filter(|(_, o)| !is_index(plan, item, &o.name)) {
            let tile = &operand.tile;
            let outside = |r: u32, c: u32| r >= tile.valid_rows() || c >= tile.valid_cols();
            let zero = |bits: u64| bits == 0 || tile.dtype.float_masks().is_some_and(|(sign, _, _)| bits == sign);
            let places = || (0..tile.rows()).flat_map(|r| (0..tile.cols()).map(move |c| (r, c))).filter(|&(r, c)| outside(r, c));
            let of_slot = |slot: u32| -> Vec<u64> {
                let inputs = inputs(item, &stack.inputs, slot);
                places().map(|(r, c)| inputs[i].at(r, c)).collect()
            };
            let slots: Vec<Vec<u64>> = (0..item.cases).map(of_slot).collect();
            let place = || format!("{} {}", place(plan, item), operand.name);
            for (slot, poison) in slots.iter().enumerate() {
                assert!(!poison.iter().any(|b| zero(*b)), "{} slot {slot}", place());
                seen += poison.len();
            }
            if item.choice.tuple.operands.iter().map(|o| o.tile.bytes()).sum::<u64>() > LARGE {
                first.extend(slots[0].first().map(|bits| kind(tile.dtype, *bits)));
                continue;
            }
            // The third slot holds plausible values: some can be those of another slot by chance.
            assert!(slots.len() < 2 || slots[0].iter().zip(&slots[1]).all(|(a, b)| a != b), "{}", place());
            // One row or column can hold nothing but the largest number.
            let (rows, cols): (BTreeSet<u32>, BTreeSet<u32>) = places().unzip();
            let is_wide = rows.len() > 1 && cols.len() > 1 && slots[0].len() > 8;
            let alike = |a: usize, b: usize| is_wide && slots[a] == slots[b];
            assert!(slots.len() < 3 || !(alike(0, 2) || alike(1, 2)), "{}", place());
        }
    }
    assert!(seen > 100_000 && first.len() == 3, "{seen} {first:?}");
}

/// Which pattern this is of: NaN or the largest number, an extreme one, or any.
fn kind(dtype: DType, bits: u64) -> u32 {
    let top = dtype.mask() >> 1;
    let [largest, extreme] = match dtype.float_masks() {
        Some((sign, infinity, mantissa)) => [infinity | mantissa, sign | (infinity - 1)],
        None if dtype.is_signed() => [top, top + 1],
        None => [dtype.mask(), top],
    };
    [largest, extreme].iter().position(|b| *b == bits).map_or(2, |at| at as u32)
}

/// Other bits outside every valid region, index tiles included.
fn refilled(item: &Item, arrays: &[Array]) -> Vec<Array> {
    let mut arrays = arrays.to_vec();
    for (operand, array) in item.choice.tuple.with_role(Role::In).zip(&mut arrays) {
        let tile = &operand.tile;
        let mut noise = 0x9E37_79B9_7F4A_7C15u64;
        for k in 0..array.data.len() / tile.dtype.bytes() {
            let at = k as u32 % (tile.rows() * tile.cols());
            if at / tile.cols() >= tile.valid_rows() || at % tile.cols() >= tile.valid_cols() {
                noise = noise.rotate_left(7).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                tile.dtype.write(&mut array.data, k, noise >> 8);
            }
        }
    }
    arrays
}

fn member<'a>(arrays: &'a [Array], name: &str) -> &'a Array {
    arrays.iter().find(|a| a.name == name).unwrap_or_else(|| panic!("no member {name}"))
}

/// What is judged of an output: its members, with what the mask leaves out set to zero.
fn judged(answers: &Answers, alternative: usize) -> Vec<Vec<u8>> {
    let mut judged = vec![];
    for output in answers.alternatives[alternative].outputs.values() {
        let mask = output.mask.as_ref().map(|m| &member(&answers.arrays, m).data);
        let members = match &output.judge {
            Judgement::Bits { member } | Judgement::Value { member } => vec![member],
            Judgement::Within { lowest, highest, special } => vec![lowest, highest, special],
            Judgement::Ulps { nearest, ulps } => vec![nearest, ulps],
            Judgement::Unchanged | Judgement::Unspecified => vec![],
        };
        judged.extend(mask.cloned());
        for name in members {
            let array = member(&answers.arrays, name);
            let size = array.dtype.bytes();
            let kept = |k: usize| mask.is_none_or(|m| m[k / size] != 0);
            judged.push(array.data.iter().enumerate().map(|(k, b)| if kept(k) { *b } else { 0 }).collect());
        }
    }
    judged
}

fn answers_of(stack: &Stack) -> Answers {
    Answers { alternatives: stack.answer.alternatives.clone(), arrays: stack.answers.clone() }
}

#[test]
fn answers_do_not_depend_on_what_lies_outside() {
    let mut wrong = vec![];
    for (plan, item, stack) in STACKS.iter().step_by(2) {
        let class = Class::parse(item.choice.class).expect("a class");
        let legality = plan.contract.legality(&item.choice.tuple, class.name);
        let others = refilled(item, &stack.inputs);
        let again = plan.contract.answers(&item.name, &item.choice.tuple, class, &legality, &others, item.cases);
        let before = answers_of(stack);
        assert_eq!(again.alternatives.len(), before.alternatives.len(), "{}", place(plan, item));
        for i in 0..again.alternatives.len() {
            if judged(&before, i) != judged(&again, i) {
                wrong.push(format!("{} {} ({})", place(plan, item), before.alternatives[i].name, item.why));
            }
        }
    }
    assert!(wrong.is_empty(), "{} read outside:\n{}", wrong.len(), wrong.join("\n"));
}
