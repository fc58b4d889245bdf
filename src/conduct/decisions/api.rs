//! Decisions over HTTP: making, declaring, reading them; time penalties and their serving.

use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};

use super::actions::{Decide, Declare, Serve};
use super::store::{self, Filter, OwedPenalty};
use super::veil::Veil;
use super::{Decision, DecisionId, OffenceId, SanctionId, State, Step, rules};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Viewpoint};
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::routes;

routes! {
    GET "/api/v1/decisions" => list, Insider;
    POST "/api/v1/decisions" => decide, Moderator, Independent;
    GET "/api/v1/decisions/{id}" => one, Insider, ConcernedOrPublic;
    POST "/api/v1/decisions/{id}/declaration" => declare, SignedIn, Decider;
    GET "/api/v1/people/{id}/fraud_ladder" => ladder, SignedIn, OneselfOrModerator;
    GET "/api/v1/time_penalties" => penalties, Insider;
    POST "/api/v1/time_penalties/{id}/serving" => serve, Moderator, Independent;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DecisionsQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    #[param(value_type = Option<i64>)]
    accused: Option<PersonId>,
    #[param(value_type = Option<i64>)]
    decider: Option<PersonId>,
    state: Option<State>,
    #[param(value_type = Option<i64>)]
    offence: Option<OffenceId>,
}

/// Decisions, newest first. Those not yet declared, and all of them where the club reads of decisions without names
/// (`public_initials`), are shown to those who moderate, to the one who decided and to the accused; declared ones to staff.
#[utoipa::path(get, path = "/api/v1/decisions", tag = "decisions", params(DecisionsQuery),
    responses((status = 200, body = Page<Decision>)))]
async fn list(
    app: Data<App>,
    reader: Viewpoint,
    Params(wanted): Params<DecisionsQuery>,
) -> Result<Page<Decision>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let DecisionsQuery { accused, decider, state, offence, .. } = wanted;
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let filter = Filter { accused, decider, state, offence, ..Veil::before(db, reader, now)?.decisions() };
        store::decisions(db, &filter, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |decision| decision.id.0))
}

/// One decision, with its offence and its sanctions.
#[utoipa::path(get, path = "/api/v1/decisions/{id}", tag = "decisions", params(("id" = i64, Path)),
    responses((status = 200, body = Decision), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Actor, id: Path<DecisionId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    Ok(Answer::ok(&app.db.read(move |db| store::seen(db, actor.person, actor.roles, *id, now)).await?)?.tagged())
}

/// Decides about an offence: by a moderator or justice who is independent of it. The sanctions work at
/// once (T27), and are void unless the decision is declared within seven days (Act III.2.4).
#[utoipa::path(post, path = "/api/v1/decisions", tag = "decisions", request_body = Decide,
    responses((status = 201, body = Decision), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn decide(app: Data<App>, actor: Actor, body: Body<Decide>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, id| Answer::created(format!("/api/v1/decisions/{id}"), &store::decision(tx.db, id)?))
        .await
}

/// Declares a decision, by the one who made it: with its reasons it becomes public (Act III.2.4, T28).
#[utoipa::path(post, path = "/api/v1/decisions/{id}/declaration", tag = "decisions", params(("id" = i64, Path)),
    responses((status = 200, body = Decision), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn declare(app: Data<App>, actor: Actor, id: Path<DecisionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, Declare(*id), move |tx, ()| Answer::ok(&store::decision(tx.db, *id)?)).await
}

/// Where somebody stands on the fraud ladder (Act II.5).
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Ladder {
    person: PersonId,
    /// Violations that stand.
    standing: usize,
    /// The step that is due for a further one.
    proposed_step: Step,
}

/// Which step of the fraud ladder is due for a person, counted from the violations that stand (T26);
/// for those who moderate, and for oneself.
#[utoipa::path(get, path = "/api/v1/people/{id}/fraud_ladder", tag = "decisions", params(("id" = i64, Path)),
    responses((status = 200, body = Ladder), (status = 404, body = Problem)))]
async fn ladder(app: Data<App>, actor: Actor, id: Path<PersonId>) -> Result<Answer, Error> {
    if !actor.roles.may_moderate() && actor.person != *id {
        return Err(crate::not_found!("person").into());
    }
    let person = *id;
    let standing = app
        .db
        .read(move |db| {
            members::store::known(db, person)?;
            store::standing_frauds(db, person)
        })
        .await?;
    Answer::ok(&Ladder { person, standing, proposed_step: rules::proposed_step(standing) })
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct PersonQuery {
    /// Only this person's.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Owed {
    penalties: Vec<OwedPenalty>,
}

/// Time penalties in force that wait for their member's next game, oldest first: one's own, or all where decisions are
/// read with names.
#[utoipa::path(get, path = "/api/v1/time_penalties", tag = "decisions", params(PersonQuery),
    responses((status = 200, body = Owed)))]
async fn penalties(app: Data<App>, actor: Actor, Params(whose): Params<PersonQuery>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let people = members::store::told_of(db, &actor, whose.person, now)?.map(|person| vec![person]);
        store::owed_penalties(db, people.as_deref())
    });
    let penalties = read.await?;
    Answer::ok(&Owed { penalties })
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Serving {
    /// The game in which it was served, once that is registered.
    #[schema(value_type = Option<i64>)]
    game: Option<GameId>,
}

/// Marks a time penalty as served, by the moderator or justice who oversees the game.
#[utoipa::path(post, path = "/api/v1/time_penalties/{id}/serving", tag = "decisions", request_body = Serving,
    params(("id" = i64, Path)),
    responses((status = 200, body = Decision), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn serve(app: Data<App>, actor: Actor, id: Path<SanctionId>, body: Body<Serving>) -> Result<Answer, Error> {
    let serving = Serve(*id, body.value.game);
    each_time(&app, &actor, serving, |tx, decision| Answer::ok(&store::decision(tx.db, decision)?)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, decide, one, declare, ladder, penalties, serve))]
pub struct Docs;
