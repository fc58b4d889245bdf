//! What can happen to a game afterwards, as forms: approval, correction, voiding, restoring, each
//! with what it will change shown first; objection and rematch.

use std::str::FromStr;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::viewer::game_page;
use crate::App;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::games::api::GameRequest;
use crate::games::rules::afterwards::{RematchOutcome, reason};
use crate::games::store::objections::{self, Rematch};
use crate::games::store::{self, Correction, Ruling};
use crate::games::{Assent, Authority, Ending, ObjectionId};
use crate::http::Form;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::ratings::tried::{Moved, tried};
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::form::chosen;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use rookery_messages::Message;

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

#[derive(Clone, Debug)]
struct ChangeForm {
    change: Change,
    reason: String,
    act: String,
    result: String,
    ending: String,
    /// Sent once what it will change was shown.
    confirmed: bool,
}

impl ChangeForm {
    fn of(fields: &Fields) -> Result<ChangeForm, Refusal> {
        let text = |name| fields.text(name).to_owned();
        Ok(ChangeForm {
            change: fields.text("change").parse().map_err(|wrong| Refusal::field("change", wrong))?,
            reason: text("reason"),
            act: text("act"),
            result: text("result"),
            ending: text("ending"),
            confirmed: fields.has("confirm"),
        })
    }
}

/// Carries the change out.
fn carry_out(tx: &mut Tx, id: GameId, by: &Authority, form: &ChangeForm) -> Result<(), Error> {
    let why = || reason(&form.reason, "III.2.4");
    let ruling = |tx: &mut Tx| Ruling::read(tx, &form.reason, &form.act);
    match form.change {
        Change::Approve => store::approve(tx, id, by, &why()?),
        Change::Refuse => store::refuse(tx, id, by, &why()?),
        Change::Correct => {
            let result = chosen(Some(&form.result)).map(str::parse::<Outcome>).transpose();
            let result = result.map_err(|wrong| Refusal::field("result", wrong))?;
            let ending = form.ending.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong))?;
            store::correct(tx, id, by, &Correction { result, ending, captures: None }, &why()?)
        }
        Change::Void => {
            let ruling = ruling(tx)?;
            store::void(tx, id, by, &ruling)
        }
        Change::Restore => {
            let ruling = ruling(tx)?;
            store::restore(tx, id, by, &ruling)
        }
    }
}

/// What a change will do, before it is done.
#[derive(Template)]
#[template(path = "game_change.html")]
struct ChangePage {
    frame: Frame,
    id: GameId,
    form: ChangeForm,
    moved: Vec<Moved>,
}

pub async fn change(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    sent: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, by, form) = (*id, Authority::from(&actor), ChangeForm::of(&sent.0)?);
    let asked = form.clone();
    let refused = |error| Typed::refused(form.change.as_str(), sent.0.clone(), error);
    if form.confirmed {
        return match app.db.write(move |tx| carry_out(tx, id, &by, &asked)).await {
            Ok(()) => Ok(see_done(format!("/games/{id}"), form.change.done())),
            Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
        };
    }
    match app.db.write(move |tx| tried(tx, |tx| carry_out(tx, id, &by, &asked))).await {
        Ok(((), moved)) => render(StatusCode::OK, &ChangePage { frame, id, form, moved }),
        Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
    }
}

/// When a rematch is due, as the form of an objection carries it.
fn shown(due: Option<NaiveDateTime>) -> String {
    due.map_or_else(|| "none".to_owned(), |due| due.format("%Y-%m-%dT%H:%M:%S").to_string())
}

/// What an objection will do, before it is made.
#[derive(Template)]
#[template(path = "objecting.html")]
struct ObjectingPage {
    frame: Frame,
    zone: Tz,
    id: GameId,
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

/// Objects to how a game ended, once it was shown what follows.
pub async fn object(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    sent: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, by, fields) = (*id, Authority::from(&actor), sent.0.clone());
    let done = app
        .db
        .write(move |tx| {
            let why = reason(fields.text("reason"), "I.6")?;
            let due = objections::objecting(tx, id, &by)?.due;
            if fields.has("confirm") && fields.text("due") == shown(due) {
                objections::make(tx, id, &by, &why)?;
                return Ok(None);
            }
            let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
            Ok(Some((why, zone, due, fields.has("confirm"))))
        })
        .await;
    match done {
        Ok(None) => Ok(see_done(format!("/games/{id}"), Done::Objected)),
        Ok(Some((reason, zone, due, changed))) => {
            let status = if changed { StatusCode::CONFLICT } else { StatusCode::OK };
            render(status, &ObjectingPage { frame, zone, id, reason, due, changed })
        }
        Err(error) => game_page(&app, frame, id, None, Typed::refused("object", sent.0, error)?).await,
    }
}

/// Takes an objection back.
pub async fn withdraw(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ObjectionId>,
) -> Result<HttpResponse, Error> {
    let (id, by) = (*id, Authority::from(&actor));
    let game = app.db.read(move |db| Ok(objections::one(db, id)?.game)).await?;
    match app.db.write(move |tx| objections::withdraw(tx, id, &by)).await {
        Ok(()) => Ok(see_done(format!("/games/{game}"), Done::Withdrawn)),
        Err(error) => game_page(&app, frame, game, None, Typed::refused("withdraw", Fields::default(), error)?).await,
    }
}

/// A word that a form's field says.
fn word<T: FromStr<Err: Into<Message>>>(fields: &Fields, name: &'static str) -> Result<T, Refusal> {
    fields.text(name).parse().map_err(|wrong| Refusal::field(name, wrong))
}

/// The rematch as it was played.
fn rematch_game(fields: &Fields) -> Result<GameRequest, Refusal> {
    let player = |name: &str| fields.number(name).map(|id| PersonId(id.unwrap_or(0)));
    let (mut white, mut black) = (player("white")?, player("black")?);
    if fields.has("swapped") {
        std::mem::swap(&mut white, &mut black);
    }
    Ok(GameRequest {
        white,
        black,
        result: Some(word(fields, "result")?),
        ending: word(fields, "ending")?,
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

/// What becomes of a game by its rematch, before it is recorded.
#[derive(Template)]
#[template(path = "rematch.html")]
struct RematchPage {
    frame: Frame,
    id: GameId,
    sent: Fields,
    moved: Vec<Moved>,
}

/// Records what became of a rematch (Act I.6), once it was shown.
pub async fn rematch(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, by, sent) = (*id, Authority::from(&actor), form.0);
    let fields = sent.clone();
    let settle = move |tx: &mut Tx| {
        let outcome = word(&fields, "outcome")?;
        let game = match outcome {
            RematchOutcome::Played => Some(rematch_game(&fields)?.read(tx.now)?),
            _ => None,
        };
        let rematch = Rematch { outcome, time_exempted: fields.has("time_exempted"), game };
        let objection = ObjectionId(fields.number("objection")?.unwrap_or(0));
        objections::settle(tx, objection, &by, &rematch)
    };
    let refused = |error| Typed::refused("rematch", sent.clone(), error);
    if sent.has("confirm") {
        return match app.db.write(settle).await {
            Ok(played) => Ok(see_done(format!("/games/{}", played.unwrap_or(id)), Done::Rematch)),
            Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
        };
    }
    match app.db.write(move |tx| tried(tx, &settle)).await {
        Ok((_, moved)) => render(StatusCode::OK, &RematchPage { frame, id, sent, moved }),
        Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
    }
}
