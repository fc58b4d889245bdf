//! Steps of a case that are taken by forms: each is the action that a program would send.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use rookery_messages::say;

use super::case;
use crate::App;
use crate::action::pages::sent;
use crate::action::{Action, By, Somebody, perform};
use crate::auth::Actor;
use crate::conduct::decisions::pages::{finding, sanctions};
use crate::court::actions::{
    AskEnBanc, Author, CastVote, Count, DecideEnBanc, Draft, Effect, Empanel, File, JoinOpinion, NameAuthor,
    OpenHearing, Opinion, Panel, PublishOpinion, Reason, Rule, Ruling, SayOnLeave, Vote, Weighed, Withdraw,
    WithdrawDraft, Word, try_draft, upload as put_on_docket, weigh,
};
use crate::court::exhibits::LARGEST;
use crate::court::rules::docket::Filing;
use crate::court::rules::verdict::{Disposition, Reading, Replacement};
use crate::court::{FilingKind, State};
use crate::error::{Error, Refusal};
use crate::http::{Body, Form, upload};
use crate::id::PersonId;
use crate::ratings::tried::Moved;
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed, in_list};

/// Readings of Acts that one draft's form has room for.
pub(super) const READINGS: usize = 2;

/// What a program calls them.
const INTERPRETATIONS: &str = "interpretations";

/// What the form asks of the Court's own decision, in the place of the one overturned.
const REPLACEMENT: [&str; 8] = ["sanction", "ladder", "points", "minutes", "until", "reasons", "mind", "why"];

/// Takes the step that the form names.
pub(super) async fn take(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    number: Path<String>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (number, mut fields) = (number.into_inner(), form.0);
    let name = fields.text("form").to_owned();
    if fields.text("names") != "kept" {
        ask_about_names(&app, &actor, &number, &name, &mut fields).await?;
    }
    if fields.text("look") == "yes" {
        let tried = match name.as_str() {
            "draft" => try_out(&app, &actor, &number, &fields).await.map(Some),
            _ => Ok(None),
        };
        return match tried {
            Ok(tried) => case::shown(&app, Some(actor), frame, number, Typed::again(&name, fields), tried).await,
            Err(error) => refused(&app, actor, frame, number, (&name, fields), error).await,
        };
    }
    if fields.text("step") == "count" {
        return count(&app, actor, frame, number, fields).await;
    }
    match step(&app, &actor, &number, &fields).await {
        Ok(done) => Ok(see_done(top_of(&number), done)),
        Err(error) => refused(&app, actor, frame, number, (&name, fields), error).await,
    }
}

/// The case once a step is taken. It names a place of its own: else a browser goes on to that of the form, where refusals are.
fn top_of(number: &str) -> String {
    format!("/cases/{number}#top")
}

/// The fields of a form whose texts everybody will read: an opinion, and readings of Acts, which the rulebook shows.
pub(super) fn for_everybody(form: &str) -> Vec<String> {
    match form {
        "opinion" => vec!["text".to_owned()],
        "draft" => (0..READINGS).map(|place| format!("reading-{place}")).collect(),
        _ => Vec::new(),
    }
}

/// What everybody will read names nobody unasked whom they know by a letter: the form is looked at once more, with the
/// letters in it where they were asked for.
async fn ask_about_names(app: &App, actor: &Actor, number: &str, form: &str, fields: &mut Fields) -> Result<(), Error> {
    let takes_letters = fields.text("names") == "letters";
    for field in for_everybody(form) {
        let text = fields.text(&field).to_owned();
        if text.is_empty() {
            continue;
        }
        let (lettered, named) = case::lettered(app, actor, number, text).await?;
        if takes_letters {
            fields.set(&field, &lettered);
        }
        if takes_letters || !named.is_empty() {
            fields.set("look", "yes");
        }
    }
    Ok(())
}

/// The case with a submitted form and its faults.
async fn refused(
    app: &App,
    actor: Actor,
    frame: Frame,
    number: String,
    (name, fields): (&str, Fields),
    error: Error,
) -> Result<HttpResponse, Error> {
    let sent = fields.clone();
    let own = |field: &str| {
        let found = match (name, field) {
            ("draft", _) => drafted(&sent, field),
            ("panel", "justices") => Some(("justice".to_owned(), "step-empanel-who")),
            (_, "readers") => Some(("reader".to_owned(), "step-readers")),
            _ => None,
        };
        found.map(|(name, label)| (name, frame.t(label).to_string()))
    };
    let typed = Typed::refused(name, fields, error)?.called(own);
    case::page(app, Some(actor), frame, number, typed).await
}

/// What the judgment would do that the form drafts.
async fn try_out(app: &App, actor: &Actor, number: &str, fields: &Fields) -> Result<Effect, Error> {
    let (number, by, disposition) = (number.to_owned(), Somebody::from(actor), disposition(fields)?);
    app.db.write(move |tx| try_draft(tx, &number, by, &disposition)).await
}

/// A field of the form for drafts by its name there and its label, where a program calls it otherwise.
fn drafted(fields: &Fields, field: &str) -> Option<(String, &'static str)> {
    let of_reading = in_list(field, INTERPRETATIONS).or_else(|| (field == INTERPRETATIONS).then_some((0, "")));
    if let Some((wanted, member)) = of_reading {
        let place = given(fields).nth(wanted).unwrap_or_default();
        return Some(match member {
            "acts" => (format!("acts-{place}"), "step-reading-acts"),
            _ => (format!("reading-{place}"), "step-reading"),
        });
    }
    let replaces = fields.text("outcome") == "overturn" || REPLACEMENT.iter().any(|name| fields.has(name));
    let (name, label) = match field.rsplit('.').next().unwrap_or_default() {
        "until" if !replaces || (fields.has("ban_until") && !fields.has("until")) => ("ban_until", "step-ban-until"),
        "sanctions" => ("sanction", "step-replacement"),
        "finding" => ("mind", "decide-mind"),
        "replacement" => ("reasons", "decide-reasons"),
        _ => return None,
    };
    Some((name.to_owned(), label))
}

/// The effects of the drafts before the bench; without them if they cannot be previewed now.
pub(super) async fn weighed(app: &App, number: String, by: Somebody) -> Result<Vec<Weighed>, Error> {
    match app.db.write(move |tx| weigh(tx, &number, by)).await {
        Err(Error::Refused(_) | Error::Away(_)) => Ok(Vec::new()),
        weighed => weighed,
    }
}

/// Counts the votes where the drafts would do what they were seen to do; else they are shown again.
async fn count(app: &App, actor: Actor, frame: Frame, number: String, fields: Fields) -> Result<HttpResponse, Error> {
    let (count, by, seen) = (Count(number.clone()), Somebody::from(&actor), fields.text("scores").to_owned());
    let counted = app.db.write(move |tx| {
        let is_as_seen = seen == told(&weigh(tx, &count.0, by)?);
        Ok(if is_as_seen { Some(perform(tx, &By::from(by), &count)?.state) } else { None })
    });
    match counted.await {
        Ok(Some(State::Hearing | State::EnBancHearing)) => Ok(see_done(top_of(&number), Done::NoMajority)),
        Ok(Some(_)) => Ok(see_done(top_of(&number), Done::Counted)),
        Ok(None) => case::page(app, Some(actor), frame, number, Typed::again("count", fields)).await,
        Err(error) => case::page(app, Some(actor), frame, number, Typed::refused("count", fields, error)?).await,
    }
}

/// What the drafts were seen to change, for the form that counts to carry along.
pub(super) fn told(weighed: &[Weighed]) -> String {
    let score = |score: Option<i64>| score.map_or("-".to_owned(), |score| score.to_string());
    let one = |one: &Moved| format!(" {}:{}:{}", one.person, score(one.before), score(one.after));
    let draft = |draft: &Weighed| {
        let moved: String = draft.effect.iter().flat_map(|effect| &effect.moved).map(one).collect();
        format!(" {}={}{moved};", draft.draft, draft.effect.is_some())
    };
    weighed.iter().map(draft).fold(weighed.len().to_string(), |told, draft| told + &draft)
}

/// What was chosen by its number.
fn chosen(fields: &Fields, name: &str) -> Result<i64, Refusal> {
    fields.number(name)?.ok_or_else(|| Refusal::field(name.to_owned(), say!("Choose one.")))
}

/// Takes the step that the form names, and says what was done by it.
async fn step(app: &App, actor: &Actor, number: &str, fields: &Fields) -> Result<Done, Error> {
    let case = number.to_owned();
    let reason = fields.text("reason").to_owned();
    let granted = fields.text("granted") == "yes";
    let taken = Taken { app, actor, fields };
    match fields.text("step") {
        "filing" => taken.by(File { number: case, filing: filing(fields)?, exhibit: None }, Done::Filed).await,
        "leave" => taken.by(SayOnLeave(case, Word { granted, reason }), Done::Decided).await,
        "panel" => {
            let justices = fields.numbers("justice").into_iter().map(PersonId).collect();
            taken.by(Empanel(case, Panel { justices }), Done::Empanelled).await
        }
        "hearing" => taken.by(OpenHearing(case), Done::Opened).await,
        "withdrawal" => taken.by(Withdraw(case, Reason { reason }), Done::Withdrawn).await,
        "en_banc" => taken.by(AskEnBanc(case, Reason { reason }), Done::Asked).await,
        "en_banc_leave" => taken.by(DecideEnBanc(case, Word { granted, reason }), Done::Decided).await,
        "ruling" => {
            let filing = chosen(fields, "filing")?;
            taken.by(Rule(case, filing, Ruling { granted, reason }), Done::Decided).await
        }
        "draft" => taken.by(Draft(case, disposition(fields)?), Done::Drafted).await,
        "undraft" => taken.by(WithdrawDraft(case, chosen(fields, "draft")?), Done::Withdrawn).await,
        "vote" => taken.by(CastVote(case, Vote { draft: chosen(fields, "draft")? }), Done::Voted).await,
        "author" => {
            let justice = PersonId(chosen(fields, "justice")?);
            taken.by(NameAuthor(case, Author { justice }), Done::AuthorNamed).await
        }
        "opinion" => {
            let kind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
            let opinion = Opinion { kind, text: fields.text("text").to_owned() };
            taken.by(PublishOpinion(case, opinion), Done::Opinion).await
        }
        "join" => taken.by(JoinOpinion(case, chosen(fields, "opinion")?), Done::Joined).await,
        other => {
            let detail = say!("\"{step}\" is no step of a case.", step = other);
            Err(Refusal::field("step", detail).act("III.3").into())
        }
    }
}

/// A submitted step.
struct Taken<'a> {
    app: &'a App,
    actor: &'a Actor,
    fields: &'a Fields,
}

impl Taken<'_> {
    /// Takes it by an action; returns what its page says then.
    async fn by<A: Action + Send + Sync + 'static>(&self, action: A, done: Done) -> Result<Done, Error> {
        sent(self.app, self.actor, self.fields, action, |_| String::new()).await?;
        Ok(done)
    }
}

fn filing(fields: &Fields) -> Result<Filing, Refusal> {
    let kind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
    let visibility = fields.text("visibility").parse().map_err(|wrong| Refusal::field("visibility", wrong))?;
    Ok(Filing {
        readers: fields.numbers("reader").into_iter().map(PersonId).collect(),
        witness: fields.number("witness")?.map(PersonId).filter(|_| kind == FilingKind::Appointment),
        raw_evidence: fields.has("raw_evidence") && kind == FilingKind::Order,
        ..Filing::of(kind, fields.text("title"), fields.text("text"), visibility)
    })
}

/// A judgment in all its particulars, as the form says it; refused with all that could not be read of it.
fn disposition(fields: &Fields) -> Result<Disposition, Error> {
    let mut wrong = Vec::new();
    let outcome = kept(fields.read_some("outcome"), &mut wrong)?;
    if !fields.has("outcome") {
        wrong.push(Refusal::field("outcome", say!("Choose what the Court decides.")).act("III.3.8"));
    }
    let conditions = fields.some("conditions").map(str::to_owned);
    let due = kept(fields.read_some("due"), &mut wrong)?;
    let until = kept(fields.read_some("ban_until"), &mut wrong)?;
    let barred_until = kept(fields.read_some("barred_until"), &mut wrong)?;
    // What is typed is sent or refused whatever the outcome, so that nothing of it is dropped unseen.
    let mut replacement = None;
    if REPLACEMENT.iter().any(|name| fields.has(name)) {
        let (sanctions, unread) = sanctions(fields)?;
        wrong.extend(unread);
        let finding = finding(fields, &mut wrong)?;
        replacement = Some(Replacement { reasons: fields.text("reasons").to_owned(), finding, sanctions });
    }
    Refusal::together(wrong)?;
    let outcome = outcome.ok_or_else(|| Error::internal("an outcome was neither read nor refused"))?;
    let interpretations = readings(fields);
    Ok(Disposition { outcome, replacement, conditions, due, until, barred_until, interpretations })
}

/// What was read, or `None` if it was refused: that is kept, to be told at its field with the rest.
fn kept<T>(read: Result<Option<T>, Error>, wrong: &mut Vec<Refusal>) -> Result<Option<T>, Error> {
    match read {
        Err(Error::Refused(refusal)) if !refusal.errors.is_empty() => {
            wrong.extend(refusal.errors.into_iter().map(|error| Refusal::field(error.field, error.detail)));
            Ok(None)
        }
        read => read,
    }
}

fn readings(fields: &Fields) -> Vec<Reading> {
    let reading = |place: usize| {
        let text = fields.text(&format!("reading-{place}")).to_owned();
        Reading { acts: acts(fields, place), text }
    };
    given(fields).map(reading).collect()
}

/// The places on the form of readings with a text or an Act: an Act that is chosen without a text is refused, not dropped.
fn given(fields: &Fields) -> impl Iterator<Item = usize> {
    (0..READINGS).filter(move |place| fields.has(&format!("reading-{place}")) || !acts(fields, *place).is_empty())
}

/// The Acts that are chosen for a reading.
fn acts(fields: &Fields, place: usize) -> Vec<String> {
    let chosen = format!("acts-{place}");
    fields.named(&chosen).filter(|(_, act)| !act.is_empty()).map(|(_, act)| act.to_owned()).collect()
}

/// Uploads an exhibit by a form with a file in it.
pub(super) async fn exhibit(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    number: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Error> {
    let number = number.into_inner();
    let mut form = upload::file_form(&request, payload).await?;
    let fields = Fields::from(form.fields.clone());
    form.fields.retain(|(name, _)| name != "key");
    let added = async {
        let (said, file) = upload::uploaded(&request, form, LARGEST)?;
        let file = Body { key: fields.some("key").map(str::to_owned), ..file };
        put_on_docket(&app, &actor, number.clone(), (said, file)).await
    };
    match added.await {
        Ok(_) => Ok(see_done(top_of(&number), Done::Filed)),
        Err(error) => case::page(&app, Some(actor), frame, number, Typed::refused("exhibit", fields, error)?).await,
    }
}
