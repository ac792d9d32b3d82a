//! The embedded models: kernels by hand-computed examples, footprints, legality, faults, results.

mod asked;
mod case;
mod concat;
mod expand;
mod extremes;
mod footprint;
mod legality;
mod places;
mod products;
mod results;
mod row_arith;
mod row_expand;
mod row_extremes;
mod row_sums;
mod sums;
