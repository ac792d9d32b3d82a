//! What any order of multiplications can give: an interval for a product in working precision.
//!
//! With P the magnitude of the exact product, k the number of factors that are no powers of two less one, u = 2^-p half an
//! ulp of one: where no partial product leaves the range of the normal numbers, the result of every tree with rounding to
//! nearest lies within P (1 - u)^k and P (1 + u)^k, because only a product of two such parts can round, and the sign is
//! that of P. Where k is one it is the nearest number, and of a few factors the ends over every tree are known. Where the odd
//! parts of all factors multiply to at most 2^p, every order is exact.
//!
//! No partial product is above that of the factors from one on, nor below that of the others. Where the first reaches past
//! the largest number a result can be infinite, and stays so; where the second is subnormal a result can be any smaller one,
//! unless each partial product has a place for all its bits.

use super::few;
use super::interval::{Interval, none};
use super::lane::Flush;
use super::rounding::{self, element, value};
use ptoconf_schemas::{DType, Kind, SPECIAL_INF, SPECIAL_NAN, SPECIAL_NEG_INF};

/// What any tree of multiplications in the element type can make of these factors.
pub fn any_tree(dtype: DType, line: &[u64]) -> Interval {
    enclose(dtype, line, |factors, format| {
        if factors.rounds_once {
            let [low, high, large] = [factors.low, factors.high, factors.large].map(|end| end.rounded(format, To::Nearest));
            return [low, high, u64::from(large == format.infinity)];
        }
        let ([low, high], sinks) = (factors.ends(format.precision), factors.sinks(format.smallest(), format.precision));
        let largest = Scaled::of(format.infinity - 1, format);
        let [low, high] = match (sinks, factors.rounding) {
            (false, _) => [low.rounded(format, To::Up), high.rounded(format, To::Down)],
            (true, 0) => [0, high.rounded(format, To::Down)],
            (true, _) => [0, largest.rounded(format, To::Down)],
        };
        tightened(dtype, line, [low, high, u64::from(factors.overflows(format))])
    })
}

/// The exact product, rounded once.
pub fn exact(dtype: DType, line: &[u64]) -> Interval {
    enclose(dtype, line, |factors, format| {
        let [low, high] = [factors.low, factors.high].map(|end| end.rounded(format, To::Nearest));
        [low, high, u64::from(high == format.infinity)]
    })
}

/// What any tree of multiplications in the next wider type, f32 for f16 and bf16 and binary64 for f32, can give that is
/// rounded once to the element type.
pub fn wide(dtype: DType, line: &[u64]) -> Interval {
    let (precision, smallest, largest) = if dtype == DType::F32 { (53, -1022, 1023) } else { (24, -126, 127) };
    enclose(dtype, line, |factors, format| {
        let ends = factors.ends(precision).map(|end| end.rounded(format, To::Nearest));
        let low = if factors.sinks(smallest, precision) { 0 } else { ends[0] };
        let up = ends[1] == format.infinity || factors.large.grown(precision, factors.rounding).top() >= largest;
        [low, ends[1], u64::from(up)]
    })
}

/// What is known of the magnitude of a product, with what is known of that of a few factors besides: the ends over every tree.
fn tightened(dtype: DType, line: &[u64], [low, high, up]: [u64; 3]) -> [u64; 3] {
    let format = Format::of(dtype);
    let magnitudes = line.iter().map(|bits| bits & !format.sign).filter(|m| *m != 0 && *m < format.infinity);
    let own = rounding::Format::of(dtype).filter(|_| low < high);
    let few = own.and_then(|own| few::products(own, magnitudes.map(|m| value(dtype, m))));
    few.map_or([low, high, up], |ends| {
        let [lowest, highest] = ends.map(|end| element(dtype, end));
        [low.max(lowest), high.min(highest), up & u64::from(highest == format.infinity)]
    })
}

/// What any tree of multiplications that stop at the largest number can make of finite factors.
///
/// With M the largest number and D the product of the factors below one, a partial product is at least the smaller of its
/// exact value and of M times its own factors below one, by induction over the tree.
pub fn saturating_tree(dtype: DType, line: &[u64]) -> Interval {
    let (sign, infinity, _) = dtype.float_masks().expect("a float");
    if line.iter().any(|bits| bits & (sign - 1) >= infinity) {
        return any_tree(dtype, line);
    }
    enclose(dtype, line, |factors, format| {
        let whole = factors.ends(format.precision).map(|end| end.rounded(format, To::Down));
        let cut = factors.small.times_of(Scaled::of(format.infinity - 1, format)).shrunk(format.precision, factors.rounding);
        let low = if factors.sinks(format.smallest(), format.precision) { 0 } else { whole[0].min(cut.rounded(format, To::Down)) };
        let high = if low == 0 && factors.rounding > 0 { format.infinity - 1 } else { whole[1] };
        [low, high, 0]
    })
}

/// What any tree of multiplications that flush subnormal numbers can make of these factors: a subnormal factor, or a result that
/// would be subnormal, is a zero for sure where inputs, or results, are flushed; whether a partial product is flushed depends on
/// the tree. A single factor meets a one or none.
pub fn flushing_tree(dtype: DType, line: &[u64], flush: Flush) -> Interval {
    let whole = any_tree(dtype, line);
    let format = Format::of(dtype);
    let is_subnormal = |bits: u64| (1..1 << (format.precision - 1)).contains(&(bits & !format.sign));
    let subnormal_factor = flush.inputs && line.iter().any(|bits| is_subnormal(*bits));
    let largest = if whole.lowest & format.sign == 0 { whole.highest } else { whole.lowest };
    let zero = Interval { lowest: largest & format.sign, highest: largest & format.sign, special: 0 };
    if line.len() > 1 && whole.special == 0 && (subnormal_factor || flush.results && is_subnormal(largest)) {
        return zero;
    }
    // A result is a partial product of all factors at most, what meets another factor one of all but one.
    let on_the_way = |flushed, factors| flushed && (line.len() == 1 || sinks_within(line, factors, &format));
    if !subnormal_factor && !on_the_way(flush.results, line.len()) && !on_the_way(flush.inputs, line.len() - 1) {
        return whole;
    }
    let special = if whole.special == 0 { 0 } else { whole.special | SPECIAL_NAN };
    if zero.lowest == 0 { Interval { lowest: 0, special, ..whole } } else { Interval { highest: format.sign, special, ..whole } }
}

/// Whether a product of two factors or more, and at most so many, can be subnormal.
fn sinks_within(line: &[u64], most: usize, format: &Format) -> bool {
    if most < 2 {
        return false;
    }
    let mut magnitudes: Vec<u64> = line.iter().map(|bits| bits & !format.sign).collect();
    magnitudes.sort_unstable();
    let below_one = magnitudes.iter().filter(|magnitude| **magnitude >> (format.precision - 1) < format.bias as u64).count();
    let smallest = Factors::of(&magnitudes[..below_one.clamp(2, most)], format);
    smallest.low.shrunk(format.precision, smallest.rounding).top() < format.smallest()
}

/// The results of a sign: lowest and highest magnitude, infinite where that is beyond, and whether the result can be
/// infinite; `magnitudes` gives them of finite factors of which none is zero.
fn enclose(dtype: DType, line: &[u64], magnitudes: impl Fn(&Factors, &Format) -> [u64; 3]) -> Interval {
    let format = Format::of(dtype);
    let is = |wanted: fn(u64, &Format) -> bool| line.iter().any(|bits| wanted(bits & !format.sign, &format));
    let (infinite, zero) = (is(|m, f| m == f.infinity), is(|m, _| m == 0));
    if is(|m, f| m > f.infinity) || (infinite && zero) {
        return none(format.infinity, SPECIAL_NAN);
    }
    let negative = line.iter().filter(|bits| *bits & format.sign != 0).count() % 2 == 1;
    let sign = if negative { format.sign } else { 0 };
    let factors = Factors::of(line, &format);
    let infinity = if negative { SPECIAL_NEG_INF } else { SPECIAL_INF };
    let [low, high, up] = magnitudes(&factors, &format);
    // A partial product that is no number by itself meets one that makes NaN of it.
    if infinite {
        return none(format.infinity, infinity | if low == 0 { SPECIAL_NAN } else { 0 });
    }
    if zero {
        return Interval { lowest: sign, highest: sign, special: if up == 1 { SPECIAL_NAN } else { 0 } };
    }
    // An infinity meets a zero where both are reached on the way.
    let special = if up == 1 { infinity | if low == 0 { SPECIAL_NAN } else { 0 } } else { 0 };
    if low == format.infinity {
        return none(format.infinity, special);
    }
    let [low, high] = [low, high.min(format.infinity - 1)];
    let [lowest, highest] = if negative { [high | sign, low | sign] } else { [low, high] };
    Interval { lowest, highest, special }
}

/// The fields of a float type.
struct Format {
    precision: u32,
    bias: i64,
    sign: u64,
    infinity: u64,
}

impl Format {
    fn of(dtype: DType) -> Format {
        let (sign, infinity, _) = dtype.float_masks().expect("products of floats have an enclosure");
        let (precision, bias) = match dtype.kind() {
            Kind::Float { precision, exponent_bits } => (precision, (1 << (exponent_bits - 1)) - 1),
            _ => (1, 0),
        };
        Format { precision, bias, sign, infinity }
    }

    /// Exponent of the smallest normal number.
    fn smallest(&self) -> i64 {
        1 - self.bias
    }
}

/// A direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Down,
    Up,
    Nearest,
}

/// Bits of a number that is kept.
const BITS: u32 = 100;

/// A number above zero: digits, of which the highest of 100 is one, times 2^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scaled {
    digits: u128,
    exponent: i64,
}

impl Scaled {
    const ONE: Scaled = Scaled { digits: 1 << (BITS - 1), exponent: 1 - BITS as i64 };

    /// The magnitude of an element that is finite and not zero.
    fn of(magnitude: u64, format: &Format) -> Scaled {
        let (digits, exponent) = significand(magnitude, format);
        Scaled::kept(digits.into(), exponent, To::Down)
    }

    /// With 100 bits; what is beyond them is rounded.
    fn kept(digits: u128, exponent: i64, to: To) -> Scaled {
        let bits = u128::BITS - digits.leading_zeros();
        let Some(over) = bits.checked_sub(BITS).filter(|over| *over > 0) else {
            return Scaled { digits: digits << (BITS - bits), exponent: exponent - i64::from(BITS - bits) };
        };
        let lost = digits & ((1 << over) - 1) != 0;
        let kept = (digits >> over) + u128::from(to == To::Up && lost);
        // A carry adds a bit, and leaves zeros.
        let carry = u32::from(kept >> BITS != 0);
        Scaled { digits: kept >> carry, exponent: exponent + i64::from(over + carry) }
    }

    /// Times a number of at most 24 bits.
    fn times(self, (digits, exponent): (u64, i64), to: To) -> Scaled {
        Scaled::kept(self.digits * u128::from(digits), self.exponent + exponent, to)
    }

    /// At most its product with a number of at most 24 bits that are not zero.
    fn times_of(self, other: Scaled) -> Scaled {
        let low = BITS - 24;
        self.times(((other.digits >> low) as u64, other.exponent + i64::from(low)), To::Down)
    }

    /// Times (1 + 2^-precision)^times, or more.
    fn grown(self, precision: u32, times: u32) -> Scaled {
        (0..times).fold(self, |own, _| Scaled::kept(own.digits + (own.digits >> precision) + 1, own.exponent, To::Up))
    }

    /// Times (1 - 2^-precision)^times, or less.
    fn shrunk(self, precision: u32, times: u32) -> Scaled {
        (0..times).fold(self, |own, _| Scaled::kept(own.digits - (own.digits >> precision) - 1, own.exponent, To::Down))
    }

    /// Exponent of the highest bit.
    fn top(self) -> i64 {
        self.exponent + i64::from(BITS) - 1
    }

    /// The magnitude of an element: below, above or nearest, ties to even; the largest number or infinity where it is beyond.
    fn rounded(self, format: &Format, to: To) -> u64 {
        if self.top() > format.bias {
            return format.infinity - u64::from(to == To::Down);
        }
        let unit = self.top().max(format.smallest()) - i64::from(format.precision - 1);
        let shift = (unit - self.exponent).min(i64::from(u128::BITS) - 1) as u32;
        let (floor, rest, half) = ((self.digits >> shift) as u64, self.digits & ((1 << shift) - 1), 1u128 << (shift - 1));
        let field = (self.top() - format.smallest()).max(0) as u64;
        // The highest bit of a normal number adds one to the field.
        let bits = (field << (format.precision - 1)) + floor;
        let up = match to {
            To::Down => false,
            To::Up => rest > 0,
            To::Nearest => rest > half || (rest == half && bits & 1 == 1),
        };
        bits + u64::from(up)
    }
}

/// Whole number and exponent of a magnitude.
fn significand(magnitude: u64, format: &Format) -> (u64, i64) {
    let field = magnitude >> (format.precision - 1);
    let rest = magnitude & ((1 << (format.precision - 1)) - 1);
    let digits = if field == 0 { rest } else { rest | 1 << (format.precision - 1) };
    (digits, field.max(1) as i64 - format.bias - i64::from(format.precision - 1))
}

/// What is known of some factors: those that are finite and not zero.
struct Factors {
    /// The exact product lies between these.
    low: Scaled,
    high: Scaled,
    /// At least the product of the factors that are one or more.
    large: Scaled,
    /// At most that of the others.
    small: Scaled,
    /// How many multiplications can round.
    rounding: u32,
    /// Whether the same product rounds in every order, but for powers of two, and no other: of two factors that are none.
    rounds_once: bool,
    /// Whether every partial product below the normal numbers is one of the type: all bits that it can have have a place.
    keeps: bool,
}

impl Factors {
    fn of(line: &[u64], format: &Format) -> Factors {
        let [mut low, mut high, mut large, mut small] = [Scaled::ONE; 4];
        let (mut odd, mut inexact, mut lowest) = (1u128, 0u32, 0i64);
        for magnitude in line.iter().map(|bits| bits & !format.sign).filter(|m| *m != 0 && *m < format.infinity) {
            let factor = significand(magnitude, format);
            low = low.times(factor, To::Down);
            high = high.times(factor, To::Up);
            if magnitude >> (format.precision - 1) >= format.bias as u64 {
                large = large.times(factor, To::Up);
            } else {
                small = small.times(factor, To::Down);
            }
            let zeros = factor.0.trailing_zeros();
            let own = factor.0 >> zeros;
            lowest += (factor.1 + i64::from(zeros)).min(0);
            inexact += u32::from(own > 1);
            odd = odd.saturating_mul(own.into());
        }
        // Below the normal numbers one such factor is enough.
        let normal = small.top() >= format.smallest();
        let fits = odd <= 1 << format.precision;
        let keeps = fits && lowest > format.smallest() - i64::from(format.precision);
        let rounding = match (normal || keeps, fits) {
            (true, true) => 0,
            (true, false) => inexact.saturating_sub(1),
            (false, _) => inexact,
        };
        let rounds_once = normal && rounding == 1;
        Factors { low, high, large, small, rounding, rounds_once, keeps }
    }

    /// The ends of what trees of that precision give where nothing leaves the range.
    fn ends(&self, precision: u32) -> [Scaled; 2] {
        [self.low.shrunk(precision, self.rounding), self.high.grown(precision, self.rounding)]
    }

    /// Whether a partial product can be below the smallest normal number and lose bits there.
    fn sinks(&self, smallest: i64, precision: u32) -> bool {
        !self.keeps && self.small.shrunk(precision, self.rounding).top() < smallest
    }

    /// Whether one can be beyond the largest.
    fn overflows(&self, format: &Format) -> bool {
        self.large.grown(format.precision, self.rounding).rounded(format, To::Nearest) == format.infinity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    fn bits(line: &[f32]) -> Vec<u64> {
        line.iter().map(|&x| f16::from_f32(x).to_bits().into()).collect()
    }

    /// A result for each choice of two that are multiplied next.
    fn every_tree(numbers: &[f32], cut: bool, results: &mut Vec<f32>) {
        if let [only] = numbers {
            return results.push(*only);
        }
        for a in 0..numbers.len() {
            for b in a + 1..numbers.len() {
                let product = f16::from_f32(numbers[a] * numbers[b]).to_f32();
                let product = if cut && product.is_infinite() { 65504f32.copysign(product) } else { product };
                let others = (0..numbers.len()).filter(|at| ![a, b].contains(at)).map(|at| numbers[at]);
                every_tree(&others.chain([product]).collect::<Vec<_>>(), cut, results);
            }
        }
    }

    fn contains(interval: &Interval, x: f32) -> bool {
        match x {
            _ if x.is_nan() => interval.special & SPECIAL_NAN != 0,
            f32::INFINITY => interval.special & SPECIAL_INF != 0,
            f32::NEG_INFINITY => interval.special & SPECIAL_NEG_INF != 0,
            _ => {
                let key = |bits: u64| DType::F16.order_key(bits);
                let own = key(f16::from_f32(x).to_bits().into());
                key(interval.lowest) <= own && own <= key(interval.highest)
            }
        }
    }

    #[test]
    fn every_tree_of_a_few_factors_is_enclosed() {
        // A generator of full period over 32 bits is random enough here.
        let mut state = 7u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        let mut found = [0; 4];
        for round in 0..4000 {
            let spread = [0x0BFF, 0x27FF, 0x7BFF][round % 3];
            let line: Vec<u64> =
                (0..2 + round % 3).map(|_| u64::from((0x3C00 - spread / 2 + next() % spread) & 0x7BFF | (next() & 1) << 15)).collect();
            let numbers: Vec<f32> = line.iter().map(|&b| f16::from_bits(b as u16).to_f32()).collect();
            for (cut, interval) in [(false, any_tree(DType::F16, &line)), (true, saturating_tree(DType::F16, &line))] {
                let mut results = vec![];
                every_tree(&numbers, cut, &mut results);
                let ends = results.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], &x| [low.min(x), high.max(x)]);
                if !cut && results.iter().all(|x| x.is_finite()) {
                    let bits = ends.map(|end| u64::from(f16::from_f32(end).to_bits()));
                    assert_eq!([interval.lowest, interval.highest], bits, "{numbers:?}");
                }
                for x in results {
                    assert!(contains(&interval, x), "{numbers:?} {cut}: {x} is not in {interval:x?}");
                    found[usize::from(x.is_infinite()) + 2 * usize::from(x == 0.0)] += 1;
                }
            }
            let product = numbers.iter().map(|&x| f64::from(x)).product::<f64>();
            let once = crate::rounding::Format::F16.round(product, crate::rounding::Rounding::NearestEven) as f32;
            assert!(contains(&exact(DType::F16, &line), once) && contains(&wide(DType::F16, &line), once), "{numbers:?}");
        }
        assert!(found[..3].iter().all(|n| *n > 100), "{found:?}");
    }

    /// A result for each tree, where subnormal factors and results are flushed.
    fn every_flushing_tree(numbers: &[f32], flush: Flush, results: &mut Vec<f32>) {
        if let [only] = numbers {
            return results.push(*only);
        }
        let or_zero = |x: f32, flushes: bool| if flushes && x.abs() < 6.103_515_6e-5 { 0f32.copysign(x) } else { x };
        for a in 0..numbers.len() {
            for b in a + 1..numbers.len() {
                let product = or_zero(numbers[a], flush.inputs) * or_zero(numbers[b], flush.inputs);
                let product = or_zero(f16::from_f32(product).to_f32(), flush.results);
                let others = (0..numbers.len()).filter(|at| ![a, b].contains(at)).map(|at| numbers[at]);
                every_flushing_tree(&others.chain([product]).collect::<Vec<_>>(), flush, results);
            }
        }
    }

    #[test]
    fn every_tree_that_flushes_is_enclosed_and_what_it_gives_for_sure_is_known() {
        let mut state = 11u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        let mut sure = [0; 4];
        for round in 0..4000 {
            // Subnormal numbers, small ones, and powers of two.
            let mut magnitude = |at| match (next() % 4, at) {
                (0, _) => 1 + next() % 0x3FF,
                (1, 0) => 0x0400 + next() % 0x2000,
                _ => 0x3400 + 0x400 * (next() % 5),
            };
            let line: Vec<u64> = (0..2 + round % 3).map(|at| u64::from(magnitude(at) | ((round + at) as u32 & 1) << 15)).collect();
            let numbers: Vec<f32> = line.iter().map(|&b| f16::from_bits(b as u16).to_f32()).collect();
            for (which, [inputs, results]) in [[false, false], [false, true], [true, false], [true, true]].into_iter().enumerate() {
                let flush = Flush { inputs, results };
                let (interval, mut all) = (flushing_tree(DType::F16, &line, flush), vec![]);
                every_flushing_tree(&numbers, flush, &mut all);
                all.iter().for_each(|x| assert!(contains(&interval, *x), "{numbers:?} {flush:?}: {x} is not in {interval:x?}"));
                sure[which] += u32::from(interval.lowest == interval.highest);
            }
        }
        assert!(sure.iter().all(|n| *n > 400), "{sure:?}");
    }

    #[test]
    fn a_flushed_factor_or_result_is_zero_and_what_is_kept_is_exact() {
        let of = |line: &[u64], inputs, results| flushing_tree(DType::F16, line, Flush { inputs, results });
        let only = |bits| Interval { lowest: bits, highest: bits, special: 0 };
        let (one, two, subnormal) = (0x3C00, 0x4000, 0x0201);
        assert_eq!(of(&[one, subnormal, one], false, false), only(subnormal));
        assert_eq!(of(&[one, subnormal | 0x8000, one], false, true), only(0x8000));
        assert_eq!(of(&[two, subnormal, one], true, false), only(0));
        // Normal in the end: whether it was subnormal on the way depends on the order, where there is a one.
        assert_eq!(of(&[one, subnormal, two], false, true), Interval { lowest: 0, highest: 0x0402, special: 0 });
        assert_eq!(of(&[two, subnormal, two], false, true), only(0x0802));
        // Subnormal in the end alone: nothing subnormal meets a factor.
        let (small, half) = (0x0402, 0x3800);
        assert_eq!(of(&[half, small], true, false), only(0x0201));
        assert_eq!(of(&[half, small, one], true, false), Interval { lowest: 0, highest: 0x0201, special: 0 });
        // A single one is copied, or meets a one.
        assert_eq!(of(&[subnormal], true, true), Interval { lowest: 0, highest: subnormal, special: 0 });
        assert_eq!(of(&[subnormal], false, false), only(subnormal));
    }

    #[test]
    fn exact_products_have_one_value_in_every_order() {
        let of = |line: &[f32]| any_tree(DType::F16, &bits(line));
        let only = |x: f32| {
            let bits = f16::from_f32(x).to_bits().into();
            Interval { lowest: bits, highest: bits, special: 0 }
        };
        assert_eq!(of(&[3.0, -5.0, 0.25, 7.0]), only(-26.25));
        assert_eq!(of(&[2047.0, -1.0, 0.5, -2.0]), only(2047.0));
        assert_eq!(of(&[0.0, -3.0]), only(-0.0));
        assert_eq!(exact(DType::F16, &bits(&[3.0, 3.0])), only(9.0));
        // 33 * 63 has twelve bits, and is halfway between two numbers.
        assert_eq!(exact(DType::F16, &bits(&[33.0, 63.0])), only(2080.0));
    }

    #[test]
    fn what_leaves_the_range_on_the_way_can_be_infinite_or_no_number() {
        let of = |line: &[f32]| any_tree(DType::F16, &bits(line));
        let there = of(&[32768.0, 4.0, -0.125]);
        assert_eq!((there.lowest, there.special), (u64::from(f16::from_f32(-16384.0).to_bits()), SPECIAL_NEG_INF));
        assert_eq!(wide(DType::F16, &bits(&[32768.0, 4.0, -0.125])).special, 0);
        assert_eq!(of(&[f32::INFINITY, 0.0]).special, SPECIAL_NAN);
        assert_eq!(of(&[f32::INFINITY, 0.5]).special, SPECIAL_INF);
        assert_eq!(of(&[65504.0, 65504.0, 0.0]).special, SPECIAL_NAN);
        let cut = saturating_tree(DType::F16, &bits(&[32768.0, 4.0, 0.125]));
        assert!(contains(&cut, 8188.0) && contains(&cut, 16384.0) && !contains(&cut, 8000.0) && cut.special == 0);
        // Smaller than any number: nothing, or what is left of it.
        assert_eq!(of(&[f32::from(f16::from_bits(1)), 0.5, 4.0]).lowest, 0);
    }
}
