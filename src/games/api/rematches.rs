//! Objections and rematches over HTTP (Act I.6).

use actix_web::web::{Data, Path};
use chrono::NaiveDateTime;
use serde::Deserialize;

use super::requests::GameRequest;
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::games::ObjectionId;
use crate::games::actions::{Object, Objection, Rematch, SettleRematch, Withdraw};
use crate::games::rules::afterwards::{ObjectionState, RematchOutcome};
use crate::games::store::objections::{self, ObjectionView};
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::id::{GameId, PersonId};

/// Objects to how a game ended: for its players, until the next held session begins (T22).
#[utoipa::path(post, path = "/api/v1/games/{id}/objections", tag = "games", params(("id" = i64, Path,)),
    request_body = Objection, responses((status = 201, body = ObjectionView), (status = 403), (status = 409)))]
pub(crate) async fn object(
    app: Data<App>,
    actor: Actor,
    id: Path<GameId>,
    body: Body<Objection>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|objection| Object(*id, objection)), |tx, objection| {
        Answer::created(format!("/api/v1/objections/{objection}"), &objections::one(tx.db, objection)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ObjectionsQuery {
    /// `open`: the rematch is still due.
    state: Option<ObjectionState>,
    /// Those about games of this person.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
    after: Option<String>,
    /// 1 to 200; 50 if not said.
    limit: Option<i64>,
}

/// Objections, newest first, with when their rematch is due.
#[utoipa::path(get, path = "/api/v1/objections", tag = "games", params(ObjectionsQuery),
    responses((status = 200, body = Page<ObjectionView>)))]
pub(crate) async fn list(app: Data<App>, which: Params<ObjectionsQuery>) -> Result<Page<ObjectionView>, Error> {
    let ObjectionsQuery { state, person, after, limit } = which.0;
    app.db.read(move |db| objections::list(db, state, person, &PageRequest { after, limit })).await
}

/// One objection.
#[utoipa::path(get, path = "/api/v1/objections/{id}", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = ObjectionView), (status = 304), (status = 404)))]
pub(crate) async fn one(app: Data<App>, id: Path<ObjectionId>) -> Result<Answer, Error> {
    app.db.read(move |db| Ok(Answer::ok(&objections::one(db, *id)?)?.tagged())).await
}

/// Takes an objection back: by the objector, within 60 seconds and until a day before the session at which the rematch
/// is due. The game is then as though nobody had objected: the other player is notified, and may still object.
#[utoipa::path(delete, path = "/api/v1/objections/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn withdraw(app: Data<App>, actor: Actor, id: Path<ObjectionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, Withdraw(*id), |_, _| Ok(Answer::nothing())).await
}

/// What the overseer says became of a rematch.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RematchRequest {
    outcome: RematchOutcome,
    /// Whether the overseer did without the five minutes each.
    #[serde(default)]
    time_exempted: bool,
    /// The rematch, if it was played; in either colours.
    game: Option<GameRequest>,
}

impl RematchRequest {
    fn read(self, now: NaiveDateTime) -> Result<Rematch, Refusal> {
        let RematchRequest { outcome, time_exempted, game } = self;
        Ok(Rematch { outcome, time_exempted, game: game.map(|game| game.read(now)).transpose()? })
    }
}

/// Records the result of a rematch; by the moderator or justice who oversaw it and did not play.
///
/// Played: it is final and replaces the game. Objector absent or unwilling: the game is final.
/// Opponent absent or unwilling: the objector wins the game by forfeit.
#[utoipa::path(post, path = "/api/v1/objections/{id}/rematch", tag = "games", params(("id" = i64, Path,)),
    request_body = RematchRequest, responses((status = 200, body = ObjectionView), (status = 403), (status = 409), (status = 422)))]
pub(crate) async fn rematch(
    app: Data<App>,
    actor: Actor,
    id: Path<ObjectionId>,
    body: Body<RematchRequest>,
) -> Result<Answer, Error> {
    let (id, now) = (*id, app.clock.now());
    let body = body.try_map(|rematch| rematch.read(now).map(|rematch| SettleRematch(id, rematch)))?;
    once(&app, &actor, body, move |tx, _| Answer::ok(&objections::one(tx.db, id)?)).await
}
