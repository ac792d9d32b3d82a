//! TCOLPROD and TROWPROD.

use super::{Base, Case, base};
use super::{extreme, rowextreme, rowsum};
use ptoconf_schemas::{DType, Tile};

const OPEN: &str = "open dtype-supported";
const ILLEGAL: &str = "illegal dtype-supported";

pub fn cases() -> Vec<Case> {
    let columns = base("tcolprod", "plain", "exact-window", &[("dst", Tile::nd(DType::F32, 1, 16)), ("src", Tile::nd(DType::F32, 16, 16))]);
    let square = Tile::nd(DType::F32, 16, 16);
    let tiles = [("dst", rowextreme::column(DType::F32, 16)), ("src", square.clone()), ("tmp", square)];
    let rows = base("trowprod", "plain", "exact-window", &tiles);
    let of_columns = [extreme::operands(&columns), extreme::extents(&columns), column_dtypes(&columns)];
    let of_rows = [rowextreme::operands(&rows), rowsum::extents(&rows), rowsum::tmp(&rows), row_dtypes(&rows)];
    of_columns.into_iter().chain(of_rows).flatten().collect()
}

fn column_dtypes(base: &Base) -> Vec<Case> {
    let lists: [(&[DType], [&str; 4]); 3] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::U16, DType::U32, DType::Bf16], [OPEN, OPEN, ILLEGAL, ""]),
        (&[DType::I8, DType::U8, DType::I64, DType::U64], [ILLEGAL; 4]),
    ];
    extreme::retyped(base, &lists)
}

fn row_dtypes(base: &Base) -> Vec<Case> {
    let lists: [(&[DType], [&str; 4]); 3] = [
        (&[DType::F16, DType::I16, DType::I32], [""; 4]),
        (&[DType::I8, DType::U8, DType::U16, DType::U32, DType::I64, DType::U64], [OPEN, OPEN, ILLEGAL, ILLEGAL]),
        (&[DType::Bf16], [ILLEGAL; 4]),
    ];
    rowextreme::retyped(base, &lists)
}
