//! The larger or the smaller of two numbers, under the choices that an implementation has.

/// What becomes of a number and a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PickNan {
    /// The number; of two NaN a NaN.
    #[default]
    Number,
    /// The NaN.
    Nan,
    /// The first stays, since no comparison says that the second is better.
    First,
}

/// What becomes of two zeros of different signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PickZero {
    /// +0 is larger than -0.
    #[default]
    Positive,
    /// They are equal: the first stays.
    First,
    /// They are equal: the second is taken.
    Second,
}

/// How one of two numbers is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Whether the larger one.
    pub larger: bool,
    /// Where one is a NaN.
    pub nan: PickNan,
    /// Where both are zeros.
    pub zeros: PickZero,
}

impl Pick {
    /// The larger or the smaller number, with the first of every choice.
    pub fn new(larger: bool) -> Pick {
        Pick { larger, nan: PickNan::default(), zeros: PickZero::default() }
    }

    /// The one of two floats.
    #[inline(always)]
    pub(super) fn of(self, a: f32, b: f32) -> f32 {
        let second = if a.is_nan() || b.is_nan() {
            match self.nan {
                PickNan::Number => a.is_nan(),
                PickNan::Nan => b.is_nan(),
                PickNan::First => false,
            }
        } else if a == 0.0 && b == 0.0 {
            match self.zeros {
                PickZero::Positive => a.is_sign_negative() == self.larger,
                PickZero::First => false,
                PickZero::Second => true,
            }
        } else if self.larger {
            b > a
        } else {
            b < a
        };
        if second { b } else { a }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nan_and_zeros_are_picked_as_said() {
        let nan = f32::NAN;
        let of = |larger, nan_of, zeros, a: f32, b: f32| Pick { larger, nan: nan_of, zeros }.of(a, b);
        let table = [(PickNan::Number, [1.0, 1.0]), (PickNan::Nan, [nan, nan]), (PickNan::First, [nan, 1.0])];
        for (choice, [nan_first, nan_second]) in table {
            for larger in [true, false] {
                let got = [(nan, 1.0), (1.0, nan)].map(|(a, b)| of(larger, choice, PickZero::First, a, b));
                assert!(got.iter().zip([nan_first, nan_second]).all(|(g, w)| *g == w || (g.is_nan() && w.is_nan())), "{choice:?}");
                assert!(of(larger, choice, PickZero::First, nan, nan).is_nan());
            }
        }
        // Signs of max(-0, +0), max(+0, -0), and of the minima.
        let signs = |zeros, larger| [(-0.0, 0.0), (0.0, -0.0)].map(|(a, b)| of(larger, PickNan::Nan, zeros, a, b).is_sign_negative());
        assert_eq!([true, false].map(|larger| signs(PickZero::Positive, larger)), [[false; 2], [true; 2]]);
        assert_eq!([true, false].map(|larger| signs(PickZero::First, larger)), [[true, false]; 2]);
        assert_eq!([true, false].map(|larger| signs(PickZero::Second, larger)), [[false, true]; 2]);
    }

    #[test]
    fn numbers_are_compared() {
        let pick = |larger, a, b| Pick::new(larger).of(a, b);
        for (a, b) in [(1.0, 2.0), (-1.0, 0.0), (f32::NEG_INFINITY, f32::MIN), (-2.0, -1.0), (f32::from_bits(1), f32::from_bits(2))] {
            assert_eq!([pick(true, a, b), pick(true, b, a), pick(false, a, b), pick(false, b, a)], [b, b, a, a]);
        }
    }
}
