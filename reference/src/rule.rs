//! Rules: small predicates over a tuple, each with its words and its sources.

use crate::Profile;
use ptoconf_schemas::{BLayout, DType, Location, Source, Stage, Tile, Tuple};

/// A tuple in question: what a rule or a meaning may look at.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The tuple.
    pub tuple: &'a Tuple,
    /// Name of the data class of its inputs; value rules look at it.
    pub class: &'a str,
    /// The profile.
    pub profile: &'a Profile,
    /// The options of contested readings that are being followed: reading ids and options.
    pub follows: &'a [(&'a str, &'a str)],
}

impl<'a> Query<'a> {
    /// The tile of an operand that the form is known to have.
    ///
    /// # Panics
    /// Where the form has no such operand: a mistake in an operation's file.
    #[inline]
    pub fn tile(&self, name: &str) -> &'a Tile {
        self.tuple.tile(name).unwrap_or_else(|| no_operand(self.tuple, name))
    }

    /// The tiles of those of the named operands that the form has.
    #[inline]
    pub fn tiles<'n>(&self, names: &'n [&str]) -> impl Iterator<Item = &'a Tile> + use<'a, 'n> {
        let tuple = self.tuple;
        names.iter().filter_map(move |n| tuple.tile(n))
    }

    /// Whether the form has this operand.
    #[inline]
    pub fn has(&self, name: &str) -> bool {
        self.tuple.tile(name).is_some()
    }

    /// Valid rows and columns of an operand.
    #[inline]
    pub fn valid(&self, name: &str) -> [u32; 2] {
        self.tile(name).valid
    }

    /// Whether the operand has no valid rows or columns.
    #[inline]
    pub fn empty(&self, name: &str) -> bool {
        self.valid(name).contains(&0)
    }

    /// Whether those of the named operands that the form has are Vec tiles.
    pub fn are_vec(&self, names: &[&str]) -> bool {
        self.tiles(names).all(|t| t.loc == Location::Vec)
    }

    /// Whether those of the named operands that the form has are row-major, boxes or not.
    pub fn are_row_major(&self, names: &[&str]) -> bool {
        self.tiles(names).all(|t| t.blayout == BLayout::RowMajor)
    }

    /// Whether those of the named operands that the form has are row-major without boxes.
    pub fn are_nd(&self, names: &[&str]) -> bool {
        self.tiles(names).all(Tile::is_nd)
    }

    /// Dtype of an operand.
    #[inline]
    pub fn dtype(&self, name: &str) -> DType {
        self.tile(name).dtype
    }

    /// The word that an attribute of the form is.
    ///
    /// # Panics
    /// Where the form has no such attribute: a mistake in an operation's file.
    pub fn word(&self, attribute: &str) -> &'a str {
        self.tuple.word(attribute).unwrap_or_else(|| panic!("{} {} has no word {attribute}", self.tuple.op, self.tuple.form))
    }

    /// The option of a reading of the operation that the profile admits first.
    pub fn default_option(&self, reading: &str) -> Option<&'a str> {
        let operation = crate::ops::find(&self.tuple.op)?;
        operation.readings.iter().find(|r| r.id == reading).and_then(|r| self.profile.default_option(r))
    }

    /// Whether the profile admits an option of a reading of the operation.
    pub fn admits(&self, reading: &str, option: &str) -> bool {
        let operation = crate::ops::find(&self.tuple.op);
        let reading = operation.and_then(|o| o.readings.iter().find(|r| r.id == reading));
        reading.is_some_and(|r| self.profile.admitted(r).iter().any(|admitted| admitted == option))
    }

    /// Whether the physical tile of an operand holds this region.
    pub fn has_room(&self, name: &str, [rows, cols]: [u32; 2]) -> bool {
        let tile = self.tile(name);
        tile.rows() >= rows && tile.cols() >= cols
    }

    /// Whether a contested reading of the operation is followed in this option.
    pub fn follows(&self, reading: &str, option: &str) -> bool {
        let own = |id: &str| id.strip_prefix(self.tuple.op.as_str()).and_then(|rest| rest.strip_prefix('/')) == Some(reading);
        self.follows.iter().any(|(id, o)| (own(id) || *id == reading) && *o == option)
    }
}

#[cold]
fn no_operand(tuple: &Tuple, name: &str) -> ! {
    panic!("{} {} has no operand {name}", tuple.op, tuple.form)
}

type Check = Box<dyn Fn(&Query, &str) -> bool + Send + Sync>;

/// One rule.
pub struct Rule {
    /// Id. An operation's file gives the part after `<operation>/`; the registry puts that in front.
    pub id: String,
    /// When it is decided.
    pub stage: Stage,
    /// The rule in words.
    pub statement: &'static str,
    /// Where it comes from.
    pub sources: Vec<Source>,
    /// The reading that decides it, where it is open.
    pub reading: Option<String>,
    /// Why some built-in profiles cannot reach it: profile name and reason.
    pub unreachable: Vec<(&'static str, &'static str)>,
    /// Whether a rejection comes before anything that runs; see [`Rule::before_running`].
    pub first: bool,
    /// Whether each option of the reading has a condition of its own.
    by_option: bool,
    check: Check,
    asked: fn(&Query) -> bool,
}

/// A rule without a condition yet.
pub fn rule(id: &str, stage: Stage, statement: &'static str) -> Rule {
    Rule {
        id: id.to_owned(),
        stage,
        statement,
        sources: vec![],
        reading: None,
        unreachable: vec![],
        first: false,
        by_option: false,
        check: Box::new(|_, _| true),
        asked: |_| true,
    }
}

impl Rule {
    /// Adds a source.
    pub fn source(mut self, page: &str, section: &str) -> Rule {
        self.sources.push(Source { page: page.to_owned(), section: section.to_owned() });
        self
    }

    /// The condition under which the rule holds.
    pub fn holds(mut self, check: impl Fn(&Query) -> bool + Send + Sync + 'static) -> Rule {
        self.check = Box::new(move |q, _| check(q));
        self
    }

    /// Leaves to a reading what happens where the condition does not hold.
    pub fn open(mut self, reading: &str) -> Rule {
        self.reading = Some(reading.to_owned());
        self
    }

    /// The condition under which the rule holds in each option of a reading.
    pub fn by(mut self, reading: &str, check: impl Fn(&Query, &str) -> bool + Send + Sync + 'static) -> Rule {
        self.reading = Some(reading.to_owned());
        self.by_option = true;
        self.check = Box::new(check);
        self
    }

    /// The condition under which the question is asked: that there is something that it is about, and that whoever does
    /// not reject stays within the memory of the operands. Elsewhere it would read what nobody wrote, or crash.
    pub fn asked_where(mut self, asked: fn(&Query) -> bool) -> Rule {
        self.asked = asked;
        self
    }

    /// Says that there is nothing to run where the rule is broken, because there is no such tile: an operation that
    /// returns early on tiles without elements does not come so far.
    pub fn before_running(mut self) -> Rule {
        self.first = true;
        self
    }

    /// Says why a profile's tuples cannot violate this rule and nothing else;
    /// `built-in` stands for every built-in profile, `*` for every one.
    pub fn unreachable(mut self, profile: &'static str, reason: &'static str) -> Rule {
        self.unreachable.push((profile, reason));
        self
    }

    /// Whether the rule holds in this option (any string for a rule without conditions by option).
    pub fn check(&self, query: &Query, option: &str) -> bool {
        (self.check)(query, option)
    }

    /// Whether the rule, where it is in question, is asked of the tuple.
    pub fn is_asked(&self, query: &Query) -> bool {
        (self.asked)(query)
    }

    /// Whether each option has its own condition.
    pub fn has_conditions_by_option(&self) -> bool {
        self.by_option
    }
}
