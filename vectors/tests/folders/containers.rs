//! Containers: what is written is read back, and damage is never read as data.

use proptest::prelude::*;
use ptoconf_schemas::{Array, DType};
use ptoconf_vectors::{ArrayError, Npz, NpzWriter, read_npy};
use std::fs;
use std::path::Path;

fn write(path: &Path, arrays: &[Array]) -> Vec<u8> {
    let mut writer = NpzWriter::create(path).unwrap();
    arrays.iter().for_each(|a| writer.add(a).unwrap());
    let digest = writer.finish().unwrap();
    let bytes = fs::read(path).unwrap();
    assert_eq!(digest.bytes, bytes.len() as u64);
    assert_eq!(digest.blake3, blake3::hash(&bytes).to_hex().as_str());
    bytes
}

fn array(name: &str, dtype: DType, shape: &[u64], seed: u8) -> Array {
    let bytes = shape.iter().product::<u64>() as usize * dtype.bytes();
    let data = (0..bytes).map(|i| (i as u8).wrapping_mul(31).wrapping_add(seed)).collect();
    Array { name: name.into(), dtype, shape: shape.to_vec(), data }
}

fn small() -> Vec<Array> {
    vec![array("t/a.npy", DType::F32, &[2, 1, 3], 1), array("t/src0Idx.npy", DType::U8, &[5], 2), array("u.npy", DType::I64, &[0, 4], 3)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn arrays_come_back_and_are_aligned(
        members in prop::collection::vec((0..DType::ALL.len(), prop::collection::vec(0u64..40, 0..4), any::<u8>(), "[a-z]{1,40}"), 0..6)
    ) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.npz");
        let arrays: Vec<_> = members.iter().enumerate()
            .map(|(i, (d, shape, seed, name))| array(&format!("{name}/{i}.npy"), DType::ALL[*d], shape, *seed)).collect();
        let bytes = write(&path, &arrays);
        let npz = Npz::open(&path).unwrap();
        prop_assert_eq!(npz.names().count(), arrays.len());
        let mut data = vec![9; 17];
        for a in &arrays {
            npz.read(&a.name, a.dtype, &a.shape, &mut data).unwrap();
            prop_assert_eq!(&data, &a.data);
        }
        let starts = bytes.windows(6).enumerate().filter(|(_, w)| w == b"\x93NUMPY").map(|(i, _)| i);
        prop_assert_eq!(starts.filter(|at| at % 64 == 0).count(), arrays.len());
        // Padding is an extra field, whose own length has to fill what the header says of all of them.
        for (at, _) in bytes.windows(4).enumerate().filter(|(_, w)| *w == b"PK\x03\x04") {
            let field = |offset: usize| usize::from(u16::from_le_bytes([bytes[at + offset], bytes[at + offset + 1]]));
            let (name, extra) = (field(26), field(28));
            prop_assert!(extra == 0 || field(30 + name + 2) + 4 == extra);
        }
    }
}

#[test]
fn large_members_are_read_in_pieces_and_by_several_threads() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let arrays = [array("a.npy", DType::F32, &[700, 1031], 1), array("b.npy", DType::U16, &[1_000_003], 2)];
    write(&path, &arrays);
    let npz = Npz::open(&path).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut data = Vec::new();
                for a in &arrays {
                    npz.read(&a.name, a.dtype, &a.shape, &mut data).unwrap();
                    assert!(data == a.data);
                }
            });
        }
    });
}

#[test]
fn a_wrong_expectation_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    write(&path, &small());
    let npz = Npz::open(&path).unwrap();
    let mut data = Vec::new();
    let mut read = |name: &str, dtype, shape: &[u64]| npz.read(name, dtype, shape, &mut data).unwrap_err();
    let missing = read("t/b.npy", DType::F32, &[1]);
    assert_eq!(missing.to_string(), format!("{}: t/b.npy: missing; expected <f4 (1,)", path.display()));
    assert!(matches!(read("t/a.npy", DType::I32, &[2, 1, 3]), ArrayError::WrongDtype { .. }));
    let shape = read("t/a.npy", DType::F32, &[2, 3]);
    assert_eq!(shape.to_string(), format!("{}: t/a.npy: shape is (2, 1, 3), expected (2, 3)", path.display()));
    assert!(matches!(read("t/a.npy", DType::F32, &[u64::MAX, u64::MAX]), ArrayError::WrongShape { .. }));
}

#[test]
fn the_writer_refuses_what_it_cannot_write() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = NpzWriter::create(&dir.path().join("a.npz")).unwrap();
    writer.add(&array("a.npy", DType::U8, &[3], 0)).unwrap();
    writer.add(&array("eight.npy", DType::U8, &[1; 8], 0)).unwrap();
    assert_eq!(writer.members(), 2);
    let mut short = array("b.npy", DType::U16, &[3], 0);
    short.data.pop();
    for bad in [
        array("a.npy", DType::U8, &[3], 0),
        array("../b.npy", DType::U8, &[3], 0),
        array("b", DType::U8, &[3], 0),
        array("nine.npy", DType::U8, &[1; 9], 0),
        short,
    ] {
        let text = writer.add(&bad).unwrap_err().to_string();
        assert!(text.contains(&bad.name), "{text}");
    }
}

#[test]
fn a_container_holds_65_000_members_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    let member = |i: usize| Array { name: format!("{i}.npy"), dtype: DType::U8, shape: vec![0], data: vec![] };
    (0..65_000).for_each(|i| writer.add(&member(i)).unwrap());
    assert!(writer.add(&member(65_000)).unwrap_err().to_string().contains("would exceed"));
    writer.finish().unwrap();
    assert_eq!(Npz::open(&path).unwrap().names().count(), 65_000);
}

#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return println!("skipped: no /dev/full");
    }
    for size in [10, 5 << 20] {
        let mut writer = NpzWriter::create(full).unwrap();
        let added = writer.add(&array("a.npy", DType::U8, &[size], 0));
        let text = added.and_then(|()| writer.finish().map(drop)).unwrap_err().to_string();
        assert!(text.starts_with("/dev/full: cannot write"), "{text}");
    }
}

/// Reads every member as what was written; `None` where the container or any member is refused.
fn read_all(path: &Path, arrays: &[Array]) -> Option<Vec<Vec<u8>>> {
    let npz = Npz::open(path).ok()?;
    arrays.iter().map(|a| read_one(&npz, a)).collect()
}

fn read_one(npz: &Npz, a: &Array) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    npz.read(&a.name, a.dtype, &a.shape, &mut data).ok().map(|()| data)
}

#[test]
fn no_flipped_byte_changes_data() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let arrays = small();
    let good = write(&path, &arrays);
    let expected: Vec<_> = arrays.iter().map(|a| a.data.clone()).collect();
    let mut refused = 0;
    for at in 0..good.len() {
        for mask in [1, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[at] ^= mask;
            fs::write(&path, &bad).unwrap();
            match read_all(&path, &arrays) {
                Some(data) => assert_eq!(data, expected, "byte {at}"),
                None => refused += 1,
            }
        }
    }
    // What may be ignored: versions, times, attributes and padding, none of it near half of the file.
    assert!(refused > good.len() * 3 / 2, "{refused} of {}", good.len() * 3);
}

#[test]
fn no_truncation_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let good = write(&path, &small());
    for length in 0..good.len() {
        fs::write(&path, &good[..length]).unwrap();
        assert!(Npz::open(&path).is_err(), "{length}");
    }
}

/// Overwrites every occurrence of a field in both headers of the only member.
fn patch(bytes: &[u8], local: usize, central: usize, value: &[u8]) -> Vec<u8> {
    let mut bad = bytes.to_vec();
    let directory = bad.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    bad[local..local + value.len()].copy_from_slice(value);
    bad[directory + central..directory + central + value.len()].copy_from_slice(value);
    bad
}

#[test]
fn hostile_directories_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let good = write(&path, &[array("aa/a.npy", DType::U8, &[3], 0)]);
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Npz::open(&path).map(drop).unwrap_err().to_string()
    };
    for (name, what) in [(&b"../a.npy"[..], "relative path"), (b"/a/a.npy", "relative path"), (b"aa/a.txt", "relative path")] {
        assert!(open(&patch(&good, 30, 46, name)).contains(what));
    }
    assert!(open(&patch(&good, 8, 10, &[8])).contains("compressed"));
    assert!(open(&patch(&good, 6, 8, &[1])).contains("encrypted"));
    let huge: Vec<u8> = [0x7fff_fff0u32; 2].iter().flat_map(|n| n.to_le_bytes()).collect();
    assert!(open(&patch(&good, 18, 20, &huge)).contains("reach past"));
    // Twice the same directory entry: the same name, and the same bytes.
    let twice = write(&path, &[array("aa/a.npy", DType::U8, &[3], 0), array("aa/b.npy", DType::U8, &[3], 0)]);
    let second = twice.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    let mut bad = twice.clone();
    bad[second + 46..second + 54].copy_from_slice(b"aa/a.npy");
    assert!(open(&bad).contains("twice"));
    let mut bad = twice;
    bad[second + 42..second + 46].fill(0);
    assert!(open(&bad).contains("reach past"));
    let mut bad = good.clone();
    let end = bad.len() - 22;
    bad[end + 8..end + 12].fill(0xfe);
    assert!(open(&bad).contains("cannot hold"));
}

#[test]
fn loose_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npy");
    let file = |dict: &str, version: u8, data: usize| {
        let mut bytes = b"\x93NUMPY".to_vec();
        bytes.extend([version, 0]);
        match version {
            1 => bytes.extend((dict.len() as u16).to_le_bytes()),
            _ => bytes.extend((dict.len() as u32).to_le_bytes()),
        }
        bytes.extend(dict.as_bytes());
        bytes.extend(vec![7; data]);
        fs::write(&path, bytes).unwrap();
    };
    let mut into = Vec::new();
    let mut read = |dtype| read_npy(&path, dtype, &[2, 3], &mut into).map(|()| into.clone());
    assert!(matches!(read(DType::U16), Err(ArrayError::Missing { .. })));
    let dict = |descr: &str, order: &str| format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': (2, 3), }}\n");
    for (version, descr, dtype) in
        [(1, "'<u2'", DType::U16), (2, "'<u2'", DType::Bf16), (3, "'<V2'", DType::Bf16), (1, "'|V2'", DType::Bf16)]
    {
        file(&dict(descr, "False"), version, 12);
        assert_eq!(read(dtype).unwrap(), [7; 12]);
    }
    file(&(dict("'<u2'", "False") + &" ".repeat(5000)), 2, 12);
    assert_eq!(read(DType::U16).unwrap(), [7; 12]);
    file(&(dict("'<u2'", "False") + &" ".repeat(70_000)), 2, 12);
    assert!(matches!(read(DType::U16), Err(ArrayError::Damaged { .. })));
    let longest = dict("'<u2'", "False");
    file(&(longest.clone() + &" ".repeat((64 << 10) - 12 - longest.len())), 2, 12);
    assert_eq!(read(DType::U16).unwrap(), [7; 12]);
    file(&dict("'<u2'", "False"), 9, 12);
    assert!(read(DType::U16).unwrap_err().to_string().contains("npy version 9.0, expected 1.0, 2.0 or 3.0"));
    file(&dict("'<u2'", "True"), 1, 12);
    assert!(matches!(read(DType::U16), Err(ArrayError::FortranOrder { .. })));
    for order in [">", "=", "|", ""] {
        file(&dict(&format!("'{order}u2'"), "False"), 1, 12);
        assert!(matches!(read(DType::U16), Err(ArrayError::ByteOrder { .. })), "{order}");
    }
    for descr in ["'|O'", "'<i2'", "[('a', '<u2')]", "'<V2'"] {
        file(&dict(descr, "False"), 1, 12);
        assert!(matches!(read(DType::U16), Err(ArrayError::WrongDtype { .. })), "{descr}");
    }
    for data in [0, 11, 13] {
        file(&dict("'<u2'", "False"), 1, data);
        assert!(matches!(read(DType::U16), Err(ArrayError::Damaged { .. })), "{data}");
    }
    let folder = read_npy(dir.path(), DType::U16, &[2, 3], &mut Vec::new());
    assert!(matches!(folder, Err(ArrayError::Io { .. })), "a folder is there, so it is not missing");
    for length in 0..12 {
        fs::write(&path, &b"\x93NUMPY\x01\x00\x76\x00{'"[..length]).unwrap();
        assert!(matches!(read(DType::U16), Err(ArrayError::Damaged { .. })), "{length}");
    }
}
