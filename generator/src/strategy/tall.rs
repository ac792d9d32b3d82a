//! Tall and wide tiles: extents at which a counter, a stride or a limit ends.
//!
//! A unit counts rows, blocks of 32 bytes and vectors of 256 bytes in fields of some bits, and a kernel that is right for
//! small tiles wraps one of them. Each extent is tried at the narrowest tile that has it, for elements of each size.

use crate::model::{Choice, Extents, Model};
use ptoconf_reference::Class;
use ptoconf_schemas::{BLayout, DType, Operand, Role, Tile};

/// Around the powers of two at which a counter ends.
const COUNTS: &[u32] = &[
    1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 253, 254, 255, 256, 257, 510, 511, 512, 513, 1023, 1024,
    1025, 2047, 2048, 2049, 4080, 4095, 4096, 4097, 8191, 8192,
];
/// Rows of one vector each, and of one in a line of this many blocks: repeat counts and strides of 8 bits.
const REPEATS: &[u32] = &[254, 255, 256, 257, 510, 511, 512, 513];
const STRIDES: &[u32] = &[254, 255, 256, 257];
/// Rows of a column whose values are expanded eight at a time, thirty times in one instruction.
const GROUPS: &[u32] = &[239, 240, 241, 471, 472, 473, 479, 480, 481];
/// Rows of a tile stored by columns, which takes 32 bytes for each column and not for each row: more than the 8192 that a
/// document allows, in whole blocks of every type.
const STORED_BY_COLUMNS: u32 = 8192 + 32;
/// Rows that are not tall.
const FEW: u32 = 6;
/// More rows or columns than any memory holds.
const MOST: u32 = 1 << 18;

/// What is at an end.
const ROWS_END: &str = "rows at the end of a counter";
const COLS_END: &str = "columns at the end of a counter";
const REPEATS_END: &str = "vectors at the end of a repeat count";
const STRIDES_END: &str = "blocks at the end of a stride";

/// A tall or wide tuple.
pub struct Tall {
    /// The tuple.
    pub choice: Choice,
    /// Where some admitted option rejects it, a legal tuple of the same extents.
    pub twin: Option<Choice>,
    /// What is tall or wide of it.
    pub why: &'static str,
}

/// The tuples of a form.
pub fn choices(model: &Model) -> Vec<Tall> {
    // Two columns: one alone is a tile that can be a column of values, too.
    let two_rows = |d: &DType| Extents::new([2, d.block()], [2, 2]);
    let rows_legal = |d: &DType| model.of_shape(*d, model.form.classes[0], &model.attributes()[0], two_rows(d)).is_some();
    let mut found = Found { model, none_legal: !DType::ALL.iter().any(rows_legal), choices: vec![] };
    let mut open = vec![];
    for attributes in model.attributes() {
        for bytes in [1, 2, 4, 8] {
            let runs = |d: &&DType| {
                let smallest = Extents::new([1, d.block()], [1, 2]);
                d.bytes() == bytes && found.shape(**d, 0, &attributes, &Sought::legal(smallest, "")).is_some()
            };
            let dtypes: Vec<DType> = DType::ALL.iter().filter(runs).copied().collect();
            match dtypes.first() {
                Some(first) => found.of_size(&dtypes, first.block(), &attributes),
                None => open.push((bytes, attributes.clone())),
            }
        }
    }
    open.iter().for_each(|(bytes, attributes)| found.of_open_size(*bytes, attributes));
    let limits = model.limits();
    found.choices.extend(stored_by_columns(model, "rows of a tile stored by columns", |tile| [STORED_BY_COLUMNS, tile.valid[1]]));
    found.choices.extend(stored_by_columns(model, "the most rows, of a tile stored by columns", |tile| {
        [limits.max_rows / tile.dtype.block() * tile.dtype.block(), tile.valid[1]]
    }));
    found
        .choices
        .extend(stored_by_columns(model, "the most columns, of a tile stored by columns", |tile| [tile.dtype.block(), limits.max_cols]));
    found.choices
}

/// A tuple with few valid elements and an operand of very many rows or columns, which is stored by columns: the smallest elements
/// whose memory has room for it.
fn stored_by_columns(model: &Model, why: &'static str, shape: impl Fn(&Tile) -> [u32; 2]) -> Option<Tall> {
    let class = model.form.classes[0];
    let mut dtypes = DType::ALL.to_vec();
    dtypes.sort_by_key(|d| d.bytes());
    // One row where there is another question as soon as there are several.
    let mut all = [2, 1].into_iter().flat_map(|rows| dtypes.iter().map(move |&dtype| (rows, dtype)));
    all.find_map(|(rows, dtype)| {
        let base = model.unjudged_of_shape(dtype, class, Extents::new([rows, dtype.block()], [rows, 2]));
        let holds_data = |o: &Operand| o.role != Role::Scratch && !o.tile.is_scalar();
        let operands = (0..base.tuple.operands.len()).filter(|&at| holds_data(&base.tuple.operands[at]));
        operands.map(|at| (at, by_columns(&base, at, &shape))).find_map(|(at, choice)| {
            let small = || by_columns(&base, at, |tile| [tile.dtype.block(), tile.valid[1]]);
            let twin = || [base.clone(), small()].into_iter().find(|c| model.is_legal_choice(c));
            let twin = if model.is_legal_choice(&choice) { None } else { Some(twin().filter(|_| model.is_judged_choice(&choice))?) };
            Some(Tall { choice, twin, why })
        })
    })
}

/// The tuple with an operand of this physical shape stored by columns.
fn by_columns(base: &Choice, at: usize, shape: impl Fn(&Tile) -> [u32; 2]) -> Choice {
    let mut choice = base.clone();
    let tile = &mut choice.tuple.operands[at].tile;
    (tile.shape, tile.blayout) = (shape(tile), BLayout::ColMajor);
    choice
}

/// What is looked for.
struct Sought {
    extents: Extents,
    why: &'static str,
    /// Whether a question about it is no hindrance, such as how much memory there is.
    may_be_open: bool,
}

impl Sought {
    const fn legal(extents: Extents, why: &'static str) -> Sought {
        Sought { extents, why, may_be_open: false }
    }
}

/// The numbers up to the largest that runs, and the one before it.
fn up_to(most: u32) -> impl Iterator<Item = u32> {
    COUNTS.iter().copied().filter(move |&n| n < most).chain([most.saturating_sub(1), most])
}

struct Found<'m, 'a> {
    model: &'m Model<'a>,
    /// Whether nothing of several rows is legal whatever is followed.
    none_legal: bool,
    choices: Vec<Tall>,
}

impl Found<'_, '_> {
    /// Tuples of types of the same size, which take turns.
    fn of_size(&mut self, dtypes: &[DType], block: u32, attributes: &[usize]) {
        let vector = 8 * block;
        let tall = |rows: u32| Extents::new([rows, block], [rows, block - rows % 2]);
        let wide = |cols: u32| Extents::new([2, cols.next_multiple_of(block)], [2, cols]);
        let most_rows = self.most(dtypes[0], attributes, tall);
        let most_cols = self.most(dtypes[0], attributes, wide);
        let mut all: Vec<Sought> = up_to(most_rows).map(|n| Sought::legal(tall(n), ROWS_END)).collect();
        if self.has_columns() {
            all.extend(GROUPS.iter().map(|&n| Sought::legal(tall(n), "rows at the end of a group of eight")));
        }
        all.extend(up_to(most_cols).map(|n| Sought::legal(wide(n), COLS_END)));
        if self.model.form.dims().iter().filter(|(_, rows)| !rows).count() > 1 {
            // The sum of two extents is odd, too.
            let uneven = up_to(most_cols).filter(|&n| n > 1 && (n.is_power_of_two() || (n - 1).is_power_of_two()));
            all.extend(uneven.map(|n| Sought::legal(Extents { fewer: 1, ..wide(n) }, COLS_END)));
        }
        all.extend(REPEATS.iter().map(|&n| Sought::legal(Extents::new([n, vector], [n, vector]), REPEATS_END)));
        all.extend(STRIDES.iter().map(|&n| Sought::legal(Extents::new([3, n * block], [3, block + 1]), STRIDES_END)));
        if self.model.adds_columns() {
            all.extend(self.together(dtypes[0], block, attributes));
        }
        for (turn, sought) in all.into_iter().filter(|s| s.extents.valid.iter().all(|&n| n > 0)).enumerate() {
            let dtype = dtypes[turn % dtypes.len()];
            if let Some((choice, twin)) = self.shape(dtype, turn, attributes, &sought) {
                self.choices.push(Tall { choice, twin, why: sought.why });
            }
        }
    }

    /// Tuples of types of a size of which none is legal without a question, which take turns: as many rows as legal ones of
    /// two bytes have, which are their twins.
    fn of_open_size(&mut self, bytes: usize, attributes: &[usize]) {
        let (model, at) = (self.model, self.model.form.principal());
        let judged = |dtype: DType, class: &str, [rows, cols]: [u32; 2]| {
            let extents = Extents::new([rows, cols.next_multiple_of(dtype.block())], [rows, cols]);
            model.judged_of_shape(dtype, Class::parse(class)?, attributes, extents)
        };
        let runs = |dtype: &DType| dtype.bytes() == bytes && judged(*dtype, model.form.classes[0].name, [1, 2]).is_some();
        let dtypes: Vec<DType> = DType::ALL.iter().copied().filter(runs).collect();
        // A few rows are in every battery.
        let is_tall = |tile: &Tile| tile.dtype.bytes() == 2 && tile.valid_rows() > FEW;
        let is_twin = |tall: &&Tall| tall.twin.is_none() && tall.why == ROWS_END && is_tall(&tall.choice.tuple.operands[at].tile);
        let twins: Vec<Choice> = self.choices.iter().filter(is_twin).map(|tall| tall.choice.clone()).collect();
        for (turn, twin) in twins.into_iter().enumerate().filter(|_| !dtypes.is_empty()) {
            let choice = judged(dtypes[turn % dtypes.len()], twin.class, twin.tuple.operands[at].tile.valid);
            let choice = choice.filter(|choice| choice.tuple.attributes == twin.tuple.attributes);
            self.choices.extend(choice.map(|choice| Tall { choice, twin: Some(twin), why: ROWS_END }));
        }
    }

    /// The same of an operand whose columns are those of others together: where each of these has a whole block or vector, it
    /// has two, and the memory ends before its counters do.
    fn together(&self, dtype: DType, block: u32, attributes: &[usize]) -> Vec<Sought> {
        let half_vector = 4 * block;
        let halves = |rows: u32| {
            let cols = block - rows % 2;
            let first = cols.div_ceil(2);
            Extents { fewer: 2 * first - cols, ..Extents::new([rows, block], [rows, first]) }
        };
        let vectors = |n: u32| Extents::new([n, half_vector], [n, half_vector]);
        let apart = |n: u32| Extents { together: n * block, ..Extents::new([3, 2 * block], [3, block + 1]) };
        let rows = up_to(self.most(dtype, attributes, halves)).map(|n| Sought::legal(halves(n), ROWS_END));
        let repeats = REPEATS.iter().map(|&n| Sought { extents: vectors(n), why: REPEATS_END, may_be_open: true });
        let strides = STRIDES.iter().map(|&n| Sought::legal(apart(n), STRIDES_END));
        rows.chain(repeats).chain(strides).collect()
    }

    /// Whether an operand is a column-major one from the first.
    fn has_columns(&self) -> bool {
        self.model.form.operands.iter().any(|o| o.shape(0).blayout == BLayout::ColMajor)
    }

    /// The largest extent that runs.
    fn most(&self, dtype: DType, attributes: &[usize], extents: impl Fn(u32) -> Extents) -> u32 {
        let runs = |n: u32| self.shape(dtype, 0, attributes, &Sought::legal(extents(n), "")).is_some();
        let (mut below, mut above) = (0, MOST);
        while above - below > 1 {
            let middle = u32::midpoint(below, above);
            if runs(middle) { below = middle } else { above = middle }
        }
        below
    }

    /// The tuple with data that show structure, a sum that is exact or any patterns. Where whether it is legal is open (the
    /// documents differ on most types of 8 bytes, and on the shape of some operand as soon as there are several rows), it comes
    /// with a legal twin that differs in its type or has one row.
    fn shape(&self, dtype: DType, turn: usize, attributes: &[usize], sought: &Sought) -> Option<(Choice, Option<Choice>)> {
        let (form, extents) = (self.model.form, sought.extents);
        let structural: Vec<Class> = form.classes.iter().filter(|c| c.is_structural()).copied().collect();
        let reduces = form.combine.reduces() && !structural.is_empty();
        let classes = if reduces { &structural } else { &form.classes[..1] };
        let class = classes[turn % classes.len()];
        let legal = |dtype: DType, extents: Extents| {
            let [rows, cols] = extents.physical;
            let physical = [rows, cols.next_multiple_of(dtype.block())];
            self.model.of_shape(dtype, class, attributes, Extents { physical, ..extents })
        };
        if let Some(choice) = legal(dtype, extents) {
            return Some((choice, None));
        }
        if !self.none_legal && dtype.bytes() != 8 && !sought.may_be_open {
            return None;
        }
        let choice = self.model.judged_of_shape(dtype, class, attributes, extents)?;
        let one_row = Extents { physical: [1, extents.physical[1]], valid: [1, extents.valid[1]], ..extents };
        let twin = legal(DType::F32, extents).or_else(|| legal(dtype, one_row)).or_else(|| legal(DType::F32, one_row))?;
        Some((choice, Some(twin)))
    }
}
