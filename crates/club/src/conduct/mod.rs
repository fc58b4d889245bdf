//! Conduct: what moderators, staff and the Chief Justice may do to keep the games fair.

pub mod chief_acts;
pub mod decisions;
pub mod reports;
pub mod rules;

use chrono::NaiveDateTime;
use serde::Serialize;

use crate::id::PersonId;
use crate::instant;
use crate::kept::Kept;

crate::id!(
    /// A ban (Acts II.9, III.6).
    BanId
);
crate::id!(
    /// A monitor (Act II.10).
    MonitorId
);
crate::id!(
    /// An order to play with a clock (Act II.11).
    ClockOrderId
);

/// A ban; without an end it is permanent (the fraud ladder's fifth step, or staff).
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Ban {
    /// Names the ban in petitions.
    pub id: BanId,
    /// Who is banned.
    pub person: PersonId,
    /// Null if the Court placed it.
    pub placed_by: Option<PersonId>,
    /// By a teacher, and so not to be petitioned (Act III.6).
    pub staff: bool,
    /// Until its decision is declared, told to the member and to those who moderate only (T28).
    #[diesel(deserialize_as = String)]
    pub reason: Option<String>,
    /// When it began; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub placed_at: NaiveDateTime,
    /// The last instant of its last day, a Friday unless staff placed it (Act II.9.2); UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ends_at: Option<NaiveDateTime>,
    /// When the Court lifted it, or staff their own; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    /// Why it was lifted: the reason given, or the decision or judgment that undid it.
    #[schema(value_type = Option<String>)]
    pub lift_reason: Option<Kept>,
    /// The decision whose sanction it is; null for a ban by staff.
    pub decision: Option<decisions::DecisionId>,
}

impl Ban {
    /// Whether it is in force at an instant, the last of its last day included. The database is asked the same by the service.
    pub fn runs_at(&self, at: NaiveDateTime) -> bool {
        is_between(self.placed_at, self.lifted_at, at) && self.ends_at.is_none_or(|ends| at <= ends)
    }
}

/// A monitor: the member's games wait for a moderator's approval.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Monitor {
    /// Names the monitor in petitions.
    pub id: MonitorId,
    /// Who is monitored.
    pub person: PersonId,
    /// Who held the suspicion.
    pub placed_by: PersonId,
    /// What the member is suspected of (Act II.10.1): 16 to 500 characters.
    pub suspicion: String,
    /// When it began; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub placed_at: NaiveDateTime,
    /// Any moderator or justice but the member; null if the Court lifted it.
    pub lifted_by: Option<PersonId>,
    /// When it was lifted; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    /// Why it was lifted: the reason given, or what ended it.
    #[schema(value_type = Option<String>)]
    pub lift_reason: Option<Kept>,
}

impl Monitor {
    /// Whether it is in force at an instant. The database is asked the same by the service.
    pub fn runs_at(&self, at: NaiveDateTime) -> bool {
        is_between(self.placed_at, self.lifted_at, at)
    }
}

/// An order that a member plays every game with a clock.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct ClockOrder {
    /// Names the order when it is lifted.
    pub id: ClockOrderId,
    /// Who has to play with a clock.
    pub person: PersonId,
    /// The Chief Justice at that time.
    pub ordered_by: PersonId,
    /// Why it was needed: 16 to 500 characters.
    pub reason: String,
    /// From when on games are played with a clock; UTC.
    #[serde(serialize_with = "instant::utc")]
    pub ordered_at: NaiveDateTime,
    /// When the Chief Justice lifted it; UTC.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub lifted_at: Option<NaiveDateTime>,
    /// Why it was lifted.
    pub lift_reason: Option<String>,
}

impl ClockOrder {
    /// Whether it is in force at an instant. The database is asked the same by the service.
    pub fn runs_at(&self, at: NaiveDateTime) -> bool {
        is_between(self.ordered_at, self.lifted_at, at)
    }
}

/// Whether an instant is from the first of two on and before the second, if there is one.
fn is_between(from: NaiveDateTime, until: Option<NaiveDateTime>, at: NaiveDateTime) -> bool {
    from <= at && until.is_none_or(|until| at < until)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> NaiveDateTime {
        format!("2026-06-{day:02}T12:00:00").parse().unwrap()
    }

    /// All three are placed on the fifth.
    #[test]
    fn what_is_in_force_when_ii_9_ii_10_ii_11() {
        for (lifted, at, runs) in [
            (None, 4, false),
            (None, 5, true),
            (None, 29, true),
            (Some(8), 7, true),
            (Some(8), 8, false),
            (Some(8), 9, false),
            (Some(5), 5, false),
        ] {
            let (lifted_at, now) = (lifted.map(day), day(at));
            let (id, person, by) = (1, PersonId(2), PersonId(3));
            let ban = Ban {
                id: BanId(id),
                person,
                placed_by: Some(by),
                staff: true,
                reason: None,
                placed_at: day(5),
                ends_at: None,
                lifted_at,
                lift_reason: None,
                decision: None,
            };
            let monitor = Monitor {
                id: MonitorId(id),
                person,
                placed_by: by,
                suspicion: String::new(),
                placed_at: day(5),
                lifted_by: None,
                lifted_at,
                lift_reason: None,
            };
            let order = ClockOrder {
                id: ClockOrderId(id),
                person,
                ordered_by: by,
                reason: String::new(),
                ordered_at: day(5),
                lifted_at,
                lift_reason: None,
            };
            let found = [ban.runs_at(now), monitor.runs_at(now), order.runs_at(now)];
            assert_eq!(found, [runs; 3], "lifted on {lifted:?}, asked on {at}");
            for (ends, still) in [(at - 1, false), (at, runs), (at + 1, runs)] {
                let ban = Ban { ends_at: Some(day(ends)), ..ban.clone() };
                assert_eq!(ban.runs_at(now), still, "lifted on {lifted:?}, through {ends}, asked on {at}");
            }
        }
    }
}
