//! All games of the club, the last entered first: of one player, of one day, with one result.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use chrono_tz::Tz;
use rookery_messages::say;
use serde::Deserialize;

use super::entry::Offered;
use super::viewer;
use crate::App;
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::games::store::{self, Filter, GameView};
use crate::http::instant::kept_if_any;
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::rulebook;
use crate::sessions::calendar::instant;
use crate::web::form::{chosen, chosen_day};
use crate::web::layout::{Frame, render};

/// Members to choose from; of a club with more, those beyond have their games on their own page.
const MEMBERS: i64 = 1_000;

#[derive(Template)]
#[template(path = "games/all.html")]
struct AllPage {
    frame: Frame,
    zone: Tz,
    wanted: GamesFilter,
    /// Whose games can be chosen, by name.
    people: Vec<Offered>,
    outcomes: &'static [Outcome],
    games: Page<GameView>,
}

/// Which games are looked for.
#[derive(Clone, Copy)]
struct GamesFilter {
    person: Option<PersonId>,
    day: Option<NaiveDate>,
    result: Option<Outcome>,
}

impl GamesFilter {
    fn is_all(&self) -> bool {
        self.person.is_none() && self.day.is_none() && self.result.is_none()
    }
}

impl AllPage {
    fn is_of(&self, person: &i64) -> bool {
        self.wanted.person == Some(PersonId(*person))
    }

    fn is_with(&self, result: &Outcome) -> bool {
        self.wanted.result == Some(*result)
    }

    fn figures(game: &GameView) -> &'static str {
        viewer::figures(game.result)
    }

    /// The query of the next page.
    fn older(&self, next: &str) -> String {
        let GamesFilter { person, day, result } = self.wanted;
        format!("?person={}&on={}&result={}&after={next}", told(person), told(day), told(result))
    }
}

/// A choice as an address has it; empty where nothing is chosen.
fn told(choice: Option<impl ToString>) -> String {
    choice.map_or_else(String::new, |choice| choice.to_string())
}

/// What the form sends; empty where nothing was chosen.
#[derive(Deserialize)]
pub struct GamesQuery {
    person: Option<String>,
    /// Local date.
    on: Option<String>,
    result: Option<String>,
    after: Option<String>,
}

impl GamesQuery {
    fn read(&self) -> Result<GamesFilter, Refusal> {
        let person = chosen(self.person.as_deref()).map(|person| {
            let id = person.parse::<i64>().map_err(|_| Refusal::field("person", say!("Choose a player.")));
            id.map(PersonId)
        });
        let result = chosen(self.result.as_deref())
            .map(|result| result.parse::<Outcome>().map_err(|wrong| Refusal::field("result", wrong)));
        let day = chosen_day("on", self.on.as_deref())?;
        Ok(GamesFilter { person: person.transpose()?, day, result: result.transpose()? })
    }
}

/// When a day begins and when the next one does, by the club's clock.
fn hours(day: Option<NaiveDate>, zone: Tz) -> Result<[Option<NaiveDateTime>; 2], Error> {
    let midnight = |day: NaiveDate| instant(day.and_time(NaiveTime::MIN), zone).and_utc();
    let next = day.and_then(|day| day.succ_opt());
    Ok([kept_if_any("on", day.map(midnight))?, kept_if_any("on", next.map(midnight))?])
}

/// Members, and who is looked for, by name.
fn people(db: &mut Db, wanted: Option<PersonId>) -> Result<Vec<Offered>, Error> {
    let members = members::store::list(db, true, None, None, MEMBERS)?;
    let mut people: Vec<Offered> =
        members.into_iter().map(|member| Offered { id: member.id.0, name: member.name }).collect();
    if let Some(person) = wanted.filter(|person| people.iter().all(|one| one.id != person.0)) {
        people.push(Offered { id: person.0, name: members::store::known(db, person)?.name });
    }
    people.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(people)
}

pub(crate) async fn games(app: Data<App>, frame: Frame, which: Params<GamesQuery>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let wanted = which.0.read()?;
    let request = PageRequest { after: which.0.after, limit: Some(30) };
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let veil = Veil::before(db, frame.viewpoint, now)?;
            let [from, to] = hours(wanted.day, zone)?;
            let GamesFilter { person, result, .. } = wanted;
            let filter = Filter { person, result, from, to, reach: veil.games(), ..Filter::default() };
            let people = people(db, person)?;
            let mut games = store::list(db, &filter, &request)?;
            veil.cover_games(db, &mut games.items)?;
            Ok(AllPage { frame: frame.clone(), zone, wanted, people, outcomes: Outcome::ALL, games })
        })
        .await?;
    render(StatusCode::OK, &page)
}
