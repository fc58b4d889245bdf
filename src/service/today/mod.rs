//! Today: the first page after signing in. What is on now, what waits for the reader, where they stand, their tables, news.

mod now;
mod waiting;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;

use crate::App;
use crate::action::By;
use crate::auth::{self, Actor, SignIn};
use crate::conduct::pages::banned::Banned;
use crate::db::Db;
use crate::deadlines;
use crate::error::Error;
use crate::games::pages::{
    Decided, LastGame, ToConfirm, ToSettle, Undoable, cheer, just_decided, just_entered, last_games, to_confirm,
    to_settle,
};
use crate::id::PersonId;
use crate::members;
use crate::notify::api::devices::{Renewal, renewal};
use crate::notify::pages::{News, latest};
use crate::ratings::board::{Board, Line};
use crate::ratings::pages::since;
use crate::ratings::trend::{self, Movement};
use crate::routes;
use crate::rulebook;
use crate::sessions;
use crate::tables::pages::own::{OwnTable, own_tables};
use crate::tables::pages::small;
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::form::see;
use crate::web::layout::{Frame, render};
use now::Now;
use waiting::Waiting;

routes! {
    GET "/today" => today, Anyone;
}

/// News that are shown; all of them are on their own page.
const NEWS: i64 = 5;

/// Games to confirm and disputes to settle that are shown, in each list.
const SHOWN: usize = 5;

/// Last games that are shown; all of them are on their own page.
const LAST: i64 = 3;

/// Where a member stands.
struct LeaderboardPlace {
    line: Line,
    members: usize,
    /// By how far they moved; nothing where they stayed.
    movement: Option<Movement>,
    /// Since which session they moved, in words.
    since: String,
    /// How the last games went, the last one last.
    form: Vec<&'static str>,
    /// Who is passed next, and with how many points more.
    next: Option<(String, i64)>,
    /// Whether all members have as many points: then nobody is ahead.
    is_level: bool,
    /// The last games that count, the last one first.
    last: Vec<LastGame>,
}

impl LeaderboardPlace {
    fn of(
        db: &mut Db,
        board: &Board,
        frame: &Frame,
        dates: Dates,
        now: NaiveDateTime,
    ) -> Result<Option<LeaderboardPlace>, Error> {
        let Some(line) = frame.person.and_then(|person| board.line(person)) else { return Ok(None) };
        let trend = board.trend(db, line.id.unwrap_or_default(), now)?;
        let above = line.id.and_then(|person| board.next_above(person));
        Ok(Some(LeaderboardPlace {
            members: board.page(0, 0).members,
            movement: trend.movement.filter(|movement| *movement != Movement::By(0)),
            since: since(frame, trend.since.map(|since| dates.day(&since)), trend::on(db, now)?.is_some()),
            form: trend.form,
            next: above.map(|above| (above.name, above.score - line.score + 1)),
            is_level: board.is_level(),
            last: match line.id {
                Some(person) => last_games(db, PersonId(person), LAST)?,
                None => Vec::new(),
            },
            line,
        }))
    }
}

#[derive(Template)]
#[template(path = "today/page.html")]
struct TodayPage {
    frame: Frame,
    dates: Dates,
    now: Now,
    /// Whom the reader asks to start a session, where none is on.
    who_starts: Option<String>,
    /// The ban that runs on the reader.
    banned: Option<Banned>,
    /// What the reader signs in with, on the day on which they joined.
    handle: Option<String>,
    /// What the reader entered just now and can take back, the last first.
    entered: Vec<Undoable>,
    /// Games that the reader decided about just now, and can undo that; the last decision first.
    decided: Vec<Decided>,
    /// The session that the reader ended just now, and for how many seconds they can undo that.
    ended: Option<(sessions::Session, i64)>,
    /// What the game entered last is worth a cheer for.
    cheer: Option<String>,
    /// Games that somebody else entered for the reader, and disputes that the reader can settle.
    confirm: Vec<ToConfirm>,
    /// Games of the reader of which the other player says something else.
    disputed: Vec<Waiting>,
    settle: Vec<ToSettle>,
    waiting: Vec<Waiting>,
    /// Elections that are on and ask nothing of the reader now.
    elections: Vec<Waiting>,
    standing: Option<LeaderboardPlace>,
    /// Whom the reader may play next, where no session is on.
    rival: Option<Line>,
    tables: Vec<OwnTable>,
    /// What the boards of those are drawn with.
    styles: Vec<&'static str>,
    news: Vec<News>,
    /// The script by which a browser keeps a page for when the club cannot be reached.
    offline: &'static str,
    /// The script that renews the address of the reader's device, if messages are switched on.
    renewal: Option<Renewal>,
    /// The first three of the leaderboard, for those who come from outside.
    podium: Vec<Line>,
}

impl TodayPage {
    /// Whether the boards that still play are listed, each to be entered by a tap; what was entered stands with them.
    fn lists_boards(&self) -> bool {
        let enters = self.frame.roles.may_moderate() || self.frame.roles.kiosk;
        enters && matches!(&self.now, Now::On(on) if !on.still.is_empty())
    }

    /// Whether the page asks the reader how games of theirs went, right below their board.
    fn is_asked_of_games(&self) -> bool {
        !self.confirm.is_empty() || !self.disputed.is_empty()
    }

    /// Whether the page asks something of the reader above what waits: then nothing else waits.
    fn asks_above(&self) -> bool {
        let is_at_a_board = matches!(&self.now, Now::On(on) if on.own.is_some() || on.due.is_some());
        let is_asked = self.is_asked_of_games() || !self.settle.is_empty();
        is_at_a_board || is_asked || self.lists_boards() || self.frame.elsewhere().next().is_some()
    }
}

async fn today(
    app: Data<App>,
    frame: Frame,
    actor: Option<Actor>,
    sign_in: Option<SignIn>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    // Who comes in says so at the kiosk.
    if frame.roles.kiosk
        && let Some(session) = app.db.read(move |db| sessions::store::session_at(db, now)).await?
    {
        return Ok(see(format!("/sessions/{}/register", session.id)));
    }
    let due = match &actor {
        Some(actor) => deadlines::all(&app, actor.person).await?,
        None => Vec::new(),
    };
    let sign_in = sign_in.filter(|_| app.config.push);
    let (board, room) = (app.board.clone(), app.room.clone());
    let page = app.db.read(move |db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let is_outside = !frame.viewpoint.reads_the_club() && frame.viewpoint.reads_the_leaderboard();
        let podium = if is_outside && !board.is_level() {
            board.as_read_by(frame.viewpoint, board.page(0, 3)).items
        } else {
            Vec::new()
        };
        let (mut waiting, mut tables, mut styles, mut news) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut entered, mut handle, mut confirm, mut settle) = (Vec::new(), None, Vec::new(), Vec::new());
        let (mut cheered, mut decided, mut disputed, mut elections) = (None, Vec::new(), Vec::new(), Vec::new());
        if let Some(actor) = &actor {
            handle = auth::store::new_handle(db, actor.person, now)?;
            entered = just_entered(db, &By::from(actor), now)?;
            if let Some(Undoable { game, .. }) = entered.first() {
                cheered = cheer(db, game, Some(actor.person), frame.language)?;
            }
            confirm = to_confirm(db, actor.person, SHOWN, now)?;
            disputed = waiting::disputes(db, actor, &frame)?;
            if actor.roles.may_moderate() {
                settle = to_settle(db, &By::from(actor), SHOWN)?;
                decided = just_decided(db, &By::from(actor), now)?;
            }
            waiting = waiting::of(db, actor, &frame, dates, &due, now)?;
            elections = waiting::elections_on(db, actor, &frame, dates, &waiting, now)?;
            tables = own_tables(db, &room, actor.person, &frame, dates, now)?;
            waiting::add_tables(&mut waiting, &tables, &frame);
            if !tables.is_empty() {
                styles = small::styles(tables.iter().flat_map(|table| table.files).copied());
            }
            // What waits is no table of another list, and what the line at the top says waits nowhere else.
            let is_said = |address: &str| frame.elsewhere().any(|call| call.address == address);
            tables.retain(|table| {
                table.offer.is_none() && !table.is_my_turn && !is_said(&format!("/tables/{}", table.id))
            });
            waiting.retain(|one| one.invites.is_some() || !is_said(&one.address));
            news = latest(db, actor, dates, NEWS, now)?;
        }
        let mut what = Now::of(db, &frame, now)?;
        let banned = Banned::of(db, &frame, now)?;
        // Who is banned has nobody to tell that they are here, and plays at no board of the round.
        if let Now::On(on) = &mut what
            && banned.is_some()
        {
            on.unlisted = None;
            on.own = None;
        }
        // What is shown at the top is not repeated below.
        if let Now::On(on) = &what
            && let Some(due) = &on.due
        {
            waiting.retain(|one| one != due);
        }
        let rival = match (&what, frame.person) {
            (Now::Next(_), Some(person)) if board.line(person).is_some() => {
                members::pages::play_next(db, &board, PersonId(person), now)?
            }
            _ => None,
        };
        let who_starts = match &what {
            Now::Next(_) => sessions::pages::who_starts(db, &frame)?,
            _ => None,
        };
        Ok(TodayPage {
            now: what,
            who_starts,
            banned,
            standing: LeaderboardPlace::of(db, &board, &frame, dates, now)?,
            rival,
            frame: frame.clone(),
            dates,
            handle,
            entered,
            decided,
            ended: sessions::pages::just_ended(db, &frame, now)?,
            cheer: cheered,
            confirm,
            disputed,
            settle,
            waiting,
            elections,
            styles,
            tables,
            news,
            offline: assets::address("offline.js").unwrap_or_default(),
            renewal: match &sign_in {
                Some(sign_in) => renewal(db, sign_in.id)?,
                None => None,
            },
            podium,
        })
    });
    render(StatusCode::OK, &page.await?)
}
