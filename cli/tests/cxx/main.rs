//! The adapter for C++ headers from end to end, on a small stand-in library with seeded faults.
//!
//! Always with g++, and with clang++-19 too where it is installed.

#[allow(dead_code)]
#[path = "../e2e/common.rs"]
mod common;

mod attribution;
mod endings;
mod infrastructure;
mod limits;
mod stand_in;
