#![doc = include_str!("../README.md")]
//!
//! ## Where things are
//!
//! | file | what it holds |
//! |---|---|
//! | `square` | squares, directions, sets of squares |
//! | `board` | pieces on and off the board |
//! | `definitions` | the piece rules as data, and which of them count |
//! | `amendments` | rules added, amended, repealed |
//! | `position` | the whole state of a game |
//! | `walk` | where each kind of movement leads |
//! | `attacks` | attack, defence, aura |
//! | `tornado`, `effort` | chains of captures, and how much is searched for them |
//! | `play` | a play as a value and what it does |
//! | `placement` | where a piece may be placed |
//! | `guard` | the self-check ban, for many plays at once |
//! | `generate` | all legal plays, perft |
//! | `judge` | legality of one play, and why not |
//! | `refusal`, `citation` | why a play is refused, and by which rule |
//! | `turn_order` | Play List, skipping, Rounds, Warmth |
//! | `weight` | Weight and Mobility |
//! | `offices` | armies, buying, Offices created and destroyed |
//! | `act` | the log of a game and its replay |
//! | `practice` | a simple player to practise against |
//! | `diagram` | what a kind can do, for pictures of the rules |
//! | `notation`, `json` | plays and positions as text and as JSON |
//! | `analysis` | questions and answers as JSON |

mod act;
mod amendments;
pub mod analysis;
mod attacks;
mod board;
mod citation;
mod definitions;
mod diagram;
mod effort;
mod generate;
mod guard;
mod json;
mod judge;
mod notation;
mod offices;
mod placement;
mod play;
mod position;
mod practice;
mod refusal;
mod square;
mod tornado;
mod turn_order;
mod walk;
mod weight;

pub use act::{Act, ActRefusal};
pub use amendments::Amendment;
pub use board::{Board, Piece, PieceId, Swinger};
pub use citation::Citation;
pub use definitions::{
    AfterCapture, BadRule, Captures, Directions, Kind, Line, Moves, Part, PartName, Path, PieceRule, Promotion,
    Ruleset, Source, Suite, invented_il_nabi,
};
pub use diagram::Diagram;
pub use effort::bounded;
pub use json::BadJson;
pub use offices::{ARMY_SIZE, ARMY_VALUE, OfficeRefusal, check_army};
pub use play::{Announcement, Play};
pub use position::{BadPosition, MOST_PIECES, MOST_SWINGERS, PlayType, Position, Record, TooManyChains};
pub use practice::FIRST_ARMY;
pub use refusal::{Refusal, Way};
pub use square::{Direction, SIDE, Square, SquareSet};
pub use tornado::MOST_NODES;
pub use weight::Weight;
