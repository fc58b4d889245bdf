//! What people do on a tournament's pages: enter, stay away, enter results, challenge, end it. Each form becomes the
//! action that a program sends.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use rookery_messages::say;

use super::{next, one, rounds};
use crate::App;
use crate::action::pages::sent;
use crate::action::{Action, By, perform, performed};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::{GameId, PersonId};
use crate::tournaments::actions::{
    Absent, AnswerChallenge, Challenge, End, Enter, EnterResult, OfBoard, OfChallenge, On, TakeBackChallenge, Withdraw,
};
use crate::tournaments::rules::Facts;
use crate::tournaments::{ChallengeId, TournamentId, store};
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// The page that a form came from, to which its reader goes back: the tournament's, the next round's, or a round's.
#[derive(Clone, Copy)]
enum FormPage {
    Tournament,
    Next,
    Round(i64),
}

impl FormPage {
    fn of(fields: &Fields) -> FormPage {
        match fields.text("from") {
            "next" => FormPage::Next,
            round => round.parse().map_or(FormPage::Tournament, FormPage::Round),
        }
    }

    fn address(self, id: TournamentId) -> String {
        match self {
            FormPage::Tournament => format!("/tournaments/{id}"),
            FormPage::Next => format!("/tournaments/{id}/rounds/next"),
            FormPage::Round(round) => format!("/tournaments/{id}/rounds/{round}"),
        }
    }
}

/// The page after a step, with what was wrong where it was refused.
async fn after(
    app: &App,
    frame: Frame,
    id: TournamentId,
    (form, fields): (&str, Fields),
    done: Result<Done, Error>,
) -> Result<HttpResponse, Error> {
    let from = FormPage::of(&fields);
    let error = match done {
        Ok(done) => return Ok(see_done(from.address(id), done)),
        Err(error) => error,
    };
    let typed = Typed::refused(form, fields, error)?;
    match from {
        FormPage::Tournament => one::page(app, frame, id, typed).await,
        FormPage::Next => next::page(app, frame, id, None, typed).await,
        FormPage::Round(round) => rounds::page(app, frame, id, round, typed).await,
    }
}

/// Whom a form is about: the one who was chosen, or the one who sends it.
fn whom(fields: &Fields, actor: &Actor) -> Result<PersonId, Refusal> {
    if fields.sent("person").is_some() { fields.somebody("person").map(PersonId) } else { Ok(actor.person) }
}

pub(super) async fn enter(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let is_own = fields.sent("person").is_none();
    let done = async {
        let request = Enter {
            person: whom(&fields, &actor)?,
            team: fields.number("team")?,
            team_board: fields.number("team_board")?,
        };
        performed(&app, &actor, On(id, request)).await
    };
    let done = done.await.map(|()| if is_own { Done::Playing } else { Done::PlayerEntered });
    after(&app, frame, id, (if is_own { "enter" } else { "add" }, fields), done).await
}

pub(super) async fn withdraw(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let done = async {
        let request = Withdraw { person: whom(&fields, &actor)? };
        performed(&app, &actor, On(id, request)).await
    };
    let done = done.await.map(|()| Done::PlayerWithdrawn);
    after(&app, frame, id, ("withdraw", fields), done).await
}

/// Says of one, or of several at once, that they do not play in a round; or that they do.
pub(super) async fn absent(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let name = format!("absent-{}", fields.text("round"));
    let comes = !fields.has("kind");
    let done = async {
        let round = fields.number("round")?.unwrap_or(0);
        let kind = fields.some("kind").map(str::parse).transpose();
        let kind = kind.map_err(|wrong: crate::id::NoneOf| Refusal::field("kind", wrong))?;
        let mut people: Vec<PersonId> = fields.numbers("person").into_iter().map(PersonId).collect();
        if people.is_empty() {
            people.push(whom(&fields, &actor)?);
        }
        let requests: Vec<On<Absent>> =
            people.into_iter().map(|person| On(id, Absent { person, round, kind })).collect();
        let by = By::from(&actor);
        let all = move |tx: &mut Tx| requests.iter().try_for_each(|one| perform(tx, &by, one));
        app.db.write(all).await
    };
    let done = done.await.map(|()| if comes { Done::Comes } else { Done::StaysAway });
    after(&app, frame, id, (&name, fields), done).await
}

/// The result that a key of the form stands for; `clear` takes one away.
fn entered(fields: &Fields) -> Result<EnterResult, Refusal> {
    let wrong = |wrong: crate::id::NoneOf, field: &'static str| Refusal::field(field, wrong);
    let result = match fields.text("result") {
        "" => return Err(Refusal::field("result", say!("Say how it came out."))),
        "clear" => None,
        word => Some(word.parse().map_err(|error| wrong(error, "result"))?),
    };
    let ending = fields.some("ending").map(str::parse).transpose().map_err(|error| wrong(error, "ending"))?;
    let game = fields.number("game")?.map(GameId);
    Ok(EnterResult { result, ending, played_at: None, game, insist: fields.has("insist") })
}

/// Enters the result in the form by the action that `of` makes of it.
async fn enter_result<A>(
    app: &App,
    actor: &Actor,
    fields: &Fields,
    of: impl FnOnce(EnterResult) -> A,
) -> Result<Done, Error>
where
    A: Action<Done = ()> + Send + Sync + 'static,
{
    let result = entered(fields)?;
    let done = if result.result.is_some() { Done::ResultEntered } else { Done::ResultCleared };
    performed(app, actor, of(result)).await?;
    Ok(done)
}

/// The club's game that a player has entered: its page shows them their points, and undoes it.
async fn game_of(
    app: &App,
    id: TournamentId,
    own: impl FnOnce(&Facts) -> Option<GameId> + Send + 'static,
) -> Result<Option<GameId>, Error> {
    let now = app.clock.now();
    app.db.read(move |db| Ok(own(&store::facts(db, id, now)?))).await
}

pub(super) async fn result(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(TournamentId, i64, i64)>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let ((id, round, board), fields) = (*which, form.0);
    let done = enter_result(&app, &actor, &fields, |result| On(id, OfBoard(round, board, result))).await;
    let me = actor.person;
    let own = move |facts: &Facts| {
        let own = facts.boards.iter().find(|own| own.round == round && own.board == board);
        own.filter(|own| own.seats(me))?.game
    };
    if let Ok(Done::ResultEntered) = done
        && let Some(game) = game_of(&app, id, own).await?
    {
        return Ok(see_done(format!("/games/{game}"), Done::Entered));
    }
    after(&app, frame, id, (&format!("board-{round}-{board}"), fields), done).await
}

pub(super) async fn challenge(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let done = async {
        let challenge = Challenge { person: PersonId(fields.somebody("person")?) };
        sent(&app, &actor, &fields, On(id, challenge), move |_| format!("/tournaments/{id}")).await
    };
    let done = done.await.map(|_| Done::Challenged);
    after(&app, frame, id, ("challenge", fields), done).await
}

pub(super) async fn answer(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(TournamentId, ChallengeId)>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let ((id, challenge), fields) = (*which, form.0);
    let request = AnswerChallenge { accept: fields.text("accept") == "yes" };
    let done = performed(&app, &actor, On(id, OfChallenge(challenge, request))).await;
    let done = done.map(|()| Done::ChallengeAnswered);
    after(&app, frame, id, (&format!("challenge-{challenge}"), fields), done).await
}

pub(super) async fn take_back_challenge(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(TournamentId, ChallengeId)>,
) -> Result<HttpResponse, Error> {
    let (id, challenge) = *which;
    let done = performed(&app, &actor, On(id, TakeBackChallenge(challenge))).await;
    let done = done.map(|()| Done::Withdrawn);
    after(&app, frame, id, (&format!("challenge-{challenge}"), Fields::default()), done).await
}

pub(super) async fn challenge_result(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(TournamentId, ChallengeId)>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let ((id, challenge), fields) = (*which, form.0);
    let done = enter_result(&app, &actor, &fields, |result| On(id, OfChallenge(challenge, result))).await;
    let me = actor.person;
    let own = move |facts: &Facts| {
        let own = facts.challenges.iter().find(|own| own.id == challenge);
        own.filter(|own| [own.challenger, own.challenged].contains(&me))?.game
    };
    if let Ok(Done::ResultEntered) = done
        && let Some(game) = game_of(&app, id, own).await?
    {
        return Ok(see_done(format!("/games/{game}"), Done::Entered));
    }
    after(&app, frame, id, (&format!("challenge-{challenge}"), fields), done).await
}

pub(super) async fn end(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TournamentId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let request = End { reason: fields.some("reason").map(str::to_owned) };
    let done = performed(&app, &actor, On(id, request)).await;
    after(&app, frame, id, ("end", fields), done.map(|()| Done::TournamentEnded)).await
}
