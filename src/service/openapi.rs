//! The OpenAPI document, gathered from the capabilities.

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(info(
    title = "Rookery",
    description = "A chess club's leaderboard, its Court of Appeals and its games room.",
    license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
))]
struct Rookery;

/// The whole document.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = Rookery::openapi();
    document.merge(super::health::Docs::openapi());
    document.merge(super::metrics::Docs::openapi());
    document.merge(crate::ratings::api::Docs::openapi());
    document.merge(crate::notify::api::Docs::openapi());
    document.merge(crate::exchange::api::Docs::openapi());
    document.merge(crate::exchange::export::api::Docs::openapi());
    document.merge(crate::checks::api::Docs::openapi());
    document.merge(crate::timekeeping::api::Docs::openapi());
    document.merge(crate::rulebook::api::Docs::openapi());
    document.merge(crate::members::api::Docs::openapi());
    document.merge(crate::members::erasure::api::Docs::openapi());
    document.merge(crate::sessions::api::Docs::openapi());
    document.merge(crate::games::api::Docs::openapi());
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
