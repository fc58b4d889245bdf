//! Carrying out: games entered.

use rookery_messages::{Value, say};
use serde_json::json;

use super::{Confirm, Dispute, Disputed, declare, subject};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::audit::measure;
use crate::conduct::declarations::Exercise;
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::rules::{self, Decision};
use crate::games::store::{self, confirmations, facts, timed};
use crate::games::{NewGame, State};
use crate::id::GameId;
use crate::notify::Topic;
use crate::rulebook;

/// A game as one of its players sends it, or the desk. Where the other player entered it already and nobody has
/// answered, the same winner confirms that game and another one disputes it (T47).
pub struct Register(pub NewGame);

/// Which game it is.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    pub id: GameId,
    /// Whether the other player had entered it.
    pub was_there: bool,
}

impl Action for Register {
    type Done = Registered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Registered>, Error> {
        let Register(game) = self;
        let Some((there, result)) = confirmations::entered_by_the_other(tx.db, by, game)? else {
            let id = perform(tx, by, game)?.id;
            return Ok(Deed::of_its_parts(Registered { id, was_there: false }));
        };
        let id = there.id;
        if result == there.result {
            perform(tx, by, &Confirm(id))?;
        } else {
            perform(tx, by, &Dispute(id, Disputed { result: result.into() }))?;
        }
        Ok(Deed::of_its_parts(Registered { id, was_there: true }))
    }
}

/// Where a game stands after coming in.
#[derive(Clone, Debug)]
pub struct Entered {
    pub id: GameId,
    pub decision: Decision,
}

/// The one door: judged by the house rules in force when it was played (T14), stored, rated if nothing is to be waited
/// for, and told to the moderators where they have to approve it.
impl Action for NewGame {
    type Done = Entered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Entered>, Error> {
        rules::two_players(self.white, self.black)?;
        if let Some(player) = by.person().filter(|_| !self.online && !rules::registers_any(by.roles())) {
            measure::keep(tx, player, measure::OWN_GAMES)?;
        }
        let house = rulebook::in_force(tx.db, self.played_at)?;
        let facts = facts::of(tx, self, &house)?;
        let decision = rules::register(&facts, self, by, &house, tx.now)?;
        let game = store::insert(tx, by.person(), self, &decision)?;
        let id = game.id;
        if rules::confirmation::is_asked(self, by, &house) {
            confirmations::ask(tx, id)?;
        }
        if let Some(timed) = self.timed_game {
            timed::close(tx, timed, id, self.played_at)?;
        }
        if game.state.counts() {
            store::rate(tx, &game, decision.place)?;
        }
        if by.roles().may_moderate() && decision.settled.decision.is_some() {
            let outcome = Value::word("outcome", game.result);
            let effect = say!("Game {game} was adjudicated, with the result: {outcome}.", game = id.0, outcome);
            declare(tx, by, Exercise::Adjudication, &Ruling::new(say!("Time ended the game."), "I.5"), id, effect)?;
        }
        store::recount(tx, &game, &say!("Game {game} was entered", game = id.0))?;
        let body = json!({
            "white": self.white, "black": self.black, "result": game.result, "ending": self.ending,
            "played_at": self.played_at, "online": self.online, "state": game.state,
        });
        let mut record = Record::of(Word::GameRegistered, subject(id), body);
        if let Some(person) = by.person().filter(|_| self.import_key.is_none() && !self.online) {
            let counted = decision.settled.decision.as_ref();
            let captured = counted.map(|of| json!({ "white": of.white.points, "black": of.black.points }));
            for player in [self.white, self.black].into_iter().filter(|player| *player != person) {
                let told = json!({
                    "game": id, "result": game.result, "by": person, "captured": captured,
                    "points_moved": store::points_moved(tx.db, id, player)?,
                });
                record = record.tell_of(Topic::GameEntered, Some(player), told);
            }
        }
        if game.state == State::AwaitingPresence {
            let told = json!({ "game": id, "reason": game.state_reason });
            for player in [self.white, self.black] {
                record = record.tell_of(Topic::GameAwaitingPresence, Some(player), told.clone());
            }
        }
        if game.state == State::AwaitingApproval {
            let told = json!({ "game": id, "reason": game.state_reason });
            record = record.tell_of(Topic::GameAwaitingApproval, None, told);
        }
        Ok(record.done(Entered { id, decision }))
    }
}
