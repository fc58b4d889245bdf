//! Games over HTTP.

pub mod afterwards;
mod confirmations;
mod rematches;
mod requests;
mod timed;

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, Responder};
use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_ratings::elo::{Factor, Score, preview as points_of};
use serde::{Deserialize, Serialize};

use super::actions::{Register, Registered};
use super::rules::confirmation::ConfirmationState;
use super::store::{self, Filter, facts};
use super::{State, rules};
use crate::App;
use crate::action::api::once;
use crate::auth::{Actor, Viewpoint};
use crate::conduct::decisions::store::{OwedPenalty, owed_penalties};
use crate::conduct::decisions::veil::Veil;
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, instant};
use crate::id::{GameId, PersonId, SessionId};
use crate::ratings::store::score;
use crate::routes;
use crate::rulebook::{self, HouseRules};
pub use requests::{GameRequest, RecordRequest};

routes! {
    POST "/api/v1/games" => register, Entry, PlayerOrDesk;
    GET "/api/v1/games" => list, Club;
    GET "/api/v1/games/preview" => preview, Club;
    GET "/api/v1/games/{id}" => one, Club;
    GET "/api/v1/games/{id}/pgn" => pgn, Club;
    POST "/api/v1/games/{id}/confirmation" => confirmations::confirm, SignedIn, Player;
    POST "/api/v1/games/{id}/dispute" => confirmations::dispute, SignedIn, Player;
    POST "/api/v1/games/{id}/settlement" => confirmations::settle, Moderator, NotAPlayer;
    POST "/api/v1/games/{id}/retraction" => confirmations::take_back, Entry, EnteredIt;
    POST "/api/v1/games/{id}/objections" => rematches::object, SignedIn, Player;
    GET "/api/v1/objections" => rematches::list, Insider;
    GET "/api/v1/objections/{id}" => rematches::one, Insider;
    DELETE "/api/v1/objections/{id}" => rematches::withdraw, SignedIn, Objector;
    POST "/api/v1/objections/{id}/rematch" => rematches::rematch, Moderator, NotAPlayer;
    POST "/api/v1/adjudications" => adjudicate, Entry;
    POST "/api/v1/timed_games" => timed::start, Moderator, NotAPlayer;
    GET "/api/v1/timed_games" => timed::list, Club;
    GET "/api/v1/timed_games/{id}" => timed::one, Club;
    POST "/api/v1/timed_games/{id}/pause" => timed::pause, Moderator, NotAPlayer;
    POST "/api/v1/timed_games/{id}/resume" => timed::resume, Moderator, NotAPlayer;
    POST "/api/v1/timed_games/{id}/end" => timed::end, Moderator, NotAPlayer;
}

/// A game, with the time penalties that its players have not served yet: the overseer takes them from the
/// clock, and says so at `/api/v1/time_penalties/{id}/serving` (Act I.2.1).
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct WithPenalties<T> {
    #[serde(flatten)]
    game: T,
    time_penalties: Vec<OwedPenalty>,
}

impl<T> WithPenalties<T> {
    fn of(db: &mut Db, game: T, players: [PersonId; 2]) -> Result<WithPenalties<T>, Error> {
        Ok(WithPenalties { game, time_penalties: owed_penalties(db, Some(&players))? })
    }
}

/// Registers a game that was played in a session of the club: for its players, for moderators and
/// justices, and for the kiosk (Act II.4).
///
/// Refused as invalid with every Act it breaks (Section 0, I.5 to I.8, II.11). A guest's game waits
/// until the guest joins within the session (0.12), a monitored player's for approval (II.10.4).
/// Answers 409 with `game` where the same two players' game of these minutes is there already
/// (send `insist` if this was another). Send an `Idempotency-Key` to retry safely.
///
/// Where the board at which the two are paired is for a rematch that is due (Act I.6), answers 409 with `rematch_due` and
/// with `game`, the one that was objected to: a moderator who does not play records the rematch there. With `insist` this is
/// another game.
///
/// Where the other player entered the game already and nobody has answered, the same winner confirms it and another
/// one disputes it: that game is the answer, with status 200 (T47).
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = GameRequest,
    responses((status = 201, body = WithPenalties<store::GameDetail>),
        (status = 200, body = WithPenalties<store::GameDetail>), (status = 403), (status = 409), (status = 422)))]
async fn register(app: Data<App>, actor: Actor, body: Body<GameRequest>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let body = body.try_map(|game| game.read(now).map(Register))?;
    let reader = actor.viewpoint();
    once(&app, &actor, body, move |tx, Registered { id, entered }| {
        let Some(entered) = entered else {
            let game = told(tx, reader, id)?;
            let players = [game.game.white.id, game.game.black.id];
            return Answer::ok(&WithPenalties::of(tx.db, game, players)?);
        };
        let players = entered.game.0.players();
        let mut game = store::untouched(entered.game)?;
        if game.game.state == State::AwaitingApproval {
            Veil::before(tx.db, reader, tx.now)?.cover_games(tx.db, [&mut game.game])?;
        }
        let told = if entered.owes_time {
            WithPenalties::of(tx.db, game, players)?
        } else {
            WithPenalties { game, time_penalties: Vec::new() }
        };
        Answer::created(format!("/api/v1/games/{id}"), &told)
    })
    .await
}

/// One game as somebody may read it who has just acted on it.
fn told(tx: &mut Tx, reader: Viewpoint, id: GameId) -> Result<store::GameDetail, Error> {
    let mut game = store::one(tx.db, id)?;
    Veil::before(tx.db, reader, tx.now)?.cover_games(tx.db, [&mut game.game])?;
    Ok(game)
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct GamesQuery {
    /// Games of this person.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
    #[param(value_type = Option<i64>)]
    session: Option<SessionId>,
    /// `awaiting_approval` is the approval queue.
    state: Option<State>,
    online: Option<bool>,
    /// What the players say of the result; `disputed` is what moderators have to settle.
    confirmation: Option<ConfirmationState>,
    /// Played at or after this.
    from: Option<DateTime<Utc>>,
    /// Played before this.
    to: Option<DateTime<Utc>>,
    after: Option<String>,
    /// 1 to 200; 50 if not said.
    limit: Option<i64>,
}

/// Games, the last entered first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(GamesQuery),
    responses((status = 200, body = Page<store::GameView>)))]
async fn list(app: Data<App>, viewpoint: Viewpoint, which: Params<GamesQuery>) -> Result<Page<store::GameView>, Error> {
    let which = which.0;
    let mut filter = Filter {
        person: which.person,
        opponent: None,
        session: which.session,
        state: which.state,
        online: which.online,
        confirmation: which.confirmation,
        from: instant::kept_if_any("from", which.from)?,
        to: instant::kept_if_any("to", which.to)?,
        ..Filter::default()
    };
    let page = PageRequest { after: which.after, limit: which.limit };
    let now = app.clock.now();
    app.db
        .read(move |db| {
            let veil = Veil::before(db, viewpoint, now)?;
            filter.reach = veil.games();
            let mut games = store::list(db, &filter, &page)?;
            veil.cover_games(db, &mut games.items)?;
            Ok(games)
        })
        .await
}

/// One game with all that is known of it; its ETag can be sent as If-Match to what changes it.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, body = store::GameDetail), (status = 304), (status = 404)))]
async fn one(app: Data<App>, viewpoint: Viewpoint, id: Path<GameId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    app.db
        .read(move |db| {
            let veil = Veil::before(db, viewpoint, now)?;
            let mut game = store::one(db, *id)?;
            veil.cover_game(db, &mut game)?;
            Ok(Answer::ok(&game)?.tagged())
        })
        .await
}

/// One game as PGN.
#[utoipa::path(get, path = "/api/v1/games/{id}/pgn", tag = "games", params(("id" = i64, Path,)),
    responses((status = 200, content_type = "application/vnd.chess-pgn"), (status = 404)))]
async fn pgn(app: Data<App>, viewpoint: Viewpoint, id: Path<GameId>) -> Result<impl Responder, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let (veil, mut game) = (Veil::before(db, viewpoint, now)?, store::one(db, *id)?);
        veil.cover_game(db, &mut game)?;
        store::pgn_of(db, *id)
    });
    let text = read.await?;
    Ok(HttpResponse::Ok().content_type("application/vnd.chess-pgn; charset=utf-8").body(text))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Pair {
    #[param(value_type = i64)]
    white: PersonId,
    #[param(value_type = i64)]
    black: PersonId,
    /// Whether the game is played online: half the change (Act I.9.3).
    #[serde(default)]
    online: bool,
}

/// What a coming game would change, by its result.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Preview {
    pub white_score: i64,
    pub black_score: i64,
    /// If White wins.
    pub white: Changes,
    pub draw: Changes,
    /// If Black wins.
    pub black: Changes,
}

/// Points gained or lost by each player.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Changes {
    pub white: i64,
    pub black: i64,
}

/// By what a game's change of scores is multiplied: K, and the factor of online games (Acts I.9.3, II.3).
fn stake(house: &HouseRules, online: bool) -> Result<(u16, Factor), Error> {
    let small = |number: i64| u16::try_from(number).map_err(Error::internal);
    let factor = if online {
        Factor::new(small(house.online_factor_numerator)?, small(house.online_factor_denominator)?)
    } else {
        Some(Factor::WHOLE)
    };
    let factor = factor.ok_or_else(|| Error::internal("the online factor has no denominator"))?;
    Ok((small(house.k)?, factor))
}

/// The points that a win brings where both have the same score.
pub fn won_from_an_equal(house: &HouseRules, online: bool) -> Result<i64, Error> {
    let (k, factor) = stake(house, online)?;
    Ok(points_of(0, 0, k, factor, 0).win.0.into())
}

/// What a game between two people would change, with their scores of now.
pub fn previewed(
    db: &mut Db,
    white: PersonId,
    black: PersonId,
    online: bool,
    now: NaiveDateTime,
) -> Result<Preview, Error> {
    rules::two_players(white, black)?;
    let house = rulebook::in_force(db, now)?;
    let mut scores = [0; 2];
    for ((field, person), score_of) in [("white", white), ("black", black)].into_iter().zip(&mut scores) {
        let known = facts::known(db, field, person)?;
        // A guest begins with the initial score on joining (Act II.1).
        let points = score(db, known.id)?.unwrap_or(house.initial_score);
        *score_of = Score::try_from(points).map_err(Error::internal)?;
    }
    let (k, factor) = stake(&house, online)?;
    let floor = Score::try_from(house.floor).map_err(Error::internal)?;
    let [first, second] = scores;
    let points = points_of(first, second, k, factor, floor);
    let changes = |(white, black): (Score, Score)| Changes { white: white.into(), black: black.into() };
    Ok(Preview {
        white_score: first.into(),
        black_score: second.into(),
        white: changes(points.win),
        draw: changes(points.draw),
        black: changes(points.loss),
    })
}

/// What a win, a draw or a loss would change for both players, with their scores of now.
#[utoipa::path(get, path = "/api/v1/games/preview", tag = "games", params(Pair),
    responses((status = 200, body = Preview), (status = 422)))]
async fn preview(app: Data<App>, pair: Params<Pair>) -> Result<Answer, Error> {
    let Pair { white, black, online } = pair.0;
    let now = app.clock.now();
    app.db.read(move |db| Answer::ok(&previewed(db, white, black, online, now)?)).await
}

/// Who would win a game that time ended, without storing anything (Acts I.5, I.8.2).
///
/// `answer` is `decided`, `ambiguous` (then `send` says what would settle it) or `impossible`. A game that
/// mate, stalemate or dead position ended before is refused, with its result (I.1).
#[utoipa::path(post, path = "/api/v1/adjudications", tag = "games", request_body = RecordRequest,
    responses((status = 200, body = Object), (status = 422)))]
async fn adjudicate(app: Data<App>, body: Body<RecordRequest>) -> Result<Answer, Error> {
    let record = body.value.read()?;
    let now = app.clock.now();
    let house = app.db.read(move |db| rulebook::in_force(db, now)).await?;
    Answer::ok(&record.adjudicate(&house).map_err(|breach| rules::refused(vec![breach]))?)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    register,
    list,
    preview,
    one,
    pgn,
    afterwards::approval,
    afterwards::correction,
    afterwards::void,
    afterwards::restoration,
    afterwards::undo,
    confirmations::confirm,
    confirmations::dispute,
    confirmations::settle,
    confirmations::take_back,
    rematches::object,
    rematches::list,
    rematches::one,
    rematches::withdraw,
    rematches::rematch,
    adjudicate,
    timed::start,
    timed::list,
    timed::one,
    timed::pause,
    timed::resume,
    timed::end
))]
pub struct Docs;
