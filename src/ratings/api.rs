//! The leaderboard, ledgers and scores over HTTP.

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use futures_util::stream;
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use super::board::{Leaderboard, Line, PAGE};
use super::history::{self, Entry, ScorePoint};
use crate::App;
use crate::auth::{Pass, Viewpoint};
use crate::conduct::decisions::veil::{self, Veil};
use crate::error::{Error, Refusal};
use crate::http::{Answer, Page, PageRequest, Params, instant, problem::Problem, unchanged};
use crate::id::PersonId;
use crate::routes;

routes! {
    GET "/api/v1/leaderboard" => leaderboard, Leaderboard;
    GET "/api/v1/leaderboard/changes" => changes, Leaderboard;
    GET "/api/v1/members/{id}/standing" => standing, Club;
    GET "/api/v1/members/{id}/ledger" => entries, Club;
    GET "/api/v1/members/{id}/scores" => scores, Club;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LeaderboardQuery {
    /// Members to skip from the top.
    offset: Option<usize>,
    /// Members wanted, 1 to 200; 50 if not said.
    limit: Option<usize>,
    /// The standings as they were just after this instant (RFC 3339), instead of now.
    at: Option<DateTime<Utc>>,
}

fn limit(wanted: Option<usize>) -> Result<usize, Refusal> {
    match wanted.unwrap_or(PAGE) {
        limit @ 1..=200 => Ok(limit),
        other => Err(Refusal::field("limit", say!("{other} is not between 1 and 200.", other))),
    }
}

/// The leaderboard: highest score first, equal scores by short name. People from outside read it with short names, where the
/// house rule `visitors` lets them.
#[utoipa::path(get, path = "/api/v1/leaderboard", tag = "leaderboard", params(LeaderboardQuery),
    responses((status = 200, body = Leaderboard), (status = 304), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn leaderboard(app: Data<App>, reader: Viewpoint, request: HttpRequest) -> Result<HttpResponse, Error> {
    if request.query_string().is_empty() {
        return Ok(app.board.first_page(reader, |ready| {
            if unchanged(&request, &ready.etag) {
                return HttpResponse::NotModified().insert_header((header::ETAG, ready.etag.as_str())).finish();
            }
            HttpResponse::Ok()
                .insert_header((header::CONTENT_TYPE, "application/json"))
                .insert_header((header::ETAG, ready.etag.as_str()))
                .insert_header((header::VARY, "Authorization, Cookie"))
                .body(ready.body.clone())
        }));
    }
    let Params(which) = <Params<LeaderboardQuery> as actix_web::FromRequest>::extract(&request).await?;
    let (offset, limit) = (which.offset.unwrap_or(0), limit(which.limit)?);
    let page = match which.at {
        None => app.board.page(offset, limit),
        Some(at) => {
            let (at, now, reader) = (instant::kept("at", at)?, app.clock.now(), Viewpoint::of_request(&request));
            let read = app.db.read(move |db| {
                let veil = Veil::before(db, reader, now)?;
                let added = veil::past_standings(db, at, &veil)?;
                history::leaderboard_at(db, at, &added, offset, limit)
            });
            read.await?
        }
    };
    let answer = Answer::ok(&app.board.as_read_by(reader, page))?.tagged();
    Ok(actix_web::Responder::respond_to(answer, &request))
}

/// Server-sent events: one `leaderboard` event, with the new version, whenever the board changes; their end where the
/// reader may no longer read it.
#[utoipa::path(get, path = "/api/v1/leaderboard/changes", tag = "leaderboard",
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 401, body = Problem),
        (status = 403, body = Problem)))]
async fn changes(app: Data<App>, request: HttpRequest) -> HttpResponse {
    let (mut changes, pass) = (app.board.changes(), Pass::of(&app, &request));
    // The first event comes at once: anybody who connects late knows what is current.
    changes.mark_changed();
    let events = stream::unfold((changes, pass, app), async |(mut changes, mut pass, app)| {
        let event = tokio::select! {
            biased;
            () = pass.due() => match pass.reader(&app).await {
                // Something now and then, so that a dead connection is noticed.
                Some(reader) if reader.reads_the_leaderboard() => ": still here\n\n".to_owned(),
                _ => return None,
            },
            changed = changes.changed() => {
                changed.ok()?;
                let version = *changes.borrow_and_update();
                format!("event: leaderboard\nid: {version}\ndata: {{\"version\":{version}}}\n\n")
            }
        };
        Some((Ok::<_, Error>(Bytes::from(event)), (changes, pass, app)))
    });
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        // Proxies would hold back what is to be seen at once.
        .insert_header(("X-Accel-Buffering", "no"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(events)
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Around {
    /// Members on the page around, 1 to 200; 11 if not said.
    limit: Option<usize>,
}

/// Where a member stands: rank, and the page around.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct StandingAnswer {
    standing: Line,
    around: Leaderboard,
}

/// A member's rank and the neighbours around.
#[utoipa::path(get, path = "/api/v1/members/{id}/standing", tag = "leaderboard",
    params(("id" = i64, Path), Around),
    responses((status = 200, body = StandingAnswer), (status = 304), (status = 404, body = Problem)))]
async fn standing(app: Data<App>, id: Path<i64>, Params(around): Params<Around>) -> Result<Answer, Error> {
    let limit = limit(around.limit.or(Some(11)))?;
    let around = app.board.around(*id, limit).ok_or_else(|| crate::not_found!("member on the leaderboard"))?;
    let standing = around.items.iter().find(|line| line.id == Some(*id)).cloned();
    let standing = standing.ok_or_else(|| Error::internal("a page around a member is without that member"))?;
    Ok(Answer::ok(&StandingAnswer { standing, around })?.tagged())
}

/// A member's ledger, newest first: the sum of all deltas is the score.
///
/// Who may not know what was decided about a member (`public_initials`) reads joining, leaving and games as the log now
/// has them, and all else that moved the score between two sessions as one entry, `Correction`.
#[utoipa::path(get, path = "/api/v1/members/{id}/ledger", tag = "leaderboard",
    params(("id" = i64, Path), PageRequest),
    responses((status = 200, body = Page<Entry>), (status = 422, body = Problem)))]
async fn entries(
    app: Data<App>,
    reader: Viewpoint,
    id: Path<PersonId>,
    Params(page): Params<PageRequest>,
) -> Result<Page<Entry>, Error> {
    let (limit, after, now) = (page.limit()?, page.after()?, app.clock.now());
    let read = app.db.read(move |db| {
        let veil = Veil::before(db, reader, now)?;
        veil::entries(db, *id, after, limit + 1, &veil)
    });
    let entries = read.await?;
    Ok(Page::of(entries, limit, |entry| entry.id))
}

/// How a member's score went, oldest first: what would have been shown had all that was found out
/// since been known at the time.
#[utoipa::path(get, path = "/api/v1/members/{id}/scores", tag = "leaderboard", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<ScorePoint>), (status = 304)))]
async fn scores(app: Data<App>, reader: Viewpoint, id: Path<PersonId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let veil = Veil::before(db, reader, now)?;
        veil::scores(db, *id, &veil)
    });
    let points = read.await?;
    Ok(Answer::ok(&points)?.tagged())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(leaderboard, changes, standing, entries, scores))]
pub struct Docs;
