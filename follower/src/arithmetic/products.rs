//! Products of lines as a choice says.

use super::{Arithmetic, Ask, DType, Format, Order, Unfollowable, integer};

/// A line to be multiplied: which one, the reading of its order, and the elements of a block and of a vector.
pub struct Line<'a> {
    pub number: u32,
    pub order: &'a str,
    pub block: usize,
    pub vector: usize,
}

/// Multiplies two numbers.
type Mul<'a> = dyn FnMut(u64, u64) -> Result<u64, Unfollowable> + 'a;

impl Arithmetic {
    /// The product of a line; of none it is one.
    ///
    /// # Errors
    /// There is no such option.
    pub fn line_product(&mut self, elements: &[u64], line: &Line<'_>, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let Some(format) = Format::of(self.dtype) else { return self.integer_product(elements, line, ask) };
        let order = Order::of(line.order, ask)?;
        match order {
            _ if elements.is_empty() => Ok(format.encode(1.0)),
            Order::Exact | Order::Wide => self.product_once(format, elements, order, ask),
            Order::Lanes if self.dtype == DType::F16 => {
                let lanes = lanes(elements, line.block, format.encode(1.0), &mut |a, b| self.product(a, b, ask))?;
                self.scalars(format, &lanes, ask)
            }
            _ => in_order(elements, order, line, format.encode(1.0), &mut |a, b| self.product(a, b, ask)),
        }
    }

    /// The product of f16 in f32, one after another, and rounded.
    fn scalars(&mut self, format: Format, lanes: &[u64], ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let value = |bits: u64| if format.is_nan(bits) { f32::NAN } else { format.decode(bits) as f32 };
        let (mut acc, mut infinite) = (value(lanes[0]), value(lanes[0]).is_infinite());
        for x in lanes[1..].iter().map(|&bits| value(bits)) {
            acc *= x;
            infinite = infinite || x.is_infinite();
            if acc.is_nan() {
                match self.nan(format, ask)? {
                    0 => (acc, infinite) = (0.0, false),
                    nan => return Ok(nan),
                }
            }
        }
        let rounded = format.encode(acc.into());
        if infinite && acc.is_infinite() { Ok(rounded) } else { self.result(format, rounded, ask) }
    }

    /// The exact product, or one in a wider type, rounded once.
    fn product_once(&mut self, format: Format, elements: &[u64], order: Order, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let mut own = elements.to_vec();
        if own.iter().any(|&bits| format.is_subnormal(bits)) && self.flush(ask)?.inputs {
            own.iter_mut().for_each(|bits| *bits = format.flushed(*bits));
        }
        let sign = own.iter().fold(0, |sign, bits| sign ^ bits & format.sign());
        let has = |magnitude: u64| own.iter().any(|bits| bits & !format.sign() == magnitude);
        if own.iter().any(|&bits| format.is_nan(bits)) || (has(0) && has(format.infinity())) {
            return self.nan(format, ask);
        }
        if has(0) || has(format.infinity()) {
            return Ok(sign | if has(0) { 0 } else { format.infinity() });
        }
        if order == Order::Exact {
            let exact = sign | exact_product(format, &own);
            return self.result(format, exact, ask);
        }
        let values = own.iter().map(|&bits| format.decode(bits));
        let wide = if self.dtype == DType::F32 { values.product() } else { f64::from(values.map(|v| v as f32).product::<f32>()) };
        if wide.is_nan() { self.nan(format, ask) } else { self.result(format, format.encode(wide), ask) }
    }

    fn integer_product(&mut self, elements: &[u64], line: &Line<'_>, ask: &mut dyn Ask) -> Result<u64, Unfollowable> {
        let (dtype, mask) = (self.dtype, self.dtype.mask());
        let wrapped = elements.iter().fold(1u64, |product, &bits| product.wrapping_mul(bits)) & mask;
        let values = || elements.iter().map(|&bits| integer::value(dtype, bits));
        let magnitude = values().fold(1u128, |product, v| product.saturating_mul(v.unsigned_abs()));
        let (lowest, highest) = integer::limits(dtype);
        // A zero makes zero of whatever there is, and no partial product is larger than one in the range.
        if values().any(|v| v == 0) || magnitude <= highest.unsigned_abs() || !self.product_saturates(ask)? {
            return Ok(wrapped);
        }
        let order = Order::of(line.order, ask)?;
        if matches!(order, Order::Exact | Order::Wide) {
            let negative = values().filter(|v| *v < 0).count() % 2 == 1;
            return Ok(if negative { lowest } else { highest } as u64 & mask);
        }
        in_order(elements, order, line, 1, &mut |a, b| self.product(a, b, ask))
    }
}

/// One element or more in an order that says which meet.
fn in_order(elements: &[u64], order: Order, line: &Line<'_>, one: u64, mul: &mut Mul<'_>) -> Result<u64, Unfollowable> {
    let (first, rest) = (elements[0], &elements[1..]);
    match order {
        Order::FromOne => fold(one, elements, mul),
        Order::Pairs => {
            let mut product = first;
            for two in rest.chunks(2) {
                let next = if let [a, b] = *two { mul(a, b)? } else { two[0] };
                product = mul(product, next)?;
            }
            Ok(product)
        }
        Order::Carry => {
            let mut level = elements.to_vec();
            while level.len() > 1 {
                level = level.chunks(2).map(|two| if let [a, b] = *two { mul(a, b) } else { Ok(two[0]) }).collect::<Result<_, _>>()?;
            }
            Ok(level[0])
        }
        Order::Lanes => {
            let lanes = lanes(elements, line.block, one, mul)?;
            fold(lanes[0], &lanes[1..], mul)
        }
        Order::Halves => {
            let mut lanes = lanes(elements, line.vector, one, mul)?;
            while lanes.len() > 1 {
                let half = lanes.len() / 2;
                lanes = (0..half).map(|k| mul(lanes[k], lanes[k + half])).collect::<Result<_, _>>()?;
            }
            Ok(lanes[0])
        }
        Order::AnyTree if line.number.is_multiple_of(2) => {
            elements[..elements.len() - 1].iter().rev().try_fold(elements[elements.len() - 1], |product, &element| mul(element, product))
        }
        _ => fold(first, rest, mul),
    }
}

fn fold(first: u64, rest: &[u64], mul: &mut Mul<'_>) -> Result<u64, Unfollowable> {
    rest.iter().try_fold(first, |product, &element| mul(product, element))
}

/// So many lanes of ones, of which each element meets its own.
fn lanes(elements: &[u64], width: usize, one: u64, mul: &mut Mul<'_>) -> Result<Vec<u64>, Unfollowable> {
    let mut lanes = vec![one; width];
    for (at, &element) in elements.iter().enumerate() {
        lanes[at % width] = mul(lanes[at % width], element)?;
    }
    Ok(lanes)
}

/// The magnitude of the exact product of numbers that are not zero, rounded once: the odd parts as one large number.
fn exact_product(format: Format, elements: &[u64]) -> u64 {
    let (mut digits, mut exponent) = (vec![1u32], 0i64);
    for &bits in elements {
        let (significand, power) = format.parts(bits);
        let twos = significand.trailing_zeros();
        exponent += i64::from(power) + i64::from(twos);
        let mut carry = 0u64;
        for digit in &mut digits {
            carry += u64::from(*digit) * (significand >> twos);
            *digit = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
    }
    format.nearest(&digits, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Options;

    fn product(dtype: DType, elements: &[u64], order: &str, options: &[(&str, &str)]) -> u64 {
        let mut ask = Options::new(&[options, &[("order", order)]].concat());
        let line = Line { number: 1, order: "order", block: 32 / dtype.bytes(), vector: 256 / dtype.bytes() };
        Arithmetic::new(dtype).line_product(elements, &line, &mut ask).expect("an option")
    }

    fn f32s(elements: &[f32], order: &str) -> f32 {
        let bits: Vec<u64> = elements.iter().map(|x| u64::from(x.to_bits())).collect();
        f32::from_bits(product(DType::F32, &bits, order, &[("tile/float-overflow", "infinity")]) as u32)
    }

    #[test]
    fn which_factors_meet_first_shows_in_what_leaves_the_range() {
        // 2^127 meets 4 or 1/8 first.
        const TOP: f32 = f32::from_bits(0x7F00_0000);
        let of = |elements: &[f32]| ["left-fold", "left-fold-from-one", "a5-pairs", "carry-tree"].map(|o| f32s(elements, o).is_finite());
        assert_eq!(of(&[TOP, 4.0, 0.125]), [false, false, true, false]);
        assert_eq!(of(&[4.0, 1.0, TOP, 0.125]), [false, false, false, true]);
        let at = |places: [usize; 3], order| {
            let mut line = [1.0; 72];
            places.iter().zip([TOP, 4.0, 0.125]).for_each(|(place, x)| line[*place] = x);
            f32s(&line, order).is_finite()
        };
        // Lanes of a block: 0 and 8 meet first; of a vector 0 and 64, then 0 and 32, then 0 and 16.
        assert_eq!(["a2a3-lanes", "a5-halves", "exact", "wide"].map(|o| at([0, 16, 8], o)), [true, false, true, true]);
        assert_eq!(["a2a3-lanes", "a5-halves"].map(|o| at([0, 1, 32], o)), [true, true]);
        assert_eq!(["a2a3-lanes", "a5-halves"].map(|o| at([1, 2, 33], o)), [true, true]);
        assert_eq!(["a2a3-lanes", "a5-halves"].map(|o| at([0, 8, 64], o)), [false, true]);
    }

    #[test]
    fn lanes_of_f16_are_multiplied_in_f32() {
        let options = [("tile/float-overflow", "infinity")];
        // 2^15 * 4 / 8 fits in the end.
        let of = |elements: &[u64], order| product(DType::F16, elements, order, &options);
        assert_eq!(["a2a3-lanes", "a5-halves", "left-fold"].map(|o| of(&[0x7800, 0x4400, 0x3000], o)), [0x7400, 0x7400, 0x7C00]);
        assert_eq!(of(&[0x7800, 0x4400, 0x3C00], "a2a3-lanes"), 0x7C00);
        assert_eq!(product(DType::F16, &[0x7800, 0x4400], "a2a3-lanes", &[("tile/float-overflow", "saturate")]), 0x7BFF);
        assert_eq!(product(DType::F16, &[0x0400, 0x3800], "a2a3-lanes", &[("tile/subnormals", "flush-results")]), 0);
    }

    #[test]
    fn exact_products_are_rounded_once() {
        // Seven factors; and eighty that go far beyond binary64 on the way.
        let exact = f32s(&[1.1; 7], "exact");
        assert_eq!(exact, (0..7).fold(1.0, |p, _| p * f64::from(1.1f32)) as f32);
        let mut long = vec![3.0e38; 40];
        long.extend([f32::from_bits(0x0080_0000); 40]);
        let expected = (3.0e38f64 * f64::from(f32::from_bits(0x0080_0000))).powi(40) as f32;
        assert!((f32s(&long, "exact") / expected - 1.0).abs() < 1e-6);
        assert_eq!(f32s(&[3.0e38, 2.0], "exact"), f32::INFINITY);
    }

    #[test]
    fn integers_wrap_or_end_at_the_limits_of_their_sign() {
        let each =
            |elements: &[u64], order| ["wrap", "saturate"].map(|o| product(DType::I16, elements, order, &[("tile/product-overflow", o)]));
        assert_eq!(each(&[0x7FFF, 3, 0xFFFF], "left-fold"), [0x8003, 0x8001]);
        assert_eq!(each(&[0xFFFF, 0x7FFF, 3], "left-fold")[1], 0x8000);
        assert_eq!(each(&[0x7FFF, 3, 0xFFFF], "exact")[1], 0x8000);
        assert_eq!(each(&[0x7FFF, 0x7FFF, 0], "a2a3-lanes"), [0, 0]);
        assert_eq!(product(DType::U32, &[], "a5-halves", &[]), 1);
    }
}
