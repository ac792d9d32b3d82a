//! Values that are nearly right.

use super::{Attempts, Cheat, Ground, Grounds, Results, cheat, judged};
use crate::Error;
use ptoconf_schemas::{Array, Role, Tile};
use std::collections::BTreeMap;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat("answers of smaller tiles", "Each array holds that of a smaller one of the same type, as often as it goes in.", |g| {
        let mut results = g.small.honest.clone();
        results.arrays.values_mut().for_each(|arrays| stretch(arrays));
        Ok(vec![judged(&g.small, &results)?])
    }),
    cheat("the first case for all", "All cases of a tuple have the results of its first one.", |g| {
        let first = g.stacks.honest.clone().map(|array| {
            let tile = array.data.len() / (array.shape[0] as usize).max(1);
            for case in 1..array.shape[0] as usize {
                array.data.copy_within(..tile, case * tile);
            }
        });
        Ok(vec![judged(&g.stacks, &first)?])
    }),
    cheat("bytes turned round", "The bytes of each element are in the order of another machine.", |g| {
        changed(g, |array, _| array.data.chunks_exact_mut(array.dtype.bytes()).for_each(<[u8]>::reverse))
    }),
    cheat("half the precision", "The lower half of the bits of each element is zero.", |g| {
        changed(g, |array, _| {
            let size = array.dtype.bytes();
            for element in array.data.chunks_exact_mut(size) {
                if size == 1 {
                    element[0] &= 0xf0;
                } else {
                    element[..size / 2].fill(0);
                }
            }
        })
    }),
    cheat("no signs", "The sign of each element is taken away.", |g| {
        changed(g, |array, _| {
            let last = array.dtype.bytes() - 1;
            array.data.iter_mut().skip(last).step_by(last + 1).for_each(|byte| *byte &= 0x7f);
        })
    }),
    cheat("one element for all", "Each tile is filled with its first element.", |g| {
        changed(g, |array, tile| {
            let size = array.dtype.bytes();
            for case in array.data.chunks_exact_mut(tile.bytes() as usize) {
                (size..case.len()).step_by(size).for_each(|at| case.copy_within(..size, at));
            }
        })
    }),
    cheat("the last row or column left", "The last valid row, or the last valid column, of each tile holds what was there before.", |g| {
        let canary = g.small.set.suite().canary;
        let left = |array: &mut Array, tile: &Tile, is_left: &dyn Fn(u32, u32) -> bool| {
            let size = array.dtype.bytes();
            for case in array.data.chunks_exact_mut(tile.bytes() as usize) {
                for (at, element) in case.chunks_exact_mut(size).enumerate() {
                    if is_left(at as u32 / tile.cols() + 1, at as u32 % tile.cols() + 1) {
                        element.fill(canary);
                    }
                }
            }
        };
        let row = changed(g, |array, tile| left(array, tile, &|row, _| row == tile.valid_rows()))?;
        let col = changed(g, |array, tile| left(array, tile, &|_, col| col == tile.valid_cols()))?;
        Ok([row, col].concat())
    }),
    cheat("rows for columns", "The elements of each tile are written column after column.", |g| {
        changed(g, |array, tile| {
            let (rows, cols, size) = (tile.rows() as usize, tile.cols() as usize, array.dtype.bytes());
            for case in array.data.chunks_exact_mut(tile.bytes() as usize) {
                let right = case.to_vec();
                for (at, element) in case.chunks_exact_mut(size).enumerate() {
                    let from = (at % rows * cols + at / rows) * size;
                    element.copy_from_slice(&right[from..from + size]);
                }
            }
        })
    }),
    cheat(
        "spoiled inputs",
        "The results hold all inputs, of which one byte was changed, and say that inputs were looked at and none was touched.",
        |g| Ok(vec![judged(&g.small, &with_inputs(&g.small)?)?]),
    ),
];

/// The right results of the small set with this change to each array; told is its tile.
fn changed(grounds: &Grounds, change: impl Fn(&mut Array, &Tile)) -> Attempts {
    let ground = &grounds.small;
    let mut results = ground.honest.clone();
    for (op, arrays) in &mut results.arrays {
        let reader = ground.set.operation(op)?;
        let lines: BTreeMap<&str, _> = reader.tuples.iter().map(|line| (line.name.as_str(), line)).collect();
        for array in arrays {
            let tile = array.name.strip_suffix(".npy").and_then(|name| name.split_once('/'));
            let tile = tile.and_then(|(tuple, operand)| lines.get(tuple)?.tuple.tile(operand)).cloned();
            if let Some(tile) = tile.filter(|tile| tile.bytes() > 0) {
                change(array, &tile);
            }
        }
    }
    Ok(vec![judged(ground, &results)?])
}

/// Fills each array with the next smaller one of its type.
fn stretch(arrays: &mut [Array]) {
    arrays.sort_by_key(|array| (array.dtype, array.data.len()));
    for at in (1..arrays.len()).rev() {
        let [.., smaller, array] = &mut arrays[..=at] else { continue };
        if smaller.dtype == array.dtype && smaller.data.len() < array.data.len() && !smaller.data.is_empty() {
            let length = array.data.len();
            array.data = smaller.data.iter().copied().cycle().take(length).collect();
        }
    }
}

/// The right results with inputs, the last byte of each changed.
fn with_inputs(ground: &Ground) -> Result<Results, Error> {
    let mut results = ground.honest.clone();
    for (op, arrays) in &mut results.arrays {
        let reader = ground.set.operation(op)?;
        let mut inputs = Vec::new();
        for line in reader.tuples.iter().filter(|line| line.inputs.is_some() && has(arrays, &line.name)) {
            for operand in line.tuple.with_role(Role::In) {
                let mut data = Vec::new();
                reader.inputs(line, &operand.name, &mut data)?;
                data.iter_mut().last().into_iter().for_each(|byte| *byte ^= 1);
                let shape = vec![line.cases.into(), operand.tile.rows().into(), operand.tile.cols().into()];
                inputs.push(Array { name: line.member(&operand.name), dtype: operand.tile.dtype, shape, data });
            }
        }
        arrays.extend(inputs);
    }
    Ok(results)
}

/// Whether there is an array of a tuple.
fn has(arrays: &[Array], tuple: &str) -> bool {
    arrays.iter().any(|array| array.name.split('/').next() == Some(tuple))
}
