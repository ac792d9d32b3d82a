//! Kernels on emulated instructions: each instruction by itself, with g++, a stand-in with seeded faults from end to end, with every
//! compiler, and what the command says.

#[allow(dead_code)]
#[path = "../e2e/common.rs"]
mod common;

mod instructions;
mod kernels;
