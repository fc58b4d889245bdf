//! Deductions for absence and idleness (Act II.6), and who has lapsed (Act II.7).
//!
//! Both follow from the calendar, the register and the games alone, so they can be computed again at
//! any time: the store posts the difference between what is due and what it has ([`difference`])
//! after every session, after a pause of the service, and after a correction of the register.
//!
//! - Held weeks count, once each, at their last session (T4); weeks without one never happened (T5).
//! - Absent from the third week in a row: −15. Present without a game, and without a game for the
//!   third week in a row: −5; absent weeks lengthen that streak too (T8). Never both in a week.
//! - Streaks begin at joining or rejoining; a session counts only if it began after that (T7).
//! - A game belongs to the held week whose close is the first after it (T6). Online or not makes no
//!   difference here: one played at a session falls into that session's week.

use std::collections::HashSet;

use chrono::{IsoWeek, NaiveDateTime, TimeDelta};

use crate::elo::Score;

/// The house rules of Act II.6, in the version in force at a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeductionRules {
    /// Absent weeks in a row from which on each costs `absence_points`.
    pub absence_from: u32,
    /// What each of them costs.
    pub absence_points: Score,
    /// Weeks without a game in a row from which on each costs `idleness_points`.
    pub idleness_from: u32,
    /// What each of them costs.
    pub idleness_points: Score,
}

impl Default for DeductionRules {
    fn default() -> Self {
        Self { absence_from: 3, absence_points: 15, idleness_from: 3, idleness_points: 5 }
    }
}

/// A session on the calendar, past or coming, that is not cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its number on the calendar.
    pub id: i64,
    /// UTC.
    pub starts: NaiveDateTime,
    /// UTC; its last second, in which a game can still be played (T1).
    pub ends: NaiveDateTime,
    /// The ISO week in the club's time zone.
    pub week: IsoWeek,
    /// The house rules in force at its start.
    pub rules: DeductionRules,
}

impl Session {
    /// Just after the end (T1): the place of its deductions in the log, after its games.
    fn closed(&self) -> NaiveDateTime {
        self.ends + TimeDelta::seconds(1)
    }
}

/// One membership, from joining or rejoining on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// When it began.
    pub joined: NaiveDateTime,
    /// When the member was removed, if so.
    pub left: Option<NaiveDateTime>,
    /// Sessions at which the register shows a stay of at least five minutes (Act 0.9).
    pub present: HashSet<i64>,
    /// When each game was played that counts as played (T23), online ones included.
    pub played: Vec<NaiveDateTime>,
}

/// What points are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeductionKind {
    /// Act II.6.1.
    Absence,
    /// Act II.6.2.
    Idleness,
}

impl DeductionKind {
    /// The Act that takes them.
    pub fn act(self) -> &'static str {
        match self {
            Self::Absence => "II.6.1",
            Self::Idleness => "II.6.2",
        }
    }
}

/// A deduction that is due: at most one for a member, session and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The last session of its week.
    pub session: i64,
    /// Just after that session closed.
    pub at: NaiveDateTime,
    /// What for.
    pub kind: DeductionKind,
    /// How many.
    pub points: Score,
}

/// The held weeks, in order, shared by all members.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    weeks: Vec<HeldWeek>,
}

#[derive(Clone, Debug)]
struct HeldWeek {
    /// In order; never empty.
    sessions: Vec<Session>,
    last: Session,
}

/// What one week was for one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// The last session of the week.
    pub session: i64,
    /// When that session closed.
    pub closed: NaiveDateTime,
    /// Whether the member was at any of its sessions.
    pub present: bool,
    /// The member's games that belong to it (T6).
    pub games: u32,
    rules: DeductionRules,
}

impl Calendar {
    /// All sessions that are not cancelled, in any order. Coming ones matter: a week's deductions
    /// wait for the last of its sessions.
    pub fn new(sessions: impl IntoIterator<Item = Session>) -> Self {
        let mut sessions: Vec<Session> = sessions.into_iter().collect();
        sessions.sort_by_key(|session| (session.week, session.ends, session.id));
        let weeks = sessions
            .chunk_by(|one, next| one.week == next.week)
            .filter_map(|week| Some(HeldWeek { sessions: week.to_vec(), last: *week.last()? }))
            .collect();
        Self { weeks }
    }

    /// The weeks of a membership that were over at `now`, in order.
    pub fn weeks(&self, member: &Membership, now: NaiveDateTime) -> Vec<Week> {
        let mut games = vec![0_u32; self.weeks.len()];
        for &played in member.played.iter().filter(|&&at| at >= member.joined) {
            let index = self.weeks.partition_point(|week| week.last.closed() <= played);
            if let Some(count) = games.get_mut(index) {
                *count += 1;
            }
        }
        let over = |week: &HeldWeek| {
            let closed = week.last.closed();
            closed <= now && member.left.is_none_or(|left| closed < left)
        };
        self.weeks
            .iter()
            .zip(games)
            .filter(|(week, _)| over(week) && week.last.starts > member.joined)
            .map(|(week, games)| Week {
                session: week.last.id,
                closed: week.last.closed(),
                present: week
                    .sessions
                    .iter()
                    .any(|session| session.starts > member.joined && member.present.contains(&session.id)),
                games,
                rules: week.last.rules,
            })
            .collect()
    }

    /// The deductions that are due from a member by `now` (Act II.6), in order.
    pub fn due(&self, member: &Membership, now: NaiveDateTime) -> Vec<Deduction> {
        let (mut absent, mut idle) = (0, 0);
        let mut due = Vec::new();
        for week in self.weeks(member, now) {
            absent = if week.present { 0 } else { absent + 1 };
            idle = if week.games > 0 { 0 } else { idle + 1 };
            let rules = week.rules;
            let (kind, points) = if absent > 0 && absent >= rules.absence_from {
                (DeductionKind::Absence, rules.absence_points)
            } else if week.present && idle > 0 && idle >= rules.idleness_from {
                (DeductionKind::Idleness, rules.idleness_points)
            } else {
                continue;
            };
            due.push(Deduction { session: week.session, at: week.closed, kind, points });
        }
        due
    }

    /// Whether a member may be removed for having lapsed (Act II.7), and why.
    pub fn lapsed(&self, member: &Membership, rules: RemovalRules, now: NaiveDateTime) -> Option<Lapse> {
        let mut weeks = self.weeks(member, now);
        if member.left.is_some() || weeks.len() < rules.window {
            return None;
        }
        let window = weeks.split_off(weeks.len() - rules.window);
        let present = window.iter().filter(|week| week.present).count();
        let games = window.iter().map(|week| week.games).sum();
        let lapsed = present <= rules.most_present && games <= rules.most_games;
        lapsed.then_some(Lapse { present, games, weeks: window })
    }
}

/// The house rules of Act II.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovalRules {
    /// Held weeks looked at, the last ones of this membership (T10).
    pub window: usize,
    /// Present in at most this many of them,
    pub most_present: usize,
    /// with at most this many games in them.
    pub most_games: u32,
}

impl Default for RemovalRules {
    fn default() -> Self {
        Self { window: 6, most_present: 3, most_games: 2 }
    }
}

/// Why a member qualifies for removal under Act II.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lapse {
    /// In how many of the weeks the member was present.
    pub present: usize,
    /// The games in them.
    pub games: u32,
    /// The weeks looked at.
    pub weeks: Vec<Week>,
}

/// A deduction already in the log of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The event's id.
    pub event: i64,
    /// What it took, and for which session.
    pub deduction: Deduction,
    /// The Court lifted it (Act II.6.3). It stays lifted, and is not posted again (T9).
    pub lifted: bool,
}

/// What to change in the log so that it has just the deductions that are due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Deductions to put in.
    pub post: Vec<Deduction>,
    /// Events to make void.
    pub void: Vec<i64>,
}

impl Difference {
    /// Whether the log has just what is due.
    pub fn is_empty(&self) -> bool {
        self.post.is_empty() && self.void.is_empty()
    }
}

/// Compares what is due from a member with what the log has for the same membership (events that are not void for another
/// reason than lifting).
pub fn difference(due: &[Deduction], posted: &[Posted]) -> Difference {
    let same = |one: &Deduction, other: &Deduction| (one.session, one.kind) == (other.session, other.kind);
    let is_posted = |due: &&Deduction| {
        let answers = |p: &Posted| p.deduction == **due || (p.lifted && same(&p.deduction, due));
        posted.iter().any(answers)
    };
    Difference {
        post: due.iter().filter(|due| !is_posted(due)).copied().collect(),
        void: posted.iter().filter(|p| !p.lifted && !due.contains(&p.deduction)).map(|p| p.event).collect(),
    }
}

#[cfg(test)]
#[path = "deductions_tests.rs"]
mod tests;
