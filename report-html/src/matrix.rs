//! Operations and forms against element types.

use ptoconf_schemas::{DType, OperationReport, Report, Totals};

/// How many shades a share of failing cases has.
const SHADES: u64 = 4;

/// The table.
pub struct Matrix<'a> {
    /// Element types, in the order of their declaration.
    pub dtypes: Vec<&'a str>,
    /// A row for each form.
    pub rows: Vec<Row<'a>>,
}

/// A form of an operation.
pub struct Row<'a> {
    /// Operation.
    pub op: &'a str,
    /// Form.
    pub form: &'a str,
    /// Whether the operation has this form alone.
    pub only: bool,
    /// Whether it is the first one of the operation.
    pub first: bool,
    /// By element type.
    pub cells: Vec<Option<Cell<'a>>>,
    /// All of them.
    pub all: Cell<'a>,
}

/// Cases of a form and an element type.
pub struct Cell<'a> {
    /// Element type; empty for all of them.
    pub dtype: &'a str,
    /// Cases that were judged.
    pub judged: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that were not judged.
    pub skipped: u64,
    /// How many of the judged failed: 0 for none, then 1 to 4.
    pub shade: u64,
}

impl<'a> Cell<'a> {
    fn new(dtype: &'a str, totals: &Totals) -> Cell<'a> {
        let Totals { judged, failed, .. } = *totals;
        let shade = if failed == 0 { 0 } else { 1 + (failed * SHADES / judged.max(1)).min(SHADES - 1) };
        Cell { dtype, judged, failed, skipped: totals.skipped.values().sum(), shade }
    }
}

/// The table of a report.
pub fn matrix(report: &Report) -> Matrix<'_> {
    let mut dtypes: Vec<&str> = report.operations.iter().flat_map(|op| op.forms.iter().map(|f| f.dtype.as_str())).collect();
    dtypes.sort_by_key(|name| (DType::ALL.iter().position(|dtype| dtype.name() == *name), *name));
    dtypes.dedup();
    let rows = report.operations.iter().flat_map(|op| rows(op, &dtypes)).collect();
    Matrix { dtypes, rows }
}

fn rows<'a>(op: &'a OperationReport, dtypes: &[&'a str]) -> Vec<Row<'a>> {
    let mut forms: Vec<&str> = op.forms.iter().map(|f| f.form.as_str()).collect();
    forms.dedup();
    let row = |(index, &form): (usize, &&'a str)| {
        let own = || op.forms.iter().filter(move |f| f.form == form);
        let mut all = Totals::default();
        own().for_each(|f| all.add(&f.totals));
        let cell = |&dtype: &&'a str| own().find(|f| f.dtype == dtype).map(|f| Cell::new(dtype, &f.totals));
        let cells = dtypes.iter().map(cell).collect();
        Row { op: &op.name, form, only: forms.len() == 1, first: index == 0, cells, all: Cell::new("", &all) }
    };
    forms.iter().enumerate().map(row).collect()
}
