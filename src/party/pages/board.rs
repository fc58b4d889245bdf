//! The Party Board as a picture and as text.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use askama::Template;
use rookery_party_chess::Square;

use super::{Picked, words};
use crate::party::rules::{HallView, OfficeView, PieceView, tap};
use crate::tables::pages::small::{Man, Small};
use crate::web::assets;
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

/// The shapes by which Offices are told apart besides their colours: circle, square, diamond, octagon, hexagon, shield.
const SHAPES: [&str; 6] = [
    "M.05 .5a.45 .45 0 1 0 .9 0a.45 .45 0 1 0-.9 0z",
    "M.09 .09h.82v.82h-.82z",
    "M.5 0l.5 .5l-.5 .5l-.5-.5z",
    "M.32 .05h.36l.27 .27v.36l-.27 .27h-.36l-.27-.27v-.36z",
    "M.5 .02l.44 .24v.48l-.44 .24l-.44-.24v-.48z",
    "M.07 .07h.86v.45q0 .33-.43 .45q-.43-.12-.43-.45z",
];

/// The shape that belongs to a colour, as a path in a square of one.
pub fn shape(colour: impl Borrow<usize>) -> &'static str {
    SHAPES[colour.borrow() % SHAPES.len()]
}

/// The drawings of the kinds, by name.
const SHEET: &str = include_str!("../../../assets/party-pieces.svg");

/// Where they are.
pub fn sheet() -> &'static str {
    assets::address("party-pieces.svg").unwrap_or_default()
}

/// Whether a kind has a drawing; one that the Umpire made has none.
pub fn is_drawn(kind: impl AsRef<str>) -> bool {
    SHEET.contains(&format!("id=\"{}\"", kind.as_ref()))
}

/// The board in small, without pieces.
pub fn empty() -> Small {
    Small::square(20)
}

/// The board in small, for lists: pieces by the colours of their Offices.
pub fn small(hall: &HallView) -> Small {
    let mut small = empty();
    for piece in hall.position.board().pieces() {
        let owner = hall.position.name(piece.owner);
        let office = hall.offices.iter().position(|office| office.name == owner && !office.destroyed);
        if let (Some(square), Some(office)) = (piece.square, office) {
            let [x, y] = [square.column(), 19 - square.row()].map(|place| f64::from(place) + 0.5);
            let class = format!("man s{}", colour(office));
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
    shape: &'static str,
    kind: String,
    is_drawn: bool,
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
    /// The square that is asked about.
    chosen: Option<(u16, u16)>,
    /// Squares that the last play touched.
    last: Vec<(u16, u16)>,
    /// Where the drawings of the pieces are.
    sheet: &'static str,
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
                shape: shape(colour(own)),
                is_drawn: is_drawn(&piece.kind),
                kind: piece.kind.clone(),
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
        let path = picked.into_iter().flat_map(|picked| &picked.path).copied().map(place);
        let chosen = picked.and_then(|picked| tap::square("to", picked.to.as_deref()?).ok());
        Board {
            label: frame.t("party-board").to_string(),
            chosen: chosen.map(place),
            sheet: sheet(),
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
    let path = if picked.path.is_empty() { String::new() } else { format!("&path={}", picked.stops()) };
    [format!("?piece={}{path}&to=", picked.piece.id), format!("?{}", picked.onward())]
}

/// The King of an Office, then the pieces that give it Check.
fn king_first(office: &OfficeView, pieces: &[PieceView]) -> Vec<u32> {
    let king = pieces.iter().find(|piece| piece.owner == office.name && piece.kind == "king");
    king.map(|king| king.id).into_iter().chain(office.check.iter().copied()).collect()
}

/// What is to be in view, the first before all: the picked piece; else the viewer's King, what attacks it and the viewer's other
/// pieces; else a King in Check.
fn viewed(hall: &HallView, pieces: &[PieceView], picked: Option<&Picked>) -> Vec<u32> {
    if let Some(picked) = picked.filter(|picked| picked.piece.square.is_some()) {
        return vec![picked.piece.id];
    }
    let own = hall.offices.iter().find(|office| hall.own.as_ref() == Some(&office.name));
    let shown = own.or_else(|| hall.offices.iter().find(|office| !office.check.is_empty()));
    let mut viewed = shown.map_or_else(Vec::new, |office| king_first(office, pieces));
    let others = pieces.iter().filter(|piece| hall.own.as_ref() == Some(&piece.owner)).map(|piece| piece.id);
    viewed.extend(others);
    viewed
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_drawing_and_the_first_offices_differ_in_shape() {
        let suite = crate::party::rules::suite().unwrap();
        for kind in suite.kinds() {
            assert!(is_drawn(&suite.rule(kind).name), "{}", suite.rule(kind).name);
        }
        assert!(!is_drawn("wall"), "a kind that an Umpire made");
        let shapes: BTreeSet<_> = (0..SHAPES.len()).map(shape).collect();
        assert_eq!(shapes.len(), SHAPES.len());
    }
}
