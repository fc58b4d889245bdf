//! What can happen to a game afterwards, as forms: approval, correction and rematch, which are done at once and can be undone;
//! objecting, voiding and restoring, with what they will change shown first. Any of them can be previewed on request.

use std::str::FromStr;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::boards::played_at;
use super::viewer::game_page;
use crate::App;
use crate::action::pages::sent;
use crate::action::{Action, By, Deed, perform, performed};
use crate::audit::Word;
use crate::auth::Actor;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::games::actions::{
    Approval, Approve, Correct, Correction, Object, Objection, Rematch, Restore, RulingRequest, SettleRematch, Undo,
    Verdict, Void, Withdraw, objecting,
};
use crate::games::api::GameRequest;
use crate::games::rules::afterwards::{RematchOutcome, undoing, why};
use crate::games::rules::confirmation::{TAKEN_BACK_WITHIN, seconds_left};
use crate::games::store::{self, GameView, LastDecision, Points, Row, objections};
use crate::games::{Assent, Ending, NewGame, ObjectionId};
use crate::http::Form;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::ratings::Outcome;
use crate::ratings::tried::{Moved, tried};
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::form::chosen;
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed};
use rookery_messages::{Message, say};

crate::words!(
    /// What somebody with a power does to a game.
    Change as GameChange {
        Approve = "approve",
        Refuse = "refuse",
        Correct = "correct",
        Void = "void",
        Restore = "restore",
    }
);

impl Change {
    /// Whether it is done at once, and can be undone; else it is shown first what it would do.
    fn is_undoable(self) -> bool {
        matches!(self, Change::Approve | Change::Refuse | Change::Correct)
    }

    fn done(self) -> Done {
        match self {
            Change::Approve => Done::Approved,
            Change::Refuse => Done::Refused,
            Change::Correct => Done::Corrected,
            Change::Void => Done::Voided,
            Change::Restore => Done::Restored,
        }
    }
}

/// What a form asks for, as a page shows it again.
#[derive(Clone, Debug)]
struct ChangeForm {
    change: Change,
    reason: String,
    act: String,
    result: String,
    ending: String,
}

impl ChangeForm {
    fn of(fields: &Fields) -> Result<ChangeForm, Refusal> {
        let text = |name| fields.text(name).to_owned();
        Ok(ChangeForm {
            change: word(fields, "change")?,
            reason: text("reason"),
            act: text("act"),
            result: text("result"),
            ending: text("ending"),
        })
    }

    fn correction(&self) -> Result<Correction, Refusal> {
        let result = chosen(Some(&self.result)).map(str::parse::<Outcome>).transpose();
        let result = result.map_err(|wrong| Refusal::field("result", wrong))?;
        let ending = self.ending.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong))?;
        Ok(Correction { result, ending, captures: None, reason: self.reason.clone() })
    }
}

/// A change of a game, as its form asks for it.
struct ChangeGame(GameId, ChangeForm);

impl Action for ChangeGame {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let ChangeGame(id, form) = self;
        let (id, reason) = (*id, form.reason.clone());
        let ruling = || RulingRequest { reason: reason.clone(), act: form.act.clone() };
        match form.change {
            Change::Approve => Approve(id, Approval { verdict: Verdict::Approve, reason }).carry_out(tx, by),
            Change::Refuse => Approve(id, Approval { verdict: Verdict::Refuse, reason }).carry_out(tx, by),
            Change::Correct => Correct(id, form.correction()?).carry_out(tx, by),
            Change::Void => Void(id, ruling()).carry_out(tx, by),
            Change::Restore => Restore(id, ruling()).carry_out(tx, by),
        }
    }
}

/// What a change will do, before it is done.
#[derive(Template)]
#[template(path = "games/change.html")]
struct ChangePage {
    frame: Frame,
    id: GameId,
    form: ChangeForm,
    moved: Vec<Moved>,
    /// The game as it would be.
    game: GameView,
}

impl ChangePage {
    /// What the game brings each of the two where it stands, as its page will tell; empty if it does not count.
    fn brings(&self) -> Vec<(&str, Points)> {
        let GameView { white, black, white_points, black_points, .. } = &self.game;
        let both = [(white, white_points), (black, black_points)];
        both.into_iter().filter_map(|(player, points)| Some((player.name.as_str(), (*points)?))).collect()
    }
}

pub(crate) async fn change(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let form = ChangeForm::of(&fields)?;
    let asked = ChangeGame(id, form.clone());
    let at_once = form.change.is_undoable() && !fields.has("look");
    // Sent once what it will change was shown, or where it can be undone.
    let error = if fields.has("confirm") || at_once {
        match sent(&app, &actor, &fields, asked, move |()| format!("/games/{id}")).await {
            Ok(place) => return Ok(see_done(next_or(&fields, &place), form.change.done())),
            Err(error) => error,
        }
    } else {
        let by = By::from(&actor);
        let looked = move |tx: &mut Tx| {
            tried(tx, |tx| {
                perform(tx, &by, &asked)?;
                Ok(store::one(tx.db, id)?.game)
            })
        };
        match app.db.write(looked).await {
            Ok((game, moved)) => return render(StatusCode::OK, &ChangePage { frame, id, form, moved, game }),
            Err(error) => error,
        }
    };
    game_page(&app, frame, id, None, Typed::refused(form.change.as_str(), fields, error)?).await
}

/// Where somebody goes on who decided on a list; else the game's page.
pub(super) fn next_or<'a>(fields: &'a Fields, place: &'a str) -> &'a str {
    fields.some("next").map_or(place, |next| own_path(Some(next)))
}

/// Undoes what the reader decided about a game just now.
pub(crate) async fn undo(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let id = *id;
    match performed(&app, &actor, Undo(id)).await {
        Ok(()) => Ok(see_done(next_or(&form.0, &format!("/games/{id}")), Done::DecisionUndone)),
        Err(error) => game_page(&app, frame, id, None, Typed::refused("undo", form.0, error)?).await,
    }
}

/// What a reader decided about a game just now, while they can undo that.
pub struct Decided {
    /// The game that it was decided about.
    pub id: GameId,
    /// What came of it: that game, or the rematch that has taken its place.
    pub game: GameView,
    /// What was decided, as texts call it.
    pub act: &'static str,
    pub seconds: i64,
}

/// What a reader decided about games just now, while they can undo that: the last decision first.
pub fn just_decided(db: &mut Db, by: &By, now: NaiveDateTime) -> Result<Vec<Decided>, Error> {
    let Some(person) = by.person().filter(|_| by.roles().may_moderate()) else { return Ok(Vec::new()) };
    let mut games = Vec::new();
    for id in store::changed_lately(db, person, now - TAKEN_BACK_WITHIN)? {
        let row = store::row(db, id)?;
        if let Some((last, seconds)) = may_undo(db, &row, by, now)? {
            let game = store::one(db, last.rematch.unwrap_or(id))?.game;
            games.push(Decided { id, game, act: act_of(last), seconds });
        }
    }
    Ok(games)
}

/// The word of texts for what was decided: `dispute_settled`.
pub(super) fn act_of(last: LastDecision) -> &'static str {
    match last.act {
        Word::GameApproved => "approved",
        Word::GameRefused => "refused",
        Word::GameCorrected => "corrected",
        Word::GameDisputeSettled => "dispute_settled",
        _ => "settled",
    }
}

/// What was decided about a game last, and for how many seconds somebody can still undo it; `None` if they cannot.
pub(super) fn may_undo(
    db: &mut Db,
    row: &Row,
    by: &By,
    now: NaiveDateTime,
) -> Result<Option<(LastDecision, i64)>, Error> {
    if !by.roles().may_moderate() {
        return Ok(None);
    }
    let last = store::last_decision(db, row)?;
    let is_open = undoing(&row.game(), last.map(|last| (last.by, last.at)), by, now).is_ok();
    Ok(last.filter(|_| is_open).map(|last| (last, seconds_left(last.at, now))))
}

/// Whose game it is, as headings name it: `Ann – Ben`.
fn between(db: &mut Db, id: GameId) -> Result<String, Error> {
    let row = store::row(db, id)?;
    let mut names = members::store::names(db, &[row.white, row.black])?;
    let [white, black] = [row.white, row.black].map(|player| names.remove(&player).unwrap_or_default());
    Ok(format!("{white} – {black}"))
}

/// When a rematch is due, as the form of an objection carries it.
fn shown(due: Option<NaiveDateTime>) -> String {
    due.map_or_else(|| "none".to_owned(), |due| due.format("%Y-%m-%dT%H:%M:%S").to_string())
}

/// What an objection will do, before it is made.
#[derive(Template)]
#[template(path = "games/objecting.html")]
struct ObjectingPage {
    frame: Frame,
    zone: Tz,
    id: GameId,
    game: String,
    /// Empty if the reader only looks, and says it when they object.
    reason: String,
    /// When the session begins at which the rematch is due.
    due: Option<NaiveDateTime>,
    /// Whether it was another when it was shown before.
    changed: bool,
}

impl ObjectingPage {
    fn seen(&self) -> String {
        shown(self.due)
    }
}

/// Objects to how a game ended, as it was shown: what follows comes first, for both then owe a rematch. Until then nothing is done.
pub(crate) async fn object(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, by, fields) = (*id, By::from(&actor), form.0.clone());
    let done = app
        .db
        .write(move |tx| {
            // Who has not seen yet what follows need not say why.
            let is_shown = fields.has("confirm");
            let reason = match fields.text("reason") {
                "" if !is_shown => String::new(),
                reason => why(reason)?,
            };
            let due = objecting(tx, id, &by)?.due;
            if is_shown && fields.text("due") == shown(due) {
                perform(tx, &by, &Object(id, Objection { reason }))?;
                return Ok(None);
            }
            let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
            Ok(Some((between(tx.db, id)?, reason, zone, due, is_shown)))
        })
        .await;
    match done {
        Ok(None) => Ok(see_done(format!("/games/{id}"), Done::Objected)),
        Ok(Some((game, reason, zone, due, changed))) => {
            let status = if changed { StatusCode::CONFLICT } else { StatusCode::OK };
            render(status, &ObjectingPage { frame, zone, id, game, reason, due, changed })
        }
        Err(error) => game_page(&app, frame, id, None, Typed::refused("object", form.0, error)?).await,
    }
}

/// Takes an objection back.
pub(crate) async fn withdraw(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ObjectionId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, Withdraw(*id)).await {
        Ok(game) => Ok(see_done(format!("/games/{game}"), Done::Withdrawn)),
        Err(error) => {
            let game = app.db.read(move |db| Ok(objections::one(db, *id)?.game)).await?;
            game_page(&app, frame, game, None, Typed::refused("withdraw", Fields::default(), error)?).await
        }
    }
}

/// A word that a form's field says.
pub(super) fn word<T: FromStr<Err: Into<Message>>>(fields: &Fields, name: &'static str) -> Result<T, Refusal> {
    fields.text(name).parse().map_err(|wrong| Refusal::field(name, wrong))
}

/// [`word`] from a list in which nothing is chosen beforehand; `missing` asks for a choice.
fn choice<T: FromStr<Err: Into<Message>>>(fields: &Fields, name: &'static str, missing: Message) -> Result<T, Refusal> {
    if !fields.has(name) {
        return Err(Refusal::field(name, missing));
    }
    word(fields, name)
}

/// The rematch that was played.
fn rematch_game(fields: &Fields) -> Result<GameRequest, Refusal> {
    let player = |name: &str| fields.number(name).map(|id| PersonId(id.unwrap_or(0)));
    let (mut white, mut black) = (player("white")?, player("black")?);
    if fields.has("swapped") {
        std::mem::swap(&mut white, &mut black);
    }
    Ok(GameRequest {
        white,
        black,
        result: Some(choice(fields, "result", say!("Choose how the game went."))?),
        ending: choice(fields, "ending", say!("Choose how the game ended."))?,
        played_at: None,
        began_at: None,
        room: None,
        clock: fields.has("clock").then_some(Assent { white: true, black: true }),
        moves: None,
        final_position: None,
        captures: None,
        timed_game: None,
        insist: true,
    })
}

/// Preview of the effect of a rematch on its game.
#[derive(Template)]
#[template(path = "games/rematch.html")]
struct RematchPage {
    frame: Frame,
    id: GameId,
    game: String,
    sent: Fields,
    moved: Vec<Moved>,
}

/// Records the result of a rematch (Act I.6): at once, as it can be undone, or after a preview for those who ask for one.
pub(crate) async fn rematch(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, now, fields) = (*id, app.clock.now(), form.0);
    let played_at = app.db.read(move |db| played_at(db, now)).await?;
    let error = match settlement(&fields, now, played_at) {
        Err(refusal) => refusal.into(),
        Ok(settlement) if !fields.has("look") || fields.has("confirm") => {
            let place = move |played: &Option<GameId>| format!("/games/{}", played.unwrap_or(id));
            match sent(&app, &actor, &fields, settlement, place).await {
                Ok(place) => return Ok(see_done(place, Done::Rematch)),
                Err(error) => error,
            }
        }
        Ok(settlement) => {
            let by = By::from(&actor);
            let preview = app.db.write(move |tx| {
                let (_, moved) = tried(tx, |tx| perform(tx, &by, &settlement))?;
                Ok((between(tx.db, id)?, moved))
            });
            match preview.await {
                Ok((game, moved)) => {
                    return render(StatusCode::OK, &RematchPage { frame, id, game, sent: fields, moved });
                }
                Err(error) => error,
            }
        }
    };
    game_page(&app, frame, id, None, Typed::refused("rematch", fields, error)?).await
}

/// The result of a rematch, from the form.
fn settlement(fields: &Fields, now: NaiveDateTime, played_at: NaiveDateTime) -> Result<SettleRematch, Refusal> {
    let outcome = choice(fields, "outcome", say!("Choose how the rematch ended."))?;
    let game = match outcome {
        RematchOutcome::Played => Some(NewGame { played_at, ..rematch_game(fields)?.read(now)? }),
        _ => None,
    };
    let rematch = Rematch { outcome, time_exempted: fields.has("time_exempted"), game };
    Ok(SettleRematch(ObjectionId(fields.number("objection")?.unwrap_or(0)), rematch))
}
