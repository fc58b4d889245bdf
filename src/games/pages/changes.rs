//! What can happen to a game afterwards, as forms: approval, correction, voiding, restoring, each
//! with what it will change shown first; objection and rematch.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use super::viewer::game_page;
use crate::App;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::games::api::GameRequest;
use crate::games::rules::afterwards::{RematchOutcome, citation, reason};
use crate::games::store::objections::{self, Rematch};
use crate::games::store::{self, Correction, Ruling};
use crate::games::{Authority, Ending, ObjectionId};
use crate::http::Form;
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::ratings::tried::{Moved, tried};
use crate::web::form::chosen;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};

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
            change: fields.text("change").parse().map_err(|wrong: String| Refusal::field("change", wrong))?,
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
    let why = reason(&form.reason, "III.2.4")?;
    let ruling = || {
        Ok::<_, Error>(Ruling {
            reason: why.clone(),
            act: citation("act", &form.act).map_err(|refusal| refusal.act("III.2.4"))?,
        })
    };
    match form.change {
        Change::Approve => store::approve(tx, id, by, &why),
        Change::Refuse => store::refuse(tx, id, by, &why),
        Change::Correct => {
            let result = chosen(Some(&form.result)).map(str::parse::<Outcome>).transpose();
            let result = result.map_err(|wrong| Refusal::field("result", wrong))?;
            let ending = form.ending.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong))?;
            store::correct(tx, id, by, &Correction { result, ending, captures: None }, &why)
        }
        Change::Void => store::void(tx, id, by, &ruling()?),
        Change::Restore => store::restore(tx, id, by, &ruling()?),
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
            Ok(()) => Ok(see(format!("/games/{id}"))),
            Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
        };
    }
    match app.db.write(move |tx| tried(tx, |tx| carry_out(tx, id, &by, &asked))).await {
        Ok(moved) => render(actix_web::http::StatusCode::OK, &ChangePage { frame, id, form, moved }),
        Err(error) => game_page(&app, frame, id, None, refused(error)?).await,
    }
}

pub async fn object(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    sent: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, by, why) = (*id, Authority::from(&actor), sent.0.text("reason").to_owned());
    match app.db.write(move |tx| objections::make(tx, id, &by, &reason(&why, "I.6")?)).await {
        Ok(_) => Ok(see(format!("/games/{id}"))),
        Err(error) => game_page(&app, frame, id, None, Typed::refused("object", sent.0, error)?).await,
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct RematchForm {
    objection: ObjectionId,
    outcome: RematchOutcome,
    white: i64,
    black: i64,
    /// Whether the colours were changed.
    swapped: Option<String>,
    #[serde(default)]
    result: String,
    #[serde(default)]
    ending: String,
    time_exempted: Option<String>,
}

impl RematchForm {
    fn game(&self) -> Result<GameRequest, Refusal> {
        let (mut white, mut black) = (self.white, self.black);
        if self.swapped.is_some() {
            std::mem::swap(&mut white, &mut black);
        }
        Ok(GameRequest {
            white: PersonId(white),
            black: PersonId(black),
            result: Some(self.result.parse().map_err(|wrong: String| Refusal::field("result", wrong))?),
            ending: self.ending.parse().map_err(|wrong: String| Refusal::field("ending", wrong))?,
            played_at: None,
            clock: None,
            moves: None,
            final_position: None,
            captures: None,
            timed_game: None,
            insist: true,
        })
    }
}

/// Records what became of a rematch (Act I.6).
pub async fn rematch(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<GameId>,
    form: Form<RematchForm>,
) -> Result<HttpResponse, Error> {
    let (id, by, form) = (*id, Authority::from(&actor), form.0);
    let settled = app
        .db
        .write(move |tx| {
            let game = match form.outcome {
                RematchOutcome::Played => Some(form.game()?.read(tx.now)?),
                _ => None,
            };
            let rematch = Rematch { outcome: form.outcome, time_exempted: form.time_exempted.is_some(), game };
            objections::settle(tx, form.objection, &by, &rematch)
        })
        .await;
    match settled {
        Ok(played) => Ok(see(format!("/games/{}", played.unwrap_or(id)))),
        Err(error) => game_page(&app, frame, id, None, Typed::refused("rematch", Fields::default(), error)?).await,
    }
}
