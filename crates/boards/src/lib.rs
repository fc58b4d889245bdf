#![doc = include_str!("../README.md")]
//!
//! ## Where things are
//!
//! | file | what lives there |
//! |---|---|
//! | `players.rs` | seats, their order round the board, and the status of each player |
//! | `pieces.rs` | kinds of pieces, pieces, moves |
//! | `geometry.rs`, `grid.rs`, `hexagon.rs` | the boards: which squares exist, how men go |
//! | `tables.rs`, `squares.rs` | the same as sets of squares |
//! | `setup.rs`, `starts.rs` | any position as plain data, what makes one valid, the start positions |
//! | `position.rs`, `attacks.rs`, `legal.rs` | a position on bitboards: making a move, attacks, legal moves, perft |
//! | `referee.rs`, `game.rs` | the thirteen rules as a state machine: turns, offers, claims, the end, the score |
//! | `notation.rs`, `action.rs`, `event.rs` | moves, actions and events as text |
//! | `mpn.rs`, `fen.rs`, `fen4.rs`, `pgn4.rs` | positions and games as text |
//! | `refusal.rs` | why something was not accepted, and under which rule |
//! | `analysis.rs` | questions and answers as JSON |
//!
//! A player is *active* (has his turns and his pieces count), *pending* (gone, his king still stands until his next turn)
//! or *out* (no king; his pieces only obstruct and may be captured).

mod action;
pub mod analysis;
mod attacks;
mod event;
mod fen;
mod fen4;
mod game;
mod geometry;
mod grid;
mod hexagon;
#[cfg(test)]
mod hexagon_play;
mod legal;
mod mpn;
mod notation;
mod pgn4;
mod pieces;
mod players;
mod position;
mod referee;
mod refusal;
mod setup;
mod squares;
mod starts;
mod tables;

pub use action::{Action, Claim};
pub use event::{Event, Reason};
pub use game::{Game, State, Threat};
pub use geometry::{Board, Promotion};
pub use pieces::{Kind, Move, Piece, Special};
pub use players::{PerSeat, Seat, Status};
pub use referee::Share;
pub use refusal::{InvalidPosition, Refusal};
pub use setup::{EnPassant, Setup};
pub use squares::Square;
