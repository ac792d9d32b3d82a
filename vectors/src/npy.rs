//! The `.npy` format: headers as numpy writes them, and the strict reading of them.

use crate::ArrayError;
use crate::dict::{Dict, parse_dict};
use ptoconf_schemas::DType;
use std::fmt::Write as _;

/// Bytes before the dictionary in version 1.0.
const PREFIX: usize = 10;
/// The longest header that is read.
pub(crate) const MAX_HEADER: usize = 64 << 10;
const MAGIC: &[u8] = b"\x93NUMPY";

/// A version 1.0 header of `dtype` and `shape`; its length is a multiple of 64 bytes.
pub(crate) fn header(dtype: DType, shape: &[u64], into: &mut Vec<u8>) {
    let dict = format!("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", dtype.numpy(), shape_text(shape));
    let total = (PREFIX + dict.len() + 1).next_multiple_of(64);
    into.clear();
    into.extend_from_slice(MAGIC);
    into.extend_from_slice(&[1, 0]);
    into.extend_from_slice(&((total - PREFIX) as u16).to_le_bytes());
    into.extend_from_slice(dict.as_bytes());
    into.resize(total - 1, b' ');
    into.push(b'\n');
}

/// A shape as Python writes it: `(3,)`, `(3, 16)`.
pub(crate) fn shape_text(shape: &[u64]) -> String {
    let mut text = String::from("(");
    for (i, n) in shape.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let end = if i + 1 == shape.len() && i > 0 { "" } else { "," };
        let _ = write!(text, "{gap}{n}{end}");
    }
    text + ")"
}

/// Size of an array in bytes; `None` where that is more than a u64 holds.
pub(crate) fn data_bytes(dtype: DType, shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(dtype.bytes() as u64, |size, &n| size.checked_mul(n))
}

/// Length of the whole header, from its first bytes (12 are enough); or what is wrong with them.
pub(crate) fn header_length(start: &[u8]) -> Result<usize, String> {
    let Some(rest) = start.strip_prefix(MAGIC) else {
        return Err("no npy header: expected \\x93NUMPY".to_owned());
    };
    let length = match *rest {
        [1, 0, a, b, ..] => PREFIX + usize::from(u16::from_le_bytes([a, b])),
        [2 | 3, 0, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize).saturating_add(PREFIX + 2),
        [major, minor, ..] => return Err(format!("npy version {major}.{minor}, expected 1.0, 2.0 or 3.0")),
        _ => return Err("the npy header is cut short".to_owned()),
    };
    if length > MAX_HEADER {
        return Err(format!("npy header of {length} bytes, expected at most {MAX_HEADER}"));
    }
    Ok(length)
}

/// What a caller expects of an array, and the place to name where it is not met.
pub(crate) struct Expected<'a> {
    pub place: &'a dyn Fn() -> String,
    pub dtype: DType,
    pub shape: &'a [u64],
}

impl Expected<'_> {
    /// Dtype and shape in words.
    pub fn text(&self) -> String {
        format!("{} {}", self.dtype.numpy(), shape_text(self.shape))
    }

    /// Size of the data in bytes.
    pub fn bytes(&self) -> Result<u64, ArrayError> {
        data_bytes(self.dtype, self.shape).ok_or_else(|| self.damaged("the expected size does not fit 64 bits"))
    }

    /// An error about content that cannot be understood.
    pub fn damaged(&self, reason: impl Into<String>) -> ArrayError {
        ArrayError::Damaged { place: (self.place)(), reason: reason.into() }
    }

    /// An I/O error.
    pub fn io(&self, source: std::io::Error) -> ArrayError {
        ArrayError::Io { place: (self.place)(), source }
    }

    /// An error about an array that is not there.
    pub fn missing(&self) -> ArrayError {
        ArrayError::Missing { place: (self.place)(), expected: self.text() }
    }

    /// Length of the whole header, from its first bytes (12 are enough).
    pub fn header_length(&self, start: &[u8]) -> Result<usize, ArrayError> {
        header_length(start).map_err(|reason| self.damaged(reason))
    }

    /// Checks a whole header, and that `data` bytes after it are what the shape needs.
    pub fn check(&self, header: &[u8], data: u64) -> Result<(), ArrayError> {
        if self.is_spelled(header) && self.bytes().is_ok_and(|expected| data == expected) {
            return Ok(());
        }
        let start = if header.get(6) == Some(&1) { PREFIX } else { PREFIX + 2 };
        let text = header.get(start..).and_then(|t| std::str::from_utf8(t).ok());
        let dict =
            text.and_then(parse_dict).ok_or_else(|| self.damaged("the npy header is no dictionary of descr, fortran_order and shape"))?;
        self.check_dtype(&dict.descr)?;
        self.check_shape(&dict)?;
        let expected = self.bytes()?;
        if data != expected {
            return Err(self.damaged(format!("{data} bytes of data, expected {expected}")));
        }
        Ok(())
    }

    /// Whether a header of version 1.0 says what is expected in the words that sets and numpy have: these need no parser.
    fn is_spelled(&self, header: &[u8]) -> bool {
        let dict = header.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(&[1, 0])).and_then(|rest| rest.get(2..));
        let rest =
            dict.and_then(|dict| dict.strip_prefix(b"{'descr': '")).and_then(|rest| rest.strip_prefix(self.dtype.numpy().as_bytes()));
        let Some(mut rest) = rest.and_then(|rest| rest.strip_prefix(b"', 'fortran_order': False, 'shape': (")) else { return false };
        for (at, extent) in self.shape.iter().enumerate() {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count().min(19);
            let number = rest[..digits].iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
            let after: &[u8] = match self.shape.len() {
                1 => b",",
                all if at + 1 == all => b"",
                _ => b", ",
            };
            match rest[digits..].strip_prefix(after) {
                Some(left) if digits > 0 && number == *extent => rest = left,
                _ => return false,
            }
        }
        rest.strip_prefix(b"), }").is_some_and(|end| end.iter().all(|byte| matches!(byte, b' ' | b'\n')))
    }

    fn check_dtype(&self, descr: &str) -> Result<(), ArrayError> {
        let expected = self.dtype.numpy();
        let (order, kind) = match descr.as_bytes().first() {
            Some(b'<' | b'>' | b'=' | b'|') => descr.split_at(1),
            _ => ("", descr),
        };
        let same = kind == &expected[1..] || (self.dtype == DType::Bf16 && kind == "V2");
        let (place, found, expected) = ((self.place)(), descr.to_owned(), expected.to_owned());
        if !same {
            return Err(ArrayError::WrongDtype { place, found, expected });
        }
        // Bytes have no order; raw two-byte values (V2) are written in the order of the machine
        // and marked `|` by older numpy. Anything else has to say that it is little-endian.
        if order == "<" || self.dtype.bytes() == 1 || (kind == "V2" && order == "|") {
            return Ok(());
        }
        Err(ArrayError::ByteOrder { place, found, expected })
    }

    fn check_shape(&self, dict: &Dict) -> Result<(), ArrayError> {
        if dict.shape != self.shape {
            let (found, expected) = (shape_text(&dict.shape), shape_text(self.shape));
            return Err(ArrayError::WrongShape { place: (self.place)(), found, expected });
        }
        // numpy says Fortran order only of arrays that are not in C order as well.
        if dict.fortran_order {
            return Err(ArrayError::FortranOrder { place: (self.place)() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_written_as_tuples() {
        let cases: [(&[u64], &str); 4] = [(&[], "()"), (&[3], "(3,)"), (&[3, 16], "(3, 16)"), (&[1, 2, 3], "(1, 2, 3)")];
        cases.into_iter().for_each(|(shape, text)| assert_eq!(shape_text(shape), text));
    }

    #[test]
    fn what_is_written_needs_no_parser_and_anything_else_is_not_taken_for_it() {
        let place = || String::new();
        let mut bytes = Vec::new();
        for shape in [&[][..], &[7], &[3, 16], &[1, 20, 300]] {
            let expected = Expected { place: &place, dtype: DType::F16, shape };
            header(DType::F16, shape, &mut bytes);
            assert!(expected.is_spelled(&bytes), "{shape:?}");
            let longer = [shape, &[1]].concat();
            assert!(!Expected { shape: &longer, ..expected }.is_spelled(&bytes), "{shape:?}");
            assert!(!Expected { dtype: DType::U16, ..expected }.is_spelled(&bytes));
            assert!(shape.is_empty() || !Expected { shape: &shape[1..], ..expected }.is_spelled(&bytes));
            for at in (0..bytes.len()).filter(|&at| !matches!(at, 8 | 9)) {
                let mut other = bytes.clone();
                other[at] ^= 1;
                assert!(!expected.is_spelled(&other), "{shape:?} {at}");
            }
        }
    }

    #[test]
    fn headers_of_every_length_are_whole_and_aligned() {
        let mut bytes = Vec::new();
        for dimensions in 1..=8 {
            for digits in 0..19 {
                let mut shape = vec![1_000_000; dimensions];
                shape[0] = 10u64.pow(digits);
                header(DType::F16, &shape, &mut bytes);
                let text = std::str::from_utf8(&bytes[PREFIX..]).unwrap();
                assert_eq!((bytes.len() % 64, text.ends_with('\n'), parse_dict(text).map(|d| d.shape)), (0, true, Some(shape)));
                assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), text.len());
            }
        }
    }
}
