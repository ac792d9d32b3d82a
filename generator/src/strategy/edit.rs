//! Small changes of a legal tuple: another dtype, layout, location, shape, valid region, address,
//! alias, attribute or data class, of one operand or of all that share the value.
//!
//! Numbers change by the smallest step, so that the tuple before and the tuple after a change stand
//! on the two sides of a limit. Where the limit lies elsewhere (memory, documented maxima), the
//! change comes with a tuple of its own that stands just inside.

use crate::model::Choice;
use ptoconf_reference::{Class, Extent, Form, Profile};
use ptoconf_schemas::{Attribute, BLayout, DType, Location, Role, SLayout, Tile};

/// A change of a legal tuple.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What was changed where, such as `dst.valid-cols-1`.
    pub name: String,
    /// The tuple after it.
    pub after: Choice,
    /// The tuple just inside the limit, where that is not the one before the change.
    pub inside: Option<Choice>,
}

/// Every change of a tuple: the first one of each group of operands, then the second one of each, and so
/// on, so that whoever takes a few takes some of every operand.
pub fn edits(form: &Form, profile: &Profile, base: &Choice) -> Vec<Edit> {
    of_groups(form, profile, base, |_| true)
}

/// The changes that are branches of rules: those of a single operand, and those of the type of several.
pub fn branch_edits(form: &Form, profile: &Profile, base: &Choice) -> Vec<Edit> {
    of_groups(form, profile, base, |group| group.members.len() == 1)
}

/// Every change of the groups that are wanted, and the types of the others.
fn of_groups(form: &Form, profile: &Profile, base: &Choice, wanted: fn(&Group) -> bool) -> Vec<Edit> {
    let of_group = |(i, group): (usize, &Group)| {
        let mut list = Edits { base, edits: vec![] };
        list.types(group);
        if !wanted(group) {
            return list.edits.into_iter();
        }
        list.layouts(group);
        list.shapes(group);
        list.extents(group);
        // The first groups are the operands.
        if i < base.tuple.operands.len() {
            list.memory(i, profile);
            list.aliases(i);
            list.empty_part(form, i);
        }
        list.edits.into_iter()
    };
    let mut lists: Vec<_> = groups(base).iter().enumerate().map(of_group).collect();
    let mut whole = Edits { base, edits: vec![] };
    while lists.iter().any(|list| list.len() > 0) {
        whole.edits.extend(lists.iter_mut().filter_map(Iterator::next));
    }
    whole.attributes();
    whole.classes(form);
    whole.edits
}

/// Operands that are changed together.
struct Group {
    name: String,
    members: Vec<usize>,
}

/// Each operand by itself, and each set of operands that have a dtype, or valid rows or columns, in common.
fn groups(base: &Choice) -> Vec<Group> {
    let operands = &base.tuple.operands;
    let mut groups: Vec<Group> = (0..operands.len()).map(|i| Group { name: operands[i].name.clone(), members: vec![i] }).collect();
    let keys: [fn(&Tile) -> u64; 3] =
        [|t| t.dtype.name().bytes().fold(0, |k, b| k * 256 + u64::from(b)), |t| u64::from(t.valid_rows()), |t| u64::from(t.valid_cols())];
    for key in keys {
        for i in 0..operands.len() {
            let members: Vec<usize> = (0..operands.len()).filter(|&j| key(&operands[j].tile) == key(&operands[i].tile)).collect();
            let new = members[0] == i && members.len() > 1 && groups.iter().all(|g| g.members != members);
            if new {
                let name = members.iter().map(|&m| operands[m].name.as_str()).collect::<Vec<_>>().join("+");
                groups.push(Group { name, members });
            }
        }
    }
    groups
}

struct Edits<'a> {
    base: &'a Choice,
    edits: Vec<Edit>,
}

impl Edits<'_> {
    fn push(&mut self, name: String, after: Choice, inside: Option<Choice>) {
        if after != *self.base {
            self.edits.push(Edit { name, after, inside });
        }
    }

    /// Changes the tiles of a group.
    fn change(&mut self, group: &Group, what: impl std::fmt::Display, change: impl Fn(&mut Tile)) {
        let mut after = self.base.clone();
        group.members.iter().for_each(|&m| change(&mut after.tuple.operands[m].tile));
        self.push(format!("{}.{what}", group.name), after, None);
    }

    /// The type of the same width and the other signedness first: the one that is mistaken most easily.
    fn types(&mut self, group: &Group) {
        let own = self.base.tuple.operands[group.members[0]].tile.dtype;
        let twin = |d: &DType| d.is_int() && own.is_int() && d.bits() == own.bits();
        let (alike, others): (Vec<DType>, Vec<DType>) = DType::ALL.iter().partition(|d| twin(d));
        for dtype in alike.into_iter().chain(others) {
            // What is as wide is taken for it most easily: each such pair is a change of its own.
            let name = if dtype.bits() == own.bits() { format!("{dtype}-for-{own}") } else { dtype.to_string() };
            self.change(group, name, |t| {
                let spare = t.cols() - t.valid_cols().min(t.cols());
                t.dtype = dtype;
                match t.blayout {
                    BLayout::RowMajor => t.shape[1] = (t.valid_cols() + spare).next_multiple_of(dtype.block()),
                    BLayout::ColMajor => t.shape[0] = t.rows().next_multiple_of(dtype.block()),
                }
            });
        }
    }

    fn layouts(&mut self, group: &Group) {
        for &loc in Location::ALL {
            self.change(group, loc, |t| t.loc = loc);
        }
        self.change(group, "col-major", |t| {
            t.blayout = BLayout::ColMajor;
            t.shape[0] = t.rows().next_multiple_of(t.dtype.block());
        });
        self.change(group, "col-major-narrow", |t| {
            t.blayout = BLayout::ColMajor;
            t.shape = [t.rows().next_multiple_of(t.dtype.block()), t.valid_cols().max(1)];
        });
        self.change(group, "row-major", |t| {
            t.blayout = BLayout::RowMajor;
            t.shape[1] = t.cols().next_multiple_of(t.dtype.block());
        });
        // A column may stand for rows, and a block may, too.
        self.change(group, "row-major-block", |t| {
            if t.blayout == BLayout::ColMajor {
                t.blayout = BLayout::RowMajor;
                t.valid[1] = t.dtype.block();
                t.shape[1] = t.cols().next_multiple_of(t.dtype.block());
            }
        });
        for slayout in [SLayout::RowMajor, SLayout::ColMajor] {
            self.change(group, format_args!("boxed-{slayout}"), |t| {
                t.slayout = slayout;
                divide(t);
            });
        }
        for fractal in [16, 256, 2048] {
            let with = |fractal: u32| {
                let mut choice = self.base.clone();
                group.members.iter().for_each(|&m| choice.tuple.operands[m].tile.fractal = fractal);
                choice
            };
            self.push(format!("{}.fractal-{fractal}", group.name), with(fractal), Some(with(32)));
        }
        // Column-major blocks of boxes: NZ and NN.
        for (word, slayout) in [("nz", SLayout::RowMajor), ("nn", SLayout::ColMajor)] {
            self.change(group, word, |t| {
                (t.blayout, t.slayout) = (BLayout::ColMajor, slayout);
                divide(t);
            });
        }
        for fractal in [1024, 32] {
            self.change(group, format_args!("fractal-{fractal}-divided"), |t| {
                t.fractal = fractal;
                divide(t);
            });
            self.change(group, format_args!("fractal-{fractal}"), |t| t.fractal = fractal);
            self.change(group, format_args!("fractal-{fractal}-col-short"), |t| {
                t.fractal = fractal;
                short_of_columns(t);
            });
        }
        for slayout in [SLayout::RowMajor, SLayout::ColMajor] {
            self.change(group, format_args!("boxed-{slayout}-col-short"), |t| {
                t.slayout = slayout;
                short_of_columns(t);
            });
            self.change(group, format_args!("boxed-{slayout}-row-short"), |t| {
                t.slayout = slayout;
                divide(t);
                t.shape[0] += 1;
            });
        }
    }

    fn shapes(&mut self, group: &Group) {
        self.change(group, "cols+half-block", |t| t.shape[1] += t.dtype.block() / 2);
        self.change(group, "cols+1", |t| t.shape[1] += 1);
        self.change(group, "cols-1", |t| t.shape[1] -= t.cols().min(1));
        self.change(group, "cols-block", |t| t.shape[1] -= t.dtype.block().min(t.cols()));
        self.change(group, "cols-block-valid", |t| {
            t.shape[1] -= t.dtype.block().min(t.cols());
            t.valid[1] = t.valid[1].min(t.shape[1]);
        });
        self.change(group, "rows-1", |t| t.shape[0] -= t.rows().min(1));
        self.change(group, "rows-1-valid", |t| {
            t.shape[0] -= t.rows().min(1);
            t.valid[0] = t.valid[0].min(t.shape[0]);
        });
        for (axis, word) in [(0, "rows"), (1, "cols")] {
            self.change(group, format_args!("no-{word}"), |t| t.shape[axis] = 0);
            self.change(group, format_args!("no-{word}-at-all"), |t| {
                t.shape[axis] = 0;
                t.valid[axis] = 0;
                t.dynamic[axis] = true;
            });
        }
    }

    fn extents(&mut self, group: &Group) {
        for (axis, word) in [(0, "rows"), (1, "cols")] {
            self.change(group, format_args!("valid-{word}+1"), |t| t.valid[axis] += 1);
            self.change(group, format_args!("valid-{word}-1"), |t| t.valid[axis] -= t.valid[axis].min(1));
            self.change(group, format_args!("valid-{word}+1-grown"), |t| {
                t.valid[axis] += 1;
                grow(t);
            });
            // Alike to a comparison of 8 bits.
            self.change(group, format_args!("valid-{word}+256"), |t| {
                t.valid[axis] += 256;
                grow(t);
            });
            self.change(group, format_args!("valid-{word}-past-physical"), |t| t.valid[axis] = t.shape[axis] + 1);
            self.change(group, format_args!("no-valid-{word}"), |t| {
                t.valid[axis] = 0;
                t.dynamic[axis] = true;
            });
            self.change(group, format_args!("no-valid-{word}-static"), |t| {
                t.valid[axis] = 0;
                t.dynamic[axis] = false;
            });
        }
        self.change(group, "valid-swapped", |t| {
            t.valid.swap(0, 1);
            grow(t);
        });
    }

    /// Sizes and addresses just inside and just past what the memory holds, and unaligned addresses.
    fn memory(&mut self, operand: usize, profile: &Profile) {
        let tile = &self.base.tuple.operands[operand].tile;
        let name = self.base.tuple.operands[operand].name.clone();
        let bytes = tile.bytes().next_multiple_of(32);
        let at = |address: u64| self.with_tile(operand, |t| t.address = Some(address));
        let line = (u64::from(tile.cols()) * tile.dtype.bytes() as u64).max(1);
        let others: u64 = self.base.tuple.operands.iter().map(|o| o.tile.bytes().next_multiple_of(32)).sum::<u64>() - bytes;
        let limits = profile.limits;
        let sized = |rows: u32, cols: u32| self.with_tile(operand, |t| t.shape = [rows.max(t.valid_rows()), cols.max(t.valid_cols())]);
        let widest = limits.max_cols / tile.dtype.block().max(1) * tile.dtype.block();
        let mut pairs = vec![
            (format!("{name}.address-odd"), at(16), Some(at(0))),
            (format!("{name}.rows-past-documented"), sized(limits.max_rows + 1, tile.cols()), Some(sized(limits.max_rows, tile.cols()))),
            (format!("{name}.cols-past-documented"), sized(tile.rows(), widest + tile.dtype.block()), Some(sized(tile.rows(), widest))),
        ];
        // What just fits the smallest memory is legal; what just fits a larger one is itself a question.
        for (i, ub) in profile.memories().into_iter().enumerate() {
            let [end, memory] = if i == 0 { ["end", "memory"].map(str::to_owned) } else { [(); 2].map(|()| format!("{}-kib", ub >> 10)) };
            let last = ub.saturating_sub(bytes);
            let inside = self.placed(operand, last);
            pairs.push((format!("{name}.address-past-{end}"), self.placed(operand, last + 32), (i == 0).then_some(inside)));
            let rows = (ub.saturating_sub(others) / line) as u32;
            pairs.push((format!("{name}.rows-past-{memory}"), sized(rows + 1, tile.cols()), (i == 0).then(|| sized(rows, tile.cols()))));
        }
        for (name, after, inside) in pairs {
            self.push(name, after, inside);
        }
    }

    /// The operand at an address, and the others one after another from the start of the memory: those that
    /// have none would come after it.
    fn placed(&self, operand: usize, address: u64) -> Choice {
        let mut after = self.base.clone();
        let mut next = 0;
        for (i, other) in after.tuple.operands.iter_mut().enumerate() {
            let bytes = other.tile.bytes().next_multiple_of(32);
            other.tile.address = Some(if i == operand { address } else { next });
            next += if i == operand { 0 } else { bytes };
        }
        after
    }

    /// An operand without static elements whose extent is a part of a sum: the sum is that of the other parts,
    /// so that nothing but the operand's own extent is wrong.
    fn empty_part(&mut self, form: &Form, operand: usize) {
        for (axis, word) in [(0, "rows"), (1, "cols")] {
            let Some(Extent::Dim(part)) = form.operands.get(operand).map(|o| o.valid[axis]) else { continue };
            let sums = |extent: Extent| matches!(extent, Extent::Sum(a, b) if a == part || b == part);
            let wholes: Vec<usize> = (0..form.operands.len()).filter(|&i| sums(form.operands[i].valid[axis])).collect();
            let name = format!("{}.no-{word}-of-a-sum", self.base.tuple.operands[operand].name);
            let with = |extent: u32| {
                let mut after = self.with_tile(operand, |t| {
                    t.valid[axis] = extent;
                    t.dynamic[axis] = false;
                });
                let less = self.base.tuple.operands[operand].tile.valid[axis].saturating_sub(extent);
                wholes.iter().for_each(|&i| after.tuple.operands[i].tile.valid[axis] -= less.min(after.tuple.operands[i].tile.valid[axis]));
                after
            };
            if !wholes.is_empty() {
                self.push(name, with(0), Some(with(1)));
            }
        }
    }

    fn with_tile(&self, operand: usize, change: impl Fn(&mut Tile)) -> Choice {
        let mut after = self.base.clone();
        change(&mut after.tuple.operands[operand].tile);
        after
    }

    /// An output that shares the memory of an input of the same dtype and layout; both get room for
    /// the larger one.
    fn aliases(&mut self, operand: usize) {
        let operands = &self.base.tuple.operands;
        if operands[operand].role != Role::Out {
            return;
        }
        let own = &operands[operand];
        let inputs: Vec<usize> =
            (0..operands.len()).filter(|&i| operands[i].role == Role::In && alike(&operands[i].tile, &own.tile)).collect();
        for input in inputs {
            let name = operands[input].name.clone();
            let other = operands[input].tile.shape;
            let shape = [own.tile.rows().max(other[0]), own.tile.cols().max(other[1])];
            let mut inside = self.base.clone();
            inside.tuple.operands[operand].tile.shape = shape;
            inside.tuple.operands[input].tile.shape = shape;
            let mut after = inside.clone();
            after.tuple.operands[operand].tile.same_as = Some(name.clone());
            self.push(format!("{}.same-as-{name}", own.name), after, Some(inside));
        }
    }

    fn attributes(&mut self) {
        for (name, value) in &self.base.tuple.attributes.clone() {
            if let Attribute::Bool(flag) = value {
                let mut after = self.base.clone();
                after.tuple.attributes.insert(name.clone(), Attribute::Bool(!flag));
                self.push(format!("{name}={}", !flag), after, None);
            }
        }
    }

    fn classes(&mut self, form: &Form) {
        for class in form.classes.iter().copied().filter(|c: &Class| c.name != self.base.class) {
            let after = Choice { class: class.name, ..self.base.clone() };
            self.push(format!("class-{}", class.name), after, None);
        }
    }
}

/// Makes the physical tile a whole number of boxes.
fn divide(t: &mut Tile) {
    let [rows, cols] = t.box_shape();
    t.shape = [t.rows().next_multiple_of(rows), t.cols().next_multiple_of(cols)];
}

/// Whole boxes of rows, and a whole number of blocks of columns that is no multiple of the box's, if its columns are more
/// than a block.
fn short_of_columns(t: &mut Tile) {
    divide(t);
    let (block, [_, cols]) = (t.dtype.block(), t.box_shape());
    t.shape[1] += if block < cols { block } else { 0 };
}

/// Makes the physical tile as large as the valid region needs.
fn grow(t: &mut Tile) {
    let block = |n: u32, layout: BLayout| if t.blayout == layout { n.next_multiple_of(t.dtype.block()) } else { n };
    let [rows, cols] = [block(t.valid_rows(), BLayout::ColMajor), block(t.valid_cols(), BLayout::RowMajor)];
    t.shape = [t.rows().max(rows), t.cols().max(cols)];
}

/// Whether two tiles can share memory: they differ in their shapes at most.
fn alike(a: &Tile, b: &Tile) -> bool {
    let key = |t: &Tile| (t.dtype, t.loc, t.blayout, t.slayout, t.fractal);
    key(a) == key(b)
}
