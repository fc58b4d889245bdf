//! Petitions: what one writes, keeps as a draft, and files.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use rookery_messages::say;
use serde::Deserialize;

use crate::App;
use crate::action::Somebody;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::conduct::chief_acts::{self, Basis};
use crate::court::actions::{Petition, PetitionOfDraft};
use crate::court::store::drafts::{self, Draft, DraftId};
use crate::court::store::{self, Appealable};
use crate::court::{Ground, Subject};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::{Form, Params};
use crate::id::GameId;
use crate::members;
use crate::rulebook;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};

/// The form's name on its page.
const FORM: &str = "petition";

/// Acts of the Chief Justice that are offered, the newest.
const ACTS_OFFERED: i64 = 10;

/// Something that a petition can be against, as the form's choice has it: `decision-17`; a question has no number.
struct Choice {
    value: String,
    label: String,
}

impl Choice {
    fn of(frame: &Frame, dates: Dates, subject: Subject, id: i64, at: NaiveDateTime) -> Choice {
        let label = format!("{} ({})", frame.word("petition-of", subject), dates.day(&at));
        Choice { value: value(subject.as_str(), &id.to_string()), label }
    }
}

/// What the form's choice has for something by its number.
fn value(subject: &str, id: &str) -> String {
    if id.is_empty() { subject.to_owned() } else { format!("{subject}-{id}") }
}

/// Writes what was chosen into the two fields in which a link and a draft say it.
fn read_choice(fields: &mut Fields) {
    let Some(chosen) = fields.sent("about").map(str::to_owned) else { return };
    let (subject, id) = chosen.split_once('-').unwrap_or((chosen.as_str(), ""));
    fields.set("subject", subject);
    fields.set("subject_id", id);
}

/// What somebody can ask the Court: a question, and about what the Chief Justice did alone, where they are on the leaderboard;
/// and what is their `own`.
fn choices(
    db: &mut Db,
    by: Somebody,
    is_member: bool,
    own: &[Appealable],
    frame: &Frame,
    dates: Dates,
    now: NaiveDateTime,
) -> Result<Vec<Choice>, Error> {
    let own = own.iter().map(|one| Choice::of(frame, dates, one.subject, one.id, one.at));
    if !is_member {
        return Ok(own.collect());
    }
    let question = Subject::Question;
    let label = frame.word("petition-of", question).to_string();
    let mut choices: Vec<Choice> = [Choice { value: question.to_string(), label }].into_iter().chain(own).collect();
    for act in chief_acts::store::list(db, None, ACTS_OFFERED)? {
        let is_technical = act.act == Basis::TechnicalModification;
        let subject = if is_technical { Subject::TechnicalModification } else { Subject::ChiefAct };
        if store::may_petition(db, by, subject, act.id.0, now)? {
            choices.push(Choice::of(frame, dates, subject, act.id.0, act.done_at));
        }
    }
    Ok(choices)
}

#[derive(Template)]
#[template(path = "court/petition.html")]
struct PetitionPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    drafts: Vec<Draft>,
    /// The draft that is open in the form.
    open: Option<Draft>,
    /// What the form offers where no link says what it is against.
    choices: Vec<Choice>,
    grounds: &'static [Ground],
    /// What the reader can petition against now, offered before anything is typed.
    appealable: Option<Vec<Appealable>>,
    /// What the games among these are called, and the game that it is against.
    called: Called,
    is_member: bool,
    /// Whether the club reads of cases without names (`public_initials`), and so not what is written for them.
    is_nameless: bool,
}

impl PetitionPage {
    /// What was chosen, or a draft is about.
    fn chosen(&self) -> String {
        value(self.subject(), self.typed.value(FORM, "subject_id"))
    }

    fn is_chosen(&self, choice: &Choice) -> bool {
        choice.value == self.chosen()
    }

    /// What was chosen, where it is not offered: what was refused stays until something else is chosen.
    fn not_offered(&self) -> Option<String> {
        let subject: Subject = self.subject().parse().ok()?;
        if self.choices.iter().any(|choice| self.is_chosen(choice)) {
            return None;
        }
        let has_number = !self.typed.value(FORM, "subject_id").is_empty();
        Some(if has_number { self.against() } else { self.frame.word("petition-of", subject).to_string() })
    }

    /// Whether a link, or the draft, says what it is against; what was refused for it can be changed.
    fn is_fixed(&self) -> bool {
        let written = ["title", "grounds"];
        let is_of_words = |refusal: &Refusal| {
            !refusal.errors.is_empty() && refusal.errors.iter().all(|error| written.contains(&error.field.as_ref()))
        };
        self.typed.refusal(FORM).is_none_or(is_of_words) && !self.typed.value(FORM, "subject_id").is_empty()
    }

    /// What a link, or the draft, says that it is against: a game by who played it, other things by their numbers.
    fn against(&self) -> String {
        let (subject, id) = (self.frame.word("subject", self.subject()), self.typed.value(FORM, "subject_id"));
        let game = against_game(&self.typed);
        format!("{subject} {}", game.as_ref().and_then(|game| self.called.known(game)).unwrap_or(id))
    }

    fn game(&self, one: &Appealable) -> String {
        self.called.undated_game(&GameId(one.id))
    }

    /// Whether there is anything that the form could be about.
    fn has_form(&self) -> bool {
        self.is_fixed() || !self.choices.is_empty() || self.not_offered().is_some()
    }

    /// Whether it is against a monitor, or one can be chosen: then there is a ground to choose, which the sheet hides until it is.
    fn may_be_about_a_monitor(&self) -> bool {
        let monitor = Subject::Monitor.as_str();
        let is_offered = !self.is_fixed() && self.choices.iter().any(|choice| choice.value.starts_with(monitor));
        is_offered || self.subject() == monitor
    }

    fn subject(&self) -> &str {
        self.typed.value(FORM, "subject")
    }
}

/// The game that a petition is against, if it is one.
fn against_game(typed: &Typed) -> Option<GameId> {
    let is_game = typed.value(FORM, "subject") == Subject::Game.as_str();
    typed.value(FORM, "subject_id").parse().ok().filter(|_| is_game).map(GameId)
}

/// A field by its name on the form and its label.
fn labelled(frame: &Frame, field: &str) -> Option<(String, String)> {
    let (name, label) = match field {
        "subject" | "subject_id" => ("about", "petition-about"),
        "ground" => (field, "petition-ground"),
        "title" => (field, "petition-title"),
        "grounds" => (field, "petition-grounds"),
        _ => return None,
    };
    Some((name.to_owned(), frame.t(label).to_string()))
}

/// The form with what was wrong with it.
async fn refused(app: &App, actor: &Actor, frame: Frame, fields: Fields, error: Error) -> Result<HttpResponse, Error> {
    let typed = Typed::refused(FORM, fields, error)?.called(|field| labelled(&frame, field));
    page(app, actor, frame, typed).await
}

async fn page(app: &App, actor: &Actor, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let (now, by) = (app.clock.now(), Somebody::from(actor));
    let read = move |db: &mut Db| {
        let house = rulebook::in_force(db, now)?;
        let (dates, is_nameless) = (Dates { zone: house.time_zone, language: frame.language }, house.public_initials);
        let drafts = drafts::of(db, by.person)?;
        let was_refused = typed.refusal(FORM).is_some();
        let is_open = |draft: &&Draft| draft.id.to_string() == typed.value(FORM, "draft");
        let open = drafts.iter().find(is_open).filter(|_| !was_refused).cloned();
        let is_empty = !was_refused && open.is_none() && typed.value(FORM, "subject_id").is_empty();
        let own = store::appealable(db, by, now)?;
        let is_member = members::store::membership_at(db, by.person, now)?.is_some();
        // What is offered above the form is not in its choice.
        let beside: &[Appealable] = if is_empty { &[] } else { &own };
        let choices = choices(db, by, is_member, beside, &frame, dates, now)?;
        let appealable = is_empty.then_some(own);
        let offered = appealable.iter().flatten();
        let games = offered.clone().filter(|one| one.subject == Subject::Game).map(|one| GameId(one.id));
        let mentioned = Mentioned::default().games(against_game(&typed)).games(games);
        let mentioned = mentioned.decisions(offered.filter_map(|one| one.decision.as_ref()));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        let grounds = Ground::ALL;
        Ok(PetitionPage {
            frame,
            dates,
            typed,
            drafts,
            open,
            choices,
            grounds,
            appealable,
            called,
            is_member,
            is_nameless,
        })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

#[derive(Deserialize)]
pub(super) struct Opened {
    #[serde(default)]
    subject: String,
    subject_id: Option<i64>,
    draft: Option<DraftId>,
}

pub(super) async fn open(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    opened: Params<Opened>,
) -> Result<HttpResponse, Error> {
    let Opened { subject, subject_id, draft } = opened.0;
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut put = |name: &str, value: String| fields.push((name.to_owned(), value));
    match draft {
        Some(id) => {
            let author = actor.person;
            let draft = app.db.read(move |db| drafts::one(db, author, id)).await?;
            put("draft", draft.id.to_string());
            put("subject", draft.subject.to_string());
            put("subject_id", draft.subject_id.map_or_else(String::new, |id| id.to_string()));
            put("ground", draft.ground.map_or_else(String::new, |ground| ground.to_string()));
            put("title", draft.title);
            put("grounds", draft.grounds);
        }
        None => {
            put("subject", subject);
            put("subject_id", subject_id.map_or_else(String::new, |id| id.to_string()));
        }
    }
    page(&app, &actor, frame, Typed::again(FORM, Fields::from(fields))).await
}

/// The petition in a form.
fn petition(fields: &Fields) -> Result<Petition, Refusal> {
    let ground = fields.some("ground").map(str::parse).transpose();
    Ok(Petition {
        subject: fields
            .text("subject")
            .parse()
            .map_err(|_| Refusal::field("subject", say!("Say what the petition is about.")).act("III.3"))?,
        subject_id: fields.number("subject_id")?,
        ground: ground.map_err(|wrong| Refusal::field("ground", wrong))?,
        title: fields.text("title").to_owned(),
        grounds: fields.text("grounds").to_owned(),
    })
}

pub(super) async fn file(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let mut fields = form.0;
    read_choice(&mut fields);
    let filed = async {
        let petition = PetitionOfDraft(petition(&fields)?, fields.number("draft")?.map(DraftId));
        sent(&app, &actor, &fields, petition, |case| format!("/cases/{}", case.number)).await
    };
    match filed.await {
        Ok(place) => Ok(see_done(place, Done::Filed)),
        Err(error) => refused(&app, &actor, frame, fields, error).await,
    }
}

pub(super) async fn save(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let mut fields = form.0;
    read_choice(&mut fields);
    let (author, again) = (actor.person, fields.clone());
    let saved = app.db.write(move |tx| {
        let before = fields.number("draft")?.map(DraftId);
        drafts::save(tx, author, before, &petition(&fields)?)
    });
    match saved.await {
        Ok(id) => Ok(see(format!("/cases/new?draft={id}"))),
        Err(error) => refused(&app, &actor, frame, again, error).await,
    }
}

pub(super) async fn discard(app: Data<App>, actor: Actor, id: Path<DraftId>) -> Result<HttpResponse, Error> {
    let (author, id) = (actor.person, *id);
    app.db
        .write(move |tx| {
            drafts::one(tx.db, author, id)?;
            drafts::discard(tx, author, id)
        })
        .await?;
    Ok(see_done("/cases/new", Done::Discarded))
}
