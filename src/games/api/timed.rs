//! Time limits without a clock over HTTP (Act I.8).

use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::WithPenalties;
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::Error;
use crate::games::TimedGameId;
use crate::games::actions::{StartTimed, TellTimed};
use crate::games::rules::timed::Announcement;
use crate::games::store::timed::{self as store, TimedGameView};
use crate::http::{Answer, Body, Page, PageRequest, Params};
use crate::id::SessionId;

/// Tells a moderator or justice that a game with a time limit begins now.
#[utoipa::path(post, path = "/api/v1/timed_games", tag = "games", request_body = StartTimed,
    responses((status = 201, body = WithPenalties<TimedGameView>), (status = 403), (status = 409), (status = 422)))]
pub(crate) async fn start(app: Data<App>, actor: Actor, body: Body<StartTimed>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, id| {
        let game = store::one(tx.db, id, tx.now)?;
        let players = [game.white, game.black];
        let told = WithPenalties::of(tx.db, game, players)?;
        Answer::created(format!("/api/v1/timed_games/{id}"), &told)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TimedGamesQuery {
    #[param(value_type = Option<i64>)]
    session: Option<SessionId>,
    /// Only those whose game has not ended.
    #[serde(default)]
    open: bool,
    after: Option<String>,
    /// 1 to 200; 50 if not said.
    limit: Option<i64>,
}

/// Time limits, newest first, with what remains of them.
#[utoipa::path(get, path = "/api/v1/timed_games", tag = "games", params(TimedGamesQuery),
    responses((status = 200, body = Page<TimedGameView>)))]
pub(crate) async fn list(app: Data<App>, which: Params<TimedGamesQuery>) -> Result<Page<TimedGameView>, Error> {
    let TimedGamesQuery { session, open, after, limit } = which.0;
    let now = app.clock.now();
    app.db.read(move |db| store::list(db, session, open, &PageRequest { after, limit }, now)).await
}

/// One time limit with what remains of it.
#[utoipa::path(get, path = "/api/v1/timed_games/{id}", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = TimedGameView), (status = 404)))]
pub(crate) async fn one(app: Data<App>, id: Path<TimedGameId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    app.db.read(move |db| Answer::ok(&store::one(db, *id, now)?)).await
}

async fn tell(app: &App, actor: &Actor, id: TimedGameId, told: Announcement) -> Result<Answer, Error> {
    each_time(app, actor, TellTimed(id, told), move |tx, ()| Answer::ok(&store::one(tx.db, id, tx.now)?)).await
}

/// Tells a moderator that the game pauses.
#[utoipa::path(post, path = "/api/v1/timed_games/{id}/pause", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = TimedGameView), (status = 403), (status = 409)))]
pub(crate) async fn pause(app: Data<App>, actor: Actor, id: Path<TimedGameId>) -> Result<Answer, Error> {
    tell(&app, &actor, *id, Announcement::Pause).await
}

/// Tells a moderator that the game continues.
#[utoipa::path(post, path = "/api/v1/timed_games/{id}/resume", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = TimedGameView), (status = 403), (status = 409)))]
pub(crate) async fn resume(app: Data<App>, actor: Actor, id: Path<TimedGameId>) -> Result<Answer, Error> {
    tell(&app, &actor, *id, Announcement::Resume).await
}

/// Tells a moderator that the game ended before its time was up.
#[utoipa::path(post, path = "/api/v1/timed_games/{id}/end", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = TimedGameView), (status = 403), (status = 409)))]
pub(crate) async fn end(app: Data<App>, actor: Actor, id: Path<TimedGameId>) -> Result<Answer, Error> {
    tell(&app, &actor, *id, Announcement::End).await
}
