//! Chess for several as pages: its part of a table's page. What is played is chosen square by square or
//! typed, and works without scripts; a script lets one tap a piece and then its target.

mod part;
mod primer;
mod words;

use askama::Template;
use chrono_tz::Tz;
use rookery_boards::{Kind, Seat as Colour, Setup, Status};
use serde_json::{Value, json};

use super::drawing;
use super::table::NAME;
use super::table::options::{Colours, Options};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::routes;
use crate::tables::api::TableView;
use crate::tables::pages::door::{Act, GamePage, Seen};
use crate::tables::pages::small::{Man, Small};
use crate::tables::{Entry, Seat};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/multiplayer/rules" => primer::rules, Club;
}

/// Chess for several at a table, as pages have it.
pub struct MultiplayerPage;

#[derive(Template)]
#[template(path = "multiplayer_opening.html")]
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

    fn chose(&self, name: &str, value: &str, fresh: &str) -> bool {
        self.typed.value_or("open", name, fresh) == value
    }
}

impl GamePage for MultiplayerPage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self, frame: &Frame) -> String {
        frame.t("multi").to_string()
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("multi-place").with("number", seat + 1).to_string()
    }

    /// By the colour, where it is known: a number would read as a rank.
    fn seat_at(&self, frame: &Frame, view: &TableView, seat: Seat) -> String {
        let colours = view.state.as_ref().and_then(|state| state["colours"].as_array());
        let begun = colours.zip(usize::try_from(seat).ok()).and_then(|(colours, seat)| colours.get(seat)?.as_str());
        let chosen = chosen_colour(&view.table.options, seat);
        let colour = begun.or(chosen.as_deref());
        colour.map_or_else(|| self.seat(frame, seat), |colour| words::colour(frame, colour))
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
            "options.clock" => ("amount", "multi-amount"),
            _ => return None,
        };
        Some((name.to_owned(), frame.t(label).to_string()))
    }

    fn options(&self, sent: &Fields) -> Result<Value, Refusal> {
        let amount = sent.number("amount")?;
        let clock = match sent.text("clock") {
            "days" => json!({ "days": amount }),
            _ => json!({ "minutes": amount, "increment_seconds": sent.number("increment_seconds")?.unwrap_or(0) }),
        };
        Ok(json!({
            "start": sent.some("position").unwrap_or(sent.text("start")),
            "promotion": sent.text("promotion"),
            "colours": sent.text("colours"),
            "clock": clock,
            "rated": sent.has("rated"),
        }))
    }

    fn terms(&self, frame: &Frame, options: &Value) -> String {
        words::terms(frame, options)
    }

    fn at_rest(&self, frame: &Frame) -> String {
        frame.t("table-at-rest").to_string()
    }

    fn outcome(&self, frame: &Frame, outcome: &Value) -> String {
        words::outcome(frame, outcome)
    }

    fn small(&self, state: &Value) -> Result<String, Error> {
        let setup = state["position"].as_str().and_then(|mpn| Setup::picture(mpn).ok());
        setup.map_or(Ok(String::new()), |setup| small(&setup).render().map_err(Error::internal))
    }

    fn line(&self, frame: &Frame, _: &Tz, entry: &Entry) -> String {
        words::line(frame, &entry.effect)
    }

    fn part(&self, _: &mut Db, seen: &Seen<'_>) -> Result<String, Error> {
        part::render(seen)
    }

    fn act(&self, sent: &Fields) -> Result<Option<Act>, Refusal> {
        let of = sent.some("of");
        Ok(Some(Act::Play(match sent.text("act") {
            "move" => json!({ "kind": "move", "move": sent.text("text") }),
            act @ ("resign" | "offer_draw") => json!({ "kind": act }),
            act @ ("accept_draw" | "decline_draw") => json!({ "kind": act, "of": of }),
            "claim_fifty" => json!({ "kind": "claim", "reason": "fifty_moves" }),
            "claim_repetition" => json!({ "kind": "claim", "reason": "repetition" }),
            "rule" => {
                let (colour, leaves) = (sent.text("colour"), sent.text("leaves"));
                let ruling = json!({ "colour": colour, "leaves": leaves, "reason": sent.text("text") });
                return Ok(Some(Act::Rule(ruling)));
            }
            _ => return Ok(None),
        })))
    }

    fn files(&self) -> &'static [&'static str] {
        &["multiplayer.css", "multiplayer.js"]
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

/// The colour of a seat that is known before the game begins: where whoever sits down has chosen it with the seat.
fn chosen_colour(options: &Value, seat: Seat) -> Option<String> {
    let options = Options::read(options).ok().filter(|options| options.colours == Colours::Chosen)?;
    let colours = options.players().ok()?;
    colours.get(usize::try_from(seat).ok()?).map(Colour::to_string)
}

/// A colour by its letter.
fn colour(letter: &Value) -> Option<Colour> {
    letter.as_str().and_then(Colour::parse)
}
