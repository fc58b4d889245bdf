//! Compares games, register and roles with the act log, and so finds rows that were written without the service: no act
//! of the log has them.
//!
//! The log records each change, so its fold is the expected state. Rows of older versions that the log does not cover in
//! full are recorded once, when this version first serves the club ([`count`]); from then on they are checked too.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDateTime};
use diesel::prelude::*;
use rookery_messages::{self as messages, Message, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{
    Database, Db, Tx,
    schema::{acts, attendance, games, migrated, rating_events, roles},
};
use crate::error::Error;
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::GameState;

/// The acts that change games, register or roles.
const READ: [Word; 28] = [
    Word::GameRegistered,
    Word::GameConfirmed,
    Word::GameDisputed,
    Word::GameDisputeSettled,
    Word::GameTakenBack,
    Word::GameApproved,
    Word::GameRefused,
    Word::GameCorrected,
    Word::GameVoided,
    Word::GameRestored,
    Word::GameReplaced,
    Word::GameDecided,
    Word::GameDecisionUndone,
    Word::GameForfeited,
    Word::GameValidated,
    Word::GameGuestJoined,
    Word::GameLapsed,
    Word::RegisterArrived,
    Word::RegisterLeft,
    Word::RegisterStayAdded,
    Word::RegisterStayAltered,
    Word::RegisterStayStruck,
    Word::RegisterTaken,
    Word::RoleGiven,
    Word::RoleTaken,
    // Of many rows at once: what an older version left, what an import brought, and what undoing it took away.
    Word::RecordsCounted,
    Word::RecordsImported,
    Word::RecordsTakenBack,
];
/// The first migration. If this version ran it, the club was never served by an older one.
const FIRST: &str = "20261121000001";
/// Rows of the log read at once.
const CHUNK: i64 = 5_000;
/// Games that one act counts.
const GAMES: usize = 500;

/// What a game counts as. Its words are compared as they stand: the check has to read rows with wrong ones, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Game {
    white: PersonId,
    black: PersonId,
    result: String,
    ending: String,
    state: String,
}

impl std::fmt::Display for Game {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Game { white, black, result, ending, state } = self;
        write!(formatter, "{white} against {black}, {result}, {ending}, {state}")
    }
}

/// A stay; acts have it as an array of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Queryable, Serialize, Deserialize)]
#[serde(from = "StayParts", into = "StayParts")]
struct Stay {
    session: SessionId,
    person: PersonId,
    from: NaiveDateTime,
    until: Option<NaiveDateTime>,
}

type StayParts = (SessionId, PersonId, NaiveDateTime, Option<NaiveDateTime>);

impl From<StayParts> for Stay {
    fn from((session, person, from, until): StayParts) -> Stay {
        Stay { session, person, from, until }
    }
}

impl From<Stay> for StayParts {
    fn from(Stay { session, person, from, until }: Stay) -> StayParts {
        (session, person, from, until)
    }
}

/// Whose role it is, and which; acts have it as an array of the two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Queryable, Serialize, Deserialize)]
#[serde(from = "(PersonId, String)", into = "(PersonId, String)")]
struct HeldRole {
    person: PersonId,
    role: String,
}

impl From<(PersonId, String)> for HeldRole {
    fn from((person, role): (PersonId, String)) -> HeldRole {
        HeldRole { person, role }
    }
}

impl From<HeldRole> for (PersonId, String) {
    fn from(HeldRole { person, role }: HeldRole) -> (PersonId, String) {
        (person, role)
    }
}

/// What there is, or should be.
#[derive(Debug, Default, PartialEq, Eq)]
struct Records {
    games: BTreeMap<GameId, Game>,
    stays: BTreeSet<Stay>,
    roles: BTreeSet<HeldRole>,
}

fn stored(db: &mut Db) -> Result<Records, Error> {
    type Row = (GameId, PersonId, PersonId, String, String, String);
    let columns = (games::id, games::white_id, games::black_id, games::result, games::ending, games::state);
    let rows: Vec<Row> = games::table.select(columns).load(db)?;
    let game = |(id, white, black, result, ending, state)| (id, Game { white, black, result, ending, state });
    let columns = (attendance::session_id, attendance::person_id, attendance::arrived_at, attendance::left_at);
    let stays: Vec<Stay> = attendance::table.filter(attendance::struck_at.is_null()).select(columns).load(db)?;
    let held = roles::table.filter(roles::taken_at.is_null()).select((roles::person_id, roles::role));
    Ok(Records {
        games: rows.into_iter().map(game).collect(),
        stays: stays.into_iter().collect(),
        roles: held.load::<HeldRole>(db)?.into_iter().collect(),
    })
}

impl Records {
    /// Changes the records as an act says that it did.
    fn follow(&mut self, act: &str, subject: &str, body: &Value) {
        let number = subject.split(':').nth(1).unwrap_or_default().parse::<i64>();
        match (Word::of(act), number) {
            (Some(Word::RecordsCounted | Word::RecordsImported), _) => self.counted(body),
            (Some(Word::RecordsTakenBack), _) => self.taken_back(body),
            (Some(word @ (Word::RoleGiven | Word::RoleTaken)), Ok(person)) => {
                let Some(role) = body["role"].as_str() else { return };
                let held = HeldRole { person: PersonId(person), role: role.to_owned() };
                if word == Word::RoleGiven {
                    self.roles.insert(held)
                } else {
                    self.roles.remove(&held)
                };
            }
            (Some(Word::RegisterArrived), Ok(session)) => self.arrived(SessionId(session), body),
            (Some(Word::RegisterLeft), Ok(session)) => self.left(SessionId(session), body),
            (
                Some(
                    Word::RegisterStayAdded
                    | Word::RegisterStayAltered
                    | Word::RegisterStayStruck
                    | Word::RegisterTaken,
                ),
                Ok(session),
            ) => self.put_right(SessionId(session), body),
            _ => {
                if let Some(game) = GameId::of_subject(subject) {
                    self.played(game, body);
                }
            }
        }
    }

    fn played(&mut self, id: GameId, body: &Value) {
        if let Ok(game) = Game::deserialize(body) {
            self.games.insert(id, game);
        }
        let Some(game) = self.games.get_mut(&id) else { return };
        let after = |member: &str| body["after"][member].as_str().map(str::to_owned);
        if let (Some(result), Some(ending), Some(state)) = (after("result"), after("ending"), after("state")) {
            (game.result, game.ending, game.state) = (result, ending, state);
        }
    }

    fn arrived(&mut self, session: SessionId, body: &Value) {
        let Some(from) = instant(&body["at"]) else { return };
        self.stays.extend(people(body).map(|person| Stay { session, person, from, until: None }));
    }

    fn left(&mut self, session: SessionId, body: &Value) {
        let at = instant(&body["at"]);
        for person in people(body) {
            let first = Stay { session, person, from: NaiveDateTime::MIN, until: None };
            let last = Stay { from: NaiveDateTime::MAX, until: Some(NaiveDateTime::MAX), ..first };
            let Some(open) = self.stays.range(first..=last).find(|stay| stay.until.is_none()).copied() else {
                continue;
            };
            self.stays.remove(&open);
            self.stays.insert(Stay { until: at, ..open });
        }
    }

    /// A stay is added, altered or struck.
    fn put_right(&mut self, session: SessionId, body: &Value) {
        let person = |stay: &Value| stay["person"].as_i64().map(PersonId);
        let struck = &body["struck"];
        if let (Some(person), Some(from)) = (person(struck), instant(&struck["arrived_at"])) {
            self.stays.remove(&Stay { session, person, from, until: instant(&struck["left_at"]) });
        }
        if let (Some(person), Some(from)) = (person(body).or(person(struck)), instant(&body["arrived_at"])) {
            self.stays.insert(Stay { session, person, from, until: instant(&body["left_at"]) });
        }
    }

    fn taken_back(&mut self, body: &Value) {
        if let Ok(Gone { games, stays }) = Gone::deserialize(body) {
            self.games.retain(|id, _| !games.contains(id));
            stays.iter().for_each(|stay| {
                self.stays.remove(stay);
            });
        }
    }

    fn counted(&mut self, body: &Value) {
        if let Ok(Counted { games, arrived, stays, roles }) = Counted::deserialize(body) {
            self.games.extend(games);
            self.stays.extend(arrived);
            if let Some(stays) = stays {
                self.stays = stays.into_iter().collect();
            }
            if let Some(roles) = roles {
                self.roles = roles.into_iter().collect();
            }
        }
    }
}

/// What an act counts: games that no other act has in full, or the whole register, or all roles.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Counted {
    games: BTreeMap<GameId, Game>,
    /// Stays beside those that are known.
    arrived: Vec<Stay>,
    stays: Option<Vec<Stay>>,
    roles: Option<Vec<HeldRole>>,
}

/// What an import took with it when it was taken back.
#[derive(Deserialize)]
struct Gone {
    games: Vec<GameId>,
    stays: Vec<Stay>,
}

impl Action for Counted {
    type Done = ();

    fn carry_out(&self, _: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        Ok(Record::of(Word::RecordsCounted, "records", json!(self)).done(()))
    }
}

fn people(body: &Value) -> impl Iterator<Item = PersonId> {
    body["people"].as_array().into_iter().flatten().filter_map(Value::as_i64).map(PersonId)
}

/// An instant as acts have it: with a zone or without one.
fn instant(value: &Value) -> Option<NaiveDateTime> {
    let text = value.as_str()?;
    text.parse().ok().or_else(|| Some(DateTime::parse_from_rfc3339(text).ok()?.naive_utc()))
}

/// The state that the act log's fold gives.
fn folded(db: &mut Db) -> Result<Records, Error> {
    let (mut records, mut after) = (Records::default(), 0);
    loop {
        let rows: Vec<(i64, String, String, String)> = acts::table
            .filter(acts::id.gt(after).and(acts::act.eq_any(READ)))
            .order(acts::id)
            .limit(CHUNK)
            .select((acts::id, acts::act, acts::subject, acts::body))
            .load(db)?;
        let Some(last) = rows.last() else { return Ok(records) };
        after = last.0;
        for (_, act, subject, body) in &rows {
            records.follow(act, subject, &serde_json::from_str(body)?);
        }
    }
}

/// Whether an older version left rows that nobody has counted yet: those say nothing for or against anybody.
fn is_uncounted(db: &mut Db) -> Result<bool, Error> {
    let own: i64 = migrated::table.filter(migrated::version.eq(FIRST)).count().get_result(db)?;
    let counted: i64 = acts::table.filter(acts::act.eq(Word::RecordsCounted)).count().get_result(db)?;
    Ok(own == 0 && counted == 0)
}

/// Counts, once, what an older version left: from now on the act log has it. A club that was never an older version's
/// has nothing to count.
pub fn count(db: &Database) -> Result<(), Error> {
    if !db.read_now(is_uncounted)? {
        return Ok(());
    }
    db.write_now(|tx| {
        if !is_uncounted(tx.db)? {
            return Ok(());
        }
        let (stored, folded, by) = (stored(tx.db)?, folded(tx.db)?, By::upkeep());
        let unsaid = stored.games.into_iter().filter(|(id, game)| folded.games.get(id) != Some(game));
        let unsaid: Vec<(GameId, Game)> = unsaid.collect();
        for games in unsaid.chunks(GAMES) {
            perform(tx, &by, &Counted { games: games.iter().cloned().collect(), ..Counted::default() })?;
        }
        let (stays, roles) = (stored.stays.into_iter().collect(), stored.roles.into_iter().collect());
        perform(tx, &by, &Counted { stays: Some(stays), roles: Some(roles), ..Counted::default() })
    })
}

/// Where games, register and roles are not what the act log comes to, and where games are not what the ratings have.
pub fn faults(db: &mut Db) -> Result<Vec<Message>, Error> {
    let stored = stored(db)?;
    let mut faults = against_ratings(db, &stored.games)?;
    if is_uncounted(db)? {
        return Ok(faults);
    }
    let folded = folded(db)?;
    for (id, game) in &stored.games {
        match folded.games.get(id) {
            Some(said) if said == game => {}
            Some(said) => faults.push(say!(
                "game {game}: the record says {record}; the act log says {said}",
                game = id.0,
                record = game.to_string(),
                said = said.to_string()
            )),
            None => faults.push(say!("game {game} is on record, and no act of the log entered it", game = id.0)),
        }
    }
    let gone = folded.games.keys().filter(|id| !stored.games.contains_key(id));
    faults.extend(gone.map(|id| say!("game {game} was entered by the act log, and is not on record", game = id.0)));
    for Stay { session, person, from, .. } in stored.stays.difference(&folded.stays) {
        faults.push(say!(
            "the register has person {person} from {from} in session {session}, the act log does not have it so",
            person = person.0,
            from = format!("{from}Z"),
            session = session.0
        ));
    }
    for Stay { session, person, from, .. } in folded.stays.difference(&stored.stays) {
        faults.push(say!(
            "the act log has person {person} from {from} in session {session}, the register does not have it so",
            person = person.0,
            from = format!("{from}Z"),
            session = session.0
        ));
    }
    for HeldRole { person, role } in stored.roles.difference(&folded.roles) {
        faults.push(say!(
            "person {person} holds the role {role}, which no act gave",
            person = person.0,
            role = messages::Value::word("role", role)
        ));
    }
    for HeldRole { person, role } in folded.roles.difference(&stored.roles) {
        let role = messages::Value::word("role", role);
        faults.push(say!("person {person} was given the role {role}, and does not hold it", person = person.0, role));
    }
    Ok(faults)
}

/// What the ratings have of a game.
#[derive(PartialEq, Eq)]
struct Event {
    white: PersonId,
    black: Option<PersonId>,
    outcome: Option<String>,
}

/// A rated game has its event, with its players and its result; any other has none that counts.
fn against_ratings(db: &mut Db, games: &BTreeMap<GameId, Game>) -> Result<Vec<Message>, Error> {
    type Row = (Option<GameId>, PersonId, Option<PersonId>, Option<String>);
    let rows: Vec<Row> = rating_events::table
        .filter(rating_events::game_id.is_not_null().and(rating_events::void.eq(false)))
        .select((rating_events::game_id, rating_events::first_id, rating_events::second_id, rating_events::outcome))
        .load(db)?;
    let event = |(game, white, black, outcome): Row| Some((game?, Event { white, black, outcome }));
    let events: BTreeMap<GameId, Event> = rows.into_iter().filter_map(event).collect();
    let mut faults = Vec::new();
    for (id, game) in games {
        let said = Event { white: game.white, black: Some(game.black), outcome: Some(game.result.clone()) };
        match (game.state == GameState::Rated.as_str(), events.get(id)) {
            (true, Some(event)) if *event == said => {}
            (false, None) => {}
            (true, None) => {
                faults.push(say!("game {game} is rated, and counts for nothing in the ratings", game = id.0));
            }
            (false, Some(_)) => faults.push(say!(
                "game {game} counts in the ratings, against its state: {state}",
                game = id.0,
                state = messages::Value::word("state", &game.state)
            )),
            (true, Some(_)) => faults.push(say!(
                "game {game}: the record says {record}; the ratings have other players or another result",
                game = id.0,
                record = game.to_string()
            )),
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_of_games_register_and_roles_is_read() {
        let noun = |word: &Word| word.as_str().split('.').next().unwrap();
        let of_these = Word::ALL.iter().filter(|&word| ["game", "register", "role"].contains(&noun(word)));
        let unread: Vec<&Word> = of_these.filter(|word| !READ.contains(word)).collect();
        assert_eq!(unread, Vec::<&Word>::new());
    }

    #[test]
    fn acts_have_arrays() {
        let counted = json!({
            "games": { "7": { "white": 1, "black": 2, "result": "white", "ending": "mate", "state": "rated" } },
            "arrived": [[3, 1, "2026-11-06T13:00:00", null]],
            "stays": [[3, 2, "2026-11-06T13:00:00", "2026-11-06T14:00:00"]],
            "roles": [[1, "moderator"]],
        });
        let read = Counted::deserialize(&counted).unwrap();
        assert_eq!(read.games[&GameId(7)].black, PersonId(2));
        assert_eq!(json!(read), counted);
    }

    #[test]
    fn who_leaves_ends_the_open_stay_of_that_session() {
        let mut records = Records::default();
        let mut acts = |act: &str, at: &str, people: &[i64]| {
            records.follow(act, "session:3", &json!({ "at": at, "people": people }));
        };
        acts("register.arrived", "2026-11-06T13:00:00Z", &[1, 2]);
        acts("register.left", "2026-11-06T13:10:00Z", &[1]);
        acts("register.arrived", "2026-11-06T13:20:00Z", &[1]);
        acts("register.left", "2026-11-06T13:30:00Z", &[1]);
        let at = |minute: u32| format!("2026-11-06T13:{minute:02}:00").parse::<NaiveDateTime>().unwrap();
        let stay = |person, from, until: Option<u32>| Stay {
            session: SessionId(3),
            person: PersonId(person),
            from: at(from),
            until: until.map(at),
        };
        let stays = [stay(1, 0, Some(10)), stay(1, 20, Some(30)), stay(2, 0, None)];
        assert_eq!(records.stays, BTreeSet::from(stays));
    }
}
