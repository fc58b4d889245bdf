//! A player of a tournament: their rounds, and how their points came about.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::shown::{self, Coming, Shown};
use crate::App;
use crate::error::Error;
use crate::id::PersonId;
use crate::tournaments::views::{Cell, Entrant, Part, Person, Row, TieBreak};
use crate::tournaments::{Absence, TournamentId};
use crate::web::assets;
use crate::web::layout::{Frame, render};
use crate::web::typed::Typed;

#[derive(Template)]
#[template(path = "tournaments/player.html")]
struct PlayerPage {
    frame: Frame,
    shown: Shown,
    entrant: Entrant,
    typed: Typed,
    sheet: &'static str,
}

impl PlayerPage {
    fn row(&self) -> Option<&Row> {
        self.shown.standings().rows.iter().find(|row| row.person.id == self.entrant.person.id)
    }

    /// Who sat opposite.
    fn opponent(&self, cell: &Cell) -> Option<&Person> {
        let number = cell.opponent?;
        let opponent = self.shown.whole.players.iter().find(|entrant| entrant.number == Some(number));
        opponent.map(|entrant| &entrant.person)
    }

    fn came_out(&self, cell: &Cell) -> String {
        self.shown.came_out(cell)
    }

    /// What a round without an opponent was, by the letter of report files.
    fn without(&self, cell: &Cell) -> String {
        let word = match cell.result {
            Some('U') => "bye",
            Some('H') if self.shown.is_keizer() => return self.frame.word("keizer-away", Absence::Half).to_string(),
            Some('H') => "half",
            Some('F') => "full",
            _ => "away",
        };
        self.frame.word("tournament-without", word).to_string()
    }

    fn tie_breaks<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a TieBreak, &'a Part)> {
        self.shown.standings().tie_breaks.iter().zip(&row.tie_breaks)
    }

    fn coming(&self) -> Vec<Coming> {
        let plays = self.shown.goes_on() && self.entrant.withdrawn_from.is_none();
        if plays { self.shown.coming(&self.entrant) } else { Vec::new() }
    }

    fn team(&self) -> Option<&str> {
        let team = self.shown.whole.teams.iter().find(|team| Some(team.number) == self.entrant.team);
        team.map(|team| team.name.as_str())
    }
}

pub(super) async fn player(
    app: Data<App>,
    frame: Frame,
    which: Path<(TournamentId, PersonId)>,
) -> Result<HttpResponse, Error> {
    let (now, (id, person)) = (app.clock.now(), *which);
    let page = app
        .db
        .read(move |db| {
            let shown = shown::read(db, id, &frame, now)?;
            let entrant = shown.entrant(&person).ok_or_else(|| crate::not_found!("player"))?.clone();
            let sheet = assets::address("tournaments.css").unwrap_or_default();
            Ok(PlayerPage { frame: frame.clone(), shown, entrant, typed: Typed::default(), sheet })
        })
        .await?;
    render(page.typed.status(), &page)
}
