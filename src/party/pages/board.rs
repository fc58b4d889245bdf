//! The Party Board as a picture and as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use askama::Template;
use rookery_party_chess::Square;

use super::{Picked, words};
use crate::party::rules::{HallView, OfficeView, PieceView};
use crate::tables::pages::small::{Man, Small};
use crate::web::layout::Frame;

/// Colours that Offices are drawn in before they repeat; letters never do.
const COLOURS: usize = 12;

/// The letter of the Office founded in this place, from 0: A to Z, then numbers.
pub fn letter(place: usize) -> String {
    match u8::try_from(place) {
        Ok(place @ 0..26) => char::from(b'A' + place).to_string(),
        _ => (place + 1).to_string(),
    }
}

/// The colour of that Office.
pub fn colour(place: usize) -> usize {
    place % COLOURS
}

/// The board in small, for lists: pieces by the colours of their Offices.
pub fn small(hall: &HallView) -> Small {
    let mut small = Small::square(20);
    for piece in hall.position["pieces"].as_array().into_iter().flatten() {
        let square = piece["square"].as_str().and_then(Square::parse);
        let owner = piece["owner"].as_str().unwrap_or_default();
        let office = hall.offices.iter().position(|office| office.name == owner && !office.destroyed);
        if let (Some(square), Some(office)) = (square, office) {
            let [x, y] = [square.column(), 19 - square.row()].map(|place| f64::from(place) + 0.5);
            let class = format!("own s{}", colour(office));
            small.men.push(Man { x, y, size: 0.55, class, picture: None });
        }
    }
    small
}

/// A piece on the picture; `x` and `y` count squares from the top left, the row numbers being column 0.
struct Drawn {
    x: u16,
    y: u16,
    id: u32,
    colour: usize,
    letter: String,
    character: char,
    label: String,
    square: String,
    picked: bool,
    /// It can be captured.
    mark: &'static str,
    own: bool,
    /// It gives Check, or is the King that stands in it.
    check: bool,
    /// Whether the page brings it into view: `here` before all, `near` where there is room.
    view: &'static str,
}

/// A square that can be tapped, or is marked.
struct Tap {
    x: u16,
    y: u16,
    square: String,
    /// What can be done there: `move`, `capture`, …
    mark: &'static str,
    label: String,
}

#[derive(Template)]
#[template(path = "party/board.html")]
pub struct Board {
    label: String,
    pieces: Vec<Drawn>,
    taps: Vec<Tap>,
    /// What a tap asks, up to the square: about it, and how a chain goes on from there.
    asks: Option<[String; 2]>,
    /// Squares that a chain has stopped at.
    path: Vec<(u16, u16)>,
    /// Squares that the last play touched.
    last: Vec<(u16, u16)>,
    links: bool,
}

fn place(square: Square) -> (u16, u16) {
    (square.column() + 1, 19 - square.row())
}

impl Board {
    /// The board; with a piece picked, what it may do is marked and every square asks about it.
    pub fn of(
        frame: &Frame,
        hall: &HallView,
        pieces: &[PieceView],
        picked: Option<&Picked>,
        touched: &BTreeSet<String>,
        links: bool,
    ) -> Board {
        let office = |name: &str| hall.offices.iter().rposition(|office| office.name == name).unwrap_or_default();
        let character =
            |kind: &str| hall.kinds.iter().find(|known| known.name == kind).map_or('?', |known| known.character);
        let in_check = hall.offices.iter().filter(|office| !office.check.is_empty());
        let checks: Vec<u32> = in_check.flat_map(|office| king_first(office, pieces)).collect();
        let viewed = viewed(hall, pieces, picked);
        let drawn = pieces.iter().filter_map(|piece| {
            let square = Square::parse(piece.square.as_deref()?)?;
            let (x, y) = place(square);
            let own = office(&piece.owner);
            let (name, check) = (words::piece(frame, piece), checks.contains(&piece.id));
            Some(Drawn {
                x,
                y,
                id: piece.id,
                colour: colour(own),
                letter: letter(own),
                character: character(&piece.kind),
                label: if check { format!("{name}: {}", frame.t("party-check")) } else { name },
                picked: picked.is_some_and(|picked| picked.piece.id == piece.id),
                check,
                view: match viewed.iter().position(|id| *id == piece.id) {
                    Some(0) => "here",
                    Some(_) => "near",
                    None => "",
                },
                mark: picked.map_or("", |picked| picked.mark(&square.to_string())),
                own: picked.is_some_and(|picked| picked.piece.owner == piece.owner),
                square: square.to_string(),
            })
        });
        let path = picked.map_or("", |picked| picked.path.as_str()).split('-').filter_map(Square::parse).map(place);
        Board {
            label: frame.t("party-board").to_string(),
            pieces: drawn.collect(),
            taps: picked.map_or_else(Vec::new, |picked| taps(frame, pieces, picked)),
            asks: picked.map(asks),
            path: path.collect(),
            last: touched.iter().filter_map(|square| Square::parse(square)).map(place).collect(),
            links,
        }
    }

    /// Where a tap on a square leads.
    fn address(&self, tap: &Tap) -> String {
        self.asked(&tap.square, tap.mark)
    }

    fn asked(&self, square: &str, mark: &str) -> String {
        let Some([about, onward]) = &self.asks else { return String::new() };
        format!("{}{square}#board", if mark == "chain" { onward } else { about })
    }

    /// Where a tap on a piece leads: it is picked, or what the picked one can do to it is asked.
    fn tapped(&self, piece: &Drawn) -> String {
        let picks = self.asks.is_none() || piece.own;
        if picks { format!("?piece={}#board", piece.id) } else { self.asked(&piece.square, piece.mark) }
    }
}

fn asks(picked: &Picked) -> [String; 2] {
    let path = if picked.path.is_empty() { String::new() } else { format!("&path={}", picked.path) };
    [format!("?piece={}{path}&to=", picked.piece.id), format!("?{}", picked.onward())]
}

/// The King of an Office, then the pieces that give it Check.
fn king_first(office: &OfficeView, pieces: &[PieceView]) -> Vec<u32> {
    let king = pieces.iter().find(|piece| piece.owner == office.name && piece.kind == "king");
    king.map(|king| king.id).into_iter().chain(office.check.iter().copied()).collect()
}

/// What is to be in view, the first before all: the picked piece; else the viewer's King and what attacks it; else a King in Check.
fn viewed(hall: &HallView, pieces: &[PieceView], picked: Option<&Picked>) -> Vec<u32> {
    if let Some(picked) = picked {
        return vec![picked.piece.id];
    }
    let own = hall.offices.iter().find(|office| hall.own.as_ref() == Some(&office.name));
    let shown = own.or_else(|| hall.offices.iter().find(|office| !office.check.is_empty()));
    shown.map_or_else(Vec::new, |office| king_first(office, pieces))
}

/// Every empty square; a piece is tapped itself.
fn taps(frame: &Frame, pieces: &[PieceView], picked: &Picked) -> Vec<Tap> {
    let tap = |square: Square| {
        let name = square.to_string();
        let ((x, y), mark) = (place(square), picked.mark(&name));
        if pieces.iter().any(|piece| piece.square.as_deref() == Some(name.as_str())) {
            return None;
        }
        let label = match mark {
            "" => name.clone(),
            mark => format!("{} {name}", frame.word("party-does", mark)),
        };
        Some(Tap { x, y, square: name, mark, label })
    };
    Square::all().filter_map(tap).collect()
}

/// The board in letters: each square two characters, kind and owner; below it who is who and what is off-board.
pub fn text(frame: &Frame, hall: &HallView, pieces: &[PieceView]) -> String {
    let office = |name: &str| hall.offices.iter().rposition(|office| office.name == name).unwrap_or_default();
    let character =
        |kind: &str| hall.kinds.iter().find(|known| known.name == kind).map_or('?', |known| known.character);
    let short =
        |piece: &PieceView| format!("{}{}", character(&piece.kind), letter(office(&piece.owner)).to_lowercase());
    let mut text = String::new();
    // Writing to a string cannot fail.
    for row in (0..20).rev() {
        let _ = write!(text, "{:>2} ", row + 1);
        for column in 0..20 {
            let square = Square::new(column, row).map(|square| square.to_string());
            let piece = pieces.iter().find(|piece| piece.square.is_some() && piece.square == square);
            let _ = write!(text, "{:<3}", piece.map_or_else(|| ".".to_owned(), short));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("   a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t\n\n");
    for (place, one) in hall.offices.iter().enumerate().filter(|(_, one)| !one.destroyed) {
        let stock: Vec<String> = pieces
            .iter()
            .filter(|piece| piece.owner == one.name && piece.square.is_none())
            .map(|piece| format!("{} {}", words::kind(frame, &piece.kind), piece.number()))
            .collect();
        let turn = if hall.turn.as_deref() == Some(one.name.as_str()) { " *" } else { "" };
        let (weight, off_board) = (frame.t("party-weight"), frame.t("party-off-board"));
        let _ = writeln!(
            text,
            "{} {}{turn}  {weight} {}  {off_board}: {}",
            letter(place).to_lowercase(),
            one.name,
            frame.language.decimal(one.weight),
            stock.join(", ")
        );
    }
    text
}
