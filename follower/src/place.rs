//! Where the largest or the smallest of some elements is, as a choice says; it is asked when it makes a difference.

use crate::choice::{Ask, Unfollowable};
use crate::float::Format;
use crate::integer;
use ptoconf_schemas::{DType, SmolStr};
use std::cmp::Ordering;

/// Finds the largest or the smallest elements of one dtype.
pub struct Finder<'a> {
    /// The operation, whose readings are asked.
    pub op: &'a str,
    /// The type of the elements.
    pub dtype: DType,
    /// Whether the largest is sought.
    pub largest: bool,
}

impl Finder<'_> {
    /// The place of the one of these, of which there is at least one.
    ///
    /// # Errors
    /// There is no such option.
    pub fn find(&self, elements: &[u64], ask: &mut dyn Ask) -> Result<usize, Unfollowable> {
        let is_nan = |bits: u64| Format::of(self.dtype).is_some_and(|format| format.is_nan(bits));
        let nans: Vec<usize> = (0..elements.len()).filter(|&i| is_nan(elements[i])).collect();
        let numbers: Vec<usize> = (0..elements.len()).filter(|&i| !is_nan(elements[i])).collect();
        let (Some(&first), Some(&last)) = (nans.first(), nans.last()) else { return self.best(elements, &numbers, ask) };
        if elements.len() == 1 {
            return Ok(0);
        }
        match self.asked("nan", ask)?.as_str() {
            "number" if numbers.is_empty() => Ok(first),
            "first" if first == 0 => Ok(first),
            "number" | "first" => self.best(elements, &numbers, ask),
            "nan" => Ok(first),
            "restart" => {
                let after: Vec<usize> = numbers.into_iter().filter(|&i| i > last).collect();
                if after.is_empty() { Ok(last) } else { self.best(elements, &after, ask) }
            }
            other => Err(self.unknown("nan", other)),
        }
    }

    /// The place of the best of some numbers.
    fn best(&self, elements: &[u64], numbers: &[usize], ask: &mut dyn Ask) -> Result<usize, Unfollowable> {
        let wanted = if self.largest { Ordering::Greater } else { Ordering::Less };
        let best = numbers.iter().copied().reduce(|a, b| if self.compare(elements[b], elements[a]) == wanted { b } else { a });
        let is_best = |i: usize| best.is_some_and(|best| self.compare(elements[i], elements[best]) == Ordering::Equal);
        let equal: Vec<usize> = numbers.iter().copied().filter(|&i| is_best(i)).collect();
        let Some(&first) = equal.first() else { return Ok(0) };
        let differ = equal.iter().any(|&i| elements[i] != elements[first]);
        if differ {
            match self.asked("zeros", ask)?.as_str() {
                "equal" => {}
                // By sign: the largest of zeros is one without it.
                "ordered" => {
                    let positive = |&i: &usize| elements[i] == 0;
                    let by_sign: Vec<usize> = equal.iter().copied().filter(|i| positive(i) == self.largest).collect();
                    return self.of_equal(&by_sign, ask);
                }
                other => return Err(self.unknown("zeros", other)),
            }
        }
        self.of_equal(&equal, ask)
    }

    /// One of the places of equal elements.
    fn of_equal(&self, equal: &[usize], ask: &mut dyn Ask) -> Result<usize, Unfollowable> {
        let (Some(&first), Some(&last)) = (equal.first(), equal.last()) else { return Ok(0) };
        if first == last {
            return Ok(first);
        }
        match self.asked("ties", ask)?.as_str() {
            "first" => Ok(first),
            "last" => Ok(last),
            "any" => Ok(equal[ask.free("one of equal elements", equal.len() as u64) as usize]),
            other => Err(self.unknown("ties", other)),
        }
    }

    fn compare(&self, a: u64, b: u64) -> Ordering {
        match Format::of(self.dtype) {
            Some(format) => format.decode(a).partial_cmp(&format.decode(b)).unwrap_or(Ordering::Equal),
            None => integer::value(self.dtype, a).cmp(&integer::value(self.dtype, b)),
        }
    }

    fn asked(&self, reading: &str, ask: &mut dyn Ask) -> Result<SmolStr, Unfollowable> {
        let reading = format!("{}/{reading}", self.op);
        ask.option(&reading).ok_or(Unfollowable::Reading(reading))
    }

    fn unknown(&self, reading: &str, option: &str) -> Unfollowable {
        Unfollowable::Option(format!("{}/{reading}", self.op), option.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Options;

    const NAN: u64 = 0x7FC1;
    const ONE: u64 = 0x3F80;
    const TWO: u64 = 0x4000;
    const MINUS_ZERO: u64 = 0x8000;

    /// The places of the largest and of the smallest, and what was asked.
    fn both(dtype: DType, elements: &[u64], options: &[(&str, &str)]) -> ([usize; 2], Vec<String>) {
        let mut ask = Options::new(options);
        let find = |largest| Finder { op: "op", dtype, largest };
        let found = [true, false].map(|largest| find(largest).find(elements, &mut ask).expect("an element"));
        (found, ask.asked())
    }

    #[test]
    fn nobody_is_asked_where_all_agree() {
        assert_eq!(both(DType::Bf16, &[ONE, TWO, MINUS_ZERO], &[]), ([1, 2], vec![]));
        assert_eq!(both(DType::I8, &[0x7F, 0x80, 0], &[]), ([0, 1], vec![]));
        assert_eq!(both(DType::U8, &[0x7F, 0x80, 0], &[]), ([1, 2], vec![]));
        assert_eq!(both(DType::Bf16, &[NAN], &[]), ([0, 0], vec![]));
    }

    #[test]
    fn equal_elements_are_taken_as_the_option_says() {
        let with = |option: &str| both(DType::U8, &[3, 9, 9, 3, 9], &[("op/ties", option)]).0;
        assert_eq!([with("first"), with("last"), with("any")], [[1, 0], [4, 3], [4, 3]]);
    }

    #[test]
    fn nans_are_taken_as_the_option_says() {
        let with = |option: &str, elements: &[u64]| both(DType::Bf16, elements, &[("op/nan", option)]).0;
        assert_eq!(["first", "number", "nan"].map(|option| with(option, &[ONE, NAN, TWO])), [[2, 0], [2, 0], [1, 1]]);
        assert_eq!(["first", "number", "nan"].map(|option| with(option, &[NAN, ONE, TWO])), [[0, 0], [2, 1], [0, 0]]);
        assert_eq!(["first", "number", "nan"].map(|option| with(option, &[NAN, NAN])), [[0, 0]; 3]);
        assert_eq!([&[TWO, NAN, ONE][..], &[NAN, ONE, TWO], &[ONE, NAN]].map(|line| with("restart", line)), [[2, 2], [2, 1], [1, 1]]);
    }

    #[test]
    fn zeros_are_equal_or_ordered() {
        let with = |options: &[(&str, &str)]| both(DType::Bf16, &[MINUS_ZERO, 0], options).0;
        assert_eq!(with(&[("op/zeros", "ordered")]), [1, 0]);
        assert_eq!(with(&[("op/zeros", "equal"), ("op/ties", "first")]), [0, 0]);
        assert_eq!(with(&[("op/zeros", "equal"), ("op/ties", "last")]), [1, 1]);
    }
}
