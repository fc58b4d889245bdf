//! The rules of Party Chess for somebody who never played it: each kind with a picture made from its definition, the words that
//! the game uses, a first army.

use std::fmt::Write as _;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use rookery_party_chess::{ARMY_VALUE, Diagram, FIRST_ARMY, Kind, Square, SquareSet, Suite, check_army};

use super::scenes::{Scene, scenes};
use super::{board, words};
use crate::error::Error;
use crate::party::rules::suite;
use crate::web::assets;
use crate::web::layout::{Frame, render};

/// The reach of the HarfyBlob in its picture.
const REACH: u8 = 3;

/// A kind as the page shows it.
struct Card {
    name: String,
    /// As programs call it.
    kind: String,
    character: char,
    value: u8,
    cost: u32,
    limit: Option<u8>,
    /// The piece of the picture, and others that it needs: column and row from the top left.
    from: (u16, u16),
    others: Vec<(u16, u16)>,
    /// Outlines of the squares it moves to, and crosses on those where it captures.
    moves: String,
    captures: String,
    /// Outlines of the squares that it only rolls over.
    passes: String,
}

/// A piece of the first army, and what the army costs so far.
struct Chosen {
    name: String,
    kind: String,
    value: u8,
    sum: u32,
}

#[derive(Template)]
#[template(path = "party/rules.html")]
struct RulesPage {
    frame: Frame,
    style: &'static str,
    sheet: &'static str,
    cards: Vec<Card>,
    army: Vec<Chosen>,
    most: u32,
    scenes: Vec<Scene>,
}

impl RulesPage {
    /// The picture of a word, where there is one.
    fn scene(&self, of: &str) -> Option<&Scene> {
        self.scenes.iter().find(|scene| scene.of == of)
    }

    /// The picture of a step of a turn; a step that has its word is drawn there.
    fn step(&self, of: &str) -> Option<&Scene> {
        self.scene(of).filter(|scene| scene.of == "place")
    }
}

pub(crate) async fn rules(frame: Frame) -> Result<HttpResponse, Error> {
    let suite = Arc::new(suite()?);
    check_army(&suite, &FIRST_ARMY).map_err(Error::internal)?;
    let cards = suite.kinds().map(|kind| card(&frame, &suite, kind)).collect::<Result<_, _>>()?;
    let mut sum = 0;
    let army = FIRST_ARMY.iter().map(|&kind| {
        let rule = suite.rule(kind);
        sum += u32::from(rule.value);
        Chosen { name: words::kind(&frame, &rule.name), kind: rule.name.clone(), value: rule.value, sum }
    });
    let army = army.collect();
    let style = assets::address("party.css").unwrap_or_default();
    let (sheet, scenes) = (board::sheet(), scenes(&frame)?);
    render(StatusCode::OK, &RulesPage { frame, style, sheet, cards, army, most: ARMY_VALUE, scenes })
}

fn card(frame: &Frame, suite: &Arc<Suite>, kind: Kind) -> Result<Card, Error> {
    let rule = suite.rule(kind);
    // From the middle most ways of a Qball lead to corners.
    let column = if kind == Kind::QBALL { 5 } else { 10 };
    let from = Square::new(column, 9).ok_or_else(|| Error::internal("no middle of the board"))?;
    // What these two do, they do with others beside them.
    let needed: &[(i16, i16)] = match kind {
        Kind::BOUNCYBALL => &[(0, 2), (3, 0), (-2, -2)],
        Kind::IL_NABI => &[(0, 1), (1, 0), (-1, -1)],
        _ => &[],
    };
    let others: Vec<Square> = needed.iter().filter_map(|&(columns, rows)| from.offset(columns, rows)).collect();
    let reach = if kind == Kind::HARFYBLOB { REACH } else { 1 };
    let diagram = Diagram::of(suite, kind, from, reach, &others).map_err(|bad| Error::internal(bad.0))?;
    Ok(Card {
        name: words::kind(frame, &rule.name),
        kind: rule.name.clone(),
        character: rule.character,
        value: rule.value,
        cost: suite.cost(kind),
        limit: rule.limit,
        from: place(from),
        others: others.into_iter().map(place).collect(),
        moves: path(diagram.moves, "h1v1h-1z"),
        captures: path(diagram.captures, "m.2 .2l.6 .6m0-.6l-.6 .6"),
        passes: path(diagram.passes, "h1v1h-1z"),
    })
}

/// Column and row of a square, from the top left.
pub(super) fn place(square: Square) -> (u16, u16) {
    (square.column(), 19 - square.row())
}

/// An SVG path that draws the same on each square.
pub(super) fn path(squares: SquareSet, drawn: &str) -> String {
    let mut path = String::new();
    for (x, y) in squares.map(place) {
        // Writing into a string does not fail.
        let _ = write!(path, "M{x} {y}{drawn}");
    }
    path
}
