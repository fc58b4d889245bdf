//! A game on whichever board: the public face of the engine.

use rookery_messages::say;

use super::action::{Action, Claim};
use super::event::{Event, Reason};
use super::geometry::Board;
use super::pieces::Move;
use super::players::{PerSeat, Seat};
use super::position::Position;
use super::referee::{Referee, Share};
use super::refusal::{InvalidPosition, Refusal};
use super::setup::Setup;
use super::squares::Square;
use super::{fen, fen4, mpn, pgn4, starts, tables};

/// A game from some position on: give it tokens, ask for its state.
#[derive(Clone)]
pub struct Game {
    start: Setup,
    table: Table,
}

/// The referee of the board's size.
#[derive(Clone)]
enum Table {
    Std8(Box<Referee<1>>),
    Cross14(Box<Referee<3>>),
    Hex96(Box<Referee<2>>),
}

/// Calls on the referee, whatever the board's size.
macro_rules! at {
    ($table:expr, $referee:ident => $body:expr) => {
        match $table {
            Table::Std8($referee) => $body,
            Table::Cross14($referee) => $body,
            Table::Hex96($referee) => $body,
        }
    };
}

/// All there is to know about a game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The position; after the end its turn is that of the last player who had one.
    pub setup: Setup,
    /// Who is to move; nobody after the end.
    pub turn: Option<Seat>,
    /// Active players whose king is attacked by another active player (4.1).
    pub in_check: Vec<Seat>,
    /// How often the position has come up (4.8); 0 after the end.
    pub repetitions: u32,
    /// Open draw offers, each with those who have agreed (4.6).
    pub offers: Vec<(Seat, Vec<Seat>)>,
    /// Who may claim which draw (4.9).
    pub claimable: Vec<(Seat, Vec<Claim>)>,
    /// How many legal moves there are; 0 after the end.
    pub legal_count: u64,
    /// Why the game is over; `None` while it goes on.
    pub reason: Option<Reason>,
    /// By seat, once the game is over; absent seats have nothing to show.
    pub scores: Option<PerSeat<Share>>,
    /// Everything that has happened, in order.
    pub events: Vec<Event>,
}

/// A piece that attacks a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Whose king is attacked.
    pub king: Seat,
    /// Whose piece attacks it.
    pub by: Seat,
    /// Where the attacking piece stands.
    pub from: Square,
}

impl Game {
    /// Begins with a position, which is settled first (section 3).
    pub fn new(setup: Setup) -> Result<Game, InvalidPosition> {
        let table = match setup.board {
            Board::Hex96 => Table::Hex96(Box::new(Referee::new(&setup, tables::hex96())?)),
            Board::Std8 => Table::Std8(Box::new(Referee::new(&setup, tables::std8())?)),
            Board::Cross14(promotion) => Table::Cross14(Box::new(Referee::new(&setup, tables::cross14(promotion))?)),
        };
        Ok(Game { start: setup, table })
    }

    /// Begins with a position as text: the name of a start, MPN, FEN or FEN4 (5.1).
    pub fn from_text(text: &str) -> Result<Game, InvalidPosition> {
        Game::new(Setup::from_text(text)?)
    }

    /// Plays a move or an action (5.2, 5.3). A refusal changes nothing.
    pub fn play(&mut self, token: &str) -> Result<(), Refusal> {
        match Action::parse(token) {
            // After the end every token is refused for that, well written or not.
            Some(_) if self.is_over() => self.make(token),
            Some(action) => self.act(action?),
            None => self.make(token),
        }
    }

    /// Makes a move of the player to move (5.2).
    pub fn make(&mut self, token: &str) -> Result<(), Refusal> {
        at!(&mut self.table, referee => referee.make(token))
    }

    /// Does what is no move (5.3).
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        at!(&mut self.table, referee => referee.act(action))
    }

    /// Whose turn it is; after the end, the last player who had one.
    pub fn turn(&self) -> Seat {
        at!(&self.table, referee => referee.position.turn)
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        at!(&self.table, referee => referee.reason.is_some())
    }

    /// All there is to know about the game now.
    pub fn state(&self) -> State {
        at!(&self.table, referee => state(referee))
    }

    /// What has happened since this was last asked, for callers that keep the events themselves.
    pub fn take_events(&mut self) -> Vec<Event> {
        at!(&mut self.table, referee => std::mem::take(&mut referee.events))
    }

    /// Pieces of active players that attack the king of another active player (4.1), by kings.
    pub fn threats(&self) -> Vec<Threat> {
        at!(&self.table, referee => referee.position.threats())
    }

    /// The position before it was settled and played on.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The position now.
    pub fn setup(&self) -> Setup {
        at!(&self.table, referee => referee.position.setup())
    }

    /// The legal moves with their notation, sorted by it; none after the end.
    pub fn legal(&self) -> Vec<(String, Move)> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves: Vec<(String, Move)> = at!(&self.table, referee => {
            let position = &referee.position;
            position.legal_moves().into_iter().map(|mv| (position.notation(&mv), mv)).collect()
        });
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    /// The game as PGN4, with the start position as a tag where it can be written.
    pub fn pgn4(&self) -> String {
        pgn4::write(&self.start, &self.state())
    }
}

impl Setup {
    /// The names of all starts (section 2).
    pub fn starts() -> impl Iterator<Item = &'static str> {
        starts::names()
    }

    /// Reads a start's name, MPN, FEN or FEN4 (5.1).
    pub fn from_text(text: &str) -> Result<Setup, InvalidPosition> {
        const LONGEST: usize = 4000;
        if text.len() > LONGEST {
            return Err(InvalidPosition::new(say!(
                "a position has at most {most} characters, not {count}",
                most = LONGEST,
                count = text.len()
            )));
        }
        if let Some(start) = starts::named(text) {
            return Ok(start);
        }
        if fen4::is_meant(text) {
            return fen4::read(text);
        }
        let board = text.split(' ').next().unwrap_or_default();
        if board.contains('/') { fen::read(text) } else { mpn::read(text) }
    }

    /// Reads MPN to be looked at: the position may be that of a game that is over.
    pub fn picture(text: &str) -> Result<Setup, InvalidPosition> {
        mpn::picture(text)
    }

    /// The position as MPN.
    pub fn mpn(&self) -> String {
        mpn::write(self)
    }

    /// The position as ordinary FEN, or why it cannot be written so.
    pub fn fen(&self) -> Result<String, InvalidPosition> {
        fen::write(self)
    }

    /// The position as FEN4, or why it cannot be written so. Statuses beside "eliminated" are lost.
    pub fn fen4(&self) -> Result<String, InvalidPosition> {
        fen4::write(self)
    }

    /// Pieces of active players that attack the king of another active player (4.1), by kings. A position that nobody could play on
    /// from is refused.
    pub fn threats(&self) -> Result<Vec<Threat>, InvalidPosition> {
        Ok(match self.board {
            Board::Hex96 => Position::new(self, tables::hex96())?.threats(),
            Board::Std8 => Position::new(self, tables::std8())?.threats(),
            Board::Cross14(promotion) => Position::new(self, tables::cross14(promotion))?.threats(),
        })
    }

    /// Leaf nodes at a depth by the conventions of section 10; `None` if there are more than `limit`.
    pub fn perft(&self, depth: u32, limit: u64) -> Result<Option<u64>, InvalidPosition> {
        Ok(match self.board {
            Board::Hex96 => Position::new(self, tables::hex96())?.perft(depth, limit),
            Board::Std8 => Position::new(self, tables::std8())?.perft(depth, limit),
            Board::Cross14(promotion) => Position::new(self, tables::cross14(promotion))?.perft(depth, limit),
        })
    }
}

fn state<const W: usize>(referee: &Referee<W>) -> State {
    let position = &referee.position;
    let over = referee.reason.is_some();
    let where_true = |flags: [bool; 4]| Seat::ALL.into_iter().filter(|&seat| flags[seat as usize]).collect();
    State {
        setup: position.setup(),
        turn: (!over).then_some(position.turn),
        in_check: position.active().filter(|&seat| position.in_check(seat)).collect(),
        repetitions: referee.repetitions,
        offers: Seat::ALL
            .into_iter()
            .filter_map(|seat| Some((seat, where_true(referee.offers[seat as usize]?))))
            .collect(),
        claimable: Seat::ALL
            .into_iter()
            .map(|seat| {
                (seat, Claim::ALL.into_iter().filter(|&claim| referee.claims[seat as usize][claim as usize]).collect())
            })
            .filter(|(_, claims): &(Seat, Vec<Claim>)| !claims.is_empty())
            .collect(),
        legal_count: if over { 0 } else { position.count_legal() },
        reason: referee.reason,
        scores: referee.scores(),
        events: referee.events.clone(),
    }
}
