//! Data classes: what the inputs of a case hold, and what that can show.
//!
//! Structural classes are judged bit for bit whatever the order of additions; rounding classes
//! show orders and precision; each policy class puts one open question into vectors of its own,
//! so that a wrong guess about a policy fails no other vector.

use ptoconf_schemas::DType;

/// How the data of a class is made. See the generator's `fill` for the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Random patterns; of floats, no signalling NaN and no subnormal number.
    Bits,
    /// NaNs of both signs with random payloads, signalling ones too, among such patterns.
    NanPayloads,
    /// Zeros of both signs among small numbers.
    Zeros,
    /// Columns of -0 only, of both zeros, and of numbers that cancel.
    NegativeZeros,
    /// Integers so small that every sum of them is exact in every order, or every product, quotient or exponential.
    ExactWindow,
    /// Powers of two placed so that each element has its own share in some column's sum.
    Signature,
    /// Random signs and mantissas over four binades.
    Uniform,
    /// Random signs and mantissas over the whole range of normal numbers.
    Spread,
    /// Full mantissas with exponents spread so widely that every order rounds differently.
    Reveal,
    /// Pairs that almost cancel.
    Cancel,
    /// Sums, products, quotients or exponentials of two numbers that lie halfway between two representable ones, or next to there.
    Ties,
    /// NaN and infinities among ordinary numbers.
    Special,
    /// Results that leave the range, finally or on the way.
    Overflow,
    /// Subnormal inputs and results.
    Subnormal,
    /// Integers whose sums, products or quotients leave the range.
    Wrap,
    /// Integers whose quotients are mostly no whole numbers.
    Fractions,
    /// Zeros among the numbers that others are divided by.
    ZeroDivisor,
    /// Columns that tell named orders apart; see [`ptoconf_numeric::orders`].
    OrderProbe,
    /// A column for each pair of rows, from which any order can be recovered.
    OrderPairs,
    /// Columns whose largest and smallest elements are in rows of their own choice.
    Peak,
    /// Lines with equal elements that are the largest, and others that are the smallest.
    Equals,
    /// Numbers of the whole range, infinities included, close ones, and columns of a single sign or at a limit.
    Numbers,
    /// Every pair of two values of a type: each case has a part of them.
    Pairs,
    /// Counts that use all valid columns of both sources.
    IndexFull,
    /// Counts that vary by row, zero included.
    IndexVarying,
    /// Counts whose sum is more than the destination holds.
    IndexPastEnd,
    /// Byte counts that are no multiple of the element size.
    IndexRagged,
    /// Negative counts.
    IndexNegative,
}

/// A data class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Name.
    pub name: &'static str,
    /// How it is made.
    pub fill: Fill,
    /// What it is for.
    pub purpose: &'static str,
}

const fn class(name: &'static str, fill: Fill, purpose: &'static str) -> Class {
    Class { name, fill, purpose }
}

impl Class {
    /// Random patterns.
    pub const BITS: Class = class("bits", Fill::Bits, "random patterns: any element that moves wrongly shows");
    /// NaN payloads.
    pub const NAN_PAYLOADS: Class = class("nan-payloads", Fill::NanPayloads, "copies that lose a NaN payload or quieten a NaN");
    /// Signed zeros.
    pub const ZEROS: Class = class("zeros", Fill::Zeros, "signs of zeros");
    /// Columns of negative zeros.
    pub const NEGATIVE_ZEROS: Class = class("negative-zeros", Fill::NegativeZeros, "seeds of sums, signs of zeros");
    /// Exact window.
    pub const EXACT_WINDOW: Class = class("exact-window", Fill::ExactWindow, "structure: every order gives the same exact sum");
    /// Signature.
    pub const SIGNATURE: Class = class("signature", Fill::Signature, "structure: the difference names the element; low precision");
    /// Uniform.
    pub const UNIFORM: Class = class("uniform", Fill::Uniform, "rounding, at ordinary values");
    /// Spread.
    pub const SPREAD: Class = class("spread", Fill::Spread, "rounding, over the whole range of normal numbers");
    /// Reveal.
    pub const REVEAL: Class = class("reveal", Fill::Reveal, "accumulation order, precision and rounding");
    /// Cancel.
    pub const CANCEL: Class = class("cancel", Fill::Cancel, "cancellation: precision of what is left");
    /// Ties.
    pub const TIES: Class = class("ties", Fill::Ties, "round to nearest even against every other rounding");
    /// Special values.
    pub const SPECIAL: Class = class("special", Fill::Special, "NaN and infinities");
    /// Overflow.
    pub const OVERFLOW: Class = class("overflow", Fill::Overflow, "overflow, finally or on the way");
    /// Subnormals.
    pub const SUBNORMAL: Class = class("subnormal", Fill::Subnormal, "subnormal numbers kept or flushed");
    /// Integer wrap.
    pub const WRAP: Class = class("wrap", Fill::Wrap, "integer overflow wraps or saturates");
    /// Fractions.
    pub const FRACTIONS: Class = class("fractions", Fill::Fractions, "integer quotients that are no whole numbers, of either sign");
    /// Divisors that are zero.
    pub const ZERO_DIVISOR: Class = class("zero-divisor", Fill::ZeroDivisor, "numbers, infinities and zeros over zeros");
    /// Order probes.
    pub const ORDER_PROBE: Class = class("order-probe", Fill::OrderProbe, "names the order of additions, their precision and rounding");
    /// Pairs of rows.
    pub const ORDER_PAIRS: Class = class("order-pairs", Fill::OrderPairs, "recovers an order of additions that has no name");
    /// Every pair of two values.
    pub const PAIRS: Class = class("pairs", Fill::Pairs, "every pair of two values, whatever policies it meets");
    /// Peaks.
    pub const PEAK: Class = class("peak", Fill::Peak, "structure: which row the largest and the smallest element come from");
    /// Numbers.
    pub const NUMBERS: Class = class("numbers", Fill::Numbers, "comparisons: of either sign, close, infinite, at the limits");
    /// Equal elements.
    pub const EQUALS: Class = class("equals", Fill::Equals, "which of equal elements is taken");
    /// Full counts.
    pub const INDEX_FULL: Class = class("index-full", Fill::IndexFull, "counts that use all valid columns");
    /// Varying counts.
    pub const INDEX_VARYING: Class = class("index-varying", Fill::IndexVarying, "counts that differ by row, zero included");
    /// Counts past the end.
    pub const INDEX_PAST_END: Class = class("index-past-end", Fill::IndexPastEnd, "counts beyond the destination's columns");
    /// Ragged byte counts.
    pub const INDEX_RAGGED: Class = class("index-ragged", Fill::IndexRagged, "byte counts that are no whole number of elements");
    /// Negative counts.
    pub const INDEX_NEGATIVE: Class = class("index-negative", Fill::IndexNegative, "negative counts");

    /// For operations that move elements.
    pub const MOVE: &'static [Class] = &[Class::BITS, Class::NAN_PAYLOADS, Class::ZEROS, Class::SUBNORMAL];
    /// For elementwise additions and subtractions.
    pub const ADD: &'static [Class] = &[
        Class::EXACT_WINDOW,
        Class::UNIFORM,
        Class::SPREAD,
        Class::CANCEL,
        Class::TIES,
        Class::ZEROS,
        Class::SPECIAL,
        Class::OVERFLOW,
        Class::SUBNORMAL,
        Class::WRAP,
    ];
    /// For elementwise products.
    pub const MUL: &'static [Class] = &[
        Class::EXACT_WINDOW,
        Class::UNIFORM,
        Class::SPREAD,
        Class::TIES,
        Class::ZEROS,
        Class::SPECIAL,
        Class::OVERFLOW,
        Class::SUBNORMAL,
        Class::WRAP,
    ];
    /// For elementwise quotients.
    pub const DIV: &'static [Class] = &[
        Class::EXACT_WINDOW,
        Class::UNIFORM,
        Class::SPREAD,
        Class::TIES,
        Class::ZEROS,
        Class::SPECIAL,
        Class::OVERFLOW,
        Class::SUBNORMAL,
        Class::WRAP,
        Class::FRACTIONS,
        Class::ZERO_DIVISOR,
    ];
    /// For elementwise exponentials of differences.
    pub const EXP: &'static [Class] = &[
        Class::EXACT_WINDOW,
        Class::UNIFORM,
        Class::SPREAD,
        Class::CANCEL,
        Class::TIES,
        Class::ZEROS,
        Class::SPECIAL,
        Class::OVERFLOW,
        Class::SUBNORMAL,
    ];
    /// For conversions to another type.
    pub const CONVERT: &'static [Class] =
        &[Class::EXACT_WINDOW, Class::UNIFORM, Class::TIES, Class::ZEROS, Class::SPECIAL, Class::OVERFLOW, Class::WRAP];
    /// For the larger or the smaller of two elements.
    pub const PICK: &'static [Class] = &[Class::NUMBERS, Class::ZEROS, Class::SPECIAL, Class::SUBNORMAL];
    /// For the largest or the smallest element along an axis.
    pub const EXTREME: &'static [Class] = &[Class::PEAK, Class::NUMBERS, Class::ZEROS, Class::SPECIAL, Class::SUBNORMAL];
    /// For the place of the largest or the smallest element along an axis.
    pub const PLACE: &'static [Class] = &[Class::PEAK, Class::NUMBERS, Class::EQUALS, Class::ZEROS, Class::SPECIAL, Class::SUBNORMAL];
    /// For sums along an axis.
    pub const SUM: &'static [Class] = &[
        Class::EXACT_WINDOW,
        Class::SIGNATURE,
        Class::UNIFORM,
        Class::REVEAL,
        Class::CANCEL,
        Class::TIES,
        Class::NEGATIVE_ZEROS,
        Class::SPECIAL,
        Class::OVERFLOW,
        Class::SUBNORMAL,
        Class::WRAP,
    ];
    /// For products along an axis.
    pub const PRODUCT: &'static [Class] =
        &[Class::EXACT_WINDOW, Class::REVEAL, Class::TIES, Class::ZEROS, Class::SPECIAL, Class::OVERFLOW, Class::SUBNORMAL, Class::WRAP];
    /// For tuples of their own that show the order of a sum; no form lists them.
    pub const ORDER: &'static [Class] = &[Class::ORDER_PROBE, Class::ORDER_PAIRS];
    /// For the exhaustive tier; no form lists it.
    pub const EXHAUSTIVE: &'static [Class] = &[Class::PAIRS];
    /// For operations that are steered by counts.
    pub const INDEX: &'static [Class] =
        &[Class::INDEX_FULL, Class::INDEX_VARYING, Class::INDEX_PAST_END, Class::INDEX_RAGGED, Class::INDEX_NEGATIVE];

    /// Lists that have every class, some of them twice.
    const LISTS: [&'static [Class]; 9] =
        [Class::MOVE, Class::ADD, Class::DIV, Class::SUM, Class::EXTREME, Class::PLACE, Class::ORDER, Class::EXHAUSTIVE, Class::INDEX];

    /// Every class.
    pub fn all() -> Vec<Class> {
        let mut all: Vec<Class> = vec![];
        for class in Class::LISTS.concat() {
            if !all.contains(&class) {
                all.push(class);
            }
        }
        all
    }

    /// The class of this name.
    pub fn parse(name: &str) -> Option<Class> {
        Class::LISTS.into_iter().flatten().find(|c| c.name == name).copied()
    }

    /// Whether a wrong place of an element shows whatever else is asked.
    pub fn is_structural(&self) -> bool {
        matches!(self.fill, Fill::ExactWindow | Fill::Signature | Fill::Peak)
    }

    /// Whether the class means anything for elements of this type.
    pub fn applies(&self, dtype: DType) -> bool {
        match self.fill {
            Fill::Wrap | Fill::Fractions => dtype.is_int(),
            // Of wider types there are too many.
            Fill::Pairs => dtype.bytes() <= 2,
            Fill::ZeroDivisor | Fill::Bits | Fill::ExactWindow | Fill::Signature | Fill::Peak | Fill::Equals | Fill::Numbers => true,
            Fill::IndexFull | Fill::IndexVarying | Fill::IndexPastEnd | Fill::IndexRagged => dtype.is_int(),
            Fill::IndexNegative => dtype.is_signed(),
            _ => dtype.is_float(),
        }
    }
}
