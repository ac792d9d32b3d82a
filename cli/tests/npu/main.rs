//! Kernels on emulated instructions, with g++: each instruction by itself, a stand-in with seeded faults from end to
//! end, and what the command says.

#[allow(dead_code)]
#[path = "../e2e/common.rs"]
mod common;

mod instructions;
mod kernels;
