//! Steps of a case that are taken by forms: each goes through the Court's own door for it, which asks
//! the table of steps.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDate;
use rookery_messages::say;
use serde_json::{Value, json};

use super::case;
use crate::App;
use crate::auth::Actor;
use crate::conduct::decisions::pages::{finding, sanctions};
use crate::court::api::docket as api;
use crate::court::exhibits::LARGEST;
use crate::court::rules::docket::Filing;
use crate::court::rules::verdict::Disposition;
use crate::court::store::{self, By, NewFiling, Weighed};
use crate::court::{FilingKind, OpinionKind};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, Form, upload};
use crate::id::PersonId;
use crate::ratings::tried::Moved;
use crate::web::done::{Done, see_done};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// Readings of Acts that one draft's form has room for.
pub(super) const READINGS: usize = 2;

/// What the form asks of the Court's own decision, in the place of the one overturned.
pub(super) const REPLACEMENT: [&str; 8] =
    ["sanction", "ladder", "points", "minutes", "until", "reasons", "mind", "why"];

/// Takes the step that the form names.
pub(super) async fn take(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    number: Path<String>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (number, fields, by) = (number.into_inner(), form.0, By::from(&actor));
    let name = fields.text("form").to_owned();
    if fields.text("look") == "yes" {
        return case::page(&app, Some(actor), frame, number, Typed::again(&name, fields)).await;
    }
    if fields.text("step") == "count" {
        return count(&app, actor, frame, number, fields).await;
    }
    let case = number.clone();
    let taken = http::create(&app.db, actor.person, fields.once(), move |tx, fields| {
        Answer::ok(&step(tx, &case, &by, fields)?)
    });
    match taken.await {
        Ok(answer) => Ok(see_done(format!("/cases/{number}"), serde_json::from_slice(&answer.body)?)),
        Err(error) => {
            let sent = fields.clone();
            let own = |field: &str| {
                let found = match (name.as_str(), field) {
                    ("draft", _) => drafted(&sent, field),
                    ("panel", "justices") => Some(("justice", "step-empanel-who")),
                    (_, "readers") => Some(("reader", "step-readers")),
                    _ => None,
                };
                found.map(|(name, label)| (name.to_owned(), frame.t(label).to_string()))
            };
            let typed = Typed::refused(&name, fields, error)?.called(own);
            case::page(&app, Some(actor), frame, number, typed).await
        }
    }
}

/// A field of the form for drafts by its name there and its label, where a program calls it otherwise.
fn drafted(fields: &Fields, field: &str) -> Option<(&'static str, &'static str)> {
    let replaces = fields.text("outcome") == "overturn" || REPLACEMENT.iter().any(|name| fields.has(name));
    Some(match field.rsplit('.').next().unwrap_or_default() {
        _ if field.starts_with("interpretations") => ("reading-0", "step-reading"),
        "until" if !replaces => ("ban_until", "step-ban-until"),
        "sanctions" => ("sanction", "step-replacement"),
        "finding" => ("mind", "decide-mind"),
        "replacement" => ("reasons", "decide-reasons"),
        _ => return None,
    })
}

/// Counts the votes after showing whose scores each draft would change; shown again where that is no longer so.
async fn count(app: &App, actor: Actor, frame: Frame, number: String, fields: Fields) -> Result<HttpResponse, Error> {
    let (case, by, seen) = (number.clone(), By::from(&actor), fields.text("scores").to_owned());
    let counted = app.db.write(move |tx| {
        let weighed = store::weigh(tx, &case, &by)?;
        if seen != told(&weighed) {
            return Ok(Some(weighed));
        }
        store::count(tx, &case, &by)?;
        Ok(None)
    });
    match counted.await {
        Ok(None) => Ok(see_done(format!("/cases/{number}"), Done::Counted)),
        Ok(Some(weighed)) => {
            case::shown(app, Some(actor), frame, number, Typed::again("count", fields), Some(weighed)).await
        }
        Err(error) => case::page(app, Some(actor), frame, number, Typed::refused("count", fields, error)?).await,
    }
}

/// What the drafts were seen to change, for the form that counts to carry along.
pub(super) fn told(weighed: &[Weighed]) -> String {
    let score = |score: Option<i64>| score.map_or("-".to_owned(), |score| score.to_string());
    let one = |one: &Moved| format!(" {}:{}:{}", one.person, score(one.before), score(one.after));
    let draft = |draft: &Weighed| {
        let moved: String = draft.moved.iter().flatten().map(one).collect();
        format!(" {}={}{moved};", draft.draft, draft.moved.is_some())
    };
    weighed.iter().map(draft).fold(weighed.len().to_string(), |told, draft| told + &draft)
}

fn chosen(fields: &Fields, name: &str) -> Result<i64, Refusal> {
    fields.number(name)?.ok_or_else(|| Refusal::field(name.to_owned(), say!("Choose one.")))
}

/// Takes a step, and says what was done by it.
fn step(tx: &mut Tx, number: &str, by: &By, fields: &Fields) -> Result<Done, Error> {
    let (granted, reason) = (fields.text("granted") == "yes", fields.text("reason"));
    match fields.text("step") {
        "filing" => store::file(tx, number, by, &filing(fields)?).map(|_| Done::Filed),
        "leave" => store::leave(tx, number, by, granted, reason).map(|_| Done::Decided),
        "panel" => {
            let justices: Vec<PersonId> = fields.numbers("justice").into_iter().map(PersonId).collect();
            store::empanel(tx, number, by, &justices).map(|()| Done::Empanelled)
        }
        "hearing" => store::open_hearing(tx, number, by).map(|()| Done::Opened),
        "withdrawal" => store::withdraw(tx, number, by, reason).map(|()| Done::Withdrawn),
        "en_banc" => store::ask_en_banc(tx, number, by, reason).map(|()| Done::Asked),
        "en_banc_leave" => store::decide_en_banc(tx, number, by, granted, reason).map(|()| Done::Decided),
        "ruling" => store::rule(tx, number, by, chosen(fields, "filing")?, granted, reason).map(|_| Done::Decided),
        "draft" => store::draft(tx, number, by, &disposition(fields)?).map(|_| Done::Drafted),
        "undraft" => store::withdraw_draft(tx, number, by, chosen(fields, "draft")?).map(|()| Done::Withdrawn),
        "vote" => store::vote(tx, number, by, chosen(fields, "draft")?).map(|()| Done::Voted),
        "author" => {
            let author = PersonId(chosen(fields, "justice")?);
            store::name_author(tx, number, by, author).map(|()| Done::AuthorNamed)
        }
        "opinion" => {
            let kind: OpinionKind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
            store::write(tx, number, by, kind, fields.text("text")).map(|_| Done::Opinion)
        }
        "join" => store::join(tx, number, by, chosen(fields, "opinion")?).map(|()| Done::Joined),
        other => {
            let detail = say!("\"{step}\" is no step of a case.", step = other);
            Err(Refusal::field("step", detail).act("III.3").into())
        }
    }
}

fn filing(fields: &Fields) -> Result<NewFiling, Refusal> {
    let kind: FilingKind = fields.text("kind").parse().map_err(|wrong| Refusal::field("kind", wrong))?;
    if kind == FilingKind::Exhibit {
        return Err(Refusal::field("kind", say!("An exhibit is a file: choose one below.")).act("III.3"));
    }
    let witness = fields.number("witness")?.map(PersonId).filter(|_| kind == FilingKind::Appointment);
    let filing = Filing {
        kind,
        title: fields.text("title").to_owned(),
        text: fields.text("text").to_owned(),
        visibility: fields.text("visibility").parse().map_err(|wrong| Refusal::field("visibility", wrong))?,
        readers: fields.numbers("reader").into_iter().map(PersonId).collect(),
        witness,
    };
    Ok(NewFiling { filing, exhibit: None, raw_evidence: fields.has("raw_evidence") && kind == FilingKind::Order })
}

/// A judgment in all its particulars, as the form says it.
fn disposition(fields: &Fields) -> Result<Disposition, Error> {
    if !fields.has("outcome") {
        return Err(Refusal::field("outcome", say!("Choose what the Court decides.")).act("III.3.8").into());
    }
    let day = |name: &'static str| -> Result<Option<NaiveDate>, Refusal> {
        let wrong = |_| Refusal::field(name, say!("Give a day: 2026-11-13."));
        fields.some(name).map(|day| day.parse().map_err(wrong)).transpose()
    };
    let mut request = json!({
        "outcome": fields.text("outcome"), "conditions": fields.some("conditions"), "due": day("due")?,
        "until": day("ban_until")?, "barred_until": day("barred_until")?, "interpretations": readings(fields),
    });
    // What is typed is sent or refused whatever the outcome, so that nothing of it is dropped unseen.
    if REPLACEMENT.iter().any(|name| fields.has(name)) {
        let (sanctions, mut wrong) = sanctions(fields)?;
        let finding = finding(fields, &mut wrong)?;
        Refusal::together(wrong)?;
        request["replacement"] =
            json!({ "reasons": fields.text("reasons"), "sanctions": sanctions, "finding": finding });
    }
    http::parse(&serde_json::to_vec(&request)?)
}

fn readings(fields: &Fields) -> Vec<Value> {
    let reading = |place: usize| {
        let text = fields.some(&format!("reading-{place}"))?;
        let acts = fields.text(&format!("acts-{place}")).to_owned();
        let acts: Vec<&str> = acts.split([',', ' ']).filter(|act| !act.is_empty()).collect();
        Some(json!({ "acts": acts, "text": text }))
    };
    (0..READINGS).filter_map(reading).collect()
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
        api::exhibited(&app, &actor, number.clone(), (said, file)).await
    };
    match added.await {
        Ok(_) => Ok(see_done(format!("/cases/{number}"), Done::Filed)),
        Err(error) => case::page(&app, Some(actor), frame, number, Typed::refused("exhibit", fields, error)?).await,
    }
}
