//! Between two values, with the special values listed apart.

use super::word::{Word, infinity, with_word};
use super::{Enclosure, element_fits_within};
use ptoconf_schemas::DType;

/// Elements that are looked at together.
const RUN: usize = 64;

/// Whether every element of the row lies in its enclosure, apart from those whose mask byte is 0.
pub(super) fn row_fits(dtype: DType, enclosure: Enclosure<'_>, mask: Option<&[u8]>, actual: &[u8]) -> bool {
    let elements = actual.len() / dtype.bytes();
    (0..elements).step_by(RUN).all(|from| {
        let to = (from + RUN).min(elements);
        let run = Run { dtype, enclosure, actual, from, to };
        run.finite_and_inside() || run.each_fits(mask)
    })
}

struct Run<'a> {
    dtype: DType,
    enclosure: Enclosure<'a>,
    actual: &'a [u8],
    from: usize,
    to: usize,
}

impl Run<'_> {
    /// The common case, without a branch per element: all finite, all inside, none masked.
    fn finite_and_inside(&self) -> bool {
        if !self.dtype.is_float() {
            return false;
        }
        let size = self.dtype.bytes();
        let cut = |bytes: &[u8]| self.from * size..(self.to * size).min(bytes.len());
        let [low, high, actual] = [self.enclosure.lowest, self.enclosure.highest, self.actual].map(|b| &b[cut(b)]);
        with_word!(self.dtype, words_inside(infinity(self.dtype), low, high, actual))
    }

    fn each_fits(&self, mask: Option<&[u8]>) -> bool {
        (self.from..self.to)
            .all(|i| mask.is_some_and(|m| m[i] == 0) || element_fits_within(self.dtype, self.enclosure, i, self.dtype.read(self.actual, i)))
    }
}

fn words_inside<W: Word>(infinity: u64, low: &[u8], high: &[u8], actual: &[u8]) -> bool {
    let infinity = W::low(infinity);
    let bounds = low.chunks_exact(W::BYTES).zip(high.chunks_exact(W::BYTES));
    bounds.zip(actual.chunks_exact(W::BYTES)).fold(true, |good, ((low, high), actual)| {
        let actual = W::load(actual);
        good & (actual.magnitude() < infinity) & actual.between(W::load(low), W::load(high))
    })
}
