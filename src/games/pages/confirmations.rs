//! What the two players say of a game's result, as buttons: on the game's page and on Today (Act II.4, T47).

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::NaiveDateTime;
use shakmaty::Color;

use super::changes::{next_or, word};
use super::taps::own_board;
use super::viewer::game_page;
use crate::App;
use crate::action::pages::sent;
use crate::action::{Action, By};
use crate::auth::Actor;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::games::actions::{Confirm, Dispute, Disputed, Settle, Settlement, TakeBack};
use crate::games::rules::confirmation::{self as rules, Agreement, Claim, ConfirmationState};
use crate::games::store::{self, GameView, Row, confirmations};
use crate::http::Form;
use crate::id::{GameId, PersonId};
use crate::tournaments;
use crate::web::catalogue::Language;
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// What a reader may say of a game's result.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// That the game ended as the other player says.
    pub confirm: Option<Agreed>,
    /// That it ended otherwise: each claim, and what it is to the reader (`win`, `draw`, `loss`, `not_played`).
    pub dispute: Vec<(Claim, &'static str)>,
    pub settle: bool,
    /// Seconds for which the reader can still take back that they entered it.
    pub take_back: Option<i64>,
}

/// What a reader would agree with, and how it then went for them (`win`, `draw`, `loss`, `not_played`).
#[derive(Clone, Copy, Debug)]
pub struct Agreed {
    pub agreement: Agreement,
    pub claim: Claim,
    pub went: &'static str,
}

impl Answers {
    pub fn of(db: &mut Db, row: &Row, by: &By, now: NaiveDateTime) -> Result<Answers, Error> {
        let said = confirmations::said(db, row)?;
        let may_dispute = |claim: &Claim| rules::dispute(&said, *claim, by, now).is_ok();
        let is_white = by.is(row.white);
        let agreed = |agreement, claim| Agreed { agreement, claim, went: to_player(claim, is_white) };
        let confirm = match rules::confirmation(&said, by) {
            Ok(agreement) => confirmations::agreed_with(db, row, agreement)?.map(|claim| agreed(agreement, claim)),
            Err(_) => None,
        };
        // While one can take back what one entered, nothing else is asked about it.
        let may_take_back = rules::taking_back(&said, by, now).is_ok();
        let claims = Claim::ALL.iter().copied().filter(|claim| !may_take_back && may_dispute(claim));
        Ok(Answers {
            confirm,
            dispute: claims.map(|claim| (claim, to_player(claim, is_white))).collect(),
            settle: rules::settlement(&said, by).is_ok(),
            take_back: may_take_back.then(|| rules::seconds_left(said.entered_at, now)),
        })
    }

    pub fn is_empty(&self) -> bool {
        self.confirm.is_none() && self.dispute.is_empty() && !self.settle && self.take_back.is_none()
    }
}

/// What a claim is to one of the players.
fn to_player(claim: Claim, is_white: bool) -> &'static str {
    let player = Color::from_white(is_white);
    claim.result().map_or(Claim::NotPlayed.as_str(), |result| result.told_by(player).as_str())
}

/// A game whose result waits for the reader's word.
pub struct ToConfirm {
    pub id: GameId,
    pub with: PersonId,
    pub opponent: String,
    /// How it ended by the one who entered it, and how it then went for the reader.
    pub claim: Claim,
    pub went: &'static str,
    /// Points that it brought the reader; `None` while it does not count.
    pub points: Option<i64>,
}

/// Games that somebody else entered for the reader, the last first.
pub fn to_confirm(db: &mut Db, me: PersonId, most: usize, now: NaiveDateTime) -> Result<Vec<ToConfirm>, Error> {
    let awaited = confirmations::awaited(db, me, now)?;
    let one = |id: GameId| {
        let game = store::one(db, id)?.game;
        let is_white = game.white.id == me;
        let (opponent, points) =
            if is_white { (game.black, game.white_points) } else { (game.white, game.black_points) };
        Ok(ToConfirm {
            id,
            with: opponent.id,
            opponent: opponent.name,
            claim: game.result.into(),
            went: to_player(game.result.into(), is_white),
            points: points.map(|points| points.after - points.before),
        })
    };
    awaited.into_iter().take(most).map(one).collect()
}

/// A game of which a reader can still undo what they did just now, and for how many seconds.
pub struct Undoable {
    pub game: GameView,
    pub seconds: i64,
}

/// The games that a reader entered just now and can still take back, the last first.
pub fn just_entered(db: &mut Db, by: &By, now: NaiveDateTime) -> Result<Vec<Undoable>, Error> {
    let Some(person) = by.person() else { return Ok(Vec::new()) };
    let mut games = Vec::new();
    for row in confirmations::entered_since(db, person, now - rules::TAKEN_BACK_WITHIN)? {
        let said = confirmations::said(db, &row)?;
        if rules::taking_back(&said, by, now).is_ok() {
            let seconds = rules::seconds_left(said.entered_at, now);
            games.push(Undoable { game: store::one(db, row.id)?.game, seconds });
        }
    }
    Ok(games)
}

/// A disputed game, as a moderator settles it.
pub struct ToSettle {
    pub game: GameView,
    pub claim: Claim,
    pub disputed_by: String,
    by: PersonId,
}

impl ToSettle {
    /// The disputer's version of its end.
    pub fn claimed(&self, frame: &Frame) -> String {
        claim_in_words(self.claim, self.game.players(), frame.person.map(PersonId), frame.language)
    }

    /// What they say.
    pub fn said(&self, frame: &Frame) -> String {
        let said = said_by(self.claim, self.game.players(), self.by, frame.person.map(PersonId), frame.language);
        format!("{}.", said.unwrap_or_default())
    }
}

impl GameView {
    /// The entered result, the winner by name.
    pub fn ended(&self, frame: &Frame) -> String {
        claim_in_words(self.result.into(), self.players(), frame.person.map(PersonId), frame.language)
    }

    fn players(&self) -> [(PersonId, &str); 2] {
        [&self.white, &self.black].map(|player| (player.id, player.name.as_str()))
    }
}

/// What a claim says of a game of these two, White first: the winner is named, and told so where they read it.
pub fn claim_in_words(
    claim: Claim,
    [white, black]: [(PersonId, &str); 2],
    reader: Option<PersonId>,
    language: Language,
) -> String {
    let ((winner, name), won, you_won) = match claim {
        Claim::White => (white, "won-white", "you-won-white"),
        Claim::Black => (black, "won-black", "you-won-black"),
        Claim::Draw | Claim::NotPlayed => return language.word("claim", claim).to_string(),
    };
    if reader == Some(winner) {
        language.t(you_won).to_string()
    } else {
        language.t(won).with("name", name).to_string()
    }
}

/// What one of these two says of their game. Of their own win somebody speaks as *I*, as they would in the room.
pub fn said_by(
    claim: Claim,
    players: [(PersonId, &str); 2],
    by: PersonId,
    reader: Option<PersonId>,
    language: Language,
) -> Option<String> {
    if reader == Some(by) {
        let claim = claim_in_words(claim, players, reader, language);
        return Some(language.t("told-version-yours").with("claim", claim).to_string());
    }
    let [(white, _), (black, _)] = players;
    let claimed = match claim {
        Claim::White if by == white => language.t("i-won-white").to_string(),
        Claim::Black if by == black => language.t("i-won-black").to_string(),
        _ => claim_in_words(claim, players, reader, language),
    };
    let (_, name) = players.into_iter().find(|(player, _)| *player == by)?;
    Some(language.t("told-version").with("name", name).with("claim", claimed).to_string())
}

/// Disputed games that a reader can settle, the oldest dispute first.
pub fn to_settle(db: &mut Db, by: &By, most: usize) -> Result<Vec<ToSettle>, Error> {
    let mut all = Vec::new();
    for id in confirmations::disputed(db)? {
        let row = store::row(db, id)?;
        if rules::settlement(&confirmations::said(db, &row)?, by).is_ok() {
            all.extend(disputed(store::one(db, id)?.game));
        }
        if all.len() == most {
            break;
        }
    }
    Ok(all)
}

/// Disputed games of one who has not disputed them, the oldest dispute first.
pub fn disputed_by_the_other(db: &mut Db, me: PersonId) -> Result<Vec<ToSettle>, Error> {
    let mut all = Vec::new();
    for id in confirmations::disputed_by_the_other(db, me)? {
        all.extend(disputed(store::one(db, id)?.game));
    }
    Ok(all)
}

/// A game with who disputes it and what they claim; `None` if nobody does.
pub(super) fn disputed(game: GameView) -> Option<ToSettle> {
    let said = game.confirmation.filter(|said| said.state == ConfirmationState::Disputed)?;
    let by = said.disputed_by?;
    let disputed_by = if by == game.white.id { game.white.name.clone() } else { game.black.name.clone() };
    Some(ToSettle { claim: said.claim?, disputed_by, by, game })
}

pub(crate) async fn confirm(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let confirm = word(&form.0, "result").map(|claim| Confirm(*id, Some(claim)));
    answer(&app, &actor, frame, *id, form.0, Done::Confirmed, confirm).await
}

pub(crate) async fn dispute(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let dispute = word(&form.0, "result").map(|result| Dispute(*id, Disputed { result }));
    answer(&app, &actor, frame, *id, form.0, Done::Disputed, dispute).await
}

pub(crate) async fn settle(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let settle = word(&form.0, "version").map(|version| Settle(*id, Settlement { version }));
    answer(&app, &actor, frame, *id, form.0, Done::DisputeSettled, settle).await
}

pub(crate) async fn take_back(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, me, fields) = (*id, actor.person, form.0);
    match sent(&app, &actor, &fields, TakeBack(id), move |()| format!("/games/{id}")).await {
        Ok(game) => {
            let now = app.clock.now();
            let again = app.db.read(move |db| entered_again_at(db, id, me, now)).await?;
            Ok(see_done(next_or(&fields, again.as_deref().unwrap_or(&game)), Done::TakenBack))
        }
        Err(error) => game_page(&app, frame, id, None, Typed::refused("answer", fields, error)?).await,
    }
}

/// The page that asks how the board went that a game was played at: its tournament's, or Today; else it was at none.
fn entered_again_at(db: &mut Db, id: GameId, me: PersonId, now: NaiveDateTime) -> Result<Option<String>, Error> {
    if let Some(tournament) = tournaments::store::tournament_of_game(db, id)?
        && tournaments::store::tournament(db, tournament)?.state == tournaments::State::Running
    {
        return Ok(Some(format!("/tournaments/{tournament}")));
    }
    Ok(is_asked_on_today(db, id, me, now)?.then(|| "/today".to_owned()))
}

/// Whether Today asks one of the players how the board went that a game was played at: it has the buttons.
fn is_asked_on_today(db: &mut Db, id: GameId, me: PersonId, now: NaiveDateTime) -> Result<bool, Error> {
    let row = store::row(db, id)?;
    let is_of_game = |person| [row.white, row.black].contains(&person);
    let board = own_board(db, me, now)?.filter(|board| board.plays && board.rematch.is_none());
    Ok(board.is_some_and(|board| is_of_game(me) && is_of_game(board.opponent)))
}

/// Performs what somebody says, and shows the game with it or with why not; who said it on a list goes on there.
async fn answer<A>(
    app: &App,
    actor: &Actor,
    frame: Frame,
    id: GameId,
    fields: Fields,
    done: Done,
    action: Result<A, Refusal>,
) -> Result<HttpResponse, Error>
where
    A: Action<Done = ()> + Send + Sync + 'static,
{
    let performed = async { sent(app, actor, &fields, action?, move |()| format!("/games/{id}")).await };
    match performed.await {
        Ok(game) => Ok(see_done(next_or(&fields, &game), done)),
        Err(error) => game_page(app, frame, id, None, Typed::refused("answer", fields, error)?).await,
    }
}
