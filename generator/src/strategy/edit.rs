//! Small changes of a legal tuple: another dtype, layout, location, shape, valid region, address,
//! alias, attribute or data class, of one operand or of all that share the value.
//!
//! Numbers change by the smallest step, so that the tuple before and the tuple after a change stand
//! on the two sides of a limit. Where the limit lies elsewhere (memory, documented maxima), the
//! change comes with a tuple of its own that stands just inside.

use crate::model::Choice;
use crate::strategy::name::{EXCHANGED, Name, Word};
use ptoconf_reference::{Class, Extent, Form, Profile};
use ptoconf_schemas::{Attribute, BLayout, DType, Location, Operand, Role, SLayout, SmolStr, Tile};
use std::sync::Arc;

/// A change of a legal tuple. There are hundreds for each: it has what differs alone.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What was changed where.
    pub name: Name,
    change: Change,
    /// Few have one.
    inside: Option<Box<Change>>,
}

impl Edit {
    /// The tuple after it.
    pub fn after(&self, base: &Choice) -> Choice {
        self.change.of(base)
    }

    /// The tuple just inside the limit, or the one before the change where that is it.
    pub fn twin(&self, base: &Arc<Choice>) -> Arc<Choice> {
        self.inside.as_ref().map_or_else(|| Arc::clone(base), |inside| Arc::new(inside.of(base)))
    }

    /// Whether the tuple just inside the limit is the one before the change.
    pub fn is_at_limit(&self) -> bool {
        self.inside.is_none()
    }

    /// Looks at the tuple after it, which is made of a copy of the one before and is that again afterwards.
    pub fn look<R>(&self, base: &Choice, copy: &mut Choice, look: impl FnOnce(&Choice) -> R) -> R {
        self.change.make(copy);
        let seen = look(copy);
        self.change.take_back(base, copy);
        seen
    }
}

/// What a tuple has instead.
#[derive(Clone, Debug)]
enum Change {
    Tile(usize, Tile),
    Tiles(Vec<(usize, Tile)>),
    Attribute(SmolStr, Attribute),
    Class(&'static str),
}

impl Change {
    fn tiles(&self) -> impl Iterator<Item = (usize, &Tile)> {
        let (one, several): (_, &[_]) = match self {
            Change::Tile(at, tile) => (Some((*at, tile)), &[]),
            Change::Tiles(tiles) => (None, tiles),
            Change::Attribute(..) | Change::Class(_) => (None, &[]),
        };
        one.into_iter().chain(several.iter().map(|(at, tile)| (*at, tile)))
    }

    fn make(&self, choice: &mut Choice) {
        let mut change = |at: usize, tile: &Tile| choice.tuple.operands[at].tile.clone_from(tile);
        match self {
            Change::Tile(at, tile) => change(*at, tile),
            Change::Tiles(tiles) => tiles.iter().for_each(|(at, tile)| change(*at, tile)),
            Change::Attribute(name, value) => drop(choice.tuple.attributes.insert(name.clone(), value.clone())),
            Change::Class(class) => choice.class = class,
        }
    }

    /// Makes a changed copy of a tuple that tuple again.
    fn take_back(&self, base: &Choice, copy: &mut Choice) {
        let mut take_back = |at: usize| copy.tuple.operands[at].tile.clone_from(&base.tuple.operands[at].tile);
        match self {
            Change::Tile(at, _) => take_back(*at),
            Change::Tiles(tiles) => tiles.iter().for_each(|(at, _)| take_back(*at)),
            Change::Attribute(..) => copy.tuple.attributes.clone_from(&base.tuple.attributes),
            Change::Class(_) => copy.class = base.class,
        }
    }

    fn of(&self, base: &Choice) -> Choice {
        let mut choice = base.clone();
        self.make(&mut choice);
        choice
    }

    /// Whether the tuple is another one then.
    fn alters(&self, base: &Choice) -> bool {
        match self {
            Change::Tile(..) | Change::Tiles(_) => self.tiles().any(|(at, tile)| *tile != base.tuple.operands[at].tile),
            Change::Attribute(name, value) => base.tuple.attributes.get(name) != Some(value),
            Change::Class(class) => *class != base.class,
        }
    }
}

/// Every change of a tuple: the first one of each group of operands, then the second one of each, and so
/// on, so that whoever takes a few takes some of every operand.
pub fn edits(form: &Form, profile: &Profile, base: &Choice) -> Vec<Edit> {
    let mut edits = of_groups(form, profile, base);
    edits.extend(exchanges(base));
    edits
}

/// Two inputs that are tiles, each with the other's tile: which of them is which may be told by layout or extents.
pub fn exchanges(base: &Choice) -> Vec<Edit> {
    let operands = &base.tuple.operands;
    let inputs: Vec<usize> = (0..operands.len()).filter(|&i| operands[i].role == Role::In && !operands[i].tile.is_scalar()).collect();
    let mut list = Edits { base, edits: vec![] };
    for (at, &a) in inputs.iter().enumerate() {
        for &b in &inputs[at + 1..] {
            let name = Name::new(&format!("{}+{}", operands[a].name, operands[b].name).into(), EXCHANGED);
            list.push(name, Change::Tiles(vec![(a, operands[b].tile.clone()), (b, operands[a].tile.clone())]), None);
        }
    }
    list.edits
}

/// Each operand with boxes of rows, and with boxes of columns.
pub fn boxed(base: &Choice) -> Vec<Edit> {
    let mut list = Edits { base, edits: vec![] };
    for (i, operand) in base.tuple.operands.iter().enumerate().filter(|(_, o)| !o.tile.is_scalar()) {
        list.boxed(&Group { name: operand.name.as_str().into(), members: vec![i] });
    }
    list.edits
}

/// Operands that have rows, or columns, in common without any: one says so at compile time, the others when they run. Nothing
/// but that operand tells who looks at another one in its place.
pub fn emptied_with_one_static(base: &Choice) -> Vec<Edit> {
    let operands = &base.tuple.operands;
    let mut list = Edits { base, edits: vec![] };
    for (axis, word) in [(0, "rows"), (1, "cols")] {
        for own in 0..operands.len() {
            let is_member = |&i: &usize| !operands[i].tile.is_scalar() && operands[i].tile.valid[axis] == operands[own].tile.valid[axis];
            let members: Vec<usize> = (0..operands.len()).filter(is_member).collect();
            let emptied = |&i: &usize| {
                let mut tile = operands[i].tile.clone();
                (tile.valid[axis], tile.dynamic[axis]) = (0, i != own);
                (i, tile)
            };
            if members.len() > 1 {
                let name = Name::new(&operands[own].name.as_str().into(), Word::Of("no-valid-", word, "-static-alone"));
                list.push(name, Change::Tiles(members.iter().map(emptied).collect()), None);
            }
        }
    }
    list.edits
}

/// About as many changes as a group has: room for them, so that the list does not grow step by step.
const OF_GROUP: usize = 128;

/// Every change of the groups.
fn of_groups(form: &Form, profile: &Profile, base: &Choice) -> Vec<Edit> {
    let of_group = |(i, group): (usize, &Group)| {
        let mut list = Edits { base, edits: Vec::with_capacity(OF_GROUP) };
        list.types(group);
        // A scalar has a type, and nothing else that can be changed.
        if group.members.iter().any(|&m| list.tile(m).is_scalar()) {
            return list.edits.into_iter();
        }
        list.layouts(group);
        list.shapes(group);
        list.extents(group);
        // The first groups are the operands.
        if i < base.tuple.operands.len() {
            list.memory(group, i, profile);
            list.aliases(group, i);
            list.empty_part(form, group, i);
        }
        list.edits.into_iter()
    };
    let mut lists: Vec<_> = groups(base).iter().enumerate().map(of_group).collect();
    let number: usize = lists.iter().map(ExactSizeIterator::len).sum();
    let others = base.tuple.attributes.len() + form.classes.len() + base.tuple.operands.len();
    let mut whole = Edits { base, edits: Vec::with_capacity(number + others) };
    while lists.iter().any(|list| list.len() > 0) {
        whole.edits.extend(lists.iter_mut().filter_map(Iterator::next));
    }
    whole.attributes(form);
    whole.classes(form);
    whole.edits
}

/// Operands that are changed together.
struct Group {
    name: SmolStr,
    members: Vec<usize>,
}

/// A valid extent; of a scalar, which has none in common with tiles, a number that is none.
fn extent(tile: &Tile, axis: usize) -> u64 {
    if tile.is_scalar() { u64::MAX } else { tile.valid[axis].into() }
}

/// Each operand by itself, and each set of operands that have a dtype, or valid rows or columns, in common.
fn groups(base: &Choice) -> Vec<Group> {
    let operands = &base.tuple.operands;
    let mut groups: Vec<Group> = (0..operands.len()).map(|i| Group { name: operands[i].name.as_str().into(), members: vec![i] }).collect();
    let keys: [fn(&Tile) -> u64; 3] = [|t| t.dtype as u64, |t| extent(t, 0), |t| extent(t, 1)];
    for key in keys {
        for i in 0..operands.len() {
            let members: Vec<usize> = (0..operands.len()).filter(|&j| key(&operands[j].tile) == key(&operands[i].tile)).collect();
            let new = members[0] == i && members.len() > 1 && groups.iter().all(|g| g.members != members);
            if new {
                let name = members.iter().map(|&m| operands[m].name.as_str()).collect::<Vec<_>>().join("+");
                groups.push(Group { name: name.into(), members });
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
    fn push(&mut self, name: Name, change: Change, inside: Option<Change>) {
        if change.alters(self.base) {
            self.edits.push(Edit { name, change, inside: inside.map(Box::new) });
        }
    }

    fn tile(&self, operand: usize) -> &Tile {
        &self.base.tuple.operands[operand].tile
    }

    /// The tiles of a group, changed.
    fn with(&self, group: &Group, change: impl Fn(&mut Tile)) -> Change {
        let changed = |&m: &usize| {
            let mut tile = self.tile(m).clone();
            change(&mut tile);
            (m, tile)
        };
        match &group.members[..] {
            [one] => {
                let (at, tile) = changed(one);
                Change::Tile(at, tile)
            }
            members => Change::Tiles(members.iter().map(changed).collect()),
        }
    }

    /// Changes the tiles of a group.
    fn change(&mut self, group: &Group, what: impl Into<Word>, change: impl Fn(&mut Tile)) {
        let after = self.with(group, change);
        self.push(Name::new(&group.name, what), after, None);
    }

    /// The type of the same width and the other signedness first: the one that is mistaken most easily.
    fn types(&mut self, group: &Group) {
        let own = self.base.tuple.operands[group.members[0]].tile.dtype;
        let twin = |d: &DType| d.is_int() && own.is_int() && d.bits() == own.bits();
        let (alike, others): (Vec<DType>, Vec<DType>) = DType::ALL.iter().partition(|d| twin(d));
        for dtype in alike.into_iter().chain(others) {
            // What is as wide is taken for it most easily: each such pair is a change of its own.
            let name = if dtype.bits() == own.bits() { Word::For(dtype, own) } else { dtype.name().into() };
            self.change(group, name, |t| {
                let spare = t.cols() - t.valid_cols().min(t.cols());
                t.dtype = dtype;
                if t.is_scalar() {
                    return;
                }
                match t.blayout {
                    BLayout::RowMajor => t.shape[1] = (t.valid_cols() + spare).next_multiple_of(dtype.block()),
                    BLayout::ColMajor => t.shape[0] = t.rows().next_multiple_of(dtype.block()),
                }
            });
        }
    }

    fn layouts(&mut self, group: &Group) {
        for loc in Location::of_tiles() {
            self.change(group, loc.name(), |t| t.loc = loc);
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
        self.boxed(group);
        for fractal in [16, 256, 2048] {
            let with = |fractal: u32| self.with(group, |t| t.fractal = fractal);
            let (after, inside) = (with(fractal), with(32));
            self.push(Name::new(&group.name, Word::Number("fractal-", fractal, "")), after, Some(inside));
        }
        // Column-major blocks of boxes: NZ and NN.
        for (word, slayout) in [("nz", SLayout::RowMajor), ("nn", SLayout::ColMajor)] {
            self.change(group, word, |t| {
                (t.blayout, t.slayout) = (BLayout::ColMajor, slayout);
                divide(t);
            });
        }
        for fractal in [1024, 32] {
            self.change(group, Word::Number("fractal-", fractal, "-divided"), |t| {
                t.fractal = fractal;
                divide(t);
            });
            self.change(group, Word::Number("fractal-", fractal, ""), |t| t.fractal = fractal);
            self.change(group, Word::Number("fractal-", fractal, "-col-short"), |t| {
                t.fractal = fractal;
                short_of_columns(t);
            });
        }
        for slayout in [SLayout::RowMajor, SLayout::ColMajor] {
            self.change(group, Word::Of("boxed-", slayout.name(), "-col-short"), |t| {
                t.slayout = slayout;
                short_of_columns(t);
            });
            self.change(group, Word::Of("boxed-", slayout.name(), "-row-short"), |t| {
                t.slayout = slayout;
                divide(t);
                t.shape[0] += 1;
            });
        }
    }

    fn boxed(&mut self, group: &Group) {
        for slayout in [SLayout::RowMajor, SLayout::ColMajor] {
            self.change(group, Word::Of("boxed-", slayout.name(), ""), |t| {
                t.slayout = slayout;
                divide(t);
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
            self.change(group, Word::Of("no-", word, ""), |t| t.shape[axis] = 0);
            self.change(group, Word::Of("no-", word, "-at-all"), |t| {
                t.shape[axis] = 0;
                t.valid[axis] = 0;
                t.dynamic[axis] = true;
            });
        }
    }

    fn extents(&mut self, group: &Group) {
        for (axis, word) in [(0, "rows"), (1, "cols")] {
            self.change(group, Word::Of("valid-", word, "+1"), |t| t.valid[axis] += 1);
            self.change(group, Word::Of("valid-", word, "-1"), |t| t.valid[axis] -= t.valid[axis].min(1));
            self.change(group, Word::Of("valid-", word, "+1-grown"), |t| {
                t.valid[axis] += 1;
                grow(t);
            });
            // Alike to a comparison of 8 bits.
            self.change(group, Word::Of("valid-", word, "+256"), |t| {
                t.valid[axis] += 256;
                grow(t);
            });
            self.change(group, Word::Of("valid-", word, "-past-physical"), |t| t.valid[axis] = t.shape[axis] + 1);
            self.change(group, Word::Of("no-valid-", word, ""), |t| {
                t.valid[axis] = 0;
                t.dynamic[axis] = true;
            });
            self.change(group, Word::Of("no-valid-", word, "-static"), |t| {
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
    fn memory(&mut self, group: &Group, operand: usize, profile: &Profile) {
        let tile = self.tile(operand);
        let bytes = tile.bytes().next_multiple_of(32);
        let at = |address: u64| self.with(group, |t| t.address = Some(address));
        let line = (u64::from(tile.cols()) * tile.dtype.bytes() as u64).max(1);
        let others: u64 = self.tiles().map(|(_, o)| o.tile.bytes().next_multiple_of(32)).sum::<u64>() - bytes;
        let limits = profile.limits;
        let sized = |rows: u32, cols: u32| self.with(group, |t| t.shape = [rows.max(t.valid_rows()), cols.max(t.valid_cols())]);
        // Lines are whole blocks: of columns, and of rows where a tile is stored by columns and the limit is no whole block.
        let block = tile.dtype.block().max(1);
        let step = if tile.blayout == BLayout::ColMajor && !limits.max_rows.is_multiple_of(block) { block } else { 1 };
        let tallest = limits.max_rows / step * step;
        let widest = limits.max_cols / block * block;
        let [rows, cols] = tile.shape;
        let mut pairs: Vec<(Word, Change, Option<Change>)> = vec![
            ("address-odd".into(), at(16), Some(at(0))),
            ("rows-past-documented".into(), sized(tallest + step, cols), Some(sized(tallest, cols))),
            ("cols-past-documented".into(), sized(rows, widest + block), Some(sized(rows, widest))),
        ];
        // What just fits the smallest memory is legal; what just fits a larger one is itself a question.
        for (i, ub) in profile.memories().into_iter().enumerate() {
            let smallest = i == 0;
            let word = |what: &'static str, end: &'static str| {
                if smallest { Word::Of(what, end, "") } else { Word::Number(what, (ub >> 10) as u32, "-kib") }
            };
            let last = ub.saturating_sub(bytes);
            let inside = smallest.then(|| self.placed(operand, last));
            pairs.push((word("address-past-", "end"), self.placed(operand, last + 32), inside));
            let rows = (ub.saturating_sub(others) / line) as u32;
            pairs.push((word("rows-past-", "memory"), sized(rows + 1, cols), smallest.then(|| sized(rows, cols))));
        }
        for (word, after, inside) in pairs {
            self.push(Name::new(&group.name, word), after, inside);
        }
    }

    /// The operand at an address, and the others one after another from the start of the memory: those that
    /// have none would come after it.
    fn placed(&self, operand: usize, address: u64) -> Change {
        let mut next = 0;
        let place = |(i, other): (usize, &Operand)| {
            let bytes = other.tile.bytes().next_multiple_of(32);
            let own = if i == operand { address } else { next };
            next += if i == operand { 0 } else { bytes };
            (i, Tile { address: Some(own), ..other.tile.clone() })
        };
        Change::Tiles(self.tiles().map(place).collect())
    }

    /// The operands that are tiles, with their places.
    fn tiles(&self) -> impl Iterator<Item = (usize, &Operand)> {
        self.base.tuple.operands.iter().enumerate().filter(|(_, o)| !o.tile.is_scalar())
    }

    /// An operand without static elements whose extent is a part of a sum: the sum is that of the other parts,
    /// so that nothing but the operand's own extent is wrong.
    fn empty_part(&mut self, form: &Form, group: &Group, operand: usize) {
        for (axis, word) in [(0, "rows"), (1, "cols")] {
            let Some(Extent::Dim(part)) = form.operands.get(operand).map(|o| o.valid[axis]) else { continue };
            let sums = |extent: Extent| matches!(extent, Extent::Sum(a, b) if a == part || b == part);
            let wholes: Vec<usize> = (0..form.operands.len()).filter(|&i| sums(form.operands[i].valid[axis])).collect();
            let with = |extent: u32| {
                let mut own = self.tile(operand).clone();
                let less = own.valid[axis].saturating_sub(extent);
                (own.valid[axis], own.dynamic[axis]) = (extent, false);
                let whole = |&i: &usize| {
                    let mut tile = self.tile(i).clone();
                    tile.valid[axis] -= less.min(tile.valid[axis]);
                    (i, tile)
                };
                Change::Tiles([(operand, own)].into_iter().chain(wholes.iter().map(whole)).collect())
            };
            if !wholes.is_empty() {
                let (after, inside) = (with(0), with(1));
                self.push(Name::new(&group.name, Word::Of("no-", word, "-of-a-sum")), after, Some(inside));
            }
        }
    }

    /// An output that shares the memory of an input of the same dtype and layout; both get room for
    /// the larger one.
    fn aliases(&mut self, group: &Group, operand: usize) {
        let operands = &self.base.tuple.operands;
        let own = &operands[operand];
        if own.role != Role::Out {
            return;
        }
        for input in (0..operands.len()).filter(|&i| operands[i].role == Role::In && alike(&operands[i].tile, &own.tile)) {
            let name = &operands[input].name;
            let other = &operands[input].tile;
            let shape = [own.tile.rows().max(other.rows()), own.tile.cols().max(other.cols())];
            let with = |same_as: Option<SmolStr>| {
                let same_as = same_as.or_else(|| own.tile.same_as.clone());
                Change::Tiles(vec![(operand, Tile { shape, same_as, ..own.tile.clone() }), (input, Tile { shape, ..other.clone() })])
            };
            let (after, inside) = (with(Some(name.clone())), with(None));
            self.push(Name::new(&group.name, Word::SameAs(name.as_str().into())), after, Some(inside));
        }
    }

    /// Every other value of each.
    fn attributes(&mut self, form: &Form) {
        for attribute in &form.attributes {
            for number in 0..attribute.size() {
                let name = Name::whole(attribute.name, Word::Of("=", attribute.text(number), ""));
                self.push(name, Change::Attribute(attribute.name.into(), attribute.value(number)), None);
            }
        }
    }

    fn classes(&mut self, form: &Form) {
        for class in form.classes.iter().copied().filter(|c: &Class| c.name != self.base.class) {
            self.push(Name::whole("", Word::Of("class-", class.name, "")), Change::Class(class.name), None);
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
