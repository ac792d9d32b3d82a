//! Additions and subtractions as a choice says; it is asked when the first element makes a difference.

use crate::choice::Ask;
use crate::exact::{exact_sum, wide_sum};
use crate::float::Format;
use crate::follow::Unfollowable;
use crate::orders::{Order, Tree};
use ptoconf_schemas::{DType, SmolStr};

/// What a choice says of subnormals.
#[derive(Clone, Copy)]
struct Flush {
    inputs: bool,
    results: bool,
}

/// What a choice says of overflow of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overflow {
    Wrap,
    Each,
    Once,
}

/// Adds elements of one dtype.
pub struct Adder {
    dtype: DType,
    flush: Option<Flush>,
    overflow: Option<Overflow>,
    saturates: Option<bool>,
    nan: Option<u64>,
}

fn asked(reading: &str, ask: &mut dyn Ask) -> Result<SmolStr, Unfollowable> {
    ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))
}

fn no_option<T>(reading: &str, option: &SmolStr) -> Result<T, Unfollowable> {
    Err(Unfollowable::Option(reading.to_owned(), option.to_string()))
}

impl Adder {
    /// Adds elements of a dtype.
    pub fn new(dtype: DType) -> Adder {
        Adder { dtype, flush: None, overflow: None, saturates: None, nan: None }
    }

    /// `a + b`, or `a - b`.
    ///
    /// # Errors
    /// There is no such option.
    pub fn pair(&mut self, a: u64, b: u64, minus: bool, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        match Format::of(self.dtype) {
            Some(format) => self.floats(format, a, if minus && !format.is_nan(b) { b ^ format.sign() } else { b }, ask),
            None => {
                let [a, b] = [a, b].map(|bits| self.integer(bits));
                self.limited(if minus { a - b } else { a + b }, ask)
            }
        }
    }

    /// The sum of some rows in an order; `column` and `ask` draw what an order leaves open.
    ///
    /// # Errors
    /// There is no such option.
    pub fn sum(&mut self, rows: &[u64], column: u32, reading: &str, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        match Format::of(self.dtype) {
            Some(format) => {
                let order = Order::of(reading, ask)?;
                self.float_sum(format, rows, column, order, ask)
            }
            None => self.integer_sum(rows, column, reading, ask),
        }
    }

    fn float_sum(&mut self, format: Format, rows: &[u64], column: u32, order: Order, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        if matches!(order, Order::Exact | Order::Wide) {
            return self.rounded_once(format, rows, order, ask);
        }
        let tree = Tree { order, column, free: ask.free("tree", 3) };
        tree.add_up(rows, &mut |a, b| self.floats(format, a, b, ask))
    }

    /// All rows summed more precisely, and rounded once.
    fn rounded_once(&mut self, format: Format, rows: &[u64], order: Order, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let mut own = rows.to_vec();
        if rows.iter().any(|&r| format.is_subnormal(r)) && self.flush(ask)?.inputs {
            own.iter_mut().filter(|r| format.is_subnormal(**r)).for_each(|r| *r &= format.sign());
        }
        let infinite = |sign: u64| own.contains(&(format.infinity() | sign));
        if own.iter().any(|&r| format.is_nan(r)) || (infinite(0) && infinite(format.sign())) {
            return self.nan(format, ask);
        }
        if infinite(0) || infinite(format.sign()) {
            return Ok(format.infinity() | if infinite(0) { 0 } else { format.sign() });
        }
        let sum = if order == Order::Exact { exact_sum(format, &own) } else { wide_sum(format, &own, self.dtype) };
        self.result(format, sum, ask)
    }

    fn floats(&mut self, format: Format, a: u64, b: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let opposite = a ^ b == format.sign() && a & !format.sign() == format.infinity();
        if format.is_nan(a) || format.is_nan(b) || opposite {
            return self.nan(format, ask);
        }
        let (mut a, mut b) = (a, b);
        if (format.is_subnormal(a) || format.is_subnormal(b)) && self.flush(ask)?.inputs {
            [&mut a, &mut b].into_iter().filter(|v| format.is_subnormal(**v)).for_each(|v| *v &= format.sign());
        }
        let sum = format.encode(format.decode(a) + format.decode(b));
        let from_infinity = [a, b].iter().any(|v| v & !format.sign() == format.infinity());
        if from_infinity { Ok(sum) } else { self.result(format, sum, ask) }
    }

    /// What becomes of a rounded sum of finite numbers.
    fn result(&mut self, format: Format, sum: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        if sum & !format.sign() == format.infinity() {
            let saturates = match self.saturates {
                Some(known) => known,
                None => {
                    let option = asked("tile/float-overflow", ask)?;
                    *self.saturates.insert(match option.as_str() {
                        "infinity" => false,
                        "saturate" => true,
                        _ => return no_option("tile/float-overflow", &option),
                    })
                }
            };
            return Ok(if saturates { sum - 1 } else { sum });
        }
        if format.is_subnormal(sum) && self.flush(ask)?.results {
            return Ok(sum & format.sign());
        }
        Ok(sum)
    }

    fn flush(&mut self, ask: &mut dyn Ask) -> Result<Flush, Unfollowable> {
        if let Some(known) = self.flush {
            return Ok(known);
        }
        let option = asked("tile/subnormals", ask)?;
        let (inputs, results) = match option.as_str() {
            "kept" => (false, false),
            "flush-results" => (false, true),
            "flush-inputs" => (true, false),
            "flush-both" => (true, true),
            _ => return no_option("tile/subnormals", &option),
        };
        Ok(*self.flush.insert(Flush { inputs, results }))
    }

    fn nan(&mut self, format: Format, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        if let Some(known) = self.nan {
            return Ok(known);
        }
        let quiet = {
            let (_, _, mantissa) = self.dtype.float_masks().unwrap_or_default();
            (mantissa + 1) >> 1
        };
        let canonical = format.infinity() | quiet;
        let option = asked("tile/nan", ask)?;
        let bits = match option.as_str() {
            "canonical" => canonical,
            "any" => [canonical | format.sign() | 5, format.infinity() | 1, format.sign() | canonical][ask.free("NaN", 3) as usize],
            "zero" => 0,
            _ => return no_option("tile/nan", &option),
        };
        Ok(*self.nan.insert(bits))
    }

    fn integer(&self, bits: u64) -> i128 {
        let unused = 64 - self.dtype.bits();
        if self.dtype.is_signed() { i128::from(((bits << unused) as i64) >> unused) } else { i128::from(bits & self.dtype.mask()) }
    }

    fn limits(&self) -> (i128, i128) {
        let bits = self.dtype.bits();
        if self.dtype.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
    }

    fn overflow(&mut self, ask: &mut dyn Ask) -> Result<Overflow, Unfollowable> {
        if let Some(known) = self.overflow {
            return Ok(known);
        }
        let option = asked("tile/int-overflow", ask)?;
        let overflow = match option.as_str() {
            "wrap" => Overflow::Wrap,
            "saturate-each" => Overflow::Each,
            "saturate-once" => Overflow::Once,
            _ => return no_option("tile/int-overflow", &option),
        };
        Ok(*self.overflow.insert(overflow))
    }

    /// A single sum, which may be beyond the limits.
    fn limited(&mut self, sum: i128, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let (lowest, highest) = self.limits();
        let fits = (lowest..=highest).contains(&sum);
        let sum = if fits || self.overflow(ask)? == Overflow::Wrap { sum } else { sum.clamp(lowest, highest) };
        Ok(sum as u64 & self.dtype.mask())
    }

    fn integer_sum(&mut self, rows: &[u64], column: u32, reading: &str, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let (lowest, highest) = self.limits();
        let rows: Vec<i128> = rows.iter().map(|&r| self.integer(r)).collect();
        let (up, down): (i128, i128) = (rows.iter().filter(|r| **r > 0).sum(), rows.iter().filter(|r| **r < 0).sum());
        let sum = up + down;
        // Whatever the order, no sum on the way is beyond these.
        let harmless = up <= highest && down >= lowest;
        if harmless || self.overflow(ask)? != Overflow::Each {
            return self.limited(sum, ask);
        }
        let order = Order::of(reading, ask)?;
        if matches!(order, Order::Exact | Order::Wide) {
            return self.limited(sum, ask);
        }
        let tree = Tree { order, column, free: ask.free("tree", 3) };
        let sum = tree.add_up(&rows, &mut |a, b| Ok((a + b).clamp(lowest, highest)))?;
        Ok(sum as u64 & self.dtype.mask())
    }
}
