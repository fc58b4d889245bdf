//! Sessions cancelled, held after all, and added.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{NaiveDate, NaiveTime};
use chrono_tz::Tz;
use rookery_messages::say;

use super::register::{Search, register_page};
use super::{list_page, session_page};
use crate::App;
use crate::action::pages::sent;
use crate::action::{By, perform, performed};
use crate::auth::Actor;
use crate::error::{Error, Kind, Refusal};
use crate::http::Form;
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions::actions::{Cancel, HoldAfterAll, NewSession, Reason, StartNow, TakeOff};
use crate::sessions::{Session, store};
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path};
use crate::web::typed::{Fields, Typed, see};

pub async fn cancel(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, reason) = (*id, Reason { reason: form.0.text("reason").to_owned() });
    match sent(&app, &actor, &form.0, Cancel(id, reason), page_of).await {
        Ok(place) => Ok(see_done(place, Done::SessionCancelled)),
        Err(error) => session_page(&app, frame, id, Typed::refused("cancel", form.0, error)?).await,
    }
}

fn page_of(session: &Session) -> String {
    format!("/sessions/{}", session.id)
}

pub async fn hold(app: Data<App>, actor: Actor, frame: Frame, id: Path<SessionId>) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, HoldAfterAll(*id)).await {
        Ok(session) => Ok(see_done(page_of(&session), Done::SessionHeld)),
        Err(error) => session_page(&app, frame, *id, Typed::refused("hold", Fields::default(), error)?).await,
    }
}

/// One tap where people have met: leads to the register, also of a session that somebody else has just started.
pub async fn start_now(app: Data<App>, actor: Actor, frame: Frame) -> Result<HttpResponse, Error> {
    let by = By::from(&actor);
    let started = app.db.write(move |tx| match perform(tx, &by, &StartNow) {
        Err(Error::Refused(refusal)) => match store::session_at(tx.db, tx.now)? {
            Some(on) => Ok(Ok((on, false))),
            None => Ok(Err(refusal)),
        },
        other => other.map(|session| Ok((session, true))),
    });
    let register = |session: Session| format!("/sessions/{}/register", session.id);
    match started.await? {
        Ok((session, true)) => Ok(see_done(register(session), Done::SessionStarted)),
        Ok((session, false)) => Ok(see(register(session))),
        Err(refusal) => list_page(&app, frame, Typed::refused("now", Fields::default(), Error::from(*refusal))?).await,
    }
}

/// Takes somebody off the register who was tapped in by mistake.
pub async fn take_off(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let id = *id;
    let taken = async { performed(&app, &actor, TakeOff(id, PersonId(form.0.somebody("person")?))).await };
    match taken.await {
        Ok(()) => Ok(see_done(format!("/sessions/{id}/register"), Done::TakenOff)),
        Err(Error::Refused(refusal)) => register_page(&app, frame, id, Search::default(), Some(*refusal)).await,
        Err(error) => Err(error),
    }
}

/// An extra session, as the form says it in the club's own time.
fn extra(form: &Fields, zone: Tz) -> Result<NewSession, Refusal> {
    let mut wrong = Vec::new();
    let date = form.text("date").parse::<NaiveDate>().map_err(|_| Refusal::field("date", say!("Say on which day.")));
    let date = Refusal::keep(date, &mut wrong);
    let mut time = |field: &'static str| {
        let time = NaiveTime::parse_from_str(form.text(field), "%H:%M");
        let time = time.map_err(|_| Refusal::field(field, say!("Say the time as hours and minutes: 12:30.")));
        Refusal::keep(time, &mut wrong)
    };
    let (from, to) = (time("from"), time("to"));
    if !wrong.is_empty() {
        // Else it is told together with what is wrong with the times.
        wrong.extend(members::rules::text("reason", form.text("reason"), 3, 500).err());
        Refusal::together(wrong)?;
    }
    let at = |field: &'static str, time: NaiveTime| {
        let local = date.and_time(time).and_local_timezone(zone).earliest();
        let none = || Refusal::field(field, say!("The clocks leave this time out on that day."));
        Ok::<_, Refusal>(local.ok_or_else(none)?.to_utc())
    };
    Ok(NewSession {
        starts_at: at("from", from)?,
        ends_at: at("to", to)?,
        room: form.some("room").map(str::to_owned),
        reason: form.text("reason").to_owned(),
    })
}

/// What was wrong with it, at the form's own fields: that another session is on then is a matter of the day.
fn at_its_fields(mut refusal: Refusal) -> Refusal {
    if refusal.kind == Kind::Conflict {
        refusal.errors.extend(Refusal::field("date", refusal.detail.clone()).errors);
    }
    for error in &mut refusal.errors {
        match error.field.as_ref() {
            "starts_at" => error.field = "date".into(),
            "ends_at" => error.field = "to".into(),
            _ => {}
        }
    }
    refusal
}

pub async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let (now, fields) = (app.clock.now(), form.0);
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let added = async { sent(&app, &actor, &fields, extra(&fields, zone)?, page_of).await };
    match added.await {
        Ok(_) => Ok(match fields.some("next") {
            // Where somebody goes on with what they were at.
            Some(next) => see(own_path(Some(next))),
            None => see_done("/sessions", Done::SessionAdded),
        }),
        Err(Error::Refused(refusal)) => {
            let error = Error::from(at_its_fields(*refusal));
            list_page(&app, frame, Typed::refused("extra", fields, error)?).await
        }
        Err(error) => Err(error),
    }
}
