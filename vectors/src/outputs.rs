//! The arrays that an implementation returned for one operation: stacks in containers, and loose files.

use crate::names::{is_container, is_safe_component};
use crate::npy::data_bytes;
use crate::operation::MAX_ARRAY;
use crate::tree::{Entry, is_there, list};
use crate::{ArrayError, Error, Npz, npy, read_npy};
use ptoconf_schemas::{DType, TupleLine, is_safe_name};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// All arrays of one operation: the members of `outputs-*.npz` and the loose files
/// `<tuple>/<slot>/<operand>.npy`. May be shared by threads.
#[derive(Debug, Default)]
pub struct Outputs {
    dir: PathBuf,
    containers: Vec<Npz>,
    /// Stacks that are no files, by member.
    memory: BTreeMap<String, Vec<u8>>,
    /// Slots that have a loose file, by tuple and operand.
    loose: BTreeMap<String, BTreeMap<String, BTreeSet<u32>>>,
    duplicates: Vec<String>,
    extra: Vec<String>,
}

/// Which slots of an operand could be read.
#[derive(Debug, Default)]
pub struct Slots {
    /// Holds for every slot without an error of its own.
    whole: Option<ArrayError>,
    each: BTreeMap<u32, ArrayError>,
}

impl Slots {
    /// Whether every slot was read.
    pub fn all_ok(&self) -> bool {
        self.whole.is_none() && self.each.is_empty()
    }

    /// Why this slot could not be read; `None` where it was.
    pub fn error(&self, slot: u32) -> Option<&ArrayError> {
        self.each.get(&slot).or(self.whole.as_ref())
    }

    fn failed(whole: ArrayError) -> Slots {
        Slots { whole: Some(whole), each: BTreeMap::new() }
    }
}

impl Outputs {
    pub(crate) fn open(dir: &Path) -> Result<Outputs, Error> {
        let mut outputs = Outputs { dir: dir.to_owned(), ..Outputs::default() };
        if !is_there(dir)? {
            return Ok(outputs);
        }
        for entry in list(dir)? {
            match (entry.is_dir, &entry.name) {
                (false, name) if is_container(name, "outputs") => outputs.containers.push(Npz::open(&entry.path)?),
                (true, name) if is_safe_name(name) => outputs.list_tuple(&entry)?,
                _ => outputs.extra.push(entry.path.display().to_string()),
            }
        }
        outputs.find_duplicates();
        Ok(outputs)
    }

    /// Stacks that were never written: whole tiles of all cases, by member (`<tuple>/<operand>.npy`).
    pub fn in_memory(stacks: BTreeMap<String, Vec<u8>>) -> Outputs {
        Outputs { memory: stacks, ..Outputs::default() }
    }

    /// Reads an operand of all cases of a tuple: `[cases, rows, cols]` of the physical tile, as
    /// little-endian bytes. Slots that could not be read hold the byte `canary` or have no
    /// meaning; the result says which they are.
    ///
    /// A stack is read where there is one; a slot that has a loose file as well is a duplicate.
    pub fn read(&self, tuple: &TupleLine, operand: &str, canary: u8, into: &mut Vec<u8>) -> Slots {
        let wanted = match Wanted::of(tuple, operand) {
            Ok(wanted) => wanted,
            Err(reason) => return Slots::failed(ArrayError::Damaged { place: self.place(tuple, operand), reason }),
        };
        let member = tuple.member(operand);
        if let Some(stack) = self.memory.get(&member).filter(|stack| stack.len() == wanted.bytes) {
            into.clone_from(stack);
            return Slots::default();
        }
        let mut holders = self.containers.iter().filter(|c| c.contains(&member));
        match (holders.next(), holders.next()) {
            (None, _) => self.read_loose(tuple, operand, &wanted, canary, into),
            (Some(one), None) => self.read_stack(one, tuple, operand, &wanted, into),
            (Some(one), Some(other)) => {
                let place = format!("{}: {member}", one.path().display());
                Slots::failed(ArrayError::Duplicate { place, other: other.path().display().to_string() })
            }
        }
    }

    /// Whether anything was returned for this operand, in a stack or loose.
    pub fn has(&self, tuple: &TupleLine, operand: &str) -> bool {
        self.has_stack(tuple, operand) || self.loose_slots(tuple, operand).is_some()
    }

    /// The same for one slot.
    pub fn has_slot(&self, tuple: &TupleLine, operand: &str, slot: u32) -> bool {
        self.has_stack(tuple, operand) || self.loose_slots(tuple, operand).is_some_and(|slots| slots.contains(&slot))
    }

    fn has_stack(&self, tuple: &TupleLine, operand: &str) -> bool {
        let member = tuple.member(operand);
        self.memory.contains_key(&member) || self.containers.iter().any(|c| c.contains(&member))
    }

    /// Whether there is no array at all.
    pub fn is_empty(&self) -> bool {
        self.containers.is_empty() && self.loose.is_empty() && self.memory.is_empty()
    }

    /// The containers, by name.
    pub(crate) fn containers(&self) -> &[Npz] {
        &self.containers
    }

    /// The loose files: tuple, slot, operand and path.
    pub(crate) fn loose(&self) -> impl Iterator<Item = (&str, u32, &str, PathBuf)> {
        self.loose.iter().flat_map(|(tuple, operands)| slots(tuple, operands)).map(|(tuple, slot, operand)| {
            let path = self.dir.join(tuple).join(slot.to_string()).join(format!("{operand}.npy"));
            (tuple, slot, operand, path)
        })
    }

    /// Members that more than one container has, each with its containers.
    pub fn duplicates(&self) -> &[String] {
        &self.duplicates
    }

    /// Files in the folder that have no meaning, because their names follow no rule.
    pub fn extra(&self) -> &[String] {
        &self.extra
    }

    fn read_stack(&self, npz: &Npz, tuple: &TupleLine, operand: &str, wanted: &Wanted, into: &mut Vec<u8>) -> Slots {
        let whole = npz.read(&tuple.member(operand), wanted.dtype, &wanted.shape, into).err();
        let loose = self.loose_slots(tuple, operand).into_iter().flatten().filter(|&&slot| slot < tuple.cases);
        let duplicate = |&slot: &u32| {
            let place = self.loose_path(tuple, operand, slot).display().to_string();
            (slot, ArrayError::Duplicate { place, other: npz.path().display().to_string() })
        };
        Slots { whole, each: loose.map(duplicate).collect() }
    }

    fn read_loose(&self, tuple: &TupleLine, operand: &str, wanted: &Wanted, canary: u8, into: &mut Vec<u8>) -> Slots {
        into.clear();
        into.resize(wanted.bytes, canary);
        let missing = || ArrayError::Missing { place: self.place(tuple, operand), expected: wanted.text() };
        let Some(slots) = self.loose_slots(tuple, operand) else {
            return Slots::failed(missing());
        };
        let mut result = Slots::default();
        let mut tile = Vec::new();
        let size = wanted.bytes / (tuple.cases as usize).max(1);
        for slot in 0..tuple.cases {
            let path = self.loose_path(tuple, operand, slot);
            let read = match slots.contains(&slot) {
                true => read_npy(&path, wanted.dtype, &wanted.shape[1..], &mut tile),
                false => Err(ArrayError::Missing { place: path.display().to_string(), expected: wanted.tile_text() }),
            };
            let at = slot as usize * size;
            match (read, into.get_mut(at..at + size)) {
                (Ok(()), Some(target)) if target.len() == tile.len() => target.copy_from_slice(&tile),
                (Ok(()), _) => drop(result.each.insert(slot, missing())),
                (Err(e), _) => drop(result.each.insert(slot, e)),
            }
        }
        result
    }

    fn loose_slots(&self, tuple: &TupleLine, operand: &str) -> Option<&BTreeSet<u32>> {
        self.loose.get(&tuple.name)?.get(operand)
    }

    fn loose_path(&self, tuple: &TupleLine, operand: &str, slot: u32) -> PathBuf {
        self.dir.join(&tuple.name).join(slot.to_string()).join(format!("{operand}.npy"))
    }

    /// For messages: where an operand would be.
    fn place(&self, tuple: &TupleLine, operand: &str) -> String {
        format!("{}/outputs-*.npz: {}", self.dir.display(), tuple.member(operand))
    }

    /// `<tuple>/<slot>/<operand>.npy`; anything else is extra.
    fn list_tuple(&mut self, folder: &Entry) -> Result<(), Error> {
        for entry in list(&folder.path)? {
            match slot_number(&entry) {
                Some(slot) => self.list_slot(&folder.name, slot, &entry.path)?,
                None => self.extra.push(entry.path.display().to_string()),
            }
        }
        Ok(())
    }

    fn list_slot(&mut self, tuple: &str, slot: u32, folder: &Path) -> Result<(), Error> {
        for entry in list(folder)? {
            match entry.name.strip_suffix(".npy") {
                Some(operand) if !entry.is_dir && is_safe_component(operand) => {
                    let operands = self.loose.entry(tuple.to_owned()).or_default();
                    operands.entry(operand.to_owned()).or_default().insert(slot);
                }
                _ => self.extra.push(entry.path.display().to_string()),
            }
        }
        Ok(())
    }

    fn find_duplicates(&mut self) {
        let mut holders: BTreeMap<&str, Vec<&Npz>> = BTreeMap::new();
        for container in self.containers.iter().filter(|_| self.containers.len() > 1) {
            for name in container.names() {
                holders.entry(name).or_default().push(container);
            }
        }
        let twice = holders.into_iter().filter(|(_, files)| files.len() > 1);
        let path = |npz: &&Npz| npz.path().display().to_string();
        let words = twice.map(|(name, files)| format!("{name}: in {}", files.iter().map(path).collect::<Vec<_>>().join(" and ")));
        self.duplicates = words.collect();
    }
}

/// The slots and operands of the loose files of a tuple.
fn slots<'a>(tuple: &'a str, operands: &'a BTreeMap<String, BTreeSet<u32>>) -> impl Iterator<Item = (&'a str, u32, &'a str)> {
    operands.iter().flat_map(move |(operand, slots)| slots.iter().map(move |slot| (tuple, *slot, operand.as_str())))
}

/// A slot folder has the number in canonical spelling.
fn slot_number(entry: &Entry) -> Option<u32> {
    let slot: u32 = entry.name.parse().ok()?;
    (entry.is_dir && slot.to_string() == entry.name).then_some(slot)
}

/// What an operand of a tuple has to look like.
struct Wanted {
    dtype: DType,
    shape: [u64; 3],
    bytes: usize,
}

impl Wanted {
    fn of(tuple: &TupleLine, operand: &str) -> Result<Wanted, String> {
        let tile = tuple.tuple.tile(operand).ok_or_else(|| format!("tuple {} has no operand {operand}", tuple.name))?;
        let shape = [tuple.cases.into(), tile.rows().into(), tile.cols().into()];
        let bytes = data_bytes(tile.dtype, &shape).filter(|&b| u128::from(b) <= MAX_ARRAY);
        let bytes = bytes.ok_or_else(|| format!("{} is more than {MAX_ARRAY} bytes", npy::shape_text(&shape)))?;
        Ok(Wanted { dtype: tile.dtype, shape, bytes: bytes as usize })
    }

    fn text(&self) -> String {
        format!("{} {}", self.dtype.numpy(), npy::shape_text(&self.shape))
    }

    fn tile_text(&self) -> String {
        format!("{} {}", self.dtype.numpy(), npy::shape_text(&self.shape[1..]))
    }
}
