//! A row of numbered containers of one kind, each cut before it grows too large.

use crate::names::container_name;
use crate::stored::Stored;
use crate::{Error, FileDigest, NpzWriter};
use ptoconf_schemas::Array;
use std::fs;
use std::path::{Path, PathBuf};

/// A container is cut before it exceeds this many bytes.
const CUT_BYTES: u64 = 256 << 20;
/// And before it has more members than this.
const CUT_MEMBERS: usize = 60_000;

/// The containers `<kind>-000.npz`, `<kind>-001.npz`, … of a folder.
pub(crate) struct Shelf {
    dir: PathBuf,
    kind: &'static str,
    cut: u64,
    open: Option<NpzWriter>,
    /// Finished containers in order; the open one comes after them.
    finished: Vec<FileDigest>,
}

impl Shelf {
    pub fn new(dir: &Path, kind: &'static str) -> Shelf {
        Shelf { dir: dir.to_owned(), kind, cut: CUT_BYTES, open: None, finished: Vec::new() }
    }

    /// Writes arrays into one container; returns its name, `None` if there are no arrays.
    pub fn put(&mut self, arrays: &[Array]) -> Result<Option<String>, Error> {
        if arrays.is_empty() {
            return Ok(None);
        }
        let size = arrays.iter().map(|a| room(a.data.len() as u64, &a.name)).sum();
        let (name, container) = self.container(size, arrays.len())?;
        for array in arrays {
            container.add(array)?;
        }
        Ok(Some(name))
    }

    /// The same with members of other containers, which are cut where the arrays in them would be.
    pub fn copy(&mut self, members: &[Stored<'_>]) -> Result<(), Error> {
        let mut size = 0;
        for member in members {
            size += room(member.data()?, member.name());
        }
        let (_, container) = self.container(size, members.len())?;
        members.iter().try_for_each(|member| container.copy(member))
    }

    /// The container for so many members of so many bytes, and its name.
    fn container(&mut self, size: u64, members: usize) -> Result<(String, &mut NpzWriter), Error> {
        let full = |c: &NpzWriter| c.bytes().saturating_add(size) > self.cut || c.members() + members > CUT_MEMBERS;
        if self.open.as_ref().is_some_and(full) {
            self.close()?;
        }
        let name = container_name(self.kind, self.finished.len() as u32);
        let container = match &mut self.open {
            Some(container) => container,
            none => {
                fs::create_dir_all(&self.dir).map_err(Error::io(&self.dir, "create the folder"))?;
                none.insert(NpzWriter::create(&self.dir.join(&name))?)
            }
        };
        Ok((name, container))
    }

    /// Finishes the open container, if there is one: what comes after it begins another.
    pub fn close(&mut self) -> Result<(), Error> {
        if let Some(container) = self.open.take() {
            self.finished.push(container.finish()?);
        }
        Ok(())
    }

    /// Finishes the last container; returns all with their names.
    pub fn finish(mut self) -> Result<Vec<(String, FileDigest)>, Error> {
        self.close()?;
        let name = |i: usize| container_name(self.kind, i as u32);
        Ok(self.finished.into_iter().enumerate().map(|(i, digest)| (name(i), digest)).collect())
    }
}

/// Bytes that a member may take: beside its data it costs two headers, its name twice, an npy header and padding.
fn room(data: u64, name: &str) -> u64 {
    data.saturating_add((2 * name.len() + 512) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Npz;
    use ptoconf_schemas::DType;

    #[test]
    fn containers_are_cut_before_they_have_too_many_members() {
        let dir = tempfile::tempdir().unwrap();
        let mut shelf = Shelf::new(dir.path(), "inputs");
        let arrays = |from: usize, to: usize| -> Vec<Array> {
            (from..to).map(|i| Array { name: format!("{i}.npy"), dtype: DType::U8, shape: vec![0], data: vec![] }).collect()
        };
        let parts = [(0, 59_999), (59_999, 60_000), (60_000, 60_001)];
        let files = parts.map(|(from, to)| shelf.put(&arrays(from, to)).unwrap().unwrap());
        assert_eq!(files, ["inputs-000.npz", "inputs-000.npz", "inputs-001.npz"]);
    }

    #[test]
    fn containers_are_cut_and_stacks_stay_together() {
        let dir = tempfile::tempdir().unwrap();
        let mut shelf = Shelf::new(dir.path(), "inputs");
        shelf.cut = 4000;
        let array =
            |i: usize, m: char| Array { name: format!("t{i}/{m}.npy"), dtype: DType::U8, shape: vec![600], data: vec![i as u8; 600] };
        let files: Vec<_> = (0..4).map(|i| shelf.put(&[array(i, 'a'), array(i, 'b')]).unwrap().unwrap()).collect();
        assert_eq!(files, ["inputs-000.npz", "inputs-000.npz", "inputs-001.npz", "inputs-001.npz"].map(String::from));
        assert_eq!(shelf.put(&[]).unwrap(), None);
        let finished = shelf.finish().unwrap();
        assert_eq!(finished.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>(), ["inputs-000.npz", "inputs-001.npz"].map(String::from));
        let npz = Npz::open(&dir.path().join("inputs-001.npz")).unwrap();
        assert_eq!(npz.names().collect::<Vec<_>>(), ["t2/a.npy", "t2/b.npy", "t3/a.npy", "t3/b.npy"]);
    }
}
