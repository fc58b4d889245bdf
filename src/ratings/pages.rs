//! The leaderboard as a page.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::NaiveDate;
use serde::Deserialize;

use super::board::{Leaderboard, Line, PAGE};
use super::history;
use super::trend::{Movement, Trend, Trends};
use crate::App;
use crate::auth::Viewpoint;
use crate::auth::store::{ever_had_a_chief_justice, with_accounts};
use crate::conduct;
use crate::conduct::decisions::veil::{self, Veil};
use crate::error::Error;
use crate::http::Params;
use crate::id::{PersonId, SessionId};
use crate::routes;
use crate::rulebook;
use crate::sessions::calendar::{last_instant, local_date};
use crate::sessions::store::next_set_after;
use crate::tables::pages::challenge;
use crate::web::assets;
use crate::web::dates::clock_time;
use crate::web::form::{chosen, chosen_day};
use crate::web::layout::{Frame, render};

routes! {
    GET "/" => leaderboard, Anyone;
    GET "/leaderboard" => by_its_name, Anyone;
}

/// The medals of the first three ranks.
const PODIUM: [&str; 3] = ["king", "queen", "rook"];

#[derive(Template)]
#[template(path = "ratings/leaderboard.html")]
struct LeaderboardPage {
    frame: Frame,
    board: Leaderboard,
    /// The lines of the board, each with whom it is about, who is not told to people from outside.
    lines: Vec<(Option<i64>, Line)>,
    /// The day whose end is shown, if not now.
    day: Option<NaiveDate>,
    /// The day that was asked for, if it is yet to come.
    to_come: Option<NaiveDate>,
    /// What is looked for in the names.
    query: String,
    trends: Option<Arc<Trends>>,
    /// The terms of a challenge by one tap, for points and just for fun.
    usual: String,
    for_fun: String,
    /// Which of these the reader may make, as far as it is theirs and the club's.
    open: challenge::Open,
    /// Those of the page whom the reader cannot challenge: they have no account to answer with, or are banned and the reader may know it.
    apart: Vec<PersonId>,
    /// How games went, each with its letter.
    letters: Vec<(&'static str, String)>,
    previous: Option<usize>,
    next: Option<usize>,
    /// The reader's own line, and whom they pass next.
    own: Option<Line>,
    above: Option<Line>,
    /// Whether all members have the same points: then nobody leads.
    is_level: bool,
    /// Whether the club has, or had, somebody to look after it.
    is_set_up: bool,
    live: &'static str,
}

/// Since when ranks moved, as a page says it: in the session that is on, or since the `day` of the last one; empty before the first.
pub fn since(frame: &Frame, day: Option<String>, is_on: bool) -> String {
    match day {
        Some(_) if is_on => frame.t("board-since-now").to_string(),
        Some(day) => frame.t("board-since").with("day", day).to_string(),
        None => String::new(),
    }
}

impl LeaderboardPage {
    fn trend(&self, member: &Option<i64>) -> Option<&Trend> {
        self.trends.as_ref()?.of.get(member.as_ref()?)
    }

    /// Since which session ranks moved; empty before the first one.
    fn since(&self) -> String {
        let Some(trends) = &self.trends else { return String::new() };
        let day = trends.since.zip(trends.zone).map(|(since, zone)| self.frame.short(since, &zone));
        since(&self.frame, day, trends.on.is_some())
    }

    fn letter(&self, went: &str) -> &str {
        self.letters.iter().find(|(word, _)| *word == went).map_or("", |(_, letter)| letter)
    }

    fn is_reader(&self, member: &Option<i64>) -> bool {
        member.is_some() && self.frame.person == *member
    }

    /// The reader, who stands here themself; on the page of another day, who may.
    fn own_person(&self) -> Option<i64> {
        self.frame.person.filter(|_| self.frame.is_a_person() && (self.own.is_some() || self.day.is_some()))
    }

    /// Whether the board has one line.
    fn is_alone(&self) -> bool {
        self.query.is_empty() && self.board.members == 1
    }

    /// Whether the reader could stand here and does not: their own page says how, or why not.
    fn could_join(&self) -> bool {
        self.is_of_now() && self.own.is_none() && !self.frame.roles.staff
    }

    /// Whether somebody of the club reads the board as it is now.
    fn is_of_now(&self) -> bool {
        self.frame.viewpoint.reads_the_club() && self.frame.is_a_person() && self.day.is_none()
    }

    /// Whether the reader can challenge others to online chess here.
    fn challenges(&self) -> bool {
        self.is_of_now() && self.open.any()
    }

    /// Whom a line's button challenges: everybody who could accept, but the reader.
    fn challenged(&self, member: &Option<i64>) -> Option<i64> {
        let is_apart = |id: i64| self.apart.contains(&PersonId(id));
        member.filter(|id| self.challenges() && !self.is_reader(member) && !is_apart(*id))
    }

    /// Whether the page has a button that challenges anybody.
    fn has_challenges(&self) -> bool {
        self.lines.iter().any(|(member, _)| self.challenged(member).is_some())
    }

    /// Whether it is the first page of the whole board as it is now, and has more than a few.
    fn is_top(&self) -> bool {
        self.day.is_none() && self.query.is_empty() && self.board.offset == 0 && self.lines.len() > 4
    }

    /// The members on the podium, if there are more than three: nobody before a game was played.
    fn podium(&self) -> &[(Option<i64>, Line)] {
        let has_played = |(_, line): &(Option<i64>, Line)| line.wins + line.draws + line.losses > 0;
        let is_earned = self.is_top() && self.lines.iter().any(has_played);
        if is_earned { self.lines.get(..PODIUM.len()).unwrap_or_default() } else { &[] }
    }

    /// Those below the towers.
    fn rows(&self) -> &[(Option<i64>, Line)] {
        self.lines.get(self.podium().len()..).unwrap_or_default()
    }

    /// The piece on the medal of a tower: the same for all who share a rank.
    fn medal(line: &Line) -> &'static str {
        PODIUM.get(line.rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Who rose most since the last session began, of those on the first page who gained points, and by how many ranks.
    fn risen(&self) -> Option<(&Line, i64)> {
        let rose = |(member, line)| {
            let trend = self.trend(member).filter(|trend| trend.gained)?;
            match trend.movement {
                Some(Movement::By(ranks)) if ranks > 0 => Some((line, ranks)),
                _ => None,
            }
        };
        if self.podium().is_empty() {
            return None;
        }
        // The highest of them, where several rose as far.
        self.lines.iter().filter_map(|(member, line)| rose((member, line))).rev().max_by_key(|(_, ranks)| *ranks)
    }

    /// When the club meets next, where anybody has said so.
    fn meets(&self) -> Option<String> {
        let trends = self.trends.as_ref()?;
        Some(self.frame.meeting(trends.next?, &trends.zone?))
    }

    /// The round announced last, with its session and day: for those who read its page.
    fn last_round(&self) -> Option<(SessionId, i64, String)> {
        let trends = self.trends.as_ref().filter(|_| self.frame.viewpoint.reads_the_club())?;
        let (session, began, round) = trends.round?;
        Some((session, round, self.frame.language.date(&began.and_utc().with_timezone(&trends.zone?))))
    }

    /// That a session is on; until when, only where the club has said in which time zone it meets.
    fn on_now(&self) -> Option<String> {
        let trends = self.trends.as_ref()?;
        let on = trends.on?;
        Some(match trends.zone.filter(|_| on.has_hours) {
            Some(zone) => self.frame.t("board-on-now").with("until", clock_time(on.until, zone)).to_string(),
            None => self.frame.t("board-on-without-hours").to_string(),
        })
    }

    /// A day as the page's language writes it.
    fn told(&self, day: &NaiveDate) -> Option<String> {
        let noon = day.and_hms_opt(12, 0, 0)?.and_utc().with_timezone(&chrono_tz::UTC);
        Some(self.frame.language.date(&noon))
    }
}

#[derive(Deserialize)]
struct LeaderboardQuery {
    offset: Option<usize>,
    /// Local date; empty as an untouched field sends it.
    on: Option<String>,
    /// Part of a name.
    q: Option<String>,
    /// The page that this member stands on.
    around: Option<i64>,
}

/// What somebody finds from whom even the leaderboard is kept: what this is, and the ways in.
#[derive(Template)]
#[template(path = "ratings/welcome.html")]
struct WelcomePage {
    frame: Frame,
}

/// People type this address; the leaderboard is the front page.
async fn by_its_name(request: HttpRequest) -> HttpResponse {
    let place = match request.query_string() {
        "" => "/".to_owned(),
        query => format!("/?{query}"),
    };
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, place)).finish()
}

async fn leaderboard(app: Data<App>, frame: Frame, which: Params<LeaderboardQuery>) -> Result<HttpResponse, Error> {
    let reader = frame.viewpoint;
    if !reader.reads_the_leaderboard() {
        return render(StatusCode::OK, &WelcomePage { frame });
    }
    let LeaderboardQuery { offset, on, mut q, mut around } = which.0;
    if !reader.reads_the_club() {
        // A search would find out names that are not shown.
        (q, around) = (None, None);
    }
    let offset = offset.unwrap_or(0);
    let day = chosen_day("on", on.as_deref())?;
    let today = if day.is_some() { Some(today(&app).await?) } else { None };
    let to_come = day.filter(|day| today.is_some_and(|today| *day > today));
    let day = day.filter(|_| to_come.is_none());
    let query = chosen(q.as_deref()).unwrap_or_default().to_owned();
    let board = match (day, around) {
        (Some(day), _) => at_the_end_of(&app, frame.viewpoint, day, offset).await?,
        (None, _) if !query.is_empty() => app.board.search(&query, PAGE),
        (None, Some(member)) => app.board.around(member, PAGE).unwrap_or_else(|| app.board.page(offset, PAGE)),
        (None, None) => app.board.page(offset, PAGE),
    };
    let trends = if day.is_none() { Some(trends(&app, &board).await?) } else { None };
    let is_set_up = board.members > 0 || app.db.read(ever_had_a_chief_justice).await?;
    let offset = board.offset;
    let pages = query.is_empty();
    let letters = ["win", "draw", "loss"].map(|went| (went, frame.word("letter", went).to_string()));
    let people: Vec<Option<i64>> = board.items.iter().map(|line| line.id).collect();
    let challenger = reader.person.filter(|_| reader.reads_the_club() && frame.is_a_person() && day.is_none());
    let (open, apart) = match challenger {
        Some(challenger) => challenges(&app, (challenger, reader), &people).await?,
        None => Default::default(),
    };
    let board = app.board.as_read_by(reader, board);
    let reader = frame.person.filter(|_| reader.reads_the_club() && day.is_none());
    let page = LeaderboardPage {
        own: reader.and_then(|person| app.board.line(person)),
        above: reader.and_then(|person| app.board.next_above(person)),
        is_level: app.board.is_level(),
        lines: people.into_iter().zip(board.items.iter().cloned()).collect(),
        letters: letters.into(),
        usual: challenge::usual_terms(&frame, false)?,
        for_fun: challenge::usual_terms(&frame, true)?,
        open,
        apart,
        frame,
        day,
        to_come,
        previous: (pages && offset > 0).then(|| offset.saturating_sub(PAGE)),
        next: (pages && offset.saturating_add(PAGE) < board.members).then(|| offset + PAGE),
        query,
        is_set_up,
        trends,
        board,
        live: assets::address("live.js").unwrap_or_default(),
    };
    render(StatusCode::OK, &page)
}

/// Which challenges a reader may make, and whom of a page they cannot challenge, as far as they may know it (T42).
async fn challenges(
    app: &Data<App>,
    (challenger, reader): (PersonId, Viewpoint),
    people: &[Option<i64>],
) -> Result<(challenge::Open, Vec<PersonId>), Error> {
    let now = app.clock.now();
    let mut apart: Vec<PersonId> = people.iter().flatten().copied().map(PersonId).collect();
    let read = app.db.read(move |db| {
        let veil = Veil::before(db, reader, now)?;
        let open = challenge::Open::to_anybody(db, challenger, &veil, now)?;
        if !open.any() {
            return Ok((open, Vec::new()));
        }
        let (known, banned) = (with_accounts(db, &apart)?, conduct::store::banned_among(db, &apart, now)?);
        let is_banned = |person: PersonId| banned.contains(&person) && veil.tells_of(person);
        apart.retain(|person| !known.contains(person) || is_banned(*person));
        Ok((open, apart))
    });
    read.await
}

async fn trends(app: &Data<App>, board: &Leaderboard) -> Result<Arc<Trends>, Error> {
    let now = app.clock.now();
    if let Some(known) = app.board.known_trends(board, now) {
        return Ok(known);
    }
    let (keeper, page) = (app.board.clone(), board.clone());
    app.db
        .read(move |db| {
            let next = next_set_after(db, now)?.map(|session| session.starts_at);
            keeper.trends(db, &page, next, now)
        })
        .await
}

/// The day that it is at the club.
async fn today(app: &App) -> Result<NaiveDate, Error> {
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    Ok(local_date(now.and_utc(), zone))
}

/// The standings as a local day left them.
async fn at_the_end_of(app: &App, reader: Viewpoint, day: NaiveDate, offset: usize) -> Result<Leaderboard, Error> {
    let now = app.clock.now();
    app.db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let (at, veil) = (last_instant(day, zone), Veil::before(db, reader, now)?);
            let added = veil::past_standings(db, at, &veil)?;
            history::leaderboard_at(db, at, &added, offset, PAGE)
        })
        .await
}
