//! The directory of a container, byte by byte, in its plain and in its 64-bit form.

use ptoconf_schemas::{Array, DType};
use ptoconf_vectors::{Npz, NpzWriter};
use std::fs;
use std::ops::Range;
use tempfile::TempDir;

const NAME: &str = "t/a.npy";
const END: usize = 22;
/// Marks of the end record: numbers of members, size and start of the directory.
const MARKS: [Range<usize>; 3] = [8..12, 12..16, 16..20];

struct Container {
    dir: TempDir,
    bytes: Vec<u8>,
    /// Where the directory begins.
    directory: usize,
}

fn container() -> Container {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    writer.add(&Array { name: NAME.into(), dtype: DType::U8, shape: vec![3], data: vec![1, 2, 3] }).unwrap();
    writer.finish().unwrap();
    let bytes = fs::read(path).unwrap();
    let directory = bytes.len() - END - 46 - NAME.len();
    assert_eq!(&bytes[directory..directory + 4], b"PK\x01\x02");
    Container { dir, bytes, directory }
}

impl Container {
    /// The member, or why it is refused.
    fn read(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let path = self.dir.path().join("b.npz");
        fs::write(&path, bytes).unwrap();
        let npz = Npz::open(&path).map_err(|e| e.to_string())?;
        let mut data = vec![];
        npz.read(NAME, DType::U8, &[3], &mut data).map_err(|e| e.to_string())?;
        Ok(data)
    }

    /// The same container with these marks in its end record, and what they stand for in a 64-bit one.
    fn wide(&self, marks: &[Range<usize>]) -> Vec<u8> {
        let (members, rest) = self.bytes.split_at(self.directory);
        let (entry, end) = rest.split_at(rest.len() - END);
        let mut entry = entry.to_vec();
        let field = |at: usize| u64::from(u32::from_le_bytes(entry[at..at + 4].try_into().unwrap())).to_le_bytes();
        // Another extra field comes first; size, packed size and offset follow in the 64-bit one.
        let extra = [&[9, 9, 2, 0, 0, 0, 1, 0, 24, 0][..], &field(24), &field(20), &field(42)].concat();
        [20..28, 42..46].into_iter().for_each(|at| entry[at].fill(0xFF));
        entry[30] = extra.len() as u8;
        let directory = [entry, extra].concat();
        let number = |n: usize| (n as u64).to_le_bytes();
        let start = number(members.len());
        let at = number(members.len() + directory.len());
        let record = [&b"PK\x06\x06"[..], &number(44), &[45, 0, 45, 0], &[0; 8], &number(1), &number(1), &number(directory.len()), &start];
        let locator = [&b"PK\x06\x07"[..], &[0; 4], &at, &[1, 0, 0, 0]];
        let mut end = end.to_vec();
        end[12..16].copy_from_slice(&(directory.len() as u32).to_le_bytes());
        marks.iter().for_each(|mark| end[mark.clone()].fill(0xFF));
        [members.to_vec(), directory, record.concat(), locator.concat(), end].concat()
    }
}

#[test]
fn only_versions_times_attributes_and_padding_may_differ() {
    let container = container();
    let local_extra = 30 + NAME.len()..64;
    let ignored = [4..6, 10..14, local_extra];
    let central = [4..8, 12..16, 36..42].map(|r| r.start + container.directory..r.end + container.directory);
    let ignored: Vec<usize> = ignored.into_iter().chain(central).flatten().collect();
    for at in 0..container.bytes.len() {
        let mut bad = container.bytes.clone();
        bad[at] ^= 0xFF;
        assert_eq!(container.read(&bad).ok(), ignored.contains(&at).then(|| vec![1, 2, 3]), "byte {at}");
    }
}

#[test]
fn the_64_bit_form_is_read_wherever_a_mark_says_so() {
    let container = container();
    for mark in MARKS {
        assert_eq!(container.read(&container.wide(&[mark])), Ok(vec![1, 2, 3]));
    }
    assert_eq!(container.read(&container.wide(&MARKS)), Ok(vec![1, 2, 3]));
    assert!(container.read(&container.wide(&[])).unwrap_err().contains("expected it to end at"), "a record that no mark asks for");
}

#[test]
fn no_byte_of_the_64_bit_form_may_differ() {
    let container = container();
    let wide = container.wide(&MARKS);
    let record = wide.len() - END - 20 - 56;
    // Versions do not count; nor do size and start in the end record, as long as another field has the mark.
    let end = wide.len() - END;
    let ignored = [record + 12..record + 16, end + 12..end + 20];
    for at in (record..wide.len()).filter(|at| !ignored.iter().any(|r| r.contains(at))) {
        let mut bad = wide.clone();
        bad[at] ^= 1;
        assert!(container.read(&bad).is_err(), "byte {at} of {} from {record}", wide.len());
    }
    // The extra fields: of the first one only its length counts.
    let first = container.directory + 46 + NAME.len();
    for at in (first + 2..record).filter(|at| !(first + 4..first + 6).contains(at)) {
        let mut bad = wide.clone();
        bad[at] ^= 1;
        assert!(container.read(&bad).is_err(), "byte {at} of the extra fields from {first}");
    }
}

#[test]
fn counts_that_the_directory_cannot_hold_are_refused_at_once() {
    let container = container();
    let end = container.bytes.len() - END;
    for (count, text) in [(2u16, "cannot hold 2 members"), (u16::MAX, "cannot hold 65535 members")] {
        let mut bad = container.bytes.clone();
        bad[end + 8..end + 10].copy_from_slice(&count.to_le_bytes());
        bad[end + 10..end + 12].copy_from_slice(&count.to_le_bytes());
        let found = container.read(&bad).unwrap_err();
        assert!(found.contains(text), "{found}");
    }
}

#[test]
fn a_member_may_end_before_the_next_part_and_not_behind_its_begin() {
    let container = container();
    let (members, rest) = container.bytes.split_at(container.directory);
    let mut gap = [members, &[0; 16], rest].concat();
    let start = gap.len() - END + 16;
    gap[start..start + 4].copy_from_slice(&(container.directory as u32 + 16).to_le_bytes());
    assert_eq!(container.read(&gap), Ok(vec![1, 2, 3]));
    let mut long = container.bytes.clone();
    long[28] += 1;
    let found = container.read(&long).unwrap_err();
    assert!(found.contains("overlaps what follows"), "{found}");
}
