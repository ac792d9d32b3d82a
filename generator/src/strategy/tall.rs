//! Tall and wide tiles: extents at which a counter, a stride or a limit ends.
//!
//! A unit counts rows, blocks of 32 bytes and vectors of 256 bytes in fields of some bits, and a kernel that is right for
//! small tiles wraps one of them. Each extent is tried at the narrowest tile that has it, for elements of each size.

use crate::model::{Choice, Model};
use ptoconf_reference::Class;
use ptoconf_schemas::{BLayout, DType};

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
/// More rows or columns than any memory holds.
const MOST: u32 = 1 << 18;

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
    let rows_legal = |d: &DType| model.of_shape(*d, model.form.classes[0], &model.flags()[0], [2, d.block()], [2, 2], 0).is_some();
    let mut found = Found { model, none_legal: !DType::ALL.iter().any(rows_legal), choices: vec![] };
    for flags in model.flags() {
        for bytes in [1, 2, 4, 8] {
            let runs = |d: &&DType| {
                let smallest = Shape { physical: [1, d.block()], valid: [1, 2], fewer: 0 };
                d.bytes() == bytes && found.shape(**d, 0, &flags, smallest).is_some()
            };
            let dtypes: Vec<DType> = DType::ALL.iter().filter(runs).copied().collect();
            if let Some(&first) = dtypes.first() {
                found.of_size(&dtypes, first.block(), &flags);
            }
        }
    }
    found.choices
}

/// The extents of a tuple.
#[derive(Clone, Copy)]
struct Shape {
    /// Of the principal operand.
    physical: [u32; 2],
    valid: [u32; 2],
    /// How many columns fewer the others have whose columns are a dimension of their own.
    fewer: u32,
}

struct Found<'m, 'a> {
    model: &'m Model<'a>,
    /// Whether nothing of several rows is legal whatever is followed.
    none_legal: bool,
    choices: Vec<Tall>,
}

impl Found<'_, '_> {
    /// Tuples of types of the same size, which take turns.
    fn of_size(&mut self, dtypes: &[DType], block: u32, flags: &[bool]) {
        let vector = 8 * block;
        let shape = |physical, valid| Shape { physical, valid, fewer: 0 };
        let tall = |rows: u32| shape([rows, block], [rows, block - rows % 2]);
        let wide = |cols: u32| shape([2, cols.next_multiple_of(block)], [2, cols]);
        let most_rows = self.most(dtypes[0], flags, tall);
        let most_cols = self.most(dtypes[0], flags, wide);
        let up_to = |most: u32| COUNTS.iter().copied().filter(move |&n| n < most).chain([most.saturating_sub(1), most]);
        let mut shapes: Vec<(Shape, &str)> = up_to(most_rows).map(|n| (tall(n), "rows at the end of a counter")).collect();
        if self.has_columns() {
            shapes.extend(GROUPS.iter().map(|&n| (tall(n), "rows at the end of a group of eight")));
        }
        shapes.extend(up_to(most_cols).map(|n| (wide(n), "columns at the end of a counter")));
        if self.model.form.dims().iter().filter(|(_, rows)| !rows).count() > 1 {
            // The sum of two extents is odd, too.
            let uneven = up_to(most_cols).filter(|&n| n > 1 && (n.is_power_of_two() || (n - 1).is_power_of_two()));
            let uneven = uneven.map(|n| Shape { fewer: 1, ..wide(n) });
            shapes.extend(uneven.map(|shape| (shape, "columns at the end of a counter")));
        }
        shapes.extend(REPEATS.iter().map(|&n| (shape([n, vector], [n, vector]), "vectors at the end of a repeat count")));
        shapes.extend(STRIDES.iter().map(|&n| (shape([3, n * block], [3, block + 1]), "blocks at the end of a stride")));
        for (turn, (shape, why)) in shapes.into_iter().filter(|(s, _)| s.valid[0] > 0 && s.valid[1] > 0).enumerate() {
            let dtype = dtypes[turn % dtypes.len()];
            if let Some((choice, twin)) = self.shape(dtype, turn, flags, shape) {
                self.choices.push(Tall { choice, twin, why });
            }
        }
    }

    /// Whether an operand is a column-major one from the first.
    fn has_columns(&self) -> bool {
        self.model.form.operands.iter().any(|o| o.shape(0).blayout == BLayout::ColMajor)
    }

    /// The largest extent that runs.
    fn most(&self, dtype: DType, flags: &[bool], shape: impl Fn(u32) -> Shape) -> u32 {
        let runs = |n: u32| self.shape(dtype, 0, flags, shape(n)).is_some();
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
    fn shape(&self, dtype: DType, turn: usize, flags: &[bool], shape: Shape) -> Option<(Choice, Option<Choice>)> {
        let form = self.model.form;
        let structural: Vec<Class> = form.classes.iter().filter(|c| c.is_structural()).copied().collect();
        let reduces = form.combine.reduces() && !structural.is_empty();
        let classes = if reduces { &structural } else { &form.classes[..1] };
        let class = classes[turn % classes.len()];
        let legal = |dtype: DType, Shape { physical: [rows, cols], valid, fewer }: Shape| {
            self.model.of_shape(dtype, class, flags, [rows, cols.next_multiple_of(dtype.block())], valid, fewer)
        };
        if let Some(choice) = legal(dtype, shape) {
            return Some((choice, None));
        }
        if !self.none_legal && dtype.bytes() != 8 {
            return None;
        }
        let choice = self.model.judged_of_shape(dtype, class, flags, shape.physical, shape.valid, shape.fewer)?;
        let one_row = Shape { physical: [1, shape.physical[1]], valid: [1, shape.valid[1]], ..shape };
        let twin = legal(DType::F32, shape).or_else(|| legal(dtype, one_row)).or_else(|| legal(DType::F32, one_row))?;
        Some((choice, Some(twin)))
    }
}
