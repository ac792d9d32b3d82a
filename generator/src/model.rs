//! The parameter model of a form: what varies, and how a choice becomes a tuple.
//!
//! Parameters come from the form's operands, dimensions, attributes and data classes alone. The
//! first value of each is the most harmless one, so that a pair of values that does not go with the
//! first values of all others rarely goes at all.

use crate::fill;
use ptoconf_reference::{Class, Combine, Contract, DataKind, Extent, Form, OperandSpec, Query};
use ptoconf_schemas::{Attribute, DType, Operand, Pad, Tile, Tuple};
use std::collections::BTreeMap;

/// What a parameter decides.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    Dtype(DataKind),
    Dim {
        name: &'static str,
        rows: bool,
    },
    Flag(&'static str),
    Class,
    Dynamic,
    Pad,
    /// Physical rows beyond the valid ones of an operand.
    SpareRows(usize),
    /// Physical columns beyond the valid ones, rounded up to whole blocks, of an operand.
    SpareCols(usize),
    /// Valid extent beyond the smallest, of an operand and axis that allow it.
    More(usize, usize),
    /// Which of an operand's shapes.
    Shape(usize),
}

/// Points of interest of a number of columns, in blocks of 32 bytes and vectors of 256 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cols {
    Block(i32),
    Vector(u32, i32),
    One,
    Prime,
}

const COLS: &[Cols] = &[
    Cols::Block(0),
    Cols::One,
    Cols::Block(-1),
    Cols::Block(1),
    Cols::Vector(1, -1),
    Cols::Vector(1, 0),
    Cols::Vector(1, 1),
    Cols::Vector(2, 0),
    Cols::Vector(2, 1),
    Cols::Prime,
];
/// Row counts of a reduction: with floor halving, level k of a tree has an odd row iff bit k is set.
const ROWS_REDUCED: &[u32] = &[8, 1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257];
/// Row counts elsewhere: small ones, a power of two and its neighbours, counter widths.
const ROWS: &[u32] = &[8, 1, 2, 3, 7, 16, 17, 31, 64, 255, 256, 257];
const SPARE_ROWS: &[u32] = &[0, 1, 8];
/// In blocks.
const SPARE_COLS: &[u32] = &[0, 1, 8];
const MORE: &[u32] = &[0, 1, 7];
const DYNAMIC: &[[bool; 2]] = &[[false, false], [true, true], [true, false], [false, true]];

impl Cols {
    fn value(self, dtype: DType) -> u32 {
        let (block, vector) = (dtype.block() as i32, dtype.vector() as i32);
        let value = match self {
            Cols::One => 1,
            Cols::Block(off) => block + off,
            Cols::Vector(n, off) => n as i32 * vector + off,
            Cols::Prime => next_prime((vector + vector / 2) as u32) as i32,
        };
        value.max(1) as u32
    }
}

fn next_prime(mut n: u32) -> u32 {
    let prime = |n: u32| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    while !prime(n) {
        n += 1;
    }
    n
}

/// The parameter model of a form under a contract.
pub struct Model<'a> {
    contract: &'a Contract<'a>,
    /// The form.
    pub form: &'a Form,
    parameters: Vec<Parameter>,
}

/// A tuple with the data class of its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The tuple.
    pub tuple: Tuple,
    /// Name of the data class.
    pub class: &'static str,
}

impl<'a> Model<'a> {
    /// The model of a form.
    pub fn new(contract: &'a Contract<'a>, form: &'a Form) -> Model<'a> {
        let mut parameters = vec![Parameter::Dtype(DataKind::Data)];
        if form.operands.iter().any(|o| o.kind == DataKind::Index) {
            parameters.push(Parameter::Dtype(DataKind::Index));
        }
        parameters.extend(form.dims().into_iter().map(|(name, rows)| Parameter::Dim { name, rows }));
        parameters.extend(form.attributes.iter().map(|a| Parameter::Flag(a.name)));
        parameters.extend([Parameter::Class, Parameter::Dynamic, Parameter::Pad]);
        for (i, operand) in form.operands.iter().enumerate() {
            parameters.extend([Parameter::SpareRows(i), Parameter::SpareCols(i)]);
            parameters.extend((0..2).filter(|&axis| operand.valid[axis].or_more()).map(|axis| Parameter::More(i, axis)));
            if operand.or_valid.is_some() {
                parameters.push(Parameter::Shape(i));
            }
        }
        Model { contract, form, parameters }
    }

    /// Number of values of each parameter.
    pub fn sizes(&self) -> Vec<usize> {
        self.parameters.iter().map(|p| self.size(p)).collect()
    }

    fn size(&self, parameter: &Parameter) -> usize {
        match parameter {
            Parameter::Dtype(_) => DType::ALL.len(),
            Parameter::Dim { rows: true, .. } => self.rows().len(),
            Parameter::Dim { rows: false, .. } => COLS.len(),
            Parameter::Flag(_) | Parameter::Shape(_) => 2,
            Parameter::Class => self.form.classes.len(),
            Parameter::Dynamic => DYNAMIC.len(),
            Parameter::Pad => Pad::ALL.len(),
            Parameter::SpareRows(_) => SPARE_ROWS.len(),
            Parameter::SpareCols(_) => SPARE_COLS.len(),
            Parameter::More(..) => MORE.len(),
        }
    }

    fn rows(&self) -> &'static [u32] {
        if self.form.combine == Combine::Rows { ROWS_REDUCED } else { ROWS }
    }

    /// The tuple of a choice of values, if it runs and is judged whatever admitted options are followed.
    pub fn legal(&self, values: &[usize]) -> Option<Choice> {
        let choice = self.choice(values)?;
        is_plainly_legal(self.contract, &choice).then_some(choice)
    }

    /// The tuple of a choice of values, if it runs and is judged at least in some admitted option, and
    /// is rejected in all others.
    pub fn judged(&self, values: &[usize]) -> Option<Choice> {
        let choice = self.choice(values)?;
        is_judged(self.contract, &choice).then_some(choice)
    }

    /// A legal tuple that differs from an open one in one parameter.
    pub fn twin(&self, values: &[usize]) -> Option<Choice> {
        let sizes = self.sizes();
        let changed = |p: usize, v: usize| {
            let mut twin = values.to_vec();
            twin[p] = v;
            self.legal(&twin)
        };
        (0..sizes.len()).find_map(|p| (0..sizes[p]).find_map(|v| changed(p, v)))
    }

    fn choice(&self, values: &[usize]) -> Option<Choice> {
        let picked = Picked { model: self, values };
        let class = self.form.classes[picked.value(&Parameter::Class).unwrap_or(0)];
        let tuple = Tuple {
            op: self.contract.operation.name.to_owned(),
            form: self.form.name.to_owned(),
            attributes: picked.attributes(),
            operands: (0..self.form.operands.len()).map(|i| picked.operand(i)).collect(),
        };
        supports(self.contract, self.form, &tuple, class).then_some(Choice { tuple, class: class.name })
    }

    /// A legal tuple of a given physical and valid shape of the first input, if there is one.
    pub fn of_shape(&self, dtype: DType, class: Class, flags: &[bool], shape: [u32; 2], valid: [u32; 2]) -> Option<Choice> {
        let first = self.form.operands.iter().find(|o| o.role == ptoconf_schemas::Role::In)?;
        let dim = |name: &str| {
            let axis = first.valid.iter().position(|e| e.dims().contains(&name));
            axis.map_or(valid[1], |a| valid[a])
        };
        let operand = |spec: &OperandSpec| {
            let own = [spec.valid[0].value(dim), spec.valid[1].value(dim)];
            let cols = if own[1] == valid[1] { shape[1] } else { own[1].next_multiple_of(dtype.block()) };
            let rows = if own[0] == valid[0] { shape[0] } else { own[0] };
            Operand { name: spec.name.to_owned(), role: spec.role, tile: Tile { valid: own, ..Tile::nd(dtype, rows, cols) } }
        };
        let attributes = self.form.attributes.iter().zip(flags).map(|(a, f)| (a.name.to_owned(), Attribute::Bool(*f))).collect();
        let tuple = Tuple {
            op: self.contract.operation.name.to_owned(),
            form: self.form.name.to_owned(),
            attributes,
            operands: self.form.operands.iter().map(operand).collect(),
        };
        let choice = Choice { tuple, class: class.name };
        let fits = supports(self.contract, self.form, &choice.tuple, class);
        (fits && is_plainly_legal(self.contract, &choice)).then_some(choice)
    }
}

/// Whether the tuple runs and is judged, whatever admitted options are followed.
pub fn is_plainly_legal(contract: &Contract, choice: &Choice) -> bool {
    let legality = contract.legality(&choice.tuple, choice.class);
    let judged = |c: &ptoconf_reference::Contest| c.outcomes.iter().all(|(_, e)| *e == ptoconf_reference::Effect::Judged);
    legality.is_legal() || legality.single_question().is_some_and(judged)
}

/// Whether the tuple runs and is judged in some admitted option, and otherwise is rejected.
fn is_judged(contract: &Contract, choice: &Choice) -> bool {
    use ptoconf_reference::Effect::{Judged, Rejects};
    let legality = contract.legality(&choice.tuple, choice.class);
    let effects = |c: &ptoconf_reference::Contest| {
        c.outcomes.iter().any(|(_, e)| *e == Judged) && c.outcomes.iter().all(|(_, e)| matches!(e, Judged | Rejects))
    };
    legality.is_legal() || legality.single_question().is_some_and(effects)
}

/// Whether the data class means something for the tuple's elements and counts.
pub fn supports(contract: &Contract, form: &Form, tuple: &Tuple, class: Class) -> bool {
    let query = Query { tuple, class: class.name, profile: contract.profile, follows: None };
    fill::supports(form, &query, class)
}

/// A choice of values with the model that they belong to.
struct Picked<'m, 'a> {
    model: &'m Model<'a>,
    values: &'m [usize],
}

impl Picked<'_, '_> {
    fn value(&self, parameter: &Parameter) -> Option<usize> {
        let at = self.model.parameters.iter().position(|p| p == parameter)?;
        Some(self.values[at])
    }

    fn of(&self, parameter: &Parameter, list: &[u32]) -> u32 {
        self.value(parameter).map_or(0, |v| list[v])
    }

    fn dtype(&self, kind: DataKind) -> DType {
        // f32 and i32 are legal wherever anything is: they come first.
        let first = if kind == DataKind::Data { DType::F32 } else { DType::I32 };
        let mut order = vec![first];
        order.extend(DType::ALL.iter().copied().filter(|d| *d != first));
        order[self.value(&Parameter::Dtype(kind)).unwrap_or(0)]
    }

    fn attributes(&self) -> BTreeMap<String, Attribute> {
        let flag =
            |a: &ptoconf_reference::AttributeSpec| (a.name.to_owned(), Attribute::Bool(self.value(&Parameter::Flag(a.name)) == Some(1)));
        self.model.form.attributes.iter().map(flag).collect()
    }

    fn extent(&self, extent: &Extent) -> u32 {
        extent.value(|dim| {
            let find = |rows| self.value(&Parameter::Dim { name: self.dim(dim), rows });
            match (find(true), find(false)) {
                (Some(v), _) => self.model.rows()[v],
                (_, Some(v)) => COLS[v].value(self.dtype(DataKind::Data)),
                _ => 1,
            }
        })
    }

    fn dim(&self, name: &str) -> &'static str {
        self.model.form.dims().iter().map(|(d, _)| *d).find(|d| *d == name).unwrap_or("")
    }

    fn operand(&self, i: usize) -> Operand {
        let spec = &self.model.form.operands[i];
        let dtype = self.dtype(spec.kind);
        let shape = match (self.value(&Parameter::Shape(i)), spec.or_valid) {
            (Some(1), Some(other)) => other,
            _ => spec.valid,
        };
        let more = |axis: usize| self.of(&Parameter::More(i, axis), MORE);
        let valid = [self.extent(&shape[0]) + more(0), self.extent(&shape[1]) + more(1)];
        let rows = valid[0] + self.of(&Parameter::SpareRows(i), SPARE_ROWS);
        let block = dtype.block();
        let cols = valid[1].next_multiple_of(block) + block * self.of(&Parameter::SpareCols(i), SPARE_COLS);
        let mut tile = Tile { valid, ..Tile::nd(dtype, rows, cols) };
        tile.dynamic = DYNAMIC[self.value(&Parameter::Dynamic).unwrap_or(0)];
        tile.pad = Pad::ALL[self.value(&Parameter::Pad).unwrap_or(0)];
        Operand { name: spec.name.to_owned(), role: spec.role, tile }
    }
}
