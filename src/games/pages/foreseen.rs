//! What a game will change before it is entered: shown, and signed as it was shown.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use chrono::NaiveDateTime;
use rookery_messages::{Message, say};
use shakmaty::Color;

use super::entry::page;
use super::taps;
use super::viewer::{Board, Written};
use crate::App;
use crate::action::{Action, By, Deed, perform};
use crate::auth::Actor;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::games::actions::{Register, Registered};
use crate::games::api;
use crate::games::rules::Stands;
use crate::games::store::{confirmations, facts};
use crate::games::{Ending, NewGame, State};
use crate::http::problem;
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::ratings::tried::tried;
use crate::sessions;
use crate::web::layout::{Frame, render};
use crate::web::typed::Fields;

/// A player in a game that is not entered yet.
pub(super) struct Foreseen {
    pub name: String,
    pub colour: Color,
    pub before: i64,
    pub change: i64,
    /// Whether they are not on the register of its session.
    pub is_absent: bool,
}

/// What a game would change, before it is entered.
#[derive(Template)]
#[template(path = "games/entry.html")]
struct EntryPage {
    frame: Frame,
    form: Fields,
    /// The reader's colour, where it is their own game.
    mine: Option<Color>,
    players: [Foreseen; 2],
    result: Outcome,
    ending: Ending,
    clocked: bool,
    /// As they were read.
    moves: Vec<Written>,
    /// Where it would stand: it may have to wait.
    state: State,
    /// For what, except for a monitor: the person who enters the game need not know of one.
    reason: Option<Message>,
    earlier: Option<taps::Earlier>,
    /// Whether its board was announced with the other colours.
    is_swapped: bool,
    /// Why it is shown again.
    changed: Option<Refusal>,
}

impl EntryPage {
    /// Whether this player is the reader: the page then says "you".
    fn is_me(&self, player: &Foreseen) -> bool {
        self.mine == Some(player.colour)
    }
}

/// What a game of these two, White first, would change.
pub(super) fn gains(
    db: &mut Db,
    players: [PersonId; 2],
    result: Outcome,
    played_at: NaiveDateTime,
    now: NaiveDateTime,
) -> Result<[Foreseen; 2], Error> {
    let points = api::previewed(db, players[0], players[1], false, now)?;
    let changes = match result {
        Outcome::White => points.white,
        Outcome::Draw => points.draw,
        Outcome::Black => points.black,
    };
    let names = members::store::names(db, &players)?;
    let absent = sessions::store::absent(db, played_at, &players)?;
    let player = |person, colour, before, change| {
        let name = names.get(&person).cloned().unwrap_or_default();
        Foreseen { name, colour, before, change, is_absent: absent.contains(&person) }
    };
    let white = player(players[0], Color::White, points.white_score, changes.white);
    Ok([white, player(players[1], Color::Black, points.black_score, changes.black)])
}

/// What a game would change; refused as entering it would be.
fn foreseen(tx: &mut Tx, by: &By, game: &NewGame, result: Outcome) -> Result<([Foreseen; 2], Stands), Error> {
    let (stands, _) = tried(tx, |tx| Ok(perform(tx, by, game)?.decision.stands))?;
    Ok((gains(tx.db, [game.white, game.black], result, game.played_at, tx.now)?, stands))
}

/// What a preview showed, as its form carries it.
fn shown([white, black]: &[Foreseen; 2], state: State) -> String {
    format!("{}/{}/{}/{}/{state}", white.before, white.change, black.before, black.change)
}

/// The title of what is refused because the preview showed something else.
pub(super) fn changed() -> Message {
    say!("Changed since you looked")
}

/// Shows what a game would change: for the first time, or again.
pub(super) async fn preview(
    app: &App,
    actor: &Actor,
    frame: Frame,
    mut form: Fields,
    game: NewGame,
    result: Outcome,
    changed: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let (by, ending, clocked) = (By::from(actor), game.ending, game.clock.is_some());
    let read = game.record.moves.as_ref();
    let moves = read.map_or_else(Vec::new, |moves| Board::of(moves, None, Color::White).moves);
    let status = changed.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    let sides = [(game.white, Color::White), (game.black, Color::Black)];
    let mine = sides.into_iter().find(|(player, _)| *player == actor.person).map(|(_, colour)| colour);
    let looked = move |tx: &mut Tx| {
        let earlier = taps::earlier(tx.db, [game.white, game.black], game.played_at)?;
        let is_swapped = taps::announced_otherwise(tx.db, [game.white, game.black], game.played_at)?;
        Ok((foreseen(tx, &by, &game, result)?, earlier, is_swapped))
    };
    match app.db.write(looked).await {
        Ok(((players, Stands { state, reason, .. }), earlier, is_swapped)) => {
            form.set("seen", &shown(&players, state));
            let reason = reason.filter(|_| state != State::AwaitingApproval);
            render(
                status,
                &EntryPage {
                    frame,
                    form,
                    mine,
                    players,
                    result,
                    ending,
                    clocked,
                    moves,
                    state,
                    reason,
                    earlier,
                    is_swapped,
                    changed,
                },
            )
        }
        Err(Error::Refused(refusal)) => page(app, actor, frame, form, Some(*refusal)).await,
        Err(error) => Err(error),
    }
}

/// A game with what was shown of it, if anything was: it is entered if that is still what it changes.
pub(super) struct Signed {
    pub game: Register,
    pub me: PersonId,
    pub by_taps: bool,
    pub seen: Option<String>,
}

impl Action for Signed {
    type Done = Registered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Registered>, Error> {
        let Signed { game: Register(game), me, by_taps, seen } = self;
        // On its own it does not change what the other player entered.
        let same_game = facts::same_game(tx.db, game)?;
        let is_new = confirmations::entered_by_the_other(tx.db, by, game, same_game)?.is_none();
        if let Some((result, seen)) = game.result.zip(seen.as_ref()).filter(|_| is_new) {
            let shown = if *by_taps {
                let opponent = if game.white == *me { game.black } else { game.white };
                taps::shown(&api::previewed(tx.db, *me, opponent, false, tx.now)?)
            } else {
                let (players, stands) = foreseen(tx, by, game, result)?;
                shown(&players, stands.state)
            };
            if shown != *seen {
                let detail = say!(
                    "Something has changed since you looked. Nothing is entered yet. Look again at what this game changes."
                );
                return Err(Refusal::conflict(changed(), detail).into());
            }
        }
        self.game.carry_out(tx, by)
    }
}
