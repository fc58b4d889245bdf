//! Chess for several as pages: its part of a table's page. What is played is chosen square by square or
//! typed, and works without scripts; a script lets one tap a piece and then its target.

mod part;
mod primer;
mod words;

use askama::Template;
use chrono_tz::Tz;
use rookery_boards::{Kind, Seat as Colour, Setup, Status};
use rookery_messages::say;

use super::table::Multiplayer;
use super::table::options::{Clock, Colours, Options};
use super::table::rules::{BoardEffect, Claim, Ended, Letter, Play, Ruling, View};
use super::{drawing, ratings};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::routes;
use crate::tables::pages::door::{Act, ActOf, GamePage, GamePart, Primer, Seen};
use crate::tables::pages::small::{Man, Small};
use crate::tables::{Seat, Table};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/multiplayer/rules" => primer::rules, Club;
}

/// Chess for several at a table, as pages have it.
pub struct MultiplayerPage;

#[derive(Template)]
#[template(path = "multiplayer/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

impl OpeningFields<'_> {
    /// The starts, the one for four first.
    fn starts(&self) -> Vec<&'static str> {
        let mut starts: Vec<&str> = Setup::starts().collect();
        starts.sort_by_key(|name| std::cmp::Reverse(name.as_bytes().get(5).copied()));
        starts
    }

    /// Whether a field was used that few need.
    fn asks_more(&self) -> bool {
        let is_used = |name| !self.typed.wrong("open", name).is_empty() || !self.typed.value("open", name).is_empty();
        is_used("position") || !self.chose("promotion", "8", "8")
    }

    fn chose(&self, name: &str, value: &str, fresh: &str) -> bool {
        self.typed.value_or("open", name, fresh) == value
    }
}

impl GamePage for MultiplayerPage {
    fn title(&self, language: Language) -> String {
        language.t("multi").to_string()
    }

    fn about(&self, frame: &Frame) -> String {
        frame.t("multi-in-short").to_string()
    }

    fn primer(&self) -> Option<Primer> {
        let (how, first) = ("multi-primer", "multi-primer-tap");
        Some(Primer { how, first, rules: "/multiplayer/rules", called: "multi-rules" })
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("multi-place").with("number", seat + 1).to_string()
    }

    /// Red, where it is chosen: other colours are for those who sit down on them.
    fn own_seat(&self, sent: &Fields) -> Result<Option<Seat>, Refusal> {
        Ok((sent.text("colours") == "chosen").then_some(0))
    }

    fn asks_seat(&self) -> bool {
        false
    }

    fn others(&self) -> Seat {
        3
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn called(&self, frame: &Frame, field: &str) -> Option<(String, String)> {
        let (name, label) = match field {
            "options.start" => ("position", "multi-position"),
            "options.clock.minutes" => ("minutes", "multi-minutes"),
            "options.clock.increment_seconds" => ("increment_seconds", "multi-increment"),
            "options.clock.days" => ("days", "multi-days"),
            _ => return None,
        };
        Some((name.to_owned(), frame.t(label).to_string()))
    }

    fn at_rest(&self, frame: &Frame) -> String {
        frame.t("table-at-rest").to_string()
    }

    fn change(
        &self,
        db: &mut Db,
        frame: &Frame,
        table: &Table,
        _: Seat,
        player: PersonId,
    ) -> Result<Option<String>, Error> {
        let change = ratings::store::change(db, table.id, player)?;
        let signed = |change: f64| {
            let sign = if change < 0.0 { '\u{2212}' } else { '+' };
            let change = format!("{sign}{}", frame.language.decimal(change.abs()));
            frame.t("multi-change").with("change", change).to_string()
        };
        Ok(change.map(signed))
    }

    fn files(&self) -> &'static [&'static str] {
        &["multiplayer.css", "multiplayer.js", "arrows.js"]
    }
}

impl GamePart for MultiplayerPage {
    type Game = Multiplayer;

    /// By the colour, where it is known: a number would read as a rank.
    fn seat_at(&self, frame: &Frame, table: &Table, state: Option<&View>, seat: Seat) -> String {
        let place = usize::try_from(seat).ok();
        let begun = state.zip(place).and_then(|(state, place)| state.colours.get(place).copied());
        let colour = begun.or_else(|| chosen_colour(table, place?));
        colour.map_or_else(|| self.seat(frame, seat), |colour| words::colour(frame, colour))
    }

    fn options(&self, sent: &Fields) -> Result<Options, Error> {
        let clock = match sent.text("clock") {
            "days" => Clock::Days { days: sent.needed("days")? },
            _ => Clock::Live {
                minutes: sent.needed("minutes")?,
                increment_seconds: sent.narrow("increment_seconds")?.unwrap_or(0),
            },
        };
        Ok(Options {
            start: sent.some("position").unwrap_or(sent.text("start")).to_owned(),
            promotion: sent.read("promotion")?,
            colours: sent.read("colours")?,
            clock,
            rated: sent.has("rated"),
        })
    }

    fn terms(&self, frame: &Frame, options: &Options) -> String {
        words::terms(frame, options)
    }

    fn chooses_seat(&self, options: &Options) -> bool {
        options.colours == Colours::Chosen
    }

    fn outcome(&self, frame: &Frame, outcome: &Ended) -> String {
        words::outcome(frame, outcome)
    }

    fn small(&self, state: &View) -> Result<String, Error> {
        small(&state.game.setup).render().map_err(Error::internal)
    }

    fn first(&self, options: &Options) -> Result<String, Error> {
        small(&options.setup()?).render().map_err(Error::internal)
    }

    fn shown(&self, _: &mut Db, seen: &Seen<'_, View>, _: &Tz, from: usize) -> Result<(String, Vec<String>), Error> {
        let told = seen.log.iter().map(|entry| entry.effect_of::<Multiplayer>().map(|effect| effect.told));
        let told = told.collect::<Result<Vec<Option<BoardEffect>>, Error>>()?;
        let line =
            |told: &Option<BoardEffect>| told.as_ref().map_or_else(String::new, |told| words::line(seen.frame, told));
        let lines = told[from..].iter().map(line).collect();
        let told: Vec<BoardEffect> = told.into_iter().flatten().collect();
        Ok((part::render(seen, &told)?, lines))
    }

    fn act(&self, sent: &Fields) -> Result<Option<ActOf<Multiplayer>>, Error> {
        let text = sent.text("text").to_owned();
        let play = match sent.text("act") {
            "move" => Play::Move { text },
            "resign" => Play::Resign {},
            "offer_draw" => Play::OfferDraw {},
            "accept_draw" => Play::AcceptDraw { of: sent.read_some("of")? },
            "decline_draw" => Play::DeclineDraw { of: sent.read_some("of")? },
            "claim_fifty" => Play::Claim { reason: Claim::FiftyMoves },
            "claim_repetition" => Play::Claim { reason: Claim::Repetition },
            "rule" => {
                let colour = sent.choice("colour", say!("Choose who leaves the game."))?;
                let leaves = sent.choice("leaves", say!("Choose why they leave it."))?;
                return Ok(Some(Act::Rule(Ruling { colour, leaves, reason: text })));
            }
            _ => return Ok(None),
        };
        Ok(Some(Act::Play(play)))
    }
}

/// A board in small, as Red sees it: armies by their colours.
fn small(setup: &Setup) -> Small {
    let drawing = drawing::draw(setup.board, Colour::Red);
    let squares = |light: bool| -> String {
        let cells = drawing.cells.iter().filter(|cell| cell.light == light);
        cells.map(|cell| format!("M{}z", cell.points)).collect()
    };
    let man = |cell: &drawing::Cell| {
        let piece = setup.man(cell.square)?;
        let gone = if setup.status(piece.seat) == Status::Active { "" } else { " gone" };
        let class = format!("army {}{gone}", piece.seat.letter());
        let size = if piece.kind == Kind::King { 4.6 } else { 3.2 };
        Some(Man { x: cell.centre.0, y: cell.centre.1, size, class, picture: None })
    };
    let (light, dark) = (squares(true), squares(false));
    let men = drawing.cells.iter().filter_map(man).collect();
    Small { view_box: drawing.view_box, light, dark, men }
}

/// The colour of a seat that is known before the game begins: where players choose it with their seat.
fn chosen_colour(table: &Table, place: usize) -> Option<Letter> {
    let options = table.options_of::<Multiplayer>().ok().filter(|options| options.colours == Colours::Chosen)?;
    options.players().ok()?.get(place).map(|&colour| colour.into())
}
