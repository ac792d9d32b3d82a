//! Pairs and triples of values in a table.

use crate::table::Column;
use ptoconf_schemas::Combinations;

/// Rows up to which it is quicker to look at each than at sets of rows.
const FEW: u32 = 64;

/// Pairs of values of two columns: those in some row, and the cross product.
pub fn pairs(columns: &[&Column]) -> Combinations {
    let columns: Vec<_> = columns.iter().map(|column| rows(column)).collect();
    let mut found = Combinations::default();
    for (i, a) in columns.iter().enumerate() {
        for b in &columns[i + 1..] {
            found.all += (a.len() * b.len()) as u64;
            found.covered += a.iter().map(|x| covered(x, b)).sum::<u64>();
        }
    }
    found
}

/// Triples of values of three columns.
pub fn triples(columns: &[&Column]) -> Combinations {
    let values: Vec<_> = columns.iter().map(|column| rows(column)).collect();
    let mut found = Combinations::default();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate().skip(i + 1) {
            let all: usize = values[j + 1..].iter().map(Vec::len).sum();
            found.all += (a.len() * b.len() * all) as u64;
            for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
                let both: Vec<u64> = x.iter().zip(y).map(|(x, y)| x & y).collect();
                let few = few_rows(&both);
                let met = |at: usize| match &few {
                    Some(few) if values[at].len() <= 64 => met_in(few, columns[at]),
                    _ => covered(&both, &values[at]),
                };
                found.covered += (j + 1..columns.len()).map(met).sum::<u64>();
            }
        }
    }
    found
}

/// The rows of a set of rows, if they are few.
fn few_rows(set: &[u64]) -> Option<Vec<usize>> {
    let number: u32 = set.iter().map(|word| word.count_ones()).sum();
    if number > FEW {
        return None;
    }
    let mut rows = Vec::with_capacity(number as usize);
    for (at, &word) in set.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            rows.push(at * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
    Some(rows)
}

/// How many values a column of at most 64 has in these rows.
fn met_in(rows: &[usize], column: &Column) -> u64 {
    rows.iter().fold(0u64, |met, row| met | 1 << column.rows[*row]).count_ones().into()
}

/// Of each value of a column, in which rows it is, a bit each.
fn rows(column: &Column) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![0; column.rows.len().div_ceil(64)]; column.values.len()];
    for (at, value) in column.rows.iter().enumerate() {
        rows[usize::from(*value)][at / 64] |= 1 << (at % 64);
    }
    rows
}

/// How many values of a column are in some of these rows: mostly one of the first words tells.
fn covered(rows: &[u64], column: &[Vec<u64>]) -> u64 {
    column.iter().filter(|own| own.iter().zip(rows).any(|(own, row)| own & row != 0)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use crate::tuple::{Feature, Value};

    fn table(rows: &[[&str; 4]]) -> Table {
        let mut table = Table::default();
        for row in rows {
            let features = row.iter().zip(["a", "b", "c", "d"]);
            table.add(features.map(|(v, of)| Feature { of, what: "", value: Value::Other((*v).into()), combines: true }).collect());
        }
        table
    }

    #[test]
    fn counts_what_is_there_and_what_could_be() {
        // d says the same as a.
        let table = table(&[["0", "0", "0", "x"], ["1", "1", "0", "y"], ["1", "0", "1", "y"]]);
        let columns = table.combined();
        assert_eq!(columns.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(pairs(&columns), Combinations { covered: 3 + 3 + 3, all: 12 });
        assert_eq!(triples(&columns), Combinations { covered: 3, all: 8 });
    }

    #[test]
    fn rows_are_few_up_to_a_number() {
        assert_eq!(few_rows(&[1 << 63, 0, 0b101]), Some(vec![63, 128, 130]));
        assert_eq!(few_rows(&[u64::MAX]).map(|rows| rows.len()), Some(64));
        assert_eq!(few_rows(&[u64::MAX, 1]), None);
    }

    /// Many rows, and few of some values: both ways of counting are taken, and agree with looking at every triple.
    #[test]
    fn both_ways_of_counting_agree() {
        let names = ["0", "1", "2", "3", "4"];
        let rows: Vec<[&str; 4]> =
            (0..600).map(|i| [names[i % 2], names[i / 7 % 3], names[(i * i) % 5], names[if i > 580 { i % 4 } else { 0 }]]).collect();
        let table = table(&rows);
        let columns = table.combined();
        let seen: std::collections::BTreeSet<_> = rows
            .iter()
            .flat_map(|r| [(0, r[0], r[1], r[2]), (1, r[0], r[1], r[3]), (2, r[0], r[2], r[3]), (3, r[1], r[2], r[3])])
            .collect();
        let sizes: Vec<usize> = columns.iter().map(|column| column.values.len()).collect();
        let all = (0..4).map(|left| (0..4).filter(|at| *at != left).map(|at| sizes[at]).product::<usize>()).sum::<usize>();
        assert_eq!(triples(&columns), Combinations { covered: seen.len() as u64, all: all as u64 });
    }

    #[test]
    fn a_column_with_one_value_counts_for_nothing() {
        let table = table(&[["0", "0", "0", "0"], ["0", "1", "0", "0"]]);
        assert_eq!(pairs(&table.combined()), Combinations { covered: 0, all: 0 });
    }
}
