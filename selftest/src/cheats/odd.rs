//! Results that are no files of their own, or lie beside others.

use super::containers::container;
use super::{Attempts, Cheat, Ground, Grounds, cheat};
use crate::Error;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Where a file of results is.
type Place = fn(&Grounds, &Path) -> PathBuf;

/// Puts something that has to do with the first path in the place of the second.
type Put = fn(&Path, &Path) -> Result<(), Error>;

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat("answers handed in", "A container of results is a hard or a symbolic link to answers or inputs of the set.", |g| {
        let set = g.small.dir.join(g.small.operation());
        // Folders of two devices cannot share a file.
        let hard: Put = |from, to| Ok(fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(|_| ()))?);
        let soft: Put = |from, to| Ok(symlink(from, to)?);
        let attempt = |(file, put): (&str, Put)| replaced(g, container, |_, path| put(&set.join(file), path));
        ["answers-000.npz", "inputs-000.npz"].into_iter().flat_map(|file| [(file, hard), (file, soft)]).map(attempt).collect()
    }),
    cheat("links and pipes", "A file of the results is a link to the right one or to an endless device, a pipe, or a folder.", |g| {
        let places: [Place; 3] = [|_, dir| dir.join("results.json"), |_, dir| dir.join("results.jsonl"), container];
        let instead: [Put; 4] = [
            |right, path| Ok(symlink(right, path)?),
            |_, path| Ok(symlink("/dev/zero", path)?),
            |_, path| Ok(mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).map_err(std::io::Error::from)?),
            |_, path| Ok(fs::create_dir(path)?),
        ];
        let all = places.into_iter().flat_map(|place| instead.map(|put| (place, put)));
        all.map(|(place, put)| replaced(g, place, put)).collect()
    }),
    cheat("loose arrays beside stacks", "An array of one case is a file of its own, too, right or empty.", |g| loose(&g.small)),
];

/// The right results of the small set with something in place of a file; told are a copy of it and where it was.
fn replaced(grounds: &Grounds, place: Place, put: impl FnOnce(&Path, &Path) -> Result<(), Error>) -> Result<Vec<String>, Error> {
    let aside = tempfile::tempdir()?;
    grounds.small.spoiled(|dir| {
        let (path, right) = (place(grounds, dir), aside.path().join("right"));
        fs::copy(&path, &right)?;
        fs::remove_file(&path)?;
        put(&right, &path)
    })
}

fn loose(ground: &Ground) -> Attempts {
    let Some(array) = ground.honest.arrays.get(ground.operation()).and_then(|arrays| arrays.first()) else { return Ok(vec![]) };
    let (tuple, operand) = array.name.split_once('/').unwrap_or_default();
    let tile = &array.data[..array.data.len() / (array.shape[0] as usize).max(1)];
    let (kind, rows, cols) = (array.dtype.numpy(), array.shape[1], array.shape[2]);
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {cols}), }}");
    let right = [b"\x93NUMPY\x01\x00\x76\x00".as_slice(), format!("{header:<117}\n").as_bytes(), tile].concat();
    let attempt = |bytes: &[u8]| {
        ground.spoiled(|dir| {
            let folder = dir.join(ground.operation()).join(tuple).join("0");
            fs::create_dir_all(&folder)?;
            Ok(fs::write(folder.join(operand), bytes)?)
        })
    };
    Ok(vec![attempt(&right)?, attempt(&[])?])
}
