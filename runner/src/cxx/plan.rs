//! What is known of the tuples of a batch before anything is compiled: case functions, and who needs none.

use super::calls::Calls;
use super::facts::Facts;
use super::jobs::Layout;
use super::options::Guess;
use super::rounds::Bench;
use super::tile_type::{Placement, declare, tile_type};
use super::unit::Unit;
use crate::run::Select;
use ptoconf_schemas::{Outcome, Tuple, TupleLine};
use std::collections::BTreeMap;

/// What is known of a tuple before it runs.
pub(super) struct Plan<'a> {
    pub operation: usize,
    pub line: &'a TupleLine,
    pub slots: Vec<u32>,
    pub fate: Fate,
}

/// What becomes of a tuple.
pub(super) enum Fate {
    /// It does not get as far as a case function.
    Ends(Outcome, String),
    /// It is this case function of the unit.
    Case(usize, Layout),
}

impl Fate {
    /// Its item of the unit.
    pub fn item(&self) -> Option<usize> {
        match self {
            Fate::Case(number, _) => Some(*number),
            Fate::Ends(..) => None,
        }
    }
}

/// The unit of a batch, and what is known of its tuples.
#[derive(Default)]
pub(super) struct Planned<'a> {
    pub unit: Unit,
    /// Items by their text: tuples that differ in run-time values alone share one.
    numbers: BTreeMap<String, usize>,
    /// Types of the unit by their text.
    types: BTreeMap<String, usize>,
    pub plans: Vec<Plan<'a>>,
}

/// What becomes of the selected cases of some tuples, each with the number of its operation.
pub(super) fn plan<'a>(
    facts: &Facts,
    Bench { guess, calls, .. }: Bench,
    select: Select,
    tuples: impl Iterator<Item = (usize, &'a TupleLine)>,
) -> Planned<'a> {
    let mut planned = Planned { unit: Unit { listed: true, ..Unit::default() }, ..Planned::default() };
    for (operation, line) in tuples {
        let slots: Vec<u32> = (0..line.cases).filter(|&slot| select(line, slot)).collect();
        if !slots.is_empty() {
            let fate = planned.fate(facts, guess, calls, line);
            planned.plans.push(Plan { operation, line, slots, fate });
        }
    }
    planned
}

impl Planned<'_> {
    fn fate(&mut self, facts: &Facts, guess: Guess, calls: &Calls, line: &TupleLine) -> Fate {
        let tuple = &line.tuple;
        let Some(call) = calls.find(&tuple.op, &tuple.form) else {
            return Fate::Ends(Outcome::Unsupported, format!("the set has no C++ call of {} {}", tuple.op, tuple.form));
        };
        if let Some(why) = facts.lacks(tuple) {
            return Fate::Ends(Outcome::Unsupported, why);
        }
        match (call.with(tuple), Layout::of(tuple)) {
            (Ok(call), Ok(layout)) => {
                let number = self.number(tuple, function_body(facts, tuple, &call));
                if !(guess.rejected)(tuple) {
                    self.unit.doubtful.remove(&number);
                }
                if !(guess.ill_typed)(tuple) {
                    self.unit.ill_typed.remove(&number);
                }
                Fate::Case(number, layout)
            }
            (Err(why), _) | (_, Err(why)) => Fate::Ends(Outcome::Error, why),
        }
    }

    fn number(&mut self, tuple: &Tuple, text: String) -> usize {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = self.unit.items.len();
        self.unit.items.push(format!("static void case_{number}(const ptoconf::Operand* o) {{ {text} }}"));
        self.numbers.insert(text, number);
        let tiles: Vec<String> = tuple.operands.iter().map(|o| tile_type(&o.tile)).collect();
        // Checks are often templates over the destination and the first source.
        self.unit.kin.push(format!("{} {}", tuple.op, tiles[..tiles.len().min(2)].join(" ")));
        let needs = tiles.into_iter().map(|tile| self.type_number(tile)).collect();
        self.unit.needs.push(needs);
        self.unit.doubtful.insert(number);
        self.unit.ill_typed.insert(number);
        number
    }

    fn type_number(&mut self, tile: String) -> usize {
        let types = &mut self.unit.types;
        *self.types.entry(tile).or_insert_with_key(|tile| {
            types.push(tile.clone());
            types.len() - 1
        })
    }
}

/// Tiles, call, and the way back where tiles have storage of their own.
fn function_body(facts: &Facts, tuple: &Tuple, call: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for (i, operand) in tuple.operands.iter().enumerate() {
        words.push(declare(&operand.name, i, &operand.tile, facts.placement, facts.assignment));
    }
    words.push(call.to_owned());
    if facts.placement == Placement::Copied {
        let tiles = tuple.operands.iter().enumerate().filter(|(_, o)| !o.tile.is_scalar());
        words.extend(tiles.map(|(i, o)| format!("ptoconf::take({}, o[{i}]);", o.name)));
    }
    words.join(" ")
}
