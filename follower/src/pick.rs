//! The largest or the smallest of some elements as a choice says; it is asked when it makes a difference.

use crate::choice::{Ask, Unfollowable};
use crate::float::Format;
use crate::integer;
use crate::moves::Mover;
use ptoconf_schemas::{DType, SmolStr};

/// What is picked of numbers and NaNs.
#[derive(Clone, Copy)]
enum Nans {
    /// Numbers alone count.
    Number,
    /// A NaN.
    Nan,
    /// A NaN if it stands first; others do not count.
    First,
}

/// What is picked of zeros of both signs.
#[derive(Clone, Copy)]
enum Zeros {
    /// By sign.
    Positive,
    /// The first.
    First,
    /// The last.
    Last,
}

/// Picks the largest or the smallest of elements of one dtype.
pub struct Picker {
    dtype: DType,
    largest: bool,
    mover: Mover,
    nans: Option<Nans>,
    zeros: Option<Zeros>,
    nan: Option<u64>,
}

fn asked(reading: &str, ask: &mut dyn Ask) -> Result<SmolStr, Unfollowable> {
    ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))
}

impl Picker {
    /// Picks the largest elements of a dtype, or the smallest.
    pub fn new(dtype: DType, largest: bool) -> Picker {
        Picker { dtype, largest, mover: Mover::new(dtype), nans: None, zeros: None, nan: None }
    }

    /// The one of these, in their order, of which there is at least one.
    ///
    /// # Errors
    /// There is no such option.
    pub fn pick(&mut self, elements: &[u64], ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        match Format::of(self.dtype) {
            Some(format) => self.floats(format, elements, ask),
            None => Ok(self.integers(elements)),
        }
    }

    fn integers(&self, elements: &[u64]) -> u64 {
        let value = |bits: &u64| integer::value(self.dtype, *bits);
        let elements = elements.iter().copied();
        if self.largest { elements.max_by_key(value) } else { elements.min_by_key(value) }.unwrap_or(0)
    }

    fn floats(&mut self, format: Format, elements: &[u64], ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let numbers = || elements.iter().copied().filter(|&e| !format.is_nan(e));
        let better = if self.largest { f64::max } else { f64::min };
        let Some(best) = numbers().map(|e| format.decode(e)).reduce(better) else { return Ok(self.nan(format, ask)) };
        if numbers().count() < elements.len() {
            let is_nan = match self.nans(ask)? {
                Nans::Number => false,
                Nans::Nan => true,
                Nans::First => elements.first().is_some_and(|&e| format.is_nan(e)),
            };
            if is_nan {
                return Ok(self.nan(format, ask));
            }
        }
        if best == 0.0 {
            return self.zero(format, numbers(), ask);
        }
        self.mover.copy(format.encode(best), ask)
    }

    /// One of the zeros among these numbers.
    fn zero(&mut self, format: Format, numbers: impl Iterator<Item = u64>, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let zeros: Vec<u64> = numbers.filter(|n| n & !format.sign() == 0).collect();
        let (first, last) = (zeros.first().copied().unwrap_or(0), zeros.last().copied().unwrap_or(0));
        let by_sign = if self.largest { zeros.iter().min() } else { zeros.iter().max() };
        let by_sign = by_sign.copied().unwrap_or(0);
        if first == last && first == by_sign {
            return Ok(first);
        }
        Ok(match self.zeros(ask)? {
            Zeros::Positive => by_sign,
            Zeros::First => first,
            Zeros::Last => last,
        })
    }

    fn nan(&mut self, format: Format, ask: &mut dyn Ask) -> u64 {
        *self.nan.get_or_insert_with(|| format.any_nan(ask))
    }

    fn nans(&mut self, ask: &mut dyn Ask) -> Result<Nans, Unfollowable> {
        const READING: &str = "tile/max-nan";
        if let Some(known) = self.nans {
            return Ok(known);
        }
        let option = asked(READING, ask)?;
        Ok(*self.nans.insert(match option.as_str() {
            "number" => Nans::Number,
            "nan" => Nans::Nan,
            "first" => Nans::First,
            _ => return Err(Unfollowable::Option(READING.to_owned(), option.to_string())),
        }))
    }

    fn zeros(&mut self, ask: &mut dyn Ask) -> Result<Zeros, Unfollowable> {
        const READING: &str = "tile/max-zeros";
        if let Some(known) = self.zeros {
            return Ok(known);
        }
        let option = asked(READING, ask)?;
        Ok(*self.zeros.insert(match option.as_str() {
            "positive" => Zeros::Positive,
            "first" => Zeros::First,
            "second" => Zeros::Last,
            _ => return Err(Unfollowable::Option(READING.to_owned(), option.to_string())),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Options;

    const NAN: u64 = 0x7FC1;
    const SIGNALLING: u64 = 0xFF81;
    const ONE: u64 = 0x3F80;
    const TWO: u64 = 0x4000;
    const MINUS_TWO: u64 = 0xC000;
    const MINUS_ZERO: u64 = 0x8000;
    const SUBNORMAL: u64 = 0x0003;
    const INFINITY: u64 = 0x7F80;

    /// The larger and the smaller of bf16, and what was asked.
    fn both(elements: &[u64], options: &[(&str, &str)]) -> ([u64; 2], Vec<String>) {
        let mut ask = Options::new(options);
        let picked = [true, false].map(|largest| Picker::new(DType::Bf16, largest).pick(elements, &mut ask).expect("a number"));
        (picked, ask.asked())
    }

    #[test]
    fn numbers_and_nans_are_picked_as_the_option_says() {
        let with = |option: &str, elements: &[u64]| both(elements, &[("tile/max-nan", option)]).0;
        let is_nan = |picked: [u64; 2]| picked.into_iter().all(|p| DType::Bf16.is_nan(p));
        for elements in [[NAN, ONE, TWO], [ONE, SIGNALLING, TWO], [TWO, ONE, NAN]] {
            assert_eq!(with("number", &elements), [TWO, ONE]);
            assert!(is_nan(with("nan", &elements)));
        }
        assert!(is_nan(with("first", &[NAN, ONE, TWO])));
        assert_eq!(with("first", &[ONE, NAN, TWO]), [TWO, ONE]);
        assert_eq!(with("first", &[ONE, MINUS_TWO, NAN]), [ONE, MINUS_TWO]);
        let (picked, asked) = both(&[NAN, SIGNALLING], &[]);
        assert!(is_nan(picked) && asked == ["NaN"], "{picked:x?} {asked:?}");
    }

    #[test]
    fn zeros_of_both_signs_are_picked_as_the_option_says() {
        let with = |option: &str, elements: &[u64]| both(elements, &[("tile/max-zeros", option)]).0;
        for elements in [[0, MINUS_ZERO], [MINUS_ZERO, 0]] {
            assert_eq!(with("positive", &elements), [0, MINUS_ZERO]);
            assert_eq!(with("first", &elements), [elements[0]; 2]);
            assert_eq!(with("second", &elements), [elements[1]; 2]);
        }
        // In between, and beside worse numbers: the first and the last of the zeros count.
        let largest = |option: &str| with(option, &[MINUS_TWO, MINUS_ZERO, 0, MINUS_TWO])[0];
        assert_eq!(["positive", "first", "second"].map(largest), [0, MINUS_ZERO, 0]);
        // A NaN in second place is lost, and the zeros remain.
        let options = [("tile/max-nan", "first"), ("tile/max-zeros", "second")];
        assert_eq!(both(&[0, NAN, MINUS_ZERO], &options).0, [MINUS_ZERO; 2]);
        // Nobody is asked where all agree.
        assert_eq!(both(&[0, MINUS_ZERO, ONE, MINUS_TWO], &[]), ([ONE, MINUS_TWO], vec![]));
        assert_eq!(Picker::new(DType::F16, true).pick(&[0, MINUS_ZERO, 0], &mut Options::new(&[])), Ok(0));
        assert_eq!(Picker::new(DType::F16, false).pick(&[MINUS_ZERO, 0, MINUS_ZERO], &mut Options::new(&[])), Ok(MINUS_ZERO));
    }

    #[test]
    fn subnormals_are_picked_by_value_and_flushed_afterwards() {
        let with = |option: &str, elements: &[u64]| both(elements, &[("tile/copied-subnormals", option)]).0;
        let negative = SUBNORMAL | MINUS_ZERO;
        assert_eq!(with("kept", &[negative, SUBNORMAL]), [SUBNORMAL, negative]);
        assert_eq!(with("flushed", &[negative, SUBNORMAL]), [0, MINUS_ZERO]);
        assert_eq!(with("flushed", &[MINUS_ZERO, SUBNORMAL]), [0, MINUS_ZERO]);
        assert_eq!(with("flushed", &[SUBNORMAL, 1]), [0, 0]);
        assert_eq!(both(&[INFINITY, SUBNORMAL, INFINITY | MINUS_ZERO], &[]), ([INFINITY, INFINITY | MINUS_ZERO], vec![]));
    }

    #[test]
    fn integers_are_picked_by_value() {
        let pick = |dtype, largest, elements: &[u64]| Picker::new(dtype, largest).pick(elements, &mut Options::new(&[]));
        assert_eq!(pick(DType::I8, true, &[0x80, 0xFF, 0x7F]), Ok(0x7F));
        assert_eq!(pick(DType::I8, false, &[0x00, 0x80, 0xFF]), Ok(0x80));
        assert_eq!(pick(DType::U8, true, &[0x80, 0xFF, 0x7F]), Ok(0xFF));
        assert_eq!(pick(DType::U64, true, &[1, u64::MAX]), Ok(u64::MAX));
        assert_eq!(pick(DType::I64, true, &[1, u64::MAX]), Ok(1));
    }
}
