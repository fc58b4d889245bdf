//! Petitions: what one writes, keeps as a draft, and files.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;
use serde::Deserialize;

use crate::App;
use crate::action::Somebody;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::court::actions::{Petition, PetitionOfDraft};
use crate::court::rules::petition::is_for_members;
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

#[derive(Template)]
#[template(path = "court/petition.html")]
struct PetitionPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    drafts: Vec<Draft>,
    /// The draft that is open in the form.
    open: Option<Draft>,
    subjects: &'static [Subject],
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
    fn is_against(&self, subject: &Subject) -> bool {
        self.typed.chose(FORM, "subject", subject)
    }

    /// Whether a link, or the draft, says what it is against; what was refused for it can be changed.
    fn is_fixed(&self) -> bool {
        let written = ["title", "grounds"];
        let is_of_words = |refusal: &Refusal| {
            !refusal.errors.is_empty() && refusal.errors.iter().all(|error| written.contains(&error.field.as_ref()))
        };
        self.typed.refusal(FORM).is_none_or(is_of_words) && !self.typed.value(FORM, "subject_id").is_empty()
    }

    /// What the form offers: questions, and what has its number on a page; the reader's own is offered above. To anybody who
    /// is not on the leaderboard nothing that is its members' to ask. What was chosen can be changed, whatever it is.
    fn offered(&self) -> impl Iterator<Item = &'static Subject> {
        let is_offered = |subject: &Subject| match subject {
            Subject::Question
            | Subject::TechnicalModification
            | Subject::ChiefAct
            | Subject::Game
            | Subject::Decision => self.is_member || !is_for_members(*subject),
            Subject::Ban | Subject::Monitor | Subject::ClockOrder | Subject::Deduction | Subject::Removal => false,
        };
        self.subjects.iter().rev().filter(move |subject| is_offered(subject) || self.is_against(subject))
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

    fn is_about_a_monitor(&self) -> bool {
        self.subject() == Subject::Monitor.as_str()
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
    let label = match field {
        "subject" => "petition-about",
        "subject_id" => "petition-number",
        "ground" => "petition-ground",
        "title" => "petition-title",
        "grounds" => "petition-grounds",
        _ => return None,
    };
    Some((field.to_owned(), frame.t(label).to_string()))
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
        let appealable = is_empty.then(|| store::appealable(db, by, now)).transpose()?;
        let offered = appealable.iter().flatten();
        let games = offered.clone().filter(|one| one.subject == Subject::Game).map(|one| GameId(one.id));
        let mentioned = Mentioned::default().games(against_game(&typed)).games(games);
        let mentioned = mentioned.decisions(offered.filter_map(|one| one.decision.as_ref()));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        let (subjects, grounds) = (Subject::ALL, Ground::ALL);
        let is_member = members::store::membership_at(db, by.person, now)?.is_some();
        Ok(PetitionPage {
            frame,
            dates,
            typed,
            drafts,
            open,
            subjects,
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
    let fields = form.0;
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
    let (author, fields) = (actor.person, form.0.clone());
    let saved = app.db.write(move |tx| {
        let before = fields.number("draft")?.map(DraftId);
        drafts::save(tx, author, before, &petition(&fields)?)
    });
    match saved.await {
        Ok(id) => Ok(see(format!("/cases/new?draft={id}"))),
        Err(error) => refused(&app, &actor, frame, form.0, error).await,
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
