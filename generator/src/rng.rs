//! Random streams: ChaCha8, keyed by what the numbers are for.
//!
//! The key is the BLAKE3 hash of seed, operation, form, purpose and index, so that shards and new
//! operations change no other case. How numbers become values is written in this crate: the same seed gives the same bytes in
//! every version, and the distributions of rand promise their values within a minor version alone.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random bytes that are made at once: whole words, so that they do not depend on it.
const PIECE: usize = 1 << 10;

/// A random stream.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream for one purpose: that of a case is for the name of its tuple and its slot.
    pub fn new(seed: u64, op: &str, form: &str, purpose: &str, index: u64) -> Stream {
        let text = format!("ptoconf/1\0{seed}\0{op}\0{form}\0{purpose}\0{index}");
        Stream(ChaCha8Rng::from_seed(*blake3::hash(text.as_bytes()).as_bytes()))
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, by the high half of a product; `bound` is at most 2^32.
    ///
    /// Its bias is at most `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound.max(1))) >> 64) as u64
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Appends random bytes, and gives them.
    pub fn append<'b>(&mut self, to: &'b mut Vec<u8>, number: usize) -> &'b mut [u8] {
        let (start, mut piece) = (to.len(), [0; PIECE]);
        let mut left = number;
        while left > 0 {
            let piece = &mut piece[..left.min(PIECE)];
            self.0.fill_bytes(piece);
            to.extend_from_slice(piece);
            left -= piece.len();
        }
        &mut to[start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_bytes_are_those_of_one_stream() {
        let stream = || Stream::new(0, "", "", "bytes", 0);
        for number in [0, 1, 7, PIECE - 1, PIECE, 3 * PIECE + 5] {
            let (mut at_once, mut all) = (vec![0; number], vec![1, 2]);
            let [mut one, mut other] = [stream(), stream()];
            one.0.fill_bytes(&mut at_once);
            assert_eq!(other.append(&mut all, number), at_once);
            assert_eq!((&all[..2], one.next()), (&[1, 2][..], other.next()), "{number}");
        }
    }
}
