//! Sets, results and containers on disk.

mod blind;
mod common;
mod containers;
mod directory;
mod exports;
mod golden;
mod npyz;
mod numpy;
mod parts;
mod repair;
mod results;
mod sets;
