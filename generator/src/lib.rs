//! From operations to cases.
//!
//! Names no operation: everything comes from the forms, rules and data classes that the reference
//! declares. One file per strategy: `cover` for legal tuples, `edit` and `perturb` for illegal and open ones,
//! `order` for the order of additions, `fill` for data. What an implementation sees tells nothing of what is expected
//! of it: `name`, `disguise`, and the numbers of cases in `tiers`. The same request gives the same bytes whatever the
//! number of threads.

mod adopt;
mod cover;
mod disguise;
mod edit;
mod fill;
mod filter;
mod info;
mod model;
mod name;
mod order;
mod perturb;
mod pipeline;
mod plan;
mod rng;
mod smoke;
mod tiers;

pub use fill::nonce_columns;
pub use filter::Filter;
pub use info::operation_info;
pub use pipeline::in_order;
pub use plan::{Item, Plan, Request, plan};
pub use tiers::cases;
