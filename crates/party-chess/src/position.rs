//! The state of a game: pieces, Play List, last plays, Rounds and Warmth.

use std::fmt;
use std::sync::Arc;

use rookery_messages::{Message, Value, say};

use super::attacks::View;
use super::board::{Board, Piece, PieceId, Swinger};
use super::definitions::{Kind, Suite};
use super::refusal::clause;
use super::square::{Square, SquareSet};

/// The five plays (1230.2 §6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayType {
    /// A move, a Qball's scratch among them.
    Move,
    /// Any capture.
    Capture,
    /// A placement.
    Placement,
    /// A pass.
    Pass,
    /// A Surrender.
    Surrender,
}

/// A Swinger's most recent play, as far as an Echo needs it (G18, G19).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// What kind of play.
    pub play: PlayType,
    /// Kind and Hn of the mover before its play; an Echo leaves what it echoed. Only for moves and captures.
    pub mover: Option<(Kind, u8)>,
}

/// A search of Tornado chains passed its bound (G36).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyChains;

/// Why a position cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPosition(pub Message);

impl TooManyChains {
    /// What is wrong, for people.
    pub fn message(self) -> Message {
        say!(
            "The chains of a Tornado have more than {most} ways. Write down the play you want; then it is checked.",
            most = super::tornado::MOST_NODES
        )
    }
}

impl fmt::Display for TooManyChains {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&clause(&self.message()))
    }
}

/// The state of a game. Its public face never holds an undefined piece on-board nor more pieces than a limit allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) suite: Arc<Suite>,
    /// By [`Swinger`]; names of destroyed Offices stay here.
    pub(super) names: Arc<Vec<String>>,
    /// The Swinger Play List, top first.
    pub(super) list: Vec<Swinger>,
    pub(super) board: Board,
    pub(super) records: Vec<Option<Record>>,
    pub(super) round_count: u32,
    /// Who has played in the present Round, one bit for each Swinger.
    pub(super) played: u64,
    /// For a Warm Office the first Round begun Warm (G33).
    pub(super) warm: Vec<Option<u32>>,
    pub(super) next_id: u32,
}

/// Most Offices of Swinger in a game, destroyed ones included.
pub const MOST_SWINGERS: usize = 64;

/// Most letters of an Office's name.
const LONGEST_NAME: usize = 80;

/// Whether an Office may be called so.
pub(super) fn is_name(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.chars().count())
}

/// Most pieces in a game.
pub const MOST_PIECES: usize = 4_000;

impl Position {
    /// An empty board and a Play List in this order, top first. Nobody is on it where every Office has been destroyed.
    pub fn new(suite: Arc<Suite>, names: Vec<String>) -> Result<Position, BadPosition> {
        let bad = |why: Message| Err(BadPosition(why));
        if names.len() > MOST_SWINGERS {
            return bad(say!("{count} Swingers; there are at most {most}", count = names.len(), most = MOST_SWINGERS));
        }
        for (place, name) in names.iter().enumerate() {
            if !is_name(name) || names[..place].contains(name) {
                return bad(say!(
                    "Swinger \"{name}\": every Office needs a name of its own, of 1 to {most} letters",
                    name,
                    most = LONGEST_NAME
                ));
            }
        }
        let count = names.len();
        Ok(Position {
            suite,
            list: (0..count as u8).map(Swinger).collect(),
            names: Arc::new(names),
            board: Board::new(),
            records: vec![None; count],
            round_count: 0,
            played: 0,
            warm: vec![None; count],
            next_id: 1,
        })
    }

    /// Adds a piece as a stored position tells it; see [`Position::normalise`].
    pub(super) fn add_piece(&mut self, piece: Piece) -> Result<(), BadPosition> {
        let taken = |what: Message| Err(BadPosition(what));
        if self.board.pieces().len() == MOST_PIECES {
            return taken(say!("a game has at most {most} pieces", most = MOST_PIECES));
        }
        if self.board.find(piece.id).is_some() {
            return taken(say!("the number is in use by another piece; every piece has its own (1230.1 §2)"));
        }
        if let Some(square) = piece.square.filter(|&square| !self.board.is_free(square)) {
            return taken(say!(
                "{square} is occupied; at most one piece stands on a square (1230.1 §4)",
                square = Value::text(square)
            ));
        }
        if !(1..=20).contains(&piece.hn) {
            return taken(say!("hn {hn}; it is 1 to 20 (1230.14, reading G26)", hn = piece.hn));
        }
        self.board.add(piece);
        self.next_id = self.next_id.max(piece.id.0.saturating_add(1));
        if let (Some(index), Some(square)) = (self.board.find(piece.id), piece.square) {
            self.board.put(index, square, self.suite.rule(piece.kind).aura);
        }
        Ok(())
    }

    /// Moves undefined pieces off-board (1230.1 §3.E), then destroys what exceeds an instance limit:
    /// off-board pieces first, among them the highest number first (§3.G, G9).
    pub(super) fn normalise(&mut self) {
        for index in 0..self.board.pieces().len() {
            if !self.suite.defines(self.board.piece(index).kind) {
                self.board.lift(index);
            }
        }
        for kind in self.suite.kinds() {
            let Some(limit) = self.limit(kind) else {
                continue;
            };
            for owner in self.list.clone() {
                let mut pieces: Vec<&Piece> =
                    self.board.pieces().iter().filter(|piece| piece.kind == kind && piece.owner == owner).collect();
                pieces.sort_by_key(|piece| (piece.square.is_none(), piece.id));
                let excess: Vec<PieceId> = pieces.iter().skip(limit).map(|piece| piece.id).collect();
                excess.into_iter().for_each(|id| self.destroy(id));
            }
        }
    }

    pub(super) fn destroy(&mut self, id: PieceId) {
        if let Some(index) = self.board.find(id) {
            self.board.destroy(index);
        }
    }

    /// The instance limit in force for a kind.
    pub(super) fn limit(&self, kind: Kind) -> Option<usize> {
        self.suite.rule(kind).limit.filter(|_| self.suite.defines(kind)).map(usize::from)
    }

    /// How many pieces of a kind a Swinger owns, on-board and off-board.
    pub fn count(&self, owner: Swinger, kind: Kind) -> usize {
        self.board.pieces().iter().filter(|piece| piece.owner == owner && piece.kind == kind).count()
    }

    /// Bytes that the state takes, names and shared rules left aside.
    pub fn size(&self) -> usize {
        let lists = size_of_val(&self.list[..]) + size_of_val(&self.records[..]) + size_of_val(&self.warm[..]);
        size_of::<Position>() + size_of_val(self.board.pieces()) + lists
    }

    /// What attacks are judged from.
    pub(super) fn view(&self) -> View<'_> {
        View { suite: &self.suite, board: &self.board, records: &self.records }
    }

    /// The rules in force.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The Swinger Play List, top first.
    pub fn play_list(&self) -> &[Swinger] {
        &self.list
    }

    /// Names of all Offices there are or were.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a Swinger.
    pub fn name(&self, swinger: Swinger) -> &str {
        &self.names[swinger.index()]
    }

    /// The Swinger of that name on the Play List.
    pub fn swinger(&self, name: &str) -> Option<Swinger> {
        self.list.iter().copied().find(|&swinger| self.name(swinger) == name)
    }

    /// The top of the list, whose turn it is (1230.2 §3.B). None when every Office has been destroyed.
    pub fn to_play(&self) -> Option<Swinger> {
        self.list.first().copied()
    }

    /// Rounds that are over (1230.2 §4.C).
    pub fn round_count(&self) -> u32 {
        self.round_count
    }

    /// Whether a Swinger has played in the present Round.
    pub fn has_played(&self, swinger: Swinger) -> bool {
        self.played >> swinger.index() & 1 == 1
    }

    /// A Swinger's most recent play.
    pub fn record(&self, swinger: Swinger) -> Option<Record> {
        self.records[swinger.index()]
    }

    /// For a Warm Office, the number of the first Round begun Warm (G33).
    pub fn warm_since(&self, swinger: Swinger) -> Option<u32> {
        self.warm[swinger.index()]
    }

    /// The on-board Kings of a Swinger; more than one only if an amendment lifts the limit.
    pub fn kings(&self, owner: Swinger) -> impl Iterator<Item = Square> {
        let own_king = move |piece: &&Piece| piece.owner == owner && piece.kind == Kind::KING;
        self.board.pieces().iter().filter(own_king).filter_map(|piece| piece.square)
    }

    /// The pieces that attack an on-board King of the Swinger, in ascending order.
    pub fn attackers(&self, owner: Swinger) -> Result<Vec<PieceId>, TooManyChains> {
        let mut attackers = Vec::new();
        for king in self.kings(owner) {
            attackers.extend(self.view().attackers(owner, king)?);
        }
        attackers.sort();
        attackers.dedup();
        Ok(attackers)
    }

    /// Whether a Swinger is in Check (1230.2 §7).
    pub fn in_check(&self, owner: Swinger) -> Result<bool, TooManyChains> {
        Ok(!self.view().attacked(self.kings(owner).collect())?.is_empty())
    }

    /// The Swingers in Check.
    pub(super) fn checked(&self) -> Result<Vec<Swinger>, TooManyChains> {
        let kings = self.board.pieces().iter().filter(|piece| piece.kind == Kind::KING);
        let attacked = self.view().attacked(kings.filter_map(|king| king.square).collect())?;
        Ok(attacked.filter_map(|square| self.board.at(square)).map(|king| king.owner).collect())
    }

    /// The Swinger's on-board Demons that stand between two other own pieces of one kind (G25).
    pub fn promotable_demons(&self, owner: Swinger) -> Vec<PieceId> {
        self.view().promotable_demons(owner)
    }

    /// Squares with pieces that oppose the Swinger's.
    pub(super) fn opposing(&self, owner: Swinger) -> SquareSet {
        self.board.occupied() & !self.board.held_by(owner)
    }
}
