//! Who may be erased, as a pure decision.

use chrono_tz::Tz;
use rookery_messages::say;

use crate::error::Refusal;
use crate::members::rules::{MembershipFacts, must_be_free};

/// Whether somebody may be erased now: off the leaderboard, without an office, and with nothing that
/// bars a removal, because all of these need somebody who can be told (Acts II.8.1, III.1).
pub fn may_be_erased(standing: &MembershipFacts, holds_office: bool, zone: Tz) -> Result<(), Refusal> {
    if standing.is_member() {
        let detail =
            say!("First ask to leave the leaderboard, which the Chief Justice grants; then you can be erased.");
        return Err(Refusal::conflict(say!("On the leaderboard"), detail).act("II.8"));
    }
    if holds_office {
        let detail = say!("Somebody who holds an office gives it up first; then they can be erased.");
        return Err(Refusal::conflict(say!("In office"), detail).act("III.2"));
    }
    must_be_free(standing, zone)
}

/// Nobody asks twice to be erased.
pub fn asks_once(asked: bool) -> Result<(), Refusal> {
    if !asked {
        return Ok(());
    }
    let detail = say!("You have asked already; an administrator will answer. You may take it back until then.");
    Err(Refusal::conflict(say!("Asked already"), detail))
}

/// Others ask only for somebody who cannot ask, and once.
pub fn may_be_asked_for(has_account: bool, settled: bool) -> Result<(), Refusal> {
    if has_account {
        let detail = say!("This person has an account, and asks for it on their own page, under “My data”.");
        return Err(Refusal::conflict(say!("Has an account"), detail));
    }
    if settled {
        let detail = say!("This was asked for already: see “Requests to be erased”.");
        return Err(Refusal::conflict(say!("Asked already"), detail));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_banned_before_the_court_or_in_office_is_not_erased() {
        let may_be_erased = |standing: &MembershipFacts, office| may_be_erased(standing, office, Tz::Europe__London);
        let acts = |standing: &MembershipFacts, office| {
            let refusal = may_be_erased(standing, office).unwrap_err();
            refusal.acts.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(may_be_erased(&MembershipFacts::default(), false), Ok(()));
        assert_eq!(acts(&MembershipFacts::default(), true), ["III.2"]);
        assert_eq!(acts(&MembershipFacts { banned: Some(None), ..Default::default() }, false), ["II.8.1"]);
        let before_court = MembershipFacts { open_case: Some("2026-C-001".into()), ..Default::default() };
        assert_eq!(acts(&before_court, false), ["II.8.1"]);
    }

    #[test]
    fn an_erasure_is_asked_for_once_and_for_another_where_they_cannot() {
        assert_eq!((asks_once(false), asks_once(true).is_err()), (Ok(()), true));
        for (has_account, settled, may) in [(false, false, true), (true, false, false), (false, true, false)] {
            assert_eq!(may_be_asked_for(has_account, settled).is_ok(), may, "{has_account} {settled}");
        }
    }
}
