//! Reading the moves of one game (PGN): every move is checked legal, and what cannot be read is refused
//! with the place, the token and what was expected there.

use std::fmt;

use rookery_messages::{Message, Value, say};
use serde::Serialize;
use shakmaty::san::{ParseSanError, San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Outcome, Position};

use super::archive::Archive;
use super::pgn::{self, Tags, Token, Tokens};
use super::position::{FenError, read_position, write_position};
use crate::fields::as_said;

/// The largest text of one game that is read, in bytes: a long game with much commentary has room.
pub(super) const MOST_BYTES: usize = 256 * 1024;

/// The most half-moves of one game. The longest game that the fifty-move rule allows has under 12,000.
const MOST_PLIES: usize = 12_000;

/// How many legal moves a refusal suggests.
const SUGGESTIONS: usize = 5;

/// The moves of one game, all of them legal.
#[derive(Debug, Clone, PartialEq)]
pub struct Moves {
    /// As they stood in the text.
    pub tags: Tags,
    /// What the game says its result is; `Unknown` for `*` or where it says nothing.
    pub result: Outcome,
    /// How the final position ends the game, if it does.
    pub end: Option<BoardEnd>,
    start: Option<Box<(String, Chess)>>,
    played: Vec<Move>,
    /// Seconds left after each half-move; shorter than `played` where the game does not tell.
    clocks: Vec<Option<u32>>,
    last: Chess,
}

/// Whether a position ends the game automatically, and how (FIDE 5.1.1, 5.2.1, 5.2.2; Act I.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardEnd {
    /// The king in check has no way out.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// Neither side has the pieces to mate with. Other dead positions are not recognised.
    InsufficientMaterial,
}

impl BoardEnd {
    /// `None` while the game goes on.
    pub fn of(position: &Chess) -> Option<Self> {
        if position.is_insufficient_material() {
            return Some(Self::InsufficientMaterial);
        }
        match (position.legal_moves().is_empty(), position.is_check()) {
            (false, _) => None,
            (true, true) => Some(Self::Checkmate),
            (true, false) => Some(Self::Stalemate),
        }
    }

    /// Its name within a sentence.
    pub fn message(self) -> Message {
        match self {
            Self::Checkmate => say!("checkmate"),
            Self::Stalemate => say!("stalemate"),
            Self::InsufficientMaterial => say!("a position in which neither side can mate"),
        }
    }
}

impl Moves {
    /// Reads the one game of a PGN text, in UTF-8 or Latin-1, with or without a byte-order mark.
    pub fn read(text: &[u8]) -> Result<Self, MovesError> {
        if text.len() > MOST_BYTES {
            return Err(MovesError::TooLarge);
        }
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            return Err(MovesError::Utf16);
        }
        let mut games = Archive::new(text);
        let game = games.next().ok_or(MovesError::Empty)?;
        match games.next() {
            Some(second) => Err(MovesError::SecondGame(second.line)),
            None => game.moves,
        }
    }

    /// Reads the text of one game that begins on the given line of its file.
    pub(super) fn read_game(text: &[u8], first_line: u64) -> Result<Self, MovesError> {
        let line_of = |at: usize| first_line + memchr::memchr_iter(b'\n', &text[..at]).count() as u64;
        if let Some(at) = memchr::memchr(0, text) {
            return Err(MovesError::Nul(line_of(at)));
        }
        let (tags, at) = pgn::read_tags(text);
        let tags = tags.map_err(|fault| MovesError::Tag(line_of(fault.offset), fault.text))?;
        let mut moves = Self::at_start(tags)?;

        let mut tokens = Tokens::new(text, at);
        let mut result = None;
        while let Some(token) = tokens.next().map_err(|fault| fault.on_line(line_of))? {
            match token {
                Token::Move(word) => {
                    let fault = match &result {
                        Some(_) => Err(MoveFault::AfterResult),
                        None => moves.play(word),
                    };
                    fault.map_err(|fault| moves.refuse(word, fault, line_of(tokens.begun)))?;
                }
                Token::Comment(comment) => {
                    if let Some(seconds) = pgn::read_clock(comment) {
                        moves.set_clock(seconds);
                    }
                }
                Token::Result(told) => result = Some(told),
            }
        }
        moves.end = BoardEnd::of(&moves.last);
        moves.settle_result(result)?;
        Ok(moves)
    }

    /// No moves yet, from the position that the tags give.
    fn at_start(tags: Tags) -> Result<Self, MovesError> {
        if let Some(variant) = tags.get("Variant") {
            let standard = ["standard", "chess", "normal", "from position"];
            if !standard.iter().any(|name| variant.eq_ignore_ascii_case(name)) {
                return Err(MovesError::Variant(pgn::excerpt(variant.as_bytes())));
            }
        }
        let start = match tags.get("FEN") {
            None => None,
            Some(fen) => {
                let position = read_position(fen).map_err(MovesError::Start)?;
                (position != Chess::default()).then(|| Box::new((write_position(&position), position)))
            }
        };
        Ok(Self {
            last: start.as_ref().map_or_else(Chess::default, |start| start.1.clone()),
            tags,
            result: Outcome::Unknown,
            end: None,
            start,
            played: Vec::with_capacity(96),
            clocks: Vec::new(),
        })
    }

    fn play(&mut self, word: &[u8]) -> Result<(), MoveFault> {
        if self.played.len() == MOST_PLIES {
            return Err(MoveFault::TooMany);
        }
        let san = read_san(word).map_err(|_| MoveFault::Unreadable)?;
        let found = san.to_move(&self.last).map_err(|error| match (san, error) {
            (San::Null, _) => MoveFault::Null,
            (_, SanError::AmbiguousSan) => MoveFault::Ambiguous,
            (_, SanError::IllegalSan) => MoveFault::Illegal,
        })?;
        self.last.play_unchecked(found);
        self.played.push(found);
        Ok(())
    }

    fn set_clock(&mut self, seconds: u32) {
        if let Some(ply) = self.played.len().checked_sub(1) {
            self.clocks.resize(ply, None);
            self.clocks.push(Some(seconds));
        }
    }

    /// The result after the moves and the one in the tags must not contradict each other.
    fn settle_result(&mut self, told: Option<Outcome>) -> Result<(), MovesError> {
        let tag = self.tags.get("Result").and_then(|tag| pgn::read_result(tag.trim().as_bytes()));
        self.result = match (tag, told) {
            (Some(tag), Some(told)) if tag.is_known() && told.is_known() && tag != told => {
                return Err(MovesError::TwoResults { tag: tag.to_string(), movetext: told.to_string() });
            }
            (_, Some(told)) if told.is_known() => told,
            (tag, _) => tag.unwrap_or(Outcome::Unknown),
        };
        Ok(())
    }

    fn refuse(&self, word: &[u8], fault: MoveFault, line: u64) -> MovesError {
        let (number, side) = self.turn_of(self.played.len());
        let token = pgn::excerpt(word);
        let expected = match fault {
            MoveFault::AfterResult | MoveFault::TooMany => Vec::new(),
            _ => nearest_moves(&self.last, &token, fault),
        };
        let end = BoardEnd::of(&self.last);
        MovesError::Move(Box::new(BrokenMove { number, side, line, token, fault, end, expected }))
    }

    /// The number and the side of a half-move, counted from 0.
    pub fn turn_of(&self, ply: usize) -> (u32, Color) {
        let (first, turn) = match &self.start {
            None => (1, Color::White),
            Some(start) => (start.1.fullmoves().get(), start.1.turn()),
        };
        let half = ply as u32 + u32::from(turn.is_black());
        (first.saturating_add(half / 2), Color::from_white(half.is_multiple_of(2)))
    }

    /// The position before the first move.
    pub fn start(&self) -> Chess {
        self.start.as_ref().map_or_else(Chess::default, |start| start.1.clone())
    }

    /// The FEN that the game started from, unless it is the first array.
    pub fn start_fen(&self) -> Option<&str> {
        self.start.as_ref().map(|start| start.0.as_str())
    }

    /// The half-moves, in order.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The position after the last move.
    pub fn last(&self) -> &Chess {
        &self.last
    }

    /// The position after the last move as FEN.
    pub(super) fn last_fen(&self) -> String {
        write_position(&self.last)
    }

    /// Seconds on the mover's clock after a half-move, where the game tells.
    pub(super) fn clock_after(&self, ply: usize) -> Option<u32> {
        self.clocks.get(ply).copied().flatten()
    }

    /// Every position from the first to the last, one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = Chess> {
        let mut position = self.start();
        std::iter::once(position.clone()).chain(self.played.iter().map(move |&played| {
            position.play_unchecked(played);
            position.clone()
        }))
    }

    /// The moves in SAN as the standard writes them, with `+` and `#`.
    pub fn sans(&self) -> Vec<String> {
        let mut position = self.start();
        let san = |&played| SanPlus::from_move_and_play_unchecked(&mut position, played).to_string();
        self.played.iter().map(san).collect()
    }

    /// The moves in SAN with their numbers: `1. e4 e5 2. Nf3`.
    pub fn numbered(&self) -> String {
        let word = |(ply, san): (usize, String)| match self.turn_of(ply) {
            (number, Color::White) => format!("{number}. {san}"),
            (number, Color::Black) if ply == 0 => format!("{number}... {san}"),
            (_, Color::Black) => san,
        };
        self.sans().into_iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The moves in the notation of chess engines, as `e2e4`.
    pub fn ucis(&self) -> Vec<String> {
        self.played.iter().map(|&played| UciMove::from_standard(played).to_string()).collect()
    }
}

/// A move as people write it: in SAN, also with castling in zeros and with German letters for the pieces.
pub fn read_san(word: &[u8]) -> Result<San, ParseSanError> {
    San::from_ascii(word).or_else(|_| San::from_ascii(&in_english(word)))
}

/// The English letter of a piece that has a German one: Dame, Turm, Läufer, Springer. English has none of these letters in a move,
/// and K is the king of both; every other sign stays.
pub fn english_letter(sign: char) -> char {
    match sign {
        'D' => 'Q',
        'T' => 'R',
        'L' => 'B',
        'S' => 'N',
        other => other,
    }
}

fn in_english(word: &[u8]) -> Vec<u8> {
    let letter = |&byte: &u8| match byte {
        b'0' => b'O',
        other => u8::try_from(english_letter(other.into())).unwrap_or(other),
    };
    word.iter().map(letter).collect()
}

/// The moves that an ambiguous token can mean, or else the legal moves that look most like the token.
fn nearest_moves(position: &Chess, token: &str, fault: MoveFault) -> Vec<String> {
    let legal = match (fault, read_san(token.as_bytes())) {
        (MoveFault::Ambiguous, Ok(San::Normal { role, to, .. })) => position.san_candidates(role, to),
        _ => position.legal_moves(),
    };
    let english = in_english(token.as_bytes());
    let token = String::from_utf8_lossy(&english);
    let mut moves: Vec<(bool, usize, String)> = legal
        .iter()
        .map(|&legal| SanPlus::from_move(position.clone(), legal).to_string())
        .map(|san| {
            let other_piece = san.chars().next() != token.chars().next();
            (other_piece, strsim::damerau_levenshtein(&san, &token), san)
        })
        .collect();
    moves.sort();
    moves.into_iter().take(SUGGESTIONS).map(|(.., san)| san).collect()
}

/// Why a PGN text is refused. A number is the line of the file, from 1, on which the fault begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovesError {
    /// Nothing but blanks.
    Empty,
    /// More bytes than are read of one game, 256 KiB.
    TooLarge,
    /// By its byte-order mark.
    Utf16,
    /// A NUL byte.
    Nul(u64),
    /// Another game, where one is wanted.
    SecondGame(u64),
    /// What begins like a tag and is none; the beginning of its text.
    Tag(u64, String),
    /// Another chess than the standard one; its name.
    Variant(String),
    /// The position to start from cannot be read.
    Start(FenError),
    /// A comment without its closing brace.
    OpenComment(u64),
    /// A variation without its closing bracket.
    OpenVariation(u64),
    /// A closing bracket or brace that nothing opens.
    StrayBracket(u64),
    /// The `Result` tag says one result and the end of the moves another.
    TwoResults {
        /// The tag's, as PGN writes it: `1-0`.
        tag: String,
        /// That of the end of the moves.
        movetext: String,
    },
    /// A word that is no move of this position.
    Move(Box<BrokenMove>),
}

impl MovesError {
    /// The fault, in a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => say!("There is no game in the text."),
            Self::TooLarge => {
                say!("The game is longer than {most} bytes; leave out comments and variations.", most = MOST_BYTES)
            }
            Self::Utf16 => say!("The text is in UTF-16; save the PGN as UTF-8."),
            Self::Nul(line) => say!("Line {line} holds a NUL byte; a PGN is plain text.", line = *line),
            Self::SecondGame(line) => {
                say!("A second game begins on line {line}; send one game at a time.", line = *line)
            }
            Self::Tag(line, text) => say!(
                "Line {line} is not a tag: `{text}`; expected something like [White \"Name\"].",
                line = *line,
                text
            ),
            Self::Variant(name) => say!("The variant is `{name}`; only standard chess is played here.", name),
            Self::Start(fault) => say!("The FEN tag: {fault}", fault = fault.message()),
            Self::OpenComment(line) => {
                say!("The comment on line {line} has no end. It needs a `{bracket}`.", line = *line, bracket = "}")
            }
            Self::OpenVariation(line) => {
                say!("The side line on line {line} has no end. It needs a `)`.", line = *line)
            }
            Self::StrayBracket(line) => {
                say!("Line {line} closes a bracket that was never opened.", line = *line)
            }
            Self::TwoResults { tag, movetext } => {
                say!("The Result tag says {tag} and the end of the moves says {movetext}.", tag, movetext)
            }
            Self::Move(broken) => broken.message(),
        }
    }
}

impl fmt::Display for MovesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

/// A word that is not the move that has to stand there; as JSON a member of the refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokenMove {
    pub(super) number: u32,
    #[serde(serialize_with = "as_said")]
    pub(super) side: Color,
    pub(super) line: u64,
    pub(super) token: String,
    #[serde(rename = "move_fault")]
    pub(super) fault: MoveFault,
    /// How the board had already ended the game.
    pub(super) end: Option<BoardEnd>,
    /// The legal moves nearest to the token, in SAN; empty where no move can follow.
    pub(super) expected: Vec<String>,
}

/// Why it is not that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MoveFault {
    Unreadable,
    Illegal,
    Ambiguous,
    Null,
    AfterResult,
    TooMany,
}

impl BrokenMove {
    fn message(&self) -> Message {
        let fault = self.fault();
        match (self.end, self.expected.is_empty()) {
            (Some(end), true) => say!("{fault}; the game had ended: {end}.", fault, end = end.message()),
            (None, true) => say!("{fault}.", fault),
            (_, false) => {
                let side = self.side.fold_wb(say!("white"), say!("black"));
                let moves = Value::moves(self.expected.join(", "));
                say!("{fault}; {side} may play, for example, {moves}.", fault, side, moves)
            }
        }
    }

    fn fault(&self) -> Message {
        let Self { line, token, .. } = self;
        let (line, number) = (*line, format!("{}{}", self.number, self.side.fold_wb(".", "...")));
        match self.fault {
            MoveFault::Unreadable => {
                say!("Move {number} `{token}` (line {line}) is not a move in SAN", number, token, line)
            }
            MoveFault::Illegal => {
                say!("Move {number} `{token}` (line {line}) is not a legal move", number, token, line)
            }
            MoveFault::Ambiguous => {
                say!("Move {number} `{token}` (line {line}) could be more than one move", number, token, line)
            }
            MoveFault::Null => {
                say!("Move {number} `{token}` (line {line}) is a null move, which no game has", number, token, line)
            }
            MoveFault::AfterResult => {
                say!("Move {number} `{token}` (line {line}) comes after the result", number, token, line)
            }
            MoveFault::TooMany => say!(
                "Move {number} `{token}` (line {line}) is one more than the {most} half-moves that are read",
                number,
                token,
                line,
                most = MOST_PLIES
            ),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
