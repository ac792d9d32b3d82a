//! From operations to cases.
//!
//! Names no operation: everything comes from the forms, rules and data classes that the reference
//! declares. `strategy` has a file for each way to make tuples, `plan` says which tier takes which, `fill` makes data. What an implementation sees tells nothing of what is expected
//! of it: `name`, `strategy::disguise`, and the numbers of cases in `tiers`. The same request gives the same bytes whatever the
//! number of threads.

mod fill;
mod filter;
mod info;
mod item;
mod met;
mod model;
mod name;
mod pipeline;
mod plan;
mod planner;
mod points;
mod request;
mod rng;
mod strategy;
mod tiers;

pub use fill::nonce_columns;
pub use fill::pairs::MOST_BLOCKS;
pub use filter::Filter;
pub use info::operation_info;
pub use item::Item;
pub use met::readings_of_values;
pub use plan::{Plan, plan};
pub use request::Request;
pub use strategy::smoke::smoke_names;
pub use tiers::cases;
