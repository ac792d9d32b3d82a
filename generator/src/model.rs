//! The parameter model of a form: what varies, and how a choice becomes a tuple.
//!
//! Parameters come from the form's operands, dimensions, attributes and data classes alone. The
//! first value of each is the most harmless one, so that a pair of values that does not go with the
//! first values of all others rarely goes at all.

use crate::fill;
use crate::points::{COLS, Cols, DYNAMIC, MORE, REDUCED_COLS, ROWS, SPARE_COLS, SPARE_ROWS};
use ptoconf_reference::{Class, Combine, Contract, DataKind, Extent, Form, OperandSpec, Query, Runs, Shape, Verdict};
use ptoconf_schemas::{Attribute, BLayout, DType, Limits, Names, Operand, Pad, Role, SmolStr, Tile, Tuple};
use std::cell::{Cell, RefCell};

/// What a parameter decides.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    Dtype(DataKind),
    Dim {
        name: &'static str,
        rows: bool,
    },
    /// The value of the attribute of this number.
    Attribute(usize),
    Class,
    /// Which valid extents of an operand are dynamic.
    Dynamic(usize),
    /// The padding of an operand.
    Pad(usize),
    /// Physical rows beyond the valid ones of an operand.
    SpareRows(usize),
    /// Physical columns beyond the valid ones, rounded up to whole blocks, of an operand.
    SpareCols(usize),
    /// Valid extent beyond the smallest, of an operand and axis that allow it.
    More(usize, usize),
    /// Which arrangement of the operands' shapes.
    Arrangement,
}

/// The parameter model of a form under a contract.
pub struct Model<'a> {
    contract: &'a Contract<'a>,
    /// The form.
    pub form: &'a Form,
    parameters: Vec<Parameter>,
    cols: Vec<Cols>,
    places: Places,
    /// The usual type of operands whose type is not that of the data.
    usual_second: DType,
    /// The last choice that was tried. A search tries very many: each is written over the last one.
    tried: RefCell<Tried>,
    /// The rule for which the last one was refused that was.
    refusing: Cell<usize>,
}

/// A choice with the values that its tiles were made of; none at first.
struct Tried {
    choice: Choice,
    values: Vec<usize>,
}

/// A tuple with the data class of its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The tuple.
    pub tuple: Tuple,
    /// Name of the data class.
    pub class: &'static str,
}

/// The extents of a tuple that is made for their sake.
#[derive(Clone, Copy, Debug)]
pub struct Extents {
    /// Physical ones of the principal operand.
    pub physical: [u32; 2],
    /// Its valid ones.
    pub valid: [u32; 2],
    /// How many columns fewer the others have whose columns are a dimension of their own.
    pub fewer: u32,
    /// Physical columns at least of an operand whose columns are those of others together.
    pub together: u32,
}

impl Extents {
    /// The same number of columns for all.
    pub const fn new(physical: [u32; 2], valid: [u32; 2]) -> Extents {
        Extents { physical, valid, fewer: 0, together: 0 }
    }
}

impl<'a> Model<'a> {
    /// The model of a form.
    pub fn new(contract: &'a Contract<'a>, form: &'a Form) -> Model<'a> {
        let mut parameters = vec![Parameter::Dtype(DataKind::Data)];
        parameters.extend(second(form).map(|o| Parameter::Dtype(o.kind)));
        parameters.extend(form.dims().into_iter().map(|(name, rows)| Parameter::Dim { name, rows }));
        parameters.extend((0..form.attributes.len()).map(Parameter::Attribute));
        parameters.push(Parameter::Class);
        for (i, operand) in form.operands.iter().enumerate().filter(|(_, o)| !o.is_scalar) {
            parameters.extend([Parameter::Dynamic(i), Parameter::Pad(i), Parameter::SpareRows(i), Parameter::SpareCols(i)]);
            parameters.extend((0..2).filter(|&axis| operand.valid[axis].or_more()).map(|axis| Parameter::More(i, axis)));
            if operand.arrangements() > 1 && !parameters.contains(&Parameter::Arrangement) {
                parameters.push(Parameter::Arrangement);
            }
        }
        let places = Places::of(form, &parameters);
        let usual_second = second(form).map_or(DType::I32, |o| o.usual);
        let tried = RefCell::new(Tried { choice: first_choice(contract, form), values: vec![] });
        let more: &[Cols] = if matches!(form.combine, Combine::Cols(_)) { REDUCED_COLS } else { &[] };
        Model { contract, form, parameters, cols: [COLS, more].concat(), places, usual_second, tried, refusing: Cell::new(0) }
    }

    /// Number of values of each parameter.
    pub fn sizes(&self) -> Vec<usize> {
        self.parameters.iter().map(|p| self.size(p)).collect()
    }

    fn size(&self, parameter: &Parameter) -> usize {
        match parameter {
            Parameter::Dtype(_) => DType::ALL.len(),
            Parameter::Dim { rows: true, .. } => ROWS.len(),
            Parameter::Dim { rows: false, .. } => self.cols.len(),
            Parameter::Attribute(i) => self.form.attributes[*i].size(),
            Parameter::Arrangement => self.form.arrangements(),
            Parameter::Class => self.form.classes.len(),
            Parameter::Dynamic(_) => DYNAMIC.len(),
            Parameter::Pad(_) => Pad::ALL.len(),
            Parameter::SpareRows(_) => SPARE_ROWS.len(),
            Parameter::SpareCols(_) => SPARE_COLS.len(),
            Parameter::More(..) => MORE.len(),
        }
    }

    /// What the profile allows at most.
    pub fn limits(&self) -> Limits {
        self.contract.profile.limits
    }

    /// Every choice of values for the form's attributes, by their numbers.
    pub fn attributes(&self) -> Vec<Vec<usize>> {
        self.form.attributes.iter().fold(vec![vec![]], |choices, attribute| {
            (0..attribute.size()).flat_map(|value| choices.iter().map(move |choice| [&choice[..], &[value]].concat())).collect()
        })
    }

    /// Where the values are that choose an instantiation: element types and attributes.
    pub fn cell_places(&self) -> Vec<usize> {
        [self.places.data].into_iter().chain(self.places.second).chain(self.places.attributes.iter().copied()).collect()
    }

    /// Every instantiation, as the values at these places.
    pub fn cells(&self) -> Vec<Vec<usize>> {
        let sizes = self.sizes();
        self.cell_places().into_iter().fold(vec![vec![]], |cells, place| {
            cells.iter().flat_map(|cell| (0..sizes[place]).map(|v| [&cell[..], &[v]].concat())).collect()
        })
    }

    /// Where the element type, the first numbers of rows and columns, attributes and the data class are.
    pub fn main_places(&self) -> Vec<usize> {
        let dim = |rows: bool| self.places.dims.iter().find(|d| d.1 == rows).map(|d| d.2);
        let attributes = self.places.attributes.iter().copied();
        [Some(self.places.data), dim(true), dim(false)].into_iter().flatten().chain(attributes).chain([self.places.class]).collect()
    }

    /// Where the data class is.
    pub fn class_place(&self) -> usize {
        self.places.class
    }

    /// Where the number of elements that meet is, if it varies; where none do, the number of rows.
    pub fn line_place(&self) -> Option<usize> {
        self.places.dims.iter().find(|d| d.1 == self.meets_rows()).map(|d| d.2)
    }

    fn meets_rows(&self) -> bool {
        !matches!(self.form.combine, Combine::Cols(_))
    }

    /// How many numbers of elements that meet there are.
    pub fn line_values(&self) -> usize {
        if self.meets_rows() { ROWS.len() } else { self.cols.len() }
    }

    /// Whether this value of their number is one.
    pub fn is_one(&self, value: usize) -> bool {
        if self.meets_rows() { ROWS[value] == 1 } else { self.cols[value] == Cols::One }
    }

    /// Whether [`legal`](Self::legal) gives a tuple.
    pub fn is_legal(&self, values: &[usize]) -> bool {
        self.fits(values, false)
    }

    /// Whether [`judged`](Self::judged) gives a tuple.
    pub fn is_judged(&self, values: &[usize]) -> bool {
        self.fits(values, true)
    }

    /// The tuple of a choice of values, if it runs and is judged whatever admitted options are followed.
    pub fn legal(&self, values: &[usize]) -> Option<Choice> {
        self.choice(values, false)
    }

    /// The tuple of a choice of values, if it runs and is judged at least in some admitted option, and
    /// is rejected in all others.
    pub fn judged(&self, values: &[usize]) -> Option<Choice> {
        self.choice(values, true)
    }

    /// A legal tuple that differs from an open one in one parameter, or in one and in the data class (a class such as
    /// integer overflow may mean nothing for the types that are plainly legal), or in two.
    pub fn twin(&self, values: &[usize]) -> Option<Choice> {
        let sizes = self.sizes();
        let with = |p: usize, v: usize| {
            let mut other = values.to_vec();
            other[p] = v;
            other
        };
        let class = self.places.class;
        let others = (0..sizes.len()).filter(|&p| p != class).flat_map(|p| (0..sizes[p]).map(move |v| (p, v)));
        let first = std::iter::once(values.to_vec()).chain((0..sizes[class]).map(|v| with(class, v)));
        first.chain(others.map(|(p, v)| with(p, v))).find_map(|values| self.twin_of(&values, &sizes))
    }

    /// A legal tuple that differs in one parameter.
    fn twin_of(&self, values: &[usize], sizes: &[usize]) -> Option<Choice> {
        let mut twin = values.to_vec();
        for p in 0..sizes.len() {
            for v in 0..sizes[p] {
                twin[p] = v;
                let found = self.legal(&twin);
                if found.is_some() {
                    return found;
                }
            }
            twin[p] = values[p];
        }
        None
    }

    /// The tuple of a choice of values, if it runs and is judged where several admitted options are followed together.
    pub fn joint(&self, values: &[usize]) -> Option<Choice> {
        self.fits_if(values, |choice| self.contract.may_run(&choice.tuple, choice.class)).then(|| self.tried.borrow().choice.clone())
    }

    fn choice(&self, values: &[usize], may_ask: bool) -> Option<Choice> {
        self.fits(values, may_ask).then(|| self.tried.borrow().choice.clone())
    }

    /// Whether there is a tuple of a choice of values that runs and is judged; always, unless a question may stand.
    fn fits(&self, values: &[usize], may_ask: bool) -> bool {
        self.fits_if(values, |choice| {
            let mut refusing = self.refusing.get();
            let runs = self.contract.runs_after(&mut refusing, may_ask, &choice.tuple, choice.class);
            self.refusing.set(refusing);
            runs
        })
    }

    /// Whether the tuple of a choice of values runs, and its data class means something for it.
    fn fits_if(&self, values: &[usize], runs: impl FnOnce(&Choice) -> bool) -> bool {
        let picked = Picked { model: self, values };
        let class = self.form.classes[values[self.places.class]];
        let Tried { choice, values: before } = &mut *self.tried.borrow_mut();
        choice.class = class.name;
        picked.attributes(&mut choice.tuple.attributes);
        for (i, operand) in choice.tuple.operands.iter_mut().enumerate() {
            // Most choices differ from the last one in few values.
            if self.places.operands[i].all.iter().any(|&place| before.get(place) != Some(&values[place])) {
                operand.tile = picked.tile(i);
            }
        }
        before.clear();
        before.extend(values);
        runs(choice) && supports(self.contract, self.form, &choice.tuple, class)
    }

    /// Whether an operand has as many columns as others together.
    pub fn adds_columns(&self) -> bool {
        self.form.operands.iter().any(|o| is_sum(&o.valid[1]))
    }

    /// A legal tuple of given extents, if there is one.
    pub fn of_shape(&self, dtype: DType, class: Class, attributes: &[usize], extents: Extents) -> Option<Choice> {
        self.shaped(dtype, class, attributes, extents, (0, is_plainly_legal))
    }

    /// A legal tuple of a shape for which a target has a way of its own; see [`Form::singular`].
    pub fn of_singular(&self, dtype: DType, class: Class, shape: [u32; 2]) -> Option<Choice> {
        let last = self.form.arrangements() - 1;
        self.shaped(dtype, class, &self.attributes()[0], Extents::new(shape, shape), (last, is_plainly_legal))
    }

    /// The same as [`of_shape`](Self::of_shape) where admitted options may differ, as long as some run it.
    pub fn judged_of_shape(&self, dtype: DType, class: Class, attributes: &[usize], extents: Extents) -> Option<Choice> {
        self.shaped(dtype, class, attributes, extents, (0, is_judged))
    }

    fn shaped(
        &self,
        dtype: DType,
        class: Class,
        attributes: &[usize],
        extents: Extents,
        (arrangement, wanted): (usize, Wanted),
    ) -> Option<Choice> {
        let with = |second: DType| {
            let choice = self.made([dtype, second], class, attributes, extents, arrangement);
            self.is_wanted(&choice, class, wanted).then_some(choice)
        };
        self.second_types().into_iter().find_map(with)
    }

    /// The types to try for operands whose type is not that of the data: of indices those of two bytes where those of four
    /// are none.
    fn second_types(&self) -> Vec<DType> {
        match second(self.form) {
            Some(result) if result.kind == DataKind::Result => [&[result.usual], DType::ALL].concat(),
            Some(_) => vec![DType::I32, DType::I16],
            None => vec![DType::I32],
        }
    }

    /// A tuple of given extents, whatever becomes of it.
    pub fn unjudged_of_shape(&self, dtype: DType, class: Class, extents: Extents) -> Choice {
        let index = if dtype.is_int() { dtype } else { DType::I32 };
        let second = second(self.form).filter(|o| o.kind == DataKind::Result).map_or(index, |result| result.usual);
        self.made([dtype, second], class, &self.attributes()[0], extents, 0)
    }

    /// A tuple of given extents and types that runs in some admitted option, however many questions are open.
    pub fn runnable_of_shape(&self, dtypes: [DType; 2], class: Class, extents: Extents) -> Option<Choice> {
        let choice = self.made(dtypes, class, &self.attributes()[0], extents, 0);
        self.is_wanted(&choice, class, is_runnable).then_some(choice)
    }

    /// Whether a tuple runs and is judged whatever admitted options are followed.
    pub fn is_legal_choice(&self, choice: &Choice) -> bool {
        is_plainly_legal(self.contract, choice)
    }

    /// Whether it runs and is judged in some admitted option, and is rejected in all others.
    pub fn is_judged_choice(&self, choice: &Choice) -> bool {
        is_judged(self.contract, choice)
    }

    fn is_wanted(&self, choice: &Choice, class: Class, wanted: Wanted) -> bool {
        supports(self.contract, self.form, &choice.tuple, class) && wanted(self.contract, choice)
    }

    fn made(&self, [dtype, second]: [DType; 2], class: Class, attributes: &[usize], extents: Extents, arrangement: usize) -> Choice {
        let Extents { physical, valid, fewer, together } = extents;
        let first = &self.form.operands[self.form.principal()];
        let dim = |name: &str| {
            let axis = first.valid.iter().position(|e| e.dims().contains(&name));
            axis.map_or(valid[1].saturating_sub(fewer), |a| valid[a])
        };
        let operand = |spec: &OperandSpec| {
            let own_dtype = if spec.kind == DataKind::Data { dtype } else { second };
            if spec.is_scalar {
                return Operand { name: SmolStr::new_static(spec.name), role: spec.role, tile: Tile::scalar(own_dtype) };
            }
            // Scratch in its last shape, which is always enough.
            let arrangement = if spec.role == Role::Scratch { spec.arrangements().saturating_sub(1) } else { arrangement };
            let Shape { valid: axes, blayout } = spec.shape(arrangement);
            let own = [0, 1].map(|axis| axes[axis].value(dim, own_dtype.block()));
            if blayout == BLayout::ColMajor {
                return Operand { name: SmolStr::new_static(spec.name), role: spec.role, tile: spacious(own_dtype, blayout, own, [0, 0]) };
            }
            let least = if is_sum(&axes[1]) { own[1].max(together) } else { own[1] };
            let cols = if own[1] == valid[1] && own_dtype == dtype { physical[1] } else { least.next_multiple_of(own_dtype.block()) };
            let rows = if own[0] == valid[0] { physical[0] } else { own[0] };
            Operand { name: SmolStr::new_static(spec.name), role: spec.role, tile: Tile { valid: own, ..Tile::nd(own_dtype, rows, cols) } }
        };
        let attributes = self.form.attributes.iter().zip(attributes).map(|(a, value)| (a.name.to_owned(), a.value(*value))).collect();
        let tuple = Tuple {
            op: SmolStr::new_static(self.contract.operation.name),
            form: SmolStr::new_static(self.form.name),
            attributes,
            operands: self.form.operands.iter().map(operand).collect(),
        };
        Choice { tuple, class: class.name }
    }
}

/// The first operand whose type is not that of the data.
fn second(form: &Form) -> Option<&OperandSpec> {
    form.operands.iter().find(|o| o.kind != DataKind::Data)
}

fn is_sum(extent: &Extent) -> bool {
    matches!(extent, Extent::Sum(..))
}

/// Which choices to take.
type Wanted = fn(&Contract, &Choice) -> bool;

/// Whether the tuple runs and is judged, whatever admitted options are followed.
pub fn is_plainly_legal(contract: &Contract, choice: &Choice) -> bool {
    contract.runs(&choice.tuple, choice.class) == Runs::Always
}

/// Whether the tuple runs and is judged in some admitted option, and otherwise is rejected.
fn is_judged(contract: &Contract, choice: &Choice) -> bool {
    contract.runs(&choice.tuple, choice.class) != Runs::Never
}

/// Whether the tuple runs in some admitted option.
fn is_runnable(contract: &Contract, choice: &Choice) -> bool {
    contract.legality(&choice.tuple, choice.class).verdict != Verdict::Reject
}

/// Whether the data class means something for the tuple's elements and counts.
pub fn supports(contract: &Contract, form: &Form, tuple: &Tuple, class: Class) -> bool {
    let query = Query { tuple, class: class.name, profile: contract.profile, follows: &[] };
    fill::supports(form, &query, class)
}

/// A choice with the form's names, for tiles and attributes to be written into.
fn first_choice(contract: &Contract, form: &Form) -> Choice {
    let operand = |o: &OperandSpec| Operand { name: SmolStr::new_static(o.name), role: o.role, tile: Tile::nd(DType::F32, 1, 8) };
    let tuple = Tuple {
        op: contract.operation.name.into(),
        form: form.name.into(),
        attributes: form.attributes.iter().map(|a| (a.name.to_owned(), a.value(0))).collect(),
        operands: form.operands.iter().map(operand).collect(),
    };
    Choice { tuple, class: "" }
}

/// Where the values of the parameters are in a choice of values.
struct Places {
    /// By dimension: name, whether it counts rows, place.
    dims: Vec<(&'static str, bool, usize)>,
    data: usize,
    second: Option<usize>,
    class: usize,
    attributes: Vec<usize>,
    arrangement: Option<usize>,
    operands: Vec<OperandPlaces>,
}

struct OperandPlaces {
    /// Those of whatever decides something of its tile.
    all: Vec<usize>,
    dynamic: usize,
    pad: usize,
    spare_rows: usize,
    spare_cols: usize,
    more: [Option<usize>; 2],
}

impl Places {
    fn of(form: &Form, parameters: &[Parameter]) -> Places {
        let find = |parameter: Parameter| parameters.iter().position(|p| *p == parameter);
        // Every model has these; place 0 would only stand for one that had not.
        let always = |parameter: Parameter| find(parameter).unwrap_or(0);
        let of_other = |parameter: &Parameter, i: usize| match parameter {
            Parameter::Dynamic(own)
            | Parameter::Pad(own)
            | Parameter::SpareRows(own)
            | Parameter::SpareCols(own)
            | Parameter::More(own, _) => *own != i,
            Parameter::Attribute(_) | Parameter::Class => true,
            Parameter::Dtype(_) | Parameter::Dim { .. } | Parameter::Arrangement => false,
        };
        let operand = |i: usize| OperandPlaces {
            all: (0..parameters.len()).filter(|&place| !of_other(&parameters[place], i)).collect(),
            dynamic: always(Parameter::Dynamic(i)),
            pad: always(Parameter::Pad(i)),
            spare_rows: always(Parameter::SpareRows(i)),
            spare_cols: always(Parameter::SpareCols(i)),
            more: [0, 1].map(|axis| find(Parameter::More(i, axis))),
        };
        Places {
            dims: form.dims().into_iter().map(|(name, rows)| (name, rows, always(Parameter::Dim { name, rows }))).collect(),
            data: always(Parameter::Dtype(DataKind::Data)),
            second: second(form).and_then(|o| find(Parameter::Dtype(o.kind))),
            class: always(Parameter::Class),
            attributes: (0..form.attributes.len()).map(|i| always(Parameter::Attribute(i))).collect(),
            arrangement: find(Parameter::Arrangement),
            operands: (0..form.operands.len()).map(operand).collect(),
        }
    }
}

/// A choice of values with the model that they belong to.
struct Picked<'m, 'a> {
    model: &'m Model<'a>,
    values: &'m [usize],
}

impl Picked<'_, '_> {
    fn dtype(&self, kind: DataKind) -> DType {
        let (first, place) = match kind {
            DataKind::Data => (DType::F32, Some(self.model.places.data)),
            DataKind::Index | DataKind::Result => (self.model.usual_second, self.model.places.second),
        };
        let own = place.map_or(0, |place| self.values[place]);
        // Those before it in the table come one later.
        if own == 0 { first } else { DType::ALL[own - usize::from(own <= first as usize)] }
    }

    fn attributes(&self, attributes: &mut Names<Attribute>) {
        for (attribute, &place) in self.model.form.attributes.iter().zip(&self.model.places.attributes) {
            if let Some(value) = attributes.get_mut(attribute.name) {
                *value = attribute.value(self.values[place]);
            }
        }
    }

    fn extent(&self, extent: &Extent, dtype: DType) -> u32 {
        let dim = |dim: &str| {
            // Most names are one and the same text in memory.
            let is = |name: &str| std::ptr::eq(name, dim) || name == dim;
            match self.model.places.dims.iter().find(|(name, ..)| is(name)) {
                Some(&(_, true, place)) => ROWS[self.values[place]],
                Some(&(_, false, place)) => self.model.cols[self.values[place]].value(self.dtype(DataKind::Data)),
                None => 1,
            }
        };
        extent.value(dim, dtype.block())
    }

    fn tile(&self, i: usize) -> Tile {
        let (spec, places) = (&self.model.form.operands[i], &self.model.places.operands[i]);
        let dtype = self.dtype(spec.kind);
        if spec.is_scalar {
            return Tile::scalar(dtype);
        }
        let Shape { valid, blayout } = spec.shape(self.model.places.arrangement.map_or(0, |place| self.values[place]));
        let more = |axis: usize| places.more[axis].map_or(0, |place| MORE[self.values[place]]);
        let valid = [self.extent(&valid[0], dtype) + more(0), self.extent(&valid[1], dtype) + more(1)];
        let [rows, cols] = [SPARE_ROWS[self.values[places.spare_rows]], SPARE_COLS[self.values[places.spare_cols]]];
        let mut tile = spacious(dtype, blayout, valid, [rows, cols]);
        tile.dynamic = DYNAMIC[self.values[places.dynamic]];
        tile.pad = Pad::ALL[self.values[places.pad]];
        tile
    }
}

/// A tile with so many rows, and columns or blocks of columns, beyond its valid ones; lines are whole blocks.
fn spacious(dtype: DType, blayout: BLayout, valid: [u32; 2], [rows, cols]: [u32; 2]) -> Tile {
    let block = dtype.block();
    let shape = match blayout {
        BLayout::RowMajor => [valid[0] + rows, valid[1].next_multiple_of(block) + block * cols],
        BLayout::ColMajor => [(valid[0] + rows).next_multiple_of(block), valid[1] + cols],
    };
    Tile { valid, blayout, ..Tile::nd(dtype, shape[0], shape[1]) }
}
