//! Element types: one table, a row each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the bits of an element are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two's complement.
    Signed,
    /// Unsigned binary.
    Unsigned,
    /// IEEE 754 style binary format.
    Float {
        /// Significand bits including the implicit one.
        precision: u32,
        /// Width of the exponent field in bits.
        exponent_bits: u32,
    },
}

macro_rules! dtypes {
    ($($variant:ident $name:literal $bytes:literal $kind:expr, $cxx:literal $numpy:literal $pto:literal $doc:literal;)*) => {
        /// An element type of a tile.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum DType { $(#[doc = $doc] #[serde(rename = $name)] $variant,)* }

        impl DType {
            /// Every element type, in table order.
            pub const ALL: &'static [DType] = &[$(DType::$variant),*];
            /// What it is, in a sentence.
            pub const fn meaning(self) -> &'static str { match self { $(DType::$variant => $doc,)* } }
            /// The name used in files and on the command line.
            pub const fn name(self) -> &'static str { match self { $(DType::$variant => $name,)* } }
            /// Size of one element in bytes.
            pub const fn bytes(self) -> usize { match self { $(DType::$variant => $bytes,)* } }
            /// How the bits are understood.
            pub const fn kind(self) -> Kind { match self { $(DType::$variant => $kind,)* } }
            /// The C++ spelling.
            pub const fn cxx(self) -> &'static str { match self { $(DType::$variant => $cxx,)* } }
            /// The numpy type string; bf16 travels as its bits, because numpy has no bf16.
            pub const fn numpy(self) -> &'static str { match self { $(DType::$variant => $numpy,)* } }
            /// The spelling in PTO assembly.
            pub const fn pto(self) -> &'static str { match self { $(DType::$variant => $pto,)* } }
        }
    };
}

const fn float(precision: u32, exponent_bits: u32) -> Kind {
    Kind::Float { precision, exponent_bits }
}

dtypes! {
    I8   "i8"   1 Kind::Signed,   "int8_t"     "|i1" "i8"   "8-bit signed integer.";
    U8   "u8"   1 Kind::Unsigned, "uint8_t"    "|u1" "ui8"  "8-bit unsigned integer.";
    I16  "i16"  2 Kind::Signed,   "int16_t"    "<i2" "i16"  "16-bit signed integer.";
    U16  "u16"  2 Kind::Unsigned, "uint16_t"   "<u2" "ui16" "16-bit unsigned integer.";
    I32  "i32"  4 Kind::Signed,   "int32_t"    "<i4" "i32"  "32-bit signed integer.";
    U32  "u32"  4 Kind::Unsigned, "uint32_t"   "<u4" "ui32" "32-bit unsigned integer.";
    I64  "i64"  8 Kind::Signed,   "int64_t"    "<i8" "i64"  "64-bit signed integer.";
    U64  "u64"  8 Kind::Unsigned, "uint64_t"   "<u8" "ui64" "64-bit unsigned integer.";
    F16  "f16"  2 float(11, 5),   "half"       "<f2" "f16"  "IEEE 754 binary16.";
    Bf16 "bf16" 2 float(8, 8),    "bfloat16_t" "<u2" "bf16" "The upper half of binary32: bfloat16.";
    F32  "f32"  4 float(24, 8),   "float"      "<f4" "f32"  "IEEE 754 binary32.";
}

impl DType {
    /// The dtype of this name, if there is one.
    pub fn parse(name: &str) -> Option<DType> {
        Self::ALL.iter().copied().find(|d| d.name() == name)
    }

    /// Width of one element in bits.
    pub const fn bits(self) -> u32 {
        self.bytes() as u32 * 8
    }

    /// Whether this is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float { .. })
    }

    /// Whether this is an integer type.
    pub const fn is_int(self) -> bool {
        !self.is_float()
    }

    /// Whether this is a signed integer type.
    pub const fn is_signed(self) -> bool {
        matches!(self.kind(), Kind::Signed)
    }

    /// Number of elements in a 32-byte block.
    pub const fn block(self) -> u32 {
        32 / self.bytes() as u32
    }

    /// Number of elements in a 256-byte vector.
    pub const fn vector(self) -> u32 {
        256 / self.bytes() as u32
    }

    /// All bits of one element set, in the low bits of a u64.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The element at `index` of little-endian `bytes`, zero-extended.
    #[inline]
    pub fn read(self, bytes: &[u8], index: usize) -> u64 {
        // Of a number of bytes that is known a copy is one instruction.
        match self.bytes() {
            1 => bytes[index].into(),
            2 => u16::from_le_bytes(element(bytes, index)).into(),
            4 => u32::from_le_bytes(element(bytes, index)).into(),
            _ => u64::from_le_bytes(element(bytes, index)),
        }
    }

    /// Stores the low bits of `value` at `index` of little-endian `bytes`.
    #[inline]
    pub fn write(self, bytes: &mut [u8], index: usize, value: u64) {
        match self.bytes() {
            1 => bytes[index] = value as u8,
            2 => bytes[index * 2..][..2].copy_from_slice(&(value as u16).to_le_bytes()),
            4 => bytes[index * 4..][..4].copy_from_slice(&(value as u32).to_le_bytes()),
            _ => bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes()),
        }
    }

    /// Stores the low bits of values in little-endian `bytes`: the first one at an index, the others each a step further.
    pub fn write_every(self, bytes: &mut [u8], first: usize, step: usize, values: &[u64]) {
        match self.bytes() {
            1 => write_every(bytes, first, step, values, |value| [value as u8]),
            2 => write_every(bytes, first, step, values, |value| (value as u16).to_le_bytes()),
            4 => write_every(bytes, first, step, values, |value| (value as u32).to_le_bytes()),
            _ => write_every(bytes, first, step, values, u64::to_le_bytes),
        }
    }

    /// For a float: the bit patterns of the sign, of +infinity and of the mantissa field.
    pub const fn float_masks(self) -> Option<(u64, u64, u64)> {
        match self.kind() {
            Kind::Float { precision, .. } => {
                let sign = 1 << (self.bits() - 1);
                let mantissa = (1 << (precision - 1)) - 1;
                Some((sign, (sign - 1) & !mantissa, mantissa))
            }
            _ => None,
        }
    }

    /// A number that orders bit patterns as enclosures do.
    ///
    /// A floating-point pattern with the sign clear counts as its magnitude m, one with the sign set as -1 - m, so -0 lies
    /// just below +0. Integers have their own order.
    pub const fn order_key(self, bits: u64) -> i64 {
        let unused = 64 - self.bits();
        let signed = ((bits << unused) as i64) >> unused;
        match self.kind() {
            Kind::Signed => signed,
            Kind::Unsigned => (bits ^ (1 << 63)) as i64,
            // Under a sign bit the magnitude counts downwards.
            Kind::Float { .. } => signed ^ ((signed >> 63) & (self.mask() >> 1) as i64),
        }
    }

    /// Whether `bits` is a NaN of this type; never for integers.
    pub const fn is_nan(self, bits: u64) -> bool {
        match self.float_masks() {
            Some((sign, infinity, _)) => bits & (sign - 1) > infinity,
            None => false,
        }
    }
}

fn write_every<const N: usize>(bytes: &mut [u8], first: usize, step: usize, values: &[u64], of: impl Fn(u64) -> [u8; N]) {
    let elements = &mut bytes.as_chunks_mut::<N>().0[first..];
    if step == 1 {
        elements.iter_mut().zip(values).for_each(|(element, value)| *element = of(*value));
    } else {
        elements.iter_mut().step_by(step).zip(values).for_each(|(element, value)| *element = of(*value));
    }
}

/// The bytes of an element.
#[inline]
fn element<const N: usize>(bytes: &[u8], index: usize) -> [u8; N] {
    let mut element = [0; N];
    element.copy_from_slice(&bytes[index * N..][..N]);
    element
}

impl std::fmt::Display for DType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a finite f16 pattern.
    fn value(bits: u64) -> f64 {
        let (exponent, mantissa) = ((bits >> 10 & 31) as i32, (bits & 0x3ff) as f64 / 1024.0);
        let magnitude = if exponent == 0 { mantissa * 2f64.powi(-14) } else { (1.0 + mantissa) * 2f64.powi(exponent - 15) };
        if bits & 0x8000 == 0 { magnitude } else { -magnitude }
    }

    #[test]
    fn the_order_of_f16_is_that_of_its_values() {
        let mut finite: Vec<u64> = (0..=0xffff).filter(|bits| bits & 0x7c00 != 0x7c00).collect();
        finite.sort_by_key(|&bits| DType::F16.order_key(bits));
        for pair in finite.windows(2) {
            let zeros = pair == [0x8000, 0];
            assert!(value(pair[0]) < value(pair[1]) || zeros, "{:#x} before {:#x}", pair[0], pair[1]);
            assert_eq!(DType::F16.order_key(pair[0]) + 1, DType::F16.order_key(pair[1]), "neighbours are one apart");
        }
    }

    #[test]
    fn lines_and_columns_are_written_where_single_elements_are() {
        let values = [0x0102_0304_0506_0708, u64::MAX, 0, 1];
        for &dtype in DType::ALL {
            for (first, step) in [(3, 1), (2, 5)] {
                let [mut at_once, mut one_by_one] = [const { [0xA5; 8 * 20] }; 2];
                dtype.write_every(&mut at_once, first, step, &values);
                (first..).step_by(step).zip(values).for_each(|(at, value)| dtype.write(&mut one_by_one, at, value));
                assert_eq!(at_once, one_by_one, "{dtype} {first} {step}");
            }
        }
    }

    #[test]
    fn integers_keep_their_order() {
        let ordered = [0x80, 0xff, 0, 1, 0x7f].map(|bits| DType::I8.order_key(bits));
        assert!(ordered.is_sorted_by(|a, b| a < b), "{ordered:?}");
        let middle = 1 << 63;
        let ordered = [0, 1, middle - 1, middle, u64::MAX].map(|bits| DType::U64.order_key(bits));
        assert!(ordered.is_sorted_by(|a, b| a < b), "{ordered:?}");
    }
}
