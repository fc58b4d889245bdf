//! `/metrics`: what an operator watches, in the text format that Prometheus reads.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::App;
use crate::db::Unready;
use crate::db::standby::Standby;
use crate::error::Error;
use crate::http::address::is_public;
use crate::{audit, notify, routes};

routes! {
    GET "/metrics" => metrics, Probe;
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    method: &'static str,
    /// The route's pattern, or `none`.
    route: String,
    status: u16,
}

type Requests = Family<Request, Histogram, fn() -> Histogram>;
type Fraction = Gauge<f64, AtomicU64>;

/// Gauges that are read when somebody asks.
#[derive(Default)]
struct Readings {
    outbox_waiting: Gauge,
    outbox_failed: Gauge,
    outbox_oldest: Fraction,
    readers_open: Gauge,
    readers_idle: Gauge,
    answers: Gauge,
    takes_changes: Gauge,
    board_version: Gauge,
    board_members: Gauge,
    acts: Gauge,
    clock_leapt: Gauge,
}

/// What this replica counts.
pub struct Metrics {
    registry: Registry,
    requests: Requests,
    readings: Readings,
}

fn durations() -> Histogram {
    // From half a millisecond to eight seconds.
    Histogram::new(exponential_buckets(0.0005, 2.0, 15))
}

impl Metrics {
    pub fn new(app: &App) -> Arc<Metrics> {
        let mut registry = Registry::with_prefix("rookery");
        let requests = Requests::new_with_constructor(durations);
        let told = "Time from a request to the head of its answer, by route and status";
        registry.register_with_unit("http_request_duration", told, Unit::Seconds, requests.clone());
        let meters = app.db.meters();
        registry.register("writer_queue", "Writes that wait for the writer or are being written", meters.queue.clone());
        registry.register("writer_batch", "Writes that shared a commit", meters.batch.clone());
        let told = "Time that a batch took, its commit included";
        registry.register_with_unit("writer_commit", told, Unit::Seconds, meters.commit.clone());
        if let Some(counts) = app.db.standby().map(Standby::counts) {
            registry.register("standby_reads", "Reads that the standby answered", counts.reads.clone());
            let told = "Reads that the main server answered because the standby could not";
            registry.register("standby_passed", told, counts.passed.clone());
            registry.register("standby_behind", "Changes that the standby had yet to replay", counts.behind.clone());
        }
        let readings = Readings::default();
        for (name, told, gauge) in [
            ("outbox_waiting", "Messages yet to be delivered", &readings.outbox_waiting),
            ("outbox_failed", "Messages that were given up", &readings.outbox_failed),
            ("database_readers_open", "Connections for reading", &readings.readers_open),
            ("database_readers_idle", "Connections for reading that nobody uses now", &readings.readers_idle),
            ("database_answers", "1 while the database answers, 0 while it does not", &readings.answers),
            ("database_takes_changes", "1 while changes can be written, 0 while they cannot", &readings.takes_changes),
            ("leaderboard_version", "Version of the leaderboard that this replica shows", &readings.board_version),
            ("leaderboard_members", "Members on the leaderboard", &readings.board_members),
            ("act_log_length", "Acts in the log", &readings.acts),
            (
                "clock_leapt",
                "1 while the clock shows what it should not and what acts by time waits",
                &readings.clock_leapt,
            ),
        ] {
            registry.register(name, told, gauge.clone());
        }
        let told = "Age of the message that has waited longest";
        registry.register_with_unit("outbox_oldest", told, Unit::Seconds, readings.outbox_oldest.clone());
        Arc::new(Metrics { registry, requests, readings })
    }

    /// Values that only the database has. If it does not answer, the last ones are repeated.
    async fn ask(&self, app: &App) -> Result<(), Error> {
        let readings = &self.readings;
        match app.db.look(|db| Ok((notify::worker::backlog(db)?, audit::length(db)?))).await {
            Ok((outbox, acts)) => {
                readings.outbox_waiting.set(outbox.waiting);
                readings.outbox_failed.set(outbox.failed);
                let age = outbox.oldest.map_or(0, |oldest| (app.clock.now() - oldest).num_milliseconds().max(0));
                #[expect(clippy::cast_precision_loss, reason = "milliseconds of a wait are far below 2^52")]
                readings.outbox_oldest.set(age as f64 / 1000.0);
                readings.acts.set(acts);
                Ok(())
            }
            Err(Error::Away(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn read(&self, app: &App) -> Result<(), Error> {
        let readings = &self.readings;
        if !app.db.health().is_away() {
            self.ask(app).await?;
        }
        let ready = app.db.health().is_ready();
        readings.answers.set((ready != Err(Unready::Away)).into());
        readings.takes_changes.set(ready.is_ok().into());
        let pool = app.db.pool();
        readings.readers_open.set(pool.connections.into());
        readings.readers_idle.set(pool.idle_connections.into());
        let board = app.board.page(0, 0);
        readings.board_version.set(board.version);
        readings.board_members.set(i64::try_from(board.members).unwrap_or(i64::MAX));
        readings.clock_leapt.set(app.watch.has_leapt().into());
        Ok(())
    }
}

/// What an operator watches: requests, the writer, the outbox, connections, the leaderboard, the act log.
///
/// In the OpenMetrics text format. It names nobody. It is answered to this machine and its own network only, and to
/// nothing that a proxy forwards.
#[utoipa::path(get, path = "/metrics", tag = "service",
    responses((status = 200, content_type = "application/openmetrics-text", body = String), (status = 404), (status = 503)))]
async fn metrics(request: HttpRequest, app: Data<App>, metrics: Data<Metrics>) -> Result<HttpResponse, Error> {
    if !comes_from_inside(&request) {
        return Err(crate::not_found!("page or resource").into());
    }
    metrics.read(&app).await?;
    let mut body = String::new();
    text::encode(&mut body, &metrics.registry).map_err(Error::internal)?;
    Ok(HttpResponse::Ok().content_type("application/openmetrics-text; version=1.0.0; charset=utf-8").body(body))
}

/// Whether a request was made on this machine or its own network, without a proxy that carries the public's requests.
fn comes_from_inside(request: &HttpRequest) -> bool {
    let forwarded = ["X-Forwarded-For", "Forwarded"].iter().any(|name| request.headers().contains_key(*name));
    !forwarded && request.peer_addr().is_none_or(|peer| !is_public(peer.ip()))
}

/// How a method is counted. Those that no route answers count as one: else anybody who thinks up methods would choose how
/// much is kept of them.
fn told(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

impl Metrics {
    /// Counts and times a request: by its method, its route's pattern and the status it was answered with.
    pub fn count(&self, method: &Method, route: Option<String>, status: StatusCode, began: Instant) {
        let route = route.unwrap_or_else(|| "none".to_owned());
        let counted = Request { method: told(method), route, status: status.as_u16() };
        self.requests.get_or_create(&counted).observe(began.elapsed().as_secs_f64());
    }
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(metrics))]
pub struct Docs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_for_this_machine_and_its_network() {
        let asked = |peer: &str, header: Option<&'static str>| {
            let request = actix_web::test::TestRequest::get().peer_addr(peer.parse().unwrap());
            let request = header.into_iter().fold(request, |request, name| request.insert_header((name, "192.0.2.7")));
            comes_from_inside(&request.to_http_request())
        };
        for (peer, header, answered) in [
            ("127.0.0.1:9", None, true),
            ("10.0.0.7:9", None, true),
            ("[fd12::1]:9", None, true),
            ("93.184.216.34:9", None, false),
            ("127.0.0.1:9", Some("X-Forwarded-For"), false),
            ("127.0.0.1:9", Some("Forwarded"), false),
        ] {
            assert_eq!(asked(peer, header), answered, "{peer} {header:?}");
        }
    }

    #[test]
    fn methods_that_nobody_has_heard_of_are_one() {
        for (sent, counted) in [("GET", "GET"), ("BREW", "other"), ("BREW2", "other")] {
            assert_eq!(told(&Method::from_bytes(sent.as_bytes()).unwrap()), counted);
        }
    }
}
