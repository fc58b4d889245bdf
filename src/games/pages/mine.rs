//! One's own games, with those that wait and those objected to.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::objections::{self, ObjectionView};
use crate::games::store::{self, Filter, GameView, PersonRef};
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::ratings::Outcome;
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
}

impl MinePage {
    /// How the game went for the reader: `win`, `draw`, `loss`.
    fn went(&self, game: &GameView) -> &'static str {
        match game.result {
            Outcome::Draw => "draw",
            Outcome::White if game.white.id == self.me => "win",
            Outcome::Black if game.black.id == self.me => "win",
            _ => "loss",
        }
    }

    fn opponent<'a>(&self, game: &'a GameView) -> &'a PersonRef {
        if game.white.id == self.me { &game.black } else { &game.white }
    }

    /// Points gained or lost.
    fn change(&self, game: &GameView) -> Option<i64> {
        let points = if game.white.id == self.me { game.white_points } else { game.black_points };
        points.map(|points| points.after - points.before)
    }
}

#[derive(Deserialize)]
pub struct Which {
    after: Option<String>,
}

pub async fn games(app: Data<App>, frame: Frame, actor: Actor, which: Params<Which>) -> Result<HttpResponse, Error> {
    let (me, now) = (actor.person, app.clock.now());
    let request = PageRequest { after: which.0.after, limit: Some(30) };
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let filter = Filter { person: Some(me), ..Filter::default() };
            let page = store::list(db, &filter, &request)?;
            let open = objections::list(db, Some(ObjectionState::Open), Some(me), &PageRequest::default())?;
            Ok(MinePage { frame: frame.clone(), zone, me, page, objections: open.items })
        })
        .await?;
    render(StatusCode::OK, &page)
}
