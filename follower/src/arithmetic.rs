//! Additions, subtractions, multiplications and divisions as a choice says; it is asked when the first element makes a difference.

mod products;

use crate::choice::{Ask, Unfollowable};
use crate::error::Error;
use crate::exact::{exact_sum, wide_sum};
use crate::exponential::exponentials;
use crate::float::{Exponential, Format, Product};
use crate::integer;
use crate::orders::{Add, Order, Tree};
use crate::rows::Machine;
use ptoconf_schemas::{DType, SmolStr};

pub use products::Line;

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

/// Calculates with elements of one dtype.
pub struct Arithmetic {
    dtype: DType,
    flush: Option<Flush>,
    overflow: Option<Overflow>,
    product_saturates: Option<bool>,
    quotient_saturates: Option<bool>,
    floors: Option<bool>,
    saturates: Option<bool>,
    reductions_saturate: Option<bool>,
    nan: Option<u64>,
}

/// A row to be summed up: which one, on what machine, and the readings of its order and of what is beyond the largest
/// number inside one instruction.
pub struct Row<'a> {
    pub number: u32,
    pub machine: Machine,
    pub order: &'a str,
    pub reductions: &'a str,
}

fn asked(reading: &str, ask: &mut dyn Ask) -> Result<SmolStr, Unfollowable> {
    ask.option(reading).ok_or_else(|| Unfollowable::Reading(reading.to_owned()))
}

fn no_option<T>(reading: &str, option: &SmolStr) -> Result<T, Unfollowable> {
    Err(Unfollowable::Option(reading.to_owned(), option.to_string()))
}

/// Which of two options of a reading is followed: whether the second. It is asked once.
fn one_of(known: &mut Option<bool>, reading: &str, [no, yes]: [&str; 2], ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
    if let Some(known) = known {
        return Ok(*known);
    }
    let option = asked(reading, ask)?;
    if option != no && option != yes {
        return no_option(reading, &option);
    }
    Ok(*known.insert(option == yes))
}

impl Arithmetic {
    /// Calculates with elements of a dtype.
    pub fn new(dtype: DType) -> Arithmetic {
        Arithmetic {
            dtype,
            flush: None,
            overflow: None,
            product_saturates: None,
            quotient_saturates: None,
            floors: None,
            saturates: None,
            reductions_saturate: None,
            nan: None,
        }
    }

    /// `a + b`, or `a - b`.
    ///
    /// # Errors
    /// There is no such option.
    pub fn pair(&mut self, a: u64, b: u64, minus: bool, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        match Format::of(self.dtype) {
            Some(format) => self.floats(format, a, if minus && !format.is_nan(b) { b ^ format.sign() } else { b }, ask),
            None => {
                let [a, b] = [a, b].map(|bits| integer::value(self.dtype, bits));
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
            None => self.integer_sum(rows, |tree, rows, add| tree.add_up(rows, add), column, reading, ask),
        }
    }

    /// The sum of a row of elements.
    ///
    /// # Errors
    /// There is no such option.
    pub fn row_sum(&mut self, elements: &[u64], row: &Row<'_>, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let machine = row.machine;
        let Some(format) = Format::of(self.dtype) else {
            let add_up = |tree: &Tree, rows: &[i128], add: &mut Add<'_, i128>| machine.add_up(rows, tree, &mut |a, b, _| add(a, b));
            return self.integer_sum(elements, add_up, row.number, row.order, ask);
        };
        let order = match Order::of(row.order, ask)? {
            Order::F32 if self.dtype == DType::F32 => Order::AnyTree,
            Order::F32 => Order::Wide,
            order => order,
        };
        if matches!(order, Order::Exact | Order::Wide) {
            return self.rounded_once(format, elements, order, ask);
        }
        let tree = Tree { order, column: row.number, free: ask.free("tree", 3) };
        machine.add_up(elements, &tree, &mut |a, b, inside| {
            let sum = self.floats(format, a, b, ask)?;
            let overflows = |bits: u64| bits & !format.sign() == format.infinity();
            let beyond = inside && self.dtype == DType::F16 && overflows(sum) && !overflows(a) && !overflows(b);
            Ok(if beyond && self.reductions_saturate(row.reductions, ask)? { sum - 1 } else { sum })
        })
    }

    fn reductions_saturate(&mut self, reading: &str, ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
        one_of(&mut self.reductions_saturate, reading, ["infinity", "largest"], ask)
    }

    /// `a * b`.
    ///
    /// # Errors
    /// There is no such option.
    pub fn product(&mut self, a: u64, b: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        if let Some(format) = Format::of(self.dtype) {
            return self.float_product(format, a, b, ask);
        }
        let product = integer::product(self.dtype, a, b);
        match product.limit {
            Some(limit) if self.product_saturates(ask)? => Ok(limit),
            _ => Ok(product.low),
        }
    }

    /// `a / b`; none of integers over zero, which have no quotient.
    ///
    /// # Errors
    /// There is no such option.
    pub fn quotient(&mut self, a: u64, b: u64, ask: &mut dyn Ask) -> Result<Option<u64>, Unfollowable> {
        if let Some(format) = Format::of(self.dtype) {
            return self.floats_once(format, Format::quotient, a, b, ask).map(Some);
        }
        let Some([whole, lower]) = integer::quotients(self.dtype, a, b) else { return Ok(None) };
        let quotient = if whole != lower && self.floors(ask)? { lower } else { whole };
        let highest = integer::limits(self.dtype).1;
        let beyond = quotient > highest && self.quotient_saturates(ask)?;
        Ok(Some(if beyond { highest } else { quotient } as u64 & self.dtype.mask()))
    }

    /// e to `a - b`, with an error that a choice leaves to nobody.
    ///
    /// # Errors
    /// There is no such option.
    pub fn exponential(&mut self, a: u64, b: u64, error: &mut Error, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let Some(format) = Format::of(self.dtype) else { return Ok(0) };
        let (mut a, mut b) = (a, b);
        let flushed = [a, b].map(|bits| format.flushed(bits));
        let is_alike = || exponentials(&format, a, b) == exponentials(&format, flushed[0], flushed[1]);
        if flushed != [a, b] && !is_alike() && self.flush(ask)?.inputs {
            [a, b] = flushed;
        }
        let [rounded, exact] = exponentials(&format, a, b);
        match if rounded == exact || error.rounds(ask)? { rounded } else { exact } {
            Exponential::Nan => self.nan(format, ask),
            Exponential::Exact(bits) => Ok(bits),
            Exponential::Steps { nearest, highest } => {
                let steps = error.applied(nearest, a ^ b.rotate_left(7), ask)?;
                let steps = if nearest == 0 { steps.min(highest.unwrap_or(0)) } else { steps };
                self.result(format, steps.min(format.infinity()), ask)
            }
        }
    }

    fn float_product(&mut self, format: Format, a: u64, b: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        self.floats_once(format, Format::product, a, b, ask)
    }

    /// What two numbers give that is rounded once.
    fn floats_once(
        &mut self,
        format: Format,
        of: fn(&Format, u64, u64) -> Product,
        a: u64,
        b: u64,
        ask: &mut dyn Ask,
    ) -> Result<u64, Unfollowable> {
        let (kept, [c, d]) = (of(&format, a, b), [a, b].map(|bits| format.flushed(bits)));
        let flushed = if [a, b] == [c, d] { kept } else { of(&format, c, d) };
        let product = if kept != flushed && self.flush(ask)?.inputs { flushed } else { kept };
        match product {
            Product::Nan => self.nan(format, ask),
            Product::Infinite(bits) => Ok(bits),
            Product::Finite(bits) => self.result(format, bits, ask),
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
            own.iter_mut().for_each(|r| *r = format.flushed(*r));
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
            (a, b) = (format.flushed(a), format.flushed(b));
        }
        let sum = format.encode(format.decode(a) + format.decode(b));
        let from_infinity = [a, b].iter().any(|v| v & !format.sign() == format.infinity());
        if from_infinity { Ok(sum) } else { self.result(format, sum, ask) }
    }

    /// What becomes of a rounded sum or product of finite numbers.
    fn result(&mut self, format: Format, result: u64, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        if result & !format.sign() == format.infinity() {
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
            return Ok(if saturates { result - 1 } else { result });
        }
        if format.is_subnormal(result) && self.flush(ask)?.results {
            return Ok(format.flushed(result));
        }
        Ok(result)
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
        let option = asked("tile/nan", ask)?;
        let bits = match option.as_str() {
            "canonical" => format.canonical_nan(),
            "any" => format.any_nan(ask),
            "zero" => 0,
            _ => return no_option("tile/nan", &option),
        };
        Ok(*self.nan.insert(bits))
    }

    fn product_saturates(&mut self, ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
        one_of(&mut self.product_saturates, "tile/product-overflow", ["wrap", "saturate"], ask)
    }

    fn quotient_saturates(&mut self, ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
        one_of(&mut self.quotient_saturates, "tile/quotient-overflow", ["wrap", "saturate"], ask)
    }

    fn floors(&mut self, ask: &mut dyn Ask) -> Result<bool, Unfollowable> {
        one_of(&mut self.floors, "tile/quotient-fractions", ["truncated", "floored"], ask)
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
        let (lowest, highest) = integer::limits(self.dtype);
        let fits = (lowest..=highest).contains(&sum);
        let sum = if fits || self.overflow(ask)? == Overflow::Wrap { sum } else { sum.clamp(lowest, highest) };
        Ok(sum as u64 & self.dtype.mask())
    }

    fn integer_sum(
        &mut self,
        rows: &[u64],
        add_up: impl Fn(&Tree, &[i128], &mut Add<'_, i128>) -> Result<i128, Unfollowable>,
        column: u32,
        reading: &str,
        ask: &mut dyn Ask,
    ) -> Result<u64, Unfollowable> {
        let (lowest, highest) = integer::limits(self.dtype);
        let rows: Vec<i128> = rows.iter().map(|&r| integer::value(self.dtype, r)).collect();
        let (up, down): (i128, i128) = (rows.iter().filter(|r| **r > 0).sum(), rows.iter().filter(|r| **r < 0).sum());
        let sum = up + down;
        // Whatever the order, no sum on the way is beyond these.
        let harmless = up <= highest && down >= lowest;
        if harmless || self.overflow(ask)? != Overflow::Each {
            return self.limited(sum, ask);
        }
        let order = Order::of(reading, ask)?;
        if matches!(order, Order::Exact | Order::Wide | Order::F32) {
            return self.limited(sum, ask);
        }
        let tree = Tree { order, column, free: ask.free("tree", 3) };
        let sum = add_up(&tree, &rows, &mut |a, b| Ok((a + b).clamp(lowest, highest)))?;
        Ok(sum as u64 & self.dtype.mask())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Options;

    const ONE: u64 = 0x3C00;
    const MINUS: u64 = 0x8000;
    const SUBNORMAL: u64 = 0x0200;
    const INFINITY: u64 = 0x7C00;
    const LARGEST: u64 = 0x7BFF;

    /// A product, and whatever was asked for it.
    fn product(dtype: DType, [a, b]: [u64; 2], options: &[(&str, &str)]) -> (u64, Vec<String>) {
        let mut ask = Options::new(options);
        let product = Arithmetic::new(dtype).product(a, b, &mut ask).expect("an option");
        (product, ask.asked())
    }

    fn f16(a: u64, b: u64, options: &[(&str, &str)]) -> u64 {
        product(DType::F16, [a, b], options).0
    }

    #[test]
    fn products_take_subnormals_as_the_option_says() {
        const EACH: [&str; 4] = ["kept", "flush-results", "flush-inputs", "flush-both"];
        let each = |a, b| EACH.map(|option| f16(a, b, &[("tile/subnormals", option), ("tile/nan", "canonical")]));
        let two = 0x4000;
        assert_eq!(each(SUBNORMAL, ONE | MINUS), [SUBNORMAL | MINUS, MINUS, MINUS, MINUS]);
        // A subnormal twice is normal; half of a small number is subnormal; an infinity of a zero is no number.
        assert_eq!(each(SUBNORMAL, two), [0x0400, 0x0400, 0, 0]);
        assert_eq!(each(0x0400, 0x3800), [SUBNORMAL, 0, SUBNORMAL, 0]);
        assert_eq!(each(SUBNORMAL | MINUS, INFINITY), [INFINITY | MINUS, INFINITY | MINUS, 0x7E00, 0x7E00]);
        // Rounded up to the smallest normal number it is none that is flushed.
        assert_eq!(f16(0x0401, 0x3BFE, &[]), 0x0400);
        // Nobody is asked where it is zero anyway.
        assert_eq!(product(DType::F16, [SUBNORMAL | MINUS, SUBNORMAL], &[]), (MINUS, vec![]));
    }

    #[test]
    fn products_beyond_the_largest_and_without_a_value_are_as_the_option_says() {
        let each = |a, b| ["infinity", "saturate"].map(|option| f16(a, b, &[("tile/float-overflow", option)]));
        assert_eq!(each(LARGEST, LARGEST | MINUS), [INFINITY | MINUS, LARGEST | MINUS]);
        assert_eq!(product(DType::F16, [INFINITY, LARGEST | MINUS], &[]), (INFINITY | MINUS, vec![]));
        for [a, b] in [[0x7D00, ONE], [ONE, 0xFE00], [INFINITY, 0], [MINUS, INFINITY]] {
            assert_eq!(["canonical", "zero"].map(|option| f16(a, b, &[("tile/nan", option)])), [0x7E00, 0]);
            let (bits, asked) = product(DType::F16, [a, b], &[("tile/nan", "any")]);
            assert!(DType::F16.is_nan(bits) && asked == ["tile/nan", "NaN"], "{bits:#x} {asked:?}");
        }
    }

    #[test]
    fn integer_products_beyond_the_limits_are_as_the_option_says() {
        let each = |dtype, a, b| ["wrap", "saturate"].map(|option| product(dtype, [a, b], &[("tile/product-overflow", option)]).0);
        assert_eq!(each(DType::I8, 0x80, 0xFF), [0x80, 0x7F]);
        assert_eq!(each(DType::I16, 0x7FFF, 0xFFFD), [0x8003, 0x8000]);
        assert_eq!(each(DType::U32, 0x1_0001, 0xFFFF_FFFF), [0xFFFE_FFFF, 0xFFFF_FFFF]);
        assert_eq!(product(DType::I8, [0x80, 1], &[]), (0x80, vec![]));
        assert_eq!(product(DType::I8, [0xFF, 0xFF], &[]), (1, vec![]));
    }

    fn quotient(dtype: DType, [a, b]: [u64; 2], options: &[(&str, &str)]) -> Option<u64> {
        Arithmetic::new(dtype).quotient(a, b, &mut Options::new(options)).expect("an option")
    }

    #[test]
    fn quotients_of_floats_are_as_the_options_say() {
        let each = |a, b| {
            let options = ["kept", "flush-results", "flush-inputs", "flush-both"];
            options.map(|option| quotient(DType::F16, [a, b], &[("tile/subnormals", option), ("tile/nan", "canonical")]).expect("a float"))
        };
        // Over a subnormal that is flushed: over zero.
        assert_eq!(each(ONE, SUBNORMAL | MINUS), [0xF800, 0xF800, INFINITY | MINUS, INFINITY | MINUS]);
        assert_eq!(each(SUBNORMAL, SUBNORMAL), [ONE, ONE, 0x7E00, 0x7E00]);
        assert_eq!(each(0x0403, 0x4000), [0x0202, 0, 0x0202, 0]);
        let overflow = |option| quotient(DType::F16, [LARGEST, 0x0400], &[("tile/float-overflow", option)]);
        assert_eq!([overflow("infinity"), overflow("saturate")], [Some(INFINITY), Some(LARGEST)]);
        // Nobody is asked about an infinity that is no overflow.
        assert_eq!([quotient(DType::F16, [ONE, MINUS], &[]), quotient(DType::F16, [INFINITY, ONE], &[])], [Some(0xFC00), Some(INFINITY)]);
    }

    #[test]
    fn quotients_of_integers_are_as_the_options_say() {
        let fractions = |option| quotient(DType::I8, [0xF9, 2], &[("tile/quotient-fractions", option)]);
        assert_eq!([fractions("truncated"), fractions("floored")], [Some(0xFD), Some(0xFC)]);
        let overflow = |option| quotient(DType::I8, [0x80, 0xFF], &[("tile/quotient-overflow", option)]);
        assert_eq!([overflow("wrap"), overflow("saturate")], [Some(0x80), Some(0x7F)]);
        assert_eq!(
            [quotient(DType::I8, [7, 2], &[]), quotient(DType::U8, [0xF9, 2], &[]), quotient(DType::I8, [7, 0], &[])],
            [Some(3), Some(0x7C), None]
        );
    }
}
