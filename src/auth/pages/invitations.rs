//! Letting people in: invitations, join codes and the poster that carries one to the wall.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::App;
use crate::auth::api::people::{self as api, Invitation, InviteRequest, Made};
use crate::auth::store::{self, CodeKind};
use crate::auth::{Actor, accounts};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::qr::Qr;
use crate::web::typed::{Fields, Typed};

/// Codes that the page lists at the most.
const LISTED: i64 = 100;

#[derive(Template)]
#[template(path = "invitations.html")]
struct InvitationsPage {
    frame: Frame,
    zone: Tz,
    open: Vec<Invitation>,
    typed: Typed,
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, open) = app
        .db
        .read(move |db| Ok((rulebook::in_force(db, now)?.time_zone, store::open_codes(db, now, None, LISTED)?)))
        .await?;
    let open = open.into_iter().map(Invitation::from).collect();
    render(typed.status(), &InvitationsPage { frame, zone, open, typed })
}

pub async fn invitations(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

/// What a form asks for.
fn request(fields: &Fields) -> Result<InviteRequest, Refusal> {
    let kind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
    Ok(InviteRequest { kind, person: None, uses: fields.number("uses")?, days: fields.number("days")? })
}

/// A fresh code, shown this once: as a poster for the wall, and as a link to send.
#[derive(Template)]
#[template(path = "poster.html")]
struct PosterPage {
    frame: Frame,
    zone: Tz,
    link: String,
    /// Where the code is typed by hand.
    place: String,
    /// Where it can be read beforehand what the club keeps.
    privacy: String,
    code: String,
    join_code: bool,
    expires_at: DateTime<Utc>,
    qr: Option<Qr>,
}

pub async fn invite(app: Data<App>, frame: Frame, actor: Actor, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let kind = form.0.text("kind").to_owned();
    let made = match request(&form.0) {
        Ok(request) => api::make(&app, &actor, request).await,
        Err(refusal) => Err(refusal.into()),
    };
    let Made { code, expires_at, .. } = match made {
        Ok(made) => made,
        Err(error) => return page(&app, frame, Typed::refused(&kind, form.0, error)?).await,
    };
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let link = accounts::link(&app, "/join", &code);
    let place = link.split('?').next().unwrap_or_default().to_owned();
    let privacy = place.replace("/join", "/privacy");
    let qr = Qr::of(&link);
    let join_code = kind == CodeKind::JoinCode.as_str();
    let page = PosterPage { frame, zone, link, place, privacy, code, join_code, expires_at: expires_at.and_utc(), qr };
    let mut answer = render(StatusCode::OK, &page)?;
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

pub async fn withdraw(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    api::withdraw(app, actor, id).await?;
    Ok(see_done("/invitations", Done::Withdrawn))
}
