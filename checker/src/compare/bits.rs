//! Bit for bit.

use ptoconf_schemas::DType;

/// Whether the rows are the same bytes, apart from elements whose mask byte is 0.
pub(super) fn row_fits(dtype: DType, expected: &[u8], mask: Option<&[u8]>, actual: &[u8]) -> bool {
    if expected == actual {
        return true;
    }
    let Some(mask) = mask else { return false };
    let size = dtype.bytes();
    let pairs = expected.chunks_exact(size).zip(actual.chunks_exact(size));
    pairs.zip(mask).all(|((e, a), &m)| m == 0 || e == a)
}
