//! The page of backups: when the last was made, those that are kept, and a button.

use std::path::PathBuf;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono_tz::Tz;

use super::api;
use super::kept::Backups;
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::routes;
use crate::rulebook;
use crate::web::form::see;
use crate::web::layout::{Frame, render};

routes! {
    GET "/administration/backups" => backups, Administrator;
    POST "/administration/backups" => begin, Administrator;
}

#[derive(Template)]
#[template(path = "exchange/backups.html")]
struct BackupsPage {
    frame: Frame,
    zone: Tz,
    backups: Backups,
    /// Whether the one that the reader asked for is made.
    is_made: bool,
    /// Where they are kept, if by the service.
    folder: Option<PathBuf>,
    /// An SQLite file as the commands that are shown name it; what names a PostgreSQL has a password in it.
    database: Option<String>,
}

impl BackupsPage {
    /// The command that puts a backup back, by the file's name.
    fn restoring(&self, file: &str) -> String {
        let database = self.database.as_ref().map(|url| format!("ROOKERY_DATABASE='{url}' ")).unwrap_or_default();
        let file = self.folder.as_ref().map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
        format!("{database}rookery restore --replace {}", file.display())
    }
}

/// What the address ends in while the reader waits for the backup that they asked for.
const ASKED: &str = "asked";

async fn backups(app: Data<App>, frame: Frame, request: HttpRequest) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let backups = api::all(&app).await?;
    let goes_on = backups.under_way;
    let connector = app.db.connector();
    let database = connector.file().map(|_| connector.url());
    let is_made = request.query_string() == ASKED && !goes_on && backups.failed.is_none();
    let page = BackupsPage { frame, zone, backups, is_made, folder: app.config.backups.clone(), database };
    let mut answer = render(StatusCode::OK, &page)?;
    if goes_on {
        // Looked at again until it is done; without a script.
        answer.headers_mut().insert(header::REFRESH, header::HeaderValue::from_static("1"));
    }
    Ok(answer)
}

async fn begin(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    api::begin(&app, &actor).await?;
    Ok(see(format!("/administration/backups?{ASKED}")))
}
