//! The writer's counters, for `/metrics`.

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// Counts that the writer keeps; clones show the same ones.
#[derive(Clone, Debug)]
pub struct Meters {
    /// Writes that wait or are being written.
    pub queue: Gauge,
    /// Writes that shared a commit.
    pub batch: Histogram,
    /// Seconds that a batch took, its commit included.
    pub commit: Histogram,
}

impl Meters {
    pub(super) fn new() -> Meters {
        Meters {
            queue: Gauge::default(),
            // 1 to 256, the largest batch there is.
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            commit: Histogram::new(exponential_buckets(0.0005, 2.0, 15)),
        }
    }
}
