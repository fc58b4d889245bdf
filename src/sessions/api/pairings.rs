//! Pairings over HTTP: recommended, announced, on the wall chart; and pairs kept apart.

use std::collections::{BTreeSet, HashMap};

use actix_web::web::{Data, Path};
use serde::Serialize;

use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Viewpoint};
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::Veil;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::sessions::actions::{AllowPair, Announce, NewForbiddenPair, NewRound, TakeBackRound};
use crate::sessions::pairing;
use crate::sessions::rounds;
use crate::sessions::store::pairs::{self, Announced, ChartGame, ForbiddenPair};
use crate::sessions::{ForbiddenPairId, Session, store};

/// A person with the name.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = NamedPerson)]
pub struct Named {
    person: PersonId,
    name: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RecommendedBoard {
    white: Named,
    black: Named,
    /// How often the two met in the last six sessions.
    meetings: u32,
    score_gap: u32,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Recommended {
    /// From the strongest player's board down.
    boards: Vec<RecommendedBoard>,
    byes: Vec<Named>,
    /// Present, but no member, or banned (Acts 0.7, 0.9).
    left_out: Vec<Named>,
    /// Time penalties of those present, to be taken from the clock in their next game (Act I.2.1).
    time_penalties: Vec<OwedPenalty>,
}

fn named(names: &HashMap<PersonId, String>, person: PersonId) -> Named {
    Named { person, name: names.get(&person).cloned().unwrap_or_default() }
}

/// Recommends pairings among the members on the register now: fewest recent meetings, then nearest
/// scores, colours balanced, forbidden pairs apart, a bye for who has had the fewest.
#[utoipa::path(get, path = "/api/v1/sessions/{id}/recommended_pairings", tag = "pairings",
    params(("id" = i64, Path)),
    responses((status = 200, body = Recommended), (status = 404, body = Problem)))]
pub(crate) async fn recommended(app: Data<App>, reader: Viewpoint, id: Path<SessionId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let recommended = app
        .db
        .read(move |db| {
            let session = store::known(db, *id)?;
            let present = rounds::present(db, &session, now)?;
            let recommended = rounds::recommended(db, &session, &present)?;
            let people: Vec<PersonId> =
                present.may_play().into_iter().chain(present.left_out.iter().copied()).collect();
            let names = members::store::names(db, &people)?;
            let board = |board: pairing::Board| RecommendedBoard {
                white: named(&names, PersonId(board.white)),
                black: named(&names, PersonId(board.black)),
                meetings: board.meetings,
                score_gap: board.score_gap,
            };
            let time_penalties = Veil::before(db, reader, now)?.owed_penalties(db, &people)?;
            Ok(Recommended {
                boards: recommended.boards.into_iter().map(board).collect(),
                byes: recommended.byes.into_iter().map(|id| named(&names, PersonId(id))).collect(),
                left_out: present.left_out.into_iter().map(|person| named(&names, person)).collect(),
                time_penalties,
            })
        })
        .await?;
    Answer::ok(&recommended)
}

/// Announces the next round of a session: the recommended one, or one that the desk chose.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/pairings", tag = "pairings", request_body = NewRound,
    params(("id" = i64, Path)),
    responses((status = 201, body = Vec<Announced>), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn announce(
    app: Data<App>,
    actor: Actor,
    id: Path<SessionId>,
    body: Body<NewRound>,
) -> Result<Answer, Error> {
    let id = *id;
    once(&app, &actor, body.map(|round| Announce(id, round)), move |_, rows| {
        Answer::created(format!("/api/v1/sessions/{id}/chart"), &rows)
    })
    .await
}

/// Takes back the round that was announced last, while the session is on and no game of it was entered (409 with
/// `game` where one was). Everybody is told; its number can be announced again.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}/pairings/{round}", tag = "pairings",
    params(("id" = i64, Path), ("round" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn take_back(app: Data<App>, actor: Actor, which: Path<(SessionId, i64)>) -> Result<Answer, Error> {
    let (id, round) = *which;
    each_time(&app, &actor, TakeBackRound(id, round), |_, ()| Ok(Answer::nothing())).await
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Chart {
    session: Session,
    /// Rounds as announced; a row without black is a bye.
    pairings: Vec<Announced>,
    games: Vec<ChartGame>,
    /// Everybody named above.
    people: Vec<Named>,
    /// Time penalties that any of them has not served yet (Act I.2.1).
    time_penalties: Vec<OwedPenalty>,
}

/// The wall chart of a session: what was announced and what was played.
#[utoipa::path(get, path = "/api/v1/sessions/{id}/chart", tag = "pairings", params(("id" = i64, Path)),
    responses((status = 200, body = Chart), (status = 304), (status = 404, body = Problem)))]
pub(crate) async fn chart(app: Data<App>, reader: Viewpoint, id: Path<SessionId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let chart = app
        .db
        .read(move |db| {
            let session = store::known(db, *id)?;
            let pairings = pairs::announced(db, session.id)?;
            let veil = Veil::before(db, reader, now)?;
            let mut games = pairs::games_of(db, session.id)?;
            games.retain(|game| veil.shows_on_chart(game));
            let paired = pairings.iter().flat_map(|row| [Some(row.white), row.black]).flatten();
            let people: BTreeSet<PersonId> =
                paired.chain(games.iter().flat_map(|game| [game.white, game.black])).collect();
            let people: Vec<PersonId> = people.into_iter().collect();
            let names = members::store::names(db, &people)?;
            let time_penalties = veil.owed_penalties(db, &people)?;
            let people = people.into_iter().map(|person| named(&names, person)).collect();
            Ok(Chart { session, pairings, games, people, time_penalties })
        })
        .await?;
    Ok(Answer::ok(&chart)?.tagged())
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ForbiddenPairs {
    pairs: Vec<ForbiddenPair>,
}

/// The pairs kept apart; for moderators.
#[utoipa::path(get, path = "/api/v1/forbidden_pairs", tag = "pairings",
    responses((status = 200, body = ForbiddenPairs)))]
pub(crate) async fn forbidden_pairs(app: Data<App>) -> Result<Answer, Error> {
    let pairs = app.db.read(pairs::forbidden).await?;
    Answer::ok(&ForbiddenPairs { pairs })
}

/// Keeps two people apart in pairings.
#[utoipa::path(post, path = "/api/v1/forbidden_pairs", tag = "pairings", request_body = NewForbiddenPair,
    responses((status = 201, body = ForbiddenPair), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn forbid_pair(app: Data<App>, actor: Actor, body: Body<NewForbiddenPair>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, pair| Answer::created("/api/v1/forbidden_pairs".to_owned(), &pair)).await
}

/// Lets a pair play again.
#[utoipa::path(delete, path = "/api/v1/forbidden_pairs/{id}", tag = "pairings", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(crate) async fn allow_pair(app: Data<App>, actor: Actor, id: Path<ForbiddenPairId>) -> Result<Answer, Error> {
    each_time(&app, &actor, AllowPair(*id), |_, ()| Ok(Answer::nothing())).await
}
