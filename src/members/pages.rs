//! A member's page: standing, form, games, points.

mod course;
mod ledger;
mod me;
mod outside_ratings;
mod pair;

pub(super) use me::data_page;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use course::Course;
use ledger::Ledger;
use outside_ratings::Elsewhere;

use super::api::{FactSheet, fact_sheet};
use super::store::{self, Facts};
use crate::App;
use crate::conduct;
use crate::conduct::decisions::Decision;
use crate::conduct::decisions::store::{Filter, OwedPenalty, decisions};
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::board::{Board, Line};
use crate::routes;
use crate::rulebook;
use crate::sessions;
use crate::sessions::pairing::Pair;
use crate::sessions::store::pairs;
use crate::tables::pages::challenge;
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

routes! {
    GET "/members/{id}" => member, Club;
    POST "/members/{id}/outside_ratings/{list}" => outside_ratings::set, SignedIn, OneselfOrModerator;
    GET "/members/{id}/points" => ledger::points, Club;
    GET "/members/{id}/against/{other}" => pair::pair, Club;
    GET "/me" => me::overview, SignedIn;
    POST "/me/membership" => me::join, SignedIn;
    GET "/me/data" => me::data, SignedIn;
    POST "/me/data/removal" => me::ask_removal, SignedIn;
    POST "/me/data/removal/{id}/withdraw" => me::withdraw_removal, SignedIn;
}

/// Entries of the ledger, decisions and opponents that the page shows; all points have a page of their own.
const ROWS: i64 = 50;

#[derive(Template)]
#[template(path = "members/one.html")]
struct MemberPage {
    frame: Frame,
    /// Where the times of the page are told.
    zone: Tz,
    facts: Facts,
    line: Option<Line>,
    course: Course,
    /// The terms of a challenge by one tap, and whether the reader may make one.
    usual: String,
    open: challenge::Open,
    /// Whom the reader, on their own page, may play next: near in rank, and played least.
    next: Option<Line>,
    ledger: Ledger,
    /// Those about the member that the reader may read, newest first.
    decisions: Vec<Decision>,
    penalties: Vec<OwedPenalty>,
    outside: Vec<Elsewhere>,
    typed: Typed,
}

impl MemberPage {
    /// Whether the reader may say what the member has elsewhere.
    fn may_set(&self) -> bool {
        self.frame.roles.may_moderate() || self.frame.person == Some(self.facts.person.id.0)
    }

    /// Whether the reader may punish the member.
    fn may_punish(&self) -> bool {
        self.frame.roles.may_moderate() && self.frame.person != Some(self.facts.person.id.0)
    }

    /// Whether the member has a rating elsewhere that the reader may know of.
    fn is_rated_elsewhere(&self) -> bool {
        self.outside.iter().any(|one| !one.in_short().is_empty())
    }
}

/// Neighbours on the leaderboard among whom somebody is found to play next.
const NEIGHBOURS: usize = 7;

/// The neighbour whom a member has played least; the highest of them. Who is banned (Act 0.7) or kept apart from the member
/// is passed over without a word, and while a session is on, who is not here by its register. A banned member gets nobody.
pub fn play_next(db: &mut Db, board: &Board, me: PersonId, now: NaiveDateTime) -> Result<Option<Line>, Error> {
    let Some(near) = board.around(me.0, NEIGHBOURS) else { return Ok(None) };
    let near: Vec<(PersonId, Line)> =
        near.items.into_iter().filter_map(|line| Some((PersonId(line.id?), line))).collect();
    let people: Vec<PersonId> = near.iter().map(|(id, _)| *id).collect();
    let banned = conduct::store::banned_among(db, &people, now)?;
    if banned.contains(&me) {
        return Ok(None);
    }
    let apart = pairs::forbidden_set(db)?;
    let games = store::games_with(db, me, &people)?;
    let here = match sessions::store::session_at(db, now)? {
        Some(session) => Some(sessions::store::present_at(db, &session, now)?),
        None => None,
    };
    let is_here = |id: PersonId| here.as_ref().is_none_or(|here| here.contains(&id));
    let is_apart = |id: PersonId| apart.contains(&Pair::of(me.0, id.0));
    let can_play = |id: PersonId| id != me && !banned.contains(&id) && !is_apart(id) && is_here(id);
    let least = near.into_iter().filter(|(id, _)| can_play(*id));
    let least = least.min_by_key(|(id, _)| games.get(id).copied().unwrap_or_default());
    Ok(least.map(|(_, line)| line))
}

async fn member(app: Data<App>, frame: Frame, id: Path<PersonId>) -> Result<HttpResponse, Error> {
    member_page(&app, frame, *id, Typed::default()).await
}

async fn member_page(app: &App, frame: Frame, id: PersonId, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (viewpoint, language, board) = (frame.viewpoint, frame.language, app.board.clone());
    let challenger = viewpoint.person.filter(|reader| frame.is_a_person() && *reader != id);
    let read = app.db.read(move |db| {
        let zone = rulebook::in_force(db, now)?.time_zone;
        let veil = Veil::before(db, viewpoint, now)?;
        let sheet = fact_sheet(db, id, &veil, now)?;
        // Decisions have pages for anybody who is signed in; others read the declarations.
        let decisions = match viewpoint.person {
            Some(_) => decisions(db, &Filter { accused: Some(id), ..veil.decisions() }, None, ROWS)?,
            None => Vec::new(),
        };
        let outside = match viewpoint.person {
            Some(_) => Elsewhere::of(db, id)?,
            None => Vec::new(),
        };
        let played = store::played(db, id)?;
        let next = if viewpoint.is(id) { play_next(db, &board, id, now)? } else { None };
        let open = match challenger {
            Some(reader) => challenge::Open::to_one(db, reader, id, &veil, now)?,
            None => challenge::Open::default(),
        };
        let ledger = Ledger::of(db, (id, &played), ROWS, Dates { zone, language }, &veil)?;
        Ok((zone, sheet, (played, next, open), ledger, decisions, outside))
    });
    let (zone, sheet, (played, next, open), ledger, decisions, outside) = read.await?;
    let FactSheet { mut facts, history, time_penalties: penalties } = sheet;
    facts.head_to_head.truncate(ROWS as usize);
    let course = Course::of(&frame, &zone, &played, &history);
    let line = app.board.line(id.0);
    let status = typed.status();
    let usual = challenge::usual_terms(&frame, false)?;
    let page = MemberPage {
        frame,
        zone,
        facts,
        line,
        course,
        usual,
        open,
        next,
        ledger,
        decisions,
        penalties,
        outside,
        typed,
    };
    render(status, &page)
}
