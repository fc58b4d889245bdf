//! Actions: entering games.

use rookery_messages::{Value, say};
use serde_json::json;

use super::scores::deduct_in_settled;
use super::telling::{between, declare};
use super::{Confirm, Dispute, Disputed};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::{Word, measure};
use crate::conduct::declarations::Exercise;
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::rules::confirmation::ConfirmationState;
use crate::games::rules::{self, Decision};
use crate::games::store::facts::Known;
use crate::games::store::{self, FoundGame, confirmations, facts, timed};
use crate::games::{NewGame, State};
use crate::id::GameId;
use crate::notify::Topic;

/// A game as one of its players sends it, or the desk. Where the other player entered it already and nobody has
/// answered, the same winner confirms that game and another one disputes it (T47).
pub struct Register(pub NewGame);

/// Which game it is.
#[derive(Clone, Debug)]
pub struct Registered {
    pub id: GameId,
    /// How it was entered; `None` if the other player had done so.
    pub entered: Option<Entered>,
}

impl Action for Register {
    type Done = Registered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Registered>, Error> {
        let Register(game) = self;
        rules::two_players(game.white, game.black)?;
        let known = facts::of(tx, by, game)?;
        let there = confirmations::entered_by_the_other(tx.db, by, game, known.facts.same_game)?;
        let Some((there, result)) = there else {
            let (entered, record) = enter(tx, by, game, known)?;
            return Ok(record.done(Registered { id: entered.id, entered: Some(entered) }));
        };
        let id = there.id;
        if result == there.result {
            perform(tx, by, &Confirm(id, None))?;
        } else {
            perform(tx, by, &Dispute(id, Disputed { result: result.into() }))?;
        }
        Ok(Deed::of_its_parts(Registered { id, entered: None }))
    }
}

/// A game as it came in.
#[derive(Clone, Debug)]
pub struct Entered {
    pub id: GameId,
    pub decision: Decision,
    /// The view of the new game.
    pub game: FoundGame,
    /// Whether a player has a time penalty to serve.
    pub owes_time: bool,
}

impl Action for NewGame {
    type Done = Entered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Entered>, Error> {
        rules::two_players(self.white, self.black)?;
        let known = facts::of(tx, by, self)?;
        let (entered, record) = enter(tx, by, self, known)?;
        Ok(record.done(entered))
    }
}

/// The one door: judged by the house rules in force when it was played (T14), stored, rated if nothing is to be waited
/// for, and told to the moderators where they have to approve it.
fn enter(tx: &mut Tx, by: &By, new: &NewGame, known: Known) -> Result<(Entered, Record), Error> {
    let Known { house, settled_since, owes_time, full_since, board, facts } = known;
    measure::has_room(measure::OWN_GAMES, full_since, tx.now)?;
    let decision = rules::register(&facts, new, by, &house, tx.now)?;
    let game = store::insert(tx, by.person(), new, &decision)?;
    let id = game.id;
    let asked = rules::confirmation::is_asked(new, by, &house);
    if asked {
        confirmations::ask(tx, id)?;
    }
    if let Some(timed) = new.timed_game {
        timed::close(tx, timed, id, new.played_at)?;
    }
    let posted = if !game.state.counts() {
        None
    } else if decision.place == new.played_at {
        Some(store::rate_in_place(tx, &game, (&house, &board))?)
    } else {
        Some(store::rate(tx, &game, decision.place)?)
    };
    if by.roles().may_moderate() && decision.settled.decision.is_some() {
        let outcome = Value::word("outcome", game.result);
        let effect = say!("The bell ended game {game}: {outcome}.", game = id.0, outcome);
        declare(tx, by, Exercise::Adjudication, &Ruling::new(say!("Time ended the game."), "I.5"), &game, effect)?;
    }
    if settled_since {
        deduct_in_settled(tx, &game, &say!("Game {game} was entered", game = id.0))?;
    }
    let body = json!({
        "white": new.white, "black": new.black, "result": game.result, "ending": new.ending,
        "played_at": new.played_at, "online": new.online, "state": game.state,
    });
    let mut record = Record::of(Word::GameRegistered, id.subject(), body);
    if let Some(person) = by.person().filter(|_| new.import_key.is_none() && !new.online) {
        let counted = decision.settled.decision.as_ref();
        let captured = counted.map(|of| json!({ "white": of.white.points, "black": of.black.points }));
        let moved = posted.map_or([None, None], |posted| posted.moved());
        for (player, points_moved) in game.players().into_iter().zip(moved).filter(|(player, _)| *player != person) {
            let told = json!({
                "game": id, "result": game.result, "by": person, "captured": captured, "points_moved": points_moved,
                "played": between(game.players()),
            });
            record = record.tell_of(Topic::GameEntered, Some(player), told);
        }
    }
    let waits = || json!({ "game": id, "reason": game.state_reason.as_deref(), "played": between(game.players()) });
    if game.state == State::AwaitingPresence {
        let told = waits();
        for player in game.players() {
            record = record.tell_of(Topic::GameAwaitingPresence, Some(player), told.clone());
        }
    }
    if game.state == State::AwaitingApproval {
        record = record.tell_of(Topic::GameAwaitingApproval, None, waits());
    }
    let said = asked.then_some((ConfirmationState::NotConfirmed, None, None, tx.now));
    let game = store::just_stored(game, [facts.white.name, facts.black.name], posted, said);
    Ok((Entered { id, decision, game, owes_time }, record))
}
