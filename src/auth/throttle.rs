//! What wrong passwords cost the guesser. Pure.
//!
//! Nobody can lock others out. A device that signed in before is counted by itself: after some wrong tries it must wait,
//! longer with each. All other devices are strangers. Their failures are counted for a login at an address, for a login
//! from anywhere, for an address, and for the whole club. Over any of these limits each further try by a stranger needs a
//! proof of work (`proof`), which costs a phone some seconds once, but a guesser as much for every guess. Logins that do
//! not exist are counted like all others, and a correct password does not reset the strangers' counts, so the throttle
//! reveals neither which accounts exist nor that somebody signed in.
//!
//! Sign-up codes are short, so wrong ones are counted too: for an address, which then needs a proof of work, and for the
//! club. After too many wrong codes in the club, no code is accepted for an hour.

use chrono::{NaiveDateTime, TimeDelta};

/// Whose failures are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One device that signed in to the account before; or a caller who gave the right password already.
    Own,
    /// One login from one address.
    Pair,
    /// One login from anywhere.
    Login,
    /// One address, whatever the login.
    Address,
    /// All strangers.
    Club,
    /// All who sign up with a code.
    Codes,
}

impl Scope {
    /// Failures that cost nothing.
    pub const fn free(self) -> i64 {
        match self {
            Scope::Own | Scope::Pair => 5,
            Scope::Login => 20,
            Scope::Address => 50,
            Scope::Club => 500,
            Scope::Codes => 200,
        }
    }
}

/// Wrong codes after which no code is heard for a while.
const CODES_HEARD: i64 = 2000;

/// The longest wait after a failure.
const LONGEST: TimeDelta = TimeDelta::minutes(15);
/// The easiest and the hardest proof that is asked for, in bits.
const EASIEST: u8 = 16;
pub const HARDEST: u8 = 20;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Tries left that cost nothing.
    pub remaining: i64,
    /// Seconds until the next try is heard; `None` if it is heard now.
    pub wait: Option<u32>,
    /// Bits of the proof that the next try has to bring; `None` if it needs none.
    pub work: Option<u8>,
}

/// What the counts that apply to a caller leave to them.
pub fn limit(counts: &[(Scope, Option<Count>)], now: NaiveDateTime) -> Limit {
    let mut limit = Limit { remaining: i64::MAX, wait: None, work: None };
    for (scope, count) in counts {
        let failures = count.map_or(0, |count| count.standing(now));
        let over = failures - scope.free();
        limit.remaining = limit.remaining.min((-over).max(0));
        if *scope != Scope::Own && over >= 0 {
            limit.work = limit.work.max(Some(work(over)));
        }
        let until = count.and_then(|count| count.blocked_until).filter(|until| *until > now);
        if let Some(until) = until {
            // Rounded up: a caller that waits so long is heard.
            let seconds = u32::try_from((until - now).num_milliseconds().div_euclid(1000) + 1).unwrap_or(u32::MAX);
            limit.wait = limit.wait.max(Some(seconds));
        }
    }
    limit
}

/// The proof for a try after so many over the limit: twice as hard for twice as many.
fn work(over: i64) -> u8 {
    let doublings = (over + 1).checked_ilog2().and_then(|doublings| u8::try_from(doublings).ok());
    EASIEST.saturating_add(doublings.unwrap_or(0)).min(HARDEST)
}

/// The count after one more failure.
pub fn failed(scope: Scope, count: Option<Count>, now: NaiveDateTime) -> Count {
    let failures = count.map_or(0, |count| count.standing(now)) + 1;
    let over = failures - scope.free();
    let blocked_until = match scope {
        Scope::Own if over > 0 => Some(now + TimeDelta::seconds(1_i64 << over.min(20)).min(LONGEST)),
        Scope::Codes if failures >= CODES_HEARD => Some(now + FORGOTTEN),
        _ => None,
    };
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

    fn left(scope: Scope, failures: usize) -> Limit {
        limit(&[(scope, after(scope, failures))], noon())
    }

    #[test]
    fn the_first_failures_cost_nothing_and_the_next_double() {
        let waits: Vec<Option<u32>> = (4..=9).map(|failures| left(Scope::Own, failures).wait).collect();
        assert_eq!(waits, [None, None, Some(3), Some(5), Some(9), Some(17)]);
        assert_eq!(left(Scope::Own, 200), Limit { remaining: 0, wait: Some(901), work: None });
        let work: Vec<Option<u8>> = [0, 4, 5, 6, 8, 12, 500].map(|failures| left(Scope::Pair, failures).work).into();
        assert_eq!(work, [None, None, Some(16), Some(17), Some(18), Some(19), Some(20)]);
        assert_eq!(left(Scope::Pair, 3), Limit { remaining: 2, wait: None, work: None });
    }

    #[test]
    fn after_two_thousand_wrong_codes_none_is_heard_for_an_hour() {
        assert_eq!(left(Scope::Codes, 199), Limit { remaining: 1, wait: None, work: None });
        assert_eq!(left(Scope::Codes, 1999).wait, None);
        assert_eq!(left(Scope::Codes, 2000).wait, Some(3601));
        // The hour after it is one of a single try; a quiet one forgets all.
        let full = after(Scope::Codes, 2000);
        let at = |hours: i64| limit(&[(Scope::Codes, full)], noon() + TimeDelta::minutes(hours * 60 + 1));
        assert_eq!((at(1).wait, at(1).work), (None, Some(HARDEST)));
        assert_eq!(at(2), Limit { remaining: 200, wait: None, work: None });
    }

    #[test]
    fn no_stranger_waits_for_another() {
        for scope in [Scope::Pair, Scope::Login, Scope::Address, Scope::Club] {
            assert_eq!(left(scope, 5000), Limit { remaining: 0, wait: None, work: Some(HARDEST) }, "{scope:?}");
        }
    }

    #[test]
    fn an_hour_of_quiet_forgets() {
        let count = after(Scope::Own, 8);
        let quiet = count.unwrap().blocked_until.unwrap() + FORGOTTEN;
        assert_eq!(limit(&[(Scope::Own, count)], quiet).remaining, 0);
        let later = quiet + TimeDelta::seconds(1);
        assert_eq!(limit(&[(Scope::Own, count)], later).remaining, 5);
        assert_eq!(failed(Scope::Own, count, later).failures, 1);
        let count = after(Scope::Login, 40);
        assert_eq!(limit(&[(Scope::Login, count)], noon() + FORGOTTEN).work, Some(20));
        assert_eq!(limit(&[(Scope::Login, count)], noon() + FORGOTTEN + TimeDelta::seconds(1)).work, None);
    }

    #[test]
    fn the_strictest_count_holds() {
        let counts = [(Scope::Pair, after(Scope::Pair, 4)), (Scope::Address, after(Scope::Address, 60))];
        assert_eq!(limit(&counts, noon()), Limit { remaining: 0, wait: None, work: Some(19) });
    }
}
