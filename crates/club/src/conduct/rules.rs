//! Who may place and lift bans, monitors and clock orders, as pure decisions.

use chrono::{Datelike, Months, NaiveDate, NaiveDateTime, Weekday};
use chrono_tz::Tz;
use rookery_messages::say;

use super::decisions::DecisionId;
use super::{Ban, Monitor};
use crate::auth::Roles;
use crate::error::Refusal;
use crate::fields;
use crate::id::PersonId;
use crate::sessions::calendar::{last_instant, local_date, weekday};

/// Who acts on whom.
#[derive(Clone, Copy, Debug)]
pub struct Parties {
    /// Who places, lifts or orders.
    pub actor: PersonId,
    /// The roles that the actor holds now.
    pub roles: Roles,
    /// The member it is done to.
    pub person: PersonId,
    /// Whether the person is on the leaderboard.
    pub is_member: bool,
}

impl Parties {
    /// No moderator acts on themself (Act III.3.5), and only on members.
    fn independent(&self, act: &'static str) -> Result<(), Refusal> {
        if self.actor == self.person {
            let detail = say!("You cannot do this for yourself. Ask another moderator.");
            return Err(Refusal::field("person", detail).act(act).act("III.3.5"));
        }
        Ok(())
    }

    fn member(&self, act: &'static str) -> Result<(), Refusal> {
        if self.is_member {
            return Ok(());
        }
        Err(Refusal::field("person", say!("This person is not on the leaderboard.")).act(act).act("0.9"))
    }

    /// What was written, where that and the person are right; else all that is wrong.
    fn all_right(&self, act: &'static str, written: Result<String, Refusal>) -> Result<String, Refusal> {
        let mut wrong = Vec::new();
        Refusal::keep(self.independent(act).and_then(|()| self.member(act)), &mut wrong);
        let written = Refusal::keep(written, &mut wrong);
        Refusal::together(wrong)?;
        Ok(written)
    }

    fn moderator(&self, act: &'static str) -> Result<(), Refusal> {
        if self.roles.may_moderate() {
            return Ok(());
        }
        Err(Refusal::forbidden(say!("This is for moderators and justices."), act))
    }
}

/// A reason, trimmed: 16 to 500 characters.
pub fn reason(field: &'static str, text: &str, act: &'static str) -> Result<String, Refusal> {
    fields::reason(field, text, 16, 500, act)
}

/// A ban to place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewBan {
    /// Placed by staff (Act III.6): for the Court not to hear.
    pub staff: bool,
    /// Told to the member; 16 to 500 characters (Act II.9.1).
    pub reason: String,
    /// The last instant of its last day.
    pub ends_at: Option<NaiveDateTime>,
    /// The decision whose sanction it is; `None` for a ban by staff.
    pub decision: Option<DecisionId>,
}

/// Whether staff may place a ban (Act III.6.1); a moderator's is a decision's sanction (Act II.9).
pub fn staff_ban(
    parties: &Parties,
    running: Option<&Ban>,
    text: &str,
    until: Option<NaiveDate>,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<NewBan, Refusal> {
    if !parties.roles.staff {
        let detail = say!("Staff ban here. A moderator's ban is a penalty of a decision.");
        return Err(Refusal::forbidden(detail, "III.6").act("II.9"));
    }
    let mut wrong = Vec::new();
    Refusal::keep(parties.independent("III.6").and_then(|()| parties.member("III.6")), &mut wrong);
    let reason = Refusal::keep(reason("reason", text, "II.9.1"), &mut wrong);
    let through = until.map(|day| through("until", day, FAR, zone, now, "II.9.2")).transpose();
    let ends_at = Refusal::keep(through, &mut wrong);
    Refusal::together(wrong)?;
    if let Some(running) = running {
        let detail = say!("This member is banned already.");
        return Err(Refusal::conflict(say!("Banned already"), detail).act("II.9.4").with("ban", running.id));
    }
    Ok(NewBan { staff: true, reason, ends_at, decision: None })
}

/// The last instant of a ban through a Friday that is not over (Act II.9.2, T40).
pub(crate) fn through_a_friday(day: NaiveDate, zone: Tz, now: NaiveDateTime) -> Result<NaiveDateTime, Refusal> {
    let last = through("until", day, FAR, zone, now, "II.9.2")?;
    if day.weekday() != Weekday::Fri {
        let ahead = u64::from((11 - day.weekday().num_days_from_monday()) % 7);
        let friday = day.checked_add_days(chrono::Days::new(ahead)).unwrap_or(day);
        let weekday = weekday(day.weekday());
        let detail = say!("{day} is a {weekday}; a ban ends on a Friday, such as {friday}.", day, weekday, friday);
        return Err(Refusal::field("until", detail).act("II.9.2"));
    }
    Ok(last)
}

/// Years that a ban may run with an end: as long as a time at school. What is to last longer has none.
const FAR: u32 = 7;

/// The last instant of a day that is not over, and at most so many years ahead.
pub(crate) fn through(
    field: &'static str,
    day: NaiveDate,
    years: u32,
    zone: Tz,
    now: NaiveDateTime,
    act: &'static str,
) -> Result<NaiveDateTime, Refusal> {
    let today = local_date(now.and_utc(), zone);
    if day < today {
        return Err(Refusal::field(field, say!("That day is over.")).act(act));
    }
    if today.checked_add_months(Months::new(12 * years)).is_some_and(|latest| day > latest) {
        let detail = say!("That day is too far ahead: at most {years} years from today.", years);
        return Err(Refusal::field(field, detail).act(act));
    }
    Ok(last_instant(day, zone))
}

/// Whether a ban may be lifted here: a teacher's by staff; a moderator's only by the Court.
pub fn lift_ban(roles: Roles, ban: &Ban, text: &str, now: NaiveDateTime) -> Result<String, Refusal> {
    if !ban.staff {
        let detail = say!("A moderator set this ban. Only the Court can lift it or change how long it lasts.");
        return Err(Refusal::forbidden(detail, "II.9.4"));
    }
    if !roles.staff {
        return Err(Refusal::forbidden(say!("A ban by staff is lifted by staff."), "III.6"));
    }
    if !ban.runs_at(now) {
        return Err(Refusal::conflict(say!("Over already"), say!("This ban is not in force.")).act("III.6"));
    }
    reason("reason", text, "III.6")
}

/// Whether a monitor may be placed (Act II.10): gives the suspicion.
pub fn monitor(parties: &Parties, running: Option<&Monitor>, suspicion: &str) -> Result<String, Refusal> {
    parties.moderator("II.10")?;
    let suspicion = parties.all_right("II.10", reason("suspicion", suspicion, "II.10.1"))?;
    match running {
        None => Ok(suspicion),
        Some(running) => {
            let detail = say!("This member is monitored already.");
            Err(Refusal::conflict(say!("Monitored already"), detail).act("II.10").with("monitor", running.id))
        }
    }
}

/// Whether a monitor may be lifted: by any moderator but the one it is on (Act II.10.2).
pub fn lift_monitor(parties: &Parties, monitor: &Monitor, text: &str, now: NaiveDateTime) -> Result<String, Refusal> {
    parties.moderator("II.10.2")?;
    parties.independent("II.10.2")?;
    if !monitor.runs_at(now) {
        return Err(Refusal::conflict(say!("Lifted already"), say!("This monitor is not in force.")).act("II.10.2"));
    }
    reason("reason", text, "II.10.2")
}

/// Whether the Chief Justice may order a member to play with a clock (Act II.11). When it is needed is theirs alone to
/// judge (Act II.11.2), so beside the reason nothing is asked for.
pub fn clock_order(parties: &Parties, is_running: bool, text: &str) -> Result<String, Refusal> {
    let reason = parties.all_right("II.11", reason("reason", text, "II.11"))?;
    if is_running {
        let detail = say!("This member plays under a clock order already.");
        return Err(Refusal::conflict(say!("Ordered already"), detail).act("II.11"));
    }
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduct::{BanId, MonitorId};

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn day(text: &str) -> Option<NaiveDate> {
        Some(text.parse().unwrap())
    }

    fn staff() -> Parties {
        let roles = Roles { staff: true, ..Roles::default() };
        Parties { actor: PersonId(1), roles, person: PersonId(2), is_member: true }
    }

    fn place(parties: &Parties, text: &str, until: Option<NaiveDate>) -> Result<NewBan, Refusal> {
        staff_ban(parties, None, text, until, chrono_tz::Europe::London, at("2026-06-05T12:00:00"))
    }

    #[test]
    fn staff_ban_to_any_day_or_for_ever_iii_6() {
        let why = "Threw a king across the room";
        let ban = NewBan { staff: true, reason: why.into(), ends_at: None, decision: None };
        assert_eq!(place(&staff(), why, None).unwrap(), ban);
        let ends_at = place(&staff(), why, day("2026-06-10")).unwrap().ends_at;
        assert_eq!(ends_at, Some(at("2026-06-10T22:59:59.999999")), "through the day, in London");
        assert!(place(&staff(), why, day("2033-06-05")).is_ok(), "seven years ahead at the most");
        let moderator = Parties { roles: Roles { moderator: true, ..Roles::default() }, ..staff() };
        let themself = Parties { person: PersonId(1), ..staff() };
        let guest = Parties { is_member: false, ..staff() };
        for (parties, text, until, acts) in [
            (&staff(), why, day("2026-05-29"), vec!["II.9.2"]),
            (&staff(), why, day("2033-06-06"), vec!["II.9.2"]),
            (&staff(), "Too short", None, vec!["II.9.1"]),
            (&staff(), &"x".repeat(501), None, vec!["II.9.1"]),
            (&guest, "Too short", day("2026-05-29"), vec!["III.6", "0.9", "II.9.1", "II.9.2"]),
            (&moderator, why, day("2026-06-12"), vec!["III.6", "II.9"]),
            (&themself, why, None, vec!["III.6", "III.3.5"]),
            (&guest, why, None, vec!["III.6", "0.9"]),
        ] {
            let refused = place(parties, text, until).unwrap_err();
            let named: Vec<String> = refused.acts.iter().map(ToString::to_string).collect();
            assert_eq!(named, acts, "{refused}");
        }
    }

    #[test]
    fn other_bans_end_with_a_friday_ii_9_2() {
        let through = |until| through_a_friday(until, chrono_tz::Europe::London, at("2026-06-05T12:00:00"));
        for (until, ends) in
            [("2026-06-12", "2026-06-12T22:59:59.999999"), ("2026-06-05", "2026-06-05T22:59:59.999999")]
        {
            assert_eq!(through(until.parse().unwrap()), Ok(at(ends)));
        }
        for until in ["2026-06-11", "2026-06-13", "2026-05-29", "9999-12-31"] {
            assert_eq!(through(until.parse().unwrap()).unwrap_err().acts, ["II.9.2".into()], "{until}");
        }
        let refused = through("2026-06-13".parse().unwrap()).unwrap_err();
        assert!(refused.detail.to_string().contains("2026-06-19"), "{refused}");
    }

    #[test]
    fn a_ban_is_lifted_by_staff_where_staff_placed_it_and_it_runs_ii_9_4_iii_6() {
        let now = at("2026-06-05T12:00:00");
        let ban = |staff, lifted_at| Ban {
            id: BanId(1),
            person: PersonId(2),
            placed_by: Some(PersonId(1)),
            staff,
            reason: None,
            placed_at: at("2026-06-01T12:00:00"),
            ends_at: None,
            lifted_at,
            lift_reason: None,
            decision: None,
        };
        let why = " It was somebody else's king ";
        let by_staff = staff().roles;
        let lift = |roles, ban: &Ban, why| lift_ban(roles, ban, why, now).map_err(|refusal| refusal.acts);
        assert_eq!(lift(by_staff, &ban(true, None), why), Ok(why.trim().to_owned()));
        for (roles, ban, why, act) in [
            (by_staff, ban(false, None), why, "II.9.4"),
            (Roles::default(), ban(true, None), why, "III.6"),
            (by_staff, ban(true, Some(now)), why, "III.6"),
            (by_staff, ban(true, None), "Too short", "III.6"),
        ] {
            assert_eq!(lift(roles, &ban, why), Err(vec![act.into()]));
        }
        let twice = staff_ban(&staff(), Some(&ban(true, None)), why, None, chrono_tz::Europe::London, now).unwrap_err();
        assert_eq!(twice.acts, ["II.9.4".into()]);
    }

    #[test]
    fn monitors_and_clock_orders_are_another_moderators_to_place_and_lift_ii_10_ii_11() {
        let now = at("2026-06-05T12:00:00");
        let monitor_until = |lifted_at| Monitor {
            id: MonitorId(1),
            person: PersonId(2),
            placed_by: PersonId(1),
            suspicion: String::new(),
            placed_at: at("2026-06-01T12:00:00"),
            lifted_by: None,
            lifted_at,
            lift_reason: None,
        };
        let (running, lifted) = (monitor_until(None), monitor_until(Some(now)));
        let moderator = Parties { roles: Roles { moderator: true, ..Roles::default() }, ..staff() };
        let member = Parties { roles: Roles::default(), ..moderator };
        let themself = Parties { person: PersonId(1), ..moderator };
        let guest = Parties { is_member: false, ..moderator };
        let why = "Finds the best move every time";
        let told = |answer: Result<String, Refusal>| {
            answer.map_err(|refusal| refusal.acts.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let refused = |acts: &[&str]| Err(acts.iter().map(ToString::to_string).collect::<Vec<_>>());
        for (parties, already, text, expected) in [
            (&moderator, None, why, Ok(why.to_owned())),
            (&moderator, Some(&running), why, refused(&["II.10"])),
            (&moderator, None, "Strong", refused(&["II.10.1"])),
            (&member, None, why, refused(&["II.10"])),
            (&themself, None, why, refused(&["II.10", "III.3.5"])),
            (&guest, None, why, refused(&["II.10", "0.9"])),
        ] {
            assert_eq!(told(monitor(parties, already, text)), expected, "{parties:?} {text}");
        }
        for (parties, monitor, text, expected) in [
            (&moderator, &running, why, Ok(why.to_owned())),
            (&guest, &running, why, Ok(why.to_owned())),
            (&moderator, &lifted, why, refused(&["II.10.2"])),
            (&moderator, &running, "Weak", refused(&["II.10.2"])),
            (&member, &running, why, refused(&["II.10.2"])),
            (&themself, &running, why, refused(&["II.10.2", "III.3.5"])),
        ] {
            assert_eq!(told(lift_monitor(parties, monitor, text, now)), expected, "{parties:?} {text}");
        }
        for (parties, is_running, text, expected) in [
            (&moderator, false, why, Ok(why.to_owned())),
            (&moderator, true, why, refused(&["II.11"])),
            (&guest, false, "Slow", refused(&["II.11", "0.9"])),
        ] {
            assert_eq!(told(clock_order(parties, is_running, text)), expected, "{parties:?} {text}");
        }
    }
}
