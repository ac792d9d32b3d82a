//! The built command from end to end, in temporary folders, and what it makes of bad input.

mod blind;
mod cheats;
mod common;
mod containers;
mod coverage;
mod determinism;
mod differences;
mod disk;
mod documents;
mod dummy;
mod exec;
mod faults;
mod input;
mod levels;
mod recomputed;
mod results;
mod rooms;
mod sets;
