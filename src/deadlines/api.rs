//! Deadlines over HTTP.

use actix_web::web::Data;
use serde::{Deserialize, Serialize};

use super::{Deadline, all};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Params};
use crate::routes;

routes! {
    GET "/api/v1/deadlines" => list, SignedIn;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Whose {
    /// Only those that the caller has to keep; always so for who does not moderate.
    mine: Option<bool>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Deadlines)]
struct Due {
    /// The soonest first.
    deadlines: Vec<Deadline>,
}

/// What is due, from whom and by when; what is overdue says so.
#[utoipa::path(get, path = "/api/v1/deadlines", tag = "deadlines", params(Whose),
    responses((status = 200, body = Due)))]
async fn list(app: Data<App>, actor: Actor, Params(whose): Params<Whose>) -> Result<Answer, Error> {
    let mut deadlines = all(&app, actor.person).await?;
    if whose.mine == Some(true) || !actor.roles.may_moderate() {
        deadlines.retain(|deadline| deadline.is_for(actor.person, actor.roles));
    }
    Answer::ok(&Due { deadlines })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list))]
pub struct Docs;
