//! What an implementation sees of a tuple beside its descriptors, in numbers.

use crate::common::tuples;
use ptoconf_schemas::{DType, Expectation, Operand, Role, Stage, Tile, TupleLine};
use ptoconf_vectors::{Npz, OperationReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};

/// A tuple: what is to be guessed, and by what.
#[derive(Clone)]
pub struct Seen {
    /// Whether it is legal; what is open is left out.
    pub legal: bool,
    /// What its descriptors look like. Legal and illegal tuples are compared where they look alike.
    pub alike: String,
    /// By name; no number where there is nothing to measure.
    pub features: BTreeMap<&'static str, f64>,
}

/// Every tuple of a set that is legal, or illegal whatever its data.
pub fn look(set: &SetReader) -> Vec<Seen> {
    let mut all = vec![];
    for info in &set.suite().operations {
        let reader = set.operation(&info.name).unwrap();
        let operation = Operation::new(set, &reader, &info.name);
        for (at, answer) in reader.answers().unwrap().iter().enumerate() {
            let legal = match &answer.expect {
                Expectation::Accept { .. } => true,
                Expectation::Reject { stage, .. } if *stage != Stage::Value => false,
                _ => continue,
            };
            let line = &reader.tuples[at];
            all.push(Seen { legal, alike: alike(line), features: operation.features(at, line) });
        }
    }
    assert!(all.len() > tuples(set).len() / 2);
    all
}

fn alike(line: &TupleLine) -> String {
    let dtypes: Vec<&str> = line.tuple.operands.iter().map(|o| o.tile.dtype.name()).collect();
    let rows = line.tuple.with_role(Role::In).next().map_or(0, |o| o.tile.valid_rows());
    let of = |number: u64| u64::BITS - number.leading_zeros();
    // Which operands have elements to measure is a matter of their extents.
    let measured: Vec<[bool; 2]> = line.tuple.with_role(Role::In).map(|o| measured(&o.tile)).collect();
    format!("{} {} {dtypes:?} {} {} {measured:?}", line.tuple.op, line.tuple.form, of(bytes(line)) / 2, of(rows.into()).div_ceil(2))
}

/// Elements from which on shares of them say something.
const FEWEST: usize = 8;

/// Most elements of a tile that are looked at, the first ones.
const LOOKED_AT: usize = 4096;

/// Whether there are enough of them to say something.
fn measured(tile: &Tile) -> [bool; 2] {
    let all = (tile.elements() as usize).min(LOOKED_AT);
    let [cols, valid] = [tile.cols(), tile.valid_cols().min(tile.cols())].map(|n| n as usize);
    let rows = (tile.valid_rows() as usize).min(all.checked_div(cols).unwrap_or(0));
    let last = if tile.valid_rows() as usize > rows { (all - rows * cols).min(valid) } else { 0 };
    let inside = rows * valid + last;
    [inside >= FEWEST, all - inside >= FEWEST]
}

fn bytes(line: &TupleLine) -> u64 {
    line.tuple.operands.iter().map(|o| o.tile.bytes()).sum()
}

/// What there is to compare a tuple with.
struct Operation<'a> {
    reader: &'a OperationReader,
    /// Places of the members in their container.
    ranks: BTreeMap<String, usize>,
    /// Numbers of cases of all tuples of a size.
    cases: BTreeMap<u64, Vec<u32>>,
    /// How many tuples have inputs that begin like this.
    beginnings: BTreeMap<Vec<u8>, u32>,
    /// How those of each tuple begin.
    begin: Vec<Option<Vec<u8>>>,
    /// How often each descriptor stands in the set.
    descriptors: BTreeMap<String, u32>,
}

impl<'a> Operation<'a> {
    fn new(set: &SetReader, reader: &'a OperationReader, op: &str) -> Operation<'a> {
        let (mut cases, mut beginnings, mut ranks) = (BTreeMap::<u64, Vec<u32>>::new(), BTreeMap::new(), BTreeMap::new());
        let (mut descriptors, mut begin) = (BTreeMap::new(), vec![]);
        for line in reader.tuples.iter() {
            *descriptors.entry(descriptor(line)).or_default() += 1;
            cases.entry(bytes(line)).or_default().push(line.cases);
            begin.push(beginning(reader, line));
            if let Some(Some(data)) = begin.last() {
                *beginnings.entry(data.clone()).or_default() += 1;
            }
        }
        let files: BTreeSet<&String> = reader.tuples.iter().filter_map(|line| line.inputs.as_ref()).collect();
        for file in files {
            let npz = Npz::open(&set.dir().join(op).join(file)).unwrap();
            let begin = ranks.len();
            ranks.extend(npz.names().enumerate().map(|(at, name)| (name.to_owned(), begin + at)));
        }
        Operation { reader, ranks, cases, beginnings, begin, descriptors }
    }

    fn features(&self, at: usize, line: &TupleLine) -> BTreeMap<&'static str, f64> {
        let mut features = BTreeMap::new();
        self.places(at, line, &mut features);
        self.neighbours(at, line, &mut features);
        of_name(line, &mut features);
        if line.inputs.is_some() {
            self.data(at, line, &mut features);
        }
        features
    }

    /// Where it is, and how much there is of it.
    fn places(&self, at: usize, line: &TupleLine, features: &mut BTreeMap<&'static str, f64>) {
        features.insert("position", at as f64 / self.reader.tuples.len() as f64);
        features.insert("odd position", (at % 2) as f64);
        let same = &self.cases[&bytes(line)];
        features.insert("cases beside those of its size", f64::from(line.cases) - same.iter().sum::<u32>() as f64 / same.len() as f64);
        features.insert("inputs", f64::from(u8::from(line.inputs.is_some())));
        features.insert("stands so often", f64::from(self.descriptors[&descriptor(line)].min(9)));
        let Some(file) = &line.inputs else { return };
        features.insert("container", file.bytes().filter(u8::is_ascii_digit).fold(0.0, |n, digit| n * 10.0 + f64::from(digit - b'0')));
        let inputs: Vec<&Operand> = line.tuple.with_role(Role::In).collect();
        let ranks: Vec<usize> = inputs.iter().filter_map(|o| self.ranks.get(&line.member(&o.name)).copied()).collect();
        features.insert("members", ranks.len() as f64 / inputs.len() as f64);
        let first = ranks.first().map_or(0.0, |&rank| rank as f64);
        features.insert("place in the container", first / self.ranks.len() as f64 - at as f64 / self.reader.tuples.len() as f64);
    }

    /// Whether the tuples before and after it have tiles in common with it, or its container.
    fn neighbours(&self, at: usize, line: &TupleLine, features: &mut BTreeMap<&'static str, f64>) {
        for (name, other) in [("tiles of the one before", at.wrapping_sub(1)), ("tiles of the one after", at + 1)] {
            let Some(other) = self.reader.tuples.get(other) else { continue };
            let pairs = line.tuple.operands.iter().zip(&other.tuple.operands);
            features.insert(name, pairs.filter(|(a, b)| a.tile == b.tile).count() as f64);
        }
    }

    fn data(&self, at: usize, line: &TupleLine, features: &mut BTreeMap<&'static str, f64>) {
        let alike = self.begin[at].as_ref().map_or(1, |data| self.beginnings[data].min(2));
        features.insert("data that others begin with", f64::from(alike));
        // What counts say is a matter of rules.
        let inputs: Vec<&Operand> = line.tuple.with_role(Role::In).filter(|o| !o.name.ends_with("Idx")).collect();
        let (mut sums, mut data) = (BTreeMap::<&str, (f64, f64)>::new(), vec![]);
        for operand in inputs.iter().filter(|o| o.tile.bytes() > 0) {
            self.reader.inputs(line, &operand.name, &mut data).unwrap();
            let mut add = |name, value: f64| {
                let sum = sums.entry(name).or_default();
                (sum.0, sum.1) = (sum.0 + value, sum.1 + 1.0);
            };
            let size = operand.tile.bytes() as usize;
            add("bytes for a case", data.len() as f64 / (size as f64 * f64::from(line.cases)));
            if data.len() >= 2 * size && size >= 16 {
                add("like the next case", f64::from(u8::from(data[..size] == data[size..2 * size])));
            }
            of_elements(&operand.tile, &data, &mut add);
        }
        features.extend(sums.into_iter().map(|(name, (sum, number))| (name, sum / number)));
    }
}

fn descriptor(line: &TupleLine) -> String {
    serde_json::to_string(&line.tuple).unwrap()
}

fn beginning(reader: &OperationReader, line: &TupleLine) -> Option<Vec<u8>> {
    let operand = line.tuple.with_role(Role::In).next().filter(|o| line.inputs.is_some() && o.tile.bytes() >= 32)?;
    // Where no element is valid, which the descriptor says, the data are those outside: alike in all such tuples.
    if operand.tile.valid.contains(&0) {
        return None;
    }
    let mut data = vec![];
    reader.inputs(line, &operand.name, &mut data).unwrap();
    // Columns that show an order are alike in many tuples; random ones never are.
    data.truncate(32);
    Some(data)
}

/// The digits of its digest.
fn of_name(line: &TupleLine, features: &mut BTreeMap<&'static str, f64>) {
    const DIGITS: [&str; 10] = ["name 0", "name 1", "name 2", "name 3", "name 4", "name 5", "name 6", "name 7", "name 8", "name 9"];
    let rest = line.name.strip_prefix(line.tuple.form.as_str()).unwrap_or(&line.name);
    features.insert("length of the name", rest.len() as f64);
    for (name, byte) in DIGITS.iter().zip(rest.bytes().skip(1)) {
        features.insert(name, f64::from(byte));
    }
}

/// What the elements of a first case are like, inside and outside the valid region.
fn of_elements(tile: &Tile, data: &[u8], add: &mut impl FnMut(&'static str, f64)) {
    let ([rows, cols], [valid_rows, valid_cols]) = (tile.shape.map(|n| n as usize), tile.valid.map(|n| n as usize));
    let mut parts = [Part::of(tile.dtype), Part::of(tile.dtype)];
    for row in 0..rows.min(LOOKED_AT.div_ceil(cols.max(1))) {
        let inside = if row < valid_rows { valid_cols } else { 0 };
        for col in 0..cols.min(LOOKED_AT - row * cols) {
            parts[usize::from(col >= inside)].add(tile.dtype.read(data, row * cols + col));
        }
    }
    let [inside, outside] = parts;
    if inside.number >= FEWEST {
        add("zeros", inside.share(inside.zeros));
        add("any zero", f64::from(u8::from(inside.zeros > 0)));
        add("NaNs", inside.share(inside.nans));
        add("infinities", inside.share(inside.infinities));
        add("signs", inside.share(inside.signs));
        add("round numbers", inside.share(inside.round));
        let mut some = inside.some;
        let number = some.len() as f64;
        some.sort_unstable();
        some.dedup();
        add("different elements", some.len() as f64 / number);
        some.dedup_by_key(|element| *element >> (tile.dtype.bits() - 1).saturating_sub(8));
        add("different exponents", some.len() as f64 / number);
    }
    if outside.number >= FEWEST {
        add("one number outside", outside.share(outside.like_the_first));
        add("zeros outside", outside.share(outside.zeros));
        add("NaNs outside", outside.share(outside.nans));
    }
}

/// Elements inside or outside, and how many of them are like this.
struct Part {
    sign: u64,
    infinity: u64,
    top: u64,
    /// The first ones.
    some: Vec<u64>,
    number: usize,
    zeros: usize,
    nans: usize,
    infinities: usize,
    signs: usize,
    round: usize,
    like_the_first: usize,
}

impl Part {
    /// The first elements that are kept.
    const SOME: usize = 64;

    fn of(dtype: DType) -> Part {
        let (sign, infinity) = dtype.float_masks().map_or((0, u64::MAX), |(sign, infinity, _)| (sign, infinity));
        let (top, some) = (1 << (dtype.bits() - 1), Vec::with_capacity(Part::SOME));
        Part { sign, infinity, top, some, number: 0, zeros: 0, nans: 0, infinities: 0, signs: 0, round: 0, like_the_first: 0 }
    }

    /// Counts one, without calls: there are hundreds of millions, and tests are built without optimisation.
    fn add(&mut self, element: u64) {
        if self.number < Part::SOME {
            self.some.push(element);
        }
        let magnitude = element & !self.sign;
        self.number += 1;
        self.zeros += (element == 0) as usize;
        self.nans += (magnitude > self.infinity) as usize;
        self.infinities += (magnitude == self.infinity) as usize;
        self.signs += (element & self.top != 0) as usize;
        self.round += (element & 15 == 0) as usize;
        self.like_the_first += (element == self.some[0]) as usize;
    }

    fn share(&self, number: usize) -> f64 {
        number as f64 / self.number as f64
    }
}
