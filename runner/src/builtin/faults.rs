//! Faults: ways in which a model can be made wrong on purpose, one at a time.
//!
//! A model with all faults off is right. Kernels ask about a fault only through small methods of
//! [`Unit`](super::unit::Unit) that are named after the decision, such as how many rows to visit.

macro_rules! faults {
    ($($field:ident $what:literal;)*) => {
        /// What is wrong with a model. All off by default.
        #[derive(Clone, Debug, PartialEq, Eq, Default)]
        pub struct Faults {
            $(#[doc = $what] pub $field: bool,)*
            /// The legality check of this name is left out; see
            /// [`Model::legality_checks`](super::Model::legality_checks).
            pub check_left_out: Option<String>,
        }

        impl Faults {
            /// Name and meaning of every fault of the kernels, in a fixed order.
            pub const KERNEL: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $what)),*];

            /// Faults with only the kernel fault of this name; `None` where there is no such fault.
            pub fn kernel(name: &str) -> Option<Faults> {
                let mut faults = Faults::default();
                match name {
                    $(stringify!($field) => faults.$field = true,)*
                    _ => return None,
                }
                Some(faults)
            }

            /// Faults with only the legality check of this name left out.
            pub fn without_check(name: &str) -> Faults {
                Faults { check_left_out: Some(name.to_owned()), ..Faults::default() }
            }

            /// Names of the faults that are on; a check that is left out is `without <check>`.
            pub fn names(&self) -> Vec<String> {
                let mut names = Vec::new();
                $(if self.$field { names.push(stringify!($field).to_owned()); })*
                names.extend(self.check_left_out.iter().map(|check| format!("without {check}")));
                names
            }
        }
    };
}

faults! {
    last_row_dropped "The last valid row is not visited.";
    extra_row "One row past the valid rows is visited.";
    stride_from_valid "Rows are taken to follow one another after the valid columns, not the physical ones.";
    tail_dropped "The last vector of a row is dropped where it is not full (256 bytes).";
    block_truncated "Columns past the last full 32-byte block of a row are dropped.";
    block_spilled "Every store is rounded up to a 32-byte block and one more.";
    first_row_twice "A sum counts row 0 twice.";
    vector_row_follows "The row that is to be broadcast is taken from the current row, not from row 0.";
    vector_lane_zero "Lane 0 of the row that is to be broadcast serves for every column.";
    sub_swapped "The operands of a subtraction change places.";
    negative_zero_lost "A floating-point -0 becomes +0.";
    nan_payload_lost "A copy turns every NaN into the default quiet NaN.";
    f16_in_bf16 "f16 results are first rounded to bf16.";
    f16_toward_zero "f16 and bf16 results are rounded toward zero.";
    i16_saturates "i16 results saturate.";
    subnormals_swapped "Subnormals are kept where the target flushes them, and flushed where it keeps them.";
    is_binary_ignored "isBinary has no effect.";
    is_binary_always "Wherever there is a tmp, isBinary is taken to be true.";
    source_overwritten "A sum accumulates in row 0 of its source.";
    empty_sum_zero "A sum over no rows writes zeros.";
    snapshot_missing "A source that shares memory with the destination is read after it was overwritten.";
    concat_block_aligned "The second source of a concatenation begins at a 32-byte block.";
    concat_swapped "The sources of a concatenation change places.";
    index_row_zero "Row 0 of the index tiles serves for every row.";
    index_unit_swapped "Index values are counts where they are bytes, and bytes where they are counts.";
    index_signed "A negative index value counts as zero.";
    index_not_clamped "Index values are limited one 32-byte block too late, and the index output not at all.";
    dst_index_skipped "The index output is not written.";
}
