//! Two members' games against each other.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;
use shakmaty::Color;

use crate::App;
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::Veil;
use crate::error::Error;
use crate::games::State;
use crate::games::api::{Preview, previewed};
use crate::games::store::{Filter, GameView, list};
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members::rules::Record;
use crate::members::store::{self, record_between};
use crate::ratings::Went;
use crate::rulebook;
use crate::web::layout::{Frame, render};

#[derive(Template)]
#[template(path = "members/pair.html")]
struct PairPage {
    frame: Frame,
    zone: Tz,
    one: store::Named,
    other: store::Named,
    /// As the first of the two tells it.
    record: Record,
    games: Page<GameView>,
    next: Preview,
    penalties: Vec<OwedPenalty>,
}

impl PairPage {
    /// The result as the first of the two tells it.
    fn went(&self, game: &GameView) -> Went {
        game.result.told_by(Color::from_white(game.white.id == self.one.id))
    }
}

#[derive(Deserialize)]
pub struct PageQuery {
    after: Option<String>,
}

pub(crate) async fn pair(
    app: Data<App>,
    frame: Frame,
    pair: Path<(PersonId, PersonId)>,
    which: Params<PageQuery>,
) -> Result<HttpResponse, Error> {
    let ((one, other), now) = (*pair, app.clock.now());
    if one == other {
        return Err(crate::not_found!("pair").into());
    }
    let request = PageRequest { after: which.0.after, limit: Some(50) };
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let named = |person: crate::members::Person| store::Named { id: person.id, name: person.name };
            let filter =
                Filter { person: Some(one), opponent: Some(other), state: Some(State::Rated), ..Filter::default() };
            let veil = Veil::before(db, frame.viewpoint, now)?;
            let mut games = list(db, &filter, &request)?;
            veil.cover_games(db, &mut games.items)?;
            Ok(PairPage {
                frame: frame.clone(),
                zone,
                one: named(store::known(db, one)?),
                other: named(store::known(db, other)?),
                record: record_between(db, one, other)?,
                games,
                next: previewed(db, one, other, false, now)?,
                penalties: veil.owed_penalties(db, &[one, other])?,
            })
        })
        .await?;
    render(StatusCode::OK, &page)
}
