//! Enters what the plan of an import says, in batches.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::lines::Lines;
use super::plan::Plan;
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{
    Cited, INSERTED_AT_ONCE, Kept, Tx, carried, raise_version,
    schema::{attendance, games, memberships, people, rating_events, sessions},
    tables,
};
use crate::each;
use crate::error::Error;
use crate::games::State;
use crate::id::{GameId, PersonId, SessionId};
use crate::notify::Topic;
use crate::ratings::bulk;
use crate::ratings::store::{Cause, NewEvent};
use crate::ratings::{EventKind, Outcome};

#[derive(Insertable)]
#[diesel(table_name = games, treat_none_as_default_value = false)]
struct GameRow<'a> {
    id: GameId,
    session_id: Option<SessionId>,
    online: bool,
    white_id: PersonId,
    black_id: PersonId,
    result: Outcome,
    ending: &'a str,
    played_at: NaiveDateTime,
    clocked: bool,
    moves: Option<&'a str>,
    final_position: Option<&'a str>,
    room: Option<&'a str>,
    began_at: Option<NaiveDateTime>,
    state: State,
    state_reason: Option<Kept>,
    state_acts: Cited,
    registered_by: Option<PersonId>,
    registered_at: NaiveDateTime,
    import_key: String,
}

#[derive(Insertable)]
#[diesel(table_name = attendance, treat_none_as_default_value = false)]
struct StayRow {
    session_id: SessionId,
    person_id: PersonId,
    arrived_at: NaiveDateTime,
    left_at: Option<NaiveDateTime>,
    recorded_by: Option<PersonId>,
    recorded_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = sessions, treat_none_as_default_value = false)]
struct SessionRow<'a> {
    id: SessionId,
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    room: &'a str,
    extra: bool,
    cancelled_at: Option<NaiveDateTime>,
    cancelled_by: Option<PersonId>,
    cancel_reason: Option<Kept>,
}

#[derive(Insertable)]
#[diesel(table_name = people)]
struct PersonRow<'a> {
    id: PersonId,
    handle: &'a str,
    name: &'a str,
    created_at: NaiveDateTime,
}

macro_rules! insert_all {
    ($tx:expr, $table:ident, $rows:expr) => {
        for rows in $rows.chunks(INSERTED_AT_ONCE) {
            each!(&mut *$tx.db, c => diesel::insert_into($table::table).values(rows).execute(c))?;
        }
    };
}

/// The ids of a plan's people and sessions, by their indices.
struct Ids {
    people: Vec<PersonId>,
    sessions: Vec<SessionId>,
}

/// Enters a plan.
pub fn apply(tx: &mut Tx, plan: &Plan, lines: &Lines, by: &By) -> Result<(), Error> {
    let person = by.person();
    let ids = Ids { people: enter_people(tx, plan)?, sessions: enter_sessions(tx, plan, person)? };
    let mut events = enter_memberships(tx, plan, &ids)?;
    let now = tx.now;
    let stays: Vec<StayRow> = plan
        .stays
        .iter()
        .map(|stay| StayRow {
            session_id: ids.sessions[stay.session],
            person_id: ids.people[stay.person],
            arrived_at: stay.arrived_at,
            left_at: stay.left_at,
            recorded_by: person,
            recorded_at: now,
        })
        .collect();
    for stays in stays.chunks(INSERTED_AT_ONCE) {
        perform(tx, by, &EnterStays(stays))?;
    }
    enter_games(tx, plan, lines, &ids, by, &mut events)?;
    for new in &plan.events {
        let event = &lines.events[new.line].value;
        let (person, session) = (ids.people[new.person], new.session.map(|session| ids.sessions[session]));
        let points = event.points;
        let cause = Cause { text: carried::message(&event.cause), acts: event.acts.clone(), correction: false };
        let event = match (event.kind, session) {
            (EventKind::Absence, Some(session)) => NewEvent::Absence { person, session, points },
            (EventKind::Idleness, Some(session)) => NewEvent::Idleness { person, session, points },
            (EventKind::Halving, _) => NewEvent::Halving { person },
            (EventKind::Reset, _) => NewEvent::Reset { person },
            _ => NewEvent::Adjustment { person, delta: points },
        };
        events.push((lines.events[new.line].value.at, event, cause));
    }
    bulk::post_many(tx, events, &Cause::correction(say!("Earlier games were imported"), "II.3"))
}

fn enter_people(tx: &mut Tx, plan: &Plan) -> Result<Vec<PersonId>, Error> {
    let first = tables::reserve_ids(tx, "people", plan.people.len())?;
    let created_at = tx.now;
    let rows: Vec<PersonRow> = (first..)
        .zip(&plan.people)
        .map(|(id, (handle, name))| PersonRow { id: PersonId(id), handle, name, created_at })
        .collect();
    insert_all!(tx, people, rows);
    let known = plan.ids.iter().flatten().copied();
    Ok(known.chain(rows.iter().map(|row| row.id)).collect())
}

fn enter_sessions(tx: &mut Tx, plan: &Plan, by: Option<PersonId>) -> Result<Vec<SessionId>, Error> {
    let now = tx.now;
    let first = tables::reserve_ids(tx, "sessions", plan.sessions.len())?;
    let rows: Vec<SessionRow> = (first..)
        .zip(&plan.sessions)
        .map(|(id, session)| SessionRow {
            id: SessionId(id),
            starts_at: session.starts_at,
            ends_at: session.ends_at,
            room: &session.room,
            extra: session.extra,
            cancelled_at: session.cancelled.then_some(now),
            cancelled_by: by.filter(|_| session.cancelled),
            cancel_reason: session.cancel_reason.clone().map(Kept::of),
        })
        .collect();
    insert_all!(tx, sessions, rows);
    for (id, reason) in &plan.cancelled {
        diesel::update(sessions::table.find(id.0))
            .set((
                sessions::cancelled_at.eq(now),
                sessions::cancelled_by.eq(by),
                sessions::cancel_reason.eq(Kept::of(reason.clone())),
            ))
            .execute(tx.db)?;
    }
    let known = plan.places.iter().filter_map(|(id, _)| *id);
    Ok(known.chain(rows.iter().map(|row| row.id)).collect())
}

type Events = Vec<(NaiveDateTime, NewEvent, Cause)>;

fn enter_memberships(tx: &mut Tx, plan: &Plan, ids: &Ids) -> Result<Events, Error> {
    let mut events = Events::new();
    for new in &plan.memberships {
        let person = ids.people[new.person];
        let reason = new.removal_reason.as_deref().map(carried::message);
        let end = (
            memberships::removed_at.eq(new.removed_at),
            memberships::removal_reason.eq(reason.clone().map(Kept::of)),
            memberships::removal_act.eq(&new.removal_act),
        );
        if let Some(began) = new.began {
            begin(tx, person, began, new.joined_at)?;
            continue;
        }
        if new.ends {
            let open = memberships::person_id.eq(person).and(memberships::joined_at.eq(new.joined_at));
            diesel::update(memberships::table.filter(open)).set(end).execute(tx.db)?;
        } else {
            diesel::insert_into(memberships::table)
                .values((memberships::person_id.eq(person), memberships::joined_at.eq(new.joined_at), end))
                .execute(tx.db)?;
            events.push(match new.first {
                true => (new.joined_at, NewEvent::Join { person }, Cause::new(say!("Joined the leaderboard"), "II.1")),
                false => {
                    (new.joined_at, NewEvent::Rejoin { person }, Cause::new(say!("Rejoined the leaderboard"), "II.1"))
                }
            });
        }
        if let Some(removed) = new.removed_at {
            let reason = reason.unwrap_or_else(|| say!("imported"));
            let cause = Cause::new(say!("Removed from the leaderboard: {reason}", reason), "II.7");
            events.push((removed, NewEvent::Removal { person }, cause));
        }
    }
    Ok(events)
}

/// Puts the beginning of somebody's first time on the leaderboard elsewhere, where nothing happened to them between: all
/// that the log of ratings has on record then holds as it is.
pub(super) fn begin(tx: &mut Tx, person: PersonId, began: NaiveDateTime, begins: NaiveDateTime) -> Result<(), Error> {
    let time = memberships::person_id.eq(person).and(memberships::joined_at.eq(began));
    diesel::update(memberships::table.filter(time)).set(memberships::joined_at.eq(begins)).execute(tx.db)?;
    let joined = rating_events::first_id.eq(person).and(rating_events::kind.eq(EventKind::Join));
    diesel::update(rating_events::table.filter(joined.and(rating_events::at.eq(began))))
        .set(rating_events::at.eq(begins))
        .execute(tx.db)?;
    raise_version(tx, "leaderboard")?;
    Ok(())
}

fn enter_games(tx: &mut Tx, plan: &Plan, lines: &Lines, ids: &Ids, by: &By, events: &mut Events) -> Result<(), Error> {
    let first = tables::reserve_ids(tx, "games", plan.games.len())?;
    let registered_at = tx.now;
    let mut rows = Vec::with_capacity(INSERTED_AT_ONCE);
    for (id, new) in (first..).zip(&plan.games) {
        let game = &lines.games[new.line].value;
        let (white, black) = (ids.people[new.white], ids.people[new.black]);
        let id = GameId(id);
        rows.push(GameRow {
            id,
            session_id: new.session.map(|session| ids.sessions[session]),
            online: game.online,
            white_id: white,
            black_id: black,
            result: game.result,
            ending: game.ending,
            played_at: new.played_at,
            clocked: game.clocked,
            moves: game.moves.as_deref(),
            final_position: game.final_position.as_deref(),
            room: game.room.as_deref(),
            began_at: game.began_at,
            state: new.stands.state,
            state_reason: new.stands.reason.clone().map(Kept::of),
            state_acts: Cited::of(new.stands.acts.clone()),
            registered_by: by.person(),
            registered_at,
            import_key: format!("{:032x}", game.key),
        });
        if new.stands.state == State::Rated {
            let event = NewEvent::Game { game: id, white, black, outcome: game.result, online: game.online };
            events.push((new.place, event, Cause::new(say!("Game {game}", game = id.0), "II.3")));
        }
        if rows.len() == INSERTED_AT_ONCE {
            perform(tx, by, &EnterGames(&rows))?;
            rows.clear();
        }
    }
    if rows.is_empty() { Ok(()) } else { perform(tx, by, &EnterGames(&rows)) }
}

/// What was entered of records, so that each row can be held against the act log.
fn entered(what: serde_json::Value) -> Record {
    Record::of(Word::RecordsImported, "records", what)
}

/// Enters some stays.
struct EnterStays<'a>(&'a [StayRow]);

impl Action for EnterStays<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        insert_all!(tx, attendance, self.0);
        let stay = |row: &StayRow| (row.session_id, row.person_id, row.arrived_at, row.left_at);
        let arrived: Vec<_> = self.0.iter().map(stay).collect();
        Ok(entered(json!({ "arrived": arrived })).done(()))
    }
}

/// Enters some games; those who moderate are notified of games that wait for approval.
struct EnterGames<'a>(&'a [GameRow<'a>]);

impl Action for EnterGames<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        insert_all!(tx, games, self.0);
        let game = |row: &GameRow| {
            let (white, black, state) = (row.white_id, row.black_id, row.state);
            let game =
                json!({ "white": white, "black": black, "result": row.result, "ending": row.ending, "state": state });
            (row.id.to_string(), game)
        };
        let games: serde_json::Map<String, serde_json::Value> = self.0.iter().map(game).collect();
        let waiting = self.0.iter().filter(|row| row.state == State::AwaitingApproval);
        let record = waiting.fold(entered(json!({ "games": games })), |record, row| {
            record.tell_of(
                Topic::GameAwaitingApproval,
                None,
                json!({
                    "game": row.id, "reason": row.state_reason.as_deref(),
                    "played": { "players": [row.white_id, row.black_id], "winners": [] },
                }),
            )
        });
        Ok(record.done(()))
    }
}
