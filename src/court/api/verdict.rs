//! Drafts, votes, the count and opinions.

use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};

use super::super::OpinionKind;
use super::super::rules::verdict::Disposition;
use super::super::store::{self, By, Counted};
use super::{Numbered, stands};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{self, Answer, Body, problem::Problem};
use crate::id::PersonId;

/// A draft's or an opinion's id.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Written {
    id: i64,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, disposition| {
        let id = store::draft(tx, &number, &by, disposition)?;
        Answer::created(format!("/api/v1/cases/{number}"), &Written { id })
    })
    .await
}

/// Takes a draft of one's own back, while nobody else of the bench has voted; one's own vote for it goes too.
#[utoipa::path(post, path = "/api/v1/cases/{number}/drafts/{draft}/withdrawal", tag = "court",
    params(("number" = String, Path), ("draft" = i64, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn withdraw_draft(app: Data<App>, actor: Actor, path: Path<(String, i64)>) -> Result<Answer, Error> {
    let by = By::from(&actor);
    app.db
        .write(move |tx| {
            let (number, draft) = &*path;
            store::withdraw_draft(tx, number, &by, *draft)?;
            stands(tx, number)
        })
        .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Vote {
    /// The draft voted for.
    draft: i64,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, vote| {
        store::vote(tx, &number, &by, vote.draft)?;
        stands(tx, &number)
    })
    .await
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, _| Answer::ok(&store::count(tx, &number, &by)?)).await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Author {
    /// One of the majority.
    #[schema(value_type = i64)]
    justice: PersonId,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, author| {
        store::name_author(tx, &number, &by, author.justice)?;
        stands(tx, &number)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Opinion {
    kind: OpinionKind,
    /// 16 to 50,000 characters.
    text: String,
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, opinion| {
        let id = store::write(tx, &number, &by, opinion.kind, &opinion.text)?;
        Answer::created(format!("/api/v1/cases/{number}"), &Written { id })
    })
    .await
}

/// Joins another justice's opinion.
#[utoipa::path(post, path = "/api/v1/cases/{number}/opinions/{opinion}/joins", tag = "court",
    params(("number" = String, Path), ("opinion" = i64, Path)),
    responses((status = 200, body = Numbered), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn join(app: Data<App>, actor: Actor, path: Path<(String, i64)>) -> Result<Answer, Error> {
    let by = By::from(&actor);
    app.db
        .write(move |tx| {
            let (number, opinion) = &*path;
            store::join(tx, number, &by, *opinion)?;
            stands(tx, number)
        })
        .await
}
