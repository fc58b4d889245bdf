//! The reader's own calendar: a secret address that calendar apps read without signing in. The page shows it only
//! once.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::feed::{self, Style};
use crate::App;
use crate::action::performed;
use crate::auth::actions::{MakeCalendarAddress, WithdrawCalendarAddress};
use crate::auth::{Actor, Viewpoint, Visitors, secret, store};
use crate::config::is_for_this_machine;
use crate::deadlines::all;
use crate::error::Error;
use crate::rulebook;
use crate::sessions;
use crate::web::catalogue::Language;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};

const HERE: &str = "/me/calendar";

#[derive(Template)]
#[template(path = "me/calendar.html")]
struct CalendarPage {
    frame: Frame,
    zone: Tz,
    /// Since when there is an address.
    since: Option<NaiveDateTime>,
    /// The address, where it was made just now.
    address: Option<String>,
    /// Whether phones cannot open it, as it is only for this machine: told to who runs that.
    here_only: bool,
}

async fn page(app: &App, frame: Frame, actor: &Actor, address: Option<String>) -> Result<HttpResponse, Error> {
    let (person, now) = (actor.person, app.clock.now());
    let read = app.db.read(move |db| Ok((rulebook::in_force(db, now)?.time_zone, store::calendar_since(db, person)?)));
    let (zone, since) = read.await?;
    let here_only = is_for_this_machine(&app.config.url) && actor.roles.administrator;
    let mut answer = render(StatusCode::OK, &CalendarPage { frame, zone, since, address, here_only })?;
    // It may show a secret.
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

pub(crate) async fn calendar(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    page(&app, frame, &actor, None).await
}

/// Makes the caller's address, in the place of the one before; returns it.
pub(crate) async fn made(app: &App, actor: &Actor) -> Result<String, Error> {
    let secret = performed(app, actor, MakeCalendarAddress).await?;
    Ok(format!("{}/calendar/{secret}.ics", app.config.url))
}

pub(crate) async fn make(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    let address = made(&app, &actor).await?;
    page(&app, frame, &actor, Some(address)).await
}

pub(crate) async fn withdraw(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    performed(&app, &actor, WithdrawCalendarAddress).await?;
    Ok(see_done(HERE, Done::CalendarWithdrawn))
}

/// The calendar at a secret address. The address gives no other power, so the calendar leaves out what is due only by an office.
pub(crate) async fn feed(app: Data<App>, secret: Path<String>) -> Result<HttpResponse, Error> {
    let (hash, now) = (secret::hash(secret.as_bytes()), app.clock.now());
    let found = app.db.read(move |db| Ok((store::subscriber(db, &hash, now)?, rulebook::in_force(db, now)?.time_zone)));
    let (subscriber, zone) = found.await?;
    let subscriber = subscriber.ok_or_else(|| crate::not_found!("calendar"))?;
    let reads_sessions = subscriber.is_of_the_club() || app.board.visitors() != Visitors::Nothing;
    // As people from outside read them: why one was cancelled may name somebody.
    let sessions = if reads_sessions { sessions::pages::told(&app, Viewpoint::outside()).await? } else { Vec::new() };
    let mut due = all(&app, subscriber.person).await?;
    due.retain(|due| due.persons.contains(&subscriber.person));
    let club = app.club.now();
    let style = Style {
        club: &club,
        url: &app.config.url,
        zone,
        language: Language::tagged(&subscriber.language).unwrap_or_default(),
    };
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .body(feed::calendar(&style, &sessions, &due, now)))
}
