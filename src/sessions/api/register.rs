//! The register over HTTP: who came and went, and its corrections.

use actix_web::web::{Data, Path};
use chrono::NaiveDateTime;
use serde::Serialize;

use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Viewpoint};
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions::actions::{
    AddStay, AlterStay, AlteredStay, Arrive, Leave, Movement, NewStay, Strike, StrikeStay, TakeOff,
};
use crate::sessions::{Session, Stay, StayId, rules, store};

/// A line of the register, with the person's name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = RegisterLine)]
pub struct Line {
    #[serde(flatten)]
    stay: Stay,
    name: String,
    /// Whether this stay makes the person present (Act 0.9), so far.
    present: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Register {
    session: Session,
    /// In order of arrival; what was struck is left out.
    stays: Vec<Line>,
}

fn read(db: &mut Db, session: Session, now: NaiveDateTime) -> Result<Register, Error> {
    let stays = store::stays(db, session.id)?;
    let people: Vec<PersonId> = stays.iter().map(|stay| stay.person).collect();
    let names = members::store::names(db, &people)?;
    let house = rulebook::in_force(db, session.starts_at)?;
    let line = |stay: Stay| Line {
        name: names.get(&stay.person).cloned().unwrap_or_default(),
        present: rules::is_presence(&session, &stay, &house, now),
        stay,
    };
    let stays = stays.into_iter().map(line).collect();
    Ok(Register { session, stays })
}

/// The register of a session, for its desk; anybody else reads their own stays.
#[utoipa::path(get, path = "/api/v1/sessions/{id}/register", tag = "register", params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 304), (status = 404, body = Problem)))]
pub(crate) async fn register(app: Data<App>, reader: Viewpoint, id: Path<SessionId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let register = app
        .db
        .read(move |db| {
            let session = store::known(db, *id)?;
            let mut register = read(db, session, now)?;
            if !reader.moderates() && !reader.roles.kiosk {
                register.stays.retain(|line| reader.is(line.stay.person));
            }
            Ok(register)
        })
        .await?;
    Ok(Answer::ok(&register)?.tagged())
}

/// The register as it is after a change of it.
fn changed(tx: &mut Tx, session: Session) -> Result<Answer, Error> {
    let now = tx.now;
    Answer::ok(&read(tx.db, session, now)?)
}

/// Takes down who came. Anybody who is there already stays as they are, so it can be said twice.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/arrivals", tag = "register", request_body = Movement,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn arrivals(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<Movement>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|movement| Arrive(*id, movement)), changed).await
}

/// Takes down who left. Anybody who is not there stays as they are, so it can be said twice.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/departures", tag = "register", request_body = Movement,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn departures(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<Movement>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|movement| Leave(*id, movement)), changed).await
}

/// Adds a stay that the register missed. Deductions that follow are reckoned again.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/stays", tag = "register", request_body = NewStay,
    params(("id" = i64, Path)),
    responses((status = 201, body = Register), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn add_stay(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<NewStay>,
) -> Result<Answer, Error> {
    let id = *id;
    once(&app, &actor, body.map(|stay| AddStay(id, stay)), move |tx, session| {
        let now = tx.now;
        Answer::created(format!("/api/v1/sessions/{id}/register"), &read(tx.db, session, now)?)
    })
    .await
}

/// Alters a stay: it is struck, and one with the right times put in its place.
#[utoipa::path(patch, path = "/api/v1/stays/{id}", tag = "register", request_body = AlteredStay,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn alter_stay(
    app: Data<App>,
    actor: Actor,
    id: Path<StayId>,
    body: Body<AlteredStay>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|stay| AlterStay(*id, stay)), changed).await
}

/// Strikes a stay that never was. Deductions that follow are reckoned again.
#[utoipa::path(delete, path = "/api/v1/stays/{id}", tag = "register", request_body = Strike,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn strike_stay(
    app: Data<App>,
    actor: Actor,
    id: Path<StayId>,
    body: Body<Strike>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|strike| StrikeStay(*id, strike)), changed).await
}

/// Takes somebody off the register who was tapped in by mistake: all their stays in the session are struck. Refused with
/// `game` (409) where they played in it. Deductions that follow are reckoned again.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}/register/{person}", tag = "register",
    params(("id" = i64, Path), ("person" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn take_off(
    app: Data<App>,
    actor: Actor,
    which: Path<(SessionId, PersonId)>,
) -> Result<Answer, Error> {
    let (id, person) = *which;
    each_time(&app, &actor, TakeOff(id, person), |_, ()| Ok(Answer::nothing())).await
}
