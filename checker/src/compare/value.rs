//! Bit for bit, but any NaN stands for any NaN.

use super::word::{Word, infinity, with_word};
use ptoconf_schemas::DType;

/// Whether the rows hold the same values, apart from elements whose mask byte is 0.
pub(super) fn row_fits(dtype: DType, expected: &[u8], mask: Option<&[u8]>, actual: &[u8]) -> bool {
    expected == actual || with_word!(dtype, words_fit(infinity(dtype), expected, mask, actual))
}

fn words_fit<W: Word>(infinity: u64, expected: &[u8], mask: Option<&[u8]>, actual: &[u8]) -> bool {
    let infinity = W::low(infinity);
    let same = |(e, a): (&[u8], &[u8])| {
        let (e, a) = (W::load(e), W::load(a));
        e == a || (e.magnitude() > infinity && a.magnitude() > infinity)
    };
    let mut pairs = expected.chunks_exact(W::BYTES).zip(actual.chunks_exact(W::BYTES));
    match mask {
        None => pairs.all(same),
        Some(mask) => pairs.zip(mask).all(|(pair, &m)| m == 0 || same(pair)),
    }
}
