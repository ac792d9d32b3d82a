//! The reference against second, independent computations, and the contracts against the pages.

mod common;
mod elements;
mod enclosure;
mod enclosure_f16;
mod integers;
mod lanes;
mod lattice;
mod legality;
mod moves;
mod orders;
mod places;
mod product_orders;
mod profiles;
mod registry;
mod row_orders;
mod sentences;
mod soft;
mod soundness;
mod sources;
mod tightness;
