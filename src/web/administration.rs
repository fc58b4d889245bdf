//! What whoever runs the host looks at: whether all is well, what was not delivered, the act log, files
//! in and out.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use serde::Deserialize;

use super::form::{Wrong, see};
use super::layout::{Frame, render};
use crate::App;
use crate::audit::{self, Checkpoints, Kept};
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::exchange::export::File;
use crate::exchange::import::{Options, Source};
use crate::exchange::jobs::{self, Import, ImportId};
use crate::http::{Params, upload};
use crate::notify::worker::{self, Backlog, Undelivered};
use crate::routes;
use crate::rulebook;

routes! {
    GET "/administration" => administration, Administrator;
    POST "/administration/verification" => verify, Administrator;
    GET "/administration/outbox" => outbox, Administrator;
    GET "/administration/files" => files, SignedIn;
    POST "/administration/imports" => import, ChiefJustice;
    GET "/administration/imports/{id}" => one_import, ChiefJustice;
}

/// What the walk along the act log found.
enum Verified {
    /// So many acts, each sealed to the one before.
    Whole(i64),
    /// Where it does not hold.
    Broken(String),
}

#[derive(Template)]
#[template(path = "administration.html")]
struct AdministrationPage {
    frame: Frame,
    zone: Tz,
    backend: String,
    version: &'static str,
    members: usize,
    acts: i64,
    backlog: Backlog,
    backup: Option<NaiveDateTime>,
    /// A backup older than a week is pointed out.
    backup_is_old: bool,
    has_mail: bool,
    verified: Option<Verified>,
}

async fn page(app: &App, frame: Frame, verified: Option<Verified>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, acts, backlog, backup) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            Ok((zone, audit::length(db)?, worker::backlog(db)?, crate::exchange::backup::last(db)?))
        })
        .await?;
    let page = AdministrationPage {
        frame,
        zone,
        backend: app.db.connector().place(),
        version: env!("CARGO_PKG_VERSION"),
        members: app.board.page(0, 0).members,
        acts,
        backlog,
        backup_is_old: backup.is_none_or(|at| now - at > chrono::TimeDelta::days(7)),
        backup,
        has_mail: app.config.smtp.is_some(),
        verified,
    };
    render(StatusCode::OK, &page)
}

async fn administration(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, None).await
}

/// Walks the whole act log, past the checkpoints that are kept beside it.
async fn verify(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let folder = app.config.checkpoints_folder().map(Checkpoints::in_folder);
    let verified = app
        .db
        .read(move |db| {
            let kept = folder.as_ref().map_or(Ok(Kept::default()), Checkpoints::read)?;
            let walked = audit::verify(db, &kept)?;
            Ok(match (walked, kept.faults.first()) {
                (Err(broken), _) => Verified::Broken(broken.detail),
                (Ok(_), Some(fault)) => Verified::Broken(fault.clone()),
                (Ok(acts), None) => Verified::Whole(acts),
            })
        })
        .await?;
    page(&app, frame, Some(verified)).await
}

#[derive(Template)]
#[template(path = "outbox.html")]
struct OutboxPage {
    frame: Frame,
    zone: Tz,
    rows: Vec<Undelivered>,
    next: Option<i64>,
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

/// Messages on a page.
const ROWS: usize = 50;

async fn outbox(app: Data<App>, frame: Frame, which: Params<Before>) -> Result<HttpResponse, Error> {
    let (now, before) = (app.clock.now(), which.0.before);
    let (zone, mut rows) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            Ok((zone, worker::undelivered(db, before, ROWS as i64 + 1)?))
        })
        .await?;
    let next = (rows.len() > ROWS).then(|| rows[ROWS - 1].id.0);
    rows.truncate(ROWS);
    render(StatusCode::OK, &OutboxPage { frame, zone, rows, next })
}

/// Files in and out.
#[derive(Template)]
#[template(path = "files.html")]
struct FilesPage {
    frame: Frame,
    files: Vec<File>,
    form: ImportForm,
    wrong: Wrong,
}

fn files_page(frame: Frame, form: ImportForm, wrong: Wrong) -> Result<HttpResponse, Error> {
    let mine = |file: &File| file.is_public() || frame.roles.may_moderate();
    let files = File::ALL.iter().copied().filter(mine).collect();
    render(wrong.status(), &FilesPage { frame, files, form, wrong })
}

async fn files(frame: Frame) -> Result<HttpResponse, Error> {
    files_page(frame, ImportForm::default(), Wrong::default())
}

/// A file, or its text, pasted; a box that is not ticked is not sent.
#[derive(Clone, Debug, Default, Deserialize)]
struct ImportForm {
    /// What pasted text is: `csv` or `pgn`. A file says it by its name.
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
    join_unknown: Option<String>,
    make_sessions: Option<String>,
    skip_refused: Option<String>,
    /// Sent once the dry run was read.
    enter: Option<String>,
}

async fn import(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    let (form, file) = upload::with_file::<ImportForm>(&request, payload).await?;
    let pasted = || if form.name == "pgn" { "pasted.pgn" } else { "pasted.csv" }.to_owned();
    let (name, bytes) = match file {
        Some((name, bytes)) => (name.chars().take(100).collect(), bytes.to_vec()),
        None => (pasted(), form.text.clone().into_bytes()),
    };
    if bytes.trim_ascii().is_empty() {
        let refusal =
            Refusal::field("file", "Choose a file or paste its text: games as PGN, or CSV with its headings.");
        return files_page(frame, form, Wrong::of(refusal.into())?);
    }
    let options = Options {
        join_unknown: form.join_unknown.is_some(),
        make_sessions: form.make_sessions.is_some(),
        skip_refused: form.skip_refused.is_some(),
        dry_run: form.enter.is_none(),
    };
    let (by, called) = (actor.person, name.clone());
    let id = app.db.write(move |tx| jobs::add(tx, by, &called, options)).await?;
    let db = app.db.clone();
    let source = Source { name, bytes };
    actix_web::rt::spawn(actix_web::web::block(move || jobs::run(&db, id, by, source, options)));
    Ok(see(format!("/administration/imports/{id}")))
}

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage {
    frame: Frame,
    import: Import,
    /// What came of it, as the interface for programs tells it.
    report: Vec<(String, String)>,
}

async fn one_import(app: Data<App>, frame: Frame, id: Path<ImportId>) -> Result<HttpResponse, Error> {
    let id = *id;
    let import = app.db.read(move |db| jobs::find(db, id)).await?.ok_or_else(|| Refusal::not_found("import"))?;
    let told = serde_json::to_value(&import.report)?;
    let line = |(name, value): (&String, &serde_json::Value)| {
        let value = match value {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Array(lines) => lines.iter().map(in_a_line).collect::<Vec<_>>().join("\n"),
            other => other.to_string(),
        };
        (name.clone(), value)
    };
    let report = told.as_object().into_iter().flatten().map(line).collect();
    let finished = import.finished_at.is_some();
    let mut answer = render(StatusCode::OK, &ImportPage { frame, import, report })?;
    if !finished {
        // Looked at again until it is done; without a script.
        answer
            .headers_mut()
            .insert(actix_web::http::header::REFRESH, actix_web::http::header::HeaderValue::from_static("1"));
    }
    Ok(answer)
}

fn in_a_line(value: &serde_json::Value) -> String {
    match value.as_object() {
        Some(members) => members.values().map(plain).collect::<Vec<_>>().join(": "),
        None => plain(value),
    }
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
