//! The built command from end to end, in temporary folders, and what it makes of bad input.

mod agree;
mod blind;
mod cheats;
mod choices;
mod common;
mod containers;
mod coverage;
mod determinism;
mod differences;
mod disk;
mod documents;
mod dummy;
mod exec;
mod export;
mod forged;
mod input;
mod leaks;
mod levels;
mod observed;
mod ptoas;
mod recomputed;
mod results;
mod rooms;
mod scope;
mod sentences;
mod sets;
