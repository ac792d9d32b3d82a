//! What a form can have besides tiles of one type: scalars, attributes that are words, results of a type of their own.

use ptoconf_generator::{Filter, Item, Plan, Request, plan};
use ptoconf_reference::{Behaviour, Class, Combine, Contract, Extent, Form, Meet, Operation, Profile, rule};
use ptoconf_schemas::{Attribute, BaseProfile, DType, Expectation, Location, Operand, Role, Stage, Tier, Tile};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const MODES: &[&str] = &["NEAR", "DOWN", "UP"];

/// An operation with all of it: f32 or i32 and a scalar of the same type become f16 or u8, in two of three modes.
fn blocks() -> Operation {
    let matrix = [Extent::Dim("R"), Extent::Dim("C")];
    let form = Form::new("plain", "TBLOCKS(dst, src, scalar, Mode::mode)", Combine::PairWithScalar(Meet::Sum), Class::ADD);
    Operation {
        name: "tblocks",
        page: "no page",
        summary: "Add a scalar, and convert.",
        forms: vec![form.result("dst", DType::F16, matrix).input("src", matrix).scalar("scalar").choice("mode", MODES)],
        rules: vec![
            rule("tblocks/dtype", Stage::Type, "src and the scalar are both f32 or both i32.")
                .holds(|q| matches!(q.dtype("src"), DType::F32 | DType::I32) && q.dtype("scalar") == q.dtype("src")),
            rule("tblocks/result", Stage::Type, "dst is f16 or u8.").holds(|q| matches!(q.dtype("dst"), DType::F16 | DType::U8)),
            rule("tblocks/mode", Stage::Type, "The mode is another one than UP.").holds(|q| q.word("mode") != "UP"),
            rule("tblocks/region", Stage::Shape, "src has dst's valid region.").holds(|q| q.valid("src") == q.valid("dst")),
        ],
        readings: vec![],
        sentences: &[],
        unreachable: vec![],
        meaning: |_| Behaviour::only(vec![]),
    }
}

static PLAN: LazyLock<Plan<'static>> = LazyLock::new(|| {
    let profile: &'static Profile = Box::leak(Box::new(Profile::builtin(BaseProfile::A2a3)));
    let contract: &'static Contract = Box::leak(Box::new(Contract::new(Box::leak(Box::new(blocks())), profile)));
    plan(contract, &Request { seed: 1, tier: Tier::Standard, filter: Filter::default() })
});

fn legal() -> impl Iterator<Item = &'static Item> {
    PLAN.items.iter().filter(|item| matches!(item.expect, Expectation::Accept { .. }))
}

fn operand<'a>(item: &'a Item, name: &str) -> &'a Operand {
    item.choice.tuple.operand(name).expect("an operand of the form")
}

#[test]
fn a_scalar_is_one_element_whatever_else_is_changed() {
    for item in &PLAN.items {
        let scalar = operand(item, "scalar");
        assert_eq!(scalar.tile, Tile::scalar(scalar.tile.dtype), "{}", item.name);
        let others = item.choice.tuple.operands.iter().filter(|o| o.name != "scalar");
        assert!(others.into_iter().all(|o| o.tile.loc != Location::Scalar), "{}", item.name);
    }
}

#[test]
fn each_type_of_the_result_meets_each_mode_and_type_of_the_sources() {
    let of = |item: &Item| {
        let [dst, src] = ["dst", "src"].map(|name| operand(item, name).tile.dtype);
        (dst, src, item.choice.tuple.word("mode").expect("a word").to_owned())
    };
    let found: BTreeSet<_> = legal().map(of).collect();
    let mut all = BTreeSet::new();
    for dst in [DType::F16, DType::U8] {
        for src in [DType::F32, DType::I32] {
            all.extend(["NEAR", "DOWN"].map(|mode| (dst, src, mode.to_owned())));
        }
    }
    assert_eq!(found, all);
}

#[test]
fn a_word_and_the_types_of_scalar_and_result_break_rules_by_themselves() {
    let breaks = |id: &str, is: &dyn Fn(&Item) -> bool| {
        let of_rule = |item: &&Item| matches!(&item.expect, Expectation::Reject { rule: Some(rule), .. } if rule == id);
        PLAN.items.iter().filter(of_rule).any(is)
    };
    let mode = Attribute::Word("UP".into());
    assert!(breaks("tblocks/mode", &|item| item.choice.tuple.attributes.get("mode") == Some(&mode)));
    assert!(breaks("tblocks/dtype", &|item| operand(item, "scalar").tile.dtype != operand(item, "src").tile.dtype));
    assert!(breaks("tblocks/result", &|item| operand(item, "dst").tile.dtype == DType::F32));
}

/// Every element meets the scalar: no sum of the class that is exact leaves the range where it is.
#[test]
fn sums_with_the_scalar_are_exact_where_the_class_says_so() {
    for item in legal().filter(|item| item.choice.class == "exact-window" && operand(item, "src").tile.dtype == DType::F32) {
        let stack = PLAN.stack(item);
        let [src, scalars] = [0, 1].map(|at| &stack.inputs[at].data);
        let elements = operand(item, "src").tile.elements() as usize;
        let number = |data: &[u8], at: usize| f32::from_bits(DType::F32.read(data, at) as u32);
        let valid = operand(item, "src").tile.valid;
        assert_eq!(item.choice.tuple.with_role(Role::In).count(), 2);
        for slot in 0..item.cases as usize {
            let scalar = number(scalars, slot);
            for (row, col) in (0..valid[0]).flat_map(|row| (0..valid[1]).map(move |col| (row, col))) {
                let at = (row * operand(item, "src").tile.cols() + col) as usize;
                let element = number(src, slot * elements + at);
                assert_eq!(f64::from(element + scalar), f64::from(element) + f64::from(scalar), "{} {row} {col}", item.name);
            }
        }
    }
}

/// What a class has in some columns and not in others comes with a scalar, too, which is a single column.
#[test]
fn a_scalar_meets_every_kind_of_data_of_a_class() {
    let of_class = |class: &'static str| {
        let of = move |item: &&Item| item.choice.class == class && operand(item, "src").tile.dtype == DType::F32;
        legal().filter(of).flat_map(|item| {
            let stack = PLAN.stack(item);
            (0..item.cases as usize).map(move |slot| DType::F32.read(&stack.inputs[1].data, slot) & 0x7FFF_FFFF).collect::<Vec<_>>()
        })
    };
    let subnormal = |bits: &u64| (1..0x80_0000).contains(bits);
    assert!(of_class("subnormal").any(|bits| subnormal(&bits)) && of_class("subnormal").any(|bits| !subnormal(&bits)));
    for class in ["cancel", "ties", "overflow"] {
        let exponents: BTreeSet<u64> = of_class(class).map(|bits| bits >> 23).collect();
        assert!(exponents.len() > 2, "{class}: {exponents:?}");
    }
}
