//! Publishing a version of the rulebook, and seeing before what it would change.

use actix_web::web::Data;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::When;
use crate::App;
use crate::auth::{Actor, Viewpoint};
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, Params, problem::Problem};
use crate::id::PersonId;
use crate::rulebook::announcing::{Published, announce};
use crate::rulebook::diff::Difference;
use crate::rulebook::rules::{self, Draft, Wanted};
use crate::rulebook::{HouseRules, Rulebook, Version, in_force, store, versions};

/// Carries a draft out on the newest version, which must be the one that it names.
fn publish_draft(tx: &mut Tx, by: PersonId, replaces: i64, note: &str, draft: &Draft) -> Result<Published, Error> {
    let newest = store::newest(tx.db)?;
    if replaces != newest {
        let detail =
            say!("The newest version is {newest}, not {replaces}: read it, and change that one.", newest, replaces);
        return Err(Refusal::conflict(say!("Another version came first"), detail).act("IV.1").into());
    }
    let note = rules::note(note)?;
    let (_, book) = store::version(tx.db, newest)?;
    let next = rules::apply(&book, draft)?;
    announce(tx, Some(by), &note, &next)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct NewRulebook {
    /// The number of the version that this one follows; 0 where none was published.
    replaces: i64,
    /// What changes and why, 1 to 1000 characters.
    note: String,
    #[serde(default)]
    acts: Vec<Wanted>,
    /// The house rules that change; the others stay as they are.
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    rules: Map<String, Value>,
}

/// Publishes a version of the Terms and the house rules, in force from now on and never backwards (Acts IV.1, IV.2).
#[utoipa::path(post, path = "/api/v1/rulebook/versions", tag = "rulebook", request_body = NewRulebook,
    responses((status = 201, body = Published), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(in crate::rulebook) async fn publish(
    app: Data<App>,
    actor: Actor,
    body: Body<NewRulebook>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let draft = Draft { acts: request.acts.clone(), rules: request.rules.clone() };
        let published = publish_draft(tx, actor.person, request.replaces, &request.note, &draft)?;
        Answer::created(format!("/api/v1/rulebook/versions/{}", published.version), &published)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct Previewed {
    /// The version to compare with; the newest if not said.
    base: Option<i64>,
    #[serde(default)]
    acts: Vec<Wanted>,
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    rules: Map<String, Value>,
}

/// What a draft would change, if it can be published.
pub(in crate::rulebook) fn previewed(db: &mut Db, book: &Rulebook, draft: &Draft) -> Result<Difference, Error> {
    let changes = rules::preview(book, draft)?;
    store::check_governing(db, &changes)?;
    Ok(changes)
}

/// What a draft would change, checked as it would be for publishing; nothing is kept of it.
#[utoipa::path(post, path = "/api/v1/rulebook/previews", tag = "rulebook", request_body = Previewed,
    responses((status = 200, body = Difference), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(in crate::rulebook) async fn preview(app: Data<App>, _: Actor, body: Body<Previewed>) -> Result<Answer, Error> {
    let Previewed { base, acts, rules } = body.value;
    let read = move |db: &mut Db| {
        let base = match base {
            Some(base) => base,
            None => store::newest(db)?,
        };
        let (_, book) = store::version(db, base)?;
        previewed(db, &book, &Draft { acts, rules })
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHouseRules {
    /// The number of the version that this one follows; 0 where the defaults hold.
    pub replaces: i64,
    /// What changes and why, 1 to 1000 characters.
    pub note: String,
    /// The house rules that change; the others stay as they are.
    #[schema(value_type = HouseRules)]
    pub rules: Map<String, Value>,
}

/// Publishes a version that changes house rules alone (Acts IV.1, IV.2).
#[utoipa::path(post, path = "/api/v1/house_rules", tag = "rulebook", request_body = NewHouseRules,
    responses((status = 201, body = Version), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(crate) async fn publish_house_rules(
    app: Data<App>,
    actor: Actor,
    body: Body<NewHouseRules>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let draft = Draft { acts: Vec::new(), rules: request.rules.clone() };
        let published = publish_draft(tx, actor.person, request.replaces, &request.note, &draft)?;
        let (version, _) = store::version(tx.db, published.version)?;
        let at = tx.now.and_utc().format("%Y-%m-%dT%H:%M:%S%.6fZ");
        Answer::created(format!("/api/v1/house_rules?at={at}"), &version)
    })
    .await
}
