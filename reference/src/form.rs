//! Forms of an operation: operands with their extents, attributes, and the data worth giving them.

use crate::Class;
use ptoconf_schemas::{Attribute, BLayout, DType, Role, SmolStr};

/// A valid extent of an operand, in terms of the form's dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number.
    Fixed(u32),
    /// A dimension of the form, such as `R`.
    Dim(&'static str),
    /// Half a dimension, rounded up.
    HalfUp(&'static str),
    /// The sum of two dimensions.
    Sum(&'static str, &'static str),
    /// The number or more: the page does not bound it from above.
    FixedOrMore(u32),
    /// The dimension or more.
    DimOrMore(&'static str),
    /// As many elements as a block of 32 bytes has.
    Block,
    /// What a page computes from a dimension.
    Of(&'static str, Size),
}

/// A number that a page computes from a dimension and from how many elements a block of 32 bytes has.
#[derive(Clone, Copy)]
pub struct Size(pub fn(u32, u32) -> u32);

impl PartialEq for Size {
    fn eq(&self, other: &Size) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Size {}

impl std::fmt::Debug for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Size")
    }
}

impl Extent {
    /// The dimensions it mentions.
    pub fn dims(&self) -> Vec<&'static str> {
        match *self {
            Extent::Fixed(_) | Extent::FixedOrMore(_) | Extent::Block => vec![],
            Extent::Dim(d) | Extent::HalfUp(d) | Extent::DimOrMore(d) | Extent::Of(d, _) => vec![d],
            Extent::Sum(a, b) => vec![a, b],
        }
    }

    /// Its smallest value, given the value of each dimension and the elements of a block.
    pub fn value(&self, dim: impl Fn(&str) -> u32, block: u32) -> u32 {
        match *self {
            Extent::Block => block,
            Extent::Fixed(n) | Extent::FixedOrMore(n) => n,
            Extent::Dim(d) | Extent::DimOrMore(d) => dim(d),
            Extent::HalfUp(d) => dim(d).div_ceil(2).max(1),
            Extent::Sum(a, b) => dim(a) + dim(b),
            Extent::Of(d, size) => (size.0)(dim(d), block),
        }
    }

    /// Whether larger values are legal too.
    pub fn or_more(&self) -> bool {
        matches!(self, Extent::FixedOrMore(_) | Extent::DimOrMore(_))
    }
}

/// What an operand holds: operands of one kind share their dtype. A form has one dtype beside that of the data at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// The values that the operation works on.
    Data,
    /// Counts that steer it, or places that it gives.
    Index,
    /// A result of a type of its own: what a conversion gives, or a comparison.
    Result,
}

/// Valid extents of an operand, and how it is stored.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Valid rows and columns.
    pub valid: [Extent; 2],
    /// Row-major or column-major.
    pub blayout: BLayout,
}

/// Most shapes of an operand.
const SHAPES: usize = 4;

/// One operand of a form.
#[derive(Clone, Copy, Debug)]
pub struct OperandSpec {
    /// Name in the page's intrinsic.
    pub name: &'static str,
    /// What the operation does with it.
    pub role: Role,
    /// What it holds.
    pub kind: DataKind,
    /// Valid rows and columns in the form's first arrangement.
    pub valid: [Extent; 2],
    /// Its shapes by arrangement of the form; the first where there is none.
    shapes: [Option<Shape>; SHAPES],
    /// For an index input: the operand whose columns it counts.
    pub counts: Option<&'static str>,
    /// Whether it is one element by value and no tile.
    pub is_scalar: bool,
    /// The element type that goes with most others.
    pub usual: DType,
}

impl OperandSpec {
    /// Its shape in an arrangement of the form.
    pub fn shape(&self, arrangement: usize) -> Shape {
        let first = Shape { valid: self.valid, blayout: BLayout::RowMajor };
        self.shapes.get(arrangement).copied().flatten().or(self.shapes[0]).unwrap_or(first)
    }

    /// How many arrangements it knows.
    pub fn arrangements(&self) -> usize {
        self.shapes.iter().flatten().count()
    }
}

/// How an index input's values relate to columns.
#[derive(Clone, Copy)]
pub struct IndexScale(pub fn(&crate::Query) -> u32);

impl std::fmt::Debug for IndexScale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IndexScale")
    }
}

/// An attribute of a form.
#[derive(Clone, Copy, Debug)]
pub struct AttributeSpec {
    /// Name in the page's intrinsic.
    pub name: &'static str,
    /// The words that it can be; none where it is a truth value.
    pub words: &'static [&'static str],
}

impl AttributeSpec {
    /// How many values it has.
    pub fn size(&self) -> usize {
        if self.words.is_empty() { 2 } else { self.words.len() }
    }

    /// One of its values: of truth values, false comes first.
    pub fn value(&self, number: usize) -> Attribute {
        self.words.get(number).map_or(Attribute::Bool(number == 1), |word| Attribute::Word(SmolStr::new_static(word)))
    }

    /// How that value is written.
    pub fn text(&self, number: usize) -> &'static str {
        self.words.get(number).copied().unwrap_or(if number == 1 { "true" } else { "false" })
    }
}

/// Which input elements meet in one output element, and how; data classes need it to stay exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// One: elements are moved.
    None,
    /// One, of which something is computed.
    One(Meet),
    /// Two: an elementwise operation.
    Pair(Meet),
    /// Two: the same where one of them is a scalar, which meets every element.
    PairWithScalar(Meet),
    /// Two: the same where one of them is expanded along its rows.
    PairByRow(Meet),
    /// All valid rows of a column.
    Rows(Meet),
    /// All valid columns of a row.
    Cols(Meet),
}

impl Combine {
    /// Whether every pair of two values can be tried: each gives one element by itself, and its policies are those of sums and
    /// products.
    pub fn has_pairs(self) -> bool {
        matches!(self, Combine::Pair(Meet::Sum | Meet::Product) | Combine::PairByRow(Meet::Sum | Meet::Product))
    }

    /// Whether all elements of a line meet.
    pub fn reduces(self) -> bool {
        matches!(self, Combine::Rows(_) | Combine::Cols(_))
    }
}

/// What is made of elements that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meet {
    /// They are added, or subtracted.
    Sum,
    /// They are multiplied.
    Product,
    /// One is divided by the other.
    Quotient,
    /// e is raised to their difference.
    Exponential,
    /// The largest or the smallest is picked.
    Extreme,
    /// It is said where the largest or the smallest is.
    Place,
    /// It becomes a number of the result's type.
    Conversion,
}

/// One form (overload) of an operation.
#[derive(Clone, Debug)]
pub struct Form {
    /// Name, such as `plain`.
    pub name: &'static str,
    /// The C++ call.
    pub call: &'static str,
    /// Operands in the order of the call.
    pub operands: Vec<OperandSpec>,
    /// Attributes.
    pub attributes: Vec<AttributeSpec>,
    /// How elements meet.
    pub combine: Combine,
    /// Data classes worth trying.
    pub classes: &'static [Class],
    /// Shapes of the principal operand, whole and static and in the last arrangement, for which a target has a way of its own.
    pub singular: &'static [[u32; 2]],
    /// How much of an index value one column is.
    pub index_scale: IndexScale,
    /// The most that it is under any reading that the profile admits.
    pub largest_index_scale: IndexScale,
}

impl Form {
    /// A form without operands yet.
    pub fn new(name: &'static str, call: &'static str, combine: Combine, classes: &'static [Class]) -> Form {
        let one = IndexScale(|_| 1);
        let (operands, attributes) = (vec![], vec![]);
        Form { name, call, operands, attributes, combine, classes, singular: &[], index_scale: one, largest_index_scale: one }
    }

    /// Names shapes of the principal operand for which a target has a way of its own; see [`Form::singular`].
    pub fn singular(mut self, shapes: &'static [[u32; 2]]) -> Form {
        self.singular = shapes;
        self
    }

    fn operand(mut self, name: &'static str, role: Role, kind: DataKind, valid: [Extent; 2]) -> Form {
        let mut others = self.operands.iter().map(|o| o.kind).filter(|&k| k != DataKind::Data);
        let fits = kind == DataKind::Data || others.all(|other| other == kind);
        assert!(fits, "{name}: a form has one element type beside that of the data, and {} has one already", self.call);
        let first = Some(Shape { valid, blayout: BLayout::RowMajor });
        let shapes = [first, None, None, None];
        // f32 and i32 are legal wherever anything is.
        let usual = if kind == DataKind::Index { DType::I32 } else { DType::F32 };
        self.operands.push(OperandSpec { name, role, kind, valid, shapes, counts: None, is_scalar: false, usual });
        self
    }

    /// Adds an output.
    pub fn output(self, name: &'static str, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::Out, DataKind::Data, valid)
    }

    /// Adds an input.
    pub fn input(self, name: &'static str, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::In, DataKind::Data, valid)
    }

    /// Adds an input that is one element by value.
    pub fn scalar(self, name: &'static str) -> Form {
        self.input(name, [Extent::Fixed(1); 2]).last(|scalar| scalar.is_scalar = true)
    }

    /// Adds an output of a type of its own; `usual` is the one that goes with most types of the inputs.
    pub fn result(self, name: &'static str, usual: DType, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::Out, DataKind::Result, valid).last(|result| result.usual = usual)
    }

    fn last(mut self, change: impl FnOnce(&mut OperandSpec)) -> Form {
        self.operands.last_mut().map(change);
        self
    }

    /// Adds working space.
    pub fn scratch(self, name: &'static str, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::Scratch, DataKind::Data, valid)
    }

    /// Adds an input that holds, row by row, how many columns of another operand to take.
    pub fn index(self, name: &'static str, counts: &'static str, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::In, DataKind::Index, valid).last(|index| index.counts = Some(counts))
    }

    /// Says how much of an index value one column is, under the profile's default reading, and the most
    /// under any that it admits.
    pub fn index_scale(mut self, scale: fn(&crate::Query) -> u32, largest: fn(&crate::Query) -> u32) -> Form {
        self.index_scale = IndexScale(scale);
        self.largest_index_scale = IndexScale(largest);
        self
    }

    /// Adds an output that holds counts or places.
    pub fn index_output(self, name: &'static str, valid: [Extent; 2]) -> Form {
        self.operand(name, Role::Out, DataKind::Index, valid)
    }

    /// Gives the last operand another shape, row-major, in the next arrangement of the form.
    pub fn or_shape(self, valid: [Extent; 2]) -> Form {
        self.or(Shape { valid, blayout: BLayout::RowMajor })
    }

    /// The same, column-major.
    pub fn or_column_major(self, valid: [Extent; 2]) -> Form {
        self.or(Shape { valid, blayout: BLayout::ColMajor })
    }

    fn or(mut self, shape: Shape) -> Form {
        if let Some(next) = self.operands.last_mut().and_then(|last| last.shapes.iter_mut().find(|s| s.is_none())) {
            *next = Some(shape);
        }
        self
    }

    /// Makes the last operand column-major in the first arrangement.
    pub fn column_major(mut self) -> Form {
        if let Some(first) = self.operands.last_mut().and_then(|last| last.shapes[0].as_mut()) {
            first.blayout = BLayout::ColMajor;
        }
        self
    }

    /// How many arrangements of its operands' shapes the form has.
    pub fn arrangements(&self) -> usize {
        self.operands.iter().map(OperandSpec::arrangements).max().unwrap_or(1)
    }

    /// Adds an attribute that is a truth value.
    pub fn flag(self, name: &'static str) -> Form {
        self.choice(name, &[])
    }

    /// Adds an attribute that is one of these words.
    pub fn choice(mut self, name: &'static str, words: &'static [&'static str]) -> Form {
        self.attributes.push(AttributeSpec { name, words });
        self
    }

    /// The operand that both of a form's extents are seen on: the first input, or else the first operand,
    /// whose valid rows and columns are dimensions.
    pub fn principal(&self) -> usize {
        let full = |o: &&OperandSpec| o.valid.iter().all(|e| matches!(e, Extent::Dim(_)));
        let find = |wanted: fn(&OperandSpec) -> bool| self.operands.iter().position(|o| wanted(o) && full(&o));
        find(|o| o.role == Role::In).or_else(|| find(|_| true)).unwrap_or(0)
    }

    /// The dimensions of the form with whether each counts rows, in order of first mention.
    pub fn dims(&self) -> Vec<(&'static str, bool)> {
        let mut dims: Vec<(&'static str, bool)> = vec![];
        for operand in &self.operands {
            for (axis, extent) in operand.valid.iter().enumerate() {
                for dim in extent.dims() {
                    if !dims.iter().any(|(d, _)| *d == dim) {
                        dims.push((dim, axis == 0));
                    }
                }
            }
        }
        dims
    }
}
