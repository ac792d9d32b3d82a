//! Checks: rules that a tuple breaks, and what the options make of that.

use crate::choice::{Ask, Unfollowable};
use ptoconf_schemas::{DType, Location, ProfileInfo, Role, SLayout, Tile, Tuple};

/// What becomes of a tuple by a check that it does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It runs as if nothing was wrong.
    Judged,
    /// It is rejected.
    Rejects,
    /// The operation returns at once.
    Returns,
    /// It runs, and what it writes has no meaning.
    Anything,
}

/// A rule that is broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The rule.
    pub rule: String,
    /// What becomes of the tuple.
    pub effect: Effect,
}

/// The checks of one tuple, or of the values of one case.
pub struct Checks<'a> {
    ask: &'a mut dyn Ask,
    /// What was broken so far.
    pub broken: Vec<Broken>,
    error: Option<Unfollowable>,
}

impl<'a> Checks<'a> {
    /// No check yet.
    pub fn new(ask: &'a mut dyn Ask) -> Self {
        Checks { ask, broken: vec![], error: None }
    }

    /// Whom to ask.
    pub fn ask(&mut self) -> &mut dyn Ask {
        self.ask
    }

    /// What was broken.
    ///
    /// # Errors
    /// There is no such option.
    pub fn done(self) -> Result<Vec<Broken>, Unfollowable> {
        self.error.map_or(Ok(self.broken), Err)
    }

    /// A rule on which everybody agrees.
    pub fn settled(&mut self, rule: &str, holds: bool) {
        if !holds {
            self.broken.push(Broken { rule: rule.to_owned(), effect: Effect::Rejects });
        }
    }

    /// A rule whose reading says what becomes of those that break it.
    pub fn open(&mut self, rule: &str, reading: &str, holds: bool, effects: &[(&str, Effect)]) {
        if !holds {
            let each: Vec<(&str, bool, Effect)> = effects.iter().map(|&(o, e)| (o, e != Effect::Rejects, e)).collect();
            self.decide(rule, reading, &each);
        }
    }

    /// A rule of which every option has its own condition: it rejects where that fails.
    pub fn by_option(&mut self, rule: &str, reading: &str, conditions: &[(&str, bool, Effect)]) {
        if !conditions.iter().all(|(_, holds, _)| *holds) {
            self.decide(rule, reading, conditions);
        }
    }

    /// `rejects` under the first option, the effect of the second under the second.
    pub fn either(&mut self, rule: &str, reading: &str, holds: bool, rejecting: &str, other: (&str, Effect)) {
        self.open(rule, reading, holds, &[(rejecting, Effect::Rejects), other]);
    }

    fn decide(&mut self, rule: &str, reading: &str, each: &[(&str, bool, Effect)]) {
        let option = self.ask.option(reading);
        let Some(option) = option else {
            self.error.get_or_insert(Unfollowable::Reading(reading.to_owned()));
            return;
        };
        match each.iter().find(|(name, ..)| *name == option) {
            Some((_, holds, effect)) => {
                let effect = if *holds { *effect } else { Effect::Rejects };
                self.broken.push(Broken { rule: rule.to_owned(), effect });
            }
            None => drop(self.error.get_or_insert(Unfollowable::Option(reading.to_owned(), option.to_string()))),
        }
    }
}

/// The rules of every tile and of all tiles together.
pub fn shared(checks: &mut Checks<'_>, tuple: &Tuple, profile: &ProfileInfo) {
    let all = |holds: fn(&Tile) -> bool| tuple.operands.iter().all(|o| holds(&o.tile));
    checks.settled("tile/rows-positive", all(|t| t.rows() > 0));
    checks.settled("tile/cols-positive", all(|t| t.cols() > 0));
    checks.settled("tile/valid-within-physical", all(|t| t.valid_rows() <= t.rows() && t.valid_cols() <= t.cols()));
    let no_static_zero = |t: &Tile| (0..2).all(|i| t.dynamic[i] || t.valid[i] > 0);
    checks.either("tile/static-extent-positive", "tile/static-zero-extent", all(no_static_zero), "dynamic-only", ("legal", Effect::Judged));
    largest(checks, tuple, profile);
    let known = |t: &Tile| [512, 1024, 32].contains(&t.fractal);
    let or_16 = |t: &Tile| [512, 1024, 32, 16].contains(&t.fractal);
    let fractals =
        [("class", all(known), Effect::Anything), ("assembler", all(or_16), Effect::Anything), ("unchecked", true, Effect::Anything)];
    checks.by_option("tile/fractal-size", "tile/fractals", &fractals);
    let unchecked = ("unchecked", Effect::Anything);
    checks.either("tile/line-aligned", "tile/lines", all(line_is_aligned), "aligned", unchecked);
    checks.either("tile/boxes-divide", "tile/boxes", all(boxes_divide), "divide", unchecked);
    checks.either("tile/address-aligned", "tile/addresses", all(|t| t.address.is_none_or(|a| a % 32 == 0)), "aligned", unchecked);
    let end = end(tuple);
    let fits = |kib: u64| end.is_some_and(|end| end <= (kib << 10).min(profile.limits.ub_bytes));
    let sizes = [("192-kib", fits(192), Effect::Judged), ("256-kib", fits(256), Effect::Judged), ("512-kib", fits(512), Effect::Judged)];
    checks.by_option("tile/fits-memory", "tile/memory", &sizes);
    let plain = |t: &Tile| t.loc != Location::Vec || t.slayout == SLayout::NoneBox;
    let boxed = [("no", Effect::Rejects), ("yes", Effect::Judged), ("ignored", Effect::Anything)];
    checks.open("tile/vec-not-boxed", "tile/boxed-vec", all(plain), &boxed);
    let alias = [("snapshot", Effect::Judged), ("rejected", Effect::Rejects), ("unspecified", Effect::Anything)];
    checks.open("tile/no-alias", "tile/alias", all(|t| t.same_as.is_none()), &alias);
    let first = tuple.with_role(Role::Out).next().map(|o| o.tile.dtype);
    let lists = |dtypes: &Vec<DType>| first.is_none_or(|d| dtypes.contains(&d));
    checks.settled("profile/dtype", profile.dtypes.get(tuple.op.as_str()).is_none_or(lists));
    checks.settled("profile/form", profile.forms.get(tuple.op.as_str()).is_none_or(|forms| forms.iter().any(|form| tuple.form == *form)));
}

fn largest(checks: &mut Checks<'_>, tuple: &Tuple, profile: &ProfileInfo) {
    let limits = &profile.limits;
    let within = |rows: u32| {
        let (rows, cols) = (rows.min(limits.max_rows), 4095.min(limits.max_cols));
        tuple.operands.iter().all(|o| o.tile.rows() <= rows && o.tile.cols() <= cols)
    };
    let options =
        [("8192-rows", within(8192), Effect::Judged), ("65535-rows", within(65535), Effect::Judged), ("memory-only", true, Effect::Judged)];
    checks.by_option("tile/documented-maximum", "tile/largest", &options);
}

fn line_is_aligned(tile: &Tile) -> bool {
    let line = if tile.blayout == ptoconf_schemas::BLayout::RowMajor { tile.cols() } else { tile.rows() };
    tile.slayout != SLayout::NoneBox || (u64::from(line) * tile.dtype.bytes() as u64).is_multiple_of(32)
}

fn boxes_divide(tile: &Tile) -> bool {
    let [rows, cols] = box_of(tile);
    let free_rows = tile.loc == Location::Vec || tile.fractal == 32 || tile.rows() == 1;
    tile.cols().is_multiple_of(cols) && (free_rows || tile.rows().is_multiple_of(rows))
}

/// Rows and columns of a box: contract, 1.2.
fn box_of(tile: &Tile) -> [u32; 2] {
    let inner_rows = tile.slayout == SLayout::RowMajor;
    let turned = |long: u32| if inner_rows { [16, long] } else { [long, 16] };
    match (tile.fractal, tile.slayout) {
        (1024, _) => [16, 16],
        (32, _) => turned(2),
        (_, SLayout::NoneBox) => [1, 1],
        _ => turned(32 / tile.dtype.bytes() as u32),
    }
}

/// Where the last operand ends, in bytes: those with an address stand there, the others one after another.
fn end(tuple: &Tuple) -> Option<u64> {
    let mut largest = 0u64;
    for operand in tuple.operands.iter().filter(|o| o.tile.same_as.is_none()) {
        let start = operand.tile.address.map_or_else(|| largest.checked_next_multiple_of(32), Some)?;
        largest = largest.max(start.checked_add(operand.tile.bytes())?);
    }
    Some(largest)
}
