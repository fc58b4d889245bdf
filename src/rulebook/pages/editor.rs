//! The editor: Acts and house rules are changed in one draft, which shows what it would change before
//! it is published, or asked for.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Panels, time, value_in_words};
use crate::App;
use crate::action::pages::sent;
use crate::auth::{Actor, Visitors};
use crate::db::Db;
use crate::error::{Act, Error};
use crate::http::{Form, Params};
use crate::rulebook::actions::{PublishRulebook, RequestChange};
use crate::rulebook::diff::Difference;
use crate::rulebook::rules::{Draft, Wanted};
use crate::rulebook::{ActToChoose, Along, Confirmation, HouseRules, Rulebook, acts_to_change, store};
use crate::web::catalogue::Text;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, in_list};

/// The form's name on its page.
const DRAFT: &str = "draft";

/// Typed beside the preview, for those who read of the change.
const BESIDE: [&str; 1] = ["note"];

/// The field as readers know it, for what was changed since the preview: its Act, or its house rule.
fn label(frame: &Frame, field: &str) -> String {
    let act = field.strip_prefix("text-").or_else(|| field.strip_prefix("repeal-"));
    match (act, field.strip_prefix("rule-")) {
        (Some(act), _) => act.to_owned(),
        (None, Some(rule)) => frame.word("rule", rule).to_string(),
        (None, None) if field == "note" => frame.t("rulebook-note").to_string(),
        (None, None) => frame.t("rulebook-acts").to_string(),
    }
}

/// A field by its name in the editor and its label, for what a program calls so: a house rule, or a member
/// of one of the `acts` that the draft changes.
fn own(frame: &Frame, acts: &[Wanted], rules: &Map<String, Value>, field: &str) -> Option<(String, String)> {
    let name = match in_list(field, "acts").and_then(|(place, _)| acts.get(place)) {
        Some(act) => format!("text-{}", act.citation),
        None if field == "note" => field.to_owned(),
        None if rules.contains_key(field) => format!("rule-{field}"),
        None => return None,
    };
    let label = label(frame, &name);
    Some((name, label))
}

/// An Act in the draft.
struct Edited {
    citation: String,
    /// As it is typed, or as it stands.
    text: String,
    repealed: bool,
    is_new: bool,
    /// Put into the draft just now.
    is_added: bool,
}

/// An Act that can be added.
struct Added {
    citation: String,
    /// The title of its section, or the first words of the Act that it will stand under.
    under: String,
    /// Whether `under` is in the English that the program ships.
    is_english: bool,
}

/// A house rule in the draft.
struct Rule {
    name: String,
    value: String,
    /// Of the field that it is typed into.
    kind: &'static str,
    /// What it can be, where it is chosen, each with its words.
    choices: Vec<(String, String)>,
}

/// House rules about one thing.
struct Group {
    subject: &'static str,
    rules: Vec<Rule>,
}

#[derive(Template)]
#[template(path = "rulebook/editor.html")]
struct EditorPage {
    frame: Frame,
    typed: Typed,
    /// The version that the draft is written against.
    base: i64,
    acts: Vec<Edited>,
    groups: Vec<Group>,
    /// Acts that can be put into the draft: those in force, those that were repealed, and new ones.
    in_force: Vec<ActToChoose>,
    repealed: Vec<ActToChoose>,
    possible: Vec<Added>,
    difference: Option<Difference>,
    panels: Option<Panels>,
}

/// A house rule's value as a field has it.
fn told(value: &Value) -> String {
    time(value).or_else(|| value.as_str().map(str::to_owned)).unwrap_or_else(|| value.to_string())
}

/// What a house rule is chosen from, if it is not typed.
fn choices(name: &str, value: &Value) -> Vec<Value> {
    const WEEK: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    match value {
        Value::Bool(_) => vec![true.into(), false.into()],
        _ if name == "session_weekday" => WEEK.map(Value::from).to_vec(),
        _ if name == "visitors" => Visitors::ALL.iter().map(|visitors| visitors.as_str().into()).collect(),
        _ if name == "confirmation" => Confirmation::ALL.iter().map(|how| how.as_str().into()).collect(),
        _ if name == "time_zone" => chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name().into()).collect(),
        _ => Vec::new(),
    }
}

/// What the fields change of a rulebook.
fn draft(fields: &Fields, base: &Rulebook) -> Draft {
    let act = |citation: &str| {
        let repealed = fields.has(&format!("repeal-{citation}"));
        let text = (!repealed).then(|| fields.text(&format!("text-{citation}")).to_owned());
        Wanted { citation: Act(citation.to_owned().into()), text, repealed }
    };
    let untouched = |citation: &&str| {
        let typed = fields.text(&format!("text-{citation}"));
        let same = base.terms.find(citation).is_some_and(|act| !act.repealed && act.text == typed);
        same && !fields.has(&format!("repeal-{citation}"))
    };
    let acts = fields.all("citation").filter(|citation| !untouched(citation)).map(act).collect();
    let mut rules = Map::new();
    for (name, value) in base.rules.members() {
        let Some(typed) = fields.sent(&format!("rule-{name}")).filter(|typed| *typed != told(&value)) else { continue };
        rules.insert(name, HouseRules::typed(&value, typed));
    }
    Draft { acts, rules }
}

fn base(db: &mut Db, fields: &Fields) -> Result<(i64, Rulebook), Error> {
    let number = match fields.number("base")? {
        Some(number) => number,
        None => store::newest(db)?,
    };
    Ok((number, store::version(db, number)?.1))
}

/// The page of a draft; `show` puts what it would change beside it.
async fn page(
    app: &App,
    frame: Frame,
    fields: Fields,
    refused: Option<Error>,
    show: bool,
    changed: &[String],
) -> Result<HttpResponse, Error> {
    let mut changed: Vec<String> = changed.iter().map(|field| label(&frame, field)).collect();
    changed.dedup();
    let read = move |db: &mut Db| {
        let (number, book) = base(db, &fields)?;
        let draft = draft(&fields, &book);
        // A rule that was left alone can be wrong beside one that was changed.
        let known: Map<String, Value> = book.rules.members().into_iter().collect();
        let wrong = |error| -> Result<Typed, Error> {
            Ok(Typed::refused(DRAFT, fields.clone(), error)?.called(|field| own(&frame, &draft.acts, &known, field)))
        };
        let mut typed = match refused {
            Some(error) => wrong(error)?,
            None => Typed::again(DRAFT, fields.clone()).unsigned(changed),
        };
        let mut difference = None;
        if show {
            match store::previewed(db, &book, &draft) {
                Ok(changes) => difference = Some(changes),
                Err(_) if typed.refusal(DRAFT).is_some() => {}
                Err(error) => typed = wrong(error)?,
            }
        }
        let panels = match &difference {
            Some(changes) => Panels::proposed(db, changes)?,
            None => None,
        };
        Ok(EditorPage { panels, ..EditorPage::of(frame, typed, number, &book, &fields, difference) })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

impl EditorPage {
    /// What the reader can do here: the Chief Justice publishes, others ask for it.
    fn heading(&self) -> Text<'_> {
        self.frame.t(if self.frame.roles.chief_justice { "rulebook-editor" } else { "request-new" })
    }

    fn hint(&self) -> Text<'_> {
        let hint = if self.frame.roles.chief_justice { "rulebook-editor-hint" } else { "rulebook-editor-request" };
        self.frame.t(hint).with("number", self.base)
    }

    fn of(
        frame: Frame,
        typed: Typed,
        base: i64,
        book: &Rulebook,
        fields: &Fields,
        difference: Option<Difference>,
    ) -> EditorPage {
        let mut citations: Vec<&str> = fields.all("citation").collect();
        let chosen = fields.some("add");
        citations.extend(chosen.filter(|added| !fields.all("citation").any(|there| there == *added)));
        let edited = |citation: &str| {
            let there = book.terms.find(citation);
            let was = there.map_or("", |act| act.text.as_str());
            let field = format!("text-{citation}");
            Edited {
                citation: citation.to_owned(),
                text: fields.sent(&field).unwrap_or(was).to_owned(),
                repealed: fields.has(&format!("repeal-{citation}")),
                is_new: there.is_none(),
                is_added: chosen == Some(citation),
            }
        };
        let rule = |(name, value): (String, Value)| Rule {
            value: fields.sent(&format!("rule-{name}")).map_or_else(|| told(&value), str::to_owned),
            kind: if time(&value).is_some() { "time" } else { "text" },
            choices: choices(&name, &value).iter().map(|one| (told(one), value_in_words(&frame, &name, one))).collect(),
            name,
        };
        let group = |(subject, members): (&'static str, Vec<(String, Value)>)| Group {
            subject,
            rules: members.into_iter().map(&rule).collect(),
        };
        let along = Along::new(&book.rules, frame.language);
        let sections = book.terms.sections.iter().map(|section| {
            let title = along.heading(&section.title);
            (section.number.as_str(), title.text.to_owned(), title.is_english)
        });
        let all = acts_to_change(book, frame.language);
        let first_rows = all.iter().filter(|act| act.citation.matches('.').count() == 1);
        let first_rows = first_rows.map(|act| (act.citation.as_str(), act.begins.clone(), act.is_english));
        let added = |(above, under, is_english): (&str, String, bool)| Added {
            citation: book.terms.next_citation(above),
            under,
            is_english,
        };
        let possible = sections.chain(first_rows).map(added).collect();
        let (repealed, in_force) = all.into_iter().partition(|act| act.is_repealed);
        EditorPage {
            acts: citations.into_iter().map(edited).collect(),
            groups: book.rules.by_subject().into_iter().map(group).collect(),
            in_force,
            repealed,
            possible,
            frame,
            typed,
            base,
            difference,
            panels: None,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Opened {
    act: Option<String>,
}

pub(super) async fn open(app: Data<App>, frame: Frame, opened: Params<Opened>) -> Result<HttpResponse, Error> {
    let act = opened.0.act.map(|act| ("citation".to_owned(), act));
    page(&app, frame, Fields::from(act.into_iter().collect::<Vec<_>>()), None, false, &[]).await
}

/// Shows what the draft would change, or puts another Act into it.
pub(super) async fn preview(app: Data<App>, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let adds = form.0.has("add");
    page(&app, frame, form.0, None, !adds, &[]).await
}

/// The version that the draft is written against, and what it changes.
async fn drafted(app: &App, fields: &Fields) -> Result<(i64, Draft), Error> {
    let sent = fields.clone();
    let read = app.db.read(move |db| {
        let (number, book) = base(db, &sent)?;
        Ok((number, draft(&sent, &book)))
    });
    read.await
}

pub(super) async fn publish(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    if let Err(changed) = form.0.as_seen(&BESIDE) {
        return page(&app, frame, form.0, None, true, &changed).await;
    }
    let (replaces, Draft { acts, rules }) = drafted(&app, &form.0).await?;
    let version = PublishRulebook { replaces, note: form.0.text("note").to_owned(), acts, rules };
    match sent(&app, &actor, &form.0, version, |_| "/rulebook/versions").await {
        Ok(place) => Ok(see_done(place, Done::Published)),
        Err(error) => page(&app, frame, form.0, Some(error), true, &[]).await,
    }
}

pub(super) async fn ask(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    if let Err(changed) = form.0.as_seen(&BESIDE) {
        return page(&app, frame, form.0, None, true, &changed).await;
    }
    let (base, Draft { acts, rules }) = drafted(&app, &form.0).await?;
    let request = RequestChange { base, note: form.0.text("note").to_owned(), acts, rules };
    match sent(&app, &actor, &form.0, request, |made| format!("/change_requests/{}", made.id)).await {
        Ok(place) => Ok(see_done(place, Done::Asked)),
        Err(error) => page(&app, frame, form.0, Some(error), true, &[]).await,
    }
}
