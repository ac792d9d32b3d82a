//! Right results in another order, or in other files.

use super::{add, empty};
use crate::cheats::{Ground, Results};
use crate::{Error, ProfileSets};
use ptoconf_checker::check;
use ptoconf_schemas::{Array, Expectation, Outcome, Role, VariantReport};
use ptoconf_vectors::ResultsReader;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Layout = (&'static str, &'static str, fn(&Ground, &Path) -> Result<(), Error>);

const LAYOUTS: &[Layout] = &[
    ("lines reversed", "The last case comes first.", |g, dir| {
        let mut results = g.honest.clone();
        results.lines.reverse();
        results.write(dir)
    }),
    ("arrays reversed", "The last array comes first.", |g, dir| {
        let mut results = g.honest.clone();
        results.arrays.values_mut().for_each(|arrays| arrays.reverse());
        results.write(dir)
    }),
    ("loose files", "Every tile is a file of its own.", loose),
    ("inputs returned", "Inputs come back with the outputs.", |g, dir| inputs(g)?.write(dir)),
    ("rules named", "Every rejection names its rule and has a message.", |g, dir| rules(g)?.write(dir)),
    ("bare lines", "Neither stages nor messages.", |g, dir| {
        let mut results = g.honest.clone();
        for line in &mut results.lines {
            (line.stage, line.message) = (None, None);
        }
        results.write(dir)
    }),
];

/// Judges every layout of the right results of the small set.
pub fn run(sets: &ProfileSets) -> Result<Vec<VariantReport>, Error> {
    let ground = Ground::new(&sets.profile, &sets.small)?;
    let mut reports = Vec::new();
    for (name, what, write) in LAYOUTS {
        let folder = tempfile::tempdir()?;
        let dir = folder.path().join("results");
        write(&ground, &dir)?;
        let judged = check(&ground.set, &ResultsReader::open(&dir)?, &ptoconf_checker::Options::default(), None)?;
        let mut report = empty(name, what, &sets.profile);
        add(&mut report, &judged);
        reports.push(report);
    }
    Ok(reports)
}

fn loose(ground: &Ground, dir: &Path) -> Result<(), Error> {
    ground.honest.clone().bare().write(dir)?;
    for (op, arrays) in &ground.honest.arrays {
        for array in arrays {
            let Some((tuple, operand)) = array.name.split_once('/') else { continue };
            let size = array.data.len() / (array.shape[0] as usize).max(1);
            for slot in 0..array.shape[0] as usize {
                let folder = dir.join(op).join(tuple).join(slot.to_string());
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(operand), npy(array, &array.data[slot * size..(slot + 1) * size]))?;
            }
        }
    }
    Ok(())
}

/// One tile of a stack as a .npy file.
fn npy(array: &Array, data: &[u8]) -> Vec<u8> {
    let mut head =
        format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", array.dtype.numpy(), array.shape[1], array.shape[2]);
    while !(10 + head.len() + 1).is_multiple_of(64) {
        head.push(' ');
    }
    head.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((head.len() as u16).to_le_bytes());
    file.extend(head.as_bytes());
    file.extend(data);
    file
}

fn inputs(ground: &Ground) -> Result<Results, Error> {
    let mut results = ground.honest.clone();
    for operation in &ground.set.suite().operations {
        let reader = ground.set.operation(&operation.name)?;
        let arrays = results.arrays.entry(operation.name.clone()).or_default();
        for line in reader.tuples.iter().filter(|l| l.inputs.is_some()) {
            for operand in line.tuple.with_role(Role::In).filter(|o| o.tile.bytes() > 0) {
                let mut data = Vec::new();
                reader.inputs(line, &operand.name, &mut data)?;
                let shape = vec![line.cases.into(), operand.tile.rows().into(), operand.tile.cols().into()];
                arrays.push(Array { name: line.member(&operand.name), dtype: operand.tile.dtype, shape, data });
            }
        }
    }
    Ok(results)
}

fn rules(ground: &Ground) -> Result<Results, Error> {
    let mut rules = BTreeMap::new();
    for operation in &ground.set.suite().operations {
        for answer in ground.set.operation(&operation.name)?.answers()? {
            if let Expectation::Reject { rule: Some(rule), .. } = &answer.expect {
                rules.insert(format!("{}/{}", operation.name, answer.tuple), rule.clone());
            }
        }
    }
    let mut results = ground.honest.clone();
    for line in results.lines.iter_mut().filter(|l| l.outcome == Outcome::Rejected) {
        line.rule = line.case.rsplit_once('/').and_then(|(tuple, _)| rules.get(tuple).map(ToString::to_string));
        line.message = Some("static assertion failed".to_owned());
    }
    Ok(results)
}
