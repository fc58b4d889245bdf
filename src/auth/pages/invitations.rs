//! Letting people in: invitations, join codes and the poster that carries one to the wall.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use crate::App;
use crate::auth::Actor;
use crate::auth::api::people::{self as api, Invitation, InviteRequest, Made};
use crate::auth::store::{self, CodeKind};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::rulebook;
use crate::web::form::{Wrong, chosen, see};
use crate::web::layout::{Frame, render};
use crate::web::qr::Qr;

/// Codes that the page lists at the most.
const LISTED: i64 = 100;

#[derive(Template)]
#[template(path = "invitations.html")]
struct InvitationsPage {
    frame: Frame,
    zone: Tz,
    open: Vec<Invitation>,
    wrong: Wrong,
}

async fn page(app: &App, frame: Frame, wrong: Wrong) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, open) = app
        .db
        .read(move |db| Ok((rulebook::in_force(db, now)?.time_zone, store::open_codes(db, now, None, LISTED)?)))
        .await?;
    let open = open.into_iter().map(Invitation::from).collect();
    render(wrong.status(), &InvitationsPage { frame, zone, open, wrong })
}

pub async fn invitations(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Wrong::default()).await
}

#[derive(Deserialize)]
pub struct InviteForm {
    kind: CodeKind,
    uses: Option<String>,
    days: Option<String>,
}

impl InviteForm {
    fn read(&self) -> Result<InviteRequest, Refusal> {
        let number = |field: &'static str, text: &Option<String>| {
            let wrong = |_| Refusal::field(field, "This is no number.");
            chosen(text.as_deref()).map(|text| text.parse().map_err(wrong)).transpose()
        };
        let (uses, days) = (number("uses", &self.uses)?, number("days", &self.days)?);
        Ok(InviteRequest { kind: self.kind, person: None, uses, days })
    }
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
    code: String,
    join_code: bool,
    expires_at: DateTime<Utc>,
    qr: Option<Qr>,
}

pub async fn invite(app: Data<App>, frame: Frame, actor: Actor, form: Form<InviteForm>) -> Result<HttpResponse, Error> {
    let made = match form.0.read() {
        Ok(request) => api::make(&app, &actor, request).await,
        Err(refusal) => Err(refusal.into()),
    };
    let Made { code, expires_at, .. } = match made {
        Ok(made) => made,
        Err(error) => return page(&app, frame, Wrong::of(error)?.in_form(form.0.kind.as_str())).await,
    };
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let link = api::link(&app, "/join", &code);
    let place = link.split('?').next().unwrap_or_default().to_owned();
    let qr = Qr::of(&link);
    let join_code = form.0.kind == CodeKind::JoinCode;
    let page = PosterPage { frame, zone, link, place, code, join_code, expires_at: expires_at.and_utc(), qr };
    let mut answer = render(StatusCode::OK, &page)?;
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

pub async fn withdraw(app: Data<App>, actor: Actor, id: Path<i64>) -> Result<HttpResponse, Error> {
    api::withdraw(app, actor, id).await?;
    Ok(see("/invitations"))
}
