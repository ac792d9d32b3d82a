//! Still the canary.

use ptoconf_schemas::DType;

/// Whether every byte is the canary.
pub(crate) fn all_canary(canary: u8, bytes: &[u8]) -> bool {
    bytes.chunks(256).all(|chunk| chunk.iter().fold(0, |changed, b| changed | (b ^ canary)) == 0)
}

/// Whether every byte of the row is the canary, apart from elements whose mask byte is 0.
pub(super) fn row_fits(dtype: DType, canary: u8, mask: Option<&[u8]>, actual: &[u8]) -> bool {
    if all_canary(canary, actual) {
        return true;
    }
    let Some(mask) = mask else { return false };
    actual.chunks_exact(dtype.bytes()).zip(mask).all(|(element, &m)| m == 0 || all_canary(canary, element))
}
