//! Nomic's part of the games room's pages: opening a table, and the way from it to the game's own pages.

use askama::Template;
use serde_json::{Value, json};

use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::nomic::table::NAME;
use crate::tables::pages::door::{Act, GamePage, Seen};
use crate::tables::{Entry, Seat};
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// Nomic at a table, as pages have it.
pub struct NomicPage;

#[derive(Template)]
#[template(path = "nomic/opening.html")]
struct OpeningFields<'a> {
    frame: &'a Frame,
    typed: &'a Typed,
}

#[derive(Template)]
#[template(path = "nomic/at_table.html")]
struct Part<'a> {
    frame: &'a Frame,
    seen: &'a Seen<'a>,
}

impl GamePage for NomicPage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self, frame: &Frame) -> String {
        frame.t("nomic").to_string()
    }

    fn seat(&self, frame: &Frame, seat: Seat) -> String {
        frame.t("nomic-seat").with("number", seat + 1).to_string()
    }

    fn others(&self) -> Seat {
        4
    }

    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error> {
        OpeningFields { frame, typed }.render().map_err(Error::internal)
    }

    fn options(&self, sent: &Fields) -> Result<Value, Refusal> {
        Ok(json!({ "players": sent.number("players")?.unwrap_or(5) }))
    }

    fn terms(&self, frame: &Frame, options: &Value) -> String {
        frame.t("nomic-terms").with("players", &options["players"]).to_string()
    }

    fn outcome(&self, frame: &Frame, outcome: &Value) -> String {
        match outcome["winner"].as_str() {
            Some(name) => frame.t("nomic-has-won").with("name", name).to_string(),
            None => frame.t("nomic-over").to_string(),
        }
    }

    fn line(&self, _: &Frame, entry: &Entry) -> String {
        let text = entry.play["text"].as_str().or(entry.play["kind"].as_str()).unwrap_or_default();
        let why = entry.effect["why"].as_str().map_or_else(String::new, |why| format!(" ({why})"));
        format!("{text}{why}")
    }

    fn part(&self, _: &mut Db, seen: &Seen<'_>) -> Result<String, Error> {
        Part { frame: seen.frame, seen }.render().map_err(Error::internal)
    }

    fn act(&self, _: &Fields) -> Result<Option<Act>, Refusal> {
        Ok(None)
    }
}
