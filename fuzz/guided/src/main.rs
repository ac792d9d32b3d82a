//! The readers of `ptoconf-fuzz` under libFuzzer: `guided.sh READER`.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use ptoconf_fuzz::{Target, mutate, targets};
use std::cell::RefCell;

thread_local! {
    static TARGET: RefCell<Target> = RefCell::new(target());
}

/// The reader that the environment names.
fn target() -> Target {
    let name = std::env::var("PTOCONF_READER").unwrap_or_default();
    let mut all = targets();
    let known = all.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
    let at = all.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("PTOCONF_READER={name}: the readers are {known}"));
    all.swap_remove(at)
}

fuzz_target!(|data: &[u8]| {
    TARGET.with_borrow_mut(|target| (target.read)(data));
});

// libFuzzer knows bytes; fields of JSON and lines are damaged as in `ptoconf-fuzz`.
fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, most);
    }
    let made = TARGET.with_borrow(|target| mutate(seed.into(), target.name, 0, &[data[..size].to_vec()]));
    let length = made.len().min(most);
    data[..length].copy_from_slice(&made[..length]);
    length
});
