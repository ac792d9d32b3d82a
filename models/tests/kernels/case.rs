//! A tuple with its data, built and run in memory.

use half::{bf16, f16};
use ptoconf_models::{Bench, Job, Model, builtin};
use ptoconf_runner::TupleResults;
use ptoconf_schemas::{Attribute, BLayout, CANARY, DType, Operand, Outcome, Role, Tile, Tuple, TupleLine};

/// A tuple under construction, of one case.
#[derive(Clone)]
pub struct Case {
    pub tuple: Tuple,
    pub inputs: Vec<Vec<u8>>,
}

/// A dtype of the host, to write values with.
pub trait Value: Copy {
    fn bytes(self) -> Vec<u8>;
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! values {
    ($($type:ty)*) => { $(impl Value for $type {
        fn bytes(self) -> Vec<u8> { self.to_le_bytes().to_vec() }
        fn read(bytes: &[u8]) -> Self { <$type>::from_le_bytes(bytes.try_into().unwrap()) }
    })* };
}
values!(i8 u8 i16 u16 i32 u32 i64 f16 bf16 f32);

pub fn model(name: &str) -> Model {
    builtin(name).unwrap()
}

/// An ND tile; extents of zero are dynamic.
pub fn nd(dtype: DType, shape: [u32; 2], valid: [u32; 2]) -> Tile {
    Tile { valid, dynamic: valid.map(|v| v == 0), ..Tile::nd(dtype, shape[0], shape[1]) }
}

/// An N x 1 column tile.
pub fn column(dtype: DType, rows: u32, valid: u32) -> Tile {
    Tile { blayout: BLayout::ColMajor, ..nd(dtype, [rows, 1], [valid, 1]) }
}

impl Case {
    pub fn new(op: &str, form: &str) -> Case {
        let tuple = Tuple { op: op.into(), form: form.into(), attributes: Default::default(), operands: Vec::new() };
        Case { tuple, inputs: Vec::new() }
    }

    pub fn operand(mut self, name: &str, role: Role, tile: Tile, data: Vec<u8>) -> Case {
        self.tuple.operands.push(Operand { name: name.into(), role, tile });
        self.inputs.push(data);
        self
    }

    pub fn out(self, name: &str, tile: Tile) -> Case {
        self.operand(name, Role::Out, tile, Vec::new())
    }

    pub fn scratch(self, name: &str, tile: Tile) -> Case {
        self.operand(name, Role::Scratch, tile, Vec::new())
    }

    /// An input whose elements are `f(row, col)`, padding included.
    pub fn input<T: Value>(self, name: &str, tile: Tile, f: impl Fn(u32, u32) -> T) -> Case {
        let at = |row| (0..tile.cols()).map(move |col| (row, col));
        let data = (0..tile.rows()).flat_map(at).flat_map(|(row, col)| f(row, col).bytes()).collect();
        self.operand(name, Role::In, tile, data)
    }

    pub fn binary(mut self, value: bool) -> Case {
        self.tuple.attributes.insert("isBinary", Attribute::Bool(value));
        self
    }

    /// Changes the tile of an operand; its data must keep its size.
    pub fn change(mut self, name: &str, change: impl Fn(&mut Tile)) -> Case {
        let operand = self.tuple.operands.iter_mut().find(|o| o.name == name).unwrap();
        change(&mut operand.tile);
        self
    }

    /// The same tuple without data.
    pub fn blank(mut self) -> Case {
        self.inputs.iter_mut().for_each(Vec::clear);
        self
    }

    pub fn line(&self) -> TupleLine {
        TupleLine { name: "t".into(), tuple: self.tuple.clone(), cases: 1, inputs: None }
    }

    pub fn run(&self, model: &Model) -> Run {
        let line = self.line();
        let job = Job { line: &line, inputs: &self.inputs, canary: CANARY };
        Run { results: model.execute(&job, &mut Bench::default(), &|_| true), tuple: self.tuple.clone() }
    }
}

/// What became of a case.
pub struct Run {
    pub results: TupleResults,
    tuple: Tuple,
}

impl Run {
    pub fn outcome(&self) -> Outcome {
        self.results.lines[0].outcome
    }

    pub fn message(&self) -> &str {
        self.results.lines[0].message.as_deref().unwrap_or("")
    }

    pub fn touched(&self) -> &[String] {
        assert_eq!(self.outcome(), Outcome::Ok, "{}", self.message());
        &self.results.lines[0].touched
    }

    pub fn bytes(&self, name: &str) -> &[u8] {
        assert_eq!(self.outcome(), Outcome::Ok, "{}", self.message());
        &self.results.outputs.iter().find(|a| a.name == format!("t/{name}.npy")).unwrap().data
    }

    /// The columns of a row of an output.
    pub fn row<T: Value>(&self, name: &str, row: usize, cols: std::ops::Range<usize>) -> Vec<T> {
        let tile = self.tuple.tile(name).unwrap();
        let (size, width) = (tile.dtype.bytes(), tile.cols() as usize);
        let element = |col| T::read(&self.bytes(name)[(row * width + col) * size..][..size]);
        cols.map(element).collect()
    }

    /// Whether these columns of a row of an output are still the canary.
    pub fn untouched(&self, name: &str, row: usize, cols: std::ops::Range<usize>) -> bool {
        let tile = self.tuple.tile(name).unwrap();
        let (size, width) = (tile.dtype.bytes(), tile.cols() as usize);
        self.bytes(name)[(row * width + cols.start) * size..(row * width + cols.end) * size].iter().all(|&b| b == CANARY)
    }
}
