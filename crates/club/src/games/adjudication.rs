//! Who wins a game that time ended: each side's captures by kind and their points (Acts I.5, I.8.2),
//! exactly from the moves, with care from a last position (T20), or checked from stated captures.

use rookery_messages::{Join, Message, say};
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Role};

use super::agreement::GameResult;
use super::moves::Moves;
use crate::fields::as_said;

mod captures;
pub use captures::Captures;
pub(super) use captures::PieceValues;
use captures::{FIRST_ARRAY, KINDS};

/// The Acts that every answer here rests on.
pub const ACTS: [&str; 2] = ["I.5", "I.8.2"];

/// What was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The captures that the moves made: the surest.
    Moves,
    /// What is missing from the last position.
    Position,
    /// What somebody says was captured.
    StatedCaptures,
}

/// One side's captures and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// By kind.
    pub captures: Captures,
    /// By the house rule's points for each piece (Act I.5).
    pub points: u32,
}

/// A decided game. Equal points are a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// What was counted.
    pub source: Source,
    /// What White captured.
    pub white: Tally,
    /// What Black captured.
    pub black: Tally,
    /// More points win.
    pub result: GameResult,
    /// Always [`ACTS`].
    pub acts: [&'static str; 2],
}

/// The answer to "who wins?"; `Ambiguous` and `Impossible` explain themselves and say what to send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// There is one answer.
    Decided(Decision),
    /// The last position allows several: it shows that a pawn was promoted (T20).
    Ambiguous {
        /// At least one.
        reasons: Vec<Reason>,
        /// The reasons within a sentence.
        #[serde(serialize_with = "rookery_messages::in_english")]
        explanation: Message,
        /// What would decide it, in English.
        send: &'static str,
        /// Always [`ACTS`].
        acts: [&'static str; 2],
    },
    /// No game can come to this.
    Impossible {
        /// At least one.
        reasons: Vec<Reason>,
        /// The reasons within a sentence.
        #[serde(serialize_with = "rookery_messages::in_english")]
        explanation: Message,
        /// Always [`ACTS`].
        acts: [&'static str; 2],
    },
}

/// What makes an answer ambiguous or impossible. `side` is whose pieces it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// More of a kind on the board than the first array has.
    Surplus {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
        /// Which of them.
        #[serde(serialize_with = "kind_name")]
        kind: Role,
        /// How many there are.
        count: i32,
    },
    /// Two bishops on squares of one colour.
    BishopsAlike {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
    },
    /// More pawns than eight, captured or captured and on the board.
    TooManyPawns {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
        /// How many it would be.
        count: i32,
    },
    /// More pieces beyond the first array than pawns that can have been promoted to them.
    TooFewPawns {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
        /// How many pieces there are beyond the first array, at least.
        beyond: i32,
        /// How many pawns can have been promoted, at most.
        pawns: i32,
    },
    /// A piece is neither on the board nor among the captured.
    Unaccounted {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
        /// Which of them.
        #[serde(serialize_with = "kind_name")]
        kind: Role,
        /// How many are missing.
        count: i32,
    },
    /// Fewer pieces beyond the first array than pawns that are gone without being captured.
    PawnsVanished {
        /// Whose pieces.
        #[serde(serialize_with = "as_said")]
        side: Color,
        /// How many pawns are gone.
        pawns: i32,
        /// How many pieces there are beyond the first array.
        beyond: i32,
    },
}

impl Reason {
    /// Whose pieces it is about.
    pub fn side(&self) -> Color {
        match *self {
            Self::Surplus { side, .. }
            | Self::BishopsAlike { side }
            | Self::TooManyPawns { side, .. }
            | Self::TooFewPawns { side, .. }
            | Self::Unaccounted { side, .. }
            | Self::PawnsVanished { side, .. } => side,
        }
    }

    /// What a sentence says of it.
    pub fn message(&self) -> Message {
        let side = self.side().fold_wb(say!("White"), say!("Black"));
        match *self {
            Self::Surplus { kind, count, .. } => say!(
                "{side} has {count} {kind}, so one was a pawn. Nobody can tell what was taken",
                side,
                count,
                kind = in_words(kind)
            ),
            Self::BishopsAlike { .. } => {
                say!("{side} has two bishops on one colour, so one was a pawn. Nobody can tell what was taken", side)
            }
            Self::TooManyPawns { count, .. } => {
                say!("{side} cannot have had {count} pawns; a side has eight", side, count)
            }
            Self::TooFewPawns { beyond, pawns, .. } => say!(
                "{side} cannot have had all these pieces: {beyond} of them must have been promoted, and at most {pawns} of the eight pawns can have been",
                side,
                beyond,
                pawns
            ),
            Self::Unaccounted { kind, count, .. } => say!(
                "{count} of the {kind} of {side} are neither on the board nor among the captured",
                count,
                kind = in_words(kind),
                side
            ),
            Self::PawnsVanished { pawns, beyond, .. } => say!(
                "{pawns} of the pawns of {side} are gone, and at most {beyond} of them can be a new piece",
                pawns,
                side,
                beyond
            ),
        }
    }
}

/// Several pieces of a kind.
pub fn in_words(kind: Role) -> Message {
    match kind {
        Role::Pawn => say!("pawns"),
        Role::Knight => say!("knights"),
        Role::Bishop => say!("bishops"),
        Role::Rook => say!("rooks"),
        Role::Queen => say!("queens"),
        Role::King => say!("kings"),
    }
}

fn plural(kind: Role) -> &'static str {
    match kind {
        Role::Pawn => "pawns",
        Role::Knight => "knights",
        Role::Bishop => "bishops",
        Role::Rook => "rooks",
        Role::Queen => "queens",
        Role::King => "kings",
    }
}

fn kind_name<S: serde::Serializer>(kind: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(plural(*kind))
}

/// Counts the captures that the moves made. A promoted piece counts as the piece it was when captured,
/// a pawn taken en passant as a pawn.
pub(super) fn from_moves(moves: &Moves, values: &PieceValues) -> Decision {
    let (mut white, mut black) = (Captures::default(), Captures::default());
    for (ply, played) in moves.played().iter().enumerate() {
        if let Some(kind) = played.capture() {
            moves.turn_of(ply).1.fold_wb(&mut white, &mut black).add(kind);
        }
    }
    decide(Source::Moves, white, black, values)
}

/// Counts what is missing from the first array. Where a surplus piece shows that a pawn was promoted, the
/// answer is ambiguous; otherwise a missing pawn was captured as a pawn (T20).
pub(super) fn from_position(board: &Board, values: &PieceValues) -> Answer {
    let impossible: Vec<Reason> = Color::ALL.iter().filter_map(|&side| overfull(board, side)).collect();
    if !impossible.is_empty() {
        return Answer::impossible(impossible);
    }
    let surplus: Vec<Reason> = Color::ALL.iter().flat_map(|&side| surplus(board, side)).collect();
    if !surplus.is_empty() {
        return Answer::ambiguous(surplus);
    }
    let missing = |side| {
        let left = Captures::on_board(board, side);
        Captures {
            pawns: FIRST_ARRAY.pawns - left.pawns,
            knights: FIRST_ARRAY.knights - left.knights,
            bishops: FIRST_ARRAY.bishops - left.bishops,
            rooks: FIRST_ARRAY.rooks - left.rooks,
            queens: FIRST_ARRAY.queens - left.queens,
        }
    };
    Answer::Decided(decide(Source::Position, missing(Color::Black), missing(Color::White), values))
}

/// Checks that stated captures are possible, and that they fit the last position where it is known.
pub(super) fn from_stated(
    by_white: &Captures,
    by_black: &Captures,
    last: Option<&Board>,
    values: &PieceValues,
) -> Answer {
    let sides = [(Color::Black, by_white), (Color::White, by_black)];
    let reasons: Vec<Reason> = sides
        .into_iter()
        .flat_map(|(side, captured)| match last {
            None => captured_too_much(captured, side),
            Some(board) => unaccounted(captured, board, side),
        })
        .collect();
    if reasons.is_empty() {
        Answer::Decided(decide(Source::StatedCaptures, *by_white, *by_black, values))
    } else {
        Answer::impossible(reasons)
    }
}

fn decide(source: Source, white: Captures, black: Captures, values: &PieceValues) -> Decision {
    let tally = |captures: Captures| Tally { captures, points: captures.points(values) };
    let (white, black) = (tally(white), tally(black));
    let result = match white.points.cmp(&black.points) {
        std::cmp::Ordering::Greater => GameResult::White,
        std::cmp::Ordering::Less => GameResult::Black,
        std::cmp::Ordering::Equal => GameResult::Draw,
    };
    Decision { source, white, black, result, acts: ACTS }
}

impl Answer {
    fn ambiguous(reasons: Vec<Reason>) -> Self {
        Self::Ambiguous {
            explanation: explanation(&reasons),
            reasons,
            send: "the moves of the game, or the pieces that each side captured",
            acts: ACTS,
        }
    }

    fn impossible(reasons: Vec<Reason>) -> Self {
        Self::Impossible { explanation: explanation(&reasons), reasons, acts: ACTS }
    }
}

/// The reasons, as they stand within a sentence.
fn explanation(reasons: &[Reason]) -> Message {
    Message::joined(Join::Semicolons, reasons.iter().map(Reason::message))
}

/// The reasons, in a sentence.
pub fn explained(reasons: &[Reason]) -> Message {
    say!("{reasons}.", reasons = explanation(reasons))
}

/// Each pair of bishops starts on squares of both colours.
fn bishop_colours(board: &Board, side: Color) -> [usize; 2] {
    let bishops = board.bishops() & board.by_color(side);
    [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].map(|squares| (bishops & squares).count())
}

/// The pieces on the board that must be promoted pawns, at least.
fn promoted_on_board(board: &Board, side: Color) -> i32 {
    let left = Captures::on_board(board, side);
    let beyond = |kind| (left.of(kind) - FIRST_ARRAY.of(kind)).max(0);
    let bishops: i32 = bishop_colours(board, side).iter().map(|&count| (count as i32 - 1).max(0)).sum();
    beyond(Role::Knight) + bishops + beyond(Role::Rook) + beyond(Role::Queen)
}

/// More on the board than a side can ever have.
fn overfull(board: &Board, side: Color) -> Option<Reason> {
    let pawns = i32::from(Captures::on_board(board, side).pawns);
    let (beyond, gone) = (promoted_on_board(board, side), FIRST_ARRAY.of(Role::Pawn) - pawns);
    match gone {
        ..0 => Some(Reason::TooManyPawns { side, count: pawns }),
        _ if beyond > gone => Some(Reason::TooFewPawns { side, beyond, pawns: gone }),
        _ => None,
    }
}

fn surplus(board: &Board, side: Color) -> Vec<Reason> {
    let left = Captures::on_board(board, side);
    let kinds = KINDS.into_iter().filter(|&kind| left.of(kind) > FIRST_ARRAY.of(kind));
    let mut reasons: Vec<Reason> = kinds.map(|kind| Reason::Surplus { side, kind, count: left.of(kind) }).collect();
    if left.bishops == 2 && bishop_colours(board, side).contains(&2) {
        reasons.push(Reason::BishopsAlike { side });
    }
    reasons
}

/// Every captured piece beyond the first array was a pawn once, and that pawn cannot be captured as one.
fn captured_too_much(captured: &Captures, side: Color) -> Vec<Reason> {
    let pawns = captured.of(Role::Pawn);
    let pieces = KINDS.into_iter().filter(|&kind| kind != Role::Pawn);
    let beyond = pieces.map(|kind| (captured.of(kind) - FIRST_ARRAY.of(kind)).max(0)).sum();
    let free = FIRST_ARRAY.of(Role::Pawn) - pawns;
    match free {
        ..0 => vec![Reason::TooManyPawns { side, count: pawns }],
        _ if beyond > free => vec![Reason::TooFewPawns { side, beyond, pawns: free }],
        _ => Vec::new(),
    }
}

/// With the board at hand every piece must be accounted for: on it, captured, or a pawn that was promoted.
fn unaccounted(captured: &Captures, board: &Board, side: Color) -> Vec<Reason> {
    let left = Captures::on_board(board, side);
    let pawns = left.of(Role::Pawn) + captured.of(Role::Pawn);
    if pawns > FIRST_ARRAY.of(Role::Pawn) {
        return vec![Reason::TooManyPawns { side, count: pawns }];
    }
    let promoted = FIRST_ARRAY.of(Role::Pawn) - pawns;
    let mut reasons = Vec::new();
    let mut beyond = 0;
    for kind in KINDS.into_iter().filter(|&kind| kind != Role::Pawn) {
        // A bishop of a colour that the board does not show was captured.
        let first = match kind {
            Role::Bishop => {
                i32::from(left.bishops) + bishop_colours(board, side).iter().filter(|&&count| count == 0).count() as i32
            }
            _ => FIRST_ARRAY.of(kind),
        };
        let seen = left.of(kind) + captured.of(kind);
        if seen < first {
            reasons.push(Reason::Unaccounted { side, kind, count: first - seen });
        }
        beyond += (seen - FIRST_ARRAY.of(kind)).max(0);
    }
    if beyond > promoted {
        reasons.push(Reason::TooFewPawns { side, beyond, pawns: promoted });
    } else if beyond < promoted && reasons.is_empty() {
        reasons.push(Reason::PawnsVanished { side, pawns: promoted, beyond });
    }
    reasons
}

#[cfg(test)]
mod tests;
