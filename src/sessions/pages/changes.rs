//! Sessions cancelled, held after all, and added; those that are on ended, and changed.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use rookery_messages::say;

use super::register::{Search, register_page};
use super::{list_page, session_page};
use crate::App;
use crate::action::pages::sent;
use crate::action::{By, perform, performed};
use crate::auth::Actor;
use crate::db::Db;
use crate::error::{Error, Kind, Refusal};
use crate::http::Form;
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions::actions::{
    Cancel, ChangeSession, EndNow, GoOn, HoldAfterAll, NewSession, Reason, SessionChange, StartNow, TakeOff,
};
use crate::sessions::calendar::local_date;
use crate::sessions::{Session, store};
use crate::web::dates::clock_time;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path};
use crate::web::typed::{Fields, Typed, see};

pub(crate) async fn cancel(
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

pub(crate) async fn hold(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, HoldAfterAll(*id)).await {
        Ok(session) => Ok(see_done(page_of(&session), Done::SessionHeld)),
        Err(error) => session_page(&app, frame, *id, Typed::refused("hold", Fields::default(), error)?).await,
    }
}

pub(crate) async fn end(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, EndNow(*id)).await {
        Ok(session) => Ok(see_done(page_of(&session), Done::SessionEnded)),
        Err(error) => session_page(&app, frame, *id, Typed::refused("end", Fields::default(), error)?).await,
    }
}

/// Goes on with a session that the reader ended just now.
pub(crate) async fn go_on(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, GoOn(*id)).await {
        Ok(session) => Ok(see_done(page_of(&session), Done::SessionWentOn)),
        Err(error) => session_page(&app, frame, *id, Typed::refused("undo", Fields::default(), error)?).await,
    }
}

/// Other times of a session and another room, as the form says them on its day; what was left as it is, is not said.
fn change(form: &Fields, session: &Session, zone: Tz) -> Result<SessionChange, Refusal> {
    let said = |field: &'static str, as_it_is: NaiveDateTime| {
        let shown = clock_time(as_it_is, zone);
        if form.text(field) == shown {
            return Ok(None);
        }
        instant(field, local_date(session.starts_at.and_utc(), zone), time(form, field)?, zone).map(Some)
    };
    let mut wrong = Vec::new();
    let change = SessionChange {
        starts_at: Refusal::keep(said("from", session.starts_at), &mut wrong),
        ends_at: Refusal::keep(said("to", session.ends_at), &mut wrong),
        room: Some(form.text("room").to_owned()).filter(|room| *room != session.room),
    };
    Refusal::together(wrong)?;
    Ok(change)
}

pub(crate) async fn alter(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, now, fields) = (*id, app.clock.now(), form.0);
    let read = move |db: &mut Db| Ok((store::known(db, id)?, rulebook::in_force(db, now)?.time_zone));
    let (session, zone) = app.db.read(read).await?;
    let changed =
        async { sent(&app, &actor, &fields, ChangeSession(id, change(&fields, &session, zone)?), page_of).await };
    match changed.await {
        Ok(place) => Ok(see_done(place, Done::SessionChanged)),
        Err(Error::Refused(mut refusal)) => {
            for error in &mut refusal.errors {
                match error.field.as_ref() {
                    "starts_at" => error.field = "from".into(),
                    "ends_at" => error.field = "to".into(),
                    _ => {}
                }
            }
            session_page(&app, frame, id, Typed::refused("hours", fields, Error::from(*refusal))?).await
        }
        Err(error) => Err(error),
    }
}

/// One tap where people have met: leads to the register, also of a session that somebody else has just started.
pub(crate) async fn start_now(app: Data<App>, actor: Actor, frame: Frame) -> Result<HttpResponse, Error> {
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
pub(crate) async fn take_off(
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

/// A time of day that a form says.
fn time(form: &Fields, field: &'static str) -> Result<NaiveTime, Refusal> {
    let time = NaiveTime::parse_from_str(form.text(field), "%H:%M");
    time.map_err(|_| Refusal::field(field, say!("Say the time as hours and minutes: 12:30.")))
}

/// The instant of a time on a day, by the club's clock.
fn instant(field: &'static str, day: NaiveDate, time: NaiveTime, zone: Tz) -> Result<DateTime<Utc>, Refusal> {
    let local = day.and_time(time).and_local_timezone(zone).earliest();
    let none = || Refusal::field(field, say!("The clocks leave this time out on that day."));
    Ok(local.ok_or_else(none)?.to_utc())
}

/// An extra session, as the form says it in the club's own time.
fn extra(form: &Fields, zone: Tz) -> Result<NewSession, Refusal> {
    let mut wrong = Vec::new();
    let date = form.text("date").parse::<NaiveDate>().map_err(|_| Refusal::field("date", say!("Say on which day.")));
    let date = Refusal::keep(date, &mut wrong);
    let from = Refusal::keep(time(form, "from"), &mut wrong);
    let to = Refusal::keep(time(form, "to"), &mut wrong);
    if !wrong.is_empty() {
        // Else it is told together with what is wrong with the times.
        wrong.extend(members::rules::text("reason", form.text("reason"), 3, 500).err());
        Refusal::together(wrong)?;
    }
    Ok(NewSession {
        starts_at: instant("from", date, from, zone)?,
        ends_at: instant("to", date, to, zone)?,
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

pub(crate) async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
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
