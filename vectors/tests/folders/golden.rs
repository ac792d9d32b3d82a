//! Every bit of the small files of the golden set counts.

use ptoconf_vectors::SetReader;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Bytes of what is a small file.
const SMALL: u64 = 3 << 10;

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn no_bit_of_a_small_file_may_differ_and_no_byte_be_missing() {
    let (mut files, mut changes) = (0, 0);
    for name in ["tuples", "values"] {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join(name);
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/golden").join(name), &dir);
        let set = SetReader::open(&dir).unwrap();
        set.verify_all(1).unwrap();
        for file in set.suite().files.iter().filter(|file| file.bytes <= SMALL) {
            let path = dir.join(&file.path);
            let whole = fs::read(&path).unwrap();
            // A byte is written in its place: to cut and write a file anew is slow on some disks.
            let open = fs::OpenOptions::new().write(true).open(&path).unwrap();
            let mut refused = || {
                assert!(set.verify_file(&file.path).is_err(), "{}", file.path);
                changes += 1;
            };
            for (at, byte) in whole.iter().enumerate() {
                for bit in 0..8 {
                    open.write_all_at(&[byte ^ 1 << bit], at as u64).unwrap();
                    refused();
                }
                open.write_all_at(&[*byte], at as u64).unwrap();
            }
            for length in (0..file.bytes).rev() {
                open.set_len(length).unwrap();
                refused();
            }
            fs::write(&path, &whole).unwrap();
            set.verify_file(&file.path).unwrap();
            files += 1;
        }
    }
    assert!(files > 20 && changes > 100_000, "{files} files, {changes} changes");
}
