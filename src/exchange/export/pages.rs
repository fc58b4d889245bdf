//! Exports as pages: a form starts one, and its page shows its progress and offers the file.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use super::api;
use super::jobs::{Export, State};
use crate::App;
use crate::auth::{Actor, Viewpoint};
use crate::error::Error;
use crate::http::Form;
use crate::jobs::background::JobId;
use crate::routes;
use crate::rulebook;
use crate::web::form::see;
use crate::web::layout::{Frame, render};

routes! {
    POST "/administration/exports" => begin, Insider, PublicOrModerator;
    GET "/administration/exports/{id}" => one, Insider, Own;
}

#[derive(Deserialize)]
struct ExportForm {
    file: String,
}

async fn begin(
    app: Data<App>,
    actor: Actor,
    reader: Viewpoint,
    wanted: Form<ExportForm>,
) -> Result<HttpResponse, Error> {
    let export = api::begin(&app, &actor, reader, &wanted.0.file).await?;
    Ok(see(format!("/administration/exports/{}", export.id)))
}

#[derive(Template)]
#[template(path = "exchange/export.html")]
struct ExportPage {
    frame: Frame,
    zone: Tz,
    export: Export,
}

impl ExportPage {
    /// How large it is, in thousands of bytes, begun ones counted.
    fn kilobytes(&self) -> i64 {
        (self.export.bytes + 999) / 1000
    }
}

async fn one(app: Data<App>, actor: Actor, frame: Frame, id: Path<JobId>) -> Result<HttpResponse, Error> {
    let (now, export) = (app.clock.now(), api::found(&app, &actor, *id).await?);
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let goes_on = export.state == State::UnderWay;
    let mut answer = render(StatusCode::OK, &ExportPage { frame, zone, export })?;
    if goes_on {
        // Looked at again until it is done; without a script.
        answer.headers_mut().insert(header::REFRESH, header::HeaderValue::from_static("1"));
    }
    Ok(answer)
}
