//! Compares a stack of returned tiles with one expected answer: a file per mode.
//!
//! Whole rows are compared first, as bytes or as machine words; single elements are only looked
//! at where a row differs.

mod bits;
mod geometry;
#[cfg(test)]
mod tests;
pub(crate) mod ulps;
pub(crate) mod unchanged;
mod value;
mod within;
mod word;

use crate::element::special_bit;
pub use geometry::Geometry;
use ptoconf_schemas::DType;

/// The arrays of [`ptoconf_schemas::Judgement::Within`], each of shape `[cases, region rows, region cols]`.
#[derive(Clone, Copy, Debug)]
pub struct Enclosure<'a> {
    /// Lowest accepted values, little-endian.
    pub lowest: &'a [u8],
    /// Highest accepted values, little-endian.
    pub highest: &'a [u8],
    /// Accepted special values, a byte per element.
    pub special: &'a [u8],
}

/// What a region is compared with. Arrays have the shape `[cases, region rows, region cols]`.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// These bits.
    Bits(&'a [u8]),
    /// These values; any NaN stands for any NaN.
    Value(&'a [u8]),
    /// Anything in the enclosure.
    Within(Enclosure<'a>),
    /// These values, or what is no more representable numbers away than the byte of each says.
    Ulps {
        /// The values, little-endian.
        nearest: &'a [u8],
        /// A byte per element.
        ulps: &'a [u8],
    },
    /// This canary byte.
    Unchanged(u8),
    /// Anything.
    Unspecified,
}

/// One output answer, ready to be compared with a stack of physical tiles.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// Element type of the tile.
    pub dtype: DType,
    /// Shapes.
    pub geometry: Geometry,
    /// The expected values.
    pub expected: Expected<'a>,
    /// A byte per element of the regions: 0 is not judged.
    pub mask: Option<&'a [u8]>,
}

impl Comparison<'_> {
    /// Clears `fits[case]` for each case of `actual` that does not fit. `actual` holds the
    /// physical tiles, `[cases, rows, cols]`, little-endian.
    pub fn judge(&self, actual: &[u8], fits: &mut [bool]) {
        if matches!(self.expected, Expected::Unspecified) {
            return;
        }
        let whole = self.geometry.whole();
        if whole.is_some_and(|geometry| Comparison { geometry, ..*self }.case_fits(actual, 0)) {
            return;
        }
        let joined = Comparison { geometry: self.geometry.joined(), ..*self };
        for (case, fits) in fits.iter_mut().enumerate().filter(|(_, fits)| **fits) {
            *fits = joined.case_fits(actual, case);
        }
    }

    fn case_fits(&self, actual: &[u8], case: usize) -> bool {
        (0..self.geometry.region_rows).all(|row| self.row_fits(actual, case, row))
    }

    /// Whether all of a row of the region of `case` fits.
    pub fn row_fits(&self, actual: &[u8], case: usize, row: usize) -> bool {
        let size = self.dtype.bytes();
        let (at, from) = (self.geometry.actual(case, row), self.geometry.expected(case, row));
        let actual = &actual[at.start * size..at.end * size];
        let cut = |array: &'_ [u8]| from.start * size..(from.end * size).min(array.len());
        let mask = self.mask.map(|mask| &mask[from.clone()]);
        match self.expected {
            Expected::Bits(expected) => bits::row_fits(self.dtype, &expected[cut(expected)], mask, actual),
            Expected::Value(expected) => value::row_fits(self.dtype, &expected[cut(expected)], mask, actual),
            Expected::Within(Enclosure { lowest, highest, special }) => {
                let (lowest, highest) = (&lowest[cut(lowest)], &highest[cut(highest)]);
                let row = Enclosure { lowest, highest, special: &special[from] };
                within::row_fits(self.dtype, row, mask, actual)
            }
            Expected::Ulps { nearest, ulps } => ulps::row_fits(self.dtype, &nearest[cut(nearest)], &ulps[from], mask, actual),
            Expected::Unchanged(canary) => unchanged::row_fits(self.dtype, canary, mask, actual),
            Expected::Unspecified => true,
        }
    }

    /// Whether the element at `row`, `col` of the region of `case` is judged at all.
    pub fn is_judged(&self, case: usize, row: usize, col: usize) -> bool {
        let index = self.geometry.expected(case, row).start + col;
        let in_region = row < self.geometry.region_rows && col < self.geometry.region_cols;
        in_region && !matches!(self.expected, Expected::Unspecified) && self.mask.is_none_or(|mask| mask[index] != 0)
    }

    /// Number of elements that are judged in a row of the region of `case`.
    pub fn judged_in(&self, case: usize, row: usize) -> usize {
        let elements = self.geometry.expected(case, row);
        match (self.expected, self.mask) {
            (Expected::Unspecified, _) => 0,
            (_, Some(mask)) => mask[elements].iter().filter(|&&judged| judged != 0).count(),
            (_, None) => elements.len(),
        }
    }

    /// Whether `bits` fit at `row`, `col` of the region of `case`; whatever is not judged fits.
    pub fn element_fits(&self, case: usize, row: usize, col: usize, bits: u64) -> bool {
        if !self.is_judged(case, row, col) {
            return true;
        }
        let index = self.geometry.expected(case, row).start + col;
        match self.expected {
            Expected::Bits(expected) => self.dtype.read(expected, index) == bits,
            Expected::Value(expected) => {
                let expected = self.dtype.read(expected, index);
                expected == bits || (self.dtype.is_nan(expected) && self.dtype.is_nan(bits))
            }
            Expected::Within(enclosure) => element_fits_within(self.dtype, enclosure, index, bits),
            Expected::Ulps { nearest, ulps } => ulps::fits(self.dtype, self.dtype.read(nearest, index), ulps[index], bits),
            Expected::Unchanged(canary) => bits == u64::from_le_bytes([canary; 8]) & self.dtype.mask(),
            Expected::Unspecified => true,
        }
    }

    /// The accepted bits at `row`, `col` of the region of `case` that are nearest to `actual`; none where anything is accepted.
    pub fn nearest(&self, case: usize, (row, col): (usize, usize), actual: u64) -> Option<u64> {
        if !self.is_judged(case, row, col) {
            return None;
        }
        let index = self.geometry.expected(case, row).start + col;
        match self.expected {
            _ if self.element_fits(case, row, col, actual) => Some(actual),
            Expected::Bits(expected) | Expected::Value(expected) => Some(self.dtype.read(expected, index)),
            Expected::Within(enclosure) => Some(nearest_within(self.dtype, enclosure, index, actual)),
            Expected::Ulps { nearest, ulps } => Some(ulps::accepted_near(self.dtype, self.dtype.read(nearest, index), ulps[index], actual)),
            Expected::Unchanged(canary) => Some(u64::from_le_bytes([canary; 8]) & self.dtype.mask()),
            Expected::Unspecified => None,
        }
    }

    /// The expected element at `row`, `col` of the region of `case`, in words.
    pub fn show(&self, case: usize, row: usize, col: usize) -> String {
        if !self.is_judged(case, row, col) {
            return "anything".to_string();
        }
        let index = self.geometry.expected(case, row).start + col;
        let show = |array: &[u8]| crate::element::show(self.dtype, self.dtype.read(array, index));
        match self.expected {
            Expected::Bits(expected) | Expected::Value(expected) => show(expected),
            Expected::Within(e) => show_enclosure(self.dtype, e, index),
            Expected::Ulps { nearest, ulps } if ulps[index] == 0 => show(nearest),
            Expected::Ulps { nearest, ulps } => format!("{}, or up to {} ulp from it", show(nearest), ulps[index]),
            Expected::Unchanged(canary) => format!("unchanged (0x{})", format!("{canary:02x}").repeat(self.dtype.bytes())),
            Expected::Unspecified => "anything".to_string(),
        }
    }
}

/// Whether an element lies in its enclosure.
pub(crate) fn element_fits_within(dtype: DType, enclosure: Enclosure<'_>, index: usize, bits: u64) -> bool {
    let special = special_bit(dtype, bits);
    if special != 0 {
        return enclosure.special[index] & special != 0;
    }
    let [low, high] = [enclosure.lowest, enclosure.highest].map(|array| dtype.order_key(dtype.read(array, index)));
    (low..=high).contains(&dtype.order_key(bits))
}

/// The end of an enclosure that is nearer to `bits`, which do not lie in it.
fn nearest_within(dtype: DType, e: Enclosure<'_>, index: usize, bits: u64) -> u64 {
    let [low, high] = [e.lowest, e.highest].map(|array| dtype.read(array, index));
    let (sign, infinity, mantissa) = dtype.float_masks().unwrap_or_default();
    match e.special[index] {
        special if dtype.order_key(low) <= dtype.order_key(high) || special == 0 => {
            if dtype.order_key(bits) < dtype.order_key(low) {
                low
            } else {
                high
            }
        }
        special if special & ptoconf_schemas::SPECIAL_INF != 0 => infinity,
        special if special & ptoconf_schemas::SPECIAL_NEG_INF != 0 => infinity | sign,
        _ => infinity | mantissa,
    }
}

fn show_enclosure(dtype: DType, e: Enclosure<'_>, index: usize) -> String {
    let [low, high] = [e.lowest, e.highest].map(|array| dtype.read(array, index));
    let mut accepted = Vec::new();
    if dtype.order_key(low) <= dtype.order_key(high) {
        accepted.push(format!("{} to {}", crate::element::show(dtype, low), crate::element::show(dtype, high)));
    }
    let names = [(ptoconf_schemas::SPECIAL_NAN, "NaN"), (ptoconf_schemas::SPECIAL_INF, "inf"), (ptoconf_schemas::SPECIAL_NEG_INF, "-inf")];
    accepted.extend(names.iter().filter(|(bit, _)| e.special[index] & bit != 0).map(|(_, name)| (*name).to_string()));
    if accepted.is_empty() { "nothing".to_string() } else { accepted.join(" or ") }
}
