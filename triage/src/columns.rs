//! What tuples have, column by column: words such as a layout, and numbers such as an extent.

use crate::fact::Plain;
use ptoconf_schemas::{AnswerLine, DType, Expectation, Operand, Role, SmolStr, Tile, TupleLine};
use std::collections::BTreeMap;

/// Something that has one of a few values, by tuple; none where a tuple has no such thing.
pub struct Words {
    /// How plain it is to say what it is.
    pub plain: Plain,
    /// By tuple.
    pub values: Vec<Option<SmolStr>>,
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
        for (at, (line, answer)) in tuples.iter().zip(answers).enumerate() {
            columns.of_tuple(at, line);
            columns.of_answer(at, answer);
        }
        columns
    }

    fn word(&mut self, at: usize, name: &str, plain: Plain, value: &str) {
        let tuples = self.tuples;
        if !self.words.contains_key(name) {
            self.words.insert(name.to_owned(), Words { plain, values: vec![None; tuples] });
        }
        if let Some(column) = self.words.get_mut(name) {
            column.values[at] = Some(SmolStr::new(value));
        }
    }

    fn number(&mut self, at: usize, of: &str, name: String, sort: Sort, value: u64) {
        let tuples = self.tuples;
        let new = || Numbers { of: of.to_owned(), sort, values: vec![None; tuples] };
        self.numbers.entry(name).or_insert_with(new).values[at] = Some(value);
    }

    fn of_tuple(&mut self, at: usize, line: &TupleLine) {
        self.word(at, "form", Plain::Kind, &line.tuple.form);
        for (name, value) in &line.tuple.attributes {
            self.word(at, name, Plain::Kind, &value.to_string());
        }
        let mut dtypes = line.tuple.operands.iter().filter(|o| o.role != Role::Scratch).map(|o| o.tile.dtype);
        if let Some(dtype) = dtypes.next().filter(|first| dtypes.all(|other| other == *first)) {
            self.dtype(at, "", Plain::Kind, dtype);
        }
        for operand in &line.tuple.operands {
            self.of_operand(at, operand);
        }
        self.sums(at, line);
        let tiles = || line.tuple.operands.iter().map(|o| &o.tile);
        self.number(at, "", "bytes of all tiles".to_owned(), Sort::Bytes, tiles().map(Tile::bytes).sum());
        if let Some(end) = tiles().filter_map(|t| Some(t.address?.saturating_add(t.bytes()))).max() {
            self.number(at, "", "the last byte of all tiles".to_owned(), Sort::Bytes, end);
        }
        self.any_tile(at, line);
    }

    /// What is so of any of the tiles, whichever it is.
    fn any_tile(&mut self, at: usize, line: &TupleLine) {
        let tiles = || line.tuple.operands.iter().map(|o| &o.tile);
        if tiles().all(|tile| tile.address.is_none()) {
            self.word(at, "every address", Plain::Property, "free");
        }
        // Who knows an extent while compiling may look at it, and who gets it later may not.
        let beyond = tiles().flat_map(|t| [(t.valid_rows() > t.rows(), t.dynamic[0]), (t.valid_cols() > t.cols(), t.dynamic[1])]);
        let dynamic: Vec<bool> = beyond.filter(|(is_beyond, _)| *is_beyond).map(|(_, dynamic)| dynamic).collect();
        if !dynamic.is_empty() {
            let value = if dynamic.iter().all(|d| *d) { "dynamic" } else { "static" };
            self.word(at, "an extent beyond its tile", Plain::Property, value);
        }
    }

    fn dtype(&mut self, at: usize, of: &str, plain: Plain, dtype: DType) {
        self.word(at, &format!("{of}dtype"), plain, dtype.name());
        let kind = if dtype.is_float() { "a float" } else { "an integer" };
        self.word(at, &format!("{of}dtype (float or integer)"), Plain::Property, kind);
        self.word(at, &format!("{of}dtype (bytes)"), Plain::Property, &dtype.bytes().to_string());
        if dtype.is_int() {
            let sign = if dtype.is_signed() { "signed" } else { "unsigned" };
            self.word(at, &format!("{of}dtype (signed or not)"), Plain::Property, sign);
        }
    }

    fn of_operand(&mut self, at: usize, Operand { name, tile, .. }: &Operand) {
        self.dtype(at, &format!("{name}."), Plain::Property, tile.dtype);
        let mut word = |what: &str, value: &str| self.word(at, &format!("{name}.{what}"), Plain::Property, value);
        word("loc", tile.loc.name());
        word("blayout", tile.blayout.name());
        word("slayout", tile.slayout.name());
        word("pad", tile.pad.name());
        word("fractal", &tile.fractal.to_string());
        word("valid_rows (static or dynamic)", if tile.dynamic[0] { "dynamic" } else { "static" });
        word("valid_cols (static or dynamic)", if tile.dynamic[1] { "dynamic" } else { "static" });
        word("memory", tile.same_as.as_deref().map_or("its own".to_owned(), |other| format!("that of {other}")).as_str());
        word("address (fixed or not)", if tile.address.is_some() { "fixed" } else { "free" });
        self.extents(at, name, tile);
    }

    fn extents(&mut self, at: usize, name: &str, tile: &Tile) {
        let mut number = |what: &str, sort: Sort, value: u64| {
            let what = if what.starts_with('.') { format!("{name}{what}") } else { format!("{what} {name}") };
            self.number(at, name, what, sort, value);
        };
        number(".rows", Sort::Rows, tile.rows().into());
        number(".cols", Sort::Cols, tile.cols().into());
        number(".valid_rows", Sort::ValidRows, tile.valid_rows().into());
        number(".valid_cols", Sort::ValidCols, tile.valid_cols().into());
        let size = tile.dtype.bytes() as u64;
        number("bytes of a valid row of", Sort::Bytes, u64::from(tile.valid_cols()) * size);
        number("bytes of a row of", Sort::Bytes, u64::from(tile.cols()) * size);
        number("bytes of", Sort::Bytes, tile.bytes());
        if let Some(address) = tile.address {
            number(".address", Sort::Address, address);
            number("the last byte of", Sort::Bytes, address.saturating_add(tile.bytes()));
        }
    }

    /// The extents of two inputs together.
    fn sums(&mut self, at: usize, line: &TupleLine) {
        let inputs: Vec<&Operand> = line.tuple.with_role(Role::In).collect();
        for (i, a) in inputs.iter().enumerate() {
            for b in &inputs[i + 1..] {
                let of = format!("{}.valid_cols + {}", a.name, b.name);
                let sum = u64::from(a.tile.valid_cols()) + u64::from(b.tile.valid_cols());
                self.number(at, &of, format!("{of}.valid_cols"), Sort::ValidCols, sum);
            }
        }
    }

    fn of_answer(&mut self, at: usize, answer: &AnswerLine) {
        self.word(at, "data class", Plain::Property, &answer.class);
        if let Expectation::Accept { boundary_of } = &answer.expect {
            for rule in boundary_of {
                self.word(at, &format!("at the limit of {rule}"), Plain::Contrived, "true");
            }
        }
    }
}
