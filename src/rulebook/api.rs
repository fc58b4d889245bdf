//! The house rules over HTTP.

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{HouseRules, Version, in_force, newest, publish, versions};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, Params, instant, problem::Problem};
use crate::notify;
use crate::routes;

routes! {
    GET "/api/v1/house_rules" => current, Anyone;
    GET "/api/v1/house_rules/versions" => all, Anyone;
    POST "/api/v1/house_rules" => new_version, ChiefJustice;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
struct When {
    /// The rules in force at this instant (RFC 3339) instead of now.
    at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Versions {
    /// Oldest first; the defaults hold before the first.
    versions: Vec<Version>,
}

/// The house rules in force now, or at an instant.
#[utoipa::path(get, path = "/api/v1/house_rules", tag = "rulebook", params(When),
    responses((status = 200, body = HouseRules), (status = 304)))]
async fn current(app: Data<App>, Params(when): Params<When>) -> Result<Answer, Error> {
    let at = instant::kept_if_any("at", when.at)?.unwrap_or_else(|| app.clock.now());
    let rules = app.db.read(move |db| in_force(db, at)).await?;
    Ok(Answer::ok(&rules)?.tagged())
}

/// Every version of the house rules.
#[utoipa::path(get, path = "/api/v1/house_rules/versions", tag = "rulebook",
    responses((status = 200, body = Versions), (status = 304)))]
async fn all(app: Data<App>) -> Result<Answer, Error> {
    let versions = app.db.read(versions).await?;
    Ok(Answer::ok(&Versions { versions })?.tagged())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct NewVersion {
    /// The number of the version that this one follows; 0 where the defaults hold.
    replaces: i64,
    /// What changes and why, 1 to 1000 characters.
    note: String,
    /// The house rules that change; the others stay as they are.
    #[schema(value_type = HouseRules)]
    rules: Map<String, Value>,
}

/// Publishes house rules, in force from now on and never backwards (Acts IV.1, IV.2).
#[utoipa::path(post, path = "/api/v1/house_rules", tag = "rulebook", request_body = NewVersion,
    responses((status = 201, body = Version), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn new_version(app: Data<App>, actor: Actor, body: Body<NewVersion>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let newest = newest(tx.db)?;
        if request.replaces != newest {
            let detail =
                format!("The newest version is {newest}, not {}: read it, and change that one.", request.replaces);
            return Err(Refusal::conflict("Another version came first", detail).act("IV.1").into());
        }
        let note = request.note.trim();
        if note.is_empty() || note.chars().count() > 1000 || note.contains('\0') {
            return Err(Refusal::field("note", "Say what changes and why, in 1 to 1000 characters.").into());
        }
        let now = tx.now;
        let rules = changed(&in_force(tx.db, now)?, &request.rules)?;
        let number = publish(tx, &rules, Some(actor.person), note)?;
        let version = Version {
            version: number,
            published_at: now,
            published_by: Some(actor.person),
            note: note.to_owned(),
            rules,
        };
        audit::record(
            tx,
            Entry {
                actor: Some(actor.person),
                act: "house_rules.published",
                subject: format!("house_rules:{number}"),
                body: json!({ "note": note, "changes": request.rules }),
            },
        )?;
        notify::enqueue(tx, "house_rules.published", None, &version)?;
        Answer::created(format!("/api/v1/house_rules?at={}", now.and_utc().format("%Y-%m-%dT%H:%M:%S%.6fZ")), &version)
    })
    .await
}

/// The rules with some of them changed, where that makes sense.
fn changed(rules: &HouseRules, changes: &Map<String, Value>) -> Result<HouseRules, Error> {
    let mut merged = serde_json::to_value(rules)?;
    if let Value::Object(members) = &mut merged {
        for (name, value) in changes {
            members.insert(name.clone(), value.clone());
        }
    }
    let rules: HouseRules =
        serde_json::from_value(merged).map_err(|error| Refusal::field("rules", format!("{error}.")).act("IV.1"))?;
    let faults = rules.faults();
    if faults.is_empty() {
        return Ok(rules);
    }
    let mut refusal =
        Refusal::invalid("House rules that cannot be", "Some of these numbers make no sense together.").act("IV.1");
    refusal.errors = faults;
    Err(refusal.into())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(current, all, new_version))]
pub struct Docs;
