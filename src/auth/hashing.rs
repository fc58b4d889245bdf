//! Where password hashes are computed: two at once, in memory that is reused and, after some quiet, given back.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use argon2::{Block, Params};

/// Memory blocks of one hash: 19 MiB.
const BLOCKS: usize = Params::DEFAULT.block_count();
/// Hashes that may wait for their turn.
const WAITING: usize = 64;
/// Idle time after which the memory is freed.
const QUIET: Duration = Duration::from_secs(5);

/// The process's own.
pub static HASHING: Hashing = Hashing::new();

/// What is done with the memory of one hash.
pub type Work = Box<dyn FnOnce(&mut [Block]) + Send>;

struct Queue {
    waiting: VecDeque<Work>,
    /// Whether the thread that computes runs.
    runs: bool,
}

pub struct Hashing {
    queue: Mutex<Queue>,
    arrived: Condvar,
}

impl Hashing {
    const fn new() -> Hashing {
        Hashing { queue: Mutex::new(Queue { waiting: VecDeque::new(), runs: false }), arrived: Condvar::new() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts work at the end of the queue; returns whether there was room.
    pub fn enqueue(&'static self, work: Work) -> bool {
        let mut queue = self.queue();
        if queue.waiting.len() >= WAITING {
            return false;
        }
        queue.waiting.push_back(work);
        if !queue.runs {
            queue.runs = thread::Builder::new().name("passwords".into()).spawn(move || self.compute()).is_ok();
        }
        self.arrived.notify_one();
        queue.runs
    }

    /// Computes what waits, until nothing has waited for a while.
    fn compute(&self) {
        // One piece larger than 32 MiB: allocators take such a piece from the system by itself and return it whole. Two
        // smaller ones would stay with the process once they were freed.
        let mut memory = vec![Block::new(); 2 * BLOCKS];
        let (left, right) = memory.split_at_mut(BLOCKS);
        while let Some((first, second)) = self.next() {
            thread::scope(|scope| {
                if let Some(second) = second {
                    scope.spawn(|| second(right));
                }
                first(left);
            });
        }
    }

    /// The next one or two that wait; `None` after some quiet.
    fn next(&self) -> Option<(Work, Option<Work>)> {
        let waited = self.arrived.wait_timeout_while(self.queue(), QUIET, |queue| queue.waiting.is_empty());
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let Some(first) = queue.waiting.pop_front() else {
            queue.runs = false;
            return None;
        };
        Some((first, queue.waiting.pop_front()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn two_are_computed_at_once_and_the_queue_is_bounded() {
        static OWN: Hashing = Hashing::new();
        let (began, begun) = channel();
        let mut ends = Vec::new();
        let mut add = || {
            let (end, ended) = channel::<()>();
            ends.push(end);
            let began = began.clone();
            OWN.enqueue(Box::new(move |memory| {
                began.send(memory.len()).unwrap();
                // Until its end is dropped.
                assert!(ended.recv().is_err());
            }))
        };
        assert!(add());
        assert_eq!(begun.recv().unwrap(), BLOCKS);
        let accepted = (0..WAITING + 10).filter(|_| add()).count();
        assert_eq!(accepted, WAITING, "one is computed, the others wait");
        assert!(begun.try_recv().is_err(), "nobody else's turn");
        drop(began);
        drop(ends);
        assert_eq!(begun.iter().count(), WAITING, "each has its turn");
    }
}
