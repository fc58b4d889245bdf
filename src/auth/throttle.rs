//! How often a password may be tried. Pure.
//!
//! What a stranger does must not lock the real person out. So failures are counted where they come
//! from: strictly for an account from one address, loosely for an account from anywhere and for an
//! address as a whole. Whoever comes from an address where this account signed in before is held
//! up only by failures from that address; whoever comes with a device that did (it was given a
//! secret then) only by that device's own. A delay grows with every failure, has a limit, and is
//! forgotten after an hour of quiet.

use chrono::{NaiveDateTime, TimeDelta};

/// Whose failures are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One device that signed in to the account before.
    Device,
    /// One account from one address.
    Pair,
    /// One account from anywhere it is not known.
    Account,
    /// One address, whatever the account.
    Address,
}

impl Scope {
    /// Failures that cost nothing.
    pub const fn free(self) -> i64 {
        match self {
            Scope::Device | Scope::Pair => 5,
            Scope::Account => 20,
            Scope::Address => 50,
        }
    }

    /// The longest that a failure can hold anybody up.
    const fn longest(self) -> TimeDelta {
        match self {
            Scope::Device | Scope::Pair => TimeDelta::minutes(15),
            Scope::Account | Scope::Address => TimeDelta::minutes(2),
        }
    }
}

/// Quiet after which failures are forgotten.
pub const FORGOTTEN: TimeDelta = TimeDelta::hours(1);

/// Failures of one scope so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub failures: i64,
    pub last_at: NaiveDateTime,
    pub blocked_until: Option<NaiveDateTime>,
}

impl Count {
    fn standing(self, now: NaiveDateTime) -> i64 {
        if now - self.blocked_until.unwrap_or(self.last_at).max(self.last_at) > FORGOTTEN { 0 } else { self.failures }
    }
}

/// What a caller may still do: for the `RateLimit` headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Tries left that cost nothing.
    pub remaining: i64,
    /// Seconds until the next try is heard; none where it is heard now.
    pub wait: Option<u32>,
}

/// What the counts that apply to a caller leave to them.
pub fn limit(counts: &[(Scope, Option<Count>)], now: NaiveDateTime) -> Limit {
    let mut limit = Limit { remaining: i64::MAX, wait: None };
    for (scope, count) in counts {
        let failures = count.map_or(0, |count| count.standing(now));
        limit.remaining = limit.remaining.min((scope.free() - failures).max(0));
        let until = count.and_then(|count| count.blocked_until).filter(|until| *until > now);
        if let Some(until) = until {
            // Rounded up: a caller that waits so long is heard.
            let seconds = u32::try_from((until - now).num_milliseconds().div_euclid(1000) + 1).unwrap_or(u32::MAX);
            limit.wait = limit.wait.max(Some(seconds));
        }
    }
    limit
}

/// The count after one more failure.
pub fn failed(scope: Scope, count: Option<Count>, now: NaiveDateTime) -> Count {
    let failures = count.map_or(0, |count| count.standing(now)) + 1;
    let over = failures - scope.free();
    let blocked_until = (over > 0).then(|| {
        let seconds = 1_i64 << over.min(20);
        now + TimeDelta::seconds(seconds).min(scope.longest())
    });
    Count { failures, last_at: now, blocked_until }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> NaiveDateTime {
        "2026-11-20T12:00:00".parse().unwrap()
    }

    fn after(scope: Scope, failures: usize) -> Option<Count> {
        (0..failures).fold(None, |count, _| Some(failed(scope, count, noon())))
    }

    #[test]
    fn the_first_failures_cost_nothing_and_the_next_double() {
        let waits: Vec<Option<u32>> =
            (4..=9).map(|n| limit(&[(Scope::Pair, after(Scope::Pair, n))], noon()).wait).collect();
        assert_eq!(waits, [None, None, Some(3), Some(5), Some(9), Some(17)]);
        assert_eq!(limit(&[(Scope::Pair, after(Scope::Pair, 3))], noon()).remaining, 2);
    }

    #[test]
    fn no_delay_is_longer_than_its_limit() {
        for (scope, seconds) in [(Scope::Pair, 901), (Scope::Account, 121), (Scope::Address, 121)] {
            assert_eq!(limit(&[(scope, after(scope, 200))], noon()).wait, Some(seconds), "{scope:?}");
        }
    }

    #[test]
    fn an_hour_of_quiet_forgets() {
        let count = after(Scope::Pair, 8);
        let quiet = count.unwrap().blocked_until.unwrap() + FORGOTTEN;
        assert_eq!(limit(&[(Scope::Pair, count)], quiet).remaining, 0);
        let later = quiet + TimeDelta::seconds(1);
        assert_eq!(limit(&[(Scope::Pair, count)], later).remaining, 5);
        assert_eq!(failed(Scope::Pair, count, later).failures, 1);
    }

    #[test]
    fn the_strictest_count_holds() {
        let counts = [(Scope::Pair, after(Scope::Pair, 6)), (Scope::Address, after(Scope::Address, 60))];
        assert_eq!(limit(&counts, noon()), Limit { remaining: 0, wait: Some(121) });
    }
}
