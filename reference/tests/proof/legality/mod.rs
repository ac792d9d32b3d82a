//! Hand-written tuples, taken from the sentences of the pages, with what each profile says of them.

mod colplace;
mod examples;
mod expand;
mod extreme;
mod products;
mod rowexpand;
mod rowexpandop;
mod rowextreme;
mod rowplace;
mod rowsum;
mod sum;
mod tconcat;
mod tile_class;

use ptoconf_reference::{Contest, Contract, Profile, ops};
use ptoconf_schemas::{Attribute, BaseProfile, Operand, SmolStr, Tile, Tuple};
use std::collections::BTreeSet;

/// A tuple and what portable, cpu, a2a3 and a5 say of it.
pub struct Case {
    what: &'static str,
    tuple: Tuple,
    class: &'static str,
    want: [String; 4],
}

/// A legal tuple from which cases are made by changes.
pub struct Base {
    tuple: Tuple,
    class: &'static str,
}

pub fn base(op: &str, form: &str, class: &'static str, tiles: &[(&str, Tile)]) -> Base {
    let form = ops::find(op).and_then(|o| o.form(form)).expect("a form of the operation");
    let role = |name: &str| form.operands.iter().find(|o| o.name == name).expect("an operand").role;
    let operands = tiles.iter().map(|(name, tile)| Operand { name: (*name).into(), role: role(name), tile: tile.clone() });
    let attributes = form.attributes.iter().map(|a| (a.name.to_owned(), Attribute::Bool(false))).collect();
    Base { tuple: Tuple { op: op.into(), form: form.name.into(), attributes, operands: operands.collect() }, class }
}

/// What is to be changed: tiles by name.
pub struct Change<'a>(&'a mut Tuple);

impl Change<'_> {
    pub fn tile(&mut self, name: &str) -> &mut Tile {
        &mut self.0.operands.iter_mut().find(|o| o.name == name).expect("an operand").tile
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.tile(name).is_some()
    }

    pub fn tiles(&mut self, names: &[&str], change: impl Fn(&mut Tile)) {
        names.iter().for_each(|n| change(self.tile(n)));
    }

    pub fn flag(&mut self, name: &str) {
        self.0.attributes.insert(name.to_owned(), Attribute::Bool(true));
    }
}

impl Base {
    /// Changes the tuple; `want` is what portable, cpu, a2a3 and a5 say: each rule that the tuple does not
    /// simply keep, without the operation's name and with ` + ` between; empty for legal.
    pub fn case(&self, what: &'static str, want: [&str; 4], change: impl Fn(&mut Change)) -> Case {
        let mut tuple = self.tuple.clone();
        change(&mut Change(&mut tuple));
        Case { what, class: self.class, want: want.map(|w| full(&tuple.op, w)), tuple }
    }

    pub fn with_class(&self, class: &'static str, want: [&str; 4]) -> Case {
        Case { what: class, class, want: want.map(|w| full(&self.tuple.op, w)), tuple: self.tuple.clone() }
    }

    pub fn legal(&self, what: &'static str) -> Case {
        self.case(what, [""; 4], |_| {})
    }
}

/// `illegal vec` becomes `illegal tcolsum/vec`; shared rules are written in full.
fn full(op: &str, want: &str) -> String {
    let rules = want.split(" + ").map(|part| match part.split_once(' ') {
        Some((verdict, rule)) if !rule.contains('/') => format!("{verdict} {op}/{rule}"),
        _ => part.to_owned(),
    });
    rules.collect::<Vec<_>>().join(" + ")
}

/// Makes an extent of zero, at run time.
pub fn none(tile: &mut Tile, axis: usize) {
    tile.valid[axis] = 0;
    tile.dynamic[axis] = true;
}

/// What a profile says: nothing for legal, else a word for each rule.
fn verdict(profile: &Profile, tuple: &Tuple, class: &str) -> String {
    let contract = Contract::new(ops::find(&tuple.op).expect("an operation"), profile);
    let word = |c: &Contest| match (c.rejects(), c.is_open()) {
        (true, _) => "illegal",
        (_, true) => "open",
        _ => "told",
    };
    let legality = contract.legality(tuple, class);
    legality.contests.iter().map(|c| format!("{} {}", word(c), contract.rule(c.rule).id)).collect::<Vec<_>>().join(" + ")
}

fn cases() -> Vec<Case> {
    let operations = [sum::cases(), extreme::cases(), expand::cases(), rowexpand::cases(), tconcat::cases()];
    let others = [rowexpandop::cases(), rowextreme::cases(), rowplace::cases(), colplace::cases(), rowsum::cases(), products::cases()];
    operations.into_iter().chain(others).chain([tile_class::cases(), examples::cases()]).flatten().collect()
}

/// Operation and name of every case that [`profiles_say_what_the_pages_say`] judges.
pub fn names() -> BTreeSet<(SmolStr, &'static str)> {
    cases().into_iter().map(|case| (case.tuple.op, case.what)).collect()
}

/// Those of the pages' own examples.
pub fn names_of_examples() -> BTreeSet<(SmolStr, &'static str)> {
    examples::cases().into_iter().map(|case| (case.tuple.op, case.what)).collect()
}

#[test]
fn profiles_say_what_the_pages_say() {
    let mut wrong = vec![];
    for case in cases() {
        for &base in BaseProfile::ALL {
            let want = &case.want[BaseProfile::ALL.iter().position(|b| *b == base).expect("a profile")];
            let got = verdict(&Profile::builtin(base), &case.tuple, case.class);
            if got != *want {
                wrong.push(format!("{} {} under {base}: `{got}`, not `{want}`", case.tuple.op, case.what));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every rule has a case here, but for those of a user's own profile, which `tile_class` tries.
#[test]
fn every_rule_has_a_case() {
    let cases = cases();
    let parts = cases.iter().flat_map(|c| &c.want).flat_map(|w| w.split(" + "));
    let tried: BTreeSet<&str> = parts.filter_map(|w| Some(w.split_once(' ')?.1)).collect();
    let rules = ops::shared().rules.iter().chain(ops::all().iter().flat_map(|o| &o.rules));
    let missing: Vec<&str> = rules.map(|r| r.id.as_str()).filter(|id| !tried.contains(id) && !id.starts_with("profile/")).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
