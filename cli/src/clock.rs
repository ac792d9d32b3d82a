//! When a check began and how long each operation took, for those reports that may say so.

use ptoconf_checker::report::Times;
use ptoconf_schemas::Date;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const SECONDS_OF_A_DAY: u64 = 86_400;

/// A clock that is started with a check and told of each operation when its turn comes.
pub struct Clock {
    began: SystemTime,
    started: Instant,
    turns: RefCell<Vec<(String, Instant)>>,
}

impl Clock {
    /// Starts it.
    pub fn start() -> Clock {
        Clock { began: SystemTime::now(), started: Instant::now(), turns: RefCell::default() }
    }

    /// An operation is judged from now on.
    pub fn turn(&self, operation: &str) {
        self.turns.borrow_mut().push((operation.to_owned(), Instant::now()));
    }

    /// What it says at the end. What comes before the first operation counts for it, and what comes after the last for that.
    pub fn times(self) -> Times {
        let (turns, now) = (self.turns.into_inner(), Instant::now());
        let ends = turns.iter().skip(1).map(|(_, begin)| *begin).chain([now]);
        let begins = std::iter::once(self.started).chain(turns.iter().skip(1).map(|(_, begin)| *begin));
        let operations: BTreeMap<String, f64> =
            turns.iter().zip(begins.zip(ends)).map(|((name, _), (begin, end))| (name.clone(), (end - begin).as_secs_f64())).collect();
        Times { began: timestamp(self.began), seconds: (now - self.started).as_secs_f64(), operations }
    }
}

/// `2026-02-28T23:59:07`, in universal time.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (day, second) = (Date::of_days(since / SECONDS_OF_A_DAY), since % SECONDS_OF_A_DAY);
    format!("{day}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_timestamp_is_in_universal_time() {
        assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(1_772_323_147)), "2026-02-28T23:59:07");
    }

    #[test]
    fn the_operations_take_all_of_the_time() {
        let clock = Clock::start();
        ["ta", "tb"].iter().for_each(|operation| clock.turn(operation));
        let times = clock.times();
        let sum: f64 = times.operations.values().sum();
        assert!(times.operations.len() == 2 && (sum - times.seconds).abs() < 1e-6, "{sum} of {}", times.seconds);
    }
}
