//! Approving, correcting, voiding and restoring a game over HTTP.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::told;
use crate::App;
use crate::action::{Action, By, perform};
use crate::auth::Actor;
use crate::error::Error;
use crate::games::actions::{Approval, Approve, Correct, Correction, Restore, RulingRequest, Undo, Void};
use crate::games::store;
use crate::http::{Answer, Body, IfMatch, etag};
use crate::id::GameId;
use crate::routes;

routes! {
    POST "/api/v1/games/{id}/approval" => approval, Moderator, NotAPlayer;
    POST "/api/v1/games/{id}/correction" => correction, Moderator, NotAPlayer;
    POST "/api/v1/games/{id}/void" => void, Moderator, NotAPlayerOrChief;
    POST "/api/v1/games/{id}/restoration" => restoration, Moderator, NotAPlayerOrChief;
    POST "/api/v1/games/{id}/undo" => undo, Moderator;
}

/// Performs a change of a game (412 unless If-Match equals the ETag), and answers with the changed game.
pub(super) async fn change<A>(
    app: &App,
    actor: &Actor,
    request: &HttpRequest,
    id: GameId,
    action: A,
) -> Result<Answer, Error>
where
    A: Action + Send + Sync + 'static,
{
    let (seen, by, reader) = (IfMatch::by(request), By::from(actor), actor.viewpoint());
    app.db
        .write(move |tx| {
            seen.must_hold(|| Ok(etag(&serde_json::to_vec(&told(tx, reader, id)?)?)))?;
            perform(tx, &by, &action)?;
            Ok(Answer::ok(&told(tx, reader, id)?)?.tagged())
        })
        .await
}

/// Approves a monitored player's game, or refuses to; by a moderator who did not play in it.
#[utoipa::path(post, path = "/api/v1/games/{id}/approval", tag = "games", params(("id" = i64, Path,)),
    request_body = Approval, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn approval(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<Approval>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Approve(*id, body.value)).await
}

/// Corrects a result; by a moderator who did not play in the game, published with the reason (T24).
#[utoipa::path(post, path = "/api/v1/games/{id}/correction", tag = "games", params(("id" = i64, Path,)),
    request_body = Correction, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn correction(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<Correction>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Correct(*id, body.value)).await
}

/// Voids a game: it is undone as though it never happened. By the Chief Justice, or by a moderator
/// who did not play in it.
#[utoipa::path(post, path = "/api/v1/games/{id}/void", tag = "games", params(("id" = i64, Path,)),
    request_body = RulingRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn void(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<RulingRequest>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Void(*id, body.value)).await
}

/// Restores a void game to its earlier state; by those who may void it.
#[utoipa::path(post, path = "/api/v1/games/{id}/restoration", tag = "games", params(("id" = i64, Path,)),
    request_body = RulingRequest, responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn restoration(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<RulingRequest>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Restore(*id, body.value)).await
}

/// Undoes an approval, its refusal, a correction or the settlement of a dispute or of an objection within 60 seconds, while
/// nothing else was done to the game or to its rematch: its earlier state is restored. Only for the person who decided.
#[utoipa::path(post, path = "/api/v1/games/{id}/undo", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn undo(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Undo(*id)).await
}
