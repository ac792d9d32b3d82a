//! numpy reads what is written here, and what numpy writes is read here.

use ptoconf_schemas::{Array, DType};
use ptoconf_vectors::{ArrayError, Npz, NpzWriter};
use std::path::Path;
use std::process::Command;

/// Runs a script with numpy in `dir`; `false` where there is no numpy.
fn python(dir: &Path, script: &str) -> bool {
    let has_numpy = Command::new("python3").args(["-c", "import numpy"]).output().is_ok_and(|o| o.status.success());
    if !has_numpy {
        println!("skipped: python3 with numpy is not here");
        return false;
    }
    let output = Command::new("python3").arg("-c").arg(format!("import numpy as np\n{script}")).current_dir(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

#[test]
fn numpy_reads_our_containers() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = NpzWriter::create(&dir.path().join("a.npz")).unwrap();
    for &dtype in DType::ALL {
        let data = (0..6 * dtype.bytes()).map(|i| i as u8).collect();
        writer.add(&Array { name: format!("t/{}.npy", dtype.name()), dtype, shape: vec![1, 2, 3], data }).unwrap();
    }
    writer.finish().unwrap();
    let script = "
import zipfile
assert zipfile.ZipFile('a.npz').testzip() is None
z = np.load('a.npz')
types = dict(i8='|i1', u8='|u1', i16='<i2', u16='<u2', i32='<i4', u32='<u4', i64='<i8', u64='<u8', f16='<f2', bf16='<u2', f32='<f4')
assert set(z.files) == {'t/' + n for n in types}
for name, t in types.items():
    a = z['t/' + name]
    assert a.dtype == np.dtype(t) and a.shape == (1, 2, 3) and a.flags.c_contiguous, name
    assert a.tobytes() == bytes(range(6 * a.itemsize)), name
";
    python(dir.path(), script);
}

#[test]
fn we_read_what_numpy_writes() {
    let dir = tempfile::tempdir().unwrap();
    let script = "
a = np.arange(6, dtype='<u2').reshape(2, 3)
np.savez('a.npz', **{'t/plain': a, 't/fortran': np.asfortranarray(a), 't/big': a.astype('>u2'), 't/float': a.astype('f4'),
                     't/object': a.astype(object), 't/bytes': a.astype('i1'), 't/bits': a.view('V2'), 't/large': np.arange(300000, dtype='<u4')})
np.savez_compressed('c.npz', a=a)
np.savez('e.npz')
";
    if !python(dir.path(), script) {
        return;
    }
    let npz = Npz::open(&dir.path().join("a.npz")).unwrap();
    let mut into = Vec::new();
    let mut read = |name: &str, dtype, shape: &[u64]| npz.read(&format!("t/{name}.npy"), dtype, shape, &mut into).map(|()| into.clone());
    let plain: Vec<u8> = (0..6u16).flat_map(u16::to_le_bytes).collect();
    assert_eq!(read("plain", DType::U16, &[2, 3]).unwrap(), plain);
    assert_eq!(read("plain", DType::Bf16, &[2, 3]).unwrap(), plain);
    assert_eq!(read("bits", DType::Bf16, &[2, 3]).unwrap(), plain);
    assert_eq!(read("bytes", DType::I8, &[2, 3]).unwrap(), [0, 1, 2, 3, 4, 5]);
    let large: Vec<u8> = (0..300_000u32).flat_map(u32::to_le_bytes).collect();
    assert!(read("large", DType::U32, &[300_000]).unwrap() == large);
    assert!(matches!(read("fortran", DType::U16, &[2, 3]), Err(ArrayError::FortranOrder { .. })));
    assert!(matches!(read("big", DType::U16, &[2, 3]), Err(ArrayError::ByteOrder { .. })));
    assert!(matches!(read("float", DType::F16, &[2, 3]), Err(ArrayError::WrongDtype { .. })));
    assert!(matches!(read("object", DType::U64, &[2, 3]), Err(ArrayError::WrongDtype { .. })));
    assert!(matches!(read("plain", DType::U16, &[3, 2]), Err(ArrayError::WrongShape { .. })));
    let compressed = Npz::open(&dir.path().join("c.npz")).unwrap_err().to_string();
    assert!(compressed.contains("compressed") && compressed.contains("numpy.savez"), "{compressed}");
    assert_eq!(Npz::open(&dir.path().join("e.npz")).unwrap().names().count(), 0);
}

#[test]
fn containers_with_very_many_members_are_read() {
    let dir = tempfile::tempdir().unwrap();
    // The most members that a plain end record counts, and one more, written as numpy writes them.
    let script = "
import io, zipfile
b = io.BytesIO(); np.lib.format.write_array(b, np.arange(3, dtype='u1')); b = b.getvalue()
for n in 65535, 65536:
    with zipfile.ZipFile(f'{n}.npz', 'w') as z:
        for i in range(n):
            z.writestr(f't{i}/a.npy', b)
";
    if !python(dir.path(), script) {
        return;
    }
    for n in [65535, 65536] {
        let npz = Npz::open(&dir.path().join(format!("{n}.npz"))).unwrap();
        assert_eq!(npz.names().count(), n);
        let mut into = Vec::new();
        npz.read(&format!("t{}/a.npy", n - 1), DType::U8, &[3], &mut into).unwrap();
        assert_eq!(into, [0, 1, 2]);
    }
}
