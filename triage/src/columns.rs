//! What tuples have, column by column: words such as a layout, and numbers such as an extent.

use crate::fact::Plain;
use ptoconf_schemas::{AnswerLine, DType, Expectation, Operand, Role, SmolStr, Tile, TupleLine};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Something that has one of a few values, by tuple; none where a tuple has no such thing.
pub struct Words {
    /// How plain it is to say what it is.
    pub plain: Plain,
    /// The values, in order.
    pub values: Vec<SmolStr>,
    /// Which of them, by tuple: there are many tuples.
    pub at: Vec<Option<u32>>,
}

impl Words {
    fn new(plain: Plain, of: impl Iterator<Item = Option<SmolStr>>) -> Words {
        let (mut known, mut at): (FxHashMap<SmolStr, u32>, Vec<Option<u32>>) = (FxHashMap::default(), vec![]);
        for value in of {
            let next = known.len() as u32;
            at.push(value.map(|value| *known.entry(value).or_insert(next)));
        }
        let mut sorted: Vec<(SmolStr, u32)> = known.into_iter().collect();
        sorted.sort_unstable();
        let mut places = vec![0; sorted.len()];
        (0..).zip(&sorted).for_each(|(place, (_, at))| places[*at as usize] = place);
        at.iter_mut().flatten().for_each(|at| *at = places[*at as usize]);
        Words { plain, values: sorted.into_iter().map(|(value, _)| value).collect(), at }
    }

    /// What a tuple has.
    pub fn of(&self, tuple: usize) -> Option<&SmolStr> {
        self.at[tuple].map(|at| &self.values[at as usize])
    }
}

/// What a number counts, and so which others it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Physical rows.
    Rows,
    /// Valid rows.
    ValidRows,
    /// Physical columns.
    Cols,
    /// Valid columns.
    ValidCols,
    /// Bytes.
    Bytes,
    /// A byte address.
    Address,
}

impl Sort {
    /// Whether the two may be compared: both count rows, or both columns.
    pub fn compares(self, other: Sort) -> bool {
        let axis = |sort| match sort {
            Sort::Rows | Sort::ValidRows => Some(0),
            Sort::Cols | Sort::ValidCols => Some(1),
            Sort::Bytes | Sort::Address => None,
        };
        axis(self).is_some() && axis(self) == axis(other)
    }
}

/// A number, by tuple.
pub struct Numbers {
    /// The operand, or several where it is a sum.
    pub of: String,
    /// What it counts.
    pub sort: Sort,
    /// By tuple.
    pub values: Vec<Option<u64>>,
}

/// The columns, by name.
#[derive(Default)]
pub struct Columns {
    /// How many tuples there are.
    pub tuples: usize,
    /// Words.
    pub words: BTreeMap<String, Words>,
    /// Numbers.
    pub numbers: BTreeMap<String, Numbers>,
}

impl Columns {
    /// The columns of the tuples of an operation.
    pub fn new(tuples: &[TupleLine], answers: &[AnswerLine]) -> Columns {
        let mut columns = Columns { tuples: tuples.len(), ..Columns::default() };
        columns.of_tuples(tuples);
        let names: BTreeSet<&str> = tuples.iter().flat_map(|line| &line.tuple.operands).map(|operand| operand.name.as_str()).collect();
        for name in names {
            let tiles: Vec<Option<&Tile>> = tuples.iter().map(|line| line.tuple.tile(name)).collect();
            columns.of_operand(name, &tiles);
            columns.extents(name, &tiles);
        }
        columns.sums(tuples);
        columns.any_tile(tuples);
        columns.of_answers(answers);
        columns
    }

    /// Adds a column, if any tuple has such a thing.
    fn words(&mut self, name: impl Into<String>, plain: Plain, values: impl Iterator<Item = Option<SmolStr>>) {
        let words = Words::new(plain, values);
        if !words.values.is_empty() {
            self.words.insert(name.into(), words);
        }
    }

    fn numbers(&mut self, name: String, of: &str, sort: Sort, values: impl Iterator<Item = Option<u64>>) {
        let values: Vec<Option<u64>> = values.collect();
        if values.iter().any(Option::is_some) {
            self.numbers.insert(name, Numbers { of: of.to_owned(), sort, values });
        }
    }

    fn of_tuples(&mut self, tuples: &[TupleLine]) {
        self.words("form", Plain::Kind, tuples.iter().map(|line| Some(SmolStr::new(&line.tuple.form))));
        let attributes: BTreeSet<&str> = tuples.iter().flat_map(|line| &line.tuple.attributes).map(|(name, _)| name.as_ref()).collect();
        for name in attributes {
            let value = |line: &TupleLine| line.tuple.attributes.get(name).map(|value| SmolStr::from(value.to_string()));
            self.words(name, Plain::Kind, tuples.iter().map(value));
        }
        let common = |line: &TupleLine| {
            let mut dtypes = line.tuple.operands.iter().filter(|o| o.role != Role::Scratch).map(|o| o.tile.dtype);
            dtypes.next().filter(|first| dtypes.all(|other| other == *first))
        };
        let dtypes: Vec<Option<DType>> = tuples.iter().map(common).collect();
        self.dtypes("", Plain::Kind, &dtypes);
        let tiles = |line: &TupleLine| line.tuple.operands.iter().map(|o| o.tile.bytes()).sum();
        self.numbers("bytes of all tiles".to_owned(), "", Sort::Bytes, tuples.iter().map(|line| Some(tiles(line))));
        let end = |line: &TupleLine| line.tuple.operands.iter().filter_map(|o| end(&o.tile)).max();
        self.numbers("the last byte of all tiles".to_owned(), "", Sort::Bytes, tuples.iter().map(end));
    }

    /// What is so of any of the tiles, whichever it is.
    fn any_tile(&mut self, tuples: &[TupleLine]) {
        let free = |line: &TupleLine| line.tuple.operands.iter().all(|o| o.tile.address.is_none());
        let free = |line: &TupleLine| free(line).then_some(SmolStr::new_static("free"));
        self.words("every address", Plain::Property, tuples.iter().map(free));
        self.words("an extent beyond its tile", Plain::Property, tuples.iter().map(|line| beyond(line).map(SmolStr::new_static)));
    }

    fn dtypes(&mut self, of: &str, plain: Plain, dtypes: &[Option<DType>]) {
        let of_each = |what: fn(DType) -> &'static str| dtypes.iter().map(move |dtype| dtype.map(|dtype| SmolStr::new_static(what(dtype))));
        self.words(format!("{of}dtype"), plain, of_each(DType::name));
        let kind = |dtype: DType| if dtype.is_float() { "a float" } else { "an integer" };
        self.words(format!("{of}dtype (float or integer)"), Plain::Property, of_each(kind));
        let bytes = dtypes.iter().map(|dtype| dtype.map(|dtype| SmolStr::from(dtype.bytes().to_string())));
        self.words(format!("{of}dtype (bytes)"), Plain::Property, bytes);
        let sign = |dtype: DType| SmolStr::new_static(if dtype.is_signed() { "signed" } else { "unsigned" });
        let signs = dtypes.iter().map(|dtype| dtype.filter(|dtype| dtype.is_int()).map(sign));
        self.words(format!("{of}dtype (signed or not)"), Plain::Property, signs);
    }

    fn of_operand(&mut self, name: &str, tiles: &[Option<&Tile>]) {
        let dtypes: Vec<Option<DType>> = tiles.iter().map(|tile| tile.map(|tile| tile.dtype)).collect();
        self.dtypes(&format!("{name}."), Plain::Property, &dtypes);
        let mut words = |what: &str, word: fn(&Tile) -> SmolStr| {
            self.words(format!("{name}.{what}"), Plain::Property, tiles.iter().map(|tile| tile.map(word)));
        };
        words("loc", |tile| SmolStr::new_static(tile.loc.name()));
        words("blayout", |tile| SmolStr::new_static(tile.blayout.name()));
        words("slayout", |tile| SmolStr::new_static(tile.slayout.name()));
        words("pad", |tile| SmolStr::new_static(tile.pad.name()));
        words("fractal", |tile| SmolStr::from(tile.fractal.to_string()));
        words("valid_rows (static or dynamic)", |tile| SmolStr::new_static(known(tile.dynamic[0])));
        words("valid_cols (static or dynamic)", |tile| SmolStr::new_static(known(tile.dynamic[1])));
        words("memory", |tile| {
            tile.same_as.as_deref().map_or(SmolStr::new_static("its own"), |other| SmolStr::from(format!("that of {other}")))
        });
        words("address (fixed or not)", |tile| SmolStr::new_static(if tile.address.is_some() { "fixed" } else { "free" }));
    }

    fn extents(&mut self, name: &str, tiles: &[Option<&Tile>]) {
        let mut numbers = |what: &str, sort: Sort, number: fn(&Tile) -> Option<u64>| {
            let what = if what.starts_with('.') { format!("{name}{what}") } else { format!("{what} {name}") };
            self.numbers(what, name, sort, tiles.iter().map(|tile| tile.and_then(number)));
        };
        numbers(".rows", Sort::Rows, |tile| Some(tile.rows().into()));
        numbers(".cols", Sort::Cols, |tile| Some(tile.cols().into()));
        numbers(".valid_rows", Sort::ValidRows, |tile| Some(tile.valid_rows().into()));
        numbers(".valid_cols", Sort::ValidCols, |tile| Some(tile.valid_cols().into()));
        numbers("bytes of a valid row of", Sort::Bytes, |tile| Some(u64::from(tile.valid_cols()) * tile.dtype.bytes() as u64));
        numbers("bytes of a row of", Sort::Bytes, |tile| Some(u64::from(tile.cols()) * tile.dtype.bytes() as u64));
        numbers("bytes of", Sort::Bytes, |tile| Some(tile.bytes()));
        numbers(".address", Sort::Address, |tile| tile.address);
        numbers("the last byte of", Sort::Bytes, end);
    }

    /// The extents of two inputs together.
    fn sums(&mut self, tuples: &[TupleLine]) {
        let mut sums: BTreeMap<[&str; 2], Vec<Option<u64>>> = BTreeMap::new();
        for (at, line) in tuples.iter().enumerate() {
            let inputs: Vec<&Operand> = line.tuple.with_role(Role::In).collect();
            for (i, a) in inputs.iter().enumerate() {
                for b in &inputs[i + 1..] {
                    let sum = u64::from(a.tile.valid_cols()) + u64::from(b.tile.valid_cols());
                    sums.entry([&a.name, &b.name]).or_insert_with(|| vec![None; tuples.len()])[at] = Some(sum);
                }
            }
        }
        for ([a, b], values) in sums {
            let of = format!("{a}.valid_cols + {b}");
            self.numbers(format!("{of}.valid_cols"), &of, Sort::ValidCols, values.into_iter());
        }
    }

    fn of_answers(&mut self, answers: &[AnswerLine]) {
        self.words("data class", Plain::Property, answers.iter().map(|answer| Some(SmolStr::new(&answer.class))));
        let mut limits: BTreeMap<&str, Vec<Option<SmolStr>>> = BTreeMap::new();
        for (at, answer) in answers.iter().enumerate() {
            if let Expectation::Accept { boundary_of } = &answer.expect {
                for rule in boundary_of {
                    limits.entry(rule).or_insert_with(|| vec![None; answers.len()])[at] = Some(SmolStr::new_static("true"));
                }
            }
        }
        for (rule, values) in limits {
            self.words(format!("at the limit of {rule}"), Plain::Contrived, values.into_iter());
        }
    }
}

/// The byte after a tile that has an address.
fn end(tile: &Tile) -> Option<u64> {
    Some(tile.address?.saturating_add(tile.bytes()))
}

fn known(dynamic: bool) -> &'static str {
    if dynamic { "dynamic" } else { "static" }
}

/// Whether all extents of a tuple that reach beyond their tile are dynamic: who knows an extent while compiling may look at it, and who
/// gets it later may not.
fn beyond(line: &TupleLine) -> Option<&'static str> {
    let tiles = line.tuple.operands.iter().map(|o| &o.tile);
    let both = tiles.flat_map(|t| [(t.valid_rows() > t.rows(), t.dynamic[0]), (t.valid_cols() > t.cols(), t.dynamic[1])]);
    let mut dynamic = both.filter(|(is_beyond, _)| *is_beyond).map(|(_, dynamic)| dynamic).peekable();
    dynamic.peek()?;
    Some(known(dynamic.all(|dynamic| dynamic)))
}
