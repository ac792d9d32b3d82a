//! The wrong elements of a row meet, or the result goes to the wrong place.

use super::extremes::beyond;
use super::{Kernel, ROW_EXTREMES, ROW_LINES, ROW_REDUCTIONS, mutant, valid};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("line_first_element", ROW_LINES, "The first element of a row is the result.", |d| d.columns = |_, _, n| n.min(1)),
    mutant("line_first_block", ROW_LINES, "Only the first block of a row is looked at.", |d| {
        d.columns = |_, t, n| n.min(t.block() as usize)
    }),
    mutant("line_two_vectors", ROW_LINES, "Only the first two vectors of a row are looked at.", |d| {
        d.columns = |_, t, n| n.min(2 * t.vector() as usize)
    }),
    mutant("line_odd_vector_dropped", ROW_LINES, "Vectors meet in twos, and the one that is left over is dropped.", |d| {
        d.columns = |_, t, n| {
            let vector = t.vector() as usize;
            if n / vector > 1 && n / vector % 2 == 1 { n - n % vector - vector } else { n }
        }
    }),
    mutant("line_tail_after_vector_dropped", ROW_LINES, "What follows one full vector is dropped.", |d| {
        d.columns = |_, t, n| if n / t.vector() as usize == 1 { t.vector() as usize } else { n }
    }),
    mutant("line_tail_lanes_are_zero", ROW_EXTREMES, "Lanes past the last column count as zero.", |d| {
        d.initial = Some(|s, op, t| {
            let full = valid(s.tuple, "src").is_some_and(|v| v[1].is_multiple_of(t.vector() as usize));
            if full { beyond(op, t) } else { 0 }
        })
    }),
    mutant("line_even_columns", ROW_LINES, "Odd columns are not looked at.", |d| {
        d.lanes = |_, _, _| 1;
        d.read_at = |_, name, [row, col]| if name == "src" { [row, col & !1] } else { [row, col] }
    }),
    mutant("line_of_256_columns", ROW_LINES, "Columns from 256 on are not looked at.", |d| d.columns = |_, _, n| n.min(256)),
    mutant("line_results_in_a_row", ROW_LINES, "Results stand side by side in row 0.", |d| {
        d.write_at = |s, name, [row, col]| {
            let fits = valid(s.tuple, "dst").is_some_and(|v| row < v[1].max(8));
            if name == "dst" && fits { [0, row] } else { [row, col] }
        }
    }),
    mutant("line_result_in_last_column", ROW_REDUCTIONS, "A result goes to the last valid column of dst.", |d| {
        d.write_at = |s, name, [row, col]| {
            if name == "dst" { [row, valid(s.tuple, "dst").map_or(0, |v| v[1].saturating_sub(1))] } else { [row, col] }
        }
    }),
    mutant("line_of_next_row", ROW_LINES, "The last column of a row is that of the next one.", |d| {
        d.read_at = |s, name, [row, col]| {
            let [rows, cols] = valid(s.tuple, "src").unwrap_or_default();
            if name == "src" && cols > 1 && col + 1 == cols && row + 1 < rows { [row + 1, col] } else { [row, col] }
        }
    }),
    mutant("line_is_column", ROW_LINES, "Columns are reduced in place of rows, as far as the tile goes.", |d| {
        d.read_at = |s, name, [row, col]| {
            let [rows, cols] = s.tuple.tile("src").map_or([1, 1], |t| t.shape.map(|n| n as usize));
            if name == "src" && row < cols && col < rows { [col, row] } else { [row, col] }
        }
    }),
];
