//! What goes wrong in the course of the season, and what comes of it: conduct, the Court, a rematch.

use chrono::TimeDelta;

use super::court::Court;
use super::play;
use super::season::{Season, moderator};
use crate::action::{By, Somebody, perform};
use crate::auth::Roles;
use crate::conduct::actions::{OrderClock, PlaceMonitor};
use crate::conduct::decisions;
use crate::conduct::decisions::actions::{DecideAbout, Declare, NewDecision, RecordOffence};
use crate::db::Tx;
use crate::error::{Act, Error};
use crate::games::actions::{Object, Objection, Rematch, SettleRematch};
use crate::games::record::Record;
use crate::games::rules::afterwards::RematchOutcome;
use crate::games::{self, Assent, NewGame};
use crate::id::{GameId, PersonId};
use crate::members::actions::{AddNote, NewNote};
use crate::sessions::Session;

impl Season<'_> {
    /// What moderators and the Chief Justice do in the course of the season.
    pub(super) fn conduct(&mut self, index: usize, session: &Session) -> Result<(), Error> {
        let (chief, by) = (self.members[0].id, self.members[2].id);
        let person = |member: usize| self.members[member].id;
        let (watched, banned, clocked, noted) = (person(9), person(13), person(15), person(6));
        let friday = session.starts_at.date() + TimeDelta::days(14);
        let moderator = By::from(Somebody { person: by, roles: Roles { moderator: true, ..Roles::default() } });
        self.write(move |tx| match index {
            3 => {
                let ends_at = Some((tx.now + TimeDelta::weeks(6)).and_utc());
                let note = NewNote { text: "Leaves at one for orchestra on the first Friday.".to_owned(), ends_at };
                perform(tx, &moderator, &AddNote(noted, note)).map(drop)
            }
            5 => {
                let suspicion = "Three results of last week were reported by one side only.".to_owned();
                perform(tx, &moderator, &PlaceMonitor { person: watched, suspicion }).map(drop)
            }
            6 => ban_for_fraud(tx, banned, by, friday),
            8 => {
                let reason = "Games that take the whole session, three weeks running.".to_owned();
                let roles = Roles { chief_justice: true, ..Roles::default() };
                let by = By::from(Somebody { person: chief, roles });
                perform(tx, &by, &OrderClock { person: clocked, reason }).map(drop)
            }
            _ => Ok(()),
        })
    }

    /// What comes before the Court: a ban, and later a monitor.
    pub(super) fn court(&self, index: usize, session: &Session) -> Result<(), Error> {
        let person = |member: usize| self.members[member].id;
        let court = Court { chief: person(0), justices: [person(1), person(4), person(5)], moderator: person(2) };
        let (watched, banned, today) = (person(9), person(13), session.starts_at.date());
        if index == 6 {
            self.db.clock().set(self.db.clock().now() + TimeDelta::days(2));
        }
        self.write(move |tx| match index {
            0 => court.appoint(tx),
            6 => court.ban_is_petitioned(tx, banned),
            7 => court.ban_is_shortened(tx, banned, today),
            11 => court.monitor_is_petitioned(tx, watched),
            _ => Ok(()),
        })
    }

    /// The loser objects, once they have thought about it.
    pub(super) fn objection(
        &mut self,
        lost: Option<(GameId, PersonId)>,
    ) -> Result<Option<(games::ObjectionId, GameId)>, Error> {
        let Some((game, loser)) = lost else { return Ok(None) };
        self.db.clock().set(self.db.clock().now() + TimeDelta::hours(5));
        let made = self.write(move |tx| {
            let reason = "I let go of the king by mistake, and was told that I had resigned.".to_owned();
            perform(tx, &By::oneself(loser), &Object(game, Objection { reason }))
        });
        match made {
            Ok(objection) => Ok(Some((objection, game))),
            // A game that waits, or another that cannot be objected to: then nobody does.
            Err(Error::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The rematch is played at the next session.
    pub(super) fn rematch(
        &mut self,
        (objection, game): (games::ObjectionId, GameId),
        session: &Session,
    ) -> Result<(), Error> {
        let at = session.starts_at + TimeDelta::minutes(11);
        self.db.clock().set(at);
        let row = self.db.read_now(|db| games::store::row(db, game))?;
        let desk = [2, 1, 0].map(|member| self.members[member].id);
        let by = desk.into_iter().find(|&by| by != row.white && by != row.black).unwrap_or(desk[0]);
        let played = play::game(&mut self.random, 0.5);
        let settled = self.write(move |tx| {
            let game = NewGame {
                white: row.black,
                black: row.white,
                result: played.result,
                ending: played.ending,
                played_at: at,
                room: None,
                began_at: None,
                online: false,
                clock: Some(Assent { white: true, black: true }),
                record: Record::read(Some(&played.moves), None, None)?,
                timed_game: None,
                rematch_of: None,
                import_key: None,
                insist: true,
            };
            let rematch = Rematch { outcome: RematchOutcome::Played, time_exempted: true, game: Some(game) };
            perform(tx, &moderator(by), &SettleRematch(objection, rematch))
        });
        match settled {
            Ok(_) => Ok(()),
            // One of the two may be banned by now: the overseer then finds the objector unwilling.
            Err(Error::Refused(refusal)) => {
                tracing::debug!(%refusal, "a rematch of the demonstration was not played");
                self.write(move |tx| {
                    let outcome = RematchOutcome::ObjectorAbsent;
                    let rematch = Rematch { outcome, time_exempted: false, game: None };
                    perform(tx, &moderator(by), &SettleRematch(objection, rematch))
                })
                .map(drop)
            }
            Err(error) => Err(error),
        }
    }
}

/// A member is banned for a game that was never played.
fn ban_for_fraud(tx: &mut Tx, accused: PersonId, by: PersonId, friday: chrono::NaiveDate) -> Result<(), Error> {
    let by = moderator(by);
    let what = "Reported a game that was never played, and said so when asked.";
    let offence =
        RecordOffence { accused, act: Act::new("II.4.1"), what: what.into(), happened_at: tx.now, games: Vec::new() };
    let offence = perform(tx, &by, &offence)?;
    let why = "Both players were asked apart and told the same story.".to_owned();
    let new = NewDecision {
        offence,
        reasons: format!("{what} Two weeks away from the board are enough for a first time."),
        finding: Some(decisions::Finding { mind: decisions::Mind::Intent, why }),
        sanctions: vec![decisions::Sanction::Ban { until: Some(friday) }],
    };
    let id = perform(tx, &by, &DecideAbout(&new))?;
    perform(tx, &by, &Declare(id))
}
