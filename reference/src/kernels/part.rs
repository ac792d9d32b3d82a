//! Regions of which only a part is computed and judged, from the first element on.

use super::{Slot, View};
use crate::operation::{Kernel, MaskKernel};
use ptoconf_schemas::DType;

/// A kernel of the first rows and columns of a region of this dtype; the rest keeps its content.
pub fn part_of(kernel: Kernel, dtype: DType, [rows, cols]: [u32; 2]) -> Kernel {
    let (rows, cols) = (rows as usize, cols as usize);
    Box::new(move |slot: &Slot, out: &mut View| {
        let [part, whole] = [cols, out.cols].map(|c| c * dtype.bytes());
        let mut data = vec![0; rows * part];
        kernel(slot, &mut View { data: &mut data, rows, cols });
        for row in 0..rows {
            out.data[row * whole..][..part].copy_from_slice(&data[row * part..][..part]);
        }
    })
}

/// Says that only the first rows and columns of a region of so many columns are judged.
pub fn part_mask([rows, cols]: [u32; 2], region_cols: u32) -> MaskKernel {
    Box::new(move |_, judged| {
        for (at, judged) in (0u32..).zip(judged) {
            *judged = u8::from(at / region_cols < rows && at % region_cols < cols);
        }
    })
}
