//! Arrays and containers that are not what they should be.

use crate::common::{Ran, folder, groups, kinds, shared};
use crate::results::{Results, check};
use ptoconf_schemas::{Failure, FailureKind, Report};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A small run of one operation.
fn small() -> PathBuf {
    shared("small", "run --op tcolexpand --tier smoke --impl builtin:a2a3 --out . --report json=report.json")
}

/// Judges the results of the small run after `spoil` had its way with their container.
fn spoiled(spoil: impl Fn(&mut Vec<u8>)) -> (Ran, Option<Report>) {
    let (run, dir) = (small(), folder());
    Results::of(&run).write(&dir.path().join("results"));
    let file = dir.path().join("results/tcolexpand/outputs-000.npz");
    let mut bytes = std::fs::read(&file).unwrap();
    spoil(&mut bytes);
    std::fs::write(&file, bytes).unwrap();
    check(&run.join("vectors"), dir.path())
}

fn u16_at(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u16_at(bytes, at) | u16_at(bytes, at + 2) << 16
}

/// Offset of the first entry of the directory.
fn directory(bytes: &[u8]) -> usize {
    u32_at(bytes, bytes.len() - 22 + 16)
}

/// Offset and length of the data of a member of the directory, npy header included.
fn data(bytes: &[u8], entry: usize) -> (usize, usize) {
    let local = u32_at(bytes, entry + 42);
    (local + 30 + u16_at(bytes, local + 26) + u16_at(bytes, local + 28), u32_at(bytes, entry + 24))
}

/// The entry of the first member whose elements have several bytes.
fn first_entry(bytes: &[u8]) -> usize {
    let after = |at: &usize| Some(at + 46 + u16_at(bytes, at + 28) + u16_at(bytes, at + 30) + u16_at(bytes, at + 32));
    let mut entries = std::iter::successors(Some(directory(bytes)), after);
    let several = |&entry: &usize| bytes[data(bytes, entry).0..][..64].windows(2).any(|w| w == b"'<");
    entries.find(several).unwrap()
}

/// The data of that member.
fn first_member(bytes: &[u8]) -> (usize, usize) {
    data(bytes, first_entry(bytes))
}

/// Makes the checksum of the first member right again, so that only what it says is wrong.
fn sign(bytes: &mut [u8]) {
    let ((at, size), entry) = (first_member(bytes), first_entry(bytes));
    let local = u32_at(bytes, entry + 42);
    let crc = crc32fast::hash(&bytes[at..at + size]).to_le_bytes();
    bytes[entry + 16..entry + 20].copy_from_slice(&crc);
    bytes[local + 14..local + 18].copy_from_slice(&crc);
}

#[test]
fn containers_that_cannot_be_read() {
    let name = "tcolexpand/outputs-000.npz";
    let deflated = |b: &mut Vec<u8>| {
        let at = directory(b) + 10;
        b[at] = 8;
    };
    spoiled(deflated).0.expect(3, &[name, "compressed (method 8)", "numpy.savez"]);
    let overlapping = |b: &mut Vec<u8>| {
        let at = directory(b);
        for field in [20, 24] {
            b[at + field..at + field + 4].copy_from_slice(&(1u32 << 30).to_le_bytes());
        }
    };
    spoiled(overlapping).0.expect(3, &[name, "reach past"]);
    let same_place = |b: &mut Vec<u8>| {
        let first = directory(b);
        let second = first + 46 + u16_at(b, first + 28) + u16_at(b, first + 30) + u16_at(b, first + 32);
        b.copy_within(first + 42..first + 46, second + 42);
    };
    spoiled(same_place).0.expect(3, &[name, "reach past"]);
    for path in [&b"../"[..], b"/ab", b"a//", b"a\\b", b"c:\0", b"\xff\xfe/"] {
        let leaving = |b: &mut Vec<u8>| {
            let entry = directory(b);
            let local = u32_at(b, entry + 42);
            b[entry + 46..entry + 46 + path.len()].copy_from_slice(path);
            b[local + 30..local + 30 + path.len()].copy_from_slice(path);
        };
        spoiled(leaving).0.expect(3, &[name, "expected a relative path"]);
    }
    let many = |b: &mut Vec<u8>| {
        let end = b.len() - 22;
        b[end + 8..end + 12].copy_from_slice(&[0xFE, 0xFF, 0xFE, 0xFF]);
    };
    spoiled(many).0.expect(3, &[name, "cannot hold"]);
    for keep in [0, 21, 22, 1000] {
        spoiled(|b| b.truncate(keep)).0.expect(3, &[name, "cut short"]);
    }
    spoiled(|b| b.truncate(b.len() - 1)).0.expect(3, &[name]);
}

#[test]
fn every_cut_of_a_container_is_refused() {
    let run = small();
    let bytes = std::fs::read(run.join("results/tcolexpand/outputs-000.npz")).unwrap();
    let dir = folder();
    let file = dir.path().join("cut.npz");
    for keep in (0..bytes.len()).step_by(bytes.len() / 200) {
        std::fs::write(&file, &bytes[..keep]).unwrap();
        assert!(ptoconf_vectors::Npz::open(&file).is_err(), "{keep} of {}", bytes.len());
    }
}

/// The report after one member was spoiled: every case of one tuple is malformed, and the message has the words.
fn malformed(spoil: impl Fn(&mut Vec<u8>), words: &str) {
    let (ran, report) = spoiled(spoil);
    ran.expect(1, &[]);
    let report = report.unwrap();
    let failure = one_tuple_is_malformed(&report);
    assert!(failure.message.contains(words) && failure.message.contains("outputs-000.npz"), "{}", failure.message);
}

/// The first failure of a report in which all cases of one tuple are malformed, and nothing else failed.
fn one_tuple_is_malformed(report: &Report) -> &Failure {
    assert_eq!(kinds(report).into_keys().collect::<Vec<_>>(), [FailureKind::Malformed]);
    let failures: Vec<&Failure> = groups(report, FailureKind::Malformed).flat_map(|g| &g.first).collect();
    let tuples: BTreeSet<&str> = failures.iter().filter_map(|f| f.case.rsplit_once('/')).map(|(tuple, _)| tuple).collect();
    assert_eq!(tuples.len(), 1, "{tuples:?}");
    failures[0]
}

#[test]
fn members_that_cannot_be_read() {
    let damaged = |b: &mut Vec<u8>| {
        let (at, size) = first_member(b);
        b[at + size - 1] ^= 1;
    };
    malformed(damaged, "checksum");
    let not_an_array = |b: &mut Vec<u8>| {
        let at = first_member(b).0;
        b[at + 1] = b'X';
        sign(b);
    };
    malformed(not_an_array, "damaged");
    let big_endian = |b: &mut Vec<u8>| {
        let at = first_member(b).0;
        let order = (at..at + 64).find(|&i| b[i] == b'<').unwrap();
        b[order] = b'>';
        sign(b);
    };
    malformed(big_endian, "little-endian");
    let fortran = |b: &mut Vec<u8>| {
        let at = first_member(b).0;
        let flag = (at..at + 128).find(|&i| b[i..].starts_with(b"False")).unwrap();
        b[flag..flag + 5].copy_from_slice(b"True ");
        sign(b);
    };
    malformed(fortran, "Fortran");
}

#[test]
fn arrays_of_another_shape_or_type() {
    let run = small();
    let set = run.join("vectors");
    let honest = Results::of(&run);
    let with = |change: &dyn Fn(&mut ptoconf_schemas::Array)| {
        let mut results = honest.clone();
        change(&mut results.arrays.get_mut("tcolexpand").unwrap()[0]);
        let report = results.fails(&set);
        one_tuple_is_malformed(&report).message.clone()
    };
    let swapped = with(&|a| a.shape.swap(0, 1));
    assert!(swapped.contains("shape is"), "{swapped}");
    let flat = with(&|a| a.shape = vec![a.shape.iter().product()]);
    assert!(flat.contains("shape is"), "{flat}");
    let other = with(&|a| {
        let pairs = [
            ("i8", "u8"),
            ("u8", "i8"),
            ("i16", "u16"),
            ("u16", "i16"),
            ("f16", "i16"),
            ("bf16", "f16"),
            ("i32", "u32"),
            ("u32", "f32"),
            ("f32", "i32"),
        ];
        let own = pairs.iter().find(|(from, _)| *from == a.dtype.name()).unwrap().1;
        a.dtype = ptoconf_schemas::DType::parse(own).unwrap();
    });
    assert!(other.contains("dtype is"), "{other}");
}

/// A `.npy` file of version 1.
fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    header.push_str(&" ".repeat(127 - (10 + header.len()) % 64 - 63));
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(data);
    file
}

/// What becomes of a file: its path, dtype, shape and data.
type Spoil<'a> = &'a dyn Fn(&Path, &str, [u64; 2], &[u8]);

/// Results of the small run as loose files, after `spoil` had its way with the first of them.
fn loose(spoil: impl Fn(&Path, &str, [u64; 2], &[u8])) -> (Ran, Option<Report>) {
    let (run, dir) = (small(), folder());
    let mut results = Results::of(&run);
    let arrays = std::mem::take(&mut results.arrays);
    results.write(&dir.path().join("results"));
    for (i, array) in arrays["tcolexpand"].iter().enumerate() {
        let (tuple, file) = array.name.split_once('/').unwrap();
        let shape = [array.shape[1], array.shape[2]];
        let size = array.data.len() / array.shape[0] as usize;
        for (slot, data) in array.data.chunks(size).enumerate() {
            let folder = dir.path().join("results/tcolexpand").join(tuple).join(slot.to_string());
            std::fs::create_dir_all(&folder).unwrap();
            let (path, descr) = (folder.join(file), array.dtype.numpy());
            std::fs::write(&path, npy(descr, &format!("({}, {})", shape[0], shape[1]), data)).unwrap();
            if i == 0 && slot == 0 {
                spoil(&path, descr, shape, data);
            }
        }
    }
    check(&run.join("vectors"), dir.path())
}

#[test]
fn loose_files() {
    let (ran, report) = loose(|_, _, _, _| {});
    ran.expect(0, &[]);
    assert!(report.is_some_and(|r| r.exit_code == 0));
    let one = |spoil: Spoil, kind, words: &str| {
        let (ran, report) = loose(spoil);
        ran.expect(1, &[]);
        let report = report.unwrap();
        assert_eq!(kinds(&report).into_iter().collect::<Vec<_>>(), [(kind, 1)], "{words}");
        let message = &report.failures[0].first[0].message;
        assert!(message.contains(words), "{message}");
    };
    let rewrite = |path: &Path, descr: &str, shape: String, data: &[u8]| std::fs::write(path, npy(descr, &shape, data)).unwrap();
    one(&|p, d, [r, c], x| rewrite(p, d, format!("({c}, {r})"), x), FailureKind::Malformed, "shape");
    one(&|p, d, [r, c], x| rewrite(p, d, format!("(1, {r}, {c})"), x), FailureKind::Malformed, "shape");
    one(&|p, d, _, x| rewrite(p, d, "(18446744073709551615, 2)".into(), x), FailureKind::Malformed, "shape");
    one(&|p, _, [r, c], x| rewrite(p, "|O", format!("({r}, {c})"), x), FailureKind::Malformed, "");
    one(&|p, d, [r, c], x| rewrite(p, d, format!("({r}, {c})"), &x[1..]), FailureKind::Malformed, "");
    one(&|p, _, _, _| std::fs::write(p, "").unwrap(), FailureKind::Malformed, "");
    one(&|p, _, _, _| std::fs::remove_file(p).unwrap(), FailureKind::Missing, "");
}
