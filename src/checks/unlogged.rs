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
use crate::id::GameId;
use crate::ratings::GameState;

/// Acts that hold many rows at once: what an older version left, what an import brought, and what undoing it took away.
const COUNTED: [Word; 3] = [Word::RecordsCounted, Word::RecordsImported, Word::RecordsTakenBack];
/// The first migration. If this version ran it, the club was never served by an older one.
const FIRST: &str = "20261121000001";
/// Rows of the log read at once.
const CHUNK: i64 = 5_000;
/// Games that one act counts.
const GAMES: usize = 500;

/// What a game counts as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Game {
    white: i64,
    black: i64,
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

/// A stay: session, person, from, until.
type Stay = (i64, i64, NaiveDateTime, Option<NaiveDateTime>);
/// Whose role it is, and which.
type HeldRole = (i64, String);

/// What there is, or should be.
#[derive(Debug, Default, PartialEq, Eq)]
struct Records {
    games: BTreeMap<i64, Game>,
    stays: BTreeSet<Stay>,
    roles: BTreeSet<HeldRole>,
}

fn stored(db: &mut Db) -> Result<Records, Error> {
    type Row = (i64, i64, i64, String, String, String);
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

/// What an act says that was made of the records.
impl Records {
    fn follow(&mut self, act: &str, subject: &str, body: &Value) {
        let number = subject.split(':').nth(1).unwrap_or_default().parse::<i64>();
        match (Word::of(act), number) {
            (Some(Word::RecordsCounted | Word::RecordsImported), _) => self.counted(body),
            (Some(Word::RecordsTakenBack), _) => self.taken_back(body),
            (Some(word @ (Word::RoleGiven | Word::RoleTaken)), Ok(person)) => {
                let Some(role) = body["role"].as_str() else { return };
                let held = (person, role.to_owned());
                if word == Word::RoleGiven {
                    self.roles.insert(held)
                } else {
                    self.roles.remove(&held)
                };
            }
            (Some(Word::RegisterArrived), Ok(session)) => self.arrived(session, body),
            (Some(Word::RegisterLeft), Ok(session)) => self.left(session, body),
            (
                Some(
                    Word::RegisterStayAdded
                    | Word::RegisterStayAltered
                    | Word::RegisterStayStruck
                    | Word::RegisterTaken,
                ),
                Ok(session),
            ) => self.put_right(session, body),
            _ => {
                if let Some(game) = GameId::of_subject(subject) {
                    self.played(game.0, body);
                }
            }
        }
    }

    fn played(&mut self, id: i64, body: &Value) {
        if let Ok(game) = Game::deserialize(body) {
            self.games.insert(id, game);
        }
        let Some(game) = self.games.get_mut(&id) else { return };
        let after = |member: &str| body["after"][member].as_str().map(str::to_owned);
        if let (Some(result), Some(ending), Some(state)) = (after("result"), after("ending"), after("state")) {
            (game.result, game.ending, game.state) = (result, ending, state);
        }
    }

    fn arrived(&mut self, session: i64, body: &Value) {
        let at = instant(&body["at"]);
        self.stays.extend(people(body).filter_map(|person| Some((session, person, at?, None))));
    }

    fn left(&mut self, session: i64, body: &Value) {
        let at = instant(&body["at"]);
        for person in people(body) {
            let open = |stay: &&Stay| (stay.0, stay.1, stay.3) == (session, person, None);
            let Some(stay) = self.stays.iter().find(open).copied() else { continue };
            self.stays.remove(&stay);
            self.stays.insert((stay.0, stay.1, stay.2, at));
        }
    }

    /// A stay is added, altered or struck.
    fn put_right(&mut self, session: i64, body: &Value) {
        let struck = &body["struck"];
        if let (Some(person), Some(from)) = (struck["person"].as_i64(), instant(&struck["arrived_at"])) {
            self.stays.remove(&(session, person, from, instant(&struck["left_at"])));
        }
        let person = body["person"].as_i64().or(struck["person"].as_i64());
        if let (Some(person), Some(from)) = (person, instant(&body["arrived_at"])) {
            self.stays.insert((session, person, from, instant(&body["left_at"])));
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
    games: BTreeMap<i64, Game>,
    /// Stays beside those that are known.
    arrived: Vec<Stay>,
    stays: Option<Vec<Stay>>,
    roles: Option<Vec<HeldRole>>,
}

/// What an import took with it when it was taken back.
#[derive(Deserialize)]
struct Gone {
    games: Vec<i64>,
    stays: Vec<Stay>,
}

impl Action for Counted {
    type Done = ();

    fn carry_out(&self, _: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        Ok(Record::of(Word::RecordsCounted, "records", json!(self)).done(()))
    }
}

fn people(body: &Value) -> impl Iterator<Item = i64> {
    body["people"].as_array().into_iter().flatten().filter_map(Value::as_i64)
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
        let ours = acts::act.like("game.%").or(acts::act.like("register.%")).or(acts::act.like("role.%"));
        let rows: Vec<(i64, String, String, String)> = acts::table
            .filter(acts::id.gt(after).and(ours.or(acts::act.eq_any(COUNTED))))
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
        let unsaid: Vec<(i64, Game)> = unsaid.collect();
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
                game = *id,
                record = game.to_string(),
                said = said.to_string()
            )),
            None => faults.push(say!("game {game} is on record, and no act of the log entered it", game = *id)),
        }
    }
    let gone = folded.games.keys().filter(|id| !stored.games.contains_key(id));
    faults.extend(gone.map(|id| say!("game {game} was entered by the act log, and is not on record", game = *id)));
    for (session, person, from, _) in stored.stays.difference(&folded.stays) {
        faults.push(say!(
            "the register has person {person} from {from} in session {session}, the act log does not have it so",
            person = *person,
            from = format!("{from}Z"),
            session = *session
        ));
    }
    for (session, person, from, _) in folded.stays.difference(&stored.stays) {
        faults.push(say!(
            "the act log has person {person} from {from} in session {session}, the register does not have it so",
            person = *person,
            from = format!("{from}Z"),
            session = *session
        ));
    }
    for (person, role) in stored.roles.difference(&folded.roles) {
        faults.push(say!(
            "person {person} holds the role {role}, which no act gave",
            person = *person,
            role = messages::Value::word("role", role)
        ));
    }
    for (person, role) in folded.roles.difference(&stored.roles) {
        let role = messages::Value::word("role", role);
        faults.push(say!("person {person} was given the role {role}, and does not hold it", person = *person, role));
    }
    Ok(faults)
}

/// A rated game has its event, with its players and its result; any other has none that counts.
fn against_ratings(db: &mut Db, games: &BTreeMap<i64, Game>) -> Result<Vec<Message>, Error> {
    type Row = (Option<i64>, i64, Option<i64>, Option<String>, bool);
    let columns = (
        rating_events::game_id,
        rating_events::first_id,
        rating_events::second_id,
        rating_events::outcome,
        rating_events::void,
    );
    let rows: Vec<Row> = rating_events::table.filter(rating_events::game_id.is_not_null()).select(columns).load(db)?;
    let counting = rows.into_iter().filter(|row| !row.4);
    let events: BTreeMap<i64, (i64, Option<i64>, Option<String>)> =
        counting.filter_map(|(game, white, black, outcome, _)| Some((game?, (white, black, outcome)))).collect();
    let mut faults = Vec::new();
    for (id, game) in games {
        let said = (game.white, Some(game.black), Some(game.result.clone()));
        match (game.state == GameState::Rated.as_str(), events.get(id)) {
            (true, Some(event)) if *event == said => {}
            (false, None) => {}
            (true, None) => {
                faults.push(say!("game {game} is rated, and counts for nothing in the ratings", game = *id));
            }
            (false, Some(_)) => faults.push(say!(
                "game {game} is {state}, and counts in the ratings",
                game = *id,
                state = messages::Value::word("state", &game.state)
            )),
            (true, Some(_)) => faults.push(say!(
                "game {game}: the record says {record}; the ratings have other players or another result",
                game = *id,
                record = game.to_string()
            )),
        }
    }
    Ok(faults)
}
