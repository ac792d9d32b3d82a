//! The built command from end to end, in temporary folders, and what it makes of bad input.

/// Some tests read millions of lines.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod agree;
mod blind;
mod blocks;
mod causes;
mod cheats;
mod choices;
mod circles;
mod common;
mod configuration;
mod containers;
mod coverage;
mod cpp;
mod damaged;
mod determinism;
mod differences;
mod disk;
mod documents;
mod drawn;
mod dummy;
mod exec;
mod exhaustive;
mod export;
mod foreign;
mod forged;
mod gate;
mod html;
mod input;
mod jobs;
mod kept;
mod leaks;
mod levels;
mod observed;
mod odd_files;
mod parts;
mod promises;
mod ptoas;
mod recomputed;
mod records;
mod replaced;
mod reports;
mod results;
mod rooms;
mod scope;
mod sentences;
mod sets;
mod short;
mod signals;
mod terminal;
mod ways;
mod whole;
