//! Sums that are rounded once.

use crate::float::Format;
use ptoconf_schemas::DType;

/// The exact sum of finite numbers, rounded once: expansions that do not overlap, and the last of them decide.
pub fn exact_sum(format: Format, rows: &[u64]) -> u64 {
    let mut parts: Vec<f64> = vec![];
    for &row in rows {
        let mut carried = format.decode(row);
        let mut next = vec![];
        for &part in &parts {
            let (sum, rest) = two_sum(carried, part);
            if rest != 0.0 {
                next.push(rest);
            }
            carried = sum;
        }
        if carried != 0.0 {
            next.push(carried);
        }
        parts = next;
    }
    format.encode(to_odd(&compressed(&parts), rows, format))
}

/// The same sum in parts of which each but the first has as many bits as it can hold of what the smaller ones add up to.
fn compressed(parts: &[f64]) -> Vec<f64> {
    let (mut larger, mut carried) = (vec![], parts.last().copied().unwrap_or(0.0));
    for &part in parts.iter().rev().skip(1) {
        let (sum, rest) = two_sum(carried, part);
        carried = if rest == 0.0 {
            sum
        } else {
            larger.push(sum);
            rest
        };
    }
    let mut parts = vec![];
    for part in larger.into_iter().rev() {
        let (sum, rest) = two_sum(part, carried);
        parts.extend((rest != 0.0).then_some(rest));
        carried = sum;
    }
    parts.extend((carried != 0.0).then_some(carried));
    parts
}

/// `a + b` and what rounding lost of it.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let other = sum - a;
    (sum, (a - (sum - other)) + (b - other))
}

/// The sum of parts that do not overlap, smallest first, rounded to odd: rounding again gives what rounding the exact
/// sum does.
fn to_odd(parts: &[f64], rows: &[u64], format: Format) -> f64 {
    let Some((&last, rest)) = parts.split_last() else {
        // A sum of zeros alone is negative if all of them are.
        let negative = !rows.is_empty() && rows.iter().all(|&r| r == format.sign());
        return if negative { -0.0 } else { 0.0 };
    };
    let Some(&below) = rest.last() else { return last };
    if last.to_bits() & 1 == 1 {
        return last;
    }
    let towards_zero = (below < 0.0) != (last < 0.0);
    f64::from_bits(if towards_zero { last.to_bits() - 1 } else { last.to_bits() + 1 })
}

/// A left fold in f32, or of f32 in f64, rounded once.
pub fn wide_sum(format: Format, rows: &[u64], dtype: DType) -> u64 {
    let mut values = rows.iter().map(|&r| format.decode(r));
    let first = values.next().unwrap_or(0.0);
    let sum = match dtype {
        DType::F32 => values.fold(first, |sum, v| sum + v),
        _ => f64::from(values.fold(first as f32, |sum, v| sum + v as f32)),
    };
    format.encode(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_sums_keep_what_folds_lose() {
        let format = Format::of(DType::F32).expect("a float");
        let bits = |v: f32| u64::from(v.to_bits());
        let sum = |rows: &[f32]| f32::from_bits(exact_sum(format, &rows.iter().map(|&r| bits(r)).collect::<Vec<_>>()) as u32);
        assert_eq!(sum(&[3e38, 1e-45, -3e38]), 1e-45);
        assert_eq!(sum(&[16_777_216.0, 1.0, 1e-30]), 16_777_218.0);
        assert_eq!(sum(&[16_777_216.0, 1.0, -1e-30]), 16_777_216.0);
        // The parts of the first number that the second one kept apart come together again.
        assert_eq!(sum(&[0.467_376_53, -1.216_765_6e9, 1.216_765_6e9]), 0.467_376_53);
        assert_eq!(sum(&[-0.0, -0.0]).to_bits(), (-0.0f32).to_bits());
    }
}
