//! Publishing a version of the rulebook, and seeing before what it would change.

use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::When;
use crate::App;
use crate::action::api::once;
use crate::auth::{Actor, Viewpoint};
use crate::db::Db;
use crate::error::Error;
use crate::http::{Answer, Body, Params, problem::Problem};
use crate::rulebook::actions::{PublishHouseRules, PublishRulebook};
use crate::rulebook::announcing::Published;
use crate::rulebook::diff::Difference;
use crate::rulebook::rules::{Draft, Wanted};
use crate::rulebook::{HouseRules, Version, in_force, store, versions};

/// Publishes a version of the Terms and the house rules, in force from now on and never backwards (Acts IV.1, IV.2).
#[utoipa::path(post, path = "/api/v1/rulebook/versions", tag = "rulebook", request_body = PublishRulebook,
    responses((status = 201, body = Published), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn publish(app: Data<App>, actor: Actor, body: Body<PublishRulebook>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, published| {
        Answer::created(format!("/api/v1/rulebook/versions/{}", published.version), &published)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Previewed {
    /// The version to compare with; the newest if not said.
    base: Option<i64>,
    #[serde(default)]
    acts: Vec<Wanted>,
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    rules: Map<String, Value>,
}

/// What a draft would change, checked as it would be for publishing; nothing is kept of it.
#[utoipa::path(post, path = "/api/v1/rulebook/previews", tag = "rulebook", request_body = Previewed,
    responses((status = 200, body = Difference), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn preview(app: Data<App>, _: Actor, body: Body<Previewed>) -> Result<Answer, Error> {
    let Previewed { base, acts, rules } = body.value;
    let read = move |db: &mut Db| {
        let base = match base {
            Some(base) => base,
            None => store::newest(db)?,
        };
        let (_, book) = store::version(db, base)?;
        store::previewed(db, &book, &Draft { acts, rules })
    };
    Answer::ok(&app.db.read(read).await?)
}

/// The house rules in force now, or at an instant.
#[utoipa::path(get, path = "/api/v1/house_rules", tag = "rulebook", params(When),
    responses((status = 200, body = HouseRules), (status = 304)))]
pub(super) async fn house_rules(app: Data<App>, Params(when): Params<When>) -> Result<Answer, Error> {
    let at = when.or_now(&app)?;
    let rules = app.db.read(move |db| in_force(db, at)).await?;
    Ok(Answer::ok(&rules)?.tagged())
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Versions {
    /// Oldest first; the defaults hold before the first.
    versions: Vec<Version>,
}

/// Every version of the house rules.
#[utoipa::path(get, path = "/api/v1/house_rules/versions", tag = "rulebook",
    responses((status = 200, body = Versions), (status = 304)))]
pub(super) async fn house_rules_versions(app: Data<App>, reader: Viewpoint) -> Result<Answer, Error> {
    let versions = app.db.read(versions).await?.into_iter().map(|version| version.as_read_by(reader)).collect();
    Ok(Answer::ok(&Versions { versions })?.tagged())
}

/// Publishes a version that changes house rules alone (Acts IV.1, IV.2).
#[utoipa::path(post, path = "/api/v1/house_rules", tag = "rulebook", request_body = PublishHouseRules,
    responses((status = 201, body = Version), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn publish_house_rules(
    app: Data<App>,
    actor: Actor,
    body: Body<PublishHouseRules>,
) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, published| {
        let (version, _) = store::version(tx.db, published.version)?;
        let at = tx.now.and_utc().format("%Y-%m-%dT%H:%M:%S%.6fZ");
        Answer::created(format!("/api/v1/house_rules?at={at}"), &version)
    })
    .await
}
