//! Pairs and triples of values in a table.

use crate::table::Column;
use ptoconf_schemas::Combinations;

/// Pairs of values of two columns: those in some row, and the cross product.
pub fn pairs(columns: &[&Column]) -> Combinations {
    let mut count = Count::default();
    for (i, a) in columns.iter().enumerate() {
        for b in &columns[i + 1..] {
            let rows = a.rows.iter().zip(&b.rows).map(|(&x, &y)| usize::from(x) * b.values.len() + usize::from(y));
            count.add(a.values.len() * b.values.len(), rows);
        }
    }
    count.found
}

/// Triples of values of three columns.
pub fn triples(columns: &[&Column]) -> Combinations {
    let mut count = Count::default();
    for (i, a) in columns.iter().enumerate() {
        for (j, b) in columns.iter().enumerate().skip(i + 1) {
            let pair: Vec<usize> = a.rows.iter().zip(&b.rows).map(|(&x, &y)| usize::from(x) * b.values.len() + usize::from(y)).collect();
            for c in &columns[j + 1..] {
                let rows = pair.iter().zip(&c.rows).map(|(&xy, &z)| xy * c.values.len() + usize::from(z));
                count.add(a.values.len() * b.values.len() * c.values.len(), rows);
            }
        }
    }
    count.found
}

#[derive(Default)]
struct Count {
    found: Combinations,
    seen: Vec<bool>,
}

impl Count {
    fn add(&mut self, all: usize, rows: impl Iterator<Item = usize>) {
        self.seen.clear();
        self.seen.resize(all, false);
        rows.for_each(|row| self.seen[row] = true);
        self.found.all += all as u64;
        self.found.covered += self.seen.iter().filter(|s| **s).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use crate::tuple::Feature;

    fn table(rows: &[[&str; 4]]) -> Table {
        let mut table = Table::default();
        for row in rows {
            let features = row.iter().zip(["a", "b", "c", "d"]);
            table.add(features.map(|(v, of)| Feature { of, what: "", value: (*v).into(), combines: true }).collect());
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
    fn a_column_with_one_value_counts_for_nothing() {
        let table = table(&[["0", "0", "0", "0"], ["0", "1", "0", "0"]]);
        assert_eq!(pairs(&table.combined()), Combinations { covered: 0, all: 0 });
    }
}
