//! Time that was worked. A clock on the wall would count what other programs do, too, and fewer attempts would be made beside them.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Processor time of this program so far, all of its threads together.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
