//! Declarations as a page: every exercise of a power, for everybody.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use super::api::{self, Named, View};
use super::store::{self, Filter};
use super::{About, Exercise};
use crate::App;
use crate::error::{Error, Refusal};
use crate::http::{Page, PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::routes;
use crate::rulebook::{self, ActToChoose};
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};

routes! {
    GET "/declarations" => list, Leaderboard;
}

/// What the filter's form sends; empty where nothing was chosen.
#[derive(Default, Deserialize)]
struct FilterForm {
    #[serde(default)]
    exercise: String,
    #[serde(default)]
    act: String,
    /// `in_force` or `undone`.
    #[serde(default)]
    state: String,
    /// Against whom.
    person: Option<PersonId>,
    after: Option<String>,
}

#[derive(Template)]
#[template(path = "conduct/declarations.html")]
struct DeclarationsPage {
    frame: Frame,
    dates: Dates,
    wanted: FilterForm,
    /// Each alone, but what is routine by day and kind; the newest first.
    groups: Vec<Vec<View>>,
    next: Option<String>,
    /// Who played the games that were acted on, for the club.
    called: Called,
    exercises: &'static [Exercise],
    /// Those by which something was declared.
    acts: Vec<ActToChoose>,
}

impl DeclarationsPage {
    /// The day that it was made, or the month for people from outside, as the page's language writes it.
    fn made_on(&self, view: &View) -> String {
        view.made_at.map_or_else(|| self.day_of(view), |at| self.dates.moment(&at))
    }

    /// The same without the time.
    fn day_of(&self, view: &View) -> String {
        let (day, month) = (view.made_on.parse(), format!("{}-01", view.made_on).parse());
        match (day, month) {
            (Ok(day), _) => self.dates.date(&day),
            (_, Ok(month)) => self.dates.month(&month),
            _ => view.made_on.clone(),
        }
    }

    /// Where what was declared can be read, if it has a page.
    fn place(view: &View) -> Option<String> {
        let (about, id) = About::read(&view.subject)?;
        Some(match about {
            About::Ban => "/bans".to_owned(),
            About::ChiefAct => format!("/chief_acts/{id}"),
            About::Decision => format!("/decisions/{id}"),
            About::Game => format!("/games/{id}"),
            About::Judgment => format!("/cases/{id}"),
            About::Table => format!("/tables/{id}"),
        })
    }

    /// Where its row leads: to what was declared, else to whom it was declared against.
    fn address(view: &View) -> Option<String> {
        let member = || Some(format!("/members/{}", view.person.as_ref()?.id?));
        Self::place(view).or_else(member)
    }

    /// What was declared, and against whom or about whose game.
    fn title(&self, view: &View) -> String {
        let what = self.frame.word("exercise", view.exercise);
        let whom = match &view.person {
            Some(Named { id: Some(_), name }) => Some(name.clone()),
            Some(Named { id: None, .. }) => Some(self.frame.t("declarations-a-member").to_string()),
            None => game(view).and_then(|game| self.called.known(&game).map(str::to_owned)),
        };
        whom.map_or_else(|| what.to_string(), |whom| format!("{what}: {whom}"))
    }

    /// The one declaration of a group that has no other.
    fn alone(group: &[View]) -> Option<&View> {
        group.first().filter(|_| group.len() == 1)
    }

    fn is_filtered(&self) -> bool {
        let FilterForm { exercise, act, state, .. } = &self.wanted;
        [exercise, act, state].into_iter().any(|chosen| !chosen.is_empty())
    }

    /// The query of the next page.
    fn older(&self, next: &str) -> String {
        let FilterForm { exercise, act, state, person, .. } = &self.wanted;
        let person = person.map_or_else(String::new, |person| format!("&person={person}"));
        format!("?exercise={exercise}&act={act}&state={state}{person}&after={next}")
    }
}

/// What moderators say after many games: it would hide what else was declared.
const ROUTINE: [Exercise; 2] = [Exercise::Approval, Exercise::Adjudication];

/// Puts those of one routine kind and one day together, where the newest of them stands.
fn grouped(views: Vec<View>) -> Vec<Vec<View>> {
    let mut groups: Vec<Vec<View>> = Vec::new();
    for view in views {
        let is_routine = |one: &View| ROUTINE.contains(&one.exercise) && !one.undone;
        let goes_with =
            |first: &View| is_routine(first) && first.exercise == view.exercise && first.made_on == view.made_on;
        let of_its_kind = groups.iter_mut().find(|group| group.first().is_some_and(goes_with));
        match of_its_kind.filter(|_| is_routine(&view)) {
            Some(group) => group.push(view),
            None => groups.push(vec![view]),
        }
    }
    groups
}

fn game(view: &View) -> Option<GameId> {
    let (_, id) = About::read(&view.subject).filter(|(about, _)| *about == About::Game)?;
    id.parse().ok().map(GameId)
}

async fn list(app: Data<App>, frame: Frame, wanted: Params<FilterForm>) -> Result<HttpResponse, Error> {
    let wanted = wanted.0;
    let page = PageRequest { after: wanted.after.clone(), limit: Some(30) };
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let exercise = match wanted.exercise.as_str() {
        "" => None,
        word => Some(word.parse().map_err(|wrong| Refusal::field("exercise", wrong))?),
    };
    let act = Some(wanted.act.trim().to_owned()).filter(|act| !act.is_empty());
    let undone = match wanted.state.as_str() {
        "undone" => Some(true),
        "in_force" => Some(false),
        _ => None,
    };
    let filter = Filter { exercise, act, undone, person: wanted.person, ..Filter::default() };
    let page = app.db.read(move |db| {
        let declarations = api::shown(db, &filter, before, limit, frame.viewpoint, now)?;
        let (book, declared) = (rulebook::version_at(db, now)?, store::acts(db)?);
        let is_offered = |act: &ActToChoose| declared.contains(&act.citation) || wanted.act == act.citation;
        let acts = rulebook::acts_to_choose(&book, frame.language).into_iter().filter(is_offered).collect();
        let dates = Dates { zone: book.rules.time_zone, language: frame.language };
        let records = declarations.items.iter().flat_map(|view| [&view.effect, &view.undone_by]).flatten();
        let mentioned = Mentioned::default().games(declarations.items.iter().filter_map(game)).records(records);
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        let Page { items, next } = declarations;
        // Who looks for a kind finds each of it.
        let groups =
            if wanted.exercise.is_empty() { grouped(items) } else { items.into_iter().map(|one| vec![one]).collect() };
        Ok(DeclarationsPage { frame, dates, wanted, groups, next, called, exercises: Exercise::ALL, acts })
    });
    render(StatusCode::OK, &page.await?)
}
