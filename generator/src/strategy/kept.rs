//! The tuples of the smoke tier as they are kept: planning a standard tier, of which they are a small part, takes much
//! longer than running them.
//!
//! `smoke/<profile>.jsonl` has a line for each form. A test makes it anew from `smoke.json` and the standard
//! tier; `PTOCONF_BLESS=1` writes it.

use crate::item::Item;
use crate::model::Choice;
use crate::name::name;
use crate::planner::Covered;
use crate::strategy::smoke;
use crate::tiers::cases;
use ptoconf_reference::{Contract, Form, OperandSpec, Operation};
use ptoconf_schemas::{
    Attribute, BLayout, BaseProfile, Coverage, DType, Expectation, Location, Names, Operand, Pad, SLayout, SmolStr, Tier, Tile, Tuple,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// What is kept of a form.
#[derive(Serialize, Deserialize)]
struct OfForm<'a> {
    op: &'a str,
    form: &'a str,
    /// Of the whole standard tier.
    coverage: Coverage,
    #[serde(borrow)]
    tuples: Vec<Kept<'a>>,
}

/// A tuple: what cannot be told from the form, the contract and the tier.
#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    name: Cow<'a, str>,
    strategy: &'a str,
    why: Cow<'a, str>,
    class: &'a str,
    #[serde(default, skip_serializing_if = "Names::is_empty")]
    attributes: Names<Attribute>,
    /// In the order of the form's operands.
    tiles: Vec<Fields>,
    expect: Expectation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    row: Option<Vec<usize>>,
}

/// The fields of a tile, in the order of their declaration.
type Fields = (Location, DType, [u32; 2], [u32; 2], [bool; 2], BLayout, SLayout, u32, Pad, Option<u64>, Option<SmolStr>);

fn fields(tile: &Tile) -> Fields {
    let Tile { loc, dtype, shape, valid, dynamic, blayout, slayout, fractal, pad, address, same_as } = tile.clone();
    (loc, dtype, shape, valid, dynamic, blayout, slayout, fractal, pad, address, same_as)
}

fn tile(&(loc, dtype, shape, valid, dynamic, blayout, slayout, fractal, pad, address, ref same_as): &Fields) -> Tile {
    Tile { loc, dtype, shape, valid, dynamic, blayout, slayout, fractal, pad, address, same_as: same_as.clone() }
}

/// The tuples of a smoke tier, and by form what the standard tier that they are of covers.
pub(crate) struct Tuples {
    pub items: Vec<Item>,
    pub covered: Vec<Covered>,
}

/// The smoke tier of an operation in a profile for which one was chosen, for those of its forms that are wanted. Which rules a
/// tuple does not simply keep is for a contract to say.
///
/// # Panics
/// Where a tuple does not have the digest that is its name: the file was changed by hand.
pub(crate) fn tuples(base: BaseProfile, operation: &Operation, wanted: impl Fn(&str) -> bool) -> Tuples {
    let mut tuples = Tuples { items: vec![], covered: vec![] };
    for (index, form) in operation.forms.iter().enumerate() {
        let kept = lines(base).filter(|line| line.is_of(operation.name, form.name)).find(|_| wanted(form.name));
        let kept = kept.map(Line::read);
        tuples.items.extend(kept.iter().flat_map(|kept| &kept.tuples).map(|kept| item(operation, (index, form), kept)));
        tuples.covered.push(Covered { coverage: kept.map(|kept| kept.coverage).unwrap_or_default(), possible: None });
    }
    tuples
}

fn item(operation: &Operation, (index, form): (usize, &Form), kept: &Kept<'static>) -> Item {
    let operand = |(declared, fields): (&OperandSpec, &Fields)| Operand {
        name: SmolStr::new_static(declared.name),
        role: declared.role,
        tile: tile(fields),
    };
    let tuple = Tuple {
        op: operation.name.into(),
        form: form.name.into(),
        attributes: kept.attributes.clone(),
        operands: form.operands.iter().zip(&kept.tiles).map(operand).collect(),
    };
    let choice = Choice { tuple, class: kept.class };
    assert!(
        name(&choice, 0) == *kept.name,
        "{}/{} is not the tuple that was chosen: make the files of smoke/ anew",
        operation.name,
        kept.name
    );
    Item {
        name: kept.name.as_ref().into(),
        form: index,
        strategy: kept.strategy,
        cases: cases(Tier::Smoke, &choice.tuple),
        choice: Arc::new(choice),
        block: 0,
        expect: kept.expect.clone(),
        contested: vec![],
        why: kept.why.to_string(),
        principal: form.principal(),
        row: kept.row.clone(),
    }
}

/// A line of a file.
#[derive(Clone, Copy)]
struct Line(&'static str);

impl Line {
    /// Whether it is that of a form: the first fields say so.
    fn is_of(self, operation: &str, form: &str) -> bool {
        let rest = self.0.strip_prefix("{\"op\":\"").and_then(|rest| rest.strip_prefix(operation));
        let rest = rest.and_then(|rest| rest.strip_prefix("\",\"form\":\"")).and_then(|rest| rest.strip_prefix(form));
        rest.is_some_and(|rest| rest.starts_with('"'))
    }

    fn read(self) -> OfForm<'static> {
        serde_json::from_str(self.0).unwrap_or_else(|e| panic!("the files of smoke/ are to be made anew: {e}"))
    }
}

fn lines(base: BaseProfile) -> impl Iterator<Item = Line> {
    let text = match base {
        BaseProfile::A2a3 => include_str!("../../smoke/a2a3.jsonl"),
        BaseProfile::A5 => include_str!("../../smoke/a5.jsonl"),
        BaseProfile::Cpu => include_str!("../../smoke/cpu.jsonl"),
        BaseProfile::Portable => "",
    };
    text.lines().map(Line)
}

/// The lines of an operation, of the tuples of its standard tier and what these cover: what a file of `smoke/` has to be made of.
pub(crate) fn text(contract: &Contract, items: &[Item], coverage: &[Coverage]) -> String {
    let operation = contract.operation;
    let Some(names) = smoke::smoke_names(contract.profile.base.name(), operation.name) else { return String::new() };
    let mut items = items.to_vec();
    smoke::keep(&mut items, names);
    let of_form = |(index, form): (usize, &Form)| {
        let tuples: Vec<Kept> = items.iter().filter(|item| item.form == index).map(kept).collect();
        let coverage = Coverage { branches: 0, branches_covered: 0, ..coverage[index].clone() };
        let line = OfForm { op: operation.name, form: form.name, coverage, tuples };
        serde_json::to_string(&line).expect("a line is JSON") + "\n"
    };
    operation.forms.iter().enumerate().map(of_form).collect()
}

fn kept(item: &Item) -> Kept<'_> {
    let Choice { tuple, class } = &*item.choice;
    Kept {
        name: item.name.as_str().into(),
        strategy: item.strategy,
        why: item.why.as_str().into(),
        class,
        attributes: tuple.attributes.clone(),
        tiles: tuple.operands.iter().map(|operand| fields(&operand.tile)).collect(),
        expect: item.expect.clone(),
        row: item.row.clone(),
    }
}
