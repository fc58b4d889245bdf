//! The route table and the server.

use actix_web::dev::Server;
use actix_web::guard;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App as HttpApp, HttpRequest, HttpResponse, HttpServer};
use rookery_messages::say;

use super::metrics::{self, Metrics};
use super::waits::Counts;
use super::{
    administration, answer_cache, clock, desk, health, help, offline, openapi, privacy, requests, start, today,
};
use crate::App;
use crate::auth::gate::Gate;
use crate::auth::{self, Route};
use crate::error::Error;
use crate::http::{Router, problem};
use crate::web::form::see;
use crate::web::{assets, layout};
use crate::{
    checks, chess, club, conduct, court, deadlines, elections, exchange, games, members, multiplayer, nomic, notify,
    party, ratings, rulebook, sessions, tables, timekeeping, tournaments,
};

/// Seconds that requests under way get when the service stops.
pub const STOPPING: u64 = 3;

/// Every capability's rows and routes.
///
/// No constant: what one names is always compiled, also into unit tests, and this would be every handler.
fn capabilities() -> &'static [(&'static [Route], Configure)] {
    &[
        (health::ROUTES, health::configure),
        (metrics::ROUTES, metrics::configure),
        (ratings::api::ROUTES, ratings::api::configure),
        (rulebook::api::ROUTES, rulebook::api::configure),
        (rulebook::pages::ROUTES, rulebook::pages::configure),
        (members::api::ROUTES, members::api::configure),
        (club::api::ROUTES, club::api::configure),
        (club::pages::ROUTES, club::pages::configure),
        (members::api::lists::ROUTES, members::api::lists::configure),
        (members::api::outside_ratings::ROUTES, members::api::outside_ratings::configure),
        (tournaments::exchange::api::ROUTES, tournaments::exchange::api::configure),
        (members::pages::ROUTES, members::pages::configure),
        (members::erasure::api::ROUTES, members::erasure::api::configure),
        (members::erasure::pages::ROUTES, members::erasure::pages::configure),
        (sessions::api::ROUTES, sessions::api::configure),
        (sessions::pages::ROUTES, sessions::pages::configure),
        (tournaments::pages::ROUTES, tournaments::pages::configure),
        (conduct::api::ROUTES, conduct::api::configure),
        (conduct::pages::ROUTES, conduct::pages::configure),
        (elections::api::ROUTES, elections::api::configure),
        (elections::pages::ROUTES, elections::pages::configure),
        (conduct::decisions::api::ROUTES, conduct::decisions::api::configure),
        (conduct::decisions::pages::ROUTES, conduct::decisions::pages::configure),
        (court::api::ROUTES, court::api::configure),
        (court::pages::ROUTES, court::pages::configure),
        (conduct::declarations::api::ROUTES, conduct::declarations::api::configure),
        (conduct::declarations::pages::ROUTES, conduct::declarations::pages::configure),
        (conduct::reports::api::ROUTES, conduct::reports::api::configure),
        (conduct::reports::pages::ROUTES, conduct::reports::pages::configure),
        (conduct::chief_acts::api::ROUTES, conduct::chief_acts::api::configure),
        (conduct::chief_acts::pages::ROUTES, conduct::chief_acts::pages::configure),
        (deadlines::api::ROUTES, deadlines::api::configure),
        (deadlines::pages::ROUTES, deadlines::pages::configure),
        (games::api::ROUTES, games::api::configure),
        (games::api::afterwards::ROUTES, games::api::afterwards::configure),
        (tournaments::api::ROUTES, tournaments::api::configure),
        (assets::ROUTES, assets::configure),
        (start::ROUTES, start::configure),
        (desk::ROUTES, desk::configure),
        (today::ROUTES, today::configure),
        (administration::ROUTES, administration::configure),
        (checks::api::ROUTES, checks::api::configure),
        (checks::pages::ROUTES, checks::pages::configure),
        (timekeeping::api::ROUTES, timekeeping::api::configure),
        (timekeeping::pages::ROUTES, timekeeping::pages::configure),
        (clock::ROUTES, clock::configure),
        (privacy::ROUTES, privacy::configure),
        (offline::ROUTES, offline::configure),
        (help::ROUTES, help::configure),
        (auth::api::ROUTES, auth::api::configure),
        (auth::pages::ROUTES, auth::pages::configure),
        (notify::api::ROUTES, notify::api::configure),
        (notify::pages::ROUTES, notify::pages::configure),
        (exchange::api::ROUTES, exchange::api::configure),
        (exchange::backup::api::ROUTES, exchange::backup::api::configure),
        (exchange::backup::pages::ROUTES, exchange::backup::pages::configure),
        (exchange::export::api::ROUTES, exchange::export::api::configure),
        (exchange::export::pages::ROUTES, exchange::export::pages::configure),
        (games::pages::ROUTES, games::pages::configure),
        (ratings::pages::ROUTES, ratings::pages::configure),
        (party::api::ROUTES, party::api::configure),
        (party::pages::ROUTES, party::pages::configure),
        (multiplayer::api::ROUTES, multiplayer::api::configure),
        (multiplayer::pages::ROUTES, multiplayer::pages::configure),
        (multiplayer::ratings::api::ROUTES, multiplayer::ratings::api::configure),
        (multiplayer::ratings::pages::ROUTES, multiplayer::ratings::pages::configure),
        (tables::api::ROUTES, tables::api::configure),
        (tables::pages::ROUTES, tables::pages::configure),
        (chess::api::ROUTES, chess::api::configure),
        (chess::pages::ROUTES, chess::pages::configure),
        (nomic::api::ROUTES, nomic::api::configure),
        (nomic::pages::ROUTES, nomic::pages::configure),
        (chess::evidence::api::ROUTES, chess::evidence::api::configure),
        (chess::evidence::pages::ROUTES, chess::evidence::pages::configure),
    ]
}

type Configure = fn(&mut Router);

/// The table of who may call what.
pub fn routes() -> impl Iterator<Item = Route> {
    capabilities().iter().flat_map(|(routes, _)| routes.iter().copied())
}

fn configure(config: &mut ServiceConfig) {
    let mut router = Router::default();
    for (_, capability) in capabilities() {
        capability(&mut router);
    }
    router.mount(config);
    config.service(web::resource("/openapi.json").guard(guard::Get()).to(openapi::answer));
    config.service(web::redirect("/docs", "/docs/"));
    // Without the bar at the top, whose picture would need a style of its own in the page.
    let plain = utoipa_swagger_ui::Config::from("/openapi.json").use_base_layout();
    config.service(utoipa_swagger_ui::SwaggerUi::new("/docs/{_:.*}").config(plain));
    config.default_service(web::to(unknown));
}

/// The nearest page above an address, for readers who come back to one that only takes forms.
fn page_above<'a>(mut pattern: &str, mut path: &'a str) -> &'a str {
    while let (Some((above, _)), Some((place, _))) = (pattern.rsplit_once('/'), path.rsplit_once('/')) {
        if routes().any(|route| route.method == "GET" && route.path == above) {
            return place;
        }
        (pattern, path) = (above, place);
    }
    "/"
}

/// What no route answers: 405 where the path exists for other methods, 404 otherwise. A browser that only looks is
/// led to the page above.
async fn unknown(request: HttpRequest) -> Result<HttpResponse, Error> {
    let pattern = request.match_pattern().unwrap_or_default();
    let allowed: Vec<&str> = routes().filter(|route| route.path == pattern).map(|route| route.method).collect();
    if allowed.is_empty() {
        return Err(crate::not_found!("page or resource").into());
    }
    if request.method() == Method::GET && layout::wants_page(&request) {
        return Ok(see(page_above(&pattern, request.path())));
    }
    let allowed = allowed.join(", ");
    let (method, path) = (request.method().as_str(), request.path());
    let detail = say!("{method} is not something {path} does; it answers {allowed}.", method, path, allowed = &allowed);
    let mut answer =
        problem::document(StatusCode::METHOD_NOT_ALLOWED, "/problems/method", say!("Method not allowed"), detail);
    if let Ok(value) = header::HeaderValue::from_str(&allowed) {
        answer.headers_mut().insert(header::ALLOW, value);
    }
    Ok(answer)
}

/// Starts serving on a listening socket.
pub fn serve(app: App, listener: std::net::TcpListener) -> std::io::Result<Server> {
    let workers = usize::from(app.config.workers);
    actix_web::rt::spawn(answer_cache::watch(app.db.clone(), app.answer_cache.clone()));
    if let Some(standby) = app.db.standby().cloned() {
        let cache = app.answer_cache.clone();
        actix_web::rt::spawn(standby.watch(move || cache.version()));
    }
    let metrics = Data::from(Metrics::new(&app));
    let counts = Data::new(Counts::default());
    let app = Data::new(app);
    let gate = Data::new(Gate::new(routes(), app.config.requests_per_minute));
    let server = HttpServer::new(move || {
        HttpApp::new()
            .app_data(app.clone())
            .app_data(gate.clone())
            .app_data(metrics.clone())
            .app_data(counts.clone())
            .app_data(
                web::PathConfig::default()
                    .error_handler(|_, _| Error::from(crate::not_found!("page or resource")).into()),
            )
            .wrap(from_fn(requests::answer))
            .configure(configure)
    })
    .workers(workers)
    .shutdown_timeout(STOPPING)
    .disable_signals()
    .listen(listener)?
    .run();
    Ok(server)
}
