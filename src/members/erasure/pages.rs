//! Requests to be erased as administrators answer them; asking is part of one's own data.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::{ErasureRequest, ErasureRequestId, store};
use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::members::actions::erasure::{AnswerErasure, AskErasure, ErasureAnswer, WithdrawErasure, may_be_erased};
use crate::members::pages::data_page;
use crate::routes;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

routes! {
    POST "/me/data/erasure" => ask, SignedIn;
    POST "/me/data/erasure/withdrawal" => withdraw, SignedIn;
    GET "/administration/erasures" => waiting, Administrator;
    POST "/administration/erasures/{id}" => answer, Administrator;
}

/// What one's own page says of being erased.
pub struct Erasure {
    pub request: Option<ErasureRequest>,
    /// Why it could not be asked for now.
    pub barred: Option<Refusal>,
    /// What the last request was answered, where that was refused.
    pub refused: Option<String>,
}

impl Erasure {
    pub fn of(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Erasure, Error> {
        let barred = match may_be_erased(db, person, now) {
            Err(Error::Refused(refusal)) => Some(*refusal),
            may => may.map(|()| None)?,
        };
        Ok(Erasure { request: store::own(db, person)?, barred, refused: store::refused(db, person)? })
    }
}

async fn ask(app: Data<App>, frame: Frame, actor: Actor, form: Form<Fields>) -> Result<HttpResponse, Error> {
    match sent(&app, &actor, &form.0, AskErasure {}, |_| "/me/data#top").await {
        Ok(place) => Ok(see_done(place, Done::Asked)),
        Err(error) => data_page(&app, frame, &actor, Typed::refused("erasure", form.0, error)?).await,
    }
}

async fn withdraw(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    performed(&app, &actor, WithdrawErasure).await?;
    Ok(see_done("/me/data", Done::Withdrawn))
}

#[derive(Template)]
#[template(path = "members/erasures.html")]
struct ErasuresPage {
    frame: Frame,
    zone: Tz,
    requests: Vec<ErasureRequest>,
    typed: Typed,
}

impl ErasuresPage {
    /// The form of a request.
    fn form(request: &ErasureRequest) -> String {
        format!("erasure-{}", request.id)
    }
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let zone = rulebook::in_force(db, now)?.time_zone;
        Ok(ErasuresPage { frame, zone, requests: store::waiting(db)?, typed })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn waiting(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

async fn answer(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ErasureRequestId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (name, fields) = (format!("erasure-{}", *id), form.0);
    let erase = fields.has("erase");
    let done = if erase { Done::Erased } else { Done::RequestRefused };
    let answer = ErasureAnswer { erase, reason: fields.some("reason").map(str::to_owned) };
    match sent(&app, &actor, &fields, AnswerErasure(*id, answer), |()| "/administration/erasures").await {
        Ok(place) => Ok(see_done(place, done)),
        Err(error) => page(&app, frame, Typed::refused(&name, fields, error)?).await,
    }
}
