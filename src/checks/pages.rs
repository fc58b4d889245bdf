//! Checks as pages: started on the operator's page; each has a page that shows its progress.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use super::jobs::{Check, State};
use super::{Subject, api};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::Form;
use crate::jobs::background::JobId;
use crate::routes;
use crate::rulebook;
use crate::web::form::see;
use crate::web::layout::{Frame, render};

routes! {
    POST "/administration/checks" => begin, Administrator;
    GET "/administration/checks/{id}" => one, Administrator;
}

#[derive(Deserialize)]
struct CheckForm {
    subject: Subject,
}

async fn begin(app: Data<App>, actor: Actor, wanted: Form<CheckForm>) -> Result<HttpResponse, Error> {
    let id = api::begin(&app, actor.person, wanted.0.subject).await?;
    Ok(see(format!("/administration/checks/{id}")))
}

#[derive(Template)]
#[template(path = "checks/check.html")]
struct CheckPage {
    frame: Frame,
    zone: Tz,
    check: Check,
}

async fn one(app: Data<App>, frame: Frame, id: Path<JobId>) -> Result<HttpResponse, Error> {
    let (now, check) = (app.clock.now(), api::found(&app, *id).await?);
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let goes_on = check.state == State::UnderWay;
    let mut answer = render(StatusCode::OK, &CheckPage { frame, zone, check })?;
    if goes_on {
        // Looked at again until it is done; without a script.
        answer.headers_mut().insert(header::REFRESH, header::HeaderValue::from_static("1"));
    }
    Ok(answer)
}
