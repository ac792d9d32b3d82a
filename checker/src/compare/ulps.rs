//! No more than so many units in the last place away.

use super::word::{Word, infinity, with_word};
use ptoconf_schemas::DType;

/// Whether every element of the row is near enough, apart from those whose mask byte is 0.
pub(super) fn row_fits(dtype: DType, nearest: &[u8], ulps: &[u8], mask: Option<&[u8]>, actual: &[u8]) -> bool {
    nearest == actual || with_word!(dtype, words_fit(infinity(dtype), nearest, ulps, mask, actual))
}

fn words_fit<W: Word>(infinity: u64, nearest: &[u8], ulps: &[u8], mask: Option<&[u8]>, actual: &[u8]) -> bool {
    let near = |((nearest, actual), ulps): ((&[u8], &[u8]), &u8)| {
        let [nearest, actual] = [nearest, actual].map(|bytes| W::load(bytes));
        nearest == actual || distance_of(infinity, nearest, actual).is_some_and(|distance| distance <= u64::from(*ulps))
    };
    let mut elements = nearest.chunks_exact(W::BYTES).zip(actual.chunks_exact(W::BYTES)).zip(ulps);
    match mask {
        None => elements.all(near),
        Some(mask) => elements.zip(mask).all(|(element, &m)| m == 0 || near(element)),
    }
}

/// How many representable numbers apart two are; none where the signs differ, or one of them alone is NaN.
#[inline]
fn distance_of<W: Word>(infinity: u64, a: W, b: W) -> Option<u64> {
    let [own, other] = [a, b].map(|w| w.magnitude().bits());
    match [own, other].map(|magnitude| magnitude > infinity) {
        [true, true] => Some(0),
        [false, false] if a.bits() ^ own == b.bits() ^ other => Some(own.abs_diff(other)),
        _ => None,
    }
}

/// How many representable numbers `actual` is away from `nearest`; none where the signs differ, or one of them alone is NaN.
pub(crate) fn distance(dtype: DType, nearest: u64, actual: u64) -> Option<u64> {
    with_word!(dtype, distance_between(infinity(dtype), nearest, actual))
}

fn distance_between<W: Word>(infinity: u64, nearest: u64, actual: u64) -> Option<u64> {
    distance_of(infinity, W::low(nearest), W::low(actual))
}

/// Whether an element is near enough.
pub(super) fn fits(dtype: DType, nearest: u64, ulps: u8, actual: u64) -> bool {
    nearest == actual || distance(dtype, nearest, actual).is_some_and(|distance| distance <= u64::from(ulps))
}

/// What is accepted and nearest to something that is not.
pub(super) fn accepted_near(dtype: DType, nearest: u64, ulps: u8, actual: u64) -> u64 {
    match distance(dtype, nearest, actual) {
        Some(_) => {
            let sign = dtype.float_masks().map_or(0, |(sign, ..)| sign);
            end(dtype, nearest, ulps, actual & !sign > nearest & !sign)
        }
        None => nearest,
    }
}

/// The last number that is accepted, away from zero or towards it.
pub(crate) fn end(dtype: DType, nearest: u64, ulps: u8, outward: bool) -> u64 {
    let (sign, infinity, _) = dtype.float_masks().unwrap_or_default();
    let magnitude = nearest & !sign;
    match magnitude {
        _ if magnitude > infinity => nearest,
        _ if outward => nearest & sign | (magnitude + u64::from(ulps)).min(infinity),
        _ => nearest & sign | magnitude.saturating_sub(u64::from(ulps)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::F16;

    #[test]
    fn numbers_of_one_sign_are_counted() {
        let d = |a, b| distance(F16, a, b);
        assert_eq!([d(0x3C00, 0x3C04), d(0xBC04, 0xBC00), d(0x0401, 0x03FF)], [Some(4), Some(4), Some(2)]);
        assert_eq!([d(0x7BFF, 0x7C00), d(0, 3), d(0x7E00, 0xFC01)], [Some(1), Some(3), Some(0)], "infinity, zero, NaN");
        assert_eq!([d(0, 0x8000), d(0x0001, 0x8001), d(0x7C00, 0x7C01), d(0x7E00, 0x7BFF)], [None; 4]);
    }

    #[test]
    fn a_row_fits_as_its_elements_do() {
        let row = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        let nearest = row(&[0x3C00, 0x7C00, 0x7E00, 0]);
        let ulps = [2, 1, 0, 1];
        let fits = |values: &[u16], mask: Option<&[u8]>| row_fits(F16, &nearest, &ulps, mask, &row(values));
        assert!(fits(&[0x3C02, 0x7BFF, 0xFE01, 1], None));
        for (at, wrong) in [(0, 0x3C03), (0, 0x3BFD), (0, 0xBC00), (1, 0x7BFE), (1, 0x7C01), (2, 0x7C00), (3, 2), (3, 0x8000)] {
            let mut values = [0x3C00, 0x7C00, 0x7E00, 0];
            values[at] = wrong;
            let mut mask = [1; 4];
            mask[at] = 0;
            assert!(!fits(&values, None) && fits(&values, Some(&mask)), "{wrong:x}");
            let expected = DType::F16.read(&nearest, at);
            assert!(!super::fits(F16, expected, ulps[at], wrong.into()));
            assert!(super::fits(F16, expected, ulps[at], accepted_near(F16, expected, ulps[at], wrong.into())));
        }
        assert_eq!([0x3D00, 0x3000, 0xBC00].map(|actual| accepted_near(F16, 0x3C00, 2, actual)), [0x3C02, 0x3BFE, 0x3C00]);
        assert_eq!(accepted_near(F16, 0xBC00, 2, 0xBD00), 0xBC02);
    }
}
