//! One's own games, with those that wait and those objected to; the last ones for Today.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;
use shakmaty::Color;

use crate::App;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::games::State;
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::objections::{self, ObjectionView};
use crate::games::store::{self, Filter, GameView, PersonRef};
use crate::http::{Page, PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::ratings::Went;
use crate::rulebook;
use crate::web::layout::{Frame, render};

#[derive(Template)]
#[template(path = "me/games.html")]
struct MinePage {
    frame: Frame,
    zone: Tz,
    me: PersonId,
    page: Page<GameView>,
    /// Whose rematch is due.
    objections: Vec<ObjectionView>,
    /// The names of the opponents in these rematches.
    names: HashMap<PersonId, String>,
}

impl MinePage {
    fn went(&self, game: &GameView) -> Went {
        went(game, self.me)
    }

    fn opponent<'a>(&self, game: &'a GameView) -> &'a PersonRef {
        opponent(game, self.me)
    }

    /// The name of the opponent in a rematch.
    fn rival(&self, objection: &ObjectionView) -> &str {
        self.names.get(&other(objection, self.me)).map_or("", String::as_str)
    }

    fn change(&self, game: &GameView) -> Option<i64> {
        change(game, self.me)
    }
}

fn other(objection: &ObjectionView, player: PersonId) -> PersonId {
    if objection.white == player { objection.black } else { objection.white }
}

/// The result for one of its players.
fn went(game: &GameView, player: PersonId) -> Went {
    game.result.told_by(Color::from_white(game.white.id == player))
}

fn opponent(game: &GameView, player: PersonId) -> &PersonRef {
    if game.white.id == player { &game.black } else { &game.white }
}

/// Points that one of its players gained or lost.
fn change(game: &GameView, player: PersonId) -> Option<i64> {
    let points = if game.white.id == player { game.white_points } else { game.black_points };
    points.map(|points| points.after - points.before)
}

/// A game that counts, as one of its players reads of it.
pub struct LastGame {
    pub id: GameId,
    pub opponent: String,
    pub went: Went,
    pub change: Option<i64>,
}

/// Somebody's games that count, the one entered last first.
pub fn last_games(db: &mut Db, me: PersonId, most: i64) -> Result<Vec<LastGame>, Error> {
    let filter = Filter { person: Some(me), state: Some(State::Rated), ..Filter::default() };
    let page = store::list(db, &filter, &PageRequest { after: None, limit: Some(most) })?;
    let last = |game: GameView| LastGame {
        id: game.id,
        opponent: opponent(&game, me).name.clone(),
        went: went(&game, me),
        change: change(&game, me),
    };
    Ok(page.items.into_iter().map(last).collect())
}

#[derive(Deserialize)]
pub struct PageQuery {
    after: Option<String>,
}

pub(crate) async fn games(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    which: Params<PageQuery>,
) -> Result<HttpResponse, Error> {
    let (me, now) = (actor.person, app.clock.now());
    let request = PageRequest { after: which.0.after, limit: Some(30) };
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let filter = Filter { person: Some(me), ..Filter::default() };
            let page = store::list(db, &filter, &request)?;
            let open = objections::list(db, Some(ObjectionState::Open), Some(me), &PageRequest::default())?;
            let rivals: Vec<PersonId> = open.items.iter().map(|objection| other(objection, me)).collect();
            let names = members::store::names(db, &rivals)?;
            Ok(MinePage { frame: frame.clone(), zone, me, page, objections: open.items, names })
        })
        .await?;
    render(StatusCode::OK, &page)
}
