//! Sets of tuples, a bit each.

/// A set of tuples.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// No tuple out of so many.
    pub fn none(tuples: usize) -> Bits {
        Bits(vec![0; tuples.div_ceil(64)])
    }

    /// The tuples of which this holds, out of so many.
    pub fn of(tuples: usize, holds: impl Fn(usize) -> bool) -> Bits {
        let mut bits = Bits::none(tuples);
        (0..tuples).filter(|&tuple| holds(tuple)).for_each(|tuple| bits.insert(tuple));
        bits
    }

    /// Adds a tuple.
    pub fn insert(&mut self, tuple: usize) {
        self.0[tuple / 64] |= 1 << (tuple % 64);
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many are in both.
    pub fn common(&self, other: &Bits) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// How many are in all three: asked of millions. Three sets that are zipped are joined by a call, every time.
    pub fn common_of(&self, other: &Bits, third: &Bits) -> u32 {
        let words = self.0.len().min(other.0.len()).min(third.0.len());
        let [a, b, c] = [self, other, third].map(|bits| &bits.0[..words]);
        (0..words).map(|at| (a[at] & b[at] & c[at]).count_ones()).sum()
    }

    /// Those in both.
    pub fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Those in either.
    pub fn or(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// Those that are not in the other.
    pub fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The tuples, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let of_word = |(at, &word): (usize, &u64)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit);
        self.0.iter().enumerate().flat_map(of_word)
    }

    /// Only the words in which a mask has a bit: what is left can be counted and joined with others that were cut like it.
    pub fn squeezed(&self, mask: &Bits) -> Bits {
        Bits(self.0.iter().zip(&mask.0).filter(|(_, m)| **m != 0).map(|(a, m)| a & m).collect())
    }
}
