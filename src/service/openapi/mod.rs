//! The OpenAPI document: what the capabilities document of their operations, completed with what follows from each route's
//! row in `routes!`.

mod answers;
pub mod names;
mod schemas;

use actix_web::HttpResponse;
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::server::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rookery",
        description = "A chess club's leaderboard, its Court of Appeals and its games room.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
    ),
    servers((url = "/", description = "The service that tells of itself here.")),
    tags(
        (name = "accounts", description = "Invitations, accounts, signing in and out, authenticators."),
        (name = "checks", description = "Whether the club's records agree with one another."),
        (name = "chief_justice", description = "What the Chief Justice does alone (Act III.4)."),
        (name = "club", description = "What the club is called: name, place, crest, colour."),
        (name = "conduct", description = "Bans, monitors and orders to play with a clock."),
        (name = "court", description = "The Court of Appeals: cases, dockets, votes, judgments."),
        (name = "deadlines", description = "What is due, from whom and by when."),
        (name = "decisions", description = "Moderators' decisions on offences, and their sanctions."),
        (name = "declarations", description = "What is declared to the club."),
        (name = "elections", description = "Elections of moderators by score voting."),
        (name = "evidence", description = "Evidence of who plays online: gathered, redacted, seen on record only."),
        (name = "exchange", description = "Seasons in, lists and one's own data out."),
        (name = "games", description = "Games played in a session: registered, approved, corrected, played again."),
        (name = "games room", description = "Party Chess and chess for two to four: analysis, notation, ratings."),
        (name = "leaderboard", description = "Standings, scores and the ledger that explains them."),
        (name = "members", description = "Who belongs to the club, guests, notes, removals, erasures."),
        (name = "nomic", description = "Games of Nomic, played for months at a table."),
        (name = "notifications", description = "What people are told, and how they want to be told."),
        (name = "pairings", description = "Recommended pairings of a session and the rounds announced."),
        (name = "register", description = "Who was in the room, and when."),
        (name = "reports", description = "Reports of offences, the moderators' queue."),
        (name = "roles", description = "Who holds which office; giving and taking them."),
        (name = "rulebook", description = "The Terms and house rules in versions; suggestions, change requests, interpretations."),
        (name = "service", description = "Whether the service lives, and what it measures."),
        (name = "sessions", description = "The club's calendar."),
        (name = "tables", description = "Games played online: seats, plays, talk, logs."),
        (name = "tournaments", description = "Tournaments of the club: rounds, boards, tables, and challenges on a ladder."),
        (name = "webhooks", description = "Receivers of signed notices, and what could not be delivered."),
    )
)]
struct Rookery;

/// The whole document, made from the code.
pub fn document() -> Value {
    let mut document = json!(gathered());
    document["components"]["securitySchemes"] = json!({
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "The `access_token` that `signIn` gives (POST /api/v1/tokens).",
        }
    });
    for route in routes() {
        let operation =
            document["paths"].get_mut(route.path).and_then(|path| path.get_mut(route.method.to_lowercase()));
        if let Some(operation) = operation {
            names::name(operation, &route);
            answers::complete(operation, &route);
        }
    }
    schemas::bound_whole_numbers(&mut document);
    schemas::write_variants_out(&mut document);
    schemas::close_variants(&mut document);
    schemas::name_what_is_known(&mut document);
    document
}

/// [`document`] as `scripts/documents` wrote it, to which a test holds it: it never changes while the program runs, and what
/// makes it is much code.
pub const WRITTEN: &str = include_str!("../../../openapi/openapi.json");

/// Answers with the whole document.
pub(crate) async fn answer() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(WRITTEN)
}

/// What the capabilities say.
fn gathered() -> utoipa::openapi::OpenApi {
    let mut document = Rookery::openapi();
    document.merge(super::health::Docs::openapi());
    document.merge(super::metrics::Docs::openapi());
    document.merge(crate::ratings::api::Docs::openapi());
    document.merge(crate::notify::api::Docs::openapi());
    document.merge(crate::exchange::api::Docs::openapi());
    document.merge(crate::exchange::export::api::Docs::openapi());
    document.merge(crate::checks::api::Docs::openapi());
    document.merge(crate::exchange::backup::api::Docs::openapi());
    document.merge(crate::timekeeping::api::Docs::openapi());
    document.merge(crate::rulebook::api::Docs::openapi());
    document.merge(crate::members::api::Docs::openapi());
    document.merge(crate::club::api::Docs::openapi());
    document.merge(crate::members::api::lists::Docs::openapi());
    document.merge(crate::members::api::outside_ratings::Docs::openapi());
    document.merge(crate::tournaments::exchange::api::Docs::openapi());
    document.merge(crate::members::erasure::api::Docs::openapi());
    document.merge(crate::sessions::api::Docs::openapi());
    document.merge(crate::games::api::Docs::openapi());
    document.merge(crate::tournaments::api::Docs::openapi());
    document.merge(crate::conduct::api::Docs::openapi());
    document.merge(crate::elections::api::Docs::openapi());
    document.merge(crate::conduct::decisions::api::Docs::openapi());
    document.merge(crate::court::api::Docs::openapi());
    document.merge(crate::conduct::declarations::api::Docs::openapi());
    document.merge(crate::conduct::reports::api::Docs::openapi());
    document.merge(crate::conduct::chief_acts::api::Docs::openapi());
    document.merge(crate::deadlines::api::Docs::openapi());
    document.merge(crate::auth::api::Docs::openapi());
    document.merge(crate::party::api::Docs::openapi());
    document.merge(crate::multiplayer::api::Docs::openapi());
    document.merge(crate::multiplayer::ratings::api::Docs::openapi());
    document.merge(crate::tables::api::Docs::openapi());
    document.merge(crate::chess::api::Docs::openapi());
    document.merge(crate::nomic::api::Docs::openapi());
    document.merge(crate::chess::evidence::api::Docs::openapi());
    document
}
