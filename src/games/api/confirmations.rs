//! What the two players say of a game's result, over HTTP (Act II.4, T47).

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::afterwards::change;
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::games::actions::{Confirm, Dispute, Disputed, Settle, Settlement, TakeBack};
use crate::games::store;
use crate::http::{Answer, Body};
use crate::id::GameId;

/// Says that the other player's version is right: how the game was entered or, once it is disputed, how the one who
/// disputes it says that it ended. For the game's players.
#[utoipa::path(post, path = "/api/v1/games/{id}/confirmation", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn confirm(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Confirm(*id, None)).await
}

/// Says that a game ended otherwise than it was entered, or was not played: for its players, while nobody has confirmed
/// it, until the next session closes. It goes on counting until a moderator settles it.
#[utoipa::path(post, path = "/api/v1/games/{id}/dispute", tag = "games", params(("id" = i64, Path,)),
    request_body = Disputed,
    responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412), (status = 422)))]
pub(crate) async fn dispute(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<Disputed>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Dispute(*id, body.value)).await
}

/// Settles a dispute: the game stands as it was entered, or becomes what its disputer says. By a moderator who did not
/// play in it.
#[utoipa::path(post, path = "/api/v1/games/{id}/settlement", tag = "games", params(("id" = i64, Path,)),
    request_body = Settlement,
    responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412), (status = 422)))]
pub(crate) async fn settle(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
    body: Body<Settlement>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, Settle(*id, body.value)).await
}

/// Takes a game back within 60 seconds of entering it, while nobody else has acted on it: it leaves no trace in any
/// score. For the one who entered it.
#[utoipa::path(post, path = "/api/v1/games/{id}/retraction", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = store::GameDetail), (status = 403), (status = 409), (status = 412)))]
pub(crate) async fn take_back(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<GameId>,
) -> Result<Answer, Error> {
    change(&app, &actor, &request, *id, TakeBack(*id)).await
}
