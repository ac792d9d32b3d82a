//! Work on many things at once, handed on in order.
//!
//! What is written must not depend on the number of threads, and memory must not grow with the number of things:
//! [`in_order`] makes them on a pool of threads, never more than a few ahead of whoever receives them.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Things for each thread that may be finished or begun and not yet received.
pub const AHEAD: usize = 2;

/// Makes the things `0..count` on some threads, and hands them on in order on this one; at most `ahead` are made and not
/// yet received. One state serves for any number of things, one after another. After an error no more are begun.
///
/// # Errors
/// The first one in the order of the things, of `make` or of `receive`.
///
/// # Panics
/// Where `make` panics, or no thread can be started.
pub fn in_order<S: Send, T: Send, E: Send>(
    threads: usize,
    ahead: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    make: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    mut receive: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    if threads <= 1 || count <= 1 {
        let mut state = state();
        return (0..count).try_for_each(|index| receive(index, make(&mut state, index)?));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let states = States { idle: Mutex::new(Vec::new()), new: &state };
    let stop = AtomicBool::new(false);
    let (states, make, stop) = (&states, &make, &stop);
    pool.in_place_scope_fifo(|scope| {
        let mut begun: VecDeque<Receiver<Result<T, E>>> = VecDeque::new();
        let mut next = 0;
        for index in 0..count {
            while next < count && begun.len() < ahead.max(threads) {
                let (send, made) = sync_channel(1);
                let own = next;
                // Nobody waits for it after an error.
                scope.spawn_fifo(move |_| {
                    if !stop.load(Ordering::Relaxed) {
                        drop(send.send(states.with(|state| make(state, own))));
                    }
                });
                begun.push_back(made);
                next += 1;
            }
            // A closed channel means that the thread panicked; the scope passes that on.
            let Some(Ok(made)) = begun.pop_front().map(|made| made.recv()) else { break };
            made.and_then(|made| receive(index, made)).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    })
}

/// Things in their order, as many together as a thread takes at once: at most `number` of them, and no other beyond a weight of all
/// together. To hand on what is made quickly one by one takes longer than to make it.
pub fn batches(weights: impl Iterator<Item = u64>, number: usize, weight: u64) -> Vec<Range<usize>> {
    let (mut batches, mut together): (Vec<Range<usize>>, u64) = (vec![], 0);
    for (at, own) in weights.enumerate() {
        together = together.saturating_add(own);
        match batches.last_mut() {
            Some(batch) if batch.len() < number && together <= weight => batch.end = at + 1,
            _ => {
                together = own;
                batches.push(at..at + 1);
            }
        }
    }
    batches
}

/// States that no thread uses at the moment.
struct States<'a, S, F: Fn() -> S> {
    idle: Mutex<Vec<S>>,
    new: &'a F,
}

impl<S, F: Fn() -> S> States<'_, S, F> {
    fn with<R>(&self, work: impl FnOnce(&mut S) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut state = taken.unwrap_or_else(self.new);
        let result = work(&mut state);
        idle().push(state);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    fn collect(threads: usize, count: usize, fails: fn(usize) -> bool) -> (Vec<usize>, Result<(), usize>) {
        let mut received = vec![];
        let make = |(): &mut (), i: usize| if fails(i) { Err(i) } else { Ok(i * i) };
        let result = in_order(
            threads,
            AHEAD * threads,
            count,
            || (),
            make,
            |index, square| {
                assert_eq!(square, index * index);
                received.push(square);
                Ok(())
            },
        );
        (received, result)
    }

    #[test]
    fn things_arrive_in_order_and_the_first_error_counts() {
        for threads in [1, 2, 8] {
            let (received, result) = collect(threads, 1000, |_| false);
            assert_eq!((received.len(), result), (1000, Ok(())));
            let (received, result) = collect(threads, 1000, |i| i >= 700 && i % 2 == 1);
            assert_eq!((received.len(), result), (701, Err(701)), "{threads}");
            assert_eq!(collect(threads, 0, |_| false).1, Ok(()));
        }
    }

    #[test]
    fn no_more_are_begun_than_may_be_ahead() {
        let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let make = |(): &mut (), _| -> Result<(), ()> {
            begun.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        let receive = |index: usize, ()| {
            most.fetch_max(begun.load(Ordering::SeqCst) - index, Ordering::SeqCst);
            Ok(())
        };
        in_order(4, 8, 500, || (), make, receive).unwrap();
        assert!((1..=9).contains(&most.into_inner()));
    }

    #[test]
    fn batches_are_of_few_things_and_little_weight() {
        let ends = |weights: &[u64]| batches(weights.iter().copied(), 3, 10).iter().map(|batch| batch.end).collect::<Vec<_>>();
        assert_eq!(ends(&[1, 1, 1, 1]), [3, 4]);
        assert_eq!(ends(&[6, 4, 1, 20, 0, u64::MAX, 5]), [2, 3, 4, 5, 6, 7]);
        assert_eq!(ends(&[]), []);
    }

    #[test]
    fn an_error_of_the_receiver_ends_it_and_states_are_used_again() {
        let made = AtomicUsize::new(0);
        let state = || {
            made.fetch_add(1, Ordering::SeqCst);
        };
        let result = in_order(2, 4, 1000, state, |(), i| Ok(i), |index, _| if index == 500 { Err("full") } else { Ok(()) });
        assert_eq!(result, Err("full"));
        assert!(made.into_inner() <= 4);
    }
}
