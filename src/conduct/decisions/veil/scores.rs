//! Scores and ledgers for readers who may not know of a decision: joining, leaving and games have entries of their own,
//! as the log has them now. All other changes of a score between two sessions (deductions, corrections, penalties) are
//! one entry, "Correction", at the close of the earlier one. So a penalty has no entry, instant, order, Act or amount of
//! its own, and the entries add up to the score.

use std::collections::HashMap;

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;

use super::{Veil, hidden};
use crate::clock::later;
use crate::db::{
    Db, Kept,
    schema::{ledger, rating_events, sessions},
};
use crate::error::{Act, Error};
use crate::id::{EventId, GameId, PersonId};
use crate::ratings::EventKind;
use crate::ratings::history::{self, Entry, Moved, Petitionable, ScorePoint};

/// When sessions closed, in order.
struct Closings(Vec<NaiveDateTime>);

impl Closings {
    /// Of the sessions that end from a day before an instant on, or of all.
    fn since(db: &mut Db, from: Option<NaiveDateTime>) -> Result<Closings, Error> {
        let mut held = sessions::table.filter(sessions::cancelled_at.is_null()).order(sessions::ends_at).into_boxed();
        if let Some(from) = from {
            held = held.filter(sessions::ends_at.ge(later(from, TimeDelta::days(-1))));
        }
        let ends: Vec<NaiveDateTime> = held.select(sessions::ends_at).load(db)?;
        // As `Session::closes_at` has it.
        Ok(Closings(ends.into_iter().map(|end| later(end, TimeDelta::seconds(1))).collect()))
    }

    fn last_by(&self, at: NaiveDateTime) -> Option<NaiveDateTime> {
        self.0[..self.0.partition_point(|closing| *closing <= at)].last().copied()
    }

    fn first_after(&self, at: NaiveDateTime) -> NaiveDateTime {
        self.0.get(self.0.partition_point(|closing| *closing <= at)).copied().unwrap_or(NaiveDateTime::MAX)
    }
}

/// Whether a change of a score has its own entry.
fn stands_alone(kind: EventKind) -> bool {
    matches!(kind, EventKind::Join | EventKind::Rejoin | EventKind::Game | EventKind::Removal)
}

/// A person's log as it is told: what does not stand alone is summed up as of the last session closed before it, or
/// of the joining since.
fn bundled(log: Vec<Moved>, closings: &Closings) -> Vec<Moved> {
    let mut joined = NaiveDateTime::MIN;
    let mut told: Vec<Moved> = Vec::with_capacity(log.len());
    let mut bundles: HashMap<NaiveDateTime, usize> = HashMap::new();
    for moved in log {
        if matches!(moved.kind, EventKind::Join | EventKind::Rejoin) {
            joined = moved.at;
        }
        if stands_alone(moved.kind) {
            told.push(moved);
            continue;
        }
        let at = closings.last_by(moved.at).unwrap_or(joined).max(joined);
        match bundles.get(&at) {
            Some(&place) => told[place].delta += moved.delta,
            None => {
                bundles.insert(at, told.len());
                let id = EventId(-at.and_utc().timestamp());
                told.push(Moved { id, at, kind: EventKind::Adjustment, game: None, ..moved });
            }
        }
    }
    told.retain(|moved| stands_alone(moved.kind) || moved.delta != 0);
    told.sort_by_key(|moved| (moved.at, !stands_alone(moved.kind)));
    let mut score = 0;
    for moved in &mut told {
        score += moved.delta;
        moved.score = Some(score).filter(|_| moved.kind != EventKind::Removal);
    }
    told
}

/// A person's log for readers who may not know of a decision.
fn covered(db: &mut Db, person: PersonId) -> Result<Vec<Moved>, Error> {
    Ok(bundled(history::log(db, person)?, &Closings::since(db, None)?))
}

/// A person's score after each event that counts, oldest first, as a reader may know it.
pub fn scores(db: &mut Db, person: PersonId, veil: &Veil) -> Result<Vec<ScorePoint>, Error> {
    let log = if veil.covers(person) { covered(db, person)? } else { history::log(db, person)? };
    Ok(log.into_iter().map(ScorePoint::from).collect())
}

/// A person's ledger, newest first, from below the entry `after`, as a reader may know it.
pub fn entries(
    db: &mut Db,
    person: PersonId,
    after: Option<i64>,
    limit: i64,
    veil: &Veil,
) -> Result<Vec<Entry>, Error> {
    if !veil.covers(person) {
        return posted(db, person, after, limit, veil);
    }
    let told = covered(db, person)?;
    let first = after.map_or(0, |after| told.iter().rev().take_while(|moved| moved.id.0 != after).count() + 1);
    let limit = usize::try_from(limit).map_err(Error::internal)?;
    Ok(told.iter().rev().skip(first).take(limit).map(entry).collect())
}

/// The whole of a person's ledger in order, as a reader may know it.
pub fn all_entries(db: &mut Db, person: PersonId, veil: &Veil) -> Result<Vec<Entry>, Error> {
    let mut entries = entries(db, person, None, i64::from(i32::MAX), veil)?;
    entries.reverse();
    Ok(entries)
}

fn entry(moved: &Moved) -> Entry {
    let (cause, act) = match (moved.kind, moved.game) {
        (EventKind::Join, _) => (say!("Joined the leaderboard"), Some("II.1")),
        (EventKind::Rejoin, _) => (say!("Rejoined the leaderboard"), Some("II.1")),
        (EventKind::Removal, _) => (say!("Removed from the leaderboard"), None),
        (EventKind::Game, Some(game)) => (say!("Game {game}", game = game.0), Some("II.3")),
        _ => (hidden(), None),
    };
    Entry {
        id: moved.id.0,
        posted_at: moved.at.and_utc(),
        happened_at: moved.at.and_utc(),
        game: moved.game,
        delta: moved.delta,
        balance: moved.score.unwrap_or(0),
        correction: !stands_alone(moved.kind),
        cause: Kept::of(cause),
        acts: act.into_iter().map(Act::new).collect(),
        petition: None,
    }
}

/// The entries of the ledger as they were posted. What came to the person from others, and is hidden, is a correction.
fn posted(db: &mut Db, person: PersonId, after: Option<i64>, limit: i64, veil: &Veil) -> Result<Vec<Entry>, Error> {
    type Posted = (i64, NaiveDateTime, i64, i64, bool, Kept, String);
    type Event = (i64, NaiveDateTime, EventKind, bool, Option<GameId>, PersonId, Option<PersonId>);
    let rows: Vec<(Posted, Event)> = ledger::table
        .inner_join(rating_events::table.on(rating_events::id.eq(ledger::event_id)))
        .filter(ledger::person_id.eq(person).and(ledger::id.lt(after.unwrap_or(i64::MAX))))
        .order(ledger::id.desc())
        .limit(limit)
        .select((
            (
                ledger::id,
                ledger::posted_at,
                ledger::delta,
                ledger::balance,
                ledger::correction,
                ledger::cause,
                ledger::acts,
            ),
            (
                rating_events::id,
                rating_events::at,
                rating_events::kind,
                rating_events::void,
                rating_events::game_id,
                rating_events::first_id,
                rating_events::second_id,
            ),
        ))
        .load(db)?;
    let mut closings = None;
    let told = |(posted, event): (Posted, Event)| {
        let (id, posted, delta, balance, correction, cause, acts) = posted;
        let (event, at, kind, void, game, first, second) = event;
        let acts: Vec<Act> = serde_json::from_str(&acts)?;
        let own = first == person || second == Some(person);
        let entry = Entry {
            id,
            posted_at: posted.and_utc(),
            happened_at: at.and_utc(),
            game,
            delta,
            balance,
            correction,
            cause,
            acts,
            petition: Petitionable::of(kind, event, void).filter(|_| !correction),
        };
        if !veil.hides_cause(&entry.cause, &entry.acts, own) {
            return Ok(entry);
        }
        let known = match closings.take() {
            Some(known) => known,
            None => Closings::since(db, None)?,
        };
        let bundled = known.last_by(posted).unwrap_or(at).and_utc();
        closings = Some(known);
        let cause = Kept::of(hidden());
        let acts = Vec::new();
        Ok(Entry { posted_at: bundled, happened_at: bundled, correction: true, cause, acts, petition: None, ..entry })
    };
    rows.into_iter().map(told).collect()
}

/// What corrections gave and took between two instants, by event.
struct Pending {
    closings: Closings,
    moved: HashMap<PersonId, Vec<(NaiveDateTime, i64, i64)>>,
}

impl Pending {
    /// From an instant on: of some people, or of everybody.
    fn since(db: &mut Db, from: NaiveDateTime, people: Option<&[PersonId]>) -> Result<Pending, Error> {
        type Row = (PersonId, NaiveDateTime, i64, Option<i64>, Option<i64>);
        let mut rows = rating_events::table
            .filter(rating_events::at.ge(from).and(rating_events::void.eq(false)))
            .filter(rating_events::second_id.is_null())
            .filter(rating_events::kind.ne_all([EventKind::Join, EventKind::Rejoin, EventKind::Removal]))
            .order((rating_events::at, rating_events::id))
            .into_boxed();
        if let Some(people) = people {
            rows =
                rows.filter(rating_events::first_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()));
        }
        let rows: Vec<Row> = rows
            .select((
                rating_events::first_id,
                rating_events::at,
                rating_events::id,
                rating_events::first_before,
                rating_events::first_after,
            ))
            .load(db)?;
        let mut moved: HashMap<PersonId, Vec<(NaiveDateTime, i64, i64)>> = HashMap::new();
        for (person, at, id, before, after) in rows {
            moved.entry(person).or_default().push((at, id, after.unwrap_or(0) - before.unwrap_or(0)));
        }
        Ok(Pending { closings: Closings::since(db, Some(from))?, moved })
    }

    /// What is told of as of before an event, though it happened after: until the next session closed.
    fn after(&self, person: PersonId, at: NaiveDateTime, id: i64) -> i64 {
        let until = self.closings.first_after(at);
        let moved = self.moved.get(&person).map_or(&[][..], Vec::as_slice);
        let pending = |(then, event, _): &&(NaiveDateTime, i64, i64)| (*then, *event) > (at, id) && *then < until;
        moved.iter().filter(pending).map(|(.., delta)| delta).sum()
    }
}

/// What past standings have to be corrected by, by person, to agree with the ledgers that the reader reads.
pub fn past_standings(db: &mut Db, at: NaiveDateTime, veil: &Veil) -> Result<HashMap<i64, i64>, Error> {
    let pending = Pending::since(db, at, None)?;
    let people = pending.moved.keys().copied().filter(|person| veil.covers(*person));
    Ok(people.map(|person| (person.0, pending.after(person, at, i64::MAX))).collect())
}

/// An event of two people, and the scores of both before and after it, each with whether the reader may not know them.
pub struct Scored<'a> {
    pub at: NaiveDateTime,
    pub id: i64,
    pub scores: Vec<(PersonId, [&'a mut i64; 2])>,
}

/// Scores before and after games, made to agree with the ledgers that the reader reads.
pub fn points(db: &mut Db, games: Vec<Scored>, veil: &Veil) -> Result<(), Error> {
    let covered = |(person, _): &&(PersonId, [&mut i64; 2])| veil.covers(*person);
    let people: Vec<PersonId> =
        games.iter().flat_map(|game| &game.scores).filter(covered).map(|(person, _)| *person).collect();
    let Some(first) = games.iter().map(|game| game.at).min().filter(|_| !people.is_empty()) else { return Ok(()) };
    let pending = Pending::since(db, first, Some(&people))?;
    for game in games {
        for (person, scores) in game.scores {
            let moved = if veil.covers(person) { pending.after(person, game.at, game.id) } else { 0 };
            scores.into_iter().for_each(|score| *score += moved);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: u32, minute: u32) -> NaiveDateTime {
        format!("2026-11-{day:02}T13:{minute:02}:00").parse().unwrap()
    }

    fn moved(id: i64, at: NaiveDateTime, kind: EventKind, delta: i64) -> Moved {
        let game = (kind == EventKind::Game).then_some(GameId(id));
        Moved { id: EventId(id), at, kind, game, delta, score: None }
    }

    /// The close of the sessions on 6 and 13 November.
    fn closings() -> Closings {
        Closings(vec![at(6, 10), at(13, 10)])
    }

    fn told(log: Vec<Moved>) -> Vec<(NaiveDateTime, EventKind, i64, Option<i64>)> {
        bundled(log, &closings()).into_iter().map(|moved| (moved.at, moved.kind, moved.delta, moved.score)).collect()
    }

    #[test]
    fn penalty_and_deduction_of_a_week_are_one_correction_as_of_the_session() {
        use EventKind::{Absence, Adjustment, Game, Halving, Join};
        let log = vec![
            moved(1, at(1, 0), Join, 100),
            moved(2, at(6, 0), Game, 20),
            moved(3, at(6, 10), Absence, -15),
            moved(4, at(9, 0), Game, 10),
            moved(5, at(10, 32), Adjustment, -5),
            moved(6, at(11, 7), Halving, -50),
            moved(7, at(13, 5), Game, 18),
        ];
        let expected = [
            (at(1, 0), Join, 100, Some(100)),
            (at(6, 0), Game, 20, Some(120)),
            (at(6, 10), Adjustment, -70, Some(50)),
            (at(9, 0), Game, 10, Some(60)),
            (at(13, 5), Game, 18, Some(78)),
        ];
        assert_eq!(told(log), expected, "whenever it fell between two sessions, and in whatever order");
    }

    #[test]
    fn what_comes_to_nothing_is_not_told_and_nothing_comes_before_joining() {
        use EventKind::{Adjustment, Join, Rejoin, Removal};
        let log = vec![
            moved(1, at(7, 0), Join, 100),
            moved(2, at(7, 5), Adjustment, 30),
            moved(3, at(14, 0), Adjustment, -9),
            moved(4, at(14, 5), Adjustment, 9),
            moved(5, at(15, 0), Removal, -130),
            moved(6, at(16, 0), Rejoin, 100),
            moved(7, at(17, 0), Adjustment, -10),
        ];
        let expected = [
            (at(7, 0), Join, 100, Some(100)),
            (at(7, 0), Adjustment, 30, Some(130)),
            (at(15, 0), Removal, -130, None),
            (at(16, 0), Rejoin, 100, Some(100)),
            (at(16, 0), Adjustment, -10, Some(90)),
        ];
        assert_eq!(told(log), expected);
    }

    #[test]
    fn a_game_is_told_with_the_scores_that_the_ledger_has_around_it() {
        let person = PersonId(1);
        let moved = vec![(at(6, 0), 4, -40), (at(10, 0), 9, -7), (at(13, 10), 12, -15)];
        let pending = Pending { closings: closings(), moved: HashMap::from([(person, moved)]) };
        assert_eq!(pending.after(person, at(5, 0), 1), -40, "the penalty of that week's session stands before it");
        assert_eq!(pending.after(person, at(6, 0), 3), -40);
        assert_eq!(pending.after(person, at(6, 0), 5), 0, "it came before the game");
        assert_eq!(pending.after(person, at(9, 0), 8), -7);
        assert_eq!(pending.after(person, at(13, 0), 11), 0, "a deduction is of the session that closes");
        assert_eq!(pending.after(PersonId(2), at(5, 0), 1), 0);
    }
}
