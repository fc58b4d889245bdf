//! A tournament: one's own board first, then its boards, its table and what moderators do.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::shown::{self, Keys, Shown, summary};
use crate::App;
use crate::db::Db;
use crate::error::Error;
use crate::members;
use crate::members::store::Listed;
use crate::tournaments::TournamentId;
use crate::tournaments::views::{Cell, Entrant, Round};
use crate::web::assets;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

/// Members that the form offers.
const MEMBERS: i64 = 1_000;

#[derive(Template)]
#[template(path = "tournaments/one.html")]
struct OnePage {
    frame: Frame,
    shown: Shown,
    /// Who can still be entered, for moderators.
    people: Vec<Listed>,
    keys: Keys,
    typed: Typed,
    sheet: &'static str,
}

impl OnePage {
    fn summary(&self) -> String {
        summary(self.frame.language, self.shown.settings())
    }

    /// What the table's cell of a round says: `w7 1`.
    fn cell(&self, cell: &Cell) -> String {
        let opponent = cell.opponent.map(|number| {
            let colour = cell.colour.map(|colour| self.frame.word("colour-letter", colour).to_string());
            format!("{}{number} ", colour.unwrap_or_default())
        });
        opponent.unwrap_or_default() + &self.shown.came_out(cell)
    }

    fn team(&self, number: &Option<i64>) -> &str {
        let team = self.shown.whole.teams.iter().find(|team| Some(team.number) == *number);
        team.map_or("", |team| &team.name)
    }

    /// What of it programs read: the end of each address, and its text.
    fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let has_teams = !self.shown.standings().teams.is_empty();
        let all = [
            // A ladder has no rounds to report.
            ("report.trf", "tournament-report", !self.shown.is_ladder()),
            ("games.pgn", "tournament-pgn", true),
            ("standings.csv", "tournament-csv", true),
            ("teams.csv", "tournament-csv-teams", has_teams),
            ("rounds.ics", "tournament-ics", true),
        ];
        all.into_iter().filter(|(.., is_there)| *is_there).map(|(file, text, _)| (file, text))
    }

    /// Rounds for the way to each.
    fn rounds(&self) -> &[Round] {
        &self.shown.whole.rounds
    }

    fn playing(&self) -> Vec<&Entrant> {
        self.shown.whole.players.iter().filter(|entrant| entrant.withdrawn_from.is_none()).collect()
    }

    /// Those who stopped.
    fn gone(&self) -> Vec<&Entrant> {
        self.shown.whole.players.iter().filter(|entrant| entrant.withdrawn_from.is_some()).collect()
    }
}

pub(super) async fn one(app: Data<App>, frame: Frame, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    page(&app, frame, *id, Typed::default()).await
}

pub(super) async fn page(app: &App, frame: Frame, id: TournamentId, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let shown = shown::read(db, id, &frame, now)?;
        let mut people = Vec::new();
        if shown.moderates() && shown.goes_on() {
            people = members::store::list(db, true, None, None, MEMBERS)?;
            people.retain(|one| shown.entrant(&one.id).is_none_or(|entrant| entrant.withdrawn_from.is_some()));
            people.sort_by(|one, other| one.name.cmp(&other.name));
        }
        let sheet = assets::address("tournaments.css").unwrap_or_default();
        Ok(OnePage { keys: Keys::of(&shown), frame: frame.clone(), shown, people, typed, sheet })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}
