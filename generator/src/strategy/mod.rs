//! What makes tuples: one file for each way.

pub mod adopt;
pub mod battery;
pub mod beside;
pub mod counts;
pub mod cover;
pub mod disguise;
pub mod edit;
pub mod kept;
pub mod kind;
pub mod name;
pub mod order;
pub mod perturb;
pub mod smoke;
pub mod tall;
pub mod triples;
