//! Why a play is refused: the rule that forbids it, and what it says to people (1230.2 §6–7).

use std::fmt;

use rookery_messages::{Join, Message, Value, say};

use super::board::PieceId;
use super::citation::Citation;
use super::definitions::word;
use super::position::TooManyChains;
use super::square::Square;

/// Why a play is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No Office of Swinger is left.
    NobodyToPlay,
    /// There is no such piece.
    UnknownPiece(PieceId),
    /// What the play says of the board is not so; the notations of what is said and of how it would be.
    Mismatch {
        /// The play as it was announced.
        said: String,
        /// The play as the board has it.
        board: String,
    },
    /// The piece belongs to another Swinger.
    NotYours {
        /// The piece.
        piece: PieceId,
        /// The name of its Swinger.
        owner: String,
    },
    /// The piece is off-board, and can only be placed.
    OffBoard(PieceId),
    /// The piece is on-board, and cannot be placed.
    OnBoard {
        /// The piece.
        piece: PieceId,
        /// Where it stands.
        square: Square,
    },
    /// No counting rule defines the kind.
    Undefined {
        /// The piece.
        piece: PieceId,
        /// Name of its kind.
        kind: String,
    },
    /// The movement of the piece does not lead there.
    OutOfReach {
        /// N of 1230.N.
        rule: u16,
        /// Name of the kind.
        kind: String,
        /// Where the piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A move, scratch or placement onto an occupied square.
    Occupied(Square),
    /// A capture where no opposing piece stands.
    NothingToCapture(Square),
    /// A capture of an own piece.
    OwnPiece(Square),
    /// The piece stands on the very square.
    SameSquare(Square),
    /// The piece captures otherwise: from afar, by moving, or in a chain.
    OtherCapture {
        /// N of 1230.N.
        rule: u16,
        /// Name of the kind.
        kind: String,
        /// How it captures.
        way: Way,
    },
    /// One segment of a chain is impossible.
    BrokenChain {
        /// N of 1230.N.
        rule: u16,
        /// Where the segment begins.
        from: Square,
        /// Where it was to end.
        to: Square,
    },
    /// The kind may not be placed so far inside.
    PlacementZone {
        /// N of 1230.N.
        rule: u16,
        /// Name of the kind.
        kind: String,
        /// Where it was to be placed.
        to: Square,
    },
    /// The placed piece would attack an opposing piece.
    PlacementAttacks(Square),
    /// The own King would be attacked by these pieces: `Blue's rook 8 on a9`.
    SelfCheck(Vec<Message>),
    /// A Swinger in Check may not pass.
    PassInCheck,
    /// The piece must be promoted there.
    PromotionMissing {
        /// N of 1230.N.
        rule: u16,
        /// The square.
        square: Square,
    },
    /// The piece may not become this kind.
    Promotion {
        /// N of 1230.N.
        rule: u16,
        /// The piece.
        piece: PieceId,
        /// Name of the kind it was to become.
        kind: String,
    },
    /// The piece is no Demon that this play lets be promoted.
    DemonNotPromotable(PieceId),
    /// A Demon may not become this kind.
    DemonPromotion {
        /// The Demon.
        piece: PieceId,
        /// Name of the kind it was to become.
        kind: String,
    },
    /// A search of Tornado chains passed its bound.
    TooManyChains,
}

/// How a piece captures that was to capture otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Staying where it is.
    FromAfar,
    /// Going there.
    ByMoving,
    /// In a chain, with its path.
    InChain,
    /// In one step.
    WithoutPath,
}

impl Way {
    pub(super) fn message(self, kind: Value) -> Message {
        match self {
            Way::FromAfar => say!("Here the {kind} captures from afar.", kind),
            Way::ByMoving => say!("Here the {kind} captures by moving there.", kind),
            Way::InChain => say!("Here the {kind} captures in a chain, whose path must be given.", kind),
            Way::WithoutPath => say!("Here the {kind} captures without a path.", kind),
        }
    }
}

impl From<TooManyChains> for Refusal {
    fn from(_: TooManyChains) -> Refusal {
        Refusal::TooManyChains
    }
}

impl Refusal {
    /// The rule, and the reading where one was needed, that the refusal rests on.
    pub fn rule(&self) -> Citation {
        match self {
            Refusal::NobodyToPlay => Citation::of("1230.2 §3.B"),
            Refusal::UnknownPiece(_) | Refusal::Mismatch { .. } | Refusal::OffBoard(_) => Citation::of("1230.2 §6"),
            Refusal::NotYours { .. } => Citation::of("1230.2 §6.A–C"),
            Refusal::OnBoard { .. } => Citation::of("1230.2 §6.C"),
            Refusal::Undefined { .. } => Citation::of("1230.1 §3.E").with(&[5]),
            Refusal::OutOfReach { rule, .. } => Citation::of(format!("1230.{rule}")).with(&[6]),
            Refusal::Occupied(_) => Citation::of("1230.2 §6.A, §6.C"),
            Refusal::NothingToCapture(_) | Refusal::OwnPiece(_) => Citation::of("1230.1 §4"),
            Refusal::SameSquare(_) => Citation::of("1230.2 §6.A"),
            Refusal::OtherCapture { rule, .. } => Citation::of(format!("1230.{rule}")),
            Refusal::BrokenChain { rule, .. } => Citation::of(format!("1230.{rule} §4")).with(&[17]),
            Refusal::PlacementZone { rule, .. } => Citation::of(format!("1230.{rule} §5")),
            Refusal::PlacementAttacks(_) => Citation::of("1230.2 §6.C").with(&[13]),
            Refusal::SelfCheck(_) => Citation::of("1230.2 §7"),
            Refusal::PassInCheck => Citation::of("1230.2 §7").with(&[14]),
            Refusal::PromotionMissing { rule, .. } => Citation::of(format!("1230.{rule} §4")).with(&[23]),
            Refusal::Promotion { rule, .. } => Citation::of(format!("1230.{rule}")).with(&[23, 24]),
            Refusal::DemonNotPromotable(_) | Refusal::DemonPromotion { .. } => Citation::of("1230.18 §3").with(&[25]),
            Refusal::TooManyChains => Citation::reading(&[36]),
        }
    }

    /// What is wrong, for people.
    pub fn message(&self) -> Message {
        match self {
            Refusal::NobodyToPlay => say!("No Swinger is on the Play List."),
            Refusal::UnknownPiece(PieceId(id)) => say!("There is no piece {id}.", id = *id),
            Refusal::Mismatch { board, .. } => {
                say!("What it says does not agree with the board, where it would be {board}.", board)
            }
            Refusal::NotYours { piece: PieceId(id), owner } => {
                say!("Piece {id} belongs to {owner}; only an own piece may be played.", id = *id, owner)
            }
            Refusal::OffBoard(PieceId(id)) => {
                say!("Piece {id} is off-board; it can only be placed.", id = *id)
            }
            Refusal::OnBoard { piece: PieceId(id), square } => {
                say!(
                    "Piece {id} stands on {square}; only an off-board piece can be placed.",
                    id = *id,
                    square = Value::text(square)
                )
            }
            Refusal::Undefined { piece: PieceId(id), kind } => {
                say!("Piece {id} cannot be placed: no rule in force defines {kind}.", id = *id, kind = word(kind))
            }
            Refusal::OutOfReach { kind, from, to, .. } => {
                say!(
                    "The {kind} on {from} has no way to {to}.",
                    kind = word(kind),
                    from = Value::text(from),
                    to = Value::text(to)
                )
            }
            Refusal::Occupied(square) => {
                say!("{square} is occupied; the play needs an empty square.", square = Value::text(square))
            }
            Refusal::NothingToCapture(square) => {
                say!("No opposing piece stands on {square}.", square = Value::text(square))
            }
            Refusal::OtherCapture { kind, way, .. } => way.message(word(kind)),
            Refusal::BrokenChain { from, to, .. } => {
                say!(
                    "No segment leads from {from} to {to} at this point of the chain.",
                    from = Value::text(from),
                    to = Value::text(to)
                )
            }
            Refusal::PlacementZone { kind, to, .. } => {
                say!(
                    "A {kind} may not be placed on {to}: only on columns a, b, s, t or rows 1, 2, 19, 20.",
                    kind = word(kind),
                    to = Value::text(to)
                )
            }
            Refusal::PlacementAttacks(square) => {
                say!("Placed on {square} the piece would attack an opposing piece.", square = Value::text(square))
            }
            Refusal::OwnPiece(square) => {
                say!(
                    "An own piece stands on {square}; only opposing pieces are captured.",
                    square = Value::text(square)
                )
            }
            Refusal::SameSquare(square) => {
                say!("The piece stands on {square} itself; a play takes it elsewhere.", square = Value::text(square))
            }
            Refusal::SelfCheck(attackers) => {
                say!(
                    "It would leave the own King attacked by {attackers}.",
                    attackers = Value::list(Join::And, attackers)
                )
            }
            Refusal::PassInCheck => say!("A Swinger in Check may not Pass."),
            Refusal::PromotionMissing { square, .. } => {
                say!("On {square} the piece must be promoted; say to what.", square = Value::text(square))
            }
            Refusal::Promotion { piece: PieceId(id), kind, .. }
            | Refusal::DemonPromotion { piece: PieceId(id), kind } => {
                say!("Piece {id} may not become {kind}.", id = *id, kind = word(kind))
            }
            Refusal::DemonNotPromotable(PieceId(id)) => {
                say!(
                    "Piece {id} is not a Demon that stands between two of your pieces of one kind after a move.",
                    id = *id
                )
            }
            Refusal::TooManyChains => TooManyChains.message(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&clause(&self.message()))
    }
}

/// A sentence as it stands after a colon.
pub(super) fn clause(sentence: &Message) -> String {
    let said = sentence.to_string();
    let said = said.trim_end_matches('.');
    let mut letters = said.chars();
    match letters.next() {
        Some(first) if !sentence.template().starts_with('{') => first.to_lowercase().chain(letters).collect(),
        _ => said.to_owned(),
    }
}
