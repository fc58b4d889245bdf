//! Games with a time limit but no clock: when their time runs out (Act I.8).

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;

use super::super::TimedGameId;
use crate::action::By;
use crate::error::Refusal;
use crate::id::{GameId, PersonId, SessionId};

/// The longest limit that can be announced; a session is shorter.
pub const LONGEST: TimeDelta = TimeDelta::hours(4);

crate::words!(
    /// Where a time limit stands.
    Phase as TimedGamePhase {
        /// Its time is running.
        Running = "running",
        /// Its time stands still until the pause ends.
        Paused = "paused",
        /// Its time ran out: the game is decided as at the bell (Acts I.5, I.8.2).
        Expired = "expired",
        /// Its game ended before the time did.
        Ended = "ended",
    }
);

/// A pause; an open one has no end.
#[derive(Clone, Copy, Debug)]
pub struct Pause {
    /// UTC.
    pub from: NaiveDateTime,
    /// UTC.
    pub to: Option<NaiveDateTime>,
}

/// A time limit that was announced to a moderator; a game without one, and without a clock, has none (Act I.3).
#[derive(Clone, Debug)]
pub struct Timed {
    /// Which one.
    pub id: TimedGameId,
    /// Who has White.
    pub white: PersonId,
    /// Who has Black.
    pub black: PersonId,
    /// For the whole game, pauses left out: a second to [`LONGEST`].
    pub limit: TimeDelta,
    /// UTC; when it was announced.
    pub started_at: NaiveDateTime,
    /// UTC; when its game ended before the time did.
    pub ended_at: Option<NaiveDateTime>,
    /// The game that was entered for it.
    pub game: Option<GameId>,
    /// In order.
    pub pauses: Vec<Pause>,
}

impl Timed {
    /// The open pause.
    fn pause(&self) -> Option<Pause> {
        self.pauses.last().copied().filter(|pause| pause.to.is_none())
    }

    /// How long the game has been going on, pauses left out.
    fn played(&self, now: NaiveDateTime) -> TimeDelta {
        let end = self.ended_at.unwrap_or(now);
        let paused = self.pauses.iter().map(|pause| pause.to.unwrap_or(end).min(end) - pause.from.min(end));
        end - self.started_at - paused.fold(TimeDelta::zero(), |sum, pause| sum + pause)
    }

    /// What is left of the limit.
    pub fn remaining(&self, now: NaiveDateTime) -> TimeDelta {
        (self.limit - self.played(now)).max(TimeDelta::zero())
    }

    /// When the time ran out, or will if nothing happens; `None` while paused or once ended.
    pub fn expires_at(&self, now: NaiveDateTime) -> Option<NaiveDateTime> {
        if self.ended_at.is_some() || self.pause().is_some() {
            return None;
        }
        Some(now + (self.limit - self.played(now)))
    }

    /// Where it stands at an instant.
    pub fn phase(&self, now: NaiveDateTime) -> Phase {
        if self.ended_at.is_some() {
            Phase::Ended
        } else if self.remaining(now).is_zero() {
            Phase::Expired
        } else if self.pause().is_some() {
            Phase::Paused
        } else {
            Phase::Running
        }
    }

    /// Whether something can be announced about it.
    fn allows(&self, told: Announcement, now: NaiveDateTime) -> Result<(), Refusal> {
        let phase = self.phase(now);
        let allowed = match told {
            Announcement::Pause => phase == Phase::Running,
            Announcement::Resume => phase == Phase::Paused,
            Announcement::End => matches!(phase, Phase::Running | Phase::Paused),
        };
        if allowed {
            return Ok(());
        }
        let stands = match phase {
            Phase::Running => say!("The time limit is running"),
            Phase::Paused => say!("The time limit is paused"),
            Phase::Expired => say!("The time limit is expired"),
            Phase::Ended => say!("The time limit is ended"),
        };
        let detail = match told {
            Announcement::Pause => say!("{stands}; this needs it running.", stands),
            Announcement::Resume => say!("{stands}; this needs it paused.", stands),
            Announcement::End => say!("{stands}; this needs it running or paused.", stands),
        };
        Err(Refusal::conflict(say!("Not as the time limit stands"), detail).act("I.8.1").with("state", phase))
    }
}

/// Announcements about a time limit after its start (Act I.8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// Its time stands still from now on.
    Pause,
    /// Its time runs on.
    Resume,
    /// Its game has ended before the time.
    End,
}

/// The refusal of a time limit that there is not.
pub fn none() -> Refusal {
    Refusal::field("timed_game", say!("There is no such time limit."))
}

/// A limit is announced during a session, to a moderator who does not play; returns the session.
pub fn start(
    by: &By,
    players: [PersonId; 2],
    limit: TimeDelta,
    session: Option<SessionId>,
    under_way: Option<TimedGameId>,
) -> Result<SessionId, Refusal> {
    told_to(by, players)?;
    if players[0] == players[1] {
        return Err(Refusal::field("black", say!("A game has two players.")).act("I.1"));
    }
    if limit < TimeDelta::seconds(1) || limit > LONGEST {
        let detail = say!("A time limit is 1 to {seconds} seconds.", seconds = LONGEST.num_seconds());
        return Err(Refusal::field("limit_seconds", detail).act("I.8"));
    }
    let Some(session) = session else {
        let detail = say!("No session is on; games are played during one.");
        return Err(Refusal::invalid(say!("Invalid game"), detail).act("0.5"));
    };
    if let Some(other) = under_way {
        let detail = say!("One of the players has a game with a time limit under way; end that one first.");
        return Err(Refusal::conflict(say!("Under way already"), detail).act("I.8.1").with("timed_game", other));
    }
    Ok(session)
}

fn told_to(by: &By, players: [PersonId; 2]) -> Result<(), Refusal> {
    if players.into_iter().any(|player| by.is(player)) {
        let detail = say!("A time limit is told to a moderator or justice who does not play in the game.");
        return Err(Refusal::forbidden(detail, "III.3.5"));
    }
    Ok(())
}

/// Whether a pause, its end or the game's end can be announced now.
pub fn tell(timed: &Timed, told: Announcement, by: &By, now: NaiveDateTime) -> Result<(), Refusal> {
    told_to(by, [timed.white, timed.black])?;
    timed.allows(told, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: u32, second: u32) -> NaiveDateTime {
        format!("2026-11-06T12:{minute:02}:{second:02}").parse().unwrap()
    }

    fn timed(pauses: &[(u32, Option<u32>)]) -> Timed {
        Timed {
            id: TimedGameId(1),
            white: PersonId(1),
            black: PersonId(2),
            limit: TimeDelta::minutes(10),
            started_at: at(30, 0),
            ended_at: None,
            game: None,
            pauses: pauses.iter().map(|&(from, to)| Pause { from: at(from, 0), to: to.map(|to| at(to, 0)) }).collect(),
        }
    }

    #[test]
    fn pauses_do_not_count_i_8() {
        let plain = timed(&[]);
        assert_eq!(plain.remaining(at(33, 0)), TimeDelta::minutes(7));
        assert_eq!(plain.expires_at(at(33, 0)), Some(at(40, 0)));
        let paused = timed(&[(31, Some(33)), (35, None)]);
        assert_eq!(paused.phase(at(50, 0)), Phase::Paused);
        assert_eq!(paused.remaining(at(50, 0)), TimeDelta::minutes(7));
        assert_eq!(paused.expires_at(at(50, 0)), None);
        let resumed = timed(&[(31, Some(33)), (35, Some(50))]);
        assert_eq!(resumed.expires_at(at(51, 0)), Some(at(57, 0)));
    }

    #[test]
    fn a_limit_expires_to_the_second_and_stays_expired() {
        let plain = timed(&[]);
        assert_eq!(plain.phase(at(39, 59)), Phase::Running);
        assert_eq!(plain.phase(at(40, 0)), Phase::Expired);
        assert_eq!(plain.expires_at(at(55, 0)), Some(at(40, 0)), "also when it is asked later");
        let ended = Timed { ended_at: Some(at(36, 0)), ..timed(&[(34, None)]) };
        assert_eq!((ended.phase(at(59, 0)), ended.remaining(at(59, 0))), (Phase::Ended, TimeDelta::minutes(6)));
    }

    #[test]
    fn what_is_announced_fits_where_the_limit_stands_i_8_1() {
        use Announcement::{End, Pause, Resume};
        let may = By::oneself(PersonId(3));
        let ended = Timed { ended_at: Some(at(33, 0)), ..timed(&[]) };
        for (timed, now, allowed) in [
            (timed(&[]), at(33, 0), [true, false, true]),
            (timed(&[(31, None)]), at(33, 0), [false, true, true]),
            (timed(&[]), at(40, 0), [false, false, false]),
            (ended, at(34, 0), [false, false, false]),
        ] {
            assert_eq!([Pause, Resume, End].map(|told| tell(&timed, told, &may, now).is_ok()), allowed, "{timed:?}");
            for player in [timed.white, timed.black] {
                let refusal = tell(&timed, End, &By::oneself(player), now).unwrap_err();
                assert_eq!(refusal.acts, ["III.3.5".into()], "told to somebody who plays");
            }
        }
    }

    #[test]
    fn a_limit_is_of_two_players_in_a_session_and_one_at_a_time_i_8() {
        let (may, session) = (By::oneself(PersonId(3)), Some(SessionId(5)));
        let two = [PersonId(1), PersonId(2)];
        let seconds = TimeDelta::seconds;
        for (players, limit, session, under_way, act) in [
            (two, seconds(1), session, None, None),
            (two, LONGEST, session, None, None),
            (two, TimeDelta::milliseconds(999), session, None, Some("I.8")),
            (two, LONGEST + seconds(1), session, None, Some("I.8")),
            ([two[0]; 2], seconds(600), session, None, Some("I.1")),
            ([two[0], PersonId(3)], seconds(600), session, None, Some("III.3.5")),
            (two, seconds(600), None, None, Some("0.5")),
            (two, seconds(600), session, Some(TimedGameId(1)), Some("I.8.1")),
        ] {
            let started = start(&may, players, limit, session, under_way);
            let refused = started.as_ref().err().map(|refusal| refusal.acts[0].0.as_ref());
            assert_eq!((refused, started.as_ref().ok()), (act, act.map_or(session.as_ref(), |_| None)), "{limit}");
        }
    }
}
