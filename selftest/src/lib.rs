//! Implementations that must fail, and some that must not, to test the suite itself.
//!
//! All of them go the way of any other implementation: results on disk, then the checker.
//! - [`mutants`]: the embedded models with one thing wrong. Each has to be killed, or to be listed in
//!   `survivors.rs` with the reason why it conforms.
//! - `cheats`: results that nobody computed. None may pass.
//! - [`choices`]: followers of random choices of options. Each that follows admitted options has to pass, and no other.
//! - `variants`: implementations that conform, each in its own way. None may fail.
//! - `triage`: whether what is called the cause of a mutant's failures is what is wrong with it.

mod against;
mod arena;
mod cheats;
pub mod choices;
mod error;
mod fate;
mod kills;
mod markdown;
pub mod mutants;
mod options;
mod run;
mod score;
mod smoke;
mod survivors;
mod text;
mod triage;
mod variants;

pub use arena::{Arena, ProfileSets, SmokeTier};
pub use error::Error;
pub use markdown::markdown;
pub use options::Options;
pub use run::{run, triaged};
pub use score::kill_file;
pub use text::text;
