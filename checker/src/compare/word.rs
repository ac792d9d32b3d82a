//! Elements as machine words, so that whole rows are judged without looking at one at a time.

use ptoconf_schemas::DType;

/// The bits of one element of 1, 2, 4 or 8 bytes.
pub(super) trait Word: Copy + Eq + Ord {
    /// Size in bytes.
    const BYTES: usize;
    /// The element at the start of little-endian `bytes`.
    fn load(bytes: &[u8]) -> Self;
    /// The low bits of `bits`.
    fn low(bits: u64) -> Self;
    /// All bits but the topmost.
    fn magnitude(self) -> Self;
    /// The bits.
    fn bits(self) -> u64;
    /// Whether `low <= self <= high` in the order of float patterns.
    fn between(self, low: Self, high: Self) -> bool;
}

macro_rules! words {
    ($($unsigned:ident $signed:ident,)*) => { $(
        impl Word for $unsigned {
            const BYTES: usize = size_of::<$unsigned>();
            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$unsigned>()];
                raw.copy_from_slice(&bytes[..size_of::<$unsigned>()]);
                $unsigned::from_le_bytes(raw)
            }
            #[inline]
            fn low(bits: u64) -> Self { bits as $unsigned }
            #[inline]
            fn magnitude(self) -> Self { self & ($unsigned::MAX >> 1) }
            #[inline]
            fn bits(self) -> u64 { u64::from(self) }
            #[inline]
            fn between(self, low: Self, high: Self) -> bool {
                let key = |bits: $unsigned| {
                    let signed = bits as $signed;
                    signed ^ ((signed >> ($unsigned::BITS - 1)) & $signed::MAX)
                };
                (key(low) <= key(self)) & (key(self) <= key(high))
            }
        }
    )* };
}

words! { u8 i8, u16 i16, u32 i32, u64 i64, }

/// Calls `$f::<W>($args)` with the word of the size of `$dtype`.
macro_rules! with_word {
    ($dtype:expr, $f:ident ( $($args:expr),* )) => {
        match $dtype.bytes() {
            1 => $f::<u8>($($args),*),
            2 => $f::<u16>($($args),*),
            4 => $f::<u32>($($args),*),
            _ => $f::<u64>($($args),*),
        }
    };
}
pub(super) use with_word;

/// The pattern of +infinity; for integers the topmost bit, which no magnitude reaches.
pub(super) fn infinity(dtype: DType) -> u64 {
    dtype.float_masks().map_or(1 << (dtype.bits() - 1), |(_, infinity, _)| infinity)
}
