//! An unknown tree from masks: M and -M in two rows, units in the others.
//!
//! Every sum with one of the two absorbs the units that come to it; the smallest sum with both is
//! zero; the units outside that sum are counted. So the result gives the number of rows of the
//! smallest sum with both, and the numbers of all pairs give the tree.

use crate::evidence::Column;
use ptoconf_numeric::orders::{Layout, Line, Probe, Tree};
use ptoconf_numeric::rounding::value;
use ptoconf_schemas::DType;
use std::collections::BTreeMap;

/// The tree that the masks of all pairs show.
///
/// # Errors
/// Why they show none, in words.
pub fn recover(dtype: DType, rows: u32, columns: &[Column]) -> Result<Tree, String> {
    // Masks of all pairs are those of any line.
    let layout = Layout::pairs(Line::Column, dtype, rows);
    let unit = value(dtype, layout.unit());
    let n = rows as usize;
    // By pair and block: units outside the smallest sum with both.
    let mut counts: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    for column in columns {
        let Some(Probe::Mask(i, j, block)) = column.probe else { continue };
        let units = layout.block(block).filter(|row| *row != i && *row != j).count();
        let count = count(column.sum / unit, units)?;
        if counts.insert([i, j, block], count).is_some_and(|other| other != count) {
            return Err("the same mask gives different counts: the order depends on the column or changes from sum to sum".to_owned());
        }
    }
    let mut sizes = vec![rows; n * n];
    (0..n).for_each(|i| sizes[i * n + i] = 1);
    for ([i, j, _], count) in counts {
        for at in [i as usize * n + j as usize, j as usize * n + i as usize] {
            sizes[at] -= count;
        }
    }
    if rows > 2 && sizes.iter().all(|size| *size <= 2) {
        return Err("no mask absorbs anything: sums are exact, or as good as exact".to_owned());
    }
    let inconsistent = "the counts of the masks are those of no binary tree: several rows meet in one addition, \
                        or the order depends on the data or the column";
    Tree::from_sizes(n, &sizes).map_err(|_| inconsistent.to_owned())
}

/// A whole number of units, at most as many as there are.
fn count(outside: f64, units: usize) -> Result<u32, String> {
    if outside.fract() == 0.0 && (0.0..=units as f64).contains(&outside) {
        return Ok(outside as u32);
    }
    Err("a mask gives no count of units: additions are not rounded to nearest, or are no plain additions".to_owned())
}
