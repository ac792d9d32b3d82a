//! Single elements: how they are read from a tile, and what becomes of NaN.

use crate::common::{Operand, Rng, bytes, with_slot};
use ptoconf_numeric::canonical_nans;
use ptoconf_schemas::DType;

#[test]
fn columns_and_elements_are_read_where_they_are() {
    let mut rng = Rng(21);
    for &dtype in DType::ALL {
        let operand = [Operand::new("src", dtype, [5, 7], &mut |_, _| rng.next())];
        with_slot(&operand, |slot| {
            let (input, tile) = (slot.input("src"), &operand[0].tile);
            for col in 0..tile.cols() {
                let mut column = vec![0; 5];
                input.column(col, &mut column);
                for (row, bits) in (0..).zip(column) {
                    assert_eq!([bits, input.bits(row, col)], [operand[0].at(row, col); 2], "{dtype} [{row}, {col}]");
                }
            }
        });
    }
}

#[test]
fn every_nan_becomes_one_and_nothing_else_changes() {
    let f32s = [0, 1, 0x3F80_0000, 0x7F7F_FFFF, 0x7F80_0000, 0x7F80_0001, 0x7FC0_0000, 0x7FFF_FFFF].map(|b: u64| [b, b | 0x8000_0000]);
    let lists = [(DType::F32, f32s.concat()), (DType::F16, (0..1 << 16).collect()), (DType::Bf16, (0..1 << 16).collect())];
    for (dtype, list) in lists {
        let quiet = match dtype {
            DType::F32 => 0x7FC0_0000,
            DType::F16 => 0x7E00,
            _ => 0x7FC0,
        };
        let mut data = bytes(dtype, &list);
        canonical_nans(dtype, &mut data);
        for (i, &bits) in list.iter().enumerate() {
            let want = if dtype.is_nan(bits) { quiet } else { bits };
            assert_eq!(dtype.read(&data, i), want, "{dtype} {bits:x}");
        }
    }
    for dtype in DType::ALL.iter().filter(|d| !d.is_float()) {
        let mut data = vec![0xFF; 24];
        canonical_nans(*dtype, &mut data);
        assert_eq!(data, [0xFF; 24], "{dtype}");
    }
}
