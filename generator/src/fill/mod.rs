//! Data: the bits of every class, and poison outside valid regions.
//!
//! Each case starts from random bytes over the whole physical tile, which the class then shapes.
//! Outside the valid region, cases take turns: NaN or the largest number, an extreme finite number,
//! and plausible values like those inside. None of these is zero, so a read outside shows.

mod bits;
mod conversion;
mod exponential;
mod extreme;
mod float;
mod format;
mod index;
mod int;
mod line_product;
mod nonce;
mod order;
pub(crate) mod pairs;
mod place;
mod product;
mod quotient;

pub(crate) use index::EDGE_ROWS;
pub use nonce::nonce_columns;

use crate::rng::Stream;
use crate::tiers::has_few_cases;
use ptoconf_numeric::orders::{Layout, Line};
use ptoconf_reference::{Class, Combine, DataKind, Fill, Form, Meet, Query};
use ptoconf_schemas::{Array, DType, Kind, Operand, Role, Tile, Tuple};
use std::ops::Range;

/// NaN or the largest number, an extreme one, and numbers like those inside.
const KINDS_OF_POISON: u32 = 3;
/// Cases after which everything that they take turns in begins anew.
const TURNS: u32 = 24;

/// One operand of one case to be filled.
pub(crate) struct Target<'a> {
    /// Its descriptor.
    pub tile: &'a Tile,
    /// Its physical tile, row after row.
    pub data: &'a mut [u8],
    /// How many elements meet in one result.
    pub terms: u64,
    /// How they meet.
    pub combine: Combine,
    /// The type of the first output.
    pub result: DType,
    /// Position among the data inputs.
    pub position: usize,
    /// What the case of the tuple counts as in what cases take turns: its slot, of a large tuple with a number added.
    pub slot: u32,
    /// The block of all data that the tuple has here.
    pub block: u32,
    /// The columns that hold the case's nonce instead of its class.
    pub nonce: Range<u32>,
    /// The number that the first column counts as. Where a single one stands for all that meet a scalar, each case has another.
    pub first_col: u32,
}

impl Target<'_> {
    fn dtype(&self) -> DType {
        self.tile.dtype
    }

    fn set(&mut self, row: u32, col: u32, bits: u64) {
        self.tile.dtype.write(self.data, (row * self.tile.cols() + col) as usize, bits);
    }

    /// Gives every physical element a value but for the nonce, whose columns are not counted.
    fn each(&mut self, mut value: impl FnMut(u32, u32) -> u64) {
        let (Range { start, end }, first, cols) = (self.nonce.clone(), self.first_col, self.tile.cols());
        let mut line = vec![0; cols as usize];
        for row in 0..self.tile.rows() {
            for (cols, before) in [(0..start, 0), (end..cols, end - start)] {
                let line = &mut line[..cols.len()];
                cols.clone().zip(&mut *line).for_each(|(col, bits)| *bits = value(row, first + col - before));
                self.tile.dtype.write_every(self.data, (row * self.tile.cols() + cols.start) as usize, 1, line);
            }
        }
    }

    /// Gives every physical element of a column a value.
    fn set_column(&mut self, col: u32, values: &[u64]) {
        self.tile.dtype.write_every(self.data, col as usize, self.tile.cols() as usize, values);
    }
}

/// The cases of a tuple that are made at once.
#[derive(Clone, Copy)]
pub(crate) struct Slots {
    /// How many.
    pub cases: u32,
    /// Which part of all data of the tuple they are.
    pub block: u32,
}

/// Whether a data class means something for the tuple's elements and counts.
pub(crate) fn supports(form: &Form, query: &Query, class: Class) -> bool {
    let index = form.operands.iter().find(|o| o.counts.is_some());
    match index.and_then(|o| query.tuple.tile(o.name)) {
        Some(tile) => class.applies(tile.dtype) && index::supports(form, query, class),
        None => {
            let mut data = form.operands.iter().filter(|o| o.kind == DataKind::Data).filter_map(|o| query.tuple.tile(o.name));
            data.all(|tile| class.applies(tile.dtype))
        }
    }
}

/// The inputs of all cases of a tuple, an array `[cases, rows, cols]` for each input operand.
fn inputs(
    name: &str,
    form: &Form,
    query: &Query,
    class: Class,
    Slots { cases, block }: Slots,
    stream: impl Fn(u32) -> Stream,
) -> Vec<Array> {
    let tuple = query.tuple;
    let tiles = || tuple.with_role(Role::In).filter(|o| !o.tile.is_scalar());
    let terms = match form.combine {
        Combine::None | Combine::One(_) => 1,
        Combine::Pair(_) | Combine::PairByRow(_) | Combine::PairWithScalar(_) => 2,
        Combine::Rows(_) => tiles().next().map_or(1, |o| u64::from(o.tile.valid_rows())),
        Combine::Cols(_) => tiles().next().map_or(1, |o| u64::from(o.tile.valid_cols())),
    };
    let inputs: Vec<&Operand> = tuple.with_role(Role::In).collect();
    let result = tuple.with_role(Role::Out).next().map_or(DType::F32, |o| o.tile.dtype);
    let mut arrays: Vec<Array> = inputs.iter().map(|o| empty(name, o, cases)).collect();
    let lines: Vec<Lines> = inputs.iter().map(|o| Lines::of(form.combine, &o.tile)).collect();
    let layouts: Vec<Option<Layout>> = lines.iter().map(|l| order::layout(class, l.line(), &l.tile)).collect();
    let first_turn = if class.fill == Fill::Pairs { 0 } else { first_turn(name, tuple) };
    for slot in 0..cases {
        let (stream, turn) = (&mut stream(slot), first_turn + slot);
        for (position, (operand, array)) in inputs.iter().zip(&mut arrays).enumerate() {
            let data = stream.append(&mut array.data, operand.tile.bytes() as usize);
            let Lines { tile, combine, .. } = &lines[position];
            let nonce = nonce_columns(class, *combine, tile, slot);
            let first_col = if matches!(form.combine, Combine::PairWithScalar(_)) { own_column(name, slot) } else { 0 };
            let mut target = Target { tile, data, terms, combine: *combine, result, position, slot: turn, block, nonce, first_col };
            if is_index(form, &operand.name) {
                index::fill(&mut target, form, query, &operand.name, class, stream);
            } else {
                values(&mut target, class, layouts[position].as_ref(), stream);
                lines[position].put_back(data);
                poison(&operand.tile, data, turn);
            }
        }
    }
    arrays
}

/// What the first case of a tuple counts as, in what cases take turns: cases of large tuples are few, so that each begins elsewhere.
fn first_turn(name: &str, tuple: &Tuple) -> u32 {
    if has_few_cases(tuple) { number_of(name) % TURNS } else { 0 }
}

/// A number that goes with a name.
fn number_of(name: &str) -> u32 {
    let digest = blake3::hash(name.as_bytes());
    let bytes = digest.as_bytes();
    u16::from_le_bytes([bytes[0], bytes[1]]).into()
}

/// A column for a case, the same for all of its operands: the kind of data that a class has in a column is that of the whole case.
fn own_column(name: &str, slot: u32) -> u32 {
    number_of(name) + slot
}

/// An input of which whole columns meet, or meet one value each. Where rows do, it is made transposed; where one value meets
/// all elements, as a single column.
struct Lines {
    tile: Tile,
    combine: Combine,
    is_transposed: bool,
}

impl Lines {
    fn of(combine: Combine, tile: &Tile) -> Lines {
        let combine = match combine {
            Combine::Cols(meet) => Combine::Rows(meet),
            Combine::PairByRow(meet) => Combine::Pair(meet),
            Combine::PairWithScalar(meet) => {
                let rows = tile.rows() * tile.cols();
                let tile = Tile { shape: [rows, 1], valid: [rows, 1], ..tile.clone() };
                return Lines { tile, combine: Combine::Pair(meet), is_transposed: false };
            }
            _ => return Lines { tile: tile.clone(), combine, is_transposed: false },
        };
        let [[rows, cols], [valid_rows, valid_cols]] = [tile.shape, tile.valid];
        let tile = Tile { shape: [cols, rows], valid: [valid_cols, valid_rows], ..tile.clone() };
        Lines { tile, combine, is_transposed: true }
    }

    fn line(&self) -> Line {
        if self.is_transposed { Line::Row } else { Line::Column }
    }

    /// Turns the data that was made into those of the input.
    fn put_back(&self, data: &mut [u8]) {
        if !self.is_transposed {
            return;
        }
        let (made, shape) = (data.to_vec(), self.tile.shape.map(|n| n as usize));
        match self.tile.dtype.bytes() {
            1 => transpose::<1>(shape, &made, data),
            2 => transpose::<2>(shape, &made, data),
            4 => transpose::<4>(shape, &made, data),
            _ => transpose::<8>(shape, &made, data),
        }
    }
}

/// Columns of elements of N bytes as rows.
fn transpose<const N: usize>([rows, cols]: [usize; 2], made: &[u8], data: &mut [u8]) {
    let ((made, _), (data, _)) = (made.as_chunks::<N>(), data.as_chunks_mut::<N>());
    for row in 0..rows {
        for col in 0..cols {
            data[col * rows + row] = made[row * cols + col];
        }
    }
}

fn empty(name: &str, operand: &Operand, cases: u32) -> Array {
    let tile = &operand.tile;
    let bytes = tile.bytes() as usize * cases as usize;
    let shape = vec![u64::from(cases), u64::from(tile.rows()), u64::from(tile.cols())];
    Array { name: format!("{name}/{}.npy", operand.name), dtype: tile.dtype, shape, data: Vec::with_capacity(bytes) }
}

fn is_index(form: &Form, name: &str) -> bool {
    form.operands.iter().any(|o| o.name == name && o.kind == DataKind::Index)
}

fn values(target: &mut Target, class: Class, layout: Option<&Layout>, stream: &mut Stream) {
    let picks = matches!(target.combine, Combine::Pair(Meet::Extreme) | Combine::Rows(Meet::Extreme));
    match class.fill {
        Fill::Pairs => pairs::fill(target),
        fill if picks => extreme::fill(target, fill, stream),
        fill if target.combine == Combine::Rows(Meet::Place) => place::fill(target, fill, stream),
        fill if target.combine == Combine::Rows(Meet::Product) => line_product::fill(target, fill, stream),
        fill if target.combine == Combine::One(Meet::Conversion) => conversion::fill(target, fill, stream),
        fill if matches!(target.combine, Combine::Pair(Meet::Exponential) | Combine::One(Meet::Exponential)) => {
            exponential::fill(target, fill, stream);
        }
        fill if target.combine == Combine::Pair(Meet::Quotient) => quotient::fill(target, fill, stream),
        Fill::Bits | Fill::IndexFull | Fill::IndexVarying | Fill::IndexPastEnd | Fill::IndexRagged | Fill::IndexNegative => {
            bits::fill(target, stream);
        }
        _ => match (target.dtype().kind(), layout) {
            (_, Some(layout)) => order::fill(target, layout, stream),
            (Kind::Float { .. }, None) if target.combine == Combine::Pair(Meet::Product) => product::fill(target, class.fill, stream),
            (Kind::Float { .. }, None) => float::fill(target, class.fill, stream),
            _ => int::fill(target, class.fill, stream),
        },
    }
    target.nonce.clone().for_each(|col| nonce::fill(target, col, stream));
}

/// Overwrites what lies outside the valid region; of every third case it stays as plausible as the
/// inside, but for zeros, which become ones: a zero that is read by mistake need not show.
fn poison(tile: &Tile, data: &mut [u8], turn: u32) {
    let (sign, one) = tile.dtype.float_masks().map_or((0, 1), |(sign, infinity, _)| (sign, infinity >> 1 & infinity));
    let bits = match (turn % KINDS_OF_POISON, tile.dtype.float_masks()) {
        (0, Some((_, infinity, mantissa))) => infinity | mantissa,
        (1, Some((sign, infinity, _))) => sign | (infinity - 1),
        (0, None) if tile.dtype.is_signed() => tile.dtype.mask() >> 1,
        (0, None) => tile.dtype.mask(),
        (1, None) if tile.dtype.is_signed() => (tile.dtype.mask() >> 1) + 1,
        (1, None) => tile.dtype.mask() >> 1,
        _ => one,
    };
    let looked_at = if turn % KINDS_OF_POISON == 2 { !sign } else { 0 };
    match tile.dtype.bytes() {
        1 => poison_with::<1>(tile, data, bits, looked_at),
        2 => poison_with::<2>(tile, data, bits, looked_at),
        4 => poison_with::<4>(tile, data, bits, looked_at),
        _ => poison_with::<8>(tile, data, bits, looked_at),
    }
}

/// The same with these bits, of elements of N bytes: of those in which no bit that is looked at is set.
fn poison_with<const N: usize>(tile: &Tile, data: &mut [u8], bits: u64, looked_at: u64) {
    let (poison, looked_at) = (bits.to_le_bytes(), looked_at.to_le_bytes());
    let (cols, valid_cols) = (tile.cols() as usize, tile.valid_cols() as usize);
    let (elements, _) = data.as_chunks_mut::<N>();
    for (row, elements) in elements.chunks_exact_mut(cols.max(1)).enumerate() {
        let from = if row < tile.valid_rows() as usize { valid_cols } else { 0 };
        for element in elements.iter_mut().skip(from) {
            if element.iter().zip(&looked_at).all(|(byte, looked_at)| byte & looked_at == 0) {
                element.copy_from_slice(&poison[..N]);
            }
        }
    }
}

/// Fills the inputs of a tuple, legal or not; `stream` gives the random stream of a slot.
pub(crate) fn of_tuple(
    name: &str,
    form: &Form,
    tuple: &Tuple,
    profile: &ptoconf_reference::Profile,
    class: Class,
    slots: Slots,
    stream: impl Fn(u32) -> Stream,
) -> Vec<Array> {
    let mut tuple = tuple.clone();
    // A valid region that is larger than its tile, which is illegal, has data as far as the tile goes.
    for tile in tuple.operands.iter_mut().map(|o| &mut o.tile) {
        tile.valid = [tile.valid_rows().min(tile.rows()), tile.valid_cols().min(tile.cols())];
    }
    let query = Query { tuple: &tuple, class: class.name, profile, follows: &[] };
    inputs(name, form, &query, class, slots, stream)
}
