//! Pictures of the words that the page of the rules explains, made of what the engine says of small positions.

use rookery_party_chess::{Position, SquareSet};

use super::board;
use super::primer::{path, place};
use crate::error::Error;
use crate::party::rules::lesson;
use crate::web::layout::Frame;

/// A picture of a few squares, or of a list.
pub struct Scene {
    /// What it belongs to: a step of a turn, or a word.
    pub of: &'static str,
    /// The part of the drawing that is shown.
    pub view: &'static str,
    pub is_board: bool,
    pub men: Vec<Man>,
    /// Outlines of the squares that are filled.
    pub goes: String,
    /// From where to where it points.
    pub arrow: Option<((u16, u16), (u16, u16))>,
    /// What it shows.
    pub said: String,
}

/// A piece, or an Office where it has no kind.
pub struct Man {
    pub x: u16,
    pub y: u16,
    pub kind: String,
    pub colour: usize,
    pub shape: &'static str,
    pub letter: String,
}

/// Ten squares each way around the pieces of the scenes.
const VIEW: &str = "5 5 10 10";

pub fn scenes(frame: &Frame) -> Result<Vec<Scene>, Error> {
    let (placing, may_stand) = lesson::placing()?;
    let (check, may_flee, attack) = lesson::check()?;
    let (weighing, weight) = lesson::weighing()?;
    let ways: u32 = weight.doubled_mobility.iter().map(|(_, doubled)| doubled).sum();
    let half = |doubled: u32| frame.language.decimal(f64::from(doubled) / 2.0);
    let weighs = frame
        .t("party-picture-weight")
        .with("worth", weight.material)
        .with("ways", half(ways))
        .with("attacks", 5 * weight.attacking.len())
        .with("defends", 4 * weight.defending.len())
        .with("weight", half(weight.doubled()))
        .to_string();
    Ok(vec![
        on_board("place", &placing, may_stand, frame.t("party-picture-place").to_string()),
        Scene {
            arrow: attack.map(|(from, to)| (place(from), place(to))),
            ..on_board("check", &check, may_flee, frame.t("party-picture-check").to_string())
        },
        on_board("weight", &weighing, SquareSet::EMPTY, weighs),
        play_list(frame, &lesson::turn()?),
    ])
}

fn on_board(of: &'static str, position: &Position, goes: SquareSet, said: String) -> Scene {
    let man = |piece: &rookery_party_chess::Piece| {
        let (x, y) = place(piece.square?);
        let kind = position.suite().rule(piece.kind).name.clone();
        Some(man(x, y, kind, piece.owner.index()))
    };
    let men = position.board().pieces().iter().filter_map(man).collect();
    Scene { of, view: VIEW, is_board: true, men, goes: path(goes, "h1v1h-1z"), arrow: None, said }
}

fn man(x: u16, y: u16, kind: String, office: usize) -> Man {
    let colour = board::colour(office);
    Man { x, y, kind, colour, shape: board::shape(colour), letter: board::letter(office) }
}

/// The Play List, before and after a turn.
fn play_list(frame: &Frame, [before, after]: &[Vec<String>; 2]) -> Scene {
    let office = |name: &String| before.iter().position(|other| other == name).unwrap_or_default();
    let column = |x: u16, order: &[String]| -> Vec<Man> {
        (0..).zip(order).map(|(y, name)| man(x, y, String::new(), office(name))).collect()
    };
    // By the letters that stand in the picture.
    let letters =
        |order: &[String]| order.iter().map(|name| board::letter(office(name))).collect::<Vec<_>>().join(", ");
    let men = column(1, before).into_iter().chain(column(4, after)).collect();
    let said = frame.t("party-picture-nap").with("before", letters(before)).with("after", letters(after));
    Scene {
        of: "nap",
        view: "0 0 6 3",
        is_board: false,
        men,
        goes: String::new(),
        arrow: Some(((2, 1), (3, 1))),
        said: said.to_string(),
    }
}
