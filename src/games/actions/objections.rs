//! Actions: objections to the way a game ended, and their rematches (Act I.6).

use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::json;

use super::rematches::Replace;
use super::scores::{Doing, Moved, moving};
use super::telling::{between, changed_and_told, declare, stood};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::declarations::Exercise;
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::{self as rules, RematchOutcome, Ruling, Settlement};
use crate::games::store::{self, Row, held_games, objections, timed};
use crate::games::{Ending, NewGame, ObjectionId};
use crate::id::{GameId, PersonId};
use crate::notify::Topic;
use crate::ratings::Outcome;
use crate::ratings::store::correct_game;
use crate::{rulebook, sessions};

/// What a player says against a game's ending.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ObjectionRequest)]
pub struct Objection {
    pub reason: String,
}

/// A player objects to how a game ended.
pub struct Object(pub GameId, pub Objection);

impl Action for Object {
    type Done = ObjectionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ObjectionId>, Error> {
        let (id, reason) = (self.0, rules::why(&self.1.reason)?);
        let Objecting { game, objector, .. } = objecting(tx, id, by)?;
        let objection = objections::add(tx, id, objector, &reason)?;
        let told = json!({
            "game": id, "objection": objection, "reason": reason, "played": between(game.players()),
        });
        let record = record(Word::ObjectionMade, objection, json!({ "game": id, "reason": reason }));
        Ok(record.tell_of(Topic::GameObjected, Some(game.opponent(objector)), told).done(objection))
    }
}

fn record(word: Word, id: ObjectionId, body: serde_json::Value) -> Record {
    Record::of(word, format!("objection:{id}"), body)
}

/// Somebody who may object to a game, and when the rematch would be due.
pub struct Objecting {
    game: Row,
    objector: PersonId,
    pub due: Option<NaiveDateTime>,
}

/// Whether a player may object to a game now; refused as objecting would be.
pub fn objecting(tx: &mut Tx, game: GameId, by: &By) -> Result<Objecting, Error> {
    sessions::store::ensure_calendar(tx, tx.now)?;
    let game = store::row(tx.db, game)?;
    let due = objections::due(tx.db, &game)?;
    let objector = rules::objection(&game.game(), by, objections::is_made(tx.db, game.id)?, due, tx.now)?;
    rules::free(held_games::is_held(tx.db, game.id)?)?;
    Ok(Objecting { game, objector, due })
}

/// The objector takes an objection back, as though it had not been made; the act log has it. Gives the game.
pub struct Withdraw(pub ObjectionId);

impl Action for Withdraw {
    type Done = GameId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<GameId>, Error> {
        sessions::store::ensure_calendar(tx, tx.now)?;
        let &Withdraw(id) = self;
        let (game, objection, reason) = objections::known(tx.db, id)?;
        rules::withdrawal(&objection, by, tx.now)?;
        objections::remove(tx, id)?;
        let opponent = game.opponent(objection.objector);
        let record = record(Word::ObjectionWithdrawn, id, json!({ "game": game.id, "reason": reason }));
        let told = json!({ "game": game.id, "objection": id, "played": between(game.players()) });
        Ok(record.tell_of(Topic::GameObjectionWithdrawn, Some(opponent), told).done(game.id))
    }
}

/// What the overseer says became of a rematch.
#[derive(Clone, Debug)]
pub struct Rematch {
    pub outcome: RematchOutcome,
    /// Whether the overseer did without the five minutes each.
    pub time_exempted: bool,
    /// The game that was played.
    pub game: Option<NewGame>,
}

/// Settles an objection; returns the rematch's game where one was played.
pub struct SettleRematch(pub ObjectionId, pub Rematch);

impl Action for SettleRematch {
    type Done = Option<GameId>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<GameId>>, Error> {
        let &SettleRematch(id, Rematch { outcome, time_exempted, ref game }) = self;
        rules::has_a_game(outcome, game.is_some())?;
        sessions::store::ensure_calendar(tx, tx.now)?;
        let (original, objection, _) = objections::known(tx.db, id)?;
        let settlement = rules::rematch(&original.game(), &objection, outcome, by, tx.now)?;
        rules::free(held_games::is_held(tx.db, original.id)?)?;
        let ruling = Ruling::new(outcome.told(original.white == objection.objector), "I.6");
        // What was decided about the game, first of what changes in this moment: so it can be undone.
        let before = stood(&original);
        store::note_change(tx, original.id, Word::ObjectionSettled, by.person(), &ruling.reason, [&before, &before])?;
        let played = match settlement {
            Settlement::Replace => {
                let game = rules::game_of(game.as_ref())?;
                let limit = game.timed_game.map(|id| timed::told_of(tx, id)).transpose()?.map(|told| told.limit);
                let house = rulebook::in_force(tx.db, game.played_at)?;
                rules::rematch_game(&original.game(), objection.due, game, limit, time_exempted, &house)?;
                let rematch = perform(tx, by, &NewGame { rematch_of: Some(original.id), ..game.clone() })?.id;
                perform(tx, by, &Replace { game: original.id, rematch })?;
                Some(rematch)
            }
            Settlement::Final => None,
            Settlement::Forfeit(result) => {
                perform(tx, by, &Forfeit { game: &original, result, ruling: &ruling })?;
                None
            }
        };
        objections::close(tx, id, settlement.state(), by.person(), time_exempted, played)?;
        declare(tx, by, Exercise::Rematch, &ruling, &original, settlement.told(original.id))?;
        let body = json!({ "outcome": outcome, "time_exempted": time_exempted, "rematch": played });
        Ok(record(Word::ObjectionSettled, id, body).done(played))
    }
}

/// The game of an objection, forfeited by the player who did not play the rematch.
struct Forfeit<'a> {
    game: &'a Row,
    result: Outcome,
    ruling: &'a Ruling,
}

impl Action for Forfeit<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &Forfeit { game, result, ruling } = self;
        store::set_result(tx, game.id, result, Ending::Forfeit, None)?;
        let mut moved = Moved::default();
        if game.result != result {
            let cause = Doing::Forfeited.cause(ruling, game.id);
            moved = moving(tx, game, |tx| correct_game(tx, game.id, result, &cause))?;
        }
        Ok(changed_and_told(tx, game, Word::GameForfeited, by, ruling, moved)?.done(()))
    }
}
