//! Data of tuples that are to be rejected: of a class that legal tuples of the same types have.
//!
//! What breaks a rule whatever its data could have any; data that legal tuples of its types rarely have, or never,
//! would tell it apart. So it takes the class of one of them, chosen by a hash of both: as often as they have it.

use crate::item::Item;
use crate::model::Choice;
use crate::strategy::perturb::{Kind, kind_of};
use ptoconf_reference::{Class, Contract, Form};
use ptoconf_schemas::{DType, Expectation, Role, Tuple};

/// A legal tuple, as far as it matters here.
struct Donor {
    types: Vec<DType>,
    rows: u32,
    class: &'static str,
    key: u64,
}

/// The classes of the legal tuples of a form.
pub(crate) struct Donors(Vec<Donor>);

impl Donors {
    /// Those of a plan so far. Random tuples do not count: what is the same tuple has the same data in every tier.
    pub fn of(items: &[Item]) -> Donors {
        let own = items.iter().filter(|i| matches!(i.expect, Expectation::Accept { .. }) && i.strategy != "random");
        let donor = |item: &Item| {
            let tuple = &item.choice.tuple;
            Donor { types: types(tuple), rows: rows(tuple), class: item.choice.class, key: hash(&item.name) }
        };
        Donors(own.map(donor).collect())
    }

    /// The tuple with another class, with which the rules say the same of it.
    pub fn disguise(&self, contract: &Contract, form: &Form, kind: &Kind, choice: Choice) -> Choice {
        let (types, rows) = (types(&choice.tuple), rows(&choice.tuple));
        let own = hash(&crate::name::name(&Choice { class: "", ..choice.clone() }, 0));
        // Columns that show an order are made for a number of rows.
        let order = |d: &Donor| Class::ORDER.iter().any(|c| c.name == d.class);
        let alike = |level: u32, d: &Donor| match level {
            0 => d.types == types && d.rows == rows,
            1 => d.types == types && !order(d),
            _ => d.types.first() == types.first() && !order(d),
        };
        for level in 0..3 {
            let mut found: Vec<(u64, &str)> = self.0.iter().filter(|d| alike(level, d)).map(|d| (mix(d.key ^ own), d.class)).collect();
            found.sort_unstable();
            let mut tried: Vec<&'static str> = vec![];
            for (_, class) in found {
                let Some(class) = Class::parse(class).map(|c| c.name).filter(|c| !tried.contains(c)) else { continue };
                tried.push(class);
                let other = Choice { class, ..choice.clone() };
                if kind_of(contract, form, &other).as_ref() == Some(kind) {
                    return other;
                }
            }
        }
        choice
    }
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
