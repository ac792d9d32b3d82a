//! The crate npyz reads the arrays that are written here, and what it writes is read here.
//!
//! It is not what reads the results of others: see `dict.rs`.

use npyz::WriterBuilder;
use ptoconf_schemas::{Array, DType};
use ptoconf_vectors::{NpzWriter, read_npy};
use std::fs;

/// The arrays in a container: members are stored, so that each stands there as its file would.
fn members(container: &[u8]) -> impl Iterator<Item = &[u8]> {
    container.windows(6).enumerate().filter(|(_, start)| start == b"\x93NUMPY").map(|(at, _)| &container[at..])
}

#[test]
fn npyz_reads_what_is_written_here() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    for &dtype in DType::ALL {
        let data = (0..6 * dtype.bytes()).map(|i| i as u8).collect();
        writer.add(&Array { name: format!("{}.npy", dtype.name()), dtype, shape: vec![1, 2, 3], data }).unwrap();
    }
    writer.finish().unwrap();
    let container = fs::read(&path).unwrap();
    for (member, dtype) in members(&container).zip(DType::ALL) {
        let header = npyz::NpyFile::new(member).unwrap();
        assert_eq!(
            (header.dtype().descr(), header.shape(), header.order()),
            (format!("'{}'", dtype.numpy()), &[1, 2, 3][..], npyz::Order::C)
        );
        let mut left = header.into_inner();
        let data: Vec<u8> = (0..6 * dtype.bytes()).map(|i| i as u8).collect();
        assert_eq!(left.split_off(..data.len()), Some(&data[..]), "{}", dtype.name());
    }
    assert_eq!(members(&container).count(), DType::ALL.len());
}

#[test]
fn what_npyz_writes_is_read_here() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.npy");
    let numbers = [1.5f32, -0.0, f32::INFINITY, 7.0, 8.0, 9.0];
    let mut bytes = vec![];
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(&[3, 2]).writer(&mut bytes).begin_nd().unwrap();
    writer.extend(numbers).unwrap();
    writer.finish().unwrap();
    fs::write(&path, bytes).unwrap();
    let mut into = vec![];
    read_npy(&path, DType::F32, &[3, 2], &mut into).unwrap();
    assert_eq!(into, numbers.map(f32::to_le_bytes).concat());
    assert!(read_npy(&path, DType::F32, &[2, 3], &mut into).is_err());
}
