//! Tall and wide tiles: extents at which a counter, a stride or a limit ends.
//!
//! A unit counts rows, blocks of 32 bytes and vectors of 256 bytes in fields of some bits, and a kernel that is right for
//! small tiles wraps one of them. Each extent is tried at the narrowest tile that has it, for elements of each size.

use crate::model::{Choice, Model};
use ptoconf_reference::{Class, Combine};
use ptoconf_schemas::DType;

/// Around the powers of two at which a counter ends.
const COUNTS: &[u32] =
    &[253, 254, 255, 256, 257, 510, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4080, 4095, 4096, 4097, 8191, 8192];
/// Rows of one vector each, and of one in a line of this many blocks: repeat counts and strides of 8 bits.
const REPEATS: &[u32] = &[254, 255, 256, 257, 510, 511, 512, 513];
const STRIDES: &[u32] = &[254, 255, 256, 257];
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
    let mut found = Found { model, choices: vec![] };
    for flags in model.flags() {
        for bytes in [1, 2, 4, 8] {
            let runs = |d: &&DType| d.bytes() == bytes && found.shape(**d, 0, &flags, [1, d.block()], [1, 1]).is_some();
            let dtypes: Vec<DType> = DType::ALL.iter().filter(runs).copied().collect();
            if let Some(&first) = dtypes.first() {
                found.of_size(&dtypes, first.block(), &flags);
            }
        }
    }
    found.choices
}

struct Found<'m, 'a> {
    model: &'m Model<'a>,
    choices: Vec<Tall>,
}

impl Found<'_, '_> {
    /// Tuples of types of the same size, which take turns.
    fn of_size(&mut self, dtypes: &[DType], block: u32, flags: &[bool]) {
        let vector = 8 * block;
        let tall = |rows: u32| ([rows, block], [rows, block - rows % 2]);
        let wide = |cols: u32| ([2, cols.next_multiple_of(block)], [2, cols]);
        let most_rows = self.most(dtypes[0], flags, tall);
        let most_cols = self.most(dtypes[0], flags, wide);
        let rows = COUNTS.iter().copied().filter(|&n| n < most_rows).chain([most_rows.saturating_sub(1), most_rows]);
        let mut shapes: Vec<_> = rows.map(|n| (tall(n), "rows at the end of a counter")).collect();
        let cols = COUNTS.iter().copied().filter(|&n| n < most_cols).chain([most_cols.saturating_sub(1), most_cols]);
        shapes.extend(cols.map(|n| (wide(n), "columns at the end of a counter")));
        shapes.extend(REPEATS.iter().map(|&n| (([n, vector], [n, vector]), "vectors at the end of a repeat count")));
        shapes.extend(STRIDES.iter().map(|&n| (([3, n * block], [3, block + 1]), "blocks at the end of a stride")));
        for (turn, ((shape, valid), why)) in shapes.into_iter().filter(|((_, valid), _)| valid[0] > 0 && valid[1] > 0).enumerate() {
            let dtype = dtypes[turn % dtypes.len()];
            if let Some((choice, twin)) = self.shape(dtype, turn, flags, shape, valid) {
                self.choices.push(Tall { choice, twin, why });
            }
        }
    }

    /// The largest extent that runs.
    fn most(&self, dtype: DType, flags: &[bool], shape: impl Fn(u32) -> ([u32; 2], [u32; 2])) -> u32 {
        let runs = |n: u32| {
            let (shape, valid) = shape(n);
            self.shape(dtype, 0, flags, shape, valid).is_some()
        };
        let (mut below, mut above) = (0, MOST);
        while above - below > 1 {
            let middle = u32::midpoint(below, above);
            if runs(middle) { below = middle } else { above = middle }
        }
        below
    }

    /// The tuple with data that show structure, a sum that is exact or any patterns; and a legal twin if it is open. No page
    /// agrees with the others on types of 8 bytes, and those have the widest rows in blocks.
    fn shape(&self, dtype: DType, turn: usize, flags: &[bool], shape: [u32; 2], valid: [u32; 2]) -> Option<(Choice, Option<Choice>)> {
        let form = self.model.form;
        let classes: &[Class] = if form.combine == Combine::Rows { &[Class::EXACT_WINDOW, Class::SIGNATURE] } else { &form.classes[..1] };
        let class = classes[turn % classes.len()];
        if let Some(choice) = self.model.of_shape(dtype, class, flags, shape, valid) {
            return Some((choice, None));
        }
        let choice = self.model.judged_of_shape(dtype, class, flags, shape, valid).filter(|_| dtype.bytes() == 8)?;
        let [rows, cols] = shape;
        let twin = self.model.of_shape(DType::F32, class, flags, [rows, cols.next_multiple_of(DType::F32.block())], valid)?;
        Some((choice, Some(twin)))
    }
}
