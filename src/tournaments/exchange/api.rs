//! Files of tournaments over HTTP.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use rookery_messages::{Message, say};
use rookery_pairings::trf::{Edition, Report};
use serde::Deserialize;

use super::{Listed, ReadReport, files, report};
use crate::App;
use crate::action::api::once;
use crate::auth::{Actor, Viewpoint};
use crate::config::host_of;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Params, problem::Problem};
use crate::id::PersonId;
use crate::members::{self, OutsideList};
use crate::routes;
use crate::tournaments::rules::Facts;
use crate::tournaments::views::Standings;
use crate::tournaments::{Tournament, TournamentId, store, views};
use crate::web::catalogue::Language;

routes! {
    POST "/api/v1/tournaments/report" => read, Moderator;
    GET "/api/v1/tournaments/{id}/report.trf" => write, Insider;
    GET "/api/v1/tournaments/{id}/games.pgn" => games, Club;
    GET "/api/v1/tournaments/{id}/standings.csv" => standings, Club;
    GET "/api/v1/tournaments/{id}/teams.csv" => teams, Club;
    GET "/api/v1/tournaments/{id}/rounds.ics" => rounds, Club;
}

/// Bytes that a report may have: one of 9999 players in 99 rounds has ten million, one of a club a few thousand.
const LARGEST: usize = 1 << 20;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct GuestsQuery {
    /// Players whom nobody of the club is come in as guests.
    #[serde(default)]
    add_guests: bool,
}

/// Makes an unrated tournament of a report file (TRF26, TRF16), all of it or nothing: players are matched to people by FIDE
/// number, then by exact name.
#[utoipa::path(post, path = "/api/v1/tournaments/report", tag = "tournaments", params(GuestsQuery),
    request_body(content = Vec<u8>, content_type = "text/plain"),
    responses((status = 201, body = Tournament), (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn read(app: Data<App>, actor: Actor, request: HttpRequest, payload: Payload) -> Result<Answer, Error> {
    let (GuestsQuery { add_guests }, body) = http::upload::<GuestsQuery>(&request, payload, LARGEST).await?;
    let report = body.map(|file| ReadReport { file: file.to_vec(), add_guests });
    once(&app, &actor, report, |tx, id| {
        Answer::created(format!("/api/v1/tournaments/{id}"), &store::tournament(tx.db, id)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct EditionQuery {
    /// 26 or 16; that of the file that the tournament was read from, else 26, if nothing is said.
    edition: Option<i64>,
}

fn edition(which: &EditionQuery) -> Result<Option<Edition>, Refusal> {
    match which.edition {
        None => Ok(None),
        Some(26) => Ok(Some(Edition::Trf26)),
        Some(16) => Ok(Some(Edition::Trf16)),
        Some(_) => Err(Refusal::field("edition", say!("There are two editions of reports: 26 and 16."))),
    }
}

/// The tournament's report file, with the rounds whose boards all have results; what the file that it was read from says
/// is written as it was. Numbers that federations gave to people, and what else such a file says of them, are for
/// moderators: others read a file without.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/report.trf", tag = "tournaments",
    params(("id" = i64, Path), EditionQuery),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn write(
    app: Data<App>,
    reader: Viewpoint,
    id: Path<TournamentId>,
    Params(which): Params<EditionQuery>,
) -> Result<HttpResponse, Error> {
    let (now, edition) = (app.clock.now(), edition(&which)?);
    let moderates = reader.roles.may_moderate();
    let file = app.db.read(move |db| {
        let facts = store::facts(db, *id, now)?;
        let kept = store::report(db, *id)?.filter(|_| moderates);
        let read = kept.as_ref().map(|kept| Report::read(kept.text())).transpose();
        let read = read.map_err(|fault| Error::internal(format!("a stored report: {fault}")))?;
        let text = report(&facts, read, edition, &listed(db, &facts, moderates)?)?.write();
        Ok(kept.map_or_else(|| text.clone().into_bytes(), |kept| kept.bytes(&text)))
    });
    Ok(saved("text/plain; charset=utf-8", "report.trf", file.await?))
}

/// What reports say of those who take part: to who moderates, with the numbers that federations gave them.
fn listed(db: &mut Db, facts: &Facts, moderates: bool) -> Result<impl Fn(PersonId) -> Listed + use<>, Error> {
    let people: Vec<PersonId> = facts.players.iter().map(|player| player.person).collect();
    let mut held = members::store::outside(db, &people)?;
    if !moderates {
        held.values_mut().for_each(|own| own.number = None);
    }
    let name = store::naming(db, facts)?;
    Ok(move |person| {
        let fide = held.get(&(person, OutsideList::Fide)).cloned().unwrap_or_default();
        let national = held.get(&(person, OutsideList::National)).cloned();
        Listed { name: name(person), fide_number: fide.number, title: fide.title, national }
    })
}

/// An answer that a browser saves as a file.
fn saved(kind: &'static str, name: &'static str, bytes: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(bytes.into())
}

/// The games that count, as PGN, with the tournament's name, round and board.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/games.pgn", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String), (status = 404, body = Problem)))]
async fn games(app: Data<App>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let file = app.db.read(move |db| {
        let facts = store::facts(db, *id, now)?;
        let name = store::naming(db, &facts)?;
        files::games(db, &facts, &name)
    });
    Ok(saved("application/x-chess-pgn", "games.pgn", file.await?))
}

/// The table, a line a player.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/standings.csv", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 404, body = Problem)))]
async fn standings(app: Data<App>, request: HttpRequest, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let table = table(&app, &request, *id).await?;
    Ok(saved("text/csv; charset=utf-8", "standings.csv", files::table(&table)?))
}

/// The table of teams, a line a team; without lines where people play for themselves.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/teams.csv", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 404, body = Problem)))]
async fn teams(app: Data<App>, request: HttpRequest, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let table = table(&app, &request, *id).await?;
    Ok(saved("text/csv; charset=utf-8", "teams.csv", files::teams(&table)?))
}

/// The table after the last round.
async fn table(app: &App, request: &HttpRequest, id: TournamentId) -> Result<Standings, Error> {
    let (now, language) = (app.clock.now(), Language::of(request));
    let read = app.db.read(move |db| {
        let facts = store::facts(db, id, now)?;
        let name = store::naming(db, &facts)?;
        views::standings(&facts, None, &name, language)
    });
    read.await
}

/// The rounds, as other calendars subscribe to them.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/rounds.ics", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/calendar", body = String), (status = 404, body = Problem)))]
async fn rounds(app: Data<App>, request: HttpRequest, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let (now, club, language) = (app.clock.now(), app.club.now(), Language::of(&request));
    let host = host_of(&app.config.url).to_owned();
    let file = app.db.read(move |db| {
        let facts = store::facts(db, *id, now)?;
        files::calendar(db, &facts, &club, &|message: &Message| language.say(message), &host, now)
    });
    Ok(HttpResponse::Ok().content_type("text/calendar; charset=utf-8").body(file.await?))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(read, write, games, standings, teams, rounds))]
pub struct Docs;
