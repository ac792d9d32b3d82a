//! Too many rows, too few, or the wrong ones.

use super::{ALL, Kernel, PAIRS, REDUCTIONS, SUM, mutant, physical, reduces, source, valid};

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("last_row_dropped", ALL, "The last valid row is not visited.", |d| d.rows = |_, n| n.saturating_sub(1)),
    mutant("extra_row", ALL, "One row past the valid rows is visited.", |d| d.rows = |_, n| n + 1),
    mutant("physical_rows", ALL, "Every physical row is visited.", |d| {
        d.rows = |s, n| physical(s.tuple, if reduces(s.tuple) { "src" } else { "dst" }).map_or(n, |p| p[0])
    }),
    mutant("rows_by_two", ALL, "A loop over two rows at a time has no remainder.", |d| d.rows = |_, n| if n > 1 { n - n % 2 } else { n }),
    mutant("rows_by_four", ALL, "A loop over four rows at a time has no remainder.", |d| d.rows = |_, n| if n > 4 { n - n % 4 } else { n }),
    mutant("rows_by_eight_rounded_up", ALL, "The number of rows is rounded up to eight.", |d| d.rows = |_, n| n.next_multiple_of(8)),
    mutant("lone_row_skipped", ALL, "A tile with a single row is not worked on.", |d| d.rows = |_, n| if n == 1 { 0 } else { n }),
    mutant("rows_of_dst", REDUCTIONS, "The number of rows is that of dst.", |d| d.rows = |s, n| valid(s.tuple, "dst").map_or(n, |v| v[0])),
    mutant("rows_of_vector", PAIRS, "The number of rows is that of the row to be broadcast.", |d| {
        d.rows = |s, n| valid(s.tuple, "src1").map_or(n, |v| v[0])
    }),
    mutant("rows_above_64_dropped", ALL, "Rows from 64 on are not visited.", |d| d.rows = |_, n| n.min(64)),
    mutant("rows_are_columns", ALL, "The number of rows is that of the columns.", |d| {
        d.rows = |s, n| valid(s.tuple, source(s.tuple)).map_or(n, |v| v[1])
    }),
    mutant("first_row_twice", &[SUM], "A sum counts row 0 twice.", |d| d.second_row = |_| 0),
    mutant("second_row_dropped", REDUCTIONS, "A sequential reduction goes on with row 2 after row 0.", |d| d.second_row = |_| 2),
    mutant("last_row_twice", &[SUM], "A sequential sum takes the last row twice.", |d| {
        d.rows = |_, n| n + 1;
        d.visited = |_, row, rows| if row + 1 == rows { row.saturating_sub(1) } else { row };
    }),
    mutant("middle_row_for_last", REDUCTIONS, "A sequential reduction takes the middle row in place of the last.", |d| {
        d.visited = |_, row, rows| if row + 1 == rows && rows > 2 { rows / 2 } else { row }
    }),
    mutant("lone_row_of_pairs_dropped", REDUCTIONS, "The row that is left over by a loop over pairs is dropped.", |d| {
        d.rows = |_, n| if n > 1 && n.is_multiple_of(2) { n - 1 } else { n }
    }),
    mutant("rows_from_one", ALL, "The loop begins with row 1.", |d| {
        d.read_at = |s, name, [row, col]| if name == source(s.tuple) && row == 0 && reduces(s.tuple) { [1, col] } else { [row, col] };
        d.write_at = |s, name, [row, col]| if name == "dst" && row == 0 && !reduces(s.tuple) { [1, col] } else { [row, col] };
    }),
];
