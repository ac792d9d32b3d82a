//! What the checker makes of results, and how it says it.

mod accuracy;
mod admitted;
mod agree;
mod common;
mod details;
mod legality;
mod memory;
mod observed;
mod outcomes;
mod outputs;
mod pages;
mod pieces;
mod readings;
mod reports;
mod scope;
