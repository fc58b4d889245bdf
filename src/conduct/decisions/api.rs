//! Decisions over HTTP: making, declaring, reading them; time penalties and their serving.

use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Value, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::{self, Filter, NewDecision, NewOffence, OwedPenalty};
use super::veil::Veil;
use super::{Decision, DecisionId, Finding, OffenceId, Sanction, SanctionId, State, Step, rules};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::{Actor, Viewpoint};
use crate::conduct::reports::{self, ReportId, store::Closing};
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::games;
use crate::http::{self, Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::routes;
use crate::rulebook;

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
struct Wanted {
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
#[utoipa::path(get, path = "/api/v1/decisions", tag = "decisions", params(Wanted),
    responses((status = 200, body = Page<Decision>)))]
async fn list(app: Data<App>, reader: Viewpoint, Params(wanted): Params<Wanted>) -> Result<Page<Decision>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let Wanted { accused, decider, state, offence, .. } = wanted;
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

/// An offence that is not on record yet.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OffenceRequest {
    #[schema(value_type = i64)]
    accused: PersonId,
    /// The Act it breaks: `I.2`, `II.4.1`, …
    act: String,
    /// What happened, 16 to 2000 characters.
    what: String,
    happened_at: DateTime<Utc>,
    /// The games concerned, at most 50.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    games: Vec<GameId>,
    /// An offence like it was answered already, and this is another one.
    #[serde(default)]
    insist: bool,
}

/// A decision: on an offence on record (`offence_id`), or on a new one (`offence`).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DecisionRequest {
    #[schema(value_type = Option<i64>)]
    offence_id: Option<OffenceId>,
    offence: Option<OffenceRequest>,
    /// 16 to 2000 characters: what is declared. With a ban 500 at most (Act II.9.1).
    reasons: String,
    /// Needed for a ban, a halving or a reset (Act III.2.3).
    finding: Option<Finding>,
    /// 1 to 10.
    sanctions: Vec<Sanction>,
    /// Open reports of this offence, which the decision answers.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    reports: Vec<ReportId>,
}

/// Decides about an offence: by a moderator or justice who is independent of it. The sanctions work at
/// once (T27), and are void unless the decision is declared within seven days (Act III.2.4).
#[utoipa::path(post, path = "/api/v1/decisions", tag = "decisions", request_body = DecisionRequest,
    responses((status = 201, body = Decision), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn decide(app: Data<App>, actor: Actor, body: Body<DecisionRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let id = make(tx, &actor, request)?;
        Answer::created(format!("/api/v1/decisions/{id}"), &store::decision(tx.db, id)?)
    })
    .await
}

/// Makes a decision and closes the reports that it answers.
pub(super) fn make(tx: &mut Tx, actor: &Actor, request: &DecisionRequest) -> Result<DecisionId, Error> {
    if !actor.roles.may_moderate() {
        return Err(Refusal::forbidden(say!("Decisions are for moderators and justices."), "III.2").into());
    }
    if request.offence_id.is_some() == request.offence.is_some() {
        let detail = say!("A decision answers one offence: send either offence_id or offence.");
        return Err(Refusal::field("offence", detail).act("III.2.2").into());
    }
    let (new, wrong) = looked_over(tx.db, tx.now, request)?;
    Refusal::together(wrong)?;
    let offence = match (request.offence_id, new) {
        (Some(id), _) => id,
        (None, Some(new)) => record(tx, actor, new, request.offence.as_ref().is_some_and(|new| new.insist))?,
        (None, None) => return Err(Error::internal("an offence was neither taken nor refused")),
    };
    let new = NewDecision {
        offence,
        reasons: request.reasons.clone(),
        finding: request.finding.clone(),
        sanctions: request.sanctions.clone(),
    };
    let id = store::by_moderator(tx, actor.person, actor.roles, &new)?;
    take_up(tx, actor, id, &request.reports)?;
    Ok(id)
}

/// The offence of a request, where its fields are right, and all that is wrong with the request's fields.
pub(super) fn looked_over(
    db: &mut Db,
    now: NaiveDateTime,
    request: &DecisionRequest,
) -> Result<(Option<NewOffence>, Vec<Refusal>), Error> {
    let mut wrong = Vec::new();
    let mut offence = None;
    if let Some(new) = &request.offence {
        members::store::known(db, new.accused)?;
        if members::store::membership_at(db, new.accused, now)?.is_none() {
            wrong.push(Refusal::field("offence.accused", say!("This person is not on the leaderboard.")).act("0.9"));
        }
        let what = members::rules::text("offence.what", &new.what, 16, 2000).map_err(|refusal| refusal.act("III.2.2"));
        let future = || Refusal::field("offence.happened_at", say!("This lies in the future.")).act("III.2.2");
        let happened_at = instant::kept("offence.happened_at", new.happened_at);
        let happened_at = happened_at.and_then(|at| if at > now { Err(future()) } else { Ok(at) });
        // An Act is looked up in the Terms of that day, or of today where the day is wrong.
        let at = happened_at.as_ref().map_or(now, |at| *at);
        let act = match rulebook::cited(db, at, "offence.act", &new.act, "III.2.2") {
            Err(Error::Refused(refusal)) => Err(*refusal),
            cited => Ok(cited?),
        };
        let mut games = new.games.clone();
        games.sort_unstable();
        games.dedup();
        if games.len() > 50 {
            wrong.push(Refusal::field("offence.games", say!("An offence concerns at most 50 games.")).act("III.2.2"));
        }
        match (act, what, happened_at) {
            (Ok(act), Ok(what), Ok(happened_at)) => {
                offence = Some(NewOffence { accused: new.accused, act, what, happened_at, games });
            }
            (act, what, at) => wrong.extend(act.err().into_iter().chain(what.err()).chain(at.err())),
        }
    }
    wrong.extend(rules::faults(&request.reasons, request.finding.as_ref(), &request.sanctions));
    let zone = rulebook::in_force(db, now)?.time_zone;
    wrong.extend(rules::wrong_days(&request.sanctions, zone, now));
    Ok((offence, wrong))
}

/// Puts an offence on record; refused where one like it was answered, unless the moderator insists.
fn record(tx: &mut Tx, actor: &Actor, new: NewOffence, insist: bool) -> Result<OffenceId, Error> {
    for game in &new.games {
        games::store::row(tx.db, *game)?;
    }
    let known = store::known_offences(tx.db, new.accused)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    if !insist && let Some(same) = rules::same_offence(&known, &new.act.0, new.happened_at, &new.games, zone) {
        let detail = say!(
            "Offence {offence} looks like this one and has a decision; if this is another one, say so.",
            offence = Value::text(same.id),
        );
        return Err(Refusal::conflict(say!("Decided already"), detail)
            .act("III.2.2")
            .with("offence", same.id)
            .with("insist", insist)
            .into());
    }
    store::record_offence(tx, Some(actor.person), &new)
}

/// Closes the reports that a decision answers.
fn take_up(tx: &mut Tx, actor: &Actor, id: DecisionId, answered: &[ReportId]) -> Result<(), Error> {
    let accused = store::decision(tx.db, id)?.offence.accused;
    for report in answered {
        if reports::store::report(tx.db, *report)?.accused != accused {
            let detail = say!("Report {report} is about somebody else.", report = Value::text(report));
            return Err(Refusal::field("reports", detail).act("III.2.2").into());
        }
        reports::store::close(tx, *report, actor.person, actor.roles, Closing::TakenUp(id))?;
    }
    Ok(())
}

/// Declares a decision, by the one who made it: with its reasons it becomes public (Act III.2.4, T28).
#[utoipa::path(post, path = "/api/v1/decisions/{id}/declaration", tag = "decisions", params(("id" = i64, Path)),
    responses((status = 200, body = Decision), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn declare(app: Data<App>, actor: Actor, id: Path<DecisionId>) -> Result<Answer, Error> {
    app.db
        .write(move |tx| {
            let now = tx.now;
            store::seen(tx.db, actor.person, actor.roles, *id, now)?;
            store::declare(tx, *id, actor.person)?;
            Answer::ok(&store::decision(tx.db, *id)?)
        })
        .await
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
struct Whose {
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
#[utoipa::path(get, path = "/api/v1/time_penalties", tag = "decisions", params(Whose),
    responses((status = 200, body = Owed)))]
async fn penalties(app: Data<App>, actor: Actor, Params(whose): Params<Whose>) -> Result<Answer, Error> {
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
pub(super) struct Serving {
    /// The game in which it was served, once that is registered.
    #[schema(value_type = Option<i64>)]
    pub(super) game: Option<GameId>,
}

/// Marks a time penalty as served, by the moderator or justice who oversees the game.
#[utoipa::path(post, path = "/api/v1/time_penalties/{id}/serving", tag = "decisions", request_body = Serving,
    params(("id" = i64, Path)),
    responses((status = 200, body = Decision), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn serve(
    app: Data<App>,
    actor: Actor,
    id: Path<SanctionId>,
    body: Body<Serving>,
) -> Result<Answer, Error> {
    let (id, game) = (*id, body.value.game);
    app.db
        .write(move |tx| {
            let (decision, sanction) = store::sanction(tx.db, id)?;
            let played = match game {
                Some(game) => Some(games::store::row(tx.db, game)?.game()),
                None => None,
            };
            let in_force = decision.state == State::Standing && sanction.minutes.is_some();
            let (accused, served) = (decision.offence.accused, sanction.served_at.is_some());
            rules::serve(actor.person, actor.roles, accused, in_force, served, played.as_ref())?;
            store::serve(tx, id, actor.person, game)?;
            let body = json!({ "minutes": sanction.minutes, "game": game, "person": accused });
            let subject = format!("sanction:{id}");
            audit::record(tx, Entry { actor: Some(actor.person), act: "time_penalty.served", subject, body })?;
            Answer::ok(&store::decision(tx.db, decision.id)?)
        })
        .await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, decide, one, declare, ladder, penalties, serve))]
pub struct Docs;
