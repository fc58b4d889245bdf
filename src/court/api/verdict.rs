//! Drafts, votes, the count and opinions.

use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};

use super::super::actions::{
    self, Author, CastVote, Counted, JoinOpinion, NameAuthor, Numbered, Opinion, PublishOpinion, Vote, WithdrawDraft,
};
use super::super::rules::verdict::Disposition;
use super::stands;
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};

/// A draft's or an opinion's id.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Written {
    id: i64,
}

/// Answers with what was written in a case.
fn written(number: String) -> impl Fn(&mut Tx, i64) -> Result<Answer, Error> + Send + 'static {
    move |_, id| Answer::created(format!("/api/v1/cases/{number}"), &Written { id })
}

/// Drafts a judgment for the bench to vote on; refused where it could not be carried out (Act III.3.8).
#[utoipa::path(post, path = "/api/v1/cases/{number}/drafts", tag = "court", request_body = Disposition,
    params(("number" = String, Path)),
    responses((status = 201, body = Written), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn draft(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Disposition>,
) -> Result<Answer, Error> {
    let number = number.into_inner();
    once(&app, &actor, body.map(|judgment| actions::Draft(number.clone(), judgment)), written(number)).await
}

/// Withdraws the caller's own draft, while nobody else of the bench has voted; the caller's vote for it is
/// withdrawn too.
#[utoipa::path(post, path = "/api/v1/cases/{number}/drafts/{draft}/withdrawal", tag = "court",
    params(("number" = String, Path), ("draft" = i64, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn withdraw_draft(app: Data<App>, actor: Actor, path: Path<(String, i64)>) -> Result<Answer, Error> {
    let (number, draft) = path.into_inner();
    each_time(&app, &actor, WithdrawDraft(number, draft), stands).await
}

/// Votes for a draft; another vote takes its place until the votes are counted. Secret until the verdict.
#[utoipa::path(post, path = "/api/v1/cases/{number}/votes", tag = "court", request_body = Vote,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn vote(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Vote>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|vote| CastVote(number.into_inner(), vote)), stands).await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Counting {}

/// Counts the votes; for the presiding justice. A majority makes the judgment and carries it out in
/// the same transaction (Acts III.3.3, III.3.8; T33, T35). Without one it waits until everybody who
/// sits has voted; then the answer and the docket say that the bench votes again.
#[utoipa::path(post, path = "/api/v1/cases/{number}/count", tag = "court", request_body = Counting,
    params(("number" = String, Path)),
    responses((status = 200, body = Counted), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn count(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Counting>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|Counting {}| actions::Count(number.into_inner())), |_, came| Answer::ok(&came)).await
}

/// Names who writes the opinion: the Chief Justice, when of the majority (Act III.3.10).
#[utoipa::path(post, path = "/api/v1/cases/{number}/author", tag = "court", request_body = Author,
    params(("number" = String, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn author(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Author>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|author| NameAuthor(number.into_inner(), author)), stands).await
}

/// Publishes the Court's opinion, a concurrence or a dissent (Act III.3.10).
#[utoipa::path(post, path = "/api/v1/cases/{number}/opinions", tag = "court", request_body = Opinion,
    params(("number" = String, Path)),
    responses((status = 201, body = Written), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn opinion(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Opinion>,
) -> Result<Answer, Error> {
    let number = number.into_inner();
    once(&app, &actor, body.map(|opinion| PublishOpinion(number.clone(), opinion)), written(number)).await
}

/// Joins another justice's opinion.
#[utoipa::path(post, path = "/api/v1/cases/{number}/opinions/{opinion}/joins", tag = "court",
    params(("number" = String, Path), ("opinion" = i64, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn join(app: Data<App>, actor: Actor, path: Path<(String, i64)>) -> Result<Answer, Error> {
    let (number, opinion) = path.into_inner();
    each_time(&app, &actor, JoinOpinion(number, opinion), stands).await
}
