//! Sessions cancelled, held after all, and added.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{NaiveDate, NaiveTime};
use serde::Deserialize;

use super::{list_page, session_page};
use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::SessionId;
use crate::rulebook;
use crate::sessions::api::{self, NewSession, Reason};
use crate::web::form::{Wrong, asked, chosen, see};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

pub async fn cancel(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (session, reason) = (*id, form.0.text("reason").to_owned());
    match api::cancel(app.clone(), actor, id, form.0.body(Reason { reason })).await {
        Ok(_) => Ok(see(format!("/sessions/{session}"))),
        Err(error) => session_page(&app, frame, session, Typed::refused("cancel", form.0, error)?).await,
    }
}

pub async fn hold(app: Data<App>, actor: Actor, frame: Frame, id: Path<SessionId>) -> Result<HttpResponse, Error> {
    let session = *id;
    match api::hold(app.clone(), actor, id).await {
        Ok(_) => Ok(see(format!("/sessions/{session}"))),
        Err(error) => session_page(&app, frame, session, Typed::refused("hold", Fields::default(), error)?).await,
    }
}

/// An extra session, in the club's own time.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ExtraForm {
    pub date: String,
    pub from: String,
    pub to: String,
    pub room: String,
    pub reason: String,
}

impl ExtraForm {
    fn read(&self, zone: chrono_tz::Tz) -> Result<NewSession, Refusal> {
        let date: NaiveDate = self.date.parse().map_err(|_| Refusal::field("date", "Say on which day."))?;
        let at = |field: &'static str, text: &str| {
            let time = NaiveTime::parse_from_str(text, "%H:%M");
            let time = time.map_err(|_| Refusal::field(field, "Say the time as hours and minutes: 12:30."))?;
            let local = date.and_time(time).and_local_timezone(zone).earliest();
            let none = || Refusal::field(field, "The clocks leave this time out on that day.");
            Ok::<_, Refusal>(local.ok_or_else(none)?.to_utc())
        };
        Ok(NewSession {
            starts_at: at("from", &self.from)?,
            ends_at: at("to", &self.to)?,
            room: chosen(Some(&self.room)).map(str::to_owned),
            reason: self.reason.clone(),
        })
    }
}

pub async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<ExtraForm>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let added = match form.0.read(zone) {
        Ok(session) => api::add_extra(app.clone(), actor, asked(session)).await,
        Err(refusal) => Err(refusal.into()),
    };
    match added {
        Ok(_) => Ok(see("/sessions")),
        Err(error) => list_page(&app, frame, form.0, Wrong::of(error)?).await,
    }
}
