//! A game of Nomic as pages: today, the rules, the threads, the court, and a rule-change in the making. All
//! of them are made from the game in memory. A game is opened, and seats are taken, in the games room.

mod accounts;
mod archive;
mod at_table;
mod back;
mod choices;
mod counting;
mod court;
mod drafts;
mod forms;
mod help;
mod parts;
mod preview;
mod proposals;
mod quantities;
mod reading;
mod remarks;
mod scoreboard;
mod settings;
mod standing;
mod threads;

pub use at_table::NomicPage;
pub use parts::needs;
pub use quantities::document_words;

use std::ops::Deref;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::actions::Say;
use super::api::{FoundGame, found};
use super::{store, table};
use crate::App;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::routes;
use crate::tables::TableId;
use crate::tables::actions::{Sit, performed_at};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};
use back::Back;
use choices::Numbered;
use drafts::Waiting;
use forms::Does;
use parts::Posted;
use preview::Preview;
use proposals::Ballot;
use rookery_messages::{Message, say};
use rookery_nomic::bindings::Role;
use rookery_nomic::game::{Alert, Status};
use rookery_nomic::plays::{Play, Thread};
use rookery_nomic::rulebook::RuleStatus;
use rookery_nomic::supplies::Conflict;
use rookery_nomic::{Game, lines, time};
use scoreboard::{Chart, Score};
use standing::{Claimed, Claiming, Due, Goal, Left};
use threads::ThreadQuery;

routes! {
    GET "/nomic/help" => help::help, Club;
    GET "/nomic/readings" => help::readings, Club;
    GET "/nomic/{id}" => today, Club;
    POST "/nomic/{id}" => say, Insider;
    GET "/nomic/{id}/rules" => reading::all, Club;
    GET "/nomic/{id}/rules/{label}" => reading::one, Club;
    GET "/nomic/{id}/proposals" => proposals::list, Club;
    GET "/nomic/{id}/proposals/{number}" => proposals::one, Club;
    GET "/nomic/{id}/quantities" => quantities::all, Club;
    GET "/nomic/{id}/threads" => threads::read, Club;
    GET "/nomic/{id}/court" => court::court, Club;
    GET "/nomic/{id}/archive" => archive::archive, Club;
    GET "/nomic/{id}/draft" => drafts::drafting, Insider;
    POST "/nomic/{id}/draft" => drafts::draft, Insider;
}

/// Which part of a long list is shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    /// Only what is older than this, by its place among all.
    before: Option<usize>,
}

/// Points and alerts that the page of a day shows.
const LATEST: usize = 5;

/// What every page of a game shows around its own part: the game as its reader finds it.
struct Around {
    found: FoundGame,
    id: TableId,
    /// Which of the pages it is.
    here: &'static str,
    zone: chrono_tz::Tz,
    /// Whether there is something that players count beside points.
    counts: bool,
}

impl Deref for Around {
    type Target = FoundGame;

    fn deref(&self) -> &FoundGame {
        &self.found
    }
}

impl Around {
    async fn open(app: &App, frame: &Frame, id: TableId, here: &'static str) -> Result<Around, Error> {
        let found = found(app, id, frame.person.map(PersonId)).await?;
        let (zone, counts) = (found.game.bindings.parameters.timezone.zone, !found.game.accounts.are_unused());
        Ok(Around { found, id, here, zone, counts })
    }

    /// Whether the game is over for good.
    fn is_over(&self) -> bool {
        self.game.status == Status::Ended
    }

    /// Whether it is under way: nobody has won, and it is not over.
    fn is_under_way(&self) -> bool {
        self.game.status == Status::Active
    }

    /// Whether the reader is in the game now, and it is not over.
    fn plays(&self) -> bool {
        !self.is_over() && self.viewer.as_deref().is_some_and(|viewer| self.game.plays(viewer))
    }

    /// Whether the reader may propose, vote and claim: once somebody has won, only the court still sits.
    fn may_act(&self) -> bool {
        self.plays() && self.is_under_way()
    }

    /// The number now of the rule that does what this one of the initial set does, if one in effect does.
    fn now(&self, first: u32) -> Option<u32> {
        self.game.law(first).map(|rule| rule.current().label)
    }

    /// What the engine says, as a sentence of its own: many of its reasons are parts of one.
    fn said(&self, frame: &Frame, message: impl Into<Message>) -> String {
        parts::sentence(&self.words(frame, message))
    }

    /// The same within a sentence, or as somebody wrote it; with the rules that it cites by their numbers of now.
    fn words(&self, frame: &Frame, message: impl Into<Message>) -> String {
        frame.said(self.game.renumbered(message))
    }

    fn is_me(&self, name: &str) -> bool {
        self.viewer.as_deref() == Some(name)
    }

    fn moment(&self, frame: &Frame, at: &DateTime<Utc>) -> String {
        frame.language.moment(&at.with_timezone(&self.zone))
    }
}

#[derive(Template)]
#[template(path = "nomic/today.html")]
struct TodayPage<'a> {
    frame: Frame,
    around: &'a Around,
    day: String,
    turn_of: String,
    /// Whose day comes next, and when.
    next: Option<(String, String)>,
    circuit: u32,
    winner: Option<String>,
    /// What wins, and the rules that the reader may claim it by.
    goal: Option<Goal>,
    rules: Vec<Numbered>,
    /// A win that the reader is about to claim; one that may still be challenged.
    claiming: Option<Claiming>,
    claimed: Option<Claimed>,
    /// Who has left lately, and who is the last to play.
    left: Vec<Left>,
    last: Option<String>,
    /// What the reader reads before leaving: what comes of it.
    if_i_leave: &'static str,
    due: Vec<Due>,
    /// The reader's next day, where the time to propose on this one has passed unused.
    too_late: Option<String>,
    /// Drafts that wait for the reader's word.
    waiting: Vec<Waiting>,
    /// Proposals of today and those that wait for the court, with what those that are voted on would do.
    ballots: Vec<(Ballot, Option<Preview>)>,
    /// What was counted last.
    counted: Vec<Ballot>,
    scores: Vec<Score>,
    chart: Option<Chart>,
    posted: Vec<Posted>,
    alerts: Vec<Alert>,
    /// Where today is a holiday.
    holiday: Option<Holiday>,
    /// Whom the reader may have vote for them, and whom they do.
    proxies: Vec<String>,
    proxy: Option<String>,
    /// Rules in effect that say different things.
    conflicts: Vec<Message>,
    /// What the service only warns about, and by which rule.
    warns: Vec<(String, Option<u32>)>,
    /// What has stopped, for its rule has other words.
    stopped: Vec<quantities::Deal>,
    /// Whether a seat that the game gained bears the reader's name.
    may_join: bool,
    typed: Typed,
}

async fn today(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    today_page(&app, frame, *id, Typed::default()).await
}

async fn today_page(app: &App, frame: Frame, id: TableId, typed: Typed) -> Result<HttpResponse, Error> {
    let live = app.room.open(&app.db, id).await?;
    if live.read(|known| known.state.is_none() && known.table.game == table::NAME) {
        // Seats are taken in the games room.
        return Ok(see(format!("/tables/{id}")));
    }
    let around = &Around::open(app, &frame, id, "today").await?;
    let game = &around.game;
    let free = |seat: usize| around.table.seats.get(seat).is_some_and(|chair| chair.person.is_none());
    let named = game.players.iter().enumerate();
    let may_join = around.viewer.is_none()
        && named.into_iter().any(|(seat, player)| free(seat) && Some(&player.name) == frame.name.as_ref());
    let (open, before) = proposals::of_today(game);
    let mut ballots = Vec::new();
    for place in open {
        let Some(ballot) = Ballot::of(&frame, around, place) else { continue };
        let voting = ballot.is_open_for_votes();
        let preview =
            if voting { Some(proposals::preview(app, &frame, around, &game.proposals[place]).await?) } else { None };
        ballots.push((ballot, preview));
    }
    let page = TodayPage {
        counted: before.into_iter().filter_map(|place| Ballot::of(&frame, around, place)).collect(),
        ballots,
        day: frame.language.date(&game.now.with_timezone(&around.zone)),
        turn_of: frame.language.listed(&game.players_of(game.day)),
        next: next_turn(game, &frame, around),
        circuit: game.circuit(),
        winner: game.winner().map(str::to_owned),
        goal: Goal::of(around),
        rules: choices::rules(game, RuleStatus::InEffect),
        claiming: Some(typed.value("claiming", "line"))
            .filter(|line| !line.is_empty())
            .and_then(|line| Claiming::of(&frame, around, line, Back::called(typed.value("claiming", "back")))),
        claimed: Claimed::of(&frame, around),
        left: standing::left(&frame, around),
        last: standing::last(game),
        if_i_leave: standing::if_one_leaves(game),
        due: standing::due(&frame, around).into_iter().filter(|due| !due.answered).collect(),
        too_late: around
            .viewer
            .as_deref()
            .filter(|me| standing::is_too_late(around, me))
            .and_then(|me| day_of(game, me, &frame, around)),
        waiting: drafts::waiting(around),
        scores: scoreboard::scores(&frame, around),
        chart: Chart::of(game),
        posted: parts::posted(game.ledger.iter().enumerate().rev().take(LATEST), &frame, around),
        alerts: game.open_alerts().rev().take(LATEST).cloned().collect(),
        holiday: Holiday::of(game, &frame, around),
        proxies: proxies(game, around),
        proxy: around.viewer.as_deref().and_then(|viewer| game.player(viewer)?.proxy.clone()),
        conflicts: game.bindings.conflicts(&game.book).iter().map(Conflict::message).collect(),
        warns: parts::only_warn(&frame, around),
        stopped: quantities::stopped(&frame, around),
        may_join,
        around,
        frame,
        typed,
    };
    render(page.typed.status(), &page)
}

/// A holiday that the game stands still on today.
struct Holiday {
    /// When the game goes on.
    until: String,
    /// The number of the rule that says so.
    rule: Option<u32>,
    /// Who has said that the game goes on, if anybody, and who has not; nobody, if it ends with the day.
    ending: Option<(String, Option<String>)>,
    /// Whether the reader may say so.
    may_end: bool,
}

impl Holiday {
    fn of(game: &Game, frame: &Frame, around: &Around) -> Option<Self> {
        let goes_on = game.is_holiday(game.day).then(|| game.begins(game.next_court_day(game.day)))?;
        let not_ending = game.not_going_on();
        let may_end = around.may_act() && not_ending.iter().any(|name| around.is_me(name));
        Some(Self {
            until: around.moment(frame, &goes_on),
            rule: game.supplied_by(Role::Timezone, "holidays"),
            ending: (!game.going_on.is_empty()).then(|| {
                let missing = (!not_ending.is_empty()).then(|| frame.language.listed(&not_ending));
                (frame.language.listed(&game.going_on), missing)
            }),
            may_end: may_end && game.edition.is_eighth(),
        })
    }
}

/// Who may vote for the reader, where the rules let players have others do so.
fn proxies(game: &Game, around: &Around) -> Vec<String> {
    let knows = game.edition.is_second() && game.bindings.parameters.voting.proxies && game.enforces(Role::Voting);
    let others = game.playing().filter(|player| knows && around.may_act() && !around.is_me(&player.name));
    others.map(|player| player.name.clone()).collect()
}

/// The next day on which somebody has a turn, after the holidays if there are any: of these players, if so asked.
fn next_day(game: &Game, is_asked: impl Fn(&[String]) -> bool) -> Option<NaiveDate> {
    let days = std::iter::successors(Some(time::next_day(game.day)), |day| Some(time::next_day(*day))).take(120);
    let mut days = days.filter(|day| game.status == Status::Active && game.is_turn_day(*day));
    days.find(|day| is_asked(&game.players_of(*day)))
}

/// Whose day comes next, and when.
fn next_turn(game: &Game, frame: &Frame, around: &Around) -> Option<(String, String)> {
    let day = next_day(game, |_| true)?;
    Some((frame.language.listed(&game.players_of(day)), told_day(game, day, frame, around)))
}

/// A player's next day.
fn day_of(game: &Game, player: &str, frame: &Frame, around: &Around) -> Option<String> {
    let day = next_day(game, |players| players.iter().any(|name| name == player))?;
    Some(told_day(game, day, frame, around))
}

fn told_day(game: &Game, day: NaiveDate, frame: &Frame, around: &Around) -> String {
    frame.language.date(&game.begins(day).with_timezone(&around.zone))
}

/// What a form does: a line in a thread, or a seat. Refused or void, it is shown again where it was typed.
async fn say(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let back = Back::of(&fields);
    let thread = forms::thread(&fields).unwrap_or(Thread::Voting);
    let error = match done(&app, &actor, id, &fields).await {
        Ok(None) => return Ok(see(back.address(id, thread))),
        Ok(Some(line)) => {
            let asked = Fields::from(vec![("line".to_owned(), line), ("back".to_owned(), back.word())]);
            return today_page(&app, frame, id, Typed::again("claiming", asked)).await;
        }
        Err(error) => error,
    };
    let form = forms::name(&fields).to_owned();
    let typed = Typed::refused(&form, fields, error)?;
    match back {
        Back::Threads => threads::page(&app, frame, id, ThreadQuery::of(thread), typed).await,
        Back::Court => court::court_page(&app, frame, id, None, typed).await,
        Back::Quantities => quantities::page(&app, frame, id, None, typed).await,
        Back::Today | Back::Rule(_) | Back::Proposal(_) => today_page(&app, frame, id, typed).await,
    }
}

/// Handles a form. A line that claims a win is first shown back to its author with its effects, before it is said.
async fn done(app: &App, actor: &Actor, id: TableId, fields: &Fields) -> Result<Option<String>, Error> {
    let person = actor.person;
    if Does::of(fields) == Does::Join {
        return performed_at(app, actor, id, |at| Sit { at, seat: None }).await.map(|_| None);
    }
    let found = found(app, id, Some(person)).await?;
    let (thread, text) = forms::line(&found.game, &open_house_rules(app, id).await?, fields)?;
    let claims = |me: &String| standing::claims_win(&found.game, me, thread, &text);
    if fields.text("seen") != text.trim() && found.viewer.as_ref().is_some_and(claims) {
        return Ok(Some(text));
    }
    said(app, actor, id, &found.game, thread, text).await.map(|()| None)
}

/// Says a line in a thread; one that does not count is refused afterwards, with why.
async fn said(app: &App, actor: &Actor, id: TableId, game: &Game, thread: Thread, text: String) -> Result<(), Error> {
    // What says nothing in its thread stays out of it: threads are for ever.
    lines::parse(game.edition, thread, &text).map_err(|why| {
        let why = game.renumbered(why);
        Refusal::field("text", say!("Nothing was sent, for this thread would not understand it: {why}.", why))
    })?;
    let play = Play::Say { thread, text };
    let entry = performed_at(app, actor, id, |at| Say { at, play }).await?;
    let place = entry.effect_of::<table::Nomic>()?.said.map(|said| said.message);
    let after = found(app, id, Some(actor.person)).await?.game;
    match place.and_then(|place| after.messages.get(place)?.void.as_ref()) {
        // It stays in its thread all the same; its author reads why it does not count.
        Some(void) => {
            let why = after.why(void);
            Err(Refusal::invalid(say!("Void"), say!("That does not count: {why}.", why)).into())
        }
        None => Ok(()),
    }
}

/// The club's house rules that this game may set: none, unless the club lets it govern.
async fn open_house_rules(app: &App, id: TableId) -> Result<Map<String, Value>, Error> {
    let (governs, rules) = club_rules(app).await?;
    Ok(if governs == id { rules } else { Map::new() })
}

/// The table that governs, and the house rules that a game which does can set.
async fn club_rules(app: &App) -> Result<(TableId, Map<String, Value>), Error> {
    let now = app.clock.now();
    app.db.read(move |db| store::club_rules(db, now)).await
}
