//! Class lists over HTTP.

use actix_web::web::Data;
use serde::Deserialize;

use super::super::actions::AddClassList;
use super::super::lists::{ClassList, preview};
use crate::App;
use crate::action::api::once;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::routes;

routes! {
    POST "/api/v1/class_lists" => add_class_list, Moderator;
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassListRequest {
    /// 1 to 200 names; `Ash, Ann` is Ann Ash.
    pub names: Vec<String>,
    /// Whether it is only looked at: nobody is added.
    pub preview: Option<bool>,
    /// Whether those who are added go on the leaderboard (Act II.1); otherwise they are guests.
    pub join: Option<bool>,
}

/// Adds a class: everybody on the list whom the club does not know, so that they can be on the register and be invited.
#[utoipa::path(post, path = "/api/v1/class_lists", tag = "members", request_body = ClassListRequest,
    responses((status = 200, body = ClassList), (status = 201, body = ClassList), (status = 422, body = Problem)))]
async fn add_class_list(app: Data<App>, actor: Actor, body: Body<ClassListRequest>) -> Result<Answer, Error> {
    if body.value.preview == Some(true) {
        return Answer::ok(&app.db.read(move |db| preview(db, &body.value.names)).await?);
    }
    let list = body.map(|asked| AddClassList { names: asked.names, join: asked.join == Some(true) });
    once(&app, &actor, list, |_, list| Answer::created("/api/v1/members".to_owned(), &list)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(add_class_list))]
pub struct Docs;
