//! One game: who played whom, how it ended, what it did to the scores, and its moves on a board.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;
use shakmaty::{Chess, Move};

use crate::App;
use crate::error::Error;
use crate::games::State;
use crate::games::diagram::{self, Drawn};
use crate::games::moves::Moves;
use crate::games::position::read_position;
use crate::games::store::{self, GameDetail, Points};
use crate::http::Params;
use crate::id::GameId;
use crate::ratings::Outcome;
use crate::rulebook;
use crate::web::assets;
use crate::web::layout::{Frame, render};

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    frame: Frame,
    zone: Tz,
    detail: GameDetail,
    result: &'static str,
    players: [Player; 2],
    board: Option<Board>,
    replay: &'static str,
}

struct Player {
    id: i64,
    name: String,
    colour: &'static str,
    points: Option<Points>,
}

/// A position of the game and the way to the others.
struct Board {
    squares: Vec<Drawn>,
    aloud: String,
    /// Half-moves played so far; `last` of them are known, `moves` in SAN.
    ply: usize,
    last: usize,
    moves: Vec<Written>,
    pieces: &'static str,
}

struct Written {
    /// `12.` before White's move and where Black begins.
    number: Option<String>,
    san: String,
    /// Half-moves played when this one has been.
    ply: usize,
}

#[derive(Deserialize)]
pub struct Which {
    /// Half-moves to show played; all of them if not said.
    ply: Option<usize>,
}

pub async fn game(app: Data<App>, frame: Frame, id: Path<GameId>, which: Params<Which>) -> Result<HttpResponse, Error> {
    let (id, now) = (*id, app.clock.now());
    let (zone, detail, moves) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let (detail, moves) = store::with_moves(db, id)?;
            Ok((zone, detail, moves))
        })
        .await?;
    let board = match (&moves, &detail.final_position) {
        (Some(moves), _) => Some(Board::of(moves, which.0.ply)),
        (None, Some(fen)) => read_position(fen).ok().map(|position| Board::at(&position, None)),
        (None, None) => None,
    };
    let player =
        |who: &store::PersonRef, colour, points| Player { id: who.id.0, name: who.name.clone(), colour, points };
    let game = &detail.game;
    let players = [player(&game.white, "White", game.white_points), player(&game.black, "Black", game.black_points)];
    let result = match game.result {
        Outcome::White => "1–0",
        Outcome::Draw => "½–½",
        Outcome::Black => "0–1",
    };
    let replay = assets::address("replay.js").unwrap_or_default();
    render(StatusCode::OK, &GamePage { frame, zone, result, players, board, replay, detail })
}

impl Board {
    fn at(position: &Chess, last: Option<Move>) -> Board {
        Board {
            squares: diagram::squares(position, last),
            aloud: diagram::read_aloud(position),
            ply: 0,
            last: 0,
            moves: Vec::new(),
            pieces: assets::address("pieces.svg").unwrap_or_default(),
        }
    }

    fn of(moves: &Moves, ply: Option<usize>) -> Board {
        let last = moves.played().len();
        let ply = ply.unwrap_or(last).min(last);
        let position = moves.positions().nth(ply).unwrap_or_else(|| moves.start());
        let played = ply.checked_sub(1).and_then(|index| moves.played().get(index).copied());
        let written = |(index, san)| {
            let (number, side) = moves.turn_of(index);
            let number = match side {
                shakmaty::Color::White => Some(format!("{number}.")),
                shakmaty::Color::Black => (index == 0).then(|| format!("{number}…")),
            };
            Written { number, san, ply: index + 1 }
        };
        Board {
            ply,
            last,
            moves: moves.sans().into_iter().enumerate().map(written).collect(),
            ..Board::at(&position, played)
        }
    }
}
