//! The rules of chess for two to four, for somebody who never played it: boards drawn by the program that draws them at tables,
//! and each rule under its number.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use rookery_boards::{Seat as Colour, Setup, Status};

use super::words;
use crate::error::Error;
use crate::multiplayer::drawing::{self, Cell, Label};
use crate::web::assets;
use crate::web::layout::{Frame, render};

/// A board of the page: the name of its caption, its position, and squares that are marked: `to` where somebody may go, `last` where
/// somebody moved, `danger` where a king may be taken.
struct Shown {
    name: &'static str,
    position: &'static str,
    marked: &'static [(&'static str, &'static str)],
}

const BOARDS: [Shown; 3] = [
    Shown { name: "four", position: "start4", marked: &[] },
    Shown { name: "three", position: "start3-hex", marked: &[] },
    Shown { name: "two", position: "start2", marked: &[] },
];

/// Blue's knight has left b4: Yellow, whose turn it is, may take Red's king.
const KING_TAKEN: Shown = Shown {
    name: "taken",
    position: "std8 1,yR,5,yK/8/2,bN,5/8/8/8/7,bK/1,rK,6 Y aaa- - - 0 0",
    marked: &[("b4", "last"), ("c6", "last"), ("b1", "danger")],
};

/// Blue was checkmated: the king is gone, the others stand, and nobody moves them.
const GREY: Shown = Shown {
    name: "grey",
    position: "std8 7,yK/8/2,bN,5/8/3,bR,4/8/8/1,rK,1,rR,4 R aMa- - - 0 0",
    marked: &[("d4", "to")],
};

/// The rules by their numbers, in order.
const RULES: [&str; 15] =
    ["3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10", "4.11", "2.2", "2.3", "6"];

struct Picture {
    name: &'static str,
    view_box: String,
    cells: Vec<Square>,
    labels: Vec<Label>,
}

struct Square {
    cell: Cell,
    /// What it is marked as.
    mark: &'static str,
    man: Option<Man>,
}

struct Man {
    letter: char,
    kind: &'static str,
    gone: bool,
}

#[derive(Template)]
#[template(path = "multiplayer/rules.html")]
struct RulesPage {
    frame: Frame,
    style: &'static str,
    pieces: &'static str,
    boards: Vec<Picture>,
    taken: Picture,
    grey: Picture,
}

impl RulesPage {
    /// Each rule: its number, its place on the page, its name.
    fn rules(&self) -> [(&'static str, String, String); RULES.len()] {
        RULES.map(|rule| (rule, anchor(rule), self.frame.word("multi-rule-name", key(rule)).to_string()))
    }

    fn says(&self, rule: &str) -> String {
        self.frame.word("multi-rule-says", key(rule)).to_string()
    }
}

/// `4-10`, as texts are called.
fn key(rule: &str) -> String {
    rule.replace('.', "-")
}

/// Where a rule stands on the page.
pub(super) fn anchor(rule: &str) -> String {
    format!("rule-{}", key(rule))
}

pub(crate) async fn rules(frame: Frame) -> Result<HttpResponse, Error> {
    let page = RulesPage {
        style: assets::address("multiplayer.css").unwrap_or_default(),
        pieces: assets::address("pieces.svg").unwrap_or_default(),
        boards: BOARDS.iter().map(picture).collect::<Result<_, _>>()?,
        taken: picture(&KING_TAKEN)?,
        grey: picture(&GREY)?,
        frame,
    };
    render(StatusCode::OK, &page)
}

/// A board as Red sees it.
fn picture(shown: &Shown) -> Result<Picture, Error> {
    let setup = match shown.position.contains(' ') {
        true => Setup::picture(shown.position),
        false => Setup::from_text(shown.position),
    };
    let setup = setup.map_err(Error::internal)?;
    let drawing = drawing::draw(setup.board, Colour::Red);
    let square = |cell: Cell| {
        let man = setup.man(cell.square).map(|piece| Man {
            letter: piece.seat.letter(),
            kind: words::word(piece.kind),
            gone: setup.status(piece.seat) != Status::Active,
        });
        let mark = shown.marked.iter().find(|(name, _)| *name == cell.name).map_or("", |(_, mark)| mark);
        Square { cell, mark, man }
    };
    let cells = drawing.cells.into_iter().map(square).collect();
    Ok(Picture { name: shown.name, view_box: drawing.view_box, cells, labels: drawing.labels })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_drawn_with_what_is_marked_on_it() {
        for shown in BOARDS.iter().chain([&KING_TAKEN, &GREY]) {
            let picture = picture(shown).unwrap();
            let marked = picture.cells.iter().filter(|square| !square.mark.is_empty()).count();
            assert_eq!(marked, shown.marked.len(), "{}", shown.name);
            assert!(picture.cells.iter().any(|square| square.man.is_some()));
        }
        let grey = picture(&GREY).unwrap();
        assert_eq!(grey.cells.iter().filter(|square| square.man.as_ref().is_some_and(|man| man.gone)).count(), 2);
    }
}
