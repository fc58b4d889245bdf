//! Who may place and lift bans, monitors and clock orders, as pure decisions.

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta, Weekday};
use chrono_tz::Tz;

use super::{Ban, Monitor};
use crate::auth::Roles;
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members;
use crate::sessions::calendar::{end_of_day, local_date};

/// Who acts on whom.
#[derive(Clone, Copy, Debug)]
pub struct Parties {
    pub actor: PersonId,
    pub roles: Roles,
    pub person: PersonId,
    /// Whether the person is on the leaderboard.
    pub is_member: bool,
}

impl Parties {
    /// No moderator acts on themself (Act III.3.5), and only on members.
    fn independent(&self, act: &'static str) -> Result<(), Refusal> {
        if self.actor == self.person {
            let detail = "Nobody places or lifts this on themself: another moderator has to.";
            return Err(Refusal::invalid("Not independent", detail).act(act).act("III.3.5"));
        }
        Ok(())
    }

    fn member(&self, act: &'static str) -> Result<(), Refusal> {
        if self.is_member {
            return Ok(());
        }
        Err(Refusal::invalid("Not a member", "This person is not on the leaderboard.").act(act).act("0.9"))
    }

    fn moderator(&self, act: &'static str) -> Result<(), Refusal> {
        if self.roles.may_moderate() {
            return Ok(());
        }
        Err(Refusal::forbidden("This is for moderators and justices.", act))
    }
}

/// A reason, trimmed: 16 to 500 characters.
pub fn reason(field: &'static str, text: &str, act: &'static str) -> Result<String, Refusal> {
    members::rules::text(field, text, 16, 500).map_err(|refusal| refusal.act(act))
}

/// A ban as it is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBan {
    pub staff: bool,
    pub reason: String,
    /// The last instant of its last day.
    pub ends_at: Option<NaiveDateTime>,
}

/// Whether a ban may be placed: by a moderator through a Friday (Act II.9), or by staff (Act III.6).
pub fn ban(
    parties: &Parties,
    running: Option<&Ban>,
    text: &str,
    until: Option<NaiveDate>,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<NewBan, Refusal> {
    let staff = parties.roles.staff;
    let act = if staff { "III.6" } else { "II.9" };
    if !staff {
        parties.moderator("II.9")?;
    }
    parties.independent(act)?;
    parties.member(act)?;
    let reason = reason("reason", text, if staff { "III.6" } else { "II.9.1" })?;
    let ends_at = match until {
        None if staff => None,
        None => {
            let detail = "A moderator's ban has a last day, a Friday: send until as YYYY-MM-DD.";
            return Err(Refusal::field("until", detail).act("II.9.2"));
        }
        Some(day) => Some(last_instant(day, staff, zone, now)?),
    };
    if let Some(running) = running {
        let detail = "This member is banned already; only the Court shortens, lengthens or lifts a ban.";
        return Err(Refusal::conflict("Banned already", detail).act("II.9.4").with("ban", running.id));
    }
    Ok(NewBan { staff, reason, ends_at })
}

fn last_instant(day: NaiveDate, staff: bool, zone: Tz, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    if !staff && day.weekday() != Weekday::Fri {
        let ahead = u64::from((11 - day.weekday().num_days_from_monday()) % 7);
        let friday = day.checked_add_days(chrono::Days::new(ahead)).unwrap_or(day);
        let detail = format!("{day} is a {}; a ban ends on a Friday, such as {friday}.", day.format("%A"));
        return Err(Refusal::field("until", detail).act("II.9.2"));
    }
    if day < local_date(now.and_utc(), zone) || day.year() > 9999 {
        return Err(Refusal::field("until", format!("{day} is over, or beyond all calendars.")).act("II.9.2"));
    }
    Ok(end_of_day(day, zone).naive_utc() - TimeDelta::microseconds(1))
}

/// Whether a ban may be lifted here: a teacher's by staff; a moderator's only by the Court.
pub fn lift_ban(roles: Roles, ban: &Ban, text: &str, now: NaiveDateTime) -> Result<String, Refusal> {
    if !ban.staff {
        let detail = "Only the Court of Appeals lifts, shortens or lengthens a moderator's ban.";
        return Err(Refusal::forbidden(detail, "II.9.4"));
    }
    if !roles.staff {
        return Err(Refusal::forbidden("A ban by staff is lifted by staff.", "III.6"));
    }
    if ban.lifted_at.is_some() || ban.ends_at.is_some_and(|ends| ends < now) {
        return Err(Refusal::conflict("Over already", "This ban is not in force.").act("III.6"));
    }
    reason("reason", text, "III.6")
}

/// Whether a monitor may be placed (Act II.10): gives the suspicion.
pub fn monitor(parties: &Parties, running: Option<&Monitor>, suspicion: &str) -> Result<String, Refusal> {
    parties.moderator("II.10")?;
    parties.independent("II.10")?;
    parties.member("II.10")?;
    let suspicion = reason("suspicion", suspicion, "II.10.1")?;
    match running {
        None => Ok(suspicion),
        Some(running) => {
            let detail = "This member is monitored already.";
            Err(Refusal::conflict("Monitored already", detail).act("II.10").with("monitor", running.id))
        }
    }
}

/// Whether a monitor may be lifted: by any moderator but the one it is on (Act II.10.2).
pub fn lift_monitor(parties: &Parties, monitor: &Monitor, text: &str) -> Result<String, Refusal> {
    parties.moderator("II.10.2")?;
    parties.independent("II.10.2")?;
    if monitor.lifted_at.is_some() {
        return Err(Refusal::conflict("Lifted already", "This monitor is not in force.").act("II.10.2"));
    }
    reason("reason", text, "II.10.2")
}

/// Whether the Chief Justice may order a member to play with a clock (Act II.11).
pub fn clock_order(parties: &Parties, is_running: bool, text: &str) -> Result<String, Refusal> {
    parties.independent("II.11")?;
    parties.member("II.11")?;
    if is_running {
        let detail = "This member plays under a clock order already.";
        return Err(Refusal::conflict("Ordered already", detail).act("II.11"));
    }
    reason("reason", text, "II.11")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn day(text: &str) -> Option<NaiveDate> {
        Some(text.parse().unwrap())
    }

    fn moderator() -> Parties {
        let roles = Roles { moderator: true, ..Roles::default() };
        Parties { actor: PersonId(1), roles, person: PersonId(2), is_member: true }
    }

    fn place(parties: &Parties, text: &str, until: Option<NaiveDate>) -> Result<NewBan, Refusal> {
        ban(parties, None, text, until, chrono_tz::Europe::London, at("2026-06-05T12:00:00"))
    }

    #[test]
    fn bans_by_moderators_and_staff() {
        let why = "Threw a king across the room";
        let placed = place(&moderator(), why, day("2026-06-12")).unwrap();
        assert_eq!(placed.ends_at, Some(at("2026-06-12T22:59:59.999999")), "through the Friday, in London");
        assert_eq!(
            place(&moderator(), why, day("2026-06-05")).unwrap().ends_at,
            Some(at("2026-06-05T22:59:59.999999"))
        );
        let staff = Parties { roles: Roles { staff: true, ..Roles::default() }, ..moderator() };
        assert_eq!(place(&staff, why, None).unwrap(), NewBan { staff: true, reason: why.into(), ends_at: None });
        assert!(place(&staff, why, day("2026-06-10")).is_ok());

        let nobody = Parties { roles: Roles::default(), ..moderator() };
        let himself = Parties { person: PersonId(1), ..moderator() };
        let guest = Parties { is_member: false, ..moderator() };
        for (parties, text, until, acts) in [
            (&moderator(), why, day("2026-06-11"), vec!["II.9.2"]),
            (&moderator(), why, day("2026-05-29"), vec!["II.9.2"]),
            (&moderator(), why, None, vec!["II.9.2"]),
            (&moderator(), "Too short", day("2026-06-12"), vec!["II.9.1"]),
            (&moderator(), &"x".repeat(501), day("2026-06-12"), vec!["II.9.1"]),
            (&nobody, why, day("2026-06-12"), vec!["II.9"]),
            (&himself, why, day("2026-06-12"), vec!["II.9", "III.3.5"]),
            (&guest, why, day("2026-06-12"), vec!["II.9", "0.9"]),
        ] {
            let refused = place(parties, text, until).unwrap_err();
            let named: Vec<String> = refused.acts.iter().map(ToString::to_string).collect();
            assert_eq!(named, acts, "{refused}");
        }
        let refused = place(&moderator(), why, day("2026-06-13")).unwrap_err();
        assert!(refused.detail.contains("2026-06-19"), "{refused}");
    }
}
