//! Regions of which only a part is computed and judged, from the first element on.

use super::{Slot, View};
use crate::operation::{Kernel, MaskKernel, UlpsKernel};
use ptoconf_numeric::Room;
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

/// The same of a kernel that also says which other results are right.
pub fn ulps_of_part(kernel: UlpsKernel, dtype: DType, [rows, cols]: [u32; 2]) -> UlpsKernel {
    let (rows, cols) = (rows as usize, cols as usize);
    Box::new(move |slot: &Slot, out: &mut View, rooms: &mut [Room]| {
        let [part, whole] = [cols, out.cols].map(|c| c * dtype.bytes());
        let (mut data, mut own) = (vec![0; rows * part], vec![Room::None; rows * cols]);
        kernel(slot, &mut View { data: &mut data, rows, cols }, &mut own);
        for row in 0..rows {
            out.data[row * whole..][..part].copy_from_slice(&data[row * part..][..part]);
            rooms[row * out.cols..][..cols].copy_from_slice(&own[row * cols..][..cols]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rows_and_columns_are_computed_and_the_rest_is_kept() {
        for dtype in [DType::U8, DType::F16] {
            let counts: Kernel = Box::new(|_: &Slot, out: &mut View| (1..).zip(&mut *out.data).for_each(|(n, byte)| *byte = n));
            let mut data = vec![0; 3 * 4 * dtype.bytes()];
            part_of(counts, dtype, [2, 3])(&Slot { inputs: &[] }, &mut View { data: &mut data, rows: 3, cols: 4 });
            let rows: Vec<&[u8]> = data.chunks(4 * dtype.bytes()).collect();
            let (computed, kept) = (3 * dtype.bytes(), vec![0; dtype.bytes()]);
            for (row, start) in [(0, 1u8), (1, computed as u8 + 1)] {
                let expected: Vec<u8> = (start..).take(computed).chain(kept.clone()).collect();
                assert_eq!(rows[row], expected, "{dtype} row {row}");
            }
            assert!(rows[2].iter().all(|byte| *byte == 0), "{dtype}");
        }
    }

    #[test]
    fn so_is_how_far_off_results_may_be() {
        let counts: UlpsKernel = Box::new(|_: &Slot, out: &mut View, rooms: &mut [Room]| {
            (1..).zip(&mut *out.data).for_each(|(n, byte)| *byte = n);
            (1..).zip(rooms).for_each(|(n, room)| *room = Room::Past(n));
        });
        let (mut data, mut rooms) = (vec![0; 3 * 4 * 2], vec![Room::None; 3 * 4]);
        let mut view = View { data: &mut data, rows: 3, cols: 4 };
        ulps_of_part(counts, DType::F16, [2, 3])(&Slot { inputs: &[] }, &mut view, &mut rooms);
        let past = |room: &Room| if let Room::Past(n) = room { *n } else { 0 };
        assert_eq!(rooms.iter().map(past).collect::<Vec<_>>(), [1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0]);
        assert_eq!(data[..16], [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]);
    }

    #[test]
    fn the_mask_is_that_of_the_part() {
        let mut judged = [9; 12];
        part_mask([2, 3], 4)(&Slot { inputs: &[] }, &mut judged);
        assert_eq!(judged, [1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
    }
}
