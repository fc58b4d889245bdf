//! The rate limiter: each account, and each address without a signed-in user, has a bucket of
//! requests that refills over time.
//!
//! Counts are kept in memory, so the limiter protects one replica and nothing else depends on it.
//! Passwords are guarded by `throttle`.

use std::num::NonZeroU32;

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use rookery_messages::say;

use crate::error::{Kind, Refusal};
use crate::id::PersonId;

/// Whose requests are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    Account(PersonId),
    Address(String),
}

/// Callers remembered before those with a full allowance are forgotten.
const REMEMBERED: usize = 10_000;

type Counts = RateLimiter<Caller, HashMapStateStore<Caller>, DefaultClock, StateInformationMiddleware>;

/// The allowances of all callers.
pub struct Limiter {
    per_minute: NonZeroU32,
    counts: Counts,
}

/// What a request left of its caller's allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    per_minute: u32,
    remaining: u32,
    /// Seconds after which the next request is heard.
    wait: u32,
}

impl Limiter {
    pub fn new(per_minute: NonZeroU32) -> Limiter {
        let counts = RateLimiter::hashmap(Quota::per_minute(per_minute)).with_middleware();
        Limiter { per_minute, counts }
    }

    /// Takes one request from the caller's allowance.
    pub fn take(&self, caller: &Caller) -> Allowance {
        if self.counts.len() > REMEMBERED {
            self.counts.retain_recent();
        }
        let per_minute = self.per_minute.get();
        match self.counts.check_key(caller) {
            Ok(left) => Allowance { per_minute, remaining: left.remaining_burst_capacity(), wait: 0 },
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now()).as_secs();
                Allowance { per_minute, remaining: 0, wait: u32::try_from(wait).unwrap_or(u32::MAX).saturating_add(1) }
            }
        }
    }
}

impl Allowance {
    /// Refuses a request for which nothing was left.
    pub fn heard(self) -> Result<(), Refusal> {
        if self.wait == 0 {
            return Ok(());
        }
        let detail = say!(
            "You have made {requests} requests in a minute. That is all this service takes. Try again in {seconds} s.",
            requests = self.per_minute,
            seconds = self.wait,
        );
        Err(Refusal::new(Kind::TooMany(self.wait), say!("Too many requests"), detail))
    }

    /// Adds the rate-limit headers to an answer.
    pub fn tell<B>(self, answer: &mut HttpResponse<B>) {
        let policy = format!("\"requests\";q={};w=60", self.per_minute);
        let left = format!("\"requests\";r={};t={}", self.remaining, self.wait);
        for (name, value) in [("ratelimit-policy", policy), ("ratelimit", left)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                answer.headers_mut().append(HeaderName::from_static(name), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_has_an_allowance_of_their_own() {
        let limiter = Limiter::new(NonZeroU32::new(2).unwrap());
        let (ann, room) = (Caller::Account(PersonId(1)), Caller::Address("192.0.2.1".into()));
        let left: Vec<u32> = (0..2).map(|_| limiter.take(&ann).remaining).collect();
        assert_eq!(left, [1, 0]);
        let refused = limiter.take(&ann);
        assert!((1..=31).contains(&refused.wait), "{refused:?}");
        assert!(matches!(refused.heard().unwrap_err().kind, Kind::TooMany(wait) if wait == refused.wait));
        assert_eq!(limiter.take(&room).heard(), Ok(()));
    }
}
