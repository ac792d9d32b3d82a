//! Wider vector instructions where the processor has them: beside the allocator's option, the only unsafe call of the workspace.
//!
//! A build for every x86-64 processor may use vectors of 16 bytes only. Measured: the column sums of
//! 20,000 f16 tiles of 32x128 took 94 ms, and 55 ms compiled for AVX2. It is the same Rust code, so
//! that its results are the same bits: Rust never fuses or reorders float operations.
#![allow(unsafe_code)]

/// Work on rows of elements. `run` has to be `#[inline(always)]`, as must be what it calls: what is not
/// inlined is compiled for every processor, a closure included.
pub trait Work {
    /// What it gives.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output;
}

/// Does the work, with AVX2 where there is one.
pub fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which is all that the function needs.
        return unsafe { with_avx2(work) };
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lane, Policy, canonical_nans};
    use half::{bf16, f16};
    use ptoconf_schemas::DType;

    /// Every element with the one `step` places further on: sums, and differences of those.
    struct Computed<'a, T>(&'a [T], usize);

    impl<T: Lane> Work for Computed<'_, T> {
        type Output = Vec<T>;
        #[inline(always)]
        fn run(self) -> Vec<T> {
            computed(self.0, self.1)
        }
    }

    #[inline(always)]
    fn computed<T: Lane>(row: &[T], step: usize) -> Vec<T> {
        let (mut acc, mut term) = (vec![T::ZERO; row.len()], vec![T::ZERO; row.len()]);
        T::widen(row, &mut acc);
        T::widen(row, &mut term);
        term.rotate_left(step);
        T::add(&mut acc, &term, Policy::default());
        term.rotate_left(step);
        T::sub(&mut acc, &term, Policy::default());
        let mut out = row.to_vec();
        T::narrow(&acc, &mut out);
        out
    }

    fn agree<T: Lane>(dtype: DType, row: &[T]) {
        let bytes = |row: Vec<T>| {
            let mut bytes = bytemuck::cast_slice(&row).to_vec();
            canonical_nans(dtype, &mut bytes);
            bytes
        };
        for step in [0, 1, 255, 256, 4097, 32768, 48629] {
            assert!(bytes(computed(row, step)) == bytes(widest(Computed(row, step))), "{dtype}, step {step}");
        }
    }

    #[test]
    fn wide_vectors_give_the_same_bits() {
        let all = 0..=u16::MAX;
        agree(DType::F16, &all.clone().map(f16::from_bits).collect::<Vec<_>>());
        agree(DType::Bf16, &all.clone().map(bf16::from_bits).collect::<Vec<_>>());
        agree(DType::I16, &all.clone().map(u16::cast_signed).collect::<Vec<_>>());
        agree(DType::F32, &all.map(|n| f32::from_bits(u32::from(n).wrapping_mul(0x9E37_79B1))).collect::<Vec<_>>());
    }
}
