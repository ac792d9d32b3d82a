//! Data of tuples that are to be rejected: of a class that legal tuples of the same types have.
//!
//! What breaks a rule whatever its data could have any; data that legal tuples of its types rarely have, or never,
//! would tell it apart. So it takes the class of one of them, chosen by a hash of both: as often as they have it.

use crate::item::Item;
use crate::model::Choice;
use crate::strategy::kind::{Kind, kind_of};
use ptoconf_reference::{Class, Contract, Form};
use ptoconf_schemas::{DType, Expectation, Role, SmolStr, Tuple};
use std::collections::BTreeMap;

/// A legal tuple, as far as it matters here.
struct Donor {
    types: Vec<DType>,
    rows: u32,
    size: [u32; 2],
    class: &'static str,
    key: u64,
}

/// The classes of the legal tuples of a form.
pub(crate) struct Donors {
    donors: Vec<Donor>,
    /// By types and size, how often each legal descriptor stands in the set, each time with another kind of data, largest
    /// first: illegal ones are to stand there as often.
    copies: BTreeMap<Look, Vec<u32>>,
}

impl Donors {
    /// Those of a plan so far. Random tuples do not count: what is the same tuple has the same data in every tier.
    pub fn of(items: &[Item]) -> Donors {
        let own = || items.iter().filter(|i| matches!(i.expect, Expectation::Accept { .. }) && i.strategy != "random");
        let donor = |item: &Item| {
            let tuple = &item.choice.tuple;
            Donor { types: types(tuple), rows: rows(tuple), size: size(tuple), class: item.choice.class, key: hash(&item.name) }
        };
        let mut kinds = BTreeMap::<Look, BTreeMap<SmolStr, u32>>::new();
        for choice in own().map(|item| &item.choice) {
            *kinds.entry(look(&choice.tuple)).or_default().entry(descriptor(choice)).or_default() += 1;
        }
        let largest_first = |kinds: BTreeMap<SmolStr, u32>| {
            let mut copies: Vec<u32> = kinds.into_values().collect();
            copies.sort_unstable_by(|a, b| b.cmp(a));
            copies
        };
        let copies = kinds.into_iter().map(|(look, kinds)| (look, largest_first(kinds))).collect();
        Donors { donors: own().map(donor).collect(), copies }
    }

    /// The tuple with classes that legal tuples have and with which the rules say the same of it: as many as one of the
    /// legal descriptors has, chosen by a hash.
    pub fn disguises(&self, contract: &Contract, form: &Form, kind: &Kind, choice: Choice) -> Vec<Choice> {
        let at = |copies: &Vec<u32>| copies[((u128::from(hash(&descriptor(&choice))) * copies.len() as u128) >> u64::BITS) as usize];
        let number = self.copies.get(&look(&choice.tuple)).map_or(1, at);
        let mut found = self.disguised(contract, form, kind, &choice, number as usize);
        if found.is_empty() {
            found.push(choice);
        }
        found
    }

    /// The tuple with so many other classes, or as many as there are.
    fn disguised(&self, contract: &Contract, form: &Form, kind: &Kind, choice: &Choice, number: usize) -> Vec<Choice> {
        let (types, rows, size) = (types(&choice.tuple), rows(&choice.tuple), size(&choice.tuple));
        let own = hash(&descriptor(choice));
        // Columns that show an order are made for a number of rows.
        let fits = |d: &Donor| d.rows == rows || !Class::ORDER.iter().any(|c| c.name == d.class);
        let alike = |level: u32, d: &Donor| match level {
            0 => d.types == types && d.size == size,
            1 => d.types == types,
            _ => d.types.first() == types.first(),
        };
        let (mut tried, mut disguised): (Vec<&'static str>, Vec<Choice>) = (vec![], vec![]);
        for level in 0..3 {
            let alike = self.donors.iter().filter(|d| alike(level, d) && fits(d));
            let mut found: Vec<(u64, &str)> = alike.map(|d| (mix(d.key ^ own), d.class)).collect();
            found.sort_unstable();
            for (_, class) in found {
                let Some(class) = Class::parse(class).map(|c| c.name).filter(|c| !tried.contains(c)) else { continue };
                tried.push(class);
                let other = Choice { class, ..choice.clone() };
                if kind_of(contract, form, &other).as_ref() == Some(kind) {
                    disguised.push(other);
                    if disguised.len() == number {
                        return disguised;
                    }
                }
            }
        }
        disguised
    }
}

/// The name of a tuple whatever its data.
fn descriptor(choice: &Choice) -> SmolStr {
    crate::name::name(&Choice { class: "", ..choice.clone() }, 0)
}

/// About how large it is: powers of four of bytes, and of rows.
fn size(tuple: &Tuple) -> [u32; 2] {
    let bytes: u64 = tuple.operands.iter().map(|o| o.tile.bytes()).fold(0, u64::saturating_add);
    let rows = tuple.with_role(Role::In).next().map_or(0, |o| o.tile.valid_rows());
    [(u64::BITS - bytes.leading_zeros()) / 2, (u32::BITS - rows.leading_zeros()).div_ceil(2)]
}

/// What a tuple looks like from afar: the types of all operands, and its size.
type Look = (Vec<DType>, [u32; 2]);

fn look(tuple: &Tuple) -> Look {
    (tuple.operands.iter().map(|o| o.tile.dtype).collect(), size(tuple))
}

fn types(tuple: &Tuple) -> Vec<DType> {
    tuple.with_role(Role::In).map(|o| o.tile.dtype).collect()
}

/// Rows of data of the first input.
fn rows(tuple: &Tuple) -> u32 {
    tuple.with_role(Role::In).next().map_or(0, |o| o.tile.valid_rows().min(o.tile.rows()))
}

fn hash(name: &str) -> u64 {
    blake3::hash(name.as_bytes()).as_bytes().iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

/// A number without a pattern: the end of SplitMix64.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
