//! The operator's pages: health, undelivered messages, the act log, imports and exports.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::say;
use serde::Deserialize;

use crate::App;
use crate::action::By;
use crate::audit;
use crate::auth::Actor;
use crate::checks::{self, Subject, jobs::Check, jobs::State};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::excerpt::shortened;
use crate::exchange::export::jobs::Export;
use crate::exchange::export::{self, File};
use crate::exchange::import::jobs::{self, Import};
use crate::exchange::import::{Options, Report, Source, csv, is_archive};
use crate::http::incoming::{self, Room};
use crate::http::{Form, Params, upload};
use crate::id::PersonId;
use crate::jobs::background::JobId;
use crate::members;
use crate::notify::given_up;
use crate::notify::worker::{self, Backlog, Undelivered};
use crate::routes;
use crate::rulebook;
use crate::timekeeping::{self, Leap};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::form::{Wrong, see};
use crate::web::layout::{Frame, render};
use crate::web::typed::Fields;

routes! {
    GET "/administration" => administration, Administrator;
    GET "/administration/outbox" => outbox, Administrator;
    POST "/administration/outbox" => settle_outbox, Administrator;
    GET "/administration/files" => files, Insider;
    POST "/administration/imports" => import, ChiefJustice;
    GET "/administration/imports/{id}" => one_import, ChiefJustice;
    POST "/administration/imports/{id}/entry" => enter_tried, ChiefJustice;
    POST "/administration/imports/{id}/retraction" => take_back, ChiefJustice;
}

#[derive(Template)]
#[template(path = "service/administration.html")]
struct AdministrationPage {
    frame: Frame,
    zone: Tz,
    backend: String,
    version: &'static str,
    members: usize,
    acts: i64,
    backlog: Backlog,
    /// Whether a message has waited for an hour.
    is_held_up: bool,
    backup: Option<NaiveDateTime>,
    /// A backup older than a week is pointed out.
    backup_is_old: bool,
    has_mail: bool,
    /// Requests to be erased that wait.
    erasures: usize,
    /// The clock leapt, and nobody said yet that it is right.
    leap: Option<Leap>,
    /// The records that can be gone through, with the last check of them and the last that came to a result.
    checks: Vec<(Subject, Vec<Check>)>,
}

impl AdministrationPage {
    /// Whether nothing here needs anybody.
    fn is_well(&self) -> bool {
        let agrees = self.checks.iter().flat_map(|(_, latest)| latest).all(|check| check.state != State::Faulty);
        self.leap.is_none() && !self.backup_is_old && self.backlog.failed == 0 && !self.is_held_up && agrees
    }
}

async fn administration(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, acts, backlog, backup, erasures, leap, checks) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let erasures = members::erasure::store::waiting(db)?.len();
            let mut checks = Vec::new();
            for subject in Subject::ALL {
                checks.push((*subject, checks::jobs::latest(db, *subject)?));
            }
            let backup = crate::exchange::backup::last(db)?;
            let leap = timekeeping::store::waiting(db)?;
            Ok((zone, audit::length(db)?, worker::backlog(db)?, backup, erasures, leap, checks))
        })
        .await?;
    let page = AdministrationPage {
        frame,
        zone,
        backend: app.db.connector().place(),
        version: env!("CARGO_PKG_VERSION"),
        members: app.board.page(0, 0).members,
        acts,
        is_held_up: backlog.oldest.is_some_and(|at| now - at > chrono::TimeDelta::hours(1)),
        backlog,
        backup_is_old: backup.is_none_or(|at| now - at > chrono::TimeDelta::days(7)),
        backup,
        erasures,
        leap,
        checks,
        has_mail: app.config.smtp.is_some(),
    };
    render(StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "service/outbox.html")]
struct OutboxPage {
    frame: Frame,
    zone: Tz,
    /// How many were given up, on this page or not.
    failed: i64,
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
    let (zone, failed, mut rows) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            Ok((zone, worker::backlog(db)?.failed, worker::undelivered(db, before, ROWS as i64 + 1)?))
        })
        .await?;
    let next = (rows.len() > ROWS).then(|| rows[ROWS - 1].id.0);
    rows.truncate(ROWS);
    render(StatusCode::OK, &OutboxPage { frame, zone, failed, rows, next })
}

/// What becomes of all that was given up.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Settling {
    Again,
    Away,
}

#[derive(Deserialize)]
struct SettlingForm {
    act: Settling,
}

async fn settle_outbox(app: Data<App>, form: Form<SettlingForm>) -> Result<HttpResponse, Error> {
    let act = form.0.act;
    let settled = app.db.write(move |tx| match act {
        Settling::Again => given_up::send_again(tx),
        Settling::Away => given_up::put_away(tx),
    });
    settled.await?;
    let done = match act {
        Settling::Again => Done::SentAgain,
        Settling::Away => Done::PutAway,
    };
    Ok(see_done("/administration/outbox", done))
}

/// Files in and out.
#[derive(Template)]
#[template(path = "service/files.html")]
struct FilesPage {
    frame: Frame,
    files: Vec<File>,
    /// What the reader had made ready.
    exports: Vec<Export>,
    /// The latest imports that changed the club.
    imports: Vec<Import>,
    dates: Dates,
    form: ImportForm,
    wrong: Wrong,
}

async fn files_page(
    app: &App,
    by: PersonId,
    frame: Frame,
    form: ImportForm,
    wrong: Wrong,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let imports_too = frame.roles.chief_justice;
    let read = move |db: &mut Db| {
        let imports = if imports_too { jobs::latest(db)? } else { Vec::new() };
        Ok((export::jobs::of(db, by, now)?, imports, rulebook::in_force(db, now)?.time_zone))
    };
    let (exports, imports, zone) = app.db.read(read).await?;
    let dates = Dates { zone, language: frame.language };
    let mine = |file: &File| file.is_public() || frame.roles.may_moderate();
    let files = File::ALL.iter().copied().filter(mine).collect();
    render(wrong.status(), &FilesPage { frame, files, exports, imports, dates, form, wrong })
}

#[derive(Deserialize)]
struct Again {
    /// A trial whose text is to be corrected.
    again: Option<JobId>,
}

async fn files(app: Data<App>, actor: Actor, frame: Frame, which: Params<Again>) -> Result<HttpResponse, Error> {
    let by = actor.person;
    let Some(tried) = which.0.again else {
        return files_page(&app, by, frame, ImportForm::default(), Wrong::default()).await;
    };
    let read = app.db.read(move |db| Ok((jobs::find(db, tried)?, jobs::tried_text(db, tried, by)?)));
    let (Some(trial), Some(text)) = read.await? else { return Err(crate::not_found!("import").into()) };
    let ticked = |option: bool| option.then(|| "yes".to_owned());
    let form = ImportForm {
        text,
        join_unknown: ticked(trial.options.join_unknown),
        make_sessions: ticked(trial.options.make_sessions),
        skip_refused: ticked(trial.options.skip_refused),
        skip_columns: ticked(trial.options.skip_columns),
    };
    files_page(&app, by, frame, form, Wrong::default()).await
}

/// A file, or its text, pasted; a box that is not ticked is not sent.
#[derive(Clone, Debug, Default, Deserialize)]
struct ImportForm {
    #[serde(default)]
    text: String,
    join_unknown: Option<String>,
    make_sessions: Option<String>,
    skip_refused: Option<String>,
    skip_columns: Option<String>,
}

/// Tries a file, changing nothing: its page says what it would do, and enters it.
async fn import(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    let (form, file) = upload::with_file::<ImportForm>(&request, payload).await?;
    // A file says by its name what it is, pasted text by how it begins.
    let pasted = || if is_archive("", form.text.as_bytes()) { "pasted.pgn" } else { "pasted.csv" }.to_owned();
    let (name, bytes) = match file {
        Some((name, bytes)) => (name.chars().filter(|letter| !letter.is_control()).take(100).collect(), bytes.to_vec()),
        None => (pasted(), form.text.clone().into_bytes()),
    };
    if bytes.trim_ascii().is_empty() {
        let refusal = Refusal::field("file", say!("Choose a file or paste its text."));
        return files_page(&app, actor.person, frame, form, Wrong::of(refusal.into())?).await;
    }
    let options = Options {
        join_unknown: form.join_unknown.is_some(),
        make_sessions: form.make_sessions.is_some(),
        skip_refused: form.skip_refused.is_some(),
        month_first: false,
        skip_columns: form.skip_columns.is_some(),
        dry_run: true,
    };
    let (by, called, file) = (actor.person, name.clone(), bytes.clone());
    let id = app.db.write(move |tx| {
        let id = jobs::add(tx, by, &called, options)?;
        jobs::keep(tx, id, &file)?;
        Ok(id)
    });
    let id = id.await?;
    Ok(begin(&app, id, by, Source { name, bytes }, options, incoming::take_room(&request)))
}

/// Enters the file that was tried, or its good lines.
async fn enter_tried(
    app: Data<App>,
    actor: Actor,
    tried: Path<JobId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (by, tried, fields) = (actor.person, *tried, form.0);
    let meant = fields.some("written").zip(fields.some("meant"));
    let meant = meant.map(|(written, known)| (written.to_owned(), known.to_owned()));
    let options = move |trial: Options| match fields.some("month_first") {
        // Its days are read the other way round, and looked at again.
        Some(month_first) => Options { month_first: month_first == "yes", ..trial },
        // Without those columns, with those sessions, members or names it is looked at again.
        None if fields.has("skip_columns") => Options { skip_columns: true, ..trial },
        None if fields.has("make_sessions") => Options { make_sessions: true, ..trial },
        None if fields.has("join_unknown") => Options { join_unknown: true, ..trial },
        None if fields.has("meant") => trial,
        None => Options { dry_run: false, skip_refused: trial.skip_refused || fields.has("only_good"), ..trial },
    };
    let again = app.db.write(move |tx| jobs::again(tx, by, tried, &options, meant.as_ref()));
    let (id, source, options) = again.await?;
    Ok(begin(&app, id, by, source, options, None))
}

/// Takes an import back as a whole.
async fn take_back(app: Data<App>, actor: Actor, id: Path<JobId>) -> Result<HttpResponse, Error> {
    jobs::take_back(&app, By::from(&actor), *id).await?;
    Ok(see(format!("/administration/imports/{id}")))
}

/// An import runs in the background; its page shows its progress.
fn begin(app: &App, id: JobId, by: PersonId, source: Source, options: Options, room: Option<Room>) -> HttpResponse {
    actix_web::rt::spawn(jobs::run_in_turn(app.db.clone(), id, by, source, options, room));
    see(format!("/administration/imports/{id}"))
}

#[derive(Template)]
#[template(path = "service/import.html")]
struct ImportPage {
    frame: Frame,
    import: Import,
    dates: Dates,
    /// What stands on the refused lines of a trial.
    texts: BTreeMap<u64, String>,
    /// Whether it is the reader's own and a text, so that it can be corrected here.
    can_be_corrected: bool,
}

/// Refused lines that the page of an import shows.
const SHOWN: usize = 100;
/// People whose points would change, of whom more are folded.
const FEW: usize = 12;
/// Characters of such a line that it shows.
const LONGEST: usize = 200;

/// What stands on the lines of a trial that are shown as refused.
fn texts(import: &Import, file: &str) -> BTreeMap<u64, String> {
    let refused = import.report.iter().flat_map(|report| report.refused.iter().take(SHOWN));
    let lines: BTreeSet<u64> = refused.map(|refused| refused.line).collect();
    let stands = (1_u64..).zip(file.lines()).filter(|(line, _)| lines.contains(line));
    stands.map(|(line, text)| (line, shortened(text.trim(), LONGEST))).collect()
}

impl ImportPage {
    /// What a trial found whose file can still be entered.
    fn trial(&self) -> Option<&Report> {
        self.import.report.as_ref().filter(|_| self.import.kept)
    }

    /// The report of an import that entered something, or of a trial that found something to enter.
    fn told(&self) -> Option<&Report> {
        let is_done = |report: &&Report| report.has_news() && (report.entered || self.import.options.dry_run);
        self.import.report.as_ref().filter(is_done)
    }

    /// What an import entered, or would enter, for a sentence: what people ask about first.
    fn entered(report: &Report) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = [
            ("games", report.games),
            ("people", report.people),
            ("memberships", report.memberships),
            ("sessions", report.sessions),
            ("stays", report.stays),
            ("events", report.events),
        ];
        counts.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Lines of which nothing was entered.
    fn left(report: &Report) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = [("known", report.known), ("refused", report.refused.len() as u64)];
        counts.into_iter().filter(|(_, count)| *count > 0)
    }

    /// Whether everybody whose points would change is listed at once.
    fn lists_points(report: &Report) -> bool {
        report.points.len() <= FEW
    }
}

async fn one_import(app: Data<App>, actor: Actor, frame: Frame, id: Path<JobId>) -> Result<HttpResponse, Error> {
    let (id, by) = (*id, actor.person);
    let read = move |db: &mut Db| {
        let import = jobs::find(db, id)?.ok_or_else(|| crate::not_found!("import"))?;
        let refuses = import.report.as_ref().is_some_and(|report| !report.refused.is_empty());
        let file = if refuses { jobs::tried_text(db, id, by)? } else { None };
        let can_be_corrected = file.is_some();
        Ok((texts(&import, &file.unwrap_or_default()), can_be_corrected, import))
    };
    let (texts, can_be_corrected, import) = app.db.read(read).await?;
    let goes_on = import.finished_at.is_none();
    let mut answer = render(
        StatusCode::OK,
        &ImportPage {
            dates: Dates { zone: Tz::UTC, language: frame.language },
            frame,
            import,
            texts,
            can_be_corrected,
        },
    )?;
    if goes_on {
        // Looked at again until it is done; without a script.
        answer.headers_mut().insert(header::REFRESH, header::HeaderValue::from_static("1"));
    }
    Ok(answer)
}
