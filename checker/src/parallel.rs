//! Work on many items at once, with results in the order of the items.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Calls `work` for the items `0..count` on `threads` threads, each with a state of its own, and
/// returns the results in order; after an error the rest is left out, and the error of the
/// earliest item that failed is returned. `done` is called on this thread for each finished item.
pub fn map<S, T: Send, E: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    mut done: impl FnMut(&T),
) -> Result<Vec<T>, E> {
    if threads <= 1 {
        let mut state = state();
        return (0..count).map(|index| work(&mut state, index).inspect(&mut done)).collect();
    }
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let first_error: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let sender = sender.clone();
            let (next, failed, first_error, state, work) = (&next, &failed, &first_error, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                // Items are handed out in order, so every item before a failed one is worked on.
                while !failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    match work(&mut state, index) {
                        Ok(result) => drop(sender.send((index, result))),
                        Err(error) => {
                            failed.store(true, Ordering::Relaxed);
                            keep_earliest(first_error, index, error);
                        }
                    }
                }
            });
        }
        drop(sender);
        for (index, result) in receiver {
            done(&result);
            results[index] = Some(result);
        }
    });
    match first_error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}

fn keep_earliest<E>(slot: &Mutex<Option<(usize, E)>>, index: usize, error: E) {
    let mut slot = slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if slot.as_ref().is_none_or(|(earliest, _)| index < *earliest) {
        *slot = Some((index, error));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_items() {
        let squares = super::map(4, 1000, || (), |(), i| Ok::<_, ()>(i * i), |_| ()).unwrap();
        assert!(squares.iter().enumerate().all(|(i, &s)| s == i * i));
        assert!(super::map(4, 0, || (), |(), _| Ok::<usize, ()>(0), |_| ()).unwrap().is_empty());
    }

    #[test]
    fn of_errors_in_any_order_the_earliest_item_counts() {
        let kept = std::sync::Mutex::new(None);
        [5, 3, 4].into_iter().for_each(|item| super::keep_earliest(&kept, item, format!("item {item}")));
        assert_eq!(kept.into_inner().unwrap(), Some((3, "item 3".to_owned())));
    }

    #[test]
    fn the_earliest_error_is_returned_on_any_number_of_threads() {
        for threads in [1, 2, 8] {
            let odd_from_700 = |(): &mut (), i| if i >= 700 && i % 2 == 1 { Err(i) } else { Ok(i) };
            assert_eq!(super::map(threads, 1000, || (), odd_from_700, |_| ()), Err(701));
        }
    }
}
