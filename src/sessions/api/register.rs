//! The register over HTTP: who came and went, and its corrections.

use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::App;
use crate::auth::{Actor, Viewpoint};
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, instant, problem::Problem};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::rulebook;
use crate::sessions::{Session, Stay, StayId, rules, store, taking};

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
pub async fn register(app: Data<App>, reader: Viewpoint, id: Path<SessionId>) -> Result<Answer, Error> {
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Everybody who came, or who left.
    #[schema(value_type = Vec<i64>)]
    people: Vec<PersonId>,
    /// When; now, if not said.
    at: Option<DateTime<Utc>>,
}

/// Takes down who came. Anybody who is there already stays as they are, so it can be said twice.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/arrivals", tag = "register", request_body = Movement,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn arrivals(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<Movement>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let at = instant::kept_if_any("at", request.at)?;
        let session = taking::arrive(tx, &actor, *id, &request.people, at)?;
        let now = tx.now;
        Answer::ok(&read(tx.db, session, now)?)
    })
    .await
}

/// Takes down who left. Anybody who is not there stays as they are, so it can be said twice.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/departures", tag = "register", request_body = Movement,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn departures(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<Movement>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let at = instant::kept_if_any("at", request.at)?;
        let session = taking::leave(tx, &actor, *id, &request.people, at)?;
        let now = tx.now;
        Answer::ok(&read(tx.db, session, now)?)
    })
    .await
}

/// The times of a corrected stay.
fn times(arrived_at: DateTime<Utc>, left_at: Option<DateTime<Utc>>) -> Result<Times, Refusal> {
    Ok((instant::kept("arrived_at", arrived_at)?, instant::kept_if_any("left_at", left_at)?))
}

type Times = (NaiveDateTime, Option<NaiveDateTime>);

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStay {
    #[schema(value_type = i64)]
    person: PersonId,
    arrived_at: DateTime<Utc>,
    /// Open until the session's end, if not said.
    left_at: Option<DateTime<Utc>>,
    /// 3 to 500 characters.
    reason: String,
}

/// Adds a stay that the register missed. Deductions that follow are reckoned again.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/stays", tag = "register", request_body = NewStay,
    params(("id" = i64, Path)),
    responses((status = 201, body = Register), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn add_stay(app: Data<App>, actor: Actor, id: Path<SessionId>, body: Body<NewStay>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let session = store::known(tx.db, *id)?;
        members::store::known(tx.db, request.person)?;
        let reason = members::rules::text("reason", &request.reason, 3, 500)?;
        let (arrived_at, left_at) = times(request.arrived_at, request.left_at)?;
        let others = of_person(tx, session.id, request.person, None)?;
        let now = tx.now;
        rules::corrected_stay(&session, arrived_at, left_at, &others, now)?;
        let stay = store::register::arrive(tx, session.id, request.person, arrived_at, left_at, actor.person)?;
        let told = json!({
            "stay": stay, "person": request.person, "arrived_at": arrived_at, "left_at": left_at, "reason": reason
        });
        taking::changed(tx, &actor, &session, "register.stay_added", vec![request.person], told)?;
        Answer::created(format!("/api/v1/sessions/{id}/register"), &read(tx.db, session, now)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlteredStay {
    arrived_at: DateTime<Utc>,
    /// Open until the session's end, if not said.
    left_at: Option<DateTime<Utc>>,
    /// 3 to 500 characters.
    reason: String,
}

/// Alters a stay: it is struck, and one with the right times put in its place.
#[utoipa::path(patch, path = "/api/v1/stays/{id}", tag = "register", request_body = AlteredStay,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn alter_stay(
    app: Data<App>,
    actor: Actor,
    id: Path<StayId>,
    body: Body<AlteredStay>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let (session, stay) = known_stay(tx, *id)?;
        let reason = members::rules::text("reason", &request.reason, 3, 500)?;
        let (arrived_at, left_at) = times(request.arrived_at, request.left_at)?;
        let others = of_person(tx, session.id, stay.person, Some(stay.id))?;
        let now = tx.now;
        rules::corrected_stay(&session, arrived_at, left_at, &others, now)?;
        store::register::strike(tx, stay.id, actor.person)?;
        let new = store::register::arrive(tx, session.id, stay.person, arrived_at, left_at, actor.person)?;
        let told = json!({
            "struck": stay, "stay": new, "arrived_at": arrived_at, "left_at": left_at, "reason": reason
        });
        taking::changed(tx, &actor, &session, "register.stay_altered", vec![stay.person], told)?;
        Answer::ok(&read(tx.db, session, now)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// 3 to 500 characters.
    reason: String,
}

/// Strikes a stay that never was. Deductions that follow are reckoned again.
#[utoipa::path(delete, path = "/api/v1/stays/{id}", tag = "register", request_body = Strike,
    params(("id" = i64, Path)),
    responses((status = 200, body = Register), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn strike_stay(app: Data<App>, actor: Actor, id: Path<StayId>, body: Body<Strike>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let (session, stay) = known_stay(tx, *id)?;
        let reason = members::rules::text("reason", &request.reason, 3, 500)?;
        store::register::strike(tx, stay.id, actor.person)?;
        let told = json!({ "struck": stay, "reason": reason });
        taking::changed(tx, &actor, &session, "register.stay_struck", vec![stay.person], told)?;
        let now = tx.now;
        Answer::ok(&read(tx.db, session, now)?)
    })
    .await
}

fn known_stay(tx: &mut Tx, id: StayId) -> Result<(Session, Stay), Error> {
    let Some((session, stay)) = store::register::stay(tx.db, id)? else {
        return Err(crate::not_found!("stay").into());
    };
    Ok((store::known(tx.db, session)?, stay))
}

/// A person's stays in a session, but for one.
fn of_person(tx: &mut Tx, session: SessionId, person: PersonId, but: Option<StayId>) -> Result<Vec<Stay>, Error> {
    let mut stays = store::stays(tx.db, session)?;
    stays.retain(|stay| stay.person == person && Some(stay.id) != but);
    Ok(stays)
}
