//! The memory that readers may take.

use rustix::process::{Resource, Rlimit, setrlimit};

/// Memory of all readers together, in bytes.
const MEMORY: u64 = 256 << 20;

/// Ends the program as soon as it wants more than 256 MiB of data.
///
/// # Errors
/// The operating system refuses.
pub fn limit_memory() -> std::io::Result<()> {
    Ok(setrlimit(Resource::Data, Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) })?)
}
