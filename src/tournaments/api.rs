//! Tournaments over HTTP.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::actions::{
    Absent, Announce, AnswerChallenge, Challenge, End, Enter, EnterResult, NewTournament, OfBoard, OfChallenge, On,
    TakeBackChallenge, TakeBackRound, Withdraw,
};
use super::views::{self, Next, Standings, Whole};
use super::{ChallengeId, Tournament, TournamentId, store};
use crate::App;
use crate::action::Action;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;
use crate::web::catalogue::Language;

routes! {
    GET "/api/v1/tournaments" => list, Club;
    POST "/api/v1/tournaments" => found, Moderator;
    GET "/api/v1/tournaments/{id}" => one, Club;
    POST "/api/v1/tournaments/{id}/players" => enter, Insider, OneselfOrDesk;
    POST "/api/v1/tournaments/{id}/withdrawals" => withdraw, Insider, OneselfOrDesk;
    PUT "/api/v1/tournaments/{id}/absences" => set_absence, Insider, OneselfOrDesk;
    GET "/api/v1/tournaments/{id}/rounds/next" => next_round, Moderator;
    POST "/api/v1/tournaments/{id}/rounds" => announce, Moderator;
    DELETE "/api/v1/tournaments/{id}/rounds/{round}" => remove_round, Moderator;
    PUT "/api/v1/tournaments/{id}/rounds/{round}/boards/{board}/result" => enter_result, Entry, PlayerOrDesk;
    GET "/api/v1/tournaments/{id}/standings" => standings, Club;
    POST "/api/v1/tournaments/{id}/challenges" => challenge, Insider;
    PUT "/api/v1/tournaments/{id}/challenges/{challenge}/answer" => answer_challenge, Insider, Own;
    DELETE "/api/v1/tournaments/{id}/challenges/{challenge}" => remove_challenge, Insider, OneselfOrModerator;
    PUT "/api/v1/tournaments/{id}/challenges/{challenge}/result" => enter_challenge_result, Entry, PlayerOrDesk;
    POST "/api/v1/tournaments/{id}/end" => end, Moderator;
}

/// A tournament as it stands now, as its page tells it.
fn whole(db: &mut Db, id: TournamentId, now: chrono::NaiveDateTime, language: Language) -> Result<Whole, Error> {
    let facts = store::facts(db, id, now)?;
    let name = store::naming(db, &facts)?;
    views::whole(&facts, &name, language)
}

/// What a change makes in a tournament.
#[derive(Clone, Copy)]
enum Makes {
    /// Something that is new there: 201.
    New,
    /// Something that was there otherwise: 200.
    Change,
}

/// Changes a tournament, once for an `Idempotency-Key`; answers with the tournament as it is then.
async fn changed<T>(
    app: &App,
    actor: &Actor,
    request: &HttpRequest,
    id: TournamentId,
    body: Body<T>,
    makes: Makes,
) -> Result<Answer, Error>
where
    On<T>: Action + Send + Sync + 'static,
{
    let language = Language::of(request);
    once(app, actor, body.map(|asked| On(id, asked)), move |tx, _| {
        let whole = whole(tx.db, id, tx.now, language)?;
        match makes {
            Makes::New => Answer::created(format!("/api/v1/tournaments/{id}"), &whole),
            Makes::Change => Answer::ok(&whole),
        }
    })
    .await
}

/// The club's tournaments, the newest first.
#[utoipa::path(get, path = "/api/v1/tournaments", tag = "tournaments", params(PageRequest),
    responses((status = 200, body = Page<Tournament>)))]
async fn list(app: Data<App>, Params(page): Params<PageRequest>) -> Result<Page<Tournament>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| store::list(db, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |tournament| tournament.id.0))
}

/// Founds a tournament: people can be entered at once; nothing is paired before its first round is announced.
#[utoipa::path(post, path = "/api/v1/tournaments", tag = "tournaments", request_body = NewTournament,
    responses((status = 201, body = Tournament), (status = 422, body = Problem)))]
async fn found(app: Data<App>, actor: Actor, body: Body<NewTournament>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, id| {
        Answer::created(format!("/api/v1/tournaments/{id}"), &store::tournament(tx.db, id)?)
    })
    .await
}

/// A tournament with its players, rounds and boards, and the table as the games of the club stand now.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, body = Whole), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, request: HttpRequest, id: Path<TournamentId>) -> Result<Answer, Error> {
    let (now, language) = (app.clock.now(), Language::of(&request));
    Ok(Answer::ok(&app.db.read(move |db| whole(db, *id, now, language)).await?)?.tagged())
}

/// Enters somebody: oneself while entering is open, anybody by a moderator; who withdrew comes back so.
#[utoipa::path(post, path = "/api/v1/tournaments/{id}/players", tag = "tournaments", params(("id" = i64, Path)),
    request_body = Enter,
    responses((status = 201, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn enter(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<Enter>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::New).await
}

/// Withdraws somebody from the rounds to come, oneself or anybody by a moderator; before the first one they were never
/// entered.
#[utoipa::path(post, path = "/api/v1/tournaments/{id}/withdrawals", tag = "tournaments", params(("id" = i64, Path)),
    request_body = Withdraw,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn withdraw(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<Withdraw>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::Change).await
}

/// Says that somebody does not play in a round to come, or that they do after all.
#[utoipa::path(put, path = "/api/v1/tournaments/{id}/absences", tag = "tournaments", params(("id" = i64, Path)),
    request_body = Absent,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn set_absence(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<Absent>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::Change).await
}

/// The round that would be announced now, as it is recommended.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/rounds/next", tag = "tournaments", params(("id" = i64, Path)),
    responses((status = 200, body = Next), (status = 304), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn next_round(app: Data<App>, request: HttpRequest, id: Path<TournamentId>) -> Result<Answer, Error> {
    let (now, language) = (app.clock.now(), Language::of(&request));
    let read = app.db.read(move |db| {
        let facts = store::facts(db, *id, now)?;
        let name = store::naming(db, &facts)?;
        views::next(&facts, &name, language)
    });
    Ok(Answer::ok(&read.await?)?.tagged())
}

/// Announces the next round, as recommended or as chosen. The first one begins the tournament: players get the numbers
/// that they are paired by.
#[utoipa::path(post, path = "/api/v1/tournaments/{id}/rounds", tag = "tournaments", params(("id" = i64, Path)),
    request_body = Announce,
    responses((status = 201, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn announce(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<Announce>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::New).await
}

/// Takes back the round that was announced last, while nothing of it is entered; those who were paired are told.
#[utoipa::path(delete, path = "/api/v1/tournaments/{id}/rounds/{round}", tag = "tournaments",
    params(("id" = i64, Path), ("round" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove_round(app: Data<App>, actor: Actor, path: Path<(TournamentId, i64)>) -> Result<Answer, Error> {
    let (id, round) = path.into_inner();
    each_time(&app, &actor, On(id, TakeBackRound(round)), |_, ()| Ok(Answer::nothing())).await
}

/// Enters a board's result: its players, the desk or a moderator.
///
/// In a rated tournament what was played becomes a game of the club, with all that is asked of one; forfeits, and all
/// results of an unrated tournament, stand in the table alone, and moderators change or clear them here. A game of the
/// club is corrected by the club's own means, and the table follows it.
#[utoipa::path(put, path = "/api/v1/tournaments/{id}/rounds/{round}/boards/{board}/result", tag = "tournaments",
    params(("id" = i64, Path), ("round" = i64, Path), ("board" = i64, Path)), request_body = EnterResult,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn enter_result(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    path: Path<(TournamentId, i64, i64)>,
    body: Body<EnterResult>,
) -> Result<Answer, Error> {
    let (id, round, board) = path.into_inner();
    changed(&app, &actor, &request, id, body.map(|asked| OfBoard(round, board, asked)), Makes::Change).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct AfterRound {
    /// How many rounds are counted; all, if nothing is said.
    round: Option<i64>,
}

/// The table after a round, with what every tie-break came to and how.
#[utoipa::path(get, path = "/api/v1/tournaments/{id}/standings", tag = "tournaments",
    params(("id" = i64, Path), AfterRound),
    responses((status = 200, body = Standings), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem)))]
async fn standings(
    app: Data<App>,
    request: HttpRequest,
    id: Path<TournamentId>,
    Params(after): Params<AfterRound>,
) -> Result<Answer, Error> {
    let (now, language) = (app.clock.now(), Language::of(&request));
    let read = app.db.read(move |db| {
        let facts = store::facts(db, *id, now)?;
        let name = store::naming(db, &facts)?;
        views::standings(&facts, after.round, &name, language)
    });
    Ok(Answer::ok(&read.await?)?.tagged())
}

/// Challenges somebody higher on the ladder, who is told.
#[utoipa::path(post, path = "/api/v1/tournaments/{id}/challenges", tag = "tournaments", params(("id" = i64, Path)),
    request_body = Challenge,
    responses((status = 201, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn challenge(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<Challenge>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::New).await
}

/// Answers a challenge: who declines gives the place up as if they had lost.
#[utoipa::path(put, path = "/api/v1/tournaments/{id}/challenges/{challenge}/answer", tag = "tournaments",
    params(("id" = i64, Path), ("challenge" = i64, Path)), request_body = AnswerChallenge,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn answer_challenge(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    path: Path<(TournamentId, ChallengeId)>,
    body: Body<AnswerChallenge>,
) -> Result<Answer, Error> {
    let (id, challenge) = path.into_inner();
    changed(&app, &actor, &request, id, body.map(|asked| OfChallenge(challenge, asked)), Makes::Change).await
}

/// Takes one's own challenge back, until it is accepted; a moderator any, until it is played.
#[utoipa::path(delete, path = "/api/v1/tournaments/{id}/challenges/{challenge}", tag = "tournaments",
    params(("id" = i64, Path), ("challenge" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove_challenge(
    app: Data<App>,
    actor: Actor,
    path: Path<(TournamentId, ChallengeId)>,
) -> Result<Answer, Error> {
    let (id, challenge) = path.into_inner();
    each_time(&app, &actor, On(id, TakeBackChallenge(challenge)), |_, ()| Ok(Answer::nothing())).await
}

/// Enters the result of a challenge that was accepted, as that of a board is entered.
#[utoipa::path(put, path = "/api/v1/tournaments/{id}/challenges/{challenge}/result", tag = "tournaments",
    params(("id" = i64, Path), ("challenge" = i64, Path)), request_body = EnterResult,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn enter_challenge_result(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    path: Path<(TournamentId, ChallengeId)>,
    body: Body<EnterResult>,
) -> Result<Answer, Error> {
    let (id, challenge) = path.into_inner();
    changed(&app, &actor, &request, id, body.map(|asked| OfChallenge(challenge, asked)), Makes::Change).await
}

/// Ends a tournament; one that has not begun is called off, and who had entered is told.
#[utoipa::path(post, path = "/api/v1/tournaments/{id}/end", tag = "tournaments", params(("id" = i64, Path)),
    request_body = End,
    responses((status = 200, body = Whole), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn end(
    app: Data<App>,
    actor: Actor,
    request: HttpRequest,
    id: Path<TournamentId>,
    body: Body<End>,
) -> Result<Answer, Error> {
    changed(&app, &actor, &request, *id, body, Makes::Change).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    found,
    one,
    enter,
    withdraw,
    set_absence,
    next_round,
    announce,
    remove_round,
    enter_result,
    standings,
    challenge,
    answer_challenge,
    remove_challenge,
    enter_challenge_result,
    end
))]
pub struct Docs;
