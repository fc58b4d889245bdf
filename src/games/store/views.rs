//! Views of games: one, a list, a PGN text.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;
use shakmaty::{KnownOutcome, Outcome as BoardOutcome};

use super::Row;
use super::confirmations::{self, ConfirmationView};
use super::waiting;
use crate::club;
use crate::db::{
    Db, Kept,
    schema::{confirmations as asked, game_changes, games, objections, people, rating_events, sessions},
};
use crate::error::{Act, Error};
use crate::games::agreement::GameResult;
use crate::games::moves::Moves;
use crate::games::pgn::Tags;
use crate::games::rules::confirmation::ConfirmationState;
use crate::games::{Ending, ObjectionId, State, pgn};
use crate::http::{Page, PageRequest};
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::Outcome;
use crate::ratings::store::Posted;
use crate::rulebook;

/// A person as lists name them.
#[derive(Clone, Debug, PartialEq, Serialize, Queryable, utoipa::ToSchema)]
pub struct PersonRef {
    pub id: PersonId,
    pub name: String,
}

/// What a rated game did to one player's score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Points {
    pub before: i64,
    pub after: i64,
}

/// A game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct GameView {
    pub id: GameId,
    /// Null for an online game.
    pub session: Option<SessionId>,
    pub online: bool,
    pub white: PersonRef,
    pub black: PersonRef,
    pub result: Outcome,
    pub ending: Ending,
    pub played_at: DateTime<Utc>,
    /// When it began and in which room, where somebody said so.
    pub began_at: Option<DateTime<Utc>>,
    pub room: Option<String>,
    pub clocked: bool,
    pub state: State,
    /// Why it stands so, where it is not simply rated.
    #[schema(value_type = Option<String>)]
    pub state_reason: Option<Kept>,
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
    /// What the players say of the result; null if nobody is asked (T47).
    pub confirmation: Option<ConfirmationView>,
    pub white_points: Option<Points>,
    pub black_points: Option<Points>,
    pub rematch_of: Option<GameId>,
    pub registered_by: Option<PersonId>,
    pub registered_at: DateTime<Utc>,
    pub version: i64,
    /// Its place in the log of ratings, if it has one.
    #[serde(skip)]
    pub place: Option<(NaiveDateTime, i64)>,
}

/// A game with all that is known of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct GameDetail {
    #[serde(flatten)]
    pub game: GameView,
    /// The moves in SAN.
    pub moves: Option<Vec<String>>,
    /// FEN.
    pub final_position: Option<String>,
    /// How the bell decided it (Act I.5).
    #[schema(value_type = Option<Object>)]
    pub adjudication: Option<serde_json::Value>,
    pub decided_by: Option<PersonId>,
    pub decided_at: Option<DateTime<Utc>>,
    /// Who oversaw it, if it is a rematch.
    pub overseer: Option<PersonId>,
    pub objection: Option<ObjectionId>,
    pub changes: Vec<ChangeView>,
}

/// What was changed about a game, by whom and why (T24).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ChangeView {
    /// `game.corrected`, `game.voided`, …
    pub act: String,
    /// Null if the Terms did it by themselves.
    pub by: Option<PersonId>,
    pub at: DateTime<Utc>,
    #[schema(value_type = String)]
    pub reason: Kept,
    #[schema(value_type = Object)]
    pub before: serde_json::Value,
    #[schema(value_type = Object)]
    pub after: serde_json::Value,
}

/// Which games are there for a reader.
#[derive(Clone, Copy, Debug, Default)]
pub enum Reach {
    #[default]
    All,
    /// Not those that a decision keeps from counting, but for this person's own.
    Counting(Option<PersonId>),
}

/// Which games a list is of.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub person: Option<PersonId>,
    /// And this one.
    pub opponent: Option<PersonId>,
    /// Without those of this person.
    pub without: Option<PersonId>,
    pub session: Option<SessionId>,
    pub state: Option<State>,
    pub online: Option<bool>,
    pub result: Option<Outcome>,
    pub confirmation: Option<ConfirmationState>,
    /// Played at or after.
    pub from: Option<NaiveDateTime>,
    /// Played before.
    pub to: Option<NaiveDateTime>,
    pub reach: Reach,
}

diesel::alias!(people as white_people: WhitePeople, people as black_people: BlackPeople);

/// Whether the event is void, the players' scores before and after it, and its place in the log.
type Effect = (bool, Option<i64>, Option<i64>, Option<i64>, Option<i64>, NaiveDateTime, i64);
/// A game with what is read beside it: its players, what it did to their scores, what they say of it.
pub type FoundGame = (Row, PersonRef, PersonRef, Option<Effect>, Option<confirmations::Stored>);

/// A game that was stored just now, as it is found from now on.
pub fn just_stored(
    row: Row,
    [white, black]: [String; 2],
    posted: Option<Posted>,
    said: Option<confirmations::Stored>,
) -> FoundGame {
    let named = |id, name| PersonRef { id, name };
    let (white, black) = (named(row.white, white), named(row.black, black));
    let effect =
        posted.map(|Posted { id, at, before, after }| (false, before[0], after[0], before[1], after[1], at, id.0));
    (row, white, black, effect, said)
}

fn view((row, white, black, effect, said): FoundGame) -> GameView {
    let points = |before: Option<i64>, after: Option<i64>| Some(Points { before: before?, after: after? });
    let (white_points, black_points, place) = match effect {
        Some((false, wb, wa, bb, ba, at, id)) => (points(wb, wa), points(bb, ba), Some((at, id))),
        _ => (None, None, None),
    };
    GameView {
        id: row.id,
        session: row.session,
        online: row.online,
        white,
        black,
        result: row.result,
        ending: row.ending,
        played_at: row.played_at.and_utc(),
        began_at: row.began_at.map(|at| at.and_utc()),
        room: row.room,
        clocked: row.clocked,
        state: row.state,
        acts: row.state_acts.to_vec(),
        state_reason: row.state_reason,
        confirmation: said.map(confirmations::view),
        white_points,
        black_points,
        rematch_of: row.rematch_of,
        registered_by: row.registered_by,
        registered_at: row.registered_at.and_utc(),
        version: row.version,
        place,
    }
}

macro_rules! found {
    () => {
        games::table
            .inner_join(white_people.on(white_people.field(people::id).eq(games::white_id)))
            .inner_join(black_people.on(black_people.field(people::id).eq(games::black_id)))
            .left_join(rating_events::table.on(rating_events::game_id.eq(games::id.nullable())))
            .left_join(asked::table.on(asked::game_id.eq(games::id)))
            .select((
                games::all_columns,
                white_people.fields((people::id, people::name)),
                black_people.fields((people::id, people::name)),
                (
                    rating_events::void,
                    rating_events::first_before,
                    rating_events::first_after,
                    rating_events::second_before,
                    rating_events::second_after,
                    rating_events::at,
                    rating_events::id,
                )
                    .nullable(),
                (asked::state, asked::disputed_by, asked::claim, asked::changed_at).nullable(),
            ))
    };
}

/// Games, the last entered first.
pub fn list(db: &mut Db, filter: &Filter, page: &PageRequest) -> Result<Page<GameView>, Error> {
    let limit = page.limit()?;
    let mut query = found!().order(games::id.desc()).limit(limit + 1).into_boxed();
    if let Some(after) = page.after()? {
        query = query.filter(games::id.lt(after));
    }
    if let Some(person) = filter.person {
        query = query.filter(games::white_id.eq(person).or(games::black_id.eq(person)));
    }
    if let Some(opponent) = filter.opponent {
        query = query.filter(games::white_id.eq(opponent).or(games::black_id.eq(opponent)));
    }
    if let Some(person) = filter.without {
        query = query.filter(games::white_id.ne(person).and(games::black_id.ne(person)));
    }
    if let Some(session) = filter.session {
        query = query.filter(games::session_id.eq(session));
    }
    if let Some(state) = filter.state {
        query = query.filter(games::state.eq(state));
        if waiting::STATES.contains(&state) {
            query = query.filter(waiting::waits());
        }
    }
    if let Some(online) = filter.online {
        query = query.filter(games::online.eq(online));
    }
    if let Some(result) = filter.result {
        query = query.filter(games::result.eq(result));
    }
    if let Some(said) = filter.confirmation {
        query = query.filter(asked::state.eq(said));
        // Who disputes what is for those concerned.
        if let Reach::Counting(reader) = filter.reach {
            let own = games::white_id.nullable().eq(reader).or(games::black_id.nullable().eq(reader));
            query = query.filter(own.assume_not_null());
        }
    }
    if let Some(from) = filter.from {
        query = query.filter(games::played_at.ge(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(games::played_at.lt(to));
    }
    if let Reach::Counting(reader) = filter.reach {
        let own = games::white_id.nullable().eq(reader).or(games::black_id.nullable().eq(reader));
        let counting = games::state.ne_all(State::ALL.iter().copied().filter(|state| state.is_held_back()));
        query = query.filter(counting.or(own.assume_not_null()));
    }
    let found: Vec<FoundGame> = query.load(db)?;
    Ok(Page::of(found.into_iter().map(view).collect(), limit, |game| game.id.0))
}

fn find(db: &mut Db, id: GameId) -> Result<FoundGame, Error> {
    let found: Option<FoundGame> = found!().filter(games::id.eq(id)).first(db).optional()?;
    found.ok_or_else(|| crate::not_found!("game").into())
}

/// One game with all that is known of it.
pub fn one(db: &mut Db, id: GameId) -> Result<GameDetail, Error> {
    Ok(with_moves(db, id)?.0)
}

/// [`one`], and its moves with every position.
pub fn with_moves(db: &mut Db, id: GameId) -> Result<(GameDetail, Option<Moves>), Error> {
    let found = find(db, id)?;
    let changes: Vec<(String, Option<PersonId>, NaiveDateTime, Kept, String, String)> = game_changes::table
        .filter(game_changes::game_id.eq(id))
        .order(game_changes::id)
        .select((
            game_changes::act,
            game_changes::changed_by,
            game_changes::changed_at,
            game_changes::reason,
            game_changes::before,
            game_changes::after,
        ))
        .load(db)?;
    let objection = objections::table.filter(objections::game_id.eq(id)).select(objections::id).first(db).optional()?;
    let changes = changes.into_iter().map(|(act, by, at, reason, before, after)| {
        let (before, after) = (serde_json::from_str(&before)?, serde_json::from_str(&after)?);
        Ok(ChangeView { act, by, at: at.and_utc(), reason, before, after })
    });
    detail(found, objection, changes.collect::<Result<Vec<_>, Error>>()?)
}

/// A game that nobody has objected to or changed, as [`one`] would read it.
pub fn untouched(found: FoundGame) -> Result<GameDetail, Error> {
    Ok(detail(found, None, Vec::new())?.0)
}

fn detail(
    found: FoundGame,
    objection: Option<ObjectionId>,
    changes: Vec<ChangeView>,
) -> Result<(GameDetail, Option<Moves>), Error> {
    let row = found.0.clone();
    let moves = row.moves.as_deref().map(stored_moves).transpose()?;
    let detail = GameDetail {
        game: view(found),
        moves: moves.as_ref().map(Moves::sans),
        final_position: row.final_position,
        adjudication: row.captures.as_deref().map(serde_json::from_str).transpose()?,
        decided_by: row.decided_by,
        decided_at: row.decided_at.map(|at| at.and_utc()),
        overseer: row.overseer,
        objection,
        changes,
    };
    Ok((detail, moves))
}

/// When a game went to another state, to which, and the reason given; in order.
pub fn changes_of_state(db: &mut Db, id: GameId) -> Result<Vec<(NaiveDateTime, State, Kept)>, Error> {
    let changes: Vec<(NaiveDateTime, String, String, Kept)> = game_changes::table
        .filter(game_changes::game_id.eq(id))
        .order(game_changes::id)
        .select((game_changes::changed_at, game_changes::before, game_changes::after, game_changes::reason))
        .load(db)?;
    let state = |told: &str| -> Result<State, Error> {
        let told: serde_json::Value = serde_json::from_str(told)?;
        Ok(serde_json::from_value(told["state"].clone())?)
    };
    let mut of_state = Vec::new();
    for (at, before, after, reason) in changes {
        let after = state(&after)?;
        if state(&before)? != after {
            of_state.push((at, after, reason));
        }
    }
    Ok(of_state)
}

fn stored_moves(text: &str) -> Result<Moves, Error> {
    Moves::read(text.as_bytes()).map_err(|error| Error::internal(format!("stored moves: {error}")))
}

/// A game as PGN, with the tags that the club knows better than who sent it.
pub fn pgn_of(db: &mut Db, id: GameId) -> Result<String, Error> {
    pgn_with(db, id, &[])
}

/// The same with tags in place of some of them: what the game was part of.
pub fn pgn_with(db: &mut Db, id: GameId, others: &[(&str, String)]) -> Result<String, Error> {
    let (row, white, black, ..) = find(db, id)?;
    let house = rulebook::in_force(db, row.played_at)?;
    let moves = match &row.moves {
        Some(text) => stored_moves(text)?,
        None => stored_moves("*")?,
    };
    let mut tags = moves.tags.clone();
    tags.set("Event", if row.online { "Online game" } else { "Chess club" });
    let room: Option<String> = match row.session {
        Some(session) => sessions::table.find(session).select(sessions::room).first(db).optional()?,
        None => None,
    };
    let place = club::store::place(db)?;
    let whereabouts = pgn::Whereabouts {
        online: row.online,
        told: row.room.as_deref(),
        of_session: room.as_deref().unwrap_or_default(),
        usual: &house.room,
        place: &place,
    };
    tags.set("Site", whereabouts.site());
    let begun = row.began_at.unwrap_or(row.played_at);
    tags.set_played(begun, house.time_zone);
    tags.set("White", &white.name);
    tags.set("Black", &black.name);
    let local = begun.and_utc().with_timezone(&house.time_zone);
    tags.set("Time", &local.format("%H:%M:%S").to_string());
    tags.set("Termination", row.ending.as_str());
    tags.set("RookeryGame", &row.id.to_string());
    tags.set("RookeryState", row.state.as_str());
    for (tag, value) in others {
        tags.set(tag, value);
    }
    Ok(pgn::write(&tags, &moves, told(row.result), true))
}

/// A game of which nobody knows more than how it ended, as PGN.
pub fn pgn_of_result(tags: &Tags, result: Outcome) -> Result<String, Error> {
    Ok(pgn::write(tags, &stored_moves("*")?, told(result), false))
}

fn told(result: Outcome) -> BoardOutcome {
    BoardOutcome::Known(KnownOutcome::from_winner(GameResult::from(result).winner()))
}
